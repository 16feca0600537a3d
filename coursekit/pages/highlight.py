"""Python code with its parts marked by class names, which the page's style gives colours."""

from __future__ import annotations

import re

from markupsafe import Markup, escape
from pygments import highlight  # type: ignore[import-untyped]
from pygments.formatters import HtmlFormatter  # type: ignore[import-untyped]
from pygments.lexers import PythonLexer  # type: ignore[import-untyped]

from coursekit.pages.text import cut, displayable

MAX_CODE = 20_000
MAX_HIGHLIGHTED = 10_000
_LONG_SPACE = re.compile(r"\s{300}")  # the lexer's time grows with the square of such a run

_LEXER = PythonLexer(stripnl=False, ensurenl=False)
_FORMATTER = HtmlFormatter(nowrap=True)


def highlighted(code: str) -> Markup:
    """Return code as HTML, its parts in ``<span class=…>``.

    Examples
    --------
    >>> print(highlighted("x = '<b>'"))
    <span class="n">x</span> <span class="o">=</span> <span class="s1">'&lt;b&gt;'</span>
    """
    shown = cut(displayable(code), MAX_CODE)
    if len(shown) > MAX_HIGHLIGHTED or _LONG_SPACE.search(shown):
        return escape(shown)
    return Markup(highlight(shown, _LEXER, _FORMATTER).removesuffix("\n"))
