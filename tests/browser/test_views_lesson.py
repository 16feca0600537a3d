"""The second lesson's demo as a learner meets it: in JupyterLab, with the keyboard alone."""

from __future__ import annotations

import pytest
from nbformat.v4 import new_code_cell, new_notebook
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

DEMO = """\
from coursekit.questions import views
from tensorlib.demos import views_demo

views_demo(judge=views.judge_view)"""
KERNEL = {"kernelspec": {"name": "python3", "display_name": "Python 3 (ipykernel)"}}
ASKING = "The answer stays hidden until you commit a prediction."
MOVED = "You seem to expect that a transpose moves numbers"


@pytest.fixture
def demo(lab_page):
    """Return the running demo's cell."""
    page = lab_page.run(new_notebook(cells=[new_code_cell(DEMO)], metadata=KERNEL))
    button = page.get_by_role("button", name="Commit prediction")
    return page.locator(".jp-CodeCell", has=button)


def type_strides(demo, text):
    """Type strides and press Enter, without the mouse."""
    demo.get_by_role("textbox", name="strides").focus()
    demo.page.keyboard.type(text)
    demo.page.keyboard.press("Enter")


def test_the_demo_is_worked_by_keyboard(demo):
    status = demo.get_by_role("status")
    expect(status).to_have_text(ASKING)

    type_strides(demo, "6, 3, 1")
    expect(status).to_contain_text("✗ You predicted strides (6, 3, 1). That is not right.")
    expect(status).to_contain_text(MOVED)
    expect(demo).to_contain_text("offsets in logical order: 0, 4, 8, 12, 16, 20, 1, 5, 9")

    demo.get_by_role("combobox", name="order of the axes").focus()
    demo.page.keyboard.press("Home")
    expect(demo).to_contain_text("You make the view v = t.view().")
    expect(status).to_have_text(ASKING)
    expect(demo).not_to_contain_text("offsets in logical order")

    demo.get_by_role("combobox", name="cut of axis 2").focus()
    demo.page.keyboard.press("End")
    expect(demo).to_contain_text("v = t.view()[:, :, ::-1].")
    demo.get_by_role("combobox", name="you predict").focus()
    demo.page.keyboard.press("End")
    expect(demo).to_contain_text("Can it be seen as one flat axis, without a copy?")

    demo.get_by_role("radio", name="a flat view is refused").focus()
    demo.page.keyboard.press("Space")
    demo.get_by_role("button", name="Commit prediction").press("Enter")
    expect(status).to_contain_text("✓ You predicted that a flat view is refused. That is right.")
    expect(demo).to_contain_text("axes 1 and 2 cannot merge, because stride 4 is not 4 * -1 = -4.")

    demo.get_by_role("spinbutton", name="size of axis 1").focus()
    demo.page.keyboard.press("ArrowUp")
    expect(demo).to_contain_text("A tensor t has shape (2, 4, 4)")
    expect(status).to_have_text(ASKING)
