"""The cost before the tensor: of an intended one, and of one that a bug would make."""

from __future__ import annotations

from coursekit.questions.forms import Integer
from coursekit.questions.memory.sizes import slips_of_bytes
from coursekit.questions.question import Question, ask
from tensorlib import broadcast_shapes, element_count, tensor_bytes


def stretched_bytes_of(count: int, format: str, *, drop_ambiguous: bool = False) -> Question:
    """Ask what the difference of a row of predictions and a column of targets costs.

    Parameters
    ----------
    count : int
        How many of each there are.
    format : str
        The format of every number.
    drop_ambiguous : bool, optional
        Whether beliefs that these parameters cannot tell apart are let go, or fail.

    Raises
    ------
    CourseError
        If two beliefs, or a belief and the right answer, give the same number.

    Examples
    --------
    >>> question = stretched_bytes_of(1000, "fp32")
    >>> question.answer, question.beliefs["M01"]
    (4000000, 4000)
    """
    shape = broadcast_shapes((count,), (count, 1))
    return ask(
        "stretched_bytes_of",
        (count, format),
        f"How many bytes does pred - target take for pred ({count},) and target ({count}, 1) in "
        f"{format}?",
        Integer(),
        int(tensor_bytes(shape, format)),
        {
            "M01": int(tensor_bytes((count,), format)),
            **slips_of_bytes(element_count(shape), format),
        },
        drop_ambiguous=drop_ambiguous,
    )
