"""A watch over plain numpy code, from the naming of arrays to the report."""

from __future__ import annotations

from xml.etree import ElementTree

import numpy as np
import pytest

from tensorlib import (
    CORRECT,
    CORRECT_BY_LUCK,
    SILENTLY_WRONG,
    AxisNameError,
    AxisSizeMismatch,
    Suspicion,
    SuspiciousBroadcast,
    watch_broadcasts,
)


def attention_weights(scores, mask):
    """Return softmax(scores + mask) over the last axis: plain numpy, with the None forgotten."""
    masked = scores + mask
    shifted = np.exp(masked - masked.max(-1, keepdims=True))
    return shifted / shifted.sum(-1, keepdims=True)


def _watched_attention(batch, tokens, axes="B Tk"):
    shape = tuple({"B": batch, "Tk": tokens, "1": 1}[axis] for axis in axes.split())
    with watch_broadcasts() as watch:
        scores = watch(np.zeros((batch, tokens, tokens)), "B Tq Tk")
        weights = attention_weights(scores, watch(np.zeros(shape), axes))
    return watch, weights


def test_a_forgotten_none_is_found_where_it_stands():
    watch, weights = _watched_attention(16, 16)

    (event,) = watch.events
    line = attention_weights.__code__.co_firstlineno + 2
    assert (event.place.file, event.place.line) == (__file__, line)
    assert event.verdict == SILENTLY_WRONG
    assert event.suspicions == (Suspicion.ONE_SIZE,)
    assert str(watch) == (
        "1 suspicious broadcast\n"
        f"test_watcher.py:{line}: scores + mask\n"
        "  add of scores (B=16, Tq=16, Tk=16) and mask (B=16, Tk=16)\n"
        "  two names, one size: axis B of mask lands on axis Tq of scores; both have size 16, "
        "so it runs\n"
        "  raises at sizes B=3, Tq=5, Tk=7\n"
        "  right at every size: mask[:, None, :]"
    )
    assert weights.axes == ("B", "Tq", "Tk")


def test_a_batch_of_one_is_luck():
    watch, _ = _watched_attention(1, 16)

    assert [event.verdict.kind for event in watch.events] == [CORRECT_BY_LUCK]
    assert watch.events[0].suspicions == (Suspicion.LUCK,)


def test_other_sizes_raise_and_say_why():
    with pytest.raises(ValueError, match="could not be broadcast together") as caught:
        _watched_attention(8, 16)

    assert caught.value.__notes__ == [
        "axis B of mask lands on axis Tq of scores, and sizes 8 and 16 differ; "
        "silently wrong at sizes B=3, Tq=3, Tk=5; right at every size: mask[:, None, :]"
    ]


def test_what_is_right_is_not_reported():
    watch, _ = _watched_attention(16, 16, "B 1 Tk")

    assert watch.events == ()
    assert str(watch) == "no suspicious broadcasts"


def test_hand_written_squared_error_without_names():
    with watch_broadcasts() as watch:
        pred, target = watch(np.arange(9.0)), watch(np.arange(9.0).reshape(-1, 1))
        for _ in range(3):
            ((pred - target) ** 2).mean()

    (event,) = watch.events
    assert event.suspicions == (Suspicion.STRETCHES_BOTH, Suspicion.PROMOTES_RANK)
    assert event.lines()[1:] == [
        "subtract of pred (?=9) and target (?=9, ?=1)",
        "both operands stretch: (9,) and (9, 1) make (9, 9)",
        "the rank grows: (9,) gets 1 new axis on its left",
    ]
    assert event.lines()[0].endswith("pred - target (3 times)")


# Of a square matrix both means have the same shape, and the wrong one lands on the columns.
def test_a_mean_taken_off_along_the_other_axis():
    with watch_broadcasts(B=4, T=4) as watch:
        x = watch(np.eye(4), "B T")
        x - x.mean(1)
        x - x.mean(0)
        x - x.mean(1, keepdims=True)

    assert [event.place.code for event in watch.events] == ["x - x.mean(1)"]
    assert watch.events[0].verdict.right == ("x.mean(1)[:, None]",)


@pytest.mark.parametrize(
    ("run", "code", "suspicion"),
    [
        (lambda x, y: np.where(y > 0, x, 0), "np.where(y > 0, x, 0)", Suspicion.ONE_SIZE),
        (lambda x, y: np.multiply(x, y, out=np.zeros((4, 4, 4))), "np.multiply(x, y,",
         Suspicion.ONE_SIZE),
        (lambda x, y: x.__setitem__(..., y), "x.__setitem__(..., y)", Suspicion.ONE_SIZE),
        (lambda x, y: np.exp(x[0], out=y), "np.exp(x[0], out=y)", Suspicion.ONE_SIZE),
        (lambda x, y: x @ y, "x @ y", Suspicion.ONE_SIZE),
        (lambda x, _: x[:, :, None] * x[:, None], "x[:, :, None]", Suspicion.MISSES),
        (lambda x, _: x[0, 0][:, None] * np.ones(3), "x[0, 0]", Suspicion.STRETCHES_BOTH),
        (lambda x, _: x + np.ones((4, 4)), "x + np.ones((4, 4))", Suspicion.PROMOTES_RANK),
    ],
)  # fmt: skip
def test_other_operations_are_looked_at(run, code, suspicion):
    with watch_broadcasts() as watch:
        run(watch(np.ones((4, 4, 4)), "B T d"), watch(np.ones((4, 4)), "B h"))

    assert [event.place.code for event in watch.events if code in event.place.code] != []
    assert suspicion in watch.events[0].suspicions


def test_an_event_is_an_error_if_so_wanted():
    with watch_broadcasts(on_event="raise") as watch:
        scores, mask = watch(np.ones((4, 4, 4)), "B Tq Tk"), watch(np.ones((4, 4)), "B Tk")
        with pytest.raises(SuspiciousBroadcast) as caught:
            scores += mask

    assert str(caught.value) == (
        "add: shapes (4, 4, 4) and (4, 4): two names, one size: axis B of mask lands on axis Tq "
        "of scores; both have size 4, so it runs"
    )
    np.testing.assert_array_equal(scores, np.ones((4, 4, 4)))  # not run


def test_an_outer_product_by_name_is_reported_and_not_an_error():
    with watch_broadcasts(on_event="raise") as watch:
        x, y = watch(np.ones(3), "x"), watch(np.ones(3), "y")
        table = x[:, None] * y

    assert table.axes == ("x", "y")
    (event,) = watch.events
    assert (event.verdict, event.is_right) == (CORRECT, True)


def test_nothing_is_reported_after_the_end():
    with watch_broadcasts() as watch:
        x = watch(np.ones((4, 4)), "B T")
    x + x.T

    assert watch.events == ()


def test_an_error_passes_through():
    watch = watch_broadcasts()
    with pytest.raises(KeyError, match="stop"), watch:
        raise KeyError("stop")
    watch(np.ones(4), "T") + watch(np.ones((4, 1)), "T 1")

    assert watch.events == ()


def test_names_stand_for_sizes():
    with watch_broadcasts(B=3) as watch:
        watch(np.ones((3, 5)), "B T")

        assert watch.sizes == {"B": 3, "T": 5}
        with pytest.raises(AxisSizeMismatch, match=r"^watch: axis B has sizes 3 and 5$"):
            watch(np.ones((5, 3)), "B T")


@pytest.mark.parametrize(
    ("axes", "message"),
    [
        ("B", "watch: axes 'B': they are for rank 1, shape (3, 5) has rank 2"),
        ("1 T", "watch: axes '1 T': axis 1 has size 3, not 1"),
        ("B B", "watch: axes 'B B': the name B stands for two axes; tell them apart, as Bq and Bk"),
    ],
)
def test_names_that_do_not_fit(axes, message):
    with watch_broadcasts() as watch, pytest.raises(AxisNameError) as caught:
        watch(np.ones((3, 5)), axes)

    assert str(caught.value) == message


def test_sizes_that_several_names_have_are_told_of_where_names_are_missing():
    with watch_broadcasts(B=4, T=4, h=2) as watch:
        watch(np.ones((4, 4, 4))) + watch(np.ones((4, 4)))

    assert watch.events[0].reasons == (
        "the rank grows: (4, 4) gets 1 new axis on its left; size 4 is that of B and T",
    )


def test_lists_and_watched_arrays_can_be_named():
    with watch_broadcasts() as watch:
        x = watch([[1, 2], [3, 4]], "B T")
        renamed = watch(x, "a b")

    assert (x.axes, renamed.axes) == (("B", "T"), ("a", "b"))
    assert np.shares_memory(x, renamed)


def test_html_is_a_table_with_headers_and_words():
    watch, _ = _watched_attention(16, 16)
    root = ElementTree.fromstring(watch._repr_html_())
    rows = [["".join(cell.itertext()) for cell in row] for row in root.iter("tr")]

    assert root.find("table/caption").text == "1 suspicious broadcast"
    assert rows[0] == ["where", "operands", "why"]
    assert rows[1][0].endswith(": scores + mask")
    assert rows[1][1] == "add of scores (B=16, Tq=16, Tk=16) and mask (B=16, Tk=16)"
    assert rows[1][2] == (
        "two names, one size: axis B of mask lands on axis Tq of scores; both have size 16, "
        "so it runs; raises at sizes B=3, Tq=5, Tk=7; right at every size: mask[:, None, :]"
    )
    assert [header.get("scope") for header in root.iter("th")] == ["col"] * 3 + ["row"]


def test_html_escapes_the_code():
    with watch_broadcasts() as watch:
        table = watch(np.ones(3)) < watch(np.ones((3, 1)))

    assert table.shape == (3, 3)
    html = watch._repr_html_()
    assert "&lt; watch(np.ones((3, 1)))" in html
    ElementTree.fromstring(html)
