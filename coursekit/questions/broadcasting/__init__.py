"""The questions of the third unit: which shapes meet, and what a fitting shape does not tell."""

from coursekit.questions.broadcasting.attention import RIGHT_ATTENTION, WRONG_ATTENTION
from coursekit.questions.broadcasting.axes import axis_dropped, axis_of_the_whole, reduced_shape_of
from coursekit.questions.broadcasting.bugs import BUGS
from coursekit.questions.broadcasting.demo import judge_mask, judge_mean, judge_training
from coursekit.questions.broadcasting.fits import (
    in_place_among,
    loud_among,
    named_sum_of,
    product_by_name_of,
)
from coursekit.questions.broadcasting.losses import (
    stretched_accuracy_of,
    stretched_fit_of,
    stretched_loss_of,
)
from coursekit.questions.broadcasting.masking import (
    mask_shape_for,
    nan_queries_of,
    padding_weight_of,
    row_under_bare_mask,
)
from coursekit.questions.broadcasting.rule import RULES, result_of
from coursekit.questions.broadcasting.training import RIGHT_LOSSES, WRONG_LOSSES
from coursekit.questions.broadcasting.verdicts import (
    mask_verdict_of,
    reduction_verdict_of,
    target_verdict_of,
)
from coursekit.questions.broadcasting.weights import WEIGHTS_FUNCTIONS, masked_weights

__all__ = [
    "BUGS",
    "RIGHT_ATTENTION",
    "RIGHT_LOSSES",
    "RULES",
    "WEIGHTS_FUNCTIONS",
    "WRONG_ATTENTION",
    "WRONG_LOSSES",
    "axis_dropped",
    "axis_of_the_whole",
    "in_place_among",
    "judge_mask",
    "judge_mean",
    "judge_training",
    "loud_among",
    "mask_shape_for",
    "mask_verdict_of",
    "masked_weights",
    "named_sum_of",
    "nan_queries_of",
    "padding_weight_of",
    "product_by_name_of",
    "reduced_shape_of",
    "reduction_verdict_of",
    "result_of",
    "row_under_bare_mask",
    "stretched_accuracy_of",
    "stretched_fit_of",
    "stretched_loss_of",
    "target_verdict_of",
]
