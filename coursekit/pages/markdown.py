"""Markdown as a page shows it: structure kept, mathematics left as its source, links as text."""

from __future__ import annotations

import re
from collections.abc import Mapping

import mistune
from markupsafe import Markup, escape
from mistune.core import InlineState
from mistune.inline_parser import InlineParser

from coursekit.pages.png import picture
from coursekit.pages.sanitise import sanitised
from coursekit.pages.text import cut

MAX_MARKDOWN = 10_000  # the parser's time grows faster than the text
LEVELS_ABOVE = 2  # the page's own headings stand above those of the text
# Bounded, so that no text makes the search slow.
_MATH = r"\$\$[^$]{1,2000}\$\$|\$(?=[^\s$])[^$\n]{1,500}(?<=\S)\$(?!\d)"
_ADDRESS = re.compile(r"(?:https?://|mailto:)\S+", re.IGNORECASE)
_ATTACHMENT = "attachment:"


def markdown(source: str, attachments: Mapping[str, str] | None = None) -> Markup:
    """Return Markdown as HTML in which nothing acts.

    A link becomes its text and, where that is another, its address; a picture is shown only when
    the notebook itself holds it as PNG.

    Parameters
    ----------
    source : str
        The Markdown, raw HTML in it included.
    attachments : Mapping of str to str, optional
        Name to base64 text of the PNG pictures that the cell holds.

    Examples
    --------
    >>> print(markdown("*a* [b](javascript:x) $c_1 * d_2 * e$"))
    <p><em>a</em> b <span class="math">$c_1 * d_2 * e$</span></p>
    """
    parser = mistune.create_markdown(
        renderer=_Renderer(attachments or {}), plugins=["table", "strikethrough"]
    )
    parser.inline.register("formula", _MATH, _formula, before="codespan")
    html = parser(cut(source, MAX_MARKDOWN))
    return Markup(sanitised(str(html)).strip())


def _formula(parser: InlineParser, found: re.Match[str], state: InlineState) -> int:
    state.append_token({"type": "formula", "raw": found[0]})
    return found.end()


class _Renderer(mistune.HTMLRenderer):
    """HTML for the sanitiser, raw HTML still in it."""

    def __init__(self, attachments: Mapping[str, str]) -> None:
        super().__init__(escape=False)
        self._attachments = attachments

    def heading(self, text: str, level: int, **attrs: object) -> str:
        return super().heading(text, min(level + LEVELS_ABOVE, 6))

    def link(self, text: str, url: str, title: str | None = None) -> str:
        address = str(escape(url.removeprefix("mailto:")))
        if not _ADDRESS.fullmatch(url) or address in text:
            return text
        return f'{text} (<span class="address">{address}</span>)'

    def image(self, text: str, url: str, title: str | None = None) -> str:
        alt = escape(Markup(text).striptags())
        encoded = self._attachments.get(url.removeprefix(_ATTACHMENT), "")
        held = picture(encoded) if url.startswith(_ATTACHMENT) else None
        return f'<img src="{held.uri}" alt="{alt}">' if held else f"[picture: {alt}]"

    def table(self, text: str) -> str:
        return f'<div class="scroll"><table>{text}</table></div>'

    def formula(self, text: str) -> str:
        return f'<span class="math">{escape(text)}</span>'
