import statistics
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coursekit.grading.results import QuestionResult, Status, SubmissionResult
from coursekit.grading.verdicts import Verdict
from coursekit.report.summary import in_order, short_labels, summarise


def graded(student: str, *questions: QuestionResult, **parts: object) -> SubmissionResult:
    result = SubmissionResult(student, "unit", Status.GRADED, questions=questions)
    return replace(result, **parts)


def question(name: str, score: float | None, most: float = 2.0, **parts: str) -> QuestionResult:
    return QuestionResult(name, score, most, **parts)


def shows(name: str, belief: str) -> QuestionResult:
    return question(name, 0.0, 4.0 if name == "r" else 2.0, misconception=belief)


CLASS = [
    graded("a", question("q", 2.0), question("r", 1.0, 4.0, misconception="M29")),
    graded("b", shows("q", "M29"), shows("r", "M29")),
    graded("c", question("q", 0.0, reason="not answered yet"), question("r", None, 4.0),
           flags=("late",)),
    graded("d", shows("q", "X1"), question("r", 4.0, 4.0)),
    graded("e", question("q", None), question("r", None, 4.0), status=Status.REFUSED),
    graded("f", question("q", 2.0, misconception="M30"), status=Status.FAILED),
]  # fmt: skip


def test_a_class_is_counted():
    """Scores: a 2 + 1 = 3, b 0, c 0 (one part waits), d 4 of 6 points; e and f have none."""
    summary = summarise(CLASS)

    assert summary.statuses == {
        Status.GRADED: 4,
        Status.REFUSED: 1,
        Status.FAILED: 1,
        Status.MISSING: 0,
    }
    assert (summary.late, summary.waiting, summary.max_score) == (1, 1, 6.0)
    assert summary.scores == (0.0, 0.0, 3.0, 4.0)
    assert (summary.mean, summary.median) == (7 / 4, 1.5)


def test_scores_fall_into_tenths():
    """0 % twice, 3 of 6 = 50 % into 50–60, 4 of 6 = 67 % into 60–70."""
    bins = summarise(CLASS).bins

    assert [(b.low, b.high) for b in bins] == [(10 * i, 10 * i + 10) for i in range(10)]
    assert [b.count for b in bins] == [2, 0, 0, 0, 0, 1, 1, 0, 0, 0]


def test_questions_are_counted_over_graded_submissions():
    """The shares of q: 1, 0, 0, 0; of r, where c waits: 1/4, 0, 1."""
    first, second = summarise(CLASS).questions

    assert (first.id, first.max_score, first.success) == ("q", 2.0, 0.25)
    assert first.counts == {
        Verdict.RIGHT: 1, Verdict.PARTLY: 0, Verdict.WRONG: 2, Verdict.UNANSWERED: 1,
        Verdict.WAITS: 0,
    }  # fmt: skip
    assert (second.id, second.success) == ("r", pytest.approx(1.25 / 3))
    assert second.counts[Verdict.WAITS] == 1


def test_beliefs_are_counted_by_students_then_answers():
    """M29: a once, b twice; X1: d once; what f shows does not count, since f is not graded."""
    known, unknown = summarise(CLASS).beliefs

    assert (known.id, known.name, known.students, known.answers, known.questions) == (
        "M29", "Sizes read as strides", 2, 3, ("q", "r"),
    )  # fmt: skip
    assert known.belief == "You seem to read the sizes as strides."
    assert (unknown.id, unknown.name, unknown.belief, unknown.students) == ("X1", "X1", "", 1)


def test_an_empty_class_has_nothing_to_plot():
    summary = summarise([])

    assert (summary.scores, summary.bins, summary.questions, summary.beliefs) == ((), (), (), ())
    assert sum(summary.statuses.values()) == 0


def test_points_that_do_not_exist_are_not_divided_by():
    summary = summarise([graded("a", question("q", 0.0, 0.0))])

    assert summary.bins == ()
    assert summary.questions[0].success is None


@given(st.lists(st.integers(0, 30), min_size=1, max_size=40))
def test_every_score_is_in_one_bin_and_the_mean_is_right(tenths):
    """A score of t tenths of 3 points is t / 30 of them: in bin floor(t / 3), 30 in the last."""
    summary = summarise([graded(str(i), question("q", t / 10, 3.0)) for i, t in enumerate(tenths)])

    expected = [0] * 10
    for t in tenths:
        expected[min(t // 3, 9)] += 1
    assert [b.count for b in summary.bins] == expected
    assert summary.mean == pytest.approx(statistics.fmean(t / 10 for t in tenths))


@given(st.permutations(["s1", "s02", "s2", "s10", "é", "", "10", "9", "²", "a" * 300]))
def test_order_does_not_depend_on_where_one_starts(students):
    ordered = [one.student for one in in_order([graded(student) for student in students])]

    assert ordered == ["", "9", "10", "a" * 300, "s1", "s02", "s2", "s10", "²", "é"]


@pytest.mark.parametrize(
    ("names", "labels"),
    [
        ([], []),
        (["a_b"], ["a_b"]),
        (["a_b", "c"], ["a_b", "c"]),
        (["a_b_z", "a_c_z"], ["b", "c"]),
        (["a", "a_b"], ["a", "a_b"]),
        (["a_a", "a_a_a"], ["a", "a_a"]),
        (["unit_1_test", "unit_10_test"], ["1", "10"]),
        (["unit1", "unit2"], ["unit1", "unit2"]),
    ],
)
def test_labels_leave_out_what_all_share(names, labels):
    assert list(short_labels(names).values()) == labels


@given(st.lists(st.text("ab_", max_size=6), unique=True, max_size=6))
def test_labels_stay_apart(names):
    assert len(set(short_labels(names).values())) == len(names)
