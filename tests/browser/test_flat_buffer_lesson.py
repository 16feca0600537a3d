"""The first lesson as a learner meets it: in JupyterLab, with the keyboard alone."""

from __future__ import annotations

import jupytext
import pytest
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_notebook, new_output
from playwright.sync_api import Locator, Page, expect

from tensorlib.demos import offset_demo

pytestmark = pytest.mark.browser

WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
ASKING = "The answer stays hidden until you commit a prediction."
UNDECIDED = "Choose what you expect: an offset, or the axis that refuses the coordinate."
RIGHT = "✓ You predicted offset 8. That is right. Move a slider for the next question."
TAKEN_IN = (
    "✗ You predicted offset 6. That is not right. You seem to accept an index because the "
    "arithmetic gives some position. Each index is compared with the size of its own axis before "
    "anything is added. Move a slider for the next question."
)


@pytest.fixture
def lesson(repository) -> NotebookNode:
    """Return the lesson's notebook, made from its text."""
    return jupytext.read(repository / "course" / "01_flat_buffer" / "lesson.py", fmt="py:percent")


def demo_of(page: Page) -> Locator:
    """Return the cell with the live demo."""
    button = page.get_by_role("button", name="Commit prediction")
    return page.locator(".jp-CodeCell", has=button)


def predict_offset(page: Page, digits: str) -> None:
    """Type an offset and press the button, without the mouse."""
    page.get_by_role("textbox", name="offset").focus()
    page.keyboard.press("Control+A")
    page.keyboard.type(digits)
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Commit prediction")).to_be_focused()
    page.keyboard.press("Enter")


def test_the_demo_is_worked_by_keyboard(lab_page, lesson):
    page = lab_page.run(lesson)
    demo = demo_of(page)
    status = demo.get_by_role("status")
    mark = demo.locator("polygon")
    expect(status).to_have_text(ASKING)

    demo.get_by_role("button", name="Commit prediction").press("Enter")
    expect(status).to_have_text(UNDECIDED)
    expect(mark).to_have_count(0)

    predict_offset(page, "8")
    expect(status).to_have_text(RIGHT)
    expect(demo.get_by_role("radio", name="an offset, typed below")).to_be_checked()
    expect(demo.get_by_text("offset = 6 + 0 + 2 = 8", exact=True)).to_be_visible()
    expect(demo.get_by_text("value = 32.0", exact=True)).to_be_visible()
    expect(mark).to_have_count(2)  # one at the place, one in the key

    for axis, key, indices in [(0, "ArrowLeft", "0"), (1, "ArrowRight", "12"), (2, "Home", "-")]:
        handle = lab_page.slider(f"index on axis {axis}")
        handle.focus()
        for index in indices:
            page.keyboard.press(key)
            expect(handle).to_have_attribute("aria-valuetext", index.replace("-", "-1"))
    field = page.get_by_role("spinbutton", name="index on axis 2")
    expect(field).to_have_value("-1")  # it follows its slider by way of the kernel
    field.focus()
    page.keyboard.press("ArrowUp")
    expect(demo).to_contain_text("You ask for coordinate (0, 2, 0).")
    expect(status).to_have_text(ASKING)
    expect(mark).to_have_count(0)

    predict_offset(page, "6")
    expect(status).to_have_text(TAKEN_IN)
    expect(demo).to_contain_text("refused: offset: index 2 is out of bounds for axis 1 with size 2")
    expect(mark).to_have_count(0)


def test_a_folded_result_unfolds_when_its_cell_runs(lab_page, lesson):
    """JupyterLab shows the first line of a folded result; the lesson's ask, and do not answer."""
    folded = {"outputs_hidden": True}
    assert folded in [cell.metadata.get("jupyter") for cell in lesson.cells]
    cell = new_code_cell("print('question')\nprint('answer')", metadata={"jupyter": folded})
    cell.outputs = [new_output("stream", text="question\nanswer\n")]

    page = lab_page.open(new_notebook(cells=[cell], metadata=lesson.metadata))
    result = page.locator(".jp-Cell-outputWrapper")
    expect(result).to_contain_text("question")
    expect(result).not_to_contain_text("answer")
    lab_page.run_all()

    expect(result).to_contain_text("answer")


def test_a_stored_demo_shows_its_question_without_a_kernel(lab_page, lesson):
    """The build stores the demo without its live view, whose model no later kernel knows."""
    data = offset_demo()._repr_mimebundle_()
    data.pop(WIDGET_VIEW)
    cell = new_code_cell("offset_demo()", outputs=[new_output("display_data", data)])

    page = lab_page.open(new_notebook(cells=[cell], metadata=lesson.metadata))
    demo = page.locator(".tensor-demo-static")
    answer = demo.get_by_text("offset = 6 + 0 + 2 = 8", exact=True)
    expect(demo).to_contain_text("A tensor has shape (2, 2, 3). You ask for coordinate (1, 0, 2).")
    expect(answer).to_be_hidden()
    demo.get_by_text("The answer, once you have predicted").press("Enter")

    expect(answer).to_be_visible()


def test_sections_can_be_linked_to(lab_page, lesson):
    page = lab_page.open(lesson)
    heading = page.get_by_role("heading", name="Refused before the buffer is touched")
    expect(heading).not_to_be_in_viewport()

    page.get_by_role("link", name="a section of its own").press("Enter")

    expect(heading).to_be_in_viewport()
