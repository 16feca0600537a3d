"""Practice for the third unit: shapes that meet, verdicts on them, and what reductions leave."""

from __future__ import annotations

from random import Random

from coursekit.practice.exercise import Exercise, Level, Topic
from coursekit.questions import Question
from coursekit.questions.broadcasting import (
    mask_verdict_of,
    reduced_shape_of,
    reduction_verdict_of,
    result_of,
    target_verdict_of,
)
from coursekit.questions.broadcasting.verdicts import mask_verdict
from tensorlib import check_axes, check_reduction, explain_broadcast

Shape = tuple[int, ...]


def _shapes(sizes: tuple[int, ...], ranks: tuple[int, int], conflicts: float) -> Level:
    def level(chance: Random) -> Exercise:
        rank = max(ranks)
        common = [chance.choice(sizes) for _ in range(rank)]
        shapes = [_stretchable(chance, common[rank - each :]) for each in ranks]
        if chance.random() < conflicts:
            shapes = [_changed(chance, shapes[0], sizes), *shapes[1:]]
        question = result_of(*shapes, drop_ambiguous=True)
        return Exercise(question, _alignment_text(*shapes))

    return level


def _stretchable(chance: Random, sizes: list[int]) -> Shape:
    return tuple(1 if chance.random() < 0.3 else size for size in sizes)


def _changed(chance: Random, shape: Shape, sizes: tuple[int, ...]) -> Shape:
    place = chance.randrange(len(shape))
    return (*shape[:place], chance.choice(sizes), *shape[place + 1 :])


def _row_and_column(chance: Random) -> Exercise:
    size = chance.randrange(2, 40)
    shapes = [(size,), (size, 1)]
    chance.shuffle(shapes)
    return Exercise(result_of(*shapes, drop_ambiguous=True), _alignment_text(*shapes))


def _alignment_text(*shapes: Shape) -> str:
    explanation = explain_broadcast(*shapes)
    return " ".join(f"Axis {axis.axis}: {axis.reason}." for axis in reversed(explanation.axes))


def _mask(heads: bool) -> Level:
    def level(chance: Random) -> Exercise:
        masks = (
            ("B 1 T", "B 1 T", "B 1 1 T", "B 1 T 1") if heads else ("B T", "B T", "B 1 T", "B T 1")
        )
        mask = chance.choice(masks)
        batch, tokens = chance.choice((1, 2, 3, 4, 8)), chance.choice((2, 3, 4, 8, 16))
        sizes = {"B": batch, "T": tokens}
        if heads:
            sizes["h"] = chance.choice((batch, 2, 4))
        question = mask_verdict_of(mask, heads=heads, **sizes)
        return Exercise(question, f"{mask_verdict(mask, heads=heads, **sizes).reason}.")

    return level


def _target(chance: Random) -> Exercise:
    if chance.random() < 0.5:
        pred, target, sizes = "N", "N 1", {"N": chance.choice((1, chance.randrange(2, 300)))}
    else:
        pred, target = "B T", "B T 1"
        sizes = {"B": chance.randrange(1, 9), "T": chance.randrange(1, 9)}
    verdict = check_axes({"pred": pred, "target": target}, **sizes)
    return Exercise(target_verdict_of(pred=pred, target=target, **sizes), f"{verdict.reason}.")


def _reduction(chance: Random) -> Exercise:
    axis, keepdims = chance.choice(((0, False), (0, True), (1, False)))
    beside = chance.choice(("B T d", None)) if axis == 0 and not keepdims else "B T d"
    batch = chance.choice((1, 3, 5, 16))
    sizes = {"B": batch, "T": chance.choice((batch, 5, 16)), "d": chance.choice((7, 64))}
    question = reduction_verdict_of(
        "B T d", axis=axis, drops="T", keepdims=keepdims, beside=beside, **sizes
    )
    verdict = check_reduction(
        "B T d", axis=axis, drops="T", keepdims=keepdims, beside=beside, **sizes
    )
    return Exercise(question, f"{verdict.reason}.")


def _reduced(rank: int, *, keeping: bool) -> Level:
    def level(chance: Random) -> Exercise:
        shape = tuple(chance.sample(range(2, 12), rank))
        axis, keepdims = chance.randrange(rank), keeping and chance.random() < 0.5
        question = reduced_shape_of(shape, axis, keepdims=keepdims, drop_ambiguous=True)
        fate = "stays as a 1" if keepdims else "disappears"
        return Exercise(question, _reduced_text(question, shape, axis, fate))

    return level


def _reduced_text(question: Question, shape: Shape, axis: int, fate: str) -> str:
    return f"The axis named, number {axis} with size {shape[axis]}, {fate}: {question.answer}."


TOPICS = (
    Topic(
        "broadcasting",
        "the shape of a result, or the error",
        (
            _shapes((2, 3, 4, 5, 8), (2, 1), 0.4),
            _row_and_column,
            _shapes((2, 3, 5), (3, 2), 0.4),
            _shapes((0, 2, 3), (2, 2), 0.3),
        ),
        "(8, 16) or BroadcastError(shapes=((3, 4), (5,)), axis=-1, sizes=(4, 5))",
    ),
    Topic(
        "verdicts",
        "what becomes of an operation at given sizes",
        (_mask(heads=False), _target, _reduction, _mask(heads=True)),
        "raises, correct, correct_by_luck or silently_wrong",
    ),
    Topic(
        "reductions",
        "the shape that a mean over one axis leaves",
        (_reduced(2, keeping=False), _reduced(3, keeping=True), _reduced(4, keeping=True)),
        "(32, 8)",
    ),
)
"""What the third unit gives to practise."""
