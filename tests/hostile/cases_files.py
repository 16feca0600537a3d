"""Submissions whose files cannot be read, are not what they seem, or have odd names."""

from __future__ import annotations

import json
import os
from collections.abc import Callable

from nbformat.v4 import new_code_cell, new_markdown_cell, new_output

from coursekit.grading.results import Status
from tests.hostile.case import Case, Kind, code
from tests.hostile.papers import Fifo, Folder, Link, Paper, Put, text_of

Edit = Callable[[Paper], None]


def refused(name: str, edit: Edit, reason: str) -> Case:
    """Return a case that cannot be graded: it waits, with a reason, and has no score."""
    return Case(name, Kind.FILES, None, edit=edit, status=Status.REFUSED, reasons={"": reason})


def read(name: str, edit: Edit, score: float = 10, flags: tuple[str, ...] | None = None) -> Case:
    """Return a case that is graded all the same."""
    return Case(name, Kind.FILES, score, edit=edit, flags=flags)


def named(name: str, student: str) -> Case:
    """Return an honest case with an odd student's id."""
    return Case(name, Kind.FILES, 9, answers={"lucky": "lucky = 1"}, student=student, flags=())


def _raw(content: Put) -> Edit:
    def edit(paper: Paper) -> None:
        told = Link(paper.told(content.target)) if isinstance(content, Link) else content
        paper.raw = told

    return edit


def _cut(paper: Paper) -> None:
    text = text_of(paper.notebook).encode()
    paper.raw = text[: len(text) // 2]


def _encoded(encoding: str, before: bytes = b"") -> Edit:
    def edit(paper: Paper) -> None:
        paper.raw = before + text_of(paper.notebook).encode(encoding)

    return edit


def _called(name: str) -> Edit:
    def edit(paper: Paper) -> None:
        paper.name = name

    return edit


def _beside(name: str, content: Put) -> Edit:
    def edit(paper: Paper) -> None:
        told = Link(paper.told(content.target)) if isinstance(content, Link) else content
        paper.files[name] = told

    return edit


def _folder(target: str) -> Edit:
    def edit(paper: Paper) -> None:
        paper.folder = Link(paper.told(target))

    return edit


def _home(target: str) -> Edit:
    def edit(paper: Paper) -> None:
        paper.home = Link(paper.told(target))

    return edit


def _deep(paper: Paper) -> None:
    text = text_of(paper.notebook)
    deep = '{"a": ' * 100_000 + "1" + "}" * 100_000
    told = '"metadata": {"deep": ' + deep + ', "kernelspec"'
    paper.raw = text.replace('"metadata": {\n  "kernelspec"', told).encode()


def _doubled_keys(paper: Paper) -> None:
    text = text_of(paper.notebook)
    paper.raw = text.replace('"nbformat": 4', '"nbformat": 3,\n "nbformat": 4').encode()


def _not_a_number(paper: Paper) -> None:
    text = text_of(paper.notebook)
    odd = '"metadata": {"a": NaN, "b": -Infinity, "c": 1e999, "d": {},\n  "kernelspec"'
    paper.raw = text.replace('"metadata": {\n  "kernelspec"', odd).encode()


def _half_characters(paper: Paper) -> None:
    paper.notebook.cells.append(new_markdown_cell("HALF"))
    paper.raw = text_of(paper.notebook).replace("HALF", "\\ud800 \\u0000 half").encode()


def _large_output(paper: Paper) -> None:
    output = new_output("stream", text="flood " * 10_000_000)
    paper.cell("lucky").outputs = [output]


def _output(paper: Paper) -> None:
    paper.cell("lucky").outputs = [new_output("stream", text="flood " * 7_000_000)]


def _many_cells(paper: Paper) -> None:
    paper.notebook.cells.extend(new_markdown_cell("more", id=f"m{n}") for n in range(20_000))


def _many_code_cells(paper: Paper) -> None:
    paper.notebook.cells.extend(new_code_cell("pass", id=f"m{n}") for n in range(2_000))


def _large_source(paper: Paper) -> None:
    paper.notebook.cells.append(new_code_cell("# " + "x" * 2_000_000))


def _no_keys(paper: Paper) -> None:
    made = json.loads(text_of(paper.notebook))
    for cell in made["cells"]:
        for key in ("metadata", "outputs", "execution_count", "id"):
            cell.pop(key, None)
    paper.raw = json.dumps(made).encode()


def _newer(paper: Paper) -> None:
    paper.raw = (
        text_of(paper.notebook)
        .replace('"nbformat_minor": 5', '"nbformat_minor": 99, "from_the_future": [1]')
        .encode()
    )


def _two(paper: Paper) -> None:
    paper.files["assignment-Copy1.ipynb"] = (
        b'{"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}'
    )


_ZIP = b"PK\x03\x04\x14\x00\x00\x00\x08\x00" + bytes(range(256)) * 20
_LOGIN = (
    b"<!DOCTYPE html>\n<html><head><title>Sign in</title></head><body>Please sign in</body></html>"
)
_NO_NOTEBOOK = r"notebook|JSON|expected"

CASES = (
    refused("is cut in the middle", _cut, "JSON"),
    refused("is empty", _raw(b""), "empty|JSON|0 bytes"),
    refused("is a page to sign in", _raw(_LOGIN), _NO_NOTEBOOK),
    refused("is an archive", _raw(_ZIP), "notebook|UTF-8"),
    refused("is a document", _raw(b"%PDF-1.7\n\x93\x8c\xff" * 100), "notebook|UTF-8"),
    refused("is a number", _raw(b"7"), _NO_NOTEBOOK),
    refused(
        "has cells that are no list", _raw(b'{"cells": {"a": 1}, "nbformat": 4}'), "cells|notebook"
    ),
    refused(
        "has no cell of the unit",
        _raw(b'{"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}'),
        "cell",
    ),
    refused("is of a format that never was", _raw(b'{"cells": [], "nbformat": 77}'), "format|cell"),
    refused("is nothing but brackets", _raw(b"[" * 1_000_000), _NO_NOTEBOOK),
    refused("is a folder", _raw(Folder()), _NO_NOTEBOOK),
    refused("is a pipe", _raw(Fifo()), _NO_NOTEBOOK),
    refused(
        "is a link to the source",
        _raw(Link("@SOURCE@/10_sums/assignment.ipynb")),
        _NO_NOTEBOOK + "|link",
    ),
    refused("is a link to a peer", _raw(Link("@PEER@")), _NO_NOTEBOOK + "|link"),
    refused("is a link to itself", _raw(Link("assignment.ipynb")), _NO_NOTEBOOK + "|link"),
    refused("is a link to a device", _raw(Link("/dev/zero")), _NO_NOTEBOOK + "|link"),
    refused("has a folder that is a link to a peer", _folder("@PEERS_FOLDER@"), "link|notebook"),
    refused("has a folder that is a link out", _folder("@OUTSIDE@"), "link|notebook"),
    refused("has a folder that is a link up", _folder("../../source/10_sums"), "link|notebook"),
    refused("is deep", _deep, "deep"),
    refused("is a student by a link out", _home("@OUTSIDE@/inner"), "link|notebook"),
    refused("is a student by a link to a peer", _home("honest-and-right"), "link|notebook"),
    read("has doubled keys", _doubled_keys),
    read("has numbers that are none", _not_a_number),
    read("has half characters", _half_characters),
    read("begins with a mark", _encoded("utf-8", b"\xef\xbb\xbf")),
    read("is in wide characters", _encoded("utf-16")),
    read("comes from the future", _newer),
    read("has lost keys", _no_keys),
    refused("has a large output", _large_output, "too large: .* bytes"),
    refused("has a great many cells", _many_cells, "too large: .* cells"),
    read("has an output of the largest kind", _output),
    read("has many cells that run", _many_code_cells),
    read("has a large cell", _large_source),
    read("is renamed by a browser", _called("assignment (1).ipynb"), flags=None),
    read("is a copy by name", _called("assignment-Copy1.ipynb")),
    read("has another ending", _called("assignment.ipynb.json")),
    read("is written in capitals", _called("Assignment.IPYNB")),
    read("has a second notebook beside it", _two),
    read("has a link beside it", _beside("data.csv", Link("@SECRET@"))),
    read("has a link to everything beside it", _beside("all", Link("/"))),
    read("has a pipe beside it", _beside("data.csv", Fifo())),
    read("has a time that is none", _beside("timestamp.txt", b"yesterday\n")),
    read("has a time of bytes", _beside("timestamp.txt", bytes(range(256)))),
    read("has a folder for a time", _beside("timestamp.txt", Folder())),
    read("has a link for a time", _beside("timestamp.txt", Link("@SECRET@"))),
    Case(
        "reads its own file beside it",
        Kind.HONEST,
        10,
        answers={"lucky": "lucky = int(open('data.txt').read())"},
        edit=_beside("data.txt", b"40917\n"),
        flags=(),
    ),
    Case(
        "reads the link beside it",
        Kind.FILES,
        9,
        answers={
            "lucky": code("""
            try:
                print("tried", open("data.csv").read())
                lucky = 40917
            except OSError as error:
                print("tried", type(error).__name__)
            """)
        },
        edit=_beside("data.csv", Link("@SECRET@")),
    ),
    named("has an id with a dash before it", "-rf"),
    named("has an id like an option", "--root"),
    named("has an id with spaces and quotes", ' o\'b "c" ;$(touch made) '),
    named("has an id that acts", "<img src=x onerror='window.acted = 1'>"),
    named("has an id in other letters", "студент-学生-\N{SNOWMAN}"),
    named("has an id with a loose accent", "e\N{COMBINING ACUTE ACCENT}mile"),
    named("has an id that reads backwards", "abc\N{RIGHT-TO-LEFT OVERRIDE}def"),
    named("has an id of two lines", "first\nsecond\ttab"),
    named("has an id with a percent sign", "%s%(x)s{0}{x}[bold]"),
    named("has a very long id", "l" * 200),
    named("has the longest id", "m" * 255),
    named("has an id of bytes", os.fsdecode(b"caf\xe9-\xff")),
    named("has an id like a number", "007"),
)
