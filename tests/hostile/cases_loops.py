"""Submissions that never end; the limit on a cell ends them."""

from __future__ import annotations

from tests.hostile.case import Case, Kind, code
from tests.hostile.papers import Paper

_OUT_OF_TIME = "the whole submission did not end within"


def loops(name: str, how: str, score: float = 9) -> Case:
    """Return a case with one cell that never ends, and the other answers right."""
    return Case(
        name,
        Kind.LOOPS,
        score,
        answers={"lucky": code(how)},
        scores={"lucky_test": 0.0},
    )


def _own_cell(paper: Paper) -> None:
    paper.add("words", "while True:\n    pass")


def _asleep(paper: Paper) -> None:
    for _ in range(40):
        paper.add("words", "import time\ntime.sleep(8)")


def _dies_often(paper: Paper) -> None:
    """Run again before each of many cells what takes its time."""
    paper.add("words", "import os, time\ntime.sleep(7)")
    for _ in range(40):
        paper.add("words", "os._exit(1)")


def _beside(paper: Paper) -> None:
    paper.files["slow.py"] = b"import time\nwhile True:\n    time.sleep(1000)\n"


CASES = (
    loops("loops", "while True:\n    pass"),
    loops(
        "loops and swallows everything",
        """
        while True:
            try:
                while True:
                    pass
            except BaseException:
                pass
        """,
    ),
    loops(
        "ignores every signal",
        """
        import signal, time
        for number in range(1, 65):
            try:
                signal.signal(number, signal.SIG_IGN)
            except (OSError, ValueError):
                pass
        signal.pthread_sigmask(signal.SIG_BLOCK, range(1, 65))
        while True:
            try:
                time.sleep(3600)
            except BaseException:
                pass
        """,
    ),
    loops("loops inside an expression", "import re\nre.match(r'(a+)+$', 'a' * 60 + 'b')"),
    loops("loops inside C", "sum(range(10**13))"),
    loops("raises to a power for ever", "lucky = 7 ** 7 ** 12"),
    loops("sleeps", "import time\ntime.sleep(10**6)"),
    loops(
        "waits for itself",
        "import threading\nlock = threading.Lock()\nlock.acquire()\nlock.acquire()",
    ),
    loops(
        "says for ever what it is",
        "class Endless:\n    def __repr__(self):\n        while True: pass\nEndless()",
    ),
    loops("lists for ever", "import itertools\nfor lucky in itertools.count():\n    lucky = None"),
    Case(
        "imports for ever",
        Kind.LOOPS,
        9,
        answers={"lucky": "import slow"},
        edit=_beside,
        scores={"lucky_test": 0.0},
    ),
    loops(
        "asks again and again",
        "while True:\n    try:\n        input()\n    except BaseException:\n        pass",
    ),
    Case(
        "loops in a cell of its own",
        Kind.LOOPS,
        10,
        edit=_own_cell,
    ),
    Case("asleep in every cell", Kind.LOOPS, 6, edit=_asleep, reasons={"words_test": _OUT_OF_TIME}),
    Case(
        "begins again and again",
        Kind.LOOPS,
        6,
        edit=_dies_often,
        reasons={"words_test": _OUT_OF_TIME},
    ),
    Case(
        "loops in two cells and a function",
        Kind.LOOPS,
        6,
        answers={
            "total": "def total(numbers):\n    while True:\n        pass",
            "lucky": "while True:\n    pass",
        },
        scores={"total_test": 0.0, "lucky_test": 0.0},
    ),
)
