"""What a large class costs: no statement reads a whole table of it, and none is added with it."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from typing import Any

import pytest
from sqlalchemy import event
from sqlalchemy.engine import Engine

from coursekit.course import Course
from coursekit.grading.fingerprint import Fingerprint
from coursekit.grading.gradebook import Gradebook, opened
from coursekit.grading.results import SubmissionResult

UNIT = "unit"
FIRST, SECOND = Fingerprint("s1", "t", "e"), Fingerprint("s2", "t", "e")
GROWING = ("student", "submitted_assignment", "submitted_notebook", "grade", "comment",
           "coursekit_result")  # fmt: skip


class Statements:
    """What is said to the database while it is listened to."""

    def __init__(self) -> None:
        self.said: list[tuple[str, Any]] = []

    def __call__(self, _c: Any, _cursor: Any, statement: str, values: Any, *_: Any) -> None:
        self.said.append((statement, values))

    def of(self, work: Callable[[], object]) -> list[tuple[str, Any]]:
        self.said = []
        event.listen(Engine, "before_cursor_execute", self)
        try:
            work()
        finally:
            event.remove(Engine, "before_cursor_execute", self)
        return self.said


def scanned(course: Course, said: list[tuple[str, Any]]) -> list[str]:
    """Return the tables that statements read from end to end."""
    found = []
    with closing(sqlite3.connect(course.root / "gradebook.db")) as database:
        for statement, values in said:
            if statement.startswith(("BEGIN", "PRAGMA")):
                continue
            one = values[0] if values and isinstance(values[0], tuple | list) else values
            plan = database.execute(f"EXPLAIN QUERY PLAN {statement}", one).fetchall()
            words = [step[3].split() for step in plan]
            found += [w[1] for w in words if w[0] == "SCAN" and w[1] in GROWING]
    return found


def fill(book: Gradebook, result_of: Callable[..., SubmissionResult], students: int) -> None:
    for number in range(students):
        book.record(result_of(f"student-{number:02}"), FIRST)


def test_recording_a_result_reads_no_table_of_the_class_as_a_whole(
    course: Course, result_of: Callable[..., SubmissionResult]
) -> None:
    listen = Statements()
    with opened(course) as book:
        book.register(UNIT)
        new = [listen.of(lambda n=n: book.record(result_of(f"new-{n}"), FIRST)) for n in (1, 2)]
        fill(book, result_of, 20)
        new.append(listen.of(lambda: book.record(result_of("new-3"), FIRST)))
        again = listen.of(lambda: book.record(result_of("new-3"), SECOND))
        seen = listen.of(lambda: book.seen(result_of("new-3")))
    assert len(new[1]) == len(new[2]) < 20
    assert len(again) <= len(new[2])
    assert scanned(course, new[2] + again + seen) == []


def test_what_was_once_slow_is_seen_without_the_indexes(
    course: Course, result_of: Callable[..., SubmissionResult], sql: Callable[[str], Any]
) -> None:
    """So the test above would fail without them."""
    listen = Statements()
    with opened(course) as book:
        book.register(UNIT)
        book.record(result_of("new-1"), FIRST)
        said = listen.of(lambda: book.record(result_of("new-1"), SECOND))
    for (name,) in sql(
        "select name from sqlite_master where name like 'coursekit%\\_id' escape '\\'"
    ):
        sql(f"drop index {name}")
    assert set(scanned(course, said)) == {"grade"}


@pytest.mark.parametrize("students", [2, 30])
def test_reading_a_class_takes_the_same_few_statements(
    course: Course, result_of: Callable[..., SubmissionResult], students: int
) -> None:
    listen = Statements()
    with opened(course) as book:
        book.register(UNIT)
        fill(book, result_of, students)
        assert len(listen.of(lambda: book.results(UNIT))) == 7
        assert len(listen.of(lambda: book.fingerprints(UNIT))) == 2
        registering = listen.of(lambda: book.register(UNIT))
    assert len(registering) < 25


def test_rows_that_are_made_together_lie_together(
    course: Course, result_of: Callable[..., SubmissionResult], sql: Callable[[str], Any]
) -> None:
    """With random keys, as nbgrader makes them, each row would change a page of its own."""
    with opened(course) as book:
        book.register(UNIT)
        fill(book, result_of, 5)
    for table in ("submitted_assignment", "submitted_notebook", "grade", "comment"):
        keys = [key for (key,) in sql(f"select id from {table} order by rowid")]
        assert len(keys) >= 5
        assert keys == sorted(keys)
