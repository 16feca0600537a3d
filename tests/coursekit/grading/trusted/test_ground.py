"""What tests stand on: names of set-up cells, of earlier tests, and of answers, in their order."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace

import pytest
from nbformat import NotebookNode

from coursekit.grading.student.housing import Housing
from coursekit.grading.submission import NotebookOutcome, grade_notebook
from coursekit.grading.trusted.side import TrustedSide

Grade = Callable[..., NotebookOutcome]


@pytest.fixture
def grade(cells: SimpleNamespace, housing: Housing) -> Grade:
    """Grade a notebook, as it is or with other answers."""

    def _grade(*content: NotebookNode, **answers: str) -> NotebookOutcome:
        source = cells.notebook(*content)
        submitted = cells.notebook(*(
            cells.answer(c.id, answers[c.id]) if c.id in answers else c for c in content
        ))  # fmt: skip
        return grade_notebook(source, submitted, housing=housing)

    return _grade


def scores(outcome: NotebookOutcome) -> list[float | None]:
    return [question.score for question in outcome.questions]


def test_a_helper_of_a_set_up_cell_calls_the_students_function(
    grade: Grade, cells: SimpleNamespace
) -> None:
    content = (
        cells.locked("s", "def check(n):\n    assert double(n) == 2 * n"),
        cells.answer("a", "def double(n): return 2 * n"),
        cells.graded("t", "check(4)"),
    )
    assert scores(grade(*content)) == [1.0]
    assert scores(grade(*content, a="def double(n): return 8 if n == 3 else 0")) == [0.0]
    assert scores(grade(*content, a="def double(n): return 8\ndef check(n): pass")) == [1.0]
    assert scores(grade(*content, a="def check(n): pass\ndef double(n): return 0")) == [0.0]


def test_a_class_and_a_lambda_of_a_set_up_cell_do_too(grade: Grade, cells: SimpleNamespace) -> None:
    content = (
        cells.plain("class Check:\n    def it(self, n):\n        return double(n)"),
        cells.plain("twice = lambda n: double(double(n))"),
        cells.answer("a", "def double(n): return 2 * n"),
        cells.graded("t", "assert Check().it(4) == 8\nassert twice(1) == 4"),
    )
    assert scores(grade(*content)) == [1.0]
    assert scores(grade(*content, a="def double(n): return 0")) == [0.0]


def test_what_a_cell_makes_of_an_answer_comes_from_the_student(
    grade: Grade, cells: SimpleNamespace
) -> None:
    content = (
        cells.answer("a", "x = 4"), cells.plain("y = 2 * x\nz = 3"),
        cells.graded("t", "assert (y, z) == (8, 3)"),
    )  # fmt: skip
    assert scores(grade(*content)) == [1.0]
    assert scores(grade(*content, a="x = 5")) == [0.0]


def test_a_function_that_a_cell_makes_of_an_answer_checks_nothing(
    grade: Grade, cells: SimpleNamespace
) -> None:
    """It would be called on the student's side, where the student can put another in its place."""
    outcome = grade(
        cells.answer("a", "def f(): return 1"),
        cells.plain("import functools\ncheck = functools.partial(f)"),
        cells.graded("t", "check()"),
        a="def f(): return 1",
    )
    assert scores(outcome) == [None]
    assert [fault.fault for fault in outcome.faults] == [
        "`check` is a function that a cell makes of the answers"
    ]


def test_imports_of_an_answer_are_had_here_but_the_student_needs_them(
    grade: Grade, cells: SimpleNamespace
) -> None:
    content = (
        cells.answer("a", "import math as m\nfrom operator import *\nx = 9"),
        cells.graded("t", "assert m.sqrt(x) == add(1, 2)"),
    )
    assert scores(grade(*content)) == [1.0]
    assert scores(grade(*content, a="import math as m\nfrom operator import add\nx = 8")) == [0.0]
    blank = grade(*content, a="x = 9")
    assert blank.questions[0].reason == "not answered: `add`, `m` are not defined"
    liar = "class m:\n    sqrt = staticmethod(lambda x: 3)\nadd = lambda *_: 3\nx = 8"
    assert scores(grade(*content, a=liar)) == [0.0]


def test_star_imports_and_magics_of_set_up_cells(grade: Grade, cells: SimpleNamespace) -> None:
    outcome = grade(
        cells.plain("%matplotlib inline\nfrom math import *\nget_ipython().user_ns"),
        cells.plain("%%time\nlimit = 9\ndisplay(limit)"),
        cells.answer("a", "x = 3"),
        cells.graded("t", "from operator import *\nassert eq(x, sqrt(limit))"),
        cells.graded("u", "assert ne(x, limit)"),
    )
    assert (scores(outcome), outcome.faults) == ([1.0, 1.0], ())


def test_what_earlier_tests_bind_is_bound_again(grade: Grade, cells: SimpleNamespace) -> None:
    content = (
        cells.answer("a", "def f(n): return n + 1"),
        cells.graded("t", "import math as m\nresult = f(3)\nassert result == 4"),
        cells.graded("u", "assert result == m.floor(4.5)"),
    )
    assert scores(grade(*content)) == [1.0, 1.0]
    assert scores(grade(*content, a="def f(n): return n")) == [0.0, 0.0]


def test_a_test_sees_set_up_as_it_is_at_its_place(grade: Grade, cells: SimpleNamespace) -> None:
    outcome = grade(
        cells.plain("n = 1"), cells.answer("a", "x = 1"), cells.graded("t", "assert x == n"),
        cells.plain("n = 2"), cells.answer("b", "x = 2"), cells.graded("u", "assert x == n"),
    )  # fmt: skip
    assert scores(outcome) == [1.0, 1.0]


def test_an_answer_that_binds_a_set_up_name_is_the_students(
    grade: Grade, cells: SimpleNamespace
) -> None:
    content = (
        cells.plain("x = 8"), cells.answer("a", "x = 9"), cells.graded("t", "assert x == 9"),
        cells.plain("x = 10"), cells.graded("u", "assert x == 10"),
    )  # fmt: skip
    assert scores(grade(*content)) == [1.0, 1.0]
    assert scores(grade(*content, a="x = 7")) == [0.0, 1.0]


def test_an_unfinished_solution_does_not_stop_the_others(
    grade: Grade, cells: SimpleNamespace
) -> None:
    """The instructor's own notebook may hold no solutions at all."""
    outcome = grade(
        cells.answer("a", "x = "), cells.graded("t", "assert x == 8"),
        cells.answer("b", "# YOUR CODE HERE\nraise NotImplementedError()"),
        cells.graded("u", "assert y == 8"), a="x = 8", b="y = 8",
    )  # fmt: skip
    assert (scores(outcome), outcome.faults) == ([1.0, 1.0], ())


def test_nothing_of_a_test_stays_for_the_next(cells: SimpleNamespace) -> None:
    trusted = TrustedSide(
        cells.notebook(
            cells.locked("s", "kept = 1\ndef read():\n    return kept"),
            cells.answer("a", "x = 1"),
            cells.graded("t", "kept = x\nread()", 9),
        )
    )
    assert trusted.value(trusted.tests["t"], {"x": 7}) == 7
    assert trusted.namespace()["kept"] == 1
    assert "x" not in trusted.namespace()
