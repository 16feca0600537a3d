"""Sizes that cannot coincide, and sizes that do so on purpose."""

from __future__ import annotations

from itertools import combinations
from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tensorlib import AxisNameError, distinct_sizes, size_settings

name_lists = st.lists(
    st.sampled_from(["B", "T", "d", "h", "Tq", "Tk", "width"]), unique=True, max_size=6
)
seeds = st.integers(0, 2**32)


@given(name_lists, seeds)
def test_no_two_sizes_coincide_and_none_is_1(names, seed):
    sizes = distinct_sizes(names, seed=seed)
    counted = list(sizes.values())
    if {"d", "h"} <= set(names):
        assert sizes["d"] % sizes["h"] == 0
        counted.append(sizes["d"] // sizes["h"])

    assert list(sizes) == names
    assert len(set(counted)) == len(counted)
    assert 1 not in counted


@given(name_lists, seeds)
def test_no_product_of_sizes_is_another(names, seed):
    """Merging axes must not land on a size either; d is left out, as it is a product by itself."""
    sizes = [size for name, size in distinct_sizes(names, seed=seed).items() if name != "d"]
    products = [prod(group) for n in range(len(sizes) + 1) for group in combinations(sizes, n)]

    assert len(set(products)) == len(products)


def test_equal_seeds_draw_equal_sizes_and_others_do_not():
    drawn = [distinct_sizes("B T d h", seed=seed) for seed in range(10)]

    assert drawn == [distinct_sizes(["B", "T", "d", "h"], seed=seed) for seed in range(10)]
    assert len({tuple(sizes.values()) for sizes in drawn}) > 5
    assert distinct_sizes("B T d", seed=1) == {"B": 3, "T": 11, "d": 13}


def test_heads_in_groups_divide_heads_which_divide_the_width():
    sizes = distinct_sizes("B g h d", divides=[("g", "h"), ("h", "d")])
    quotients = (sizes["h"] // sizes["g"], sizes["d"] // sizes["h"])

    assert sizes["h"] % sizes["g"] == sizes["d"] % sizes["h"] == 0
    assert len({sizes["B"], *sizes.values(), *quotients}) == 6


def test_a_name_alone_divides_nothing():
    assert distinct_sizes("h")["h"] in (3, 5, 7)
    assert distinct_sizes("d", divides=[("h", "d")])["d"] in (3, 5, 7)
    assert distinct_sizes("") == {}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"names": "B B"}, "the name B stands for two axes"),
        ({"names": "B 3x"}, "'3x' is no name of an axis"),
        (
            {"names": "a b", "divides": [("a", "b"), ("b", "a")]},
            r"^distinct_sizes: axes \('a', 'b'\): some sizes would divide one another in a circle$",
        ),
        ({"names": "a", "divides": [("a", "a")]}, "in a circle"),
    ],
)
def test_names_that_are_refused(arguments, message):
    with pytest.raises(AxisNameError, match=message):
        distinct_sizes(**arguments)


def test_the_settings_of_two_names():
    settings = size_settings("B T")

    assert [(setting.kind, setting.label) for setting in settings] == [
        ("distinct", "none coincide"),
        ("coincident", "B = T"),
        ("lucky", "B = 1"),
        ("lucky", "T = 1"),
    ]


def test_every_setting_of_heads_is_what_its_label_says():
    settings = size_settings("B T d h", seed=3)

    assert len({setting.label for setting in settings}) == len(settings) == 14
    for setting in settings:
        assert setting.sizes["d"] % setting.sizes["h"] == 0
        if " = " in setting.label:
            left, right = setting.label.split(" = ")
            assert eval(left, dict(setting.sizes)) == eval(right, dict(setting.sizes))
    (alike,) = (setting.sizes for setting in settings if setting.label == "all coincide")
    assert alike["B"] == alike["T"] == alike["h"] == alike["d"] // alike["h"]


@given(name_lists, seeds)
def test_the_first_setting_alone_has_no_coincidence(names, seed):
    first, *others = size_settings(names, seed=seed)

    assert dict(first.sizes) == distinct_sizes(names, seed=seed)
    for setting in others:
        counted = list(setting.sizes.values())
        if {"d", "h"} <= set(names):
            counted.append(setting.sizes["d"] // setting.sizes["h"])
        assert 1 in counted or len(set(counted)) < len(counted)
        assert setting.kind != "lucky" or 1 in counted
