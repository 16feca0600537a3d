# ---
# jupyter:
#   kernelspec:
#     display_name: Python 3 (ipykernel)
#     language: python
#     name: python3
# ---

# %% [markdown]
# <a id="flat-buffer"></a>
# # One flat buffer
#
# A tensor looks like a block: rows, slices of rows, blocks of slices. Memory looks like nothing of the kind. It is one
# long row of places, numbered from 0. Between the two stands a little arithmetic, and this lesson is about that
# arithmetic: how a coordinate becomes one place in one flat buffer, and how a coordinate that does not exist is
# refused before it can do harm.
#
# You need some Python (lists, tuples, loops) and nothing about tensors. Plan an hour.
#
# **How to work.** Run one cell at a time. Wherever it says *Predict*, write your answer down before you open the
# answer or run the next cell; a scrap of paper is enough. (In JupyterLab the result of such a cell stays folded until you
# run it.) A guess you have committed to teaches you something whichever way it turns out. An answer you have merely read
# does not.

# %%
import numpy as np
from IPython.display import HTML

from coursekit.practice import practice
from coursekit.questions import flat_buffer
from tensorlib import (
    Tensor,
    TensorError,
    coordinate_of,
    element_count,
    language_model_tensors,
    row_major_strides,
)
from tensorlib.demos import offset_demo
from tensorlib.figures import flat_buffer_figure, svg_html
from tensorlib.picture import picture_html
from tensorlib.trace import trace_lines


def attempt(operation, *arguments):
    """Print a call, and below it what it returns or the error that refuses it."""
    print(f"{operation.__name__}({', '.join(map(repr, arguments))})")
    try:
        print("   ", operation(*arguments))
    except TensorError as error:
        print(f"    {type(error).__name__}: {error}")


# %% [markdown]
# The last lines are a helper for this lesson. Many cells below ask for something impossible on purpose; `attempt` prints
# the refusal in one line where Python would stop with a long traceback.

# %% [markdown] tags=["fact-A1", "fact-A2"]
# <a id="offset-and-value"></a>
# ## Offset and value: two kinds of number
#
# Here is the tensor that will stay with us through the whole lesson. Its **shape** is `(2, 2, 3)`: two slices along
# axis 0, in each slice two rows along axis 1, in each row three positions along axis 2. Three axes, so its **rank**
# is 3.
#
# |         | row 0      | row 1      |
# |---------|------------|------------|
# | slice 0 | 10, 11, 12 | 20, 21, 22 |
# | slice 1 | 30, 31, 32 | 40, 41, 42 |
#
# The values are chosen so that you can recognise them: the tens count the rows, the units are the position in the row.
#
# No row and no slice is stored anywhere. What is stored is twelve numbers, one after the other:

# %%
frozen = Tensor((2, 2, 3), [10, 11, 12, 20, 21, 22, 30, 31, 32, 40, 41, 42])

print("shape ", frozen.shape)
print("rank  ", frozen.rank)
print("size  ", frozen.size)
print("buffer", frozen.buffer)

# %% [markdown]
# **Predict**, before you go on:
#
# 1. At which place of the flat buffer, counted from 0, does the coordinate `(1, 0, 2)` land? Which value lies there?
# 2. Can the coordinate `(1, 2, 0)` pick a value at all? If not, which axis objects first?
#
# Keep both notes. The next cell settles the first one; the second has [a section of its own](#refused).

# %% jupyter={"outputs_hidden": true}
offset = frozen.offset((1, 0, 2))
value = frozen[1, 0, 2]

print("coordinate (1, 0, 2)")
print(f"offset {offset!r:>4}  {type(offset).__name__}")
print(f"value  {value!r:>4}  {type(value).__name__}")

# %% [markdown]
# Two numbers came out, and they are of different kinds. The **offset** 8 is a place: an integer that says where in the
# buffer to look. The **value** 32.0 is what was found there: a 64-bit floating-point number that could have been
# anything. If you call both of them "the index", you lose sight of the step between them, and that step is what the
# rest of this lesson takes apart.

# %% [markdown] tags=["fact-A1", "fact-A4", "fact-A8"]
# <a id="strides"></a>
# ## Strides, from right to left
#
# Put a finger on 10, the first place of the buffer, and ask how far it travels when *one* index grows by one.
#
# * One step along **axis 2** goes to the neighbour in the row, from 10 to 11. That is 1 place.
# * One step along **axis 1** goes to the next row, from 10 to 20. It jumps over a whole row, 3 places.
# * One step along **axis 0** goes to the next slice, from 10 to 30. It jumps over two rows of three, 6 places.
#
# These distances are the **strides**: `(6, 3, 1)`. You find them from right to left. The last stride is 1, and each
# earlier one is the product of all the sizes to its right. Keeping the last index the fastest is called **row-major**
# order.

# %%
shape = (2, 2, 3)
stride = 1
for axis in reversed(range(len(shape))):
    print(f"axis {axis}: size {shape[axis]}, stride {stride}")
    stride *= shape[axis]
print(f"all elements: {stride}")

# %% [markdown]
# Look at axes 0 and 1. Both have size 2, yet their strides are 6 and 3. A size says *how many* positions an axis has; a
# stride says *how far* one step along it carries you. Sizes and strides are two answers to two questions.
#
# **Predict** the strides of shape `(4, 2, 5)`.
#
# <details><summary>Answer</summary>
#
# `(10, 5, 1)`. The last stride is 1. To the right of axis 1 stands a row of 5. To the right of axis 0 stand two rows of
# 5, which makes 10. The 4 is nobody's stride: there is nothing to the left of axis 0 that would have to jump over it.
# The 4 only counts once, in the number of elements, 40.
#
# </details>

# %% jupyter={"outputs_hidden": true}
attempt(row_major_strides, (4, 2, 5))
attempt(element_count, (4, 2, 5))

# %% [markdown] tags=["fact-A2"]
# <a id="terms"></a>
# ## The terms, one by one
#
# With strides in hand, a coordinate turns into an offset axis by axis. Each index contributes *index times stride*, and
# the offset is the sum:
#
# $$\text{offset} = \sum_{k=0}^{d-1} i_k \, s_k$$
#
# Here $d$ is the rank, $i_k$ the index on axis $k$ and $s_k$ the stride of that axis. Each term moves you along one axis
# and leaves the others alone.
#
# **Predict** the three terms of `(1, 0, 2)`, then of `(0, 1, 1)`.
#
# <details><summary>Answer</summary>
#
# For `(1, 0, 2)`: 1 · 6 = 6, 0 · 3 = 0 and 2 · 1 = 2, together 8.
# For `(0, 1, 1)`: 0, 3 and 1, together 4.
#
# </details>

# %% jupyter={"outputs_hidden": true}
print(frozen.explain((1, 0, 2)))

# %% jupyter={"outputs_hidden": true}
print(frozen.explain((0, 1, 1)))

# %% [markdown]
# The middle term of `(1, 0, 2)` is 0, and it is still a term: index 0 on axis 1 says "the first row", which costs no
# steps.

# %% [markdown]
# <a id="way-back"></a>
# ## The way back: from an offset to its coordinate
#
# No two coordinates share an offset, so the way can be walked backwards: at each axis, ask how many whole strides fit
# into what is left.
#
# **Predict** which coordinate has offset 7.
#
# <details><summary>Answer</summary>
#
# `(1, 0, 1)`. Into 7 the stride 6 fits once, 1 is left. Into 1 the stride 3 fits no time. Into 1 the stride 1 fits once.
#
# </details>

# %% jupyter={"outputs_hidden": true}
left = 7
print("offset", left)
for axis, stride in enumerate(frozen.strides):
    index, left = divmod(left, stride)
    print(f"axis {axis}: stride {stride} fits {index} times, {left} left")

attempt(coordinate_of, 7, frozen.shape)

# %% [markdown] tags=["fact-A6", "fact-A7", "fact-C7"]
# <a id="scalar-and-empty"></a>
# ## Two shapes at the edge: `()` and `(2, 0, 3)`
#
# The rule for strides speaks of products. Two shapes show what a product means when there is little to multiply.
#
# **Predict** for a tensor of shape `()`, no axes at all: its rank, its strides, how many values it holds, and which
# coordinates are valid.
#
# <details><summary>Answer</summary>
#
# Rank 0, strides `()`, **one** value. The product of no sizes is 1, just as the sum of no terms is 0. So there is one
# coordinate, the empty one, and its offset is 0.
#
# </details>

# %% jupyter={"outputs_hidden": true}
scalar = Tensor((), [7])

print("shape  ", scalar.shape)
print("rank   ", scalar.rank)
print("strides", scalar.strides)
print("size   ", scalar.size)
print("offset ", scalar.offset(()))
print("value  ", scalar[()])

# %% [markdown]
# **Predict** for shape `(2, 0, 3)`: the strides, the number of values, and a valid coordinate.
#
# <details><summary>Answer</summary>
#
# Strides `(0, 3, 1)`: from the right 1, then 3, then 0 · 3 = 0. The number of values is 2 · 0 · 3 = 0. There is no valid
# coordinate: on axis 1 an index would have to be at least 0 and below 0. The two slices are there, but no slice has a
# row.
#
# </details>

# %% jupyter={"outputs_hidden": true}
empty = Tensor((2, 0, 3), [])

print("shape  ", empty.shape)
print("strides", empty.strides)
print("size   ", empty.size)
attempt(empty.offset, (0, 0, 0))

# %% [markdown]
# A scalar is not empty, and an empty tensor is not without strides. Still, since no step is ever taken in an empty
# tensor, nobody is forced to agree what its strides are. Three libraries give three answers for `(2, 0, 3)`: this
# course says `(0, 3, 1)`, because it follows the one rule for every shape; PyTorch 2.13 says `(3, 3, 1)`, because it counts
# a size of 0 as 1 there; numpy says this:

# %%
print("numpy     ", np.empty((2, 0, 3)).strides)
print("this course", row_major_strides((2, 0, 3)))

# %% [markdown] tags=["fact-A5", "fact-A9", "fact-A11"]
# <a id="rank-first"></a>
# ## Rank before axes
#
# Before any index is looked at, one thing is settled: does the coordinate have one index for each axis?
#
# **Predict** the error for `(1, 0)` on our tensor of rank 3. And for `(7, 7)`: will it complain about the 7?
#
# <details><summary>Answer</summary>
#
# Both are a `RankMismatch`, 3 expected and 2 found. The 7 is never looked at. Without the right number of indices
# nobody knows which axis an index belongs to, so there is nothing to compare it with.
#
# </details>

# %% jupyter={"outputs_hidden": true}
attempt(frozen.offset, (1, 0))
attempt(frozen.offset, (7, 7))

# %% [markdown]
# numpy makes another choice here: `array[1, 0]` on three axes means "the whole row 0 of slice 1". A useful shorthand, and
# one more reason to know how many indices you wrote.

# %% [markdown] tags=["fact-A3", "fact-A5", "fact-A9", "fact-C1"]
# <a id="refused"></a>
# ## Refused before the buffer is touched
#
# Back to your second note: can `(1, 2, 0)` pick a value? The axes are checked from left to right, and on each axis
# `0 <= index < size` must hold *before* its term is added. On axis 1 the size is 2, so the indices 0 and 1 exist and 2
# does not.

# %% jupyter={"outputs_hidden": true}
attempt(frozen.offset, (1, 2, 0))

# %% [markdown]
# The error is a value with parts, so a program can ask what went wrong. It names the axis, the index and the size of
# that axis, which the code calls its dimension:

# %%
try:
    frozen.offset((1, 2, 0))
except TensorError as error:
    print("axis", error.axis, "index", error.index, "dimension", error.dimension)

# %% [markdown]
# What would have happened without the check? The arithmetic does not mind: 1 · 6 + 2 · 3 + 0 · 1 = 12. But the twelve
# places are numbered 0 to 11. Place 12 lies just outside the buffer, and what is there belongs to somebody else. In a
# language that does not look, this is a crash on a good day.
#
# **Predict** which axis is reported for `(2, 5, 9)`, where every index is too large.
#
# <details><summary>Answer</summary>
#
# Axis 0. The walk goes from left to right and stops at the first axis that objects.
#
# </details>

# %% jupyter={"outputs_hidden": true}
attempt(frozen.offset, (2, 5, 9))

# %% [markdown] tags=["fact-C1"]
# <a id="silently-wrong"></a>
# ## The coordinate that would have read another row
#
# Now the coordinate that should worry you more. `(0, 2, 0)` asks for the third row of slice 0, which has two rows.
#
# **Predict** what bare arithmetic, without any check, would read there.

# %% jupyter={"outputs_hidden": true}
def unchecked_offset(coordinate, strides):
    """Add up the terms and look at nothing else."""
    return sum(index * stride for index, stride in zip(coordinate, strides, strict=True))


wrong = unchecked_offset((0, 2, 0), frozen.strides)
print("coordinate (0, 2, 0), unchecked")
print("offset", wrong)
print("value ", frozen.buffer[wrong])

# %% [markdown]
# Offset 6, value 30.0. Six is a perfectly good place in the buffer, it is simply the place of `(1, 0, 0)`: the first row of
# the *next slice*. No crash, no warning, a plausible number. A training run fed with such numbers learns, only worse,
# and nobody knows why. That an access stays inside the buffer is not enough; each index must stay on its own axis.

# %%
attempt(frozen.offset, (0, 2, 0))

# %% [markdown]
# <a id="negative-indices"></a>
# ## Negative indices
#
# In Python, `-1` means "the last one". In bare arithmetic it means "one step back".
#
# **Predict** for `(1, -1, -2)`: what does bare arithmetic read, what does numpy read, and what does this course do?
#
# <details><summary>Answer</summary>
#
# Arithmetic: 6 − 3 − 2 = 1, value 11. numpy counts from the end of each axis: row 1, position 1 of slice 1, value 41.
# This course: refused on axis 1. In a coordinate, an index is a position counted from 0, and −1 is not one.
#
# </details>

# %% jupyter={"outputs_hidden": true}
array = np.asarray(frozen)

print("coordinate (1, -1, -2)")
print("bare arithmetic", frozen.buffer[unchecked_offset((1, -1, -2), frozen.strides)])
print("numpy          ", array[1, -1, -2])
attempt(frozen.offset, (1, -1, -2))

# %% [markdown]
# Counting from the end is handy when you mean it. It hides a bug when the −1 came out of a subtraction: "the position
# before the first" silently becomes the last one. Our tensor takes the strict side so that you notice.

# %% [markdown]
# <a id="try-it"></a>
# ## Predict, then look
#
# Now the tensor is yours. Choose the three sizes and a coordinate; the indices may also lie outside. Then say what will
# happen, an offset or a refusal, and commit. Only then does the demo show its hand. Move a slider and it asks anew.
#
# Questions that are worth the time: one you are sure of, one with a size 0 in it, one where an index is as large as its
# axis, and one where two indices are out of range.

# %% tags=["demo", "fact-A2", "fact-A3", "fact-A4", "fact-A5", "fact-A7", "fact-C1"]
offset_demo(judge=flat_buffer.judge_offset)

# %% [markdown] tags=["fact-A4", "fact-A9", "fact-A10", "fact-C7"]
# <a id="building"></a>
# ## Built whole or not at all: length and overflow
#
# Every offset that passes the checks must be a place that exists. That holds only if the buffer has exactly as many
# values as the shape asks for, so this is checked once, when the tensor is built.
#
# **Predict** what is wrong with each of these two:
#
# 1. shape `(2, 2)` with the three values 1, 2, 3;
# 2. shape `(2**64 - 1, 2)` with no values.
#
# <details><summary>Answer</summary>
#
# The first is a `DataLengthMismatch`: 4 expected, 3 found. The second is a `ShapeOverflow`: the number of elements does
# not fit into 64 bits. The length of the buffer is never compared, because there is no number to compare it with.
#
# </details>

# %% jupyter={"outputs_hidden": true}
attempt(Tensor, (2, 2), [1, 2, 3])
attempt(Tensor, (2**64 - 1, 2), [])

# %% [markdown]
# Python's own integers grow without end, so why does a shape overflow? Because places in memory are counted with 64-bit
# integers, and the largest without a sign is 2**64 − 1. A product that quietly wrapped around to a small number would
# promise a short buffer for a huge shape, and every check after it would be built on sand.
#
# The products are formed in the order of the strides, from right to left, each one checked. With a 0 in the shape the
# order shows.
#
# **Predict**: both shapes below have no elements. Which one is refused?
#
# <details><summary>Answer</summary>
#
# `(2**63, 2, 0)` is accepted. From the right, the strides are 1, then 0, then 2 · 0 = 0, and 2**63 · 0 = 0 elements.
# Nothing is ever large.
#
# `(0, 2**63, 2)` is refused. From the right, the strides are 1, then 2, then 2**63 · 2 = 2**64, one more than fits. The 0
# on the left comes too late.
#
# </details>

# %% jupyter={"outputs_hidden": true}
attempt(row_major_strides, (2**63, 2, 0))
attempt(row_major_strides, (0, 2**63, 2))

# %% [markdown] tags=["fact-A12", "fact-A13", "fact-A14"]
# <a id="writing"></a>
# ## Writing changes one place
#
# Writing uses the same rule as reading: a checked coordinate becomes one offset, and that one place gets the value.
#
# **Predict** the whole buffer after `changed[0, 1, 1] = 99`.
#
# <details><summary>Answer</summary>
#
# The offset is 0 + 3 + 1 = 4, so the 21 becomes 99 and the other eleven values stay as they are.
#
# </details>

# %% jupyter={"outputs_hidden": true}
changed = Tensor((2, 2, 3), [10, 11, 12, 20, 21, 22, 30, 31, 32, 40, 41, 42])
changed[0, 1, 1] = 99

print("after changed[0, 1, 1] = 99")
print("buffer        ", changed.buffer)
print("places changed", np.flatnonzero(changed.buffer != frozen.buffer))

# %% [markdown]
# Values may change; the length of the buffer, the shape and the strides may not. They were checked together, once, and
# they never come apart. About the values themselves the tensor has no opinion: infinities, both zeros and every NaN are
# stored bit for bit.
#
# **Predict**: of the five values below the last two are NaNs that differ in one bit, and the two zeros compare as equal.
# Which of them come back as they were?

# %% jupyter={"outputs_hidden": true} tags=["demo", "fact-A13"]
odd = np.array([np.inf, 0.0, -0.0, np.nan, np.nan])
odd.view(np.uint64)[4] ^= 1  # turns the last bit around
kept = Tensor((5,), odd).buffer

for number, before, after in zip(odd, odd.view(np.uint64), kept.view(np.uint64), strict=True):
    print(f"{number:>4}   went in as {before:016x}   came out as {after:016x}")

# %% [markdown]
# All of them, to the last bit. And the numbers can leave again: a tensor gives up its buffer, whole and without a copy.
#
# **Predict** what is left of the tensor then.

# %% jupyter={"outputs_hidden": true} tags=["demo", "fact-A14"]
given_up = changed.into_buffer()

print("given up", given_up)
attempt(changed.offset, (0, 1, 1))

# %% [markdown]
# Nothing is left that could go wrong. The numbers are yours now, and you may cut them or add to them; a shape that
# claimed to describe them all the while would be worse than none.

# %% [markdown] tags=["fact-A1"]
# <a id="elements-and-bytes"></a>
# ## Strides count elements
#
# numpy has strides as well. **Predict**: will `np.asarray(frozen).strides` print `(6, 3, 1)`?

# %% jupyter={"outputs_hidden": true}
as_float64 = np.asarray(frozen)
as_float32 = as_float64.astype(np.float32)

print("strides of", as_float64.shape)
for name, values in [("float64", as_float64), ("float32", as_float32)]:
    elements = tuple(step // values.itemsize for step in values.strides)
    print(f"{name}: {values.strides} bytes, {values.itemsize} bytes each: {elements} elements")

# %% [markdown]
# numpy counts **bytes**, so its strides change with the type of the numbers: eight times ours for 64-bit floats, four
# times for 32-bit floats. This course counts **elements**, and so does PyTorch. Both are honest; mixing them is not. When
# somebody tells you a stride, ask for the unit.

# %% [markdown] tags=["fact-A18"]
# <a id="other-conventions"></a>
# ## Row-major is a convention
#
# Nothing about a tensor forces the last index to be the fastest. In **column-major** order, the habit of Fortran, MATLAB and
# Julia, the *first* index is, and the strides come from left to right.
#
# **Predict** the column-major strides of `(2, 2, 3)`, and the offset of `(1, 0, 2)` under them.
#
# <details><summary>Answer</summary>
#
# `(1, 2, 4)`: axis 0 moves by 1, axis 1 jumps over the 2 of axis 0, axis 2 over 2 · 2 = 4. The offset is
# 1 · 1 + 0 · 2 + 2 · 4 = 9. Another place, and in it the same value, 32: the numbers have been laid out differently.
#
# </details>

# %% jupyter={"outputs_hidden": true} tags=["demo", "fact-A18"]
column_major = np.asfortranarray(array)
column_strides = tuple(step // column_major.itemsize for step in column_major.strides)
in_memory = column_major.ravel(order="K")
place = unchecked_offset((1, 0, 2), column_strides)

print("column-major", column_major.shape)
print("strides in elements", column_strides)
print("values in memory   ", in_memory)
print("offset", place, "value", in_memory[place])

# %% [markdown]
# Another way to store rows needs no strides at all. When rows have different lengths, a **jagged** layout keeps a second
# list that says where each row begins:

# %%
values = [10, 11, 12, 20, 21, 30]  # rows of three, two and one
starts = [0, 3, 5, 6]  # where each row begins, and where the last one ends

for row in range(3):
    print(f"row {row}:", values[starts[row] : starts[row + 1]])

# %% [markdown]
# **Predict**: is there a number that could serve as the stride of axis 0?
#
# <details><summary>Answer</summary>
#
# No. From row 0 to row 1 it is 3 places, from row 1 to row 2 only 2. A stride is *one* distance for every step along an
# axis. Where the distances differ, the place of a row has to be looked up.
#
# </details>

# %% [markdown] tags=["fact-A15"]
# <a id="language-models"></a>
# ## Seven tensors from the history of language models
#
# Why go to such trouble over twelve numbers? Because language models are made of exactly this.
#
# A bigram model keeps one counter for each pair of a word and its follower. It is a table, and the row for "cat" knows
# nothing of the row for "dog". Bengio and colleagues (*A Neural Probabilistic Language Model*, 2003) gave each word a row
# of learned features instead: a matrix **C** with one row a word. The features of the last few words, side by side, go through
# a hidden layer **H**, and a matrix **U** turns the hidden activations into one score for each word of the vocabulary.
# Similar words can share what is learned. The window of words is still of fixed length.
#
# Vaswani and colleagues (*Attention Is All You Need*, 2017) pack the queries, keys and values of all positions into matrices
# **Q**, **K** and **V**, run several attention heads in parallel and join their outputs.
#
# Take toy sizes: a vocabulary of 5 words, 3 features a word, a context of 2 words (so 2 · 3 = 6 numbers go into the hidden
# layer), 4 hidden units; 2 tokens, heads 3 wide, 2 heads. Then C has shape (5, 3), H has (4, 6) and U has (5, 4). Each of Q, K
# and V has (2, 3) for one head, and Q for all heads, stacked, has (2, 2, 3).
#
# **Predict** the strides and the number of elements of each, before you run the cell.

# %% jupyter={"outputs_hidden": true} tags=["demo", "fact-A15"]
print(f"{'':<40}{'shape':<12}{'strides':<12}{'elements':>8}   axes")
for entry in language_model_tensors():
    axes = ", ".join(entry.axes)
    print(f"{entry.name:<40}{entry.shape!s:<12}{entry.strides!s:<12}{entry.size:>8}   {axes}")

# %% [markdown]
# All values are zero: only the shapes matter here, and none of either model's operations is carried out.
#
# **What the papers say, and what is ours.** The roles of the matrices and the parallel heads are the papers'. The sizes
# are toys. Stacking the heads along an axis of their own *in front*, as (heads, tokens, head width), is this course's
# choice; the paper asks for no order of axes. Neither paper asks for one contiguous row-major buffer. That, too, is a
# convention of ours, and now you know what hangs on it.

# %% [markdown] tags=["fact-A17"]
# <a id="picture"></a>
# ## The picture, in four passes
#
# One picture holds the lesson. Read it four times, once for each of the passes that stand below it, and say the answer to
# yourself before your eye finds it.
#
# You need no colour for it. The chosen element has a double frame wherever it appears, and in the flat buffer a diamond
# stands above it. What is refused stands in a broken frame and says so.

# %% tags=["demo", "fact-A1", "fact-A2", "fact-A3", "fact-A17"]
HTML(picture_html(frozen, (1, 0, 2), (1, 2, 0)))

# %% [markdown]
# The first two passes walk from the coordinate to the strides. The third is the one to linger on: the offset 8 is the
# number *above* the box, the value 32.0 is the number *in* the box. The fourth holds two neighbours against each other: on
# axis 1 of size 2, index 0 exists and index 2 does not.
#
# **Predict** all four passes for the coordinate `(0, 1, 1)`, held against the refused `(0, 2, 0)`. Which box gets the
# diamond? What will the last line of the right panel say?

# %% jupyter={"outputs_hidden": true}
print("coordinate (0, 1, 1), held against (0, 2, 0)")
figure = flat_buffer_figure(frozen, (0, 1, 1), (0, 2, 0))
HTML(svg_html(figure, "Coordinate (0, 1, 1) at offset 4, and the refused coordinate (0, 2, 0)"))

# %% [markdown]
# Offset 4 with value 21.0 has the diamond. And the panel on the right tells the story of the silently wrong coordinate in
# one line: unchecked, it would have been another element's place. (This second picture is a matplotlib figure of the same
# drawing. You can save it, or make one of a tensor of your own.)

# %% [markdown] tags=["fact-A16"]
# <a id="trace"></a>
# ## The trace
#
# The same tensor once more, as plain text in exact decimals, for programs and for people who would rather read lines:

# %% tags=["demo", "fact-A16"]
for line in trace_lines(frozen, (1, 0, 2), (1, 2, 0)):
    print(line)

# %% [markdown]
# Every line comes from the very tensor that this lesson used. If slices, terms, offset, value and refusal agree with
# your notes, you have it.

# %% [markdown]
# <a id="practice"></a>
# ## Practice
#
# Knowing how is one thing, being quick and sure another. Each cell below asks one kind of question for as long as you
# like: type an answer and press Enter. Two right ones in a row, and the questions become harder. If your answer is the one
# that a common mix-up gives, you are told which, and the mix-up is asked about again. After a second miss, or if you ask
# for it, the answer appears with the way to it.
#
# Nothing is kept: run a cell again and it starts afresh, with other numbers.

# %% tags=["practice", "fact-A4", "fact-A6", "fact-A7"]
practice("strides")

# %% tags=["practice", "fact-A2"]
practice("offsets")

# %% [markdown]
# The way back, from an offset to its coordinate:

# %% tags=["practice", "fact-A2"]
practice("inverse")

# %% [markdown]
# An error is typed as a value, with its parts in order or by name. A refused index is
# `IndexOutOfBounds(axis, index, dimension)`, a wrong number of indices `RankMismatch(expected, actual)`.

# %% tags=["practice", "fact-A3", "fact-A5", "fact-A9", "fact-A11"]
practice("errors")

# %% [markdown] tags=["fact-A19", "fact-A20"]
# <a id="next"></a>
# ## What comes next
#
# You can now
#
# * derive row-major strides from right to left, also with a 0 in the shape or with no axes at all,
# * take a coordinate to its offset term by term, and an offset back to its coordinate,
# * keep the offset apart from the value that lies there,
# * say which check refuses a coordinate first, and what the arithmetic would have done without it.
#
# The assignment of this unit asks you for more predictions, and then to write the strides and the checked offset yourself.
#
# In the next unit, the buffer stays where it is and the reading of it changes. Shape, strides and a starting offset can be
# replaced by others: a transpose, a slice, a repeated row, all **views** over the same numbers. No value is changed and
# nothing is copied without telling you. What you know about strides is all you need for it.
