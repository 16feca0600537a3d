"""A connection to the gradebook's database, and what it means when that fails.

A transaction that writes takes the right to do so at its beginning, so it either has it for its
whole length or changes nothing. One that reads leaves others free to read and to begin writing.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from coursekit.errors import StorageError
from coursekit.grading.book import server

WAIT_SECONDS = 30  # for another program to let go; `?timeout=` in the address sets another
_READS = "coursekit_reads"
_DAMAGED = (
    "put a back-up in its place (gradebook.db.backup-…), or move it away to begin a new gradebook"
)
# What SQLite says, what it means here, and what helps.
_FAULTS = (
    ("locked", "another program holds it",
     "close what writes to it, such as a formgrader, then run the same command again"),
    ("disk is full", "there is no space left",
     "free some space, then run the same command again; what was recorded is kept"),
    ("disk I/O error", "the disk failed or is full",
     "free some space, then run the same command again; what was recorded is kept"),
    ("readonly database", "it cannot be written",
     "give this user the right to write the file and its folder"),
    ("unable to open", "the file cannot be opened",
     "give this user the right to read and write the file and its folder"),
    ("not a database", "it is not a database", _DAMAGED),
    ("malformed", "it is damaged", _DAMAGED),
)  # fmt: skip
_DRIVER = (
    "install that driver, or name another in db_url, as in postgresql+psycopg://user@host/database"
)
_ANY_REMEDY = "check that it is a gradebook, that it can be written, and that nothing else holds it"


def engine_of(url: str) -> Engine:
    """Return an engine for a database; nothing is opened yet.

    Parameters
    ----------
    url : str
        The address, as SQLAlchemy writes it.
    """
    parsed = make_url(url)
    if parsed.get_backend_name() == server.NAME:
        return server.server_engine(parsed, WAIT_SECONDS, _READS)
    if parsed.get_backend_name() != "sqlite":
        return create_engine(parsed)
    wait = {} if "timeout" in parsed.query else {"timeout": WAIT_SECONDS}
    engine = create_engine(parsed, connect_args=wait)
    event.listen(engine, "connect", _without_own_transactions)
    event.listen(engine, "begin", _begin)
    return engine


@contextmanager
def reading(engine: Engine) -> Iterator[Connection]:
    """Give a connection that only reads; what it sees does not change meanwhile."""
    more = server.READS if engine.dialect.name == server.NAME else {}
    with engine.connect().execution_options(**{_READS: True}, **more) as connection:
        yield connection


def sqlite_file(url: str) -> Path | None:
    """Return the file of an SQLite database, or None for a server or a database in memory.

    Examples
    --------
    >>> sqlite_file("sqlite:////srv/course/gradebook.db?timeout=5").name
    'gradebook.db'
    >>> sqlite_file("postgresql://localhost/grades")
    """
    parsed = make_url(url)
    if parsed.get_backend_name() != "sqlite" or parsed.database in (None, "", ":memory:"):
        return None
    return Path(str(parsed.database))


def unusable(url: str, fault: str, remedy: str = _ANY_REMEDY) -> StorageError:
    """Return the error for a gradebook that cannot be used."""
    return StorageError(f"cannot use the gradebook {_shown(url)}: {fault}", remedy)


def damaged(url: str, fault: str) -> StorageError:
    """Return the error for a gradebook that only a back-up can mend."""
    return unusable(url, fault, _DAMAGED)


@contextmanager
def clear_errors(url: str) -> Iterator[None]:
    """Turn what the database raises into one line.

    Raises
    ------
    StorageError
        If the database cannot be read or written.
    """
    try:
        yield
    except ImportError as error:
        raise unusable(url, str(error).splitlines()[0], _DRIVER) from None
    except ArgumentError as error:
        fault = str(error).splitlines()[0]
        raise unusable(url, fault, "correct db_url in nbgrader_config.py") from None
    except SQLAlchemyError as error:
        said = str(getattr(error, "orig", None) or error).splitlines()[0]
        on_server = make_url(url).get_backend_name() == server.NAME
        for words, meaning, remedy in server.FAULTS if on_server else _FAULTS:
            if words in said:
                raise unusable(url, meaning or said, remedy) from None
        raise unusable(url, said) from None


def _shown(url: str) -> str:
    """Return an address as it may be shown: a path, or a server without its password."""
    try:
        return str(sqlite_file(url) or make_url(url).render_as_string(hide_password=True))
    except ArgumentError:
        return url


def _without_own_transactions(connection: object, _record: object) -> None:
    """Keep Python's driver from beginning transactions, which it does not for a schema change."""
    connection.isolation_level = None  # type: ignore[attr-defined]


def _begin(connection: Connection) -> None:
    reads = connection.get_execution_options().get(_READS)
    connection.exec_driver_sql("BEGIN" if reads else "BEGIN IMMEDIATE")


def same_database(url: str, file: Path) -> URL:
    """Return the address of another SQLite file with the same settings."""
    return make_url(url).set(database=str(file))
