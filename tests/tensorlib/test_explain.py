"""Explanations in text and HTML, of accepted and of refused coordinates."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from hypothesis import given
from strategies import any_coordinates

from tensorlib import (
    IndexOutOfBounds,
    InvalidCoordinate,
    InvalidIndex,
    Layout,
    OffsetExplanation,
    RankMismatch,
    Tensor,
    TensorError,
    frozen_tensor,
)


def test_an_accepted_coordinate_step_by_step():
    explanation = frozen_tensor().explain((1, 0, 2))

    assert [term.contribution for term in explanation.terms] == [6, 0, 2]
    assert (explanation.offset, explanation.value, explanation.error) == (8, 32.0, None)
    assert str(explanation) == (
        "coordinate (1, 0, 2), shape (2, 2, 3), strides (6, 3, 1)\n"
        "axis 0: index 1 * stride 6 = 6\n"
        "axis 1: index 0 * stride 3 = 0\n"
        "axis 2: index 2 * stride 1 = 2\n"
        "offset = 6 + 0 + 2 = 8\n"
        "value = 32.0"
    )


def test_a_refused_coordinate_as_far_as_it_gets():
    explanation = frozen_tensor().explain((1, 2, 0))

    assert [term.contribution for term in explanation.terms] == [6]
    assert (explanation.offset, explanation.value) == (None, None)
    assert explanation.error == IndexOutOfBounds(axis=1, index=2, dimension=2)
    assert str(explanation) == (
        "coordinate (1, 2, 0), shape (2, 2, 3), strides (6, 3, 1)\n"
        "axis 0: index 1 * stride 6 = 6\n"
        "refused: offset: index 2 is out of bounds for axis 1 with size 2"
    )


@pytest.mark.parametrize(
    ("coordinate", "error", "terms"),
    [
        ((1, 0), RankMismatch(3, 2), 0),
        ((9, 9, 9, 9), RankMismatch(3, 4), 0),
        ((0, 0, 3), IndexOutOfBounds(2, 3, 3), 2),
        ((0, True, 0), InvalidIndex(1, True), 1),
        ("102", InvalidCoordinate("102"), 0),
        (5, InvalidCoordinate(5), 0),
    ],
)
def test_what_refuses_a_coordinate(coordinate, error, terms):
    explanation = frozen_tensor().explain(coordinate)

    assert explanation.error == error
    assert len(explanation.terms) == terms
    assert str(explanation).endswith(f"refused: offset: {error}")


@given(any_coordinates())
def test_an_explanation_tells_what_the_access_does(drawn):
    shape, coordinate = drawn
    size = Layout.row_major(shape).size
    tensor = Tensor(shape, [float(10 * offset) for offset in range(size)])
    explanation = tensor.explain(coordinate)

    if explanation.error is not None:
        with pytest.raises(TensorError) as caught:
            tensor.offset(coordinate)
        assert caught.value == explanation.error
        return
    offset = tensor.offset(coordinate)
    assert (explanation.offset, explanation.value) == (offset, 10.0 * offset)
    assert sum(term.contribution for term in explanation.terms) == offset
    assert explanation.unchecked_offset() == offset


# The two kinds of wrong: outside the buffer, and inside it at another element.
@pytest.mark.parametrize(
    ("coordinate", "offset"),
    [
        ((1, 2, 0), 1 * 6 + 2 * 3 + 0),
        ((0, 2, 0), 0 * 6 + 2 * 3 + 0),
        ((1, 0, 2), 8),
        ((0, -1, 0), -3),
        ((1, 0), None),
        ((1, True, 0), None),
        ("abc", None),
    ],
)
def test_what_the_arithmetic_would_give_unchecked(coordinate, offset):
    assert frozen_tensor().explain(coordinate).unchecked_offset() == offset


def test_unchecked_0_2_0_is_the_element_30():
    tensor = frozen_tensor()

    assert tensor.buffer[tensor.explain((0, 2, 0)).unchecked_offset()] == tensor[1, 0, 0] == 30.0


def test_a_base_offset_opens_the_sum():
    cells = memoryview(frozen_tensor().buffer)
    explanation = OffsetExplanation.of(Layout((2, 3), (3, 1), 6), cells, (1, 2))

    assert explanation.outcome() == ["offset = 6 + 3 + 2 = 11", "value = 42.0"]
    assert explanation.unchecked_offset() == 11


def test_a_scalar_has_no_sum():
    assert str(Tensor((), [7]).explain(())) == (
        "coordinate (), shape (), strides ()\noffset = 0\nvalue = 7.0"
    )


def test_numpy_indices_are_shown_as_integers():
    assert frozen_tensor().explain([1, 0, 2]) == frozen_tensor().explain((1, 0, 2))


def _table(explanation):
    root = ElementTree.fromstring(explanation._repr_html_())
    rows = [["".join(cell.itertext()) for cell in row] for row in root.iter("tr")]
    return root, rows, [paragraph.text for paragraph in root.iter("p")]


def test_html_is_a_table_with_headers_for_rows_and_columns():
    root, rows, outcome = _table(frozen_tensor().explain((1, 0, 2)))

    assert rows == [
        ["axis", "size", "index", "stride", "index × stride"],
        ["0", "2", "1", "6", "6"],
        ["1", "2", "0", "3", "0"],
        ["2", "3", "2", "1", "2"],
    ]
    assert outcome == ["offset = 6 + 0 + 2 = 8", "value = 32.0"]
    assert [header.get("scope") for header in root.iter("th")] == ["col"] * 5 + ["row"] * 3
    assert root.find("table/caption").text == "Coordinate (1, 0, 2), axis by axis"


def test_html_says_in_words_what_is_refused_and_what_is_not_looked_at():
    root, rows, outcome = _table(frozen_tensor().explain((1, 2, 0)))

    assert rows[2:] == [
        ["1", "2", "2", "3", "refused"],
        ["2", "3", "–", "1", "not looked at"],
    ]
    assert outcome == ["refused: offset: index 2 is out of bounds for axis 1 with size 2"]
    assert "color" not in ElementTree.tostring(root, encoding="unicode")


def test_html_of_a_wrong_rank_looks_at_no_axis():
    _, rows, outcome = _table(frozen_tensor().explain((1, 0)))

    assert [row[-1] for row in rows[1:]] == ["not looked at"] * 3
    assert outcome == ["refused: offset: the coordinate has length 2, the rank is 3"]


def test_html_escapes_what_was_given():
    html = frozen_tensor().explain("<script>&")._repr_html_()

    assert "<script" not in html
    assert "&lt;script&gt;&amp;" in html
