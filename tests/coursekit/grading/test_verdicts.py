import pytest

from coursekit.grading.results import QuestionResult, Status, SubmissionResult
from coursekit.grading.verdicts import Verdict, is_late, verdict


@pytest.mark.parametrize(
    ("score", "most", "reason", "expected"),
    [
        (2.0, 2.0, None, Verdict.RIGHT),
        (0.0, 0.0, None, Verdict.RIGHT),
        (1e-9, 2.0, "a", Verdict.PARTLY),
        (1.999, 2.0, None, Verdict.PARTLY),
        (1.0, 2.0, "not answered: a part", Verdict.PARTLY),
        (0.0, 2.0, "a hidden test did not pass", Verdict.WRONG),
        (0.0, 2.0, None, Verdict.WRONG),
        (0.0, 2.0, "not answered: `x` is not defined", Verdict.UNANSWERED),
        (0.0, 2.0, "not answered yet", Verdict.UNANSWERED),
        (None, 2.0, None, Verdict.WAITS),
    ],
)
def test_a_score_has_one_verdict(score, most, reason, expected):
    assert verdict(QuestionResult("q", score, most, reason)) is expected


def test_no_two_verdicts_look_or_sound_alike():
    for part in ("key", "sign", "words"):
        assert len({getattr(one, part) for one in Verdict}) == len(Verdict)


@pytest.mark.parametrize(
    ("flags", "expected"),
    [
        ((), False),
        (("late",), True),
        (("x", "late by 3 days"), True),
        (("lately",), False),
        (("",), False),
    ],
)
def test_lateness_is_a_flag(flags, expected):
    assert is_late(SubmissionResult("student-01", "unit", Status.GRADED, flags=flags)) is expected
