"""Masks and rows of indices as answers: what they may be written as, and what is wrong else."""

from __future__ import annotations

import numpy as np
import pytest

from coursekit.questions.maskforms import IntegerRow, MaskTable

TABLE = ((True, False), (True, True))


@pytest.mark.parametrize(
    "written",
    [
        [[1, 0], [1, 1]],
        ((True, False), (True, True)),
        [np.array([1, 0]), np.array([True, True])],
        [[np.True_, np.int64(0)], (1, True)],
        np.array(TABLE),
        np.array(TABLE, dtype=np.uint8),
    ],
)
def test_mask_is_read_however_it_is_written(written):
    assert MaskTable().fault(written) is None
    assert MaskTable().read(written) == TABLE


@pytest.mark.parametrize("empty", [[], (), np.zeros((0, 3), dtype=bool)])
def test_mask_without_rows_is_one(empty):
    assert MaskTable().fault(empty) is None
    assert MaskTable().read(empty) == ()


@pytest.mark.parametrize(
    ("written", "fault"),
    [
        (None, "not answered yet"),
        (8, "a table of True and False is expected, this is the integer 8"),
        ([1, 0], "a table of True and False is expected, row 0 is the integer 1"),
        ([[1], [2]], "a table of True and False is expected, row 1 holds the integer 2"),
        ([[1.0]], "a table of True and False is expected, row 0 holds the float 1.0"),
        (np.eye(2), "a table of True and False is expected, this is an array of shape (2, 2)"),
        (np.array([1, 0]), "a table of True and False is expected, this is an array of shape (2,)"),
        (
            np.array([[-1]]),
            "a table of True and False is expected, this is an array of shape (1, 1)",
        ),
        (
            np.array([[2]]),
            "a table of True and False is expected, this is an array of shape (1, 1)",
        ),
    ],
)
def test_what_is_no_mask_is_said(written, fault):
    assert MaskTable().fault(written) == fault


@pytest.mark.parametrize("written", [[4, 2, 0], (4, 2, 0), np.array([4, 2, 0])])
def test_indices_are_read_from_a_list_a_tuple_or_an_array(written):
    assert IntegerRow(3).fault(written) is None
    assert IntegerRow(3).read(written) == (4, 2, 0)


@pytest.mark.parametrize(
    ("written", "fault"),
    [
        ([4, 2], "a tuple of 3 integers is expected, this one has 2"),
        (
            np.array([4.0, 2.0, 0.0]),
            "a tuple of 3 integers is expected, its entry 0 is the float64 4.0",
        ),
        (np.zeros((3, 1)), "a tuple of 3 integers is expected, this is an array of shape (3, 1)"),
    ],
)
def test_what_are_no_indices_is_said(written, fault):
    assert IntegerRow(3).fault(written) == fault
