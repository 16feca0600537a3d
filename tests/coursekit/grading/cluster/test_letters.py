"""A result goes to bytes and back whole; what is no result is told from one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nbformat.v4 import new_code_cell, new_notebook, new_output

from coursekit.grading.book.stored import as_text
from coursekit.grading.cluster.letters import as_bytes, from_bytes
from coursekit.grading.intake.handed import Handed
from coursekit.grading.results import QuestionResult, Status, SubmissionResult

HANDED = Handed("student-01", "unit", Path())
TEXT = st.text(st.characters(), max_size=8)  # half surrogate pairs too
QUESTIONS = st.builds(
    QuestionResult, TEXT, st.none() | st.floats(0, 9), st.floats(0, 9), st.none() | TEXT
)


@given(
    st.sampled_from([Status.GRADED, Status.REFUSED, Status.FAILED]),
    st.none() | TEXT,
    st.lists(TEXT, max_size=2),
    st.lists(QUESTIONS, max_size=3),
)
def test_a_result_comes_back_whole(status, reason, flags, questions) -> None:
    printed = new_output("stream", name="stdout", text="one\ntwo")
    cell = new_code_cell("x = 1\ny = 2", id="a", outputs=[printed], execution_count=1)
    notebook = new_notebook(cells=[cell])
    result = SubmissionResult(
        "student-01", "unit", status, reason, tuple(flags), tuple(questions), {"n": notebook}
    )
    assert from_bytes(as_bytes(result), HANDED) == result


def test_whose_it_is_the_submission_decides() -> None:
    letter = as_bytes(SubmissionResult("student-99", "another", Status.REFUSED))
    result = from_bytes(letter, HANDED)
    assert (result.student, result.unit) == ("student-01", "unit")


GOOD = as_text(SubmissionResult("student-01", "unit", Status.GRADED))


@pytest.mark.parametrize(
    ("letter", "fault"),
    [
        (None, "it is of type NoneType"),
        (b"", "it cannot be read: JSONDecodeError"),
        (b"\xff", "it cannot be read: UnicodeDecodeError"),
        (b"[1, 2]", "it cannot be read: TypeError"),
        (json.dumps([GOOD, []]).encode(), "it cannot be read: AttributeError"),
        (json.dumps([GOOD.replace("graded", "best"), {}]).encode(),
         "it cannot be read: ValueError"),
        (json.dumps([GOOD.replace("graded", "missing"), {}]).encode(), "its status is missing"),
        (json.dumps([GOOD, {"n": "{"}]).encode(),
         "n.ipynb is not a notebook: it is not valid JSON"),
    ],
)  # fmt: skip
def test_what_is_no_result_is_said(letter: object, fault: str) -> None:
    with pytest.raises(ValueError) as caught:  # noqa: PT011  (compared whole)
        from_bytes(letter, HANDED)
    assert str(caught.value) == fault
