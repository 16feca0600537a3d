# ---
# jupyter:
#   kernelspec:
#     display_name: Python 3 (ipykernel)
#     language: python
#     name: python3
# ---

# %% [markdown]
# <a id="views"></a>
# # Views
#
# In the first unit a coordinate became one place in one flat buffer. Shape and strides told the way, and both
# followed from the layout in rows. Now we let go of that last habit. Shape, strides and a first place are only
# numbers; other numbers give another reading of the *same* buffer. A transpose, a slice, a row that is seen a hundred
# times: none of them touches a value.
#
# You need the first unit, above all its strides. Plan an hour.
#
# **How to work.** As before: wherever it says *Predict*, write your answer down before you open the answer or run the
# next cell.

# %%
import numpy as np
from IPython.display import HTML

from coursekit.practice import practice
from coursekit.questions import views
from tensorlib import Layout, Tensor, TensorError, TensorView
from tensorlib.demos import views_demo
from tensorlib.figures import svg_html
from tensorlib.walkfigure import walk_figure


def attempt(operation, *arguments):
    """Print a call, and below it what it returns or the error that refuses it."""
    print(f"{operation.__name__}({', '.join(map(repr, arguments))})")
    try:
        print("   ", operation(*arguments))
    except TensorError as error:
        print(f"    {type(error).__name__}: {error}")


def tell(name, view):
    """Print how a view reads its buffer."""
    print(f"{name:<12} shape {view.shape}, strides {view.strides}, starts at {view.base_offset}")

# %% [markdown] tags=["fact-B1", "fact-A18", "fact-A20"]
# <a id="transpose"></a>
# ## A transpose is arithmetic on two tuples
#
# Take a tensor of shape `(4, 8, 16)`, with the strides `(128, 16, 1)` that you can derive by now. `t.view()` gives a
# **view** of it: an object that has a shape, strides and a first place of its own, but no numbers. For those it looks
# into the buffer of `t`.
#
# **Predict**: the first two axes are exchanged, by `v.transpose(0, 1)`. What are the shape and the strides of the
# result?
#
# <details><summary>Answer</summary>
#
# Shape `(8, 4, 16)`, strides `(16, 128, 1)`. The axis of size 8 comes first and brings its stride 16 along; the axis
# of size 4 comes second and brings 128. Sizes and strides move together, in pairs.
#
# </details>

# %% jupyter={"outputs_hidden": true} tags=["demo", "fact-B1", "fact-A20"]
t = Tensor((4, 8, 16), range(4 * 8 * 16))
v = t.view()

tell("view", v)
tell("transposed", v.transpose(0, 1))

# %% [markdown]
# Look at the strides: they are no longer sorted, and no chain of products from right to left leads to them. That
# chain was the rule for *laying out* a buffer in rows. A view lays nothing out. It is told where to step.
#
# With more axes, `permute` names the order of all of them. Its entries say which axis comes **here**:
# `permute(2, 0, 1)` puts the old axis 2 first, then the old axis 0, then the old axis 1.
#
# **Predict** shape and strides of `permute(2, 0, 1)` for a tensor of shape `(2, 3, 4)`.
#
# <details><summary>Answer</summary>
#
# Shape `(4, 2, 3)`, strides `(1, 12, 4)`. If you found `(3, 4, 2)`, you sent each axis to the place that its entry
# names, which is the same permutation read backwards. Exchanging two axes reads alike both ways, so the mix-up shows
# only from three axes on.
#
# </details>

# %% jupyter={"outputs_hidden": true}
tell("permuted", Tensor.zeros((2, 3, 4)).view().permute(2, 0, 1))

# %% [markdown] tags=["fact-B1", "fact-A20"]
# <a id="same-memory"></a>
# ## Same memory, read in another order
#
# **Predict** for the matrix below, of shape `(2, 3)`, and its transpose:
#
# 1. How many of the six numbers in the buffer change their place when the view is transposed?
# 2. In which order does the transpose read the buffer? Give the six offsets.
#
# <details><summary>Answer</summary>
#
# None moves. The transpose has shape `(3, 2)` and strides `(1, 3)`, so its rows are the places 0 and 3, then 1 and 4,
# then 2 and 5.
#
# </details>

# %% jupyter={"outputs_hidden": true} tags=["demo", "fact-A20"]
m = Tensor((2, 3), [10, 11, 12, 20, 21, 22])
turned = m.view().transpose(0, 1)

print("buffer     ", turned.buffer)
print("read as    ", list(turned.offsets()))
print("same memory", turned.shares_buffer(m), np.shares_memory(np.asarray(turned), np.asarray(m)))

# %%
HTML(svg_html(walk_figure(m.view()), "The matrix, read in rows: from each place to the next"))

# %%
HTML(svg_html(walk_figure(turned), "Its transpose: steps of 3 inside a row, back by 2 to the next row"))

# %% [markdown]
# The upper picture is the matrix, the lower one its transpose, over the same six boxes. A solid arc is a step along
# the last axis, a broken arc leads to the next row. This is all a transpose is: another walk. It costs the same for
# six numbers and for six billion.
#
# And since the memory is shared, a write through one reading shows in the other. **Predict** `m[0, 2]` after
# `turned[2, 0] = 99`.
#
# <details><summary>Answer</summary>
#
# 99. The coordinate `(2, 0)` of the transpose has the offset 2 · 1 + 0 · 3 = 2, and that is the place of `(0, 2)` in
#     `m`.
#
# </details>

# %% jupyter={"outputs_hidden": true}
turned[2, 0] = 99
print("m[0, 2] =", m[0, 2])
print("buffer   ", m.buffer)

# %% [markdown]
# "A transpose moves the numbers" is an expensive belief. Who holds it avoids transposes that are free, and is
# surprised by writes that arrive where nobody sent them.

# %% [markdown] tags=["fact-A20"]
# <a id="slicing"></a>
# ## Slices: where to start, how far to step
#
# A slice changes all three: it starts later, it has fewer positions, and with a step it walks in longer strides.
#
# **Predict** shape, strides and first place of `[1:, ::2]` for a tensor of shape `(4, 6)`.
#
# <details><summary>Answer</summary>
#
# Shape `(3, 3)`: rows 1, 2, 3 and columns 0, 2, 4. Strides `(6, 2)`: to the next row it is still 6 places, but the
# next column of the *slice* is two columns further. It starts at offset 6, where row 1 begins.
#
# </details>

# %% jupyter={"outputs_hidden": true} tags=["demo", "fact-A20"]
grid = Tensor((4, 6), range(24)).view()

tell("[1:, ::2]", grid[1:, ::2])
print(np.asarray(grid[1:, ::2]))

# %% [markdown]
# In general, on each axis: the start times the stride is added to the first place, the step multiplies the stride.
# Nothing is packed together. Between two neighbours of the slice the numbers that were left out still lie in the
# buffer.
#
# A step may be negative. **Predict** the strides and the first place of `[::-1, 2]`: column 2, read from below.
#
# <details><summary>Answer</summary>
#
# Strides `(-6,)`, starting at 3 · 6 + 2 = 20. An integer drops its axis and leaves only its share of the first place.
# Walking backwards needs a first place at the far end, and a stride below 0.
#
# </details>

# %% jupyter={"outputs_hidden": true}
tell("[::-1, 2]", grid[::-1, 2])
print(np.asarray(grid[::-1, 2]))

# %% [markdown]
# Not every library walks backwards. numpy does; PyTorch refuses a negative step, and its `flip` makes a copy.

# %% [markdown] tags=["fact-B1"]
# <a id="contiguity"></a>
# ## Contiguous: side by side, in order
#
# Some code wants to run through memory from one end to the other: a copy to a file, a fast loop, a flat view. It asks
# whether a view is **contiguous**: whether its elements lie side by side in the buffer, in the order in which they
# are read. That is so if the strides are just what row-major layout would give for this shape. Where the view starts
# does not matter.
#
# **Predict**, yes or no: is it contiguous?
#
# 1. `grid`, of shape `(4, 6)`
# 2. `grid[1:3]`, two whole rows
# 3. `grid[:, 1:3]`, two columns
# 4. `grid.transpose(0, 1)`
#
# <details><summary>Answer</summary>
#
# Yes, yes, no, no. Two whole rows lie side by side, they merely start later. Of two columns, four places are left out
# between one row and the next. The transpose reads all the places, but jumps.
#
# </details>

# %% jupyter={"outputs_hidden": true}
parts = {
    "grid": grid,
    "[1:3]": grid[1:3],
    "[:, 1:3]": grid[:, 1:3],
    "transposed": grid.transpose(0, 1),
}
for name, part in parts.items():
    tell(name, part)
    print(f"{'':<12} contiguous: {part.is_contiguous}")

# %% [markdown]
# Now a finer point. **Predict**: a tensor of shape `(4, 1, 16)` has its first two axes exchanged. Shape `(1, 4, 16)`,
# strides `(16, 16, 1)`; row-major layout would have `(64, 16, 1)`. Is it contiguous?
#
# <details><summary>Answer</summary>
#
# Yes. Axis 0 has a single position. No step is ever taken along it, so its stride says nothing about where any
# element lies. The 64 places are read from 0 to 63, in order.
#
# </details>

# %% jupyter={"outputs_hidden": true} tags=["demo", "fact-B1"]
thin = Tensor.zeros((4, 1, 16)).view().transpose(0, 1)
tell("thin", thin)
print("contiguous:", thin.is_contiguous)
print("in order:  ", list(thin.offsets()) == list(range(64)))

# %% [markdown]
# So two short sentences are both false: "a transpose is never contiguous", and "the last stride of a contiguous
# tensor is 1". With an axis of size 1, any stride is as good as any other, and libraries differ in which one they
# report. Code that compares strides with a formula, axis by axis, breaks on the first batch of one.

# %% [markdown] tags=["fact-B1"]
# <a id="view-or-reshape"></a>
# ## View or reshape
#
# Two methods ask for another shape of the same elements in the same order.
#
# * `view_as(shape)` gives a view, or refuses. It never copies. (In PyTorch: `view`.)
# * `reshape(shape)` gives a view if there is one, and otherwise a new tensor with a copy.
#
# **Predict** for the `v` of shape `(4, 8, 16)` and its transpose `w`: which of the two can be viewed as one flat axis
# of 512?
#
# <details><summary>Answer</summary>
#
# `v` can, with stride 1. `w` cannot: it would have to read 0 to 15, then jump to 128. No single stride does that.
#
# </details>

# %% jupyter={"outputs_hidden": true} tags=["demo", "fact-B1"]
w = v.transpose(0, 1)

attempt(v.view_as, (512,))
attempt(w.view_as, (512,))

# %% [markdown]
# The refusal says which two axes stand in the way, and why; [the next section](#merging) takes it apart. First, what
# does `reshape` make of both?
#
# **Predict**: `flat_v = v.reshape((512,))`, `flat_w = w.reshape((512,))`. Then 99 is written to place 1 of each. What
# does the first tensor, `t`, hold at offset 1, and what at offset 128?
#
# <details><summary>Answer</summary>
#
# At offset 1 it holds 99.0, since `flat_v` is a view. At offset 128 it still holds 128.0, and so it does everywhere
# else: `flat_w` is a copy, with a buffer of its own, and nothing written to it comes back.
#
# </details>

# %% jupyter={"outputs_hidden": true}
flat_v, flat_w = v.reshape((512,)), w.reshape((512,))
flat_v[1] = 99
flat_w[1] = 99

for name, flat in [("flat_v", flat_v), ("flat_w", flat_w)]:
    print(f"{name}: a {type(flat).__name__}, shares the buffer of t: {flat.shares_buffer(t)}")
print("offset 1  ", t.buffer[1])
print("offset 128", t.buffer[128])

# %% [markdown]
# "Reshape copies" is wrong, "reshape never copies" is wrong, and which of them is wrong *here* depends on strides. If
# later code writes to the result, that difference decides what your program does. Ask `shares_buffer`, or use
# `view_as` where a copy would be a mistake.
#
# One more trap, of Python rather than of memory. **Predict** the shape of `v` after the line `v.reshape((512,))`
# alone.
#
# <details><summary>Answer</summary>
#
# `(4, 8, 16)`, as before. A reshape returns something; `v` itself is not touched, and here nobody kept the result.
#
# </details>

# %% jupyter={"outputs_hidden": true}
v.reshape((512,))
print(v.shape)

# %% [markdown] tags=["fact-B1"]
# <a id="merging"></a>
# ## When two axes can merge
#
# Seeing a shape as another one is a matter of cutting axes and joining them.
#
# **Cutting always works.** An axis of 6 positions with stride $s$ is 2 groups of 3: inside a group the stride stays
# $s$, from group to group it is $3 s$.
#
# **Joining works if one stride can serve both axes.** Walk along the inner axis to its end, take one more step of the
# same length: if that brings you exactly to the next position of the outer axis, the seam cannot be felt. For two
# neighbours $i$ and $i + 1$ that means
#
# $$s_i = n_{i+1} \, s_{i+1}$$
#
# with $n$ for sizes and $s$ for strides. Axes of size 1 are passed over.
#
# **Predict** for each layout: can it be seen as one flat axis, and with which stride?
#
# 1. shape `(2, 3)`, strides `(3, 1)`
# 2. shape `(2, 3)`, strides `(6, 2)`
# 3. shape `(2, 3)`, strides `(6, 1)`
# 4. shape `(3, 1, 2)`, strides `(2, 9, 1)`
#
# <details><summary>Answer</summary>
#
# 1. Yes, stride 1: 3 = 3 · 1.
# 2. Yes, stride 2: 6 = 3 · 2. It is not contiguous, every other place is left out, and still it can be walked with
#    one stride.
# 3. No: 6 is not 3 · 1. After three places there is a gap.
# 4. Yes, stride 1: the middle axis takes no step, and 2 = 2 · 1.
#
# </details>

# %% jupyter={"outputs_hidden": true} tags=["demo", "fact-B1"]
long = Tensor((24,), range(24)).view()
layouts = {
    "1.": long[:6].view_as((2, 3)),
    "2.": long[:12:2].view_as((2, 3)),
    "3.": long[:12].view_as((2, 6))[:, :3],
    "4.": long[:6].view_as((3, 1, 2)),
}
for name, layout in layouts.items():
    tell(name, layout)
    attempt(layout.view_as, (6,))

# %% [markdown]
# (The 9 of the fourth layout became a 2 here: the library picks some stride for an axis of size 1, and nobody can
# tell.)
#
# Contiguous is one thing and viewable another: the second layout is viewable and not contiguous. And the refusal of a
# view is not bad luck and not a quirk of the library. It is this equation, which does not hold. "Just write reshape"
# makes the message go away and a copy come; sometimes that is what you want, and sometimes, as we shall see now, the
# message was the only thing that would have told you of a bug.

# %% [markdown] tags=["fact-B1", "fact-C4"]
# <a id="heads"></a>
# ## Splitting heads, joining heads
#
# In a transformer, every token has `h · w` features, and `h` attention heads each get `w` of them. Splitting takes
# `(T, h * w)` to `(h, T, w)`: for each head, for each token, that head's share. Here are three tokens with four
# features, for two heads:
#
# | | for head 0 | for head 1 |
# |---|---|---|
# | token 0 | 10, 11 | 12, 13 |
# | token 1 | 20, 21 | 22, 23 |
# | token 2 | 30, 31 | 32, 33 |
#
# **Predict** what head 0 gets by each of these two lines. Both give the shape `(2, 3, 2)`.
#
# 1. `x.reshape((2, 3, 2))`
# 2. `x.view_as((3, 2, 2)).transpose(0, 1)`
#
# <details><summary>Answer</summary>
#
# 1. 10, 11 · 12, 13 · 20, 21: the first six numbers in order. Head 0 is handed all of token 0 and half of token 1.
# 2. 10, 11 · 20, 21 · 30, 31: of every token, the first two features. This is the split.
#
# </details>

# %% jupyter={"outputs_hidden": true} tags=["demo", "fact-C4"]
x = Tensor((3, 4), [10, 11, 12, 13, 20, 21, 22, 23, 30, 31, 32, 33]).view()

by_reshape = x.reshape((2, 3, 2))
split = x.view_as((3, 2, 2)).transpose(0, 1)

print("by reshape alone: head 0 holds", np.asarray(by_reshape[0]).tolist())
print("cut, then turned: head 0 holds", np.asarray(split[0]).tolist())

# %% [markdown]
# The right way has two steps, because two things happen: the axis of features is *cut* into heads and widths, and
# then two axes are *exchanged*. A reshape can only cut and join. It never exchanges.
#
# Joining is the same in reverse, and it has a trap more. The heads hand back a fresh tensor of shape `(h, T, w)`.
#
# **Predict** what becomes of each line, with 2 heads: it raises, it is right, or it runs and is silently wrong?
#
# 1. `r.reshape((3, 4))`
# 2. `r.transpose(0, 1).view_as((3, 4))`
# 3. `r.transpose(0, 1).reshape((3, 4))`
#
# <details><summary>Answer</summary>
#
# 1. Silently wrong: the rows are mixed from different tokens.
# 2. Raises: after the exchange, heads and widths do not lie behind one another, and `view_as` does not copy.
# 3. Right. The copy is needed, since the numbers of one token really lie apart.
#
# </details>

# %% jupyter={"outputs_hidden": true} tags=["demo", "fact-C4"]
r = split.to_tensor().view()  # what two heads hand back, in a buffer of its own

print("1.", np.asarray(r.reshape((3, 4))).tolist())
attempt(r.transpose(0, 1).view_as, (3, 4))
print("3.", np.asarray(r.transpose(0, 1).reshape((3, 4))).tolist())

# %% [markdown]
# Line 2 is the honest one: it objects. Line 1 has the right shape, no warning, and numbers of the right size.
#
# This is no invention. In the repository *jsbaan/transformer-from-scratch* (issue 4, mended by pull request 6) the
# exchange before the joining reshape was missing, so that each token's row was put together from other tokens'
# results. The training test passed all the same: the task was easy, and the model had learned to live with the
# scrambling.
#
# **Predict**: with a single head, what becomes of line 1?
#
# <details><summary>Answer</summary>
#
# It is right, by luck: with one head there is nothing to exchange. A test with one head, or with one token, cannot
# see this bug.
#
# </details>

# %% jupyter={"outputs_hidden": true}
for tokens, heads in [(3, 2), (3, 1), (1, 2)]:
    x_all = Tensor((tokens, 4), range(4 * tokens)).view()
    right = x_all.view_as((tokens, heads, 4 // heads)).transpose(0, 1)
    alone = x_all.reshape((heads, tokens, 4 // heads))
    print(f"T = {tokens}, h = {heads}: reshape alone equals the split: {alone == right}")

# %% [markdown] tags=["fact-B1", "fact-C4"]
# <a id="reshape-is-not-transpose"></a>
# ## A reshape is not a transpose
#
# What happened with the heads, in its plainest form. A matrix of shape `(2, 3)` holds 0 to 5.
#
# **Predict** the rows of `reshape((3, 2))` and of `transpose(0, 1)`. Both have the shape `(3, 2)`.
#
# <details><summary>Answer</summary>
#
# `reshape`: 0, 1 · 2, 3 · 4, 5. The order of reading stays, only the ends of the rows are elsewhere. `transpose`: 0,
# 3 · 1, 4 · 2, 5. Rows become columns.
#
# </details>

# %% jupyter={"outputs_hidden": true} tags=["demo", "fact-C4"]
small = Tensor((2, 3), range(6)).view()

print("reshape  ", np.asarray(small.reshape((3, 2))).tolist())
print("transpose", np.asarray(small.transpose(0, 1)).tolist())

# %% [markdown]
# The shapes agree at *every* size, so no check of shapes will ever find one in place of the other. Even a round trip
# does not: reshape there and back, and everything is where it was.
#
# **Predict**: for which matrices do the two give the same numbers in the same order?
#
# <details><summary>Answer</summary>
#
# For a single row or a single column (or if the numbers happen to repeat). There is then only one order in which they
# can be read.
#
# </details>
#
# That makes it a bug for a test of *values*, on sizes larger than 1. People fall into it from both sides: in
# *pytorch/vision* (issue 676) a transpose was taken for redundant where a `view` to the same shape would do. It would
# have had the same shape, and other numbers.

# %% jupyter={"outputs_hidden": true}
for shape in [(2, 3), (3, 3), (1, 3), (3, 1)]:
    some = Tensor(shape, range(shape[0] * shape[1])).view()
    print(shape, "same:", some.reshape(shape[::-1]) == some.transpose(0, 1))

# %% [markdown] tags=["fact-C6", "fact-A20"]
# <a id="expand"></a>
# ## Expand: a stride of 0
#
# How can one row be seen four times without storing it four times? By a step that leads nowhere.
#
# **Predict** the strides of a tensor of shape `(3, 1)` after `expand((3, 4))`, and the places that it reads.
#
# <details><summary>Answer</summary>
#
# Strides `(1, 0)`. A step along axis 1 moves by 0 places, so four coordinates share one element: 0, 0, 0, 0, 1, 1, 1,
# 1, 2, 2, 2, 2.
#
# </details>

# %% jupyter={"outputs_hidden": true} tags=["demo", "fact-C6", "fact-A20"]
column = Tensor((3, 1), [1, 2, 3]).view()
wide = column.expand((3, 4))

tell("column", column)
tell("wide", wide)
print("read as", list(wide.offsets()))
print(np.asarray(wide))

# %%
HTML(svg_html(walk_figure(column.expand((3, 2))), "A column of three, each value read twice in a row"))

# %% [markdown]
# Only an axis of size 1 can be stretched, or a new one, which comes in on the left. In the next unit, adding two
# tensors will stretch them so by itself. It will cost no memory, for this very reason. (The *sum* is a tensor of full
# size, of course.)
#
# Two ways of repeating look alike in words and differ in order. **Predict** what each holds, row by row:
#
# 1. the row `[[1, 2, 3]]`, shape `(1, 3)`, after `expand((2, 3))`,
# 2. the column of shape `(3, 1)` after `expand((3, 2))`.
#
# <details><summary>Answer</summary>
#
# 1. 1, 2, 3, 1, 2, 3: the whole sequence, twice.
# 2. 1, 1, 2, 2, 3, 3: each item, twice.
#
# </details>

# %% jupyter={"outputs_hidden": true}
row = Tensor((1, 3), [1, 2, 3]).view()

print("whole, twice", row.expand((2, 3)).reshape((6,)).buffer, "  np.tile  ", np.tile([1, 2, 3], 2))
print("each, twice ", column.expand((3, 2)).reshape((6,)).buffer, "  np.repeat", np.repeat([1, 2, 3], 2))

# %% [markdown]
# Libraries call the first one `tile` (numpy) or `repeat` (PyTorch), the second one `repeat` (numpy) or
# `repeat_interleave` (PyTorch). Same word, two meanings. If a batch of prompts is to be answered several times each,
# one order keeps the answers with their prompts and the other deals them out to strangers. With a batch of one, both
# agree.

# %% [markdown] tags=["fact-C6"]
# <a id="aliasing"></a>
# ## Aliasing: rows that are one and the same
#
# **Predict**: `e` sees a vector of three as two rows. After `t3[0] = 99`, what is `e[1, 0]`? And what should happen
# on `e[0, 0] = 5`?
#
# <details><summary>Answer</summary>
#
# `e[1, 0]` is 99.0: both rows are the vector. And `e[0, 0] = 5` would have to change `e[1, 0]` as well, as there is
# one element behind both. This course refuses such a write; ask for a copy first, by `to_tensor()`.
#
# </details>

# %% jupyter={"outputs_hidden": true}
t3 = Tensor((3,), [1, 2, 3])
e = t3.view().expand((2, 3))
t3[0] = 99
print("e[1, 0] =", e[1, 0])

attempt(e.__setitem__, (0, 0), 5)

own = e.to_tensor()
own[0, 0] = 5
print("copy    ", np.asarray(own).tolist(), " vector", t3.buffer)

# %% [markdown]
# Not everybody refuses. numpy makes the stretched array read-only. PyTorch refuses some writes and lets others
# through: `e[0, 0] = 5` goes to *all* rows there. In *pytorch/pytorch* (issue 4664), somebody expanded a single one
# to four rows of five and added 1 in place. They expected twos, and got 21 everywhere: the same element had been
# raised twenty times.
#
# There is a weaker form that no refusal covers. Take `a -= a[:, :1]`, which is meant to subtract the first column
# from every column. The column that is read is being overwritten at the same time; as soon as the first column has
# become zero, there is nothing left to subtract. numpy notices the overlap and works on a copy. PyTorch does not, and
# gives other numbers than `a - a[:, :1]`.
#
# **Predict** what a plain loop makes of the row 5, 6, 7, from left to right.
#
# <details><summary>Answer</summary>
#
# 5 − 5 = 0 first. From then on the first item is 0, so 6 and 7 stay as they are: 0, 6, 7 instead of 0, 1, 2.
#
# </details>

# %% jupyter={"outputs_hidden": true}
plain = [5, 6, 7]
for position in range(3):
    plain[position] -= plain[0]
print("plain loop in place", plain)

array = np.array([[5, 6, 7]])
array -= array[:, :1]
print("numpy in place     ", array[0].tolist())

# %% [markdown]
# When reading and writing may meet, write to a tensor of its own.

# %% [markdown] tags=["fact-C6"]
# <a id="stored-and-logical"></a>
# ## Stored bytes and logical bytes
#
# How much memory does a tensor take? "Shape times bytes", and that is right for a tensor that owns its buffer. For a
# view, three numbers have to be told apart:
#
# * **logical bytes**: what the shape says, 8 bytes for each coordinate (our numbers are 64-bit floats);
# * **stored bytes**: what really stands in memory for it, 8 bytes for each *different* element;
# * **buffer bytes**: the whole buffer that it keeps alive, however little of it it reads.
#
# **Predict** all three for
#
# 1. the column of three, expanded to `(3, 1000)`,
# 2. `[:10, :10]` of a tensor of shape `(1000, 1000)`.
#
# <details><summary>Answer</summary>
#
# 1. Logical 24,000, stored 24, buffer 24.
# 2. Logical 800, stored 800, buffer 8,000,000. As long as the little view is there, the large buffer cannot be given
#    back.
#
# </details>

# %% jupyter={"outputs_hidden": true} tags=["demo", "fact-C6"]
examples = {
    "expanded": column.expand((3, 1000)),
    "slice": Tensor.zeros((1000, 1000)).view()[:10, :10],
}
for name, view in examples.items():
    print(f"{name:<9} logical {view.logical_bytes:>7,} stored {view.stored_bytes:>5,} buffer {view.buffer_bytes:>9,}")

# %% [markdown]
# The first case makes programs frugal, the second makes them leak: a list of small slices, one from each batch, keeps
# every batch alive. A copy of the slice, `to_tensor()`, lets the batch go. And whoever expands and then reshapes gets
# a copy, at the full logical price.
#
# **Predict** how many bytes `column.expand((3, 1000)).reshape((3000,))` stores.
#
# <details><summary>Answer</summary>
#
# 24,000. No single stride reads three times a thousand equal places, so the reshape has to copy.
#
# </details>

# %% jupyter={"outputs_hidden": true}
copied = column.expand((3, 1000)).reshape((3000,))
print(type(copied).__name__, "stored", f"{copied.stored_bytes:,}")

# %% [markdown] tags=["fact-A18", "fact-B1"]
# <a id="bytes-and-elements"></a>
# ## Bytes and elements, and strides that nobody checks
#
# All of this happens in numpy as well, only that its strides are counted in bytes.
#
# **Predict** the strides of a float32 array of shape `(2, 3, 4)`, and of its `transpose(1, 0, 2)`.
#
# <details><summary>Answer</summary>
#
# `(48, 16, 4)` and `(16, 48, 4)`: our 12, 4, 1 times 4 bytes each. If you took 8 bytes you thought of float64.
#
# </details>

# %% jupyter={"outputs_hidden": true}
array = np.zeros((2, 3, 4), "float32")

print("array     ", array.strides)
print("transposed", array.transpose(1, 0, 2).strides)

# %% [markdown]
# numpy also hands you the strides themselves, by `as_strided`. Whatever you put in is believed.
#
# **Predict**: which place is the last that shape `(3, 5)` with strides of 5 and 1 elements reads? A buffer of 14
# numbers is given: is anybody going to object?
#
# <details><summary>Answer</summary>
#
# Place 2 · 5 + 4 · 1 = 14, one past the end, as the places are 0 to 13. numpy's `as_strided` does not object; it
# reads what happens to lie there, or crashes. PyTorch compares with the length and refuses. So does this course,
# where a view is checked when it is made.
#
# </details>

# %% jupyter={"outputs_hidden": true}
print("last place", 2 * 5 + 4 * 1)
attempt(TensorView, Tensor((14,), range(14)), Layout((3, 5), strides=(5, 1)))

# %% [markdown]
# (We leave numpy's reading beyond the end out of this cell: what it prints would be different on every machine.)
# Slices, transposes and expands can never get you there. Strides of your own can, so let them be the last resort.

# %% [markdown]
# <a id="squeeze-and-columns"></a>
# ## Axes that vanish, axes that were never there
#
# Axes of size 1 cost nothing, and come and go easily. Too easily.
#
# **Predict**: scores have shape `(B, T, 1)`, and a model drops the last axis by `scores.squeeze()`. What comes out
# for B = 8, T = 7? And for B = 1?
#
# <details><summary>Answer</summary>
#
# `(8, 7)`, as intended. And `(7,)`: without an axis, `squeeze` drops *all* axes of size 1, the batch of one included.
# It works until somebody sends a single sentence. Say which axis: `scores.squeeze(-1)`.
#
# </details>

# %% jupyter={"outputs_hidden": true}
for batch in (8, 1):
    scores = np.zeros((batch, 7, 1))
    print(f"B = {batch}: squeeze() {scores.squeeze().shape}, squeeze(-1) {scores.squeeze(-1).shape}")

# %% [markdown]
# (If the axis that you name has another size than 1, numpy raises, and PyTorch does nothing and says nothing.)
#
# The other way round, people expect an axis that is not there. **Predict** the shape of a vector of three after a
# transpose.
#
# <details><summary>Answer</summary>
#
# `(3,)`. A transpose exchanges axes, and there is only one. A column needs a second axis, and you have to put it in:
# `[:, None]`.
#
# </details>

# %% jupyter={"outputs_hidden": true}
vector = Tensor((3,), [1, 2, 3]).view()

print("np .T     ", np.asarray(vector).T.shape)
print("permute(0)", vector.permute(0).shape)
print("[:, None] ", vector[:, None].shape, "strides", vector[:, None].strides)
print("[None, :] ", vector[None, :].shape, "strides", vector[None, :].strides)

# %% [markdown]
# `(3,)`, `(3, 1)` and `(1, 3)` hold the same three numbers in the same buffer. What becomes of them in an addition is
# very different, and is what the next unit is about.

# %% [markdown]
# <a id="try-it"></a>
# ## Predict, then look
#
# Now it is your tensor. Choose its sizes, cut each axis, and reorder the axes. Then commit a prediction: the strides
# of what you have made, or whether it can be seen as one flat axis without a copy. Only then does the demo show
# strides, first place, the refusal if there is one, and the buffer with the order in which it is read.
#
# Questions that are worth the time: a transpose that stays contiguous; a slice with a step that can still be flat;
# one axis backwards, then all of them.

# %% tags=["demo", "fact-A20", "fact-B1"]
views_demo(judge=views.judge_view)

# %% [markdown]
# <a id="practice"></a>
# ## Practice
#
# Question after question, each with new numbers, harder when it goes well. A belief that you missed comes back.

# %% tags=["practice", "fact-A18", "fact-A20", "fact-B1"]
practice("permutations")

# %% tags=["practice", "fact-A20"]
practice("slices")

# %% tags=["practice", "fact-B1"]
practice("merging")

# %% tags=["practice", "fact-C6"]
practice("expanding")

# %% tags=["practice", "fact-C4"]
practice("orders")

# %% [markdown]
# <a id="next"></a>
# ## What comes next
#
# You can now
#
# * turn a transpose, a permutation, a slice and an expand into shape, strides and a first place,
# * tell contiguous from viewable, and say which two axes stand in the way of a view,
# * tell a reshape that copies from one that does not, and a reshape from a transpose,
# * split and join heads so that every token keeps its features,
# * say what a view costs: by its shape, in memory, and in what it keeps alive.
#
# The assignment of this unit asks you for predictions of all these, and then to write the walk, the test for
# contiguity and the merging rule.
#
# A stride of 0 lets a tensor stretch for free. In the next unit this happens without anybody asking for it, whenever
# two shapes differ: **broadcasting**. The rule is five lines long. It looks at sizes only, and has no idea what they
# mean.
