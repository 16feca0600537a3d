"""A PostgreSQL server of the tests' own: nobody else can reach it, and nothing is left of it."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg

MISSING = "PostgreSQL is missing: install it (on Debian: apt-get install postgresql)"
_USER = "grader"
_PATIENCE = 120.0  # seconds until it must answer
# Nothing has to outlive the server, so nothing is forced to the disk.
_SETTINGS = (
    "listen_addresses=", "fsync=off", "full_page_writes=off", "shared_buffers=32MB",
    "autovacuum=off",
)  # fmt: skip


def programs() -> Path | None:
    """Return the folder of the newest server's programs, which Debian keeps off PATH."""
    found = shutil.which("postgres")
    if found is not None:
        return Path(found).resolve().parent
    folders = Path("/usr/lib/postgresql").glob("*/bin/postgres")
    newest = max(folders, key=lambda path: int(path.parent.parent.name), default=None)
    return None if newest is None else newest.parent


class PrivateServer:
    """A server that listens on a socket in a folder of its own."""

    def __init__(self, binaries: Path, folder: Path) -> None:
        self._binaries, self._folder = binaries, folder
        self._process: subprocess.Popen[bytes] | None = None
        self._made = 0
        # It refuses to run as root.
        self._rights: dict[str, Any] = {}
        if os.geteuid() == 0:
            owner = _unprivileged()
            os.chown(folder, owner.pw_uid, owner.pw_gid)
            self._rights = {"user": owner.pw_uid, "group": owner.pw_gid, "extra_groups": []}
        self._ran("initdb", "--pgdata", str(folder / "data"), "--username", _USER, "--auth=trust",
                  "--encoding=UTF8", "--locale=C", "--no-sync")  # fmt: skip

    def start(self) -> None:
        """Start it, and wait until it answers; it ends with this process, whatever happens."""
        settings = [word for setting in _SETTINGS for word in ("-c", setting)]
        with (self._folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                ["setpriv", "--pdeathsig", "QUIT", str(self._binaries / "postgres"),
                 "-D", str(self._folder / "data"), "-k", str(self._folder), *settings],
                cwd=self._folder, stdin=subprocess.DEVNULL, stdout=log, stderr=log, **self._rights,
            )  # fmt: skip
        ends = time.monotonic() + _PATIENCE
        while True:
            try:
                return psycopg.connect(self._words("postgres")).close()
            except psycopg.OperationalError:
                running = self._process.poll() is None and time.monotonic() < ends
                assert running, (self._folder / "log").read_text()
                time.sleep(0.05)

    def stop(self) -> None:
        """Stop it at once: whoever is connected loses the connection."""
        if self._process is not None:
            self._process.send_signal(signal.SIGQUIT)
            self._process.wait(_PATIENCE)
            self._process = None

    def database(self, options: str = "") -> str:
        """Make a new, empty database; return its address, as nbgrader's ``db_url`` has it."""
        self._made += 1
        name = f"course_{self._made}"
        with psycopg.connect(self._words("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name} {options}".encode())
        return self.address(name)

    def address(self, name: str, user: str = _USER) -> str:
        """Return the address of a database, there or not."""
        return f"postgresql+psycopg://{user}@/{name}?host={self._folder}"

    def _words(self, name: str) -> str:
        return f"host={self._folder} user={_USER} dbname={name}"

    def _ran(self, program: str, *words: str) -> None:
        subprocess.run(
            [self._binaries / program, *words], cwd=self._folder, check=True, capture_output=True,
            **self._rights,
        )  # fmt: skip


@contextmanager
def private_server(binaries: Path) -> Iterator[PrivateServer]:
    """Start a server in a new folder; stop it and remove the folder at the end."""
    # A short path: a socket's has 107 characters at most.
    with tempfile.TemporaryDirectory(prefix="pg-", dir="/tmp") as folder:
        server = PrivateServer(binaries, Path(folder))
        try:
            server.start()
            yield server
        finally:
            server.stop()


def _unprivileged() -> pwd.struct_passwd:
    try:
        return pwd.getpwnam("postgres")
    except KeyError:
        return pwd.getpwnam("nobody")
