"""PNG files put together by hand, sound and unsound; shared by the tests of every page."""

from __future__ import annotations

import base64
import struct
import zlib

SIGNATURE = b"\x89PNG\r\n\x1a\n"


def chunk(name: bytes, body: bytes, check: int | None = None) -> bytes:
    """Return one part of a PNG file, with a checksum of its own or the right one."""
    crc = zlib.crc32(name + body) if check is None else check
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", crc)


def header(width: int = 1, height: int = 1) -> bytes:
    """Return the first part of a grey picture of 8 bits a pixel."""
    return chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0))


def encoded(data: bytes) -> str:
    """Return bytes as notebooks store them."""
    return base64.b64encode(data).decode("ascii")


# One grey pixel: a row is a filter byte and the pixel.
PIXELS = chunk(b"IDAT", zlib.compress(b"\x00\x80"))
END = chunk(b"IEND", b"")
PNG = SIGNATURE + header() + PIXELS + END
PNG_TEXT = encoded(PNG)
PNG_URI = f"data:image/png;base64,{PNG_TEXT}"
