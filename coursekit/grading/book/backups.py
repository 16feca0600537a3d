"""Copies of the gradebook, made before anything in it is removed or its tables are changed."""

from __future__ import annotations

import contextlib
import sqlite3
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import Connection, create_engine, insert, inspect, select

from coursekit.files import aside, unwritable
from coursekit.grading.book.database import sqlite_file, unusable
from coursekit.grading.book.tables import NBGRADERS, OURS

BACKUP = "gradebook.db.backup-"  # how a back-up's name begins
_AT_ONCE = 5_000  # rows


def back_up(connection: Connection, folder: Path) -> Path:
    """Copy the gradebook as it was before the present transaction.

    Parameters
    ----------
    connection : Connection
        Within a transaction that has changed nothing yet.
    folder : Path
        Where to put the copy of a database that is no file; a file's copy lies beside it.

    Returns
    -------
    Path
        ``gradebook.db.backup-<time>``: an SQLite gradebook, also of one on a server.

    Raises
    ------
    StorageError
        If the copy cannot be written.
    """
    url = connection.engine.url.render_as_string(hide_password=False)
    file = sqlite_file(url)
    target = _free(folder / BACKUP if file is None else file.with_name(f"{file.name}.backup-"))
    try:
        with aside(target) as copy:
            if file is None:
                _copy_rows(connection, copy)
            else:
                _copy_file(file, copy)
            copy.replace(target)
    except sqlite3.Error as error:
        raise unusable(url, f"no back-up could be made ({error})", "free some space") from None
    except OSError as error:
        raise unwritable(target.parent, error) from None
    return target


def _free(begin: Path) -> Path:
    """Return a name for a back-up of now that no file has."""
    stem = f"{begin.name}{datetime.now(UTC):%Y%m%dT%H%M%SZ}"
    target, number = begin.with_name(stem), 1
    while target.exists():
        number += 1
        target = begin.with_name(f"{stem}-{number}")
    return target


def _copy_file(file: Path, copy: Path) -> None:
    """Copy an SQLite database that others may be reading, and none is writing."""
    with (
        contextlib.closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as old,
        contextlib.closing(sqlite3.connect(copy)) as new,
    ):
        old.backup(new)


def _copy_rows(connection: Connection, copy: Path) -> None:
    """Copy the rows of a gradebook on a server into a file."""
    there = set(inspect(connection).get_table_names())
    engine = create_engine(f"sqlite:///{copy}")
    try:
        with engine.begin() as new:
            for metadata in (NBGRADERS, OURS):
                metadata.create_all(new)
                for table in (t for t in metadata.sorted_tables if t.name in there):
                    every = connection.execute(select(table).execution_options(yield_per=_AT_ONCE))
                    for rows in every.mappings().partitions():
                        new.execute(insert(table), [dict(row) for row in rows])
    finally:
        engine.dispose()
