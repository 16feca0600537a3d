"""Who sits in the sample class: one table of profiles, from all right to broken files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from coursekit.grading.results import Status
from coursekit.questions.misconceptions import CATALOGUE
from coursekit.sample import broadcasting, flat_buffer, habits, memory, padding, views

ENDLESS = "while True:\n    pass"
FAILING = "1 / 0"
UNCLOSED = "("
WARNING = "import warnings\n\nwarnings.warn('nothing to worry about', RuntimeWarning)"

_BELIEVERS: Mapping[str, tuple[tuple[str, ...], ...]] = {
    "01_flat_buffer": flat_buffer.BELIEVERS,
    "02_views": views.BELIEVERS,
    "03_broadcasting": broadcasting.BELIEVERS,
    "04_padding": padding.BELIEVERS,
    "05_memory": memory.BELIEVERS,
    "06_habits": habits.BELIEVERS,
}
_BODIES: Mapping[str, flat_buffer.Bodies] = {
    "01_flat_buffer": flat_buffer.BODIES,
    "02_views": views.BODIES,
    "03_broadcasting": broadcasting.BODIES,
    "04_padding": padding.BODIES,
    "05_memory": memory.BODIES,
    "06_habits": habits.BODIES,
}


@dataclass(frozen=True, slots=True)
class Profile:
    """How one student of the sample class hands in.

    Parameters
    ----------
    title : str
        What the submission shows, in a few words.
    beliefs : tuple of str
        Ids of misconceptions that the answers follow; where none applies, they are right.
    bodies : mapping of str to mapping of str to str
        For each belief, what stands in the functions of that name.
    respelt : bool
        Whether right answers are written as lists and with numpy's numbers.
    answered : float
        Which part of the answer cells is filled in, from the first on.
    instead : mapping of int to str
        What stands in an answer cell in place of a solution, by the cell's position among them.
    before : str
        What stands before the first answer.
    deleted_test : int, optional
        The position of a test cell that is missing.
    cut : bool
        Whether the file ends in its middle.
    late : bool
        Whether it is handed in after it was due.
    """

    title: str
    beliefs: tuple[str, ...] = ()
    bodies: flat_buffer.Bodies = field(default_factory=dict)
    respelt: bool = False
    answered: float = 1.0
    instead: Mapping[int, str] = field(default_factory=dict)
    before: str = ""
    deleted_test: int | None = None
    cut: bool = False
    late: bool = False

    @property
    def status(self) -> Status:
        """How grading it must end."""
        return Status.REFUSED if self.cut else Status.GRADED


_RIGHT = (
    Profile("all right"),
    Profile("all right, with lists and numpy's numbers", respelt=True),
)
_TROUBLED = (
    Profile("half done", answered=0.5),
    Profile("blank", answered=0.0),
    Profile("all right, late", late=True),
    Profile("a syntax error in the first answer", instead={0: UNCLOSED}),
    Profile("an exception in the second answer", instead={1: FAILING}),
    Profile("an endless loop in the last answer", instead={-1: ENDLESS}),
    Profile("broken JSON", cut=True),
    Profile("all right, a test cell deleted", deleted_test=1),
    Profile("all right, with a warning", before=WARNING),
)


def profiles_of(unit: str, beliefs: Iterable[str]) -> tuple[Profile, ...]:
    """Return the profiles of a unit's sample class.

    Parameters
    ----------
    unit : str
        The unit; where it has no table of believers, each belief gets one.
    beliefs : iterable of str
        The ids of the misconceptions that its questions can tell.
    """
    held = _BELIEVERS.get(unit) or tuple((belief,) for belief in beliefs)
    bodies = _BODIES.get(unit, {})
    believers = (Profile(_title(ids), beliefs=ids, bodies=bodies) for ids in held)
    return (*_RIGHT, *believers, *_TROUBLED)


def _title(beliefs: Iterable[str]) -> str:
    return "; ".join(CATALOGUE[belief].name for belief in beliefs)
