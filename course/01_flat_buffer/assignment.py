# ---
# jupyter:
#   kernelspec:
#     display_name: Python 3 (ipykernel)
#     language: python
#     name: python3
# ---

# %% [markdown]
# # One flat buffer: predict, then write
#
# In the lesson you watched coordinates turn into places of one flat buffer. Now it is your turn: ten predictions,
# worked out by hand, and two functions in plain Python. There are 50 points. Paper and pencil are all the equipment
# you need for the predictions, and nobody stops the clock.
#
# **How it works**
#
# * An answer cell gives a name the value `None`. Put your answer in its place, and delete the lines below it that
#   raise an error.
# * The cell after it checks only whether your answer has the right *form*: a tuple where a tuple is asked, an integer
#   and not `8.0`. If it runs without complaint, the form is fine. Whether the answer is *right* you learn when your work
#   has been graded; where a wrong answer gives away a common mix-up, you will be told which.
# * Where a question has several parts, each part counts by itself. Leave a part at `None` if you do not know.
# * Tuples may be written in round or square brackets: `(6, 3)` and `[6, 3]` are the same answer.
#
# Please leave the locked cells as they are.

# %% nbgrader={"grade": false, "grade_id": "flat_buffer_setup", "locked": true, "schema_version": 3, "solution": false, "task": false}
from coursekit.questions import (
    ErrorValue,
    Integer,
    Integers,
    Number,
    Numbers,
    check_call,
    check_forms,
)
from tensorlib import DataLengthMismatch, IndexOutOfBounds, RankMismatch, ShapeOverflow

LIMIT = 2**64 - 1  # the largest unsigned 64-bit integer

# %% [markdown]
# Several questions are about the tensor of the lesson. Its shape is `(2, 2, 3)`, and its flat buffer holds, in row-major
# order,
#
# `10, 11, 12, 20, 21, 22, 30, 31, 32, 40, 41, 42`
#
# It is called **the tensor** below. Everything is counted from zero: axes, indices, offsets.

# %% [markdown]
# ## 1. Strides (2 points)
#
# What are the row-major strides of shape `(3, 4, 5)`, in elements?
#
# *Answer with a tuple of integers, one for each axis. For shape `(7, 2)` it would be `(2, 1)`.*

# %% nbgrader={"grade": false, "grade_id": "flat_buffer_strides", "locked": false, "schema_version": 3, "solution": true, "task": false}
strides_345 = None  # replace None by your prediction
### BEGIN SOLUTION
strides_345 = (4 * 5, 5, 1)
### END SOLUTION

# %% nbgrader={"grade": true, "grade_id": "flat_buffer_strides_test", "locked": true, "points": 2, "schema_version": 3, "solution": false, "task": false} tags=["fact-A4", "fact-A8", "fact-A19"]
check_forms(strides_345=(strides_345, Integers(3)))
### BEGIN HIDDEN TESTS
from coursekit.questions import mark
from coursekit.questions.flat_buffer import strides_of

mark(strides_of((3, 4, 5)), strides_345, points=2)
### END HIDDEN TESTS

# %% [markdown]
# ## 2. From a coordinate to a value (4 points)
#
# Follow the coordinate `(1, 0, 2)` through the tensor. What does each axis contribute to the offset? What is the offset,
# and which value lies there?
#
# *Answer the terms with a tuple of three integers, axis 0 first; the offset with an integer; the value with a number. For
# the coordinate `(0, 0, 1)` it would be `(0, 0, 1)`, `1` and `11.0`.*

# %% nbgrader={"grade": false, "grade_id": "flat_buffer_terms", "locked": false, "schema_version": 3, "solution": true, "task": false}
terms_102 = None  # what each axis contributes
offset_102 = None
value_102 = None
### BEGIN SOLUTION
terms_102 = (1 * 6, 0 * 3, 2 * 1)
offset_102 = 6 + 0 + 2
value_102 = 32.0
### END SOLUTION

# %% nbgrader={"grade": true, "grade_id": "flat_buffer_terms_test", "locked": true, "points": 4, "schema_version": 3, "solution": false, "task": false} tags=["fact-A1", "fact-A2", "fact-A19"]
check_forms(
    terms_102=(terms_102, Integers(3)),
    offset_102=(offset_102, Integer()),
    value_102=(value_102, Number()),
)
### BEGIN HIDDEN TESTS
from coursekit.questions import Part, mark_parts
from coursekit.questions.flat_buffer import offset_of, terms_of, value_at
from tensorlib import STUDIED_COORDINATE, frozen_tensor

frozen = frozen_tensor()
terms = terms_of(frozen.shape, STUDIED_COORDINATE, drop_ambiguous=True)
offset = offset_of(frozen.shape, STUDIED_COORDINATE, buffer=frozen.buffer, drop_ambiguous=True)
value = value_at(frozen, STUDIED_COORDINATE, drop_ambiguous=True)
mark_parts(
    Part("terms_102", terms, terms_102, 2),
    Part("offset_102", offset, offset_102),
    Part("value_102", value, value_102),
)
### END HIDDEN TESTS

# %% [markdown]
# ## 3. A coordinate that does not exist (2 points)
#
# The tensor refuses the coordinate `(1, 2, 0)`. With which error?
#
# *Answer with the error as a value, with all of its fields. If a tensor of shape `(4,)` were asked for the coordinate
# `(6,)`, it would be `IndexOutOfBounds(axis=0, index=6, dimension=4)`.*

# %% nbgrader={"grade": false, "grade_id": "flat_buffer_refused", "locked": false, "schema_version": 3, "solution": true, "task": false}
refused_120 = None  # the error that refuses (1, 2, 0)
### BEGIN SOLUTION
refused_120 = IndexOutOfBounds(axis=1, index=2, dimension=2)
### END SOLUTION

# %% nbgrader={"grade": true, "grade_id": "flat_buffer_refused_test", "locked": true, "points": 2, "schema_version": 3, "solution": false, "task": false} tags=["fact-A3", "fact-A9", "fact-A19"]
check_forms(refused_120=(refused_120, ErrorValue()))
### BEGIN HIDDEN TESTS
from coursekit.questions import mark
from coursekit.questions.flat_buffer import refusal_of
from tensorlib import REFUSED_COORDINATE, frozen_tensor

refusal = refusal_of(frozen_tensor().shape, REFUSED_COORDINATE, drop_ambiguous=True)
mark(refusal, refused_120, points=2)
### END HIDDEN TESTS

# %% [markdown]
# ## 4. What is checked first (3 points)
#
# More than one thing can be wrong with a coordinate, and only one of them is reported. With which error does the tensor
# refuse
#
# * `(5, 0)`,
# * `(1, 2, 3)`,
# * `(-1, 0, 0)`?
#
# *Answer with three errors as values. The other kind of error that you may need is written like this: a tensor of shape
# `(4,)` refuses the coordinate `(1, 1)` with `RankMismatch(expected=1, actual=2)`.*

# %% nbgrader={"grade": false, "grade_id": "flat_buffer_order", "locked": false, "schema_version": 3, "solution": true, "task": false}
refused_50 = None  # the error that refuses (5, 0)
refused_123 = None  # the error that refuses (1, 2, 3)
refused_negative = None  # the error that refuses (-1, 0, 0)
### BEGIN SOLUTION
refused_50 = RankMismatch(expected=3, actual=2)
refused_123 = IndexOutOfBounds(axis=1, index=2, dimension=2)
refused_negative = IndexOutOfBounds(axis=0, index=-1, dimension=2)
### END SOLUTION

# %% nbgrader={"grade": true, "grade_id": "flat_buffer_order_test", "locked": true, "points": 3, "schema_version": 3, "solution": false, "task": false} tags=["fact-A5", "fact-A11"]
check_forms(
    refused_50=(refused_50, ErrorValue()),
    refused_123=(refused_123, ErrorValue()),
    refused_negative=(refused_negative, ErrorValue()),
)
### BEGIN HIDDEN TESTS
from coursekit.questions import Part, mark_parts
from coursekit.questions.flat_buffer import refusal_of
from tensorlib import frozen_tensor

shape = frozen_tensor().shape
mark_parts(
    Part("refused_50", refusal_of(shape, (5, 0)), refused_50),
    Part("refused_123", refusal_of(shape, (1, 2, 3)), refused_123),
    Part("refused_negative", refusal_of(shape, (-1, 0, 0)), refused_negative),
)
### END HIDDEN TESTS

# %% [markdown]
# ## 5. No axes at all (5 points)
#
# A scalar is a tensor of shape `()`. What is its rank, what are its strides, how many elements does it have, which is its
# only valid coordinate, and at which offset does that lie?
#
# *Answer rank, size and offset with integers, strides and coordinate with tuples. For shape `(4, 2)`, rank, strides and size
# would be `2`, `(2, 1)` and `8`.*

# %% nbgrader={"grade": false, "grade_id": "flat_buffer_scalar", "locked": false, "schema_version": 3, "solution": true, "task": false}
scalar_rank = None
scalar_strides = None
scalar_size = None  # how many elements
scalar_coordinate = None  # the only valid one
scalar_offset = None  # where it lies
### BEGIN SOLUTION
scalar_rank = 0
scalar_strides = ()
scalar_size = 1
scalar_coordinate = ()
scalar_offset = 0
### END SOLUTION

# %% nbgrader={"grade": true, "grade_id": "flat_buffer_scalar_test", "locked": true, "points": 5, "schema_version": 3, "solution": false, "task": false} tags=["fact-A6", "fact-A19"]
check_forms(
    scalar_rank=(scalar_rank, Integer()),
    scalar_strides=(scalar_strides, Integers()),
    scalar_size=(scalar_size, Integer()),
    scalar_coordinate=(scalar_coordinate, Integers()),
    scalar_offset=(scalar_offset, Integer()),
)
### BEGIN HIDDEN TESTS
from coursekit.questions import Part, mark_parts
from coursekit.questions.flat_buffer import coordinate_at, offset_of, rank_of, size_of, strides_of

mark_parts(
    Part("scalar_rank", rank_of(()), scalar_rank),
    Part("scalar_strides", strides_of(()), scalar_strides),
    Part("scalar_size", size_of(()), scalar_size),
    Part("scalar_coordinate", coordinate_at(0, ()), scalar_coordinate),
    Part("scalar_offset", offset_of((), ()), scalar_offset),
)
### END HIDDEN TESTS

# %% [markdown]
# ## 6. No elements at all (4 points)
#
# What are the strides of shape `(2, 0, 3)` in this course, and how many elements does a tensor of that shape have? No
# coordinate of it is valid: with which error does it refuse `(1, 0, 2)`?
#
# *Answer with a tuple of integers, an integer and an error as a value, written as in questions 3 and 4.*

# %% nbgrader={"grade": false, "grade_id": "flat_buffer_empty", "locked": false, "schema_version": 3, "solution": true, "task": false}
empty_strides = None
empty_size = None  # how many elements
empty_refusal = None  # the error that refuses (1, 0, 2)
### BEGIN SOLUTION
empty_strides = (0 * 3, 3, 1)
empty_size = 2 * 0 * 3
empty_refusal = IndexOutOfBounds(axis=1, index=0, dimension=0)
### END SOLUTION

# %% nbgrader={"grade": true, "grade_id": "flat_buffer_empty_test", "locked": true, "points": 4, "schema_version": 3, "solution": false, "task": false} tags=["fact-A7", "fact-A19", "fact-C7"]
check_forms(
    empty_strides=(empty_strides, Integers()),
    empty_size=(empty_size, Integer()),
    empty_refusal=(empty_refusal, ErrorValue()),
)
### BEGIN HIDDEN TESTS
from coursekit.questions import Part, mark_parts
from coursekit.questions.flat_buffer import refusal_of, size_of, strides_of

empty = (2, 0, 3)
mark_parts(
    Part("empty_strides", strides_of(empty, drop_ambiguous=True), empty_strides, 2),
    Part("empty_size", size_of(empty), empty_size),
    Part("empty_refusal", refusal_of(empty, (1, 0, 2)), empty_refusal),
)
### END HIDDEN TESTS

# %% [markdown]
# ## 7. A tensor that is not made (4 points)
#
# Two calls fail: one wants a tensor of shape `(2, 2)` with three values, the other a tensor of shape `(2**64 - 1, 2)` with
# no values. With which error does each fail?
#
# *Answer with two errors as values. Two more kinds may be of use. One has fields: five values for the shape `(2, 3)` give
# `DataLengthMismatch(expected=6, actual=5)`. The other has none and is written `ShapeOverflow()`.*

# %% nbgrader={"grade": false, "grade_id": "flat_buffer_building", "locked": false, "schema_version": 3, "solution": true, "task": false}
three_values = None  # shape (2, 2) with three values
no_values = None  # shape (2**64 - 1, 2) with no values
### BEGIN SOLUTION
three_values = DataLengthMismatch(expected=4, actual=3)
no_values = ShapeOverflow()
### END SOLUTION

# %% nbgrader={"grade": true, "grade_id": "flat_buffer_building_test", "locked": true, "points": 4, "schema_version": 3, "solution": false, "task": false} tags=["fact-A9", "fact-A10", "fact-A19"]
check_forms(
    three_values=(three_values, ErrorValue()),
    no_values=(no_values, ErrorValue()),
)
### BEGIN HIDDEN TESTS
from coursekit.questions import Part, mark_parts
from coursekit.questions.flat_buffer import construction_error_of

mark_parts(
    Part("three_values", construction_error_of((2, 2), [1, 2, 3]), three_values, 2),
    Part("no_values", construction_error_of((2**64 - 1, 2), []), no_values, 2),
)
### END HIDDEN TESTS

# %% [markdown]
# ## 8. Writing (3 points)
#
# The value 99 is written into the tensor at the coordinate `(0, 1, 1)`. At which offset does the buffer change, and what
# does the whole buffer hold afterwards?
#
# *Answer with an integer, and with a tuple or a list of all twelve numbers. For a tensor of shape `(3,)` that holds
# `5, 6, 7`, writing 99 at `(2,)` would give `2` and `[5, 6, 99]`.*

# %% nbgrader={"grade": false, "grade_id": "flat_buffer_writing", "locked": false, "schema_version": 3, "solution": true, "task": false}
changed_offset = None
changed_buffer = None  # all twelve numbers
### BEGIN SOLUTION
changed_offset = 0 * 6 + 1 * 3 + 1 * 1
changed_buffer = [10, 11, 12, 20, 99, 22, 30, 31, 32, 40, 41, 42]
### END SOLUTION

# %% nbgrader={"grade": true, "grade_id": "flat_buffer_writing_test", "locked": true, "points": 3, "schema_version": 3, "solution": false, "task": false} tags=["fact-A12", "fact-A19"]
check_forms(
    changed_offset=(changed_offset, Integer()),
    changed_buffer=(changed_buffer, Numbers(12)),
)
### BEGIN HIDDEN TESTS
from coursekit.questions import Part, mark_parts
from coursekit.questions.flat_buffer import buffer_after, offset_of
from tensorlib import frozen_tensor

frozen = frozen_tensor()
written = (0, 1, 1)
offset = offset_of(frozen.shape, written, buffer=frozen.buffer, drop_ambiguous=True)
buffer = buffer_after(frozen, written, 99, drop_ambiguous=True)
mark_parts(
    Part("changed_offset", offset, changed_offset),
    Part("changed_buffer", buffer, changed_buffer, 2),
)
### END HIDDEN TESTS

# %% [markdown]
# ## 9. What the check protects you from (4 points)
#
# Imagine a tensor that does not check: it adds up index times stride over all axes, and reads whatever it finds. With the
# shape, strides and buffer of our tensor,
#
# * at which offset does it look for `(1, 2, 0)`?
# * at which offset does it look for `(0, 2, 0)`, and which value does it read there?
# * which valid coordinate owns the place that it read for `(0, 2, 0)`?
#
# *Answer with two integers, a number and a tuple of three integers. For the coordinate `(0, 0, 3)` it would look at `3`,
# read `20.0`, and that place belongs to `(0, 1, 0)`.*

# %% nbgrader={"grade": false, "grade_id": "flat_buffer_unchecked", "locked": false, "schema_version": 3, "solution": true, "task": false}
unchecked_120 = None  # the offset for (1, 2, 0)
unchecked_020 = None  # the offset for (0, 2, 0)
read_020 = None  # the value read for (0, 2, 0)
owner_020 = None  # the coordinate to which that place belongs
### BEGIN SOLUTION
unchecked_120 = 1 * 6 + 2 * 3 + 0 * 1  # one past the last of twelve places
unchecked_020 = 0 * 6 + 2 * 3 + 0 * 1
read_020 = 30.0
owner_020 = (1, 0, 0)
### END SOLUTION

# %% nbgrader={"grade": true, "grade_id": "flat_buffer_unchecked_test", "locked": true, "points": 4, "schema_version": 3, "solution": false, "task": false} tags=["fact-C1"]
check_forms(
    unchecked_120=(unchecked_120, Integer()),
    unchecked_020=(unchecked_020, Integer()),
    read_020=(read_020, Number()),
    owner_020=(owner_020, Integers(3)),
)
### BEGIN HIDDEN TESTS
from coursekit.questions import Part, mark_parts
from coursekit.questions.flat_buffer import coordinate_at, unchecked_offset_of, unchecked_value_of
from tensorlib import REFUSED_COORDINATE, frozen_tensor

frozen = frozen_tensor()
silent = (0, 2, 0)
outside = unchecked_offset_of(frozen.shape, REFUSED_COORDINATE)
inside = unchecked_offset_of(frozen.shape, silent, drop_ambiguous=True)
mark_parts(
    Part("unchecked_120", outside, unchecked_120),
    Part("unchecked_020", inside, unchecked_020),
    Part("read_020", unchecked_value_of(frozen, silent, drop_ambiguous=True), read_020),
    Part("owner_020", coordinate_at(inside.answer, frozen.shape), owner_020),
)
### END HIDDEN TESTS

# %% [markdown]
# ## 10. The way back (3 points)
#
# Which coordinate lies at offset 37 of a row-major tensor of shape `(3, 4, 5)`? And at offset 7 of shape `(2, 1, 4)`?
#
# *Answer with two tuples of three integers. At offset 6 of shape `(2, 5)` lies the coordinate `(1, 1)`.*

# %% nbgrader={"grade": false, "grade_id": "flat_buffer_inverse", "locked": false, "schema_version": 3, "solution": true, "task": false}
coordinate_37 = None  # shape (3, 4, 5)
coordinate_7 = None  # shape (2, 1, 4)
### BEGIN SOLUTION
coordinate_37 = (1, 3, 2)  # 1 * 20 + 3 * 5 + 2 * 1
coordinate_7 = (1, 0, 3)  # 1 * 4 + 0 * 4 + 3 * 1
### END SOLUTION

# %% nbgrader={"grade": true, "grade_id": "flat_buffer_inverse_test", "locked": true, "points": 3, "schema_version": 3, "solution": false, "task": false} tags=["fact-A2"]
check_forms(
    coordinate_37=(coordinate_37, Integers(3)),
    coordinate_7=(coordinate_7, Integers(3)),
)
### BEGIN HIDDEN TESTS
from coursekit.questions import Part, mark_parts
from coursekit.questions.flat_buffer import coordinate_at

mark_parts(
    Part("coordinate_37", coordinate_at(37, (3, 4, 5)), coordinate_37, 2),
    Part("coordinate_7", coordinate_at(7, (2, 1, 4), drop_ambiguous=True), coordinate_7),
)
### END HIDDEN TESTS

# %% [markdown]
# ## 11. Write `row_major_strides` (7 points)
#
# Now in Python. Given a shape, a tuple of integers that are 0 or larger, return its row-major strides as a tuple.
#
# Work from right to left. Python's integers never overflow, those of a machine do: your function raises a `ShapeOverflow`
# as soon as a product is larger than `LIMIT`. The last product, the number of elements, is checked as well, although it
# is no stride. It will be tried on many shapes: ordinary ones, sizes 1 and 0, the scalar `()`, and sizes that overflow.
#
# *Write it with a loop of your own; the point is to know how it is done. For instance, `row_major_strides((7, 2))` returns
# `(2, 1)`.*

# %% nbgrader={"grade": false, "grade_id": "flat_buffer_row_major_strides", "locked": false, "schema_version": 3, "solution": true, "task": false}
def row_major_strides(shape):
    """Return the row-major strides of a shape, in elements."""
    ### BEGIN SOLUTION
    strides = []
    product = 1
    for size in reversed(shape):
        strides.insert(0, product)
        product *= size
        if product > LIMIT:
            raise ShapeOverflow()
    return tuple(strides)
    ### END SOLUTION

# %% nbgrader={"grade": true, "grade_id": "flat_buffer_row_major_strides_test", "locked": true, "points": 7, "schema_version": 3, "solution": false, "task": false} tags=["fact-A4", "fact-A6", "fact-A7", "fact-C7"]
check_call(row_major_strides, (9,), form=Integers(1), name="row_major_strides")
### BEGIN HIDDEN TESTS
import tensorlib
from coursekit.questions import Group, mark_function
from coursekit.questions.flat_buffer import STRIDES_FUNCTIONS


def shapes(*each):
    """Return the arguments of one call for each shape."""
    return [(shape,) for shape in each]


big = 2**32
mark_function(
    row_major_strides,
    tensorlib.row_major_strides,
    [
        Group("ordinary shapes", shapes((2, 2, 3), (3, 4, 5), (7,), (5, 3), (2, 3, 4, 5)), 2),
        Group("sizes of 1", shapes((1,), (2, 1, 4), (3, 1), (1, 5), (1, 1, 1))),
        Group("sizes of 0", shapes((2, 0, 3), (0,), (2, 3, 0), (0, 4, 5))),
        Group("the scalar", shapes(())),
        Group(
            "large sizes",
            shapes(
                (LIMIT,),
                (3, LIMIT // 3),
                (big, big - 1),
                (2**63, 2, 0),
                (LIMIT, 2),
                (big, big),
                (0, 2**63, 2),
                (2, big, 0, big, big),
            ),
            2,
        ),
    ],
    form=Integers(),
    beliefs=STRIDES_FUNCTIONS,
)
### END HIDDEN TESTS

# %% [markdown]
# ## 12. Write `checked_offset` (9 points)
#
# Given a shape, the strides that belong to it and a coordinate, return the offset of that coordinate. If the tensor would
# refuse the coordinate, raise the error that it would raise: first compare the number of indices with the rank, then go
# through the axes from left to right and check each index before you add its term.
#
# Use the strides that you are given: they need not be row-major. Your function will be tried on valid coordinates of
# many shapes, on the scalar and on empty tensors, and with every kind of coordinate that is refused.
#
# *For instance, `checked_offset((7, 2), (2, 1), (3, 1))` returns `7`, and `checked_offset((7, 2), (2, 1), (7, 0))` raises
# `IndexOutOfBounds(axis=0, index=7, dimension=7)`.*

# %% nbgrader={"grade": false, "grade_id": "flat_buffer_checked_offset", "locked": false, "schema_version": 3, "solution": true, "task": false}
def checked_offset(shape, strides, coordinate):
    """Return the offset of a coordinate, or raise the error that refuses it."""
    ### BEGIN SOLUTION
    if len(coordinate) != len(shape):
        raise RankMismatch(expected=len(shape), actual=len(coordinate))
    offset = 0
    for axis, index in enumerate(coordinate):
        if not 0 <= index < shape[axis]:
            raise IndexOutOfBounds(axis=axis, index=index, dimension=shape[axis])
        offset += index * strides[axis]
    return offset
    ### END SOLUTION

# %% nbgrader={"grade": true, "grade_id": "flat_buffer_checked_offset_test", "locked": true, "points": 9, "schema_version": 3, "solution": false, "task": false} tags=["fact-A3", "fact-A5", "fact-A9", "fact-A11", "fact-A18"]
check_call(checked_offset, (9,), (1,), (4,), form=Integer(), name="checked_offset")
### BEGIN HIDDEN TESTS
import tensorlib
from coursekit.questions import Group, flat_buffer, mark_function


def accesses(shape, *coordinates):
    """Return the arguments of one call for each coordinate of a row-major tensor."""
    return [(shape, tensorlib.row_major_strides(shape), each) for each in coordinates]


block, vector = (2, 2, 3), (7,)
mark_function(
    checked_offset,
    flat_buffer.checked_offset,
    [
        Group(
            "valid coordinates",
            accesses(block, (1, 0, 2), (0, 1, 1), (1, 1, 2), (0, 0, 0))
            + accesses((3, 4, 5), (2, 3, 4), (1, 3, 2))
            + accesses(vector, (6,), (0,)),
            2,
        ),
        Group(
            "strides that are not row-major",
            [
                (block, (1, 2, 4), (1, 0, 2)),  # column-major
                ((2, 3), (8, 1), (1, 2)),  # rows with room after them
                ((4, 3), (0, 1), (3, 2)),  # one row seen four times
            ],
        ),
        Group("the scalar", accesses((), ())),
        Group(
            "the wrong number of indices",
            accesses(block, (1, 0), (5, 9), (1, 0, 2, 0), ()) + accesses((), (0,)),
        ),
        Group(
            "indices that are too large",
            accesses(block, (1, 2, 0), (0, 2, 0), (2, 5, 9), (0, 0, 3)) + accesses(vector, (7,)),
            2,
        ),
        Group(
            "negative indices",
            accesses(block, (-1, 0, 0), (1, -1, -2)) + accesses(vector, (-1,)),
        ),
        Group("empty tensors", accesses((2, 0, 3), (1, 0, 2), (2, 0, 0)) + accesses((0,), (0,))),
    ],
    form=Integer(),
    beliefs=flat_buffer.OFFSET_FUNCTIONS,
)
### END HIDDEN TESTS

# %% [markdown]
# ## Before you hand in
#
# Restart the kernel and run all cells, so that nothing depends on a cell that is gone. Then save and hand in. A question
# that you left open costs its own points and nothing else.
