"""The set-up scripts, run against stand-ins for Python, apt-get and the rest of the system."""

from __future__ import annotations

import os
import shutil
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

import pytest

# Behaves as environment.sh needs an interpreter to; what it was asked to do goes to a log.
INTERPRETER = r"""#!/bin/sh
case $* in
*'version_info <'*) exit ${TOO_OLD:-0} ;;
*'print('*) echo "${RELEASE:-3.11}" ;;
*ensurepip*) exit ${NO_VENV:-0} ;;
*'-m venv'*)
    for folder; do :; done
    echo "venv $folder" >>"$LOG"
    rm -rf "$folder" && mkdir -p "$folder/bin" && cp "$0" "$folder/bin/python" ;;
*'pip freeze'*) echo 'numpy==9.9' ;;
*'-m pip'*)
    echo "pip ${*#*--no-input }" >>"$LOG"
    [ -z "${NO_NETWORK:-}" ] || { echo 'ERROR: no network' >&2; exit 1; } ;;
esac
"""

PINNED = "--constraint constraints.txt"
MADE = [
    "venv .venv",
    f"pip {PINNED} --upgrade pip",
    f"pip {PINNED} --upgrade setuptools",
    f"pip {PINNED} --no-build-isolation --editable .[test]",
]


@dataclass
class Machine:
    """A folder with a copy of the scripts, and the commands that they find."""

    folder: Path
    settings: dict[str, str] = field(default_factory=dict)

    def provide(self, command: str, text: str) -> None:
        path = self.folder / "bin" / command
        path.write_text(text, encoding="utf-8")
        path.chmod(0o755)

    def run(self, script: str, *arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            ["/bin/sh", self.folder / "scripts" / script, *arguments],
            env={"PATH": f"{self.folder}/bin", "LOG": f"{self.folder}/log", **self.settings},
            capture_output=True,
            text=True,
            check=False,
        )

    @property
    def log(self) -> list[str]:
        path = self.folder / "log"
        return path.read_text(encoding="utf-8").splitlines() if path.exists() else []


@pytest.fixture
def machine(tmp_path: Path, repository: Path) -> Machine:
    """Return a machine with the usual small commands and a fitting `python3`."""
    shutil.copytree(repository / "scripts", tmp_path / "scripts")
    (tmp_path / "pyproject.toml").write_text("[project]\n", encoding="utf-8")
    (tmp_path / "constraints.txt").write_text("numpy==1.0\n", encoding="utf-8")
    (tmp_path / "bin").mkdir()
    for command in ("cat", "cmp", "cp", "dirname", "mkdir", "mktemp", "rm", "tail"):
        (tmp_path / "bin" / command).symlink_to(str(shutil.which(command)))
    made = Machine(tmp_path)
    made.provide("python3", INTERPRETER)
    return made


def test_the_environment_is_made_from_exact_versions(machine):
    result = machine.run("environment.sh")

    assert (result.returncode, result.stderr) == (0, "")
    assert machine.log == MADE


def test_a_current_environment_is_left_alone(machine):
    machine.run("environment.sh")
    os.utime(machine.folder / "constraints.txt")

    result = machine.run("environment.sh")

    assert (result.returncode, result.stdout) == (0, "")
    assert machine.log == MADE


@pytest.mark.parametrize("name", ["pyproject.toml", "constraints.txt"])
def test_it_is_made_again_when_what_it_is_made_from_changes(machine, name):
    machine.run("environment.sh")
    with (machine.folder / name).open("a", encoding="utf-8") as file:
        file.write("# changed\n")

    machine.run("environment.sh")

    assert machine.log == MADE * 2


def test_it_is_made_again_when_the_folder_moves(machine):
    machine.run("environment.sh")
    moved = Machine(machine.folder.rename(machine.folder.with_name("moved")))

    moved.run("environment.sh")

    assert moved.log == MADE * 2


def test_it_is_made_again_when_its_interpreter_is_gone(machine):
    machine.run("environment.sh")
    (machine.folder / ".venv" / "bin" / "python").unlink()

    machine.run("environment.sh")

    assert machine.log == MADE * 2


def test_a_failed_installation_says_why_and_is_tried_again(machine):
    machine.settings["NO_NETWORK"] = "1"

    result = machine.run("environment.sh")

    assert result.returncode == 1
    assert result.stderr.splitlines() == [
        "ERROR: no network",
        "The packages could not be installed: pip's lines above say why. "
        "Once that is mended, run the same command again.",
    ]
    del machine.settings["NO_NETWORK"]
    assert machine.run("environment.sh").returncode == 0
    assert machine.log == [*MADE[:2], *MADE]


def test_an_old_python_is_named_with_the_packages_to_install(machine):
    machine.settings |= {"TOO_OLD": "1", "RELEASE": "3.9"}

    result = machine.run("environment.sh")

    assert result.returncode == 1
    assert result.stderr == (
        "Python 3.11 or newer is needed, and python3 is 3.9: install the Debian packages "
        "python3.11 and python3.11-venv, or name another interpreter with PYTHON=...\n"
    )
    assert machine.log == []


def test_a_missing_python_is_named_too(machine):
    (machine.folder / "bin" / "python3").unlink()

    result = machine.run("environment.sh")

    assert result.returncode == 1
    assert "and python3 is missing: install" in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_a_newer_python_beside_an_old_one_is_found(machine):
    machine.provide("python3.12", INTERPRETER)
    machine.provide("python3", "#!/bin/sh\nexit 1\n")

    assert machine.run("environment.sh").returncode == 0
    assert machine.log == MADE


def test_the_named_interpreter_decides(machine):
    machine.settings["PYTHON"] = "python3.99"

    result = machine.run("environment.sh")

    assert result.returncode == 1
    assert "and python3.99 is missing: install" in result.stderr


def test_a_missing_venv_is_named_with_the_package_to_install(machine):
    machine.settings["NO_VENV"] = "1"

    result = machine.run("environment.sh")

    assert result.returncode == 1
    assert result.stderr == (
        f"{machine.folder}/bin/python3 cannot make an environment: install the Debian package "
        "python3-venv (for this interpreter: python3.11-venv)\n"
    )


def test_lock_writes_the_versions_of_a_fresh_environment(machine):
    result = machine.run("environment.sh", "lock")

    assert (result.returncode, result.stderr) == (0, "")
    assert (machine.folder / "constraints.txt").read_text(encoding="utf-8").splitlines() == [
        "# The exact versions that make and CI install. Written by: make lock",
        "numpy==9.9",
    ]
    assert [line for line in machine.log if PINNED in line] == []


def test_a_failed_lock_leaves_the_versions_alone(machine):
    machine.settings["NO_NETWORK"] = "1"

    assert machine.run("environment.sh", "lock").returncode == 1
    assert (machine.folder / "constraints.txt").read_text(encoding="utf-8") == "numpy==1.0\n"


def test_a_part_that_is_there_is_not_installed(machine):
    result = machine.run("system_parts.sh", "python3=whatever")

    assert (result.returncode, result.stdout) == (0, "")


def test_root_gets_the_missing_parts_installed(machine):
    machine.provide("id", "#!/bin/sh\necho 0\n")
    machine.provide("apt-get", '#!/bin/sh\necho "apt-get $*" >>"$LOG"\n')

    result = machine.run("system_parts.sh", "chromium=chromium", "bwrap=bubblewrap")

    assert (result.returncode, result.stdout) == (
        0,
        "Installing chromium bubblewrap with apt-get.\n",
    )
    assert machine.log == [
        "apt-get update",
        "apt-get install --yes --no-install-recommends chromium bubblewrap",
    ]


def test_anybody_else_is_told_the_command(machine):
    machine.provide("id", "#!/bin/sh\necho 1000\n")
    machine.provide("apt-get", '#!/bin/sh\necho "apt-get $*" >>"$LOG"\n')

    result = machine.run("system_parts.sh", "chromium=chromium")

    assert (result.returncode, result.stdout) == (
        0,
        "Going on without chromium. To install it on Debian: sudo apt-get install chromium\n",
    )
    assert machine.log == []


def test_a_failed_installation_of_a_part_is_shown_and_passed_over(machine):
    machine.provide("id", "#!/bin/sh\necho 0\n")
    machine.provide("apt-get", "#!/bin/sh\necho 'E: no network'\nexit 100\n")

    result = machine.run("system_parts.sh", "chromium=chromium")

    assert result.returncode == 0
    assert result.stdout.splitlines() == [
        "Installing chromium with apt-get.",
        "E: no network",
        "Going on without chromium. To install it on Debian: sudo apt-get install chromium",
    ]
