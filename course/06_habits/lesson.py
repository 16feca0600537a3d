# ---
# jupyter:
#   kernelspec:
#     display_name: Python 3 (ipykernel)
#     language: python
#     name: python3
# ---

# %% [markdown]
# <a id="habits"></a>
# # Habits
#
# Five units have shown how a shape can be wrong without a sign of it. This one is about what to do. Nothing in it is
# new mathematics; it is a way of working that puts somebody in the way of each mistake, and an honest account of what
# still gets past.
#
# You need the units before this one. Plan an hour.
#
# **How to work.** As always: wherever it says *Predict*, write your answer down before you open the answer or run the
# next cell.

# %%
import matplotlib.pyplot as plt
import numpy as np
from beartype import beartype
from beartype.roar import BeartypeCallHintViolation
from IPython.display import HTML
from jaxtyping import Bool, Float, TypeCheckError, jaxtyped

from coursekit.practice import practice
from coursekit.questions import habits
from tensorlib import (
    TensorError,
    check_axes,
    check_mask,
    compare_sizes,
    distinct_sizes,
    last_index,
    masked_mean,
    padding_mask,
    tensor_bytes,
)
from tensorlib.demos import noticing_demo
from tensorlib.figures import svg_html
from tensorlib.noticing import run_bug
from tensorlib.shapebugs import SHAPE_BUGS


def attempt(call):
    """Print the shape or the value that a call returns, or in one line what refuses it."""
    try:
        result = call()
    except BeartypeCallHintViolation as error:
        print(f"{type(error).__name__}: {str(error).rpartition(', as ')[2]}")
    except (TypeCheckError, TensorError, ValueError, AssertionError) as error:
        first_line = str(error).strip().partition("\n")[0]
        print(f"{type(error).__name__}: {first_line}")
    else:
        print("passes:", getattr(result, "shape", result))


# %% [markdown]
# `attempt` calls what it is given and prints what came of it, or the refusal in one line.

# %% [markdown] tags=["fact-B15"]
# <a id="four-habits"></a>
# ## Four habits
#
# 1. **Write the shapes at the boundaries of functions**, in a form that is checked at every call.
# 2. **Test at sizes that cannot coincide.**
# 3. **Treat the mask and the side of the padding as one decision.**
# 4. **Compute what a tensor costs before you reserve it.**
#
# The first two belong together. Nothing that is written in a signature is stricter than the sizes that it gets to see,
# so a signature is only as good as the test that calls it.
#
# **Predict**, and keep the note until the end of the unit: of the bugs below, how many does habit 1 alone notice if B and T
# are both 16?
#
# * The `None` of a mask is forgotten.
# * The targets come in a column.
# * A mean runs over the wrong axis.
# * A reshape stands for a transpose, [B, T, d] to [B, d, T], with d = 16 as well.
#
# <details><summary>Answer</summary>
#
# One: the column. It has an axis too many, and an axis can be counted at any size. For the other three, every number
# that is compared is 16.
#
# </details>

# %% [markdown] tags=["fact-B15", "fact-C8"]
# <a id="annotations"></a>
# ## Annotations, and who reads them
#
# An annotation is a note in the margin. Python stores it and goes on. Two libraries read it together: **jaxtyping**
# knows what `"B T d"` means, **beartype** looks at arguments and results at every call.
#
# Here is a function with a wrong axis, annotated as it ought to be. `bare` has nothing above it, `alone` has the type
# checker, and `checked` has both.

# %%
checks = jaxtyped(typechecker=beartype)


def bare(x: Float[np.ndarray, "B T d"]) -> Float[np.ndarray, "B d"]:
    return x.mean(axis=0)  # should be axis=1


alone = beartype(bare)
checked = checks(bare)

# %% [markdown]
# **Predict** for an x of shape (3, 5, 7): which of the three refuses the call, and which of the three refuses an x of
# shape (3, 5)?
#
# <details><summary>Answer</summary>
#
# With (3, 5, 7), only `checked`. The result is (5, 7), and `B` was 3. `alone` looks at each annotation by itself:
# three axes in, two axes out, all is well. With (3, 5), `alone` and `checked` refuse, since the number of axes is
# wrong. In `bare`, nobody ever looks; the call fails or passes by whatever the body does.
#
# </details>

# %% jupyter={"outputs_hidden": true} tags=["demo", "fact-B15", "fact-C8"]
for shape in [(3, 5, 7), (3, 5)]:
    print("x", shape)
    for function in (bare, alone, checked):
        attempt(lambda function=function, shape=shape: function(np.zeros(shape)))

# %% [markdown]
# That an annotation by itself checks nothing has surprised many. A user of jaxtyping opened an issue
# (patrick-kidger/jaxtyping, number 148) because a wrong shape went through without complaint: the annotation was
# there, and what reads it was not.
#
# With the names bound, masked mean pooling is written like this. Its first line says what the whole function is about.

# %%
@checks
def pool(
    x: Float[np.ndarray, "B T d"], mask: Bool[np.ndarray, "B T"]
) -> Float[np.ndarray, "B d"]:
    m = mask[:, :, None].astype(np.float32)
    with np.errstate(invalid="ignore"):
        return (x * m).sum(1) / m.sum(1)


x = np.arange(1.0, 31.0).reshape(3, 5, 2)
mask = padding_mask([5, 3, 1], T=5)
print(pool(x, mask))

# %% [markdown]
# **Predict** which of these calls are refused: a mask with B and T exchanged; a mask of 0.0 and 1.0 instead of truth
# values; a mask whose last row is all padding; an x of 16-bit floats.
#
# <details><summary>Answer</summary>
#
# The first two. The last two pass: the shapes are right, and the annotation asks nothing else. The third returns NaN in one
# row. The fourth returns 32-bit floats, since the mask was turned into such, and `Float` means a float of any width.
#
# </details>

# %% jupyter={"outputs_hidden": true} tags=["demo", "fact-C8"]
empty = mask.copy()
empty[2] = False

for name, call in [
    ("mask exchanged", lambda: pool(x, mask.T)),
    ("mask of floats", lambda: pool(x, mask.astype(float))),
    ("a row all padding", lambda: pool(x, empty)),
    ("x of 16 bits", lambda: pool(x.astype(np.float16), mask)),
]:
    print(name)
    attempt(call)

print("the row that is all padding:", pool(x, empty)[2])
print("16 bits went in, out came  :", pool(x.astype(np.float16), mask).dtype)

# %% [markdown]
# Two holes, then, in a signature that is right. Both are closed by other means: a format can be named (`Float16`,
# `Float64`), and an empty row has to be refused by a line of code, as `masked_mean` of this course's library does:

# %%
attempt(lambda: masked_mean(x, empty))

# %% [markdown] tags=["fact-B15", "fact-B16"]
# <a id="distinct-sizes"></a>
# ## Sizes that cannot coincide
#
# The same `checked`, with its wrong axis, once more.
#
# **Predict** what it does at (16, 16, 64), and at (1, 1, 7).
#
# <details><summary>Answer</summary>
#
# It passes, twice. At (16, 16, 64) both `B` and `T` are 16, and so is what they are compared with; the numbers are
# wrong. At (1, 1, 7) they even are right, since the mean over one sequence of one token is that token either way.
#
# </details>

# %% jupyter={"outputs_hidden": true} tags=["demo", "fact-B16"]
for shape in [(3, 5, 7), (16, 16, 64), (1, 1, 7)]:
    print("x", shape)
    attempt(lambda shape=shape: checked(np.zeros(shape)))

# %% [markdown]
# Round numbers like 16 and 64 are easy to type and equal to one another all the time. Choose small sizes that are
# different primes, and none of them 1: B = 3, T = 5, d = 7. Every forgotten `None` and every mix-up of B, T and d
# then produces a size that fits nowhere. With heads, count their width in, too.
#
# **Predict**: are B = 3, T = 5, h = 2, d = 10 a good choice?
#
# <details><summary>Answer</summary>
#
# No. Two heads of ten features are 5 wide each, which is T. A transpose of T and the width of a head would go through.
#
# </details>

# %% jupyter={"outputs_hidden": true}
sizes = distinct_sizes("B T h d")
print(sizes, "and the width of a head:", sizes["d"] // sizes["h"])

# %% [markdown] tags=["fact-B16", "fact-C4"]
# <a id="what-slips-through"></a>
# ## What slips through all the same
#
# Distinct sizes make many bugs loud. They are no proof. Three kinds run at *every* size:
#
# * a reduction that **keeps its axis as 1**, which stretches back whatever was meant;
# * an axis that **has size 1 anyway**, as a column of targets has;
# * a **reshape for a transpose**, which gives the right shape by its very definition.
#
# And there are two axes that are *always* equal: the queries and the keys of attention scores, both T. A mask that
# lands on the wrong one of them has a fitting shape at all sizes.
#
# **Predict** which of these four lines raise an error at B = 3, T = 5, d = 7.
#
# 1. `x - x.mean(axis=0, keepdims=True)` for `axis=1`
# 2. `x - x.mean(axis=0)` for `axis=1` with `keepdims=True`
# 3. `x.reshape(B, d, T)` for `x.transpose(0, 2, 1)`
# 4. `scores + mask[:, :, None]` for `mask[:, None, :]`
#
# <details><summary>Answer</summary>
#
# None. All four run, all four are wrong, and all results have the shape they should have.
#
# </details>

# %% jupyter={"outputs_hidden": true} tags=["demo", "fact-B16", "fact-C4"]
features, scores = np.zeros((3, 5, 7)), np.zeros((3, 5, 5))

attempt(lambda: features - features.mean(axis=0, keepdims=True))
attempt(lambda: features - features.mean(axis=0))
attempt(lambda: features.reshape(3, 7, 5))
attempt(lambda: scores + mask[:, :, None])

# %% [markdown]
# For the last one there is a check that knows more than sizes. If you tell it which T is which, it needs no luck:

# %%
print(check_axes({"scores": "B Tq Tk", "mask": "B Tk 1"}, "Tq Tk", B=3, Tq=5, Tk=5))

# %% [markdown] tags=["fact-B15"]
# <a id="mask-and-side"></a>
# ## The mask and the side: one decision
#
# A mask says which positions are real. The side says where the others stand. Whoever changes the one changes the other,
# so they belong in one place, beside the settings of the tokeniser, and three rules follow:
#
# * The last index comes **from the mask**, never from T and never from a count.
# * A mean divides **by the sum of the mask**.
# * A batch whose mask contradicts its side is **refused**, not repaired.
#
# **Predict** for the lengths 5, 3 and 1 in T = 5, padded on the left: what do `mask.sum(axis=1) - 1` and
# `last_index(mask)` give, and what happens if the batch is said to be padded on the right?
#
# <details><summary>Answer</summary>
#
# The count gives 4, 2, 0: places in the padding of rows 1 and 2. The mask gives 4, 4, 4. With `"right"` stated, row 1
# is the first to contradict, since row 0 has no padding at all.
#
# </details>

# %% jupyter={"outputs_hidden": true} tags=["demo", "fact-B15"]
left = padding_mask([5, 3, 1], T=5, side="left")

print("counted      ", left.sum(axis=1) - 1)
print("from the mask", last_index(left))
attempt(lambda: check_mask(left, "right"))

# %% [markdown] tags=["fact-B15"]
# <a id="cost-first"></a>
# ## The cost first
#
# Shape times bytes is known before a single number is reserved. It takes one line, and it finds more than memory that
# runs out: a cost that is far too high is often a shape that nobody meant.
#
# **Predict** the cost in fp32 of the differences of 65,536 predictions and as many targets: in two rows, and with the
# targets left in a column.
#
# <details><summary>Answer</summary>
#
# In two rows 65,536 · 4 = 262,144 bytes. With a column 65,536 · 65,536 · 4, which is 17 GB. At N = 256 the same
# mistake costs a quarter of a megabyte, and nobody looks.
#
# </details>

# %% jupyter={"outputs_hidden": true} tags=["demo", "fact-B15"]
for shape in [(65_536,), (65_536, 65_536), (256, 256)]:
    print(f"{shape!s:<16} {int(tensor_bytes(shape, 'fp32')):>14,} bytes")

# %% [markdown] tags=["fact-B16", "fact-C4"]
# <a id="write-a-test"></a>
# ## Write a test
#
# A test of shapes cannot see a value. A test of values needs something to compare with, and that something should be so
# simple that it cannot share the bug. Three that always work:
#
# * **one at a time**: a loop over sequences, where no batch axis exists that could be mixed up;
# * **by hand**: sizes so small that you can work out the numbers on paper;
# * **what must not matter**: other numbers in the padding, another order of the batch, must leave the result alone.
#
# Then run it at sizes that cannot coincide, *and* at some that do, *and* at 1. `compare_sizes` does that.
#
# **Predict** its four lines for the mask without its `None` (names B and T): where does it raise, where does it
# agree, where does it silently differ?

# %% jupyter={"outputs_hidden": true} tags=["demo", "fact-B16", "fact-C4"]
def make_inputs(sizes):
    B, T = sizes["B"], sizes["T"]
    return np.zeros((B, T, T)), np.arange(B * T).reshape(B, T)


report = compare_sizes(
    lambda scores, mask: scores + mask,
    lambda scores, mask: scores + mask[:, None, :],
    make_inputs,
    "B T",
)
print(report)

# %% [markdown]
# And a test without a reference: whatever stands in the padding must not matter.
#
# **Predict** whether `pool` passes it, and whether `x.mean(axis=1)` does.

# %% jupyter={"outputs_hidden": true}
def ignores_padding(pooling):
    """Fail if other numbers in the padding change the result."""
    other = np.where(mask[:, :, None], x, 1000.0)
    assert np.array_equal(pooling(x, mask), pooling(other, mask)), "the padding matters"


attempt(lambda: ignores_padding(pool))
attempt(lambda: ignores_padding(lambda x, mask: x.mean(axis=1)))

# %% [markdown] tags=["fact-B16", "fact-C4"]
# <a id="comparing-shapes"></a>
# ## Comparing shapes, too
#
# The comparison in a test is an operation like any other, and it broadcasts.
#
# **Predict** the four results: `np.allclose` of ones in the shapes (3,) and (3, 1); of (0, 3) and (5, 1, 3);
# `np.array_equal` of (3,) and (3, 1); `np.testing.assert_allclose` of the same.
#
# <details><summary>Answer</summary>
#
# True, True, False, an error. `np.allclose` stretches both sides and compares what it gets; where it gets no numbers,
# there is none that differs. The other two look at the shapes first.
#
# </details>

# %% jupyter={"outputs_hidden": true} tags=["demo", "fact-C4"]
row, column = np.ones(3), np.ones((3, 1))

print("allclose, row and column   ", np.allclose(row, column))
print("allclose, nothing and ones ", np.allclose(np.ones((0, 3)), np.ones((5, 1, 3))))
print("array_equal, row and column", np.array_equal(row, column))
attempt(lambda: np.testing.assert_allclose(row, column))

# %% [markdown]
# So a test asserts the shape first and the values after it. One exception to know of: `assert_allclose` lets a
# *single number* pass against a whole array.

# %% [markdown] tags=["fact-B16"]
# <a id="it-trains"></a>
# ## It trains, so it is right?
#
# In the issue tracker of a segmentation model (xieenze/Trans2Seg, number 4), somebody points out that the heads of
# its attention are cut out by a reshape where a transpose is needed. What speaks for the code as it stands is put in
# few words: "it train and test well". It may well have. A network with such a bug is a network too, and training
# makes the best of it.
#
# Below, the line 2x + 1 is learned from 64 points, twice: with targets in a row, and with the same targets in a column.
#
# **Predict**: does the loss fall in both runs? How far? And which slopes are learned?
#
# <details><summary>Answer</summary>
#
# It falls in both. In a row it reaches almost 0. In a column it stops at the variance of the targets, with slope 0
# and the mean of the targets for an intercept: the best that can be done against everybody else's target. A curve
# that falls and flattens is what one expects of learning, and it is what both show.
#
# </details>

# %% jupyter={"outputs_hidden": true} tags=["demo", "fact-B16"]
inputs = np.linspace(-1.0, 1.0, 64)
targets = 2 * inputs + 1


def train(target, steps=60, rate=0.2):
    """Fit a line by gradient descent; return slope, intercept and the loss at every step."""
    slope, intercept, losses = -1.5, -1.0, []
    for _ in range(steps):
        error = slope * inputs + intercept - target
        losses.append((error**2).mean())
        slope -= rate * (2 * error * inputs).mean()
        intercept -= rate * (2 * error).mean()
    return slope, intercept, losses


runs = {"targets in a row": train(targets), "targets in a column": train(targets[:, None])}
for name, (slope, intercept, losses) in runs.items():
    learned = f"slope {abs(slope):.2f}, intercept {intercept:.2f}"
    print(f"{name:<20} loss {losses[0]:.2f} to {losses[-1]:.2f}, {learned}")
print(f"variance of the targets {targets.var():.2f}")

# %% jupyter={"outputs_hidden": true}
figure, axes = plt.subplots(figsize=(7, 3), layout="constrained")
for (name, (_, _, losses)), line in zip(runs.items(), ["-", "--"], strict=True):
    axes.plot(losses, line, color="black")
    axes.annotate(name, (35, losses[35]), xytext=(0, 6), textcoords="offset points")
axes.set(xlabel="step", ylabel="loss", ylim=(0, None))
axes.spines[["top", "right"]].set_visible(False)
plt.close(figure)

HTML(
    svg_html(
        figure,
        "The loss of both runs",
        "Both curves fall steeply within twenty steps and then stay flat: the solid one, of the run "
        "with targets in a row, near zero, the dashed one, with targets in a column, above one.",
    )
)

# %% [markdown]
# A falling loss says that the numbers under the loss get smaller. Whether they are the numbers you meant, it does not
# say. Compare with something that must come out: a line through points on a line must have loss 0.

# %% [markdown] tags=["fact-B16", "fact-C4"]
# <a id="four-bugs"></a>
# ## Four bugs, and who notices
#
# Back to your note from the beginning. Four watchers stand along the way of a call: the annotation at the door, the
# runtime inside, a test that looks at the shape of the result, and a test that looks at its values.
#
# **Predict** a table: the four bugs of the first section in its rows, B = 3, T = 5 and then B = T = 4 in its columns,
# and in each cell who notices *first*, with every signature checked and d = 7.

# %% jupyter={"outputs_hidden": true} tags=["demo", "fact-B16", "fact-C4"]
print(f"{'':<34}{'B=3, T=5':<20}{'B=4, T=4':<20}B=1, T=1")
for key in ["mask", "target", "axis", "reshape"]:
    found = [
        run_bug(SHAPE_BUGS[key], B=B, T=T, d=7).first.value for B, T in [(3, 5), (4, 4), (1, 1)]
    ]
    print(f"{SHAPE_BUGS[key].name:<34}{found[0]:<20}{found[1]:<20}{found[2]}")

# %% [markdown]
# Read it by columns. At sizes that cannot coincide, three of four are loud. At equal sizes one is. At 1 nobody
# notices three of them, because there is nothing to notice: the numbers *are* right, and the bug waits for the next
# batch.
#
# The last row is the reason why a test of values is not a luxury.

# %% [markdown]
# <a id="try-it"></a>
# ## Try it: who notices first?
#
# Choose a bug and the sizes, switch the annotation on or off, and say who notices first. Look for three settings of
# one bug: one where the runtime or the annotation notices, one where only the values tell, one where nobody can.

# %% tags=["demo", "fact-B15", "fact-B16", "fact-C4", "fact-C8"]
noticing_demo(judge=habits.judge_noticing)

# %% [markdown]
# <a id="practice"></a>
# ## Practice
#
# First, what an annotation refuses: type PASSES or REFUSED.

# %% tags=["practice", "fact-C8", "fact-B16"]
practice("annotations")

# %% [markdown]
# Then, who notices first: ANNOTATION, RUNTIME, SHAPES, VALUES or NOBODY.

# %% tags=["practice", "fact-B16", "fact-C4"]
practice("noticing")

# %% [markdown]
# <a id="next"></a>
# ## What comes next
#
# You can now
#
# * write a signature that is checked, and name what it does not see,
# * choose sizes that cannot coincide, and add those that do,
# * say for a bug who notices it, and who never will,
# * write a test that compares shapes first and values after,
# * take mask and side as one decision, and the cost as the first line of a plan.
#
# The assignment of this unit ends with a small model that holds four bugs. It trains.
#
# After that the course is over and your own code begins. Take the function there that you trust most, write its
# signature down, and call it at B = 3, T = 5, d = 7.
