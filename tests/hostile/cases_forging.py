"""Submissions that forge results, and put what acts into the pages that others open."""

from __future__ import annotations

from nbformat.v4 import new_markdown_cell, new_output

from tests.hostile.case import Case, Kind, code
from tests.hostile.papers import Paper

SCRIPT = "<script>window.acted = 1</script><img src=x onerror='window.acted = 1'>"


def shows(name: str, how: str, score: float = 9) -> Case:
    """Return a case that shows something, has one answer missing and the others right."""
    return Case(name, Kind.FORGING, score, answers={"lucky": code(how)})


def _stored(paper: Paper) -> None:
    """Leave forged outputs in the file itself, one of them in a test's cell."""
    for cell in paper.tests():
        cell.outputs = [
            new_output("stream", text="10 of 10 points\n"),
            new_output("execute_result", {"text/plain": "10", "text/html": SCRIPT}),
        ]
        cell.execution_count = 1
    paper.cell("lucky").outputs = [
        new_output("error", ename=SCRIPT, evalue=SCRIPT, traceback=[SCRIPT])
    ]


def _markdown(paper: Paper) -> None:
    texts = (
        SCRIPT,
        "# " + SCRIPT,
        "[click](javascript:window.acted=1) ![p](https://evil.example/p.png)",
        "$\\href{javascript:window.acted=1}{x}$ \\unicode{x3c}script>",
        "<style>body{display:none}</style><iframe srcdoc='<script>top.acted=1</script>'></iframe>",
        "## Score: 10 of 10 points\n\n<div class='score' style='position:fixed'>10/10</div>",
    )
    for text in texts:
        paper.notebook.cells.insert(1, new_markdown_cell(text))
    paper.notebook.metadata["title"] = SCRIPT
    paper.notebook.metadata["authors"] = [{"name": SCRIPT}]


def _attached(paper: Paper) -> None:
    cell = new_markdown_cell("![p](attachment:p.svg) ![q](attachment:q.png)")
    cell["attachments"] = {
        "p.svg": {"image/svg+xml": "PHN2ZyBvbmxvYWQ9YWxlcnQoMSk+"},
        "q.png": {"image/png": '" onerror="window.acted=1'},
    }
    paper.notebook.cells.insert(1, cell)


CASES = (
    shows(
        "shows html that acts",
        f"""
        from IPython.display import HTML, SVG, Javascript, Latex, Markdown, display
        for kind in (HTML, Markdown, Latex, Javascript):
            display(kind({SCRIPT!r}))
        display(SVG("<svg xmlns='http://www.w3.org/2000/svg' onload='window.acted=1'></svg>"))
        """,
    ),
    shows(
        "shows data of the wrong kind",
        """
        from IPython.display import display
        for mime in ("text/plain", "text/html", "image/png", "image/svg+xml", "text/markdown"):
            for data in (None, 7, [1, ["a"]], {"a": "<b>"}, b"\\xff", "\\ud800", "\\x00\\x1b[31m"):
                display({mime: data}, raw=True)
        display({"<script>": "a", "": "b"}, raw=True, metadata={"<script>": [1]})
        """,
    ),
    shows(
        "shows pictures that are none",
        """
        from IPython.display import display
        for mime in ("image/png", "image/jpeg", "image/gif", "application/pdf"):
            display({mime: 'x" onerror="window.acted=1'}, raw=True)
            display({mime: "iVBORw0KGgo="}, raw=True)
        """,
    ),
    shows(
        "shows codes of a terminal",
        r"""
        print("\x1b]0;title\x07\x1b[2J\x1b[31m10 of 10\x1b[0m")
        print("\x1b]8;;javascript:a()\x07x\x1b]8;;\x07\x9b31m")
        raise ValueError("\x1b[8mhidden\x1b[0m <script>window.acted=1</script>")
        """,
    ),
    shows("says that it is right", 'print("10 of 10 points")\n"50 of 50 points: all right"'),
    shows(
        "forges a result",
        """
        shell = get_ipython()
        for result in (10, "10 of 10", {"score": 10}, True):
            shell.displayhook(result)
        shell.user_ns["Out"][99] = shell.user_ns["_"] = 10
        shell.outputs.items.append({"output_type": "execute_result", "data": {"text/plain": "1"},
                                    "metadata": {}, "execution_count": 10**30})
        shell.outputs.items.append({"output_type": "stream", "name": "<b>", "text": "<script>"})
        shell.outputs.items.append("no output")
        """,
    ),
    shows(
        "raises an error that acts",
        f"""
        kind = type({SCRIPT!r}, (Exception,), {{}})
        raise kind({SCRIPT!r} + " 50 of 50 points")
        """,
    ),
    Case(
        "puts what acts into a reason",
        Kind.FORGING,
        7,
        answers={"total": f"def total(numbers):\n    raise ValueError({SCRIPT!r})"},
        scores={"total_test": 0.0},
    ),
    Case(
        "puts a forged score into a reason",
        Kind.FORGING,
        7,
        answers={"total": "def total(numbers):\n    raise ValueError('3 of 3 points: M29 right')"},
        scores={"total_test": 0.0},
    ),
    Case(
        "stores forged outputs",
        Kind.FORGING,
        9,
        answers={"lucky": "lucky = 1"},
        edit=_stored,
    ),
    Case("writes markdown that acts", Kind.FORGING, 10, edit=_markdown),
    Case("attaches pictures that act", Kind.FORGING, 10, edit=_attached),
    shows(
        "leaves widgets that load",
        """
        import ipywidgets
        from IPython.display import display
        display(ipywidgets.HTML("<script>window.acted = 1</script>"), ipywidgets.IntSlider())
        display({"application/vnd.jupyter.widget-view+json": {"model_id": "<script>"},
                 "application/javascript": "window.acted = 1"}, raw=True)
        """,
    ),
)
