"""Whose fault it is: the author's, which costs nobody; or the student's, whatever it is called."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable
from types import SimpleNamespace

import pytest

from coursekit.grading.limits import Limits
from coursekit.grading.results import QuestionResult
from coursekit.grading.student.housing import Housing
from coursekit.grading.submission import NotebookOutcome, Terms, grade_notebook
from coursekit.grading.trusted.faults import AT_FAULT, TestFaultError

SHORT = Limits(test_seconds=0.3, test_bytes=1 << 28)


@pytest.fixture(scope="session")
def graded(cells: SimpleNamespace, housing: Housing) -> Callable[..., NotebookOutcome]:
    """Grade one answer with one test, over the solution `f = x = 0`."""

    def grade(answer: str, test: str, *, setup: str = "", **terms: object) -> NotebookOutcome:
        def made(code: str) -> object:
            return cells.notebook(
                cells.locked("setup", setup),
                cells.answer("a", code),
                cells.graded("t", test, 2),
                cells.answer("b", "y = 1"),
                cells.graded("u", "assert y == 1"),
            )

        return grade_notebook(
            made("x = f = 0"), made(answer), housing=housing, terms=Terms(**terms)
        )

    return grade


@pytest.mark.parametrize(
    "error",
    ["ImportError('no')", "SyntaxError('no')", "MemoryError('no')", "RecursionError('no')",
     "SystemExit('no')", "ExceptionGroup('no', [ImportError('no')])", "StopIteration('no')",
     "NameError('no')", "UnicodeDecodeError('utf-8', b'no', 0, 1, 'no')"],
)  # fmt: skip
def test_an_error_of_the_students_function_is_the_students(
    graded: Callable[..., NotebookOutcome], error: str
) -> None:
    outcome = graded(f"def f():\n    raise {error}", "assert f() == 1")
    assert outcome.faults == ()
    assert outcome.questions[0].score == 0
    assert "no" in (outcome.questions[0].reason or "")


@pytest.mark.parametrize("name", ["FormError", "TestFaultError", "OutOfTimeError", "NotPlainError"])
def test_a_class_named_like_one_of_ours_decides_nothing(
    graded: Callable[..., NotebookOutcome], name: str
) -> None:
    answer = f"class {name}(Exception): pass\ndef f(): raise {name}('2 of 2 points')"
    outcome = graded(answer, "f()\n2")
    assert outcome.questions[0] == QuestionResult("t", 0.0, 2.0, f"{name}: 2 of 2 points")
    assert outcome.faults == ()


def test_an_error_passed_on_by_the_test_is_still_the_students(
    graded: Callable[..., NotebookOutcome],
) -> None:
    test = "try:\n    f()\nexcept Exception as error:\n    raise ImportError('wrapped') from error"
    outcome = graded("def f(): raise ValueError('no')", test)
    assert (outcome.questions[0].score, outcome.faults) == (0.0, ())


@pytest.mark.parametrize(
    ("test", "fault"),
    [
        ("import no_such_module", "ModuleNotFoundError: No module named 'no_such_module'"),
        ("raise SystemExit(0)", "it ends the grader: SystemExit: 0"),
        ("raise KeyboardInterrupt", "it ends the grader: KeyboardInterrupt"),
        ("import sys\nsys.exit()", "it ends the grader: SystemExit"),
        ("def g(): return g()\ng()", "RecursionError: maximum recursion depth exceeded"),
        ("f(object())", "it calls `f` with an object, which is not plain data"),
        ("%%bash\necho", "UnavailableError: the magic %%bash needs a notebook's own process"),
        ("!ls", "UnavailableError: the command !ls needs a notebook's own process"),
        ("f(", "it is not Python: SyntaxError: "),
    ],
)  # fmt: skip
def test_a_fault_of_one_test_costs_no_other_question(
    graded: Callable[..., NotebookOutcome], test: str, fault: str
) -> None:
    outcome = graded("def f(x): return x", test)
    assert outcome.questions[0] == QuestionResult("t", None, 2.0, AT_FAULT)
    assert outcome.questions[1].score == 1.0
    (found,) = outcome.faults
    assert isinstance(found, TestFaultError)
    assert (found.cell, found.fault[: len(fault)]) == ("t", fault)


def test_a_test_does_not_run_as_long_as_a_student_likes(
    graded: Callable[..., NotebookOutcome],
) -> None:
    outcome = graded(
        "x = 10**18", "total = 0\nfor step in range(x):\n    total += step", limits=SHORT
    )
    assert outcome.questions[0] == QuestionResult("t", None, 2.0, AT_FAULT)
    assert [f.fault for f in outcome.faults] == ["its own code does not end in its time"]
    assert outcome.questions[1].score == 1.0


def test_a_test_does_not_eat_as_much_as_a_student_likes(
    graded: Callable[..., NotebookOutcome],
) -> None:
    outcome = graded("x = 10**10", "assert [0] * x", limits=SHORT)
    assert [f.fault for f in outcome.faults] == ["MemoryError"]
    assert outcome.questions[1].score == 1.0


def test_a_set_up_that_fails_is_the_authors(graded: Callable[..., NotebookOutcome]) -> None:
    outcome = graded("x = 8", "assert x == limit", setup="limit = 1 / 0\nother = 3")
    assert [str(fault) for fault in outcome.faults] == [
        "test cell setup: the set-up fails: ZeroDivisionError: division by zero",
        "test cell t: a set-up cell that it needs fails: ZeroDivisionError: division by zero",
    ]
    assert outcome.questions[1].score == 1.0
    sound = graded("x = 3", "assert x == other", setup="limit = 1 / 0\nother = 3")
    assert sound.questions[0].score == 2.0


@pytest.mark.parametrize(
    ("answer", "test"),
    [
        ("class E(int):\n    __eq__ = lambda *_: True\nx = E(1)", "assert x == 8"),
        ("class E(str):\n    __eq__ = lambda *_: True\nx = E('a')", "assert x == 'b'"),
        ("class E:\n    __eq__ = lambda *_: True\nx = [E()]", "assert x == [8]"),
        ("class E:\n    __eq__ = lambda *_: True\ndef f(): return E()", "assert f() == 8"),
        ("class E:\n    __eq__ = lambda *_: True\n    __hash__ = lambda s: 8\nx = {E(): 1}",
         "assert x[8] == 1"),
        ("x = {float('nan'): 1, True: 2, 1.0: 3}", "assert x[2]"),
        ("x = 8\nx = type('int', (), {})()", "assert x == 8"),
        ("import numpy as np\nclass A(np.ndarray):\n    __eq__ = lambda *_: True\n"
         "x = np.zeros(3).view(A)", "assert (x == 8).all()"),
        ("import numpy as np\nx = np.array([8], dtype=object)", "assert x[0] == 8"),
        ("x = 1 << 20_000", "assert x == 8"),
        ("import collections\nx = collections.Counter(a=8)", "assert x['a'] == 8"),
    ],
)  # fmt: skip
def test_a_student_does_not_decide_what_is_equal(
    graded: Callable[..., NotebookOutcome], answer: str, test: str
) -> None:
    outcome = graded(answer, test)
    assert (outcome.questions[0].score, outcome.faults) == (0.0, ())


def test_a_function_that_answers_differently_each_time_is_asked_each_time(
    graded: Callable[..., NotebookOutcome],
) -> None:
    answer = "calls = []\ndef f():\n    calls.append(1)\n    return len(calls)"
    assert graded(answer, "assert f() == 1\nassert f() == 1").questions[0].score == 0
    assert graded(answer, "assert [f(), f()] == [1, 2]").questions[0].score == 2


@pytest.mark.parametrize(
    ("visible", "hidden"),
    [
        ("import unittest", "raise ValueError('CANARY')"),
        ("def check(a, b):\n    assert a == b, f'{b}'", "check(x, 'CANARY')"),
        ("pass", "def check(a):\n    assert a == 'CANARY', 'CANARY'\ncheck(x)"),
        ("pass", "{}['CANARY']"),
        ("\n\n", "raise ValueError('CANARY')"),
        ("%%time", "raise ValueError('CANARY')"),
    ],
)  # fmt: skip
def test_hidden_text_stands_in_no_reason(
    graded: Callable[..., NotebookOutcome], hide: Callable[[str], str], visible: str, hidden: str
) -> None:
    outcome = graded("x = 8", f"{visible}\n{hide(hidden)}")
    assert outcome.questions[0].reason == "a hidden test did not pass"
    assert "CANARY" not in json.dumps(outcome.notebook.cells)


@pytest.mark.parametrize(
    "test",
    [
        "{}\nassert x == expected, f'{{expected}} is expected'",
        "{}\ntry:\n    helper()\nexcept ValueError as error:\n    raise AssertionError(str(error))",
        "\n\n  \n{}\nassert x == expected, f'{{expected}} is expected'",
    ],
)
def test_a_visible_line_does_not_show_what_a_hidden_one_binds(
    graded: Callable[..., NotebookOutcome], hide: Callable[[str], str], test: str
) -> None:
    hidden = hide("expected = 'CANARY'\ndef helper(): raise ValueError('CANARY')")
    outcome = graded("x = 8", test.format(hidden))
    assert outcome.questions[0].reason == "a hidden test did not pass"


def test_an_error_that_came_of_a_hidden_one_is_not_shown(
    graded: Callable[..., NotebookOutcome], hide: Callable[[str], str]
) -> None:
    hidden = "\n".join("    " + line for line in hide("raise ValueError('CANARY')").split("\n"))
    test = f"try:\n    pass\n{hidden}\nexcept ValueError as error:\n    raise TypeError(str(error))"
    assert graded("x = 8", test).questions[0].reason == "a hidden test did not pass"


def test_an_instructor_may_be_told_all(
    graded: Callable[..., NotebookOutcome], hide: Callable[[str], str]
) -> None:
    test = hide("assert x == 9, 'nine is expected'")
    assert graded("x = 8", test, candid=True).questions[0].reason == (
        "AssertionError: nine is expected"
    )


def test_a_test_prints_to_nobody(
    graded: Callable[..., NotebookOutcome], capfd: pytest.CaptureFixture[str]
) -> None:
    with contextlib.suppress(AssertionError):
        graded("x = 8", "print('out')\nimport sys\nprint('err', file=sys.stderr)\nassert x == 8")
    assert capfd.readouterr() == ("", "")


def test_a_warning_of_a_test_decides_nothing(graded: Callable[..., NotebookOutcome]) -> None:
    outcome = graded("x = 8", "import warnings\nwarnings.warn('old')\nassert x == 8")
    assert outcome.questions[0].score == 2
