"""What can be answered in an assignment, and what each reply is worth."""

from __future__ import annotations

import pytest
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_notebook

from coursekit.sample.profiles import Profile
from coursekit.sample.sheet import Kind, Outcome, Sheet, with_solution

ANSWERS = """\
offset = None
value = None
### BEGIN SOLUTION
offset = 8
value = 32.0
### END SOLUTION"""
TEST = """\
from coursekit.questions import Part, mark_parts
from coursekit.questions.flat_buffer import offset_of, value_at
from tensorlib import frozen_tensor

frozen, place = frozen_tensor(), (1, 0, 2)
mark_parts(
    Part("offset", offset_of(frozen.shape, place, drop_ambiguous=True), offset),
    Part("value", value_at(frozen, place, drop_ambiguous=True), value, 2),
)"""
FUNCTION = """\
def f(shape):
    ### BEGIN SOLUTION
    return len(shape)
    ### END SOLUTION"""
FOREIGN = "assert f((1, 2)) == two"
STUBS = {"places": "offset = None\nvalue = None\nraise NotImplementedError()", "f": "def f(): ..."}


def cell(name: str, source: str, **marks: object) -> NotebookNode:
    made = new_code_cell(source, id=name)
    made.metadata["nbgrader"] = {"grade_id": name, "grade": False, "solution": False, **marks}
    return made


@pytest.fixture
def sheet() -> Sheet:
    return Sheet(
        new_notebook(
            cells=[
                cell("setup", "two = 2", locked=True),
                cell("places", ANSWERS, solution=True),
                cell("places_test", TEST, grade=True, locked=True, points=3),
                cell("f", FUNCTION, solution=True),
                cell("f_test", FOREIGN, grade=True, locked=True, points=1),
            ]
        )
    )


def test_questions_are_found_by_the_name_they_are_asked_of(sheet: Sheet) -> None:
    assert {name: part.points for name, part in sheet.parts.items()} == {"offset": 1, "value": 2}
    assert sheet.beliefs() == ("M30", "M58", "M59", "M60", "M61", "M62", "M63")


@pytest.mark.parametrize(
    ("profile", "text", "outcome"),
    [
        (Profile("right"), "offset = None\nvalue = None\noffset = 8\nvalue = 32.0", Outcome(3.0)),
        (
            Profile("respelt", respelt=True),
            "offset = None\nvalue = None\nimport numpy as np\n\n"
            "offset = np.int64(8)\nvalue = np.float64(32.0)",
            Outcome(3.0),
        ),
        (
            Profile("bytes", beliefs=("M30",)),
            "offset = None\nvalue = None\noffset = 64\nvalue = 32.0",
            Outcome(2.0, "M30"),
        ),
        (
            Profile("both", beliefs=("M63", "M30")),
            "offset = None\nvalue = None\noffset = 64\nvalue = 31.0",
            Outcome(0.0, "M30"),
        ),
        (Profile("blank", answered=0.0), STUBS["places"], Outcome(0.0)),
        (
            Profile("exception", instead={0: "1 / 0"}),
            "offset = None\nvalue = None\n1 / 0",
            Outcome(0.0),
        ),
    ],
    ids=lambda value: value.title if isinstance(value, Profile) else "",
)
def test_reply_and_what_it_is_worth(
    sheet: Sheet, profile: Profile, text: str, outcome: Outcome
) -> None:
    replies = sheet.replies(profile, STUBS)

    assert replies["places"].text == text
    assert sheet.outcomes(replies)["places_test"] == outcome


def test_body_of_a_belief_is_put_into_its_function(sheet: Sheet) -> None:
    profile = Profile("m", beliefs=("M30", "M29"), bodies={"M29": {"f": "if shape:\n    return 2"}})
    reply = sheet.replies(profile, STUBS)["f"]

    assert reply.text == "def f(shape):\n    if shape:\n        return 2"
    assert reply.kind is Kind.BELIEVED
    assert sheet.outcomes(sheet.replies(profile, STUBS))["f_test"] == Outcome(1.0)


def test_positions_count_from_the_end_as_well(sheet: Sheet) -> None:
    replies = sheet.replies(Profile("loop", instead={-1: "while True:\n    pass"}), STUBS)

    assert replies["f"].text == "def f(shape):\n    while True:\n        pass"
    assert replies["places"].kind is Kind.RIGHT


def test_half_of_the_cells_from_the_first_on(sheet: Sheet) -> None:
    replies = sheet.replies(Profile("half", answered=0.5), STUBS)

    assert [reply.kind for reply in replies.values()] == [Kind.RIGHT, Kind.NOTHING]


def test_cell_without_a_solution_is_left_as_it_is() -> None:
    assert with_solution("x = 1", "y = 2") == "x = 1"


def test_several_solutions_are_replaced_where_they_stand() -> None:
    block = "### BEGIN SOLUTION\na\n### END SOLUTION"

    assert with_solution(f"{block}\nmiddle\n{block}", "z") == "z\nmiddle\nz"
    assert with_solution(f"{block}\nmiddle\n{block}", None) == "a\nmiddle\na"
