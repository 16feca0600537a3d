"""What can go wrong while a course is built or graded, and what to do about it.

::

    CourseError(Exception)
      CourseNotFoundError     no course at or above a folder
      UnitNotFoundError       no unit of that name; says which there are
      UnitError               the text of a unit is wrong: unit, cell, line
      LeakError               the release would give something away
      StaleError              a generated file is not what its text gives
      NotebookError           a file is not a readable notebook
      BusyError               another run holds the course
      StorageError            a folder or a gradebook cannot be read or written
      SandboxError            no walls can be put around a student's code
      ClusterError            a cluster cannot be reached, or none of its workers can be used

Every error is one line that is complete by itself, and a remedy: the command line prints
both and exits with a non-zero code; no traceback reaches a user.
"""

from __future__ import annotations


class CourseError(Exception):
    """An error that a user of the course can mend.

    Parameters
    ----------
    message : str
        What failed, where, and what was allowed; one line.
    remedy : str, optional
        What to do about it; one line.
    """

    def __init__(self, message: str, remedy: str = "") -> None:
        super().__init__(message, remedy)
        self.message = message
        self.remedy = remedy

    def __str__(self) -> str:
        return self.message


class CourseNotFoundError(CourseError):
    """No ``nbgrader_config.py`` at or above the folder."""


class UnitNotFoundError(CourseError):
    """The course has no unit of that name."""


class UnitError(CourseError):
    """The text of a unit is wrong.

    Parameters
    ----------
    unit, cell : str
        The unit, and the id of the cell in it.
    fault : str
        What is wrong there.
    remedy : str, optional
        What to do about it.
    """

    def __init__(self, unit: str, cell: str, fault: str, remedy: str = "") -> None:
        super().__init__(f"{unit}, cell {cell}: {fault}", remedy)
        self.unit, self.cell, self.fault = unit, cell, fault

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.unit, self.cell, self.fault, self.remedy)


class LeakError(CourseError):
    """The release tree holds a solution, a hidden test or a marker."""


class StaleError(CourseError):
    """A generated file differs from what the text gives."""


class NotebookError(CourseError):
    """A file is not a readable notebook."""


class BusyError(CourseError):
    """Another run holds the course."""


class StorageError(CourseError):
    """A folder or a gradebook cannot be read or written."""


class SandboxError(CourseError):
    """No walls can be put around a student's code."""


class ClusterError(CourseError):
    """A cluster cannot be reached, or none of its workers can be used."""
