"""The figure of a walk through a buffer."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest
from matplotlib.patches import FancyArrowPatch, Rectangle

from tensorlib import Tensor
from tensorlib.figures import svg_html
from tensorlib.walkfigure import walk_figure


def matrix():
    return Tensor((2, 3), [10, 11, 12, 20, 21, 22]).view()


def patches(view, kind):
    (axes,) = walk_figure(view).axes
    return [patch for patch in axes.patches if isinstance(patch, kind)]


@pytest.mark.parametrize(
    ("view", "solid", "broken"),
    [
        (matrix(), 4, 1),  # two steps in each row, one to the next row
        (matrix().transpose(0, 1), 3, 2),
        (matrix()[:, ::2], 2, 1),
        (matrix()[0], 2, 0),
        (matrix()[0, :1], 0, 0),
        (matrix()[:, :0], 0, 0),
        (matrix()[:1].expand((2, 3)), 4, 1),
        (Tensor((), [7]).view(), 0, 0),
        (matrix()[:, :1].expand((2, 3)), 0, 1),  # a stretched axis takes no step
    ],
)
def test_steps_along_the_last_axis_are_solid_those_to_the_next_row_broken(view, solid, broken):
    styles = Counter(arc.get_linestyle() for arc in patches(view, FancyArrowPatch))

    assert (styles["-"], styles["--"]) == (solid, broken)


def test_arcs_lead_from_place_to_place():
    places = list(matrix().transpose(0, 1).offsets())
    arcs = patches(matrix().transpose(0, 1), FancyArrowPatch)
    ends = [(a[0] - 0.5, b[0] - 0.5) for a, b in (arc._posA_posB for arc in arcs)]

    assert ends == list(pairwise(places))


def test_place_that_is_never_read_has_a_broken_frame():
    frames = [box.get_linestyle() for box in patches(matrix()[:, ::2], Rectangle)]

    assert frames == ["-", ":", "-", "-", ":", "-"]


def test_numbers_tell_value_offset_and_turn():
    stretched = Tensor((2,), [5, 6]).view().expand((2, 2))
    texts = [text.get_text() for text in walk_figure(stretched).axes[0].texts]

    assert texts == ["value", "offset", "read as no.", "5.0", "0", "1", "3", "6.0", "1", "2", "4"]


def test_nothing_is_written_outside_the_sheet():
    figure = walk_figure(matrix()[:1].expand((4, 3)))
    figure.draw_without_rendering()
    sheet = figure.bbox

    for text in figure.axes[0].texts:
        box = text.get_window_extent()
        assert sheet.x0 <= box.x0
        assert sheet.x1 >= box.x1
        assert sheet.y0 <= box.y0
        assert sheet.y1 >= box.y1


def test_svg_is_the_same_bytes_on_every_run():
    drawn = [svg_html(walk_figure(matrix().transpose(0, 1)), "A walk") for _ in range(2)]

    assert drawn[0] == drawn[1]
