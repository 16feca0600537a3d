"""What the demo says, word for word, and that it says something wherever the sliders stand."""

import itertools
import re
import statistics
import time
from html.parser import HTMLParser

import pytest

from tensorlib.demos.offset_picture import (
    answer_html,
    prediction_text,
    question_html,
    unchecked_text,
)
from tensorlib.demos.offset_state import INDICES, SIZES, OffsetState, RefusedAt, first_state

ASKING = first_state()
VOID = {"br", "path", "rect", "line", "polygon", "circle"}


class Reader(HTMLParser):
    """Collect the text that a reader sees, and see that every element is closed."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.words: list[str] = []
        self.feed(html)
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        pass

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.words.append(data)

    @property
    def text(self) -> str:
        return re.sub(r"\s+", " ", " ".join(self.words)).strip()


def test_the_question_names_shape_and_coordinate_and_does_not_answer():
    text = Reader(question_html(ASKING)).text

    assert text.startswith(
        "A tensor has shape (2, 2, 3) . You ask for coordinate (1, 0, 2) . At which offset of "
        "the flat buffer does it lie, or which axis refuses it first?"
    )
    assert "32.0" in text  # the tensor is shown
    assert "offset 8" not in text
    assert "polygon" not in question_html(ASKING)  # and no value is marked


def test_the_answer_tells_terms_offset_and_value():
    text = Reader(answer_html(ASKING)).text

    assert "offset = 6 + 0 + 2 = 8" in text
    assert "value = 32.0" in text
    assert (
        "Two kinds of number: the offset is a position in the buffer, an integer counted from "
        "0; the value is the number that is stored there." in text
    )


def test_the_place_is_marked_without_colour():
    """A diamond beside the place and in the key, and a frame within the frame."""
    html = answer_html(ASKING)

    assert html.count("<polygon") == 2
    assert "diamond and double frame" in Reader(html).text


@pytest.mark.parametrize(
    ("coordinate", "error", "unchecked"),
    [
        (
            (1, 2, 0),
            "index 2 is out of bounds for axis 1 with size 2",
            "Unchecked, the sum would be 12: outside the buffer of length 12.",
        ),
        (
            (0, 2, 0),
            "index 2 is out of bounds for axis 1 with size 2",
            "Unchecked, the sum would be 6: inside the buffer, and the place of (1, 0, 0).",
        ),
        (
            (1, -1, 2),
            "index -1 is out of bounds for axis 1 with size 2",
            "Unchecked, the sum would be 5: inside the buffer, and the place of (0, 1, 2).",
        ),
        (
            (-1, 0, 0),
            "index -1 is out of bounds for axis 0 with size 2",
            "Unchecked, the sum would be -6: outside the buffer of length 12.",
        ),
    ],
)
def test_a_refusal_shows_the_error_and_what_it_prevented(coordinate, error, unchecked):
    state = OffsetState((2, 2, 3), coordinate)
    text = Reader(answer_html(state)).text

    assert f"refused: offset: {error}" in text
    assert "Nothing was read from the buffer." in text
    assert unchecked in text
    assert unchecked_text(state.explanation) == unchecked
    assert "polygon" not in answer_html(state)


@pytest.mark.parametrize("shape", [(0, 2, 3), (2, 0, 3), (2, 2, 0), (0, 0, 0)])
def test_an_empty_tensor_refuses_and_says_that_it_is_empty(shape):
    state = OffsetState(shape, (0, 0, 0))

    axis = shape.index(0)
    empty = f"Axis {axis} has size 0, so there is no element."

    question, answer = Reader(question_html(state)).text, Reader(answer_html(state)).text

    assert empty in question
    assert empty in answer
    assert f"refused: offset: index 0 is out of bounds for axis {axis} with size 0" in answer


@pytest.mark.parametrize("shape", list(itertools.product((0, 1, 3, 4), repeat=3)))
def test_every_state_is_whole_html_and_quick(shape):
    """A slider must follow the hand: a state takes less than 50 ms of computing.

    The median tells, since a pause of the garbage collector falls on one state or another.
    """
    assert set(shape) <= set(SIZES)
    seconds = []
    for coordinate in itertools.product((INDICES[0], 0, 3, INDICES[-1]), repeat=3):
        state = OffsetState(shape, coordinate)
        start = time.process_time()
        pieces = question_html(state), answer_html(state)
        seconds.append(time.process_time() - start)
        assert all(Reader(piece).text for piece in pieces)

    assert statistics.median(seconds) < 0.05


def test_a_prediction_is_repeated_in_words():
    assert prediction_text(0) == "offset 0"
    assert prediction_text(RefusedAt(0)) == "a refusal at axis 0"
