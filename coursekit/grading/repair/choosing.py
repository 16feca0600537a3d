"""Find the notebook that was handed in for a unit, whatever it is called and wherever it lies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from nbformat import NotebookNode

from coursekit.errors import NotebookError
from coursekit.grading.intake.folders import Contents, bounded, contents_of
from coursekit.grading.intake.handed import TIMESTAMP, Handed
from coursekit.grading.intake.sidefiles import SideFile
from coursekit.grading.repair.kinship import AKIN, is_answered, kinship, unit_of
from coursekit.grading.repair.matching import match
from coursekit.grading.repair.reading import read_damaged
from coursekit.grading.repair.shadows import without_shadows
from coursekit.grading.repair.texts import shown_name

_MOST_READ = 20  # notebooks of one folder
_OTHER_ENDINGS = ("", ".json", ".txt")
_MOST_NAMED = 5


@dataclass(frozen=True, slots=True)
class Chosen:
    """The notebook that was handed in, and what goes with it.

    Parameters
    ----------
    notebook : NotebookNode
        The notebook, in the present format.
    files : tuple of SideFile
        The files beside it: the student's, and those that were given out, which win.
    flags : tuple of str
        What was mended, one line each.
    """

    notebook: NotebookNode
    files: tuple[SideFile, ...]
    flags: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Candidate:
    file: SideFile
    notebook: NotebookNode | None
    flags: tuple[str, ...] = ()
    fault: NotebookError | None = None


def choose(handed: Handed, folder: Path, sources: Mapping[str, NotebookNode], name: str) -> Chosen:
    """Find the notebook that was handed in for one of a unit's.

    The notebook of the expected name is taken, if it belongs to the unit; if it does not, or is as
    it was given out, the only other one that does.

    Parameters
    ----------
    handed : Handed
        What was handed in.
    folder : Path
        The unit's folder with the instructor's notebooks, beside those of the other units.
    sources : mapping of str to NotebookNode
        The notebooks of the unit by their names.
    name : str
        Which of them is wanted.

    Raises
    ------
    NotebookError
        If there is none that belongs to the unit, or more than one; it says what was expected.
    """
    refusal = handed.refusal()
    if refusal is not None:
        raise NotebookError(refusal, f"a submission is a folder with {name}.ipynb in it")
    contents = handed.contents()
    choice = _Choice(contents, folder, sources, name).made()
    assert choice.notebook is not None
    files, flags = _beside(choice.file, contents, folder)
    renamed = _renamed(choice.file, name)
    return Chosen(choice.notebook, files, (*renamed, *choice.flags, *contents.flags, *flags))


def _renamed(file: SideFile, name: str) -> tuple[str, ...]:
    if str(file.name) == f"{name}.ipynb":
        return ()
    return (f"mended: {shown_name(str(file.name))} was taken for {name}.ipynb",)


class _Choice:
    def __init__(
        self, contents: Contents, folder: Path, sources: Mapping[str, NotebookNode], name: str
    ) -> None:
        self._contents, self._folder = contents, folder
        self._source, self._name = sources[name], name
        siblings = {f"{other}.ipynb" for other in sources if other != name}
        named = [f for f in contents.files if _may_be_notebook(f, name)]
        self._files = [f for f in named if str(f.name) not in siblings]
        self._expected = f"{name}.ipynb"

    def made(self) -> _Candidate:
        first = [self._read(f) for f in self._files if str(f.name) == self._expected]
        others = [f for f in self._files if str(f.name) != self._expected]
        if first and first[0].notebook and (not others or self._answered(first[0])):
            return first[0]
        rest = [self._read(f) for f in others[:_MOST_READ]]
        good = [c for c in (*first, *rest) if c.notebook is not None]
        answered = [c for c in good if len(good) > 1 and self._answered(c)]
        if len(answered) == 1:
            return answered[0]
        if len(good) == 1 or (good and good[0] in first):
            return good[0]
        raise self._refusal(first, rest, good)

    def _refusal(
        self, first: list[_Candidate], rest: list[_Candidate], good: list[_Candidate]
    ) -> NotebookError:
        faults = [c.fault for c in first or rest if c.fault is not None]
        if not good and len(faults) == 1:
            return faults[0]
        remedy = f"hand in one notebook, named {self._expected}"
        kind = self._contents.odd.get(self._expected)
        if kind is not None and not good:
            return NotebookError(f"{self._expected} is {kind}; a file is expected", remedy)
        names = [shown_name(str(f.name)) for f in self._files]
        more = ["…"] if len(names) > _MOST_NAMED else []
        found = ", ".join(names[:_MOST_NAMED] + more) or "no notebook"
        return NotebookError(f"{self._expected} is expected; the folder holds {found}", remedy)

    def _read(self, file: SideFile) -> _Candidate:
        """Read a file, and see whether it belongs to the unit."""
        try:
            read = read_damaged(file.path)
            self._check(read.notebook, file)
        except NotebookError as fault:
            return _Candidate(file, None, fault=fault)
        return _Candidate(file, read.notebook, read.flags)

    def _check(self, notebook: NotebookNode, file: SideFile) -> None:
        if kinship(self._source, notebook) >= AKIN:
            return
        unit = unit_of(notebook, self._source, self._folder)
        if unit is not None:
            raise NotebookError(
                f"{shown_name(str(file.name))} is the notebook of unit {unit};"
                f" that of {self._folder.name} is expected"
            )
        match(self._source, notebook)

    def _answered(self, candidate: _Candidate) -> bool:
        return candidate.notebook is not None and is_answered(self._source, candidate.notebook)


def _may_be_notebook(file: SideFile, name: str) -> bool:
    spelt = file.name.name.casefold()
    return ".ipynb" in spelt or spelt in {name.casefold() + end for end in _OTHER_ENDINGS}


def _beside(
    chosen: SideFile, contents: Contents, folder: Path
) -> tuple[tuple[SideFile, ...], tuple[str, ...]]:
    """Return the files beside the chosen notebook, as the notebook's code would open them."""
    own = [f for f in contents.files if f != chosen and str(f.name) != TIMESTAMP]
    near = [_seen_from(chosen, file) for file in own]
    few, left = bounded(tuple(near))
    kept, shadows = without_shadows(few)
    given = given_files(folder)
    names = {file.name for file in given}
    return (*(f for f in kept if f.name not in names), *given), left + shadows


def _seen_from(notebook: SideFile, file: SideFile) -> SideFile:
    inside = notebook.name.parent
    if inside.parts and file.name.is_relative_to(inside):
        return SideFile(file.name.relative_to(inside), file.path)
    return file


def given_files(folder: Path) -> tuple[SideFile, ...]:
    """Return the files that were given out with a unit; here, the instructor's links count.

    Parameters
    ----------
    folder : Path
        The unit's folder with the instructor's notebooks.
    """
    contents = contents_of(folder)
    links = _linked(folder, sorted(contents.odd))
    files = (f for f in (*contents.files, *links) if f.name.suffix != ".ipynb")
    return tuple(sorted(files, key=lambda file: file.name.parts))


def _linked(folder: Path, names: Sequence[str]) -> list[SideFile]:
    return [
        SideFile(PurePosixPath(name), (folder / name).resolve())
        for name in names
        if (folder / name).is_file()
    ]
