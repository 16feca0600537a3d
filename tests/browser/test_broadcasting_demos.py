"""The regression demo and the axis demo in JupyterLab, worked with the keyboard."""

from __future__ import annotations

import pytest
from nbformat.v4 import new_code_cell, new_notebook
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

IMPORTS = (
    "from coursekit.questions import broadcasting\n"
    "from tensorlib.demos import axis_demo, regression_demo\n\n"
)
REGRESSION = IMPORTS + "regression_demo(judge=broadcasting.judge_training)"
AXIS = IMPORTS + "axis_demo(judge=broadcasting.judge_mean)"
KERNEL = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}


def test_both_bugs_are_predicted_by_keyboard(lab_page):
    cells = [new_code_cell(REGRESSION), new_code_cell(AXIS)]
    page = lab_page.run(new_notebook(cells=cells, metadata=KERNEL))
    training, mean = (page.locator(".jp-CodeCell").nth(number) for number in range(2))

    training.get_by_role("radio", name="about the slope of the points").check()
    training.get_by_role("button", name="Commit prediction").press("Enter")
    expect(training.get_by_role("status")).to_contain_text("averaging over a stretched matrix")
    expect(training).to_contain_text("Slope 0.000, intercept 1.099")

    training.get_by_role("checkbox", name="the targets are a column").uncheck()
    expect(training).not_to_contain_text("Slope 0.000")
    training.get_by_role("radio", name="about the slope of the points").check()
    training.get_by_role("button", name="Commit prediction").press("Enter")
    expect(training.get_by_role("status")).to_contain_text("That is right.")

    mean.get_by_role("radio", name="it runs and is silently wrong").check()
    mean.get_by_role("button", name="Commit prediction").press("Enter")
    expect(mean.get_by_role("status")).to_contain_text("That is right.")
    mean.get_by_role("spinbutton", name="tokens, T").focus()
    page.keyboard.press("ArrowDown")
    expect(mean).to_contain_text("B = 16, T = 15, d = 7")
    mean.get_by_role("radio", name="it raises an error").check()
    mean.get_by_role("button", name="Commit prediction").press("Enter")
    expect(mean).to_contain_text("RAISES: ")
