"""Grade folders with otter-grader in one process; run by otter's own Python.

usage: otter_driver.py ARCHIVE SCORES PATTERN

Each folder that fits the pattern, below the current one, is named after its student's folder.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from otter.api import grade_submission  # type: ignore[import-not-found]  # see otter_files


def main() -> None:
    """Grade one after the other, and go on after one that cannot be graded."""
    archive, scores, pattern = sys.argv[1:]
    found: dict[str, float] = {}
    for folder in sorted(Path().glob(pattern)):
        notebook = folder / "assignment.ipynb"
        try:
            results = grade_submission(str(notebook), str(Path(archive).resolve()), quiet=True)
        except Exception as error:
            sys.stderr.write(f"{notebook}: {type(error).__name__}\n")
            continue
        found[folder.parent.name] = float(results.total)
    Path(scores).write_text(json.dumps(found), encoding="utf-8")


if __name__ == "__main__":
    main()
