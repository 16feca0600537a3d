"""Where a padding mask lands, what it leaves of the weights, and which shape it needs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from coursekit.questions.broadcasting.weights import (
    Array,
    as_it_is,
    masked_weights,
    queries_masked,
)
from coursekit.questions.forms import Integers, Number, Numbers
from coursekit.questions.question import OneOf, Question, ask
from tensorlib import Tensor, padding_mask


def row_under_bare_mask(
    lengths: Sequence[int], sequence: int, query: int, *, drop_ambiguous: bool = False
) -> Question:
    """Ask for a query's weights if the mask [B, T] is added to scores [B, T, T] of zeros, B = T.

    Parameters
    ----------
    lengths : sequence of int
        How many real tokens each sequence has; as many sequences as the longest has tokens.
    sequence, query : int
        Whose row of weights.
    drop_ambiguous : bool, optional
        Whether beliefs that these parameters cannot tell apart are let go, or fail.

    Raises
    ------
    CourseError
        If two beliefs, or a belief and the right answer, give the same weights.

    Examples
    --------
    >>> question = row_under_bare_mask((4, 1, 2, 4), 0, 2)
    >>> question.answer, question.beliefs["M06"]
    ((0.5, 0.5, 0.0, 0.0), (0.25, 0.25, 0.25, 0.25))
    """
    scores, mask = _zero_scores(lengths)
    return ask(
        "row_under_bare_mask",
        (lengths, sequence, query),
        f"All scores are 0 and the lengths {tuple(lengths)}. With scores + mask, which weights "
        f"has query {query} of sequence {sequence}?",
        Numbers(mask.shape[1]),
        _row(as_it_is(scores, mask), sequence, query),
        {"M06": _row(masked_weights(scores, mask), sequence, query)},
        drop_ambiguous=drop_ambiguous,
    )


def padding_weight_of(lengths: Sequence[int], sequence: int, query: int) -> Question:
    """Ask how much of a query's weight lies on padding, as for `row_under_bare_mask`.

    Parameters
    ----------
    lengths, sequence, query
        As there.

    Raises
    ------
    CourseError
        If there is none.

    Examples
    --------
    >>> padding_weight_of((4, 1, 2, 4), 1, 0).answer
    0.75
    """
    scores, mask = _zero_scores(lengths)
    row = as_it_is(scores, mask)[sequence, query]
    return ask(
        "padding_weight_of",
        (lengths, sequence, query),
        f"All scores are 0 and the lengths {tuple(lengths)}. With scores + mask, how much of the "
        f"weight of query {query} of sequence {sequence} lies on padding?",
        Number(),
        float(row[~mask[sequence]].sum()),
        {"M06": 0.0},
        drop_ambiguous=False,
    )


def nan_queries_of(lengths: Sequence[int], sequence: int) -> Question:
    """Ask which queries' weights are NaN if the mask [B, T, 1] is added to the scores.

    Parameters
    ----------
    lengths, sequence
        As for `row_under_bare_mask`; the sequence has padding.

    Examples
    --------
    >>> question = nan_queries_of((4, 1, 2, 4), 2)
    >>> question.answer, question.beliefs["M08"]
    ((2, 3), ())
    """
    weights = queries_masked(*_zero_scores(lengths))[sequence]
    answer = tuple(np.flatnonzero(np.isnan(weights).all(axis=-1)).tolist())
    return ask(
        "nan_queries_of",
        (lengths, sequence),
        f"The lengths are {tuple(lengths)}. With scores + mask[:, :, None], the weights of which "
        f"queries of sequence {sequence} are NaN?",
        Integers(),
        answer,
        {"M08": (), "M63": tuple(query + 1 for query in answer)},
        drop_ambiguous=False,
    )


def mask_shape_for(scores: tuple[int, ...]) -> Question:
    """Ask which shape the mask [B, T] must be given before it is added to scores.

    Parameters
    ----------
    scores : tuple of int
        Their shape: (B, T, T) or (B, h, T, T).

    Examples
    --------
    >>> question = mask_shape_for((3, 4, 5, 5))
    >>> question.answer, question.beliefs["M07"]
    ((3, 1, 1, 5), (3, 1, 5))
    """
    batch, *between, queries, keys = scores
    ones = (1,) * len(between)
    needed = Tensor.zeros((batch, keys)).view()[(slice(None), *[None] * (len(between) + 1))].shape
    beliefs: dict[str, Any] = {"M06": (batch, keys), "M08": (batch, *ones, queries, 1)}
    if between:
        beliefs |= {
            "M07": (batch, 1, keys),
            "M08": OneOf((batch, *ones, keys, 1), (batch, keys, 1)),
        }
    return ask(
        "mask_shape_for",
        (scores,),
        f"Which shape must a padding mask {(batch, keys)} be given for scores {scores}?",
        Integers(),
        needed,
        beliefs,
        drop_ambiguous=False,
    )


def _zero_scores(lengths: Sequence[int]) -> tuple[Array, Array]:
    mask = padding_mask(lengths, max(lengths))
    batch, width = mask.shape
    return np.zeros((batch, width, width)), mask


def _row(weights: Array, sequence: int, query: int) -> tuple[float, ...]:
    return tuple(weights[sequence, query].tolist())
