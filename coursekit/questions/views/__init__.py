"""The questions of the second unit: other readings of the same buffer."""

from coursekit.questions.views.arrays import (
    array_strides_of,
    squeezed_shape_of,
    transposed_vector_of,
)
from coursekit.questions.views.demo import judge_view, view_question
from coursekit.questions.views.heads import verdict_of
from coursekit.questions.views.layouts import (
    CONTIGUOUS_FUNCTIONS,
    FLAT_FUNCTIONS,
    ORDER_FUNCTIONS,
    flat_stride,
    is_contiguous,
    offsets_in_order,
)
from coursekit.questions.views.memory import (
    expanded_strides_of,
    kept_bytes_of,
    logical_bytes_of,
    stored_bytes_of,
)
from coursekit.questions.views.merging import (
    contiguous_among,
    contiguous_transposes,
    flat_among,
    flat_refusal_of,
    viewed_strides_of,
)
from coursekit.questions.views.reading import (
    head_of,
    joined_token_of,
    repeated_values_of,
    reshaped_values_of,
    transposed_values_of,
)
from coursekit.questions.views.slices import base_offset_of, sliced_shape_of, sliced_strides_of
from coursekit.questions.views.transposes import (
    moved_by_permuting,
    permuted_offset_of,
    permuted_shape_of,
    permuted_strides_of,
)
from coursekit.questions.views.writing import (
    aliased_write_of,
    positions_sharing,
    seen_through_expand,
    seen_through_reshape,
    shape_after_reshape,
)

__all__ = [
    "CONTIGUOUS_FUNCTIONS",
    "FLAT_FUNCTIONS",
    "ORDER_FUNCTIONS",
    "aliased_write_of",
    "array_strides_of",
    "base_offset_of",
    "contiguous_among",
    "contiguous_transposes",
    "expanded_strides_of",
    "flat_among",
    "flat_refusal_of",
    "flat_stride",
    "head_of",
    "is_contiguous",
    "joined_token_of",
    "judge_view",
    "kept_bytes_of",
    "logical_bytes_of",
    "moved_by_permuting",
    "offsets_in_order",
    "permuted_offset_of",
    "permuted_shape_of",
    "permuted_strides_of",
    "positions_sharing",
    "repeated_values_of",
    "reshaped_values_of",
    "seen_through_expand",
    "seen_through_reshape",
    "shape_after_reshape",
    "sliced_shape_of",
    "sliced_strides_of",
    "squeezed_shape_of",
    "stored_bytes_of",
    "transposed_values_of",
    "transposed_vector_of",
    "verdict_of",
    "view_question",
    "viewed_strides_of",
]
