"""Practice for the fifth unit: bytes of tensors, numbers in formats, and integers of eight bits."""

from __future__ import annotations

from random import Random

from coursekit.practice.exercise import Exercise, Topic
from coursekit.questions.memory import (
    Block,
    block_bytes_of,
    bytes_of,
    int8_converted_of,
    int8_sum_of,
    rounded_of,
    row_bytes_of,
)
from tensorlib import FORMATS, format_of

_FORMATS = ("fp32", "bf16", "int8")
_HEADS = (3, 5, 6, 12)
_LAST_BITS = 12  # how fine the numbers are that are asked about


def _product(*sizes: int) -> str:
    return " · ".join(map(str, sizes))


def _tensor(chance: Random) -> Exercise:
    shape = tuple(chance.choice((2, 3, 5, 10, 64, 100)) for _ in range(chance.choice((2, 3))))
    format = chance.choice(_FORMATS)
    question = bytes_of(shape, format, drop_ambiguous=True)
    width = format_of(format).bytes
    said = f"{_product(*shape)} numbers of {width} bytes each: {question.answer:,} bytes."
    return Exercise(question, said)


def _block(chance: Random) -> Block:
    heads = chance.choice(_HEADS)
    batch, tokens = chance.choice((1, 2, 8)), chance.choice((10, 50, 100, 1000))
    return Block(batch, tokens, heads * chance.choice((8, 32, 64)), heads, chance.choice(_FORMATS))


def _row(chance: Random) -> Exercise:
    block, name = _block(chance), chance.choice(("scores", "weights", "Q", "V"))
    question, row = row_bytes_of(block, name, drop_ambiguous=True), block.row(name)
    width = format_of(block.format).bytes
    said = f"Its shape is {row.shape}: {_product(*row.shape)} numbers of {width} bytes each."
    return Exercise(question, said)


def _whole_block(chance: Random) -> Exercise:
    block = _block(chance)
    question, scores, unit = (
        block_bytes_of(block, drop_ambiguous=True),
        block.row("scores"),
        block.row("input"),
    )
    said = (
        f"Eight times {_product(*unit.shape)} numbers for the input, Q, K, V and the hidden layer; "
        f"twice {_product(*scores.shape)} for scores and weights; each of "
        f"{format_of(block.format).bytes} bytes."
    )
    return Exercise(question, said)


def _rounding(number: float, format: str) -> Exercise:
    question = rounded_of(number, format, drop_ambiguous=True)
    return Exercise(question, _rounding_text(number, format, question.answer))


def _rounding_text(number: float, format: str, right: float) -> str:
    known = format_of(format)
    if abs(right) > known.max:
        return f"The largest number of {format} is {known.max:.10g}; beyond it lies infinity."
    if right == 0:
        return f"It is nearer to 0 than to any other number of {format}."
    exponent = max(len(bin(int(abs(number)))) - 3, 0)
    step = 2.0 ** (exponent - known.mantissa_bits)
    low = 2**exponent
    return (
        f"Between {low} and {2 * low} the step is {step:g}, "
        f"and the nearest multiple of it is {right:.10g}."
    )


def _fractions(chance: Random) -> Exercise:
    number = chance.choice((1, 2)) + chance.randrange(1, 1 << _LAST_BITS) / (1 << _LAST_BITS)
    return _rounding(round(number, 4), "bf16")


def _integers(chance: Random) -> Exercise:
    return _rounding(float(chance.randrange(257, 2048)), "bf16")


def _half(chance: Random) -> Exercise:
    """Ask about integers without neighbours, the range, and what is nearly 0."""
    kind = chance.choice(("step", "beyond", "below"))
    if kind == "step":
        return _rounding(float(chance.randrange(2049, 8192)), "fp16")
    if kind == "beyond":
        return _rounding(float(chance.choice((1, -1)) * chance.randrange(65_000, 99_999)), "fp16")
    return _rounding(chance.randrange(1, 29) * 1e-9, "fp16")


def _sum_of_two(chance: Random) -> Exercise:
    sign = chance.choice((1, -1))
    terms = [sign * chance.randrange(70, 127) for _ in range(2)]
    return _sum(terms)


def _sum_of_ones(chance: Random) -> Exercise:
    return _sum([1] * chance.randrange(130, 1200))


def _sum(terms: list[int]) -> Exercise:
    question = int8_sum_of(terms, drop_ambiguous=True)
    turns = (sum(terms) - question.answer) // 2 ** FORMATS["int8"].bits
    said = f"The exact sum is {sum(terms)}. {abs(turns)} times round, 256 each, leaves it within."
    return Exercise(question, said)


def _converted(chance: Random) -> Exercise:
    scale = chance.choice((0.25, 0.5, 2.0))
    steps = chance.choice((1, -1)) * chance.randrange(90, 220)
    question = int8_converted_of(steps * scale, scale, drop_ambiguous=True)
    said = f"{steps * scale} / {scale} = {steps}; beyond −128 and 127, converting stops."
    return Exercise(question, said)


TOPICS = (
    Topic("bytes", "the bytes of a tensor", (_tensor, _row, _whole_block), "1.5 MB or 1500000"),
    Topic(
        "formats",
        "what a floating-point format makes of a number",
        (_fractions, _integers, _half),
        "3.140625",
    ),
    Topic("int8", "integers of eight bits", (_sum_of_two, _sum_of_ones, _converted), "-7"),
)
"""What the fifth unit gives to practise."""
