"""The questions of the first unit: how a coordinate becomes one place in one flat buffer."""

from coursekit.questions.flat_buffer.access import OFFSET_FUNCTIONS, checked_offset, refusal_of
from coursekit.questions.flat_buffer.demo import judge_offset, outcome_of
from coursekit.questions.flat_buffer.places import coordinate_at, offset_of, terms_of, value_at
from coursekit.questions.flat_buffer.storage import (
    buffer_after,
    construction_error_of,
    rank_of,
    size_of,
)
from coursekit.questions.flat_buffer.strides import STRIDES_FUNCTIONS, strides_of
from coursekit.questions.flat_buffer.unchecked import unchecked_offset_of, unchecked_value_of

__all__ = [
    "OFFSET_FUNCTIONS",
    "STRIDES_FUNCTIONS",
    "buffer_after",
    "checked_offset",
    "construction_error_of",
    "coordinate_at",
    "judge_offset",
    "offset_of",
    "outcome_of",
    "rank_of",
    "refusal_of",
    "size_of",
    "strides_of",
    "terms_of",
    "unchecked_offset_of",
    "unchecked_value_of",
    "value_at",
]
