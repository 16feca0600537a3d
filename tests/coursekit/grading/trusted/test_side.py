"""Tests on the trusted side: what gives points, what does not, and whose fault it is."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from types import SimpleNamespace

import pytest

from coursekit.grading.limits import USUAL, Limits
from coursekit.grading.results import QuestionResult
from coursekit.grading.student.housing import Housing
from coursekit.grading.submission import grade_notebook
from coursekit.grading.trusted.faults import TestFaultError
from coursekit.grading.trusted.side import TrustedSide


@pytest.fixture(scope="session")
def outcome(cells: SimpleNamespace, housing: Housing) -> Callable[..., QuestionResult]:
    """Grade one answer with one test; raise a fault of the test."""

    def grade(answer: str, test: str, points: float = 2, *, solution: str = "x = f = 0",
              setup: str = "", limits: Limits = USUAL) -> QuestionResult:  # fmt: skip
        def made(code: str) -> object:
            return cells.notebook(
                cells.locked("setup", setup),
                cells.answer("a", code),
                cells.graded("t", test, points),
            )

        outcome = grade_notebook(made(solution), made(answer), housing=housing, limits=limits)
        for fault in outcome.faults:
            raise fault
        return outcome.questions[0]

    return grade


@pytest.mark.parametrize(
    ("test", "score"),
    [
        ("assert x == 8", 2.0), ("assert x == 9", 0.0), ("x", 0.0), ("1.5", 1.5), ("2", 2.0),
        ("0", 0.0), ("None", 2.0), ("", 2.0), ("y = 1", 2.0), ("True", 2.0), ("'ok';", 2.0),
    ],
)  # fmt: skip
def test_the_last_value_decides(outcome: Callable, test: str, score: float) -> None:
    assert outcome("x = 8", test if test != "x" else "x - 8").score == score


@pytest.mark.parametrize("value", ["False", "float('nan')", "-1", "2.5", "float('inf')",
                                   "'2'", "[2]", "10**400", "lambda: 2"])  # fmt: skip
def test_a_last_value_that_is_no_score_is_the_authors_fault(outcome: Callable, value: str) -> None:
    with pytest.raises(TestFaultError, match=r"^test cell t: its last value is "):
        outcome("x = 8", value)


@pytest.mark.parametrize(
    ("answer", "test"),
    [("x = iter(())", "assert x != 3"), ("def f(): return iter(())", "assert f() != 3")],
)
def test_what_cannot_cross_is_unequal_to_nothing(outcome: Callable, answer: str, test: str) -> None:
    result = outcome(answer, test, solution="x = 8\ndef f(): return 8")
    assert result.score == 0
    assert "which is not plain data" in str(result.reason)


def test_a_score_carries_its_reason(outcome: Callable) -> None:
    result = outcome("x = 8", "Score(0.5, 'half of it', 'M29')",
                     setup="from coursekit.questions.score import Score")  # fmt: skip
    assert result == QuestionResult("t", 0.5, 2.0, "half of it", "M29")


def test_a_failing_visible_test_says_why(outcome: Callable) -> None:
    result = outcome("x = 8", "assert type(x) is tuple, 'a tuple is expected'")
    assert result.reason == "AssertionError: a tuple is expected"


def test_a_failing_bare_assertion_names_its_line(outcome: Callable) -> None:
    assert outcome("x = 8", "y = 1\nassert x == y").reason == (
        "a visible test did not pass, in its line 2"
    )


def test_a_failing_hidden_test_says_nothing_of_itself(
    outcome: Callable, hide: Callable[[str], str]
) -> None:
    result = outcome("x = 8", "def same(a, b):\n    assert a == b, f'{b} is expected'\n"
                     + hide("same(x, 12345)"))  # fmt: skip
    assert (result.score, result.reason) == (0.0, "a hidden test did not pass")


def test_a_failing_helper_of_another_module_says_nothing(
    outcome: Callable, hide: Callable[[str], str]
) -> None:
    result = outcome("x = 8", hide("import math\nmath.sqrt(-x)"))
    assert result.reason == "a hidden test did not pass"


def test_an_answer_that_is_no_plain_data_is_named(outcome: Callable) -> None:
    result = outcome("x = range(3)", "assert x == (0, 1, 2)")
    assert result.reason == "`x` is a range, which is not plain data"


def test_a_name_that_is_not_defined_is_named(outcome: Callable) -> None:
    assert outcome("pass", "assert x == 8").reason == "not answered: `x` is not defined"


def test_a_form_fault_does_not_stop_the_marking(outcome: Callable) -> None:
    setup = ("from coursekit.questions.score import Score\n"
             "from coursekit.questions.checks import FormError")  # fmt: skip
    test = "if x is None: raise FormError('x: not answered yet')\nScore(1, 'one part')"
    assert outcome("x = None", test, setup=setup).score == 1.0
    alone = "if x is None: raise FormError('x: not answered yet')"
    result = outcome("x = None", alone, setup=setup)
    assert (result.score, result.reason) == (0.0, "x: not answered yet")


def test_an_endless_function_is_said_to_take_too_long(cells: SimpleNamespace) -> None:
    from_student = cells.notebook(
        cells.answer("a", "def f():\n    while True: pass"), cells.graded("t", "f()")
    )
    (result,) = grade_notebook(
        from_student, from_student, limits=Limits(question_seconds=0.3)
    ).questions
    assert result.score == 0
    assert result.reason == ("the call of your function failed: it did not end within 0.3 seconds")


def test_a_patched_library_on_the_students_side_changes_nothing(
    outcome: Callable, hide: Callable[[str], str]
) -> None:
    answer = "import numpy as np\nnp.array_equal = lambda *a: True\nx = [9]"
    result = outcome(answer, hide("import numpy as np\nassert np.array_equal(x, [8])"))
    assert result.score == 0


def test_set_up_is_the_instructors_own(cells: SimpleNamespace) -> None:
    source = cells.notebook(
        cells.locked("setup", "limit = 8"), cells.answer("a", "x = 8"),
        cells.graded("t", "assert x == limit"),
    )  # fmt: skip
    cheat = cells.notebook(
        cells.locked("setup", "limit = 9"), cells.answer("a", "limit = x = 9"),
        cells.graded("t", "assert x == limit"),
    )  # fmt: skip
    assert grade_notebook(source, cheat).questions[0].score == 0


def test_a_later_cell_cannot_mend_an_earlier_answer(cells: SimpleNamespace) -> None:
    source = cells.notebook(cells.answer("a", "x = 8"), cells.graded("t", "assert x == 8"))
    late = cells.notebook(
        cells.answer("a", "x = 9"), cells.graded("t", "assert x == 8"), cells.plain("x = 8")
    )
    assert grade_notebook(source, late).questions[0].score == 0


def test_tests_do_not_see_one_anothers_names(cells: SimpleNamespace) -> None:
    source = cells.notebook(
        cells.answer("a", "x = 8"), cells.graded("t1", "leaked = x"),
        cells.graded("t2", "assert 'leaked' not in globals()"),
    )  # fmt: skip
    assert [q.score for q in grade_notebook(source, source).questions] == [1.0, 1.0]


def test_only_names_of_answers_are_asked_for(cells: SimpleNamespace) -> None:
    source = cells.notebook(
        cells.locked("s", "import math"), cells.answer("a", "x = 8\ny = 9"),
        cells.graded("t", "z = math.pi\nassert x < len('abc') * z"),
    )  # fmt: skip
    assert TrustedSide(source).tests["t"].wanted == ("x",)


@pytest.mark.parametrize(
    ("setup", "test", "fault"),
    [
        ("1 / 0", "", "test cell s: the set-up fails: ZeroDivisionError: division by zero"),
        ("", "import no_such_module",
         "test cell t: ModuleNotFoundError: No module named 'no_such_module'"),
        ("", "f(", "test cell t: it is not Python: SyntaxError: '(' was never closed"),
    ],
)  # fmt: skip
def test_a_broken_test_is_the_authors_fault(
    cells: SimpleNamespace, setup: str, test: str, fault: str
) -> None:
    source = cells.notebook(
        cells.locked("s", setup), cells.answer("a", "x = 8"), cells.graded("t", test)
    )
    (caught,) = grade_notebook(source, source).faults
    assert str(caught).startswith(fault)
    assert str(pickle.loads(pickle.dumps(caught))) == str(caught)


def test_a_person_grades_an_essay(cells: SimpleNamespace) -> None:
    source = cells.notebook(cells.essay("why", "Because."), cells.answer("a", "x = 1"),
                            cells.graded("t", "assert x"))  # fmt: skip
    results = grade_notebook(source, source).questions
    assert [(q.id, q.score) for q in results] == [("why", None), ("t", 1.0)]


def test_hidden_tests_never_reach_the_students_process(
    cells: SimpleNamespace, hide: Callable[[str], str]
) -> None:
    spy = (
        "import sys, gc\n"
        "def x():\n"
        "    seen, frame = [], sys._getframe()\n"
        "    while frame:\n"
        "        seen.append(repr(frame.f_locals) + repr(frame.f_globals.get('In')))\n"
        "        frame = frame.f_back\n"
        "    seen += [o for o in gc.get_objects() if isinstance(o, str)]\n"
        "    return any('CAN' + 'ARY' in s for s in seen)"
    )
    source = cells.notebook(
        cells.answer("a", "def x(): return False"),
        cells.graded("t", hide("assert x() is False, 'CANARY'")),
    )
    submitted = cells.notebook(cells.answer("a", spy), cells.graded("t", ""))
    assert grade_notebook(source, submitted).questions[0].score == 1


MARKING = (
    "from coursekit.questions import mark\n"
    "from coursekit.questions.flat_buffer import rank_of\n"
    "mark(rank_of((2, 3)), x)"
)


def test_what_tests_ask_is_told_over_missing_answers(cells: SimpleNamespace) -> None:
    """The second test cannot bear a missing answer, and the third gives no mark."""
    source = cells.notebook(
        cells.answer("a", "x = 2"),
        cells.graded("marks", MARKING, 1),
        cells.graded("fails", "x + 1", 1),
        cells.graded("asserts", "assert x is None", 1),
    )

    asked = TrustedSide(source).asked()

    assert list(asked) == ["marks"]
    assert asked["marks"].parts[0].question.answer == 2


def test_a_test_that_cannot_import_is_the_authors_fault(cells: SimpleNamespace) -> None:
    source = cells.notebook(cells.answer("a", "x = 2"), cells.graded("t", "import no_such\nx", 1))

    with pytest.raises(TestFaultError, match=r"^test cell t: ModuleNotFoundError: No module named"):
        TrustedSide(source).asked()
