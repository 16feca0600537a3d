"""The kinds of walls that can be asked for."""

from __future__ import annotations

import enum


class Sandbox(enum.StrEnum):
    """What stands between a student's code and the machine."""

    BUBBLEWRAP = "bubblewrap"  # the walls of this package
    NONE = "none"  # nothing: the code runs with the rights of whoever grades
