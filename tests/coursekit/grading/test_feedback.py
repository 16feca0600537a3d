import os
import re
import subprocess
import sys
from dataclasses import replace
from html import unescape
from itertools import pairwise
from pathlib import Path

import pytest
from hostile_html import HOSTILE, HOSTILE_MARKDOWN
from inert import acting_parts
from nbformat.v4 import new_markdown_cell, new_output

from coursekit.course import Course
from coursekit.errors import StorageError
from coursekit.grading.feedback import feedback_page, write_feedback
from coursekit.grading.results import QuestionResult, Status, SubmissionResult
from coursekit.questions.misconceptions import CATALOGUE

CANARY = "canary-7d1f"
RIGHT = QuestionResult("scalar", 1.0, 1.0)
PARTLY = QuestionResult("offset", 2.5, 4.0, "5 of 8 calls are right")
WRONG = QuestionResult("strides", 0.0, 2.0, "`(3, 4, 5)` are the sizes", "M29")
BLANK = QuestionResult("value", 0.0, 1.0, "not answered yet")
WAITS = QuestionResult("essay", None, 3.0)


def graded(*questions: QuestionResult, **parts: object) -> SubmissionResult:
    result = SubmissionResult("student-01", "01_unit", Status.GRADED, questions=questions)
    return replace(result, **parts)


def text_of(html: str) -> str:
    """Return what a reader sees of a page, in one line."""
    body = html[html.index("<body") :]
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", body)).split())


def test_a_page_says_how_each_question_went():
    text = text_of(feedback_page(graded(RIGHT, PARTLY, WRONG, BLANK, WAITS)))

    assert "3.5 of 11 points so far: 1 question waits for a person to grade." in text
    assert "✓ 1 right ◐ 1 partly right ✗ 1 not right ○ 1 not answered … 1 not graded yet" in text
    assert "scalar ✓ Right 1 of 1 point offset" in text
    assert "offset ◐ Partly right 2.5 of 4 points 5 of 8 calls are right" in text
    assert "strides ✗ Not right 0 of 2 points (3, 4, 5) are the sizes" in text
    assert "value ○ Not answered 0 of 1 point not answered yet" in text
    assert "essay … Not graded yet worth 3 points" in text


def test_a_misconception_is_named_with_its_belief_and_a_hint():
    text = text_of(feedback_page(graded(WRONG)))

    assert (
        "Sizes read as strides You seem to read the sizes as strides. A size says how many "
        "positions an axis has, a stride how far one step along it goes. "
        "Read again in the lesson of 01_flat_buffer: strides"
    ) in text


def test_what_the_instructor_wrote_stands_below_what_the_grader_found():
    comment = "Look at `strides` again:\nhow far is <b>one</b> step?"
    page = feedback_page(graded(RIGHT, replace(WRONG, comment=comment)))

    assert text_of(page).count("From your instructor") == 1
    assert (
        "strides From your instructor Look at strides again: how far is <b>one</b> step?"
    ) in text_of(page)


def test_extra_credit_shows_as_it_is():
    page = feedback_page(graded(replace(RIGHT, score=1.5)))

    assert "1.5 of 1 point." in text_of(page)
    assert acting_parts(page) == []


def test_a_misconception_that_is_not_in_the_catalogue_is_not_mentioned():
    page = feedback_page(graded(replace(WRONG, misconception="X99")))

    assert "X99" not in page
    assert 'class="belief"' not in page


@pytest.mark.parametrize(
    ("result", "sentence"),
    [
        (graded(RIGHT), "1 of 1 point."),
        (graded(PARTLY, BLANK), "2.5 of 5 points."),
        (graded(), "0 of 0 points."),
        (
            graded(WAITS, replace(WAITS, id="second")),
            "0 of 6 points so far: 2 questions wait for a person to grade.",
        ),
        (
            graded(WAITS, status=Status.REFUSED),
            "Not graded: your submission cannot be graded as it is.",
        ),
        (graded(WAITS, status=Status.FAILED), "Not graded yet: the grader failed, not you."),
        (graded(WAITS, status=Status.MISSING), "Not graded: nothing was handed in."),
    ],
)
def test_the_first_sentence_says_how_it_went(result, sentence):
    page = feedback_page(result)

    assert re.findall(r'<h2 id="summary">(.*?)</h2>', page) == [sentence]


def test_a_refused_submission_reads_why_and_what_to_do():
    refused = graded(WAITS, status=Status.REFUSED, reason="`a.ipynb` is not valid JSON")

    assert (
        "cannot be graded as it is. a.ipynb is not valid JSON What to do Put right what the line "
        "above names. If the file is damaged, open your own copy in JupyterLab, run it from top to "
        "bottom and save it. Hand it in again under its own name, or ask your instructor. This is "
        "not a zero. Your submission is kept as you handed it in, and your instructor sees the "
        "same line."
    ) in text_of(feedback_page(refused))
    assert "essay" not in feedback_page(refused)


def test_a_failed_grading_is_no_work_for_the_student():
    failed = graded(WAITS, status=Status.FAILED, reason="test cell q: NameError")

    assert (
        "the grader failed, not you. What to do Nothing. Your submission is kept as you handed it "
        "in, no point was taken off, and your instructor sees what failed and can grade it again."
    ) in text_of(feedback_page(failed))
    assert "NameError" not in feedback_page(failed)


def test_when_it_was_handed_in_is_said_in_utc():
    late = graded(RIGHT, timestamp="2026-03-01T23:30:59-02:00", flags=("late",))

    assert "student-01 · handed in 2026-03-02 01:30 UTC · late" in text_of(feedback_page(late))
    assert "handed in" not in feedback_page(graded(RIGHT))


def test_only_lateness_is_told_of_the_flags():
    assert "tampered" not in feedback_page(graded(RIGHT, flags=("tampered with cell q",)))


def test_cells_are_shown_in_order_and_lead_to_their_question(cells):
    notebook = cells.notebook(
        new_markdown_cell("First *this*."),
        cells.answer("answer", "second = 2"),
        cells.graded("strides", "assert second"),
    )
    page = feedback_page(graded(RIGHT, WRONG, notebooks={"assignment": notebook}))

    assert (
        "Your notebook First this . Your answer second = 2 Test, its visible part assert second "
        "✗ Not right strides: 0 of 2 points"
    ) in text_of(page)
    assert '<a href="#question-2">' in page
    assert '<li class="card wrong" id="question-2">' in page


def test_a_question_is_titled_by_the_heading_it_stands_under(cells):
    notebook = cells.notebook(
        cells.graded("scalar", "assert 1"),
        new_markdown_cell("# Unit\n\n## 1. The `strides` & more\n\nWhat are they?"),
        cells.graded("offset", "assert 2"),
        cells.essay("essay", "# not a heading of the unit's"),
        new_markdown_cell("No heading."),
        cells.graded("strides", "assert 3"),
    )
    questions = (RIGHT, PARTLY, WAITS, WRONG)
    page = feedback_page(graded(*questions, notebooks={"assignment": notebook}))

    titles = [unescape(title) for title in re.findall(r"<h3>(.*?)</h3>\n<span", page)]
    assert titles == ["scalar", *["1. The strides & more"] * 3]
    assert re.findall(r'<p class="id">(.*?)</p>', page) == ["offset", "essay", "strides"]
    assert "✗ Not right 1. The strides & more: 0 of 2 points" in text_of(page)


def test_what_the_reason_says_of_the_misconception_is_said_once():
    said = replace(WRONG, reason=f"x: That is not right. {CATALOGUE['M29'].message}")

    page = feedback_page(graded(said))
    assert '<p class="reason">x: That is not right.</p>' in page
    assert page.count("You seem to read the sizes as strides.") == 1


def test_each_of_several_notebooks_has_its_own_questions(cells):
    one = cells.notebook(cells.graded("scalar", "assert 1"))
    other = cells.notebook(cells.graded("strides", "assert 2"))
    result = graded(RIGHT, WRONG, notebooks={"one": one, "other": other})

    page = feedback_page(result, "other")
    assert "strides" in page
    assert "scalar" not in page
    assert "1 of 3 points. The points are those of all 2 notebooks of the unit." in text_of(page)


def test_what_an_earlier_submission_left_is_not_shown(cells):
    notebook = cells.notebook(cells.plain("stale = 1"))

    page = feedback_page(graded(status=Status.REFUSED, notebooks={"assignment": notebook}))
    assert "stale" not in page


def test_nothing_hidden_appears(cells):
    test = cells.graded(
        "q",
        f"assert x\n### BEGIN HIDDEN TESTS\nassert x == '{CANARY}'\n### END HIDDEN TESTS\nprint(x)",
    )
    test.outputs = [new_output("stream", text=CANARY), new_output("error", evalue=CANARY)]
    test.metadata["secret"] = CANARY
    notebook = cells.notebook(cells.answer("a", "x = 1"), test)
    notebook.metadata["secret"] = CANARY
    question = QuestionResult("q", 0.0, 1.0, "a hidden test did not pass")

    page = feedback_page(graded(question, notebooks={"assignment": notebook}))
    failed = graded(status=Status.FAILED, reason=f"test cell q: {CANARY}")
    assert "a hidden test did not pass" in page
    assert CANARY not in page
    assert CANARY not in feedback_page(failed)


def test_why_a_question_waits_is_not_said():
    question = replace(WAITS, reason=f"test cell q: {CANARY}")

    assert CANARY not in feedback_page(graded(question))


def test_what_is_visible_does_appear(cells):
    answer = cells.answer("a", f"x = '{CANARY}'")

    assert CANARY in feedback_page(graded(notebooks={"assignment": cells.notebook(answer)}))


@pytest.mark.parametrize(
    "html", [*HOSTILE.values(), *HOSTILE_MARKDOWN.values()], ids=[*HOSTILE, *HOSTILE_MARKDOWN]
)
def test_nothing_acts_wherever_it_stands(cells, html):
    answer = cells.answer("a", html)
    answer.outputs = [
        new_output("stream", text=html),
        new_output("error", ename=html, evalue=html, traceback=[html]),
        new_output("display_data", {"text/html": html, "image/svg+xml": html, "text/plain": html}),
    ]
    notebook = cells.notebook(new_markdown_cell(html), answer, cells.essay("q", html))
    result = SubmissionResult(
        html,
        html,
        Status.GRADED,
        html,
        (html,),
        (QuestionResult(html, 0.0, 1.0, html, html), QuestionResult("q", 0.0, 1.0, html)),
        {html: notebook},
    )

    for status in Status:
        assert acting_parts(feedback_page(replace(result, status=status))) == []


@pytest.mark.parametrize(
    "student",
    ["O'Neil, Ana", "=cmd", "形状", "\u202egnp.evil", "a\udcff", "a\nb", "x" * 255, "<b>"],
)
def test_any_id_has_a_page(student):
    page = feedback_page(graded(RIGHT, student=student))

    page.encode("utf-8")
    assert acting_parts(page) == []
    (shown,) = re.findall(r"<bdi>(.*?)</bdi>", page, re.DOTALL)
    spelt = student.replace("\udcff", "\\udcff").replace("\u202e", "\\u202e")
    assert unescape(shown) == spelt


def test_no_answer_turns_the_score_beside_it_round(cells):
    turn = "\u202e\u2067"
    answer = cells.answer("a", f"x = '{turn}'")
    answer.outputs = [new_output("stream", text=turn)]
    notebook = cells.notebook(new_markdown_cell(f"# {turn}"), answer, cells.graded("strides", "x"))
    question = replace(WRONG, reason=turn, comment=turn)

    page = feedback_page(graded(question, notebooks={"a": notebook}))
    assert not set(turn) & set(page)
    assert page.count(r"\u202e\u2067") == 7


def test_headings_are_in_order(cells):
    page = feedback_page(graded(RIGHT, WRONG, notebooks={"a": cells.notebook(cells.plain("x"))}))
    levels = [int(level) for level in re.findall(r"<h([1-6])", page)]

    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))


SCRIPT = """
from coursekit.grading.feedback import feedback_page
from coursekit.grading.results import QuestionResult, Status, SubmissionResult
from coursekit.questions.misconceptions import CATALOGUE
cell = {"cell_type": "markdown", "metadata": {}, "source": "<b class='x'>*a*</b> $b$"}
notebook = {"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
question = QuestionResult("q", 0.0, 1.0, "why", "M29")
print(feedback_page(SubmissionResult("s", "u", Status.GRADED, None, ("late", "x"), (question,),
                                     {"n": notebook})))
"""


def test_the_bytes_are_the_same_whatever_the_hashes_are(repository):
    runs = [
        subprocess.run(
            [sys.executable, "-c", SCRIPT],
            env={**os.environ, "PYTHONHASHSEED": seed},
            cwd=repository,
            check=True,
            capture_output=True,
        )
        for seed in ("1", "2")
    ]

    assert runs[0].stdout == runs[1].stdout != b""


@pytest.fixture
def course(tmp_path: Path) -> Course:
    source = tmp_path / "source" / "01_unit"
    source.mkdir(parents=True)
    for name in ("one", "two"):
        (source / f"{name}.ipynb").write_text("{}")
    return Course.at(tmp_path)


@pytest.mark.parametrize("status", Status)
def test_every_notebook_has_a_page_where_nbgrader_keeps_it(course, status):
    result = graded(RIGHT, status=status)

    written = write_feedback(course, result)
    folder = course.feedback / "student-01" / "01_unit"
    assert written == (folder / "one.html", folder / "two.html")
    assert written[1].read_text(encoding="utf-8") == feedback_page(result, "two")
    assert sorted(folder.iterdir()) == sorted(written)


def test_what_nbgrader_needs_to_release_a_page_lies_beside_it(course, tmp_path):
    handed_in = course.submitted / "student-01" / "01_unit"
    handed_in.mkdir(parents=True)
    (handed_in / "timestamp.txt").write_text("2026-09-14 10:00:00 UTC")
    (handed_in / "submission_secret.txt").write_bytes(b"\xff secret")
    (handed_in / "notes.txt").write_text("stays where it is")

    write_feedback(course, graded(RIGHT))
    folder = course.feedback / "student-01" / "01_unit"
    beside = {path.name: path.read_bytes() for path in folder.iterdir() if path.suffix == ".txt"}
    assert beside == {
        "timestamp.txt": b"2026-09-14 10:00:00 UTC",
        "submission_secret.txt": b"\xff secret",
    }

    (handed_in / "submission_secret.txt").unlink()
    (handed_in / "submission_secret.txt").symlink_to(tmp_path / "source")
    (handed_in / "timestamp.txt").write_bytes(b"0" * 1_000_000)
    write_feedback(course, graded(RIGHT))
    names = sorted(path.name for path in folder.iterdir())
    assert names == ["one.html", "timestamp.txt", "two.html"]
    assert (folder / "timestamp.txt").stat().st_size == 10_000


def test_a_folder_that_cannot_be_written_is_named(course):
    course.feedback.write_text("a file where a folder should be")

    with pytest.raises(StorageError, match=r"^cannot write in .*feedback/student-01/01_unit: "):
        write_feedback(course, graded(RIGHT))
