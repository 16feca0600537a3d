from dataclasses import dataclass

import pytest

from tensorlib.demos.controls import Entry, Menu, Slider, Toggle, value_of, with_value


@dataclass(frozen=True)
class State:
    shape: tuple[int, ...] = (2, 3, 4)
    size: int = 5


@pytest.mark.parametrize(
    ("control", "before", "after"),
    [
        (Slider("size", "size", range(9)), 5, State(size=7)),
        (Slider("shape", "axis 0", range(9), 0), 2, State((7, 3, 4))),
        (Menu("shape", "axis 1", (("seven", 7),), 1), 3, State((2, 7, 4))),
        (Slider("shape", "axis 2", range(9), 2), 4, State((2, 3, 7))),
        (Toggle("size", "size"), 5, State(size=7)),
        (Entry("shape", "shape"), (2, 3, 4), State(shape=7)),
    ],
)
def test_a_control_sets_its_field_or_one_entry_of_it(control, before, after):
    assert value_of(State(), control) == before
    assert with_value(State(), control, 7) == after
