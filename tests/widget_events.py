"""What a front end sends when somebody works a widget."""

from __future__ import annotations

from typing import Any

import ipywidgets as widgets


def press_enter(field: widgets.Text, text: str | None = None) -> None:
    """Type a text into a field, if there is one, and press Enter: first the key, then the value."""
    field._handle_custom_msg({"event": "submit"}, [])
    if text is not None:
        field.value = text


def all_widgets(root: widgets.Widget) -> list[Any]:
    """Return a widget and all that it holds."""
    found = [root]
    for widget in found:
        found.extend(getattr(widget, "children", ()))
    return found
