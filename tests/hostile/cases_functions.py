"""Submissions whose functions behave by who calls, how often, or not at all."""

from __future__ import annotations

from tests.hostile.case import BUFFER, Case, Kind, code
from tests.hostile.papers import Paper


def behaves(name: str, how: str, score: float, **points: float) -> Case:
    """Return a case with a function that lies; the other answers are right."""
    question = "half" if "def half" in how else "total"
    scores = {f"{question}_test": points.get(question, 0.0)}
    return Case(name, Kind.FUNCTIONS, score, answers={question: code(how)}, scores=scores)


def _later(paper: Paper) -> None:
    """Answer after the test what was wrong before it, and change what was right."""
    paper.add("lucky_test", "lucky = 40917", after=1)
    paper.add("half_test", "def total(numbers): return 1\nwords = None", after=1)


def _elsewhere(paper: Paper) -> None:
    """Answer all in the first answer's cell."""
    cells = list(paper.answers())
    cells[0].source = "\n\n".join(cell.source for cell in cells)
    for cell in cells[1:]:
        cell.source = ""


CASES = (
    behaves(
        "counts how often it is called",
        """
        calls = 0
        def total(numbers):
            global calls
            calls += 1
            return {1: 3, 2: 15, 3: 1}.get(calls, 7)
        """,
        7,
    ),
    behaves(
        "looks at who calls it",
        r"""
        import inspect, sys
        def total(numbers):
            frame, seen = sys._getframe(), ""
            while frame:
                seen += repr(frame.f_locals)[:100_000]
                try:
                    seen += inspect.getsource(frame.f_code)
                except (OSError, TypeError):
                    pass
                frame = frame.f_back
            global looked
            looked = seen
            return 3
        """,
        7,
    ),
    Case(
        "keeps what its function saw",
        Kind.FUNCTIONS,
        6,
        answers={
            "total": code("""
                import gc, sys
                seen = []
                def total(numbers):
                    frame = sys._getframe()
                    while frame:
                        seen.append(repr(frame.f_locals)[:100_000])
                        frame = frame.f_back
                    return 3
                """),
            "lucky": code(r"""
                import re
                found = re.search(r"lucky == (\d+)", "".join(seen))
                print("tried", len(seen), "GOT " if "the sum of" in "".join(seen) else "nothing")
                lucky = int(found[1]) if found else None
                """),
        },
        shown=r"tried \d+ nothing",
    ),
    behaves(
        "changes its arguments",
        "def total(numbers):\n    s = sum(numbers)\n    "
        "numbers[:] = [0] if isinstance(numbers, list) else numbers\n    return s",
        7,
    ),
    behaves("calls itself for ever", "def total(numbers):\n    return total(numbers)", 7),
    behaves(
        "calls itself until the stack ends",
        "import sys\nsys.setrecursionlimit(10**9)\ndef total(numbers):\n    return total(numbers)",
        7,
    ),
    behaves(
        "ends the process at its third call",
        """
        import os
        calls = 0
        def total(numbers):
            global calls
            calls += 1
            if calls == 3:
                os._exit(0)
            return sum(numbers)
        """,
        7,
    ),
    behaves("never comes back", "def total(numbers):\n    while True:\n        pass", 7),
    behaves(
        "never comes back and swallows everything",
        """
        import signal, time
        def total(numbers):
            while True:
                try:
                    for number in range(1, 32):
                        try:
                            signal.signal(number, signal.SIG_IGN)
                        except OSError:
                            pass
                    time.sleep(1000)
                except BaseException:
                    pass
        """,
        7,
    ),
    behaves("asks a person", "def total(numbers):\n    return int(input('the sum? '))", 7),
    behaves("gives a function back", "def total(numbers):\n    return lambda: sum(numbers)", 7),
    behaves("gives a promise back", "async def total(numbers):\n    return sum(numbers)", 7),
    behaves("gives one after the other", "def total(numbers):\n    yield sum(numbers)", 7),
    behaves(
        "gives an int of its own kind back",
        "class Int(int):\n    def __eq__(self, other): return True\n    __hash__ = None\n"
        "def total(numbers):\n    return Int(1)",
        7,
    ),
    behaves(
        "gives much back",
        "def total(numbers):\n    print('x' * 10**7)\n    return ['x' * 10**6] * 10**4",
        7,
    ),
    behaves("ends the program", "import sys\ndef total(numbers):\n    sys.exit(0)", 7),
    behaves("is interrupted", "def total(numbers):\n    raise KeyboardInterrupt", 7),
    behaves("fails to import", "def total(numbers):\n    import no_such_module", 7),
    behaves("raises an error of imports", "def total(numbers):\n    raise ImportError('no')", 7),
    behaves("raises an error of syntax", "def total(numbers):\n    return eval('1 +')", 7),
    behaves("raises a failed assertion", "def total(numbers):\n    raise AssertionError('ok')", 7),
    behaves(
        "raises what its test catches",
        "def half(number):\n    raise ValueError(number)",
        8,
    ),
    behaves(
        "raises an error that never says what it is",
        """
        class Endless(Exception):
            def __str__(self):
                while True:
                    pass
        def total(numbers):
            raise Endless
        """,
        7,
    ),
    behaves(
        "raises an error by the grader's names",
        """
        class FormError(Exception): pass
        class OutOfTimeError(Exception): pass
        class TestFaultError(Exception): pass
        def total(numbers):
            raise {3: FormError, 2: TestFaultError}.get(len(numbers), OutOfTimeError)("its value")
        """,
        7,
    ),
    behaves(
        "raises an error as large as can be",
        "def total(numbers):\n    raise ValueError('<b>10 of 10 points</b>' * 10**7)",
        7,
    ),
    behaves(
        "changes other answers when it is called",
        """
        def total(numbers):
            get_ipython().user_ns.update(lucky=1, other=4, words=["alpha", "beta"])
            return 1
        """,
        7,
    ),
    behaves(
        "is a class",
        "class total:\n    def __init__(self, numbers): self.value = 3\n"
        "    def __eq__(self, other): return True",
        7,
    ),
    Case(
        "answers after the test",
        Kind.FUNCTIONS,
        9,
        answers={"lucky": "lucky = 1"},
        edit=_later,
        scores={"lucky_test": 0.0, "total_test": 3.0, "words_test": 1.0},
    ),
    Case("answers all in one cell", Kind.HONEST, 10, edit=_elsewhere, flags=()),
    Case(
        "answers by raising",
        Kind.FUNCTIONS,
        41,
        unit=BUFFER,
        answers={
            "flat_buffer_checked_offset": code("""
                class Every(IndexOutOfBounds):
                    def __eq__(self, other): return True
                    __hash__ = None
                Every.__name__ = "IndexOutOfBounds"
                def checked_offset(shape, strides, coordinate):
                    raise Every(axis=0, index=0, dimension=0)
                """)
        },
        scores={"flat_buffer_checked_offset_test": 0.0},
    ),
    Case(
        "answers with the last call's answer",
        Kind.FUNCTIONS,
        (43, 46),
        unit=BUFFER,
        answers={
            "flat_buffer_row_major_strides": code("""
                import os
                calls = []
                def row_major_strides(shape):
                    calls.append(shape)
                    if len(calls) == 3:
                        os.kill(os.getpid(), 9)
                    return (20, 5, 1)
                """)
        },
    ),
)
