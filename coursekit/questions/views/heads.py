"""Lines that split or join heads: what becomes of each, at sizes that tell and at sizes that hide.

The right way splits the features first and then swaps two axes; joining swaps first, and copies.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from coursekit.errors import CourseError
from coursekit.questions.question import OneOf, Question, ask
from coursekit.questions.views.reading import split_heads, token_values
from coursekit.questions.wordforms import Choice
from tensorlib import (
    CORRECT,
    CORRECT_BY_LUCK,
    RAISES,
    SILENTLY_WRONG,
    Tensor,
    TensorError,
    TensorView,
)

WORDS = tuple(kind.name for kind in (RAISES, CORRECT, CORRECT_BY_LUCK, SILENTLY_WRONG))
"""What can become of a line."""

_TELLING_SIZES = (3, 2, 5)  # tokens, heads, width: at these a line that is wrong shows it

Result = Tensor | TensorView


@dataclass(frozen=True, slots=True)
class _Line:
    """A line of code, what it starts from and what it should give; all take heads and width."""

    text: str
    run: Callable[[TensorView, int], Result]
    start: Callable[[TensorView, int], TensorView]
    right: Callable[[TensorView, int], Result]

    def outcome(self, tokens: int, heads: int, width: int) -> str:
        """Return RAISES, or whether the result is right at these sizes."""
        x = token_values(tokens, heads * width)
        try:
            given = self.run(self.start(x, heads), heads)
        except TensorError:
            return RAISES.name
        return (CORRECT if given == self.right(x, heads) else SILENTLY_WRONG).name


def _features(x: TensorView, _heads: int) -> TensorView:
    return x


def _results(x: TensorView, heads: int) -> TensorView:
    return split_heads(x, heads).to_tensor().view()


def _joined_shape(results: TensorView) -> tuple[int, int]:
    heads, tokens, width = results.shape
    return tokens, heads * width


def _split_by_reshape(x: TensorView, heads: int) -> Result:
    tokens, features = x.shape
    return x.reshape((heads, tokens, features // heads))


_LINES: Mapping[str, _Line] = MappingProxyType(
    {
        line.text: line
        for line in (
            _Line("x.reshape((h, T, w))", _split_by_reshape, _features, split_heads),
            _Line("x.view_as((T, h, w)).transpose(0, 1)", split_heads, _features, split_heads),
            _Line(
                "r.reshape((T, h * w))",
                lambda r, _: r.reshape(_joined_shape(r)),
                _results,
                _features,
            ),
            _Line(
                "r.transpose(0, 1).view_as((T, h * w))",
                lambda r, _: r.transpose(0, 1).view_as(_joined_shape(r)),
                _results,
                _features,
            ),
            _Line(
                "r.transpose(0, 1).reshape((T, h * w))",
                lambda r, _: r.transpose(0, 1).reshape(_joined_shape(r)),
                _results,
                _features,
            ),
        )
    }
)

LINES = tuple(_LINES)
"""The lines that can be asked about; x are rows of features, r a new tensor of heads' results."""


def verdict_of(line: str, tokens: int, heads: int, width: int) -> Question:
    """Ask what becomes of a line that splits or joins heads.

    Parameters
    ----------
    line : str
        One of `LINES`.
    tokens, heads, width : int
        How many of each, and how many features a head has of a token.

    Raises
    ------
    CourseError
        If there is no such line.

    Examples
    --------
    >>> verdict_of("x.reshape((h, T, w))", 3, 2, 2).answer
    'SILENTLY_WRONG'
    >>> verdict_of("x.reshape((h, T, w))", 3, 1, 4).answer
    'CORRECT_BY_LUCK'
    """
    if line not in _LINES:
        raise CourseError(f"verdict_of: no line {line!r}: there are {', '.join(LINES)}")
    answer = _LINES[line].outcome(tokens, heads, width)
    if answer == CORRECT and _LINES[line].outcome(*_TELLING_SIZES) != CORRECT:
        answer = CORRECT_BY_LUCK.name
    return ask(
        "verdict_of",
        (line, tokens, heads, width),
        f"What becomes of {line} with T = {tokens}, h = {heads}, w = {width}?",
        Choice(*WORDS),
        answer,
        _beliefs(answer),
        drop_ambiguous=False,
    )


def _beliefs(answer: str) -> dict[str, object]:
    """Return what is answered by those who trust a reshape, and those who trust any view."""
    trusted = OneOf(CORRECT.name, CORRECT_BY_LUCK.name)
    if answer == SILENTLY_WRONG:
        return {"M25": trusted}
    if answer == RAISES:
        return {"M27": trusted}
    return {"M25": CORRECT.name} if answer == CORRECT_BY_LUCK else {}
