"""Names of axes, and the sizes that are given to them."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tensorlib.errors import AxisNameError
from tensorlib.meaning.names import as_names, bindings_text, bound_shape, names_of, prime_sizes

some_names = st.lists(st.sampled_from(["B", "T", "d", "h", "Tq", "Tk"]), unique=True)


@pytest.mark.parametrize(
    ("given_axes", "axes"),
    [
        ("B 1 Tk", ("B", "1", "Tk")),
        ("  B   Tk ", ("B", "Tk")),
        ("", ()),
        ([], ()),
        (("B", 1, "1"), ("B", "1", "1")),
        ("größe _x", ("größe", "_x")),
    ],
)
def test_how_axes_are_written(given_axes, axes):
    assert as_names(given_axes, "example") == axes


@pytest.mark.parametrize(
    ("given_axes", "message"),
    [
        ("B,T", "axes 'B,T': 'B,T' is no name of an axis"),
        ("B ...", "axes 'B ...': '...' is no name of an axis"),
        ("B 2", "axes 'B 2': '2' is no name of an axis"),
        (["B", 2], "axes ('B', 2): 2 is no name of an axis"),
        (["B", True], "axes ('B', True): True is no name of an axis"),
        (["B", None], "axes ('B', None): None is no name of an axis"),
        ("T T", "axes 'T T': the name T stands for two axes; tell them apart, as Tq and Tk"),
        (None, "axes None: this is no text and no sequence of names"),
        ({"B"}, "axes <set>: this is no text and no sequence of names"),
    ],
)
def test_what_is_no_axis(given_axes, message):
    with pytest.raises(AxisNameError) as caught:
        as_names(given_axes, "example")

    assert str(caught.value) == f"example: {message}"


@given(some_names)
def test_text_and_sequence_are_the_same(names):
    assert as_names(" ".join(names), "example") == as_names(names, "example") == tuple(names)
    assert names_of([*names, "1", None]) == tuple(names)


def test_a_shape_has_the_size_of_each_name():
    assert bound_shape(("B", "1", "Tk"), {"B": 8, "Tk": 0, "h": 3}, "example") == (8, 1, 0)


def test_a_name_without_a_size():
    with pytest.raises(AxisNameError, match=r"^example: axes \('B',\): axis B has no size$"):
        bound_shape(("B",), {"T": 3}, "example")


@given(some_names)
def test_no_size_coincides_with_another_or_a_product_of_others(names):
    sizes = prime_sizes(names)

    assert list(sizes) == names
    assert all(size > 1 and all(size % n for n in range(2, size)) for size in sizes.values())
    assert all(one != other for one, other in combinations(sizes.values(), 2))


def test_the_first_sizes_are_odd_primes():
    assert prime_sizes(["B", "T", "d", "h", "B"]) == {"B": 3, "T": 5, "d": 7, "h": 11}


@pytest.mark.parametrize(
    ("tied", "sizes"),
    [
        ([], {"a": 3, "b": 5, "c": 7, "d": 11}),
        ([("a", "c")], {"a": 3, "b": 5, "c": 3, "d": 7}),
        ([("a", "c"), ("b", "d")], {"a": 3, "b": 5, "c": 3, "d": 5}),
        ([("a", "c"), ("b", "d"), ("d", "c")], {"a": 3, "b": 3, "c": 3, "d": 3}),
        ([("x", "b"), ("x", "d")], {"a": 3, "b": 5, "c": 7, "d": 5}),
    ],
)
def test_tied_names_share_a_size(tied, sizes):
    assert prime_sizes("abcd", tied) == sizes


def test_sizes_are_written_as_arguments():
    sizes = {"B": 3, "Tk": 5}

    assert bindings_text(sizes) == "B=3, Tk=5"
    assert eval(f"dict({bindings_text(sizes)})") == sizes
    assert bindings_text({}) == ""
