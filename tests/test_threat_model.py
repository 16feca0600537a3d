"""Every promise names the tests that hold it, and they are there."""

from __future__ import annotations

import re
from pathlib import Path

PROMISES = "## Promises"
_HEAD = 2  # rows of a table before its first


def test_every_promise_names_tests_that_exist(repository: Path) -> None:
    text = (repository / "docs" / "threat-model.md").read_text(encoding="utf-8")
    section = text.split(PROMISES)[1].split("\n## ")[0]
    rows = [line for line in section.splitlines() if line.startswith("|")][_HEAD:]
    assert len(rows) > 10
    for row in rows:
        named = re.findall(r"`([^`]+)`", row.strip(" |").rpartition("|")[2])
        assert named, row
        assert [path for path in named if not (repository / "tests" / path).exists()] == [], row
