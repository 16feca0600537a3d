"""Which axis lands on which, and whether it does harm."""

from __future__ import annotations

import pytest

from tensorlib.meaning.landing import Landing, NamedShape, misplaced

SCORES = NamedShape("scores", ("B", "Tq", "Tk"), (4, 4, 4))


def test_what_an_operand_says_of_itself():
    operand = NamedShape("x", ("B", "1", None), (8, 1, 5))

    assert (operand.size_of("B"), operand.place_of("B")) == (8, -3)
    assert [operand.axis_text(place) for place in (-3, -2, -1)] == ["B=8", "1", "?=5"]
    assert str(operand) == "x (B=8, 1, ?=5)"
    assert operand.without_last(2) == NamedShape("x", ("B",), (8,))
    assert operand.without_last(0) == operand


def test_an_axis_that_meets_another():
    assert misplaced([SCORES, NamedShape("mask", ("B", "Tk"), (4, 4))]) == (
        Landing(
            operand="mask",
            axis="B",
            size=4,
            place=-2,
            onto="Tq",
            other="scores",
            other_size=4,
            misses=True,
            harmless=False,
        ),
    )


# The operand with fewer axes is said to land on the other, whichever comes first.
def test_the_larger_operand_is_the_reference():
    (landing,) = misplaced([NamedShape("mask", ("B", "Tk"), (4, 4)), SCORES])

    assert (landing.operand, landing.other) == ("mask", "scores")


@pytest.mark.parametrize(
    ("axes", "text"),
    [
        (("Tq",), "axis Tq of x lands on axis Tk of scores"),
        (("h", "1"), "axis h of x lands on axis Tq of scores"),
    ],
)
def test_the_text(axes, text):
    (landing,) = misplaced([SCORES, NamedShape("x", axes, (4,) * len(axes))])

    assert str(landing) == text


def test_an_axis_that_only_misses_its_own():
    column = NamedShape("column", ("N", "1"), (9, 1))
    unknown = NamedShape("unknown", ("N", None), (9, 9))
    row = NamedShape("row", ("N",), (9,))

    assert list(map(str, misplaced([column, row]))) == [
        "axis N of row lands on a size-1 axis of column and misses its axis N"
    ]
    assert list(map(str, misplaced([unknown, row]))) == [
        "axis N of row lands on an unnamed axis of unknown and misses its axis N"
    ]


@pytest.mark.parametrize(
    ("shapes", "harmless"),
    [
        (((4, 4), (4, 4)), False),
        (((4, 1), (4, 4)), False),  # y's T misses x's T, which has 4
        (((4, 4), (4, 1)), False),  # y's B has 4, lands on x's T, which has 4
        (((1, 4), (4, 1)), False),
        (((1, 4), (1, 4)), False),
        (((1, 1), (1, 1)), True),
    ],
)
def test_what_a_size_1_excuses(shapes, harmless):
    x, y = NamedShape("x", ("B", "T"), shapes[0]), NamedShape("y", ("T", "B"), shapes[1])

    assert all(landing.harmless for landing in misplaced([x, y])) is harmless


def test_what_does_harm_comes_first():
    x = NamedShape("x", ("a", "b"), (1, 3))
    y = NamedShape("y", ("c", "d"), (3, 3))

    assert [landing.axis for landing in misplaced([x, y])] == ["d", "c"]


def test_operands_in_their_places():
    assert misplaced([SCORES, NamedShape("mask", ("B", "1", "Tk"), (4, 1, 4))]) == ()
    assert misplaced([SCORES]) == misplaced([]) == ()
