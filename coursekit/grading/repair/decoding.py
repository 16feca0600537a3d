"""From a file's bytes to JSON data, or to words for what the file is instead."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from typing import Any

from coursekit.errors import NotebookError

_STARTS = (
    (b"PK\x03\x04", "it is a zip archive"),
    (b"%PDF", "it is a PDF"),
    (b"\x1f\x8b", "it is a gzip archive"),
    (b"Rar!", "it is a RAR archive"),
    (b"7z\xbc\xaf", "it is a 7z archive"),
    (b"\x89PNG", "it is a picture"),
    (b"\xff\xd8\xff", "it is a picture"),
    (b"{\\rtf", "it is a text document"),
    (b"\xd0\xcf\x11\xe0", "it is an office document"),
)
_AGAIN = "hand in the notebook file itself, as JupyterLab saves it"
_LONGEST_INTEGER = 18  # digits; a longer number stands for nothing in a notebook


@dataclass(frozen=True, slots=True)
class Decoded:
    """The JSON data of a file.

    Parameters
    ----------
    data : object
        What the file holds.
    flags : tuple of str
        What had to be mended to read it.
    """

    data: Any
    flags: tuple[str, ...] = ()


def decoded(content: bytes, name: str) -> Decoded:
    """Return the JSON data of a file, whatever it was encoded in.

    Parameters
    ----------
    content : bytes
        The file's bytes.
    name : str
        The file's name, for the errors.

    Raises
    ------
    NotebookError
        If it is not JSON; the error says what it is instead, where that can be told.

    Examples
    --------
    >>> decoded(b'{"cells": []}', "a.ipynb").data
    {'cells': []}
    """
    if not content.strip(b"\0 \t\r\n"):
        raise _other(name, "it is empty")
    for start, what in _STARTS:
        if content.startswith(start):
            raise _other(name, what)
    text, flags = _text(content)
    doubled: Counter[str] = Counter()
    try:
        data = json.loads(
            text,
            strict=False,  # a stray line end in a text is no reason to give up
            object_pairs_hook=lambda pairs: _object(pairs, doubled),
            parse_int=_integer,
            parse_constant=lambda _: None,  # NaN and infinity are not JSON
        )
    except RecursionError:
        raise _other(name, "its data are nested too deeply") from None
    except ValueError:
        raise _other(name, _instead(text)) from None
    keys = ", ".join(sorted(key for key in doubled if key.isidentifier())[:5])
    if doubled:
        flags += (f"mended: keys stood twice in the file ({keys or 'odd ones'}); the last counts",)
    return Decoded(data, flags)


def _text(content: bytes) -> tuple[str, tuple[str, ...]]:
    encoding = json.detect_encoding(content)
    try:
        text = content.decode(encoding)
    except UnicodeDecodeError:  # an editor's old habit, or bytes that got lost
        return content.decode("cp1252", errors="replace"), (
            "mended: the file's text was not UTF-8; it was read as Windows-1252",
        )
    if encoding.startswith("utf-8"):
        return text, ()
    return text, (f"mended: the file's text was {encoding.upper()}, not UTF-8",)


def _object(pairs: list[tuple[str, Any]], doubled: Counter[str]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs):
        doubled.update(key for key, n in Counter(key for key, _ in pairs).items() if n > 1)
    return made


def _integer(digits: str) -> int | None:
    return int(digits) if len(digits) <= _LONGEST_INTEGER else None


def _instead(text: str) -> str:
    start = text[:2_000].lstrip("\ufeff \t\r\n").lower()
    if start.startswith(("<!doctype html", "<html", "<head", "<body")):
        return "it is a web page"
    if start.startswith("<?xml"):
        return "it is an XML document"
    return "it is not valid JSON"


def _other(name: str, what: str) -> NotebookError:
    return NotebookError(f"{name} is not a notebook: {what}", _AGAIN)
