"""The record itself: what is kept, counted, raised and added to numpy's own errors."""

from __future__ import annotations

import pytest

from tensorlib import AxisSizeMismatch, NamedShape, SuspiciousBroadcast
from tensorlib.watch.recorder import Recorder

PRED, TARGET = NamedShape("", ("N",), (9,)), NamedShape("", ("N", "1"), (9, 1))


def _recorder(*, raising=False):
    recorder = Recorder({}, raising=raising)
    recorder.is_open = True
    return recorder


def _unseen(call, *arguments):
    """Call something from code that has no source, so that nothing is known but the call."""
    exec(compile("call(*arguments)", "<made>", "exec"), {"call": call, "arguments": arguments})


def test_operands_have_labels_if_the_source_has_none():
    recorder = _recorder()
    _unseen(recorder.look, "subtract", [PRED, TARGET])
    _unseen(recorder.look, "where", [PRED, TARGET, NamedShape("", (), ())])

    assert [[operand.label for operand in event.operands] for event in recorder.events] == [
        ["left", "right"],
        ["operand 1", "operand 2", "operand 3"],
    ]


def test_labels_that_are_given_stay():
    recorder = _recorder()
    recorder.look("exp", [TARGET._replace(label="out"), PRED._replace(label="result")])

    assert recorder.events[0].operands_text() == "out (N=9, 1) and result (N=9)"


def test_one_place_is_one_event_whatever_the_sizes():
    recorder = _recorder()
    for size in (2, 3, 4):
        recorder.look(
            "subtract", [NamedShape("", (None,), (size,)), NamedShape("", (None, "1"), (size, 1))]
        )

    (event,) = recorder.events
    assert event.count == 3
    assert event.operands[0].shape == (2,)
    assert event.lines()[0].endswith("(3 times)")


def test_another_suspicion_is_another_event():
    recorder = _recorder()
    for size in (1, 2):
        recorder.look("add", [NamedShape("", (name,), (size,)) for name in "xy"])

    assert [event.verdict.kind.value for event in recorder.events] == [
        "CORRECT_BY_LUCK",
        "SILENTLY_WRONG",
    ]


def test_a_closed_recorder_looks_away():
    recorder = Recorder({}, raising=True)
    recorder.look("subtract", [PRED, TARGET])

    assert recorder.events == ()


def test_a_name_keeps_its_size():
    recorder = Recorder({"B": 3}, raising=False)
    recorder.bind("B", 3)
    recorder.bind("T", 5)

    assert recorder.sizes == {"B": 3, "T": 5}
    with pytest.raises(AxisSizeMismatch) as caught:
        recorder.bind("T", 6)
    assert caught.value == AxisSizeMismatch("T", (5, 6))
    assert str(caught.value) == "watch: axis T has sizes 5 and 6"


def test_what_is_suspicious_can_be_an_error():
    with pytest.raises(SuspiciousBroadcast) as caught:
        _unseen(_recorder(raising=True).look, "subtract", [PRED, TARGET])

    assert str(caught.value) == (
        "subtract: shapes (9,) and (9, 1): an axis misses its own: axis N of left lands on a "
        "size-1 axis of right and misses its axis N; a size 1 stretches, so it runs; "
        "both operands stretch: (9,) and (9, 1) make (9, 9)"
    )


def test_what_the_names_vouch_for_is_only_recorded():
    recorder = _recorder(raising=True)
    recorder.look("multiply", [NamedShape("", ("x", "1"), (3, 1)), NamedShape("", ("y",), (4,))])

    (event,) = recorder.events
    assert event.is_right
    assert event.why() == [
        "both operands stretch: (3, 1) and (4,) make (3, 4)",
        "by the names of its axes it is right",
    ]


def test_numpys_refusal_gets_a_note():
    error = ValueError("operands could not be broadcast together")
    operands = [NamedShape("", ("B", "Tq", "Tk"), (8, 6, 6)), NamedShape("", ("B", "Tk"), (8, 6))]
    _unseen(_recorder().explain, error, operands)

    assert error.__notes__ == [
        "axis B of right lands on axis Tq of left, and sizes 8 and 6 differ; "
        "silently wrong at sizes B=3, Tq=3, Tk=5; right at every size: right[:, None, :]"
    ]


def test_what_the_names_do_not_explain_gets_none():
    error = ValueError("operands could not be broadcast together")
    _recorder().explain(error, [NamedShape("", (None,), (3,)), NamedShape("", (None,), (4,))])
    Recorder({}, raising=False).explain(
        error, [NamedShape("", ("x",), (3,)), NamedShape("", ("y",), (4,))]
    )

    assert not hasattr(error, "__notes__")
