"""The bench of grading: its classes are what they say, and nobody is measured for less work."""

from __future__ import annotations

import doctest
import importlib
import json
import pkgutil
import subprocess
import sys
import types
import zipfile
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest
from nbformat.v4 import new_code_cell

import bench
from bench.grading import timers
from bench.grading.classes import UNIT, HandedClass, Plan, write_class
from bench.grading.graders import SANDBOXES, Grader, kit, nbgrader
from bench.grading.growth import book_points
from bench.grading.large import large_class
from bench.grading.otter_files import autograder_zip, otter_test
from bench.grading.record import BookPoint, Record, StageTimes
from bench.grading.rounds import Run, graded_rounds
from bench.grading.stages import STAGES
from bench.grading.tables import grading_table
from bench.grading.timers import timing
from bench.machine import this_machine
from bench.usage import Usage

MODULES = [
    module.name
    for module in pkgutil.walk_packages(bench.__path__, "bench.")
    if not module.name.endswith(("__main__", "otter_driver"))  # which run when they are imported
]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_the_bench_run(name):
    assert doctest.testmod(importlib.import_module(name)).failed == 0


@pytest.fixture(scope="module")
def handed(tmp_path_factory) -> HandedClass:
    """Return a class of eight: one is broken, one endless, three of each other kind."""
    return write_class(tmp_path_factory.mktemp("bench") / "course", Plan(8, endless=1))


def test_one_file_in_twenty_is_broken_and_one_at_least():
    assert [Plan(size).broken for size in (4, 40, 200)] == [1, 2, 10]


def test_a_class_holds_each_kind(handed):
    assert list(handed.scores) == [f"student-{n:03}" for n in range(1, 9)]
    assert [student for student, score in handed.scores.items() if score is None] == ["student-003"]
    assert len(handed.right) == 3
    assert {handed.scores[student] for student in handed.right} == {50}


def test_what_was_handed_in_is_of_the_kind_it_says(handed):
    def text(student: str) -> str:
        path = handed.root / "submitted" / student / UNIT / "assignment.ipynb"
        return path.read_text(encoding="utf-8")

    with pytest.raises(json.JSONDecodeError):
        json.loads(text("student-003"))
    endless = [student for student in handed.scores if "while True" in text(student)]
    assert endless == ["student-007"]


def _writes(scores: dict[str, float], name: str = "fake", **more: bool) -> Grader:
    """Return a grader that leaves these scores."""
    program = f"import json; json.dump({scores!r}, open('scores', 'w')); print('so it ended')"
    return Grader(
        name,
        lambda handed: None,
        lambda folder: [sys.executable, "-c", program],
        lambda folder: json.loads((folder / "scores").read_text(encoding="utf-8")),
        **more,
    )


@pytest.mark.parametrize(
    ("scores", "fault"),
    [
        ({"a": 5, "b": 2}, None),
        ({"a": 5, "b": 2, "broken": 0}, None),
        ({"a": 5, "b": 3}, "fake: b has 3 points and not 2"),
        ({"b": 2}, "fake: a has None points and not 5"),
    ],
)
def test_a_grader_must_give_every_score(scores, fault, tmp_path):
    handed = HandedClass(tmp_path, {"a": 5, "b": 2, "broken": None}, ("a",))
    (tmp_path / "scores").write_text(json.dumps(scores), encoding="utf-8")

    if fault is None:
        _writes(scores).check(handed, tmp_path)
    else:
        with pytest.raises(ValueError, match=f"^{fault}$"):
            _writes(scores).check(handed, tmp_path)


@pytest.mark.parametrize(
    ("scores", "fault"),
    [
        ({"a": 5, "b": 0}, None),
        ({"a": 5, "b": 3}, "fake: b has 3 points and not 2"),
        ({"a": 5}, "fake: b has None points and not 2"),
        ({"a": 4, "b": 2}, "fake: a has 4 points and not 5"),
    ],
)
def test_a_peer_may_give_a_wrong_submission_fewer_points(scores, fault, tmp_path):
    handed = HandedClass(tmp_path, {"a": 5, "b": 2}, ("a",))
    (tmp_path / "scores").write_text(json.dumps(scores), encoding="utf-8")

    if fault is None:
        _writes({}, exact=False).check(handed, tmp_path)
    else:
        with pytest.raises(ValueError, match=f"^{fault}$"):
            _writes({}, exact=False).check(handed, tmp_path)


def test_the_graders_take_turns_and_each_round_begins_with_another(handed):
    all_scores = {student: score for student, score in handed.scores.items() if score is not None}
    bounded = _writes(all_scores, "bounded")
    unbounded = _writes(all_scores, "unbounded", bounded=False)

    runs = list(graded_rounds([unbounded, bounded], [Plan(8, endless=1)], 2))
    assert [(run.grader, run.round) for run in runs] == [("bounded", 0), ("bounded", 1)]
    assert all(run.disk_bytes > 10 for run in runs)

    right = _rescored(Plan(4))
    names = [("one", right), ("two", right)]
    runs = list(graded_rounds([_writes(s, n) for n, s in names], [Plan(4)], 2))
    assert [run.grader for run in runs] == ["one", "two", "two", "one"]


def _rescored(plan: Plan) -> dict[str, float]:
    """Return the scores of a class of four: right, wrong, broken, right."""
    assert plan == Plan(4)
    return {"student-001": 50, "student-002": 37, "student-004": 50}


def test_a_grader_that_did_not_grade_stops_the_bench_with_what_it_said():
    with pytest.raises(ValueError, match=r"^fake did not grade the class: fake: student-001 has "
                       r"None points and not 50.0\nso it ended\n$"):  # fmt: skip
        list(graded_rounds([_writes({})], [Plan(4)], 1))


def test_the_kit_is_called_with_its_walls_named():
    commands = [kit(2, sandbox).command(Path("course")) for sandbox in SANDBOXES]

    assert [command[-2:] for command in commands] == [
        ["--sandbox", "bubblewrap"],
        ["--sandbox", "none"],
    ]


class _Otter(types.ModuleType):
    """What a test file of otter's needs of otter."""

    @staticmethod
    def test_case(points):
        return lambda function: function


@pytest.fixture
def otter(monkeypatch):
    """Put a module in otter's place, since it is not installed here."""
    module = _Otter("otter.test_files")
    monkeypatch.setitem(sys.modules, "otter", types.ModuleType("otter"))
    monkeypatch.setitem(sys.modules, "otter.test_files", module)


@pytest.mark.parametrize(
    ("cell", "x", "passes"),
    [
        ("assert x == 2", 2, True),
        ("assert x == 2", 1, False),
        ("2 * x", 2, True),
        ("2 * x", 1, False),
        ("if True:\n    y = x\nprint()", 1, True),
    ],
)
def test_a_test_cell_passes_in_otter_with_all_of_its_points(otter, cell, x, passes):
    mark = {"grade": True, "locked": True, "solution": False, "grade_id": "t", "points": 4}
    space: dict[str, object] = {}
    exec(otter_test(new_code_cell(cell, metadata={"nbgrader": mark})), space)
    test = space["test_cell"]
    assert callable(test)

    assert (space["OK_FORMAT"], space["name"], space["points"]) == (False, "t", 4)
    if passes:
        test({"x": x})
    else:
        with pytest.raises(AssertionError):
            test({"x": x})


def test_every_test_of_the_unit_is_in_otters_archive(repository, tmp_path):
    archive = tmp_path / "autograder.zip"
    autograder_zip(repository / "source" / UNIT / "assignment.ipynb", archive)

    with zipfile.ZipFile(archive) as packed:
        names = packed.namelist()
    assert names[0] == "otter_config.json"
    assert len(names) == 13
    assert "tests/flat_buffer_strides_test.py" in names


@pytest.fixture
def ticking(monkeypatch):
    """Let every look at the clock be one second after the one before."""
    seconds = count()
    monkeypatch.setattr(timers.time, "perf_counter", lambda: float(next(seconds)))


def _outer() -> str:
    return f"outer {_inner()}"


def _inner() -> str:
    return "inner"


def _items():
    yield 1


def test_a_stage_inside_another_is_not_counted_twice(ticking):
    """Looks at the clock: outer from 0 to 1, inner from 1 to 2, outer again from 2 to 3."""
    stages = {"whole": [f"{__name__}:_outer"], "part": [f"{__name__}:_inner"], "never": []}
    with timing(stages) as watch:
        assert sys.modules[__name__]._outer() == "outer inner"
        assert watch.taken() == {"whole": 2.0, "part": 1.0, "never": 0.0}
        assert watch.taken() == {"whole": 0.0, "part": 0.0, "never": 0.0}


def test_functions_are_put_back_also_after_an_error():
    before = _inner

    def stop_while_timed():
        with timing({"x": [f"{__name__}:_inner"]}):
            assert sys.modules[__name__]._inner is not before
            raise RuntimeError("stop")

    with pytest.raises(RuntimeError, match=r"^stop$"):
        stop_while_timed()
    assert _inner is before


@pytest.mark.parametrize(
    ("target", "fault"),
    [
        ("json:nothing", "no function json:nothing to time"),
        ("no_such_module:f", "no function no_such_module:f to time"),
        ("json:JSONDecoder.nothing", "no function json:JSONDecoder.nothing to time"),
        (f"{__name__}:_items", f"{__name__}:_items is not a plain function"),
    ],
)
def test_what_cannot_be_timed_is_named(target, fault):
    with pytest.raises(LookupError, match=f"^{fault}$"), timing({"x": [target]}):
        pass


def test_every_stage_of_the_grader_can_be_timed():
    with timing(STAGES) as watch:
        assert set(watch.taken()) == set(STAGES)


def test_the_gradebook_grows():
    first, second = book_points((2, 5))

    assert (first.submissions, second.submissions) == (2, 5)
    assert second.size >= first.size > 0
    assert min(first.write, first.read, second.write, second.read) > 0


@pytest.mark.slow
def test_a_large_class_is_measured_and_its_reports_are_kept(tmp_path):
    measured = large_class(3, keep=tmp_path / "reports")

    assert (measured.students, measured.units) == (3, 6)
    assert "3 students × 6 units; CPU seconds a unit: register" in str(measured)
    page = (tmp_path / "reports" / f"{UNIT}.html").read_text(encoding="utf-8")
    assert "3 students · 3 graded" in page
    assert len(page.encode("utf-8")) <= measured.page_size


def test_a_record_survives_its_file(tmp_path):
    record = Record(
        this_machine(),
        (Run("ours", 40, 1, 0, Usage(1.5, 2.5, 3, 1), 4),),
        (StageTimes("none", 3, {"write": 1.0}, 2.0, 0.5),),
        (BookPoint(10, 1.0, 0.1, 4096),),
    )

    record.write(tmp_path / "folder" / "record.json")

    assert Record.read(tmp_path / "folder" / "record.json") == record


def test_ratios_are_taken_within_a_round():
    """The second round is twice as slow for both, so 6 times in each; then ours gets faster."""
    runs = [
        Run(name, 40, 0, turn, Usage(seconds * (turn + 1), 0, 0, 0), 0)
        for turn in range(2)
        for name, seconds in (("plain", 60.0), ("ours", 10.0))
    ]
    faster = [replace(runs[1], usage=Usage(5.0, 0, 0, 0)), *runs[2:]]

    assert "| 6.0 (6.0–6.0) |" in grading_table(runs, "plain")
    assert "| 9.0 (6.0–12.0) |" in grading_table([runs[0], *faster], "plain")


@pytest.mark.slow
def test_the_quick_bench_measures_all_that_the_long_one_does(repository, tmp_path):
    subprocess.run(
        [sys.executable, "-m", "bench.grading", "--quick", "--without", "none", "--into", tmp_path],
        cwd=repository,
        check=True,
        capture_output=True,
    )

    record = Record.read(tmp_path / "grading.json")
    graders = [run.grader for run in record.runs]
    assert graders[:2] == [nbgrader().name, kit(1, "bubblewrap").name]
    assert all(min(r.usage.seconds, r.usage.cpu_seconds, r.disk_bytes) > 0 for r in record.runs)
    assert all(run.usage.exit_code == 1 for run in record.runs)  # one file is broken
    (stages,) = record.stages
    assert stages.submissions == 3
    assert set(STAGES) < set(stages.milliseconds)
    assert 0 < stages.alone < stages.total
    assert [point.submissions for point in record.growth] == [2, 4]
    assert "| nbgrader autograde | 4 |" in (tmp_path / "grading.md").read_text(encoding="utf-8")
