"""Make a gradebook, or make one that is there fit for use, with a back-up before any change."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import nbgrader.api as nbg
from alembic.config import Config
from alembic.runtime.environment import EnvironmentContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, create_engine, insert, inspect, select, text

from coursekit.files import aside, sweep, unwritable
from coursekit.grading.book import server
from coursekit.grading.book.backups import back_up
from coursekit.grading.book.database import (
    clear_errors,
    damaged,
    engine_of,
    reading,
    same_database,
    sqlite_file,
    unusable,
)
from coursekit.grading.book.tables import (
    NBGRADERS,
    RESULTS,
    SCHEMA,
    VERSION,
    add_ours,
    migrate_ours,
    nbgraders,
)

_SCRIPTS = Path(nbg.__file__).parent / "alembic"
_AT_LEAST = {"student", "assignment", "notebook", "submitted_assignment", "grade"}


@contextmanager
def database_of(url: str, folder: Path, course_id: str) -> Iterator[tuple[Engine, tuple[str, ...]]]:
    """Open a gradebook's database, made where there is none, brought up to date where it is old.

    Parameters
    ----------
    url : str
        Its address.
    folder : Path
        Where a back-up goes of one that is no file.
    course_id : str
        What nbgrader calls the course.

    Yields
    ------
    tuple of Engine and tuple of str
        And one line for each thing that was changed in it.

    Raises
    ------
    StorageError
        If it cannot be used; then it is as it was. Also for what the inner part meets.
    """
    with clear_errors(url):
        file = sqlite_file(url)
        if file is not None:
            sweep(file.parent)
            _make_file(url, file)
        engine = engine_of(url)
        try:
            notes = _brought_up_to_date(engine, url, folder)
            _with_course(engine, course_id)
            yield engine, notes
        finally:
            engine.dispose()


def _make_file(url: str, file: Path) -> None:
    """Make an SQLite gradebook, whole or not at all, if there is no such file."""
    if file.exists():
        if file.is_file() and file.stat().st_size == 0:
            raise damaged(url, "the file is empty")
        return
    with aside(file) as new:
        engine = create_engine(same_database("sqlite://", new))
        try:
            with engine.begin() as connection:
                connection.execute(text("PRAGMA journal_mode=MEMORY"))
                _make_tables(connection)
        finally:
            engine.dispose()
        try:
            new.replace(file)
        except OSError as error:
            raise unwritable(file.parent, error) from None


def _make_tables(connection: Connection) -> None:
    """Make nbgrader's tables and ours. nbgrader itself would ask a command on PATH, for seconds."""
    NBGRADERS.create_all(connection)
    connection.execute(text("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)"))
    connection.execute(text("INSERT INTO alembic_version VALUES (:head)"), {"head": _newest()})
    add_ours(connection)


def _brought_up_to_date(engine: Engine, url: str, folder: Path) -> tuple[str, ...]:
    with reading(engine) as connection:
        _check_whole(connection, url)
        new = not inspect(connection).get_table_names()  # a server's database
        if not new and _schemas(connection, url) == (_newest(), VERSION):
            return ()
    if new:
        _make_on_server(engine)
        return ()
    with engine.begin() as connection:
        theirs, ours = _schemas(connection, url)
        kept = back_up(connection, folder)
        if theirs != _newest():
            _upgrade(connection)
        if ours == 0:
            add_ours(connection)
        elif ours != VERSION:
            migrate_ours(connection, ours)
    return (f"the gradebook's tables were brought up to date; as it was: {kept.name}",)


def _make_on_server(engine: Engine) -> None:
    with engine.begin() as connection:
        if not inspect(connection).get_table_names():  # nobody else has made them meanwhile
            _make_tables(connection)


def _schemas(connection: Connection, url: str) -> tuple[str | None, int]:
    """Return which schema of nbgrader's the gradebook has, and the version of our tables.

    nbgrader's first schemas had no name; where there are no tables of ours, their version is 0.

    Raises
    ------
    StorageError
        If it is no gradebook, or one of a newer program.
    """
    tables = set(inspect(connection).get_table_names())
    if missing := sorted(_AT_LEAST - tables):
        raise unusable(
            url,
            f"it is a database, but not a gradebook of nbgrader: it has no table {missing[0]}",
            "correct db_url in nbgrader_config.py",
        )
    theirs, ours = None, 1 if RESULTS.name in tables else 0
    if "alembic_version" in tables:
        theirs = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    if SCHEMA.name in tables:
        ours = connection.execute(select(SCHEMA.c.version)).scalar_one()
    known = {one.revision for one in ScriptDirectory(str(_SCRIPTS)).walk_revisions()}
    for whose, schema, newer in (
        ("nbgrader", theirs, theirs is not None and theirs not in known),
        ("coursekit", ours, ours > VERSION),
    ):
        if newer:
            raise unusable(
                url, f"its tables are of a newer {whose} (schema {schema})", f"install that {whose}"
            )
    return theirs, ours


def _check_whole(connection: Connection, url: str) -> None:
    """Find out whether the file is whole: a cut one may be readable in part; or the server fit."""
    if connection.dialect.name == "sqlite":
        said = str(connection.execute(text("PRAGMA quick_check(1)")).scalar())
        if said != "ok":
            raise damaged(url, "it is damaged")
    elif connection.dialect.name == server.NAME and (fault := server.encoding_fault(connection)):
        raise unusable(url, fault, "create the database anew with the encoding UTF8")


def _newest() -> str:
    return str(ScriptDirectory(str(_SCRIPTS)).get_current_head())


def _upgrade(connection: Connection, schema: str = "head") -> None:
    """Run nbgrader's own steps from an older schema to a newer, in this transaction."""
    NBGRADERS.create_all(connection)  # with the constraints that its steps would leave out
    script = ScriptDirectory(str(_SCRIPTS))
    with EnvironmentContext(
        Config(), script, fn=lambda revision, _context: script._upgrade_revs(schema, revision)
    ) as steps:
        steps.configure(connection=connection, target_metadata=NBGRADERS)
        steps.run_migrations()


def _with_course(engine: Engine, course_id: str) -> None:
    courses = nbgraders("course")
    known = select(courses.c.id).where(courses.c.id == course_id)
    with reading(engine) as connection:
        if connection.execute(known).first():
            return
    with engine.begin() as connection:
        if not connection.execute(known).first():  # nobody else has added it meanwhile
            connection.execute(insert(courses).values(id=course_id))
