"""In which order values are read: transposed or reshaped, split into heads, joined, repeated."""

from __future__ import annotations

from math import prod
from typing import Any

from coursekit.questions.flat_buffer.strides import Shape
from coursekit.questions.forms import Numbers
from coursekit.questions.question import Question, ask
from tensorlib import Tensor, TensorView


def transposed_values_of(rows: int, columns: int) -> Question:
    """Ask for the values of a transposed matrix, row by row.

    Parameters
    ----------
    rows, columns : int
        The sizes of the matrix; it holds 0, 1, 2 and so on.

    Raises
    ------
    CourseError
        If a reshape to the same shape gives the same.

    Examples
    --------
    >>> question = transposed_values_of(2, 3)
    >>> question.answer, question.beliefs["M24"]
    ((0.0, 3.0, 1.0, 4.0, 2.0, 5.0), (0.0, 1.0, 2.0, 3.0, 4.0, 5.0))
    """
    return _order_of("transposed_values_of", "transpose(0, 1)", (rows, columns), right="transposed")


def reshaped_values_of(rows: int, columns: int) -> Question:
    """Ask for the values of a matrix reshaped to its transposed shape, row by row.

    Parameters
    ----------
    rows, columns
        As for `transposed_values_of`.

    Raises
    ------
    CourseError
        If the transpose gives the same.

    Examples
    --------
    >>> reshaped_values_of(2, 3).answer
    (0.0, 1.0, 2.0, 3.0, 4.0, 5.0)
    """
    call = f"reshape(({columns}, {rows}))"
    return _order_of("reshaped_values_of", call, (rows, columns), right="reshaped")


def _order_of(maker: str, call: str, shape: Shape, *, right: str) -> Question:
    matrix = _counting(shape)
    readings = {
        "transposed": values_in_order(matrix.transpose(0, 1)),
        "reshaped": values_in_order(matrix.reshape(shape[::-1])),
    }
    answer = readings.pop(right)
    (other,) = readings.values()
    return ask(
        maker,
        shape,
        f"A matrix of shape {shape} holds 0, 1, 2 and so on. "
        f"What does {call} of it hold, row by row?",
        Numbers(prod(shape)),
        answer,
        {"M24": other},
        drop_ambiguous=False,
    )


def head_of(tokens: int, heads: int, width: int, head: int) -> Question:
    """Ask for what one head gets when the features of each token are split among heads.

    Parameters
    ----------
    tokens, heads, width : int
        How many of each, and how many features a head gets of a token.
    head : int
        The head that is asked about.

    Raises
    ------
    CourseError
        If a reshape alone would hand the same to this head.

    Examples
    --------
    >>> question = head_of(3, 2, 2, 0)
    >>> question.answer, question.beliefs["M25"]
    ((10.0, 11.0, 20.0, 21.0, 30.0, 31.0), (10.0, 11.0, 12.0, 13.0, 20.0, 21.0))
    """
    x = token_values(tokens, heads * width)
    right = split_heads(x, heads)[head]
    alone = x.view_as((heads, tokens, width))[head]
    return ask(
        "head_of",
        (tokens, heads, width, head),
        f"{tokens} tokens have {heads * width} features each, tens for the token, from 1, and "
        "units for the feature, from 0. "
        f"Split among {heads} heads, what does head {head} get, token by token?",
        Numbers(right.size),
        values_in_order(right),
        {"M25": values_in_order(alone)},
        drop_ambiguous=False,
    )


def joined_token_of(tokens: int, heads: int, width: int, token: int) -> Question:
    """Ask for the features of one token after the heads' results are joined again.

    Parameters
    ----------
    tokens, heads, width : int
        How many of each, and how many features a head has of a token.
    token : int
        The token that is asked about.

    Raises
    ------
    CourseError
        If a reshape alone would give this token the same.

    Examples
    --------
    >>> question = joined_token_of(3, 2, 2, 1)
    >>> question.answer, question.beliefs["M25"]
    ((20.0, 21.0, 22.0, 23.0), (30.0, 31.0, 12.0, 13.0))
    """
    results = split_heads(token_values(tokens, heads * width), heads).to_tensor().view()
    joined = results.transpose(0, 1).reshape((tokens, heads * width)).view()
    alone = results.view_as((tokens, heads * width))
    return ask(
        "joined_token_of",
        (tokens, heads, width, token),
        f"The results of {heads} heads, of shape {results.shape}, are joined to one row a token. "
        f"What are the features of token {token}?",
        Numbers(heads * width),
        values_in_order(joined[token]),
        {"M25": values_in_order(alone[token])},
        drop_ambiguous=False,
    )


def repeated_values_of(count: int, times: int, *, each: bool) -> Question:
    """Ask for the values of an expanded row or column, read in order.

    Parameters
    ----------
    count : int
        How many values there are: 1, 2, 3 and so on.
    times : int
        How often they are seen.
    each : bool
        Whether each value stands in a row of its own, or all stand in one.

    Raises
    ------
    CourseError
        If both give the same.

    Examples
    --------
    >>> repeated_values_of(3, 2, each=True).answer, repeated_values_of(3, 2, each=False).answer
    ((1.0, 1.0, 2.0, 2.0, 3.0, 3.0), (1.0, 2.0, 3.0, 1.0, 2.0, 3.0))
    """
    shapes = {True: ((count, 1), (count, times)), False: ((1, count), (times, count))}
    answers: dict[bool, Any] = {
        whether: values_in_order(Tensor(start, range(1, count + 1)).view().expand(target))
        for whether, (start, target) in shapes.items()
    }
    start, target = shapes[each]
    return ask(
        "repeated_values_of",
        (count, times, each),
        f"A tensor of shape {start} holds {', '.join(map(str, range(1, count + 1)))}. "
        f"What does expand({target}) of it hold, row by row?",
        Numbers(count * times),
        answers[each],
        {"M26": answers[not each]},
        drop_ambiguous=False,
    )


def token_values(tokens: int, features: int) -> TensorView:
    """Return one row a token: tens for the token, counted from 1, units for the feature.

    Parameters
    ----------
    tokens, features : int
        The sizes.
    """
    values = [10 * token + feature for token in range(1, tokens + 1) for feature in range(features)]
    return Tensor((tokens, features), values).view()


def split_heads(x: TensorView, heads: int) -> TensorView:
    """Return a view of shape (heads, tokens, width) of rows of features.

    Parameters
    ----------
    x : TensorView
        Of shape (tokens, features), the features a multiple of the heads.
    heads : int
        How many heads.
    """
    tokens, features = x.shape
    return x.view_as((tokens, heads, features // heads)).transpose(0, 1)


def values_in_order(x: Tensor | TensorView) -> tuple[float, ...]:
    """Return all values in logical order.

    Parameters
    ----------
    x : Tensor or TensorView
        What is read.
    """
    return tuple(x.to_tensor().buffer.tolist())


def _counting(shape: Shape) -> TensorView:
    return Tensor(shape, range(prod(shape))).view()
