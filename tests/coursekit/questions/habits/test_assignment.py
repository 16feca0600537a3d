"""The sixth unit's assignment: what is right, worked out by hand."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from coursekit.build.text import read_text
from coursekit.questions import CATALOGUE
from coursekit.questions.habits.model import SLIPS, broken
from coursekit.questions.misconceptions import Shows
from coursekit.sample.sheet import Sheet
from tensorlib import PaddingSideError

UNIT = "06_habits"

# Bytes: 64·512·768·2; 8·12·1024·1024·2; 65536·65536·4. Heads are d / h wide: 7, 5, 7, 7, 11, 7.
# Who notices what is worked out in tests/tensorlib/test_noticing.py.
RIGHT: dict[str, Any] = {
    "bare": "PASSES",
    "no_checker": "PASSES",
    "checker_alone": "PASSES",
    "checker_rank": "REFUSED",
    "names_bound": "REFUSED",
    "names_equal": "PASSES",
    "empty_row": "NAN",
    "float_result": "float32",
    "float16_result": "REFUSED",
    "axis_357": "ANNOTATION",
    "axis_447": "VALUES",
    "axis_117": "NOBODY",
    "mask_35": "RUNTIME",
    "mask_44": "VALUES",
    "reshape_357": "VALUES",
    "bare_357": "SHAPES",
    "caught_mask": (1, 4),
    "caught_axis": (1, 3, 4),
    "caught_keepdims": (),
    "caught_reshape": (),
    "telling": (1, 5),
    "either_side": (3, 4),
    "stated_right": PaddingSideError("right", 1, "left"),
    "nothing_stated": PaddingSideError("left", 3, "right"),
    "embeddings_bytes": 50_331_648,
    "scores_bytes": 201_326_592,
    "difference_bytes": 17_179_869_184,
    "close_column": "TRUE",
    "close_axes": "TRUE",
    "close_sizes": "RAISES",
    "close_empty": "TRUE",
    "equal_column": "FALSE",
    "mask_line": 3,
    "last_line": 6,
    "sum_line": 7,
    "target_line": 10,
    "model_447": "SILENTLY_WRONG",
    "model_117": "CORRECT_BY_LUCK",
}


@pytest.fixture(scope="module")
def notebook(repository: Path) -> Any:
    return read_text(repository / "course" / UNIT / "assignment.py", UNIT).notebook


def test_every_right_answer_is_the_one_worked_out_by_hand(notebook: Any) -> None:
    parts = Sheet(notebook).parts

    assert {name: part.question.answer for name, part in parts.items()} == RIGHT


def test_every_belief_of_the_unit_is_asked_about(notebook: Any) -> None:
    own = {id_ for id_, one in CATALOGUE.items() if one.unit == UNIT and one.shows is Shows.ANSWER}

    assert own <= set(Sheet(notebook).beliefs())


def test_the_listing_in_the_text_is_the_one_that_is_run(notebook: Any) -> None:
    lines = [f"{n:>2}  {line}" for n, line in enumerate(broken(*SLIPS).splitlines(), start=1)]

    assert any("\n".join(lines) in cell.source for cell in notebook.cells)
