"""From a warm process to a student's own: forks, the walls, and a keeper in between.

::

    server ── fork ──► warden ── fork ──► keeper ── fork ──► the student's process
    (warm)             new namespaces     first process      another user, no privileges,
                                          there; mounts      bounded, few calls of the kernel
"""

from __future__ import annotations

import os
import signal
import sys
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from coursekit.sandbox.bounds import Bounds, hold_to
from coursekit.sandbox.calls import refuse_calls
from coursekit.sandbox.keeper import Ended, end_descendants, keep
from coursekit.sandbox.lifetimes import adopt_orphans, close_all_but, die_with_parent
from coursekit.sandbox.namespaces import (
    NO_DEVICES,
    NO_EXEC,
    NO_SUID,
    make_mounts_private,
    mount_new,
    separate,
)
from coursekit.sandbox.privileges import bound_privileges, give_up_privileges

HOME, WORK, TEMPORARY = "home", "work", "tmp"  # the folders of a student's process
_SIGNALS = {signal.SIGTERM, signal.SIGCHLD}  # what the warden waits for


@dataclass(frozen=True, slots=True)
class Life:
    """What a student's process does.

    Parameters
    ----------
    prepare : callable
        Run in its work folder before the walls close: puts files there.
    work : callable
        Run inside the walls.
    channel : int
        The open file that it keeps.
    archive : int
        The open file that it has until it is prepared.
    """

    prepare: Callable[[], None]
    work: Callable[[], None]
    channel: int
    archive: int


@dataclass(frozen=True, slots=True)
class Enclosure:
    """What surrounds the processes of one submission.

    Parameters
    ----------
    folder : str
        Holds its home, its work and its temporary files.
    bounds : Bounds
        What they may use.
    walled : bool
        Whether this process is inside bubblewrap. Theirs are a user without privileges and few
        calls of the kernel, then.
    apart : bool
        Whether they get namespaces of their own inside it.
    user : int
        The user they become; 0 to stay the one that this process is.
    """

    folder: str
    bounds: Bounds
    walled: bool
    apart: bool
    user: int

    def start(self, life: Life) -> int:
        """Start a student's process.

        Returns
        -------
        int
            The warden's process id, for `end`.
        """
        warden = os.fork()
        if warden == 0:
            _end_with(lambda: self._guard(life))
        return warden

    def _guard(self, life: Life) -> Ended:
        """Be the warden: start the keeper, and end it when told to."""
        close_all_but([life.channel, life.archive])
        die_with_parent(signal.SIGKILL)
        adopt_orphans()
        os.setsid()
        signal.pthread_sigmask(signal.SIG_BLOCK, _SIGNALS)
        if self.apart:
            separate()
        keeper = os.fork()
        if keeper == 0:
            _end_with(lambda: self._keep(life))
        close_all_but([])
        ended = self._ended(keeper)
        end_descendants(os.getpid())
        return ended

    def _ended(self, keeper: int) -> Ended:
        while True:
            told = signal.sigwait(_SIGNALS)
            if told == signal.SIGTERM:
                # Apart, all of theirs end with their first process. Else it has to end them.
                os.kill(keeper, signal.SIGKILL if self.apart else signal.SIGTERM)
            pid, status = os.waitpid(keeper, os.WNOHANG)
            if pid:
                return _meaning(status)

    def _keep(self, life: Life) -> Ended:
        """Be the keeper: mount what is theirs alone, and watch over them."""
        die_with_parent(signal.SIGKILL)
        adopt_orphans()
        if self.apart:
            self._mount()
        student = os.fork()
        if student == 0:
            _end_with(lambda: self._live(life))
        close_all_but([])
        ended = keep(student, self.bounds, all_are_ours=self.apart)
        if not self.apart:
            end_descendants(os.getpid())
        return ended

    def _mount(self) -> None:
        make_mounts_private()
        safe = NO_SUID | NO_DEVICES
        room = f"size={self.bounds.scratch_bytes},nr_inodes=20k"
        mount_new("proc", "/proc", safe | NO_EXEC)
        mount_new("tmpfs", self.folder, safe, f"{room},mode=0755")
        mount_new("tmpfs", "/dev/shm", safe, f"{room},mode=1777")

    def _live(self, life: Life) -> Ended:
        """Be the student's process."""
        _silence()
        for name in (HOME, WORK, TEMPORARY):
            Path(self.folder, name).mkdir(mode=0o700)
        os.chdir(Path(self.folder, WORK))
        life.prepare()
        close_all_but([life.channel])
        if self.walled:
            bound_privileges()
        if self.user:
            self._become_user()
        die_with_parent(signal.SIGKILL)
        hold_to(self.bounds, count_processes=self.walled)
        if self.walled:
            give_up_privileges()
            refuse_calls()
        os.environ.update(self._places())
        signal.pthread_sigmask(signal.SIG_SETMASK, set())
        life.work()
        return Ended.BY_ITSELF

    def _become_user(self) -> None:
        for name in (HOME, WORK, TEMPORARY):
            for path in [Path(self.folder, name), *Path(self.folder, name).rglob("*")]:
                os.chown(path, self.user, self.user, follow_symlinks=False)
        os.setgroups([])
        os.setresgid(self.user, self.user, self.user)
        os.setresuid(self.user, self.user, self.user)

    def _places(self) -> dict[str, str]:
        temporary = f"{self.folder}/{TEMPORARY}"
        return {
            "HOME": f"{self.folder}/{HOME}",
            "TMPDIR": temporary,
            "IPYTHONDIR": f"{temporary}/ipython",
            "MPLCONFIGDIR": f"{temporary}/matplotlib",
        }


def end(warden: int) -> Ended:
    """End what `Enclosure.start` started; return why it ended, when all of it is gone."""
    os.kill(warden, signal.SIGTERM)  # not reaped yet, so the number is still its own
    _, status = os.waitpid(warden, 0)
    return _meaning(status)


def can_separate() -> bool:
    """Return whether a process here may make the namespaces that keep submissions apart."""
    child = os.fork()
    if child == 0:
        _end_with(_try_to_separate)
    _, status = os.waitpid(child, 0)
    return _meaning(status) is Ended.BY_ITSELF


def _try_to_separate() -> Ended:
    _silence()
    separate()
    grandchild = os.fork()
    if grandchild == 0:
        make_mounts_private()
        mount_new("proc", "/proc", NO_SUID)
        os._exit(Ended.BY_ITSELF)
    _, status = os.waitpid(grandchild, 0)
    return Ended(os.waitstatus_to_exitcode(status))


def _silence() -> None:
    """Connect input, output and errors to nothing."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(nothing, descriptor)
    os.close(nothing)


def _meaning(status: int) -> Ended:
    code = os.waitstatus_to_exitcode(status)
    return Ended(code) if code in list(Ended) else Ended.BY_ITSELF


def _end_with(task: Callable[[], Ended]) -> NoReturn:
    """Do a process's task and end the process; the fork's own code never goes on in it."""
    try:
        os._exit(task())
    except BaseException:
        traceback.print_exc(file=sys.stderr)
        os._exit(Ended.NOT_STARTED)
