"""The first unit for otter-grader: its own environment, and the same tests in its format."""

from __future__ import annotations

import json
import shutil
import subprocess
import venv
import zipfile
from pathlib import Path

from nbformat import NotebookNode

from bench.grading.classes import REPOSITORY
from coursekit.notebooks import Role, grade_id, points, read_notebook, role

REQUIREMENT = "otter-grader[grading]==7.0.0"
_CONFIG = {"print_summary": False, "print_score": False, "logo": False}
_TEST = '''\
import ast

from otter.test_files import test_case

OK_FORMAT = False
name = {name!r}
points = {points!r}
CELL = {cell!r}


@test_case(points={points!r})
def test_cell(env):
    """Run the cell over the student's names; less than all of its points is a failure."""
    tree = ast.parse(CELL)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    names = dict(env)
    exec(compile(tree, name, "exec"), names)
    if last is not None:
        value = eval(compile(ast.Expression(last.value), name, "eval"), names)
        assert value is None or float(value) == points
'''


def otter_python(folder: Path) -> Path:
    """Return the Python of an environment that holds otter-grader, made when it is not there.

    The packages that both need have the versions of this project's constraints.

    Parameters
    ----------
    folder : Path
        The environment.
    """
    python = folder / "bin" / "python"
    done = folder / "made-for"
    if not done.is_file() or done.read_text(encoding="utf-8") != REQUIREMENT:
        shutil.rmtree(folder, ignore_errors=True)
        venv.create(folder, with_pip=True)
        install = ["-m", "pip", "install", "-qq", "--disable-pip-version-check"]
        constraints = str(REPOSITORY / "constraints.txt")
        subprocess.run([python, *install, "--constraint", constraints, REQUIREMENT], check=True)
        done.write_text(REQUIREMENT, encoding="utf-8")
    return python


def autograder_zip(source: Path, archive: Path) -> None:
    """Write otter's archive of tests: one test for each test cell of the instructor's notebook.

    Otter knows no part of a test's points, so a question counts only when it is all right.

    Parameters
    ----------
    source : Path
        The instructor's notebook.
    archive : Path
        The file to write.
    """
    with zipfile.ZipFile(archive, "w") as written:
        written.writestr("otter_config.json", json.dumps(_CONFIG))
        for cell in read_notebook(source).cells:
            if role(cell) is Role.TEST:
                written.writestr(f"tests/{grade_id(cell)}.py", otter_test(cell))


def otter_test(cell: NotebookNode) -> str:
    """Return a test cell as a test file of otter's."""
    return _TEST.format(name=grade_id(cell), points=points(cell), cell=cell.source)
