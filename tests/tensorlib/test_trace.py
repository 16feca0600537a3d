"""The trace, line by line."""

from __future__ import annotations

import subprocess
import sys

import numpy as np

from tensorlib import Tensor, frozen_tensor
from tensorlib.trace import main, trace_lines

# Written by hand: 1*6 + 0*3 + 2*1 = 8, and the value at offset 8 is 32.
TRACE = """\
SHAPE 2,2,3
STRIDES 6,3,1
LENGTH 12
BUFFER 10.0,11.0,12.0,20.0,21.0,22.0,30.0,31.0,32.0,40.0,41.0,42.0
SLICE axis0=0 row0=10.0,11.0,12.0 row1=20.0,21.0,22.0
SLICE axis0=1 row0=30.0,31.0,32.0 row1=40.0,41.0,42.0
COORDINATE 1,0,2
TERM axis=0 index=1 stride=6 contribution=6
TERM axis=1 index=0 stride=3 contribution=0
TERM axis=2 index=2 stride=1 contribution=2
OFFSET 8
VALUE 32.0
COORDINATE 1,2,0
REFUSED IndexOutOfBounds(axis=1, index=2, dimension=2)
"""


def test_the_trace_of_the_frozen_tensor(capsys):
    main()

    assert capsys.readouterr().out == TRACE


def test_the_module_prints_it(repository):
    run = subprocess.run(
        [sys.executable, "-m", "tensorlib.trace"],
        cwd=repository,
        capture_output=True,
        text=True,
        check=True,
    )

    assert (run.stdout, run.stderr) == (TRACE, "")


def test_values_are_exact_decimal_text():
    tensor = Tensor((1, 4), [0.1, 1e22, -0.0, float("inf")])

    assert list(trace_lines(tensor))[3:] == [
        "BUFFER 0.1,10000000000000000000000.0,-0.0,inf",
        "SLICE row0=0.1,10000000000000000000000.0,-0.0,inf",
    ]


def test_the_slices_hold_the_buffer_once():
    tensor = Tensor.from_array(np.arange(24.0).reshape(2, 1, 3, 4))
    lines = list(trace_lines(tensor))
    in_rows = [
        value
        for line in lines
        if line.startswith("SLICE axis0=")
        for part in line.split(" row")[1:]
        for value in part.partition("=")[2].split(",")
    ]

    assert in_rows == lines[3].removeprefix("BUFFER ").split(",")
    assert lines[5].startswith("SLICE axis0=1 axis1=0 row0=12.0,13.0,14.0,15.0 row1=")


def test_scalars_and_empty_tensors():
    assert list(trace_lines(Tensor((), [7]), ())) == [
        "SHAPE ",
        "STRIDES ",
        "LENGTH 1",
        "BUFFER 7.0",
        "SLICE row0=7.0",
        "COORDINATE ",
        "OFFSET 0",
        "VALUE 7.0",
    ]
    assert list(trace_lines(Tensor((2, 0, 3), []), (0, 0, 0)))[1:] == [
        "STRIDES 0,3,1",
        "LENGTH 0",
        "BUFFER ",
        "SLICE axis0=0",
        "SLICE axis0=1",
        "COORDINATE 0,0,0",
        "REFUSED IndexOutOfBounds(axis=1, index=0, dimension=0)",
    ]


def test_whatever_is_no_coordinate_is_refused():
    lines = list(trace_lines(frozen_tensor(), (1, 0), 10**5000))

    assert lines[-4:] == [
        "COORDINATE 1,0",
        "REFUSED RankMismatch(expected=3, actual=2)",
        "COORDINATE <integer of 16610 bits>",
        f"REFUSED InvalidCoordinate(coordinate={hex(10**5000)})",
    ]
