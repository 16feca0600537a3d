"""Files are written whole, several of them together or not at all; one run at a time."""

from __future__ import annotations

from pathlib import Path

import pytest

from coursekit.errors import BusyError, StorageError
from coursekit.files import held, write_atomically, write_together


def _names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.rglob("*"))


def test_files_are_written_with_their_folders_and_nothing_else(tmp_path: Path) -> None:
    write_together({tmp_path / "a" / "b.txt": "ä\n", tmp_path / "c.bin": b"\x00\xff"})

    assert (tmp_path / "a" / "b.txt").read_bytes() == b"\xc3\xa4\n"
    assert (tmp_path / "c.bin").read_bytes() == b"\x00\xff"
    assert _names(tmp_path) == ["a", "b.txt", "c.bin"]
    assert (tmp_path / "c.bin").stat().st_mode & 0o777 == 0o644


def test_old_content_is_replaced(tmp_path: Path) -> None:
    write_atomically(tmp_path / "a", "one")
    write_atomically(tmp_path / "a", "two")

    assert (tmp_path / "a").read_text() == "two"
    assert _names(tmp_path) == ["a"]


def test_one_file_that_cannot_be_written_keeps_the_others_as_they_were(tmp_path: Path) -> None:
    """A file stands where the second one's folder should be."""
    (tmp_path / "first").write_text("old")
    (tmp_path / "wall").write_text("")

    with pytest.raises(StorageError, match=r"^cannot write in .*/wall: "):
        write_together({tmp_path / "first": "new", tmp_path / "wall" / "second": "new"})

    assert (tmp_path / "first").read_text() == "old"
    assert _names(tmp_path) == ["first", "wall"]


def test_folder_in_the_place_of_a_file_is_one_line_and_leaves_no_rest(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()

    with pytest.raises(StorageError, match=r"^cannot write in .*: Is a directory$"):
        write_atomically(tmp_path / "a", "x")

    assert _names(tmp_path) == ["a"]


def test_lock_is_held_by_one_and_free_afterwards(tmp_path: Path) -> None:
    lock = tmp_path / "lock"

    with (
        held(lock, "build"),
        pytest.raises(BusyError, match=r"^cannot grade: another run is at work on this course$"),
        held(lock, "grade"),
    ):
        pass

    with held(lock, "grade"):
        pass


def test_lock_in_no_folder_is_one_line(tmp_path: Path) -> None:
    with (
        pytest.raises(StorageError, match=r"^cannot write in "),
        held(tmp_path / "x" / "l", "build"),
    ):
        pass
