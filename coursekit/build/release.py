"""The students' version of a unit, made by nbgrader's own generate step.

The step runs in a scratch folder and without a gradebook, under the course's own nbgrader
configuration: it gives what ``nbgrader generate_assignment`` gives in the course, byte for byte,
and leaves nothing behind when it fails.
"""

from __future__ import annotations

import logging
import tempfile
from collections.abc import Mapping
from pathlib import Path

from nbgrader.converters import GenerateAssignment, NbGraderException
from nbgrader.coursedir import CourseDirectory
from traitlets.config.loader import Config

from coursekit.build.sidefiles import read_tree
from coursekit.course import configuration
from coursekit.errors import CourseError


def generate(root: Path, unit: str, source: Mapping[str, bytes]) -> dict[str, bytes]:
    """Make the students' files of a unit.

    Parameters
    ----------
    root : Path
        The course's folder; its nbgrader configuration is read.
    unit : str
        The unit's name.
    source : mapping of str to bytes
        The instructor's files: path within the unit to content.

    Returns
    -------
    dict of str to bytes
        The students' files: path within the unit to content.

    Raises
    ------
    CourseError
        If the configuration cannot be run, or nbgrader refuses the unit.
    """
    with tempfile.TemporaryDirectory(prefix="coursekit-release-") as scratch:
        course = Path(scratch).resolve()
        for name, content in source.items():
            path = course / "source" / unit / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        _run(_moved(configuration(root), root, course), unit)
        return read_tree(course / "release" / unit)


def _moved(config: Config, root: Path, course: Path) -> Config:
    """Return the configuration for the scratch course, where a header is still the course's own."""
    for key in ("header", "footer"):
        if config.IncludeHeaderFooter.get(key):
            config.IncludeHeaderFooter[key] = str(root / config.IncludeHeaderFooter[key])
    config.CourseDirectory = Config(
        root=str(course), db_url=f"sqlite:///{course / 'gradebook.db'}", ignore=_ignored(config)
    )
    config.SaveCells.enabled = False
    config.GenerateAssignment.no_database = True
    return config


def _ignored(config: Config) -> list[str]:
    given = config.CourseDirectory.get("ignore")
    return list(given) if isinstance(given, list) else list(CourseDirectory().ignore)


def _run(config: Config, unit: str) -> None:
    log = logging.Logger("nbgrader", logging.ERROR)  # of its own: nbgrader's talk is not shown
    said = _Said()
    log.addHandler(said)
    course = CourseDirectory(config=config, log=log, assignment_id=unit)
    try:
        GenerateAssignment(coursedir=course, config=config, log=log).start()
    except NbGraderException:
        fault = said.fault or "no reason is given"
        raise CourseError(f"{unit}: nbgrader cannot make the release: {fault}") from None


class _Said(logging.Handler):
    """Keep the last line of the first traceback that nbgrader logs."""

    fault = ""

    def emit(self, record: logging.LogRecord) -> None:
        text = record.getMessage().strip()
        if text.startswith("Traceback") and not self.fault:
            self.fault = text.splitlines()[-1]
