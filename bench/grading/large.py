"""What a class of thousands costs beside the grading itself: keeping results, and the report.

``python -m bench.grading.large --students 500 5000`` fills a gradebook with a class of each size
for all units and measures it; ``--database`` names a server's address instead of a file's. That
database must be empty, and keeps what was written.
"""

from __future__ import annotations

import argparse
import resource
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

from bench.grading.classes import REPOSITORY
from coursekit.course import Course
from coursekit.grading.classroom import everyone
from coursekit.grading.fingerprint import Fingerprint
from coursekit.grading.gradebook import Gradebook, opened
from coursekit.grading.results import QuestionResult, Status, SubmissionResult
from coursekit.grading.submission import graded_cells
from coursekit.notebooks import read_notebook
from coursekit.report.class_report import class_report
from coursekit.report.class_table import class_table

T = TypeVar("T")
_BELIEFS = ("M01", "M13", "M29", None)
_HASH = "0" * 64
_REASON = "the offset is not the sum of index times stride: the last axis was left out"
_REFUSED_EVERY, _LATE_EVERY = 40, 15  # one student in so many


@dataclass(frozen=True, slots=True)
class LargeClass:
    """What one unit of a large class costs, as CPU seconds of this process.

    Parameters
    ----------
    students, units : int
        How many there are.
    register, record, read : float
        To make a unit known when all have handed in, to keep the results of a unit, to read them.
    page, table : float
        To make the report's page and its table.
    page_size, table_size : int
        Their bytes.
    memory : int
        The most that this process has had so far, in bytes.
    """

    students: int
    units: int
    register: float
    record: float
    read: float
    page: float
    table: float
    page_size: int
    table_size: int
    memory: int

    def __str__(self) -> str:
        return (
            f"{self.students:,} students × {self.units} units; CPU seconds a unit: "
            f"register {self.register:.2f}, record {self.record:.1f}, read {self.read:.2f}, "
            f"page {self.page:.2f} ({self.page_size / 1e6:.1f} MB), "
            f"table {self.table:.2f} ({self.table_size / 1e6:.1f} MB); "
            f"at most {self.memory / 1e6:.0f} MB"
        )


def large_class(students: int, database: str | None = None, keep: Path | None = None) -> LargeClass:
    """Fill a gradebook with a large class and measure what is read from it.

    Parameters
    ----------
    students : int
        How many.
    database : str, optional
        The address of an empty database; a file's when left out.
    keep : Path, optional
        A new folder for the reports.
    """
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        course = _course(Path(folder) / "course", students)
        if database is not None:
            course = replace(course, gradebook_url=database)
        units = course.source_units()
        with opened(course) as book:
            _, record = _timed(units, lambda unit: _fill(course, book, unit, students))
            _, register = _timed(units, book.register)
            results, read = _timed(units, lambda unit: everyone(course, book, unit))
    pages, page = _timed(units, lambda unit: class_report(unit, results[unit]))
    tables, table = _timed(units, lambda unit: class_table(unit, results[unit]))
    if keep is not None:
        keep.mkdir(parents=True)
        for unit, html in pages.items():
            (keep / f"{unit}.html").write_text(html, encoding="utf-8")
    return LargeClass(
        students, len(units), register, record, read, page, table, _longest(pages),
        _longest(tables), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024,
    )  # fmt: skip


def _longest(texts: dict[str, str]) -> int:
    return max(len(text.encode("utf-8")) for text in texts.values())


def _timed(units: Sequence[str], work: Callable[[str], T]) -> tuple[dict[str, T], float]:
    """Return what some work gives for each unit, and its CPU seconds a unit."""
    started = time.process_time()
    done = {unit: work(unit) for unit in units}
    return done, (time.process_time() - started) / len(units)


def _course(root: Path, students: int) -> Course:
    """Make a course of all units in which everybody has handed in a file."""
    root.mkdir(parents=True)
    shutil.copytree(REPOSITORY / "source", root / "source")
    course = Course.at(root)
    for name in _names(students):
        for unit in course.source_units():
            (course.submitted / name / unit).mkdir(parents=True)
    return course


def _names(students: int) -> Iterator[str]:
    return (f"student-{number:05}" for number in range(1, students + 1))


def _fill(course: Course, book: Gradebook, unit: str, students: int) -> None:
    book.register(unit)
    asked = [q for n in course.notebooks(unit) for q in graded_cells(read_notebook(n))]
    for number, name in enumerate(_names(students)):
        book.record(_result(name, unit, asked, number), Fingerprint(f"{number:064}", _HASH, _HASH))


def _result(
    student: str, unit: str, asked: Sequence[tuple[str, float]], number: int
) -> SubmissionResult:
    """Return a result: about every third question wrong, with a reason and a belief."""
    if number % _REFUSED_EVERY == _REFUSED_EVERY - 1:
        questions = tuple(QuestionResult(name, None, most) for name, most in asked)
        why = "assignment.ipynb is not a notebook: it is a web page"
        return SubmissionResult(student, unit, Status.REFUSED, why, questions=questions)
    questions = tuple(
        QuestionResult(name, most, most)
        if (number * 7 + n) % 3
        else QuestionResult(name, 0.0, most, _REASON, _BELIEFS[(number + n) % len(_BELIEFS)])
        for n, (name, most) in enumerate(asked)
    )
    late = number % _LATE_EVERY == 0
    return SubmissionResult(
        student, unit, Status.GRADED, None, ("late",) if late else (), questions,
        timestamp="2026-09-14T10:00:00+00:00",
    )  # fmt: skip


def main() -> None:
    """Measure classes of the sizes asked for."""
    parser = argparse.ArgumentParser(prog="python -m bench.grading.large", description=__doc__)
    parser.add_argument("--students", type=int, nargs="+", default=[500, 5_000])
    parser.add_argument("--database", help="the address of an empty database on a server")
    parser.add_argument("--keep", type=Path, help="a new folder for the reports")
    given = parser.parse_args()
    for students in given.students:
        print(large_class(students, given.database, given.keep))


if __name__ == "__main__":
    main()
