"""How far a text of a drawing reaches, judged generously: no font is measured."""

from __future__ import annotations

from tensorlib.drawing import Text


def extent(text: Text) -> tuple[float, float]:
    """Return where a text begins and ends, by the width of a letter that is wide for its font."""
    width = len(text.text) * text.size * (0.7 if text.bold and text.family == "sans" else 0.62)
    before = {"start": 0.0, "middle": width / 2, "end": width}[text.anchor]
    return text.x - before, text.x - before + width
