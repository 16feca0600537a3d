"""What is suspicious about a broadcast, and what is not."""

from __future__ import annotations

from math import prod

import numpy as np
import pytest
from axis_oracle import all_operands, all_sizes, expected_kind, runs, shape_of
from hypothesis import given, settings

from tensorlib import NamedShape, Suspicion, check_axes
from tensorlib.watch.findings import finding, product_finding


def _operands(given_axes, sizes):
    return [
        NamedShape(label, tuple(axes), shape_of(axes, sizes)) for label, axes in given_axes.items()
    ]


def _unknown(*shapes):
    return [NamedShape(f"x{n}", (None,) * len(shape), shape) for n, shape in enumerate(shapes)]


def _suspicions(found):
    return set() if found is None else set(found.suspicions)


@given(all_operands, all_sizes)
@settings(max_examples=200)
def test_names_are_judged_as_check_axes_does(operands, sizes):
    found = finding(_operands(operands, sizes), sizes)
    kind = expected_kind({label: axes for label, axes in operands.items() if axes}, sizes)
    by_name = _suspicions(found) - {Suspicion.STRETCHES_BOTH, Suspicion.PROMOTES_RANK}

    if kind in ("RAISES", "CORRECT"):
        assert by_name == set()
    elif kind == "CORRECT_BY_LUCK" and 0 not in sizes.values():
        assert by_name == {Suspicion.LUCK}
    elif kind == "SILENTLY_WRONG":
        assert len(by_name) == 1
        assert by_name <= {Suspicion.ONE_SIZE, Suspicion.MISSES}
    if found is not None:
        assert found.is_right <= (kind == "CORRECT")


@given(all_operands, all_sizes)
@settings(max_examples=200)
def test_shapes_are_judged_whatever_the_names(operands, sizes):
    shapes = [shape_of(axes, sizes) for axes in operands.values()]
    found = _suspicions(finding(_unknown(*shapes), {}))
    if not runs(operands, sizes):
        assert found == set()
        return
    result = np.broadcast_shapes(*shapes)
    more = [shape for shape in shapes if prod(shape) != 1]
    whole = [(1,) * (len(result) - len(shape)) + shape == result for shape in more]

    assert (Suspicion.STRETCHES_BOTH in found) == (len(more) > 1 and not any(whole))
    assert (Suspicion.PROMOTES_RANK in found) == (len(set(map(len, more))) > 1)


@pytest.mark.parametrize(
    ("shapes", "reasons"),
    [
        (
            [(16, 16, 16), (16, 16)],
            ("the rank grows: (16, 16) gets 1 new axis on its left; size 16 is that of B and T",),
        ),
        ([(2, 3, 5), (5,)], ("the rank grows: (5,) gets 2 new axes on its left",)),
        (
            [(256,), (256, 1)],
            (
                "both operands stretch: (256,) and (256, 1) make (256, 256)",
                "the rank grows: (256,) gets 1 new axis on its left",
            ),
        ),
        ([(4, 1), (1, 5)], ("both operands stretch: (4, 1) and (1, 5) make (4, 5)",)),
    ],
)
def test_the_reasons_by_shape(shapes, reasons):
    assert finding(_unknown(*shapes), {"B": 16, "T": 16, "d": 5}).reasons == reasons


@pytest.mark.parametrize(
    "shapes",
    [
        [(3, 5), (3, 5)],
        [(3, 5), (3, 1)],
        [(3, 5), ()],
        [(3, 5), (1,)],
        [(3, 5), (1, 1)],
        [(3, 1), (1, 1, 1)],
        [(3, 5)],
        [(3, 5), (4, 5)],
        [()],
    ],
)
def test_what_is_not_suspicious_by_shape(shapes):
    assert finding(_unknown(*shapes), {}) is None


def test_a_bias_whose_axis_lands_on_its_own_is_not_suspicious():
    sizes = {"B": 2, "T": 3, "d": 4}

    assert finding(_operands({"x": ["B", "T", "d"], "bias": ["d"]}, sizes), sizes) is None


# Names alone would let the table "x y" pass: nothing but the stretching tells.
def test_an_outer_product_is_told_of_though_it_is_right():
    found = finding(_operands({"x": ["x", "1"], "y": ["y"]}, {"x": 3, "y": 4}), {})

    assert found.suspicions == (Suspicion.STRETCHES_BOTH,)
    assert found.is_right
    assert check_axes({"x": "x 1", "y": "y"}, x=3, y=4) == found.verdict.kind


CORES = (("n", "k"), ("k", "m"))


@pytest.mark.parametrize(
    ("left", "right", "reasons"),
    [
        (("T", "d"), ("d", "k"), None),
        (("B", "T", "d"), ("B", "d", "T"), None),
        (("T", "d"), ("d", None), None),
        (("T", None), ("d", "k"), None),
        (
            ("T", "d"),
            ("T", "k"),
            ("two names, one size: axis d of x meets axis T of y; both have size 4, so it runs",),
        ),
        (
            ("h", "T", "d"),
            ("B", "d", "k"),
            (
                "two names, one size: axis B of y lands on axis h of x; both have size 4, "
                "so it runs",
            ),
        ),
    ],
)
def test_products(left, right, reasons):
    operands = [
        NamedShape(label, axes, (4,) * len(axes)) for label, axes in (("x", left), ("y", right))
    ]
    found = product_finding(operands, CORES, {})

    assert (found and found.reasons) == reasons
    assert found is None or not found.is_right


def test_axes_of_different_sizes_are_numpys_to_refuse():
    operands = [NamedShape("x", ("T", "d"), (4, 4)), NamedShape("y", ("T", "k"), (5, 5))]

    assert product_finding(operands, CORES, {}) is None
