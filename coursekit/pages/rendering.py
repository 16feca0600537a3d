"""What a notebook's Markdown becomes where nbconvert renders it, as nbgrader's formgrader does.

nbconvert keeps raw HTML, links of any kind and the text of Mermaid diagrams as they are, and the
formgrader's page is the instructor's session: an address that is merely loaded there already acts.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from html.parser import HTMLParser

import nh3
from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath

from coursekit.pages.markdown import MAX_MARKDOWN

Attachments = Mapping[str, Mapping[str, str]]

_TAGS = (
    "a abbr b blockquote br caption code dd del details div dl dt em h1 h2 h3 h4 h5 h6 hr i img "
    "input ins kbd li mark ol p pre q s samp small span strong sub summary sup table tbody td "
    "tfoot th thead tr u ul var wbr"
)
_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
_VALUES = {
    ("a", "href"): r"#[^\s]*",
    ("a", "class"): "anchor-link",
    ("code", "class"): r"language-[\w+#.-]+",
    ("div", "class"): "highlight",
    ("img", "src"): r"data:image/png;base64,[A-Za-z0-9+/=]+",
    ("img", "alt"): r"[^\0]*",
    ("img", "title"): r"[^\0]*",
    ("input", "class"): "task-list-item-checkbox",
    ("input", "type"): "checkbox",
    ("input", "disabled"): "",
    ("input", "checked"): "",
    ("li", "class"): "task-list-item",
    ("span", "class"): "[a-z][a-z0-9]{0,2}",
    ("td", "style"): "text-align:(left|center|right)",
    ("th", "style"): "text-align:(left|center|right)",
    **{(heading, "id"): r"[^\0]*" for heading in _HEADINGS},
}


def could_act(source: str, attachments: Attachments, taken: Collection[str] = ()) -> bool:
    r"""Return whether Markdown, once nbconvert has rendered it, could do more than be read.

    Only what Markdown itself makes is known to be harmless, and HTML that is structure alone. What
    cannot be rendered, or is so long that rendering takes its time, counts as able to act.

    Parameters
    ----------
    source : str
        The Markdown.
    attachments : mapping
        Name to the forms of each picture that the cell holds.
    taken : collection of str
        Ids that the page around it needs for itself.

    Examples
    --------
    >>> could_act("# Why\n\nSince $a < b$, *both* are `int`.", {})
    False
    >>> could_act("<img src=x onerror=alert(1)>", {}), could_act("![](/logout)", {})
    (True, True)
    """
    if len(source) > MAX_MARKDOWN:
        return True
    renderer = IPythonRenderer(
        escape=False, attachments={k: dict(v) for k, v in attachments.items()}
    )
    try:
        html = MarkdownWithMath(renderer=renderer).render(source)
        # What the sanitiser, which reads as browsers do, would take away must not be there at all.
        return _tokens(html) != _tokens(_cleaner(frozenset(taken)).clean(html))
    except Exception:  # nbconvert raises, among others for a picture that is not there
        return True


def as_code(source: str) -> str:
    r"""Return Markdown that shows a text as it stands, in a block of code.

    Examples
    --------
    >>> as_code("<b>")
    '```\n<b>\n```'
    """
    longest = max((len(run) for run in re.findall("`+", source)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}\n{source}\n{fence}"


def _cleaner(taken: frozenset[str]) -> nh3.Cleaner:
    def value_of(tag: str, name: str, value: str) -> str | None:
        pattern = _VALUES.get((tag, name))
        if pattern is None or (name == "id" and value in taken):
            return None
        return value if re.fullmatch(pattern, value) else None

    attributes: dict[str, set[str]] = {}
    for tag, name in _VALUES:
        attributes.setdefault(tag, set()).add(name)
    return nh3.Cleaner(
        tags=set(_TAGS.split()),
        attributes=attributes,
        attribute_filter=value_of,
        url_schemes={"data"},
        url_relative="pass_through",
        link_rel=None,
    )


def _tokens(html: str) -> list[object]:
    reader = _Reader()
    reader.feed(html)
    reader.close()
    return [*reader.tags, "".join(reader.text)]


class _Reader(HTMLParser):
    """The tags of a page with their attributes, its text, and anything else as a token."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[object] = []
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, sorted((name, value or "") for name, value in attrs)))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        self.tags.append(tag)

    def handle_data(self, data: str) -> None:
        self.text.append(data)

    def handle_comment(self, data: str) -> None:
        self.tags.append(data)

    def handle_decl(self, decl: str) -> None:
        self.tags.append(decl)

    def handle_pi(self, data: str) -> None:
        self.tags.append(data)

    def unknown_decl(self, data: str) -> None:
        self.tags.append(data)
