"""Put the unit's cells where they belong among the student's.

The order is the student's, with three exceptions: a set-up cell runs before the answers that come
after it in the unit, a test runs behind its answers and before those of later questions, and what
was deleted is put back.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from coursekit.grading.repair.unit import Unit, UnitCell
from coursekit.notebooks import Role


@dataclass(frozen=True, slots=True)
class Slot:
    """One cell of the notebook to be run.

    Parameters
    ----------
    place : int or None
        The place of the cell in the submission; None for one that was put back.
    own : UnitCell or None
        The unit's cell that it is; None for a student's own.
    """

    place: int | None
    own: UnitCell | None


@dataclass(slots=True)
class Placed:
    """The cells in the order they run.

    Parameters
    ----------
    slots : list of Slot
        The cells.
    restored, moved : list of UnitCell
        The unit's cells that were missing, and those that stood elsewhere.
    """

    slots: list[Slot]
    restored: list[UnitCell] = field(default_factory=list)
    moved: list[UnitCell] = field(default_factory=list)


def placed(unit: Unit, slots: Sequence[Slot]) -> Placed:
    """Return the cells in the order they run, with the unit's own complete.

    Parameters
    ----------
    unit : Unit
        The unit.
    slots : Sequence of Slot
        The submitted cells that are kept, in the student's order.
    """
    placing = _Placing(unit, Placed(list(slots)))
    for own in unit.marked():
        if own.role is Role.LOCKED:
            placing.set_up(own)
        elif own.role is Role.MANUAL:
            placing.written(own)
    for own in unit.marked():
        if own.role is Role.TEST:
            placing.test(own)
    return placing.result


class _Placing:
    def __init__(self, unit: Unit, result: Placed) -> None:
        self._unit, self.result = unit, result
        self._slots = result.slots

    def set_up(self, own: UnitCell) -> None:
        here = self._at(own)
        if here is None:
            self._restore(own, self._first(lambda later: later.index > own.index))
        elif own.cell.cell_type == "code":
            first = self._first(lambda later: later.index > own.index and later.written)
            if first is not None and first < here:
                self._move(own, here, first)

    def written(self, own: UnitCell) -> None:
        if self._at(own) is None:
            self._restore(own, self._first(lambda later: later.index > own.index))

    def test(self, own: UnitCell) -> None:
        here, answers = self._at(own), self._answers(own)
        if here is None:
            if answers:
                self._restore(own, self._behind(own, max(answers)))
            else:
                self._restore(own, self._first(lambda later: later.index > own.index))
        elif answers and (max(answers) > here or self._between(own, max(answers), here)):
            slot = self._slots.pop(here)
            self._slots.insert(self._behind(own, max(self._answers(own))), slot)
            self.result.moved.append(own)

    def _at(self, own: UnitCell) -> int | None:
        return next((i for i, s in enumerate(self._slots) if s.own is own), None)

    def _answers(self, test: UnitCell) -> list[int]:
        found = (self._at(answer) for answer in self._unit.answers_of(test))
        return [place for place in found if place is not None]

    def _between(self, test: UnitCell, answer: int, here: int) -> bool:
        """Say whether an answer to a later question stands between a test and its answer."""
        return any(
            s.own is not None and s.own.written and s.own.index > test.index
            for s in self._slots[answer:here]
        )

    def _behind(self, test: UnitCell, answer: int) -> int:
        """Return the place behind an answer, the student's own cells and earlier tests after it."""
        place = answer + 1
        while place < len(self._slots):
            own = self._slots[place].own
            if own is not None and not (own.role is Role.TEST and own.index < test.index):
                break
            place += 1
        return place

    def _first(self, wanted: Callable[[UnitCell], bool]) -> int | None:
        return next(
            (i for i, s in enumerate(self._slots) if s.own is not None and wanted(s.own)), None
        )

    def _restore(self, own: UnitCell, place: int | None) -> None:
        self._slots.insert(len(self._slots) if place is None else place, Slot(None, own))
        self.result.restored.append(own)

    def _move(self, own: UnitCell, here: int, there: int) -> None:
        self._slots.insert(there, self._slots.pop(here))
        self.result.moved.append(own)
