"""What holds for every test: the same examples each time, a home of its own, nothing skipped in CI.

`pytest --hypothesis-profile=fuzz` looks for new examples instead of repeating the known ones.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import hypothesis
import pytest

REPOSITORY = Path(__file__).parents[1]
NO_CHROMIUM = "Chromium is missing: install it (on Debian: apt-get install chromium)"

# Whatever writes below a user's home finds a folder of this run's own instead.
HOME_FOLDERS = {
    "HOME": ".",
    "XDG_CACHE_HOME": ".cache",
    "XDG_CONFIG_HOME": ".config",
    "XDG_DATA_HOME": ".local/share",
    "IPYTHONDIR": "ipython",
    "JUPYTER_CONFIG_DIR": "jupyter/config",
    "JUPYTER_DATA_DIR": "jupyter/data",
    "JUPYTER_RUNTIME_DIR": "jupyter/runtime",
    "JUPYTERLAB_SETTINGS_DIR": "jupyter/settings",
    "JUPYTERLAB_WORKSPACES_DIR": "jupyter/workspaces",
    "MPLCONFIGDIR": "matplotlib",
}

# No deadline: a busy machine is no fault of the code. No database: it would carry examples over.
hypothesis.settings.register_profile("tests", derandomize=True, database=None, deadline=None)
hypothesis.settings.register_profile("fuzz", derandomize=False, deadline=None, max_examples=2_000)
hypothesis.settings.load_profile("tests")


class NothingSkipped:
    """Turn every skipped test into a failed one: a test that did not run proves nothing."""

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_makereport(self) -> Iterator[None]:
        report = yield
        return _failed_if_skipped(report)

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_make_collect_report(self) -> Iterator[None]:
        report = yield
        return _failed_if_skipped(report)


def _failed_if_skipped(report: pytest.TestReport) -> pytest.TestReport:
    if report.skipped and not hasattr(report, "wasxfail"):
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr
        report.outcome = "failed"
        report.longrepr = f"not run, which CI does not allow: {reason}"
    return report


def pytest_configure(config: pytest.Config) -> None:
    """Give the run a home, shared with its workers; in CI, allow no skipping."""
    if os.environ.get("CI", "") not in {"", "0", "false"}:
        config.pluginmanager.register(NothingSkipped(), "nothing-skipped")
    if not hasattr(config, "workerinput"):  # a worker of xdist inherits its parent's
        home = Path(tempfile.mkdtemp(prefix="tensor-course-home-"))
        config.add_cleanup(lambda: shutil.rmtree(home, ignore_errors=True))
        for name, folder in HOME_FOLDERS.items():
            (home / folder).mkdir(parents=True, exist_ok=True)
            os.environ[name] = str(home / folder)


@pytest.fixture(scope="session")
def repository() -> Path:
    """Return the folder of this project."""
    return REPOSITORY


@pytest.fixture(scope="session")
def chromium() -> str:
    """Return the path of Chromium; without one, the test is not run."""
    path = shutil.which(os.environ.get("CHROMIUM", "chromium"))
    if path is None:
        pytest.skip(NO_CHROMIUM)
    return path
