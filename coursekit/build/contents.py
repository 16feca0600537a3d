"""What can be read in a file: its text, part by part, also within notebooks and archives.

A kind of file that cannot be looked into is refused, because it could hold anything.
"""

from __future__ import annotations

import base64
import binascii
import bz2
import gzip
import io
import json
import lzma
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from nbformat import NotebookNode

from coursekit.errors import LeakError, NotebookError
from coursekit.notebooks import parse_notebook

MAX_BYTES = 64 * 2**20  # of one file unpacked
_DEPTH = 4  # archives within archives
_DATA = (b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"\x93NUMPY", b"RIFF")  # pictures and arrays
_UNPACKERS: dict[bytes, Callable[[io.BytesIO], io.BufferedIOBase]] = {
    b"\x1f\x8b": lambda data: gzip.GzipFile(fileobj=data),
    b"BZh": bz2.BZ2File,
    b"\xfd7zXZ": lzma.LZMAFile,
}


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of text that a file holds.

    Parameters
    ----------
    place : str
        Where in the file, such as ``cell strides, metadata``; empty for the whole of it.
    text : str
        What can be read there.
    """

    place: str
    text: str


def parts(name: str, content: bytes) -> Iterator[Part]:
    """Yield everything that can be read in a file, its name included.

    Parameters
    ----------
    name : str
        The file's name; it decides whether it is read as a notebook.
    content : bytes
        What it holds.

    Raises
    ------
    LeakError
        If it cannot be looked into.
    """
    yield Part("name", name)
    yield from _within(name, "", content, _DEPTH)


def notebook_parts(notebook: NotebookNode) -> Iterator[Part]:
    """Yield everything that can be read in a notebook."""
    for cell in notebook.cells:
        place = f"cell {cell.get('id', 'without id')}"
        yield Part(f"{place}, source", cell.source)
        for key in ("metadata", "outputs"):
            yield Part(f"{place}, {key}", _all_text(cell.get(key, {})))
        for file, by_kind in cell.get("attachments", {}).items():
            yield Part(f"{place}, attachment {file}", _all_text(by_kind))
    yield Part("notebook metadata", _all_text(notebook.metadata))


def _all_text(value: Any) -> str:
    """Return the strings of a JSON value, plain and from base64, and the value as JSON."""
    texts = list(_strings(value))
    decoded = [_decoded(text) for text in texts]
    return "\n".join([*texts, *filter(None, decoded), json.dumps(value, sort_keys=True)])


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            yield str(key)
            yield from _strings(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _strings(inner)


def _decoded(text: str) -> str:
    try:
        return base64.b64decode("".join(text.split()), validate=True).decode("latin-1")
    except (binascii.Error, ValueError):
        return ""


def _within(name: str, place: str, content: bytes, depth: int) -> Iterator[Part]:
    inner = _members(name, content) if depth else None
    if inner is not None:
        yield Part(place.removesuffix(", "), content.decode("latin-1"))  # what is not packed
        for member, data in inner:
            path = f"{place}{member}"
            yield Part(f"name of {path}", member)
            yield from _within(member, f"{path}, ", data, depth - 1)
        return
    text = _text(name, content)
    yield Part(place.removesuffix(", "), text)
    if name.endswith(".ipynb"):
        try:
            notebook = parse_notebook(text, name)
        except NotebookError as error:
            raise LeakError(f"{place}{error}", "mend the file, or leave it out") from None
        for part in notebook_parts(notebook):
            yield Part(f"{place}{part.place}", part.text)


def _text(name: str, content: bytes) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        if content.startswith(_DATA):
            return content.decode("latin-1")
    raise LeakError(
        f"{name} is a kind of file that cannot be looked into",
        "release it as text, as a picture (PNG, JPEG, GIF, WebP) or as an array (.npy, .npz)",
    )


def _members(name: str, content: bytes) -> Iterator[tuple[str, bytes]] | None:
    """Return the files that an archive holds, or None for what is no archive."""
    for magic, unpack in _UNPACKERS.items():
        if content.startswith(magic):
            return _safely(name, _unpacked(name, unpack(io.BytesIO(content))))
    if zipfile.is_zipfile(io.BytesIO(content)):
        return _safely(name, _zip_members(name, content))
    if _is_tar(content):
        return _safely(name, _tar_members(name, content))
    return None


def _is_tar(content: bytes) -> bool:
    return content[257:262] == b"ustar"


def _safely(name: str, members: Iterator[tuple[str, bytes]]) -> Iterator[tuple[str, bytes]]:
    try:
        yield from members
    except (OSError, EOFError, RuntimeError, NotImplementedError, ValueError) as error:
        raise _closed(name, error) from None
    except (zipfile.BadZipFile, tarfile.TarError, zlib.error, lzma.LZMAError) as error:
        raise _closed(name, error) from None


def _closed(name: str, error: Exception) -> LeakError:
    fault = (str(error) or type(error).__name__).splitlines()[0]
    return LeakError(
        f"the archive {name} cannot be looked into: {fault}", "put its files in one by one"
    )


def _unpacked(name: str, file: io.BufferedIOBase) -> Iterator[tuple[str, bytes]]:
    with file:
        yield "content", _read(name, file)


def _zip_members(name: str, content: bytes) -> Iterator[tuple[str, bytes]]:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        if archive.comment:
            yield "comment", archive.comment
        for member in archive.infolist():
            if not member.is_dir():
                with archive.open(member) as file:
                    yield member.filename, _read(name, file)


def _tar_members(name: str, content: bytes) -> Iterator[tuple[str, bytes]]:
    with tarfile.open(fileobj=io.BytesIO(content), mode="r:") as archive:
        for member in archive:
            file = archive.extractfile(member) if member.isfile() else None
            if file is not None:
                yield member.name, _read(name, file)
            elif not member.isdir():
                raise tarfile.TarError(f"{member.name} is a link")


def _read(name: str, file: Any) -> bytes:
    content: bytes = file.read(MAX_BYTES + 1)
    if len(content) > MAX_BYTES:
        raise ValueError(f"more than {MAX_BYTES} bytes in {name}")
    return content
