"""What an expanded view and a slice cost: by their shape, in memory, and by what they keep."""

from __future__ import annotations

from typing import Any, Literal

from coursekit.questions.equality import same
from coursekit.questions.flat_buffer.strides import Shape
from coursekit.questions.forms import Integer
from coursekit.questions.question import OneOf, Question, ask
from coursekit.questions.views.memory import expanded_view
from coursekit.questions.views.slices import Key, key_text, sliced_view
from tensorlib import TensorView, format_of, memory_of

Size = Literal["logical", "stored", "kept"]

_ASKED: dict[str, str] = {
    "logical": "How many bytes is that by its shape?",
    "stored": "How many bytes do its different elements take?",
    "kept": "How many bytes does it keep alive?",
}


def expanded_bytes_of(
    size: Size, shape: Shape, target: Shape, format: str, *, drop_ambiguous: bool = False
) -> Question:
    """Ask for one of the three sizes of an expanded tensor.

    Parameters
    ----------
    size : {"logical", "stored", "kept"}
        Which one.
    shape, target : tuple of int
        The shape before and after expanding.
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
    >>> question = expanded_bytes_of("stored", (1, 3), (4, 3), "bf16")
    >>> question.answer, question.beliefs["M14"].answers
    (6, (24,))
    """
    subject = f"A tensor of shape {shape} in {format} is expanded to {target}."
    others = "M51" if size == "logical" else "M14"  # memory for each element: a copy, as it were
    view = expanded_view(shape, target)
    name = "expanded_bytes_of"
    return _question(name, (size, shape, target, format), subject, view, others, drop_ambiguous)


def sliced_bytes_of(
    size: Size, shape: Shape, key: Key, format: str, *, drop_ambiguous: bool = False
) -> Question:
    """Ask for one of the three sizes of a slice.

    Parameters
    ----------
    size : {"logical", "stored", "kept"}
        Which one.
    shape : tuple of int
        The tensor's sizes.
    key : tuple of int and slice
        What stands in brackets.
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
    >>> question = sliced_bytes_of("kept", (100, 100), (0,), "fp32")
    >>> question.answer, question.beliefs["M51"].answers
    (40000, (400,))
    """
    subject = f"Of a tensor of shape {shape} in {format}, only the view [{key_text(key)}] is left."
    view, name = sliced_view(shape, key), "sliced_bytes_of"
    return _question(name, (size, shape, key, format), subject, view, "M51", drop_ambiguous)


def _question(
    name: str,
    parameters: tuple[Any, ...],
    subject: str,
    view: TensorView,
    others: str,
    drop_ambiguous: bool,
) -> Question:
    """Ask for a size of a view; the belief `others` gives another of the three."""
    size, format = parameters[0], parameters[-1]
    use = memory_of(view, format)
    right = int(getattr(use, size))
    different = {int(each) for each in (use.logical, use.stored, use.kept)}
    wrong = sorted(each for each in different if not same(each, right))
    beliefs: dict[str, Any] = {others: OneOf(*wrong)} if wrong else {}
    width = format_of(format).bytes
    if width > 1:
        beliefs["M50"] = right // width
    prompt = f"{subject} {_ASKED[size]}"
    return ask(name, parameters, prompt, Integer(), right, beliefs, drop_ambiguous=drop_ambiguous)
