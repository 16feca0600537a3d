"""A course with a hostile class, and the world around it that must stay as it is."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import sysconfig
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from nbformat import NotebookNode

from coursekit.build.release import generate
from coursekit.grading.trusted.hidden import BEGIN
from coursekit.notebooks import grade_id, notebook_text, parse_notebook, read_notebook
from coursekit.sample.sheet import with_solution
from tests.hostile.case import BUFFER, SUMS, Case
from tests.hostile.papers import NOTEBOOK, Paper, copied
from tests.hostile.sums import LUCKY, sums_source

REPOSITORY = Path(__file__).parents[2]
PEER = "honest-and-right"
NO_WORK = "nothing-yet"  # a student whose folder holds none of the units
LEFT = "hostile-left"  # in the name of all that an attack leaves behind
CANARIES = {
    "FILE": "canary-file-0a1b2c3d",
    "HOME": "canary-home-1b2c3d4e",
    "ENVIRONMENT": "canary-environment-2c3d4e5f",
    "PEER": "canary-peer-3d4e5f60",
    "KEY": "canary-key-4e5f6071",
    "HIDDEN": "canary-hidden-5f607182",
    "SERVICE": "canary-service-60718293",
}
_SHARED = ("/dev/shm", "/tmp", "/var/tmp", "/run", "/run/lock", "/etc/cron.d", "/etc/profile.d")
_CONFIG = """\
c = get_config()
c.CourseDirectory.course_id = "hostile"
c.CourseDirectory.root = {root!r}
"""
_TIMEOUT = "c.ExecutePreprocessor.timeout = {}\nc.CourseKit.total_seconds = {}\n"


class Seconds(NamedTuple):
    """How long the code of a submission may run."""

    cell: int
    total: int


@dataclass(frozen=True)
class World:
    """Folders of an instructor: the course, a home, and what lies outside of both.

    Parameters
    ----------
    root : Path
        Holds all of them.
    values : mapping of str to str
        What attacks know of it: name to path or port.
    """

    root: Path
    values: Mapping[str, str]

    @property
    def course(self) -> Path:
        return self.root / "course"

    @property
    def home(self) -> Path:
        return self.root / "home"

    @property
    def outside(self) -> Path:
        return self.root / "outside"

    @property
    def environment(self) -> dict[str, str]:
        """The environment that the grader is started in; it holds a secret."""
        kept = {k: v for k, v in os.environ.items() if not k.startswith(("PYTEST", "COV"))}
        secret = {"INSTRUCTOR_TOKEN": CANARIES["ENVIRONMENT"], "HOME": str(self.home)}
        return {**kept, **secret, "JUPYTER_RUNTIME_DIR": str(self.home / "runtime")}

    def guarded(self) -> dict[str, str]:
        """Return a digest of all that nobody may change, by path."""
        kept = (self.outside, self.course / "source", self.course / "release")
        handed = (self.course / "submitted", self.home / ".ssh", self.home / "runtime")
        single = (self.course / "nbgrader_config.py", self.home / ".netrc")
        files = [p for folder in (*kept, *handed) for p in _tree(folder)]
        return {str(path): _digest(path) for path in (*files, *single)}

    def left_behind(self) -> list[Path]:
        """Return every file that an attack managed to leave where it may not."""
        packages = Path(sysconfig.get_path("purelib"))
        folders = [Path(f) for f in _SHARED] + [packages, packages / "numpy", packages / "IPython"]
        found = [p for folder in folders if folder.is_dir() for p in folder.glob(f"*{LEFT}*")]
        homes = (self.home, Path.home(), self.course)
        return found + [p for home in homes for p in home.rglob(f"*{LEFT}*")]


def make_world(root: Path, ports: Mapping[str, str], seconds: Seconds | None) -> World:
    """Make the course without submissions, with secrets all around it.

    Parameters
    ----------
    root : Path
        An empty folder.
    ports : mapping of str to str
        Where the listeners are.
    seconds : Seconds or None
        How long a student's code may run; None leaves that as it is.
    """
    course, home, outside = root / "course", root / "home", root / "outside"
    packages = {"SITE": sysconfig.get_path("purelib"), "KIT": str(REPOSITORY)}
    values = {
        "COURSE": str(course), "SOURCE": str(course / "source"), "HOME": str(home),
        "SUBMITTED": str(course / "submitted"), "OUTSIDE": str(outside),
        "GRADEBOOK": str(course / "gradebook.db"), "SECRET": str(outside / "secret.txt"),
        "RUNTIME": str(home / "runtime"), **packages, **ports,
        "PEERS_FOLDER": str(course / "submitted" / PEER / SUMS),
        "PEER": str(course / "submitted" / PEER / SUMS / NOTEBOOK),
    }  # fmt: skip
    settings = _CONFIG.format(root=str(course))
    settings += "" if seconds is None else _TIMEOUT.format(*seconds)
    _put(course / "nbgrader_config.py", settings)
    _put(outside / "secret.txt", CANARIES["FILE"])
    _put(outside / "inner" / SUMS / NOTEBOOK, CANARIES["FILE"])
    for stray in (".ipynb_checkpoints/note.txt", "readme.txt", f"{NO_WORK}/other/note.txt"):
        _put(course / "submitted" / stray, "no submission")
    _put(home / ".ssh" / "id_ed25519", CANARIES["HOME"])
    _put(home / ".netrc", f"machine example login a password {CANARIES['HOME']}")
    _put(
        home / "runtime" / "kernel-1.json", json.dumps({"key": CANARIES["KEY"], "ip": "127.0.0.1"})
    )
    for unit, source in _sources().items():
        text = notebook_text(source)
        _put(course / "source" / unit / NOTEBOOK, text)
        for name, content in generate(course, unit, {NOTEBOOK: text.encode()}).items():
            _put(course / "release" / unit / name, content.decode())
    return World(root, values)


def hand_in(world: World, cases: Iterable[Case]) -> None:
    """Write the submissions of a class."""
    released = {u: _read(world.course / "release" / u) for u in (SUMS, BUFFER)}
    right = {u: _right(_read(world.course / "source" / u)) for u in (SUMS, BUFFER)}
    for case in cases:
        paper = Paper(copied(released[case.unit]), right[case.unit], world.values)
        case.write(paper)
        if case.id == PEER:
            paper.notebook.metadata["note"] = CANARIES["PEER"]
        folder = world.course / "submitted" / case.id / case.unit
        if paper.home is not None:
            paper.home.put(folder.parent)
            continue
        folder.parent.mkdir(parents=True, exist_ok=True)
        if paper.folder is not None:
            paper.folder.put(folder)
            continue
        folder.mkdir()
        for name, content in paper.contents().items():
            if isinstance(content, bytes):
                (folder / name).write_bytes(content)
            else:
                content.put(folder / name)


def remove(paths: Iterable[Path]) -> None:
    """Delete what an attack left behind."""
    for path in paths:
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path, ignore_errors=True)
        else:
            path.unlink(missing_ok=True)


def _sources() -> dict[str, NotebookNode]:
    """Return the instructor's notebooks, with a secret in every hidden block."""
    course = read_notebook(REPOSITORY / "source" / BUFFER / NOTEBOOK)
    sources = {SUMS: sums_source(), BUFFER: course}
    for source in sources.values():
        for cell in source.cells:
            note = f"### {BEGIN}\nhidden_note = {CANARIES['HIDDEN']!r}"
            cell.source = cell.source.replace(f"### {BEGIN}", note)
            cell.source = cell.source.replace(f"'lucky is {LUCKY}'", repr(CANARIES["HIDDEN"]))
    return sources


def _right(source: NotebookNode) -> dict[str, str]:
    cells = ((grade_id(cell), cell) for cell in source.cells)
    return {name: with_solution(cell.source, None) for name, cell in cells if name}


def _read(folder: Path) -> NotebookNode:
    return parse_notebook((folder / NOTEBOOK).read_text(encoding="utf-8"), NOTEBOOK)


def _put(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def _tree(folder: Path) -> Iterator[Path]:
    for base, folders, files in os.walk(folder):
        yield from (Path(base, name) for name in (*folders, *files))


def _digest(path: Path) -> str:
    if path.is_symlink():
        return f"link to {path.readlink()}"
    if not path.is_file():
        return "no file"
    return hashlib.sha256(path.read_bytes()).hexdigest()
