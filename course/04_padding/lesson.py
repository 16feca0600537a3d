# ---
# jupyter:
#   kernelspec:
#     display_name: Python 3 (ipykernel)
#     language: python
#     name: python3
# ---

# %% [markdown]
# <a id="padding"></a>
# # Padding
#
# A batch is a rectangle, and sentences are not. Something has to fill the corners. That something is called **padding**: numbers
# that mean nothing, stored right beside numbers that do, in the same tensor and of the same kind. From then on, every operation
# along the row has to know which is which, and the tensor itself will never tell.
#
# You need the first three units: strides, views, and how shapes meet. Plan an hour.
#
# **How to work.** As before: wherever it says *Predict*, write your answer down before you open the answer or run the next cell.

# %%
import numpy as np
from IPython.display import HTML
from matplotlib.figure import Figure

from coursekit.practice import practice
from coursekit.questions import padding
from tensorlib import (
    Tensor,
    TensorError,
    attention_mask,
    check_mask,
    last_index,
    masked_mean,
    pad,
    padding_mask,
    padding_share,
    padding_side,
    softmax,
)
from tensorlib.demos import padding_demo
from tensorlib.figures import svg_html
from tensorlib.recipes import BY_COUNT, RECIPES


def attempt(operation, *arguments, **named):
    """Print what a call returns, or the error that refuses it."""
    try:
        print(operation(*arguments, **named))
    except TensorError as error:
        print(f"{type(error).__name__}: {error}")


def show(mask):
    """Print a mask with a sign for each position: o is real, x is padding."""
    for row in np.asarray(mask):
        print("   ", " ".join("o" if real else "x" for real in row))


# %% [markdown] tags=["fact-B9"]
# <a id="lengths"></a>
# ## Lengths 5, 3 and 1
#
# Three sequences, of five, three and one token. To stand in one tensor they all need the same number of places, and the longest
# decides: **T** = 5. With **B** = 3 sequences the tensor has shape `(3, 5)`.
#
# **Predict**: how many of its places hold no token, and which part of the batch is that?
#
# <details><summary>Answer</summary>
#
# 0 + 2 + 4 = 6 of 15 places, which is 40 %.
#
# </details>

# %% jupyter={"outputs_hidden": true}
sequences = [[11, 12, 13, 14, 15], [21, 22, 23], [31]]
batch = pad(sequences, side="right", value=0)

print("a batch padded on the right")
print(batch)
print(np.asarray(batch))

# %% [markdown]
# Not 6 of 9: what the share is measured against is the whole batch, since every place costs memory and every place is computed
# on. One long sequence among short ones makes this worse.
#
# **Predict** the share for lengths 100, 1, 1, 1.

# %% jupyter={"outputs_hidden": true}
print("lengths 100, 1, 1, 1")
print(padding_share(padding_mask([100, 1, 1, 1], T=100)))

# %% [markdown]
# Three quarters of the work for nothing. This is why batches are often put together from sequences of similar length.

# %% [markdown] tags=["fact-B9"]
# <a id="the-mask"></a>
# ## The mask travels with the batch
#
# The zeros above look like padding. But a zero may also be a token, and after the first layer of a model the padding is not zero
# any more: something was computed there as everywhere else. What is real has to be written down in a second tensor, the **mask**.
#
# **Predict** the mask of the batch above, with T = 5: which places of each row are True?

# %% jupyter={"outputs_hidden": true}
values, mask = batch

print("mask of shape", mask.shape)
print(mask)

# %% [markdown]
# It has the shape `(B, T)`, whatever else the values have: for values of shape `(B, T, d)`, with d numbers for each token, it is
# the same mask. Shapes, which everything else checks, say nothing about it. A function that takes `x` alone cannot know, and a mask that
# was left behind in another function does not help. So values and mask go through the program as a pair.
#
# Padding can also stand in front.
#
# **Predict** the mask of the same lengths with padding on the **left**.
#
# <details><summary>Answer</summary>
#
# Row 0 is all real. Row 1 has two places of padding, then three real ones. In row 2 only the very last place is real.
#
# </details>

# %% jupyter={"outputs_hidden": true}
print("o is real, x is padding")
for side in ("right", "left"):
    print(f"padded on the {side}")
    show(padding_mask([5, 3, 1], T=5, side=side))

# %% [markdown]
# Why in front? A model that writes a text token by token continues at the end of each row. With padding on the left, every row
# ends with its last token, and the new one simply goes to the right of it. Models that read whole texts usually pad on the right.
# Both sides are in daily use.

# %% [markdown]
# <a id="polarity"></a>
# ## Polarity: what True says
#
# In this course, True marks what is **real**. That is a choice, and not everybody's. In PyTorch two functions for the same
# job disagree: the mask of `scaled_dot_product_attention` says True for *attend*, the `key_padding_mask` of
# `MultiheadAttention` says True for *ignore*.
#
# In a notebook that goes with a book on building language models, a reader found a mask that was the wrong way around for just this
# reason (rasbt/LLMs-from-scratch, issue 1061). The author of a well-known collection of transformers, asked which way his mask is
# meant, confessed that it had confused him so much that he keeps to one convention ever since (lucidrains/x-transformers, issue 164).
#
# **Predict**: a row of length 2, T = 4, padded on the right. Its mask, True for real, is given to a function in which True means
# ignore. Which positions are attended to?
#
# <details><summary>Answer</summary>
#
# Positions 2 and 3: exactly the padding, and nothing else. The shape is right, the type is right, and no error can come of it.
#
# </details>

# %% jupyter={"outputs_hidden": true}
real = padding_mask([2], T=4)[0]
attended = np.flatnonzero(~real)  # what a function attends to that ignores where True stands

print("mask    ", real)
print("attended", attended)

# %% [markdown]
# Before you pass a mask on, look up which command its True gives. If it is the other one, `~mask` turns the mask around. And give the
# variable a name that says it: `is_real` or `to_ignore`, not `mask`.

# %% [markdown] tags=["fact-C3"]
# <a id="additive-mask"></a>
# ## A mask that is added
#
# In attention, each query has a score for each key, and a softmax turns the scores of a query into weights that add up to 1. A
# padding key must get the weight 0. The usual way is to *add* something to the scores first: 0 where a key is real, minus infinity
# where it is padding. The exponential of minus infinity is 0.
#
# **Predict**: scores 1, 1, 1 and 1 for four keys, the last two padding. Which weights come out?

# %% jupyter={"outputs_hidden": true}
scores = Tensor((1, 1, 4), [1, 1, 1, 1])  # one sequence, one query, four keys
added = attention_mask(padding_mask([2], T=4))  # shape (B, 1, T): the keys are last

print("added  ", np.asarray(added)[0, 0])
print("weights", np.asarray(softmax(scores + added))[0, 0])

# %% [markdown]
# How does one get from True and False to 0 and minus infinity? It is tempting to multiply: `(1 - mask) * -inf`.
#
# **Predict** what that gives for the mask 1, 1, 0, 0.
#
# <details><summary>Answer</summary>
#
# At padding 1 · −∞ = −∞, as wanted. At the real positions 0 · −∞, and that is not 0 but **NaN**, "not a number": infinity times
# zero has no value. Every real score is lost.
#
# </details>

# %% jupyter={"outputs_hidden": true}
ones_and_zeros = np.array([1, 1, 0, 0])
with np.errstate(invalid="ignore"):  # numpy would warn here; many libraries do not
    by_product = (1 - ones_and_zeros) * -np.inf

print("mask      ", ones_and_zeros)
print("by product", by_product)
print("by choice ", np.where(ones_and_zeros == 1, 0.0, -np.inf))

# %% [markdown]
# The product stood in a real implementation until a user traced its NaN back to it (cerebroai/reformers, issue 3). *Choose* between two
# values; do not multiply by one of them.

# %% [markdown] tags=["fact-B9"]
# <a id="last-index"></a>
# ## The last token
#
# Many a program needs the last token of each sequence: a classifier reads its answer from there, a generator continues from
# there.
#
# **Predict** its index in each row for lengths 5, 3, 1 and T = 5: with padding on the right, then with padding on the left.
#
# <details><summary>Answer</summary>
#
# On the right 4, 2, 0. On the left 4, 4, 4: however short a row is, it ends at the end.
#
# </details>

# %% jupyter={"outputs_hidden": true}
print("the last real index, from the mask")
for side in ("right", "left"):
    print(f"{side:<6}", last_index(padding_mask([5, 3, 1], T=5, side=side)))

# %% [markdown]
# `last_index` looks for the last True of each row, so it need not be told the side. In code you will meet shorter recipes:
#
# * **length − 1**, that is `mask.sum(axis=1) - 1`: count the tokens.
# * **T − 1**, usually as `x[:, -1]`: take the end.
# * **first padding − 1**, that is `(mask == 0).argmax(axis=1) - 1`: search for the first padding and step back. (`argmax` gives the
#   position of the first True. Instead of the mask, code often searches the tokens for the number that stands for padding.)
#
# **Predict** for each of the three what it reads in the rows of length 5, 3 and 1, on both sides: the last token, another one, or
# padding?

# %% jupyter={"outputs_hidden": true} tags=["demo", "fact-B9"]
print("recipe, then index and what stands there in rows of length 5, 3, 1")
for side in ("right", "left"):
    print(f"padded on the {side}")
    for recipe in RECIPES:
        mask = padding_mask([5, 3, 1], T=5, side=side)
        read = zip(recipe.indices(mask), recipe.found(mask), strict=True)
        print(f"    {recipe.name:<18}", ", ".join(f"{index}: {found}" for index, found in read))

# %% [markdown]
# Counting is right on the right. The end is right on the left. Each of them fails on the other side, and only some rows show it: the
# longest row is always right, and in a batch of equal lengths all of them are.
#
# Look closely at the search. In row 0, padded on the right, there is no padding to find, and `argmax` has to answer something: 0, the
# first position of all. One step back is −1. In Python, −1 reads the end of the row and so happens to be right; as a
# number in a comparison, or in a library that takes no negative index, it is not. On the left *every* row that has padding has it
# at 0, so every index is −1. A program that is right by such a detour will not survive its next change.
#
# This is no invention. In a widely used library, text classifiers took the count, and a user whose model pads on the left noticed
# that its output depended on the side (huggingface/transformers, issue 24265). So the count gave way to the search, which assumes
# padding on the right just as well (issue 35909). Only then came an index from the right, the last one that is no padding (pull request
# 35911). And the row without padding, for which the search finds nothing, had a fix of its own in a library for sentence vectors
# (huggingface/sentence-transformers, pull request 2111).

# %% [markdown] tags=["fact-B9"]
# <a id="sides-mixed"></a>
# ## Two sides in one program
#
# Neither side is wrong. Mixing them is. Suppose that a function was written for padding on the right and takes length − 1, and
# one day the tokenizer is set to the left.
#
# **Predict**, for T = 4, whether it raises an error, is right by luck, or is silently wrong: for lengths 4, 4, 4, then for lengths
# 4, 3, 2.
#
# <details><summary>Answer</summary>
#
# For 4, 4, 4 it is right by luck: without padding there is no side. For 4, 3, 2 it is silently wrong: row 1 reads the middle one
# of its tokens, row 2 reads padding. It never raises an error, as every index exists.
#
# </details>

# %% jupyter={"outputs_hidden": true}
print("length - 1 on a batch that is padded on the left")
for lengths in ([4, 4, 4], [4, 3, 2]):
    mask = padding_mask(lengths, T=4, side="left")
    print(lengths, ", ".join(map(str, BY_COUNT.found(mask))))

# %% [markdown]
# What helps is to treat **mask and side as one decision**, and to have a program say which side it was written for. If it does, a
# batch that contradicts can be refused.
#
# **Predict** which of the following calls are refused:
#
# 1. `last_index(mask, side="right")` for a mask that is padded on the left,
# 2. the same for a mask without padding,
# 3. `check_mask` for a mask with a hole, 1, 0, 1,
# 4. `check_mask` for two rows that are padded on different sides.

# %% jupyter={"outputs_hidden": true}
print("which are refused?")
attempt(last_index, padding_mask([4, 3, 2], T=4, side="left"), side="right")
attempt(last_index, padding_mask([4, 4, 4], T=4, side="left"), side="right")
attempt(check_mask, [[1, 0, 1]])
attempt(check_mask, [[1, 1, 0], [0, 1, 1]])

# %% [markdown]
# All but the second. Where nothing is padded, no side is contradicted, and `padding_side` of such a mask is `None`:

# %%
print(padding_side(padding_mask([4, 3, 2], T=4, side="left")))
print(padding_side(padding_mask([4, 4, 4], T=4, side="left")))

# %% [markdown]
# <a id="positions"></a>
# ## Positions are not places
#
# A model is told where in its text each token stands: token 0, token 1, and so on. This is its **position**. It looks like the index
# on the axis T, and with padding on the right it is.
#
# **Predict** the positions of the three tokens in a row of length 3, T = 5, padded on the left. And the position of the token that
# the model writes next?
#
# <details><summary>Answer</summary>
#
# 0, 1 and 2, though they stand at the places 2, 3 and 4. The next one has position 3. The text does not begin later because
# somebody put padding in front of it.
#
# </details>

# %% jupyter={"outputs_hidden": true}
mask = padding_mask([5, 3, 1], T=5, side="left")
positions = np.cumsum(mask, axis=1) - 1  # how many real places came before

print("positions, with a dot where padding stands")
for row, real in zip(positions, mask, strict=True):
    print("   ", " ".join(str(position) if here else "." for position, here in zip(row, real, strict=True)))

# %% [markdown]
# Numbering the places 0 to T − 1 regardless gives each text other positions than it has alone, and other ones again in another batch:
# the answer depends on the neighbours. In a library for fast generation, the longest text of a batch was continued sensibly, and the
# shorter ones with gibberish (unslothai/unsloth, issue 3699).

# %% [markdown] tags=["fact-B10"]
# <a id="pooling"></a>
# ## Pooling: the mean of a row
#
# To get one vector for a whole text, one often takes the mean over its tokens. Here is a batch `x` of shape `(3, 5, 2)`, two numbers
# for each token, so plain that you can compute it in your head: the numbers 1 to 30. The lengths are 5, 3 and 1, the padding is on
# the right.
#
# Row 2 is `[[21, 22], [23, 24], [25, 26], [27, 28], [29, 30]]`, and only its first token is real. The other four stand for whatever
# a model has computed on padding. They are not zeros.
#
# **Predict** for row 2
#
# 1. `x.mean(axis=1)`,
# 2. `(x * mask[:, :, None]).mean(axis=1)`, with padding set to zero first,
# 3. the mean over its real token.
#
# <details><summary>Answer</summary>
#
# 1. `[25, 26]`: the middle of all five, four of which mean nothing.
# 2. `[4.2, 4.4]`: 21 and 22, divided by five. A zero adds nothing to the sum, but it was *counted*.
# 3. `[21, 22]`: the token itself. A mean of one thing is that thing.
#
# </details>

# %% jupyter={"outputs_hidden": true} tags=["demo", "fact-B10"]
x = np.arange(1, 31).reshape(3, 5, 2)
mask = padding_mask([5, 3, 1], T=5)

print("row 2 of three means")
print("over all places  ", x.mean(axis=1)[2])
print("padding set to 0 ", (x * mask[:, :, None]).mean(axis=1)[2])
print("over the tokens  ", np.asarray(masked_mean(x, mask))[2])

# %% [markdown]
# Only the third divides by what it has added up: `(x * mask[:, :, None]).sum(axis=1) / mask.sum(axis=1)[:, None]`. The mask appears
# twice, in the sum and in the count. Forget either and you get 1 or 2.
#
# That a *model* was given the mask does not help: its output has numbers at the padding too, and the mean that you take yourself
# knows nothing of it. A user of a popular library asked why the vectors changed with the size of the batch, having expected zeros there
# (huggingface/transformers, issue 17463).
#
# Now let the same text of one token stand in batches of other widths. Its neighbours decide how wide.
#
# **Predict** how its first number, 21, fares under each of the three means while T grows from 1 to 5.

# %% jupyter={"outputs_hidden": true} tags=["demo", "fact-B10"]
widths = np.arange(1, 6)
kinds = {
    "over all places": ("s--", [x[2, :T, 0].mean() for T in widths]),
    "over the token": ("o-", [21.0 for T in widths]),
    "padding set to 0": ("^:", [x[2, 0, 0] / T for T in widths]),
}

figure = Figure(figsize=(6.4, 3.4), layout="constrained")
axes = figure.subplots()
for name, (style, means) in kinds.items():
    axes.plot(widths, means, style, color="black", markerfacecolor="white")
    axes.annotate(name, (5, means[-1]), (8, 0), textcoords="offset points", va="center")
axes.set(xlabel="width of the batch, T", ylabel="first number of the mean", ylim=(0, 27))
axes.set_xlim(0.8, 6.3)
axes.set_xticks(widths)
axes.spines[["top", "right"]].set_visible(False)

print("the mean of one and the same token")
HTML(
    svg_html(
        figure,
        "The mean of one token in batches of growing width, taken in three ways",
        "Over the token it stays at 21. Over all places it climbs to 25, with zeros it sinks to 4.2.",
    )
)

# %% [markdown]
# One line is level. A text has one meaning, whoever its neighbours are. That is worth a test: pool a text alone and in a batch with a
# longer one, and compare.
#
# One more trap. What if the padding holds infinity or NaN?
#
# **Predict** whether `x * mask` gets rid of it.

# %% jupyter={"outputs_hidden": true}
wild = np.array([[[2.0], [np.inf], [np.nan]]])
with np.errstate(invalid="ignore"):
    product = wild * padding_mask([1], T=3)[:, :, None]

print("one token, then infinity and NaN in the padding")
print("by product", product.sum(axis=1)[0])
print("by choice ", np.asarray(masked_mean(wild, padding_mask([1], T=3)))[0])

# %% [markdown]
# It does not: zero times either is NaN. Again, choose (`np.where(mask[:, :, None], x, 0)`) and do not multiply.

# %% [markdown]
# <a id="mean-of-means"></a>
# ## The mean of means
#
# A loss is computed for every token, and you want its mean. Row 0 has four tokens with the losses 2, 2, 2, 2. Row 1 has one, with
# the loss 7.
#
# **Predict** the mean loss of a token. Then average each row first and take the mean of the two averages: the same?
#
# <details><summary>Answer</summary>
#
# Of a token: 15 / 5 = 3. Of the averages: (2 + 7) / 2 = 4.5. In the second, the single token of row 1 weighs as much as the
# four of row 0 together.
#
# </details>

# %% jupyter={"outputs_hidden": true}
losses, mask = pad([[2, 2, 2, 2], [7]])
losses = np.asarray(losses)

print("two means of the same losses")
print("of tokens", losses[mask].mean())
print("of means ", np.asarray(masked_mean(losses, mask)).mean())

# %% [markdown]
# Both are honest numbers, and they answer different questions. If the question is about tokens: add up all sums, add up all counts,
# divide once. The same holds between batches, between the steps whose gradients are accumulated, and between machines. For a long time,
# widely used training code averaged averages there, and a token in a short text pulled harder than one in a long text
# (huggingface/transformers, issue 24725; meta-pytorch/torchtune, pull request 1875).

# %% [markdown] tags=["fact-C3"]
# <a id="empty-rows"></a>
# ## Rows of nothing but padding
#
# It happens that a row has no token at all: an empty text, or a batch filled up to a fixed number of rows. What can its
# attention weights be? They have to add up to 1, and there is nothing to share among.
#
# **Predict** the weights of a row of four equal scores with every key masked
#
# 1. with minus infinity,
# 2. with the large finite number −1e9.
#
# <details><summary>Answer</summary>
#
# 1. NaN, four times. The largest score is −∞, the softmax subtracts it from each, and −∞ − (−∞) has no value.
# 2. 0.25, four times. All scores are lowered by the same amount, and a softmax looks only at differences. So the mask has no
#    effect: *all* of the weight lies on padding.
#
# </details>

# %% jupyter={"outputs_hidden": true} tags=["demo", "fact-C3"]
print("a row with every key masked")
for name, fill in [("minus infinity", -np.inf), ("-1e9", -1e9)]:
    row = Tensor((4,), [fill] * 4)
    print(f"{name:<15}", np.asarray(softmax(row)))

# %% [markdown]
# There is a third answer. Attention in libraries may return zeros for such a row, as PyTorch's has done since version 2.5:

# %%
print(np.asarray(softmax(Tensor((4,), [-np.inf] * 4), zero_masked=True)))

# %% [markdown]
# Of the three, only NaN tells you that something is amiss. A finite fill *hides* the empty row behind numbers that look like
# weights. And remember the mask `[B, T, 1]` from the unit before, which masks queries in place of keys: its rows are masked whole,
# so it gives itself away by NaN with a plain softmax over minus infinity, and in no other case.
#
# A mean has the same trouble: nothing, divided by a count of 0.
#
# **Predict** what this course does with a length of 0.

# %% jupyter={"outputs_hidden": true}
print("an empty sequence among others")
attempt(padding_mask, [3, 0, 2], T=3)
attempt(pad, [[1, 2, 3], [], [4, 5]])
attempt(masked_mean, [[1, 2], [3, 4]], [[1, 0], [0, 0]])

# %% [markdown]
# It is refused, with the row. Leave such rows out, or decide beforehand what they shall stand for; afterwards nobody can tell.

# %% [markdown]
# <a id="batch-of-one"></a>
# ## A batch of one
#
# One sequence alone is as long as the longest, so it has no padding. Has it?
#
# **Predict** the mean that `x.mean(axis=1) if x.shape[0] == 1 else masked_mean(x, mask)` gives for one row with the values 3, 5, 20, 40,
# of which the first two are real.
#
# <details><summary>Answer</summary>
#
# 17, where 4 would be right. The row was padded to a fixed width of four, as it is done to keep shapes the same from call to
# call. The shortcut never looked at the mask.
#
# </details>

# %% jupyter={"outputs_hidden": true}
x = np.array([[[3.0], [5.0], [20.0], [40.0]]])
mask = padding_mask([2], T=4)
guarded = x.mean(axis=1) if x.shape[0] == 1 else np.asarray(masked_mean(x, mask))

print("a batch of one")
print("without the mask", guarded[0])
print("with the mask   ", np.asarray(masked_mean(x, mask))[0])

# %% [markdown]
# A real library had the same guard, the mask used for more than one row only, and single rows with padding came out wrong
# (huggingface/transformers, pull request 46773). Padding is a matter of T, not of B. Where there is none, the mask is all True and costs
# nothing; so it is always used.

# %% [markdown]
# <a id="try-it"></a>
# ## Predict, then look
#
# Choose three lengths, the side and a recipe. Say which index the recipe gives for each row, and commit. Then the demo marks where it
# looks, and what every other recipe would have read.
#
# Questions that are worth the time: one recipe on both sides; three equal lengths; the search for padding, with one row that has
# none; and a batch on which all four recipes find the last token in every row. Is there one?

# %% tags=["demo", "fact-B9"]
padding_demo(judge=padding.judge_last)

# %% [markdown]
# <a id="practice"></a>
# ## Practice
#
# As before: type an answer and press Enter. Two right ones in a row, and the questions become harder.
#
# The mask of a row, and the share of padding in a batch:

# %% tags=["practice", "fact-B9"]
practice("padding masks")

# %% [markdown]
# The last token, from the mask and by the recipes:

# %% tags=["practice", "fact-B9"]
practice("last tokens")

# %% [markdown]
# Means, with the mask and without:

# %% tags=["practice", "fact-B10"]
practice("pooling")

# %% [markdown]
# <a id="next"></a>
# ## What comes next
#
# You can now
#
# * say how much of a batch is padding, and write its mask for either side and either polarity,
# * find the last token from the mask, and say on which batches a shortcut reads something else,
# * take a mean that divides by what it has added up,
# * say what a fully masked row becomes, and why only one of the answers can be noticed.
#
# The assignment asks for more of these predictions, and then for the three functions that this unit stands on.
#
# Forty per cent of a batch for nothing is also forty per cent of its memory. What a tensor costs, in bytes, before it is made, is the
# subject of the next unit.
