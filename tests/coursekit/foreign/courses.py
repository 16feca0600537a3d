"""Three courses of other people: an introduction, one with data, and one that needs objects."""

from __future__ import annotations

from tests.coursekit.foreign.writing import answer, code, essay, graded, locked, notebook, text

INTRODUCTION = notebook(
    text("# Problem set 1"),
    code("from math import *\nimport random"),
    locked("helpers", '''
def check_area(expected, *sides):
    """Compare what the student's own function gives."""
    assert area(*sides) == expected, f"area{sides} should be {expected}"
LIMIT = 10
'''),
    answer("area", "return width * height", "def area(width, height):"),
    graded("area-test", "from operator import eq\ncheck_area(6, 2, 3)", 2,
           "for k in range(LIMIT):\n    check_area(k * k, k, k)"),
    answer("names", "import string\nletters = list(string.ascii_lowercase[:3])\n"
           "count = len(letters)"),
    graded("names-test", "assert eq(letters, ['a', 'b', 'c'])\nassert count == 3", 1),
    code("doubled = [2 * count, count]"),
    graded("shown-test", "assert doubled == [6, 3]\nassert sqrt(16) == 4", 1),
    answer("apply", "return [function(x) for x in values]", "def apply(function, values):"),
    graded("apply-test", "points = 0\nif apply(abs, [-1]) == [1]:\n    points += 1\n"
           "if apply(lambda x: x + 1, (1, 2)) == [2, 3]:\n    points += 1.5\npoints", 2.5),
    answer("shared", "shared = [1]"),
    graded("shared-test", "assert string.ascii_lowercase.startswith('abc')\nshared.append(2)\n"
           "assert shared == [1, 2]\nassert_true = shared == [1, 2]", 1),
    graded("shown-again-test", "import numpy as np\nnp.testing.assert_allclose(shared[0], 1)", 1),
    essay("why", "Because.", 2),
)  # fmt: skip

BLANK_INTRODUCTION: dict[str, float | None] = {"why": 0.0}

DATA = notebook(
    code("%matplotlib inline\nimport csv\nimport numpy as np\nimport helpers"),
    code("with open('data/heights.csv') as file:\n    rows = list(csv.DictReader(file))\n"
         "heights = np.array([float(row['height']) for row in rows])"),
    answer("mean", "return float(values.mean())", "def mean(values):"),
    graded("mean-test", "assert np.isclose(mean(heights), 1.75)", 1,
           "assert np.isclose(mean(np.array([1.0, 2.0])), helpers.middle(1, 2))"),
    answer("tall", "return values[values > limit]", "def tall(values, limit):"),
    graded("tall-test", "%time found = tall(heights, 1.7)\n"
           "np.testing.assert_array_equal(found, [1.8, 1.9])", 2),
    answer("read", "with open('data/heights.csv') as file:\n    lines = file.read().splitlines()"),
    graded("read-test", "assert lines[0] == 'name,height'\nassert len(lines) == 5", 1,
           "import os\nassert os.path.exists('data/heights.csv')"),
    code("limit = 5"),
    answer("over", "over = [n for n in range(8) if n > limit]"),
    graded("over-test", "assert over == [n for n in range(8) if n > limit]", 1),
    code("limit = 6"),
    answer("over2", "over = [n for n in range(8) if n > limit]"),
    graded("over2-test", "assert over == [7]\nassert limit == 6", 1),
)  # fmt: skip

DATA_FILES = {
    "data/heights.csv": "name,height\na,1.6\nb,1.7\nc,1.8\nd,1.9\n",
    "helpers.py": "def middle(a, b):\n    return (a + b) / 2\n",
}

MESSY = notebook(
    code("%matplotlib inline\nimport matplotlib.pyplot as plt\nimport random"),
    answer("point", "def __init__(self, x, y):\n    self.x, self.y = x, y\ndef norm(self):\n"
           "    return abs(self.x) + abs(self.y)", "class Point:"),
    graded("point-test", "assert Point(1, -2).norm() == 3", 1,
           "assert Point(0, 0).norm() == 0, 'SECRET-POINT'"),
    answer("evens", "yield from range(0, n, 2)", "def evens(n):"),
    graded("evens-test", "assert list(evens(5)) == [0, 2, 4]", 1),
    answer("plot", "fig, ax = plt.subplots()\nax.plot([1, 2], [3, 4])"),
    graded("plot-test", "assert len(ax.lines) == 1", 1),
    answer("greet", "print('Hello, ' + name)", "def greet(name):"),
    graded("greet-test", "import io\nfrom contextlib import redirect_stdout\n"
           "with redirect_stdout(io.StringIO()) as said:\n    greet('Ann')\n"
           "assert said.getvalue() == 'Hello, Ann\\n'", 1),
    answer("dice", "return random.randint(1, 6)", "def dice():"),
    graded("dice-test", "random.seed(3)\nfirst = [dice() for _ in range(20)]\nrandom.seed(3)\n"
           "assert first == [dice() for _ in range(20)]", 1),
    graded("magic-test", "%%capture said\ngreet('Ann')", 1),
    answer("plain", "return n + 1", "def plain(n):"),
    graded("plain-test", "assert plain(1) == 2", 1, "assert plain(41) == 42"),
)  # fmt: skip

NEEDING_OBJECTS = ("point-test", "evens-test", "plot-test", "greet-test", "dice-test")
