"""The batch measurement with a clock of our own, so that every figure is known."""

from __future__ import annotations

from itertools import chain
from xml.etree import ElementTree

import pytest

from tensorlib import BatchTime, InvalidSize, measure_batches


class Clock:
    """Let each call take the next of some times."""

    def __init__(self, *seconds: float) -> None:
        self.readings = iter([*chain.from_iterable((0.0, second) for second in seconds)])

    def __call__(self) -> float:
        return next(self.readings)


def test_medians_and_ratios_of_known_times():
    """Medians 0.45 ms and 11.4 ms: 11.4 / 0.45 = 25.3, and 512 / 25.3 = 20.2."""
    clock = Clock(0.45e-3, 0.40e-3, 9.0, 12.0e-3, 11.4e-3, 11.0e-3)
    measured = measure_batches((1, 512), width=8, repeats=3, clock=clock)

    assert measured.times == (BatchTime(1, 0.45e-3), BatchTime(512, 11.4e-3))
    assert measured.wait_growth == pytest.approx(11.4 / 0.45)
    assert measured.throughput_gain == pytest.approx(512 * 0.45 / 11.4)
    assert measured.times[1].seconds_a_row == pytest.approx(22.27e-6, rel=1e-3)
    with pytest.raises(StopIteration):
        clock()


def test_the_table_in_text_and_html():
    measured = measure_batches((1, 512), width=8, repeats=1, clock=Clock(0.45e-3, 11.4e-3))
    root = ElementTree.fromstring(measured._repr_html_())

    assert str(measured) == (
        "[batch, 8] @ [8, 8] in fp32, medians of 1 calls\n"
        "batch  a call, ms  a row, µs  rows a second, times  wait, times\n"
        "1           0.450      450.0                   1.0          1.0\n"
        "512        11.400       22.3                  20.2         25.3\n"
        "20.2 times the throughput for 25.3 times the wait"
    )
    assert root.find("p").text == "20.2 times the throughput for 25.3 times the wait"
    assert len(list(root.iter("tr"))) == 3


def test_a_real_measurement_is_consistent():
    measured = measure_batches((1, 16), width=64, repeats=3)

    assert all(time.seconds > 0 for time in measured.times)
    assert measured.throughput_gain * measured.wait_growth == pytest.approx(16)


def test_one_batch_size_is_compared_with_itself():
    measured = measure_batches([4], width=2, repeats=1, clock=Clock(0.5))

    assert (measured.throughput_gain, measured.wait_growth) == (1.0, 1.0)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"batches": ()}, "measure_batches: batches = () holds no batch size"),
        ({"batches": (1, 0)}, "measure_batches: batch = 0 is less than 1"),
        ({"batches": (1.5,)}, "measure_batches: batch = 1.5 is a float, not an integer"),
        ({"width": 0}, "measure_batches: width = 0 is less than 1"),
        ({"repeats": 0}, "measure_batches: repeats = 0 is less than 1"),
        (
            {"width": 1, "repeats": 1, "clock": lambda: 1.0},
            "measure_batches: seconds = 0.0 is not greater than 0",
        ),
    ],
)
def test_what_is_refused(arguments, message):
    with pytest.raises(InvalidSize) as caught:
        measure_batches(**arguments)
    assert str(caught.value) == message
