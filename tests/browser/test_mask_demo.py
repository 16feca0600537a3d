"""The mask demo in JupyterLab, worked by the keyboard."""

from __future__ import annotations

import pytest
from nbformat.v4 import new_code_cell, new_notebook
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

CELL = """\
from coursekit.questions import broadcasting
from tensorlib.demos import mask_demo

mask_demo(judge=broadcasting.judge_mask)"""


def test_the_verdict_turns_as_the_sizes_meet(lab_page):
    metadata = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    page = lab_page.run(new_notebook(cells=[new_code_cell(CELL)], metadata=metadata))
    commit = page.get_by_role("button", name="Commit prediction")
    demo = page.locator(".jp-CodeCell", has=commit)
    status = demo.get_by_role("status")
    expect(demo).to_contain_text("at B = 8, T = 16. What becomes of it?")

    demo.get_by_role("radio", name="it raises an error").press("Space")
    commit.press("Enter")
    expect(status).to_contain_text("✓ You predicted that it raises an error. That is right.")
    expect(demo).to_contain_text("sizes 8 and 16 differ")

    tokens = page.get_by_role("spinbutton", name="tokens, T")
    tokens.fill("8")
    tokens.press("Enter")
    expect(demo).to_contain_text("at B = 8, T = 8. What becomes of it?")
    expect(demo).not_to_contain_text("attention weight on padding")

    demo.get_by_role("radio", name="it is correct at any sizes").press("Space")
    commit.press("Enter")
    expect(status).to_contain_text("You seem to expect that a mask without its extra axis")
    expect(demo).to_contain_text("both have size 8, so it runs")
    expect(demo).to_contain_text("attention weight on padding")

    page.get_by_role("combobox", name="mask added as").select_option("[B, T, 1]")
    demo.get_by_role("radio", name="it runs and is silently wrong").press("Space")
    commit.press("Enter")
    expect(status).to_contain_text("✓")
    expect(demo.get_by_text("NaN").first).to_be_visible()
