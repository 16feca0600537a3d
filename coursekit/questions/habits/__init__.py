"""The questions of the sixth unit: four habits, and who notices what without them."""

from coursekit.questions.habits.annotations import (
    empty_row_of,
    guarded_call_of,
    widened_format_of,
)
from coursekit.questions.habits.choosing import telling_sizes_of
from coursekit.questions.habits.closeness import AGREES_FUNCTIONS, agrees, closeness_of
from coursekit.questions.habits.costs import stretched_bytes_of
from coursekit.questions.habits.model import (
    LOSSES,
    first_stop_of,
    model_case,
    model_loss,
    model_verdict_of,
    wrong_line_of,
)
from coursekit.questions.habits.noticing import (
    judge_noticing,
    noticed_first_of,
    shape_test_sizes_of,
)
from coursekit.questions.habits.pools import RIGHT_POOLS, WRONG_POOLS
from coursekit.questions.habits.sides import either_side_of, refused_side_of

__all__ = [
    "AGREES_FUNCTIONS",
    "LOSSES",
    "RIGHT_POOLS",
    "WRONG_POOLS",
    "agrees",
    "closeness_of",
    "either_side_of",
    "empty_row_of",
    "first_stop_of",
    "guarded_call_of",
    "judge_noticing",
    "model_case",
    "model_loss",
    "model_verdict_of",
    "noticed_first_of",
    "refused_side_of",
    "shape_test_sizes_of",
    "stretched_bytes_of",
    "telling_sizes_of",
    "widened_format_of",
    "wrong_line_of",
]
