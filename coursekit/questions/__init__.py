"""Questions: the right answer, the form of an answer, and what each wrong belief would answer.

This package runs in a student's own notebook, where the visible tests use its forms, as well as
where submissions are graded. It needs numpy and tensorlib, and nothing of Jupyter's.
"""

from coursekit.questions.checks import FormError, check_call, check_form, check_forms
from coursekit.questions.forms import EitherForm, ErrorValue, Integer, Integers, Number, Numbers
from coursekit.questions.functions import Group, mark_function
from coursekit.questions.judging import Verdict, judge
from coursekit.questions.marking import Part, mark, mark_parts
from coursekit.questions.misconceptions import CATALOGUE, Misconception
from coursekit.questions.question import OneOf, Question
from coursekit.questions.score import Score
from coursekit.questions.wordforms import Choice, Truth
from coursekit.questions.written_tests import Wrong, mark_test

__all__ = [
    "CATALOGUE",
    "Choice",
    "EitherForm",
    "ErrorValue",
    "FormError",
    "Group",
    "Integer",
    "Integers",
    "Misconception",
    "Number",
    "Numbers",
    "OneOf",
    "Part",
    "Question",
    "Score",
    "Truth",
    "Verdict",
    "Wrong",
    "check_call",
    "check_form",
    "check_forms",
    "judge",
    "mark",
    "mark_function",
    "mark_parts",
    "mark_test",
]
