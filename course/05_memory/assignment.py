# ---
# jupyter:
#   kernelspec:
#     display_name: Python 3 (ipykernel)
#     language: python
#     name: python3
# ---

# %% [markdown]
# # Memory: predict, then write
#
# What a tensor costs can be worked out before it exists, and what a format does to a number before it is stored. Here are
# twelve predictions of that kind, and three functions in plain Python. There are 60 points. A calculator is allowed; the
# point is to know what to multiply.
#
# **How it works**
#
# * An answer cell gives a name the value `None`. Put your answer in its place, and delete the lines below it that
#   raise an error. You may write a product and let Python multiply: `2 * 3 * 4` is as good as `24`.
# * The cell after it checks only whether your answer has the right *form*: an integer where an integer is asked, and not
#   `8.0`. Whether the answer is *right* you learn when your work has been graded; where a wrong answer gives away a common
#   mix-up, you will be told which.
# * Where a question has several parts, each part counts by itself. Leave a part at `None` if you do not know.
#
# Please leave the locked cells as they are.

# %% nbgrader={"grade": false, "grade_id": "memory_setup", "locked": true, "schema_version": 3, "solution": false, "task": false}
import math

from coursekit.questions import Integer, Integers, Number, Truth, check_call, check_forms

WIDTHS = {"fp64": 8, "fp32": 4, "bf16": 2, "fp16": 2, "int8": 1}  # bytes of one number

# %% [markdown]
# Here and below, bytes are whole bytes: give the exact number, not a rounded one with a unit. 1 GB is 10**9 bytes, 1 GiB is
# 2**30 bytes. Where infinity is the answer, write `math.inf` or `-math.inf`.

# %% [markdown]
# ## 1. Shape times bytes (4 points)
#
# Activations have shape `(16, 1024, 512)`. How many numbers are that? How many bytes do they take in fp32, in bf16, in int8?
#
# *Answer with four integers. For the shape `(10, 3)` they would be `30`, `120`, `60` and `30`.*

# %% nbgrader={"grade": false, "grade_id": "memory_bytes", "locked": false, "schema_version": 3, "solution": true, "task": false}
count_of_numbers = None
bytes_in_fp32 = None
bytes_in_bf16 = None
bytes_in_int8 = None
### BEGIN SOLUTION
count_of_numbers = 16 * 1024 * 512
bytes_in_fp32 = 4 * count_of_numbers
bytes_in_bf16 = 2 * count_of_numbers
bytes_in_int8 = count_of_numbers
### END SOLUTION

# %% nbgrader={"grade": true, "grade_id": "memory_bytes_test", "locked": true, "points": 4, "schema_version": 3, "solution": false, "task": false} tags=["fact-B11", "fact-B13"]
check_forms(
    count_of_numbers=(count_of_numbers, Integer()),
    bytes_in_fp32=(bytes_in_fp32, Integer()),
    bytes_in_bf16=(bytes_in_bf16, Integer()),
    bytes_in_int8=(bytes_in_int8, Integer()),
)
### BEGIN HIDDEN TESTS
from coursekit.questions import Part, mark_parts
from coursekit.questions.memory import bytes_of, count_of

shape = (16, 1024, 512)
mark_parts(
    Part("count_of_numbers", count_of(shape), count_of_numbers),
    Part("bytes_in_fp32", bytes_of(shape, "fp32"), bytes_in_fp32),
    Part("bytes_in_bf16", bytes_of(shape, "bf16"), bytes_in_bf16),
    Part("bytes_in_int8", bytes_of(shape, "int8"), bytes_in_int8),
)
### END HIDDEN TESTS

# %% [markdown]
# ## 2. GB and GiB (3 points)
#
# * A card has 24 GiB. How many bytes is that?
# * A tensor of shape `(48, 4096, 16384)` is stored in fp32. How many GiB is that?
# * Do 25 GB fit in 24 GiB?
#
# *Answer with an integer, a number, and `True` or `False`. For 1 GiB, a tensor of shape `(1024, 1024, 128)` and the question
# whether 2 GB fit in 1 GiB it would be `1073741824`, `0.5` and `False`.*

# %% nbgrader={"grade": false, "grade_id": "memory_units", "locked": false, "schema_version": 3, "solution": true, "task": false}
card_bytes = None
tensor_gib = None
fits_25_gb = None
### BEGIN SOLUTION
card_bytes = 24 * 2**30
tensor_gib = 48 * 4096 * 16384 * 4 / 2**30
fits_25_gb = card_bytes >= 25 * 10**9
### END SOLUTION

# %% nbgrader={"grade": true, "grade_id": "memory_units_test", "locked": true, "points": 3, "schema_version": 3, "solution": false, "task": false} tags=["fact-B11"]
check_forms(
    card_bytes=(card_bytes, Integer()),
    tensor_gib=(tensor_gib, Number()),
    fits_25_gb=(fits_25_gb, Truth()),
)
### BEGIN HIDDEN TESTS
from coursekit.questions import Part, mark_parts
from coursekit.questions.memory import bytes_of_gib, fits_of, gib_of

mark_parts(
    Part("card_bytes", bytes_of_gib(24), card_bytes),
    Part("tensor_gib", gib_of((48, 4096, 16384), "fp32"), tensor_gib),
    Part("fits_25_gb", fits_of("25", 24), fits_25_gb),
)
### END HIDDEN TESTS

# %% [markdown]
# ## 3. What a block keeps (5 points)
#
# A transformer block has B = 2 sequences of T = 1000 tokens, d = 768 and 12 heads. Everything is fp32. As in the lesson it
# keeps its input, Q, K and V, the scores and the attention weights, and a hidden layer that is 4d wide.
#
# * Which shape have the scores? How many bytes do they take?
# * How many bytes does Q take?
# * How many bytes does the block keep in all?
#
# *Answer with a tuple of integers and three integers. For B = 1, T = 10, d = 6 and 2 heads, the scores would have shape
# `(1, 2, 10, 10)`.*

# %% nbgrader={"grade": false, "grade_id": "memory_block", "locked": false, "schema_version": 3, "solution": true, "task": false}
scores_shape = None
scores_bytes = None
q_bytes = None
block_bytes = None
### BEGIN SOLUTION
scores_shape = (2, 12, 1000, 1000)
scores_bytes = 4 * 2 * 12 * 1000 * 1000
q_bytes = 4 * 2 * 1000 * 768
block_bytes = 8 * q_bytes + 2 * scores_bytes
### END SOLUTION

# %% nbgrader={"grade": true, "grade_id": "memory_block_test", "locked": true, "points": 5, "schema_version": 3, "solution": false, "task": false} tags=["fact-B12"]
check_forms(
    scores_shape=(scores_shape, Integers()),
    scores_bytes=(scores_bytes, Integer()),
    q_bytes=(q_bytes, Integer()),
    block_bytes=(block_bytes, Integer()),
)
### BEGIN HIDDEN TESTS
from coursekit.questions import Part, mark_parts
from coursekit.questions.memory import Block, block_bytes_of, row_bytes_of, scores_shape_of

block = Block(B=2, T=1000, d=768, heads=12)
mark_parts(
    Part("scores_shape", scores_shape_of(block), scores_shape),
    Part("scores_bytes", row_bytes_of(block, "scores"), scores_bytes),
    Part("q_bytes", row_bytes_of(block, "Q"), q_bytes),
    Part("block_bytes", block_bytes_of(block), block_bytes, 2),
)
### END HIDDEN TESTS

# %% [markdown]
# ## 4. What grows how (4 points)
#
# The same block. How many times as many bytes as before
#
# * do the scores take, if T grows from 1000 to 3000?
# * does Q take, if T grows from 1000 to 3000?
# * do the scores take, if there are 24 heads in place of 12, and d stays 768?
# * does Q take, if there are 24 heads in place of 12, and d stays 768?
#
# *Answer with four integers: `1` where nothing changes. If B grew from 2 to 10, each would take `5` times as many.*

# %% nbgrader={"grade": false, "grade_id": "memory_growth", "locked": false, "schema_version": 3, "solution": true, "task": false}
scores_longer = None
q_longer = None
scores_more_heads = None
q_more_heads = None
### BEGIN SOLUTION
scores_longer = 3 * 3
q_longer = 3
scores_more_heads = 2
q_more_heads = 1
### END SOLUTION

# %% nbgrader={"grade": true, "grade_id": "memory_growth_test", "locked": true, "points": 4, "schema_version": 3, "solution": false, "task": false} tags=["fact-B12"]
check_forms(
    scores_longer=(scores_longer, Integer()),
    q_longer=(q_longer, Integer()),
    scores_more_heads=(scores_more_heads, Integer()),
    q_more_heads=(q_more_heads, Integer()),
)
### BEGIN HIDDEN TESTS
from coursekit.questions import Part, mark_parts
from coursekit.questions.memory import Block, growth_of

block, longer, more_heads = Block(B=2, T=1000, d=768, heads=12), {"T": 3000}, {"heads": 24}
mark_parts(
    Part("scores_longer", growth_of(block, "scores", longer), scores_longer),
    Part("q_longer", growth_of(block, "Q", longer), q_longer),
    Part("scores_more_heads", growth_of(block, "scores", more_heads), scores_more_heads),
    Part("q_more_heads", growth_of(block, "Q", more_heads), q_more_heads),
)
### END HIDDEN TESTS

# %% [markdown]
# ## 5. Where T×T takes over (3 points)
#
# * d = 1024, 32 heads, fp32: at how many tokens do the two T×T tensors cost exactly as much as the rest of the block?
# * d = 2048, 16 heads, bf16: at how many?
# * Back to d = 1024 and 32 heads, with B = 1 and T = 384: which part of the block are the two T×T tensors, as a number from
#   0 to 1?
#
# *Answer with two integers and a number. For d = 40 and 10 heads, the first would be `16`.*

# %% nbgrader={"grade": false, "grade_id": "memory_crossover", "locked": false, "schema_version": 3, "solution": true, "task": false}
crossover_fp32 = None
crossover_bf16 = None
share_at_384 = None
### BEGIN SOLUTION
crossover_fp32 = 4 * (1024 // 32)
crossover_bf16 = 4 * (2048 // 16)
share_at_384 = 384 / (384 + crossover_fp32)
### END SOLUTION

# %% nbgrader={"grade": true, "grade_id": "memory_crossover_test", "locked": true, "points": 3, "schema_version": 3, "solution": false, "task": false} tags=["fact-B12"]
check_forms(
    crossover_fp32=(crossover_fp32, Integer()),
    crossover_bf16=(crossover_bf16, Integer()),
    share_at_384=(share_at_384, Number()),
)
### BEGIN HIDDEN TESTS
from coursekit.questions import Part, mark_parts
from coursekit.questions.memory import Block, crossover_of, share_of

narrow, wide = Block(1, 384, 1024, 32), Block(1, 384, 2048, 16, "bf16")
mark_parts(
    Part("crossover_fp32", crossover_of(narrow), crossover_fp32),
    Part("crossover_bf16", crossover_of(wide), crossover_bf16),
    Part("share_at_384", share_of(narrow), share_at_384),
)
### END HIDDEN TESTS

# %% [markdown]
# ## 6. What fits (2 points)
#
# Twelve such blocks, T = 1024, d = 2048, 16 heads, fp32, and a card with 24 GiB that has nothing else to hold. How many
# sequences fit at once?
#
# *Answer with an integer. If each sequence took 5 GiB in all, it would be `4`.*

# %% nbgrader={"grade": false, "grade_id": "memory_fits", "locked": false, "schema_version": 3, "solution": true, "task": false}
sequences = None
### BEGIN SOLUTION
sequences = 24 * 2**30 // (12 * 4 * (8 * 1024 * 2048 + 2 * 16 * 1024 * 1024))
### END SOLUTION

# %% nbgrader={"grade": true, "grade_id": "memory_fits_test", "locked": true, "points": 2, "schema_version": 3, "solution": false, "task": false} tags=["fact-B12"]
check_forms(sequences=(sequences, Integer()))
### BEGIN HIDDEN TESTS
from coursekit.questions import mark
from coursekit.questions.memory import Block, largest_batch_of

block = Block(B=1, T=1024, d=2048, heads=16, layers=12)
mark(largest_batch_of(block, 24), sequences, points=2)
### END HIDDEN TESTS

# %% [markdown]
# ## 7. Numbers in bf16 (4 points)
#
# bf16 keeps 7 bits of mantissa. What becomes of
#
# * 2.718281828,
# * 1.012,
# * 515,
#
# and what comes out when 2 is added a thousand times, one after another, to a sum that starts at 0 and is rounded to bf16 after
# each addition?
#
# *Answer with four numbers. 1.004 would become `1.0078125`.*

# %% nbgrader={"grade": false, "grade_id": "memory_bf16", "locked": false, "schema_version": 3, "solution": true, "task": false}
bf16_e = None
bf16_1012 = None
bf16_515 = None
sum_of_twos = None
### BEGIN SOLUTION
bf16_e = 174 / 64  # between 2 and 4 the step is 2 / 128
bf16_1012 = 1 + 2 / 128
bf16_515 = 516.0  # between 512 and 1024 the step is 4
sum_of_twos = 512.0  # from there on, 2 is half a step, and the tie goes to the even neighbour
### END SOLUTION

# %% nbgrader={"grade": true, "grade_id": "memory_bf16_test", "locked": true, "points": 4, "schema_version": 3, "solution": false, "task": false} tags=["fact-B13"]
check_forms(
    bf16_e=(bf16_e, Number()),
    bf16_1012=(bf16_1012, Number()),
    bf16_515=(bf16_515, Number()),
    sum_of_twos=(sum_of_twos, Number()),
)
### BEGIN HIDDEN TESTS
from coursekit.questions import Part, mark_parts
from coursekit.questions.memory import rounded_of, running_sum_of

mark_parts(
    Part("bf16_e", rounded_of(2.718281828, "bf16"), bf16_e),
    Part("bf16_1012", rounded_of(1.012, "bf16"), bf16_1012),
    Part("bf16_515", rounded_of(515, "bf16"), bf16_515),
    Part("sum_of_twos", running_sum_of(2, 1000, "bf16"), sum_of_twos),
)
### END HIDDEN TESTS

# %% [markdown]
# ## 8. Numbers in fp16 (5 points)
#
# fp16 keeps 10 bits of mantissa, 5 of exponent, and ends at 65,504. What becomes of
#
# * 70000,
# * 4099,
# * the number -1e9, with which a score is filled that shall get no weight?
#
# Five gradients are 1e-8, 2e-8, 1e-6, 0.02 and 20.0.
#
# * How many of them become 0 in fp16?
# * The loss is multiplied by 4096, and so is each gradient. How many of them become infinite now?
#
# *Answer with three numbers and two integers. 2049 would become `2048.0`.*

# %% nbgrader={"grade": false, "grade_id": "memory_fp16", "locked": false, "schema_version": 3, "solution": true, "task": false}
fp16_70000 = None
fp16_4099 = None
fp16_fill = None
gradients_lost = None
gradients_infinite = None
### BEGIN SOLUTION
fp16_70000 = math.inf
fp16_4099 = 4100.0  # between 4096 and 8192 the step is 4
fp16_fill = -math.inf
gradients_lost = 2  # what is below half the smallest number, 2**-24
gradients_infinite = 1  # 20 * 4096 is larger than 65504
### END SOLUTION

# %% nbgrader={"grade": true, "grade_id": "memory_fp16_test", "locked": true, "points": 5, "schema_version": 3, "solution": false, "task": false} tags=["fact-B13"]
check_forms(
    fp16_70000=(fp16_70000, Number()),
    fp16_4099=(fp16_4099, Number()),
    fp16_fill=(fp16_fill, Number()),
    gradients_lost=(gradients_lost, Integer()),
    gradients_infinite=(gradients_infinite, Integer()),
)
### BEGIN HIDDEN TESTS
from coursekit.questions import Part, mark_parts
from coursekit.questions.memory import (
    fill_of,
    gradients_lost_of,
    gradients_overflowing_of,
    rounded_of,
)

gradients = [1e-8, 2e-8, 1e-6, 0.02, 20.0]
infinite = gradients_overflowing_of(gradients, 4096, "fp16")
large = rounded_of(70000, "fp16", drop_ambiguous=True)  # cutting digits off ends at infinity too
mark_parts(
    Part("fp16_70000", large, fp16_70000),
    Part("fp16_4099", rounded_of(4099, "fp16"), fp16_4099),
    Part("fp16_fill", fill_of(-1e9, "fp16"), fp16_fill),
    Part("gradients_lost", gradients_lost_of(gradients, "fp16"), gradients_lost),
    Part("gradients_infinite", infinite, gradients_infinite),
)
### END HIDDEN TESTS

# %% [markdown]
# ## 9. Integers of eight bits (4 points)
#
# int8 holds the integers from −128 to 127. What comes out in int8 of
#
# * 100 + 50,
# * −100 + (−100),
# * the sum of a mask of 1000 ones, added up one after another?
#
# And as which integer is the number −90.0 stored when data are *converted*, and one step of the integers stands for 0.5?
#
# *Answer with four integers. 100 + 27 would be `127`, and 10.0 would be stored as `20`.*

# %% nbgrader={"grade": false, "grade_id": "memory_int8", "locked": false, "schema_version": 3, "solution": true, "task": false}
sum_of_two = None
sum_of_negatives = None
sum_of_mask = None
converted = None
### BEGIN SOLUTION
sum_of_two = 150 - 256
sum_of_negatives = -200 + 256
sum_of_mask = 1000 - 4 * 256
converted = -128  # -180 is beyond the range, and converting stops at the limit
### END SOLUTION

# %% nbgrader={"grade": true, "grade_id": "memory_int8_test", "locked": true, "points": 4, "schema_version": 3, "solution": false, "task": false} tags=["fact-B13"]
check_forms(
    sum_of_two=(sum_of_two, Integer()),
    sum_of_negatives=(sum_of_negatives, Integer()),
    sum_of_mask=(sum_of_mask, Integer()),
    converted=(converted, Integer()),
)
### BEGIN HIDDEN TESTS
from coursekit.questions import Part, mark_parts
from coursekit.questions.memory import int8_converted_of, int8_sum_of

mark_parts(
    Part("sum_of_two", int8_sum_of([100, 50]), sum_of_two),
    Part("sum_of_negatives", int8_sum_of([-100, -100]), sum_of_negatives),
    Part("sum_of_mask", int8_sum_of([1] * 1000), sum_of_mask),
    Part("converted", int8_converted_of(-90.0, 0.5), converted),
)
### END HIDDEN TESTS

# %% [markdown]
# ## 10. Logical, stored, kept (4 points)
#
# A bias of shape `(1, 512)` in bf16 is expanded to `(2048, 512)`.
#
# * How many bytes is the expanded tensor by its shape?
# * How many bytes do its different elements take in memory?
#
# Activations `x` of shape `(16, 512, 64)` are stored in fp32. Only the view `x[:, 511]`, the last token of each sequence, is
# still in use.
#
# * How many bytes is this view by its shape?
# * How many bytes of memory cannot be freed because of it?
#
# *Answer with four integers. For `(1, 10)` expanded to `(3, 10)`, the first two would be `60` and `20`.*

# %% nbgrader={"grade": false, "grade_id": "memory_views", "locked": false, "schema_version": 3, "solution": true, "task": false}
expanded_logical = None
expanded_stored = None
slice_logical = None
slice_kept = None
### BEGIN SOLUTION
expanded_logical = 2 * 2048 * 512
expanded_stored = 2 * 512
slice_logical = 4 * 16 * 64
slice_kept = 4 * 16 * 512 * 64
### END SOLUTION

# %% nbgrader={"grade": true, "grade_id": "memory_views_test", "locked": true, "points": 4, "schema_version": 3, "solution": false, "task": false} tags=["fact-C6"]
check_forms(
    expanded_logical=(expanded_logical, Integer()),
    expanded_stored=(expanded_stored, Integer()),
    slice_logical=(slice_logical, Integer()),
    slice_kept=(slice_kept, Integer()),
)
### BEGIN HIDDEN TESTS
from coursekit.questions import Part, mark_parts
from coursekit.questions.memory import expanded_bytes_of, sliced_bytes_of

bias, target = (1, 512), (2048, 512)
activations, last_token = (16, 512, 64), (slice(None), 511)
logical, stored = (
    expanded_bytes_of("logical", bias, target, "bf16"),
    expanded_bytes_of("stored", bias, target, "bf16"),
)
of_slice, kept = (
    sliced_bytes_of("logical", activations, last_token, "fp32"),
    sliced_bytes_of("kept", activations, last_token, "fp32"),
)
mark_parts(
    Part("expanded_logical", logical, expanded_logical),
    Part("expanded_stored", stored, expanded_stored),
    Part("slice_logical", of_slice, slice_logical),
    Part("slice_kept", kept, slice_kept),
)
### END HIDDEN TESTS

# %% [markdown]
# ## 11. Loading and training (2 points)
#
# A model has 1,500,000,000 weights, stored in bf16.
#
# * How many bytes does loading it take?
# * Training keeps for each weight: the weight and its gradient in bf16, and, for the optimiser, a copy of the weight and two
#   running means in fp32. How many bytes is that, before a single activation?
#
# *Answer with two integers. For 10 weights in fp32, the first would be `40`.*

# %% nbgrader={"grade": false, "grade_id": "memory_training", "locked": false, "schema_version": 3, "solution": true, "task": false}
loaded_bytes = None
training_bytes = None
### BEGIN SOLUTION
loaded_bytes = 2 * 1_500_000_000
training_bytes = (2 + 2 + 4 + 4 + 4) * 1_500_000_000
### END SOLUTION

# %% nbgrader={"grade": true, "grade_id": "memory_training_test", "locked": true, "points": 2, "schema_version": 3, "solution": false, "task": false} tags=["fact-B11"]
check_forms(
    loaded_bytes=(loaded_bytes, Integer()),
    training_bytes=(training_bytes, Integer()),
)
### BEGIN HIDDEN TESTS
from coursekit.questions import Part, mark_parts
from coursekit.questions.memory import loaded_bytes_of, training_bytes_of

weights, kept = 1_500_000_000, ("bf16", "bf16", "fp32", "fp32", "fp32")
mark_parts(
    Part("loaded_bytes", loaded_bytes_of(weights, "bf16"), loaded_bytes),
    Part("training_bytes", training_bytes_of(weights, kept), training_bytes),
)
### END HIDDEN TESTS

# %% [markdown]
# ## 12. Batch against wait (3 points)
#
# A matrix product was timed on some machine. With one row a call took 400 µs, with 128 rows it took 3200 µs.
#
# * With 128 rows: how many µs of the call fall to one row?
# * How many times the rows a second does the machine get through with 128 rows, compared with one?
# * How many times as long does each row wait for its result?
#
# *Answer with three numbers. Had the call with 128 rows taken 12800 µs, the first would be `100.0`.*

# %% nbgrader={"grade": false, "grade_id": "memory_batch", "locked": false, "schema_version": 3, "solution": true, "task": false}
row_microseconds = None
throughput_times = None
wait_times = None
### BEGIN SOLUTION
row_microseconds = 3200 / 128
throughput_times = 400 / row_microseconds
wait_times = 3200 / 400
### END SOLUTION

# %% nbgrader={"grade": true, "grade_id": "memory_batch_test", "locked": true, "points": 3, "schema_version": 3, "solution": false, "task": false} tags=["fact-B14"]
check_forms(
    row_microseconds=(row_microseconds, Number()),
    throughput_times=(throughput_times, Number()),
    wait_times=(wait_times, Number()),
)
### BEGIN HIDDEN TESTS
from coursekit.questions import Part, mark_parts
from coursekit.questions.memory import row_time_of, throughput_gain_of, wait_growth_of

calls = ((1, 400.0), (128, 3200.0))
mark_parts(
    Part("row_microseconds", row_time_of(*calls[-1]), row_microseconds),
    Part("throughput_times", throughput_gain_of(calls), throughput_times),
    Part("wait_times", wait_growth_of(calls), wait_times),
)
### END HIDDEN TESTS

# %% [markdown]
# ## 13. Write `tensor_bytes` (5 points)
#
# Now in Python. Given a shape, a tuple of integers that are 0 or larger, and the name of a format, return how many bytes the
# numbers of such a tensor take. `WIDTHS` holds the bytes of one number of each format.
#
# It will be tried on ordinary shapes, on the scalar `()`, on sizes of 0, and in every format of `WIDTHS`.
#
# *For instance, `tensor_bytes((10, 3), "bf16")` returns `60`.*

# %% nbgrader={"grade": false, "grade_id": "memory_tensor_bytes", "locked": false, "schema_version": 3, "solution": true, "task": false}
def tensor_bytes(shape, format):
    """Return how many bytes a tensor takes that owns its buffer."""
    ### BEGIN SOLUTION
    return math.prod(shape) * WIDTHS[format]
    ### END SOLUTION

# %% nbgrader={"grade": true, "grade_id": "memory_tensor_bytes_test", "locked": true, "points": 5, "schema_version": 3, "solution": false, "task": false} tags=["fact-B11", "fact-C6"]
check_call(tensor_bytes, (9,), "fp32", form=Integer(), name="tensor_bytes")
### BEGIN HIDDEN TESTS
from coursekit.questions import Group, mark_function, memory

mark_function(
    tensor_bytes,
    memory.tensor_bytes,
    [
        Group(
            "ordinary shapes",
            [((4, 7), "fp32"), ((2, 3, 5), "bf16"), ((6,), "fp16"), ((8, 1, 2, 3), "fp64")],
            2,
        ),
        Group("numbers of one byte", [((4, 7), "int8"), ((3, 3, 3), "int8")]),
        Group("the scalar", [((), "fp32"), ((), "bf16")]),
        Group("sizes of 0", [((0,), "fp32"), ((2, 0, 3), "bf16"), ((5, 0), "fp64")]),
    ],
    form=Integer(),
    beliefs=memory.BYTES_FUNCTIONS,
)
### END HIDDEN TESTS

# %% [markdown]
# ## 14. Write `attention_bytes` (5 points)
#
# The scores and the attention weights are the two tensors of a block that hold one number for each pair of tokens. Given B, T,
# the number of heads and the name of a format, return how many bytes the two take together.
#
# *For instance, `attention_bytes(1, 10, 3, "fp32")` returns `2400`.*

# %% nbgrader={"grade": false, "grade_id": "memory_attention_bytes", "locked": false, "schema_version": 3, "solution": true, "task": false}
def attention_bytes(B, T, heads, format):
    """Return how many bytes scores and attention weights take together."""
    ### BEGIN SOLUTION
    return 2 * B * heads * T * T * WIDTHS[format]
    ### END SOLUTION

# %% nbgrader={"grade": true, "grade_id": "memory_attention_bytes_test", "locked": true, "points": 5, "schema_version": 3, "solution": false, "task": false} tags=["fact-B12"]
check_call(attention_bytes, 1, 9, 1, "bf16", form=Integer(), name="attention_bytes")
### BEGIN HIDDEN TESTS
from coursekit.questions import Group, mark_function, memory

mark_function(
    attention_bytes,
    memory.attention_bytes,
    [
        Group("one head", [(1, 16, 1, "fp32"), (4, 64, 1, "bf16")]),
        Group(
            "several heads",
            [(2, 16, 5, "fp32"), (1, 128, 12, "fp16"), (32, 2048, 64, "fp32")],
            2,
        ),
        Group("a single token", [(3, 1, 5, "fp32"), (1, 1, 7, "bf16")]),
        Group("numbers of one byte", [(2, 9, 3, "int8"), (1, 32, 5, "int8")]),
    ],
    form=Integer(),
    beliefs=memory.ATTENTION_FUNCTIONS,
)
### END HIDDEN TESTS

# %% [markdown]
# ## 15. Write `round_to_bf16` (7 points)
#
# Return the bf16 number that is nearest to a finite number `x`; of two equally near ones the one whose last mantissa bit is 0.
#
# Take three steps. First find the step at which the numbers of bf16 follow each other around `x`: `math.frexp(x)` returns a
# fraction and an exponent `e` with `2**(e - 1) <= abs(x) < 2**e`, and in that range the step is `2.0**(e - 8)`. Then
# count steps, with Python's `round`, which takes the even one of two equally near integers. What is larger than the largest
# number of bf16, `255 * 2.0**120`, becomes an infinity of the same sign.
#
# It will be tried on numbers between steps, on integers, halfway between two neighbours, on 0.0, and beyond the range. Numbers
# closer to 0 than 1e-30 do not occur, 0.0 itself apart.
#
# *For instance, `round_to_bf16(1.004)` returns `1.0078125`.*

# %% nbgrader={"grade": false, "grade_id": "memory_round_to_bf16", "locked": false, "schema_version": 3, "solution": true, "task": false}
def round_to_bf16(x):
    """Return the number of bf16 that is nearest to x."""
    ### BEGIN SOLUTION
    _, exponent = math.frexp(x)
    step = 2.0 ** (exponent - 8)
    nearest = round(x / step) * step
    return math.copysign(math.inf, x) if abs(nearest) > 255 * 2.0**120 else nearest
    ### END SOLUTION

# %% nbgrader={"grade": true, "grade_id": "memory_round_to_bf16_test", "locked": true, "points": 7, "schema_version": 3, "solution": false, "task": false} tags=["fact-B13"]
check_call(round_to_bf16, 9.0, form=Number(), name="round_to_bf16")
### BEGIN HIDDEN TESTS
from coursekit.questions import Group, mark_function, memory


def numbers(*each):
    """Return the arguments of one call for each number."""
    return [(number,) for number in each]


mark_function(
    round_to_bf16,
    memory.round_to_bf16,
    [
        Group("numbers between steps", numbers(3.14159, 0.1, -2.71828, 1.012, 1e-20, -0.007), 2),
        Group("integers", numbers(259.0, 301.0, 100003.0, -515.0, 65636.0), 2),
        Group("halfway", numbers(1.00390625, 1.01171875, -3.0234375)),
        Group("numbers that bf16 holds, and 0", numbers(1.0, 0.5, -3.0, 256.0, 0.0)),
        Group("beyond the range", numbers(1e39, 3.41e38, -3.41e38)),
    ],
    form=Number(),
    beliefs=memory.ROUNDING_FUNCTIONS,
)
### END HIDDEN TESTS

# %% [markdown]
# ## Before you hand in
#
# Restart the kernel and run all cells, so that nothing depends on a cell that is gone. Then save and hand in. A question
# that you left open costs its own points and nothing else.
