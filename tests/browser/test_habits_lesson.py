"""The noticing demo in JupyterLab, worked with the keyboard."""

from __future__ import annotations

import pytest
from nbformat.v4 import new_code_cell, new_notebook
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

SOURCE = """\
from coursekit.questions import habits
from tensorlib.demos import noticing_demo

noticing_demo(judge=habits.judge_noticing)"""
KERNEL = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
ASKING = "The answer stays hidden until you commit a prediction."


def test_who_notices_is_predicted_by_keyboard(lab_page):
    page = lab_page.run(new_notebook(cells=[new_code_cell(SOURCE)], metadata=KERNEL))
    button = page.get_by_role("button", name="Commit prediction")
    demo = page.locator(".jp-CodeCell", has=button)
    status = demo.get_by_role("status")
    expect(demo).to_contain_text("Sizes: B = 3, T = 5, d = 7.")
    expect(demo.get_by_text("Who notices what")).to_have_count(0)

    demo.get_by_role("radio", name="the annotation").check()
    button.press("Enter")
    expect(status).to_contain_text("✓ You predicted the annotation. That is right.")
    expect(demo).to_contain_text("the result (5, 7) is no [B, d]: B is 3, not 5")

    page.get_by_role("spinbutton", name="tokens, T").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    expect(demo).to_contain_text("Sizes: B = 3, T = 3, d = 7.")
    expect(status).to_have_text(ASKING)

    demo.get_by_role("radio", name="the annotation").check()
    button.press("Enter")
    expect(status).to_contain_text("tells two names apart whose sizes are equal")
    expect(demo).to_contain_text("First in a run: a test of values, and nobody else.")

    page.get_by_role("combobox", name="the bug").select_option(label="the targets come in a column")
    page.get_by_role("checkbox", name="the signature is checked").uncheck()
    expect(demo).to_contain_text("nobody checks it. Sizes: B = 3.")
