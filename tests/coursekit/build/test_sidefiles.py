"""Which files stand beside a unit's notebook."""

from __future__ import annotations

from pathlib import Path

import pytest

from coursekit.build.sidefiles import read_tree, side_files
from coursekit.errors import CourseError, StorageError


def test_every_file_is_read_but_those_that_tools_leave(tmp_path: Path) -> None:
    for name in ("b.csv", "a/c.txt", ".hidden", "__pycache__/x.pyc", ".ipynb_checkpoints/y"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(name)

    assert side_files("01_area", tmp_path) == {
        ".hidden": b".hidden", "a/c.txt": b"a/c.txt", "b.csv": b"b.csv"
    }  # fmt: skip


def test_no_folder_is_no_files(tmp_path: Path) -> None:
    assert side_files("01_area", tmp_path / "none") == {}


def test_link_and_notebook_are_refused(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("/etc/passwd")
    with pytest.raises(CourseError, match=r"^01_area: .*/link is a link$"):
        side_files("01_area", tmp_path)

    (tmp_path / "link").unlink()
    (tmp_path / "b.ipynb").write_text("{}")
    with pytest.raises(CourseError, match=r"^01_area: .*/b\.ipynb is a notebook$"):
        side_files("01_area", tmp_path)


def test_file_that_cannot_be_read_is_one_line(tmp_path: Path) -> None:
    """A link to nowhere fails for every user, root too."""
    (tmp_path / "gone").symlink_to(tmp_path / "nowhere")

    with pytest.raises(StorageError, match=r"^cannot read .*/gone: No such file or directory$"):
        read_tree(tmp_path)
