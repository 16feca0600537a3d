"""The questions of the fifth unit: what a tensor costs, and what a format makes of its numbers."""

from coursekit.questions.memory.blocks import (
    Block,
    block_bytes_of,
    growth_of,
    row_bytes_of,
    scores_shape_of,
)
from coursekit.questions.memory.demo import judge_block, judge_number
from coursekit.questions.memory.functions import (
    ATTENTION_FUNCTIONS,
    BYTES_FUNCTIONS,
    ROUNDING_FUNCTIONS,
    attention_bytes,
    round_to_bf16,
    tensor_bytes,
)
from coursekit.questions.memory.integers import int8_converted_of, int8_sum_of
from coursekit.questions.memory.limits import crossover_of, largest_batch_of, share_of
from coursekit.questions.memory.rounding import (
    fill_of,
    gradients_lost_of,
    gradients_overflowing_of,
    rounded_of,
    running_sum_of,
)
from coursekit.questions.memory.running import (
    loaded_bytes_of,
    row_time_of,
    throughput_gain_of,
    training_bytes_of,
    wait_growth_of,
)
from coursekit.questions.memory.sizes import (
    bytes_of,
    bytes_of_gib,
    count_of,
    fits_of,
    gib_of,
)
from coursekit.questions.memory.views import expanded_bytes_of, sliced_bytes_of

__all__ = [
    "ATTENTION_FUNCTIONS",
    "BYTES_FUNCTIONS",
    "ROUNDING_FUNCTIONS",
    "Block",
    "attention_bytes",
    "block_bytes_of",
    "bytes_of",
    "bytes_of_gib",
    "count_of",
    "crossover_of",
    "expanded_bytes_of",
    "fill_of",
    "fits_of",
    "gib_of",
    "gradients_lost_of",
    "gradients_overflowing_of",
    "growth_of",
    "int8_converted_of",
    "int8_sum_of",
    "judge_block",
    "judge_number",
    "largest_batch_of",
    "loaded_bytes_of",
    "round_to_bf16",
    "rounded_of",
    "row_bytes_of",
    "row_time_of",
    "running_sum_of",
    "scores_shape_of",
    "share_of",
    "sliced_bytes_of",
    "tensor_bytes",
    "throughput_gain_of",
    "training_bytes_of",
    "wait_growth_of",
]
