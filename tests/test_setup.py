"""One set of versions: pyproject.toml, constraints.txt, environment.yml and .venv agree."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import sysconfig
import tomllib
import zipfile
from importlib import metadata
from pathlib import Path

import house_rules as rules
import pytest
import yaml
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name

PACKAGES = {"coursekit", "tensorlib"}
OWN = {*PACKAGES, "bench", "tests"}
ELSEWHERE = {"otter"}  # imported in an environment of its own, which the bench makes


@pytest.fixture(scope="module")
def project(repository: Path) -> dict[str, object]:
    """Return the `[project]` table of pyproject.toml."""
    with (repository / "pyproject.toml").open("rb") as file:
        return tomllib.load(file)["project"]


@pytest.fixture(scope="module")
def pins(repository: Path) -> dict[str, str]:
    """Return the exact version of each package in constraints.txt."""
    return read_pins((repository / "constraints.txt").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def conda(repository: Path) -> dict[str, object]:
    """Return the text of environment.yml as data."""
    return yaml.safe_load((repository / "environment.yml").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def installed() -> dict[str, str]:
    """Return the version of each package in the environment of this run."""
    return {canonicalize_name(found.metadata["Name"]): found.version for found in _installed()}


def _installed() -> list[metadata.Distribution]:
    """Return the packages of the environment, without those that setuptools carries with it."""
    return list(metadata.distributions(path=[sysconfig.get_path("purelib")]))


def read_pins(text: str) -> dict[str, str]:
    """Read lines of the form `name==version`, and nothing else."""
    pins = {}
    for line in text.splitlines():
        if line.startswith("#"):
            continue
        found = re.fullmatch(r"([A-Za-z0-9._-]+)==([A-Za-z0-9.!+]+)", line)
        if found is None:
            raise ValueError(f"not an exact version: {line}")
        pins[canonicalize_name(found[1])] = found[2]
    return pins


def requirements(project: dict[str, object], extra: str) -> list[Requirement]:
    """Return what an extra needs, with the extras that it builds upon."""
    lines = list(project["dependencies"])
    pending = [extra]
    while pending:
        for line in project["optional-dependencies"][pending.pop()]:
            needed = Requirement(line)
            if needed.name == project["name"]:
                pending += needed.extras
            else:
                lines.append(line)
    return [Requirement(line) for line in lines]


@pytest.mark.parametrize("line", ["numpy>=2", "-e .", "numpy==2.0 ; extra", "numpy @ file.whl", ""])
def test_what_is_no_exact_version_is_refused(line):
    with pytest.raises(ValueError, match=r"^not an exact version: "):
        read_pins(f"# versions\n{line}\npip==1.0")


def test_every_requirement_has_a_version_that_fits(project, pins):
    misfits = [
        str(needed)
        for needed in requirements(project, "test")
        if not needed.specifier.contains(pins.get(canonicalize_name(needed.name), "0"))
    ]

    assert misfits == []


def test_every_version_runs_on_the_oldest_python(project, pins):
    """Debian 12 has 3.11.2, so a package that needs 3.11.5 would shut it out."""
    oldest = project["requires-python"].removeprefix(">=") + ".0"
    too_new = [
        f"{found.metadata['Name']} {found.version}"
        for found in _installed()
        if canonicalize_name(found.metadata["Name"]) in pins
        and not SpecifierSet(found.metadata.get("Requires-Python", "")).contains(oldest)
    ]

    assert too_new == []


def test_the_environment_holds_exactly_these_versions(installed, pins):
    assert {name: version for name, version in installed.items() if name in pins} == pins


@pytest.mark.skipif(sys.platform != "linux", reason="other systems need packages of their own")
def test_the_environment_holds_nothing_else(installed, pins, project):
    assert installed.keys() - pins.keys() == {project["name"]}


@pytest.mark.parametrize(
    ("folder", "extra"),
    [("tensorlib", "lab"), ("coursekit", "cluster"), ("bench", "test"), ("tests", "test")],
)
def test_what_the_code_imports_is_declared(repository, project, folder, extra):
    providers = metadata.packages_distributions()
    declared = {canonicalize_name(needed.name) for needed in requirements(project, extra)}
    own = OWN | ELSEWHERE | {path.stem for path in (repository / "tests").glob("*.py")}
    imported = {
        found.target.partition(".")[0]
        for module in rules.modules(repository, [folder])
        for found in rules.imports(module, ())
    }

    undeclared = {
        name
        for name in imported - sys.stdlib_module_names - own
        if declared.isdisjoint(map(canonicalize_name, providers.get(name, ())))
    }
    assert undeclared == set()


def test_the_library_alone_needs_only_numpy(project):
    assert [Requirement(line).name for line in project["dependencies"]] == ["numpy"]


def test_a_wheel_holds_every_file_of_the_packages(repository, tmp_path):
    clone = tmp_path / "clone"
    clone.mkdir()
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(repository / name, clone)
    for name in PACKAGES:
        shutil.copytree(
            repository / name, clone / name, ignore=shutil.ignore_patterns("__pycache__")
        )
    files = {str(path.relative_to(clone)) for name in PACKAGES for path in _files(clone / name)}

    subprocess.run(
        [
            *(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-build-isolation"),
            *("--no-deps", "--no-index", "--wheel-dir", tmp_path, clone),
        ],
        check=True,
    )

    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        packed = {name for name in archive.namelist() if ".dist-info/" not in name}
    assert packed == files


def _files(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


def test_conda_takes_the_interpreter_and_pip_alone(project, conda):
    python, pip, _ = conda["dependencies"]
    name, _, version = python.partition("=")

    assert (name, pip) == ("python", "pip")
    assert SpecifierSet(project["requires-python"]).contains(f"{version}.0")
    assert conda["name"] == project["name"]


def test_conda_takes_the_rest_from_the_same_files(repository, project, conda):
    constraint, editable = conda["dependencies"][-1]["pip"]
    folder, _, extra = editable.removeprefix("--editable ").rstrip("]").partition("[")

    assert (repository / constraint.removeprefix("--constraint ")).name == "constraints.txt"
    assert (repository / folder).resolve() == repository
    assert extra in project["optional-dependencies"]
    assert "nbgrader" in {needed.name for needed in requirements(project, extra)}
