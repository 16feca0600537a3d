"""The picture in matplotlib, and figures as SVG for a page."""

from __future__ import annotations

import os
import subprocess
import sys
from xml.etree import ElementTree

import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from tensorlib import (
    REFUSED_COORDINATE,
    STUDIED_COORDINATE,
    IndexOutOfBounds,
    Tensor,
    frozen_tensor,
)
from tensorlib.drawing import Arrow, Drawing, Text
from tensorlib.figures import figure_of, flat_buffer_figure, svg_html
from tensorlib.picture import flat_buffer_drawing


@pytest.fixture(scope="module")
def figure() -> Figure:
    return flat_buffer_figure(frozen_tensor(), STUDIED_COORDINATE, REFUSED_COORDINATE)


def _plot():
    figure = Figure(figsize=(3, 2))
    axes = figure.add_subplot()
    axes.plot([1, 2, 3], [2, 1, 3], "o--", label="a & b")
    axes.legend()
    return figure


def test_the_figure_holds_what_the_page_holds(figure):
    drawing = flat_buffer_drawing(frozen_tensor(), STUDIED_COORDINATE, REFUSED_COORDINATE)
    written = [text.get_text() for text in figure.axes[0].texts]
    drawn = [mark.text for mark in drawing.marks if isinstance(mark, Text)]

    assert written[: len(drawn)] == drawn
    assert len(figure.axes[0].patches) == len(drawing.marks) - len(drawn)
    assert written[len(drawn)] == "Read it in four passes"
    assert [text for text in written[len(drawn) :] if text[0].isdigit() and text[1] == "."] == [
        "1.",
        "2.",
        "3.",
        "4.",
    ]


@pytest.mark.parametrize("shape", [(2, 2, 3), (), (13,), (3, 2), (1, 2, 2, 2), (2, 4, 7)])
def test_nothing_is_cut_off_and_no_text_lies_on_another(shape):
    last = tuple(size - 1 for size in shape)
    figure = flat_buffer_figure(Tensor.zeros(shape), last, shape)
    FigureCanvasAgg(figure).draw()
    sheet = figure.bbox
    spans = [text.get_window_extent() for text in figure.axes[0].texts]

    for span in spans:
        assert sheet.x0 <= span.x0
        assert span.x1 <= sheet.x1
        assert sheet.y0 <= span.y0
        assert span.y1 <= sheet.y1
    overlapping = [
        (figure.axes[0].texts[i].get_text(), figure.axes[0].texts[j].get_text())
        for i, first in enumerate(spans)
        for j, second in enumerate(spans[:i])
        if first.overlaps(second)
    ]
    assert overlapping == []


def test_a_figure_is_as_large_as_its_drawing():
    drawing = flat_buffer_drawing(Tensor((2,), [5, 6]), (1,), (2,))

    width, height = figure_of(drawing).get_size_inches()
    assert (100 * width, 100 * height) == pytest.approx((drawing.width, drawing.height))


def test_an_arrow_is_a_line_with_a_head_if_it_has_one():
    arrows = (Arrow(0, 5, 20, 5), Arrow(0, 9, 20, 9, head=0, dashed=True))
    (axes,) = figure_of(Drawing(30, 10, arrows, "Arrows", "One with a head, one without.")).axes

    assert [line.get_xydata().tolist() for line in axes.lines] == [
        [[0, 5], [20, 5]],
        [[0, 9], [20, 9]],
    ]
    assert [line.get_linestyle() for line in axes.lines] == ["-", "--"]
    (head,) = axes.patches
    assert head.get_xy()[:3].tolist() == [[20, 5], [12, 9], [12, 1]]


def test_dollar_signs_are_text():
    figure = flat_buffer_figure(frozen_tensor(), STUDIED_COORDINATE, "$x$")

    FigureCanvasAgg(figure).draw()
    assert "coordinate '$x$': refused" in [text.get_text() for text in figure.axes[0].texts]


def test_the_chosen_coordinate_must_be_one():
    with pytest.raises(IndexOutOfBounds, match="axis 1"):
        flat_buffer_figure(frozen_tensor(), (1, 2, 0), (1, 0, 2))


@pytest.mark.parametrize("make", [_plot, lambda: Figure(figsize=(1, 1))], ids=["plot", "empty"])
def test_svg_is_an_image_with_a_name(make):
    root = ElementTree.fromstring(svg_html(make(), "A < B", "Three points & a legend."))
    namespace = "{http://www.w3.org/2000/svg}"

    assert root.tag == f"{namespace}svg"
    assert root.get("role") == "img"
    assert root[0].tag == f"{namespace}title"
    assert root[0].text == "A < B"
    assert root[1].text == "Three points & a legend."


def test_svg_without_a_description_has_none():
    assert "<desc>" not in svg_html(Figure(figsize=(1, 1)), "title")


def test_svg_keeps_text_as_text_and_carries_no_date_version_or_style_for_the_page():
    svg = svg_html(_plot(), "Three points")

    assert ">a &amp; b</text>" in svg
    for foreign in ("<?xml", "<!DOCTYPE", "<!--", "metadata", "<style", "dc:date", "matplotlib"):
        assert foreign not in svg
    assert len(svg) < 10_000


def test_every_reference_within_the_svg_has_its_target():
    root = ElementTree.fromstring(svg_html(_plot(), "Three points"))
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    used = {
        value.removeprefix("#")
        for element in root.iter()
        for name, value in element.attrib.items()
        if name.endswith("href")
    } | {element.get("clip-path")[5:-1] for element in root.iter() if element.get("clip-path")}

    assert used
    assert used == set(ids)
    assert len(ids) == len(set(ids))


def test_the_bytes_are_the_same_on_every_run(figure, repository):
    script = (
        "from tensorlib import *\n"
        "from tensorlib.figures import *\n"
        "figure = flat_buffer_figure(frozen_tensor(), STUDIED_COORDINATE, REFUSED_COORDINATE)\n"
        "print(svg_html(figure, 'title'))"
    )
    run = subprocess.run(
        [sys.executable, "-c", script],
        cwd=repository,
        env=os.environ | {"PYTHONHASHSEED": "7"},
        capture_output=True,
        text=True,
        check=True,
    )

    assert svg_html(figure, "title") == svg_html(figure, "title") == run.stdout.rstrip("\n")
