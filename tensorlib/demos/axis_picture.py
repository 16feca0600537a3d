"""What the axis demo shows, as HTML: the verdict, and the numbers of the first feature."""

from __future__ import annotations

import numpy as np

from tensorlib.demos.axis_state import WIDTH, AxisState
from tensorlib.prose import paragraphs
from tensorlib.tables import html_table

_ROWS = 5  # of the result at most


def question_html(state: AxisState) -> str:
    """Return the question.

    Parameters
    ----------
    state : AxisState
        The question.
    """
    keeping = ", keepdims=True" if state.keepdims else ""
    meets = "x itself, [B, T, d]" if state.beside_x else "numbers of the shape that is meant"
    return paragraphs(
        f"x is [B, T, d], B = {state.batch}, T = {state.tokens}, d = {WIDTH}. Wanted is one mean a "
        f"sequence, over its tokens. The code says x.mean(axis={state.axis}{keeping}), and its "
        f"result next meets {meets}.",
        "What becomes of it?",
    )


def answer_html(state: AxisState) -> str:
    """Return the answer: the verdict, and the means over either axis side by side.

    Parameters
    ----------
    state : AxisState
        The question.
    """
    verdict = state.verdict
    values = _values(state)
    over_tokens, over_batch = values.mean(axis=1), values.mean(axis=0)
    longest = max(state.batch, state.tokens)
    rows = [
        [row, _number(over_tokens, row), _number(over_batch, row)]
        for row in range(min(longest, _ROWS))
    ]
    table = html_table(
        "The first feature of the means, where x[b, t, 0] is 10 b + t",
        ["row", "over axis 1, as meant", "over axis 0"],
        rows,
        [f"{longest - _ROWS} more rows are not shown."] if longest > _ROWS else [],
    )
    shapes = (
        f"Over axis 1 the result has {state.batch} rows, one a sequence; over axis 0 it has "
        f"{state.tokens}, one a place among the tokens."
    )
    return paragraphs(f"{verdict.kind}: {verdict.reason}.", shapes) + table


def _values(state: AxisState) -> np.ndarray:
    sequence, token = np.ogrid[: state.batch, : state.tokens]
    return np.asarray(10.0 * sequence + token)


def _number(means: np.ndarray, row: int) -> str:
    return f"{means[row]:.1f}" if row < means.size else "–"
