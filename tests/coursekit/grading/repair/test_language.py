"""Kernels that a submission names, and languages that it is in."""

from __future__ import annotations

import copy
from typing import Any

import nbformat
import pytest
from nbformat import NotebookNode

from coursekit.errors import NotebookError
from coursekit.grading.repair.language import kernel_flags

PYTHON = {"name": "python3", "display_name": "Python 3", "language": "python"}


def flags(source: NotebookNode, submitted: NotebookNode, **metadata: Any) -> tuple[str, ...]:
    named = copy.deepcopy(submitted)
    named.metadata = nbformat.from_dict(metadata)
    return kernel_flags(source, named)


@pytest.mark.parametrize(
    "metadata",
    [
        {"kernelspec": PYTHON, "language_info": {"name": "python", "version": "3.9"}},
        {"kernelspec": {"name": "python3"}},
        {"kernelspec": {"name": "conda-env-course-py", "language": "python"}},
        {"kernelspec": {"name": ".venv", "language": "Python"}},
        {"kernelspec": {"name": "python3.12"}},
        {"language_info": {"name": "python"}},
    ],
)
def test_any_python_raises_no_flag(
    source: NotebookNode, answered: NotebookNode, metadata: Any
) -> None:
    assert flags(source, answered, **metadata) == ()


@pytest.mark.parametrize(
    ("metadata", "flag"),
    [
        ({}, "the notebook named no kernel; it ran as Python"),
        ({"kernelspec": {"name": "xyz"}}, "the kernel xyz is not known; it ran as Python"),
        (
            {"kernelspec": {"name": "ir", "language": "R"}},
            "the notebook named the language r; it ran as Python",
        ),
    ],
)
def test_another_kernel_over_python_code_is_told(
    source: NotebookNode, answered: NotebookNode, metadata: Any, flag: str
) -> None:
    assert flags(source, answered, **metadata) == (f"mended: {flag}",)


def test_another_language_is_refused(source: NotebookNode, answered: NotebookNode) -> None:
    for cell in answered.cells:
        cell.source = "f <- function(x) { x }" if cell.cell_type == "code" else cell.source
    with pytest.raises(NotebookError) as caught:
        flags(source, answered, kernelspec={"name": "ir", "language": "R"})
    assert str(caught.value) == "the notebook's language is r; Python is expected"


def test_a_unit_that_names_no_kernel_asks_for_none(answered: NotebookNode) -> None:
    unnamed = copy.deepcopy(answered)
    unnamed.metadata.clear()
    assert flags(unnamed, answered) == ()
