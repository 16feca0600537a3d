"""The explanation of the rule tells what the rule does, axis by axis."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import SIDES, outcome

from tensorlib import (
    AlignedAxis,
    InvalidShape,
    ShapeOverflow,
    Tensor,
    broadcast_shapes,
    explain_broadcast,
)


def test_axes_from_left_to_right_with_the_size_of_each_operand():
    """Aligned from the right: 8 1 6 1 over 7 1 5, which has no axis -4."""
    why = explain_broadcast((8, 1, 6, 1), (7, 1, 5))

    assert why.shape == (8, 7, 6, 5)
    assert why.error is None
    assert why.axes == (
        AlignedAxis(-4, (8, None), (8,)),
        AlignedAxis(-3, (1, 7), (7,)),
        AlignedAxis(-2, (6, 1), (6,)),
        AlignedAxis(-1, (1, 5), (5,)),
    )
    assert [axis.result for axis in why.axes] == [8, 7, 6, 5]
    assert [axis.stretched for axis in why.axes] == [(1,), (0,), (1,), (0,)]


REASONS = {
    "equal": (((5,), (5,)), "every size is 5"),
    "one operand": (((5,),), "every size is 5"),
    "ones": (((1,), (1,)), "every size is 1"),
    "one stretches": (((1,), (5,)), "operand 0 stretches from 1 to 5"),
    "two stretch": (((1,), (1,), (5,)), "operands 0 and 1 stretch from 1 to 5"),
    "three": (((1,), (1,), (5,), (1,)), "operands 0, 1 and 3 stretch from 1 to 5"),
    "to nothing": (((0,), (1,)), "operand 1 stretches from 1 to 0"),
    "absent": (((5,), ()), "operand 1 has no such axis and stretches to 5"),
    "two absent": (((), (5,), ()), "operands 0 and 2 have no such axis and stretch to 5"),
    "absent beside 1": (((1,), ()), "operand 1 has no such axis, which counts as 1"),
    "both ways": (
        ((1,), (), (0,)),
        "operand 0 stretches from 1 to 0; operand 1 has no such axis and stretches to 0",
    ),
    "conflict": (((7,), (5,)), "sizes 7 and 5 differ, and none of them is 1"),
    "of three": (((7,), (1,), (5,), (0,)), "sizes 7 and 5 and 0 differ, and none of them is 1"),
}


@pytest.mark.parametrize(("shapes", "reason"), REASONS.values(), ids=REASONS)
def test_the_reason_in_words(shapes, reason):
    (axis,) = explain_broadcast(*shapes).axes

    assert axis.reason == reason


def test_text_of_a_result():
    assert str(explain_broadcast((256,), (256, 1))) == (
        "axis        -2   -1\n"
        "operand 0    –  256\n"
        "operand 1  256    1\n"
        "result     256  256\n"
        "axis -2: operand 0 has no such axis and stretches to 256\n"
        "axis -1: operand 1 stretches from 1 to 256\n"
        "result of (256,) and (256, 1): shape (256, 256)"
    )


def test_text_of_a_refusal_shows_every_axis():
    assert str(explain_broadcast((3, 5, 7), (3, 5))) == (
        "axis       -3       -2       -1\n"
        "operand 0   3        5        7\n"
        "operand 1   –        3        5\n"
        "result      3  refused  refused\n"
        "axis -3: operand 1 has no such axis and stretches to 3\n"
        "axis -2: sizes 5 and 3 differ, and none of them is 1\n"
        "axis -1: sizes 7 and 5 differ, and none of them is 1\n"
        "refused: broadcast_shapes: shapes (3, 5, 7) and (3, 5) do not broadcast: "
        "axis -1 has sizes 7 and 5"
    )


def test_text_without_axes():
    assert str(explain_broadcast()) == "result of no operands: shape ()"
    assert str(explain_broadcast((), ())) == "result of () and (): shape ()"


def test_html_is_a_table_with_headers_for_operands_and_axes():
    root = ElementTree.fromstring(explain_broadcast((8, 1, 6), (7, 1))._repr_html_())

    table = root.find("table")
    assert table.find("caption").text == "Aligned from the right"
    head = [cell.text for cell in table.findall("thead/tr/th")]
    rows = [[cell.text for cell in row] for row in table.findall("tbody/tr")]
    assert head == ["axis", "-3", "-2", "-1"]
    assert rows == [
        ["operand 0", "8", "1 → 7", "6"],
        ["operand 1", "– → 8", "7", "1 → 6"],
        ["result", "8", "7", "6"],
    ]
    assert {cell.get("scope") for cell in table.iter("th")} == {"col", "row"}
    assert root.findall("p")[-1].text == "result of (8, 1, 6) and (7, 1): shape (8, 7, 6)"


def test_html_says_in_words_what_is_refused():
    html = explain_broadcast((0,), (3,))._repr_html_()

    assert ">refused</td>" in html
    assert "color" not in html
    assert "axis -1: sizes 0 and 3 differ, and none of them is 1" in html


def test_operands_may_be_tensors():
    assert explain_broadcast(Tensor.zeros((2, 3)), [3]).shapes == ((2, 3), (3,))


def test_a_result_too_large_is_explained():
    why = explain_broadcast((2**63, 1), (2,))

    assert why.shape is None
    assert isinstance(why.error, ShapeOverflow)
    assert [axis.result for axis in why.axes] == [2**63, 2]
    assert str(why).splitlines()[-1].startswith("refused: broadcast_shapes: shape (92233720")


def test_what_is_no_shape_cannot_be_explained():
    with pytest.raises(InvalidShape, match=r"^explain_broadcast: shape 3 is not a sequence"):
        explain_broadcast(3, (2, 3))


_few_sizes = st.lists(st.sampled_from(SIDES), max_size=3).map(tuple)


@given(st.lists(_few_sizes, max_size=4))
def test_the_explanation_ends_as_the_rule_does(shapes):
    why = explain_broadcast(*shapes)

    refused = [axis.axis for axis in why.axes if axis.result is None]
    if refused:
        assert why.error == outcome(broadcast_shapes, *shapes)
        assert why.error.axis == refused[-1]
        assert why.shape is None
    else:
        assert why.error is None
        assert why.shape == tuple(axis.result for axis in why.axes) == broadcast_shapes(*shapes)


@given(st.lists(_few_sizes, max_size=4))
def test_who_stretches_is_whose_size_is_not_the_results(shapes):
    why = explain_broadcast(*shapes)

    for axis in why.axes:
        for number, shape in enumerate(shapes):
            size = shape[axis.axis] if len(shape) >= -axis.axis else None
            assert axis.sizes[number] == size
            gives_way = axis.result not in (None, 1) and size in (None, 1)
            assert (number in axis.stretched) == gives_way
    ElementTree.fromstring(why._repr_html_())
