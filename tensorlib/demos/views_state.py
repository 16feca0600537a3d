"""What the views demo asks about: a small tensor, cut and reordered, and one of two questions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import prod
from types import MappingProxyType
from typing import Literal

from tensorlib.demos.offset_state import demo_tensor
from tensorlib.errors import NotViewableError
from tensorlib.shapes import Shape
from tensorlib.tensor import TensorView

SIZES = range(1, 5)
"""The sizes an axis can be given."""

CUTS: Mapping[str, slice] = MappingProxyType(
    {
        ":": slice(None),
        "1:": slice(1, None),
        "::2": slice(None, None, 2),
        "::-1": slice(None, None, -1),
    }
)
"""What an axis can be cut to, by how it is written in brackets."""

Asked = Literal["strides", "flat view"]
ASKED: tuple[Asked, ...] = ("strides", "flat view")
"""What the learner predicts."""

ViewPrediction = Shape | bool
"""The strides in elements, or whether there is a flat view."""


@dataclass(frozen=True, slots=True)
class ViewState:
    """Keep a tensor's shape, what is done to it, and what is asked.

    Parameters
    ----------
    shape : tuple of int
        The sizes of the tensor.
    cuts : tuple of str
        How each of its axes is cut, as in `CUTS`.
    order : tuple of int
        Which of its axes comes where, after the cuts.
    asked : {"strides", "flat view"}
        What is to be predicted.
    """

    shape: Shape
    cuts: tuple[str, ...]
    order: Shape
    asked: Asked

    @property
    def key(self) -> tuple[slice, ...]:
        """What stands in brackets."""
        return tuple(CUTS[cut] for cut in self.cuts)

    @property
    def view(self) -> TensorView:
        """The view in question."""
        part: TensorView = demo_tensor(self.shape).view()[self.key]
        return part.permute(*self.order)

    @property
    def refusal(self) -> NotViewableError | None:
        """Why there is no flat view, or None if there is one."""
        view = self.view
        try:
            view.view_as((prod(view.shape),))
        except NotViewableError as refused:
            return refused
        return None

    @property
    def answer(self) -> ViewPrediction:
        """The right prediction."""
        return self.view.strides if self.asked == "strides" else self.refusal is None

    @property
    def code(self) -> str:
        """How the view is made, as code.

        Examples
        --------
        >>> first_state().code
        't.view().permute(2, 0, 1)'
        """
        brackets = "" if set(self.cuts) == {":"} else f"[{', '.join(self.cuts)}]"
        moved = self.order != tuple(range(len(self.order)))
        return f"t.view(){brackets}" + (f".permute{self.order}" if moved else "")


def first_state() -> ViewState:
    """Return the question the demo opens with.

    Examples
    --------
    >>> first_state().view.strides
    (1, 12, 4)
    """
    return ViewState((2, 3, 4), (":", ":", ":"), (2, 0, 1), "strides")
