"""Submissions that are as they should be, in the middle of all the others."""

from __future__ import annotations

from tests.hostile.case import BUFFER, Case, Kind


def honest(name: str, score: float, unit: str, *, blank: bool = False, **answers: str) -> Case:
    """Return a case that nothing is wrong with, whatever it scores."""
    return Case(name, Kind.HONEST, score, unit=unit, blank=blank, answers=answers, flags=())


SUMS = "10_sums"
CASES = (
    honest("honest and right", 10, SUMS),
    honest(
        "honest and right again",
        10,
        SUMS,
        total=(
            "def total(numbers):\n    result = 0\n    for number in numbers:\n"
            "        result += number\n    return result"
        ),
    ),
    honest(
        "honest and half right",
        5,
        SUMS,
        lucky="lucky = 7",
        column="column = np.arange(1.0, 4.0)",
        half="def half(number):\n    return number // 2",
    ),
    honest(
        "honest and wrong",
        1,
        SUMS,
        total="def total(numbers):\n    return 0",
        lucky="lucky = 1",
        column="column = np.ones(3)",
        words="words = ['alpha']",
        half="half = None",
    ),
    honest("honest and blank", 0, SUMS, blank=True),
    honest(
        "honest with a typing error", 7, SUMS, total="def total(numbers:\n    return sum(numbers)"
    ),
    honest("honest and right in the course", 50, BUFFER),
    honest(
        "honest and wrong once in the course",
        48,
        BUFFER,
        flat_buffer_strides="strides_345 = (60, 20, 5)",
    ),
    honest("honest and blank in the course", 0, BUFFER, blank=True),
    honest(
        "honest and slow in the course",
        50,
        BUFFER,
        flat_buffer_strides="import time\ntime.sleep(0.2)\nstrides_345 = (20, 5, 1)",
    ),
)
