"""Old, foreign, damaged and busy gradebooks: brought up to date after a back-up, or one line."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import nbgrader.api
import pytest

from coursekit.course import Course
from coursekit.errors import StorageError
from coursekit.files import ASIDE
from coursekit.grading.book import opening
from coursekit.grading.fingerprint import Fingerprint
from coursekit.grading.gradebook import opened
from coursekit.grading.results import SubmissionResult

UNIT = "unit"
MARK = Fingerprint("s", "t", "e")
Make = Callable[..., SubmissionResult]

# What nbgrader 0.5 made; each later schema of its own adds a step.
OLD = """
CREATE TABLE assignment (id VARCHAR(32) NOT NULL PRIMARY KEY, name VARCHAR(128) NOT NULL UNIQUE,
    duedate DATETIME);
CREATE TABLE student (id VARCHAR(128) NOT NULL PRIMARY KEY, first_name VARCHAR(128),
    last_name VARCHAR(128), email VARCHAR(128));
CREATE TABLE notebook (id VARCHAR(32) NOT NULL PRIMARY KEY, name VARCHAR(128) NOT NULL,
    assignment_id VARCHAR(32) REFERENCES assignment (id),
    kernelspec VARCHAR(1024) NOT NULL DEFAULT '{}', UNIQUE (name, assignment_id));
CREATE TABLE grade_cell (id VARCHAR(32) NOT NULL PRIMARY KEY, name VARCHAR(128) NOT NULL,
    max_score FLOAT NOT NULL, cell_type VARCHAR(8) NOT NULL,
    notebook_id VARCHAR(32) REFERENCES notebook (id), UNIQUE (name, notebook_id));
CREATE TABLE solution_cell (id VARCHAR(32) NOT NULL PRIMARY KEY, name VARCHAR(128) NOT NULL,
    notebook_id VARCHAR(32) REFERENCES notebook (id), UNIQUE (name, notebook_id));
CREATE TABLE source_cell (id VARCHAR(32) NOT NULL PRIMARY KEY, name VARCHAR(128) NOT NULL,
    cell_type VARCHAR(8) NOT NULL, locked BOOLEAN NOT NULL, source TEXT, checksum VARCHAR(128),
    notebook_id VARCHAR(32) REFERENCES notebook (id), UNIQUE (name, notebook_id));
CREATE TABLE submitted_assignment (id VARCHAR(32) NOT NULL PRIMARY KEY,
    assignment_id VARCHAR(32) REFERENCES assignment (id),
    student_id VARCHAR(128) REFERENCES student (id), timestamp DATETIME, extension DATETIME,
    UNIQUE (assignment_id, student_id));
CREATE TABLE submitted_notebook (id VARCHAR(32) NOT NULL PRIMARY KEY,
    assignment_id VARCHAR(32) REFERENCES submitted_assignment (id),
    notebook_id VARCHAR(32) REFERENCES notebook (id), flagged BOOLEAN,
    late_submission_penalty FLOAT, UNIQUE (notebook_id, assignment_id));
CREATE TABLE grade (id VARCHAR(32) NOT NULL PRIMARY KEY,
    notebook_id VARCHAR(32) REFERENCES submitted_notebook (id),
    cell_id VARCHAR(32) REFERENCES grade_cell (id), auto_score FLOAT, manual_score FLOAT,
    extra_credit FLOAT, needs_manual_grade BOOLEAN NOT NULL, UNIQUE (cell_id, notebook_id));
CREATE TABLE comment (id VARCHAR(32) NOT NULL PRIMARY KEY,
    notebook_id VARCHAR(32) REFERENCES submitted_notebook (id),
    cell_id VARCHAR(32) REFERENCES solution_cell (id), auto_comment TEXT, manual_comment TEXT,
    UNIQUE (cell_id, notebook_id));
CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL);
INSERT INTO alembic_version VALUES ('724cde206c17');
INSERT INTO assignment VALUES ('as', 'unit', NULL);
INSERT INTO student VALUES ('student-01', NULL, NULL, NULL);
INSERT INTO notebook VALUES ('nb', 'assignment', 'as', '{}');
INSERT INTO grade_cell VALUES ('g1', 't1', 2.0, 'code', 'nb'), ('g2', 't2', 1.0, 'code', 'nb'),
    ('g3', 'why', 1.0, 'markdown', 'nb');
INSERT INTO solution_cell VALUES ('s1', 'a', 'nb'), ('s2', 'b', 'nb'), ('s3', 'why', 'nb');
INSERT INTO submitted_assignment VALUES ('sa', 'as', 'student-01', NULL, NULL);
INSERT INTO submitted_notebook VALUES ('sn', 'sa', 'nb', 0, NULL);
INSERT INTO grade VALUES ('x1', 'sn', 'g1', 1.0, NULL, NULL, 0), ('x2', 'sn', 'g2', 0.0, 0.5, NULL, 0),
    ('x3', 'sn', 'g3', NULL, 1.0, NULL, 0);
INSERT INTO comment VALUES ('c1', 'sn', 's1', NULL, 'well put'), ('c3', 'sn', 's3', NULL, NULL);
"""  # noqa: E501


LATER = (
    (" kernelspec VARCHAR(1024) NOT NULL DEFAULT '{}',", ""), (", '{}'", ""),
    (" extra_credit FLOAT,", ""), (", NULL, 0)", ", 0)"),
)  # fmt: skip


@pytest.fixture
def file(course: Course) -> Path:
    return course.root / "gradebook.db"


@pytest.fixture
def old_of(file: Path) -> Callable[[str], None]:
    """Make a gradebook as nbgrader made it at one of its schemas, by nbgrader's own steps."""

    def make(schema: str) -> None:
        text = OLD
        if schema == "none":  # before schemas had names, without what the first steps add
            for later, earlier in LATER:
                text = text.replace(later, earlier)
        with closing(sqlite3.connect(file)) as database:
            database.executescript(text)
            if schema == "none":
                database.execute("DROP TABLE alembic_version")
        if schema not in ("none", "724cde206c17"):
            with opening.engine_of(f"sqlite:///{file}").begin() as connection:
                opening._upgrade(connection, schema)

    return make


def no_rest(course: Course) -> bool:
    return not list(course.root.glob(f"{ASIDE}*"))


def backups(course: Course) -> list[Path]:
    return sorted(course.root.glob("gradebook.db.backup-*"))


@pytest.mark.parametrize("schema", ["none", "724cde206c17", "167914646830", "282d30a0218e"])
def test_a_gradebook_of_an_older_nbgrader_is_upgraded_after_a_backup(
    course: Course, file: Path, old_of: Callable[[str], None], result_of: Make, schema: str
) -> None:
    old_of(schema)
    before = dump(file)
    with opened(course) as book:
        (kept,) = backups(course)
        assert book.notes == (
            f"the gradebook's tables were brought up to date; as it was: {kept.name}",
        )
        assert book.register(UNIT) == ()
        book.record(result_of(), MARK)
        (result,) = book.results(UNIT)
    assert [(q.score, q.comment) for q in result.questions] == [
        (2.0, "well put"), (0.5, None), (1.0, None),
    ]  # fmt: skip
    assert dump(kept) == before
    with nbgrader.api.Gradebook(course.gradebook_url) as theirs:
        assert theirs.find_submission(UNIT, "student-01").score == 3.5
    with opened(course) as book:
        assert (book.notes, backups(course)) == ((), [kept])


def test_a_gradebook_of_nbgraders_own_gets_our_tables_after_a_backup(
    course: Course, file: Path, result_of: Make
) -> None:
    with opened(course):  # as nbgrader makes it, see the test of the whole class
        pass
    with closing(sqlite3.connect(file)) as database:
        for kind, name in database.execute(
            "select type, name from sqlite_master where name like '%coursekit%' and sql not null"
        ).fetchall():
            database.execute(f"drop {kind} {name}")
        database.commit()
    with opened(course) as book:
        assert len(book.notes) == 1
        book.register(UNIT)
        book.record(result_of(), MARK)
    assert len(backups(course)) == 1


def test_our_own_first_tables_are_migrated_after_a_backup(
    course: Course, file: Path, result_of: Make
) -> None:
    with opened(course) as book:
        book.register(UNIT)
        book.record(result_of(), MARK)
    with closing(sqlite3.connect(file)) as database:
        database.executescript(
            "CREATE TABLE old (student VARCHAR(255) NOT NULL, unit VARCHAR(128) NOT NULL,"
            " key VARCHAR(64) NOT NULL, result TEXT NOT NULL, PRIMARY KEY (student, unit));"
            "INSERT INTO old SELECT student, unit, 'k', result FROM coursekit_result;"
            "DROP TABLE coursekit_result; ALTER TABLE old RENAME TO coursekit_result;"
            "DROP TABLE coursekit_schema;"
        )
    with opened(course) as book:
        assert len(backups(course)) == 1
        assert book.results(UNIT) == [result_of()]
        (mark,) = book.fingerprints(UNIT).values()
        assert MARK.changed_since(mark) == (
            "the submission changed", "the tests changed", "the environment changed",
        )  # fmt: skip
        book.record(result_of(), MARK)
        assert list(book.fingerprints(UNIT).values()) == [MARK]


def test_an_upgrade_that_fails_leaves_the_old_state(
    course: Course, file: Path, old_of: Callable[[str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    old_of("724cde206c17")
    before = dump(file)
    monkeypatch.setattr(opening, "add_ours", lambda connection: 1 / 0)
    with pytest.raises(ZeroDivisionError), opened(course):
        pass
    assert dump(file) == before
    monkeypatch.undo()
    with opened(course) as book:
        assert len(book.notes) == 1


def test_a_new_gradebook_appears_whole_or_not_at_all(
    course: Course, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opening, "add_ours", lambda connection: 1 / 0)
    with pytest.raises(ZeroDivisionError), opened(course):
        pass
    assert not file.exists()
    assert no_rest(course)


DAMAGED = {
    "cut": (lambda data: data[: len(data) // 2], "it is damaged"),
    "cut short": (lambda data: data[:-4096], "it is damaged"),
    "empty": (lambda data: b"", "the file is empty"),
    "no database": (lambda data: b"<html>" * 500, "it is not a database"),
    "overwritten": (lambda data: data[:4096] + b"\x00" * 8192 + data[12288:], "it is damaged"),
}


@pytest.mark.parametrize("damage", list(DAMAGED))
def test_a_damaged_gradebook_is_one_line_and_left_alone(
    course: Course, file: Path, result_of: Make, damage: str
) -> None:
    with opened(course) as book:
        book.register(UNIT)
        book.record(result_of(), MARK)
    spoil, fault = DAMAGED[damage]
    file.write_bytes(spoil(file.read_bytes()))
    before = file.read_bytes()
    with pytest.raises(StorageError) as caught, opened(course):
        pass
    assert str(caught.value) == f"cannot use the gradebook {file}: {fault}"
    assert caught.value.remedy == (
        "put a back-up in its place (gradebook.db.backup-…), "
        "or move it away to begin a new gradebook"
    )
    assert file.read_bytes() == before
    assert (no_rest(course), backups(course)) == (True, [])


FOREIGN = {
    "another program's": (
        "create table notes (words text)",
        "it is a database, but not a gradebook of nbgrader: it has no table assignment",
    ),
    "a newer nbgrader's": (
        "update alembic_version set version_num = 'ffffffffffff'",
        "its tables are of a newer nbgrader (schema ffffffffffff)",
    ),
    "a newer kit's": (
        "update coursekit_schema set version = 99",
        "its tables are of a newer coursekit (schema 99)",
    ),
}


@pytest.mark.parametrize("whose", list(FOREIGN))
def test_a_foreign_schema_is_one_line_and_left_alone(
    course: Course, file: Path, whose: str
) -> None:
    statement, fault = FOREIGN[whose]
    if not statement.startswith("create"):
        with opened(course):
            pass
    with closing(sqlite3.connect(file)) as database, database:
        database.execute(statement)
    before = file.read_bytes()
    with pytest.raises(StorageError, match=f": {re.escape(fault)}$"), opened(course):
        pass
    assert file.read_bytes() == before


def test_a_gradebook_that_another_program_holds_is_one_line(
    course: Course, file: Path, result_of: Make
) -> None:
    with opened(course) as book:
        book.register(UNIT)
    url = f"{course.gradebook_url}?timeout=0.1"
    patient = Course(course.root, url)
    with closing(sqlite3.connect(file)) as other:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(StorageError) as caught, opened(patient):
            pass
    assert str(caught.value) == f"cannot use the gradebook {file}: another program holds it"
    with opened(patient) as book:
        book.record(result_of(), MARK)


def test_a_reader_and_a_short_writer_beside_us_do_no_harm(
    course: Course, file: Path, result_of: Make
) -> None:
    with opened(course) as book, closing(sqlite3.connect(file)) as other:
        book.register(UNIT)
        reading = other.execute("select * from base_cell")
        reading.fetchone()
        book.results(UNIT)
        reading.close()
        with other:
            other.execute("update assignment set duedate = '2026-09-14 12:00:00.000000'")
        book.record(result_of(), MARK)
        assert book.due(UNIT) is not None


@pytest.mark.parametrize(
    ("url", "fault"),
    [
        ("nonsense", "Could not parse SQLAlchemy URL"),
        ("oracle://host/grades", "No module named"),
    ],
)
def test_an_address_that_leads_nowhere_is_one_line(tmp_path: Path, url: str, fault: str) -> None:
    with pytest.raises(StorageError, match=fault) as caught, opened(Course(tmp_path, url)):
        pass
    assert "db_url" in caught.value.remedy


def test_no_password_is_shown(tmp_path: Path) -> None:
    url = "nosuch://teacher:secret@localhost/grades"
    with pytest.raises(StorageError) as caught, opened(Course(tmp_path, url)):
        pass
    assert "secret" not in str(caught.value)


def dump(file: Path) -> list[Any]:
    with closing(sqlite3.connect(file)) as database:
        return list(database.iterdump())
