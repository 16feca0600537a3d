"""The fields of a demo as widgets: one for each control, and those that take a prediction.

Each can be reached and set by keyboard and has a name that a screen reader speaks. The handle of
a slider cannot be given one, so the named number field before it sets the same value.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import ipywidgets as widgets

from tensorlib.demos.controls import Control, Entry, Expectation, Menu, Slider, Toggle, Typed
from tensorlib.demos.entering import on_enter
from tensorlib.typed import UnreadableError

_LABEL = {"description_width": "12em"}
_NUMBER, _MENU, _TEXT = {"width": "18em"}, {"width": "26em"}, {"width": "26em"}
_TYPING = object()  # the option that leads to the typed prediction


class ControlField:
    """One control as a widget.

    Parameters
    ----------
    control : Control
        What is set.
    value : object
        What it shows first.

    Attributes
    ----------
    control : Control
        What is set.
    widget : widget
        Whose ``value`` is what was set; the text, for an `Entry`.
    row : widget
        What the learner sees.
    """

    def __init__(self, control: Control, value: Any) -> None:
        self.control = control
        self.widget = _widget_of(control, value)
        self.row = self.widget
        if isinstance(control, Slider):
            number = widgets.BoundedIntText(
                value=value,
                min=control.values[0],
                max=control.values[-1],
                step=control.values.step,
                description=control.label,
                style=_LABEL,
                layout=_NUMBER,
            )
            widgets.link((number, "value"), (self.widget, "value"))
            self.row = widgets.HBox([number, self.widget])

    def value(self) -> Any:
        """Return what is set.

        Raises
        ------
        UnreadableError
            If what was typed cannot be read.
        """
        if isinstance(self.control, Entry):
            return _read(self.control.label, self.control.read, self.widget.value)
        return self.widget.value


class ExpectationFields:
    """The fields that take a prediction.

    Parameters
    ----------
    expectation : Expectation
        How it is given.

    Attributes
    ----------
    pick : RadioButtons or None
        The options, if there are any.
    typed : Text or None
        What is typed, if anything is.
    """

    def __init__(self, expectation: Expectation) -> None:
        self._expectation = expectation
        self.pick: Any = _options(expectation) if expectation.options else None
        self.typed: Any = _text(expectation.typed) if expectation.typed else None
        if self.pick and self.typed:
            self.typed.observe(self._expect_typed, "value")

    @property
    def rows(self) -> list[Any]:
        """What the learner sees."""
        return [field for field in (self.pick, self.typed) if field is not None]

    def prediction(self) -> Any:
        """Return what is expected.

        Raises
        ------
        UnreadableError
            If nothing is chosen yet, or what was typed cannot be read.
        """
        picked = self.pick.value if self.pick else _TYPING
        typed = self._expectation.typed
        if picked is None or (picked is _TYPING and not self.typed.value.strip()):
            raise UnreadableError(self._expectation.undecided)
        if picked is not _TYPING or typed is None:
            return picked
        return _read(typed.label, typed.read, self.typed.value)

    def on_enter(self, commit: Callable[[], None]) -> None:
        """Take Enter in the typed field for the button.

        Parameters
        ----------
        commit : callable
            What the button does.
        """
        if self.typed:
            on_enter(self.typed, commit)

    def reset(self) -> None:
        """Forget what was chosen."""
        if self.typed:
            self.typed.value = ""
        if self.pick:
            self.pick.value = None

    def _expect_typed(self, _change: object) -> None:
        """Take what was typed for the choice of typing."""
        self.pick.value = _TYPING


def _widget_of(control: Control, value: Any) -> Any:
    shared = {"description": control.label, "style": _LABEL}
    match control:
        case Slider():
            return widgets.IntSlider(
                value=value,
                min=control.values[0],
                max=control.values[-1],
                step=control.values.step,
                readout=False,
                tooltip=control.label,
            )
        case Menu():
            return widgets.Dropdown(options=control.options, value=value, layout=_MENU, **shared)
        case Toggle():
            return widgets.Checkbox(value=value, description=control.label, indent=False)
        case Entry():
            text = "" if value is None else str(value)
            return widgets.Text(value=text, continuous_update=False, layout=_TEXT, **shared)


def _options(expectation: Expectation) -> Any:
    typing = [(expectation.typing, _TYPING)] if expectation.typed else []
    return widgets.RadioButtons(
        options=[*typing, *expectation.options],
        value=None,
        description=expectation.label,
        layout={"width": "max-content"},
    )


def _text(typed: Typed) -> Any:
    return widgets.Text(
        description=typed.label,
        placeholder=typed.example,
        continuous_update=False,
        style={"description_width": "initial"},
        layout=_TEXT,
    )


def _read(label: str, read: Callable[[str], Any], text: str) -> Any:
    try:
        return read(text)
    except ValueError as error:
        raise UnreadableError(f"{label}: {error}") from None
