"""A tiny course with a plan: one unit, two sections, three facts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from coursekit.course import Course
from coursekit.docs.plan import FACTS, OUTLINE

OUTLINE_TEXT = """\
[01_area]
title = "Areas"
sections = ["sides", "try-it"]
"""

FACTS_TEXT = """\
[groups]
A = "Rectangles"
B = "Circles"

[facts]
A1 = "A 2*3 rectangle | has area 6."
A2 = "Sides multiply."
B1 = "A circle has no sides."
"""


@pytest.fixture
def lesson(cells: Any) -> str:
    """Return a lesson that teaches A1 and A2, and shows A2."""
    return "\n".join(
        [
            cells.markdown('<a id="areas"></a>\n# Areas'),
            cells.markdown(
                '<a id="sides"></a>\n## Sides | `a`\n\nText.', 'tags=["fact-A1", "fact-A2"]'
            ),
            cells.markdown('<a id="try-it"></a>\n\n## Try it', 'tags=["fact-A2", "steady"]'),
            cells.code("2 * 3", 'tags=["demo", "fact-A2"]'),
        ]
    )


@pytest.fixture
def assignment(cells: Any) -> str:
    """Return an assignment of two questions: strides, which can tell beliefs, and an essay."""
    hidden = (
        "from coursekit.questions import mark\n"
        "from coursekit.questions.flat_buffer import strides_of\n"
        "mark(strides_of((3, 4, 5)), strides, points=2)"
    )
    return "\n".join(
        [
            cells.markdown("# Areas: questions"),
            cells.markdown("## 1. Strides (2 points)\n\nWhich?"),
            cells.answer("q", "strides = None", "strides = (4 * 5, 5, 1)"),
            cells.test("q-test", "strides", hidden).replace(
                "# %% ", '# %% tags=["fact-A1", "fact-B1"] '
            ),
            cells.markdown("## Why\n\nIn a sentence."),
            cells.marked("manual", "why", "why = 1", points=1),
        ]
    )


@pytest.fixture
def planned(
    write_course: Callable[..., Course], lesson: str, assignment: str
) -> Callable[..., Course]:
    """Return what writes the tiny course; a part may be given another text, or left out."""

    def _planned(**texts: str | None) -> Course:
        given = {"assignment": assignment, "lesson": lesson, **texts}
        course = write_course(given["assignment"], given["lesson"])
        for name, text in ((OUTLINE, OUTLINE_TEXT), (FACTS, FACTS_TEXT)):
            content = given.get(name.partition(".")[0], text)
            if content is not None:
                (course.texts / name).write_text(content, encoding="utf-8")
        return course

    return _planned
