"""What a student's code behind the walls can see and do, in both ways of making them."""

from __future__ import annotations

import os
import secrets
import socket
import threading
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

import pytest

import coursekit.report
from coursekit.grading.intake.sidefiles import SideFile
from coursekit.grading.student.housing import Housing
from coursekit.grading.student.session import StudentSession
from coursekit.sandbox.kinds import Sandbox
from tests.coursekit.sandbox.conftest import ROOMY, marked_processes, value_of

REFUSED = """
def tried(act):
    try:
        return repr(act())
    except BaseException as error:
        return type(error).__name__
"""


def test_only_packages_and_the_system_are_there(session: StudentSession, secret: Path) -> None:
    x = value_of(
        session,
        "import os\n"
        f"x = [os.path.exists(p) for p in ({str(secret)!r}, {str(Path(__file__))!r}, '/etc/shadow',"
        " '/etc/passwd', '/home', '/var', '/sys', '/boot', '/usr/bin')]",
    )
    assert x == [False] * 8 + [True]


def test_of_the_kit_the_two_packages_are_there_and_no_answers(session: StudentSession) -> None:
    x = value_of(
        session,
        "import os, coursekit, tensorlib\n"
        "kit = os.path.dirname(coursekit.__file__)\n"
        "x = [os.listdir(kit + '/questions/flat_buffer'), os.listdir(kit + '/sample'),\n"
        "     tensorlib.row_major_strides((2, 3))]",
    )
    assert x == [[], [], (3, 1)]


def test_a_course_among_the_packages_is_out_of_sight(share: bool) -> None:
    folder = Path(str(coursekit.report.__file__)).parent  # any folder of a package will do
    with (
        Housing(Sandbox.BUBBLEWRAP, ROOMY.bounds, [folder], share=share) as housing,
        StudentSession(ROOMY, housing=housing) as session,
    ):
        assert value_of(session, f"import os\nx = os.listdir({str(folder)!r})") == []


def test_nothing_that_is_shown_can_be_changed(session: StudentSession) -> None:
    x = value_of(
        session,
        REFUSED + "import numpy, tensorlib, sys, os\n"
        "places = [os.path.dirname(numpy.__file__), os.path.dirname(tensorlib.__file__),"
        " sys.prefix, '/usr/lib', '/', '/etc', '/run']\n"
        "x = [tried(lambda: open(p + '/new', 'w')) for p in places]",
    )
    assert set(x) <= {"OSError", "PermissionError"}


def test_its_own_folders_can_be_written_and_its_home_is_empty(session: StudentSession) -> None:
    x = value_of(
        session,
        "import os, tempfile, pathlib\n"
        "home = os.listdir(os.path.expanduser('~'))\n"
        "for p in ('a', '~/b', tempfile.gettempdir() + '/c', '/dev/shm/d'):\n"
        "    pathlib.Path(p).expanduser().write_text('mine')\n"
        "x = home, os.listdir('.'), os.getcwd()",
    )
    assert x == ([], ["a"], "/run/student/work")


def test_the_next_one_finds_nothing_of_the_one_before(housing: Housing) -> None:
    look = (
        "import os, tempfile\n"
        "x = sum((os.listdir(p) for p in ('.', os.path.expanduser('~'), '/dev/shm')), [])\n"
        "x += [n for n in os.listdir(tempfile.gettempdir()) if n == 'left']\n"
    )
    leave = (
        "for p in ('left', os.path.expanduser('~/left'), tempfile.gettempdir() + '/left',"
        " '/dev/shm/left'):\n    open(p, 'w').close()"
    )
    for _ in range(2):
        with StudentSession(ROOMY, housing=housing) as session:
            assert value_of(session, look) == []
            assert session.run(leave)[0] == []


def test_the_files_handed_in_are_copies(housing: Housing, tmp_path: Path) -> None:
    (tmp_path / "data.csv").write_text("1,2\n")
    files = [SideFile(PurePosixPath("tables/data.csv"), tmp_path / "data.csv")]
    with StudentSession(ROOMY, files, housing) as session:
        x = value_of(
            session,
            "x = open('tables/data.csv').read()\nopen('tables/data.csv', 'w').write('changed')",
        )
        assert x == "1,2\n"
        assert value_of(session, "x = open('tables/data.csv').read()") == "changed"
    assert (tmp_path / "data.csv").read_text() == "1,2\n"


@pytest.fixture
def visitors(tmp_path: Path) -> Iterator[tuple[list[object], int, str, str]]:
    """Servers that note who comes: a port of the loopback, a socket's path, an abstract name."""
    came: list[object] = []
    name = "\0" + secrets.token_hex(8)
    path = str(tmp_path / "socket")
    listening = [socket.socket(), socket.socket(socket.AF_UNIX), socket.socket(socket.AF_UNIX)]
    for server, address in zip(listening, [("127.0.0.1", 0), path, name], strict=True):
        server.bind(address)
        server.listen()

        def note(server: socket.socket = server) -> None:
            try:
                connection, _ = server.accept()
            except OSError:
                return
            came.append(server)
            connection.close()

        threading.Thread(target=note, daemon=True).start()
    yield came, listening[0].getsockname()[1], path, name
    for server in listening:
        server.shutdown(socket.SHUT_RDWR)
        server.close()


def test_there_is_no_network(
    session: StudentSession, visitors: tuple[list[object], int, str, str]
) -> None:
    came, port, path, name = visitors
    x = value_of(
        session,
        REFUSED + "import socket\n"
        "def reach(family, address):\n"
        "    s = socket.socket(family); s.settimeout(5); s.connect(address)\n"
        f"x = [tried(lambda: reach(socket.AF_INET, ('127.0.0.1', {port}))),\n"
        f"     tried(lambda: reach(socket.AF_UNIX, {path!r})),\n"
        f"     tried(lambda: reach(socket.AF_UNIX, {name!r})),\n"
        "     tried(lambda: reach(socket.AF_INET, ('192.0.2.1', 80))),\n"
        "     tried(lambda: socket.gethostbyname('example.org')), socket.gethostname()]",
    )
    assert x == [
        "ConnectionRefusedError", "FileNotFoundError", "ConnectionRefusedError", "OSError",
        "gaierror", "student",
    ]  # fmt: skip
    assert came == []


def test_only_its_own_processes_are_there(session: StudentSession, share: bool) -> None:
    x = value_of(
        session,
        REFUSED + "import os, signal\n"
        "x = (len([p for p in os.listdir('/proc') if p.isdigit()]), os.getpid(),\n"
        f"     tried(lambda: os.kill({os.getpid()}, 0)),\n"
        "     b''.join(open(f'/proc/{p}/cmdline', 'rb').read() for p in os.listdir('/proc')"
        " if p.isdigit()))",
    )
    count, pid, reached, commands = x
    assert count == (2 if share else 5)  # bubblewrap's, the server, the warden and the keeper
    assert pid < 10
    assert reached == "ProcessLookupError"
    assert b"pytest" not in commands


def test_the_environment_is_clean(housing: Housing, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_OF_THE_INSTRUCTOR", "CANARY")
    housing.close()  # the next server is started from this environment
    with StudentSession(ROOMY, housing=housing) as session:
        x = value_of(
            session,
            REFUSED + "import os\n"
            "x = sorted(os.environ), [tried(lambda: open(f'/proc/{p}/environ').read())"
            " for p in os.listdir('/proc') if p.isdigit()]",
        )
    names, environments = x
    assert not [n for n in names if "SECRET" in n]
    assert "CANARY" not in str(environments)
    assert {"HOME", "TMPDIR", "PATH"} <= set(names)


def test_it_has_no_privileges(session: StudentSession) -> None:
    x = value_of(
        session,
        "import os\n"
        "lines = dict(l.split(':\\t', 1) for l in open('/proc/self/status').read().splitlines())\n"
        "x = [os.getuid(), *(int(lines[n], 16) for n in ('CapEff', 'CapPrm', 'CapBnd', 'CapAmb')),"
        " lines['NoNewPrivs'], lines['Seccomp'], os.getgroups()]",
    )
    assert x[0] != 0
    assert x[1:7] == [0, 0, 0, 0, "1", "2"]
    if os.geteuid() == 0:
        assert x[0] > 60_000
        assert x[7] == []


def test_the_kernel_is_asked_for_nothing_unusual(session: StudentSession) -> None:
    x = value_of(
        session,
        "import ctypes, errno, os\n"
        "libc = ctypes.CDLL(None, use_errno=True)\n"
        "def asked(name, *args):\n"
        "    ctypes.set_errno(0)\n"
        "    return getattr(libc, name)(*args) == -1 and errno.errorcode[ctypes.get_errno()]\n"
        "x = [asked('unshare', 0x10000000), asked('unshare', 0), asked('setns', 0, 0),\n"
        "     asked('mount', b'a', b'/tmp', b'tmpfs', 0, None), asked('ptrace', 0, 0, 0, 0),\n"
        "     asked('memfd_create', b'm', 0), asked('shmget', 0, 4096, 0o1600),\n"
        "     asked('syscall', 435, 0, 0)]",
    )
    assert x == ["EPERM"] * 7 + ["ENOSYS"]


def test_nothing_it_leaves_running_outlives_it(housing: Housing) -> None:
    mark = secrets.token_hex(8)
    with StudentSession(ROOMY, housing=housing) as session:
        x = value_of(
            session,
            "import os, subprocess, sys, time\n"
            f"nap = [sys.executable, '-c', 'import time; time.sleep(600)', {mark!r}]\n"
            "subprocess.Popen(nap)\n"
            "subprocess.Popen(nap, start_new_session=True)\n"
            "if os.fork() == 0:\n"
            "    os.setsid()\n"
            "    if os.fork() == 0:\n"
            "        os.execv(nap[0], nap)\n"
            "    os._exit(0)\n"
            "def there():\n"
            "    found = 0\n"
            "    for p in os.listdir('/proc'):\n"
            "        try: found += (p.isdigit() and open(f'/proc/{p}/cmdline').read()"
            f".endswith({mark!r} + chr(0)))\n"
            "        except OSError: pass\n"
            "    return found\n"
            "end = time.monotonic() + 60\n"
            "while there() < 3 and time.monotonic() < end: time.sleep(0.05)\n"
            "x = there()",
        )
        assert x == 3
        assert len(marked_processes(mark)) >= 3  # from outside they can be seen
    assert marked_processes(mark) == []
