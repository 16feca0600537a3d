"""PNG pictures, taken apart and put together again from the parts that make the picture."""

from __future__ import annotations

import base64
import binascii
import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass

SIGNATURE = b"\x89PNG\r\n\x1a\n"
MAX_BYTES = 2 * 1024 * 1024
MAX_PIXELS = 25_000_000  # a small file can unfold to a picture that no browser holds
_PARTS = {b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND"}


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture that is PNG and nothing else.

    Parameters
    ----------
    encoded : str
        Its bytes in base64.
    width, height : int
        Its size in pixels.
    """

    encoded: str
    width: int
    height: int

    @property
    def uri(self) -> str:
        """Its bytes as a ``data:`` address."""
        return f"data:image/png;base64,{self.encoded}"


def picture(encoded: str) -> Picture | None:
    """Return the picture that base64 text holds, or None where it is not a whole, moderate PNG.

    Comments, colour profiles and whatever follows the picture are dropped.

    Parameters
    ----------
    encoded : str
        Base64 text, as notebooks store pictures.

    Examples
    --------
    >>> picture("PHN2Zz4=") is None  # the base64 of <svg>
    True
    """
    if len(encoded) > 2 * MAX_BYTES:
        return None
    try:
        data = base64.b64decode("".join(encoded.split()), validate=True)
        chunks = list(_chunks(data))
    except (binascii.Error, struct.error, ValueError):
        return None
    names = [name for name, _ in chunks]
    if not names or names[0] != b"IHDR" or names[-1] != b"IEND" or b"IDAT" not in names:
        return None
    width, height = struct.unpack_from(">II", chunks[0][1])
    if not 0 < width * height <= MAX_PIXELS:
        return None
    kept = SIGNATURE + b"".join(_chunk(name, body) for name, body in chunks if name in _PARTS)
    if len(kept) > MAX_BYTES:
        return None
    return Picture(base64.b64encode(kept).decode(), width, height)


def _chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield the name and the body of each chunk up to the end of the picture."""
    if not data.startswith(SIGNATURE):
        raise ValueError("no PNG signature")
    place, name = len(SIGNATURE), b""
    while name != b"IEND":
        size, name = struct.unpack_from(">I4s", data, place)
        body = data[place + 8 : place + 8 + size]
        (check,) = struct.unpack_from(">I", data, place + 8 + size)
        if check != zlib.crc32(name + body) or (name == b"IHDR" and size != 13):
            raise ValueError("a damaged chunk")
        yield name, body
        place += 12 + size


def _chunk(name: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))
