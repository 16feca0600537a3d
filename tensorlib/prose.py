"""Sentences as HTML for a notebook: paragraphs, and a status line that a screen reader speaks."""

from __future__ import annotations

from html import escape


def message_html(message: str) -> str:
    """Return a sentence as a status line, which a screen reader speaks when it changes.

    Parameters
    ----------
    message : str
        Plain text.

    Examples
    --------
    >>> message_html("2 < 3")
    '<div role="status" style="border:1px solid;padding:.4em .8em">2 &lt; 3</div>'
    """
    text = escape(message, quote=False)
    return f'<div role="status" style="border:1px solid;padding:.4em .8em">{text}</div>'


def paragraphs(*texts: str) -> str:
    """Return texts as paragraphs.

    Parameters
    ----------
    *texts : str
        Plain text, a paragraph each.

    Examples
    --------
    >>> paragraphs("2 < 3", "so it is")
    '<p>2 &lt; 3</p><p>so it is</p>'
    """
    return "".join(f"<p>{escape(text, quote=False)}</p>" for text in texts)


def static_html(question: str, answer: str, invitation: str) -> str:
    """Return a question and its answer, folded away, for a page without a kernel.

    Parameters
    ----------
    question, answer : str
        HTML.
    invitation : str
        Plain text: what a kernel would add.

    Examples
    --------
    >>> static_html("<p>2 + 2?</p>", "<p>4</p>", "Run it.").count("<details>")
    1
    """
    return (
        f'<div class="tensor-demo-static">{question}'
        f"<details><summary>The answer, once you have predicted</summary>{answer}</details>"
        f"{paragraphs(invitation)}</div>"
    )
