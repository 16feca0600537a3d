"""The walls, as bubblewrap builds them: only what is shown, no network, nobody else's processes."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path

from coursekit.errors import SandboxError
from coursekit.sandbox.bounds import Bounds
from coursekit.sandbox.view import View

PROGRAM = "bwrap"
STUDENT = "/run/student"  # where a student's process has its folders
WITHOUT = "or, at your own risk, grade with --sandbox none"
# What the first process inside needs in order to give each submission a user and namespaces of its
# own. A student's process has none of it.
_CAPABILITIES = ("SYS_ADMIN", "SETUID", "SETGID", "CHOWN", "KILL", "SETPCAP", "DAC_OVERRIDE")


def program() -> str:
    """Return the path of bubblewrap.

    Raises
    ------
    SandboxError
        If it is not installed.
    """
    found = shutil.which(PROGRAM)
    if found is None:
        raise SandboxError(
            "no sandbox can be made: bubblewrap is not installed",
            f"install it (on Debian: sudo apt-get install bubblewrap), {WITHOUT}",
        )
    return found


def cannot_start(fault: str) -> SandboxError:
    """Return the error for a bubblewrap that is there but does not work.

    Parameters
    ----------
    fault : str
        The last line of what it said.
    """
    return SandboxError(
        f"no sandbox can be made: bubblewrap failed: {fault or 'it said nothing'}",
        "allow user namespaces (sudo sysctl -w user.max_user_namespaces=28633 "
        f"kernel.apparmor_restrict_unprivileged_userns=0), {WITHOUT}",
    )


def walls(view: View, bounds: Bounds) -> list[str]:
    """Return the command that the first process inside is to be appended to.

    Parameters
    ----------
    view : View
        What it sees.
    bounds : Bounds
        How much room there is for files.

    Raises
    ------
    SandboxError
        If bubblewrap is not installed.
    """
    room = str(bounds.scratch_bytes)
    return [
        program(), "--die-with-parent",
        "--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts",
        "--unshare-cgroup-try", "--hostname", "student",
        *([] if os.geteuid() == 0 else ["--unshare-user"]),
        "--cap-drop", "ALL", *(p for name in _CAPABILITIES for p in ("--cap-add", f"CAP_{name}")),
        *_files(view),
        "--proc", "/proc", "--dev", "/dev",
        "--size", room, "--perms", "1777", "--tmpfs", "/dev/shm",
        "--size", room, "--perms", "0755", "--tmpfs", STUDENT,
        *_temporary(view.shown),
        "--chdir", "/", "--remount-ro", "/",
    ]  # fmt: skip


def _files(view: View) -> Iterator[str]:
    """Yield the options for files; a folder comes before what is put into it."""
    made: set[Path] = set()
    for path in sorted({*view.shown, *view.emptied}):
        if path in view.emptied:
            if _is_there(path, view):
                yield from ("--perms", "0755", "--tmpfs", str(path))
            continue
        for parent in reversed(path.parents[:-1]):
            if parent not in made and not _is_there(parent, view):
                yield from ("--perms", "0755", "--dir", str(parent))  # else only root may enter
            made.add(parent)
        if path.is_symlink() and path.parent == Path("/"):  # /lib -> usr/lib
            yield from ("--symlink", str(path.readlink()), str(path))
        else:
            yield from ("--ro-bind", str(path), str(path))


def _is_there(path: Path, view: View) -> bool:
    """Return whether `path` is shown already, as part of a folder above it."""
    for folder in (path, *path.parents):
        if folder in view.emptied and folder != path:
            return False
        if folder in view.shown and not folder.is_symlink():
            return True
    return False


def _temporary(shown: Sequence[Path]) -> list[str]:
    """Let /tmp be the process's own, unless packages lie there."""
    if any(path.is_relative_to("/tmp") for path in shown):
        return []
    return ["--symlink", f"{STUDENT}/tmp", "/tmp"]
