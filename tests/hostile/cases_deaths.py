"""Submissions whose process dies, or can no longer do what it is there for."""

from __future__ import annotations

from tests.hostile.case import Case, Kind, code
from tests.hostile.cases_floods import GUARD


def dies(
    name: str, how: str, score: float | tuple[float, float] = 9, question: str = "lucky"
) -> Case:
    """Return a case that dies in the middle, and has the other answers right."""
    return Case(
        name,
        Kind.DEATHS,
        score,
        answers={question: f"{GUARD}\n{code(how)}"},
        scores={f"{question}_test": 0.0},
    )


CASES = (
    dies("leaves at once", "os._exit(0)"),
    dies("leaves with an error", "os._exit(77)"),
    dies("kills itself", "os.kill(os.getpid(), 9)"),
    dies("kills its group", "os.killpg(0, 9)"),
    dies("kills all it can", "os.kill(-1, 9)"),
    dies("kills its parent", "os.kill(os.getppid(), 9)\ntime.sleep(0.2)\nos.kill(1, 9)"),
    dies("stops itself", "import signal\nos.kill(os.getpid(), signal.SIGSTOP)"),
    dies("stops its parent", "import signal\nos.kill(os.getppid(), signal.SIGSTOP)"),
    dies("reads where nothing is", "import ctypes\nctypes.string_at(0)"),
    dies("aborts", "os.abort()"),
    dies(
        "ends the stack",
        "sys.setrecursionlimit(10**9)\ndef deep(n):\n    return deep(n + 1) + 1\ndeep(0)",
    ),
    dies("asks to exit", "sys.exit(3)"),
    dies("asks to quit", "quit()"),
    dies("asks to exit and goes on", "exit()\nraise SystemExit(0)"),
    dies("becomes another program", "os.execv('/bin/sleep', ['sleep', '3600'])"),
    dies("becomes another program that ends", "os.execv('/bin/true', ['true'])"),
    dies(
        "gives itself nothing",
        """
        import resource
        for name in ("AS", "NOFILE", "FSIZE", "NPROC"):
            resource.setrlimit(getattr(resource, f"RLIMIT_{name}"), (0, 0))
        held = bytearray(10**8)
        """,
    ),
    dies(
        "uses up the time of its processor",
        "import resource\nresource.setrlimit(resource.RLIMIT_CPU, (1, 1))\nwhile True:\n    pass",
    ),
    dies(
        "deletes its folder",
        """
        import shutil
        here = os.getcwd()
        shutil.rmtree(here, ignore_errors=True)
        os.chdir("/")
        """,
    ),
    dies(
        "breaks imports",
        """
        import builtins
        sys.modules.clear()
        sys.path.clear()
        builtins.__import__ = None
        """,
        (0, 9),
    ),
    dies(
        "deletes the builtins",
        """
        import builtins
        for name in list(vars(builtins)):
            if not name.startswith("__"):
                delattr(builtins, name)
        """,
        (0, 9),
    ),
    dies("leaves in each cell it has", "os._exit(1)", 9, "lucky"),
    Case(
        "dies in every cell",
        Kind.DEATHS,
        0,
        answers=dict.fromkeys(
            ("total", "lucky", "column", "words", "half", "other"), f"{GUARD}\nos._exit(1)"
        ),
    ),
    Case(
        "forgets everything",
        Kind.DEATHS,
        10,
        answers={"other": "%reset -f\nother = 4"},
    ),
    Case(
        "dies where it is asked for its answer",
        Kind.DEATHS,
        9,
        answers={
            "lucky": code("""
                import os
                dying = property(lambda self: os._exit(1))
                lucky = type("Killer", (), {"__class__": dying})()
                """)
        },
        scores={"lucky_test": 0.0},
    ),
)
