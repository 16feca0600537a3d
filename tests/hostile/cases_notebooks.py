"""Submissions whose cells were lost, doubled, changed or moved, by accident or on purpose."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import nbformat
from nbformat.v4 import new_code_cell, new_markdown_cell

from tests.hostile.case import BUFFER, MENDED, SUMS, TAMPERED, Case, Kind
from tests.hostile.cases_patching import WRONG
from tests.hostile.papers import Paper, copied, text_of

_MAXIMUM = {SUMS: 10, BUFFER: 50}
Edit = Callable[[Paper], Any]


def mended(name: str, edit: Edit, unit: str = SUMS, flags: tuple[str, ...] | None = MENDED) -> Case:
    """Return a case with all answers right, whose damage costs nothing."""
    return Case(name, Kind.NOTEBOOKS, _MAXIMUM[unit], unit=unit, edit=edit, flags=flags)


def _copy_test(paper: Paper) -> None:
    where = paper.position("total_test")
    paper.notebook.cells.insert(where + 1, copied(paper.cell("total_test")))


def _copy_test_before(paper: Paper) -> None:
    paper.notebook.cells.insert(1, copied(paper.cell("half_test")))


def _copy_answer(paper: Paper) -> None:
    again = copied(paper.cell("lucky"))
    again.id = "again"
    paper.notebook.cells.insert(paper.position("lucky") + 1, again)


def _remove(*names: str) -> Edit:
    def edit(paper: Paper) -> None:
        for name in names:
            paper.notebook.cells.remove(paper.cell(name))

    return edit


def _strip(paper: Paper) -> None:
    for cell in paper.notebook.cells:
        cell.metadata = nbformat.from_dict({})


def _strip_some(paper: Paper) -> None:
    for cell in paper.notebook.cells[::2]:
        cell.metadata = nbformat.from_dict({})


def _strip_and_renumber(paper: Paper) -> None:
    _strip(paper)
    for number, cell in enumerate(paper.notebook.cells):
        cell.id = f"{number:08x}"
    paper.notebook.metadata = nbformat.from_dict({})


def _retype(name: str, kind: str) -> Edit:
    def edit(paper: Paper) -> None:
        cell = paper.cell(name)
        cell.cell_type = kind
        cell.pop("outputs", None)
        cell.pop("execution_count", None)

    return edit


def _mark(name: str, **marks: Any) -> Edit:
    def edit(paper: Paper) -> None:
        paper.cell(name).metadata["nbgrader"].update(marks)

    return edit


def _metadata(**parts: Any) -> Edit:
    def edit(paper: Paper) -> None:
        paper.notebook.metadata.update(nbformat.from_dict(parts))

    return edit


def _no_ids(paper: Paper) -> None:
    for cell in paper.notebook.cells:
        cell.pop("id", None)
    paper.notebook.nbformat_minor = 4


def _same_ids(paper: Paper) -> None:
    text = text_of(paper.notebook)
    for cell in paper.notebook.cells:
        text = text.replace(f'"id": "{cell.id}"', '"id": "same"')
    paper.raw = text.encode()


def _shuffle(paper: Paper) -> None:
    """Move each answer with its test behind the next one."""
    cells = paper.notebook.cells
    for name in ("lucky", "words"):
        moved = [paper.cell(name), paper.cell(f"{name}_test")]
        for cell in moved:
            cells.remove(cell)
        cells.extend(moved)


def _tests_last(paper: Paper) -> None:
    tests = list(paper.tests())
    for cell in tests:
        paper.notebook.cells.remove(cell)
    paper.notebook.cells.extend(tests)


def _split(paper: Paper) -> None:
    paper.write("column", "numbers = np.arange(1.0, 4.0)")
    paper.add("column", "column = numbers[:, None]", after=1)


def _extra(paper: Paper) -> None:
    for name in ("total", "half"):
        paper.add(name, "print('my own notes')")
        paper.notebook.cells.insert(paper.position(name), new_markdown_cell("My notes"))
    paper.notebook.cells.append(new_code_cell("1 / 0"))


def _renamed_ids(paper: Paper) -> None:
    for cell in paper.notebook.cells:
        if "nbgrader" in cell.metadata:
            cell.metadata["nbgrader"]["grade_id"] += "-copy"


def _old_version(paper: Paper) -> None:
    paper.raw = nbformat.writes(nbformat.convert(copied(paper.notebook), 3), version=3).encode()


def _odd_marks(paper: Paper) -> None:
    odd_ones: tuple[Any, ...] = (None, 7, [], "x", {"grade_id": 7}, {})
    for cell, odd in zip(paper.tests(), odd_ones, strict=True):
        cell.metadata["nbgrader"] = odd


def tampered(name: str, edit: Edit, score: float = 0) -> Case:
    """Return a case with all answers wrong, and something done to tests or set-up."""
    return Case(name, Kind.NOTEBOOKS, score, answers=WRONG, edit=edit, flags=TAMPERED)


def _pass(paper: Paper) -> None:
    for cell in paper.tests():
        cell.source = "pass"


def _soften(paper: Paper) -> None:
    for cell in paper.tests():
        cell.source = cell.source.replace("assert ", "assert True or ")


def _wrong_setup(paper: Paper) -> None:
    paper.cell("sums_setup").source = "import numpy as np\nnp.array_equal = lambda *a: True"


def _answers_in_tests(paper: Paper) -> None:
    paper.cell("lucky_test").source = "lucky = 40917"


CASES = (
    mended("copied a test", _copy_test),
    mended("copied a test to the beginning", _copy_test_before),
    mended("copied an answer", _copy_answer),
    mended("deleted a test", _remove("lucky_test")),
    mended(
        "deleted every test",
        _remove("total_test", "lucky_test", "column_test", "words_test", "half_test", "other_test"),
    ),
    mended("deleted the set-up", _remove("sums_setup")),
    mended(
        "deleted two tests of the course",
        _remove("flat_buffer_order_test", "flat_buffer_empty_test"),
        BUFFER,
    ),
    mended("lost all metadata", _strip),
    mended("lost all metadata of the course", _strip, BUFFER),
    mended("lost some metadata", _strip_some),
    mended("lost metadata and ids", _strip_and_renumber),
    mended("turned a test into text", _retype("words_test", "markdown")),
    mended("turned a test into raw text", _retype("words_test", "raw")),
    mended("turned an answer into text", _retype("lucky", "markdown")),
    mended("turned the set-up into text", _retype("sums_setup", "markdown")),
    mended(
        "has an unknown kernel",
        _metadata(kernelspec={"name": "my-env", "display_name": "x"}),
        flags=None,
    ),
    mended("has no kernel", lambda paper: paper.notebook.metadata.clear(), flags=None),
    mended("has no cell ids", _no_ids, flags=None),
    mended("has one id for all cells", _same_ids, flags=None),
    mended("moved its answers", _shuffle, flags=None),
    mended("moved the tests to the end", _tests_last, flags=None),
    mended("split an answer", _split, flags=()),
    mended("has cells of its own", _extra, flags=()),
    mended("renamed every id", _renamed_ids),
    mended("is an old notebook", _old_version),
    mended("is an old notebook of the course", _old_version, BUFFER),
    mended("has odd marks", _odd_marks),
    mended(
        "has widgets without a state",
        _metadata(widgets={"application/vnd.jupyter.widget-state+json": {"version_major": 2}}),
        flags=None,
    ),
    Case(
        "wants more points",
        Kind.NOTEBOOKS,
        9,
        answers={"lucky": "lucky = 1"},
        edit=_mark("lucky_test", points=1000),
    ),
    Case(
        "wants no points lost",
        Kind.NOTEBOOKS,
        9,
        answers={"lucky": "lucky = 1"},
        edit=_mark("lucky_test", points=0, grade=False, locked=False, solution=True),
    ),
    Case(
        "hands its answer to another test",
        Kind.NOTEBOOKS,
        (7, 9),
        answers={"lucky": "lucky = 1"},
        edit=_mark("lucky_test", grade_id="total_test"),
    ),
    Case(
        "deleted an answer",
        Kind.NOTEBOOKS,
        9,
        edit=_remove("lucky"),
        reasons={"lucky_test": "not answered"},
    ),
    tampered("replaced the tests by pass", _pass),
    tampered("softened the asserts", _soften),
    tampered("changed the set-up", _wrong_setup),
    Case(
        "answers in a test",
        Kind.NOTEBOOKS,
        9,
        answers={"lucky": "lucky = 1"},
        edit=_answers_in_tests,
        flags=TAMPERED,
    ),
)
