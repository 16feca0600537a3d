"""What the gradebook costs while it grows: to keep one more result, and to read them all."""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from bench.grading.classes import UNIT, write_course
from bench.grading.record import BookPoint
from coursekit.course import Course
from coursekit.grading.fingerprint import Fingerprint
from coursekit.grading.gradebook import opened
from coursekit.grading.results import QuestionResult, Status, SubmissionResult
from coursekit.grading.submission import graded_cells
from coursekit.notebooks import read_notebook

SIZES = (100, 1_000, 10_000)
_LAST = 100  # results whose writing is timed at each size
_HASH = "0" * 64
_REASON = "the offset is not the sum of index times stride: the last axis was left out"


def book_points(sizes: Sequence[int] = SIZES) -> Iterator[BookPoint]:
    """Fill a gradebook with results of the first unit and measure it at some sizes.

    Parameters
    ----------
    sizes : Sequence of int
        How many submissions, ascending.

    Yields
    ------
    BookPoint
        As soon as the gradebook has that size.
    """
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        course = write_course(Path(folder) / "course")
        results = _Results(course)
        took: list[float] = []
        with opened(course) as book:
            book.register(UNIT)
            for size in sizes:
                for number in range(len(took), size):
                    started = time.perf_counter()
                    book.record(results.of(number), Fingerprint(f"{number:064}", _HASH, _HASH))
                    took.append(time.perf_counter() - started)
                started = time.perf_counter()
                book.results(UNIT)
                read = time.perf_counter() - started
                write = statistics.median(took[-_LAST:]) * 1000
                file = course.root / "gradebook.db"
                yield BookPoint(size, write, read, file.stat().st_size)


class _Results:
    """Results like those of a class: every other question wrong, with a reason."""

    def __init__(self, course: Course) -> None:
        source = read_notebook(course.notebooks(UNIT)[0])
        self._questions = tuple(
            QuestionResult(name, 0.0 if n % 2 else most, most, _REASON if n % 2 else None)
            for n, (name, most) in enumerate(graded_cells(source))
        )

    def of(self, number: int) -> SubmissionResult:
        return SubmissionResult(
            f"student-{number:06}",
            UNIT,
            Status.GRADED,
            questions=self._questions,
            timestamp="2026-09-14T10:00:00+00:00",
        )
