"""One whole page: template, style and content policy in a single file that loads nothing."""

from __future__ import annotations

import base64
import hashlib
import re
from importlib.resources import files

import jinja2
from markupsafe import Markup

from coursekit.pages.text import amount, counted, counted_points, displayable, inline_code

# They would turn round what stands beside them, such as a score; each is spelt out instead.
_DIRECTIONS = re.compile("[\u202a-\u202e\u2066-\u2069]")
_STYLE = files("coursekit.pages").joinpath("templates", "style.css").read_text(encoding="utf-8")


def content_policy() -> str:
    """Return the content policy of every page.

    Nothing may be loaded, run, framed or sent; pictures come from the page itself, and the one
    style sheet is known by its hash.

    Examples
    --------
    >>> content_policy().split("; ")[:2]
    ["default-src 'none'", 'img-src data:']
    """
    digest = base64.b64encode(hashlib.sha256(_STYLE.encode("utf-8")).digest()).decode("ascii")
    return (
        f"default-src 'none'; img-src data:; style-src 'sha256-{digest}'; "
        "form-action 'none'; base-uri 'none'"
    )


def page(template: str, **values: object) -> str:
    """Return a page made from one of the templates.

    Whatever is not `Markup` is escaped. The same values give the same text.

    Parameters
    ----------
    template : str
        The name of a file in ``templates/``, such as ``"feedback.html.j2"``.
    **values : object
        What the template shows.

    Raises
    ------
    jinja2.UndefinedError
        If the template shows a value that is not given.
    """
    html = _ENVIRONMENT.get_template(template).render(
        style=Markup(_STYLE), policy=content_policy(), **values
    )
    return _DIRECTIONS.sub(lambda found: f"\\u{ord(found[0]):x}", displayable(html))


def _environment() -> jinja2.Environment:
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("coursekit.pages"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters.update(
        amount=amount, counted=counted, counted_points=counted_points, inline_code=inline_code
    )
    return environment


_ENVIRONMENT = _environment()
