"""Verdicts: the known table, the exact texts, and an oracle that follows every element."""

from __future__ import annotations

import numpy as np
import pytest
from axis_oracle import (
    all_operands,
    all_sizes,
    coordinates,
    expected_kind,
    is_right,
    runs,
    shape_of,
)
from hypothesis import given, settings
from hypothesis import strategies as st

from tensorlib import (
    CORRECT,
    CORRECT_BY_LUCK,
    RAISES,
    SILENTLY_WRONG,
    AxisNameError,
    BroadcastError,
    InvalidSize,
    NamedShape,
    ShapeOverflow,
    check_axes,
)
from tensorlib.meaning.check import judge
from tensorlib.meaning.names import names_of, prime_sizes

SCORES, HEADS = "B Tq Tk", "B h Tq Tk"


# The mask of sequence b is meant for the keys of sequence b. Aligned from the right, (B, T) is
# (1, B, T): B stands where the queries are. With heads, (B, 1, T) is (1, B, 1, T): B stands
# where the heads are.
@pytest.mark.parametrize(
    ("scores", "mask", "sizes", "kind"),
    [
        (SCORES, "B Tk", {"B": 8, "Tq": 16, "Tk": 16}, RAISES),
        (SCORES, "B Tk", {"B": 16, "Tq": 16, "Tk": 16}, SILENTLY_WRONG),
        (SCORES, "B Tk", {"B": 1, "Tq": 16, "Tk": 16}, CORRECT_BY_LUCK),
        (SCORES, "B 1 Tk", {"B": 8, "Tq": 16, "Tk": 16}, CORRECT),
        (SCORES, "B 1 Tk", {"B": 16, "Tq": 16, "Tk": 16}, CORRECT),
        (SCORES, "B 1 Tk", {"B": 1, "Tq": 16, "Tk": 16}, CORRECT),
        (SCORES, "B Tk 1", {"B": 8, "Tq": 16, "Tk": 16}, SILENTLY_WRONG),
        (SCORES, "B Tk 1", {"B": 16, "Tq": 16, "Tk": 16}, SILENTLY_WRONG),
        (SCORES, "B Tk 1", {"B": 1, "Tq": 16, "Tk": 16}, SILENTLY_WRONG),
        (SCORES, "B Tk 1", {"B": 1, "Tq": 1, "Tk": 1}, CORRECT_BY_LUCK),
        (HEADS, "B 1 Tk", {"B": 2, "h": 4, "Tq": 16, "Tk": 16}, RAISES),
        (HEADS, "B 1 Tk", {"B": 4, "h": 4, "Tq": 16, "Tk": 16}, SILENTLY_WRONG),
        (HEADS, "B 1 Tk", {"B": 1, "h": 4, "Tq": 16, "Tk": 16}, CORRECT_BY_LUCK),
        (HEADS, "B 1 1 Tk", {"B": 4, "h": 4, "Tq": 16, "Tk": 16}, CORRECT),
        (HEADS, "B 1 1 Tk", {"B": 2, "h": 4, "Tq": 16, "Tk": 16}, CORRECT),
        (HEADS, "B 1 Tk 1", {"B": 2, "h": 4, "Tq": 16, "Tk": 16}, SILENTLY_WRONG),
    ],
)
def test_a_padding_mask_on_attention_scores(scores, mask, sizes, kind):
    assert check_axes({"scores": scores, "mask": mask}, **sizes) == kind


def test_a_mask_that_is_silently_wrong():
    verdict = check_axes({"scores": SCORES, "mask": "B Tk"}, B=16, Tq=16, Tk=16)

    assert (verdict.operand, verdict.axis, verdict.onto) == ("mask", "B", "Tq")
    assert (verdict.result, verdict.shape) == (("B", "Tq", "Tk"), (16, 16, 16))
    assert verdict.error is None
    assert verdict.raises_at == {"B": 3, "Tq": 5, "Tk": 7}
    assert verdict.silent_at == {"B": 3, "Tq": 3, "Tk": 5}
    assert verdict.right == ("mask[:, None, :]",)
    assert str(verdict) == (
        "SILENTLY_WRONG: axis B of mask lands on axis Tq of scores; both have size 16, so it runs\n"
        "axis      -3          -2     -1\n"
        "scores  B=16       Tq=16  Tk=16\n"
        "mask       –  B=16 on Tq  Tk=16\n"
        "result  B=16       Tq=16  Tk=16\n"
        "raises at sizes B=3, Tq=5, Tk=7\n"
        "right at every size: mask[:, None, :]"
    )


def test_a_mask_that_raises():
    verdict = check_axes({"scores": SCORES, "mask": "B Tk"}, B=8, Tq=16, Tk=16)

    assert verdict.error == BroadcastError(((8, 16, 16), (8, 16)), -2, (16, 8))
    assert (verdict.result, verdict.shape) == ((), None)
    assert str(verdict) == (
        "RAISES: axis B of mask lands on axis Tq of scores, and sizes 8 and 16 differ\n"
        "axis     -3         -2     -1\n"
        "scores  B=8      Tq=16  Tk=16\n"
        "mask      –  B=8 on Tq  Tk=16\n"
        "silently wrong at sizes B=3, Tq=3, Tk=5\n"
        "right at every size: mask[:, None, :]"
    )


def test_a_mask_that_is_right_by_luck():
    verdict = check_axes({"scores": SCORES, "mask": "B Tk"}, B=1, Tq=16, Tk=16)

    assert verdict.reason == (
        "axis B of mask lands on axis Tq of scores; it is right only because axis B has size 1"
    )
    assert verdict.advice() == [
        "raises at sizes B=3, Tq=5, Tk=7",
        "silently wrong at sizes B=3, Tq=3, Tk=5",
        "right at every size: mask[:, None, :]",
    ]


def test_a_mask_that_is_right():
    verdict = check_axes({"scores": SCORES, "mask": "B 1 Tk"}, B=16, Tq=16, Tk=16)

    assert (verdict.operand, verdict.axis, verdict.onto) == (None, None, None)
    assert (verdict.landings, verdict.right) == ((), ())
    assert (verdict.raises_at, verdict.silent_at) == (None, None)
    assert str(verdict) == (
        "CORRECT: every axis lands on its own, at every size\n"
        "axis      -3     -2     -1\n"
        "scores  B=16  Tq=16  Tk=16\n"
        "mask    B=16      1  Tk=16\n"
        "result  B=16  Tq=16  Tk=16"
    )


# One sequence attends to itself, so Tq = Tk always: then no sizes show that the mask is on the
# queries.
def test_a_mask_over_queries_raises_at_no_sizes_if_both_are_one_sequence():
    axes = {"scores": SCORES, "mask": "B Tk 1"}
    sizes = {"B": 8, "Tq": 16, "Tk": 16}

    assert check_axes(axes, **sizes).raises_at == {"B": 3, "Tq": 5, "Tk": 7}
    tied = check_axes(axes, "Tq Tk", **sizes)
    assert (tied, tied.raises_at) == (SILENTLY_WRONG, None)
    assert tied.right == ("mask[:, None, :, 0]",)
    assert "raises at no sizes: only names or a test of values can tell" in tied.advice()


@pytest.mark.parametrize(
    ("size", "kind", "reason"),
    [
        (256, SILENTLY_WRONG, "a size 1 stretches, so it runs"),
        (1, CORRECT_BY_LUCK, "it is right only because axis N has size 1"),
    ],
)
def test_predictions_minus_targets_in_a_column(size, kind, reason):
    verdict = check_axes({"pred": "N", "target": "N 1"}, N=size)

    assert verdict == kind
    assert verdict.shape == (size, size)
    assert verdict.reason == (
        f"axis N of pred lands on a size-1 axis of target and misses its axis N; {reason}"
    )
    assert (verdict.raises_at, verdict.silent_at) == (None, {"N": 3})
    assert verdict.right == ("target[:, 0]",)


def test_two_results_of_which_one_is_reduced_over_the_wrong_axis():
    axes = {"right": "B d", "wrong": "T d"}

    assert check_axes(axes, B=16, T=16, d=64) == SILENTLY_WRONG
    assert check_axes(axes, B=3, T=5, d=7) == RAISES


# (3, 5, 7) and (3, 5) conflict on the last axis, 7 against 5.
def test_the_control_raises():
    verdict = check_axes({"x": "B T d", "y": "B T"}, B=3, T=5, d=7)

    assert verdict == RAISES
    assert verdict.error == BroadcastError(((3, 5, 7), (3, 5)), -1, (7, 5))
    assert verdict.reason == "axis T of y lands on axis d of x, and sizes 5 and 7 differ"
    assert verdict.right == ("y[:, :, None]",)


@pytest.mark.parametrize(
    ("axes", "sizes", "kind"),
    [
        ({"x": "B T d", "bias": "d"}, {"B": 2, "T": 2, "d": 2}, CORRECT),
        ({"x": "x", "y": "y"}, {"x": 4, "y": 4}, SILENTLY_WRONG),
        ({"x": "x", "y": "y"}, {"x": 4, "y": 5}, RAISES),
        ({"x": "x 1", "y": "y"}, {"x": 4, "y": 4}, CORRECT),  # asked for, and spelt out
        ({"x": "B T d"}, {"B": 1, "T": 2, "d": 3}, CORRECT),
        ({"x": "B T", "scalar": ""}, {"B": 1, "T": 2}, CORRECT),
        ({}, {}, CORRECT),
        ({"x": "B T", "y": "T B"}, {"B": 3, "T": 3}, SILENTLY_WRONG),
        ({"x": "B T", "y": "T B"}, {"B": 1, "T": 1}, CORRECT_BY_LUCK),
        ({"x": "B T", "y": "T B"}, {"B": 1, "T": 3}, SILENTLY_WRONG),
    ],
)
def test_other_operations(axes, sizes, kind):
    assert check_axes(axes, **sizes) == kind


def test_nothing_that_could_be_wrong_is_right_by_luck():
    verdict = check_axes({"scores": SCORES, "mask": "B Tk"}, B=0, Tq=0, Tk=5)

    assert verdict == CORRECT_BY_LUCK
    assert verdict.reason.endswith("it is right only because there is no element")


def test_an_empty_result_of_another_shape_is_wrong():
    assert check_axes({"x": "x", "y": "y"}, x=0, y=0) == SILENTLY_WRONG


def test_a_result_too_large_for_any_count_raises():
    verdict = check_axes({"x": "a b"}, a=2**40, b=2**40)

    assert (verdict, verdict.error) == (RAISES, ShapeOverflow())
    assert verdict.reason == (
        "broadcast_shapes: shape (1099511627776, 1099511627776): "
        "1099511627776 * 1099511627776 is more than 18446744073709551615"
    )


def test_several_operands_and_several_mistakes():
    verdict = check_axes({"a": "B T d", "b": "T d", "c": "B d"}, B=4, T=4, d=4)

    assert [str(landing) for landing in verdict.landings] == [
        "axis B of c lands on axis T of a",
        "axis B of c lands on axis T of b",
    ]
    assert verdict.right == ("c[:, None, :]",)


@given(all_operands, all_sizes)
@settings(max_examples=300)
def test_the_verdict_is_what_the_elements_say(operands, sizes):
    verdict = check_axes(operands, **sizes)

    assert verdict == expected_kind(operands, sizes)
    if verdict.kind != RAISES:
        shapes = [shape_of(axes, sizes) for axes in operands.values()]
        assert verdict.shape == np.broadcast_shapes(*shapes)
    assert (verdict == CORRECT) <= (not verdict.landings)


@pytest.mark.parametrize("kind", [RAISES, CORRECT, CORRECT_BY_LUCK, SILENTLY_WRONG])
def test_the_oracle_gives_every_kind(kind):
    tables = {"two": {"x": ("a", "b"), "y": ("a",)}, "one": {"x": ("a", "b"), "y": ("b",)}}
    sizes = [{"a": 2, "b": 3}, {"a": 2, "b": 2}, {"a": 1, "b": 2}]

    assert kind in {expected_kind(axes, bound) for axes in tables.values() for bound in sizes}


@given(all_operands, all_sizes)
@settings(max_examples=200)
def test_the_sizes_that_a_verdict_names_do_what_it_says(operands, sizes):
    verdict = check_axes(operands, **sizes)

    if verdict.raises_at is not None:
        assert not runs(operands, verdict.raises_at)
        assert len(set(verdict.raises_at.values())) == len(verdict.raises_at)
    if verdict.silent_at is not None:
        assert expected_kind(operands, verdict.silent_at) == "SILENTLY_WRONG"
    assert (verdict.landings == ()) == (verdict.silent_at is None)
    assert (verdict == SILENTLY_WRONG) <= (verdict.silent_at is not None)


@given(all_operands, all_sizes)
@settings(max_examples=300)
def test_the_spelling_that_a_verdict_calls_right_is_right(operands, sizes):
    verdict = check_axes(operands, **sizes)
    apart = prime_sizes(name for axes in operands.values() for name in names_of(axes))
    spelt = {text.partition("[")[0].partition(".")[0]: text for text in verdict.right}
    maps = [
        {
            name: eval(spelt.get(label, label), {label: grid})
            for name, grid in coordinates(axes, apart).items()
        }
        for label, axes in operands.items()
    ]

    if verdict.right or verdict == CORRECT:
        assert is_right(maps, apart)


def test_no_spelling_is_right_where_no_operand_has_all_axes():
    assert check_axes({"x": "x", "y": "y"}, x=4, y=4).right == ()


@pytest.mark.parametrize("axes", ["B 1 Tk", ["B", "1", "Tk"], ("B", 1, "Tk")])
def test_axes_are_a_text_or_a_sequence(axes):
    assert check_axes({"scores": SCORES, "mask": axes}, B=2, Tq=2, Tk=2) == CORRECT


@pytest.mark.parametrize(
    ("axes", "sizes", "error", "message"),
    [
        (
            {"scores": "B T T"},
            {"B": 1, "T": 1},
            AxisNameError,
            "check_axes: axes 'B T T': the name T stands for two axes; tell them apart, "
            "as Tq and Tk",
        ),
        (
            {"x": "B 3"},
            {"B": 1},
            AxisNameError,
            "check_axes: axes 'B 3': '3' is no name of an axis",
        ),
        (
            {"x": "B T"},
            {"B": 1},
            AxisNameError,
            "check_axes: axes ('B', 'T'): axis T has no size",
        ),
        ({"x": "B"}, {"B": -1}, InvalidSize, "check_axes: B = -1 is less than 0"),
        ({"x": "B"}, {"B": 1.5}, InvalidSize, "check_axes: B = 1.5 is a float, not an integer"),
        (
            {"x": "B"},
            {"B": 2, "tied": "B T"},
            InvalidSize,
            "check_axes: tied = 'B T' is a str, not an integer",
        ),
        (
            {"x": 5},
            {},
            AxisNameError,
            "check_axes: axes 5: this is no text and no sequence of names",
        ),
    ],
)
def test_what_is_no_question(axes, sizes, error, message):
    with pytest.raises(error) as caught:
        check_axes(axes, **sizes)

    assert str(caught.value) == message


def test_tied_axes_have_one_size():
    message = r"^check_axes: axes \('Tq', 'Tk'\): tied axes have different sizes: Tq=3, Tk=4$"
    with pytest.raises(AxisNameError, match=message):
        check_axes({"x": "Tq Tk"}, ["Tq Tk"], Tq=3, Tk=4)


def test_axes_can_have_any_name():
    assert check_axes({"tied": "operands tied"}, operands=2, tied=3) == CORRECT


def test_sizes_of_other_names_do_not_matter():
    assert check_axes({"x": "B"}, B=3, h=4) == CORRECT


# Nothing is known of the second operand's first axis, so nothing is held against it.
def test_an_unknown_axis_is_not_held_against_anybody():
    x = NamedShape("x", ("B", "T"), (4, 4))

    assert judge([x, NamedShape("y", (None, "T"), (4, 4))]).kind == CORRECT
    verdict = judge([x, NamedShape("y", (None, "B"), (4, 4))])
    assert verdict.kind == SILENTLY_WRONG
    assert (verdict.raises_at, verdict.silent_at, verdict.right) == (None, None, ())
    assert verdict.advice() == []


@given(st.permutations(["B", "T", "d"]))
def test_the_order_of_equal_operands_does_not_matter(order):
    axes = " ".join(order)

    assert check_axes({"x": axes, "y": axes}, B=2, T=2, d=2) == CORRECT
