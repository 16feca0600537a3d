"""Everything in a file is read, or the file is refused."""

from __future__ import annotations

import base64
import bz2
import gzip
import io
import json
import lzma
import tarfile
import zipfile
from collections.abc import Callable

import numpy as np
import pytest

from coursekit.build import contents
from coursekit.build.contents import Part, parts
from coursekit.errors import LeakError

WORD = "quinquereme"


def _places(name: str, content: bytes) -> list[str]:
    return [part.place for part in parts(name, content) if WORD in part.text]


def _zip(files: dict[str, bytes], comment: bytes = b"") -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
        archive.comment = comment
    return buffer.getvalue()


def _tar(files: dict[str, bytes], mode: str = "w") -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode=mode) as archive:  # type: ignore[call-overload]
        for name, content in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
    return buffer.getvalue()


def _notebook(**cell: object) -> bytes:
    whole = {"cell_type": "markdown", "id": "c", "metadata": {}, "source": "", **cell}
    raw = {"cells": [whole], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(raw).encode()


def test_text_is_one_part_beside_the_name() -> None:
    assert list(parts("a.csv", b"1,2")) == [Part("name", "a.csv"), Part("", "1,2")]


def test_name_of_a_file_is_read() -> None:
    assert _places(f"{WORD}.txt", b"") == ["name"]


@pytest.mark.parametrize(
    ("cell", "place"),
    [
        ({"source": f"a {WORD}"}, "cell c, source"),
        ({"metadata": {"deep": [{"x": WORD}]}}, "cell c, metadata"),
        ({"metadata": {WORD: 1}}, "cell c, metadata"),
        ({"attachments": {"a.txt": {"text/plain": WORD}}}, "cell c, attachment a.txt"),
        (
            {"attachments": {"a.png": {"image/png": base64.b64encode(WORD.encode()).decode()}}},
            "cell c, attachment a.png",
        ),
        (
            {
                "cell_type": "code",
                "execution_count": 1,
                "outputs": [{"output_type": "stream", "name": "stdout", "text": WORD}],
            },
            "cell c, outputs",
        ),
    ],
)
def test_every_part_of_a_notebook_is_read(cell: dict[str, object], place: str) -> None:
    assert place in _places("side.ipynb", _notebook(**cell))


@pytest.mark.parametrize(
    "pack",
    [
        lambda text: _zip({"in/a.txt": text}),
        lambda text: _tar({"in/a.txt": text}),
        lambda text: _tar({"in/a.txt": text}, "w:gz"),
        lambda text: _zip({"b.zip": _zip({"in/a.txt": text})}),
        gzip.compress,
        bz2.compress,
        lzma.compress,
        lambda text: _zip({}, comment=text),
        lambda text: _zip({"x.ipynb": _notebook(source=text.decode())}),
    ],
    ids=["zip", "tar", "tar.gz", "zip in zip", "gzip", "bzip2", "xz", "comment", "notebook in zip"],
)
def test_archive_is_looked_into(pack: Callable[[bytes], bytes]) -> None:
    assert _places("pack", pack(WORD.encode()))


def test_name_within_an_archive_is_read_and_place_is_its_path() -> None:
    assert _places("pack.zip", _zip({f"{WORD}.txt": b"x"})) == ["", f"name of {WORD}.txt"]
    assert _places("pack.zip", _zip({"a.zip": _zip({"b.txt": WORD.encode()})})) == ["a.zip, b.txt"]


def test_text_before_an_archive_is_read() -> None:
    assert _places("pack.zip", WORD.encode() + _zip({"a.txt": b"x"})) == [""]


def test_array_and_picture_are_read_as_bytes() -> None:
    buffer = io.BytesIO()
    np.save(buffer, np.array([WORD.encode(), b"\xff\xfe"]))
    assert _places("a.npy", buffer.getvalue()) == [""]
    assert _places("a.png", b"\x89PNG\r\n\x1a\n\xff" + WORD.encode()) == [""]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"\x80\x04pickle\xff", "x.bin is a kind of file that cannot be looked into"),
        (
            b"\x1f\x8b" + b"\0" * 20,
            "the archive x.bin cannot be looked into: Unknown compression method",
        ),
        (
            _zip({"a": b"x"})[:-22] + b"PK\x05\x06" + b"\1" * 16 + b"\0\0",
            "the archive x.bin cannot be looked into: Bad offset for central directory",
        ),
        (
            b"a".ljust(257, b"\0") + b"ustar".ljust(300, b"\1"),
            "the archive x.bin cannot be looked into: bad checksum",
        ),
    ],
)
def test_what_cannot_be_looked_into_is_refused(content: bytes, message: str) -> None:
    with pytest.raises(LeakError) as caught:
        list(parts("x.bin", content))
    assert str(caught.value) == message


def test_encrypted_archive_is_refused() -> None:
    """Bit 0 of a member's flags says so; in the directory they stand at byte 8."""
    content = bytearray(_zip({"a.txt": b"x"}))
    content[6] |= 1
    content[content.index(b"PK\x01\x02") + 8] |= 1

    with pytest.raises(LeakError, match=r"^the archive a\.zip cannot be looked into: .*encrypted"):
        list(parts("a.zip", bytes(content)))


def test_link_in_an_archive_is_refused() -> None:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        member = tarfile.TarInfo("a")
        member.type, member.linkname = tarfile.SYMTYPE, "/etc/passwd"
        archive.addfile(member)

    with pytest.raises(LeakError, match=r"cannot be looked into: a is a link$"):
        list(parts("a.tar", buffer.getvalue()))


def test_bomb_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contents, "MAX_BYTES", 1000)

    with pytest.raises(LeakError, match=r"cannot be looked into: more than 1000 bytes in a\.gz$"):
        list(parts("a.gz", gzip.compress(b"\0" * 100_000)))


def test_archives_too_deep_are_refused() -> None:
    content = b"x"
    for _ in range(6):
        content = gzip.compress(content)

    with pytest.raises(LeakError, match="is a kind of file that cannot be looked into"):
        list(parts("a.gz", content))


def test_damaged_notebook_is_refused() -> None:
    with pytest.raises(LeakError, match=r"^a\.ipynb is not a notebook: it is not valid JSON$"):
        list(parts("a.ipynb", b"{"))
