"""The questions of the fourth unit: what is real in a batch, and what reads it."""

from coursekit.questions.padding.averages import (
    guarded_mean_of,
    guarded_verdict_of,
    mean_of_means_of,
    token_mean_of,
)
from coursekit.questions.padding.demo import judge_last
from coursekit.questions.padding.fills import entry_of, masked_row_of, weight_on_padding_of
from coursekit.questions.padding.last import (
    LAST_FUNCTIONS,
    last_index_of,
    last_indices,
    recipe_index_of,
    rows_reading,
)
from coursekit.questions.padding.marks import attended_of, ignoring_row_of, mask_row_of
from coursekit.questions.padding.masking import (
    MASK_FUNCTIONS,
    mask_rows,
    padding_count_of,
    padding_share_of,
)
from coursekit.questions.padding.mixing import recipe_verdict_of, refusal_of, stated_side_verdict_of
from coursekit.questions.padding.pooling import (
    MEAN_FUNCTIONS,
    PooledRow,
    masked_mean_of,
    plain_mean_of,
    row_means,
    zeroed_mean_of,
)
from coursekit.questions.padding.positions import next_position_of, positions_of

__all__ = [
    "LAST_FUNCTIONS",
    "MASK_FUNCTIONS",
    "MEAN_FUNCTIONS",
    "PooledRow",
    "attended_of",
    "entry_of",
    "guarded_mean_of",
    "guarded_verdict_of",
    "ignoring_row_of",
    "judge_last",
    "last_index_of",
    "last_indices",
    "mask_row_of",
    "mask_rows",
    "masked_mean_of",
    "masked_row_of",
    "mean_of_means_of",
    "next_position_of",
    "padding_count_of",
    "padding_share_of",
    "plain_mean_of",
    "positions_of",
    "recipe_index_of",
    "recipe_verdict_of",
    "refusal_of",
    "row_means",
    "rows_reading",
    "stated_side_verdict_of",
    "token_mean_of",
    "weight_on_padding_of",
    "zeroed_mean_of",
]
