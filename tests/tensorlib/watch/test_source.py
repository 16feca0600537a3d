"""Where an operation stands in the user's code, and what its operands are called there."""

from __future__ import annotations

import numpy as np
import pytest

from tensorlib import watch_broadcasts
from tensorlib.watch.source import Place

# A row and a column stretch each other, so that using them together is an event.
ROW, COLUMN = np.zeros(3), np.zeros((3, 1))


def _places(run):
    """Return where the events of some code stand."""
    with watch_broadcasts() as watch:
        run(watch(ROW), watch(COLUMN))
    return [event.place for event in watch.events]


def _places_in(text, path):
    """Return the same for the text of a file, which has the names `x` and `y`."""
    code = compile(text, str(path), "exec")
    return _places(lambda x, y: exec(code, {"x": x, "y": y, "np": np, "pair": [x, y]}))


def test_an_operator():
    def run(left, right):
        left + right

    (place,) = _places(run)
    assert place == Place(
        __file__, run.__code__.co_firstlineno + 1, "left + right", ("left", "right")
    )


@pytest.mark.parametrize(
    ("line", "code", "operands"),
    [
        ("x + y", "x + y", ("x", "y")),
        ("y < x", "y < x", ("y", "x")),
        ("z = x @ np.eye(3) - -y", "x @ np.eye(3) - -y", ("(x @ np.eye(3))", "(-y)")),
        ("np.add(x, y)", "np.add(x, y)", ("x", "y")),
        ("np.where(x > 1, y, 0)", "np.where(x > 1, y, 0)", ("(x > 1)", "y", "0")),
        ("[n for n in [x[:] - pair[1]]]", "x[:] - pair[1]", ("x[:]", "pair[1]")),
        ("'größe', x + y", "x + y", ("x", "y")),
        ("z = (x +\n   y)", "x + y", ("x", "y")),
        ("if x is not None: x - y", "x - y", ("x", "y")),
        ("z = y * np.ones((3, 3))\nz += x[None] + y", "x[None] + y", ("x[None]", "y")),
    ],
)  # fmt: skip
def test_the_expression_and_its_operands(tmp_path, line, code, operands):
    path = tmp_path / "user.py"
    path.write_text(line, encoding="utf-8")
    (place,) = _places_in(line, path)

    assert (place.code, place.operands) == (code, operands)
    assert str(place) == f"user.py:{place.line}: {code}"


@pytest.mark.parametrize(
    "line",
    [
        "np.add(*pair)",
        "(lambda f: f(x1=3, *pair))(lambda a, b, x1: np.add(*[a, b]))",
        "x + y[len('a name that is much too long to be shown') - 42:]",
    ],
)
def test_operands_that_cannot_be_told(tmp_path, line):
    path = tmp_path / "user.py"
    path.write_text(line, encoding="utf-8")
    (place,) = _places_in(line, path)

    assert place.operands == ()
    assert place.code in line


def test_each_of_several_on_a_line():
    places = _places(lambda x, y: (x - y) * (y + x[:, None].T) * np.add(x, y))

    assert [place.code for place in places] == ["x - y", "y + x[:, None].T", "np.add(x, y)"]


def test_an_assignment_in_place():
    def run(x, _):
        z = np.ones((3, 3)) * x[None]
        z += x
        z[1:] = x

    assert [(place.code, place.operands) for place in _places(run)] == [
        ("z += x", ("z", "x")),
        ("z[1:] = x", ("z[1:]", "x")),
    ]


def test_code_without_a_source():
    (place,) = _places_in("\nx + y", "<made>")

    assert place == Place("<made>", 2, "", ())
    assert str(place) == "line 2"


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("model/loss.py", "loss.py:7: a + b"),
        ("<stdin>", "line 7: a + b"),
        ("/tmp/ipykernel_123/456.py", "line 7: a + b"),
    ],
)
def test_what_a_place_is_called(file, text):
    assert str(Place(file, 7, "a + b", ("a", "b"))) == text


# numpy.linspace multiplies a column of steps by the row of distances.
def test_what_numpy_does_inside_is_nobodys():
    assert _places(lambda row, _: np.linspace(row, 1, 5)) == []
    assert len(_places(lambda row, _: np.arange(5).reshape(-1, 1) * row)) == 1
