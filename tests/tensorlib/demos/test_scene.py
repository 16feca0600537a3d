from dataclasses import dataclass, replace

from tensorlib.demos.rounds import Round
from tensorlib.demos.scene import ASKING, scene_html, state_text, status_html
from tensorlib.prose import message_html


def test_the_status_line_asks_first(scene):
    assert status_html(scene, Round(scene.first)) == message_html(ASKING)


def test_the_status_line_answers_a_prediction(scene):
    """2 + 3 + 4 + 5 = 14."""
    right, wrong = (status_html(scene, Round(scene.first, sum_)) for sum_ in (14, 9))

    assert right == message_html(
        "✓ You predicted 14. That is right. Change a control for the next question."
    )
    assert wrong == message_html(
        "✗ You predicted 9. That is not right. Change a control for the next question."
    )


def test_a_scene_has_its_own_words(scene):
    own = replace(scene, repeated=lambda sum_: f"a sum of {sum_}", again="And now?")

    assert status_html(own, Round(own.first, 14)) == message_html(
        "✓ You predicted a sum of 14. That is right. And now?"
    )


def test_what_a_judge_says_is_text(scene):
    class Verdict:
        correct = False
        message = "2 < 3 & <b>4</b>"

    html = status_html(replace(scene, judge=lambda *_: Verdict()), Round(scene.first, 3))

    assert "2 &lt; 3 &amp; &lt;b&gt;4&lt;/b&gt;" in html


def test_the_stored_form_folds_the_answer_away(scene):
    question, answer = scene_html(scene).split("<details>")

    assert "<p>Add (2, 3) and (4, 5).</p>" in question
    assert "14" not in question
    assert "<p>14</p></details>" in answer
    assert answer.endswith(
        "<p>Run this notebook in JupyterLab to choose the numbers yourself.</p></div>"
    )


def test_a_state_is_told_by_its_fields():
    @dataclass(frozen=True)
    class State:
        head_count: int
        shape: tuple[int, ...]

    assert state_text(State(2, (3, 4))) == "head count 2, shape (3, 4)"
