# ---
# jupyter:
#   kernelspec:
#     display_name: Python 3 (ipykernel)
#     language: python
#     name: python3
# ---

# %% [markdown]
# <a id="broadcasting"></a>
# # Broadcasting
#
# Two tensors of different shapes can be added, and one short rule decides how. The rule looks at sizes. It has never heard
# of batches, tokens or features, so it is satisfied with things that no one can have meant. Then nothing stops, nothing is
# reported, and a number comes out.
#
# This lesson is about that: what the rule says, and three bugs that it lets pass. Each of them can end in three ways. It
# **raises**, and you fix it in a minute. It is right **by luck**, and you never hear of it, until the sizes change. Or it
# is **silently wrong**. Only the sizes decide which.
#
# You need shapes and strides, and views as in the unit before. Plan an hour and a half. As always: wherever it says
# *Predict*, write your answer down before you open the answer or run the next cell.

# %%
import numpy as np
from IPython.display import HTML
from matplotlib.figure import Figure

from coursekit.practice import practice
from coursekit.questions import broadcasting
from tensorlib import (
    NamedTensor,
    Tensor,
    TensorError,
    broadcast_shapes,
    check_axes,
    check_reduction,
    explain_broadcast,
    padding_mask,
    strict_broadcasting,
    watch_broadcasts,
)
from tensorlib.cells import Cell, Labels, grid_drawing
from tensorlib.demos import axis_demo, mask_demo, regression_demo
from tensorlib.drawing import svg_of
from tensorlib.figures import svg_html


def attempt(text, operation):
    """Print what is tried, and below it what it returns or the error that refuses it."""
    print(text)
    try:
        print("   ", operation())
    except (TensorError, ValueError) as error:
        print(f"    {type(error).__name__}: {error}")


# %% [markdown]
# Names of axes, throughout: **B** sequences in a batch, **T** tokens in each sequence, **d** features of each token, **h**
# attention heads. `[B, T, d]` is a shape in names, `(3, 5, 7)` one in sizes.

# %% [markdown] tags=["fact-B2"]
# <a id="signatures"></a>
# ## Signatures: which axis goes, which one changes
#
# A function has a signature: what goes in, what comes out. An operation on tensors has one as well, in axes.
#
# | operation | in | out | |
# |---|---|---|---|
# | mean over axis 1 | `[B, T, d]` | `[B, d]` | T disappears |
# | mean over axis 1, `keepdims=True` | `[B, T, d]` | `[B, 1, d]` | T stays as a 1 |
# | linear layer with weights `[d, d_out]` | `[B, T, d]` | `[B, T, d_out]` | the last axis changes |
# | scores of queries and keys | `[B, T, d]`, `[B, T, d]` | `[B, T, T]` | d disappears; queries, then keys |
# | softmax over the last axis | `[B, T, T]` | `[B, T, T]` | nothing changes, but rows now add up to 1 |
#
# In a reduction, the axis you name is the one that **disappears**. Many people read it the other way round.
#
# **Predict** the shapes of `x.mean(1)`, `x.mean(0)` and `x @ w`, for `x` of shape `(3, 5, 7)` and `w` of shape `(7, 2)`.

# %% jupyter={"outputs_hidden": true} tags=["demo", "fact-B2"]
x = Tensor.from_array(np.arange(105).reshape(3, 5, 7))
w = Tensor.from_array(np.ones((7, 2)))

print("x.mean(1)", x.mean(1).shape)
print("x.mean(0)", x.mean(0).shape)
print("x @ w    ", (x @ w).shape)

# %% [markdown]
# Nobody but you wrote B, T and d. Give the same `x` with batch and time exchanged, `[T, B, d]`, to any of these operations: each
# runs as before. Whoever mixes up the two orders gets no error from a mean, a linear layer or a softmax, only an answer to
# another question. Write the signature beside the call; if you do not, it is written nowhere.

# %% [markdown] tags=["fact-B3"]
# <a id="the-rule"></a>
# ## The rule
#
# Align the shapes **from the right**. An axis that a shape lacks counts as 1. Then, on each axis:
#
# * equal sizes pass;
# * a size 1 stretches to the other size;
# * anything else is an error.
#
# That is all. It is what lets you add a bias `[d]` to `[B, T, d]` without a loop and without a copy: stretching is the stride 0
# that you know from expanded views.
#
# **Predict** the result of `(8, 16) + (16,)`, `(8, 16) + (8,)` and `(8, 1, 6, 1) + (7, 1, 5)`.
#
# <details><summary>Answer</summary>
#
# `(8, 16)`; an error, since from the right it is 16 that meets 8; `(8, 7, 6, 5)`. In the last one, each axis has a size to
# give and a 1 that gives way, in either operand.
#
# </details>

# %% jupyter={"outputs_hidden": true} tags=["demo", "fact-B3"]
for shapes in [((8, 16), (16,)), ((8, 16), (8,)), ((8, 1, 6, 1), (7, 1, 5))]:
    print(explain_broadcast(*shapes), end="\n\n")

# %% [markdown]
# Two habits of thought are worth unlearning here. Nothing is matched "from the front, batch first": to the rule, 8 rows and a
# vector of 8 have nothing in common. And missing axes are filled up on the **left**, never on the right. A shape `(8,)` can
# become `(1, 8)` by itself; to become `(8, 1)` it needs your help: `v[:, None]`.

# %% [markdown] tags=["fact-C5"]
# <a id="result-size"></a>
# ## The size that is not 1
#
# "A 1 stretches to the other size." Is that the same as "the larger size wins"?
#
# **Predict** the results for `(1,)` with `(0,)`, for `(1, 3)` with `(0, 1)`, for `(0,)` with `(3,)`, and of no shapes at all.
#
# <details><summary>Answer</summary>
#
# `(0,)`: the 1 gives way, also to 0. `(0, 3)`. An error: 0 and 3 differ, and neither is 1. No shapes give `()`, the shape
# of a scalar.
#
# </details>

# %% jupyter={"outputs_hidden": true} tags=["demo", "fact-C5"]
attempt("(1,) with (0,)", lambda: broadcast_shapes((1,), (0,)))
attempt("(1, 3) with (0, 1)", lambda: broadcast_shapes((1, 3), (0, 1)))
attempt("(0,) with (3,)", lambda: broadcast_shapes((0,), (3,)))
attempt("nothing", lambda: broadcast_shapes())
attempt("(1, 3) with (-1, 3)", lambda: broadcast_shapes((1, 3), (-1, 3)))

# %% [markdown]
# The size of the result is **the one that is not 1**. "The maximum" is a common way to say it, and for 0 it is wrong: an empty
# batch plus a bias has to be an empty batch. Versions of that mistake were found in several libraries (jax #33, dask #2784,
# tinygrad #3097 are among the public reports). And a size below 0 is no size at all, whatever it meets.

# %% [markdown] tags=["fact-B5"]
# <a id="two-operands-stretched"></a>
# ## When both operands stretch
#
# Mostly one operand stretches to the other's shape. Nothing in the rule says so.
#
# **Predict** the shape of `row - column` for a row `(3,)` and a column `(3, 1)`.

# %% jupyter={"outputs_hidden": true} tags=["demo", "fact-B5"]
row = np.array([10, 20, 30])
column = np.array([[1], [2], [3]])
difference = row - column

print(explain_broadcast(row, column))
HTML(
    svg_of(
        grid_drawing(
            [
                [Cell(f"{value}", "framed" if i == j else "plain") for j, value in enumerate(values)]
                for i, values in enumerate(difference.tolist())
            ],
            "Every entry of the row, minus every entry of the column",
            "A grid of nine differences. The three on the diagonal, framed, are those of partners.",
            Labels(("1", "2", "3"), ("10", "20", "30"), "column", "row"),
        )
    )
)

# %% [markdown]
# Nine numbers. The three in double frames belong to partners, the other six compare each entry with somebody else's. It is
# the multiplication table: useful if you wanted a table, and the source of [the second bug](#target-bug) if you did not.
#
# In words for later: a vector `(3,)` is **not** a column. It counts as `(1, 3)`, a row.

# %% [markdown] tags=["fact-B4"]
# <a id="mask-bug"></a>
# ## Bug 1: the mask that was right in every test
#
# Sequences of different lengths share a batch, and the short ones are filled up with padding. Attention must not look at
# it. So to the scores `[B, T, T]`, queries before keys, a mask is added: 0 where the key is a real token, minus infinity
# where it is padding. After the softmax, minus infinity is a weight of 0.
#
# The mask has shape `[B, T]`: one entry for each *key*. In the sum, keys have to meet keys, so it needs an axis of size 1 where
# the queries are: `scores + mask[:, None, :]`, shape `[B, 1, T]`. Now forget the `None`.
#
# **Predict** what `scores + mask` does at B = 8, T = 16; at B = 16, T = 16; and at B = 1, T = 16. Does it raise, is it right,
# or is it wrong without a sign?
#
# <details><summary>Answer</summary>
#
# From the right: T meets T, then the mask's B meets the *queries* of the scores. At B = 8 that is 8 against 16, an error. At
# B = 16 the sizes agree, and it runs: the mask of sequence b lands on query row b of **every** sequence. At B = 1 it runs too,
# and it is right: the 1 stretches over the queries, which is just what the `None` would have done.
#
# </details>

# %% jupyter={"outputs_hidden": true} tags=["demo", "fact-B4"]
axes = {"scores": "B Tq Tk", "mask": "B Tk"}
for B in (8, 16, 1):
    print(check_axes(axes, "Tq Tk", B=B, Tq=16, Tk=16), end="\n\n")

# %% [markdown]
# `check_axes` asks both questions at once: the rule, whether it runs; the names, whether each axis lands on its own. (The two
# T of the scores get two names, since a mask for keys is not a mask for queries; `"Tq Tk"` says that their sizes are one.)
#
# How bad is it? Take real lengths that are drawn evenly from 1 to 16, at B = T = 16. On row q of sequence b lies the mask of
# sequence q. Where q is not b, these are two lengths drawn independently, and we can go through all pairs.
#
# **Predict** roughly: what share of the positions is masked wrongly, and how much of the attention lies on padding?

# %% jupyter={"outputs_hidden": true} tags=["demo", "fact-B4"]
T = B = 16
wrong = on_padding = 0.0
for own in range(1, T + 1):  # the length of the sequence whose scores these are
    for other in range(1, T + 1):  # the length of the one whose mask landed on the row
        wrong += abs(own - other) / T  # keys between the two lengths
        on_padding += max(0, other - own) / other  # of the keys let through, those beyond the end
pairs = T * T
others = (B - 1) / B  # one row in B has its own mask

print(f"expected share of positions masked wrongly: {others * wrong / pairs:.2f}")
print(f"expected attention weight on padding:       {others * on_padding / pairs:.2f}")

# %% [markdown]
# About a third, and about a fifth. (For the weight this uses that no key is preferred beforehand, so that on average the keys
# let through share the attention evenly.) Do real scores agree? Two hundred batches, with scores drawn at random:

# %% tags=["demo", "fact-B4"]
chance = np.random.default_rng(16)
shares, weights_on_padding = [], []
for _ in range(200):
    real = padding_mask(chance.integers(1, T + 1, size=B), T)
    additive = np.where(real, 0.0, -np.inf)
    weights = np.exp(chance.normal(size=(B, T, T)) + additive)  # the None is missing
    weights /= weights.sum(axis=-1, keepdims=True)
    shares.append((real[None, :, :] != real[:, None, :]).mean())
    weights_on_padding.append((weights * ~real[:, None, :]).sum() / (B * T))

print(f"masked wrongly {np.mean(shares):.2f}, weight on padding {np.mean(weights_on_padding):.2f}")

# %% [markdown]
# The weights are finite, the loss is finite, training goes on. There is no warning, because there is nothing to warn of: the
# rule has been obeyed.
#
# This pattern, fine for one, an error for many, silent when two sizes agree, is not invented for teaching. In 2026 it was
# reported, with just these three cases, for a division by a norm in an optimizer library (HomebrewML/HeavyBall, issue 96).
# A batch of one had hidden it.

# %% [markdown] tags=["fact-C2"]
# <a id="heads"></a>
# ## With heads, one `None` is not enough
#
# Real attention has several heads: scores `[B, h, T, T]`. Is `mask[:, None, :]` still right?
#
# **Predict** what becomes of it at B = 3, h = 4; at B = 4, h = 4; at B = 1, h = 4; and which shape the mask should have had.
#
# <details><summary>Answer</summary>
#
# The mask `[B, 1, T]` has three axes, the scores four. From the right: T on keys, 1 on queries, and **B on heads**. That is an
# error for 3 and 4, silently wrong for 4 and 4, right by luck for a batch of one. It should be `[B, 1, 1, T]`.
#
# </details>

# %% jupyter={"outputs_hidden": true} tags=["demo", "fact-C2"]
for B, h in [(3, 4), (4, 4), (1, 4)]:
    verdict = check_axes({"scores": "B h Tq Tk", "mask": "B 1 Tk"}, B=B, h=h, Tq=5, Tk=5)
    print(f"B = {B}, h = {h}: {verdict.kind}: {verdict.reason}")
right = check_axes({"scores": "B h Tq Tk", "mask": "B 1 1 Tk"}, B=4, h=4, Tq=5, Tk=5)
print(f"mask [B, 1, 1, T]: {right.kind}")

# %% [markdown]
# So "add a `None`" is not the lesson. The lesson is: **one axis for each axis of the scores**, in the same order, with a 1
# where the mask has nothing to say.

# %% [markdown] tags=["fact-B4", "fact-C3"]
# <a id="masking-queries"></a>
# ## Masking the wrong side
#
# What about `mask[:, :, None]`, shape `[B, T, 1]`? It looks just as tidy.
#
# **Predict**: at which sizes does it raise, and what does it do where it runs?
#
# <details><summary>Answer</summary>
#
# It runs at every size, and it is wrong at every size above 1. The mask's T now meets the queries. Padding *queries* are
# switched off and every real query still looks at padding keys. A padding query has minus infinity in its whole row; its
# softmax divides 0 by 0.
#
# </details>

# %% jupyter={"outputs_hidden": true} tags=["demo", "fact-B4", "fact-C3"]
minus = float("-inf")
scores = Tensor.zeros((1, 3, 3))
mask = Tensor((1, 3), [0, 0, minus]).view()  # two real tokens, one of padding

print("keys masked")
print(np.asarray((scores + mask[:, None, :]).softmax())[0])
print("queries masked")
print(np.asarray((scores + mask[:, :, None]).softmax())[0])

# %% [markdown]
# In the first table the third column is 0: nobody looks at padding. In the second, rows 0 and 1 give a third of their
# attention to padding, and row 2 is NaN.
#
# NaN is a good sign, if you let it through: it is the one case in which this bug is heard. Much code does not let it through.
# With a large finite number in place of minus infinity, such as −10⁹, the row becomes uniform in 32-bit floats, since nothing is
# left of the scores beside so large a number. And some ready-made attention returns zeros for such a row.
#
# **Predict** what the padding query's row, with the scores 1, 2 and 3, becomes in 32-bit floats with −10⁹.

# %% jupyter={"outputs_hidden": true} tags=["demo", "fact-C3"]
filled = np.array([1, 2, 3], dtype=np.float32) + np.float32(-1e9)
shares = np.exp(filled - filled.max())
print("fill -1e9  ", shares / shares.sum())

all_masked = Tensor((3,), [minus] * 3)
print("minus inf  ", np.asarray(all_masked.softmax()))

# %% [markdown] tags=["fact-B5", "fact-C9"]
# <a id="target-bug"></a>
# ## Bug 2: a row of predictions, a column of targets
#
# Predictions of shape `[256]`, targets of shape `[256, 1]`, perhaps because they came from a table with one column. The loss:
# `((pred - target) ** 2).mean()`.
#
# **Predict** the shape of `pred - target`, and what the mean is the mean *of*.
#
# <details><summary>Answer</summary>
#
# `(256, 256)`: [both stretch](#two-operands-stretched). The mean is over 65,536 pairs. Only 256 of them, the diagonal, are a
# prediction with its own target.
#
# </details>

# %% jupyter={"outputs_hidden": true} tags=["demo", "fact-B5"]
pred, target = np.zeros(256), np.zeros((256, 1))

print((pred - target).shape)
for N in (256, 1):
    verdict = check_axes({"pred": "N", "target": "N 1"}, N=N)
    print(f"N = {N}: {verdict.kind}: {verdict.reason}")

# %% [markdown]
# Here there are no sizes at all at which it raises: of three ways to end, two are left. (With a batch and a time axis, `[B, T]`
# minus `[B, T, 1]`, the third is back: B meets T, and if they differ it is an error.)
#
# Metrics are no safer. **Predict** the "accuracy" `(pred == target).mean()` of four perfect predictions, 0, 1, 0, 1, against a
# column of the same four.

# %% jupyter={"outputs_hidden": true}
classes = np.array([0, 1, 0, 1])

print((classes == classes[:, None]).mean())

# %% [markdown]
# A half, and it would be a half for any prediction with as many zeros as ones. An accuracy that stays just there, whatever you
# train, is worth a look at shapes (a report of that kind: oxfordinternetinstitute/oxonfair, issue 39).

# %% [markdown] tags=["fact-B5", "fact-C9"]
# <a id="regression"></a>
# ## What a model learns from it
#
# A reader had found such a subtraction, of a column and a row, in the code of a book on reinforcement learning, and asked
# whether it was a bug. No, said another: broadcasting makes copies, but the mean after it evens that out. The reader was
# content, and the question was closed (PacktPublishing/Deep-Reinforcement-Learning-Hands-On, issue 33).
#
# Let us see what the mean does. A line with a slope and an intercept, 256 points, 2,000 steps of gradient descent; once with
# the targets as a row, once as a column. Nothing else differs.

# %%
chance = np.random.default_rng(256)
x = chance.normal(size=256)
t = 3 * x + 1 + 0.8 * chance.normal(size=256)


def train(target, steps=2000, rate=0.01):
    """Fit pred = slope * x + intercept to the mean of (pred - target) ** 2."""
    slope, intercept, losses = 2.0, 0.0, []
    for _ in range(steps):
        error = slope * x + intercept - target  # (256,) or (256, 256): the rule decides
        losses.append((error**2).mean())
        # Each prediction collects from every row into which it was stretched.
        gradient = 2 * error.reshape(-1, 256).sum(axis=0) / error.size
        slope -= rate * (gradient * x).sum()
        intercept -= rate * gradient.sum()
    return slope, intercept, losses


# %% [markdown]
# **Predict** for the column: does the loss fall? Where does it settle? Which slope and which intercept come out? (The points lie
# about a line of slope 3 and intercept 1.)

# %% jupyter={"outputs_hidden": true} tags=["demo", "fact-B5"]
as_row, as_column = train(t), train(t[:, None])

for name, (slope, intercept, losses) in [("row", as_row), ("column", as_column)]:
    explained = 1 - ((slope * x + intercept - t) ** 2).mean() / t.var()
    print(
        f"{name:<7} first loss {losses[0]:6.3f}  last loss {losses[-1]:6.3f}  "
        f"slope {abs(slope):.3f}  intercept {intercept:.3f}  R² {abs(explained):.3f}"
    )
print(f"targets: mean {t.mean():.3f}, variance {t.var():.3f}")

# %% jupyter={"outputs_hidden": true} tags=["demo", "fact-B5"]
figure = Figure(figsize=(9, 3.4), layout="constrained")
curves, points = figure.subplots(1, 2)
steps = np.arange(0, 2000, 20)
ends = np.array([-3.0, 3.0])
points.plot(np.round(x, 3), np.round(t, 3), ".", color="0.6", markersize=4)
for name, (slope, intercept, losses), style in [("row", as_row, "-"), ("column", as_column, "--")]:
    curves.plot(steps, np.round(losses, 3)[steps], style, color="0", label=f"targets as a {name}")
    line = np.round(slope * ends + intercept, 3)
    points.plot(ends, line, style, color="0", label=f"learned from a {name}")
curves.set(xlabel="step", ylabel="loss", ylim=(0, None), title="Both losses fall and settle")
points.set(xlabel="x", ylabel="target", title="One of the lines ignores its input")
curves.legend(), points.legend()

HTML(
    svg_html(
        figure,
        "Training on a row and on a column of targets",
        f"Left: two falling loss curves; the solid one, for the row, settles at {as_row[2][-1]:.1f}, "
        f"the dashed one, for the column, at {as_column[2][-1]:.1f}. Right: the points, a solid "
        "line through them, and a dashed horizontal line at the mean of the targets.",
    )
)

# %% [markdown]
# The loss fell and settled, and whoever looks at the curve alone sees a model that has learned. It has learned to ignore its
# input: slope 0, the mean of the targets for everybody, R² 0.
#
# There is no need to run it to know. Over all pairs, the mean square splits up exactly:
#
# $$\frac{1}{N^2}\sum_{i,j}(p_j - t_i)^2 = \mathrm{Var}(p) + \mathrm{Var}(t) + (\bar p - \bar t)^2$$
#
# Here $p_j$ are the predictions, $t_i$ the targets, bars are means. Nothing in it couples a prediction with its own target. The
# best that predictions can do is to have no variance and the right mean; then Var(t) is left.
#
# **Predict**: what does the formula give for perfect predictions, p = t?
#
# <details><summary>Answer</summary>
#
# 2 Var(t), twice the loss of saying the mean to everybody. On this loss, the truth loses.
#
# </details>

# %% jupyter={"outputs_hidden": true} tags=["demo", "fact-C9"]
p = 3 * x + 1
stretched = ((p - t[:, None]) ** 2).mean()
closed = p.var() + t.var() + (p.mean() - t.mean()) ** 2
perfect = ((t - t[:, None]) ** 2).mean()

print(f"the line the points came from: {stretched:.6f}, by the formula {closed:.6f}")
print(f"perfect predictions:           {perfect:.6f}, twice the variance {2 * t.var():.6f}")

# %% [markdown]
# So the mean does not even it out. It averages *over* it, and that is another problem with another solution.

# %% [markdown] tags=["fact-B6"]
# <a id="wrong-axis"></a>
# ## Bug 3: the wrong axis
#
# From `[B, T, d]` you want one vector a sequence: the mean over the tokens, axis 1. Somebody writes 0.
#
# **Predict** the shapes of `x.mean(0)` and `x.mean(1)` for `x` of shape `(16, 16, 64)`, and for `(3, 5, 7)`.

# %% jupyter={"outputs_hidden": true} tags=["demo", "fact-B6"]
for shape in [(16, 16, 64), (3, 5, 7)]:
    values = np.sin(np.arange(np.prod(shape))).reshape(shape)
    over_0, over_1 = values.mean(0), values.mean(1)
    differ = "other shapes"
    if over_0.shape == over_1.shape:
        differ = f"{np.mean(over_0 != over_1):.0%} of the numbers differ"
    print(shape, "over axis 0:", over_0.shape, "over axis 1:", over_1.shape, differ)

# %% [markdown]
# The mean itself raises nothing, in neither case. What happens is decided by what comes *next*. With other numbers of the shape
# `[B, d]`:
#
# **Predict** the verdict at B = 3, T = 5; at B = T = 16; and at B = T = 1.

# %% jupyter={"outputs_hidden": true} tags=["demo", "fact-B6"]
for B, T in [(3, 5), (16, 16), (1, 1)]:
    verdict = check_reduction("B T d", axis=0, drops="T", B=B, T=T, d=7)
    print(f"B = {B}, T = {T}: {verdict.kind}: {verdict.reason}")

# %% [markdown]
# A softmax over a wrong axis does not even need sizes that agree: it keeps the shape. Ask which numbers are meant to add up to
# 1. For attention, it is the keys of one query; for a classifier, the classes of one example; never a batch.
#
# **Predict** the row sums of a 2 × 3 table after a softmax over axis 0.

# %% jupyter={"outputs_hidden": true}
table = Tensor.zeros((2, 3))

print("softmax over axis 1, row sums", np.asarray(table.softmax(1).sum(1)))
print("softmax over axis 0, row sums", np.asarray(table.softmax(0).sum(1)))

# %% [markdown] tags=["fact-C4"]
# <a id="keepdims"></a>
# ## `keepdims`: a cure that hides the disease
#
# To take each sequence's mean away from it, `x - x.mean(1)` will not do. **Predict** why, for shape `(3, 5, 7)`, and what
# happens for `(5, 5, 7)`.
#
# <details><summary>Answer</summary>
#
# The reduced axis does not come back in its place. `x.mean(1)` is `(3, 7)`, and from the right its 3 meets the 5: an error. For
# `(5, 5, 7)` it runs, silently: the mean of sequence b is taken away from *token* b of every sequence. With `keepdims=True`
# the mean is `(3, 1, 7)`, and everything lands where it should.
#
# </details>

# %% jupyter={"outputs_hidden": true} tags=["demo", "fact-C4"]
for B in (3, 5):
    verdict = check_reduction("B T d", axis=1, drops="T", beside="B T d", B=B, T=5, d=7)
    print(f"x - x.mean(1), B = {B}: {verdict.kind}: {verdict.reason}")
kept = check_reduction("B T d", axis=1, drops="T", keepdims=True, beside="B T d", B=5, T=5, d=7)
print("x - x.mean(1, keepdims=True):", kept.kind)

# %% [markdown]
# Such a slip can live long. A well-known textbook had a reduced axis that did not come back in its place in the code of one of
# its figures. Both axes of the grid happened to have the size 101, so it ran, and nothing in the figure gave it away until a
# reader looked (ageron/handson-ml2, issue 26). With 101 and 100 it would have been found in a second.
#
# So always `keepdims=True`? **Predict** what becomes of the *wrong* axis with `keepdims=True`, at sizes that all differ. And of
# `x - x.mean(0)` without it.
#
# <details><summary>Answer</summary>
#
# Both run at every size, and both are wrong. With the axis kept, any choice of axis gives a shape that stretches to `x`. And
# without it, the mean over the *first* axis is `(5, 7)`, which fits `(3, 5, 7)` from the right.
#
# </details>

# %% jupyter={"outputs_hidden": true} tags=["demo", "fact-C4"]
for keepdims in (True, False):
    verdict = check_reduction(
        "B T d", axis=0, drops="T", keepdims=keepdims, beside="B T d", B=3, T=5, d=7
    )
    print(f"keepdims={keepdims}: {verdict.kind}: {verdict.reason}")
    print("   ", verdict.advice()[0])

# %% [markdown]
# `keepdims` settles *where* the result lands. It has no opinion on *which* axis was meant, and takes away the error that
# would have told you.

# %% [markdown] tags=["fact-B7"]
# <a id="control"></a>
# ## The control
#
# An experiment needs a case where nothing is supposed to get through. **Predict** `(3, 5, 7) + (3, 5)`.

# %% jupyter={"outputs_hidden": true} tags=["demo", "fact-B7"]
attempt("(3, 5, 7) + (3, 5)", lambda: Tensor.zeros((3, 5, 7)) + Tensor.zeros((3, 5)))
attempt("(5, 5, 5) + (5, 5)", lambda: (Tensor.zeros((5, 5, 5)) + Tensor.zeros((5, 5))).shape)

# %% [markdown]
# Refused, since 7 is not 5. The same mistake, with the same thought behind it, runs when the three sizes agree. What the other
# three bugs lacked was not a smarter rule. It was sizes that differ.

# %% [markdown] tags=["fact-B3"]
# <a id="in-place"></a>
# ## In place, only one side may stretch
#
# **Predict** for `a` of shape `(3,)` and `b` of shape `(2, 3)`: what is the shape of `a + b`, and what does `a += b` do?
#
# <details><summary>Answer</summary>
#
# `a + b` is `(2, 3)`. `a += b` is an error: it writes into the memory of `a`, and that has three places. The target of a write
# keeps its shape, only the other operand may stretch.
#
# </details>

# %% jupyter={"outputs_hidden": true}
def in_place(target, other):
    """Add to a tensor in place and return its shape."""
    target += other
    return target.shape


a, b = Tensor.zeros((3,)), Tensor.zeros((2, 3))

attempt("a + b", lambda: (a + b).shape)
attempt("a += b", lambda: in_place(a, b))
attempt("b += a", lambda: in_place(b, a))

# %% [markdown]
# numpy refuses it too. Assignment is a little more lenient there: `a[:] = c` with `c` of shape `(1, 3)` is accepted, since leading axes
# of size 1 may be dropped.
#
# Where you want a shape not to change, `+=` is therefore a small check that costs nothing: `loss_per_item += penalty` cannot
# grow into a matrix unnoticed.

# %% [markdown] tags=["fact-B8", "fact-C10"]
# <a id="names"></a>
# ## If axes had names
#
# All three bugs came from sizes standing in for meaning. So let the tensor carry the names, and refuse to add T to B.
#
# **Predict** what this `NamedTensor` does with the mask, without any `None`, at B = T = 16; and with a target `N` times a
# vector `M`.

# %% jupyter={"outputs_hidden": true} tags=["demo", "fact-B8", "fact-C10"]
scores = NamedTensor(np.zeros((16, 16, 16)), "B Tq Tk")
mask = NamedTensor(np.zeros((16, 16)), "B Tk")
queries = NamedTensor(np.zeros(16), "Tq")

attempt("scores + mask", lambda: (scores + mask).axes)
attempt("mask + queries", lambda: (mask + queries).axes)
attempt("x * y", lambda: NamedTensor([1, 2, 3], "x") * NamedTensor([4, 5, 6, 7], "y"))

# %% [markdown]
# The mask finds its axes by name, and what does not belong together is refused. PyTorch had named tensors as a prototype for
# years; in release 2.13 they were taken out again. They had never been finished, and every library in between would have had to
# agree on the names. Sizes are all that everybody shares.
#
# And take care what names do *by themselves*. A library that merely **aligns** by name has no quarrel with `x * y`: two names,
# so two axes, and the result is a table of every x with every y. That is how xarray does it, and for its purposes it is right. For
# ours, it is [bug 2](#target-bug) once more. **Predict** the shape it would have.

# %% jupyter={"outputs_hidden": true} tags=["demo", "fact-C10"]
table = NamedTensor([1, 2, 3], "x").outer(NamedTensor([4, 5, 6, 7], "y"))

print(table.axes, table.shape)

# %% [markdown]
# In this course's library, you have to ask for such a table, with `outer`. It is the **check** that refuses it, not the name.

# %% [markdown] tags=["fact-C4", "fact-B7"]
# <a id="distinct-sizes"></a>
# ## Sizes that cannot coincide, and what they miss
#
# The control shows the cheapest remedy of all. In tests, use sizes of which no two agree and none is 1: B = 3, T = 5, d = 7,
# and h = 11 if there are heads.
#
# **Predict** which of these four still run at those sizes: the mask without `None`; the mask `[B, T, 1]`; the mean over axis 0
# beside another `[B, d]`; predictions `[B]` minus targets `[B, 1]`.

# %% jupyter={"outputs_hidden": true} tags=["demo", "fact-C4"]
sizes = {"B": 3, "Tq": 5, "Tk": 5}
verdicts = {
    "mask without None": check_axes({"scores": "B Tq Tk", "mask": "B Tk"}, **sizes),
    "mask [B, T, 1]": check_axes({"scores": "B Tq Tk", "mask": "B Tk 1"}, **sizes),
    "mean over axis 0": check_reduction("B T d", axis=0, drops="T", B=3, T=5, d=7),
    "target as a column": check_axes({"pred": "B", "target": "B 1"}, B=3),
}
for name, verdict in verdicts.items():
    print(f"{name:<20}{verdict.kind}")

# %% [markdown]
# Half of them. Distinct sizes make loud what passed by **coincidence**. They cannot help where the shape is right at any size:
#
# * a size 1 stretches to everything: `keepdims`, `[B, T, 1]`, a column of targets;
# * the two T of the scores are always equal;
# * the mean over a *leading* axis fits from the right;
# * a reshape in place of a transpose has the right shape by construction.
#
# Those need a test of **values**: a small case by hand, or a loop over single sequences, compared number by number. The
# assignment asks you to write two such tests.

# %% [markdown] tags=["fact-B5"]
# <a id="library-warnings"></a>
# ## Who warns
#
# "The library will tell me." In PyTorch (2.13), four losses warn when the shapes of predictions and targets differ:
# `mse_loss`, `l1_loss`, `smooth_l1_loss` and `huber_loss`. The line `((pred - target) ** 2).mean()` that stands in so many
# notebooks warns of nothing, nor does a metric, a mask, a mean. numpy warns of nothing at all. The rule was obeyed, remember.
#
# If you want to be warned, ask for it. Strict broadcasting refuses operands of different rank, so that every missing axis has
# to be written down. **Predict** whether it stops each of the two bugs below.

# %% jupyter={"outputs_hidden": true} tags=["demo"]
with strict_broadcasting():
    attempt("scores + mask", lambda: Tensor.zeros((16, 16, 16)) + Tensor.zeros((16, 16)))
    attempt("pred - target", lambda: Tensor.zeros((256,)) - Tensor.zeros((256, 1)))

# %% [markdown]
# And code that is plain numpy can be watched: name the axes of a few arrays, and what runs without meaning what it does is
# recorded, with its line.

# %% tags=["demo"]
with watch_broadcasts() as watch:
    pred = watch(np.zeros(256), "N")
    target = watch(np.zeros((256, 1)), "N 1")
    loss = ((pred - target) ** 2).mean()

for event in watch.events:
    print(event.verdict)

# %% [markdown] tags=["fact-B17"]
# <a id="try-it"></a>
# ## Predict, then look
#
# Now the sizes are yours. Choose B and T, heads or none, and the form in which the mask is added. Say what becomes of it;
# then see it on real scores: which axis lands where, how much is masked wrongly, how much attention goes to padding.
#
# It opens at B = 8, T = 16. Questions worth the time: bring B up to T; bring B down to 1; `[B, T, 1]` at any sizes; four heads
# and `[B, 1, T]` with B from 3 to 5; **one** head and `[B, 1, T]`.

# %% tags=["demo", "fact-B4", "fact-B17", "fact-C2", "fact-C3"]
mask_demo(judge=broadcasting.judge_mask)

# %% [markdown]
# The second bug, trained both ways. Say which slope comes out, then see the loss and the line. Worth the time: a column and
# few steps; a row and few steps; the same loss curve, and another line.

# %% tags=["demo", "fact-B5", "fact-C9"]
regression_demo(judge=broadcasting.judge_training)

# %% [markdown]
# The third bug, at your sizes. Bring T to B; keep the axis; let the result meet `x` itself, as in `x - x.mean(...)`.

# %% tags=["demo", "fact-B6", "fact-C4"]
axis_demo(judge=broadcasting.judge_mean)

# %% [markdown]
# <a id="practice"></a>
# ## Practice
#
# Type an answer and press Enter. First the rule itself: a shape, or the error as a value, as
# `BroadcastError(shapes=((3, 4), (5,)), axis=-1, sizes=(4, 5))`.

# %% tags=["practice"]
practice("broadcasting")

# %% [markdown]
# Then what becomes of it, in one word: `raises`, `correct`, `correct_by_luck` or `silently_wrong`.

# %% tags=["practice"]
practice("verdicts")

# %% [markdown]
# And the shapes that means leave behind:

# %% tags=["practice"]
practice("reductions")

# %% [markdown]
# <a id="next"></a>
# ## What comes next
#
# You can now
#
# * align shapes from the right, and say for each axis what stretches, what passes and what is refused,
# * tell at which sizes a mistake raises, at which it is right by luck, and at which it is silently wrong,
# * place a mask over keys, with heads and without,
# * say what a model learns from a stretched loss, without training it,
# * name the bugs that no choice of sizes makes loud.
#
# The assignment asks for predictions of all these, then for the rule, for masked attention weights, and for two tests that
# catch what the rule lets pass.
#
# In the next unit, the mask itself comes under scrutiny: on which side the padding lies, what True means, where the last real
# token is, and what a mean over a padded batch must be divided by.
