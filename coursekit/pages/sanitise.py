"""HTML of unknown origin, reduced to text with structure.

What stays can neither run, load, submit, navigate nor restyle the page: no links, no addresses but
those of pictures that the page itself holds, no styles, no classes but the page's own.
"""

from __future__ import annotations

import nh3
from markupsafe import Markup

from coursekit.pages.png import picture
from coursekit.pages.text import displayable

_STRUCTURE = (
    "abbr b bdi blockquote br caption cite code dd del dfn div dl dt em figcaption figure h3 h4 h5 "
    "h6 hr i img ins kbd li mark ol p pre q s samp small span strong sub sup table tbody td tfoot "
    "th thead tr u ul var wbr"
)
# Of these the content goes too: it is no text for a reader.
_DROPPED = "iframe math noscript object script select style svg template textarea title"
_PNG = "data:image/png;base64,"


def sanitised(html: str) -> Markup:
    """Return HTML with nothing left in it that acts.

    Parameters
    ----------
    html : str
        Any text; it is read as a browser would read it.

    Examples
    --------
    >>> sanitised('<p onclick="x()">a<script>x()</script> <a href="javascript:x()">b</a></p>')
    Markup('<p>a b</p>')
    """
    return Markup(_CLEANER.clean(displayable(html)))


def _attribute(tag: str, name: str, value: str) -> str | None:
    """Return the value that an attribute may have, or None to drop it."""
    if name == "src":
        found = picture(value.removeprefix(_PNG)) if value.startswith(_PNG) else None
        return found.uri if found else None
    if name in {"colspan", "rowspan", "start"}:
        return value if value.isascii() and value.isdigit() and len(value) <= 2 else None
    return value


_CLEANER = nh3.Cleaner(
    tags=set(_STRUCTURE.split()),
    clean_content_tags=set(_DROPPED.split()),
    attributes={
        "img": {"src", "alt"},
        "ol": {"start"},
        "td": {"colspan", "rowspan"},
        "th": {"colspan", "rowspan"},
    },
    attribute_filter=_attribute,
    allowed_classes={"div": {"scroll"}, "span": {"address", "math"}},
    url_schemes={"data"},
    url_relative="deny",
    link_rel=None,
)
