"""SIGKILL at any moment of ``coursekit grade``: the same command then does what is missing."""

from __future__ import annotations

import contextlib
import json
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import killable
import pytest

from coursekit.notebooks import read_notebook, write_notebook

KILLS = 60
UNIT = "unit"
STUDENTS = [f"student-{n:02}" for n in range(1, 5)]
COMMAND = str(Path(sys.executable).parent / "coursekit")


@pytest.fixture
def root(tmp_path: Path, cells: SimpleNamespace) -> Path:
    """Return the root of a tiny course without submissions."""
    root = tmp_path / "course-root"
    source = cells.notebook(cells.answer("a", "a = 1"), cells.graded("t", "assert a == 1"))
    write_notebook(root / "source" / UNIT / "assignment.ipynb", source)
    (root / "course" / UNIT).mkdir(parents=True)  # as if this kit had built the unit
    return root


def hand_in(root: Path, answers: list[int]) -> None:
    notebook = read_notebook(root / "source" / UNIT / "assignment.ipynb")
    for student, answer in zip(STUDENTS, answers, strict=True):
        notebook.cells[0].source = f"a = {answer}"
        write_notebook(root / "submitted" / student / UNIT / "assignment.ipynb", notebook)


class Grader:
    """A warm process that grades in forks of its own."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def grade(self, root: Path, event: int = 0, microseconds: int = 0) -> tuple[str, int]:
        """Return how a run ended, and how many events it had if it was not killed."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{root} {event} {microseconds}\n")
        self._process.stdin.flush()
        ended, events = self._process.stdout.readline().split()
        return ended, int(events)


@pytest.fixture
def grader() -> Iterator[Grader]:
    with subprocess.Popen(
        [sys.executable, "-P", killable.__file__], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        text=True,
    ) as process:  # fmt: skip
        yield Grader(process)
        assert process.stdin is not None
        process.stdin.close()


def rows(root: Path, statement: str) -> list[Any]:
    with contextlib.closing(sqlite3.connect(root / "gradebook.db")) as database:
        return database.execute(statement).fetchall()


SCORES = """
SELECT s.student_id, g.auto_score FROM submitted_assignment s
JOIN submitted_notebook n ON n.assignment_id = s.id JOIN grade g ON g.notebook_id = n.id
"""


def check_whole(root: Path, before: list[int], after: list[int]) -> None:
    """Check that each result in the gradebook is one of the two, with all that belongs to it."""
    if not (root / "gradebook.db").exists():
        return
    theirs = dict(rows(root, SCORES))
    assert len(theirs) == rows(root, "select count(*) from grade")[0][0]  # none is doubled
    for student, text in rows(root, "select student, result from coursekit_result"):
        (question,) = json.loads(text)["questions"]
        assert theirs[student] == question["score"]
        old, new = (answers[STUDENTS.index(student)] for answers in (before, after))
        assert question["score"] in (float(old == 1), float(new == 1))


def products(root: Path) -> dict[str, bytes]:
    """Return every file that grading makes, the gradebook as what it says."""
    made = {str(p.relative_to(root)): p.read_bytes()
            for folder in ("autograded", "feedback") for p in (root / folder).rglob("*")
            if p.is_file()}  # fmt: skip
    kept = rows(root, "select * from coursekit_result order by student")
    return made | {"results": repr([kept, sorted(rows(root, SCORES))]).encode()}


def strays(root: Path) -> list[Path]:
    return [p for p in root.rglob("*") if p.name.startswith(".coursekit-") or "-journal" in p.name]


@pytest.mark.slow
def test_killed_at_random_events_nothing_is_lost_or_doubled(root: Path, grader: Grader) -> None:
    """Rounds of new submissions, each graded by runs that are killed until one is not."""
    dice = random.Random(20260914)
    before, after = [0] * 4, [1, 0, 1, 0]
    hand_in(root, after)
    calm = root.with_name("calm")
    shutil.copytree(root, calm)
    ended, events = grader.grade(calm)
    assert (ended, events > 100) == ("0", True), (calm / "log").read_text()
    kills = 0
    while kills < KILLS:
        ended, _ = grader.grade(root, dice.randint(1, events), dice.randint(0, 3000))
        check_whole(root, before, after)
        if ended == "killed":
            kills += 1
            continue
        assert ended == "0", (root / "log").read_text()
        assert grader.grade(calm)[0] == "0"
        assert products(root) == products(calm)
        before, after = after, [dice.randint(0, 2) for _ in STUDENTS]
        lost = dice.random() < 0.3  # so that a gradebook is made anew, more than once
        for course in (root, calm):
            hand_in(course, after)
            if lost:
                (course / "gradebook.db").unlink()
    for course in (root, calm):
        assert grader.grade(course)[0] == "0", (course / "log").read_text()
    assert products(root) == products(calm)
    assert strays(root) == []


@pytest.mark.slow
def test_a_killed_command_leaves_no_process_and_the_next_one_does_the_rest(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The whole command, with its walls and its workers, killed after random times."""
    monkeypatch.setenv("KILLED_TEST", str(os.getpid()))
    dice = random.Random(20260915)
    answers = [1, 0, 1, 2]
    hand_in(root, answers)
    calm = root.with_name("calm")
    shutil.copytree(root, calm)
    words = ["grade", "--jobs", "2"]
    began = time.monotonic()
    subprocess.run([COMMAND, "--root", str(calm), *words], check=True, capture_output=True)
    usual = time.monotonic() - began
    for _ in range(5):
        command = subprocess.Popen(
            [COMMAND, "--root", str(root), *words],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        with contextlib.suppress(subprocess.TimeoutExpired):
            command.wait(dice.uniform(0.3, 1.0) * usual)
        family = descendants(command.pid)
        command.send_signal(signal.SIGKILL)
        command.wait()
        gone(lambda family=family: [p for p in family if alive(p)] + marked())
        check_whole(root, answers, answers)
    done = subprocess.run(
        [COMMAND, "--root", str(root), *words], check=False, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert products(root) == products(calm)
    assert strays(root) == []


def gone(left: Callable[[], list[Any]]) -> None:
    """Wait until nothing is left, for as long as a busy machine may take."""
    end = time.monotonic() + 60
    while found := left():
        assert time.monotonic() < end, f"still there: {found}"
        time.sleep(0.05)


def alive(process: tuple[int, str]) -> bool:
    return _status(process[0])[2:] == process[1:]


def descendants(pid: int) -> list[tuple[int, str]]:
    """Return a process and all below it, each with the time of its start."""
    everyone = [(int(p.name), *_status(int(p.name))) for p in Path("/proc").glob("[0-9]*")]
    family, size = {pid}, 0
    while len(family) > size:
        size = len(family)
        family |= {one for one, _, parent, _ in everyone if parent in family}
    return [(one, start) for one, _, _, start in everyone if one in family and start]


def _status(pid: int) -> tuple[str, int, str]:
    """Return state, parent and start of a process; nothing of one that ended."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return "", 0, ""
    return fields[0], int(fields[1]), "" if fields[0] == "Z" else fields[19]


def marked() -> list[str]:
    """Return the processes that have the mark of this test in their environment."""
    mark = f"KILLED_TEST={os.getpid()}".encode()
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if folder.name != str(os.getpid()) and mark in (folder / "environ").read_bytes():
                found.append(folder.name)
    return found
