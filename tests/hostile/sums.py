"""A small course that somebody else might have written: plain asserts, no library of ours.

Ten points: `total` 3, `lucky` 1, `column` 2, `words` 1, `half` 2, `other` 1.
"""

from __future__ import annotations

from nbformat import NotebookNode, from_dict
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

LUCKY = "40917"  # an expected value that stands in a hidden test, and nowhere else
_HIDDEN = "{}\n### BEGIN HIDDEN TESTS\n{}\n### END HIDDEN TESTS"
_SOLUTION = "### BEGIN SOLUTION\n{}\n### END SOLUTION"
_FUNCTION = 'def {}:\n    """{}"""\n    ### BEGIN SOLUTION\n    {}\n    ### END SOLUTION'

_QUESTIONS = (
    (
        "total",
        3,
        _FUNCTION.format("total(numbers)", "Return the sum; 0 of none.", "return sum(numbers)"),
        "assert total([1, 2]) == 3",
        "given = [4, 5, 6]\nassert total(given) == 15, 'the sum of given'\n"
        "assert given == [4, 5, 6]\nassert total([]) == 0\nassert total((5, -5, 7)) == 7",
    ),
    (
        "lucky",
        1,
        "lucky = None\n" + _SOLUTION.format(f"lucky = {LUCKY}"),
        "assert lucky is not None",
        f"assert lucky == {LUCKY}, 'lucky is {LUCKY}'",
    ),
    (
        "column",
        2,
        "column = None\n" + _SOLUTION.format("column = np.arange(1.0, 4.0)[:, None]"),
        "assert isinstance(column, np.ndarray)",
        "assert column.shape == (3, 1)\nassert np.array_equal(column, [[1], [2], [3]])",
    ),
    (
        "words",
        1,
        "words = None\n" + _SOLUTION.format("words = ['alpha', 'beta']"),
        "assert len(words) == 2",
        "assert words == ['alpha', 'beta']\nassert [w.upper() for w in words] == ['ALPHA', 'BETA']",
    ),
    (
        "half",
        2,
        _FUNCTION.format(
            "half(number)",
            "Return half of an even number; refuse an odd one with a ValueError.",
            "if number % 2:\n        raise ValueError(f'{number} is odd')\n    return number // 2",
        ),
        "assert half(4) == 2",
        "assert half(10) == 5\ntry:\n    half(3)\nexcept ValueError:\n    pass\n"
        "else:\n    raise AssertionError('3 was halved')",
    ),
    (
        "other",
        1,
        "other = None\n" + _SOLUTION.format("other = 4"),
        "assert other is not None",
        "assert other != 3",
    ),
)
TESTS = {name: f"{name}_test" for name, *_ in _QUESTIONS}


def sums_source() -> NotebookNode:
    """Return the instructor's notebook, with solutions and hidden tests."""
    cells = [
        new_markdown_cell("# Sums\n\nSix short questions, ten points.", id="intro"),
        _marked(new_code_cell("import numpy as np"), "sums_setup", locked=True),
    ]
    for name, points, answer, visible, hidden in _QUESTIONS:
        test = new_code_cell(_HIDDEN.format(visible, hidden))
        cells += [
            new_markdown_cell(f"## Question: `{name}` ({points} points)", id=f"about-{name}"),
            _marked(new_code_cell(answer), name, solution=True),
            _marked(test, TESTS[name], grade=True, locked=True, points=points),
        ]
    metadata = {
        "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
        "language_info": {"name": "python"},
    }
    made: NotebookNode = new_notebook(cells=cells, metadata=metadata)
    return made


def _marked(cell: NotebookNode, grade_id: str, **marks: object) -> NotebookNode:
    usual = {"schema_version": 3, "grade": False, "solution": False, "locked": False, "task": False}
    cell.metadata["nbgrader"] = from_dict({**usual, "grade_id": grade_id, **marks})
    cell.id = grade_id
    return cell
