# ---
# jupyter:
#   kernelspec:
#     display_name: Python 3 (ipykernel)
#     language: python
#     name: python3
# ---

# %% [markdown]
# # Broadcasting: raises, lucky or silent
#
# Twelve sets of predictions, then two functions and two tests in Python. There are 62 points. In this unit a mistake
# rarely stops the program, so most questions ask what *becomes* of it. Paper and pencil will do for the predictions.
#
# **How it works**
#
# * An answer cell gives a name the value `None`. Put your answer in its place, and delete the lines below it that
#   raise an error.
# * The cell after it checks only whether your answer has the right *form*. Whether it is *right* you learn when your work has
#   been graded; where a wrong answer gives away a common mix-up, you will be told which.
# * Where a question has several parts, each part counts by itself. Leave a part at `None` if you do not know.
# * Shapes may be written in round or square brackets. An error is written as a value, with all of its fields:
#   `BroadcastError(shapes=((3, 4), (5,)), axis=-1, sizes=(4, 5))` for `(3, 4) + (5,)`. The axis is the first conflict from the
#   right, counted from the right; the sizes are in the order of the shapes.
#
# **Four words** say what becomes of an operation at the sizes given:
#
# | word | what happens |
# |---|---|
# | `"RAISES"` | the sizes do not fit: an error |
# | `"CORRECT"` | it does what is meant, whatever the sizes |
# | `"CORRECT_BY_LUCK"` | the numbers are right, but only because of these sizes |
# | `"SILENTLY_WRONG"` | it runs, and the numbers are wrong |
#
# Small letters will do.
#
# Please leave the locked cells as they are.

# %% nbgrader={"grade": false, "grade_id": "broadcasting_setup", "locked": true, "schema_version": 3, "solution": false, "task": false}
import numpy as np

from coursekit.questions import (
    EitherForm,
    ErrorValue,
    Integer,
    Integers,
    Number,
    Numbers,
    check_call,
    check_form,
    check_forms,
)
from coursekit.questions.arrayforms import RoundedArray
from coursekit.questions.forms import Function
from coursekit.questions.wordforms import Choice
from tensorlib import AxisMismatch, BroadcastError

VERDICT = Choice("RAISES", "CORRECT", "CORRECT_BY_LUCK", "SILENTLY_WRONG")
SHAPE_OR_ERROR = EitherForm(Integers(), ErrorValue())

# %% [markdown]
# Names of axes, throughout: **B** sequences in a batch, **T** tokens in each, **d** features of each token, **h** attention
# heads. A padding mask has the axes B, T; its True, or its 0 where it is added, marks real tokens, and padding gets minus
# infinity.

# %% [markdown]
# ## 1. Signatures (3 points)
#
# A table `grades` has one row for each of 30 students and one column for each of 5 exams, shape `(30, 5)`. Which `axis` does
# `grades.mean(axis=…)` need for one mean *per student*? And which shapes do `x.mean(axis=1)` and
# `x.mean(axis=0, keepdims=True)` have for `x` of shape `(32, 10, 8)`?
#
# *Answer with an integer, counted from 0, and two tuples. For `x` of shape `(6, 4)`, the sum over axis 0 would have shape `(4,)`.*

# %% nbgrader={"grade": false, "grade_id": "broadcasting_signatures", "locked": false, "schema_version": 3, "solution": true, "task": false}
axis_per_student = None
mean_shape = None  # of x.mean(axis=1)
kept_shape = None  # of x.mean(axis=0, keepdims=True)
### BEGIN SOLUTION
axis_per_student = 1  # the exams disappear
mean_shape = (32, 8)
kept_shape = (1, 10, 8)
### END SOLUTION

# %% nbgrader={"grade": true, "grade_id": "broadcasting_signatures_test", "locked": true, "points": 3, "schema_version": 3, "solution": false, "task": false} tags=["fact-B2"]
check_forms(
    axis_per_student=(axis_per_student, Integer()),
    mean_shape=(mean_shape, Integers()),
    kept_shape=(kept_shape, Integers()),
)
### BEGIN HIDDEN TESTS
from coursekit.questions import Part, mark_parts
from coursekit.questions.broadcasting import axis_dropped, reduced_shape_of

features = (32, 10, 8)
mark_parts(
    Part("axis_per_student", axis_dropped("student exam", "exam"), axis_per_student),
    Part("mean_shape", reduced_shape_of(features, 1), mean_shape),
    Part("kept_shape", reduced_shape_of(features, 0, keepdims=True), kept_shape),
)
### END HIDDEN TESTS

# %% [markdown]
# ## 2. The rule (6 points)
#
# What is the shape of each sum, or the error that refuses it?
#
# * `(8, 16) + (16,)`
# * `(8, 16) + (8,)`
# * `(3, 5, 7) + (3, 5)`
# * `(8, 1, 6, 1) + (7, 1, 5)`
# * `(1, 3) + (0, 1)`
# * `(2, 0) + (3,)`
#
# *Answer each with a tuple or an error as a value, written as in the introduction. `(2, 3) + (3,)` would be `(2, 3)`.*

# %% nbgrader={"grade": false, "grade_id": "broadcasting_rule", "locked": false, "schema_version": 3, "solution": true, "task": false}
sum_16 = None  # (8, 16) + (16,)
sum_8 = None  # (8, 16) + (8,)
control = None  # (3, 5, 7) + (3, 5)
both_stretch = None  # (8, 1, 6, 1) + (7, 1, 5)
one_and_zero = None  # (1, 3) + (0, 1)
zero_and_three = None  # (2, 0) + (3,)
### BEGIN SOLUTION
sum_16 = (8, 16)
sum_8 = BroadcastError(shapes=((8, 16), (8,)), axis=-1, sizes=(16, 8))
control = BroadcastError(shapes=((3, 5, 7), (3, 5)), axis=-1, sizes=(7, 5))
both_stretch = (8, 7, 6, 5)
one_and_zero = (0, 3)
zero_and_three = BroadcastError(shapes=((2, 0), (3,)), axis=-1, sizes=(0, 3))
### END SOLUTION

# %% nbgrader={"grade": true, "grade_id": "broadcasting_rule_test", "locked": true, "points": 6, "schema_version": 3, "solution": false, "task": false} tags=["fact-B3", "fact-B7", "fact-C5"]
check_forms(
    sum_16=(sum_16, SHAPE_OR_ERROR),
    sum_8=(sum_8, SHAPE_OR_ERROR),
    control=(control, SHAPE_OR_ERROR),
    both_stretch=(both_stretch, SHAPE_OR_ERROR),
    one_and_zero=(one_and_zero, SHAPE_OR_ERROR),
    zero_and_three=(zero_and_three, SHAPE_OR_ERROR),
)
### BEGIN HIDDEN TESTS
from coursekit.questions import Part, mark_parts
from coursekit.questions.broadcasting import result_of


def asked(*shapes):
    """Return the question about some shapes."""
    return result_of(*shapes, drop_ambiguous=True)


mark_parts(
    Part("sum_16", asked((8, 16), (16,)), sum_16),
    Part("sum_8", asked((8, 16), (8,)), sum_8),
    Part("control", asked((3, 5, 7), (3, 5)), control),
    Part("both_stretch", asked((8, 1, 6, 1), (7, 1, 5)), both_stretch),
    Part("one_and_zero", asked((1, 3), (0, 1)), one_and_zero),
    Part("zero_and_three", asked((2, 0), (3,)), zero_and_three),
)
### END HIDDEN TESTS

# %% [markdown]
# ## 3. The mask, at five sizes (5 points)
#
# Attention scores `[B, T, T]`, queries before keys, and a padding mask `[B, T]` that is added to them. What becomes of
#
# * `scores + mask` at B = 8, T = 16,
# * `scores + mask` at B = 1, T = 16,
# * `scores + mask` at B = 16, T = 16,
# * `scores + mask[:, None, :]` at B = 16, T = 16,
# * `scores + mask[:, :, None]` at B = 8, T = 16?
#
# *Answer with one of the four words each: `"RAISES"`, `"CORRECT"`,
# `"CORRECT_BY_LUCK"` or `"SILENTLY_WRONG"`.*

# %% nbgrader={"grade": false, "grade_id": "broadcasting_mask", "locked": false, "schema_version": 3, "solution": true, "task": false}
mask_8 = None  # scores + mask, B = 8, T = 16
mask_1 = None  # scores + mask, B = 1, T = 16
mask_16 = None  # scores + mask, B = 16, T = 16
mask_keys = None  # scores + mask[:, None, :], B = 16, T = 16
mask_queries = None  # scores + mask[:, :, None], B = 8, T = 16
### BEGIN SOLUTION
mask_8 = "RAISES"
mask_1 = "CORRECT_BY_LUCK"
mask_16 = "SILENTLY_WRONG"
mask_keys = "CORRECT"
mask_queries = "SILENTLY_WRONG"
### END SOLUTION

# %% nbgrader={"grade": true, "grade_id": "broadcasting_mask_test", "locked": true, "points": 5, "schema_version": 3, "solution": false, "task": false} tags=["fact-B4"]
check_forms(
    mask_8=(mask_8, VERDICT),
    mask_1=(mask_1, VERDICT),
    mask_16=(mask_16, VERDICT),
    mask_keys=(mask_keys, VERDICT),
    mask_queries=(mask_queries, VERDICT),
)
### BEGIN HIDDEN TESTS
from coursekit.questions import Part, mark_parts
from coursekit.questions.broadcasting import mask_verdict_of

mark_parts(
    Part("mask_8", mask_verdict_of("B T", B=8, T=16), mask_8),
    Part("mask_1", mask_verdict_of("B T", B=1, T=16), mask_1),
    Part("mask_16", mask_verdict_of("B T", B=16, T=16), mask_16),
    Part("mask_keys", mask_verdict_of("B 1 T", B=16, T=16), mask_keys),
    Part("mask_queries", mask_verdict_of("B T 1", B=8, T=16), mask_queries),
)
### END HIDDEN TESTS

# %% [markdown]
# ## 4. Where the mask lands (3 points)
#
# Four sequences of 4, 1, 2 and 4 real tokens, padded on the right to T = 4, so B = T. To keep the arithmetic small, **all
# scores are 0**. After the softmax over the keys, and counting from 0:
#
# * With `scores + mask`, which weights does query 2 of sequence 0 have?
# * With `scores + mask`, how much of the weight of query 0 of sequence 1 lies on padding?
# * With `scores + mask[:, :, None]`, the weights of which queries of sequence 2 are NaN?
#
# *Answer with a tuple of four numbers, a number, and a tuple of integers. With `mask[:, None, :]`, query 0 of sequence 2 would
# have the weights `(0.5, 0.5, 0, 0)`, and `0` of it would lie on padding.*

# %% nbgrader={"grade": false, "grade_id": "broadcasting_landing", "locked": false, "schema_version": 3, "solution": true, "task": false}
weights_02 = None  # query 2 of sequence 0, scores + mask
on_padding = None  # of query 0 of sequence 1, scores + mask
nan_queries = None  # of sequence 2, scores + mask[:, :, None]
### BEGIN SOLUTION
weights_02 = (0.5, 0.5, 0, 0)  # row 2 got the mask of sequence 2
on_padding = 0.75  # row 0 got the mask of sequence 0, which hides nothing
nan_queries = (2, 3)
### END SOLUTION

# %% nbgrader={"grade": true, "grade_id": "broadcasting_landing_test", "locked": true, "points": 3, "schema_version": 3, "solution": false, "task": false} tags=["fact-B4", "fact-C3"]
check_forms(
    weights_02=(weights_02, Numbers(4)),
    on_padding=(on_padding, Number()),
    nan_queries=(nan_queries, Integers()),
)
### BEGIN HIDDEN TESTS
from coursekit.questions import Part, mark_parts
from coursekit.questions.broadcasting import (
    nan_queries_of,
    padding_weight_of,
    row_under_bare_mask,
)

lengths = (4, 1, 2, 4)
mark_parts(
    Part("weights_02", row_under_bare_mask(lengths, 0, 2), weights_02),
    Part("on_padding", padding_weight_of(lengths, 1, 0), on_padding),
    Part("nan_queries", nan_queries_of(lengths, 2), nan_queries),
)
### END HIDDEN TESTS

# %% [markdown]
# ## 5. Heads (4 points)
#
# With heads, the scores are `[B, h, T, T]`. Which shape must a padding mask of shape `(3, 5)` be given before it is added to
# scores of shape `(3, 4, 5, 5)`? And what becomes of `scores + mask[:, None, :]` at
#
# * B = 3, h = 4, T = 5,
# * B = 4, h = 4, T = 5,
# * B = 1, h = 4, T = 5?
#
# *Answer with a tuple of integers, and one of the four words each. For scores `(2, 6, 6)` a mask `(2, 6)` would need the shape
# `(2, 1, 6)`.*

# %% nbgrader={"grade": false, "grade_id": "broadcasting_heads", "locked": false, "schema_version": 3, "solution": true, "task": false}
shape_with_heads = None
heads_34 = None  # B = 3, h = 4
heads_44 = None  # B = 4, h = 4
heads_14 = None  # B = 1, h = 4
### BEGIN SOLUTION
shape_with_heads = (3, 1, 1, 5)
heads_34 = "RAISES"
heads_44 = "SILENTLY_WRONG"
heads_14 = "CORRECT_BY_LUCK"
### END SOLUTION

# %% nbgrader={"grade": true, "grade_id": "broadcasting_heads_test", "locked": true, "points": 4, "schema_version": 3, "solution": false, "task": false} tags=["fact-C2"]
check_forms(
    shape_with_heads=(shape_with_heads, Integers()),
    heads_34=(heads_34, VERDICT),
    heads_44=(heads_44, VERDICT),
    heads_14=(heads_14, VERDICT),
)
### BEGIN HIDDEN TESTS
from coursekit.questions import Part, mark_parts
from coursekit.questions.broadcasting import mask_shape_for, mask_verdict_of


def one_axis(B, h):
    """Return the question about mask[:, None, :] and scores with heads."""
    return mask_verdict_of("B 1 T", heads=True, B=B, h=h, T=5)


mark_parts(
    Part("shape_with_heads", mask_shape_for((3, 4, 5, 5)), shape_with_heads),
    Part("heads_34", one_axis(3, 4), heads_34),
    Part("heads_44", one_axis(4, 4), heads_44),
    Part("heads_14", one_axis(1, 4), heads_14),
)
### END HIDDEN TESTS

# %% [markdown]
# ## 6. A row and a column (5 points)
#
# Predictions stand in a row, targets in a column. What is the shape of `pred - target` for `(4,)` and `(4, 1)`? And what
# becomes of the mean of `(pred - target) ** 2` for
#
# * pred `[N]` and target `[N, 1]` at N = 256,
# * pred `[N]` and target `[N, 1]` at N = 1,
# * pred `[B, T]` and target `[B, T, 1]` at B = 8, T = 16,
# * pred `[N]` and target `[N]` at N = 256?
#
# *Answer with a shape or an error as a value, and one of the four words each.*

# %% nbgrader={"grade": false, "grade_id": "broadcasting_target", "locked": false, "schema_version": 3, "solution": true, "task": false}
difference = None  # the shape of (4,) - (4, 1), or the error
target_256 = None  # [N] and [N, 1], N = 256
target_1 = None  # [N] and [N, 1], N = 1
target_bt = None  # [B, T] and [B, T, 1], B = 8, T = 16
target_row = None  # [N] and [N], N = 256
### BEGIN SOLUTION
difference = (4, 4)
target_256 = "SILENTLY_WRONG"
target_1 = "CORRECT_BY_LUCK"
target_bt = "RAISES"
target_row = "CORRECT"
### END SOLUTION

# %% nbgrader={"grade": true, "grade_id": "broadcasting_target_test", "locked": true, "points": 5, "schema_version": 3, "solution": false, "task": false} tags=["fact-B5"]
check_forms(
    difference=(difference, SHAPE_OR_ERROR),
    target_256=(target_256, VERDICT),
    target_1=(target_1, VERDICT),
    target_bt=(target_bt, VERDICT),
    target_row=(target_row, VERDICT),
)
### BEGIN HIDDEN TESTS
from coursekit.questions import Part, mark_parts
from coursekit.questions.broadcasting import result_of, target_verdict_of

mark_parts(
    Part("difference", result_of((4,), (4, 1), drop_ambiguous=True), difference),
    Part("target_256", target_verdict_of("N", "N 1", N=256), target_256),
    Part("target_1", target_verdict_of("N", "N 1", N=1), target_1),
    Part("target_bt", target_verdict_of("B T", "B T 1", B=8, T=16), target_bt),
    Part("target_row", target_verdict_of("N", "N", N=256), target_row),
)
### END HIDDEN TESTS

# %% [markdown]
# ## 7. What is measured, and what is learned (3 points)
#
# Predictions 1, 3, 5, 7 as a row `(4,)`, targets 1, 3, 5, 7 as a column `(4, 1)`: every prediction is perfect. What is
# `((pred - target) ** 2).mean()`?
#
# Predicted classes 0, 1, 0, 1 as a row, true classes 0, 1, 0, 1 as a column. What is the "accuracy" `(pred == target).mean()`?
#
# A line, `pred = slope * x + intercept`, is trained on the inputs x = 0, 1, 2, 3 and the column of targets 1, 3, 5, 7 by that
# same stretched loss, until nothing changes any more. Where do the slope, the intercept and the loss end up?
#
# *Answer with two numbers and a tuple of three numbers. Trained on a row of targets 0, 2, 4, 6 instead, it would end at
# `(2.0, 0.0, 0.0)`.*

# %% nbgrader={"grade": false, "grade_id": "broadcasting_learned", "locked": false, "schema_version": 3, "solution": true, "task": false}
perfect_loss = None
perfect_accuracy = None
fitted = None  # slope, intercept, loss
### BEGIN SOLUTION
perfect_loss = 10.0  # Var(pred) + Var(target) = 5 + 5
perfect_accuracy = 0.5  # of 16 pairs, 8 agree
fitted = (0.0, 4.0, 5.0)  # the mean of the targets, and their variance
### END SOLUTION

# %% nbgrader={"grade": true, "grade_id": "broadcasting_learned_test", "locked": true, "points": 3, "schema_version": 3, "solution": false, "task": false} tags=["fact-B5", "fact-C9"]
check_forms(
    perfect_loss=(perfect_loss, Number()),
    perfect_accuracy=(perfect_accuracy, Number()),
    fitted=(fitted, Numbers(3)),
)
### BEGIN HIDDEN TESTS
from coursekit.questions import Part, mark_parts
from coursekit.questions.broadcasting import (
    stretched_accuracy_of,
    stretched_fit_of,
    stretched_loss_of,
)

odd, classes = (1, 3, 5, 7), (0, 1, 0, 1)
mark_parts(
    Part("perfect_loss", stretched_loss_of(odd, odd), perfect_loss),
    Part("perfect_accuracy", stretched_accuracy_of(classes, classes), perfect_accuracy),
    Part("fitted", stretched_fit_of((0, 1, 2, 3), odd), fitted),
)
### END HIDDEN TESTS

# %% [markdown]
# ## 8. The wrong axis (6 points)
#
# `x` has the axes `[B, T, d]`, and the mean over the **tokens** is wanted. Somebody writes `x.mean(axis=0)` and subtracts the
# result from another array `[B, d]`. What becomes of it at
#
# * B = 3, T = 5, d = 7,
# * B = 16, T = 16, d = 64,
# * B = 1, T = 1, d = 7?
#
# Then the mean is taken away from `x` itself. At B = 3, T = 5, d = 7, what becomes of
#
# * `x - x.mean(axis=1)`,
# * `x - x.mean(axis=0, keepdims=True)`?
#
# Last: attention scores have the axes batch, query, key. Over which axis, counted from 0, must the softmax run, if each query
# shares out its attention among the keys?
#
# *Answer with one of the four words each, and an integer.*

# %% nbgrader={"grade": false, "grade_id": "broadcasting_axis", "locked": false, "schema_version": 3, "solution": true, "task": false}
axis_357 = None  # x.mean(axis=0) beside [B, d], B = 3, T = 5
axis_16 = None  # x.mean(axis=0) beside [B, d], B = T = 16
axis_1 = None  # x.mean(axis=0) beside [B, d], B = T = 1
not_kept = None  # x - x.mean(axis=1)
wrong_kept = None  # x - x.mean(axis=0, keepdims=True)
softmax_axis = None
### BEGIN SOLUTION
axis_357 = "RAISES"
axis_16 = "SILENTLY_WRONG"
axis_1 = "CORRECT_BY_LUCK"
not_kept = "RAISES"
wrong_kept = "SILENTLY_WRONG"
softmax_axis = 2
### END SOLUTION

# %% nbgrader={"grade": true, "grade_id": "broadcasting_axis_test", "locked": true, "points": 6, "schema_version": 3, "solution": false, "task": false} tags=["fact-B6", "fact-C4"]
check_forms(
    axis_357=(axis_357, VERDICT),
    axis_16=(axis_16, VERDICT),
    axis_1=(axis_1, VERDICT),
    not_kept=(not_kept, VERDICT),
    wrong_kept=(wrong_kept, VERDICT),
    softmax_axis=(softmax_axis, Integer()),
)
### BEGIN HIDDEN TESTS
from coursekit.questions import Part, mark_parts
from coursekit.questions.broadcasting import axis_of_the_whole, reduction_verdict_of


def mean_over(axis, B, T, d, **options):
    """Return the question about a mean that is meant to drop the tokens."""
    return reduction_verdict_of("B T d", axis=axis, drops="T", B=B, T=T, d=d, **options)


from_itself = {"beside": "B T d"}
mark_parts(
    Part("axis_357", mean_over(0, 3, 5, 7), axis_357),
    Part("axis_16", mean_over(0, 16, 16, 64), axis_16),
    Part("axis_1", mean_over(0, 1, 1, 7), axis_1),
    Part("not_kept", mean_over(1, 3, 5, 7, **from_itself), not_kept),
    Part("wrong_kept", mean_over(0, 3, 5, 7, keepdims=True, **from_itself), wrong_kept),
    Part("softmax_axis", axis_of_the_whole("batch query key", "key"), softmax_axis),
)
### END HIDDEN TESTS

# %% [markdown]
# ## 9. In place (2 points)
#
# Which of these run, for `a` and `b` of the shapes given?
#
# 1. `a += b`, a `(2, 3)`, b `(3,)`
# 2. `a += b`, a `(3,)`, b `(2, 3)`
# 3. `a += b`, a `(2, 3)`, b `(2, 1)`
# 4. `a += b`, a `(2, 1)`, b `(2, 3)`
# 5. `a += b`, a `(2, 3)`, b `(2,)`
#
# *Answer with a tuple of the numbers of those that run, in ascending order, such as `(2, 5)`.*

# %% nbgrader={"grade": false, "grade_id": "broadcasting_in_place", "locked": false, "schema_version": 3, "solution": true, "task": false}
run_in_place = None
### BEGIN SOLUTION
run_in_place = (1, 3)
### END SOLUTION

# %% nbgrader={"grade": true, "grade_id": "broadcasting_in_place_test", "locked": true, "points": 2, "schema_version": 3, "solution": false, "task": false} tags=["fact-B3"]
check_forms(run_in_place=(run_in_place, Integers()))
### BEGIN HIDDEN TESTS
from coursekit.questions import mark
from coursekit.questions.broadcasting import in_place_among

pairs = [((2, 3), (3,)), ((3,), (2, 3)), ((2, 3), (2, 1)), ((2, 1), (2, 3)), ((2, 3), (2,))]
mark(in_place_among(pairs), run_in_place, points=2)
### END HIDDEN TESTS

# %% [markdown]
# ## 10. Names (2 points)
#
# A library aligns operands by the names of their axes, and checks nothing else. What does the product of a vector with axis `x`
# of size 3 and a vector with axis `y` of size 4 give there? And what does the sum of a `NamedTensor` with axis `T` of size 16 and
# one with axis `B` of size 16 give in this course's library?
#
# *Answer each with a shape or an error as a value. `NamedTensor` of axes `("d",)` and `("h",)` would be refused with
# `AxisMismatch(left=("d",), right=("h",))`.*

# %% nbgrader={"grade": false, "grade_id": "broadcasting_names", "locked": false, "schema_version": 3, "solution": true, "task": false}
by_name_only = None  # x times y in a library that only aligns
named_sum = None  # T plus B in tensorlib
### BEGIN SOLUTION
by_name_only = (3, 4)
named_sum = AxisMismatch(left=("T",), right=("B",))
### END SOLUTION

# %% nbgrader={"grade": true, "grade_id": "broadcasting_names_test", "locked": true, "points": 2, "schema_version": 3, "solution": false, "task": false} tags=["fact-B8", "fact-C10"]
check_forms(
    by_name_only=(by_name_only, SHAPE_OR_ERROR),
    named_sum=(named_sum, SHAPE_OR_ERROR),
)
### BEGIN HIDDEN TESTS
from coursekit.questions import Part, mark_parts
from coursekit.questions.broadcasting import named_sum_of, product_by_name_of

mark_parts(
    Part("by_name_only", product_by_name_of(("x", 3), ("y", 4)), by_name_only),
    Part("named_sum", named_sum_of(("T", 16), ("B", 16)), named_sum),
)
### END HIDDEN TESTS

# %% [markdown]
# ## 11. Sizes that cannot coincide (2 points)
#
# A test uses B = 3, T = 5, d = 7. Which of these bugs raise an error at those sizes?
#
# 1. scores `[B, T, T]` plus mask `[B, T]`, the `None` forgotten
# 2. `x.mean(axis=0)` for `x.mean(axis=1)`, subtracted from another `[B, d]`
# 3. `x - x.mean(axis=0)` for `x - x.mean(axis=1, keepdims=True)`
# 4. `x - x.mean(axis=0, keepdims=True)` for `x - x.mean(axis=1, keepdims=True)`
# 5. `x.reshape(B, d, T)` for `x.transpose(0, 2, 1)`
# 6. the mean of `(pred - target) ** 2` for a pred `[B]` and a target `[B, 1]`
#
# *Answer with a tuple of the numbers of those that raise, in ascending order, such as `(3, 6)`.*

# %% nbgrader={"grade": false, "grade_id": "broadcasting_distinct", "locked": false, "schema_version": 3, "solution": true, "task": false}
loud_bugs = None
### BEGIN SOLUTION
loud_bugs = (1, 2)
### END SOLUTION

# %% nbgrader={"grade": true, "grade_id": "broadcasting_distinct_test", "locked": true, "points": 2, "schema_version": 3, "solution": false, "task": false} tags=["fact-C4"]
check_forms(loud_bugs=(loud_bugs, Integers()))
### BEGIN HIDDEN TESTS
from coursekit.questions import mark
from coursekit.questions.broadcasting import BUGS, loud_among

mark(loud_among(BUGS, (3, 5, 7)), loud_bugs, points=2)
### END HIDDEN TESTS

# %% [markdown]
# ## 12. Write `broadcast_shape` (6 points)
#
# Now the rule itself. Given any number of shapes, tuples of integers that are 0 or larger, return the shape of the result as a
# tuple. Align from the right; a missing axis counts as 1; a size 1 gives way to the other one, whichever that is. Where two
# sizes differ and neither is 1, raise
#
# `BroadcastError(shapes=shapes, axis=axis, sizes=(one, other))`
#
# with all the shapes that came in, the first conflicting axis from the right, counted from the right (`-1` is the last), and the
# first two sizes on that axis which differ and are not 1, in the order of the shapes.
#
# *Write it with loops of your own. For instance, `broadcast_shape((2, 1), (3,))` returns `(2, 3)`.*

# %% nbgrader={"grade": false, "grade_id": "broadcasting_broadcast_shape", "locked": false, "schema_version": 3, "solution": true, "task": false}
def broadcast_shape(*shapes):
    """Return the shape to which all shapes stretch, or raise the error that there is none."""
    ### BEGIN SOLUTION
    rank = 0
    for shape in shapes:
        rank = max(rank, len(shape))
    result = []
    for axis in range(-1, -rank - 1, -1):
        size = 1
        for shape in shapes:
            if len(shape) < -axis or shape[axis] == 1:
                continue
            if size not in (1, shape[axis]):
                raise BroadcastError(shapes=shapes, axis=axis, sizes=(size, shape[axis]))
            size = shape[axis]
        result.insert(0, size)
    return tuple(result)
    ### END SOLUTION

# %% nbgrader={"grade": true, "grade_id": "broadcasting_broadcast_shape_test", "locked": true, "points": 6, "schema_version": 3, "solution": false, "task": false} tags=["fact-B3", "fact-C5"]
check_call(broadcast_shape, (9,), (1,), form=Integers(), name="broadcast_shape")
### BEGIN HIDDEN TESTS
import tensorlib
from coursekit.questions import Group, mark_function
from coursekit.questions.broadcasting import RULES

mark_function(
    broadcast_shape,
    tensorlib.broadcast_shapes,
    [
        Group("equal ranks", [((2, 3), (2, 3)), ((2, 1), (1, 3)), ((4, 1, 6), (1, 5, 6))]),
        Group(
            "missing axes",
            [((8, 16), (16,)), ((3,), (2, 3)), ((8, 1, 6, 1), (7, 1, 5)), ((), (4, 2))],
        ),
        Group("sizes of 0", [((1,), (0,)), ((1, 3), (0, 1)), ((2, 0), (2, 1)), ((0, 0), (0,))]),
        Group("none, one and three shapes", [(), ((5, 1),), ((2, 1), (3,), (4, 1, 1)), ((), ())]),
        Group(
            "sizes that differ",
            [
                ((8, 16), (8,)),
                ((3, 5, 7), (3, 5)),
                ((2, 3), (4, 3)),
                ((0,), (3,)),
                ((2, 3), (4, 5)),
                ((1,), (3,), (4,)),
            ],
            2,
        ),
    ],
    form=Integers(),
    beliefs=RULES,
)
### END HIDDEN TESTS

# %% [markdown]
# ## 13. Write `masked_weights` (6 points)
#
# Given attention scores and a padding mask, return the attention weights. The scores are an array `[B, T, T]` or, with heads,
# `[B, h, T, T]`; queries come before keys. The mask is an array `[B, T]` of truth values, and True marks real tokens. In every
# row, the weights on real keys are a softmax of the scores, and padding keys get the weight 0. Every sequence has at least one
# real token, and rows of queries that are padding are treated like all others.
#
# *The result is a numpy array of the shape of the scores. It is compared to nine decimals. For scores of zeros, `(1, 2, 2)`, and
# the mask `[[True, False]]` it is `[[[1, 0], [1, 0]]]`.*

# %% nbgrader={"grade": false, "grade_id": "broadcasting_masked_weights", "locked": false, "schema_version": 3, "solution": true, "task": false}
def masked_weights(scores, mask):
    """Return attention weights that are 0 on padding keys and add up to 1 over the keys."""
    ### BEGIN SOLUTION
    between = (None,) * (scores.ndim - 2)
    keep = mask[(slice(None), *between, slice(None))]
    masked = np.where(keep, scores, -np.inf)
    shares = np.exp(masked - masked.max(axis=-1, keepdims=True))
    return shares / shares.sum(axis=-1, keepdims=True)
    ### END SOLUTION

# %% nbgrader={"grade": true, "grade_id": "broadcasting_masked_weights_test", "locked": true, "points": 6, "schema_version": 3, "solution": false, "task": false} tags=["fact-B4", "fact-C2"]
check_call(
    masked_weights,
    np.zeros((1, 2, 2)),
    np.array([[True, False]]),
    form=RoundedArray(),
    name="masked_weights",
)
### BEGIN HIDDEN TESTS
from coursekit.questions import Group, broadcasting, mark_function
from tensorlib import padding_mask

chance = np.random.default_rng(16)


def attention_case(lengths, *heads):
    """Return scores drawn by chance, and the mask of some lengths."""
    mask = padding_mask(lengths, max(lengths))
    B, T = mask.shape
    return chance.normal(size=(B, *heads, T, T)), mask


mark_function(
    masked_weights,
    broadcasting.masked_weights,
    [
        Group("equal scores, no padding", [(np.zeros((2, 4, 4)), padding_mask((4, 4), 4))]),
        Group("sizes that differ", [attention_case((5, 3, 1)), attention_case((2, 7))]),
        Group("as many sequences as tokens", [attention_case((4, 1, 2, 3))]),
        Group("a batch of one", [attention_case((6,))]),
        Group("heads", [attention_case((5, 3, 1), 4), attention_case((2, 7), 3)]),
        Group("as many heads as sequences", [attention_case((5, 3, 1), 3)]),
    ],
    form=RoundedArray(),
    beliefs=broadcasting.WEIGHTS_FUNCTIONS,
)
### END HIDDEN TESTS

# %% [markdown]
# ## 14. Write a test: attention (5 points)
#
# The remaining bugs have to be found by somebody, so write tests. `attention(q, k, mask)` takes queries and keys, arrays
# `[B, T, d]`, and a mask `[B, T]` of truth values, True for real tokens. It returns weights `[B, T, T]`: the scores are the dot
# products of each query with each key of the same sequence (without any scaling), then come mask and softmax, as in the question before.
#
# Your function is called with one implementation after another. It must pass right ones without complaint, and fail, by an
# `assert` or by whatever error comes up, on each wrong one. Think about which mistakes are likely, at which sizes they show, and
# which of them keep the shape right at every size. Choose the inputs yourself, with every sequence having at least one real
# token, and compare with `np.allclose`, since right implementations may round differently.
#
# *It returns nothing. Half of the mistakes caught is half of the points; a test that refuses a right implementation gets none.*

# %% nbgrader={"grade": false, "grade_id": "broadcasting_check_attention", "locked": false, "schema_version": 3, "solution": true, "task": false}
def check_attention(attention):
    """Fail on a wrong implementation of attention, and let a right one pass."""
    ### BEGIN SOLUTION
    chance = np.random.default_rng(3)
    q, k = chance.normal(size=(2, 3, 5, 7))
    mask = np.arange(5) < np.array([[5], [3], [1]])
    weights = attention(q, k, mask)
    assert weights.shape == (3, 5, 5)
    for sequence in range(3):
        for query in range(5):
            scores = [q[sequence, query] @ k[sequence, key] for key in range(5)]
            shares = np.exp(scores) * mask[sequence]
            assert np.allclose(weights[sequence, query], shares / shares.sum())
    ### END SOLUTION

# %% nbgrader={"grade": true, "grade_id": "broadcasting_check_attention_test", "locked": true, "points": 5, "schema_version": 3, "solution": false, "task": false} tags=["fact-B4", "fact-C4"]
check_form(check_attention, Function(), name="check_attention")
### BEGIN HIDDEN TESTS
from coursekit.questions import mark_test
from coursekit.questions.broadcasting import RIGHT_ATTENTION, WRONG_ATTENTION

mark_test(check_attention, RIGHT_ATTENTION, WRONG_ATTENTION, points=5)
### END HIDDEN TESTS

# %% [markdown]
# ## 15. Write a test: a loss (4 points)
#
# `loss(x, w, target)` takes features `[B, T, d]`, weights `[d]` and targets `[B]`. It takes from each feature of each sequence its
# mean over the tokens, averages the squares of what is left over the tokens, which gives `[B, d]`, multiplies that by the weights,
# which gives one prediction a sequence, and returns the mean squared error of the predictions: one number.
#
# Write the test, as before. All the mistakes of this unit are possible.
#
# *It returns nothing. For one sequence of two tokens with one feature, 1 and 3, the weight 2 and the target 5, the loss is 9.*

# %% nbgrader={"grade": false, "grade_id": "broadcasting_check_loss", "locked": false, "schema_version": 3, "solution": true, "task": false}
def check_loss(loss):
    """Fail on a wrong implementation of the loss, and let a right one pass."""
    ### BEGIN SOLUTION
    chance = np.random.default_rng(4)
    x, w, target = chance.normal(size=(3, 5, 7)), chance.normal(size=7), chance.normal(size=3)
    one_by_one = [loss(x[b : b + 1], w, target[b : b + 1]) for b in range(3)]
    assert np.allclose(loss(x, w, target), np.mean(one_by_one))
    by_hand = loss(np.array([[[1.0], [3.0]]]), np.array([2.0]), np.array([5.0]))
    assert np.allclose(by_hand, 9)
    ### END SOLUTION

# %% nbgrader={"grade": true, "grade_id": "broadcasting_check_loss_test", "locked": true, "points": 4, "schema_version": 3, "solution": false, "task": false} tags=["fact-B5", "fact-B6", "fact-C4"]
check_form(check_loss, Function(), name="check_loss")
### BEGIN HIDDEN TESTS
from coursekit.questions import mark_test
from coursekit.questions.broadcasting import RIGHT_LOSSES, WRONG_LOSSES

mark_test(check_loss, RIGHT_LOSSES, WRONG_LOSSES, points=4)
### END HIDDEN TESTS

# %% [markdown]
# ## Before you hand in
#
# Restart the kernel and run all cells, so that nothing depends on a cell that is gone. Then save and hand in. A question
# that you left open costs its own points and nothing else.
