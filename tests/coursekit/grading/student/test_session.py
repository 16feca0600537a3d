"""The student's side: a real process, its time, its death, and what crosses."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import count
from pathlib import Path, PurePosixPath
from types import SimpleNamespace

import numpy as np
import pytest

from coursekit.grading.intake.sidefiles import SideFile
from coursekit.grading.limits import Limits
from coursekit.grading.student import session as student
from coursekit.grading.student.housing import Housing
from coursekit.grading.student.process import OutOfTimeError, StudentEndedError
from coursekit.grading.student.session import Calls, StudentSession
from coursekit.plain import Refused
from coursekit.raised import StudentError
from coursekit.sandbox.kinds import Sandbox
from tensorlib import IndexOutOfBounds

ROOMY = Limits(cell_seconds=60, question_seconds=30, total_seconds=300, output_bytes=1000)
SWALLOW = "while True:\n    try:\n        while True: pass\n    except BaseException: pass"


@pytest.fixture(scope="module", params=Sandbox)
def housing(request: pytest.FixtureRequest) -> Iterator[Housing]:
    with Housing(request.param) as opened:
        yield opened


@pytest.fixture
def session(housing: Housing) -> Iterator[StudentSession]:
    with StudentSession(ROOMY, housing=housing) as opened:
        yield opened


@contextmanager
def little_time(session: StudentSession) -> Iterator[None]:
    """Give a cell that never ends half a second; others have a minute."""
    session._limits = replace(ROOMY, cell_seconds=0.5)
    yield
    session._limits = ROOMY


def text(outputs: list[dict]) -> str:
    return "".join(o.get("text", "") for o in outputs)


def test_a_cell_runs_and_its_outputs_come_back(session: StudentSession) -> None:
    outputs, count = session.run("print('hello')\n6 * 7")
    assert count == 1
    assert outputs == [
        {"output_type": "stream", "name": "stdout", "text": "hello\n"},
        {"output_type": "execute_result", "data": {"text/plain": "42"}, "metadata": {},
         "execution_count": 1},
    ]  # fmt: skip


def test_an_exception_is_an_output_and_the_session_goes_on(session: StudentSession) -> None:
    outputs, _ = session.run("1 / 0")
    assert (outputs[0]["ename"], outputs[0]["evalue"]) == ("ZeroDivisionError", "division by zero")
    assert session.run("x = 1")[0] == []


def test_figures_are_shown(session: StudentSession) -> None:
    outputs, _ = session.run("import matplotlib.pyplot as plt\nplt.plot([1, 2])\nplt.show()")
    assert [k for o in outputs for k in o.get("data", {}) if k == "image/png"] == []
    with StudentSession(Limits()) as roomy:  # more room for output
        outputs, _ = roomy.run("import matplotlib.pyplot as plt\nplt.plot([1, 2])\nplt.show()")
    assert any("image/png" in o.get("data", {}) for o in outputs)


def test_values_cross_and_absent_names_are_left_out(session: StudentSession) -> None:
    session.run("a = (6, 3, 1)\nb = range(3)\nimport numpy as np\nc = np.int64(8)")
    assert session.values(["a", "b", "c", "d"]) == {
        "a": (6, 3, 1), "b": Refused("a range, which is not plain data"), "c": 8,
    }  # fmt: skip
    assert type(session.values(["c"])["c"]) is np.int64


def test_a_function_is_called_across(session: StudentSession) -> None:
    session.run("def add(x, *, y=1):\n    print('noise')\n    return x + y")
    add = session.values(["add"])["add"]
    assert (add(2), add(2, y=5), add.__name__) == (3, 7, "add")


def test_arguments_are_left_as_the_call_left_them(session: StudentSession) -> None:
    session.run(
        "def put(items, table, array):\n    items.append(9)\n    table['k'] = 1\n    array[0] = 7"
    )
    put = session.values(["put"])["put"]
    items, table, array = [1], {"old": 0}, np.zeros(2)
    assert put(items, table, array) is None
    assert (items, table, array.tolist()) == ([1, 9], {"old": 0, "k": 1}, [7.0, 0.0])


def test_what_a_function_raises_comes_back(session: StudentSession) -> None:
    session.run(
        "from tensorlib import IndexOutOfBounds\n"
        "class Own(Exception): pass\n"
        "def fail(kind):\n"
        "    if kind == 0: raise IndexOutOfBounds(axis=1, index=2, dimension=2)\n"
        "    if kind == 1: raise Own('mine')\n"
        "    raise SystemExit(0)"
    )
    fail = session.values(["fail"])["fail"]
    with pytest.raises(IndexOutOfBounds) as caught:
        fail(0)
    assert caught.value == IndexOutOfBounds(axis=1, index=2, dimension=2)
    with pytest.raises(StudentError, match=r"^Own: mine$"):
        fail(1)
    with pytest.raises(StudentError, match=r"^SystemExit: 0$"):
        fail(2)


def test_a_result_that_is_not_plain_is_refused(session: StudentSession) -> None:
    session.run("def lazy(): return (i for i in ())")
    assert session.values(["lazy"])["lazy"]() == Refused("a generator, which is not plain data")


def test_the_calls_of_a_question_share_their_time(
    session: StudentSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By a clock that goes on by 8 seconds at each look: two looks a call, and one in between."""
    session.run("def nap(): pass")
    first, second = (session.values(["nap"])["nap"] for _ in range(2))
    looks = count(0.0, 8.0)
    monkeypatch.setattr(student, "time", SimpleNamespace(monotonic=lambda: next(looks)))
    monkeypatch.setattr(session, "_ends", 1e9)
    first()  # 16 of its 30 seconds
    first()
    with pytest.raises(OutOfTimeError, match="its calls did not end within 30 seconds"):
        first()
    second()  # another question has its own time


@pytest.mark.parametrize("loop", ["while True: pass", SWALLOW], ids=["plain", "swallowing"])
def test_an_endless_cell_costs_itself_only(session: StudentSession, loop: str) -> None:
    session.run("x = 1")
    with little_time(session):
        outputs, number = session.run(loop)
    assert (outputs[0]["ename"], number) == ("TimeoutError", None)
    assert outputs[0]["evalue"] == "it did not end within 0.5 seconds"
    assert session.values(["x"]) == {"x": 1}
    assert session.run("x + 1")[0][0]["data"]["text/plain"] == "2"


def test_only_what_ended_well_is_run_again(session: StudentSession) -> None:
    session.run("ran = []")
    session.run("ran.append(1)")
    session.run("ran.append(2); fail")
    session.run("import os; os._exit(0)")
    assert session.values(["ran"]) == {"ran": [1]}


def test_a_process_that_ends_itself_costs_that_cell_only(session: StudentSession) -> None:
    session.run("x = 1")
    outputs, _ = session.run("import os; os._exit(0)")
    assert (outputs[0]["ename"], outputs[0]["evalue"]) == ("ProcessEnded", "the process ended")
    assert session.values(["x"]) == {"x": 1}


def test_the_whole_submission_has_a_time(session: StudentSession) -> None:
    session.run("x = 1")
    session._ends = time.monotonic() - 1
    outputs, _ = session.run("x = 2")
    assert outputs[0]["evalue"] == "the whole submission did not end within 300 seconds"


def test_a_process_that_died_during_a_call_is_said_to_have_ended(session: StudentSession) -> None:
    session.run("import os\ndef die(): os._exit(1)")
    with pytest.raises(StudentEndedError, match="the process ended"):
        session.values(["die"])["die"]()


def test_input_is_refused_with_a_reason(session: StudentSession) -> None:
    outputs, _ = session.run("input('name? ')")
    assert outputs[0]["evalue"] == (
        "input() asks a person, and nobody answers while a notebook is graded"
    )


def test_a_flood_of_output_is_cut(session: StudentSession) -> None:
    outputs, _ = session.run("for _ in range(100_000): print('x' * 100)")
    assert len(text(outputs)) < 1100
    assert text(outputs).endswith("… the rest of the output was cut\n")


def test_a_process_that_does_not_cut_its_outputs_is_cut(session: StudentSession) -> None:
    session.run("get_ipython().outputs.limit = 10**9")
    outputs, _ = session.run("print('x' * 1_000_000)")
    assert text(outputs) == "… more was shown here than is kept\n"


def test_all_cells_together_show_so_much(housing: Housing) -> None:
    with StudentSession(replace(ROOMY, notebook_bytes=1300), housing=housing) as session:
        shown = [text(session.run("print('x' * 500)")[0]) for _ in range(3)]
    assert shown == ["x" * 500 + "\n"] * 2 + ["… more was shown here than is kept\n"]


def test_running_again_takes_of_the_time_of_the_whole(session: StudentSession) -> None:
    """A cell that ended the first time and does not the second uses up what is left, once."""
    session._ran_well = ["import time\ntime.sleep(1000)"]
    session._ends = time.monotonic() + 1
    ended = [session.run("x = 1")[0][0]["evalue"] for _ in range(2)]
    assert ended[1] == "the whole submission did not end within 300 seconds"


def test_nothing_of_the_instructors_environment_crosses(
    session: StudentSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CANARY", "secret")
    session.run(
        "import os\nfound = dict(os.environ)\nhome = os.environ['HOME']\nhere = os.getcwd()"
    )
    values = session.values(["found", "home", "here"])
    assert "CANARY" not in values["found"]
    assert values["home"] != os.environ["HOME"]
    assert Path(values["home"]).parent == Path(values["here"]).parent


def test_files_beside_the_notebook_are_there_and_shadow_no_module(
    housing: Housing, tmp_path: Path
) -> None:
    (tmp_path / "numpy.py").write_text("raise SystemExit")
    (tmp_path / "helper.py").write_text("value = 5")
    files = [SideFile(PurePosixPath(path.name), path) for path in sorted(tmp_path.iterdir())]
    with StudentSession(ROOMY, files, housing) as session:
        session.run("import numpy, helper\nvalue = helper.value\nversion = numpy.__version__")
        assert session.values(["value", "version"]) == {"value": 5, "version": np.__version__}


def test_two_sessions_draw_different_random_numbers(housing: Housing) -> None:
    drawn = []
    for _ in range(2):
        with StudentSession(ROOMY, housing=housing) as session:
            session.run("import random, numpy\npair = (random.random(), numpy.random.rand())")
            drawn.append(session.values(["pair"])["pair"])
    assert drawn[0][0] != drawn[1][0]
    assert drawn[0][1] != drawn[1][1]


def test_a_function_of_the_tests_is_called_back(session: StudentSession) -> None:
    session.run(
        "def try_it(make):\n"
        "    assert make(2, scale=3) == [2, 3], 'wrong'\n"
        "    try:\n"
        "        make('a', scale=1)\n"
        "    except TypeError as error:\n"
        "        return str(error)"
    )
    try_it = session.values(["try_it"])["try_it"]
    calls = []

    def right(size: int, *, scale: int) -> list[int]:
        calls.append((size, scale))
        if size == "a":
            raise TypeError("a size is an integer")
        return [size, scale]

    assert try_it(right) == "a size is an integer"
    assert calls == [(2, 3), ("a", 1)]
    with pytest.raises(AssertionError, match="wrong"):
        try_it(lambda size, *, scale: [scale, size])


def test_what_is_no_call_back_is_an_error_there(session: StudentSession) -> None:
    session.run("def give(make):\n    return make(range(3))")
    give = session.values(["give"])["give"]
    assert give(len) == Refused("a range, which is not plain data")


def test_calls_back_without_end_cost_their_question_only(session: StudentSession) -> None:
    session.run("def loop(make):\n    while True: make()")
    with pytest.raises(OutOfTimeError, match=r"it did not end within 0\.2 seconds"):
        Calls(session, 0.2).make("loop", (lambda: None,), {})
    assert session.run("1 + 1")[0][0]["data"]["text/plain"] == "2"


def test_the_code_of_a_lent_function_is_not_on_the_other_side(session: StudentSession) -> None:
    session.run(
        "import gc\n"
        "def look(make):\n"
        "    seen = [repr(vars(make)), repr(make.__code__.co_consts), repr(make.__closure__)]\n"
        "    seen += [o for o in gc.get_objects() if isinstance(o, str)]\n"
        "    return any('CAN' + 'ARY' in text for text in seen)"
    )
    assert session.values(["look"])["look"](lambda: "CANARY") is False
