"""Functions with the bugs that sizes hide, at sizes that do and do not hide them."""

from __future__ import annotations

import math
from xml.etree import ElementTree

import numpy as np
import pytest

from tensorlib import InvalidData, SizeOutcome, Tensor, compare_sizes

RAISED, AGREED, DIFFERED = SizeOutcome.RAISED, SizeOutcome.AGREED, SizeOutcome.DIFFERED


def outcomes(report):
    return {run.setting.label: run.outcome for run in report.runs}


def scores_and_mask(sizes):
    rng = np.random.default_rng(0)
    batch, tokens = sizes["B"], sizes["T"]
    return rng.normal(size=(batch, tokens, tokens)), rng.normal(size=(batch, tokens))


def test_the_forgotten_axis_of_a_mask():
    """[B, T] lands on the queries unless B is 1; at T = 1 it makes a larger result."""
    report = compare_sizes(
        lambda scores, mask: scores + mask,
        lambda scores, mask: scores + mask[:, None, :],
        scores_and_mask,
        "B T",
    )

    assert outcomes(report) == {
        "none coincide": RAISED,
        "B = T": DIFFERED,
        "B = 1": AGREED,
        "T = 1": DIFFERED,
    }
    assert report.at_distinct_sizes is RAISED
    assert not report.is_right
    assert report.summary == (
        "it raises at sizes that cannot coincide, so a test there finds it; "
        "silently wrong at: B = T, T = 1; right by luck at: B = 1"
    )


def test_the_mask_of_queries_is_wrong_at_every_size_but_one():
    report = compare_sizes(
        lambda scores, mask: scores + mask[:, :, None],
        lambda scores, mask: scores + mask[:, None, :],
        scores_and_mask,
        "B T",
    )

    assert report.at_distinct_sizes is DIFFERED
    assert report.labels(AGREED) == ("T = 1",)
    assert report.summary == (
        "it is silently wrong even at sizes that cannot coincide, where only a comparison of "
        "values shows it; right by luck at: T = 1"
    )


def test_a_mask_for_three_axes_added_to_scores_with_heads():
    """[B, 1, T] on [B, h, T, T] lands on h: an error, or silent if B = h."""

    def make_inputs(sizes):
        batch, heads, tokens = sizes["B"], sizes["h"], sizes["T"]
        rng = np.random.default_rng(0)
        return rng.normal(size=(batch, heads, tokens, tokens)), rng.normal(size=(batch, tokens))

    report = compare_sizes(
        lambda scores, mask: scores + mask[:, None, :],
        lambda scores, mask: scores + mask[:, None, None, :],
        make_inputs,
        "B h T",
    )

    assert report.at_distinct_sizes is RAISED
    assert outcomes(report)["B = h"] is DIFFERED
    assert outcomes(report)["B = T"] is RAISED
    assert outcomes(report)["B = 1"] is AGREED


def values(sizes):
    return (np.random.default_rng(0).normal(size=(sizes["B"], sizes["T"], sizes["d"])),)


def test_a_mean_over_the_wrong_axis():
    report = compare_sizes(lambda x: x.mean(0), lambda x: x.mean(1), values, "B T d")

    assert report.at_distinct_sizes is DIFFERED
    detail = report.runs[0].detail
    sizes = report.runs[0].setting.sizes
    assert detail == (
        f"the shape is ({sizes['T']}, {sizes['d']}), not ({sizes['B']}, {sizes['d']})"
    )
    assert outcomes(report)["B = T"] is DIFFERED


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        (lambda x: x - x.mean(0), lambda x: x - x.mean(1, keepdims=True)),
        (lambda x: x - x.mean(0, keepdims=True), lambda x: x - x.mean(1, keepdims=True)),
        (
            lambda x: x.reshape(x.shape[1], x.shape[0], x.shape[2]),
            lambda x: x.transpose(1, 0, 2),
        ),
    ],
    ids=["leading axis", "keepdims", "reshape for transpose"],
)
def test_what_sizes_that_cannot_coincide_do_not_make_loud(wrong, right):
    report = compare_sizes(wrong, right, values, "B T d")

    assert report.at_distinct_sizes is DIFFERED
    assert "largest difference" in report.runs[0].detail


def test_one_head_hides_a_reshape_in_place_of_a_transpose():
    def make_inputs(sizes):
        x = np.random.default_rng(0).normal(size=(sizes["B"], sizes["T"], sizes["d"]))
        return x, sizes["h"]

    def split(x, heads):
        return x.reshape(*x.shape[:2], heads, -1).transpose(0, 2, 1, 3)

    def split_by_reshape(x, heads):
        return x.reshape(x.shape[0], heads, x.shape[1], -1)

    report = compare_sizes(split_by_reshape, split, make_inputs, "B T d h")

    assert report.labels(AGREED) == ("T = 1", "h = 1")
    assert report.labels(RAISED) == ()
    assert compare_sizes(split, split, make_inputs, "B T d h").is_right


def test_a_function_that_is_right():
    report = compare_sizes(lambda x: x.sum(1), lambda x: np.einsum("btd->bd", x), values, "B T d")

    assert report.is_right
    assert report.summary == "it agrees at all these sizes"
    assert report.labels(AGREED) == tuple(run.setting.label for run in report.runs)


def test_a_function_that_squeezes_is_right_except_at_size_1():
    report = compare_sizes(lambda x: x.squeeze(), lambda x: x, values, "B T d")

    assert report.at_distinct_sizes is AGREED
    assert report.labels(DIFFERED) == ("B = 1", "T = 1", "d = 1")
    assert report.summary == (
        "it agrees at sizes that cannot coincide, but not at all others; "
        "silently wrong at: B = 1, T = 1, d = 1; raises at: none of these sizes"
    )


def test_results_are_compared_as_values_to_a_tolerance():
    def shifted(by):
        return compare_sizes(lambda x: x + by, lambda x: x, values, "B T d")

    assert shifted(1e-12).is_right
    assert shifted(1e-6).labels(AGREED) == ()
    assert compare_sizes(lambda x: x + 1e-6, lambda x: x, values, "B T d", tolerance=1e-3).is_right


def test_a_result_of_noughts_has_no_tolerance():
    assert not compare_sizes(lambda x: 0 * x + 1e-300, lambda x: 0 * x, values, "B T d").is_right


def test_infinities_and_nans_agree_with_their_like_only():
    def put(value):
        def function(x):
            x[0, 0, 0] = value
            return x

        return function

    for value in (math.inf, math.nan):
        assert compare_sizes(put(value), put(value), values, "B T d").is_right
        report = compare_sizes(put(value), put(0.0), values, "B T d")
        assert report.labels(AGREED) == ()
        size = math.prod(report.runs[0].setting.sizes.values())
        assert report.runs[0].detail == f"1 of {size} values are infinite or NaN on one side"


def test_each_side_gets_a_copy_of_its_own():
    kept = []

    def in_place(x):
        kept.append(x)
        x *= 2
        return x

    report = compare_sizes(in_place, lambda x: 2 * x, values, "B T d")

    assert report.is_right
    assert len(kept) == len(report.runs)


def test_tensors_are_compared_too():
    def tensors(sizes):
        return [Tensor.from_array(array) for array in values(sizes)]

    report = compare_sizes(lambda x: x.mean(axis=0), lambda x: x.mean(axis=1), tensors, "B T d")
    assert report.at_distinct_sizes is DIFFERED


def test_errors_are_told_by_class_and_first_line():
    def fail(x):
        raise ValueError("one\ntwo")

    report = compare_sizes(fail, lambda x: x, values, "B T d")

    assert {run.outcome for run in report.runs} == {RAISED}
    assert {run.detail for run in report.runs} == {"ValueError: one"}
    assert report.summary.endswith(
        "silently wrong at: none of these sizes; right by luck at: none of these sizes"
    )


def test_a_result_that_holds_no_numbers_is_an_error_of_the_function():
    report = compare_sizes(lambda x: None, lambda x: x, values, "B T d")

    assert report.runs[0].detail == (
        "InvalidData: compare_sizes: value None at position 0 is a NoneType, not a real number"
    )


def test_an_error_of_the_reference_is_raised():
    def fail(x):
        raise KeyError("reference")

    with pytest.raises(KeyError, match="reference"):
        compare_sizes(lambda x: x, fail, values, "B T d")
    with pytest.raises(
        InvalidData, match=r"^compare_sizes: value None at position 0 is a NoneType"
    ):
        compare_sizes(lambda x: x, lambda x: None, values, "B T d")


def test_the_report_in_text_and_html():
    report = compare_sizes(lambda x: x.sum(0), lambda x: x.sum(1), values, "B T d")
    lines = str(report).splitlines()
    root = ElementTree.fromstring(report._repr_html_())
    rows = [["".join(cell.itertext()) for cell in row] for row in root.iter("tr")]

    assert rows[0] == ["sizes", "bound to", "outcome", "what happened"]
    assert rows[1] == [
        "none coincide",
        "B=11, T=7, d=13",
        "silently differed",
        "the shape is (7, 13), not (11, 13)",
    ]
    assert lines[0] == (
        "none coincide (B=11, T=7, d=13): silently differed: the shape is (7, 13), not (11, 13)"
    )
    assert root.find("p").text == lines[-1] == report.summary
    assert len(lines) == len(rows) == len(report.runs) + 1
