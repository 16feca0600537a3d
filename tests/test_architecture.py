"""The rules of the house hold for this project, and each of them is shown to be able to fail."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable
from functools import cache
from pathlib import Path

import house_rules as rules
import pytest

PACKAGES = ("coursekit", "tensorlib")

# What a module may import besides the standard library and its own package.
ALLOWED = {
    "tensorlib": {"numpy"},
    "tensorlib.figures": {"numpy", "matplotlib"},
    "tensorlib.walkfigure": {"numpy", "matplotlib"},
    "tensorlib.demos": {"numpy", "ipywidgets"},
}

# Modules that may have more public names than the rest, each with the reason.
WIDE = {
    "coursekit.errors": "every error of the command line, in one tree",
    "tensorlib.errors": "every error of the library, in one tree",
}

# Modules that may print and exit.
COMMANDS = {"coursekit.cli.grade", "tensorlib.trace"}

# What no file may hold, spelt so that these lines do not hold it themselves.
FORBIDDEN = {
    "a path of one machine": r"(?<![\w.])/(?:[r]oot|[h]ome|[w]ork)/\w|[C]:\\Users",
    "the address of a registry": r"[p]ypi\.org|[p]ythonhosted\.org|[n]pmjs\.org|[d]ebian\.org"
    r"|--(?:extra-)?[i]ndex-url|--[f]ind-links",
    "an e-mail address": r"[\w.+-]+@[\w-]+\.(?:com|org|net|io|edu)\b",
    "a file outside the project": r"(?<!docs/)\b(?:[f]acts|[d]esign|[o]racles|[b]rief)\.md\b",
}

# Files that may hold them all the same, each with the reason.
EXEMPT = {"tests/coursekit/build/test_lesson.py": "shows that the build refuses such a path"}


@cache
def _tree(root: Path) -> list[rules.Module]:
    return rules.modules(root, PACKAGES)


@cache
def _heights(root: Path) -> dict[str, int]:
    text = (root / "ARCHITECTURE.md").read_text(encoding="utf-8")
    (table,) = re.findall(r"^```layers\n(.*?)^```$", text, flags=re.MULTILINE | re.DOTALL)
    return rules.read_layers(table)


@pytest.fixture
def bad_tree(tmp_path: Path) -> Callable[..., list[rules.Module]]:
    """Return a function that makes a package `pack` from its modules' texts."""

    def make(**texts: str) -> list[rules.Module]:
        folder = tmp_path / "pack"
        folder.mkdir()
        for name, text in texts.items():
            (folder / f"{name}.py").write_text(text, encoding="utf-8")
        return rules.modules(tmp_path, ["pack"])

    return make


def test_every_module_has_a_layer(repository):
    assert rules.unlayered(_tree(repository), _heights(repository)) == []


def test_imports_lead_down(repository):
    assert rules.upward_imports(_tree(repository), _heights(repository)) == []


def test_the_library_needs_numpy_alone(repository):
    assert rules.foreign_imports(_tree(repository), ALLOWED) == []


def test_imports_stand_at_the_top(repository):
    assert rules.hidden_imports(_tree(repository)) == []


def test_modules_and_functions_are_small(repository):
    assert rules.oversized(_tree(repository), WIDE) == []


def test_only_the_commands_print_and_exit(repository):
    assert rules.printing_or_exiting(_tree(repository), COMMANDS) == []


def test_exceptions_to_the_rules_are_needed(repository):
    wide = {m.name for m in _tree(repository) if len(rules.public_names(m)) > rules.PUBLIC_NAMES}
    talking = {
        fault.partition(":")[0] for fault in rules.printing_or_exiting(_tree(repository), ())
    }

    assert wide == WIDE.keys()
    assert talking == {f"{name.replace('.', '/')}.py" for name in COMMANDS}


def test_no_file_holds_what_is_another_machines(repository):
    faults = {name: _forbidden(repository / name) for name in _files_of_the_project(repository)}

    assert [fault for name, found in faults.items() if name not in EXEMPT for fault in found] == []
    assert [name for name in EXEMPT if not faults[name]] == []


def _forbidden(path: Path) -> list[str]:
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except UnicodeDecodeError:  # a picture
        return []
    return [
        f"{path}:{number}: {what}"
        for number, line in enumerate(lines, start=1)
        for what, pattern in FORBIDDEN.items()
        if re.search(pattern, line)
    ]


def test_no_module_is_kept_out_of_git(repository):
    modules = {str(module.path.relative_to(repository)) for module in _tree(repository)}

    assert modules - set(_files_of_the_project(repository)) == set()


def _files_of_the_project(root: Path) -> list[str]:
    listing = subprocess.run(
        ["git", "-c", f"safe.directory={root}", "ls-files", "-z", "-co", "--exclude-standard"],
        cwd=root,
        check=True,
        capture_output=True,
        text=True,
    )
    return sorted({name for name in listing.stdout.split("\0") if (root / name).is_file()})


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("see /" + "home/anna/course", "a path of one machine"),
        ("cd /" + "work/main", "a path of one machine"),
        ("https://" + "pypi" + ".org/simple", "the address of a registry"),
        ("write to anna" + "@" + "example.org", "an e-mail address"),
        ("as " + "facts" + ".md says", "a file outside the project"),
    ],
)
def test_each_forbidden_thing_is_found(line, what):
    assert [name for name, pattern in FORBIDDEN.items() if re.search(pattern, line)] == [what]


@pytest.mark.parametrize(
    "line", ["a/work/b.py", "framework/", "@pytest.fixture", "q@k.T", "~/x", "docs/facts.md"]
)
def test_what_only_resembles_it_is_not(line):
    assert not any(re.search(pattern, line) for pattern in FORBIDDEN.values())


def test_layers_are_read_from_a_table():
    assert rules.read_layers("pack\n  0 errors · files\n\n  1 pack\nother\n  0 a.b\n") == {
        "pack.errors": 1,
        "pack.files": 1,
        "pack": 2,
        "other.a.b": 4,
    }


def test_a_module_with_two_layers_is_refused():
    with pytest.raises(ValueError, match=r"^pack\.errors has two layers$"):
        rules.read_layers("pack\n 0 errors\n 1 errors")


def test_a_module_without_a_layer_is_found(bad_tree):
    tree = bad_tree(low="", stray="")

    assert rules.unlayered(tree, {"pack.low": 0, "pack.gone": 1}) == [
        "pack/stray.py:1: pack.stray has no layer: give it one in ARCHITECTURE.md",
        "ARCHITECTURE.md: pack.gone has a layer, but there is no such module",
    ]


@pytest.mark.parametrize(
    ("text", "target"),
    [
        ("import pack.high", "pack.high"),
        ("from pack import high", "pack.high"),
        ("from pack.high import name", "pack.high"),
        ("import pack.same", "pack.same"),
        ("import pack.unknown", "pack.unknown"),
        ("def f():\n    import pack.high", "pack.high"),
    ],
)
def test_an_import_that_does_not_lead_down_is_found(bad_tree, text, target):
    tree = bad_tree(low=text, same="import json", high="import pack.low")
    heights = {"pack.low": 0, "pack.same": 0, "pack.high": 1}

    line = text.count("\n") + 1
    assert rules.upward_imports(tree, heights) == [
        f"pack/low.py:{line}: pack.low imports {target}, which is not below it"
    ]


def test_a_cycle_is_found_whatever_the_layers_are(bad_tree):
    tree = bad_tree(a="import pack.b", b="import pack.a")

    for heights in ({"pack.a": 0, "pack.b": 1}, {"pack.a": 1, "pack.b": 0}, {}):
        assert rules.upward_imports(tree, heights) != []


@pytest.mark.parametrize("text", ["import ipywidgets", "from coursekit import errors"])
def test_a_foreign_import_is_found(bad_tree, text):
    tree = bad_tree(core=f"import json\nimport numpy\n{text}", figures="import matplotlib")
    allowed = {"pack": {"numpy"}, "pack.figures": {"matplotlib"}}

    (fault,) = rules.foreign_imports(tree, allowed)
    assert fault == f"pack/core.py:3: pack.core may not import {text.split()[1]}"


def test_a_permission_is_for_the_named_module_only(bad_tree):
    tree = bad_tree(fig="import matplotlib", figures="import matplotlib")

    (fault,) = rules.foreign_imports(tree, {"pack": (), "pack.fig": {"matplotlib"}})
    assert fault == "pack/figures.py:1: pack.figures may not import matplotlib"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("def f():\n    import json", "2: import inside a function"),
        (
            "class A:\n    async def f(self):\n        from a import b",
            "3: import inside a function",
        ),
        ("from json import *", "1: star import"),
        ("from . import json", "1: relative import"),
        ("from typing import Any\nif TYPE_CHECKING:\n    pass", "2: TYPE_CHECKING"),
        ("import typing\nif typing.TYPE_CHECKING:\n    pass", "2: TYPE_CHECKING"),
    ],
)
def test_a_hidden_import_is_found(bad_tree, text, fault):
    assert rules.hidden_imports(bad_tree(low=text)) == [f"pack/low.py:{fault}"]


def test_what_is_too_large_is_found(bad_tree):
    body = "    x = 1\n" * rules.FUNCTION_LINES
    tree = bad_tree(
        fits="def f():\n" + '    """Say\n\n    more."""\n' + body.removeprefix("    x = 1\n"),
        function="def f():\n" + body,
        module="x = 1\n" * (rules.MODULE_LINES + 1),
        names="".join(f"def f{i}(): ...\n" for i in range(rules.PUBLIC_NAMES + 1)),
        private="".join(f"def _f{i}(): ...\n" for i in range(rules.PUBLIC_NAMES + 1)),
        wide="".join(f"class F{i}: ...\n" for i in range(rules.PUBLIC_NAMES + 1)),
    )

    assert rules.oversized(tree, {"pack.wide"}) == [
        "pack/function.py:1: f has 41 lines, more than 40",
        "pack/module.py:1: 301 lines, more than 300",
        "pack/names.py:1: 9 public names (f0, f1, f2, f3, f4, f5, f6, f7, f8)",
    ]


@pytest.mark.parametrize(
    "text", ["print(1)", "sys.exit(2)", "exit()", "sys.stdout.write('x')", "raise SystemExit(1)"]
)
def test_printing_and_exiting_is_found(bad_tree, text):
    tree = bad_tree(low=text, cli=text)

    assert len(rules.printing_or_exiting(tree, {"pack.cli"})) == 1
