"""A fault of a test itself: the author's, never charged to a student."""

from __future__ import annotations

from coursekit.errors import CourseError

AT_FAULT = "not graded yet: the test of this question is at fault, which your instructor is told"

WAITS = "not graded yet: your instructor decides how this question is graded"


class TestFaultError(CourseError):
    """A test cell, or the set-up it rests on, is at fault.

    Parameters
    ----------
    cell : str
        The id of the cell.
    fault : str
        What is wrong with it; for the instructor, since it may tell what students do not see.
    """

    __test__ = False  # not a test class, whatever its name begins with

    def __init__(self, cell: str, fault: str) -> None:
        super().__init__(f"test cell {cell}: {fault}", "mend the test in the unit's text")
        self.cell, self.fault = cell, fault

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.cell, self.fault)
