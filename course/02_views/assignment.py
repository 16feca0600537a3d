# ---
# jupyter:
#   kernelspec:
#     display_name: Python 3 (ipykernel)
#     language: python
#     name: python3
# ---

# %% [markdown]
# # Views: predict, then write
#
# In the lesson the buffer stayed where it was, and only its reading changed: other sizes, other strides, another
# first place. Here are twelve predictions about such readings and three functions that compute with them in plain
# Python. There are 60 points. Draw the buffer as a strip of boxes whenever you are in doubt; most of these questions
# answer themselves on paper.
#
# **How it works**
#
# * An answer cell gives a name the value `None`. Put your answer in its place, and delete the lines below it that
#   raise an error.
# * The cell after it checks only whether your answer has the right *form*. Whether the answer is *right* you learn
#   when your work has been graded; where a wrong answer gives away a common mix-up, you will be told which.
# * Where a question has several parts, each part counts by itself. Leave a part at `None` if you do not know.
# * Tuples may be written in round or square brackets: `(6, 3)` and `[6, 3]` are the same answer.
#
# Please leave the locked cells as they are.

# %% nbgrader={"grade": false, "grade_id": "views_setup", "locked": true, "schema_version": 3, "solution": false, "task": false}
from coursekit.questions import (
    Choice,
    ErrorValue,
    Integer,
    Integers,
    Number,
    Numbers,
    Truth,
    check_call,
    check_forms,
)
from tensorlib import AliasedWriteError, NotViewableError

WORD = Choice("RAISES", "CORRECT", "CORRECT_BY_LUCK", "SILENTLY_WRONG")

# %% [markdown]
# In every question `t` is a tensor of this course: 64-bit floats in a row-major buffer that begins at offset 0.
# Strides and offsets count elements, and everything is counted from zero: axes, indices, offsets.

# %% [markdown]
# ## 1. A transpose (3 points)
#
# `t` has shape `(3, 5, 7)`. Its first two axes are swapped: `v = t.view().transpose(0, 1)`.
#
# * What are the strides of `v`?
# * At which offset of the buffer lies its coordinate `(4, 1, 2)`?
# * How many of the 105 numbers in the buffer have changed their place?
#
# *Answer with a tuple of three integers and two integers. For shape `(2, 9)` with its two axes swapped, the strides
# would be `(1, 9)`, and `(3, 1)` would lie at `12`.*

# %% nbgrader={"grade": false, "grade_id": "views_transpose", "locked": false, "schema_version": 3, "solution": true, "task": false}
transposed_strides = None
transposed_offset = None  # of the coordinate (4, 1, 2)
moved_numbers = None  # how many of the 105
### BEGIN SOLUTION
transposed_strides = (7, 5 * 7, 1)
transposed_offset = 4 * 7 + 1 * 35 + 2 * 1
moved_numbers = 0
### END SOLUTION

# %% nbgrader={"grade": true, "grade_id": "views_transpose_test", "locked": true, "points": 3, "schema_version": 3, "solution": false, "task": false} tags=["fact-A18", "fact-A20", "fact-B1"]
check_forms(
    transposed_strides=(transposed_strides, Integers(3)),
    transposed_offset=(transposed_offset, Integer()),
    moved_numbers=(moved_numbers, Integer()),
)
### BEGIN HIDDEN TESTS
from coursekit.questions import Part, mark_parts
from coursekit.questions.views import moved_by_permuting, permuted_offset_of, permuted_strides_of

shape, swap = (3, 5, 7), (1, 0, 2)
mark_parts(
    Part("transposed_strides", permuted_strides_of(shape, swap), transposed_strides),
    Part("transposed_offset", permuted_offset_of(shape, swap, (4, 1, 2)), transposed_offset),
    Part("moved_numbers", moved_by_permuting(shape, swap), moved_numbers),
)
### END HIDDEN TESTS

# %% [markdown]
# ## 2. A permutation (3 points)
#
# `t` has shape `(2, 3, 4)`, and `v = t.view().permute(2, 0, 1)`. What is the shape of `v`, what are its strides, and
# at which offset lies its coordinate `(2, 1, 2)`?
#
# *Answer with two tuples of three integers, and an integer. With `permute(1, 2, 0)`, a tensor of shape `(5, 6, 7)`
# would be seen as `(6, 7, 5)`.*

# %% nbgrader={"grade": false, "grade_id": "views_permute", "locked": false, "schema_version": 3, "solution": true, "task": false}
permuted_shape = None
permuted_strides = None
permuted_offset = None  # of the coordinate (2, 1, 2)
### BEGIN SOLUTION
permuted_shape = (4, 2, 3)
permuted_strides = (1, 12, 4)
permuted_offset = 2 * 1 + 1 * 12 + 2 * 4
### END SOLUTION

# %% nbgrader={"grade": true, "grade_id": "views_permute_test", "locked": true, "points": 3, "schema_version": 3, "solution": false, "task": false} tags=["fact-A18", "fact-A20", "fact-B1"]
check_forms(
    permuted_shape=(permuted_shape, Integers(3)),
    permuted_strides=(permuted_strides, Integers(3)),
    permuted_offset=(permuted_offset, Integer()),
)
### BEGIN HIDDEN TESTS
from coursekit.questions import Part, mark_parts
from coursekit.questions.views import permuted_offset_of, permuted_shape_of, permuted_strides_of

shape, axes = (2, 3, 4), (2, 0, 1)
mark_parts(
    Part("permuted_shape", permuted_shape_of(shape, axes), permuted_shape),
    Part("permuted_strides", permuted_strides_of(shape, axes), permuted_strides),
    Part("permuted_offset", permuted_offset_of(shape, axes, (2, 1, 2)), permuted_offset),
)
### END HIDDEN TESTS

# %% [markdown]
# ## 3. Slices (5 points)
#
# `t` has shape `(4, 6)`.
#
# * What are the shape and the strides of `t.view()[1:, ::2]`, and at which offset of the buffer does it start?
# * What is the stride of `t.view()[::-1, 2]`, one column read from below, and at which offset does it start?
#
# *Answer with tuples of integers (the last stride as a tuple of one), and the offsets with integers. For
# `t.view()[2:, 1:]` it would be `(2, 5)`, `(6, 1)` and `13`.*

# %% nbgrader={"grade": false, "grade_id": "views_slices", "locked": false, "schema_version": 3, "solution": true, "task": false}
cut_shape = None  # of t.view()[1:, ::2]
cut_strides = None
cut_offset = None
column_stride = None  # of t.view()[::-1, 2]
column_offset = None
### BEGIN SOLUTION
cut_shape = (3, 3)
cut_strides = (6, 2)
cut_offset = 1 * 6
column_stride = (-6,)
column_offset = 3 * 6 + 2
### END SOLUTION

# %% nbgrader={"grade": true, "grade_id": "views_slices_test", "locked": true, "points": 5, "schema_version": 3, "solution": false, "task": false} tags=["fact-A18", "fact-A20"]
check_forms(
    cut_shape=(cut_shape, Integers(2)),
    cut_strides=(cut_strides, Integers(2)),
    cut_offset=(cut_offset, Integer()),
    column_stride=(column_stride, Integers(1)),
    column_offset=(column_offset, Integer()),
)
### BEGIN HIDDEN TESTS
from coursekit.questions import Part, mark_parts
from coursekit.questions.views import base_offset_of, sliced_shape_of, sliced_strides_of

shape = (4, 6)
cut, column = (slice(1, None), slice(None, None, 2)), (slice(None, None, -1), 2)
mark_parts(
    Part("cut_shape", sliced_shape_of(shape, cut), cut_shape),
    Part("cut_strides", sliced_strides_of(shape, cut), cut_strides),
    Part("cut_offset", base_offset_of(shape, cut), cut_offset),
    Part("column_stride", sliced_strides_of(shape, column), column_stride),
    Part("column_offset", base_offset_of(shape, column), column_offset),
)
### END HIDDEN TESTS

# %% [markdown]
# ## 4. Side by side, or not (4 points)
#
# First: for which of these four shapes is `t.view().transpose(0, 1)` contiguous?
#
# 1. `(3, 5)`
# 2. `(1, 5)`
# 3. `(4, 1, 6)`
# 4. `(4, 6, 1)`
#
# Then: which of these five layouts are contiguous?
#
# 1. shape `(2, 3)`, strides `(3, 1)`
# 2. shape `(2, 3)`, strides `(6, 1)`
# 3. shape `(3, 1)`, strides `(1, 7)`
# 4. shape `(1, 4)`, strides `(1, 2)`
# 5. shape `(1, 2, 4)`, strides `(5, 4, 1)`
#
# *Answer with the numbers of those that are, in ascending order: `(2, 4)`, or `(4,)`, or `()` if there is none.*

# %% nbgrader={"grade": false, "grade_id": "views_contiguous", "locked": false, "schema_version": 3, "solution": true, "task": false}
contiguous_swaps = None  # numbers from 1 to 4
contiguous_layouts = None  # numbers from 1 to 5
### BEGIN SOLUTION
contiguous_swaps = (2, 3)  # an axis of size 1 steps aside without disturbing the others
contiguous_layouts = (1, 3, 5)
### END SOLUTION

# %% nbgrader={"grade": true, "grade_id": "views_contiguous_test", "locked": true, "points": 4, "schema_version": 3, "solution": false, "task": false} tags=["fact-B1"]
check_forms(
    contiguous_swaps=(contiguous_swaps, Integers()),
    contiguous_layouts=(contiguous_layouts, Integers()),
)
### BEGIN HIDDEN TESTS
from coursekit.questions import Part, mark_parts
from coursekit.questions.views import contiguous_among, contiguous_transposes

swaps = contiguous_transposes([(3, 5), (1, 5), (4, 1, 6), (4, 6, 1)])
layouts = contiguous_among(
    [
        ((2, 3), (3, 1)),
        ((2, 3), (6, 1)),
        ((3, 1), (1, 7)),
        ((1, 4), (1, 2)),
        ((1, 2, 4), (5, 4, 1)),
    ]
)
mark_parts(
    Part("contiguous_swaps", swaps, contiguous_swaps, 2),
    Part("contiguous_layouts", layouts, contiguous_layouts, 2),
)
### END HIDDEN TESTS

# %% [markdown]
# ## 5. Which axes can merge (4 points)
#
# * Which of these five layouts can be seen as one flat axis without a copy?
#
#   1. shape `(2, 3, 4)`, strides `(12, 4, 1)`
#   2. shape `(3, 2, 4)`, strides `(4, 12, 1)`
#   3. shape `(2, 3)`, strides `(6, 2)`
#   4. shape `(4, 3)`, strides `(4, 1)`
#   5. shape `(5, 1, 2)`, strides `(2, 9, 1)`
#
# * `t` has shape `(4, 3)`. With which error does `t.view().transpose(0, 1).view_as((12,))` end?
# * A view of shape `(4, 3, 2)` has the strides `(12, 2, 1)`. Seen as `(4, 6)`, which strides does it have?
#
# *Answer with numbers as in question 4, an error as a value, and a tuple of two integers. If a view of shape `(2, 2)`
# with strides `(5, 2)` is asked to be `(4,)`, the error is `NotViewableError(shape=(2, 2), strides=(5, 2),
# target=(4,))`.*

# %% nbgrader={"grade": false, "grade_id": "views_merging", "locked": false, "schema_version": 3, "solution": true, "task": false}
flat_layouts = None  # numbers from 1 to 5
flat_refusal = None  # the error
merged_strides = None
### BEGIN SOLUTION
flat_layouts = (1, 3, 5)  # 3: stride 6 is 3 * 2; 5: the middle axis takes no step
flat_refusal = NotViewableError(shape=(3, 4), strides=(1, 3), target=(12,))
merged_strides = (12, 1)  # 2 is 2 * 1, so the last two axes merge; axis 0 stays
### END SOLUTION

# %% nbgrader={"grade": true, "grade_id": "views_merging_test", "locked": true, "points": 4, "schema_version": 3, "solution": false, "task": false} tags=["fact-B1"]
check_forms(
    flat_layouts=(flat_layouts, Integers()),
    flat_refusal=(flat_refusal, ErrorValue()),
    merged_strides=(merged_strides, Integers(2)),
)
### BEGIN HIDDEN TESTS
from coursekit.questions import Part, mark_parts
from coursekit.questions.views import flat_among, flat_refusal_of, viewed_strides_of

layouts = flat_among(
    [
        ((2, 3, 4), (12, 4, 1)),
        ((3, 2, 4), (4, 12, 1)),
        ((2, 3), (6, 2)),
        ((4, 3), (4, 1)),
        ((5, 1, 2), (2, 9, 1)),
    ]
)
merged = viewed_strides_of((4, 3, 2), (12, 2, 1), (4, 6))
mark_parts(
    Part("flat_layouts", layouts, flat_layouts, 2),
    Part("flat_refusal", flat_refusal_of((4, 3), (1, 0)), flat_refusal),
    Part("merged_strides", merged, merged_strides),
)
### END HIDDEN TESTS

# %% [markdown]
# ## 6. What a reshape does (3 points)
#
# * `v` has shape `(2, 3)`. Somebody runs the line `v.reshape((3, 2))` and nothing else. Which shape has `v` now?
# * `t` has shape `(2, 3)` and holds 1 to 6. After `w = t.view().reshape((6,))` and `w[0] = 99`, what is `t[0, 0]`?
# * The same `t`, fresh again. After `w = t.view().transpose(0, 1).reshape((6,))` and `w[0] = 99`, what is `t[0, 0]`?
#
# *Answer with a tuple of integers and two numbers, such as `(6, 1)`, `5.0` and `4.0`.*

# %% nbgrader={"grade": false, "grade_id": "views_reshape", "locked": false, "schema_version": 3, "solution": true, "task": false}
shape_of_v = None
corner_plain = None  # t[0, 0] after the second line
corner_transposed = None  # t[0, 0] after the third
### BEGIN SOLUTION
shape_of_v = (2, 3)  # the result had the new shape, and nobody kept it
corner_plain = 99.0  # strides for (6,) exist, so w is a view
corner_transposed = 1.0  # they do not, so w is a copy
### END SOLUTION

# %% nbgrader={"grade": true, "grade_id": "views_reshape_test", "locked": true, "points": 3, "schema_version": 3, "solution": false, "task": false} tags=["fact-B1"]
check_forms(
    shape_of_v=(shape_of_v, Integers()),
    corner_plain=(corner_plain, Number()),
    corner_transposed=(corner_transposed, Number()),
)
### BEGIN HIDDEN TESTS
from coursekit.questions import Part, mark_parts
from coursekit.questions.views import seen_through_reshape, shape_after_reshape

mark_parts(
    Part("shape_of_v", shape_after_reshape((2, 3), (3, 2)), shape_of_v),
    Part("corner_plain", seen_through_reshape((2, 3), transposed=False), corner_plain),
    Part("corner_transposed", seen_through_reshape((2, 3), transposed=True), corner_transposed),
)
### END HIDDEN TESTS

# %% [markdown]
# ## 7. Reshaped, transposed, split (4 points)
#
# A matrix `m` of shape `(2, 4)` holds 0 to 7.
#
# * What does `m.view().reshape((4, 2))` hold, row by row?
# * What does `m.view().transpose(0, 1)` hold, row by row?
#
# Three tokens have four features each, the matrix `x` of shape `(3, 4)`:
#
# |         | features       |
# |---------|----------------|
# | token 0 | 10, 11, 12, 13 |
# | token 1 | 20, 21, 22, 23 |
# | token 2 | 30, 31, 32, 33 |
#
# Two heads share the features: of every token, head 0 gets the first two and head 1 the last two.
#
# * What does head 0 hold, token by token?
# * The heads give back what they got, as a new row-major tensor of shape `(2, 3, 2)`: heads, tokens, features. Joined
#   again to one row a token, what is the row of token 1?
#
# *Answer with tuples of eight, eight, six and four numbers. Head 1 of the first token alone would hold `(12, 13)`.*

# %% nbgrader={"grade": false, "grade_id": "views_order", "locked": false, "schema_version": 3, "solution": true, "task": false}
reshaped_rows = None  # eight numbers
transposed_rows = None  # eight numbers
head_0 = None  # six numbers
joined_token_1 = None  # four numbers
### BEGIN SOLUTION
reshaped_rows = (0, 1, 2, 3, 4, 5, 6, 7)
transposed_rows = (0, 4, 1, 5, 2, 6, 3, 7)
head_0 = (10, 11, 20, 21, 30, 31)
joined_token_1 = (20, 21, 22, 23)
### END SOLUTION

# %% nbgrader={"grade": true, "grade_id": "views_order_test", "locked": true, "points": 4, "schema_version": 3, "solution": false, "task": false} tags=["fact-B1", "fact-C4"]
check_forms(
    reshaped_rows=(reshaped_rows, Numbers(8)),
    transposed_rows=(transposed_rows, Numbers(8)),
    head_0=(head_0, Numbers(6)),
    joined_token_1=(joined_token_1, Numbers(4)),
)
### BEGIN HIDDEN TESTS
from coursekit.questions import Part, mark_parts
from coursekit.questions.views import (
    head_of,
    joined_token_of,
    reshaped_values_of,
    transposed_values_of,
)

mark_parts(
    Part("reshaped_rows", reshaped_values_of(2, 4), reshaped_rows),
    Part("transposed_rows", transposed_values_of(2, 4), transposed_rows),
    Part("head_0", head_of(3, 2, 2, 0), head_0),
    Part("joined_token_1", joined_token_of(3, 2, 2, 1), joined_token_1),
)
### END HIDDEN TESTS

# %% [markdown]
# ## 8. One bug, three faces (3 points)
#
# Lines that split and join heads, written by people in a hurry. `x` is a view of rows of features, shape
# `(T, h * w)`; `r` is what the heads gave back, a view of a new row-major tensor of shape `(h, T, w)`. Splitting
# ought to give shape `(h, T, w)` with each token's features dealt out to the heads, joining ought to undo that. What
# becomes of each line?
#
# * `x.reshape((h, T, w))` with T = 3 tokens, h = 2 heads, w = 2 features a head
# * `x.reshape((h, T, w))` with T = 3, h = 1, w = 4
# * `r.transpose(0, 1).view_as((T, h * w))` with T = 3, h = 2, w = 2
#
# *Answer with one of the words `"RAISES"`, `"CORRECT"`, `"CORRECT_BY_LUCK"` and `"SILENTLY_WRONG"` each. By luck
# means: right at these sizes, although the same line fails or is wrong at others.*

# %% nbgrader={"grade": false, "grade_id": "views_faces", "locked": false, "schema_version": 3, "solution": true, "task": false}
split_two_heads = None
split_one_head = None
joined_by_view = None
### BEGIN SOLUTION
split_two_heads = "SILENTLY_WRONG"  # right shape, features dealt out to other tokens
split_one_head = "CORRECT_BY_LUCK"  # with one head there is nothing to deal out
joined_by_view = "RAISES"  # joining needs a copy, and view_as never makes one
### END SOLUTION

# %% nbgrader={"grade": true, "grade_id": "views_faces_test", "locked": true, "points": 3, "schema_version": 3, "solution": false, "task": false} tags=["fact-B1", "fact-C4"]
check_forms(
    split_two_heads=(split_two_heads, WORD),
    split_one_head=(split_one_head, WORD),
    joined_by_view=(joined_by_view, WORD),
)
### BEGIN HIDDEN TESTS
from coursekit.questions import Part, mark_parts
from coursekit.questions.views import verdict_of

split, joined = "x.reshape((h, T, w))", "r.transpose(0, 1).view_as((T, h * w))"
mark_parts(
    Part("split_two_heads", verdict_of(split, 3, 2, 2), split_two_heads),
    Part("split_one_head", verdict_of(split, 3, 1, 4), split_one_head),
    Part("joined_by_view", verdict_of(joined, 3, 2, 2), joined_by_view),
)
### END HIDDEN TESTS

# %% [markdown]
# ## 9. Stretched: strides and bytes (4 points)
#
# `t` has shape `(5, 1)`, and `e = t.view().expand((5, 6))`.
#
# * What are the strides of `e`?
# * How many bytes does `e` have by its shape, and how many are stored for it? Each number has 8 bytes.
#
# Now `t` has shape `(500, 400)`, and only `s = t.view()[:2, :3]` is kept; `t` itself is deleted.
#
# * How many bytes of memory does `s` keep alive?
#
# *Answer with a tuple of two integers, and with integers. A vector of 10 numbers, stretched to nothing and cut from
# nothing, has `80` bytes in every sense.*

# %% nbgrader={"grade": false, "grade_id": "views_bytes", "locked": false, "schema_version": 3, "solution": true, "task": false}
expanded_strides = None
logical_bytes = None  # by the shape of e
stored_bytes = None  # really stored for e
kept_bytes = None  # kept alive by s
### BEGIN SOLUTION
expanded_strides = (1, 0)
logical_bytes = 5 * 6 * 8
stored_bytes = 5 * 8
kept_bytes = 500 * 400 * 8
### END SOLUTION

# %% nbgrader={"grade": true, "grade_id": "views_bytes_test", "locked": true, "points": 4, "schema_version": 3, "solution": false, "task": false} tags=["fact-C6"]
check_forms(
    expanded_strides=(expanded_strides, Integers(2)),
    logical_bytes=(logical_bytes, Integer()),
    stored_bytes=(stored_bytes, Integer()),
    kept_bytes=(kept_bytes, Integer()),
)
### BEGIN HIDDEN TESTS
from coursekit.questions import Part, mark_parts
from coursekit.questions.views import (
    expanded_strides_of,
    kept_bytes_of,
    logical_bytes_of,
    stored_bytes_of,
)

column, stretched = (5, 1), (5, 6)
kept = kept_bytes_of((500, 400), (slice(None, 2), slice(None, 3)))
mark_parts(
    Part("expanded_strides", expanded_strides_of(column, stretched), expanded_strides),
    Part("logical_bytes", logical_bytes_of(column, stretched), logical_bytes),
    Part("stored_bytes", stored_bytes_of(column, stretched), stored_bytes),
    Part("kept_bytes", kept, kept_bytes),
)
### END HIDDEN TESTS

# %% [markdown]
# ## 10. Rows that are the same memory (5 points)
#
# `t` has shape `(3,)` and holds 1, 2, 3, and `e = t.view().expand((4, 3))`.
#
# * After `t[1] = 99`, what is `e[3, 1]`?
# * How many coordinates of `e` are one and the same element as `(0, 1)`, that one included?
# * With which error does `e` refuse `e[0, 1] = 99`?
#
# And two ways to see values repeatedly:
#
# * A tensor of shape `(1, 3)` holds 1, 2, 3. What does `expand((2, 3))` of it hold, row by row?
# * A tensor of shape `(3, 1)` holds 1, 2, 3. What does `expand((3, 2))` of it hold, row by row?
#
# *Answer with a number, an integer, an error as a value, and two tuples of six numbers. A view of shape `(2, 2)` with
# strides `(1, 0)` would refuse with `AliasedWriteError(shape=(2, 2), strides=(1, 0))`.*

# %% nbgrader={"grade": false, "grade_id": "views_aliasing", "locked": false, "schema_version": 3, "solution": true, "task": false}
read_after = None  # e[3, 1]
sharing = None  # how many coordinates
write_refusal = None  # the error
repeated_row = None  # expand((2, 3)), six numbers
repeated_column = None  # expand((3, 2)), six numbers
### BEGIN SOLUTION
read_after = 99.0
sharing = 4
write_refusal = AliasedWriteError(shape=(4, 3), strides=(0, 1))
repeated_row = (1, 2, 3, 1, 2, 3)
repeated_column = (1, 1, 2, 2, 3, 3)
### END SOLUTION

# %% nbgrader={"grade": true, "grade_id": "views_aliasing_test", "locked": true, "points": 5, "schema_version": 3, "solution": false, "task": false} tags=["fact-C6"]
check_forms(
    read_after=(read_after, Number()),
    sharing=(sharing, Integer()),
    write_refusal=(write_refusal, ErrorValue()),
    repeated_row=(repeated_row, Numbers(6)),
    repeated_column=(repeated_column, Numbers(6)),
)
### BEGIN HIDDEN TESTS
from coursekit.questions import Part, mark_parts
from coursekit.questions.views import (
    aliased_write_of,
    positions_sharing,
    repeated_values_of,
    seen_through_expand,
)

vector, stretched = (3,), (4, 3)
mark_parts(
    Part("read_after", seen_through_expand(3, 4, 1), read_after),
    Part("sharing", positions_sharing(vector, stretched, (0, 1)), sharing),
    Part("write_refusal", aliased_write_of(vector, stretched), write_refusal),
    Part("repeated_row", repeated_values_of(3, 2, each=False), repeated_row),
    Part("repeated_column", repeated_values_of(3, 2, each=True), repeated_column),
)
### END HIDDEN TESTS

# %% [markdown]
# ## 11. The same in numpy (2 points)
#
# `a = np.zeros((2, 3, 4), "float32")`. What does numpy say are `a.strides`, and what `a.transpose(1, 0, 2).strides`?
#
# *Answer with two tuples of three integers. For `np.zeros((5, 2), "int16")`, it would be `(4, 2)`.*

# %% nbgrader={"grade": false, "grade_id": "views_numpy", "locked": false, "schema_version": 3, "solution": true, "task": false}
array_strides = None  # of a
array_transposed_strides = None  # of a.transpose(1, 0, 2)
### BEGIN SOLUTION
array_strides = (12 * 4, 4 * 4, 4)
array_transposed_strides = (16, 48, 4)
### END SOLUTION

# %% nbgrader={"grade": true, "grade_id": "views_numpy_test", "locked": true, "points": 2, "schema_version": 3, "solution": false, "task": false} tags=["fact-A18", "fact-B1"]
check_forms(
    array_strides=(array_strides, Integers(3)),
    array_transposed_strides=(array_transposed_strides, Integers(3)),
)
### BEGIN HIDDEN TESTS
from coursekit.questions import Part, mark_parts
from coursekit.questions.views import array_strides_of

shape = (2, 3, 4)
swapped = array_strides_of(shape, "float32", (1, 0, 2))
mark_parts(
    Part("array_strides", array_strides_of(shape, "float32"), array_strides),
    Part("array_transposed_strides", swapped, array_transposed_strides),
)
### END HIDDEN TESTS

# %% [markdown]
# ## 12. Axes that vanish, axes that were never there (3 points)
#
# Scores come as `(B, T, 1)`, and a line of a model drops the last axis with numpy's `scores.squeeze()`. Which shape
# comes out for scores of shape
#
# * `(8, 7, 1)`,
# * `(1, 7, 1)`?
#
# And which shape has `np.zeros(7).T`?
#
# *Answer with three tuples of integers. For scores of shape `(2, 3, 4)` nothing would be dropped: `(2, 3, 4)`.*

# %% nbgrader={"grade": false, "grade_id": "views_squeeze", "locked": false, "schema_version": 3, "solution": true, "task": false}
squeezed_batch = None  # from (8, 7, 1)
squeezed_single = None  # from (1, 7, 1)
vector_transposed = None  # shape of np.zeros(7).T
### BEGIN SOLUTION
squeezed_batch = (8, 7)
squeezed_single = (7,)  # the batch of one is gone as well
vector_transposed = (7,)
### END SOLUTION

# %% nbgrader={"grade": true, "grade_id": "views_squeeze_test", "locked": true, "points": 3, "schema_version": 3, "solution": false, "task": false} tags=["fact-A18"]
check_forms(
    squeezed_batch=(squeezed_batch, Integers()),
    squeezed_single=(squeezed_single, Integers()),
    vector_transposed=(vector_transposed, Integers()),
)
### BEGIN HIDDEN TESTS
from coursekit.questions import Part, mark_parts
from coursekit.questions.views import squeezed_shape_of, transposed_vector_of

batch = squeezed_shape_of((8, 7, 1), 2, drop_ambiguous=True)
mark_parts(
    Part("squeezed_batch", batch, squeezed_batch),
    Part("squeezed_single", squeezed_shape_of((1, 7, 1), 2), squeezed_single),
    Part("vector_transposed", transposed_vector_of(7), vector_transposed),
)
### END HIDDEN TESTS

# %% [markdown]
# ## 13. Write `offsets_in_order` (5 points)
#
# Given a shape, the strides and the offset of the first element, return the offsets of all elements as a tuple, in
# logical order: the last index changes fastest, whatever the strides are.
#
# Your function will be tried on row-major, permuted, sliced, reversed and stretched layouts, and on empty ones. A
# scalar, shape `()`, has one element.
#
# *For instance, `offsets_in_order((2, 2), (1, 5), 3)` returns `(3, 8, 4, 9)`.*

# %% nbgrader={"grade": false, "grade_id": "views_offsets_in_order", "locked": false, "schema_version": 3, "solution": true, "task": false}
def offsets_in_order(shape, strides, offset):
    """Return the offset of each element, the last index changing fastest."""
    ### BEGIN SOLUTION
    offsets = [offset]
    for size, stride in zip(shape, strides):
        offsets = [start + index * stride for start in offsets for index in range(size)]
    return tuple(offsets)
    ### END SOLUTION

# %% nbgrader={"grade": true, "grade_id": "views_offsets_in_order_test", "locked": true, "points": 5, "schema_version": 3, "solution": false, "task": false} tags=["fact-A20", "fact-B1"]
check_call(offsets_in_order, (1,), (1,), 6, form=Integers(), name="offsets_in_order")
### BEGIN HIDDEN TESTS
from coursekit.questions import Group, mark_function, views

mark_function(
    offsets_in_order,
    views.offsets_in_order,
    [
        Group("row-major layouts", [((2, 3), (3, 1), 0), ((2, 2, 2), (4, 2, 1), 0), ((4,), (1,), 0)]),
        Group(
            "permuted layouts",
            [((3, 2), (1, 3), 0), ((4, 2, 3), (1, 12, 4), 7), ((2, 1, 3), (1, 9, 2), 0)],
        ),
        Group(
            "slices, some of them backwards",
            [((3, 3), (6, 2), 6), ((4,), (-6,), 20), ((2, 3), (-3, -1), 5)],
        ),
        Group("stretched axes", [((2, 3), (0, 1), 4), ((3, 2), (1, 0), 4), ((2, 2), (0, 0), 9)]),
        Group(
            "the scalar and empty layouts",
            [((), (), 0), ((), (), 11), ((2, 0, 3), (0, 3, 1), 0), ((0,), (1,), 3)],
        ),
    ],
    form=Integers(),
    beliefs=views.ORDER_FUNCTIONS,
)
### END HIDDEN TESTS

# %% [markdown]
# ## 14. Write `is_contiguous` (5 points)
#
# Given a shape and strides, return `True` if the elements lie side by side in the buffer, in logical order, and
# `False` if not.
#
# From right to left: the last stride has to be 1, each earlier one the product of the sizes to its right. An axis of
# size 1 may have any stride, since no step is ever taken along it; and a layout without elements always counts as
# contiguous, for there is nothing that could lie elsewhere.
#
# *For instance, `is_contiguous((2, 5), (7, 1))` returns `False`.*

# %% nbgrader={"grade": false, "grade_id": "views_is_contiguous", "locked": false, "schema_version": 3, "solution": true, "task": false}
def is_contiguous(shape, strides):
    """Return whether the elements lie side by side, in logical order."""
    ### BEGIN SOLUTION
    if 0 in shape:
        return True
    expected = 1
    for size, stride in zip(reversed(shape), reversed(strides)):
        if size != 1 and stride != expected:
            return False
        expected *= size
    return True
    ### END SOLUTION

# %% nbgrader={"grade": true, "grade_id": "views_is_contiguous_test", "locked": true, "points": 5, "schema_version": 3, "solution": false, "task": false} tags=["fact-B1"]
check_call(is_contiguous, (1,), (1,), form=Truth(), name="is_contiguous")
### BEGIN HIDDEN TESTS
from coursekit.questions import Group, mark_function, views

mark_function(
    is_contiguous,
    views.is_contiguous,
    [
        Group(
            "layouts without gaps",
            [((2, 3), (3, 1)), ((2, 3, 4), (12, 4, 1)), ((5,), (1,)), ((), ())],
        ),
        Group(
            "permuted, cut and stretched layouts",
            [
                ((3, 2), (1, 3)),
                ((8, 4, 16), (16, 128, 1)),
                ((3, 5), (6, 1)),
                ((3, 3), (6, 2)),
                ((4,), (-1,)),
                ((2, 3), (0, 1)),
                ((2, 2), (0, 0)),
            ],
        ),
        Group(
            "axes of size 1",
            [
                ((1, 4, 16), (16, 16, 1)),
                ((4, 1), (1, 7)),
                ((1,), (0,)),
                ((1, 1), (5, -3)),
                ((3, 1, 2), (2, 0, 1)),
                ((1, 4), (1, 2)),
                ((3, 1, 2), (4, 0, 1)),
            ],
            2,
        ),
        Group("layouts without elements", [((2, 0, 3), (0, 3, 1)), ((0,), (4,)), ((3, 0), (9, 9))]),
    ],
    form=Truth(),
    beliefs=views.CONTIGUOUS_FUNCTIONS,
)
### END HIDDEN TESTS

# %% [markdown]
# ## 15. Write `flat_stride` (7 points)
#
# Given a shape and strides, return the one stride by which all elements can be walked in logical order: the stride of
# the flat view. If there is none, raise the `NotViewableError` with the shape, the strides and the flat target, a
# tuple of the number of elements.
#
# Two neighbouring axes merge when a step along the outer one is as long as the whole walk along the inner one; axes
# of size 1 are passed over. Where no step is ever taken (one element, or none) return 1.
#
# Your function will be tried on layouts of all kinds: contiguous, sliced with steps, reversed, stretched, transposed,
# with sizes 1 and 0.
#
# *For instance, `flat_stride((3, 4), (8, 2))` returns `2`, and `flat_stride((2, 2), (1, 2))` raises
# `NotViewableError(shape=(2, 2), strides=(1, 2), target=(4,))`.*

# %% nbgrader={"grade": false, "grade_id": "views_flat_stride", "locked": false, "schema_version": 3, "solution": true, "task": false}
def flat_stride(shape, strides):
    """Return the stride of the flat view, or raise the error that says there is none."""
    ### BEGIN SOLUTION
    count = 1
    for size in shape:
        count *= size
    if count in (0, 1):
        return 1
    stepping = [pair for pair in zip(shape, strides) if pair[0] != 1]
    for (_, outer), (size, inner) in zip(stepping, stepping[1:]):
        if outer != size * inner:
            raise NotViewableError(shape=shape, strides=strides, target=(count,))
    return stepping[-1][1]
    ### END SOLUTION

# %% nbgrader={"grade": true, "grade_id": "views_flat_stride_test", "locked": true, "points": 7, "schema_version": 3, "solution": false, "task": false} tags=["fact-B1"]
check_call(flat_stride, (1,), (1,), form=Integer(), name="flat_stride")
### BEGIN HIDDEN TESTS
from coursekit.questions import Group, mark_function, views

mark_function(
    flat_stride,
    views.flat_stride,
    [
        Group("contiguous layouts", [((2, 3), (3, 1)), ((2, 3, 4), (12, 4, 1)), ((5,), (1,))]),
        Group(
            "steps, forwards and backwards",
            [((2, 3), (6, 2)), ((4,), (-6,)), ((2, 3), (-3, -1)), ((5,), (7,)), ((2, 2), (10, 5))],
            2,
        ),
        Group(
            "layouts that cannot merge",
            [
                ((3, 2), (1, 3)),
                ((8, 4, 16), (16, 128, 1)),
                ((3, 5), (6, 1)),
                ((2, 3, 4), (24, 4, 1)),
                ((2, 2), (-2, 1)),
            ],
        ),
        Group("stretched axes", [((2, 3), (0, 0)), ((4,), (0,)), ((2, 3), (0, 1)), ((3, 2), (1, 0))]),
        Group(
            "axes of size 1",
            [((3, 1, 2), (2, 9, 1)), ((1, 3), (1, 4)), ((3, 1), (4, 1)), ((2, 1, 2), (1, 1, 2))],
        ),
        Group(
            "one element, or none",
            [((), ()), ((1,), (8,)), ((1, 1), (3, 0)), ((2, 0, 3), (0, 3, 1)), ((0,), (5,))],
        ),
    ],
    form=Integer(),
    beliefs=views.FLAT_FUNCTIONS,
)
### END HIDDEN TESTS

# %% [markdown]
# ## Before you hand in
#
# Restart the kernel and run all cells, so that nothing depends on a cell that is gone. Then save and hand in. A
# question that you left open costs its own points and nothing else.
