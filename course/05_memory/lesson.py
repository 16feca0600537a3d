# ---
# jupyter:
#   kernelspec:
#     display_name: Python 3 (ipykernel)
#     language: python
#     name: python3
# ---

# %% [markdown]
# <a id="memory"></a>
# # What a tensor costs
#
# Somebody starts a training run, and after some minutes it dies: out of memory. Was it the batch? The length of the
# text? Would half the bits have been enough? Most people find out by trying. None of it has to be tried. What a
# tensor costs is a product of a few integers, and what a narrow format does to its numbers is a rule that fits on a
# postcard. This lesson is about both: first how many numbers, then how many bits each of them gets, and what those
# bits can hold.
#
# You need the shapes of the earlier units, and from [the second](../02_views/lesson.ipynb) that a view may share its
# buffer. Plan an hour and a half, and keep a calculator at hand.
#
# **How to work.** Run one cell at a time. Wherever it says *Predict*, write your answer down before you open the
# answer or run the next cell. (In JupyterLab the result of such a cell stays folded until you run it.)

# %%
from math import prod

import numpy as np
from IPython.display import HTML
from matplotlib.figure import Figure

from coursekit.practice import practice
from coursekit.questions import memory
from tensorlib import (
    FORMATS,
    Bytes,
    Tensor,
    block_cost,
    crossover_tokens,
    largest_batch,
    longest_sequence,
    measure_batches,
    memory_of,
    quantise,
    scale_gradients,
    tensor_bytes,
)
from tensorlib.demos import block_demo, number_demo
from tensorlib.figures import svg_html

# %% [markdown] tags=["fact-B11"]
# <a id="shape-times-bytes"></a>
# ## Shape times bytes
#
# A tensor that owns its buffer holds one number for each coordinate. So the product of its sizes says how many
# numbers there are, and the **format** says how many bytes each of them takes: 4 in fp32, 2 in bf16 and fp16, 1 in
# int8. (The digits in the name count bits, and 8 bits are one byte.) That is the whole bill:
#
# $$\text{bytes} = \text{product of the sizes} \times \text{bytes of one number}$$
#
# Take the activations of a middling language model: 32 sequences of 2048 tokens, 4096 numbers for each token.
#
# **Predict**: how many numbers are in shape `(32, 2048, 4096)`? How many bytes do they take in fp32, in bf16, in int8?
#
# <details><summary>Answer</summary>
#
# 2**5 · 2**11 · 2**12 = 2**28 = 268,435,456 numbers. Four times as many bytes in fp32, twice as many in bf16, and just as
# many in int8. You needed to know nothing about the model.
#
# </details>

# %% jupyter={"outputs_hidden": true} tags=["demo", "fact-B11"]
shape = (32, 2048, 4096)
print(f"{shape}: {prod(shape):,} numbers")
for name in ["fp32", "bf16", "int8"]:
    size = tensor_bytes(shape, name)
    print(f"{name}: {size:>13,} bytes, about {size.decimal_text}")

# %% [markdown]
# Two slips are common. One is to stop at the number of elements and to call it bytes. The other is to multiply by the
# width of a number a second time, because some figure on the way was in bytes already. Keep the unit beside every
# figure, and neither happens. A reader of the Python package `keras-multi-head` asked how to live with a tensor of
# shape `[16, 20000, 20000]` that, by his reckoning, takes "more than 150 GB" (issue 1 of CyberZHG/keras-multi-head,
# 2019).
#
# **Predict** what it takes in fp32.

# %% jupyter={"outputs_hidden": true}
print("(16, 20000, 20000) in fp32:", tensor_bytes((16, 20000, 20000), "fp32").text)

# %% [markdown]
# Far too much for his card, as he had noticed; but a sixth of what he feared, and that is the difference between
# "impossible" and "on a larger card". (His shape has a 16 in front, which is sequences and heads in one axis. We come
# to [heads](#heads) below.)

# %% [markdown] tags=["fact-B11"]
# <a id="units"></a>
# ## GB and GiB
#
# There are two rulers for large sizes, and they are often given the same name. A **GB** is 10**9 bytes. A **GiB** is
# 2**30 bytes.
#
# **Predict** by how many per cent a GiB is larger than a GB. And does a tensor of 25 GB fit on a card that "has 24
# GB", if the maker means GiB?
#
# <details><summary>Answer</summary>
#
# 2**30 = 1,073,741,824, so by 7 %. And 24 GiB are 25.77 GB: it fits, with little to spare.
#
# </details>

# %% jupyter={"outputs_hidden": true}
card = Bytes.from_gib(24)
print(f"1 GiB is {Bytes.from_gib(1).GB:.4f} GB")
print(f"24 GiB are {card:,} bytes: {card.text}")
print("do 25 GB fit?", 25 * 10**9 <= card)

# %% [markdown]
# Memory cards are nearly always measured in GiB and labelled "GB"; disks and papers mean 10**9. This course prints
# both, and whenever it asks you for bytes, it means the exact integer. With each further prefix the gap grows: 2 % at
# kilo, 5 % at mega, 7 % at giga, 10 % at tera.

# %% [markdown] tags=["fact-B12"]
# <a id="the-block"></a>
# ## What a transformer block keeps
#
# One tensor is easy. A model keeps many at once, since the backward pass needs what the forward pass computed. Here
# is the list for one **block** of a transformer, with B sequences, T tokens in each, d numbers a token and h heads,
# each of which reads d / h of these numbers:
#
# | tensor | shape | numbers |
# |---|---|---|
# | input | (B, T, d) | B·T·d |
# | Q, K, V | (B, h, T, d/h), three times | 3 · B·T·d |
# | scores | (B, h, T, T) | B·h·T·T |
# | weights, the softmax of the scores | (B, h, T, T) | B·h·T·T |
# | hidden layer of the feed-forward part, 4d wide | (B, T, 4d) | 4 · B·T·d |
#
# Five of the rows hold something *for each token*. The other two hold something *for each pair of tokens*: how much
# token i looks at token j. That is where the second T comes from.
#
# **Predict** for B = 32, T = 2048, d = 4096, 64 heads, fp32: which row is the largest? Are the two T×T rows more than
# half of it all?

# %% jupyter={"outputs_hidden": true} tags=["demo", "fact-B12"]
long_text = block_cost(B=32, T=2048, d=4096, heads=64, format="fp32")
print(long_text)

# %% [markdown]
# 77,309,411,328 bytes for a single block, and 89 % of it are the two T×T rows. Real models have dozens of blocks.
#
# **Predict** what share is left to the T×T rows when the texts are short, T = 128, and everything else stays.
#
# <details><summary>Answer</summary>
#
# T shrinks by 16, so what is counted per token shrinks by 16 and what is counted per pair by 16 · 16 = 256. Per token
# there were 8.6 GB, per pair 68.7 GB. That leaves 0.54 GB and 0.27 GB: a third.
#
# </details>

# %% jupyter={"outputs_hidden": true} tags=["demo", "fact-B12"]
short_text = block_cost(B=32, T=128, d=4096, heads=64, format="fp32")
print(short_text)

# %% [markdown]
# What this list leaves out: the weights of the model, dropout masks, a few vectors per token. And there are
# implementations that never store the T×T rows but compute them piece by piece (FlashAttention is the best known).
# They exist because of this table.

# %% [markdown] tags=["fact-B12"]
# <a id="heads"></a>
# ## Heads: shared in some rows, counted in others
#
# Peter Bloem's well-known transformer tutorial says that on sequences of 1000 tokens the attention weights of one
# layer take about 250 MB. A reader worked it out with a batch of 16: 16 · 1000 · 1000 numbers of 4 bytes are 64 MB.
# Who is right? (Issue 34 of pbloem/former.)
#
# **Predict**: what did the reader leave out? The model has 4 heads.
#
# <details><summary>Answer</summary>
#
# The heads. Each head has a T×T matrix of its own, so there are four: 256 MB, the tutorial's figure.
#
# </details>

# %% jupyter={"outputs_hidden": true}
print("(16, 1000, 1000)    ", tensor_bytes((16, 1000, 1000), "fp32").decimal_text)
print("(16, 4, 1000, 1000) ", tensor_bytes((16, 4, 1000, 1000), "fp32").decimal_text)

# %% [markdown]
# The opposite slip exists too: to count the heads in Q, K and V. There the heads *share* the d numbers of a token, d
# / h for each; together they are still d.
#
# **Predict**: d stays 4096, and the 64 heads become 128. What happens to Q? To the scores?

# %% jupyter={"outputs_hidden": true}
for heads in [64, 128]:
    rows = {row.name: row for row in block_cost(B=32, T=2048, d=4096, heads=heads).rows}
    print(f"{heads:>3} heads")
    for name in ["Q", "scores"]:
        print(f"    {name:<7}{rows[name].shape!s:<22}{rows[name].bytes.decimal_text:>8}")

# %% [markdown]
# Q is cut into more and thinner pieces and costs what it did. The scores double. Write the shape of each tensor down,
# and you see at once in which of them the heads are an axis of their own *beside* something that did not get smaller.

# %% [markdown] tags=["fact-B12"]
# <a id="crossover"></a>
# ## Where T×T takes over
#
# Per token the block keeps 8 · B·T·d numbers, per pair 2 · B·h·T·T. Divide the second by the first:
#
# $$\frac{2\,B\,h\,T^2}{8\,B\,T\,d} = \frac{T}{4\,d/h}$$
#
# B is gone, and so is the format: neither decides which part is the larger. What is left is T against four times the
# width of a head.
#
# **Predict** for d = 4096 and 64 heads: at how many tokens are the two parts equal? And in bf16?
#
# <details><summary>Answer</summary>
#
# A head is 4096 / 64 = 64 wide, so at T = 256, in every format. Both parts halve in bf16, so their ratio stays.
#
# </details>

# %% jupyter={"outputs_hidden": true}
print("equal at T =", crossover_tokens(d=4096, heads=64))
for tokens in [128, 256, 512, 2048]:
    cost = block_cost(B=32, T=tokens, d=4096, heads=64, format="bf16")
    print(f"T = {tokens:>4}: T×T is {cost.share:>5.1%} of {cost.block.decimal_text}")

# %% jupyter={"outputs_hidden": true} tags=["demo", "fact-B12"]
lengths = np.array([32, 64, 128, 256, 512, 1024, 2048, 4096])
costs = [block_cost(B=1, T=int(tokens), d=4096, heads=64) for tokens in lengths]
squares = np.array([cost.quadratic for cost in costs]) / 2**20
others = np.array([cost.block for cost in costs]) / 2**20 - squares

figure = Figure(figsize=(7.5, 4.2), layout="constrained")
axes = figure.subplots()
axes.loglog(lengths, squares, "k-o", label="the two T×T rows")
axes.loglog(lengths, others, "k--s", label="all other rows", markerfacecolor="white")
axes.axvline(256, color="0.5", linewidth=1)
axes.annotate("equal at T = 256", (256, 0.5), xytext=(6, 0), textcoords="offset points")
axes.set_xticks(lengths, [str(tokens) for tokens in lengths])
axes.minorticks_off()
axes.set(xlabel="tokens, T", ylabel="MiB", title="One block, B = 1, d = 4096, 64 heads, fp32")
axes.legend()
HTML(svg_html(figure, "Cost of a block by length: T×T rows and all others are equal at T = 256"))

# %% [markdown]
# One line climbs two decades where the other climbs one. That is what "attention is quadratic" means, and why a text
# four times as long needs sixteen times as much for its scores. The people who met `CUDA out of memory` when they
# went from 512 to 4096 tokens had usually expected a factor of 8.
#
# Turned around, the formula answers what fits.
#
# **Predict**, for a card of 24 GiB and one such block in fp32: at T = 2048, does B = 32 fit? If not, is it nearer to
# 20 or to 10?

# %% jupyter={"outputs_hidden": true}
card = Bytes.from_gib(24)
print("largest B at T = 2048:", largest_batch(card, T=2048, d=4096, heads=64))
print("longest T at B = 32:  ", longest_sequence(card, B=32, d=4096, heads=64))

# %% [markdown]
# To get by with a third of the memory, you give up two thirds of the batch, but less than half of the length.

# %% [markdown] tags=["fact-B13"]
# <a id="formats"></a>
# ## Formats: where the bits go
#
# So far we asked how many bytes. Now, what does one lose with fewer? A floating-point number is stored in three
# fields: one bit of **sign**, some bits of **exponent**, some bits of **mantissa**. The exponent says between which
# two powers of two the number lies. The mantissa divides the stretch between them into equal steps: 7 bits make 128
# steps.
#
# So the exponent bits buy *range*, and the mantissa bits buy *digits*. The formats differ in how they share the bits
# out:

# %% tags=["demo", "fact-B13"]
for name in ["fp32", "bf16", "fp16", "int8"]:
    known = FORMATS[name]
    fields = f"1 + {known.exponent_bits} + {known.mantissa_bits:>2} bits"
    print(f"{name}: {fields}, pi is {known.bits_of(np.pi)}, largest {known.max:.5g}")

# %% [markdown]
# fp32 keeps 23 mantissa bits. **bf16** cuts 16 of them off and leaves the exponent as it was: fp32's range, two or
# three digits. **fp16** cuts both: 10 bits of mantissa, 5 of exponent, three digits and a little range. **int8** has
# no exponent at all.
#
# **Predict**: which of the two 16-bit formats comes nearer to 1.7321? Which of them can hold 100,000?

# %% jupyter={"outputs_hidden": true} tags=["demo", "fact-B13"]
for number in [1.7321, 100_000]:
    stored = [f"{name} {FORMATS[name].round(number):.10g}" for name in ["fp32", "bf16", "fp16"]]
    print(f"{number:>6}:  {',  '.join(stored)}")

# %% [markdown]
# Neither is "half of fp32". They gave up different things.

# %% [markdown] tags=["fact-B13"]
# <a id="bf16"></a>
# ## bf16: the range, not the digits
#
# Between 2 and 4, bf16 has 128 steps, each 2 / 128 = 0.015625 wide. Pi lies between the multiples 201 and 202 of the
# step and is stored as the nearer one, 201 · 0.015625 = 3.140625. Between 1 and 2 the step is 1 / 128 = 0.0078125.
#
# **Predict** what bf16 makes of 1.004.
#
# <details><summary>Answer</summary>
#
# 1.004 lies between 1 and 1.0078125, a little nearer the latter: 1.0078125. Who cuts digits off would say 1. Formats
# *round*, to the nearest number they have; of two equally near ones they take the one whose last bit is 0.
#
# </details>

# %% jupyter={"outputs_hidden": true} tags=["demo", "fact-B13"]
bf16 = FORMATS["bf16"]
for number in [3.14159, 1.004, 1.00390625]:
    print(f"{number} becomes {bf16.round(number)}")

# %% [markdown]
# The last one is exactly halfway between 1 and 1.0078125, and goes to 1.
#
# The steps grow with the numbers. Between 128 and 256 the step is 1. Between 256 and 512 it is 2, and then bf16 has no
# odd integers any more.
#
# **Predict** what becomes of 257, of 259, and of 65,536 + 100.

# %% jupyter={"outputs_hidden": true}
for number in [255, 256, 257, 258, 259, 65_536 + 100, 65_536 + 300]:
    print(f"{number:>6} becomes {bf16.round(number):>7.0f}")

# %% [markdown]
# At 65,536 the step is 512. In June 2026 users of an image model got flat images, one colour from edge to edge, when
# they ran it under automatic mixed precision. The model numbers the places of an image from 65,536 on, and a product
# in which these numbers stood was carried out in bf16. All the places of a grid up to 256 wide rounded to the same
# number, so every part of the image was in the same place. No error, no warning, and every weight was as it should be
# (issue 13920 of huggingface/diffusers). The cure was one line: compute positions in fp32.
#
# A sum can stand still for the same reason.
#
# **Predict**: 1 is added 1000 times to a sum that is kept in bf16. What comes out?
#
# <details><summary>Answer</summary>
#
# 256. From there on, 256 + 1 = 257 lies halfway between 256 and 258, and the tie goes to 256, again and again.
#
# </details>

# %% jupyter={"outputs_hidden": true}
for name in ["fp32", "bf16", "fp16"]:
    print(f"{name}: {FORMATS[name].running_sum([1] * 1000):.0f}")
print(f"fp16, 3000 ones: {FORMATS['fp16'].running_sum([1] * 3000):.0f}")

# %% [markdown]
# Think of the mask of the last unit: its ones are summed to divide by the number of real tokens. Kept in bf16, that
# number never passes 256, and the mean of a longer text is wrong without a word. Libraries often add up in fp32
# inside and round at the end; you cannot see from outside whether they do. Keep counts and positions in integers or
# in fp32.

# %% [markdown] tags=["fact-B13"]
# <a id="fp16"></a>
# ## fp16: the digits, not the range
#
# fp16 has three more mantissa bits than bf16 and pays with the exponent. Its largest number is 65,504.
#
# **Predict** what fp16 makes of 65,519, of 65,520, and of 70,000.
#
# <details><summary>Answer</summary>
#
# The step up there is 32. 65,519 still rounds down to 65,504. 65,520 would be halfway to 65,536, which does not
# exist, and becomes an **infinity**; so does 70,000. A floating-point format does not stop at its largest number.
#
# </details>

# %% jupyter={"outputs_hidden": true} tags=["demo", "fact-B13"]
fp16 = FORMATS["fp16"]
for number in [2049, 65_519, 65_520, 70_000, -1e9]:
    print(f"{number:>14} becomes {fp16.round(number)}")

# %% [markdown]
# An infinity is rarely alone for long: infinity minus infinity is NaN, and one NaN in a loss is a NaN everywhere.
# Language models that were trained in bf16, such as T5, produced activations past 65,504, and people who ran them in
# fp16 got NaN (issue 9295 of huggingface/transformers).
#
# The last line is for those who fill masked scores with -1e9. In fp32 and bf16 that is a large negative number; in
# fp16 it is minus infinity, and a row that is filled entirely then gives NaN where it gave a harmless uniform row
# before. A fill has to be chosen for the format.
#
# At the small end it is worse, since it is quieter. The smallest positive number of fp16 is 2**-24, about 6e-8.
#
# **Predict**: gradients of 1e-8, 1e-7 and 1e-3 are stored in fp16. What is left of each?

# %% jupyter={"outputs_hidden": true}
for gradient in [1e-8, 1e-7, 1e-3]:
    print(f"{gradient:g} becomes {fp16.round(gradient):.4g}")

# %% [markdown]
# The first is gone: it **underflows** to 0, and its weight never learns. The second has lost nearly all digits. The
# remedy is to multiply the loss by a large number, which multiplies every gradient too, and to divide again in fp32
# before the step. That is **loss scaling**.
#
# **Predict**: is there a scale that is too large?

# %% jupyter={"outputs_hidden": true} tags=["demo", "fact-B13"]
gradients = np.array([1e-8, 3e-8, 1e-6, 1e-3, 4.0])
for scale in [1, 1024, 65_536]:
    result = scale_gradients(gradients, scale=scale)
    print(f"scale {scale:>5}: {result.lost_scaled} become 0, {result.overflowed} become infinite")

# %% [markdown]
# Between lost at the bottom and infinite at the top there is a window, and trainers search for it as they go. With
# bf16 there is nothing to search: it has the exponents of fp32. That is why training moved from fp16 to bf16, and
# paid in digits.

# %% jupyter={"outputs_hidden": true}
random = np.random.default_rng(seed=5)
magnitudes = 10.0 ** random.normal(-7.5, 1.5, size=4000)
bins = np.arange(-13, 6, 0.5)

figure = Figure(figsize=(7.5, 4.6), layout="constrained")
for axes, scale in zip(figure.subplots(2, sharex=True), [1, 2**14], strict=True):
    exponents = np.log10(magnitudes * scale)
    lost = np.mean(magnitudes * scale < 2.0**-25)
    axes.hist(exponents, bins, color="0.8", edgecolor="black", linewidth=0.6)
    axes.axvline(np.log10(2.0**-25), color="black", linestyle="--")
    axes.axvline(np.log10(65_504), color="black", linestyle="--")
    axes.set(title=f"scale {scale}: {lost:.0%} become 0", ylabel="gradients")
    axes.set_ylim(0, 680)
    axes.annotate("0 ←", (np.log10(2.0**-25), 600), xytext=(-26, 0), textcoords="offset points")
    axes.annotate("→ inf", (np.log10(65_504), 600), xytext=(3, 0), textcoords="offset points")
axes.set_xlabel("magnitude, as a power of ten; between the dashed lines fp16 holds it")
HTML(svg_html(figure, "Gradients by magnitude: unscaled, many lie below what fp16 holds; scaled, few"))

# %% [markdown] tags=["fact-B13"]
# <a id="int8"></a>
# ## int8: goes round when it adds, stops when it converts
#
# int8 holds the integers from −128 to 127. What happens beyond depends on *how* a number gets there, and this is
# where most surprises come from.
#
# **Predict** 100 + 100, with both numbers and the result in int8.
#
# <details><summary>Answer</summary>
#
# −56. Eight bits count like a clock with 256 hours: one after 127 comes −128. 200 is 73 past 127, so 200 − 256 = −56.
# It does not stop at 127, and it does not turn into a wider integer.
#
# </details>

# %% jupyter={"outputs_hidden": true} tags=["demo", "fact-B13"]
hundred = np.array([100], dtype=np.int8)
ones = np.ones(300, dtype=np.int8)
print("100 + 100       ", (hundred + hundred)[0])
print("sum of 300 ones ", ones.sum(dtype=np.int8))
print("numpy's own sum ", ones.sum())

# %% [markdown]
# A mask of 300 ones summed in int8 says 44 tokens. numpy's own `sum` widens small integers first; that is its choice,
# and other libraries and kernels choose otherwise. The sum of two arrays is never widened.
#
# *Converting* is another operation. To store floats as int8, one chooses what a step stands for, the **scale**, and divides
# by it. What lies beyond the range after that stops at the limit; it **saturates**.
#
# **Predict**: with a scale of 0.5, as which integers are 10.0, 63.5 and 100.0 stored? What do they stand for when
# they are read again?

# %% jupyter={"outputs_hidden": true}
stored = quantise([10.0, 63.5, 100.0], scale=0.5)
print("stored as", stored.integers)
print("stand for", stored.dequantise())

# %% [markdown]
# Left to itself, `quantise` takes the scale at which the largest magnitude becomes 127. Then nothing saturates, and
# everything is off by at most half a step. One outlier makes the step large for all others:

# %%
for values in ([0.1, -0.2, 0.3], [0.1, -0.2, 0.3, 50.0]):
    small = quantise(values)
    print(f"step {small.scale:.5f}: {small.integers} stand for {small.dequantise().round(3)}")

# %% [markdown] tags=["fact-C6"]
# <a id="logical-and-stored"></a>
# ## Logical, stored, kept
#
# Shape times bytes is the size of a tensor that *owns its buffer*. A view does not, and then there are three sizes,
# and all three are true:
#
# * **logical**: shape times bytes, what a copy would cost;
# * **stored**: the bytes of the different elements it reaches;
# * **kept**: the bytes of the whole buffer, which cannot be freed as long as the view is alive.
#
# **Predict** the three sizes of a row of 1000 numbers in fp32, expanded to `(5000, 1000)`.
#
# <details><summary>Answer</summary>
#
# Logical 20,000,000 bytes. Stored 4,000: the 5000 rows are the same row. Kept 4,000 as well.
#
# </details>

# %% jupyter={"outputs_hidden": true} tags=["demo", "fact-C6"]
row = Tensor.zeros((1, 1000))
print("expanded", memory_of(row.view().expand((5000, 1000)), "fp32"))

# %% [markdown]
# The other way round it hurts. From the activations of a whole batch you keep the last token of each sequence, a
# small slice, and put it into a list.
#
# **Predict** for `x` of shape `(8, 512, 64)` in fp32 and the slice `x[:, 511]`: what is it by its shape, and what
# does it keep from being freed?

# %% jupyter={"outputs_hidden": true} tags=["demo", "fact-C6"]
x = np.zeros((8, 512, 64), dtype=np.float32)
last = x[:, 511]
print("slice", memory_of(last))
print("copy ", memory_of(last.copy()))

# %% [markdown]
# 2,048 bytes by its shape, and it holds on to a megabyte. A list of such slices, one from each batch, fills the
# memory with batches that nobody uses any more. A copy costs 2,048 bytes and lets the rest go. Here, *copying saves
# memory*.

# %% [markdown] tags=["fact-B11"]
# <a id="loading-and-running"></a>
# ## Loading is not running
#
# "The model has 14 GB, I have a card with 16." Whether that is enough depends on what for. Loading the weights is
# shape times bytes, summed over the tensors of the model. A common rule of thumb adds a fifth. Running needs the
# activations of the table above besides, which grow with B and T, and training keeps more for each weight: its
# gradient, and what the optimiser remembers.
#
# **Predict** for 7 billion weights: what does loading take in bf16? And training, with weight and gradient in bf16,
# and in fp32 a copy of the weight and two running means for the optimiser?
#
# <details><summary>Answer</summary>
#
# Loading: 2 bytes each, 14 GB. Training: 2 + 2 + 4 + 4 + 4 = 16 bytes each, 112 GB, before the first activation.
#
# </details>

# %% jupyter={"outputs_hidden": true}
weights = 7_000_000_000
kept = ["bf16", "bf16", "fp32", "fp32", "fp32"]
print("loading ", tensor_bytes((weights,), "bf16").text)
print("training", sum((tensor_bytes((weights,), name) for name in kept), start=Bytes(0)).text)

# %% [markdown]
# Eight times as much. When somebody tells you the size of a model, ask what is counted: loaded or running, weights or
# all, GB or GiB.

# %% [markdown] tags=["fact-B14"]
# <a id="batching"></a>
# ## Batch against wait
#
# When a model is served, the one size you control is B. A larger batch is cheaper per row: the weights are read from
# memory once and used for all the rows. But a row gets its result only when the whole call is done.
#
# In one run on a laptop, the product `[B, 4096] @ [4096, 4096]` took 447 µs at B = 1. At B = 512 the call took 11.4
# ms, which is 22 µs a row.
#
# **Predict** from these figures: how many times the rows a second does the laptop get through at B = 512? How many
# times as long does each row wait?
#
# <details><summary>Answer</summary>
#
# 447 / 22 is 20 times the rows a second. 11.4 ms / 0.447 ms is 25 times the wait. (And the time until 512 requests
# have come in is not even counted.)
#
# </details>
#
# Now on the machine you sit at. The digits will be others, on every run; what counts are the last two columns.

# %% tags=["nbval-ignore-output", "demo", "fact-B14"] jupyter={"outputs_hidden": true}
print(measure_batches((1, 8, 64, 256), width=4096, repeats=9))

# %% [markdown]
# As a rule both columns grow. Where to stop between them is no question of mathematics: it depends on how long your
# users are willing to wait. A server that collects requests for some milliseconds and then runs them together is
# turning just this knob.

# %% [markdown] tags=["fact-B12", "fact-B13", "fact-B17"]
# <a id="try-it"></a>
# ## Predict, then look
#
# Two demos. In the first, choose the sizes, the format and the card. Say whether it fits, and whether T×T is more
# than half; only then do the bars appear.
#
# Questions that are worth the time: one at exactly the crossover; one where halving the format makes it fit, and one
# where it does not; one where you change B and ask yourself whether the *share* will move.

# %% tags=["demo", "fact-B12", "fact-B17"]
block_demo(judge=memory.judge_block)

# %% [markdown]
# In the second, type any number and choose a format. Say which number will be stored; for an infinity, type `inf`.
#
# Worth the time: 0.1, which no format holds exactly; 2049 in fp16; an integer beyond 256 in bf16; 1e-8 in fp16; 200
# in int8.

# %% tags=["demo", "fact-B13"]
number_demo(judge=memory.judge_number)

# %% [markdown]
# <a id="practice"></a>
# ## Practice
#
# Each cell below asks one kind of question for as long as you like: type an answer and press Enter. Two right ones in
# a row, and the questions become harder. If your answer is the one that a common mix-up gives, you are told which,
# and the mix-up is asked about again.
#
# Sizes may be typed as a plain number of bytes or with a unit, `1.5 GiB` or `250 MB`, as long as it is exact.

# %% tags=["practice", "fact-B11", "fact-B12"]
practice("bytes")

# %% [markdown]
# What a format makes of a number. Type `inf` or `-inf` for an infinity.

# %% tags=["practice", "fact-B13"]
practice("formats")

# %% [markdown]
# And what comes out of int8, when numbers are added and when they are converted:

# %% tags=["practice", "fact-B13"]
practice("int8")

# %% [markdown]
# <a id="next"></a>
# ## What comes next
#
# You can now
#
# * work out the bytes of a tensor from its shape and format, exactly, and say them in GB and in GiB,
# * list what a transformer block keeps, and tell what grows with T and what with T·T,
# * say what bf16, fp16 and int8 make of a number, and which of them loses digits, range, or both,
# * tell the logical size of a view from what it stores and what it keeps alive,
# * say what a larger batch buys, and who pays for it.
#
# The assignment of this unit asks you for more predictions, and for three functions: the bytes of a tensor, the bytes
# of attention, and rounding to bf16 by hand.
#
# The last unit gathers what all five have taught into four habits. One of them you have just learnt: compute what a
# tensor costs
# *before* you reserve it.
