"""nbgrader's formgrader in a real browser: its buttons grade as the kit does, and nothing acts."""

from __future__ import annotations

import copy
import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output
from playwright.sync_api import BrowserContext, Page, Route, expect

from coursekit.course import Course
from coursekit.grading.gradebook import opened
from coursekit.notebooks import read_notebook, write_notebook

pytestmark = [pytest.mark.browser, pytest.mark.slow]

UNIT = "unit"
LOCAL = ("http://127.0.0.1:", "data:", "file:")
WAIT = 120_000  # milliseconds that a grading may take on a busy machine
COMMENT = "Say it in your own words: <b>why</b> & `how`?"
CONFIG = """from coursekit.nbgrader_commands import use_own_graders
c = get_config()
c.CourseDirectory.root = {root!r}
c.CourseDirectory.course_id = "course"
use_own_graders(c)
"""
# What an answer would do in the instructor's session, if it could.
PRESS = "<script>window.acted = 1; document.querySelector('.full-credit').click()</script>"
LOAD = "![](/formgrader?path=submitted/student-01/unit)"


def marked(cell: nbformat.NotebookNode, name: str, **marks: object) -> nbformat.NotebookNode:
    standard = {"schema_version": 3, "grade": False, "solution": False, "locked": False,
                "task": False}  # fmt: skip
    cell.metadata = nbformat.from_dict({"nbgrader": {**standard, "grade_id": name, **marks}})
    cell.id = name
    return cell


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Course:
    """Return a course in which one student has handed in, and another a broken file."""
    root = tmp_path_factory.mktemp("course")
    source = new_notebook(
        cells=[
            marked(new_code_cell("a = 1"), "answer", solution=True),
            marked(new_code_cell("assert a == 1"), "test", grade=True, locked=True, points=2),
            marked(new_markdown_cell("Why?"), "why", solution=True, grade=True, points=3),
        ]
    )
    write_notebook(root / "source" / UNIT / "assignment.ipynb", source)
    (root / "nbgrader_config.py").write_text(CONFIG.format(root=str(root)), encoding="utf-8")
    mine = copy.deepcopy(source)
    mine.cells[0].source = f"a = 1\nfrom IPython.display import HTML\nHTML({PRESS!r})"
    mine.cells[2].source = f"Because.\n\n{PRESS}\n\n{LOAD}"
    mine.cells.append(new_markdown_cell(f"{PRESS}\n\n# why-comment"))
    mine.cells[3].id = "mine"
    write_notebook(root / "submitted" / "student-01" / UNIT / "assignment.ipynb", mine)
    broken = root / "submitted" / "student-02" / UNIT / "assignment.ipynb"
    broken.parent.mkdir(parents=True)
    broken.write_text("{", encoding="utf-8")
    made = Course.at(root)
    with opened(made) as book:
        book.register(UNIT)
    return made


@pytest.fixture(scope="module")
def formgrader(start_lab: Callable[[Path], SimpleNamespace], course: Course) -> SimpleNamespace:
    """Run a JupyterLab in the course, the formgrader in it."""
    return start_lab(course.root)


@pytest.fixture
def page(context: BrowserContext, formgrader: SimpleNamespace) -> Page:
    """Return a page that is logged in; what lies elsewhere, as MathJax does, is not loaded."""

    def admit(route: Route) -> None:
        if route.request.url.startswith(LOCAL):
            route.continue_()
        else:
            route.abort()

    context.route("**/*", admit)
    page = context.new_page()
    page.set_default_timeout(WAIT)
    expect.set_options(timeout=WAIT)
    page.request.get(f"{formgrader.url}/?token={formgrader.token}")  # for the cookie
    page.goto(f"{formgrader.url}/formgrader/manage_submissions/{UNIT}")
    return page


def press(page: Page, student: str, button: str) -> str:
    """Press one of the formgrader's buttons beside a student; return what it says then."""
    row = page.locator("tbody tr").filter(has_text=student)
    row.locator(f".{button} a").click()
    said = page.locator(".modal.in .modal-dialog")
    text = said.inner_text()
    said.get_by_role("button", name="OK").click()
    expect(page.locator(".modal.in")).to_have_count(0)
    return text


def submission(formgrader: SimpleNamespace, page: Page) -> str:
    """Return the address of the one submission that was graded."""
    address = f"{formgrader.url}/formgrader/api/submitted_notebooks/{UNIT}/assignment"
    (found,) = page.request.get(address).json()
    return f"{formgrader.url}/formgrader/submissions/{found['id']}/"


def test_the_autograde_button_grades_as_the_kit_does(course: Course, page: Page) -> None:
    assert "Successfully autograded 'unit' for student 'student-01'" in press(
        page, "student-01", "autograde"
    )

    (row,) = page.locator("tbody tr").filter(has_text="student-01").all()
    assert "2 / 5" in row.inner_text()
    ran = read_notebook(course.autograded / "student-01" / UNIT / "assignment.ipynb")
    assert ran.cells[1].outputs == [new_output("stream", name="stdout", text="2 of 2 points\n")]


def test_the_autograde_button_says_why_a_file_was_refused(course: Course, page: Page) -> None:
    said = press(page, "student-02", "autograde")

    assert "There was an error autograding 'unit' for student 'student-02'" in said
    assert "student-02, unit: refused: assignment.ipynb is not" in said


def test_the_feedback_button_writes_the_kits_page(course: Course, page: Page) -> None:
    path = course.feedback / "student-01" / UNIT / "assignment.html"
    path.unlink()

    assert "Successfully generated feedback for 'unit' for student 'student-01'" in press(
        page, "student-01", "generate-feedback"
    )
    assert "Content-Security-Policy" in path.read_text(encoding="utf-8")


def test_nothing_of_an_answer_acts_in_the_formgrader(
    formgrader: SimpleNamespace, page: Page
) -> None:
    loaded: list[str] = []
    page.on("request", lambda request: loaded.append(request.url))

    page.goto(submission(formgrader, page))
    expect(page.locator("#why")).to_be_visible()
    page.wait_for_load_state("load")
    assert page.evaluate("window.acted") is None
    assert [url for url in loaded if "path=" in url] == []
    assert page.locator("[id=why-comment]").count() == 1
    assert PRESS in page.locator(".nbgrader_cell").last.inner_text()


def test_a_score_and_a_comment_by_hand_survive_every_rerun(
    course: Course, formgrader: SimpleNamespace, page: Page
) -> None:
    page.goto(submission(formgrader, page))
    score, comment = page.locator("input#why"), page.locator("textarea#why-comment")
    expect(score).to_have_class(re.compile("needs_manual_grade"))  # set once grades are loaded
    score.fill("2.5")
    with page.expect_response(lambda answer: "/api/grade/" in answer.url):
        score.blur()
    comment.fill(COMMENT)
    with page.expect_response(lambda answer: "/api/comment/" in answer.url):
        comment.blur()

    command = [sys.executable, "-m", "coursekit.cli", "--root", str(course.root)]
    ran = subprocess.run(
        [*command, "grade", "--force", "--json", "--student", "student-01"],
        check=True,
        capture_output=True,
        text=True,
    )
    (result,) = json.loads(ran.stdout)["submissions"]
    assert (result["status"], result["score"]) == ("graded", 4.5)
    page.reload()
    expect(page.locator("input#why")).to_have_value("2.5")
    expect(page.locator("textarea#why-comment")).to_have_value(COMMENT)


def test_the_feedback_page_shows_both(course: Course, page: Page) -> None:
    path = course.feedback / "student-01" / UNIT / "assignment.html"

    page.goto(path.as_uri())
    card = page.locator("li.card").nth(1)
    expect(card).to_contain_text("2.5 of 3 points")
    expect(card).to_contain_text("From your instructor")
    expect(card).to_contain_text("Say it in your own words: <b>why</b> & how?")
