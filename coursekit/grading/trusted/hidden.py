"""The parts of a test that students never see, found as nbgrader finds them.

nbgrader takes any line that contains the words of a marker for the marker. The build is stricter,
but a course that somebody else wrote is graded by what nbgrader hid from its students.
"""

from __future__ import annotations

BEGIN = "BEGIN HIDDEN TESTS"
END = "END HIDDEN TESTS"


def hidden_lines(code: str) -> frozenset[int]:
    r"""Return the numbers, from 1, of the lines that stand in hidden blocks, markers included.

    Examples
    --------
    >>> sorted(hidden_lines("a\n### BEGIN HIDDEN TESTS\nb\n### END HIDDEN TESTS\nc"))
    [2, 3, 4]
    """
    hidden, inside = set(), False
    for number, line in enumerate(code.splitlines(), start=1):
        inside = inside or BEGIN in line
        if inside:
            hidden.add(number)
        if END in line:
            inside = False
    return frozenset(hidden)


def visible_part(code: str) -> str:
    r"""Return a test's code without its hidden blocks.

    Examples
    --------
    >>> visible_part("a\n### BEGIN HIDDEN TESTS\nb\n### END HIDDEN TESTS\nc")
    'a\nc'
    """
    hidden = hidden_lines(code)
    lines = code.splitlines()
    return "\n".join(line for n, line in enumerate(lines, start=1) if n not in hidden)
