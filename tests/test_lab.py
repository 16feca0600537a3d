"""`coursekit lab`, which `make lab` calls, opens the first lesson in a JupyterLab of the course."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

START_SECONDS = 60

# A browser that keeps the page which it is told to open.
BROWSER = """#!/bin/sh
cp "${1#file://}" "$OPENED.part" && mv "$OPENED.part" "$OPENED"
"""


def test_lab_opens_the_first_lesson(repository, tmp_path):
    browser, opened = tmp_path / "browser", tmp_path / "opened.html"
    browser.write_text(BROWSER, encoding="utf-8")
    browser.chmod(0o755)
    with (
        (tmp_path / "log").open("w+b") as log,
        subprocess.Popen(
            [Path(sys.executable).parent / "coursekit", "lab"],
            cwd=repository,
            env={**os.environ, "BROWSER": str(browser), "OPENED": str(opened)},
            stdout=log,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        ) as lab,
    ):
        try:
            _await(opened, lab)
        finally:
            os.killpg(lab.pid, signal.SIGKILL)
        log.seek(0)
        assert opened.exists(), log.read().decode()

    assert "/lab/tree/course/01_flat_buffer/lesson.ipynb?" in opened.read_text(encoding="utf-8")


def _await(path: Path, process: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + START_SECONDS
    while not path.exists() and process.poll() is None and time.monotonic() < end:
        time.sleep(0.1)
