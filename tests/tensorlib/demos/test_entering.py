import ipywidgets as widgets
import pytest
from widget_events import press_enter

from tensorlib.demos.entering import AT_ONCE_SECONDS, on_enter


class Listener:
    """Note what was entered, at a time that the test sets."""

    def __init__(self, *, deals_first: bool = False) -> None:
        self.field = widgets.Text(continuous_update=False)
        self.heard: list[str] = []
        self.now = 100.0
        on_enter(self.field, self._hear, first=lambda: deals_first, clock=lambda: self.now)

    def _hear(self) -> None:
        self.heard.append(self.field.value)


@pytest.fixture
def listener() -> Listener:
    return Listener()


def test_enter_is_heard_with_what_was_typed(listener):
    press_enter(listener.field, "8")
    press_enter(listener.field, "9")

    assert listener.heard == ["8", "9"]


def test_leaving_the_field_is_not_enter(listener):
    listener.field.value = "8"

    assert listener.heard == []


def test_enter_without_a_new_text_does_not_linger(listener):
    """What is typed later and then left was not entered."""
    press_enter(listener.field)
    listener.now += AT_ONCE_SECONDS
    listener.field.value = "8"

    assert listener.heard == []


def test_each_enter_counts_once(listener):
    press_enter(listener.field, "8")
    listener.field.value = "9"

    assert listener.heard == ["8"]


def test_an_enter_that_is_dealt_with_is_not_heard():
    listener = Listener(deals_first=True)
    press_enter(listener.field, "8")

    assert listener.heard == []


def test_other_messages_are_not_enter(listener):
    listener.field._handle_custom_msg({"event": "click"}, [])
    listener.field.value = "8"

    assert listener.heard == []
