import base64
import struct

import pytest
from png_files import END, PIXELS, PNG, SIGNATURE, chunk, encoded, header

from coursekit.pages.png import MAX_BYTES, picture


def held(uri: str) -> bytes:
    return base64.b64decode(uri.removeprefix("data:image/png;base64,"), validate=True)


def test_a_picture_passes_as_it_is():
    found = picture(encoded(PNG))

    assert found is not None
    assert held(found.uri) == PNG
    assert (found.width, found.height) == (1, 1)


def test_line_breaks_in_the_text_do_no_harm():
    lines = base64.encodebytes(PNG).decode("ascii")

    assert "\n" in lines
    assert picture(lines) == picture(encoded(PNG))


def test_comments_profiles_and_what_follows_are_dropped():
    noisy = chunk(b"tEXt", b"Comment\0<script>") + chunk(b"iCCP", b"profile") + PIXELS
    data = SIGNATURE + header() + noisy + END + b"<script>a()</script>"

    found = picture(encoded(data))

    assert found is not None
    assert held(found.uri) == PNG


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"<svg onload='a()'></svg>",
        b"GIF89a",
        SIGNATURE,
        PNG[:-1],
        PNG[:40],
        SIGNATURE + PIXELS + header() + END,
        SIGNATURE + header() + END,
        SIGNATURE + header() + chunk(b"IDAT", b"x", check=0) + END,
        SIGNATURE + chunk(b"IHDR", b"\0" * 12) + PIXELS + END,
        SIGNATURE + header(0, 1) + PIXELS + END,
        SIGNATURE + header(2**31 - 1, 2**31 - 1) + PIXELS + END,
        SIGNATURE + header(5_001, 5_000) + PIXELS + END,
        SIGNATURE + header() + chunk(b"IDAT", b"\0" * MAX_BYTES) + END,
        SIGNATURE + struct.pack(">I4s", 2**32 - 1, b"IHDR") + b"\0" * 20,
    ],
)
def test_anything_else_is_no_picture(data):
    assert picture(encoded(data)) is None


@pytest.mark.parametrize("text", ["not base64!", "aa=a", "é", "A" * (2 * MAX_BYTES + 1)])
def test_text_that_holds_no_bytes_is_no_picture(text):
    assert picture(text) is None
