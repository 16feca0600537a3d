"""Practice for the first unit: strides, offsets, errors, and the way back to a coordinate."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from coursekit.practice.exercise import Exercise, Topic
from coursekit.questions.flat_buffer import (
    coordinate_at,
    offset_of,
    refusal_of,
    strides_of,
)
from tensorlib import IndexOutOfBounds, Layout, element_count

Shape = tuple[int, ...]
ShapeMaker = Callable[[Random], Shape]


def _of_rank(rank: int, sizes: range) -> ShapeMaker:
    return lambda chance: tuple(chance.choice(sizes) for _ in range(rank))


def _at_the_edge(chance: Random) -> Shape:
    """Return a shape with a 0 or a 1 in it, or none at all."""
    sizes = [chance.choice(range(2, 6)) for _ in range(chance.choice(range(4)))]
    if sizes:
        sizes[chance.randrange(len(sizes))] = chance.choice((0, 0, 1))
    return tuple(sizes)


def _strides(shape_of: ShapeMaker) -> Callable[[Random], Exercise]:
    def level(chance: Random) -> Exercise:
        shape = shape_of(chance)
        return Exercise(strides_of(shape, drop_ambiguous=True), _strides_text(shape))

    return level


def _strides_text(shape: Shape) -> str:
    if not shape:
        return "There is no axis, so there is no stride."
    strides = Layout.row_major(shape).strides
    last = len(shape) - 1
    steps = [f"The last stride is {strides[last]}."]
    for axis in reversed(range(last)):
        step = f"{shape[axis + 1]} · {strides[axis + 1]} = {strides[axis]}"
        steps.append(f"Axis {axis}: size times stride of axis {axis + 1}, {step}.")
    return " ".join(steps)


def _offsets(shape_of: ShapeMaker) -> Callable[[Random], Exercise]:
    def level(chance: Random) -> Exercise:
        shape = shape_of(chance)
        coordinate = tuple(chance.randrange(size) for size in shape)
        question = offset_of(shape, coordinate, drop_ambiguous=True)
        terms = Layout.row_major(shape).terms(coordinate)
        products = " + ".join(f"{term.index} · {term.stride}" for term in terms)
        strides = Layout.row_major(shape).strides
        return Exercise(question, f"The strides are {strides}: {products} = {question.answer}.")

    return level


def _errors(faults: int, *, ranks: bool) -> Callable[[Random], Exercise]:
    def level(chance: Random) -> Exercise:
        shape = _of_rank(3, range(2, 6))(chance)
        coordinate = [chance.randrange(size) for size in shape]
        for axis in chance.sample(range(3), faults):
            coordinate[axis] = chance.choice((shape[axis], shape[axis] + 2, -1))
        if ranks and chance.random() < 1 / 3:
            coordinate = coordinate[: chance.choice((1, 2))]
        question = refusal_of(shape, tuple(coordinate), drop_ambiguous=True)
        return Exercise(question, _refusal_text(question.answer))

    return level


def _refusal_text(error: object) -> str:
    if not isinstance(error, IndexOutOfBounds):
        return "Before any index is looked at, there must be one for each axis."
    fault = f"0 <= {error.index} < {error.dimension} does not hold"
    return f"From axis 0 on, each index is held against its size. At axis {error.axis}, {fault}."


def _inverse(shape_of: ShapeMaker) -> Callable[[Random], Exercise]:
    def level(chance: Random) -> Exercise:
        shape = shape_of(chance)
        offset = chance.randrange(element_count(shape))
        question = coordinate_at(offset, shape, drop_ambiguous=True)
        return Exercise(question, _inverse_text(shape, offset))

    return level


def _inverse_text(shape: Shape, offset: int) -> str:
    steps, left = [], offset
    for axis, stride in enumerate(Layout.row_major(shape).strides):
        index, rest = divmod(left, stride)
        fits = f"into {left} the stride {stride} fits {index} times, {rest} left"
        steps.append(f"Axis {axis}: {fits}.")
        left = rest
    return " ".join(steps)


_SMALL, _MIDDLE = range(2, 5), range(2, 8)

TOPICS = (
    Topic(
        "strides",
        "the row-major strides of a shape, in elements",
        (_strides(_of_rank(2, _MIDDLE)), _strides(_of_rank(3, _MIDDLE)), _strides(_at_the_edge)),
        "(6, 3, 1)",
    ),
    Topic(
        "offsets",
        "the offset of a coordinate",
        tuple(_offsets(_of_rank(rank, _SMALL)) for rank in (2, 3, 4)),
        "8",
    ),
    Topic(
        "errors",
        "the error that refuses a coordinate",
        (_errors(1, ranks=False), _errors(2, ranks=False), _errors(2, ranks=True)),
        "IndexOutOfBounds(axis=0, index=5, dimension=4) or RankMismatch(expected=2, actual=1)",
    ),
    Topic(
        "inverse",
        "the coordinate that lies at an offset",
        (
            _inverse(_of_rank(2, _MIDDLE)),
            _inverse(_of_rank(3, _SMALL)),
            _inverse(_of_rank(3, _MIDDLE)),
        ),
        "(1, 0, 2)",
    ),
)
"""What the first unit gives to practise."""
