"""What a gradebook on a PostgreSQL server needs that a file does not.

One program at a time writes, as with a file: a transaction that writes takes one lock of the
database's own, whatever machine the program runs on. nbgrader's own programs do not ask for it;
where they hold a row, a writer waits as long as for the lock.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, text

NAME = "postgresql"
READS: Mapping[str, Any] = {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
"""The options of a connection that only reads: all it reads is of one moment."""

_OURS = int.from_bytes(b"coursekt")  # the lock's key: any number that nobody else takes
_BY_LIBPQ = ("psycopg", "psycopg2")  # the drivers that know `connect_timeout`
_GO_ON = "then run the same command again; what was recorded is kept"
# What the server or the driver says, what it means here (None: just that), and what helps.
FAULTS = (
    ("lock timeout", "another program holds it",
     "close what writes to it, such as a formgrader, then run the same command again"),
    ("value too long", "a name is longer than the 128 characters that nbgrader's tables hold",
     "shorten the name of the unit, the notebook or the cell"),
    ("No space left", "there is no space left on the server", f"free some space there, {_GO_ON}"),
    ("permission denied", None, "make the user of db_url the owner of the database"),
    ("read-only", "it cannot be written",
     "name the server that takes writes in db_url, not a copy of it"),
    ("authentication failed", None, "correct the user or the password in db_url"),
    ("does not exist", None, "create it on the server, or correct db_url in nbgrader_config.py"),
    ("", None, f"see that the server runs and that db_url names it, {_GO_ON}"),
)  # fmt: skip


def server_engine(url: URL, wait_seconds: int, reads: str) -> Engine:
    """Return an engine for a database on a PostgreSQL server; nothing is opened yet.

    A connection that broke while nobody used it is made anew.

    Parameters
    ----------
    url : URL
        The address.
    wait_seconds : int
        How long to wait for the server, and for another program to let go; what the address or
        the server sets goes before.
    reads : str
        The execution option that marks a connection that only reads.
    """
    wait = {}
    if url.get_driver_name() in _BY_LIBPQ and "connect_timeout" not in url.query:
        wait = {"connect_timeout": wait_seconds}
    engine = create_engine(url, connect_args=wait, pool_pre_ping=True)

    def patient(connection: Any, _record: object) -> None:
        with connection.cursor() as cursor:
            cursor.execute(
                f"SELECT set_config('lock_timeout', '{wait_seconds}s', false) "
                "WHERE current_setting('lock_timeout') = '0'"
            )
        connection.commit()

    def alone(connection: Connection) -> None:
        if not connection.get_execution_options().get(reads):
            connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _OURS})

    event.listen(engine, "connect", patient)
    event.listen(engine, "begin", alone)
    return engine


def encoding_fault(connection: Connection) -> str | None:
    """Say why the database could not hold every student's id; None where it can."""
    encoding = str(connection.execute(text("SHOW server_encoding")).scalar())
    return None if encoding == "UTF8" else f"its encoding is {encoding}; UTF8 is needed"
