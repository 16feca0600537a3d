"""The controls of a demo as data: what can be set, and how a prediction is given.

A control sets one field of the demo's state, or one entry of a field that is a tuple. How it
looks and feels is the widget's business.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from tensorlib.typed import read_integers


@dataclass(frozen=True, slots=True)
class Slider:
    """Set an integer by a slider, or by a number field beside it.

    Parameters
    ----------
    field : str
        The field of the state.
    label : str
        What is set, with its unit.
    values : range
        What it can be set to.
    position : int, optional
        Which entry of the field, where that is a tuple.
    """

    field: str
    label: str
    values: range
    position: int | None = None


@dataclass(frozen=True, slots=True)
class Menu:
    """Choose one of several values from a menu.

    Parameters
    ----------
    field, label, position
        As for `Slider`.
    options : tuple of tuple
        Text and value of each; the first option need not be the first state's.
    """

    field: str
    label: str
    options: tuple[tuple[str, Any], ...]
    position: int | None = None


@dataclass(frozen=True, slots=True)
class Toggle:
    """Switch a truth value on and off.

    Parameters
    ----------
    field, label, position
        As for `Slider`.
    """

    field: str
    label: str
    position: int | None = None


@dataclass(frozen=True, slots=True)
class Entry:
    """Type a value; it counts once Enter is pressed or the field is left.

    Parameters
    ----------
    field, label, position
        As for `Slider`.
    read : callable, optional
        Makes a value of the text, or raises a ValueError that says what is wrong with it.
    """

    field: str
    label: str
    read: Callable[[str], Any] = read_integers
    position: int | None = None


Control = Slider | Menu | Toggle | Entry


@dataclass(frozen=True, slots=True)
class Typed:
    """Type a prediction.

    Parameters
    ----------
    label : str
        What is typed.
    read : callable
        As for `Entry`.
    example : str, optional
        Shown in the empty field.
    """

    label: str
    read: Callable[[str], Any]
    example: str = ""


@dataclass(frozen=True, slots=True)
class Expectation:
    """Say how a prediction is given: picked among options, typed, or either.

    Parameters
    ----------
    undecided : str
        What a learner is told who commits before having chosen.
    options : tuple of tuple, optional
        Text and prediction of each option.
    typed : Typed, optional
        What can be typed. Where there are options as well, one more leads to it.
    typing : str, optional
        The text of that option.
    label : str, optional
        What stands before the options.
    """

    undecided: str
    options: tuple[tuple[str, Any], ...] = ()
    typed: Typed | None = None
    typing: str = "a value, typed below"
    label: str = "I expect"


def value_of(state: Any, control: Control) -> Any:
    """Return what a state holds for a control.

    Parameters
    ----------
    state : dataclass
        A state.
    control : Control
        One of its controls.
    """
    value = getattr(state, control.field)
    return value if control.position is None else value[control.position]


def with_value(state: Any, control: Control, value: Any) -> Any:
    """Return the state after a control was set.

    Parameters
    ----------
    state : dataclass
        A state.
    control : Control
        One of its controls.
    value : object
        What it was set to.
    """
    if control.position is not None:
        before = getattr(state, control.field)
        value = (*before[: control.position], value, *before[control.position + 1 :])
    return replace(state, **{control.field: value})
