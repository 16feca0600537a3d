"""Files that would take a module's place are left out."""

from __future__ import annotations

from pathlib import Path, PurePosixPath

from coursekit.grading.intake.sidefiles import SideFile
from coursekit.grading.repair.shadows import without_shadows


def kept(*names: str) -> tuple[list[str], tuple[str, ...]]:
    files = [SideFile(PurePosixPath(name), Path(name)) for name in names]
    left, flags = without_shadows(files)
    return [str(file.name) for file in left], flags


def test_ordinary_files_are_kept() -> None:
    names = ["data.csv", "data/numpy.csv", "helpers.py", "numpy.csv", "tools/numpy.py"]
    assert kept(*names) == (names, ())


def test_files_in_the_place_of_a_module_are_left_out_and_told() -> None:
    names = ["numpy.py", "tensorlib/__init__.py", "tensorlib/data.csv", "json.pyc", "math.abi3.so",
             "sitecustomize.py", "data.csv"]  # fmt: skip
    assert kept(*names) == (
        ["data.csv"],
        (
            "mended: json beside the notebook has the name of a module; it was left out",
            "mended: math beside the notebook has the name of a module; it was left out",
            "tampering: numpy beside the notebook has the name of a module; it was left out",
            "tampering: sitecustomize beside the notebook has the name of a module;"
            " it was left out",
            "tampering: tensorlib beside the notebook has the name of a module; it was left out",
        ),
    )  # fmt: skip
