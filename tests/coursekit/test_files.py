"""Files are written whole, several of them together or not at all; one run at a time."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from coursekit.errors import BusyError, StorageError
from coursekit.files import ASIDE, aside, held, replacing, sweep, write_atomically, write_together


@pytest.fixture(autouse=True)
def usual_mask() -> Iterator[None]:
    before = os.umask(0o022)
    yield
    os.umask(before)


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


def test_nobody_may_read_more_than_this_user_lets_them(tmp_path: Path) -> None:
    os.umask(0o077)
    write_atomically(tmp_path / "a", "x")
    assert (tmp_path / "a").stat().st_mode & 0o777 == 0o600


def test_new_files_stand_while_the_inner_part_runs_and_stay_if_it_succeeds(tmp_path: Path) -> None:
    kept, gone, new = (tmp_path / name for name in ("kept", "gone", "new"))
    kept.write_text("old")
    gone.write_text("old")
    contents: dict[Path, str | bytes | None] = {
        kept: "1",
        gone: None,
        new: "2",
        tmp_path / "x": None,
    }
    with replacing(contents):
        assert (kept.read_text(), gone.exists(), new.read_text()) == ("1", False, "2")
    assert {p.name: p.read_text() for p in tmp_path.iterdir()} == {"kept": "1", "new": "2"}


@pytest.mark.parametrize("links", [True, False], ids=["links", "no links"])
def test_old_files_come_back_if_the_inner_part_fails(
    tmp_path: Path, links: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not links:
        monkeypatch.setattr("os.link", _refuse)
    kept, gone = tmp_path / "kept", tmp_path / "gone"
    kept.write_text("old")
    gone.write_text("old too")
    with pytest.raises(KeyError), replacing({kept: "1", gone: None, tmp_path / "new": "2"}):
        raise KeyError
    assert {p.name: p.read_text() for p in tmp_path.iterdir()} == {"kept": "old", "gone": "old too"}


@pytest.mark.parametrize("links", [True, False], ids=["links", "no links"])
def test_a_file_that_cannot_be_moved_to_its_place_loses_nothing(
    tmp_path: Path, links: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a").write_text("old")
    if not links:
        monkeypatch.setattr("os.link", _refuse)
    replace = Path.replace

    def full(self: Path, target: Path) -> Path:
        if self.read_text() == "new":
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(StorageError, match=r"^cannot write in .*: No space left on device$"):
        write_atomically(tmp_path / "a", "new")
    assert {p.name: p.read_text() for p in tmp_path.iterdir()} == {"a": "old"}


def test_what_a_killed_run_left_aside_is_swept_and_nothing_else(tmp_path: Path) -> None:
    left, other = tmp_path / f"{ASIDE}page.html-1", tmp_path / ".other"
    left.write_text("half a pa")
    other.write_text("")
    with aside(tmp_path / "page.html") as in_use:
        sweep(tmp_path)
        assert set(tmp_path.iterdir()) == {in_use, other}
    sweep(tmp_path / "not there")
    assert set(tmp_path.iterdir()) == {other}


def _refuse(*_: object, **__: object) -> None:
    raise OSError(errno.EPERM, "no links here")
