"""The tensor of the first unit, and the seven of the models' history."""

from __future__ import annotations

from math import prod

from tensorlib import (
    REFUSED_COORDINATE,
    STUDIED_COORDINATE,
    IndexOutOfBounds,
    frozen_tensor,
    language_model_tensors,
)


def test_the_frozen_tensor():
    tensor = frozen_tensor()

    assert tensor.shape == (2, 2, 3)
    assert tensor.strides == (6, 3, 1)
    assert tensor.buffer.tolist() == [10, 11, 12, 20, 21, 22, 30, 31, 32, 40, 41, 42]
    assert tensor[STUDIED_COORDINATE] == 32.0
    assert tensor.explain(REFUSED_COORDINATE).error == IndexOutOfBounds(1, 2, 2)


def test_each_frozen_tensor_is_ones_own():
    changed = frozen_tensor()
    changed[0, 1, 1] = 99

    assert frozen_tensor()[0, 1, 1] == 21.0


def test_the_seven_tensors():
    # A vocabulary of 5, 3 features, 2 words of context, 4 hidden units; 2 tokens, heads 3 wide.
    tensors = [(entry.shape, entry.strides, entry.size) for entry in language_model_tensors()]

    assert tensors == [
        ((5, 3), (3, 1), 15),
        ((4, 6), (6, 1), 24),
        ((5, 4), (4, 1), 20),
        ((2, 3), (3, 1), 6),
        ((2, 3), (3, 1), 6),
        ((2, 3), (3, 1), 6),
        ((2, 2, 3), (6, 3, 1), 12),
    ]


def test_every_axis_of_the_seven_is_named_and_every_value_is_nought():
    entries = language_model_tensors()

    assert len({entry.name for entry in entries}) == 7
    for entry in entries:
        assert len(entry.axes) == entry.tensor.rank
        assert entry.size == prod(entry.shape) == len(entry.tensor.buffer)
        assert not entry.tensor.buffer.any()
    assert entries[-1].axes == ("head", "token", "head width")
