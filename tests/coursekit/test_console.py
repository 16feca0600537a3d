"""What commands show beside their results."""

from __future__ import annotations

import io
import re

import pytest
from rich.console import Console

from coursekit.cli import console


def test_the_progress_counts_what_is_done_and_what_was_not_graded(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shown = Console(file=io.StringIO(), width=160)
    monkeypatch.setattr(console, "err", shown)
    with console.progress("01_area", 3) as advance:
        advance(True)
        advance(False)
        advance(True)
    line = shown.file.getvalue()
    assert re.search(r"01_area \S+ 3/3 1 ungraded \d+/min \S+ \S+ left", line), line


def test_without_work_there_is_no_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = Console(file=io.StringIO(), width=160)
    monkeypatch.setattr(console, "err", shown)
    with console.progress("01_area", 0):
        pass
    assert shown.file.getvalue() == ""
