"""Courses that somebody else wrote, graded by the command, with the scores that nbgrader gives."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from nbgrader.api import Gradebook

from tests.coursekit.foreign import courses
from tests.coursekit.foreign.writing import handed_in, solved, write

UNITS = {"Problem Set 1": courses.INTRODUCTION, "data": courses.DATA, "messy": courses.MESSY}
FILES: dict[str, dict[str, str]] = {"data": courses.DATA_FILES}
CHOSEN = {f"messy/{name}": "beside" for name in courses.NEEDING_OBJECTS[:-1]}
CHOSEN["messy/dice-test"] = "manual"
PARTLY = {
    "Problem Set 1": {
        "area": "def area(width, height):\n    return 6",
        "names": "letters = ['a', 'b', 'c']\ncount = 3",
        "apply": "def apply(function, values):\n    return [function(v) for v in values][:1]",
        "shared": "import string\nshared = [1]",
        "why": "Well.",
    },
    "data": {
        "mean": "def mean(values):\n    print('a word')\n    return sum(values) / 4",
        "tall": "def tall(values, limit):\n    return [v for v in values if v > limit]",
        "over": "over = list(range(6, 8))",
        "over2": "over = {7}",
    },
    "messy": {
        "point": "class Point:\n    def __init__(self, x, y): self.x = x\n"
                 "    def norm(self): return 3",
        "evens": "def evens(n): return range(0, n, 2)",
        "plot": "import warnings\nwarnings.warn('ugly')\nfig, ax = plt.subplots()",
        "greet": "def greet(name): print('Hello, Ann')",
    },
}  # fmt: skip
COMMANDS = Path(sys.executable).parent


@dataclass(frozen=True)
class Ran:
    """What one run of the command gave."""

    code: int
    submissions: dict[tuple[str, str], dict[str, Any]]
    errors: str

    def scores(self, student: str, unit: str) -> dict[str, float | None]:
        questions = self.submissions[student, unit]["questions"]
        return {question["id"]: question["score"] for question in questions}


def make_course(root: Path, config: str | None) -> Path:
    """Write the three courses as one, with three students who answered all, part and nothing."""
    for unit, notebook in UNITS.items():
        write(root / "source" / unit / "problem.ipynb", notebook)
        for name, content in FILES.get(unit, {}).items():
            path = root / "source" / unit / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(content)
        answers = {"right": solved(notebook), "partly": PARTLY[unit], "blank": {}}
        for student, given in answers.items():
            path = root / "submitted" / student / unit / "problem.ipynb"
            write(path, handed_in(notebook, given))
    if config is not None:
        (root / "nbgrader_config.py").write_text(f"c = get_config()\n{config}\n")
    return root


def grade(root: Path, *words: str) -> Ran:
    command = [sys.executable, "-m", "coursekit", "--root", str(root), "grade", "--json",
               "--sandbox", "none", *words]  # fmt: skip
    done = subprocess.run(command, capture_output=True, text=True, cwd="/", check=False)
    found = json.loads(done.stdout)["submissions"] if done.stdout else []
    by_place = {(one["student"], one["unit"]): one for one in found}
    return Ran(done.returncode, by_place, done.stderr)


@pytest.fixture(scope="module")
def chosen(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Ran]:
    """Grade the courses with a choice for each test that needs one."""
    root = make_course(
        tmp_path_factory.mktemp("chosen"), f"c.CourseKit.cells = {CHOSEN!r}"
    )  # fmt: skip
    return root, grade(root)


@pytest.mark.slow
def test_right_solutions_get_all_points(chosen: tuple[Path, Ran]) -> None:
    _, ran = chosen
    assert ran.code == 0, ran.errors
    for unit in UNITS:
        given = ran.submissions["right", unit]
        assert given["status"] == "graded"
        lacking = {q["id"] for q in given["questions"] if q["score"] != q["max_score"]}
        assert lacking <= {"why", "dice-test"}  # a person grades these


@pytest.mark.slow
def test_blank_ones_get_none_and_a_reason(chosen: tuple[Path, Ran]) -> None:
    _, ran = chosen
    for unit in UNITS:
        given = ran.submissions["blank", unit]
        assert (given["status"], given["score"]) == ("graded", 0.0)
        assert all(q["reason"] for q in given["questions"] if q["score"] == 0)


@pytest.mark.slow
def test_only_what_ran_beside_is_flagged(chosen: tuple[Path, Ran]) -> None:
    _, ran = chosen
    beside = [cell.partition("/")[2] for cell, way in CHOSEN.items() if way == "beside"]
    for (_, unit), given in ran.submissions.items():
        unprotected = [f"unprotected: cell {c} ran beside the student's code" for c in beside]
        assert given["flags"] == ["sandbox none", *(unprotected if unit == "messy" else [])]


@pytest.mark.slow
def test_scores_equal_nbgraders_own(
    chosen: tuple[Path, Ran], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On honest submissions, but for what a person grades."""
    _, ran = chosen
    root = make_course(tmp_path / "plain", "c.ExecutePreprocessor.timeout = 120")
    shutil.rmtree(root / "submitted" / "blank")  # nbgrader's own release, untouched, stands for it
    environment = {**os.environ, "PATH": f"{COMMANDS}:{os.environ['PATH']}"}
    for unit in UNITS:
        release = root / "release" / unit
        for words in (("generate_assignment", unit), ("autograde", unit)):
            if words[0] == "autograde":
                shutil.copytree(release, root / "submitted" / "blank" / unit)
                for student in ("right", "partly"):
                    folder = root / "submitted" / student / unit
                    shutil.copytree(release, folder, dirs_exist_ok=True,
                                    ignore=shutil.ignore_patterns("*.ipynb"))  # fmt: skip
            subprocess.run([COMMANDS / "nbgrader", *words], cwd=root, env=environment, check=True,
                           capture_output=True)  # fmt: skip
    by_hand = {"why", "dice-test"}
    with Gradebook(f"sqlite:///{root / 'gradebook.db'}") as book:
        for (student, unit), given in ran.submissions.items():
            theirs = {
                grade.name: grade.score
                for notebook in book.find_submission(unit, student).notebooks
                for grade in notebook.grades
            }
            assert given["questions"], (student, unit)
            ours = ran.scores(student, unit)
            assert {n: s for n, s in ours.items() if n not in by_hand} == {
                n: s for n, s in theirs.items() if n not in by_hand
            }, (student, unit)


@pytest.mark.slow
def test_without_a_choice_a_test_that_cannot_run_apart_waits(tmp_path: Path) -> None:
    """There is no configuration at all; the other questions of the unit have their scores."""
    root = make_course(tmp_path / "unconfigured", None)
    ran = grade(root, "messy", "--student", "right")
    assert ran.code == 1
    given = ran.submissions["right", "messy"]
    assert (given["status"], given["score"]) == ("failed", None)
    scores = ran.scores("right", "messy")
    waiting = {name for name, score in scores.items() if score is None}
    assert waiting == {*courses.NEEDING_OBJECTS}
    for name in waiting:
        choice = f'choose c.CourseKit.cells = {{"messy/{name}": "beside" or "manual"}}'
        assert f"{choice} in nbgrader_config.py" in given["reason"]
    assert "`Point` is a type, which is not plain data" in given["reason"]
    assert (scores["plain-test"], scores["magic-test"]) == (1.0, 1.0)
    # A choice is a change of the tests: what waited is graded, without a word to force it.
    (root / "nbgrader_config.py").write_text(f"c = get_config()\nc.CourseKit.cells = {CHOSEN!r}\n")
    again = grade(root, "messy", "--student", "right")
    assert again.code == 0
    assert again.submissions["right", "messy"]["score"] == 6.0


@pytest.mark.slow
def test_hidden_text_beside_the_student_reaches_no_page(tmp_path: Path) -> None:
    """The student's code runs in the process that holds the test, and says what it reads there."""
    root = make_course(tmp_path / "spied", f"c.CourseKit.cells = {CHOSEN!r}")
    spy = (
        "class Point:\n"
        "    def __init__(self, *_):\n"
        "        import sys\n"
        "        text = ''.join(map(str, sys._getframe(1).f_globals['In']))\n"
        "        print(text)\n"
        "        raise ValueError(text)\n"
    )
    write(root / "submitted" / "spy" / "messy" / "problem.ipynb",
          handed_in(courses.MESSY, {"point": spy}))  # fmt: skip
    ran = grade(root, "messy", "--student", "spy")
    (point, *_) = ran.submissions["spy", "messy"]["questions"]
    assert (point["score"], point["reason"]) == (0.0, "the test did not pass")
    written = [p for kind in ("feedback", "autograded") for p in (root / kind).rglob("*.*")]
    assert written
    assert not [p for p in written if b"SECRET-POINT" in p.read_bytes()]
    assert b"SECRET-POINT" in (root / "source" / "messy" / "problem.ipynb").read_bytes()
