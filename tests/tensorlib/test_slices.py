"""Slices, rows and positions of a layout."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from strategies import shapes

from tensorlib import Layout
from tensorlib.slices import slices_of


def test_two_slices_of_two_rows():
    parts = slices_of(Layout.row_major((2, 2, 3)))

    assert [(part.name, part.rows) for part in parts] == [
        ("slice 0", ((0, 1, 2), (3, 4, 5))),
        ("slice 1", ((6, 7, 8), (9, 10, 11))),
    ]


def test_fewer_axes_make_one_slice_and_more_make_slices_of_slices():
    assert [(p.name, p.rows) for p in slices_of(Layout.row_major(()))] == [("values", ((0,),))]
    assert [(p.name, p.rows) for p in slices_of(Layout.row_major((2,)))] == [("values", ((0, 1),))]
    names = [part.name for part in slices_of(Layout.row_major((1, 2, 1, 1)))]
    assert names == ["slice (0, 0)", "slice (0, 1)"]


def test_a_transposed_layout_is_sliced_by_its_own_strides():
    (part,) = slices_of(Layout((3, 2), (1, 3)))

    assert part.rows == ((0, 3), (1, 4), (2, 5))


@given(shapes())
def test_the_slices_are_numpys(shape):
    offsets = np.arange(int(np.prod(shape))).reshape(shape)
    padded = offsets.reshape((1,) * (2 - offsets.ndim) + shape)

    parts = slices_of(Layout.row_major(shape))
    assert len(parts) == np.prod(padded.shape[:-2], dtype=int)
    for part in parts:
        assert [list(row) for row in part.rows] == padded[part.leading].tolist()
