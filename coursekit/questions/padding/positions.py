"""Which position each token has, wherever in its row it stands."""

from __future__ import annotations

import numpy as np

from coursekit.questions.forms import Integer, Integers
from coursekit.questions.padding.masking import batch_text
from coursekit.questions.question import Question, ask
from tensorlib import padding_mask
from tensorlib.masks import Side


def positions_of(length: int, width: int, side: Side, *, drop_ambiguous: bool = False) -> Question:
    """Ask which positions the real tokens of a row have for a model.

    Parameters
    ----------
    length, width : int
        How many tokens the row has, and T.
    side : {"right", "left"}
        Where the padding lies.
    drop_ambiguous : bool, optional
        Whether beliefs that these parameters cannot tell apart are let go, or fail.

    Raises
    ------
    CourseError
        If two beliefs, or a belief and the right answer, give the same positions.

    Examples
    --------
    >>> question = positions_of(3, 7, "left")
    >>> question.answer, question.beliefs["M45"]
    ((0, 1, 2), (4, 5, 6))
    """
    real = padding_mask((length,), width, side)[0]
    answer = tuple((np.cumsum(real) - 1)[real].tolist())
    return ask(
        "positions_of",
        (length, width, side),
        f"{batch_text((length,), width, side)} Which positions do its tokens have for the model?",
        Integers(length),
        answer,
        {
            "M45": tuple(np.flatnonzero(real).tolist()),
            "M63": tuple(position + 1 for position in answer),
        },
        drop_ambiguous=drop_ambiguous,
    )


def next_position_of(length: int, width: int) -> Question:
    """Ask which position the next token has in a row that is padded on the left.

    Parameters
    ----------
    length, width : int
        How many tokens the row has, and T; there is padding.

    Examples
    --------
    >>> next_position_of(3, 7).answer
    3
    """
    real = padding_mask((length,), width, "left")[0]
    return Question(
        f"next_position_of({length}, {width})",
        f"{batch_text((length,), width, 'left')} Which position does the token have that comes "
        "next?",
        Integer(),
        int(real.sum()),
        {"M45": width, "M63": length + 1},
    )
