"""The demos of the fifth unit in JupyterLab, worked by the keyboard."""

from __future__ import annotations

import pytest
from nbformat.v4 import new_code_cell, new_notebook
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

START = (
    "from coursekit.questions import memory\nfrom tensorlib.demos import block_demo, number_demo"
)
KERNEL = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}


def opened(lab_page, call):
    """Run one demo and return the page and its cell."""
    page = lab_page.run(new_notebook(cells=[new_code_cell(f"{START}\n\n{call}")], metadata=KERNEL))
    commit = page.get_by_role("button", name="Commit prediction")
    return page, page.locator(".jp-CodeCell", has=commit)


def test_blocks_are_predicted_before_the_bars_appear(lab_page):
    page, demo = opened(lab_page, "block_demo(judge=memory.judge_block)")
    status, commit = demo.get_by_role("status"), demo.get_by_role("button", name="Commit")
    expect(demo).to_contain_text("B = 32 sequences of T = 2048 tokens, d = 4096, 64 heads")
    expect(demo).not_to_contain_text("77,309,411,328")

    demo.get_by_role("radio", name="it does not fit, T×T is more than half").press("Space")
    commit.press("Enter")
    expect(status).to_contain_text("✓ You predicted that it does not fit")
    expect(demo).to_contain_text("One block: 77,309,411,328 bytes = 77.3 GB = 72.0 GiB")
    expect(demo).to_contain_text("In 24 GiB fit at most B = 10 sequences of 2048 tokens")

    tokens = page.get_by_role("spinbutton", name="tokens, T")
    tokens.fill("128")
    tokens.press("Enter")
    expect(demo).to_contain_text("B = 32 sequences of T = 128 tokens")
    expect(demo).not_to_contain_text("77,309,411,328")

    page.get_by_role("combobox", name="format").select_option("bf16")
    demo.get_by_role("radio", name="it fits, T×T is not more than half").press("Space")
    commit.press("Enter")
    expect(status).to_contain_text("✓")
    expect(demo).to_contain_text("The T×T rows are 33.3% of the block.")


def test_numbers_are_predicted_before_their_bits_appear(lab_page):
    page, demo = opened(lab_page, "number_demo(judge=memory.judge_number)")
    status = demo.get_by_role("status")
    expect(demo).to_contain_text("The number 259.0 is converted to bf16")

    stored = page.get_by_role("textbox", name="stored number")
    stored.fill("259")
    stored.press("Enter")
    expect(status).to_contain_text("You seem to expect that bf16 holds every integer")
    expect(demo).to_contain_text("bf16 stores 260.0 for 259.0.")

    number = page.get_by_role("textbox", name="number", exact=True)
    number.fill("70000")
    number.press("Enter")
    page.get_by_role("combobox", name="format").select_option("fp16")
    expect(demo).to_contain_text("The number 70000.0 is converted to fp16")
    expect(demo).not_to_contain_text("bf16 stores")

    stored.fill("inf")
    stored.press("Enter")
    expect(status).to_contain_text("✓ You predicted inf. That is right.")
    expect(demo).to_contain_text("0 11111 0000000000")
