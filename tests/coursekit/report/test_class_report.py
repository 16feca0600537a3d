import os
import re
import subprocess
import sys
from dataclasses import replace
from html import unescape
from pathlib import Path

import pytest
from hostile_html import HOSTILE
from inert import acting_parts

from coursekit.course import Course
from coursekit.errors import StorageError
from coursekit.grading.results import QuestionResult, Status, SubmissionResult
from coursekit.report.class_report import class_report, write_report
from coursekit.report.class_table import class_table

RIGHT = QuestionResult("strides", 2.0, 2.0)
WRONG = QuestionResult("strides", 0.0, 2.0, "the sizes stand there", "M29")
WAITS = QuestionResult("strides", None, 2.0)


def one(student: str, *questions: QuestionResult, **parts: object) -> SubmissionResult:
    result = SubmissionResult(student, "01_unit", Status.GRADED, questions=questions)
    return replace(result, **parts)


CLASS = [
    one("student-10", WRONG, flags=("late", "cell strides was changed")),
    one("student-2", RIGHT),
    one("student-3", WAITS, status=Status.REFUSED, reason="`a.ipynb` is not valid JSON"),
    one("student-4", WAITS, status=Status.FAILED, reason="test cell strides: NameError"),
]


def text_of(html: str) -> str:
    """Return what a reader sees of a page, in one line."""
    body = html[html.index("<body") :]
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", body)).split())


def test_the_page_begins_with_the_counts():
    text = text_of(class_report("01_unit", CLASS))

    assert (
        "Class report 01_unit 4 students · 2 graded · 2 points to reach At a glance "
        "Graded 2 Refused 1 Failed 1 Missing 0 Late 1 Wait for a person 0 Mean score 1 Median 1 "
        "Lowest – highest 0 – 2 Not graded: these wait for you Student Status Why "
        "student-3 refused a.ipynb is not valid JSON "
        "student-4 failed test cell strides: NameError Scores"
    ) in text


def test_each_plot_has_its_table():
    html = class_report("01_unit", CLASS)
    text = text_of(html)

    titles = re.findall(r'role="img".*?<title>(.*?)</title>', html)
    assert titles == [
        "How the scores spread", "Success rate of each question", "Misconceptions by frequency",
    ]  # fmt: skip
    assert html.count("the table says the same.</desc>") == 3
    assert "0 – 10 % 1 50 % 10 – 20 % 0 0 %" in text
    assert "90 – 100 % 1 50 %" in text
    assert "strides 2 50 % 1 0 1 0 0" in text
    assert "Sizes read as strides M29 You seem to read the sizes as strides. 1 1 strides" in text


def test_every_student_is_there_with_a_score_or_a_reason():
    text = text_of(class_report("01_unit", CLASS))

    assert (
        "Student Status Score Share Questions Notes "
        "student-2 graded 2 100 % ✓ "
        "student-3 refused – – – a.ipynb is not valid JSON "
        "student-4 failed – – – test cell strides: NameError "
        "student-10 graded 0 0 % ✗ late cell strides was changed Questions and"
    ) in text


def test_signs_are_named_for_those_who_do_not_see_them():
    html = class_report("01_unit", CLASS)

    assert '<span class="mark wrong" role="img" aria-label="Not right">✗</span>' in html


def test_an_empty_class_is_said_so():
    html = class_report("01_unit", [])

    assert (
        "Nobody has handed in anything. Submissions lie in submitted/<student>/01_unit/ ; this "
        "report is made anew after grading."
    ) in text_of(html)
    assert "<svg" not in html


@pytest.mark.parametrize("status", [Status.REFUSED, Status.FAILED])
def test_a_class_without_a_score_has_no_plot(status):
    html = class_report("01_unit", [one("student-1", WAITS, status=status)])

    assert "No submission has a score yet, so there is nothing to plot." in text_of(html)
    assert "no reason was recorded" in html
    assert "<svg" not in html


def test_what_waits_for_a_person_is_said():
    several = [one("a", WAITS), one("b", WAITS), one("c", RIGHT)]

    assert (
        "Scores are not final: 2 submissions have a question that waits for a person."
    ) in text_of(class_report("01_unit", several))
    assert "1 submission has a question that waits" in text_of(class_report("01_unit", several[1:]))


def test_no_misconception_is_said_so():
    assert "No answer shows a known misconception." in class_report("01_unit", [one("a", RIGHT)])


@pytest.mark.parametrize("questions", [(), (QuestionResult("q", 0.0, 0.0),)])
def test_a_unit_without_points_has_a_report(questions):
    assert "student-1" in class_report("01_unit", [one("student-1", *questions)])


@pytest.mark.parametrize("status", Status)
def test_nothing_acts_wherever_it_stands(status):
    results = [
        SubmissionResult(
            html, html, status, html, (html, "late"), (QuestionResult(name, 0.0, 1.0, html, html),)
        )
        for name, html in zip(HOSTILE.values(), reversed(HOSTILE.values()), strict=True)
    ]

    html = class_report("<script>unit</script>", results)
    assert acting_parts(html) == []
    assert html.count("&lt;script&gt;unit&lt;/script&gt;") >= 2


def test_any_id_is_listed():
    students = [
        "\u202egnp.evil",
        "<b>",
        "=cmd",
        "O'Neil, Ana",
        "a\nb",
        "a\udcff",
        "x" * 255,
        "形状",
    ]
    page = class_report("01_unit", [one(student, RIGHT) for student in students])

    page.encode("utf-8")
    table = page[page.index('<table class="students"') :]
    shown = [unescape(name) for name in re.findall(r"<bdi>(.*?)</bdi>", table, re.DOTALL)]
    # What a page cannot hold, or what would turn round what stands beside it, is spelt out.
    spelt = [s.replace("\udcff", r"\udcff").replace("\u202e", r"\u202e") for s in students]
    assert sorted(shown) == sorted(spelt)


def test_a_large_class_has_a_line_for_everyone():
    results = [one(f"student-{i}", RIGHT if i % 3 else WRONG) for i in range(1, 301)]
    html = class_report("01_unit", results)

    table = html[html.index('<table class="students"') :]
    names = re.findall(r'<th scope="row"><bdi>(.*?)</bdi>', table)
    assert names == [f"student-{i}" for i in range(1, 301)]
    assert "300 students · 300 graded" in text_of(html)


@pytest.mark.parametrize(("students", "tables"), [(200, 1), (201, 2), (450, 3)])
def test_the_table_of_a_large_class_is_split_and_its_parts_are_led_to(students, tables):
    html = class_report("01_unit", [one(f"student-{i}", RIGHT) for i in range(1, students + 1)])

    assert html.count('<table class="students"') == tables
    led_to = re.findall(r'<li><a href="#(students-\d+)">', html)
    assert led_to == re.findall(r'<h3 id="(students-\d+)">', html)
    assert led_to == ([f"students-{n}" for n in range(1, tables + 1)] if tables > 1 else [])
    named = re.findall(r'aria-labelledby="(students.*?)">\n<table', html)
    assert named == (led_to or ["students"])
    last = f"student-{200 * tables - 199} – student-{students}"
    assert text_of(html).count(last) == (2 if tables > 1 else 0)


SCRIPT = """
from coursekit.grading.results import QuestionResult, Status, SubmissionResult
from coursekit.report.class_report import class_report
wrong = QuestionResult("q", 0.5, 1.0, "why", "M29"), QuestionResult("r", 0.0, 1.0, "why", "M30")
print(class_report("u", [SubmissionResult(s, "u", Status.GRADED, questions=wrong) for s in "ab"]))
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

    assert runs[0].stdout == runs[1].stdout
    assert runs[0].stdout.count(b"<svg") == 3


@pytest.fixture
def course(tmp_path: Path) -> Course:
    (tmp_path / "source").mkdir()
    return Course.at(tmp_path)


def test_page_and_table_are_written_side_by_side(course):
    page, table = write_report(course, "01_unit", CLASS)

    assert page == course.reports / "01_unit.html"
    assert table == course.reports / "01_unit.csv"
    assert page.read_text(encoding="utf-8") == class_report("01_unit", CLASS)
    assert table.read_bytes().decode("utf-8") == class_table("01_unit", CLASS)


def test_a_folder_that_cannot_be_written_is_named(course):
    course.reports.write_text("a file where a folder should be")

    with pytest.raises(StorageError, match=r"^cannot write in .*reports: "):
        write_report(course, "01_unit", CLASS)


def test_who_handed_in_nothing_is_listed_and_waits_for_nobody():
    missing = SubmissionResult("student-07", "01_unit", Status.MISSING, "nothing handed in")
    html = class_report("01_unit", [one("student-01", RIGHT), missing])
    text = text_of(html)
    assert "2 students · 1 graded" in text
    assert "Missing 1" in text
    assert "student-07 missing – – – nothing handed in" in text
    assert 'id="attention"' not in html
