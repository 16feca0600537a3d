"""How operands are respelt. That the spellings are right is shown where verdicts are tested."""

from __future__ import annotations

import numpy as np
import pytest
from axis_oracle import named_axes
from hypothesis import given

from tensorlib.meaning.landing import NamedShape
from tensorlib.meaning.spelling import respelled


def _named(label, axes):
    return NamedShape(label, tuple(axes.split()), (2,) * len(axes.split()))


@pytest.mark.parametrize(
    ("model", "axes", "text", "after"),
    [
        ("B Tq Tk", "B Tk", "x[:, None, :]", "B 1 Tk"),
        ("B h Tq Tk", "B Tk", "x[:, None, None, :]", "B 1 1 Tk"),
        ("B h Tq Tk", "B 1 Tk", "x[:, None, :, :]", "B 1 1 Tk"),
        ("B Tq Tk", "B Tk 1", "x[:, None, :, 0]", "B 1 Tk"),
        ("B T d", "T", "x[:, None]", "T 1"),
        ("B T d", "1 T", "x[:, :, None]", "1 T 1"),
        ("B T", "T B", "x.transpose(1, 0)", "B T"),
        ("B Tq Tk", "Tk B", "x.transpose(1, 0)[:, None, :]", "B 1 Tk"),
        ("B T d", "d 1 B", "x.transpose(1, 2, 0)[:, :, None, :]", "1 B 1 d"),
        ("N", "N 1", "x[:, 0]", "N"),
        ("N", "N 1 1", "x[:, 0, 0]", "N"),
    ],
)
def test_the_spelling_of_one_operand(model, axes, text, after):
    (spelling,) = respelled([_named("model", model), _named("x", axes)])

    assert spelling == ("x", text, tuple(after.split()))


@pytest.mark.parametrize("axes", ["B T d", "T d", "d", "1 d", "1 1 1 d", "", "1", "B 1 d"])
def test_what_is_right_already_stays(axes):
    assert respelled([_named("model", "B T d"), _named("x", axes)]) == ()


# The column has all names as well, but the row has no axis too many.
def test_the_model_has_no_more_axes_than_it_needs():
    spellings = respelled([_named("target", "N 1"), _named("pred", "N")])

    assert [spelling.text for spelling in spellings] == ["target[:, 0]"]


def test_without_an_operand_that_has_all_names_there_is_no_model():
    assert respelled([_named("x", "B T"), _named("y", "T d")]) == ()


@given(named_axes())
def test_the_text_makes_the_axes_that_are_told(axes):
    x = NamedShape("x", axes, tuple(1 if axis == "1" else ord(axis) for axis in axes))
    for spelling in respelled([NamedShape("model", ("a", "b", "c"), (2, 3, 4)), x]):
        after = eval(spelling.text, {"x": np.broadcast_to(0, x.shape)})

        assert after.shape == tuple(1 if axis == "1" else ord(axis) for axis in spelling.axes)
