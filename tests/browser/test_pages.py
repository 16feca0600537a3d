"""The pages for students and instructors in a real browser: nothing acts, and all fits a phone."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

import nbformat
import pytest
from hostile_html import HOSTILE, HOSTILE_MARKDOWN
from inert import acting_parts
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output
from playwright.sync_api import BrowserContext, Page, Route

from coursekit.grading.feedback import feedback_page
from coursekit.grading.results import QuestionResult, Status, SubmissionResult
from coursekit.report.class_report import class_report

pytestmark = pytest.mark.browser

PHONE = {"width": 360, "height": 740}
OVERFLOW = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
LONG = "x" * 200

Opened = Callable[[str], tuple[Page, list[str]]]


@pytest.fixture
def opened(context: BrowserContext, tmp_path: Path) -> Opened:
    """Return a function that opens a page and returns it with what it asked for but was not given.

    A request that the page's own policy stops is never asked.
    """

    def open_page(html: str) -> tuple[Page, list[str]]:
        path = tmp_path / "page.html"
        path.write_text(html, encoding="utf-8")
        requests: list[str] = []

        def admit(route: Route) -> None:
            if route.request.url == path.as_uri():
                route.continue_()
            else:
                requests.append(route.request.url)
                route.abort()

        page = context.new_page()
        page.route("**/*", admit)
        page.goto(path.as_uri())
        page.wait_for_timeout(200)  # what a script or a refresh would need
        return page, requests

    return open_page


def answer(html: str) -> nbformat.NotebookNode:
    forms = {"text/html": html, "image/svg+xml": html, "text/plain": html}
    outputs = [
        new_output("display_data", forms),
        new_output("stream", text=html),
        new_output("error", ename=html, evalue=html, traceback=[html]),
    ]
    return new_code_cell(html, outputs=outputs)


@cache
def hostile_feedback() -> str:
    pieces = [*HOSTILE.values(), *HOSTILE_MARKDOWN.values()]
    cells = [make(html) for html in pieces for make in (new_markdown_cell, answer)]
    questions = tuple(QuestionResult(html, 0.0, 1.0, html, html) for html in pieces)
    notebook = new_notebook(cells=cells)
    everywhere = "<img src=x onerror='window.acted=1'>"
    return feedback_page(
        SubmissionResult(
            everywhere, everywhere, Status.GRADED, None, (), questions, {"a": notebook}
        )
    )


@cache
def wide_feedback() -> str:
    table = "<table><tr>" + "<td>wide cell</td>" * 40 + "</tr></table>"
    cells = [
        new_markdown_cell(
            f"# {LONG}\n\n{LONG}\n\n| {'a | ' * 40}\n|{'---|' * 40}\n| {'b | ' * 40}"
        ),
        new_code_cell(f"x = '{LONG}'", outputs=[new_output("stream", text=LONG)]),
        new_code_cell("x", outputs=[new_output("display_data", {"text/html": table})]),
    ]
    questions = (QuestionResult(LONG, 0.0, 1.0, f"`{LONG}` and {LONG}", "M29"),)
    notebook = new_notebook(cells=cells)
    return feedback_page(
        SubmissionResult(LONG, LONG, Status.GRADED, None, ("late",), questions, {"a": notebook})
    )


@cache
def wide_report() -> str:
    names = [LONG, *(f"question_{number}" for number in range(20))]
    questions = tuple(QuestionResult(name, 0.5, 1.0, LONG, "M29") for name in names)
    graded = SubmissionResult(LONG, LONG, Status.GRADED, None, (LONG, "late"), questions)
    refused = SubmissionResult("student-02", LONG, Status.REFUSED, LONG, (), questions)
    return class_report(LONG, [graded, refused])


def test_nothing_acts_as_the_browser_reads_it(opened):
    page, requests = opened(hostile_feedback())

    assert page.evaluate("window.acted") is None
    assert requests == []
    assert acting_parts(page.content()) == []


def test_the_same_pieces_do_act_on_a_bare_page(opened):
    bare = "<!doctype html><title>bare</title>"
    script, image = HOSTILE["script"], HOSTILE["remote image"]

    page, requests = opened(bare + HOSTILE["comment"] + script + image)
    assert page.evaluate("window.acted") == 1
    assert any("evil.example" in url for url in requests)
    assert acting_parts(page.content()) != []


@pytest.mark.parametrize("name", ["script", "image handler", "svg handler", "frame with text"])
def test_the_policy_alone_stops_a_script(opened, name):
    html = hostile_feedback().replace("<main ", f"{HOSTILE[name]}<main ", 1)

    page, _ = opened(html)
    assert acting_parts(page.content()) != []
    assert page.evaluate("window.acted") is None


@pytest.mark.parametrize("name", ["remote image", "style sheet", "frame", "object", "remote video"])
def test_the_policy_alone_stops_a_request(opened, name):
    html = hostile_feedback().replace("<main ", f"{HOSTILE[name]}<main ", 1)

    _, requests = opened(html)
    assert requests == []


@pytest.mark.parametrize("make", [wide_feedback, wide_report])
def test_nothing_is_wider_than_a_phone(opened, make):
    page, _ = opened(make())
    page.set_viewport_size(PHONE)

    assert page.evaluate(OVERFLOW) == 0


def test_what_is_wider_is_seen(opened):
    page, _ = opened("<!doctype html><p style='width: 900px'>wide</p>")
    page.set_viewport_size(PHONE)

    assert page.evaluate(OVERFLOW) > 500


@pytest.mark.parametrize(
    ("mode", "ground"), [("light", "rgb(255, 255, 255)"), ("dark", "rgb(20, 23, 28)")]
)
@pytest.mark.parametrize("make", [wide_feedback, wide_report])
def test_the_policy_lets_the_style_pass_in_both_modes(opened, make, mode, ground):
    page, _ = opened(make())
    page.emulate_media(color_scheme=mode)

    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == ground


def test_the_plots_are_drawn_in_the_colours_of_the_page(opened):
    page, _ = opened(wide_report())
    page.emulate_media(color_scheme="dark")

    plots = page.get_by_role("img", name="Success rate of each question")
    assert plots.bounding_box()["width"] > 300
    label = plots.locator("text").first
    assert label.evaluate("text => getComputedStyle(text).fill") == "rgb(231, 234, 238)"


def test_the_skip_link_leads_to_the_content(opened):
    page, _ = opened(wide_feedback())
    page.keyboard.press("Tab")

    assert page.evaluate("document.activeElement.textContent") == "Skip to the content"
    assert page.get_by_role("link", name="Skip to the content").bounding_box()["x"] >= 0
