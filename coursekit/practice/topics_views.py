"""Practice for the second unit: permutations, slices, merging, expanding, orders of reading."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from coursekit.practice.exercise import Exercise, Topic
from coursekit.questions.views import (
    base_offset_of,
    expanded_strides_of,
    flat_among,
    head_of,
    logical_bytes_of,
    permuted_offset_of,
    permuted_shape_of,
    permuted_strides_of,
    repeated_values_of,
    reshaped_values_of,
    sliced_strides_of,
    stored_bytes_of,
    transposed_values_of,
    viewed_strides_of,
)
from coursekit.questions.views.transposes import inverse
from tensorlib import row_major_strides

Shape = tuple[int, ...]
Key = tuple[int | slice, ...]

_SIDES = range(2, 7)
_STEPS = (slice(None, None, 2), slice(1, None, 2), slice(None, None, -1), slice(2, None))


def _shape(chance: Random, rank: int) -> Shape:
    """Return sizes that all differ, so that no two axes can be mixed up unseen."""
    return tuple(chance.sample(_SIDES, rank))


def _swap(chance: Random) -> Exercise:
    shape = _shape(chance, chance.choice((2, 3)))
    axes = (1, 0, *range(2, len(shape)))
    return _permuted(shape, axes)


def _permutation(chance: Random) -> Exercise:
    shape = _shape(chance, 3)
    axes = chance.choice(((2, 0, 1), (1, 2, 0), (2, 1, 0), (0, 2, 1)))
    if inverse(axes) != axes and chance.random() < 1 / 3:
        question = permuted_shape_of(shape, axes, drop_ambiguous=True)
        return Exercise(question, f"Axis 0 of the view is axis {axes[0]} of t, and so on: {axes}.")
    return _permuted(shape, axes)


def _permuted(shape: Shape, axes: Shape) -> Exercise:
    strides = row_major_strides(shape)
    question = permuted_strides_of(shape, axes, drop_ambiguous=True)
    reason = f"The strides of t are {strides}; the view takes those of axes {axes}, in this order."
    return Exercise(question, reason)


def _permuted_offset(chance: Random) -> Exercise:
    shape = _shape(chance, 3)
    axes = chance.choice(((2, 0, 1), (1, 2, 0), (2, 1, 0)))
    coordinate = tuple(chance.randrange(1, shape[axis]) for axis in axes)
    strides = [row_major_strides(shape)[axis] for axis in axes]
    terms = " + ".join(f"{i} · {s}" for i, s in zip(coordinate, strides, strict=True))
    question = permuted_offset_of(shape, axes, coordinate, drop_ambiguous=True)
    return Exercise(question, f"The view's strides are {tuple(strides)}: {terms}.")


def _slice_strides(keys: Callable[[Random], Key]) -> Callable[[Random], Exercise]:
    def level(chance: Random) -> Exercise:
        shape = tuple(chance.sample(range(3, 9), 2))
        question = sliced_strides_of(shape, keys(chance), drop_ambiguous=True)
        strides = row_major_strides(shape)
        return Exercise(
            question, f"The strides of t are {strides}. A step multiplies its axis's stride."
        )

    return level


def _base_offset(chance: Random) -> Exercise:
    shape = tuple(chance.sample(range(3, 9), 2))
    key = (chance.choice(_STEPS[1:]), chance.choice((1, 2, *_STEPS)))
    question = base_offset_of(shape, key, drop_ambiguous=True)
    strides = row_major_strides(shape)
    return Exercise(
        question,
        f"On each axis, where the slice starts times the stride, of {strides}: a slice backwards "
        "starts at the last position.",
    )


def _one_step(chance: Random) -> Key:
    key = [slice(None), chance.choice(_STEPS)]
    chance.shuffle(key)
    return tuple(key)


def _two_steps(chance: Random) -> Key:
    return chance.choice(_STEPS[:3]), chance.choice(_STEPS[:3])


def _flat_layouts(chance: Random) -> Exercise:
    """Offer one layout that is contiguous, one that is only viewable, one that is neither."""
    layouts = []
    for step, gap in ((1, 0), (chance.choice((2, 3)), 0), (1, chance.choice((1, 2)))):
        rows, columns = _shape(chance, 2)
        layouts.append(((rows, columns), (columns * step + gap, step)))
    chance.shuffle(layouts)
    reasons = [
        f"{number}: {size} · {inner} = {size * inner}, the outer stride is {outer}"
        for number, ((_, size), (outer, inner)) in enumerate(layouts, start=1)
    ]
    return Exercise(flat_among(layouts), f"{'; '.join(reasons)}.")


def _merged_strides(chance: Random) -> Exercise:
    """Merge the last two of three axes, behind the first of which there is a gap."""
    first, middle, last = _shape(chance, 3)
    strides = (middle * last * 2, last, 1)
    target = (first, middle * last)
    question = viewed_strides_of((first, middle, last), strides, target, drop_ambiguous=True)
    return Exercise(
        question, f"{last} is {last} · 1, so the last two axes merge with stride 1; axis 0 stays."
    )


def _stretched(chance: Random) -> tuple[Shape, Shape]:
    rows, columns = chance.sample(range(2, 8), 2)
    return chance.choice((((rows, 1), (rows, columns)), ((columns,), (rows, columns))))


def _expanded_strides(chance: Random) -> Exercise:
    shape, target = _stretched(chance)
    question = expanded_strides_of(shape, target, drop_ambiguous=True)
    return Exercise(question, "A step along the stretched axis leads nowhere: its stride is 0.")


def _expanded_bytes(chance: Random) -> Exercise:
    shape, target = _stretched(chance)
    maker = chance.choice((stored_bytes_of, logical_bytes_of))
    return Exercise(
        maker(shape, target, drop_ambiguous=True),
        f"By the shape {target} it is 8 bytes a coordinate; stored are 8 bytes for each element "
        f"of {shape}.",
    )


def _matrix_order(chance: Random) -> Exercise:
    rows, columns = chance.choice(((2, 3), (3, 2), (2, 4), (4, 2), (3, 3), (2, 5), (5, 2)))
    maker = chance.choice((transposed_values_of, reshaped_values_of))
    reason = "A reshape keeps the order of reading; a transpose makes rows of the columns."
    return Exercise(maker(rows, columns), reason)


def _repeats(chance: Random) -> Exercise:
    question = repeated_values_of(
        chance.choice((2, 3, 4)), chance.choice((2, 3)), each=chance.random() < 1 / 2
    )
    return Exercise(question, "A column repeats each item, a row repeats the whole sequence.")


def _heads(chance: Random) -> Exercise:
    tokens, heads, width = (chance.choice((2, 3)) for _ in range(3))
    question = head_of(tokens, heads, width, chance.randrange(heads))
    return Exercise(question, f"Of each token the head gets {width} features that stand together.")


TOPICS = (
    Topic(
        "permutations",
        "shape, strides and offsets of permuted views",
        (_swap, _permutation, _permuted_offset),
        "(1, 12, 4)",
    ),
    Topic(
        "slices",
        "strides and first place of slices",
        (_slice_strides(_one_step), _base_offset, _slice_strides(_two_steps)),
        "(6, 2) or 13",
    ),
    Topic("merging", "which axes can merge", (_flat_layouts, _merged_strides), "(1, 3)"),
    Topic(
        "expanding",
        "strides and bytes of expanded tensors",
        (_expanded_strides, _expanded_bytes),
        "(0, 1) or 96",
    ),
    Topic(
        "orders",
        "in which order values are read: reshape, transpose, repeat, heads",
        (_matrix_order, _repeats, _heads),
        "1, 2, 3, 4",
    ),
)
"""What the second unit gives to practise."""
