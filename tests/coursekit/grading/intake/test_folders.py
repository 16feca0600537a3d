"""What lies in a folder that was handed in: regular files of it alone."""

from __future__ import annotations

import os
from pathlib import Path

from coursekit.grading.intake import folders
from coursekit.grading.intake.folders import bounded, contents_of


def write(folder: Path, *names: str) -> None:
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(name)


def names(folder: Path) -> list[str]:
    return [str(file.name) for file in contents_of(folder).files]


def test_files_in_subfolders_keep_their_paths(tmp_path: Path) -> None:
    write(tmp_path, "b.csv", "data/one.csv", "data/deep/two.csv", "a.ipynb")
    assert names(tmp_path) == ["a.ipynb", "b.csv", "data/deep/two.csv", "data/one.csv"]
    assert contents_of(tmp_path).flags == ()


def test_what_tools_leave_behind_is_passed_over(tmp_path: Path) -> None:
    write(tmp_path, ".ipynb_checkpoints/a-checkpoint.ipynb", "__pycache__/numpy.pyc", "data.csv",
          "sub/.ipynb_checkpoints/x", "__MACOSX/._a.ipynb", ".DS_Store")  # fmt: skip
    assert names(tmp_path) == ["data.csv"]


def test_links_and_pipes_are_left_out_and_told(tmp_path: Path) -> None:
    folder = tmp_path / "unit"
    write(folder, "sub/data.csv")
    write(tmp_path, "secret/key", "secret.txt")
    (folder / "file").symlink_to(tmp_path / "secret.txt")
    (folder / "sub" / "up").symlink_to(tmp_path / "secret")
    (folder / "gone").symlink_to("nowhere")
    os.mkfifo(folder / "a\npipe")
    found = contents_of(folder)
    assert [str(file.name) for file in found.files] == ["sub/data.csv"]
    assert found.odd == {
        "file": "a link", "sub/up": "a link", "gone": "a link", "a\npipe": "a pipe",
    }  # fmt: skip
    assert found.flags == (
        "tampering: a\\npipe is a pipe; it was left out",
        "tampering: file is a link; it was left out",
        "tampering: gone is a link; it was left out",
        "tampering: sub/up is a link; it was left out",
    )


def test_a_folder_in_itself_a_thousand_times_ends(tmp_path: Path) -> None:
    deep = tmp_path
    for _ in range(60):
        deep = deep / "d"
    deep.mkdir(parents=True)
    write(deep, "unseen.csv")
    write(tmp_path, "seen.csv")
    assert names(tmp_path) == ["seen.csv"]
    assert contents_of(tmp_path).flags == ("mended: 1 entries of the folder could not be read",)


def test_a_folder_that_is_gone_holds_nothing(tmp_path: Path) -> None:
    assert contents_of(tmp_path / "gone").files == ()


def test_number_and_size_of_files_are_bounded(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr(folders, "MOST_FILES", 2)
    monkeypatch.setattr(folders, "MOST_BYTES", 10)
    write(tmp_path, "1", "2", "3")
    kept, flags = bounded(contents_of(tmp_path).files)
    assert [str(file.name) for file in kept] == ["1", "2"]
    assert flags == (
        "mended: 1 files beside the notebook were left out: at most 2 files and 10 bytes are taken",
    )
    (tmp_path / "1").write_bytes(b"x" * 11)
    kept, _ = bounded(contents_of(tmp_path).files)
    assert [str(file.name) for file in kept] == ["2", "3"]


def test_entries_are_bounded(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr(folders, "_MOST_ENTRIES", 3)
    write(tmp_path, *"abcdef")
    assert len(names(tmp_path)) == 3
    assert contents_of(tmp_path).flags == ("mended: 1 entries of the folder could not be read",)
