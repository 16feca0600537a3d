"""The command that makes the walls, and what is said where they cannot be made."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from coursekit.errors import SandboxError
from coursekit.grading.student.housing import Housing
from coursekit.sandbox.bounds import Bounds
from coursekit.sandbox.bubblewrap import program, walls
from coursekit.sandbox.kinds import Sandbox
from coursekit.sandbox.view import View, packages_view


def pairs(command: list[str], *options: str) -> list[tuple[str, str]]:
    return [(a, b) for a, b in pairwise(command) if a in options]


def test_a_folder_comes_before_what_lies_in_it() -> None:
    view = View((Path("/a/b/packages"), Path("/a/b/course/kit")), (Path("/a/b/course"),))
    files = pairs(walls(view, Bounds()), "--dir", "--ro-bind")
    assert files == [
        ("--dir", "/a"), ("--dir", "/a/b"), ("--dir", "/a/b/course"),
        ("--ro-bind", "/a/b/course/kit"), ("--ro-bind", "/a/b/packages"),
    ]  # fmt: skip


def test_a_course_among_the_packages_is_emptied_and_what_is_shown_in_it_put_back() -> None:
    view = View((Path("/usr"), Path("/usr/course/kit")), (Path("/usr/course"),))
    command = walls(view, Bounds())
    files = pairs(command, "--dir", "--ro-bind", "--tmpfs")
    assert files[:3] == [
        ("--ro-bind", "/usr"), ("--tmpfs", "/usr/course"), ("--ro-bind", "/usr/course/kit"),
    ]  # fmt: skip


def test_only_packages_are_shown() -> None:
    view = packages_view([Path("/nowhere")])
    assert Path("/usr") in view.shown
    for private in ("/", "/etc", "/home", "/root", "/var", "/tmp"):
        assert Path(private) not in view.shown
    assert not any(path.name in ("source", "release", "course", "tests") for path in view.shown)


def test_without_bubblewrap_the_remedy_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(SandboxError) as caught:
        program()
    assert str(caught.value) == "no sandbox can be made: bubblewrap is not installed"
    assert caught.value.remedy == (
        "install it (on Debian: sudo apt-get install bubblewrap), "
        "or, at your own risk, grade with --sandbox none"
    )


def test_a_bubblewrap_that_fails_is_quoted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fake = tmp_path / "bwrap"
    fake.write_text("#!/bin/sh\necho 'bwrap: No permissions to create new namespace' >&2\nexit 1\n")
    fake.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    with Housing(Sandbox.BUBBLEWRAP) as housing, pytest.raises(SandboxError) as caught:
        housing.warm()
    assert str(caught.value) == (
        "no sandbox can be made: bubblewrap failed: bwrap: No permissions to create new namespace"
    )
    assert caught.value.remedy == (
        "allow user namespaces (sudo sysctl -w user.max_user_namespaces=28633 "
        "kernel.apparmor_restrict_unprivileged_userns=0), "
        "or, at your own risk, grade with --sandbox none"
    )
