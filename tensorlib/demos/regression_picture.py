"""What the regression demo shows, as HTML: the loss as it falls, and the line among the points."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from tensorlib.demos.regression_state import POINTS, Learned, RegressionState
from tensorlib.drawing import SHADE, Arrow, Box, Drawing, Mark, Text, svg_of
from tensorlib.prose import paragraphs

_WIDTH, _HEIGHT = 640, 250
_PANEL, _TALL, _TOP = 250, 170, 44
_LEFT, _RIGHT = 60, 380
_EVERY = 20  # steps between two points of the curve


def question_html(state: RegressionState) -> str:
    """Return the question.

    Parameters
    ----------
    state : RegressionState
        The question.
    """
    form = f"a column, ({POINTS}, 1)" if state.column else f"a row, ({POINTS},)"
    return paragraphs(
        f"{POINTS} points lie about a line of slope {state.slope} and intercept 1. A line that "
        f"starts with slope 2 and intercept 0 is trained for {state.steps} steps on "
        f"((pred - target) ** 2).mean(); pred has shape ({POINTS},), target is {form}.",
        "Which slope comes out?",
    )


def answer_html(state: RegressionState) -> str:
    """Return the answer: what the loss did, and which line was found.

    Parameters
    ----------
    state : RegressionState
        The question.
    """
    training, targets = state.training, state.targets
    error = targets - (training.slope * state.x + training.intercept)
    explained = 1 - float((error * error).mean()) / float(targets.var())
    said = (
        f"Slope {training.slope:.3f}, intercept {training.intercept:.3f}, last loss "
        f"{training.losses[-1]:.3f}, R² {explained:.3f}: {state.learned.value}."
    )
    pairs = f"{POINTS} · {POINTS}" if state.column else f"{POINTS}"
    why = (
        f"The mean runs over {pairs} differences. The targets have mean {targets.mean():.3f} and "
        f"variance {targets.var():.3f}"
    )
    ends = "; nothing couples a prediction with its own target." if state.column else "."
    return paragraphs(said, why + ends) + svg_of(_drawing(state, said))


def learned_text(prediction: Learned) -> str:
    """Return a prediction as the learner reads it."""
    return prediction.value


def _drawing(state: RegressionState, said: str) -> Drawing:
    losses = state.training.losses
    title = f"Loss over {state.steps} steps, and the line among the points"
    description = (
        f"Left: the loss, from {losses[0]:.2f} to {losses[-1]:.2f}. Right: the points, and the "
        f"line that was found, drawn thick. {said}"
    )
    marks = (*_losses(losses), *_line(state))
    return Drawing(_WIDTH, _HEIGHT, marks, title, description)


def _losses(losses: Sequence[float]) -> list[Mark]:
    shown = [*losses[:-1:_EVERY], losses[-1]]
    most, last = max(losses), max(1, len(shown) - 1)
    places = [
        (_LEFT + _PANEL * number / last, _TOP + _TALL * (1 - loss / most))
        for number, loss in enumerate(shown)
    ]
    return [
        *_frame(_LEFT, "loss"),
        Text(_LEFT - 6, _TOP + 5, f"{most:.1f}", 12, "end", "mono"),
        Text(_LEFT - 6, _TOP + _TALL, "0", 12, "end", "mono"),
        Text(_LEFT, _TOP + _TALL + 20, "step 0", 12),
        Text(_LEFT + _PANEL, _TOP + _TALL + 20, f"{len(losses) - 1}", 12, "end"),
        *_segments(places),
        Text(_LEFT + _PANEL, places[-1][1] - 8, f"{losses[-1]:.3f}", 12, "end", "mono", True),
    ]


def _line(state: RegressionState) -> list[Mark]:
    span = 1.05 * float(abs(state.x).max())
    found = [(x, state.training.slope * x + state.training.intercept) for x in (-span, span)]
    heights = [*state.targets.tolist(), *(y for _, y in found)]
    low, high = min(heights), max(heights)

    def place(x: float, y: float) -> tuple[float, float]:
        return (
            _RIGHT + _PANEL * (x + span) / (2 * span),
            _TOP + _TALL * (1 - (y - low) / (high - low)),
        )

    points = [place(float(x), float(t)) for x, t in zip(state.x, state.targets, strict=True)]
    line = [place(x, y) for x, y in found]
    dots: list[Mark] = [Box(x - 1.5, y - 1.5, 3, 3, SHADE, 0.5) for x, y in points]
    return [*_frame(_RIGHT, "target against input"), *dots, *_segments(line, 3)]


def _frame(left: float, name: str) -> list[Mark]:
    return [Text(left, _TOP - 12, name, bold=True), Box(left, _TOP, _PANEL, _TALL)]


def _segments(places: Iterable[tuple[float, float]], width: float = 1.5) -> list[Mark]:
    return [
        Arrow(*start, *end, line=width, head=0) for start, end in pairwise(places) if start != end
    ]
