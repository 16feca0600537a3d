"""What becomes of an operation on named axes: it raises, is right, lucky, or silently wrong."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from tensorlib.errors import TensorError
from tensorlib.meaning.landing import Landing, NamedShape
from tensorlib.meaning.names import Axes, bindings_text
from tensorlib.shapes import Shape
from tensorlib.tables import html_table, text_table

_ABSENT = "–"


class VerdictKind(StrEnum):
    """Name the four outcomes; each equals its own name as text.

    Examples
    --------
    >>> VerdictKind.RAISES == "RAISES", list(map(str, VerdictKind))
    (True, ['RAISES', 'CORRECT', 'CORRECT_BY_LUCK', 'SILENTLY_WRONG'])
    """

    RAISES = "RAISES"
    CORRECT = "CORRECT"
    CORRECT_BY_LUCK = "CORRECT_BY_LUCK"
    SILENTLY_WRONG = "SILENTLY_WRONG"


RAISES = VerdictKind.RAISES
"""The sizes do not fit, so the runtime refuses."""

CORRECT = VerdictKind.CORRECT
"""Every axis lands on its own, whatever the sizes are."""

CORRECT_BY_LUCK = VerdictKind.CORRECT_BY_LUCK
"""An axis lands on the wrong one, but at these sizes the numbers are right."""

SILENTLY_WRONG = VerdictKind.SILENTLY_WRONG
"""It runs, and the numbers are wrong."""


@dataclass(frozen=True, slots=True, eq=False)
class Verdict:
    """Keep an outcome and why it is so.

    A verdict equals its kind and the kind's name, and another verdict of which everything is
    equal.

    Parameters
    ----------
    kind : VerdictKind
        The outcome at the sizes given.
    reason : str
        Which axis decides it, and how; one line.
    operands : tuple of NamedShape
        What was judged, with its sizes.
    landings : tuple of Landing
        The axes that land on the wrong one, the decisive one first.
    result : tuple of str
        The axes that the result has, ``"1"`` for one without a name; none if there is no result.
    shape : tuple of int or None
        The result's shape; ``None`` if there is none.
    error : TensorError or None
        What is raised.
    raises_at : dict of str to int or None
        Sizes at which the same mistake raises; ``None`` if it does at none, or there is no
        mistake.
    silent_at : dict of str to int or None
        Sizes at which the same mistake is silently wrong; ``None`` if there is no mistake.
    right : tuple of str
        How to write the operands that have to change, so that the operation is right at every
        size; empty if none has to, or it cannot be told.

    Examples
    --------
    >>> from tensorlib import SILENTLY_WRONG, check_axes
    >>> axes = {"scores": "B Tq Tk", "mask": "B Tk"}
    >>> verdict = check_axes(axes, B=16, Tq=16, Tk=16)
    >>> verdict == SILENTLY_WRONG, verdict.operand, verdict.axis, verdict.onto
    (True, 'mask', 'B', 'Tq')
    >>> verdict.raises_at, verdict.right
    ({'B': 3, 'Tq': 5, 'Tk': 7}, ('mask[:, None, :]',))
    """

    RAISES: ClassVar[VerdictKind] = RAISES
    CORRECT: ClassVar[VerdictKind] = CORRECT
    CORRECT_BY_LUCK: ClassVar[VerdictKind] = CORRECT_BY_LUCK
    SILENTLY_WRONG: ClassVar[VerdictKind] = SILENTLY_WRONG

    kind: VerdictKind
    reason: str
    operands: tuple[NamedShape, ...]
    landings: tuple[Landing, ...] = ()
    result: Axes = ()
    shape: Shape | None = None
    error: TensorError | None = None
    raises_at: dict[str, int] | None = None
    silent_at: dict[str, int] | None = None
    right: tuple[str, ...] = ()

    @property
    def operand(self) -> str | None:
        """Whose axis lands on the wrong one; ``None`` if every axis lands on its own."""
        return self.landings[0].operand if self.landings else None

    @property
    def axis(self) -> str | None:
        """The axis that lands on the wrong one; ``None`` if every axis lands on its own."""
        return self.landings[0].axis if self.landings else None

    @property
    def onto(self) -> str | None:
        """The axis that it lands on; ``None`` if every axis lands on its own."""
        return self.landings[0].onto if self.landings else None

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Verdict):
            return all(getattr(self, name) == getattr(other, name) for name in self.__slots__)
        return self.kind == other if isinstance(other, str) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.kind)

    def __str__(self) -> str:
        return "\n".join([f"{self.kind}: {self.reason}", text_table(self._rows()), *self.advice()])

    def _repr_html_(self) -> str:
        """Return the verdict as a table with its reason, in text and borders, for a notebook."""
        head, *rows = self._rows()
        return html_table(self.kind, head, rows, [self.reason, *self.advice()])

    def _rows(self) -> list[list[str]]:
        """Return a head, a row an operand and one for a result, all aligned from the right."""
        rank = max((len(operand.axes) for operand in self.operands), default=0)
        places = range(-rank, 0)
        rows = [["axis", *map(str, places)]]
        rows += [[x.label, *(self._cell(x, place) for place in places)] for x in self.operands]
        if self.shape is None:
            return rows
        result = NamedShape("result", self.result, self.shape)
        return [*rows, ["result", *(self._cell(result, place) for place in places)]]

    def _cell(self, operand: NamedShape, place: int) -> str:
        if place < -len(operand.axes):
            return _ABSENT
        text = operand.axis_text(place)
        for landing in self.landings:
            if (landing.operand, landing.place) == (operand.label, place):
                return f"{text} on {landing.onto}"
        return text

    def advice(self) -> list[str]:
        """Return lines that say at which sizes the mistake shows, and how to write it right.

        Examples
        --------
        >>> from tensorlib import check_axes
        >>> check_axes({"pred": "N", "target": "N 1"}, N=256).advice()
        ['raises at no sizes: only names or a test of values can tell',
         'right at every size: target[:, 0]']
        """
        notes = []
        all_known = all(None not in operand.axes for operand in self.operands)
        if self.kind in (CORRECT_BY_LUCK, SILENTLY_WRONG) and self.raises_at is not None:
            notes.append(f"raises at sizes {bindings_text(self.raises_at)}")
        elif self.kind in (CORRECT_BY_LUCK, SILENTLY_WRONG) and all_known:
            notes.append("raises at no sizes: only names or a test of values can tell")
        if self.kind != SILENTLY_WRONG and self.silent_at is not None:
            notes.append(f"silently wrong at sizes {bindings_text(self.silent_at)}")
        if self.right:
            notes.append(f"right at every size: {' and '.join(self.right)}")
        return notes
