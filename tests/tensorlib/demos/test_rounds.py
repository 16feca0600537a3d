import pytest
from hypothesis import given
from hypothesis import strategies as st

from tensorlib.demos.rounds import Round

STATES, PREDICTIONS = st.integers(0, 3), st.integers(0, 3)
ROUNDS = st.builds(Round, STATES, st.none() | PREDICTIONS)


@pytest.mark.parametrize("prediction", [8, 0, False, "", ()])
def test_a_committed_prediction_reveals_the_answer(prediction):
    """0 and False are falsy and must still count as committed."""
    played = Round("state").committed(prediction)

    assert played == Round("state", prediction)
    assert played.revealed


def test_a_round_opens_unrevealed():
    assert not Round("state").revealed


@given(ROUNDS, PREDICTIONS, PREDICTIONS)
def test_the_first_prediction_counts(played, first, second):
    once = played.committed(first)

    assert once.prediction == (played.prediction if played.revealed else first)
    assert once.committed(second) == once


@given(ROUNDS, STATES)
def test_another_state_asks_anew(played, state):
    """Only a control that shows what it showed changes nothing."""
    assert played.moved(state) == (played if state == played.state else Round(state))
