import csv
import io
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coursekit.grading.results import QuestionResult, Status, SubmissionResult
from coursekit.report.class_table import cell, class_table

QUESTIONS = (
    QuestionResult("strides", 0.5, 2.0, "a term is missing", "M29"),
    QuestionResult("essay", None, 3.0),
)
RESULT = SubmissionResult("student-01", "unit", Status.GRADED, None, ("late", "x"), QUESTIONS)
SIGNS = "=+-@\t\r\n＝＋－＠"


def read(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text, newline="")))


def test_a_line_holds_all_that_is_known():
    refused = SubmissionResult("student-02", "unit", Status.REFUSED, 'no, "not" JSON')
    when = replace(RESULT, timestamp="2026-03-01T12:00:00+00:00")

    assert class_table("unit", [refused, when]) == (
        "student,unit,status,score,max_score,handed_in,flags,reason,"
        "strides,strides misconception,essay,essay misconception\n"
        "student-01,unit,graded,0.5,5,2026-03-01T12:00:00+00:00,late; x,,0.5,M29,,\n"
        'student-02,unit,refused,,0,,,"no, ""not"" JSON",,,,\n'
    )


def test_an_empty_class_is_a_line_of_names():
    assert class_table("unit", []) == (
        "student,unit,status,score,max_score,handed_in,flags,reason\n"
    )


@pytest.mark.parametrize("sign", SIGNS)
def test_no_cell_begins_as_a_formula_does(sign):
    attack = f"{sign}cmd|' /C calc'!A0"
    question = QuestionResult(attack, 0.0, 1.0, None, attack)
    result = SubmissionResult(attack, "u", Status.REFUSED, attack, (attack,), (question,))

    rows = list(csv.reader(io.StringIO(class_table(attack, [result]), newline="")))
    cells = [value for row in rows for value in row]
    assert not any(value.startswith(tuple(SIGNS)) for value in cells)
    assert sum(value.startswith("'") for value in cells) == 7


@given(st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cn"]), max_size=30))
def test_a_cell_is_the_text_or_the_text_behind_an_apostrophe(text):
    assert cell(text) == ("'" + text if text[:1] in tuple(SIGNS) and text else text)


@pytest.mark.parametrize(
    "student",
    ["O'Neil, Ana", 'a"b', "a;b", "形状", "\u202egnp", "-- ", "x" * 255, "'quoted", " =1+1", "a=1"],
)
def test_an_id_survives(student):
    (row,) = read(class_table("unit", [replace(RESULT, student=student)]))

    assert row["student"].removeprefix("'") == student.removeprefix("'")


def test_ids_that_differ_in_a_byte_stay_different():
    students = ["a\udcfe", "a\udcff"]
    rows = read(class_table("unit", [replace(RESULT, student=student) for student in students]))

    assert [row["student"] for row in rows] == ["a\\udcfe", "a\\udcff"]


@pytest.mark.parametrize(
    ("number", "expected"),
    [(0.0, "0"), (1e-9, "0"), (2.5, "2.5"), (1 / 3, "0.333333"), (10.0, "10")],
)
def test_numbers_are_numbers_for_a_spreadsheet(number, expected):
    assert cell(number) == expected
