"""A full disk and a read-only course: one clear line, and the old state as it was."""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from coursekit.notebooks import read_notebook, write_notebook

UNIT = "unit"
COMMAND = str(Path(sys.executable).parent / "coursekit")
GRADE = ["grade", "--sandbox", "none", "--jobs", "1"]


@pytest.fixture
def root(tmp_path: Path, cells: SimpleNamespace) -> Path:
    """Return the root of a course with one result, and with another answer handed in since."""
    root = tmp_path / "course-root"
    source = cells.notebook(cells.answer("a", "a = 1"), cells.graded("t", "assert a == 1"))
    path = root / "source" / UNIT / "assignment.ipynb"
    write_notebook(path, source)
    (root / "course" / UNIT).mkdir(parents=True)  # as if this kit had built the unit
    for answer in ("a = 1", "a = 2"):
        notebook = read_notebook(path)
        notebook.cells[0].source = answer
        write_notebook(root / "submitted" / "student-01" / UNIT / "assignment.ipynb", notebook)
        if answer == "a = 1":
            grade(root, code=0)
    return root


def grade(root: Path, *before: str, code: int, file_bytes: int = 0) -> str:
    """Run the command, within another one and with a bound on files if given; return its errors."""
    bound = f"ulimit -f {file_bytes // 1024}; " if file_bytes else ""
    words = [*before, "bash", "-c", f'{bound}exec "$@"', "-", COMMAND, "--root", str(root), *GRADE]
    done = subprocess.run(words, capture_output=True, text=True, check=False, env=_environment())
    assert done.returncode == code, done.stderr
    assert "Traceback" not in done.stderr
    return "\n".join(line for line in done.stderr.splitlines() if line.startswith("error: "))


def _environment() -> dict[str, str]:
    return dict(os.environ, COLUMNS="300", PYTHONDONTWRITEBYTECODE="1")


def state(root: Path) -> dict[str, bytes]:
    kept = {str(p.relative_to(root)): p.read_bytes() for p in sorted(root.rglob("*"))
            if p.is_file() and p.suffix in (".ipynb", ".html")}  # fmt: skip
    with contextlib.closing(sqlite3.connect(root / "gradebook.db")) as database:
        rows = "\n".join(database.iterdump())
    names = "\n".join(sorted(p.name for p in root.rglob("*")))
    return kept | {"rows": rows.encode(), "names": names.encode()}


@pytest.mark.slow
def test_a_gradebook_that_may_not_grow(root: Path) -> None:
    """As with a quota: no file may be longer than half the gradebook."""
    before = state(root)
    size = (root / "gradebook.db").stat().st_size
    said = grade(root, code=2, file_bytes=size // 2)
    assert said.startswith(f"error: cannot use the gradebook {root / 'gradebook.db'}: ")
    assert state(root) == before
    grade(root, code=0)


@pytest.mark.slow
def test_a_disk_without_space(root: Path, tmp_path: Path) -> None:
    """The course lies on a disk of its own, filled to the last byte."""
    disk, kept = tmp_path / "disk", tmp_path / "kept"
    disk.mkdir()
    kept.mkdir()
    script = (
        'cp -r "$1" "$2/c"; cat /dev/zero >"$2/filler" 2>/dev/null; '
        '"$4" --root "$2/c" grade --sandbox none --jobs 1 2>"$3/errors"; echo $? >"$3/code"; '
        'rm "$2/filler"; cp -r "$2/c" "$3/c"'
    )
    on_disk = ["--bind", "/", "/", "--dev", "/dev", "--size", str(2 << 20), "--tmpfs", str(disk),
               "--bind", str(kept), str(kept)]  # fmt: skip
    before = state(root)
    subprocess.run(
        [_bwrap(), *on_disk, "bash", "-c", script, "-", root, disk, kept, COMMAND],
        check=True, env=_environment(),
    )  # fmt: skip
    errors = (kept / "errors").read_text()
    assert (kept / "code").read_text() == "2\n", errors
    (said,) = [line for line in errors.splitlines() if line.startswith("error: ")]
    assert said == f"error: cannot write in {disk}/c/autograded/student-01/unit: " + (
        "No space left on device"
    )
    assert state(kept / "c") == before
    shutil.copytree(kept / "c", root, dirs_exist_ok=True)
    grade(root, code=0)


@pytest.mark.slow
@pytest.mark.parametrize("what", ["", "autograded", "gradebook.db"])
def test_what_may_not_be_written(root: Path, what: str) -> None:
    before = state(root)
    path = str(root / what)
    said = grade(
        root, _bwrap(), "--bind", "/", "/", "--dev", "/dev", "--ro-bind", path, path, code=2
    )
    expected = {
        "": f"error: cannot write in {root}: Read-only file system",
        "autograded": f"error: cannot write in {root}/autograded/student-01/{UNIT}: "
        "Read-only file system",
        "gradebook.db": f"error: cannot use the gradebook {root}/gradebook.db: "
        "it cannot be written",
    }
    assert said == expected[what]
    assert state(root) == before
    grade(root, code=0)


def _bwrap() -> str:
    return str(shutil.which("bwrap"))
