"""The gradebook on a PostgreSQL server, a real one that these tests start."""

from __future__ import annotations

import csv
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import nbgrader.api as nbg
import pytest
from private_server import MISSING, PrivateServer, private_server, programs
from sqlalchemy import create_engine, text

from coursekit.course import Course
from coursekit.errors import StorageError
from coursekit.grading.book import backups
from coursekit.grading.book.database import clear_errors, engine_of, reading
from coursekit.grading.fingerprint import Fingerprint
from coursekit.grading.gradebook import opened
from coursekit.grading.results import Status, SubmissionResult
from coursekit.notebooks import read_notebook, write_notebook

UNIT = "unit"
FIRST, SECOND = Fingerprint("s1", "t1", "e1"), Fingerprint("s2", "t1", "e1")
COMMAND = Path(sys.executable).parent
IMPATIENT = "&options=-c%20lock_timeout%3D300"  # milliseconds, for what can never be had


@pytest.fixture(scope="module")
def server() -> Iterator[PrivateServer]:
    binaries = programs()
    if binaries is None:
        pytest.skip(MISSING)
    with private_server(binaries) as started:
        yield started


@pytest.fixture
def url(server: PrivateServer) -> str:
    """Return the address of a new, empty database."""
    return server.database()


@pytest.fixture
def kept(course: Course, url: str) -> Course:
    """Return the course with its gradebook on the server."""
    return replace(course, gradebook_url=url)


def rows(url: str, statement: str) -> list[Any]:
    engine = create_engine(url)
    try:
        with engine.begin() as connection:
            said = connection.execute(text(statement))
            return [tuple(row) for row in said] if said.returns_rows else []
    finally:
        engine.dispose()


@contextmanager
def writing(url: str) -> Iterator[None]:
    """Hold the right to write, as another program of the kit's does."""
    engine = engine_of(url)
    try:
        with engine.begin():
            yield
    finally:
        engine.dispose()


def until_waiting(url: str, number: int) -> None:
    """Wait until so many programs wait for the right to write."""
    name = url.rpartition("/@/")[2] or url
    ends = time.monotonic() + 60
    while rows(url, "SELECT count(*) FROM pg_locks WHERE NOT granted") != [(number,)]:
        assert time.monotonic() < ends, f"nobody waits for {name}"
        time.sleep(0.02)


def test_what_is_recorded_is_read_as_from_a_file(
    course: Course, kept: Course, result_of: Callable[..., SubmissionResult]
) -> None:
    results = [
        result_of("student-01"),
        replace(result_of("student-02"), reason=None, flags=("late", "sandbox none")),
        result_of("形状"),
        result_of("caf\udce9", None, None, None, status=Status.REFUSED, reason="no notebook"),
    ]
    read = []
    for one in (course, kept):
        with opened(one) as book:
            book.register(UNIT)
            for result in results:
                book.record(result, FIRST)
            book.record(result_of("student-01", 1.0, 1.0, None), SECOND)
            read.append((book.results(UNIT), book.students(), book.fingerprints(UNIT)))
    by_id = [{r.student: r for r in found} for found, _, _ in read]
    assert by_id[0] == by_id[1]
    assert read[0][1:] == read[1][1:]


def test_nbgrader_reads_the_scores_and_what_it_writes_stays(
    kept: Course, result_of: Callable[..., SubmissionResult]
) -> None:
    with opened(kept) as book:
        book.register(UNIT)
        book.record(result_of(), FIRST)
        with nbg.Gradebook(kept.gradebook_url, kept.course_id) as theirs:
            assert theirs.find_submission(UNIT, "student-01").score == 2.0
            grade = theirs.find_grade("t2", "assignment", UNIT, "student-01")
            grade.manual_score, grade.extra_credit = 0.75, 0.25
            comment = theirs.find_comment("b", "assignment", UNIT, "student-01")
            comment.manual_comment = "nearly"
            theirs.db.commit()
        book.record(result_of("student-01", 1.0, 0.0, None), SECOND)
        (result,) = book.results(UNIT)
        with nbg.Gradebook(kept.gradebook_url, kept.course_id) as theirs:
            assert theirs.find_submission(UNIT, "student-01").score == 2.0
    assert [q.score for q in result.questions] == [1.0, 1.0, None]
    assert result.questions[1].comment == "nearly"
    assert result.flags == ("look again: cell t2 was scored by hand before the submission changed",)


def test_one_program_at_a_time_writes(
    kept: Course, result_of: Callable[..., SubmissionResult]
) -> None:
    with opened(kept) as book:
        book.register(UNIT)
    impatient = replace(kept, gradebook_url=kept.gradebook_url + IMPATIENT)

    def recorded() -> int:
        with opened(impatient) as book:
            before = len(book.results(UNIT))  # reading goes on in any case
            book.record(result_of(), FIRST)
            return before

    with (
        writing(kept.gradebook_url),
        pytest.raises(StorageError, match="another program holds it") as raised,
    ):
        recorded()
    assert raised.value.remedy.startswith("close what writes to it, such as a formgrader")
    assert [recorded(), recorded()] == [0, 1]


def test_a_writer_waits_for_another(
    kept: Course, result_of: Callable[..., SubmissionResult]
) -> None:
    with opened(kept) as book, ThreadPoolExecutor() as threads:
        book.register(UNIT)
        with writing(kept.gradebook_url):
            done = threads.submit(book.record, result_of(), FIRST)
            until_waiting(kept.gradebook_url, 1)
            assert not done.done()
        done.result(60)
        assert len(book.results(UNIT)) == 1


def test_two_programs_may_make_the_gradebook_at_the_same_time(kept: Course) -> None:
    def notes(course: Course) -> tuple[str, ...]:
        with opened(course) as book:
            return book.notes

    with ThreadPoolExecutor() as threads:
        with writing(kept.gradebook_url):
            made = [threads.submit(notes, kept) for _ in range(2)]
            until_waiting(kept.gradebook_url, 2)
        assert [one.result(60) for one in made] == [(), ()]
    assert rows(kept.gradebook_url, "SELECT id FROM course") == [(kept.course_id,)]
    assert rows(kept.gradebook_url, "SELECT count(*) FROM coursekit_schema") == [(1,)]


def test_what_is_read_is_of_one_moment(
    kept: Course, result_of: Callable[..., SubmissionResult]
) -> None:
    engine = engine_of(kept.gradebook_url)
    with opened(kept) as book:
        book.register(UNIT)
        with reading(engine) as connection:
            count = text("SELECT count(*) FROM grade")
            assert connection.execute(count).scalar() == 0
            book.record(result_of(), FIRST)
            assert connection.execute(count).scalar() == 0
    engine.dispose()


KILLED = """
import os, signal, sys
from dataclasses import replace
from pathlib import Path
from coursekit.course import Course
from coursekit.grading import gradebook
from coursekit.grading.fingerprint import Fingerprint
from coursekit.grading.results import QuestionResult, Status, SubmissionResult

def killed(*args, **more):
    write(*args, **more)
    os.kill(os.getpid(), signal.SIGKILL)

write = gradebook.write_scores
course = replace(Course.at(Path(sys.argv[1])), gradebook_url=sys.argv[2])
points = {"t1": 2.0, "t2": 1.0, "why": 1.0}
questions = tuple(QuestionResult(name, 0.0, most) for name, most in points.items())
with gradebook.opened(course) as book:
    book.register("unit")
    for number in (1, 2):
        student = f"student-0{number}"
        result = SubmissionResult(student, "unit", Status.GRADED, questions=questions)
        book.record(result, Fingerprint("s1", "t1", "e1"))
        gradebook.write_scores = killed
"""


def test_a_run_that_is_killed_while_it_writes_leaves_what_was_whole(
    kept: Course, result_of: Callable[..., SubmissionResult]
) -> None:
    words = [sys.executable, "-c", KILLED, str(kept.root), kept.gradebook_url]
    assert subprocess.run(words, check=False).returncode == -signal.SIGKILL
    scores = "SELECT count(*) FROM grade"
    with opened(kept) as book:
        assert [r.student for r in book.results(UNIT)] == ["student-01"]
        assert book.students() == ["student-01"]
        assert rows(kept.gradebook_url, scores) == [(3,)]
        book.record(result_of("student-02"), FIRST)
    assert rows(kept.gradebook_url, scores) == [(6,)]


@pytest.mark.parametrize(
    ("student", "length"), [("x" * 129, 129), ("形" * 129, 129), ("\udcff" * 200, 1200)]
)
def test_an_id_that_nbgraders_tables_cannot_hold_is_refused_and_said(
    kept: Course, result_of: Callable[..., SubmissionResult], student: str, length: int
) -> None:
    longest = "y" * 128
    with opened(kept) as book:
        book.register(UNIT)
        seen = book.seen(result_of(student))
        for one in (student, longest):
            book.record(result_of(one), FIRST)
        found = {r.student: r for r in book.results(UNIT)}
        assert book.students() == [longest]
    assert found[longest] == result_of(longest)
    assert found[student] == seen
    assert (seen.status, seen.score) == (Status.REFUSED, None)
    assert seen.reason == (
        f"the student's id has {length} characters; this gradebook's database holds up to 128"
    )


def test_a_file_holds_such_an_id(
    course: Course, result_of: Callable[..., SubmissionResult]
) -> None:
    with opened(course) as book:
        book.register(UNIT)
        book.record(result_of("x" * 255), FIRST)
        assert book.results(UNIT)[0].status is Status.GRADED


def test_a_server_that_goes_away_is_one_line_and_what_was_recorded_is_kept(
    server: PrivateServer, kept: Course, result_of: Callable[..., SubmissionResult]
) -> None:
    def record_both() -> None:
        with opened(kept) as book:
            book.register(UNIT)
            book.record(result_of("student-01"), FIRST)
            server.stop()
            book.record(result_of("student-02"), FIRST)

    try:
        with pytest.raises(StorageError) as raised:
            record_both()
    finally:
        server.start()
    assert str(raised.value).startswith("cannot use the gradebook postgresql+psycopg://grader@/")
    assert "connection" in str(raised.value)
    assert len(str(raised.value).splitlines()) == 1
    assert raised.value.remedy == (
        "see that the server runs and that db_url names it, then run the same command again; "
        "what was recorded is kept"
    )
    with opened(kept) as book:
        assert [r.student for r in book.results(UNIT)] == ["student-01"]


def test_a_server_that_comes_back_in_time_is_not_noticed(
    server: PrivateServer, kept: Course, result_of: Callable[..., SubmissionResult]
) -> None:
    with opened(kept) as book:
        book.register(UNIT)
        server.stop()
        server.start()
        book.record(result_of("student-01"), FIRST)
        assert len(book.results(UNIT)) == 1


def refused(course: Course, url: str) -> StorageError:
    with pytest.raises(StorageError) as raised, opened(replace(course, gradebook_url=url)):
        pass
    assert len(str(raised.value).splitlines()) == 1
    return raised.value


def test_a_database_that_is_not_there(course: Course, server: PrivateServer) -> None:
    error = refused(course, server.address("nowhere"))
    assert 'database "nowhere" does not exist' in str(error)
    assert error.remedy == ("create it on the server, or correct db_url in nbgrader_config.py")


def test_a_server_that_is_not_there_and_a_password_that_is_not_shown(
    course: Course, tmp_path: Path
) -> None:
    error = refused(course, f"postgresql+psycopg://grader:secret@/course?host={tmp_path}")
    assert "grader:***@" in str(error)
    assert "failed: No such file or directory" in str(error)
    assert "secret" not in f"{error}{error.remedy}"


def test_a_database_that_cannot_hold_every_id(course: Course, server: PrivateServer) -> None:
    error = refused(course, server.database("ENCODING 'LATIN1' TEMPLATE template0"))
    assert str(error).endswith(": its encoding is LATIN1; UTF8 is needed")
    assert error.remedy == "create the database anew with the encoding UTF8"


def test_a_user_who_may_not_write(course: Course, server: PrivateServer) -> None:
    url = server.database()
    rows(url, "CREATE ROLE reader LOGIN")
    error = refused(course, url.replace("grader@", "reader@"))
    assert "permission denied" in str(error)
    assert error.remedy == "make the user of db_url the owner of the database"


def test_a_driver_that_is_missing(course: Course, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg2", None)
    error = refused(course, "postgresql+psycopg2://grader@localhost/course")
    assert "psycopg2" in str(error)
    assert error.remedy.startswith("install that driver, or name another in db_url")


def test_a_unit_whose_name_nbgraders_tables_cannot_hold(kept: Course) -> None:
    long = "u" * 129
    shutil.copytree(kept.source / UNIT, kept.source / long)
    with (
        opened(kept) as book,
        pytest.raises(StorageError, match="a name is longer than the 128 char") as raised,
        clear_errors(kept.gradebook_url),
    ):
        book.register(long)
    assert raised.value.remedy == "shorten the name of the unit, the notebook or the cell"


def test_a_back_up_of_a_server_is_a_file_with_every_row(
    kept: Course,
    result_of: Callable[..., SubmissionResult],
    cells: SimpleNamespace,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(backups, "_AT_ONCE", 2)  # so that there are several portions
    tables = ("student", "grade", "comment", "base_cell", "coursekit_result")
    with opened(kept) as book:
        book.register(UNIT)
        for number in range(5):
            book.record(result_of(f"student-0{number}"), FIRST)
        before = {t: sorted(map(repr, rows(kept.gradebook_url, f"SELECT * FROM {t}")))
                  for t in tables}  # fmt: skip
        less = cells.notebook(cells.answer("a", "a = 1"), cells.graded("t1", "assert a == 1"))
        write_notebook(kept.notebooks(UNIT)[0], less)
        (note,) = book.register(UNIT)
    copy = kept.root / note.rpartition(" ")[2]
    assert note == f"unit: scores of t2 went with the cells; as it was: {copy.name}"
    engine = create_engine(f"sqlite:///{copy}")
    with engine.connect() as connection:
        found = {t: connection.execute(text(f"SELECT count(*) FROM {t}")).scalar() for t in tables}
    engine.dispose()
    assert found == {table: len(there) for table, there in before.items()}
    assert rows(kept.gradebook_url, "SELECT count(*) FROM grade") == [(5,)]


SAMPLED = "01_flat_buffer"
SIZE = 5  # so many of its sample class are left: right, wrong, and one broken file


def command(root: Path, *words: str, code: int = 0) -> subprocess.CompletedProcess[str]:
    ran = subprocess.run(
        [COMMAND / words[0], *words[1:]], cwd=root, check=False, capture_output=True, text=True,
        env={**os.environ, "COLUMNS": "300", "PATH": f"{COMMAND}{os.pathsep}{os.environ['PATH']}"},
    )  # fmt: skip
    assert ran.returncode == code, ran.stdout + ran.stderr
    return ran


def sampled(root: Path, repository: Path, url: str | None) -> Path:
    """Make a course with some of the sample class, its gradebook at an address."""
    for step in ("source", "release"):
        shutil.copytree(repository / step / SAMPLED, root / step / SAMPLED)
    config = f"c = get_config()\nc.CourseDirectory.db_url = {url!r}\n" if url else ""
    (root / "nbgrader_config.py").write_text(config)
    command(root, "coursekit", "sample")
    students = sorted(path for path in (root / "submitted").iterdir() if path.is_dir())
    broken = next(student for student in students if not readable(student))
    for student in set(students) - {*students[: SIZE - 1], broken}:
        shutil.rmtree(student)
    return root


def readable(student: Path) -> bool:
    try:
        json.loads((student / SAMPLED / "assignment.ipynb").read_bytes())
    except (OSError, ValueError):
        return False
    return True


def exported(root: Path) -> list[dict[str, str]]:
    command(root, "nbgrader", "export")
    with (root / "grades.csv").open(newline="") as file:
        return sorted(csv.DictReader(file), key=lambda row: row["student_id"])


@pytest.mark.slow
def test_a_class_comes_out_as_with_a_file(tmp_path: Path, repository: Path, url: str) -> None:
    """Sample, grade, report and nbgrader's own export, through the commands."""
    said, made, grades = [], [], []
    for name, where in (("file", None), ("server", url)):
        root = sampled(tmp_path / name, repository, where)
        said.append(command(root, "coursekit", "grade", code=1).stdout)
        command(root, "coursekit", "report")
        made.append({str(p.relative_to(root)): p.read_bytes()
                     for folder in ("autograded", "feedback", "reports")
                     for p in (root / folder).rglob("*") if p.is_file()})  # fmt: skip
        grades.append(exported(root))
    assert said[0] == said[1]
    assert len(said[0].splitlines()) == 1 + SIZE
    assert made[0].keys() == made[1].keys()
    assert [name for name in made[0] if made[0][name] != made[1][name]] == []
    assert grades[0] == grades[1]
    assert any(float(row["score"]) > 0 for row in grades[0])
    assert not (tmp_path / "server" / "gradebook.db").exists()


@pytest.mark.slow
def test_the_others_are_graded_beside_an_id_that_is_too_long(course: Course, url: str) -> None:
    (course.root / "nbgrader_config.py").write_text(
        f"c = get_config()\nc.CourseDirectory.db_url = {url!r}\n"
    )
    notebook = read_notebook(course.notebooks(UNIT)[0])
    for student in ("student-01", "x" * 200):
        write_notebook(course.submitted / student / UNIT / "assignment.ipynb", notebook)
    lines = command(course.root, "coursekit", "grade", code=1).stdout.splitlines()
    assert [line.split(maxsplit=5)[1:5] for line in lines[1:]] == [
        [UNIT, "graded", "3", "4"], [UNIT, "refused", "–", "4"],
    ]  # fmt: skip
    assert "the student's id has 200 characters" in lines[2]
    again = command(course.root, "coursekit", "grade", code=1)
    assert f"{UNIT}: 2 submissions unchanged, kept" in again.stderr
