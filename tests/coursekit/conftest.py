"""Tiny courses, written cell by cell, for the tests of the build and of the command."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from coursekit.build.text import Text, read_text
from coursekit.course import Course

UNIT = "01_area"
MARKS = {
    "locked": {"grade": False, "locked": True, "solution": False},
    "answer": {"grade": False, "locked": False, "solution": True},
    "manual": {"grade": True, "locked": False, "solution": True},
    "test": {"grade": True, "locked": True, "solution": False},
    "task": {"grade": False, "locked": True, "solution": False, "task": True},
}


class Cells:
    """Cells in percent format, as a unit's text has them."""

    @staticmethod
    def code(source: str, head: str = "") -> str:
        return f"# %% {head}".rstrip() + f"\n{source}\n"

    @classmethod
    def markdown(cls, source: str, head: str = "") -> str:
        lines = "\n".join(f"# {line}".rstrip() for line in source.split("\n"))
        return cls.code(lines, f"[markdown] {head}".rstrip())

    @classmethod
    def marked(cls, kind: str, grade_id: str, source: str, /, **more: object) -> str:
        return cls.code(source, cls.head(kind, grade_id, **more))

    @staticmethod
    def head(kind: str, grade_id: str, /, **more: object) -> str:
        marks = {"grade_id": grade_id, "schema_version": 3, "task": False, **MARKS[kind], **more}
        return f"nbgrader={json.dumps(marks)}"

    @classmethod
    def answer(cls, grade_id: str, before: str, solution: str) -> str:
        """Return an answer cell whose solution stands below visible code, indented with it."""
        deep = "    " if before.endswith(":") else ""
        lines = ["### BEGIN SOLUTION", *solution.split("\n"), "### END SOLUTION"]
        source = "\n".join([before, *(deep + line for line in lines)]).lstrip("\n")
        return cls.marked("answer", grade_id, source)

    @classmethod
    def test(cls, grade_id: str, shown: str, hidden: str = "", points: float = 2) -> str:
        block = f"\n### BEGIN HIDDEN TESTS\n{hidden}\n### END HIDDEN TESTS" if hidden else ""
        return cls.marked("test", grade_id, (shown + block).lstrip("\n"), points=points)


@pytest.fixture
def cells() -> type[Cells]:
    """Return what makes cells."""
    return Cells


@pytest.fixture
def area_unit(cells: type[Cells]) -> str:
    """Return the text of a right unit: one function to write, a visible and a hidden test."""
    return "\n".join(
        [
            cells.markdown("# Areas\n\nWrite `area`."),
            cells.marked("locked", "setup", "import math"),
            cells.answer("area", "def area(width, height):", "return abs(width * height)"),
            cells.test(
                "area-test", "assert area(1, 1) == math.floor(1.5)", "assert area(-3, 50) == 150"
            ),
        ]
    )


@pytest.fixture
def read(tmp_path: Path) -> Callable[[str], Text]:
    """Return what reads a text that is given as a string."""

    def _read(content: str) -> Text:
        path = tmp_path / "assignment.py"
        path.write_text(content, encoding="utf-8")
        return read_text(path, UNIT)

    return _read


@pytest.fixture
def write_course(tmp_path: Path) -> Callable[..., Course]:
    """Return what writes a course of one unit."""

    def _write(
        assignment: str | None = None,
        lesson: str | None = None,
        files: Mapping[str, str | bytes] | None = None,
        root: Path = tmp_path / "course-root",
    ) -> Course:
        folder = root / "course" / UNIT
        folder.mkdir(parents=True, exist_ok=True)
        (root / "nbgrader_config.py").write_text("c = get_config()\n", encoding="utf-8")
        for name, content in (("assignment.py", assignment), ("lesson.py", lesson)):
            if content is not None:
                (folder / name).write_text(content, encoding="utf-8")
        for name, data in (files or {}).items():
            path = folder / "files" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data.encode() if isinstance(data, str) else data)
        return Course.at(root)

    return _write
