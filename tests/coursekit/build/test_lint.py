"""Each way in which a release could give something away is stopped, with file and cell named."""

from __future__ import annotations

import base64
import gzip
import json
from collections.abc import Callable
from typing import Any

import pytest

from coursekit.build.lint import lint_release
from coursekit.build.release import generate
from coursekit.build.secrets import Secrets
from coursekit.build.text import Text
from coursekit.errors import LeakError
from coursekit.notebooks import notebook_text

NAME = "assignment.ipynb"
SOLUTION = "return abs(width * height)"
HIDDEN = "assert area(-3, 50) == 150"


class Release:
    """A release that can be tampered with before it is checked."""

    def __init__(self, text: Text, files: dict[str, bytes]) -> None:
        self.files = files
        self.notebook: dict[str, Any] = json.loads(files[NAME])
        self._secrets = Secrets.of(text.notebook)

    def cell(self, number: int) -> dict[str, Any]:
        found: dict[str, Any] = self.notebook["cells"][number]
        return found

    def check(self) -> None:
        files = {**self.files, NAME: json.dumps(self.notebook).encode()}
        lint_release("01_area", files, NAME, self._secrets)

    def leak(self) -> str:
        with pytest.raises(LeakError) as caught:
            self.check()
        return str(caught.value).removeprefix("release/01_area/")


@pytest.fixture
def release(read: Callable[[str], Text], area_unit: str, tmp_path: Any) -> Release:
    text = read(area_unit)
    source = {NAME: notebook_text(text.notebook).encode(), "data/a.csv": b"1,2\n"}
    return Release(text, generate(tmp_path, "01_area", source))


def test_what_the_release_step_makes_passes(release: Release) -> None:
    release.check()


@pytest.mark.parametrize("number", [0, 2])
@pytest.mark.parametrize("line", [SOLUTION, HIDDEN])
def test_secret_line_in_a_source_is_a_leak(release: Release, number: int, line: str) -> None:
    cell = release.cell(number)
    cell["source"] = [*cell["source"], f"\nlook: {line}"]

    kind = "hidden tests of cell area-test" if line == HIDDEN else "solution of cell area"
    assert release.leak() == (
        f"assignment.ipynb, cell {cell['id']}, source: it shows a line of the {kind}: {line}"
    )


@pytest.mark.parametrize(
    "marker", ["### BEGIN HIDDEN TESTS", "### BEGIN HIDDEN TEST", "## end solution"]
)
def test_marker_in_a_source_is_a_leak(release: Release, marker: str) -> None:
    release.cell(0)["source"] = ["text\n", marker]

    assert release.leak() == (
        f"assignment.ipynb, cell cell-001, source: line 2 is or looks like a marker: {marker}"
    )


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("answer", "(20, 5, 1)"),
        ("tags", ["Secret!"]),
        ("tags", ["fact-A8", "Fact-A8"]),
        ("tags", ["fact-A123"]),
        ("deletable", "return 3"),
        ("nbgrader", {"grade": True, "hint": "3"}),
        ("nbgrader", {"checksum": SOLUTION}),
        ("nbgrader", {"points": "many"}),
        ("collapsed", True),
    ],
)
def test_unusual_metadata_of_a_cell_is_a_leak(release: Release, key: str, value: object) -> None:
    release.cell(0)["metadata"][key] = value

    assert release.leak() == (
        f"assignment.ipynb, cell cell-001, metadata: {key} = {value!r} does not belong there"
    )


def test_tag_that_names_a_fact_passes(release: Release) -> None:
    release.cell(0)["metadata"]["tags"] = ["fact-A8", "fact-C10", "demo"]

    release.check()


def test_secret_in_usual_metadata_is_a_leak(read: Any, cells: Any, tmp_path: Any) -> None:
    """A tag may be any word, and still it may not be the answer."""
    text = read(
        cells.answer("q", "word = None", "word = 'prefix-products-of-all-sizes'")
        + cells.test("t", "assert word", points=1)
    )
    made = Release(
        text, generate(tmp_path, "01_area", {NAME: notebook_text(text.notebook).encode()})
    )
    made.cell(0)["metadata"]["tags"] = ["prefix-products-of-all-sizes"]

    assert made.leak() == (
        "assignment.ipynb, cell q, metadata: it shows a literal of the solution of cell q: "
        "prefix-products-of-all-sizes"
    )


def test_output_and_count_are_leaks(release: Release) -> None:
    cell = release.cell(1)
    cell["execution_count"] = 1
    assert release.leak() == (
        "assignment.ipynb, cell setup: it has outputs or a count; a release has none"
    )

    cell["execution_count"] = None
    cell["outputs"] = [{"output_type": "stream", "name": "stdout", "text": "150"}]
    assert release.leak() == (
        "assignment.ipynb, cell setup: it has outputs or a count; a release has none"
    )


def test_attachment_is_a_leak(release: Release) -> None:
    picture = base64.b64encode(SOLUTION.encode()).decode()
    release.cell(0)["attachments"] = {"answer.png": {"image/png": picture}}

    assert release.leak() == (
        "assignment.ipynb, cell cell-001: it has an attachment (answer.png); "
        "pictures belong in files/"
    )


def test_unknown_key_of_a_cell_is_a_leak(release: Release) -> None:
    release.cell(0)["answer"] = SOLUTION

    assert release.leak() == (
        "assignment.ipynb, cell cell-001: 'answer' does not belong in a release"
    )


@pytest.mark.parametrize(
    ("metadata", "what"),
    [
        ({"answer": 3}, "answer is not what a release has"),
        ({"kernelspec": {"name": "ir", "display_name": "R"}},
         "kernelspec or language_info is not what a release has"),
    ],
)  # fmt: skip
def test_unusual_metadata_of_the_notebook_is_a_leak(
    release: Release, metadata: dict[str, object], what: str
) -> None:
    release.notebook["metadata"] |= metadata

    assert release.leak() == f"assignment.ipynb, notebook metadata: {what}"


def test_unknown_key_of_the_notebook_is_a_leak(release: Release) -> None:
    release.notebook["answers"] = [3]

    assert "notebook: 'answers' does not belong in a release" in release.leak()


def _side_notebook(output: str) -> bytes:
    cell = {
        "cell_type": "code", "id": "c", "metadata": {}, "source": "", "execution_count": 1,
        "outputs": [{"output_type": "stream", "name": "stdout", "text": output}],
    }  # fmt: skip
    raw = {"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(raw).encode()


@pytest.mark.parametrize(
    ("name", "content", "leak"),
    [
        ("data/tips.txt", f"try\n{SOLUTION}\n".encode(),
         f"data/tips.txt: it shows a line of the solution of cell area: {SOLUTION}"),
        ("tips.py", b"x = 1\n### BEGIN SOLUTION\n",
         "tips.py: line 2 is or looks like a marker: ### BEGIN SOLUTION"),
        ("side.ipynb", _side_notebook(HIDDEN),
         f"side.ipynb: it shows a line of the hidden tests of cell area-test: {HIDDEN}"),
        ("a.bin", b"\xff\xfe\x00",
         "a.bin: a.bin is a kind of file that cannot be looked into"),
    ],
)  # fmt: skip
def test_leak_in_a_side_file_is_found(
    release: Release, name: str, content: bytes, leak: str
) -> None:
    release.files[name] = content

    assert release.leak() == leak


def test_leak_within_an_archive_names_its_place(release: Release) -> None:
    release.files["a.gz"] = gzip.compress(SOLUTION.encode())

    assert release.leak() == (
        f"a.gz, content: it shows a line of the solution of cell area: {SOLUTION}"
    )
