"""The tables of a gradebook: nbgrader's own, and ours beside them.

Ours hold what nbgrader has no place for: reasons, misconceptions, flags, and what each result
depends on. They have a version of their own, in one row.
"""

from __future__ import annotations

import secrets
import time

import nbgrader.api as nbg
from sqlalchemy import Column, Connection, Integer, MetaData, String, Table, Text, insert, text

NBGRADERS: MetaData = nbg.Base.metadata
OURS = MetaData()
VERSION = 2
RESULTS = Table(
    "coursekit_result",
    OURS,
    Column("student", String(2048), primary_key=True),  # 255 bytes, each spelt out at worst
    Column("unit", String(128), primary_key=True),
    Column("submission", String(64), nullable=False),
    Column("tests", String(64), nullable=False),
    Column("environment", String(64), nullable=False),
    Column("status", String(16), nullable=False),
    Column("result", Text, nullable=False),
)
SCHEMA = Table("coursekit_schema", OURS, Column("version", Integer, nullable=False))
# nbgrader looks these up by a column without an index, once for each submission it lists.
_INDEXED = (
    ("base_cell", "notebook_id"),
    ("comment", "notebook_id"),
    ("grade", "notebook_id"),
    ("source_cell", "notebook_id"),
    ("submitted_assignment", "student_id"),
    ("submitted_notebook", "assignment_id"),
)


def nbgraders(name: str) -> Table:
    """Return one of nbgrader's tables."""
    return NBGRADERS.tables[name]


def new_key() -> str:
    """Return a key for a new row of nbgrader's tables, greater than those before.

    Rows that are made together then lie together. nbgrader's own keys are random: in a large table
    each row would change a page of its own in every index, a megabyte for a submission.

    Examples
    --------
    >>> first, second = new_key(), new_key()
    >>> len(first), first < second
    (32, True)
    """
    return f"{time.time_ns():016x}{secrets.token_hex(8)}"


def add_ours(connection: Connection) -> None:
    """Make our tables and indexes, in their present version, beside nbgrader's tables."""
    OURS.create_all(connection)
    for table, column in _INDEXED:
        name = f"coursekit_{table}_{column}"
        connection.execute(text(f"CREATE INDEX IF NOT EXISTS {name} ON {table} ({column})"))
    connection.execute(insert(SCHEMA).values(version=VERSION))


def migrate_ours(connection: Connection, version: int) -> None:
    """Bring our tables from an older version to the present one.

    Parameters
    ----------
    connection : Connection
        Within a transaction.
    version : int
        What they are; 1 had one key for all that a result depends on.
    """
    if version < 2:  # one key cannot be told apart into three: each result is graded once more
        for column in ("submission", "tests", "environment", "status"):
            connection.execute(
                text(
                    f"ALTER TABLE coursekit_result ADD COLUMN {column} VARCHAR(64) NOT NULL "
                    "DEFAULT ''"
                )
            )
        connection.execute(text("ALTER TABLE coursekit_result DROP COLUMN key"))
    SCHEMA.drop(connection, checkfirst=True)
    add_ours(connection)
