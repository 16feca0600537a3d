"""Which names cells read and bind."""

from __future__ import annotations

import pytest

from coursekit.grading.trusted.names import names_bound, names_read, python_of


@pytest.mark.parametrize(
    ("code", "read"),
    [
        ("assert offset == 8", {"offset"}),
        ("offset = 3\nassert offset == 3", set()),
        ("total += 1", {"total"}),
        ("import numpy as np\nnp.sum(a)", {"a"}),
        ("[x for x in xs if x > y]", {"xs", "y"}),
        ("lambda q: q + r", {"r"}),
        ("def check():\n    return helper(z)\ndef helper(v):\n    return v\ncheck()", {"z"}),
        ("for i in range(n):\n    print(i)", {"n"}),
        ("class A(B):\n    c = d\n    def m(self):\n        return e", {"B", "d", "e"}),
        ("try:\n    f(1)\nexcept ValueError as error:\n    str(error)", {"f"}),
        ("with open(path) as file:\n    file.read()", {"path"}),
        ("%time f(x)", {"f", "x"}),
        ("%%capture out\nf(x)", {"f", "x"}),
        ("%%bash\necho $x", set()),  # what is no Python reads nothing that is seen
        ("print(f'{value!r:>{width}}')", {"value", "width"}),
        ("x = x", {"x"}),
        ("", set()),
    ],
)
def test_names_read(code: str, read: set[str]) -> None:
    assert names_read(code) == read


@pytest.mark.parametrize(
    ("code", "bound"),
    [
        ("a = b = 1", {"a", "b"}),
        ("(p, q), *rest = values", {"p", "q", "rest"}),
        ("import os.path\nfrom math import pi as circle", {"os", "circle"}),
        ("def f():\n    inner = 1", {"f"}),
        ("def f():\n    global g\n    g = 1", {"f", "g"}),
        ("class A:\n    x = 1", {"A"}),
        ("if (n := 3) > 2:\n    m = n", {"n", "m"}),
        ("[k for k in range(3)]", set()),
        ("for i in range(3):\n    j = i", {"i", "j"}),
        ("a[0] = 1\nb.c = 2", set()),
    ],
)
def test_names_bound(code: str, bound: set[str]) -> None:
    assert names_bound(code) == bound


def test_a_cell_that_is_not_python_is_a_syntax_error() -> None:
    with pytest.raises(SyntaxError, match="'\\(' was never closed"):
        names_read("f(")


def test_magics_become_calls() -> None:
    assert python_of("%matplotlib inline") == (
        "get_ipython().run_line_magic('matplotlib', 'inline')\n"
    )
