"""The formats by name, whatever names them, and the format of a result."""

from __future__ import annotations

from xml.etree import ElementTree

import ml_dtypes
import numpy as np
import pytest

from tensorlib import (
    FORMATS,
    FloatFormat,
    FormatMismatch,
    InvalidData,
    UnknownFormat,
    format_of,
    result_format,
)

NAMES = ["fp64", "fp32", "bf16", "fp16", "fp8_e4m3fn", "fp8_e5m2", "int8"]


def test_the_formats_are_these():
    assert list(FORMATS) == NAMES
    assert len(FORMATS) == 7
    assert all(known.name == name for name, known in FORMATS.items())


def test_what_each_format_gives_up():
    assert (FORMATS["fp32"].mantissa_bits, FORMATS["fp32"].exponent_bits) == (23, 8)
    assert (FORMATS["bf16"].mantissa_bits, FORMATS["bf16"].exponent_bits) == (7, 8)
    assert (FORMATS["fp16"].mantissa_bits, FORMATS["fp16"].exponent_bits) == (10, 5)
    assert FORMATS["fp16"].max == 65504
    assert [FORMATS[name].bytes for name in NAMES] == [8, 4, 2, 2, 1, 1, 1]


@pytest.mark.parametrize("name", ["fp23", "BF16", 16, None, ["fp32"]])
def test_an_unknown_name_lists_the_known_ones(name):
    with pytest.raises(UnknownFormat) as caught:
        FORMATS[name]
    assert caught.value == UnknownFormat(name, tuple(NAMES))
    assert str(caught.value).startswith("FORMATS: format ")
    assert isinstance(caught.value, KeyError)
    assert isinstance(caught.value, ValueError)


def test_the_text_of_an_unknown_format():
    with pytest.raises(UnknownFormat) as caught:
        format_of("fp23")
    assert str(caught.value) == (
        "format: format 'fp23' is none of 'fp64', 'fp32', 'bf16', 'fp16', 'fp8_e4m3fn', "
        "'fp8_e5m2', 'int8'"
    )


def test_formats_behave_as_a_mapping():
    assert "bf16" in FORMATS
    assert "fp23" not in FORMATS
    assert FORMATS.get("fp23") is None


@pytest.mark.parametrize(
    ("given", "name"),
    [
        ("bf16", "bf16"),
        (FORMATS["bf16"], "bf16"),
        ("bfloat16", "bf16"),
        ("torch.bfloat16", "bf16"),
        (np.dtype(ml_dtypes.bfloat16), "bf16"),
        (ml_dtypes.float8_e4m3fn, "fp8_e4m3fn"),
        (np.dtype(ml_dtypes.float8_e5m2), "fp8_e5m2"),
        (np.float16, "fp16"),
        (np.zeros(1).dtype, "fp64"),
        (np.int8, "int8"),
    ],
)
def test_whatever_names_a_format_finds_it(given, name):
    assert format_of(given) is FORMATS[name]


@pytest.mark.parametrize("given", [None, 16, float, np.uint8, "int16", object()])
def test_what_names_no_format(given):
    with pytest.raises(UnknownFormat, match=r"^format: format .* is none of 'fp64', "):
        format_of(given)


def test_a_format_of_ones_own_is_taken():
    tf32 = FloatFormat("tf32", exponent_bits=8, mantissa_bits=10)

    assert format_of(tf32) is tf32
    assert result_format(tf32, "fp16") is tf32
    assert result_format(tf32, "fp32").name == "fp32"


PROMOTIONS = {
    "neither of two 16-bit formats holds the other": (("bf16", "fp16"), (), "fp32"),
    "the wider of two": (("bf16", "fp32"), (), "fp32"),
    "a number without axes does not count": (("bf16",), ("fp32",), "bf16"),
    "nor does Python's float": (("bf16",), (1.0,), "bf16"),
    "nor does Python's integer": (("bf16",), (3,), "bf16"),
    "nor do wider numbers of the same kind": (("int8",), (300,), "int8"),
    "a float among integers counts": (("int8",), (1.0,), "fp32"),
    "with its own format": (("int8",), ("bf16",), "bf16"),
    "integers below floats": (("int8", "fp16"), (), "fp16"),
    "alone": (("int8",), (), "int8"),
    "numbers among themselves": ((), ("bf16", "fp16"), "fp32"),
    "a float beside an integer, both without axes": ((), (1, "bf16"), "bf16"),
    "fp8 in the one 16-bit format given": (("fp8_e4m3fn", "bf16"), (), "bf16"),
    "fp64 wins": (("fp64", "bf16", "int8"), (), "fp64"),
}


@pytest.mark.parametrize(("tensors", "scalars", "result"), PROMOTIONS.values(), ids=PROMOTIONS)
def test_the_format_of_a_result(tensors, scalars, result):
    assert result_format(*tensors, scalars=scalars).name == result
    assert result_format(*reversed(tensors), scalars=scalars).name == result


@pytest.mark.parametrize("wide", NAMES)
@pytest.mark.parametrize("narrow", ["bf16", "fp16", "fp8_e4m3fn", "fp8_e5m2", "int8"])
def test_a_format_that_wins_holds_every_number_of_the_other(wide, narrow):
    values = FORMATS[narrow].values_of(np.arange(2 ** FORMATS[narrow].bits))
    values = values[np.isfinite(values)]
    try:
        wins = result_format(wide, narrow).name == wide
    except FormatMismatch:
        wins = False

    assert wins == np.array_equal(FORMATS[wide].round(values), values)


@pytest.mark.parametrize(
    ("tensors", "message"),
    [
        (
            ("fp8_e4m3fn", "fp8_e5m2"),
            "result_format: formats 'fp8_e4m3fn' and 'fp8_e5m2' have no common format: "
            "convert one first",
        ),
        (
            ("int8", "fp8_e5m2", "int8"),
            "result_format: formats 'int8' and 'fp8_e5m2' have no common format: convert one first",
        ),
    ],
)
def test_two_formats_of_equal_width_are_no_choice(tensors, message):
    with pytest.raises(FormatMismatch) as caught:
        result_format(*tensors)
    assert str(caught.value) == message


def test_no_operand_has_no_format():
    with pytest.raises(InvalidData, match=r"^result_format: there is no operand$"):
        result_format()


def test_the_table_in_text_and_html():
    lines = str(FORMATS).splitlines()
    rows = [
        ["".join(cell.itertext()) for cell in row]
        for row in ElementTree.fromstring(FORMATS._repr_html_()).iter("tr")
    ]

    assert rows[3] == [
        *("bf16", "16", "8", "7", "3.3895e+38", "1.1755e-38", "9.1835e-41"),
        *("0.0078125", "256"),
    ]
    assert lines[3].split() == rows[3]
    assert rows[-1] == ["int8", "8", "0", "7", "127", "–", "1", "1", "127"]
    assert len(lines) == len(rows) == 8
