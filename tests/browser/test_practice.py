"""Practice as a learner meets it: in JupyterLab, by keyboard alone."""

from __future__ import annotations

import pytest
from nbformat.v4 import new_code_cell, new_notebook
from playwright.sync_api import Locator, expect

from coursekit.practice.catalogue import TOPICS
from coursekit.practice.session import Session, begin
from coursekit.questions import CATALOGUE

pytestmark = pytest.mark.browser

SEED = 1
KERNEL = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
BYTES = f"✗ That is not right. {CATALOGUE['M30'].message} Try again."


@pytest.fixture
def cell(lab_page) -> Locator:
    """Run a notebook that practises strides, and return its cell with the field in focus."""
    source = f"from coursekit.practice import practice\npractice('strides', seed={SEED})"
    page = lab_page.run(new_notebook(cells=[new_code_cell(source)], metadata=KERNEL))
    cell = page.locator(".jp-CodeCell")
    cell.get_by_role("textbox", name="answer").focus()
    return cell


def enter(cell: Locator, text: str = "") -> None:
    """Replace what stands in the field, letter by letter and without a pause, and press Enter."""
    keyboard = cell.page.keyboard
    if text:
        keyboard.press("Control+A")
        keyboard.type(text)
    keyboard.press("Enter")


def strides_of(session: Session) -> tuple[int, ...]:
    """Return the right answer to a session's question."""
    strides: tuple[int, ...] = session.exercise.question.answer
    return strides


def test_questions_are_answered_by_keyboard(cell):
    first = begin(TOPICS["strides"], SEED)
    status, field = cell.get_by_role("status"), cell.get_by_role("textbox", name="answer")
    right = ", ".join(map(str, strides_of(first)))
    expect(status).to_have_text("Type your answer, such as (6, 3, 1), and press Enter.")

    enter(cell, "six")
    expect(status).to_have_text("a tuple of integers is expected, this is the text 'six'.")

    enter(cell, ", ".join(str(8 * stride) for stride in strides_of(first)))
    expect(status).to_have_text(BYTES)
    expect(cell).not_to_contain_text("Answer:")

    enter(cell, right)
    expect(status).to_have_text(
        "✓ That is right. Solved so far: 1 of 1. Press Enter for the next one."
    )
    expect(cell).to_contain_text(f"Answer: {strides_of(first)}")

    enter(cell)
    expect(cell).to_contain_text("Question 2, level 1 of 3.")
    expect(field).to_have_value("")
    expect(field).to_be_focused()

    cell.page.keyboard.press("Tab")
    expect(cell.get_by_role("button", name="Check")).to_be_focused()
    cell.page.keyboard.press("Tab")
    cell.page.keyboard.press("Enter")
    expect(status).to_contain_text("Here is the answer.")
    expect(cell).to_contain_text("Answer: (")
