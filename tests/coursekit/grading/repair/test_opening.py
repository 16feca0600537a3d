"""Opening what was handed in: regular files alone, bounded, and never waiting."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest

from coursekit.errors import NotebookError
from coursekit.grading.repair.opening import read_regular

NAME = "assignment.ipynb"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / NAME


def refusal(path: Path, limit: int = 10) -> str:
    with pytest.raises(NotebookError) as caught:
        read_regular(path, limit)
    return str(caught.value)


def test_a_regular_file_is_read_up_to_its_limit(path: Path) -> None:
    path.write_bytes(b"0123456789")
    assert read_regular(path, 10) == b"0123456789"
    assert refusal(path, 9) == f"{NAME} is too large: it has 10 bytes; at most 9 are read"


def test_what_is_too_large_is_not_held_in_memory(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(1 << 40)  # a hole: no such disk is needed
    assert (
        refusal(path) == f"{NAME} is too large: it has 1,099,511,627,776 bytes; at most 10 are read"
    )


def test_a_pipe_does_not_keep_the_reader_waiting(path: Path) -> None:
    os.mkfifo(path)
    assert refusal(path) == f"{NAME} is a pipe; a regular file is expected"


def test_a_link_is_not_followed(path: Path, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("{}")
    path.symlink_to(tmp_path / "secret")
    assert refusal(path) == f"{NAME} is a link; a regular file is expected"


def test_a_folder_and_a_socket_are_named(path: Path, tmp_path: Path, monkeypatch) -> None:
    path.mkdir()
    assert refusal(path) == f"{NAME} is a folder; a regular file is expected"
    monkeypatch.chdir(tmp_path)  # the path of a socket must be short
    with socket.socket(socket.AF_UNIX) as made:
        made.bind("s")
        assert refusal(tmp_path / "s") == "s is a socket; a regular file is expected"


def test_a_device_is_named() -> None:
    assert refusal(Path("/dev/zero")) == "zero is a device; a regular file is expected"


def test_what_is_not_there_is_said_in_one_line(tmp_path: Path) -> None:
    assert refusal(tmp_path / "a\nb") == "a\\nb cannot be read: No such file or directory"
