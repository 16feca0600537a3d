"""The documents say what is true: examples run, links lead somewhere, targets and files exist."""

from __future__ import annotations

import doctest
import re
import subprocess

import pytest

DOCUMENTS = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"]
WITHOUT_HELP = {"help", "environment", "bubblewrap", "chromium", "postgresql"}  # called by others


@pytest.fixture(params=DOCUMENTS)
def document(request, repository) -> str:
    """Return the text of one document."""
    return (repository / request.param).read_text(encoding="utf-8")


def test_the_examples_of_the_readme_run(repository):
    text = (repository / "README.md").read_text(encoding="utf-8")
    examples = re.findall(r"^```python\n(.*?)^```$", text, flags=re.MULTILINE | re.DOTALL)

    for example in examples:
        test = doctest.DocTestParser().get_doctest(example, {}, "README.md", "README.md", 0)
        failed, tried = doctest.DocTestRunner(verbose=False).run(test)
        assert (failed, tried) == (0, len(test.examples))
        assert tried >= 4
    assert len(examples) >= 2


def test_links_lead_to_files(repository, document):
    links = re.findall(r"\]\((?!https?:)([^)#]+)", document)

    assert [link for link in links if not (repository / link).exists()] == []


def test_named_targets_exist(repository, document):
    makefile = (repository / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^(\w+):", makefile, flags=re.MULTILINE))
    named = set(re.findall(r"(?:^|`|=\S+ )make (\w+)", document, flags=re.MULTILINE))

    assert named - targets == set()


def test_every_target_has_a_line_of_help(repository):
    makefile = (repository / "Makefile").read_text(encoding="utf-8")
    (phony,) = re.findall(r"^\.PHONY: (.*)$", makefile, flags=re.MULTILINE)
    shown = subprocess.run(
        ["make", "--no-print-directory", "help"],
        cwd=repository,
        check=True,
        capture_output=True,
        text=True,
    ).stdout

    documented = re.findall(r"^make (\w+) ", shown, flags=re.MULTILINE)
    assert set(documented) == set(phony.split()) - WITHOUT_HELP
