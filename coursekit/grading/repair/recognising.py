"""Tell which cell of a submission is which of the unit's.

The evidence is taken in order of its strength: the nbgrader id, the cell's own id, the text, the
names that an answer binds, words in common, and at last the place between recognised neighbours.
No evidence overrules a stronger one, and what stays unclear is left as the student's own cell.
"""

from __future__ import annotations

import enum
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from nbformat import NotebookNode

from coursekit.grading.repair.texts import likeness, normalised, squeezed, words
from coursekit.grading.repair.unit import Unit, UnitCell, bound_names
from coursekit.grading.trusted.hidden import visible_part
from coursekit.notebooks import Role, grade_id

ALIKE = 0.6  # share of words in common from which an answer is known by its words
ALIKE_GIVEN = 0.8  # the same for the unit's own text: what is taken for it is replaced by it
CLEARLY = 0.05  # how much better the best must be than the second best
_MOST_COMPARED = 400  # cells without any mark that are looked at for words in common


class How(enum.Enum):
    """By what a cell was recognised."""

    ID = "id"
    CELL_ID = "cell id"
    TEXT = "text"
    LIKENESS = "likeness"
    PLACE = "place"


@dataclass(slots=True)
class Recognised:
    """Which cell of a submission is which.

    Parameters
    ----------
    known : dict of int to UnitCell
        By the place of a submitted cell, the unit's cell that it is; at most one place for each.
    how : dict of int to How
        By the same places, how it was recognised.
    copies : dict of int to UnitCell
        By its place, what a further cell with the same nbgrader id claims to be.
    """

    known: dict[int, UnitCell] = field(default_factory=dict)
    how: dict[int, How] = field(default_factory=dict)
    copies: dict[int, UnitCell] = field(default_factory=dict)

    def places(self) -> dict[int, int]:
        """Return the places by the index of the unit's cell."""
        return {cell.index: place for place, cell in self.known.items()}


def recognise(unit: Unit, cells: Sequence[NotebookNode]) -> Recognised:
    """Recognise the cells of a submission.

    Parameters
    ----------
    unit : Unit
        The unit.
    cells : Sequence of NotebookNode
        What was handed in.
    """
    recognising = _Recognising(unit, cells)
    recognising.by_grade_id()
    recognising.by_cell_id()
    recognising.by_text(normalised)
    recognising.by_text(squeezed)
    recognising.by_likeness()
    recognising.by_place()
    return recognising.found


def same_text(cell: NotebookNode, own: UnitCell) -> bool:
    """Return whether a cell holds the unit's released text, up to white space at line ends."""
    return normalised(visible_part(normalised(cell.source))) == own.text


class _Recognising:
    def __init__(self, unit: Unit, cells: Sequence[NotebookNode]) -> None:
        self.unit, self.cells = unit, cells
        self.found = Recognised()

    def _take(self, place: int, own: UnitCell, how: How) -> None:
        self.found.known[place], self.found.how[place] = own, how

    def _free(self) -> list[int]:
        """Return the places of the cells that nothing is known of."""
        taken = {*self.found.known, *self.found.copies}
        return [p for p in range(len(self.cells)) if p not in taken]

    def _missing(self) -> list[UnitCell]:
        """Return the unit's cells that have not been found."""
        there = self.found.places()
        return [cell for cell in self.unit.cells if cell.index not in there]

    def by_grade_id(self) -> None:
        claims: dict[str, list[int]] = defaultdict(list)
        for place, cell in enumerate(self.cells):
            name = grade_id(cell)
            if name in self.unit.by_name:
                claims[name].append(place)
        given_first = sorted(claims, key=lambda name: not self.unit.by_name[name].given)
        for name in given_first:
            own = self.unit.by_name[name]
            chosen = self._original(own, claims[name])
            self._take(chosen, own, How.ID)
            self.found.copies |= {place: own for place in claims[name] if place != chosen}

    def _original(self, own: UnitCell, places: list[int]) -> int:
        """Say which of several cells with one id is the one that counts.

        Of the unit's own text it is the first that is unchanged; of a written answer the first
        that was written on; of code that is tested the last before its test.
        """
        if own.given:
            return next((p for p in places if same_text(self.cells[p], own)), places[0])
        if own.role is Role.MANUAL:
            return next((p for p in places if not same_text(self.cells[p], own)), places[0])
        test = self.unit.test_after(own)
        ends = self.found.places().get(test.index) if test else None
        before = [p for p in places if ends is None or p < ends]
        return max(before or places)

    def by_cell_id(self) -> None:
        """Use the ids of the cells themselves, which many a tool keeps that drops the metadata."""
        free = [p for p in self._free() if grade_id(self.cells[p]) is None]
        theirs = {id_: p for p in free if (id_ := self.cells[p].get("id"))}
        for own in self._missing():
            place = theirs.get(own.cell.get("id", "")) if own.name else None
            if place is None or place in self.found.known:
                continue
            if not own.given or likeness(words(self.cells[place].source), own.words) >= ALIKE:
                self._take(place, own, How.CELL_ID)

    def by_text(self, form: Callable[[str], str]) -> None:
        """Match cells whose text is the released one in some form.

        Where a text stands several times, as the stubs of answers may, it must stand as often here
        as there, and the order decides.
        """
        theirs: dict[str, list[int]] = defaultdict(list)
        for place in self._free():
            theirs[form(self.cells[place].source)].append(place)
        ours: dict[str, list[UnitCell]] = defaultdict(list)
        for own in self._missing():
            ours[form(own.text)].append(own)
        for text, owns in ours.items():
            places = theirs.get(text, [])
            if text and (len(owns) == 1 or len(owns) == len(places)):
                for own, place in zip(owns, places, strict=False):
                    self._take(place, own, How.TEXT)

    def by_likeness(self) -> None:
        missing = [own for own in self._missing() if own.name]
        free = self._free()[:_MOST_COMPARED] if missing else []
        names = {place: bound_names(self.cells[place]) for place in free}
        bags = {place: words(self.cells[place].source) for place in free}

        def binds(place: int, own: UnitCell) -> float:
            common = own.names & names[place] if own.role is Role.ANSWER else ()
            return len(common) / len(own.names) if common else 0.0

        def alike(place: int, own: UnitCell) -> float:
            share = likeness(bags[place], own.words)
            return share if share >= (ALIKE_GIVEN if own.given else ALIKE) else 0.0

        for measure in (binds, alike):
            places = [p for p in free if p not in self.found.known]
            wanted = [own for own in missing if own.index not in self.found.places()]
            for place, own in _best_pairs(places, wanted, measure):
                self._take(place, own, How.LIKENESS)

    def by_place(self) -> None:
        """Know what students write by the recognised cells before and after it.

        That holds only while nothing contradicts it: the recognised cells are in the unit's order,
        and all missing cells of one type can be told in this way, so that no answer can stand in
        the place of another that is gone. Two essays without any mark that have changed places are
        beyond it.
        """
        indices = [self.found.known[place].index for place in sorted(self.found.known)]
        if indices != sorted(indices):
            return
        missing = [own for own in self._missing() if own.written]
        pairs = [
            pair
            for before, after, places in self._gaps()
            for pair in self._fitting([c for c in missing if before < c.index < after], places)
        ]
        for kind in ("code", "markdown"):
            wanted = sum(own.cell.cell_type == kind for own in missing)
            there = [(place, own) for place, own in pairs if own.cell.cell_type == kind]
            for place, own in there if len(there) == wanted else ():
                self._take(place, own, How.PLACE)

    def _fitting(
        self, lost: Sequence[UnitCell], places: Iterable[int]
    ) -> Iterator[tuple[int, UnitCell]]:
        """Yield which of the cells in one gap is which of those that are missing there.

        It must be clear: one is missing and one of its type, or one at all, stands there; or as
        many stand there as are missing, in the same order of types.
        """
        full = [p for p in places if self.cells[p].source.strip()]
        kinds = [own.cell.cell_type for own in lost]
        typed = [p for p in full if self.cells[p].cell_type in kinds]
        if len(lost) == 1 and len(typed) == 1:
            yield typed[0], lost[0]
        elif len(lost) == len(full) and (
            len(lost) == 1 or [self.cells[p].cell_type for p in full] == kinds
        ):
            yield from zip(full, lost, strict=True)

    def _gaps(self) -> list[tuple[int, int, list[int]]]:
        """Return the runs of unknown cells, with the indices of the unit's cells around them."""
        gaps: list[tuple[int, int, list[int]]] = []
        before, run = -1, list[int]()
        for place in range(len(self.cells)):
            own = self.found.known.get(place)
            if own is None:
                run += [] if place in self.found.copies else [place]
                continue
            gaps.append((before, own.index, run))
            before, run = own.index, []
        gaps.append((before, len(self.unit.cells), run))
        return [gap for gap in gaps if gap[2]]


def _best_pairs(
    places: Sequence[int],
    owns: Sequence[UnitCell],
    measure: Callable[[int, UnitCell], float],
) -> list[tuple[int, UnitCell]]:
    """Return the pairs in which each is clearly the best for the other."""
    values = {(p, own.index): v for p in places for own in owns if (v := measure(p, own))}
    by_place: dict[int, Counter[int]] = defaultdict(Counter)
    by_own: dict[int, Counter[int]] = defaultdict(Counter)
    for (place, index), value in values.items():
        by_place[place][index] = by_own[index][place] = value  # type: ignore[assignment]
    cells = {own.index: own for own in owns}
    return [
        (place, cells[index])
        for place, index in values
        if _clearly(by_place[place], index) and _clearly(by_own[index], place)
    ]


def _clearly(values: Counter[int], one: int) -> bool:
    others = [value for key, value in values.items() if key != one]
    return values[one] >= max(others, default=0.0) + CLEARLY
