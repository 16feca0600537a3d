# ---
# jupyter:
#   kernelspec:
#     display_name: Python 3 (ipykernel)
#     language: python
#     name: python3
# ---

# %% [markdown]
# # Habits: who notices what
#
# Eight sets of predictions, a function and a test to write, and at the end a small model with four bugs in it, to be
# found and mended. There are 58 points. Everything you need has come up in this unit and the ones before it. Paper
# and pencil will do for the predictions.
#
# **How it works**
#
# * An answer cell gives a name the value `None`. Put your answer in its place, and delete the lines below it that
#   raise an error.
# * The cell after it checks only whether your answer has the right *form*. Whether it is *right* you learn when your
#   work has been graded; where a wrong answer gives away a common mix-up, you will be told which.
# * Where a question has several parts, each part counts by itself. Leave a part at `None` if you do not know.
# * Words are written in quotes; small letters will do.
#
# Names of axes, throughout: **B** sequences in a batch, **T** tokens in each, **d** features of each token, **h**
# attention heads. In a mask, True marks real tokens.
#
# Please leave the locked cells as they are.

# %% nbgrader={"grade": false, "grade_id": "habits_setup", "locked": true, "schema_version": 3, "solution": false, "task": false}
import numpy as np

from coursekit.questions import (
    Choice,
    ErrorValue,
    Integer,
    Integers,
    Truth,
    check_call,
    check_form,
    check_forms,
)
from coursekit.questions.arrayforms import RoundedNumber
from coursekit.questions.forms import Function
from tensorlib import PaddingSideError

GUARD = Choice("PASSES", "REFUSED")
WATCHER = Choice("ANNOTATION", "RUNTIME", "SHAPES", "VALUES", "NOBODY")
CONTENT = Choice("NAN", "ZEROS", "NUMBERS", "REFUSED")
FORMAT = Choice("float16", "float32", "float64", "REFUSED")
COMPARED = Choice("TRUE", "FALSE", "RAISES")
VERDICT = Choice("RAISES", "CORRECT", "CORRECT_BY_LUCK", "SILENTLY_WRONG")

# %% [markdown]
# ## 1. Who reads an annotation (6 points)
#
# A function with a wrong axis in it:
#
# ```python
# def pool(x: Float[np.ndarray, "B T d"], mask: Bool[np.ndarray, "B T"]) -> Float[np.ndarray, "B d"]:
#     return x.mean(axis=0)
# ```
#
# Does a check refuse the call, on the way in or on the way out, or does everything pass?
#
# | name | above the function stands | x | mask |
# |---|---|---|---|
# | `bare` | nothing | (3, 5, 7) | (3, 4) |
# | `no_checker` | `@jaxtyped(typechecker=None)` | (3, 5, 7) | (3, 4) |
# | `checker_alone` | `@beartype` | (3, 5, 7) | (3, 4) |
# | `checker_rank` | `@beartype` | (3, 5, 7) | (3, 5, 1) |
# | `names_bound` | `@jaxtyped(typechecker=beartype)` | (3, 5, 7) | (3, 5) |
# | `names_equal` | `@jaxtyped(typechecker=beartype)` | (4, 4, 7) | (4, 4) |
#
# *Answer with `"PASSES"` or `"REFUSED"` each. With the names bound, x (3, 5, 7) and mask (3, 4) would be
# `"REFUSED"`.*

# %% nbgrader={"grade": false, "grade_id": "habits_guards", "locked": false, "schema_version": 3, "solution": true, "task": false}
bare = None
no_checker = None
checker_alone = None
checker_rank = None
names_bound = None
names_equal = None
### BEGIN SOLUTION
bare = "PASSES"  # nobody reads it
no_checker = "PASSES"
checker_alone = "PASSES"  # each annotation by itself: three axes, two axes
checker_rank = "REFUSED"
names_bound = "REFUSED"  # [T, d] is not [B, d]
names_equal = "PASSES"  # both names stand for 4
### END SOLUTION

# %% nbgrader={"grade": true, "grade_id": "habits_guards_test", "locked": true, "points": 6, "schema_version": 3, "solution": false, "task": false} tags=["fact-B15", "fact-B16", "fact-C8"]
check_forms(
    bare=(bare, GUARD),
    no_checker=(no_checker, GUARD),
    checker_alone=(checker_alone, GUARD),
    checker_rank=(checker_rank, GUARD),
    names_bound=(names_bound, GUARD),
    names_equal=(names_equal, GUARD),
)
### BEGIN HIDDEN TESTS
from coursekit.questions import Part, mark_parts
from coursekit.questions.habits import guarded_call_of

alone, bound = "@beartype", "@jaxtyped(typechecker=beartype)"
distinct, equal = (3, 5, 7), (4, 4, 7)
mark_parts(
    Part("bare", guarded_call_of("nothing", distinct, (3, 4)), bare),
    Part(
        "no_checker", guarded_call_of("@jaxtyped(typechecker=None)", distinct, (3, 4)), no_checker
    ),
    Part("checker_alone", guarded_call_of(alone, distinct, (3, 4)), checker_alone),
    Part("checker_rank", guarded_call_of(alone, distinct, (3, 5, 1)), checker_rank),
    Part("names_bound", guarded_call_of(bound, distinct, (3, 5)), names_bound),
    Part("names_equal", guarded_call_of(bound, equal, (4, 4)), names_equal),
)
### END HIDDEN TESTS

# %% [markdown]
# ## 2. What passes all the same (3 points)
#
# A function `pool`, right in every shape, with its names bound and checked:
#
# ```python
# m = mask[:, :, None].astype(np.float32)
# return (x * m).sum(1) / m.sum(1)
# ```
#
# * A sequence of the batch is all padding, and its x are ordinary numbers. What stands in its row of the result?
# * x is float16 and is annotated `Float`, and so is the result. Which format has the result?
# * The same, but x and the result are annotated `Float16`. Which format has the result?
#
# *Answer the first with `"NAN"`, `"ZEROS"`, `"NUMBERS"` or `"REFUSED"`, the others with the name of a format or
# `"REFUSED"`. For x of float32 the result would be `"float32"`.*

# %% nbgrader={"grade": false, "grade_id": "habits_holes", "locked": false, "schema_version": 3, "solution": true, "task": false}
empty_row = None
float_result = None
float16_result = None
### BEGIN SOLUTION
empty_row = "NAN"  # 0 / 0, of the right shape
float_result = "float32"  # Float is any width
float16_result = "REFUSED"
### END SOLUTION

# %% nbgrader={"grade": true, "grade_id": "habits_holes_test", "locked": true, "points": 3, "schema_version": 3, "solution": false, "task": false} tags=["fact-C8"]
check_forms(
    empty_row=(empty_row, CONTENT),
    float_result=(float_result, FORMAT),
    float16_result=(float16_result, FORMAT),
)
### BEGIN HIDDEN TESTS
from coursekit.questions import Part, mark_parts
from coursekit.questions.habits import empty_row_of, widened_format_of

loose, strict = ("Float", "Float"), ("Float16", "Float16")
mark_parts(
    Part("empty_row", empty_row_of(), empty_row),
    Part("float_result", widened_format_of("float16", "float32", loose), float_result),
    Part("float16_result", widened_format_of("float16", "float32", strict), float16_result),
)
### END HIDDEN TESTS

# %% [markdown]
# ## 3. Who notices first (7 points)
#
# Four may notice a bug: an **annotation** with its names bound and checked, which sees the arguments before the
# function runs and the result after it; the **runtime**, which raises where sizes do not fit; a test that looks at
# the **shape** of the result only; and a test that looks at its **values**. Or **nobody**, where the numbers are
# right by luck. Every function below has its right annotation, and it is checked, but for the last.
#
# | name | the wrong line | signature | sizes |
# |---|---|---|---|
# | `axis_357` | `x.mean(axis=0)` for `x.mean(axis=1)` | x [B, T, d] → [B, d] | B = 3, T = 5, d = 7 |
# | `axis_447` | the same | the same | B = 4, T = 4, d = 7 |
# | `axis_117` | the same | the same | B = 1, T = 1, d = 7 |
# | `mask_35` | `scores + mask`, the `None` forgotten | scores [B, T, T], mask [B, T] → [B, T, T] | B = 3, T = 5 |
# | `mask_44` | the same | the same | B = 4, T = 4 |
# | `reshape_357` | `x.reshape(B, d, T)` for a transpose | x [B, T, d] → [B, d, T] | B = 3, T = 5, d = 7 |
# | `bare_357` | `x.mean(axis=0)` for `x.mean(axis=1)` | none written | B = 3, T = 5, d = 7 |
#
# *Answer with `"ANNOTATION"`, `"RUNTIME"`, `"SHAPES"`, `"VALUES"` or `"NOBODY"` each. A column of targets [B, 1] for
# a parameter `target` [B] would be noticed by the `"ANNOTATION"`, at the call.*

# %% nbgrader={"grade": false, "grade_id": "habits_first", "locked": false, "schema_version": 3, "solution": true, "task": false}
axis_357 = None
axis_447 = None
axis_117 = None
mask_35 = None
mask_44 = None
reshape_357 = None
bare_357 = None
### BEGIN SOLUTION
axis_357 = "ANNOTATION"  # on the way out
axis_447 = "VALUES"
axis_117 = "NOBODY"
mask_35 = "RUNTIME"  # the arguments fit; the line inside does not
mask_44 = "VALUES"
reshape_357 = "VALUES"  # of the right shape at every size
bare_357 = "SHAPES"
### END SOLUTION

# %% nbgrader={"grade": true, "grade_id": "habits_first_test", "locked": true, "points": 7, "schema_version": 3, "solution": false, "task": false} tags=["fact-B15", "fact-B16", "fact-C4"]
check_forms(
    axis_357=(axis_357, WATCHER),
    axis_447=(axis_447, WATCHER),
    axis_117=(axis_117, WATCHER),
    mask_35=(mask_35, WATCHER),
    mask_44=(mask_44, WATCHER),
    reshape_357=(reshape_357, WATCHER),
    bare_357=(bare_357, WATCHER),
)
### BEGIN HIDDEN TESTS
from coursekit.questions import Part, mark_parts
from coursekit.questions.habits import noticed_first_of

mark_parts(
    Part("axis_357", noticed_first_of("axis", B=3, T=5, d=7), axis_357),
    Part("axis_447", noticed_first_of("axis", B=4, T=4, d=7), axis_447),
    Part("axis_117", noticed_first_of("axis", B=1, T=1, d=7), axis_117),
    Part("mask_35", noticed_first_of("mask", B=3, T=5, d=7), mask_35),
    Part("mask_44", noticed_first_of("mask", B=4, T=4, d=7), mask_44),
    Part("reshape_357", noticed_first_of("reshape", B=3, T=5, d=7), reshape_357),
    Part("bare_357", noticed_first_of("axis", annotated=False, B=3, T=5, d=7), bare_357),
)
### END HIDDEN TESTS

# %% [markdown]
# ## 4. Which sizes catch which bug (4 points)
#
# A test calls a function and looks at the *shape* of the result, nothing else; an error fails it too. No annotation
# is checked. It is run at four settings:
#
# 1. B = 3, T = 5, d = 7
# 2. B = 4, T = 4, d = 7
# 3. B = 1, T = 5, d = 7
# 4. B = 5, T = 1, d = 7
#
# At which of them does it catch
#
# * `scores + mask` for `scores + mask[:, None, :]`,
# * `x.mean(axis=0)` for `x.mean(axis=1)`,
# * `x - x.mean(axis=0, keepdims=True)` for `x - x.mean(axis=1, keepdims=True)`,
# * `x.reshape(B, d, T)` for `x.transpose(0, 2, 1)`?
#
# *Answer each with a tuple of the numbers of those settings, in ascending order, such as `(2, 3)`; `()` for none.*

# %% nbgrader={"grade": false, "grade_id": "habits_settings", "locked": false, "schema_version": 3, "solution": true, "task": false}
caught_mask = None
caught_axis = None
caught_keepdims = None
caught_reshape = None
### BEGIN SOLUTION
caught_mask = (1, 4)  # at T = 1 the result is [B, B, 1]
caught_axis = (1, 3, 4)
caught_keepdims = ()
caught_reshape = ()
### END SOLUTION

# %% nbgrader={"grade": true, "grade_id": "habits_settings_test", "locked": true, "points": 4, "schema_version": 3, "solution": false, "task": false} tags=["fact-B15", "fact-B16", "fact-C4"]
check_forms(
    caught_mask=(caught_mask, Integers()),
    caught_axis=(caught_axis, Integers()),
    caught_keepdims=(caught_keepdims, Integers()),
    caught_reshape=(caught_reshape, Integers()),
)
### BEGIN HIDDEN TESTS
from coursekit.questions import Part, mark_parts
from coursekit.questions.habits import shape_test_sizes_of

settings = [(3, 5, 7), (4, 4, 7), (1, 5, 7), (5, 1, 7)]
mark_parts(
    Part("caught_mask", shape_test_sizes_of("mask", settings), caught_mask),
    Part("caught_axis", shape_test_sizes_of("axis", settings), caught_axis),
    Part("caught_keepdims", shape_test_sizes_of("keepdims", settings), caught_keepdims),
    Part("caught_reshape", shape_test_sizes_of("reshape", settings), caught_reshape),
)
### END HIDDEN TESTS

# %% [markdown]
# ## 5. Sizes that cannot coincide (2 points)
#
# A test of attention splits d features into h heads. At which of these settings is no axis as large as another, and
# none of size 1, at any step of the way?
#
# 1. B = 3, T = 5, h = 2, d = 14
# 2. B = 3, T = 5, h = 2, d = 10
# 3. B = 1, T = 5, h = 2, d = 14
# 4. B = 4, T = 4, h = 2, d = 14
# 5. B = 2, T = 3, h = 5, d = 55
# 6. B = 2, T = 7, h = 5, d = 35
#
# *Answer with a tuple of the numbers of those settings, in ascending order, such as `(2, 4)`.*

# %% nbgrader={"grade": false, "grade_id": "habits_telling", "locked": false, "schema_version": 3, "solution": true, "task": false}
telling = None
### BEGIN SOLUTION
telling = (1, 5)  # in 2 and 6 a head is as wide as T
### END SOLUTION

# %% nbgrader={"grade": true, "grade_id": "habits_telling_test", "locked": true, "points": 2, "schema_version": 3, "solution": false, "task": false} tags=["fact-B15"]
check_forms(telling=(telling, Integers()))
### BEGIN HIDDEN TESTS
from coursekit.questions import mark
from coursekit.questions.habits import telling_sizes_of

settings = [
    {"B": 3, "T": 5, "h": 2, "d": 14},
    {"B": 3, "T": 5, "h": 2, "d": 10},
    {"B": 1, "T": 5, "h": 2, "d": 14},
    {"B": 4, "T": 4, "h": 2, "d": 14},
    {"B": 2, "T": 3, "h": 5, "d": 55},
    {"B": 2, "T": 7, "h": 5, "d": 35},
]
mark(telling_sizes_of(settings), telling, points=2)
### END HIDDEN TESTS

# %% [markdown]
# ## 6. The mask and the side (4 points)
#
# The same three sequences, of 5, 3 and 1 tokens, are padded to T = 5: once on the right, once on the left. Which of
# these lines give the same result for both batches?
#
# 1. `x[:, -1]`
# 2. `x[np.arange(B), mask.sum(axis=1) - 1]`
# 3. `x[np.arange(B), np.where(mask, np.arange(T), -1).max(axis=1)]`
# 4. `(x * mask[:, :, None]).sum(axis=1) / mask.sum(axis=1)[:, None]`
# 5. `x[:, 0]`
#
# Then two batches that contradict themselves. `check_mask(mask, side)` of this course's library refuses a batch with
# `PaddingSideError(side=…, row=…, found=…)`: the side of the batch, the first row that is padded elsewhere, counted
# from 0, and where that row has its padding. If no side is stated, the first padded row decides. With which error
# does it refuse
#
# * the three sequences above, padded on the left, with the side `"right"` stated,
# * four sequences of T = 5 without a stated side: the first without padding, the second with 2 positions of padding
#   on the left, the third with 1 on the left, the fourth with 3 on the right?
#
# *Answer with a tuple of numbers in ascending order and two errors as values. A batch whose row 0 is padded on the
# right, with `"left"` stated, would be refused with `PaddingSideError(side="left", row=0, found="right")`.*

# %% nbgrader={"grade": false, "grade_id": "habits_side", "locked": false, "schema_version": 3, "solution": true, "task": false}
either_side = None
stated_right = None
nothing_stated = None
### BEGIN SOLUTION
either_side = (3, 4)
stated_right = PaddingSideError(side="right", row=1, found="left")  # row 0 has no padding
nothing_stated = PaddingSideError(side="left", row=3, found="right")
### END SOLUTION

# %% nbgrader={"grade": true, "grade_id": "habits_side_test", "locked": true, "points": 4, "schema_version": 3, "solution": false, "task": false} tags=["fact-B15"]
check_forms(
    either_side=(either_side, Integers()),
    stated_right=(stated_right, ErrorValue()),
    nothing_stated=(nothing_stated, ErrorValue()),
)
### BEGIN HIDDEN TESTS
from coursekit.questions import Part, mark_parts
from coursekit.questions.habits import either_side_of, refused_side_of

all_left = [(5, "left"), (3, "left"), (1, "left")]
mixed = [(5, "left"), (3, "left"), (4, "left"), (2, "right")]
mark_parts(
    Part("either_side", either_side_of((5, 3, 1)), either_side, points=2),
    Part("stated_right", refused_side_of(all_left, "right"), stated_right),
    Part("nothing_stated", refused_side_of(mixed, None), nothing_stated),
)
### END HIDDEN TESTS

# %% [markdown]
# ## 7. The cost first (3 points)
#
# How many bytes do these take?
#
# * a batch of embeddings `[64, 512, 768]` in bf16,
# * the attention scores of a block with B = 8, T = 1024, d = 768 and 12 heads, in bf16,
# * `pred - target` in fp32, for 65,536 predictions in a row and as many targets that were left in a column.
#
# *Answer each with an integer. A tensor `[2, 3]` in fp32 would take `24`.*

# %% nbgrader={"grade": false, "grade_id": "habits_cost", "locked": false, "schema_version": 3, "solution": true, "task": false}
embeddings_bytes = None
scores_bytes = None
difference_bytes = None
### BEGIN SOLUTION
embeddings_bytes = 64 * 512 * 768 * 2
scores_bytes = 8 * 12 * 1024 * 1024 * 2
difference_bytes = 65_536 * 65_536 * 4  # 17 GB: the bug shows before it runs
### END SOLUTION

# %% nbgrader={"grade": true, "grade_id": "habits_cost_test", "locked": true, "points": 3, "schema_version": 3, "solution": false, "task": false} tags=["fact-B15"]
check_forms(
    embeddings_bytes=(embeddings_bytes, Integer()),
    scores_bytes=(scores_bytes, Integer()),
    difference_bytes=(difference_bytes, Integer()),
)
### BEGIN HIDDEN TESTS
from coursekit.questions import Part, mark_parts
from coursekit.questions.habits import stretched_bytes_of
from coursekit.questions.memory import Block, bytes_of, row_bytes_of

block = Block(B=8, T=1024, d=768, heads=12, format="bf16")
mark_parts(
    Part("embeddings_bytes", bytes_of((64, 512, 768), "bf16"), embeddings_bytes),
    Part("scores_bytes", row_bytes_of(block, "scores"), scores_bytes),
    Part("difference_bytes", stretched_bytes_of(65_536, "fp32"), difference_bytes),
)
### END HIDDEN TESTS

# %% [markdown]
# ## 8. Close to what? (5 points)
#
# Each line compares two arrays of ones. Does it answer True, does it answer False, or does it raise an error?
#
# * `np.allclose(np.ones(3), np.ones((3, 1)))`
# * `np.allclose(np.ones((2, 3)), np.ones((1, 1, 3)))`
# * `np.allclose(np.ones(3), np.ones(4))`
# * `np.allclose(np.ones((0, 3)), np.ones((5, 1, 3)))`
# * `np.array_equal(np.ones(3), np.ones((3, 1)))`
#
# *Answer with `"TRUE"`, `"FALSE"` or `"RAISES"` each. `np.array_equal(np.ones(3), np.ones(3))` would be `"TRUE"`.*

# %% nbgrader={"grade": false, "grade_id": "habits_closeness", "locked": false, "schema_version": 3, "solution": true, "task": false}
close_column = None
close_axes = None
close_sizes = None
close_empty = None
equal_column = None
### BEGIN SOLUTION
close_column = "TRUE"
close_axes = "TRUE"
close_sizes = "RAISES"
close_empty = "TRUE"  # (5, 0, 3): no number differs from any
equal_column = "FALSE"
### END SOLUTION

# %% nbgrader={"grade": true, "grade_id": "habits_closeness_test", "locked": true, "points": 5, "schema_version": 3, "solution": false, "task": false} tags=["fact-B16", "fact-C4"]
check_forms(
    close_column=(close_column, COMPARED),
    close_axes=(close_axes, COMPARED),
    close_sizes=(close_sizes, COMPARED),
    close_empty=(close_empty, COMPARED),
    equal_column=(equal_column, COMPARED),
)
### BEGIN HIDDEN TESTS
from coursekit.questions import Part, mark_parts
from coursekit.questions.habits import closeness_of

close = "np.allclose"
mark_parts(
    Part("close_column", closeness_of(close, (3,), (3, 1)), close_column),
    Part("close_axes", closeness_of(close, (2, 3), (1, 1, 3)), close_axes),
    Part("close_sizes", closeness_of(close, (3,), (4,)), close_sizes),
    Part("close_empty", closeness_of(close, (0, 3), (5, 1, 3)), close_empty),
    Part("equal_column", closeness_of("np.array_equal", (3,), (3, 1)), equal_column),
)
### END HIDDEN TESTS

# %% [markdown]
# ## 9. Write `agrees` (3 points)
#
# Write the comparison that a test needs. `agrees(actual, expected)` takes two arrays of numbers and returns True if
# they have the same shape and every number of the one is close to its partner in the other, in the sense of
# `np.allclose`. Otherwise it returns False, whatever the shapes; it raises no error.
#
# *It returns True or False. For `np.ones(3)` and `np.ones(3)` that is True, for `np.ones(3)` and `np.ones(4)` it is
# False.*

# %% nbgrader={"grade": false, "grade_id": "habits_agrees", "locked": false, "schema_version": 3, "solution": true, "task": false}
def agrees(actual, expected):
    """Return whether two arrays have one shape and close numbers."""
    ### BEGIN SOLUTION
    return actual.shape == expected.shape and np.allclose(actual, expected)
    ### END SOLUTION

# %% nbgrader={"grade": true, "grade_id": "habits_agrees_test", "locked": true, "points": 3, "schema_version": 3, "solution": false, "task": false} tags=["fact-C4"]
check_call(agrees, np.ones(3), np.ones(3), form=Truth(), name="agrees")
### BEGIN HIDDEN TESTS
from coursekit.questions import Group, mark_function
from coursekit.questions import habits

row = np.array([1.0, 2.0, 3.0])
mark_function(
    agrees,
    habits.agrees,
    [
        Group("equal shapes", [(row, row + 1e-12), (row, row + 0.1), (row, -row)]),
        Group(
            "shapes that stretch",
            [
                (np.ones(3), np.ones((3, 1))),
                (np.ones((2, 3)), np.ones(3)),
                (np.ones((1, 1)), np.ones((1, 1, 1))),
                (np.ones((0, 3)), np.ones((1, 3))),
            ],
        ),
        Group("shapes that do not fit", [(np.ones(3), np.ones(4)), (row, np.ones((3, 2)))]),
    ],
    form=Truth(),
    beliefs=habits.AGREES_FUNCTIONS,
)
### END HIDDEN TESTS

# %% [markdown]
# ## 10. Write a test: pooling (7 points)
#
# `pool(x, mask)` takes features, an array `[B, T, d]`, and a mask `[B, T]` of truth values. It returns an array `[B,
# d]`: for each sequence the mean over its real tokens. Padding may stand on the right or on the left, and its numbers
# can be anything.
#
# Your function is called with one implementation after another. It must pass right ones without complaint, and fail,
# by an `assert` or by whatever error comes up, on each wrong one. Choose the sizes and the inputs yourself, with
# every sequence having at least one real token and all padding of a batch on one side. Right implementations may
# round differently.
#
# *It returns nothing. Half of the mistakes caught is half of the points; a test that refuses a right implementation
# gets none.*

# %% nbgrader={"grade": false, "grade_id": "habits_check_pool", "locked": false, "schema_version": 3, "solution": true, "task": false}
def check_pool(pool):
    """Fail on a wrong implementation of pooling, and let a right one pass."""
    ### BEGIN SOLUTION
    x = np.random.default_rng(6).normal(size=(3, 5, 7))
    for mask in (np.arange(5) < [[5], [3], [1]], np.arange(5) >= [[0], [2], [4]]):
        pooled = pool(x, mask)
        assert pooled.shape == (3, 7)
        for sequence in range(3):
            assert np.allclose(pooled[sequence], x[sequence, mask[sequence]].mean(axis=0))
    ### END SOLUTION

# %% nbgrader={"grade": true, "grade_id": "habits_check_pool_test", "locked": true, "points": 7, "schema_version": 3, "solution": false, "task": false} tags=["fact-B15", "fact-B16", "fact-C4"]
check_form(check_pool, Function(), name="check_pool")
### BEGIN HIDDEN TESTS
from coursekit.questions import mark_test
from coursekit.questions.habits import RIGHT_POOLS, WRONG_POOLS

mark_test(check_pool, RIGHT_POOLS, WRONG_POOLS, points=7)
### END HIDDEN TESTS

# %% [markdown]
# ## 11. Four bugs: find them (6 points)
#
# A small model. For each sequence it lets every token look at all real ones, takes what the *last real token* has
# gathered, takes away the mean over the real tokens, makes one prediction of it, and compares the predictions with
# the targets. It ran without an error on the first batch its author tried, and the loss went down.
#
# ```
#  1  def loss(x, mask, w, target):
#  2      scores = x @ x.transpose(0, 2, 1)
#  3      scores = scores + np.where(mask, 0, -np.inf)
#  4      weights = softmax(scores)
#  5      mixed = weights @ x
#  6      last = mixed[:, -1]
#  7      total = (x * mask[:, :, None]).sum(axis=0)
#  8      centre = total / mask.sum(axis=1)[:, None]
#  9      pred = (last - centre) @ w
# 10      error = pred - target.reshape(-1, 1)
# 11      return (error**2).mean()
# ```
#
# x is `[B, T, d]`, mask `[B, T]`, w `[d]`, target `[B]`. `softmax` works over the last axis, and `last_index` of this
# course's library is there for whoever calls it. In which line
#
# * does the mask meet the wrong axis,
# * is the last position taken for the last real token,
# * does a sum run over the wrong axis,
# * is one prediction compared with every target?
#
# And what becomes of the whole listing at B = 4, T = 4, d = 7, with padding, and at B = 1, T = 1, d = 7? (At B = 3, T
# = 5, d = 7 it stops with an error: those sizes cannot coincide.)
#
# *Answer with the four numbers of lines, then with `"RAISES"`, `"CORRECT"`, `"CORRECT_BY_LUCK"` or `"SILENTLY_WRONG"`
# each. The weights are computed in line `4`.*

# %% nbgrader={"grade": false, "grade_id": "habits_found", "locked": false, "schema_version": 3, "solution": true, "task": false}
mask_line = None
last_line = None
sum_line = None
target_line = None
model_447 = None
model_117 = None
### BEGIN SOLUTION
mask_line = 3
last_line = 6
sum_line = 7
target_line = 10
model_447 = "SILENTLY_WRONG"
model_117 = "CORRECT_BY_LUCK"
### END SOLUTION

# %% nbgrader={"grade": true, "grade_id": "habits_found_test", "locked": true, "points": 6, "schema_version": 3, "solution": false, "task": false} tags=["fact-B16", "fact-C4"]
check_forms(
    mask_line=(mask_line, Integer()),
    last_line=(last_line, Integer()),
    sum_line=(sum_line, Integer()),
    target_line=(target_line, Integer()),
    model_447=(model_447, VERDICT),
    model_117=(model_117, VERDICT),
)
### BEGIN HIDDEN TESTS
from coursekit.questions import Part, mark_parts
from coursekit.questions.habits import model_verdict_of, wrong_line_of

mark_parts(
    Part("mask_line", wrong_line_of("mask"), mask_line),
    Part("last_line", wrong_line_of("last"), last_line),
    Part("sum_line", wrong_line_of("axis"), sum_line),
    Part("target_line", wrong_line_of("target"), target_line),
    Part("model_447", model_verdict_of((4, 4, 7)), model_447),
    Part("model_117", model_verdict_of((1, 1, 7)), model_117),
)
### END HIDDEN TESTS

# %% [markdown]
# ## 12. Four bugs: mend them (8 points)
#
# Write the model's loss without the bugs. Arguments and result are as above: x `[B, T, d]`, mask `[B, T]` of truth
# values, w `[d]`, target `[B]`, all numpy arrays; the result is one number. Every sequence has at least one real
# token. The padding of a batch may stand on either side: the mask tells where.
#
# *The result is compared to nine decimals. For one sequence of one token, the loss is the square of its target.*

# %% nbgrader={"grade": false, "grade_id": "habits_mended", "locked": false, "schema_version": 3, "solution": true, "task": false}
def loss(x, mask, w, target):
    """Return the mean squared error of the model's predictions."""
    ### BEGIN SOLUTION
    hidden = np.where(mask, 0, -np.inf)[:, None, :]  # for every query the same keys
    gathered = np.einsum("bqd,bkd->bqk", x, x) + hidden
    shares = np.exp(gathered - gathered.max(axis=-1, keepdims=True))
    gathered = shares / shares.sum(axis=-1, keepdims=True) @ x
    positions = np.where(mask, np.arange(mask.shape[1]), -1).max(axis=1)
    share = mask / mask.sum(axis=1, keepdims=True)
    means = np.einsum("btd,bt->bd", x, share)
    predictions = (gathered[np.arange(len(x)), positions] - means) @ w
    return ((predictions - target) ** 2).mean()
    ### END SOLUTION

# %% nbgrader={"grade": true, "grade_id": "habits_mended_test", "locked": true, "points": 8, "schema_version": 3, "solution": false, "task": false} tags=["fact-B15", "fact-B16", "fact-C4"]
check_call(
    loss,
    np.ones((1, 1, 2)),
    np.array([[True]]),
    np.ones(2),
    np.ones(1),
    form=RoundedNumber(),
    name="loss",
)
### BEGIN HIDDEN TESTS
from coursekit.questions import Group, mark_function
from coursekit.questions.habits import LOSSES, model_case, model_loss

mark_function(
    loss,
    model_loss,
    [
        Group("one token alone", [model_case((1, 1, 7)), model_case((1, 1, 1))]),
        Group("a batch of one, padded", [model_case((1, 5, 7), (3,))]),
        Group("as many sequences as tokens", [model_case((4, 4, 7)), model_case((6, 6, 2))], 2),
        Group("sizes that differ", [model_case((3, 5, 7)), model_case((5, 3, 2))], 2),
        Group("padding on the left", [model_case((3, 5, 7), side="left")]),
        Group("no padding", [model_case((3, 5, 7), (5, 5, 5))]),
    ],
    form=RoundedNumber(),
    beliefs=LOSSES,
)
### END HIDDEN TESTS

# %% [markdown]
# ## Before you hand in
#
# Restart the kernel and run all cells, so that nothing depends on a cell that is gone. Then save and hand in. A
# question that you left open costs its own points and nothing else.
