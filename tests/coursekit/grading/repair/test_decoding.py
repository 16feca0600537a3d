"""From bytes to JSON data: encodings, and words for what is no notebook."""

from __future__ import annotations

import json
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coursekit.errors import NotebookError
from coursekit.grading.repair.decoding import decoded

TEXT = '{"cells": ["größer"]}'
DATA = {"cells": ["größer"]}


@pytest.mark.parametrize(
    ("encoding", "flags"),
    [
        ("utf-8", ()),
        ("utf-8-sig", ()),
        ("utf-16", ("mended: the file's text was UTF-16, not UTF-8",)),
        ("utf-16-be", ("mended: the file's text was UTF-16-BE, not UTF-8",)),
        ("utf-32", ("mended: the file's text was UTF-32, not UTF-8",)),
        ("cp1252", ("mended: the file's text was not UTF-8; it was read as Windows-1252",)),
    ],
)
def test_other_encodings_are_read_and_told(encoding: str, flags: tuple[str, ...]) -> None:
    read = decoded(TEXT.encode(encoding), "a.ipynb")
    assert (read.data, read.flags) == (DATA, flags)


@pytest.mark.parametrize(
    ("content", "what"),
    [
        (b"", "it is empty"),
        (b"\0" * 100, "it is empty"),
        (b"PK\x03\x04rest", "it is a zip archive"),
        (b"%PDF-1.7", "it is a PDF"),
        (b"\x1f\x8b\x08", "it is a gzip archive"),
        (b"\x89PNG\r\n", "it is a picture"),
        (b"\n<!DOCTYPE html>\n<title>Log in</title>", "it is a web page"),
        (b"<HTML>", "it is a web page"),
        (b"<?xml version='1.0'?>", "it is an XML document"),
        (b'{"cells": [', "it is not valid JSON"),
        (b"\x00\xff\x00\xfe", "it is not valid JSON"),
        (b"import numpy", "it is not valid JSON"),
        (b"[" * 200_000, "its data are nested too deeply"),
        (b'{"a":' * 200_000, "its data are nested too deeply"),
    ],
)
def test_what_it_is_instead_is_said(content: bytes, what: str) -> None:
    with pytest.raises(NotebookError) as caught:
        decoded(content, "a.ipynb")
    assert str(caught.value) == f"a.ipynb is not a notebook: {what}"
    assert caught.value.remedy == "hand in the notebook file itself, as JupyterLab saves it"


def test_doubled_keys_are_told() -> None:
    read = decoded(b'{"cells": [], "cells": [{"source": "", "source": ""}]}', "a.ipynb")
    assert read.data == {"cells": [{"source": ""}]}
    assert read.flags == ("mended: keys stood twice in the file (cells, source); the last counts",)


@pytest.mark.parametrize("text", ["NaN", "Infinity", "-Infinity", "9" * 5_000])
def test_numbers_that_mean_nothing_are_no_value(text: str) -> None:
    assert decoded(f'{{"a": {text}}}'.encode(), "a.ipynb").data == {"a": None}


@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(content: bytes) -> None:
    with suppress(NotebookError):
        decoded(content, "a.ipynb")


@given(st.recursive(st.none() | st.booleans() | st.integers(-9, 9) | st.text(), st.lists))
def test_json_is_read_as_it_is(data: object) -> None:
    content = json.dumps({"a": data}).encode()
    assert decoded(content, "a.ipynb").data == {"a": data}
