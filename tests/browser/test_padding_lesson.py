"""The padding demo as a learner meets it: in JupyterLab, with the keyboard alone."""

from __future__ import annotations

import pytest
from nbformat.v4 import new_code_cell, new_notebook
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

CELL = """\
from coursekit.questions import padding
from tensorlib.demos import padding_demo

padding_demo(judge=padding.judge_last)"""
KERNEL = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}}
ASKING = "The answer stays hidden until you commit a prediction."


def test_the_demo_is_worked_by_keyboard(lab_page):
    page = lab_page.run(new_notebook(cells=[new_code_cell(CELL)], metadata=KERNEL))
    demo = page.locator(".jp-CodeCell", has=page.get_by_role("button", name="Commit prediction"))
    status = demo.get_by_role("status")
    looked_at = demo.locator("polygon")
    expect(status).to_have_text(ASKING)
    expect(looked_at).to_have_count(0)

    page.get_by_role("textbox", name="indices").focus()
    page.keyboard.type("4, 2, 0")
    page.keyboard.press("Enter")
    expect(status).to_contain_text("✓ You predicted the indices 4, 2, 0. That is right.")
    expect(looked_at).to_have_count(3)
    expect(demo.get_by_role("table")).to_contain_text("4: padding")

    page.get_by_role("checkbox", name="padding on the left").focus()
    page.keyboard.press("Space")
    expect(status).to_have_text(ASKING)
    expect(looked_at).to_have_count(0)
    expect(demo).to_contain_text("padded on the left, T = 5.")

    page.get_by_role("textbox", name="indices").focus()
    page.keyboard.press("Control+A")
    page.keyboard.type("4, 2, 0")
    page.keyboard.press("Enter")
    expect(status).to_contain_text("✗ You predicted the indices 4, 2, 0. That is not right.")
    expect(status).to_contain_text("You seem to find the last word by counting the words")

    page.get_by_role("combobox", name="recipe").select_option("length - 1")
    expect(status).to_have_text(ASKING)
    page.get_by_role("spinbutton", name="length of row 2").focus()
    page.keyboard.press("ArrowUp")
    expect(demo).to_contain_text("that is mask.sum(axis=1) - 1.")
    page.get_by_role("textbox", name="indices").focus()
    page.keyboard.press("Control+A")
    page.keyboard.type("4, 2, 1")
    page.keyboard.press("Enter")
    expect(status).to_contain_text("That is right.")
    expect(demo.get_by_role("table")).to_contain_text("1: padding")
