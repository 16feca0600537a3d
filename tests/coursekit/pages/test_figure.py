import re
from xml.etree import ElementTree

import pytest
from inert import acting_parts
from matplotlib.figure import Figure

from coursekit.pages.figure import INK, inline_figure


def hatched() -> Figure:
    """Return a figure with what matplotlib draws by reference: marks, clips and a pattern."""
    figure = Figure(figsize=(3, 2))
    axes = figure.subplots()
    axes.bar([0, 1], [1, 2], hatch="//", color="#3f7fbf")
    axes.plot([0, 1], [1, 2], marker="o", color=INK)
    return figure


@pytest.fixture(scope="module")
def html() -> str:
    return inline_figure(hatched(), "bars", "Two <bars>", "One is twice as high.")


def test_it_acts_no_more_than_the_page(html):
    assert acting_parts(html) == []
    assert "<style" not in html
    assert "style=" not in html


def test_it_says_what_it_is(html):
    assert html.startswith("<figure><svg")
    assert 'role="img"' in html
    assert "<title>Two &lt;bars&gt;</title><desc>One is twice as high.</desc>" in html


def test_its_lines_take_the_colour_of_the_text(html):
    assert INK not in html
    assert "currentColor" in html
    assert "#3f7fbf" in html


def test_its_ground_is_that_of_the_page(html):
    assert "#ffffff" not in html


def test_the_page_decides_its_size(html):
    root = ElementTree.fromstring(html.removeprefix("<figure>").removesuffix("</figure>"))

    assert root.get("viewBox") == "0 0 216 144"
    assert root.get("width") is None
    assert root.get("height") is None


def test_every_reference_leads_to_a_part_of_its_own(html):
    ids = re.findall(r' id="([^"]+)"', html)
    references = re.findall(r'(?:href="|url\()#([^")]+)', html)

    assert references
    assert set(references) <= set(ids)
    assert all(name.startswith("bars-") for name in ids)
    assert len(set(ids)) == len(ids)


def test_the_same_figure_gives_the_same_bytes(html):
    assert inline_figure(hatched(), "bars", "Two <bars>", "One is twice as high.") == html
