"""A demo with one control of each kind, whose answer is a sum."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from tensorlib.demos.controls import Entry, Expectation, Menu, Slider, Toggle, Typed
from tensorlib.demos.judging import comparing
from tensorlib.demos.scene import Scene
from tensorlib.demos.widget import Demo
from tensorlib.typed import read_integer


@dataclass(frozen=True, slots=True)
class SumState:
    """Keep what is to be added up."""

    numbers: tuple[int, ...] = (2, 3)
    pair_sum: tuple[int, int] = (4, 5)
    unit: int = 1
    negative: bool = False

    @property
    def sum(self) -> int:
        """What it comes to."""
        total = (sum(self.numbers) + sum(self.pair_sum)) * self.unit
        return -total if self.negative else total


COLUMNS = (
    (Entry("numbers", "numbers"), Slider("pair_sum", "second of the pair", range(1, 10), 1)),
    (Menu("unit", "unit", (("ones", 1), ("tens", 10))), Toggle("negative", "with a minus")),
)


@pytest.fixture
def scene() -> Scene[SumState, int]:
    return Scene(
        name="Sum demo",
        first=SumState(),
        question=lambda state: f"<p>Add {state.numbers} and {state.pair_sum}.</p>",
        answer=lambda state: f"<p>{state.sum}</p>",
        judge=comparing(lambda state: state.sum),
        chosen="the numbers",
    )


@pytest.fixture
def make_demo(scene):
    """Return a function that makes the demo with some expectation."""

    def make(**how: object) -> Demo[SumState, int]:
        return Demo(scene, COLUMNS, Expectation("Say a sum.", **how))

    return make


@pytest.fixture
def demo(make_demo) -> Demo[SumState, int]:
    """Return the demo whose sum is typed."""
    return make_demo(typed=Typed("sum", read_integer, "12"))
