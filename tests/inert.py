"""What on a page could act, found by reading it; shared by the tests of every page.

A page that nothing can act in has one style sheet and the content policy, links only to its own
parts, and pictures only in itself.
"""

from __future__ import annotations

from html.parser import HTMLParser

_ELEMENTS = """
    animate applet audio base button embed foreignobject form frame frameset iframe input link
    noscript object portal script select set source template textarea track video
"""
_ADDRESSES = """
    action background cite classid code codebase data dynsrc formaction href icon longdesc lowsrc
    manifest ping poster profile src srcset usemap xlink:href
"""
FORBIDDEN = frozenset(_ELEMENTS.split())
ADDRESSES = frozenset(_ADDRESSES.split())


def acting_parts(html: str) -> list[str]:
    """Return every part of a page that could run, load, submit, navigate or restyle."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    return reader.found


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[str] = []
        self._styles = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in FORBIDDEN:
            self.found.append(f"<{tag}>")
        if tag == "style":
            self._styles += 1
            if self._styles > 1:
                self.found.append("a second <style>")
        for name, value in attrs:
            self._attribute(tag, name.lower(), (value or "").strip())

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)

    def handle_data(self, data: str) -> None:
        if self.lasttag == "style" and ("@import" in data or "url(" in data):
            self.found.append("a style sheet that loads")

    def _attribute(self, tag: str, name: str, value: str) -> None:
        compact = "".join(value.split()).lower()
        if name.startswith("on") or name in {"style", "srcdoc"}:
            self.found.append(f"<{tag} {name}>")
        elif name == "http-equiv" and compact != "content-security-policy":
            self.found.append(f"<{tag} {name}={value}>")
        elif _leads_out(tag, name, compact):
            self.found.append(f"<{tag} {name}={value[:40]}>")


def _leads_out(tag: str, name: str, value: str) -> bool:
    if name not in ADDRESSES:
        return value.startswith(("javascript:", "vbscript:"))
    if tag == "img":
        return not value.startswith("data:image/png;base64,")
    return not (tag in {"a", "use"} and value.startswith("#"))
