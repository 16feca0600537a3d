"""What conftest.py promises, tried on small suites of their own."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

SKIPPING = """
import pytest

@pytest.mark.skip(reason="by a mark")
def test_marked(): ...

def test_itself():
    pytest.skip("by itself")

@pytest.fixture
def part():
    pytest.skip("by a fixture")

def test_fixture(part): ...
"""
SKIPPED_WHOLE = "import pytest\npytest.skip('as a whole', allow_module_level=True)"
REASONS = {"by a mark", "by itself", "by a fixture", "as a whole"}


@pytest.fixture
def run(repository, tmp_path):
    """Return a function that runs one test file beside the project's conftest.py."""

    def run(text: str, *options: str, **environment: str) -> subprocess.CompletedProcess[str]:
        (tmp_path / "conftest.py").write_bytes((repository / "tests" / "conftest.py").read_bytes())
        (tmp_path / "test_it.py").write_text(text, encoding="utf-8")
        return subprocess.run(
            [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *options],
            cwd=tmp_path,
            env={**os.environ, "CI": "", **environment},
            capture_output=True,
            text=True,
            check=False,
        )

    return run


@pytest.fixture
def skipping(run, tmp_path):
    """Return a function that runs tests that are skipped in every way there is."""
    (tmp_path / "test_whole.py").write_text(SKIPPED_WHOLE, encoding="utf-8")
    return lambda **environment: run(
        SKIPPING, "-ra", "--continue-on-collection-errors", **environment
    )


def test_in_ci_a_skipped_test_fails(skipping):
    result = skipping(CI="true")

    named = re.findall(r"not run, which CI does not allow: Skipped: (.*)", result.stdout)
    assert result.returncode == pytest.ExitCode.TESTS_FAILED
    assert set(named) == REASONS
    assert result.stdout.splitlines()[-1].startswith("1 failed, 3 errors in ")


def test_elsewhere_it_is_named(skipping):
    result = skipping()

    assert result.returncode == pytest.ExitCode.OK
    assert set(re.findall(r"^SKIPPED \[1\] .*: (.*)$", result.stdout, flags=re.M)) == REASONS
    assert result.stdout.splitlines()[-1].startswith("4 skipped in ")


def test_an_expected_failure_is_no_skipped_test(run):
    text = "import pytest\n@pytest.mark.xfail(strict=True)\ndef test_it(): assert 0"

    assert run(text, CI="true").returncode == pytest.ExitCode.OK


@pytest.mark.parametrize("options", [(), ("-n", "2")], ids=["one process", "workers"])
def test_nothing_reaches_the_users_home(run, tmp_path, options):
    home = tmp_path / "home"
    home.mkdir()
    text = """
import os
from pathlib import Path
def test_it():
    for name in ("HOME", "IPYTHONDIR", "JUPYTER_DATA_DIR", "MPLCONFIGDIR", "XDG_CACHE_HOME"):
        Path(os.environ[name], "written").touch()
    Path("used").write_text(str(Path.home()))
"""

    assert run(text, *options, HOME=str(home)).returncode == pytest.ExitCode.OK
    assert list(home.iterdir()) == []
    used = Path((tmp_path / "used").read_text(encoding="utf-8"))
    assert used != home
    assert not used.exists(), "the home of the run was left behind"


def test_examples_are_the_same_each_time_unless_asked(run):
    text = """
from hypothesis import settings
def test_it(): assert settings().derandomize
"""

    assert run(text).returncode == pytest.ExitCode.OK
    fuzzed = run(text, "--hypothesis-profile", "fuzz")
    assert fuzzed.returncode == pytest.ExitCode.TESTS_FAILED
