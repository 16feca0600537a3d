"""The outputs of a cell, each as text, as a checked picture or as sanitised HTML."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from markupsafe import Markup

from coursekit.pages.png import picture
from coursekit.pages.sanitise import sanitised
from coursekit.pages.text import counted, cut, joined, printed

MAX_TEXT = 10_000
MAX_HTML = 50_000
MAX_OUTPUTS = 50


@dataclass(frozen=True, slots=True)
class ShownOutput:
    """One output, ready for the page.

    Parameters
    ----------
    label : str
        What it is, in words.
    html : Markup
        What is shown.
    """

    label: str
    html: Markup


def shown_outputs(outputs: Sequence[Any]) -> list[ShownOutput]:
    """Return the outputs of a cell as a page shows them.

    Streams that follow one another are one output. Scripts, SVG, LaTeX, widgets and unknown forms
    are never passed on: their plain text stands for them.

    Parameters
    ----------
    outputs : Sequence
        Outputs in notebook format 4; what is not one of these is left out.

    Examples
    --------
    >>> (output,) = shown_outputs([{"output_type": "stream", "name": "stdout", "text": "a < b"}])
    >>> output.label, output.html
    ('Printed', Markup('<pre>a &lt; b</pre>'))
    """
    known = [o for o in outputs if isinstance(o, Mapping)]
    runs = [list(run) for _, run in groupby(known[:MAX_OUTPUTS], key=_stream)]
    shown = [output for run in runs for output in _shown(run)]
    if len(known) > MAX_OUTPUTS:
        left_out = counted(len(known) - MAX_OUTPUTS, "more output")
        shown.append(ShownOutput("Cut", Markup("<p>{} left out.</p>").format(left_out)))
    return shown


def _stream(output: Mapping[str, Any]) -> object:
    """Return the stream that an output belongs to; any other output is a run of its own."""
    if output.get("output_type") == "stream":
        return "stderr" if output.get("name") == "stderr" else "stdout"
    return id(output)


def _shown(run: list[Mapping[str, Any]]) -> Iterator[ShownOutput]:
    first = run[0]
    match first.get("output_type"):
        case "stream":
            label = "Warnings and messages" if _stream(first) == "stderr" else "Printed"
            yield from _text(label, "".join(joined(output.get("text")) for output in run))
        case "error":
            yield from _text("Error", _traceback(first))
        case "execute_result" | "display_data":
            data = first.get("data")
            yield from _of_data(data if isinstance(data, Mapping) else {})


def _traceback(output: Mapping[str, Any]) -> str:
    lines = output.get("traceback")
    if isinstance(lines, list) and lines:
        return "\n".join(line for line in lines if isinstance(line, str))
    return f"{joined(output.get('ename'))}: {joined(output.get('evalue'))}"


def _of_data(data: Mapping[str, Any]) -> Iterator[ShownOutput]:
    """Yield the richest of the forms of one value that is safe to show."""
    found = picture(joined(data.get("image/png")))
    if found is not None:
        alt = f"picture drawn by the code above, {found.width} by {found.height} pixels"
        tag = Markup('<img src="{}" width="{}" height="{}" alt="{}">')
        yield ShownOutput("Picture", tag.format(found.uri, found.width, found.height, alt))
        return
    html = sanitised(joined(data.get("text/html"))[:MAX_HTML])
    if html.striptags().strip():
        yield ShownOutput("Value", Markup('<div class="rich">{}</div>').format(html))
        return
    yield from _text("Value", joined(data.get("text/plain")) or "[this output is not text]")


def _text(label: str, text: str) -> Iterator[ShownOutput]:
    readable = cut(printed(text), MAX_TEXT)
    if readable.strip():
        yield ShownOutput(label, Markup("<pre>{}</pre>").format(readable.rstrip("\n")))
