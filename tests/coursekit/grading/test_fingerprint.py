"""What a result depends on is the same in every process of one installation."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from coursekit.grading import fingerprint
from coursekit.grading.fingerprint import environment_digest


@pytest.fixture(autouse=True)
def fresh() -> Iterator[None]:
    """Look at what is installed anew, before and after."""
    fingerprint._installed.cache_clear()
    yield
    fingerprint._installed.cache_clear()


def install(folder: Path) -> None:
    about = folder / "extra-1.0.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: extra\nVersion: 1.0\n")


def test_one_more_package_is_another_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = environment_digest()
    fingerprint._installed.cache_clear()
    install(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path, str(tmp_path)])
    assert environment_digest() != before


def test_what_a_package_carries_inside_itself_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = environment_digest()
    fingerprint._installed.cache_clear()
    install(tmp_path / "setuptools" / "_vendor")
    monkeypatch.setattr(sys, "path", [*sys.path, str(tmp_path / "setuptools" / "_vendor")])
    assert environment_digest() == before
