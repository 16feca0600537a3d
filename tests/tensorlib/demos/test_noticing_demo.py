"""The noticing demo: its state, what it says, and its widget by traits."""

from __future__ import annotations

import pytest

from tensorlib.demos import noticing_demo
from tensorlib.demos.noticing_picture import answer_html, question_html
from tensorlib.demos.noticing_state import NoticingState, first_state
from tensorlib.demos.scene import ASKING
from tensorlib.noticing import Watcher
from tensorlib.prose import message_html
from tensorlib.shapebugs import SHAPE_BUGS


@pytest.fixture
def demo():
    return noticing_demo()


def test_the_question_shows_the_line_and_the_sizes_and_no_answer():
    html = question_html(first_state())

    assert "<code>x.mean(axis=0)</code> for <code>x.mean(axis=1)</code>" in html
    assert "Signature: x [B, T, d] -&gt; [B, d]; its names are bound and checked." in html
    assert "Sizes: B = 3, T = 5, d = 7." in html
    assert "✓" not in html


@pytest.mark.parametrize(
    ("state", "signs", "last"),
    [
        (NoticingState("axis", 3, 5, 7, True), (1, 0, 1, 1), "First in a run: the annotation."),
        (
            NoticingState("axis", 4, 4, 7, True),
            (0, 0, 0, 1),
            "First in a run: a test of values, and nobody else.",
        ),
        (NoticingState("mask", 1, 5, 7, True), (0, 0, 0, 0), "Nobody can notice:"),
    ],
)
def test_the_answer_is_a_table_of_signs_and_words(state, signs, last):
    html = answer_html(state)

    shown = [part.split("<")[0] for part in html.split(">") if part.startswith(("✓", "–"))]
    assert shown == ["✓ notices" if sign else "– lets it pass" for sign in signs]
    assert last in html


@pytest.mark.parametrize("bug", SHAPE_BUGS)
@pytest.mark.parametrize("annotated", [True, False])
def test_every_setting_can_be_spoken_about(bug, annotated):
    for sizes in [(1, 1, 1), (1, 8, 8), (8, 1, 2), (8, 8, 8)]:
        state = NoticingState(bug, *sizes, annotated)
        assert "Who notices what" in answer_html(state)
        assert state.run.bug.name in question_html(state)


def test_a_prediction_reveals_and_a_change_asks_anew(demo):
    demo.pick.value = Watcher.ANNOTATION
    demo.commit.click()
    assert "✓ You predicted the annotation. That is right." in demo.status.value
    assert demo.answer.value == answer_html(first_state())

    demo.controls["tokens, T"].value = 3
    assert demo.answer.value == ""
    assert demo.status.value == message_html(ASKING)

    demo.pick.value = Watcher.SHAPES
    demo.commit.click()
    assert "✗ You predicted a test of shapes." in demo.status.value
    assert demo.answer.value == answer_html(NoticingState("axis", 3, 3, 7, True))


def test_the_bug_and_the_annotation_are_chosen(demo):
    demo.controls["the bug"].value = "mask"
    demo.controls["the signature is checked"].value = False

    assert demo.question.value == question_html(NoticingState("mask", 3, 5, 7, False))
