"""The plots of the class report. Each says in bars what the table beside it says in numbers."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.container import BarContainer
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from coursekit.pages.figure import INK
from coursekit.report.summary import BeliefSummary, Bin, QuestionSummary

BAR = "#3f7fbf"  # at least 3:1 against a white and against a dark page
GRID = "#8a93a0"
WIDTH = 5.4  # inches: the text stays legible when a phone shrinks the figure
FONT_SIZE = 9.5
MAX_LABEL = 30
LAST_LETTER = "\u017f"  # matplotlib's own font has all Latin letters up to here
SIGNS = "–×…→≤≥"


def score_figure(bins: Sequence[Bin]) -> Figure:
    """Return the histogram of scores, in tenths of the points.

    Parameters
    ----------
    bins : Sequence of Bin
        How many submissions lie in each tenth.
    """
    figure, axes = _empty(3.0)
    places = range(len(bins))
    bars = axes.bar(places, [b.count for b in bins], width=0.86, color=BAR)
    _numbers(axes, bars, [str(b.count) if b.count else "" for b in bins])
    axes.set_xticks(
        places, [f"{b.low}–{b.high}" for b in bins], rotation=45, ha="right", rotation_mode="anchor"
    )
    axes.set_xlabel("score, % of the points")
    axes.set_ylabel("submissions")
    axes.yaxis.set_major_locator(MaxNLocator(integer=True, nbins=5))
    axes.set_ylim(0, 1.15 * max(b.count for b in bins))
    axes.grid(axis="y", color=GRID, alpha=0.35, linewidth=0.6)
    return figure


def question_figure(questions: Sequence[QuestionSummary]) -> Figure:
    """Return the success rate of each question, first question on top.

    Parameters
    ----------
    questions : Sequence of QuestionSummary
        Those without a score have no bar.
    """
    shares = [100 * (question.success or 0.0) for question in questions]
    numbers = ["–" if q.success is None else f"{100 * q.success:.0f} %" for q in questions]
    figure, axes = _bars([question.label for question in questions], shares, numbers)
    axes.set_xlim(0, 112)
    axes.set_xticks(range(0, 101, 25))
    axes.set_xlabel("mean share of the points, %")
    return figure


def belief_figure(beliefs: Sequence[BeliefSummary]) -> Figure:
    """Return how many students hold each misconception, the most frequent on top.

    Parameters
    ----------
    beliefs : Sequence of BeliefSummary
        At least one.
    """
    counts = [float(belief.students) for belief in beliefs]
    labels = [belief.name for belief in beliefs]
    figure, axes = _bars(labels, counts, [str(belief.students) for belief in beliefs])
    axes.set_xlim(0, 1.12 * max(counts))
    axes.xaxis.set_major_locator(MaxNLocator(integer=True, nbins=6))
    axes.set_xlabel("students")
    return figure


def plot_label(text: str, number: int) -> str:
    """Return a label that the font can draw and that leaves room for the bar.

    Parameters
    ----------
    text : str
        What it should say.
    number : int
        The row of the table beside the plot, from 1; the label of a text in letters that the font
        may lack.

    Examples
    --------
    >>> plot_label("strides", 1), plot_label("形状", 2)
    ('strides', 'row 2')
    """
    known = all(letter <= LAST_LETTER or letter in SIGNS for letter in text)
    if not (text and known and text.isprintable()):
        return f"row {number}"
    return text if len(text) <= MAX_LABEL else f"{text[: MAX_LABEL - 1]}…"


def _bars(
    labels: Sequence[str], lengths: Sequence[float], numbers: Sequence[str]
) -> tuple[Figure, Axes]:
    """Return horizontal bars from top to bottom, each with its number at its end."""
    figure, axes = _empty(0.8 + 0.3 * len(labels))
    places = range(len(labels))
    bars = axes.barh(places, lengths, height=0.68, color=BAR)
    _numbers(axes, bars, numbers)
    shown = [plot_label(text, i) for i, text in enumerate(labels, start=1)]
    axes.set_yticks(places, shown, parse_math=False)
    axes.set_ylim(len(labels) - 0.5, -0.5)
    axes.grid(axis="x", color=GRID, alpha=0.35, linewidth=0.6)
    return figure, axes


def _numbers(axes: Axes, bars: BarContainer, numbers: Sequence[str]) -> None:
    axes.bar_label(bars, labels=list(numbers), padding=3, fontsize=FONT_SIZE, color=INK)


def _empty(height: float) -> tuple[Figure, Axes]:
    figure = Figure(figsize=(WIDTH, height), layout="constrained")
    axes = figure.subplots()
    axes.set_axisbelow(True)
    axes.spines[["top", "right"]].set_visible(False)
    axes.spines[["left", "bottom"]].set_color(INK)
    axes.tick_params(labelsize=FONT_SIZE, colors=INK)
    axes.xaxis.label.set(size=FONT_SIZE, color=INK)
    axes.yaxis.label.set(size=FONT_SIZE, color=INK)
    return figure, axes
