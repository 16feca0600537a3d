# ---
# jupyter:
#   kernelspec:
#     display_name: Python 3 (ipykernel)
#     language: python
#     name: python3
# ---

# %% [markdown]
# # Padding: what is real
#
# Twelve sets of predictions, then three functions in Python or numpy. There are 66 points. Padding rarely stops a program, so
# draw the batches of this assignment on paper and mark what is real before you count.
#
# **How it works**
#
# * An answer cell gives a name the value `None`. Put your answer in its place, and delete the lines below it that
#   raise an error.
# * The cell after it checks only whether your answer has the right *form*. Whether it is *right* you learn when your work has
#   been graded; where a wrong answer gives away a common mix-up, you will be told which.
# * Where a question has several parts, each part counts by itself. Leave a part at `None` if you do not know.
# * Tuples may be written in round or square brackets. A tuple with one entry has a comma: `(2,)`. One without entries is `()`.
#
# **Four words** say what becomes of an operation on a batch:
#
# | word | what happens |
# |---|---|
# | `"RAISES"` | it is refused with an error |
# | `"CORRECT"` | it does what is meant, for every batch padded on this side |
# | `"CORRECT_BY_LUCK"` | the result is right, but only for this batch |
# | `"SILENTLY_WRONG"` | it runs, and the result is wrong |
#
# Please leave the locked cells as they are.

# %% nbgrader={"grade": false, "grade_id": "padding_setup", "locked": true, "schema_version": 3, "solution": false, "task": false}
import numpy as np

from coursekit.questions import (
    Choice,
    Integer,
    Integers,
    Number,
    Numbers,
    check_call,
    check_forms,
)
from coursekit.questions.arrayforms import RoundedArray
from coursekit.questions.maskforms import IntegerRow, MaskTable

VERDICT = Choice("RAISES", "CORRECT", "CORRECT_BY_LUCK", "SILENTLY_WRONG")
ENTRY = Choice("zero", "minus infinity", "NaN")
ROW = Choice("zeros", "uniform", "NaN")
REFUSAL = Choice("MaskError", "PaddingSideError", "no error")

# %% [markdown]
# Throughout, a batch has **B** rows, one for each sequence, and **T** positions in each row; **d** numbers stand at each
# position. In this course's masks, 1 or True marks what is **real**. Everything is counted from zero: rows, positions, indices.

# %% [markdown]
# ## 1. How much is padding (3 points)
#
# Four sequences of lengths 8, 4, 6 and 2 stand in a batch with T = 8. How many positions are padding, and which part of the
# batch is that?
#
# *Answer with an integer, and with a number from 0 to 1. For lengths 3 and 1 with T = 4 it would be `4` and `0.5`.*

# %% nbgrader={"grade": false, "grade_id": "padding_lengths", "locked": false, "schema_version": 3, "solution": true, "task": false}
padded_positions = None
padded_share = None
### BEGIN SOLUTION
padded_positions = 0 + 4 + 2 + 6
padded_share = 12 / (4 * 8)
### END SOLUTION

# %% nbgrader={"grade": true, "grade_id": "padding_lengths_test", "locked": true, "points": 3, "schema_version": 3, "solution": false, "task": false} tags=["fact-B9"]
check_forms(
    padded_positions=(padded_positions, Integer()),
    padded_share=(padded_share, Number()),
)
### BEGIN HIDDEN TESTS
from coursekit.questions import Part, mark_parts
from coursekit.questions.padding import padding_count_of, padding_share_of

lengths = (8, 4, 6, 2)
mark_parts(
    Part("padded_positions", padding_count_of(lengths, 8), padded_positions),
    Part("padded_share", padding_share_of(lengths, 8), padded_share, 2),
)
### END HIDDEN TESTS

# %% [markdown]
# ## 2. The mask (2 points)
#
# A row holds a sequence of length 2, and T = 5. Write its mask as this course has it, once with padding on the right and once
# with padding on the left.
#
# *Answer with two tuples of five ones and zeros. For length 1 and T = 3, padding on the right, it would be `(1, 0, 0)`.*

# %% nbgrader={"grade": false, "grade_id": "padding_mask_rows", "locked": false, "schema_version": 3, "solution": true, "task": false}
mask_right = None
mask_left = None
### BEGIN SOLUTION
mask_right = (1, 1, 0, 0, 0)
mask_left = (0, 0, 0, 1, 1)
### END SOLUTION

# %% nbgrader={"grade": true, "grade_id": "padding_mask_rows_test", "locked": true, "points": 2, "schema_version": 3, "solution": false, "task": false} tags=["fact-B9"]
check_forms(mask_right=(mask_right, Integers(5)), mask_left=(mask_left, Integers(5)))
### BEGIN HIDDEN TESTS
from coursekit.questions import Part, mark_parts
from coursekit.questions.padding import mask_row_of

mark_parts(
    Part("mask_right", mask_row_of(2, 5, "right"), mask_right),
    Part("mask_left", mask_row_of(2, 5, "left"), mask_left),
)
### END HIDDEN TESTS

# %% [markdown]
# ## 3. The other polarity (4 points)
#
# Another library also wants a mask, but in it a 1 means *ignore this position*. A row of length 3 with T = 5 is padded on the
# **left**.
#
# * Which mask does that library need for this row?
# * Somebody hands it the mask of this course, unchanged. Which positions are attended to?
#
# *Answer with a tuple of five ones and zeros, and with a tuple of positions. For length 2 and T = 3, padded on the right, it
# would be `(0, 0, 1)` and `(2,)`.*

# %% nbgrader={"grade": false, "grade_id": "padding_polarity", "locked": false, "schema_version": 3, "solution": true, "task": false}
ignoring_mask = None
attended_by_mistake = None
### BEGIN SOLUTION
ignoring_mask = (1, 1, 0, 0, 0)
attended_by_mistake = (0, 1)
### END SOLUTION

# %% nbgrader={"grade": true, "grade_id": "padding_polarity_test", "locked": true, "points": 4, "schema_version": 3, "solution": false, "task": false}
check_forms(
    ignoring_mask=(ignoring_mask, Integers(5)),
    attended_by_mistake=(attended_by_mistake, Integers()),
)
### BEGIN HIDDEN TESTS
from coursekit.questions import Part, mark_parts
from coursekit.questions.padding import attended_of, ignoring_row_of

mark_parts(
    Part("ignoring_mask", ignoring_row_of(3, 5, "left"), ignoring_mask, 2),
    Part("attended_by_mistake", attended_of(3, 5, "left"), attended_by_mistake, 2),
)
### END HIDDEN TESTS

# %% [markdown]
# ## 4. A mask that is added (3 points)
#
# To mask attention scores by addition, real positions need 0 and padding needs minus infinity. Two ways to make such a mask
# out of ones and zeros:
#
# * `(1 - mask) * -np.inf`
# * `np.where(mask == 1, 0.0, -np.inf)`
#
# What does the first hold at a real position, and what at padding? What does the second hold at a real position?
#
# *Answer with `"zero"`, `"minus infinity"` or `"NaN"`. For `np.where(mask == 1, 0.0, -np.inf)` at padding it would be
# `"minus infinity"`.*

# %% nbgrader={"grade": false, "grade_id": "padding_additive", "locked": false, "schema_version": 3, "solution": true, "task": false}
product_at_real = None
product_at_padding = None
where_at_real = None
### BEGIN SOLUTION
product_at_real = "NaN"  # 0 times minus infinity
product_at_padding = "minus infinity"
where_at_real = "zero"
### END SOLUTION

# %% nbgrader={"grade": true, "grade_id": "padding_additive_test", "locked": true, "points": 3, "schema_version": 3, "solution": false, "task": false} tags=["fact-C3"]
check_forms(
    product_at_real=(product_at_real, ENTRY),
    product_at_padding=(product_at_padding, ENTRY),
    where_at_real=(where_at_real, ENTRY),
)
### BEGIN HIDDEN TESTS
from coursekit.questions import Part, mark_parts
from coursekit.questions.padding import entry_of

mark_parts(
    Part("product_at_real", entry_of("product", 1), product_at_real),
    Part("product_at_padding", entry_of("product", 0), product_at_padding),
    Part("where_at_real", entry_of("choice", 1), where_at_real),
)
### END HIDDEN TESTS

# %% [markdown]
# ## 5. A row of nothing but padding (5 points)
#
# A row of scores has four keys with equal scores, and all four are padding. What weights does a plain softmax return if the
# mask adds minus infinity, and what if it adds −1e9? In the second case, how much of the weight lies on padding? And with
# which error does this course refuse lengths `[3, 0, 2]` for a batch with T = 3?
#
# *Answer with `"zeros"`, `"uniform"` or `"NaN"` twice, with a number from 0 to 1, and with `"MaskError"`,
# `"PaddingSideError"` or `"no error"`. For a row without any mask it would be `"uniform"`; for lengths `[3, 1, 2]` it would
# be `"no error"`.*

# %% nbgrader={"grade": false, "grade_id": "padding_empty_rows", "locked": false, "schema_version": 3, "solution": true, "task": false}
row_with_infinity = None
row_with_finite_fill = None
weight_on_padding = None
empty_row_error = None
### BEGIN SOLUTION
row_with_infinity = "NaN"
row_with_finite_fill = "uniform"
weight_on_padding = 4 * 0.25
empty_row_error = "MaskError"
### END SOLUTION

# %% nbgrader={"grade": true, "grade_id": "padding_empty_rows_test", "locked": true, "points": 5, "schema_version": 3, "solution": false, "task": false} tags=["fact-C3"]
check_forms(
    row_with_infinity=(row_with_infinity, ROW),
    row_with_finite_fill=(row_with_finite_fill, ROW),
    weight_on_padding=(weight_on_padding, Number()),
    empty_row_error=(empty_row_error, REFUSAL),
)
### BEGIN HIDDEN TESTS
from coursekit.questions import Part, mark_parts
from coursekit.questions.padding import masked_row_of, refusal_of, weight_on_padding_of

refusal = refusal_of((3, 0, 2), 3, "right", "right")
mark_parts(
    Part("row_with_infinity", masked_row_of(-np.inf, 4), row_with_infinity),
    Part("row_with_finite_fill", masked_row_of(-1e9, 4), row_with_finite_fill),
    Part("weight_on_padding", weight_on_padding_of(-1e9, 4), weight_on_padding, 2),
    Part("empty_row_error", refusal, empty_row_error),
)
### END HIDDEN TESTS

# %% [markdown]
# ## 6. The last token (4 points)
#
# Three sequences of lengths 2, 6 and 4 stand in a batch with T = 6. At which index is the last token of each row if the
# padding is on the right? And if it is on the left?
#
# *Answer with two tuples of three integers. For lengths 1 and 2 with T = 2, padding on the right, it would be `(0, 1)`.*

# %% nbgrader={"grade": false, "grade_id": "padding_last", "locked": false, "schema_version": 3, "solution": true, "task": false}
last_right = None
last_left = None
### BEGIN SOLUTION
last_right = (1, 5, 3)
last_left = (5, 5, 5)
### END SOLUTION

# %% nbgrader={"grade": true, "grade_id": "padding_last_test", "locked": true, "points": 4, "schema_version": 3, "solution": false, "task": false} tags=["fact-B9"]
check_forms(last_right=(last_right, Integers(3)), last_left=(last_left, Integers(3)))
### BEGIN HIDDEN TESTS
from coursekit.questions import Part, mark_parts
from coursekit.questions.padding import last_index_of

lengths = (2, 6, 4)
mark_parts(
    Part("last_right", last_index_of(lengths, 6, "right"), last_right, 2),
    Part("last_left", last_index_of(lengths, 6, "left"), last_left, 2),
)
### END HIDDEN TESTS

# %% [markdown]
# ## 7. Recipes that read something else (6 points)
#
# The same batch: lengths 2, 6 and 4, T = 6. Look at what each recipe reads where it expects the last token.
#
# * `mask.sum(axis=1) - 1`, padding on the **left**: in which rows does it read padding? In which rows does it read a token
#   that is not the last?
# * `x[:, -1]`, padding on the **right**: in which rows does it read padding?
# * `(mask == 0).argmax(axis=1) - 1`, padding on the **right**: what does it give, row by row?
#
# *Answer the first three with tuples of row numbers, the last with a tuple of three integers. For lengths 1 and 2 with T = 3,
# `x[:, -1]` with padding on the right would read padding in the rows `(0, 1)`.*

# %% nbgrader={"grade": false, "grade_id": "padding_recipes", "locked": false, "schema_version": 3, "solution": true, "task": false}
count_reads_padding = None
count_reads_other = None
end_reads_padding = None
search_indices = None
### BEGIN SOLUTION
count_reads_padding = (0,)  # index 1, and its tokens are at 4 and 5
count_reads_other = (2,)  # index 3, and its tokens are at 2, 3, 4 and 5
end_reads_padding = (0, 2)
search_indices = (2 - 1, 0 - 1, 4 - 1)  # in row 1 the search finds nothing, and says 0
### END SOLUTION

# %% nbgrader={"grade": true, "grade_id": "padding_recipes_test", "locked": true, "points": 6, "schema_version": 3, "solution": false, "task": false} tags=["fact-B9"]
check_forms(
    count_reads_padding=(count_reads_padding, Integers()),
    count_reads_other=(count_reads_other, Integers()),
    end_reads_padding=(end_reads_padding, Integers()),
    search_indices=(search_indices, Integers(3)),
)
### BEGIN HIDDEN TESTS
from coursekit.questions import Part, mark_parts
from coursekit.questions.padding import recipe_index_of, rows_reading
from tensorlib.recipes import AT_THE_END, BEFORE_PADDING, BY_COUNT, Found

lengths = (2, 6, 4)
padding_by_count = rows_reading(Found.PADDING, BY_COUNT, lengths, 6, "left")
other_by_count = rows_reading(Found.OTHER, BY_COUNT, lengths, 6, "left")
padding_at_the_end = rows_reading(Found.PADDING, AT_THE_END, lengths, 6, "right")
search = recipe_index_of(BEFORE_PADDING, lengths, 6, "right")
mark_parts(
    Part("count_reads_padding", padding_by_count, count_reads_padding),
    Part("count_reads_other", other_by_count, count_reads_other),
    Part("end_reads_padding", padding_at_the_end, end_reads_padding, 2),
    Part("search_indices", search, search_indices, 2),
)
### END HIDDEN TESTS

# %% [markdown]
# ## 8. Three batches and one recipe (5 points)
#
# A function reads the last token at `mask.sum(axis=1) - 1`. Its batches come from a tokenizer that pads on the **left**, T = 4.
# What becomes of it
#
# * for lengths 4, 4, 4,
# * for lengths 4, 3, 2?
#
# And what becomes of this course's `last_index(mask, side="right")` for the batch with lengths 4, 3, 2, padded on the left? With
# which error is it refused, if it is?
#
# *Answer with the four words of the introduction, and with `"MaskError"`, `"PaddingSideError"` or `"no error"`. For a tokenizer
# that pads on the right, the recipe would be `"CORRECT"`.*

# %% nbgrader={"grade": false, "grade_id": "padding_sides", "locked": false, "schema_version": 3, "solution": true, "task": false}
equal_lengths = None
unequal_lengths = None
stated_side = None
stated_side_error = None
### BEGIN SOLUTION
equal_lengths = "CORRECT_BY_LUCK"  # there is no padding, so no side either
unequal_lengths = "SILENTLY_WRONG"
stated_side = "RAISES"
stated_side_error = "PaddingSideError"
### END SOLUTION

# %% nbgrader={"grade": true, "grade_id": "padding_sides_test", "locked": true, "points": 5, "schema_version": 3, "solution": false, "task": false} tags=["fact-B9"]
check_forms(
    equal_lengths=(equal_lengths, VERDICT),
    unequal_lengths=(unequal_lengths, VERDICT),
    stated_side=(stated_side, VERDICT),
    stated_side_error=(stated_side_error, REFUSAL),
)
### BEGIN HIDDEN TESTS
from coursekit.questions import Part, mark_parts
from coursekit.questions.padding import recipe_verdict_of, refusal_of, stated_side_verdict_of
from tensorlib.recipes import BY_COUNT

unequal = (4, 3, 2)
refusal = refusal_of(unequal, 4, "left", "right")
mark_parts(
    Part("equal_lengths", recipe_verdict_of(BY_COUNT, (4, 4, 4), 4, "left"), equal_lengths, 2),
    Part("unequal_lengths", recipe_verdict_of(BY_COUNT, unequal, 4, "left"), unequal_lengths),
    Part("stated_side", stated_side_verdict_of(unequal, 4, "left"), stated_side),
    Part("stated_side_error", refusal, stated_side_error),
)
### END HIDDEN TESTS

# %% [markdown]
# ## 9. Positions (3 points)
#
# A row of length 3 with T = 7 is padded on the left. Which positions should a model give to its three tokens, from left to
# right? It then writes one more token: which position does that one get?
#
# *Answer with a tuple of three integers and with an integer. For a row of length 2 without padding it would be `(0, 1)` and
# `2`.*

# %% nbgrader={"grade": false, "grade_id": "padding_positions", "locked": false, "schema_version": 3, "solution": true, "task": false}
token_positions = None
next_position = None
### BEGIN SOLUTION
token_positions = (0, 1, 2)
next_position = 3
### END SOLUTION

# %% nbgrader={"grade": true, "grade_id": "padding_positions_test", "locked": true, "points": 3, "schema_version": 3, "solution": false, "task": false}
check_forms(token_positions=(token_positions, Integers(3)), next_position=(next_position, Integer()))
### BEGIN HIDDEN TESTS
from coursekit.questions import Part, mark_parts
from coursekit.questions.padding import next_position_of, positions_of

mark_parts(
    Part("token_positions", positions_of(3, 7, "left"), token_positions, 2),
    Part("next_position", next_position_of(3, 7), next_position),
)
### END HIDDEN TESTS

# %% [markdown]
# ## 10. Pooling (6 points)
#
# Let `x = np.arange(1, 25).reshape(3, 4, 2)`, so that row 1 holds `[[9, 10], [11, 12], [13, 14], [15, 16]]`. Row 1 is a sequence
# of length **2**. Give its mean, a pair of numbers, in four ways:
#
# * `x.mean(axis=1)`;
# * `(x * mask[:, :, None]).mean(axis=1)`, with padding on the right;
# * the mean over its tokens, with padding on the right;
# * the mean over its tokens, with padding on the left.
#
# *Answer with four tuples of two numbers. If row 0 had length 1 and padding on the right, the mean over its tokens would be
# `(1, 2)`.*

# %% nbgrader={"grade": false, "grade_id": "padding_pooling", "locked": false, "schema_version": 3, "solution": true, "task": false}
plain_mean = None
zeroed_mean = None
token_mean_right = None
token_mean_left = None
### BEGIN SOLUTION
plain_mean = (12, 13)
zeroed_mean = ((9 + 11) / 4, (10 + 12) / 4)
token_mean_right = ((9 + 11) / 2, (10 + 12) / 2)
token_mean_left = ((13 + 15) / 2, (14 + 16) / 2)
### END SOLUTION

# %% nbgrader={"grade": true, "grade_id": "padding_pooling_test", "locked": true, "points": 6, "schema_version": 3, "solution": false, "task": false} tags=["fact-B10"]
check_forms(
    plain_mean=(plain_mean, Numbers(2)),
    zeroed_mean=(zeroed_mean, Numbers(2)),
    token_mean_right=(token_mean_right, Numbers(2)),
    token_mean_left=(token_mean_left, Numbers(2)),
)
### BEGIN HIDDEN TESTS
from coursekit.questions import Part, mark_parts
from coursekit.questions.padding import PooledRow, masked_mean_of, plain_mean_of, zeroed_mean_of

right = PooledRow((3, 4, 2), length=2, row=1)
left = PooledRow((3, 4, 2), length=2, row=1, side="left")
mark_parts(
    Part("plain_mean", plain_mean_of(right), plain_mean),
    Part("zeroed_mean", zeroed_mean_of(right), zeroed_mean),
    Part("token_mean_right", masked_mean_of(right), token_mean_right, 2),
    Part("token_mean_left", masked_mean_of(left), token_mean_left, 2),
)
### END HIDDEN TESTS

# %% [markdown]
# ## 11. Two ways to average (2 points)
#
# A loss was computed for each token of two sequences: 2, 3, 1, 2 for the first, and 7 for the only token of the second. What is
# the mean loss of a token? And what comes out if each sequence is averaged first, and then the two averages?
#
# *Answer with two numbers. For the losses 1, 1 and 4 it would be `2.0` and `2.5`.*

# %% nbgrader={"grade": false, "grade_id": "padding_means", "locked": false, "schema_version": 3, "solution": true, "task": false}
mean_of_tokens = None
mean_of_means = None
### BEGIN SOLUTION
mean_of_tokens = (2 + 3 + 1 + 2 + 7) / 5
mean_of_means = (8 / 4 + 7 / 1) / 2
### END SOLUTION

# %% nbgrader={"grade": true, "grade_id": "padding_means_test", "locked": true, "points": 2, "schema_version": 3, "solution": false, "task": false}
check_forms(mean_of_tokens=(mean_of_tokens, Number()), mean_of_means=(mean_of_means, Number()))
### BEGIN HIDDEN TESTS
from coursekit.questions import Part, mark_parts
from coursekit.questions.padding import mean_of_means_of, token_mean_of

losses = ((2, 3, 1, 2), (7,))
mark_parts(
    Part("mean_of_tokens", token_mean_of(losses), mean_of_tokens),
    Part("mean_of_means", mean_of_means_of(losses), mean_of_means),
)
### END HIDDEN TESTS

# %% [markdown]
# ## 12. A batch of one (3 points)
#
# A function pools with `x.mean(axis=1) if x.shape[0] == 1 else masked_mean(x, mask)`. Its author thought that a single sequence
# has no padding. It is given a batch of one with T = 4 and d = 1: the values are 3, 5, 20, 40, the first two are real, the others
# stand in the padding. Which mean comes out, and what has become of it?
#
# *Answer with a number, and with one of the four words of the introduction. For the values 3 and 5, both real, it would be `4.0`
# and `"CORRECT_BY_LUCK"`.*

# %% nbgrader={"grade": false, "grade_id": "padding_single", "locked": false, "schema_version": 3, "solution": true, "task": false}
single_mean = None
single_verdict = None
### BEGIN SOLUTION
single_mean = (3 + 5 + 20 + 40) / 4
single_verdict = "SILENTLY_WRONG"
### END SOLUTION

# %% nbgrader={"grade": true, "grade_id": "padding_single_test", "locked": true, "points": 3, "schema_version": 3, "solution": false, "task": false}
check_forms(single_mean=(single_mean, Number()), single_verdict=(single_verdict, VERDICT))
### BEGIN HIDDEN TESTS
from coursekit.questions import Part, mark_parts
from coursekit.questions.padding import guarded_mean_of, guarded_verdict_of

values = (3, 5, 20, 40)
mark_parts(
    Part("single_mean", guarded_mean_of(values, 2), single_mean, 2),
    Part("single_verdict", guarded_verdict_of(values, 2), single_verdict),
)
### END HIDDEN TESTS

# %% [markdown]
# ## 13. Write `padding_mask` (5 points)
#
# Given the lengths of the sequences, the width `T` and the side `"right"` or `"left"` of the padding, return the mask: a list of
# rows of `True` and `False` (or of 1 and 0), or a numpy array of them. True marks what is real.
#
# A row of nothing but padding is no row of a batch, and a sequence longer than `T` does not fit: raise a `ValueError` for a length
# below 1 or above `T`. The function will be tried with both sides, with sequences of length 1 and of length `T`, with batches of
# one, and with lengths that it has to refuse.
#
# *For instance, `padding_mask((2, 1), 2, "right")` returns `[[True, True], [True, False]]`.*

# %% nbgrader={"grade": false, "grade_id": "padding_padding_mask", "locked": false, "schema_version": 3, "solution": true, "task": false}
def padding_mask(lengths, T, side):
    """Return the mask of a batch, True for what is real."""
    ### BEGIN SOLUTION
    rows = []
    for length in lengths:
        if not 1 <= length <= T:
            raise ValueError(f"length {length} is not from 1 to {T}")
        real, padding = [True] * length, [False] * (T - length)
        rows.append(real + padding if side == "right" else padding + real)
    return rows
    ### END SOLUTION

# %% nbgrader={"grade": true, "grade_id": "padding_padding_mask_test", "locked": true, "points": 5, "schema_version": 3, "solution": false, "task": false} tags=["fact-B9"]
check_call(padding_mask, (1, 1), 1, "right", form=MaskTable(), name="padding_mask")
### BEGIN HIDDEN TESTS
from coursekit.questions import Group, mark_function, padding

mark_function(
    padding_mask,
    padding.mask_rows,
    [
        Group("padding on the right", [((5, 3, 1), 5, "right"), ((2, 7, 4, 1), 7, "right")]),
        Group("padding on the left", [((5, 3, 1), 5, "left"), ((2, 7, 4, 1), 7, "left")]),
        Group("batches of one", [((2,), 5, "right"), ((3,), 4, "left"), ((1,), 6, "left")]),
        Group("batches that are wider than needed", [((2, 3), 6, "right"), ((1, 1, 2), 4, "left")]),
        Group(
            "lengths to be refused",
            [((3, 0, 2), 3, "right"), ((0,), 2, "left"), ((2, 5), 4, "right"), ((6, 1), 5, "left")],
        ),
    ],
    form=MaskTable(),
    beliefs=padding.MASK_FUNCTIONS,
)
### END HIDDEN TESTS

# %% [markdown]
# ## 14. Write `last_index` (8 points)
#
# Given a mask, a numpy array of shape `(B, T)` in which True marks what is real, return the index of the last real position of
# each row. You are not told on which side the padding is: the mask says it, row by row. If a row has no real position, raise a
# `ValueError`.
#
# *Return a list, a tuple or a one-dimensional array of integers. For instance, `last_index(np.array([[True, False], [True, True]]))`
# returns `[0, 1]`.*

# %% nbgrader={"grade": false, "grade_id": "padding_last_index", "locked": false, "schema_version": 3, "solution": true, "task": false}
def last_index(mask):
    """Return the index of the last real position of each row."""
    ### BEGIN SOLUTION
    indices = []
    for row in mask:
        real = [position for position, is_real in enumerate(row) if is_real]
        if not real:
            raise ValueError("a row has no real position")
        indices.append(real[-1])
    return indices
    ### END SOLUTION

# %% nbgrader={"grade": true, "grade_id": "padding_last_index_test", "locked": true, "points": 8, "schema_version": 3, "solution": false, "task": false} tags=["fact-B9"]
check_call(last_index, np.array([[True]]), form=IntegerRow(1), name="last_index")
### BEGIN HIDDEN TESTS
from coursekit.questions import Group, mark_function, padding
from coursekit.questions.padding import mask_rows


def masks(side, *batches):
    """Return the arguments of one call for each batch of lengths and T."""
    return [(np.array(mask_rows(lengths, T, side)),) for lengths, T in batches]


mark_function(
    last_index,
    padding.last_indices,
    [
        Group("padding on the right", masks("right", ((4, 3, 1), 5), ((2, 6, 4, 1), 7)), 2),
        Group("padding on the left", masks("left", ((5, 3, 1), 5), ((2, 7, 4, 1), 7)), 2),
        Group("rows without padding", masks("right", ((5, 3, 5), 5), ((4, 4), 4), ((3,), 3)), 2),
        Group("batches of one", masks("left", ((2,), 5)) + masks("right", ((1,), 6), ((4,), 5))),
        Group(
            "rows of nothing but padding",
            [
                (np.array([[True, True, False], [False, False, False]]),),
                (np.array([[False, False]]),),
            ],
        ),
    ],
    form=IntegerRow(),
    beliefs=padding.LAST_FUNCTIONS,
)
### END HIDDEN TESTS

# %% [markdown]
# ## 15. Write `masked_mean` (7 points)
#
# Given numbers `x`, an array of shape `(B, T, d)`, and a mask, an array of shape `(B, T)` in which True marks what is real,
# return the mean over the real positions of each row, an array of shape `(B, d)`. The padding may lie on either side. Whatever
# stands in it must not matter, not even if it is infinity or NaN. If a row has no real position, raise a `ValueError`.
#
# *For instance, with `x = np.array([[[1.0], [9.0]]])` and `mask = np.array([[False, True]])` the result is `np.array([[9.0]])`.*

# %% nbgrader={"grade": false, "grade_id": "padding_masked_mean", "locked": false, "schema_version": 3, "solution": true, "task": false}
def masked_mean(x, mask):
    """Return the mean over the real positions of each row."""
    ### BEGIN SOLUTION
    means = []
    for row, real in zip(x, mask):
        if not real.any():
            raise ValueError("a row has no real position")
        means.append(row[real].mean(axis=0))
    return np.array(means)
    ### END SOLUTION

# %% nbgrader={"grade": true, "grade_id": "padding_masked_mean_test", "locked": true, "points": 7, "schema_version": 3, "solution": false, "task": false} tags=["fact-B10"]
check_call(masked_mean, np.ones((1, 1, 1)), np.array([[True]]), form=RoundedArray(), name="masked_mean")
### BEGIN HIDDEN TESTS
from coursekit.questions import Group, mark_function, padding
from coursekit.questions.padding import mask_rows

chance = np.random.default_rng(4)


def pooled(lengths, T, side, d=3, inside=None):
    """Return numbers drawn by chance and a mask, with something of our choice in the padding."""
    mask = np.array(mask_rows(lengths, T, side))
    x = chance.normal(size=(*mask.shape, d))
    if inside is not None:
        x[~mask] = inside
    return x, mask


mark_function(
    masked_mean,
    padding.row_means,
    [
        Group("no padding", [pooled((4, 4), 4, "right"), pooled((3,), 3, "left", d=1)]),
        Group("padding on the right", [pooled((5, 3, 1), 5, "right"), pooled((2, 6), 6, "right", 2)]),
        Group("padding on the left", [pooled((5, 3, 1), 5, "left"), pooled((2, 6), 6, "left", 2)]),
        Group("batches of one", [pooled((2,), 5, "right"), pooled((3,), 6, "left")]),
        Group(
            "infinity and NaN in the padding",
            [
                pooled((4, 2), 4, "right", inside=np.inf),
                pooled((1, 3), 3, "left", inside=-np.inf),
                pooled((3, 1, 2), 3, "right", inside=np.nan),
            ],
            2,
        ),
        Group(
            "rows of nothing but padding",
            [(np.ones((2, 3, 2)), np.array([[True, True, False], [False, False, False]]))],
        ),
    ],
    form=RoundedArray(),
    beliefs=padding.MEAN_FUNCTIONS,
)
### END HIDDEN TESTS

# %% [markdown]
# ## Before you hand in
#
# Restart the kernel and run all cells, so that nothing depends on a cell that is gone. Then save and hand in. A question
# that you left open costs its own points and nothing else.
