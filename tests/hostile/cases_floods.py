"""Submissions that want all there is: processes, memory, disk, output.

Outside of a sandbox none of them does it: each looks first whether it can see the course.
"""

from __future__ import annotations

from tests.hostile.case import Case, Kind, code
from tests.hostile.papers import Paper

GUARD = code("""
    import os, sys, time
    if os.path.exists("@COURSE@") and not os.environ.get("THROW_AWAY"):
        raise SystemExit("the course can be seen: there is no sandbox, and no flood without one")
    """)


def floods(
    name: str, how: str, score: float | tuple[float, float] = 9, shown: str | None = None
) -> Case:
    """Return a case that floods, has one answer missing and the others right."""
    return Case(
        name,
        Kind.FLOODS,
        score,
        answers={"lucky": f"{GUARD}\n{code(how)}"},
        scores={"lucky_test": 0.0},
        shown=shown,
    )


def _cells(paper: Paper, number: int, text: str) -> None:
    for _ in range(number):
        paper.add("words", text)


CASES = (
    floods(
        "forks without end",
        """
        made = 0
        for _ in range(100_000):
            try:
                if os.fork() == 0:
                    time.sleep(3600)
                    os._exit(0)
                made += 1
            except OSError as error:
                print("refused:", type(error).__name__, made < 5000)
                break
        """,
        shown="refused: BlockingIOError True",
    ),
    floods(
        "is a fork bomb",
        """
        end = time.monotonic() + 20
        while time.monotonic() < end:
            try:
                os.fork()
            except OSError:
                time.sleep(0.05)
        """,
        (0, 9),
    ),
    floods(
        "starts threads without end",
        """
        import threading
        wait = threading.Event()
        started = 0
        try:
            for _ in range(100_000):
                threading.Thread(target=wait.wait, daemon=True).start()
                started += 1
        except RuntimeError as error:
            print("refused", started)
        """,
    ),
    floods(
        "takes memory",
        """
        held = []
        try:
            for _ in range(60):
                held.append(bytearray(os.urandom(1)) * 100_000_000)
        except MemoryError:
            print("refused")
        """,
    ),
    floods("takes an array of memory", "import numpy as np\nnp.ones(750_000_000).sum()"),
    floods("takes more than there is", "held = bytearray(1 << 46)"),
    floods(
        "takes memory in many processes",
        """
        for _ in range(24):
            if os.fork() == 0:
                held = bytearray(os.urandom(1)) * 250_000_000
                time.sleep(3600)
                os._exit(0)
        time.sleep(3600)
        """,
    ),
    floods(
        "takes memory without a process",
        """
        try:
            handle = os.memfd_create("flood")
            for _ in range(60):
                os.write(handle, bytes(100_000_000))
        except OSError as error:
            print(type(error).__name__)
        """,
    ),
    floods(
        "fills sockets that nobody reads",
        """
        import socket
        for _ in range(24):
            if os.fork() == 0:
                held = [s for _ in range(110) for s in socket.socketpair()]
                for one in held:
                    one.setblocking(False)
                    try:
                        while True:
                            one.send(bytes(30_000))
                    except BlockingIOError:
                        pass
                time.sleep(3600)
        time.sleep(3600)
        """,
    ),
    floods(
        "fills the shared memory",
        """
        for folder in ("/dev/shm", "/tmp", "/run", "/var/tmp", "/dev"):
            try:
                with open(folder + "/hostile-left-flood", "wb") as file:
                    for _ in range(60):
                        file.write(bytes(100_000_000))
            except OSError as error:
                print(type(error).__name__)
        """,
    ),
    floods(
        "fills the disk",
        """
        try:
            for number in range(60):
                with open(f"flood-{number}", "wb") as file:
                    file.write(os.urandom(1000) * 100_000)
        except OSError as error:
            print("refused:", type(error).__name__)
        """,
    ),
    floods(
        "writes one large file",
        """
        try:
            with open("large", "wb") as file:
                file.truncate(1 << 44)
                for _ in range(60):
                    file.write(bytes(100_000_000))
        except OSError as error:
            print("refused:", type(error).__name__)
        """,
    ),
    floods(
        "makes many files",
        """
        made = 0
        try:
            for made in range(300_000):
                os.close(os.open(f"f{made}", os.O_CREAT | os.O_WRONLY))
        except OSError as error:
            print("refused:", type(error).__name__)
        """,
    ),
    floods(
        "opens many files",
        """
        held = []
        try:
            while len(held) < 2_000_000:
                held.append(os.open("/dev/null", os.O_RDONLY))
        except OSError as error:
            print("refused:", type(error).__name__)
        """,
        shown="refused: OSError",
    ),
    floods("prints without end", "while True:\n    print('flood ' * 1000)"),
    floods("warns without end", "while True:\n    print('flood ' * 1000, file=sys.stderr)"),
    floods(
        "shows without end",
        """
        from IPython.display import HTML, display
        while True:
            display(HTML("flood " * 1000))
        """,
    ),
    floods(
        "prints without the grader's limit",
        "get_ipython().outputs.limit = 10**12\nget_ipython().outputs.start()\n"
        "print('flood ' * 4_000_000)",
    ),
    Case(
        "prints much in a great many cells",
        Kind.FLOODS,
        10,
        edit=lambda paper: _cells(paper, 300, "print('flood ' * 30_000)"),
    ),
    floods("rewrites a line without end", "print('\\r' * 190_000 + 'x')"),
    floods(
        "shows nothing without end",
        """
        from IPython.display import display
        for _ in range(200_000):
            display({"text/plain": ""}, raw=True)
        """,
    ),
    floods(
        "shows much beside the data",
        """
        from IPython.display import display
        display({"text/plain": "x"}, raw=True, metadata={"note": "flood " * 20_000_000})
        """,
    ),
    floods(
        "shows many errors",
        """
        shell = get_ipython()
        try:
            raise ValueError("flood " * 500)
        except ValueError:
            for _ in range(3000):
                shell.showtraceback()
        """,
    ),
    floods(
        "writes to the descriptors of the output",
        """
        for number in (1, 2):
            try:
                for _ in range(3000):
                    os.write(number, b"flood " * 100_000)
            except OSError as error:
                print(type(error).__name__)
        """,
    ),
    floods(
        "says a great deal of itself",
        "class Wide:\n    def __repr__(self): return 'flood ' * 50_000_000\nlucky = None\nWide()",
    ),
    floods("prints a long line", "print('flood ' * 50_000_000)"),
    floods("raises a long error", "raise ValueError('flood ' * 50_000_000)"),
    floods(
        "runs commands that flood",
        "!yes flood | head -c 300000000\n!cat /dev/zero | head -c 300000000",
    ),
    floods(
        "defines a great many names",
        "globals().update({f'flood_{n}': n for n in range(1_000_000)})",
    ),
)
