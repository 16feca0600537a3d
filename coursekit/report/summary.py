"""What a class's results come to: counts and shares, computed once for the page and its plots."""

from __future__ import annotations

import re
import statistics
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import takewhile

from coursekit.grading.results import QuestionResult, Status, SubmissionResult
from coursekit.grading.verdicts import Verdict, is_late, verdict
from coursekit.questions.misconceptions import CATALOGUE

BINS = 10


@dataclass(frozen=True, slots=True)
class Bin:
    """How many scores lie between two shares of the points, in percent.

    Parameters
    ----------
    low, high : int
        The edges; `high` itself belongs to the next bin, but 100 to the last.
    count : int
        How many submissions.
    """

    low: int
    high: int
    count: int


@dataclass(frozen=True, slots=True)
class QuestionSummary:
    """How the class did on one question.

    Parameters
    ----------
    id, label : str
        The question, and its id without the words that all ids of the unit share.
    max_score : float
        The points that it gives.
    counts : dict of Verdict to int
        How many submissions went which way; every verdict is there.
    success : float or None
        The mean share of the points, 0 to 1, over those that have a score.
    """

    id: str
    label: str
    max_score: float
    counts: dict[Verdict, int]
    success: float | None


@dataclass(frozen=True, slots=True)
class BeliefSummary:
    """How often one misconception shows.

    Parameters
    ----------
    id, name, belief : str
        The misconception; of one that is not in the catalogue only the id is known.
    students, answers : int
        How many students hold it, in how many answers.
    questions : tuple of str
        The labels of the questions it shows in, in the unit's order.
    """

    id: str
    name: str
    belief: str
    students: int
    answers: int
    questions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ClassSummary:
    """A class's results in numbers.

    Parameters
    ----------
    statuses : dict of Status to int
        How many submissions ended which way; every status is there.
    late, waiting : int
        How many came late; how many have a question that waits for a person.
    max_score : float
        The points that the unit gives.
    scores : tuple of float
        The score of each graded submission, ascending.
    bins : tuple of Bin
        How the scores spread; empty where there is nothing to spread.
    questions : tuple of QuestionSummary
        In the unit's order.
    beliefs : tuple of BeliefSummary
        The most frequent first.
    """

    statuses: dict[Status, int]
    late: int
    waiting: int
    max_score: float
    scores: tuple[float, ...]
    bins: tuple[Bin, ...]
    questions: tuple[QuestionSummary, ...]
    beliefs: tuple[BeliefSummary, ...]

    @property
    def mean(self) -> float:
        """The mean score of what was graded."""
        return statistics.fmean(self.scores)

    @property
    def median(self) -> float:
        """The median score of what was graded."""
        return statistics.median(self.scores)


def summarise(results: Sequence[SubmissionResult]) -> ClassSummary:
    """Return a class's results in numbers.

    Questions and beliefs are counted over graded submissions only.

    Parameters
    ----------
    results : Sequence of SubmissionResult
        One for each student, all of one unit.

    Examples
    --------
    >>> right = QuestionResult("q", 2.0, 2.0)
    >>> blank = QuestionResult("q", 0.0, 2.0, "not answered yet")
    >>> summary = summarise([
    ...     SubmissionResult("student-01", "unit", Status.GRADED, questions=(right,)),
    ...     SubmissionResult("student-02", "unit", Status.GRADED, questions=(blank,)),
    ... ])
    >>> summary.scores, summary.questions[0].success
    ((0.0, 2.0), 0.5)
    """
    graded = [result for result in results if result.status is Status.GRADED]
    unit = by_question(results)
    labels = short_labels(list(unit))
    most = max((result.max_score for result in results), default=0.0)
    scores = tuple(sorted(result.score or 0.0 for result in graded))
    return ClassSummary(
        statuses={status: sum(r.status is status for r in results) for status in Status},
        late=sum(map(is_late, results)),
        waiting=sum(any(q.score is None for q in result.questions) for result in graded),
        max_score=most,
        scores=scores,
        bins=_bins(scores, most),
        questions=_questions(graded, unit, labels),
        beliefs=_beliefs(graded, labels),
    )


def in_order(results: Iterable[SubmissionResult]) -> list[SubmissionResult]:
    """Return results in order of the students' ids, numbers in them by their size.

    Examples
    --------
    >>> ids = ["student-10", "student-9", "anna"]
    >>> results = [SubmissionResult(student, "unit", Status.REFUSED) for student in ids]
    >>> [result.student for result in in_order(results)]
    ['anna', 'student-9', 'student-10']
    """
    return sorted(results, key=lambda result: (_natural(result.student), result.student))


def _natural(name: str) -> list[tuple[str, int]]:
    parts = re.findall(r"([^0-9]*)([0-9]*)", name)
    return [(letters, int(digits or 0)) for letters, digits in parts]


def by_question(results: Iterable[SubmissionResult]) -> dict[str, float]:
    """Return each question of the unit with its points, in the unit's order."""
    return {q.id: q.max_score for result in results for q in result.questions}


def short_labels(names: Sequence[str]) -> dict[str, str]:
    """Return each name without the words that all of them begin and end with.

    Examples
    --------
    >>> short_labels(["buffer_strides_test", "buffer_first_offset_test"])
    {'buffer_strides_test': 'strides', 'buffer_first_offset_test': 'first_offset'}
    >>> short_labels(["buffer_strides_test"])
    {'buffer_strides_test': 'buffer_strides_test'}
    """
    words = [name.split("_") for name in names]
    spare = min(map(len, words), default=1) - 1 if len(words) > 1 else 0
    head = min(_shared(words), spare)
    tail = min(_shared([line[::-1] for line in words]), spare - head)
    return {name: "_".join(w[head : len(w) - tail]) for name, w in zip(names, words, strict=True)}


def _shared(lines: Sequence[Sequence[str]]) -> int:
    """Return how many words all lines begin with."""
    return sum(
        1 for _ in takewhile(lambda column: len(set(column)) == 1, zip(*lines, strict=False))
    )


def _bins(scores: Sequence[float], most: float) -> tuple[Bin, ...]:
    if not scores or most <= 0:
        return ()
    counts = Counter(min(int(BINS * score / most + 1e-9), BINS - 1) for score in scores)
    step = 100 // BINS
    return tuple(Bin(step * i, step * (i + 1), counts[i]) for i in range(BINS))


def _questions(
    graded: Sequence[SubmissionResult], unit: dict[str, float], labels: dict[str, str]
) -> tuple[QuestionSummary, ...]:
    answers: dict[str, list[QuestionResult]] = {name: [] for name in unit}
    for result in graded:
        for question in result.questions:
            answers[question.id].append(question)
    return tuple(
        QuestionSummary(name, labels[name], unit[name], _counts(given), _success(given))
        for name, given in answers.items()
    )


def _counts(given: Sequence[QuestionResult]) -> dict[Verdict, int]:
    counts = Counter(map(verdict, given))
    return {one: counts[one] for one in Verdict}


def _success(given: Sequence[QuestionResult]) -> float | None:
    shares = [q.score / q.max_score for q in given if q.score is not None and q.max_score > 0]
    return statistics.fmean(shares) if shares else None


def _beliefs(
    graded: Sequence[SubmissionResult], labels: dict[str, str]
) -> tuple[BeliefSummary, ...]:
    shown: dict[str, list[tuple[str, str]]] = {}
    for result in graded:
        for question in result.questions:
            if question.misconception is not None:
                held = shown.setdefault(question.misconception, [])
                held.append((result.student, question.id))
    beliefs = [_belief(name, held, labels) for name, held in shown.items()]
    return tuple(sorted(beliefs, key=lambda b: (-b.students, -b.answers, b.id)))


def _belief(name: str, held: Sequence[tuple[str, str]], labels: dict[str, str]) -> BeliefSummary:
    known = CATALOGUE.get(name)
    asked = {question for _, question in held}
    return BeliefSummary(
        id=name,
        name=known.name if known else name,
        belief=known.belief if known else "",
        students=len({student for student, _ in held}),
        answers=len(held),
        questions=tuple(label for question, label in labels.items() if question in asked),
    )
