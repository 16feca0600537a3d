"""What a tensor costs: numbers, bytes, and the units in which they are told."""

from __future__ import annotations

from fractions import Fraction

from coursekit.questions.flat_buffer.strides import Shape
from coursekit.questions.forms import Integer, Number
from coursekit.questions.question import OneOf, Question, ask
from coursekit.questions.wordforms import Truth
from tensorlib import Bytes, element_count, format_of, tensor_bytes

BITS = 8  # of one byte


def slips_of_bytes(count: int, format: str) -> dict[str, OneOf]:
    """Return what is answered for the bytes of so many numbers by those who mix up the units.

    Parameters
    ----------
    count : int
        How many numbers.
    format : str
        The format of each.

    Examples
    --------
    >>> slips_of_bytes(6, "bf16")["M50"].answers
    (6, 24)
    """
    width = format_of(format).bytes
    slips = {"M90": OneOf(BITS * count * width)}
    return slips if width == 1 else {"M50": OneOf(count, count * width**2), **slips}


def count_of(shape: Shape, *, format: str = "fp32") -> Question:
    """Ask how many numbers a tensor has.

    Parameters
    ----------
    shape : tuple of int
        The sizes.
    format : str, optional
        The format whose bytes may be given for the numbers.

    Raises
    ------
    CourseError
        If the belief gives the right answer.

    Examples
    --------
    >>> count_of((3, 5)).beliefs["M50"]
    60
    """
    return Question(
        f"count_of({shape})",
        f"How many numbers has a tensor of shape {shape}?",
        Integer(),
        element_count(shape),
        {"M50": int(tensor_bytes(shape, format))},
    )


def bytes_of(shape: Shape, format: str, *, drop_ambiguous: bool = False) -> Question:
    """Ask how many bytes a tensor takes that owns its buffer.

    Parameters
    ----------
    shape : tuple of int
        The sizes.
    format : str
        The format of each number.
    drop_ambiguous : bool, optional
        Whether beliefs that these parameters cannot tell apart are let go, or fail.

    Raises
    ------
    CourseError
        If two beliefs, or a belief and the right answer, give the same number.

    Examples
    --------
    >>> question = bytes_of((3, 5), "bf16")
    >>> question.answer, question.beliefs["M90"].answers
    (30, (240,))
    """
    return ask(
        "bytes_of",
        (shape, format),
        f"How many bytes does a tensor of shape {shape} take in {format}?",
        Integer(),
        int(tensor_bytes(shape, format)),
        slips_of_bytes(element_count(shape), format),
        drop_ambiguous=drop_ambiguous,
    )


def bytes_of_gib(gib: int) -> Question:
    """Ask how many bytes some GiB are.

    Parameters
    ----------
    gib : int
        How many.

    Examples
    --------
    >>> bytes_of_gib(2).answer
    2147483648
    """
    return Question(
        f"bytes_of_gib({gib})",
        f"How many bytes are {gib} GiB?",
        Integer(),
        int(Bytes.from_gib(gib)),
        {"M51": gib * 10**9},
    )


def gib_of(shape: Shape, format: str) -> Question:
    """Ask how many GiB a tensor takes.

    Parameters
    ----------
    shape : tuple of int
        The sizes.
    format : str
        The format of each number.

    Raises
    ------
    CourseError
        If two beliefs, or a belief and the right answer, give the same number.

    Examples
    --------
    >>> question = gib_of((1024, 1024, 1024), "fp32")
    >>> question.answer, question.beliefs["M51"]
    (4.0, 4.294967296)
    """
    size, count = tensor_bytes(shape, format), element_count(shape)
    slips = {
        id_: OneOf(*(Bytes(answer).GiB for answer in believed.answers))
        for id_, believed in slips_of_bytes(count, format).items()
    }
    return Question(
        f"gib_of({shape}, {format!r})",
        f"How many GiB does a tensor of shape {shape} take in {format}?",
        Number(),
        size.GiB,
        {"M51": size.GB, **slips},
    )


def fits_of(gigabytes: str, card_gib: int) -> Question:
    """Ask whether so many GB fit in a memory of so many GiB.

    Parameters
    ----------
    gigabytes : str
        How many times ``10**9`` bytes are to be stored, as decimal text.
    card_gib : int
        How many times ``2**30`` bytes there are.

    Raises
    ------
    CourseError
        If the units make no difference.

    Examples
    --------
    >>> question = fits_of("8.5", 8)
    >>> question.answer, question.beliefs["M51"]
    (True, False)
    """
    amount = Fraction(gigabytes)
    return Question(
        f"fits_of({gigabytes!r}, {card_gib})",
        f"Do {gigabytes} GB fit in {card_gib} GiB?",
        Truth(),
        amount * 10**9 <= Bytes.from_gib(card_gib),
        {"M51": amount <= card_gib},
    )
