"""A lesson, executed: outputs and counts as a reader of the finished notebook sees them.

It runs in a fresh kernel of this Python, whatever kernels or start-up files the user has, with a
time limit for each cell. What differs between two runs or two machines (timings, widget models) is
left out; what would name this machine, or change from run to run, is refused.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import nbformat
from jupyter_client.kernelspec import KernelSpecManager
from jupyter_client.manager import AsyncKernelManager
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError
from nbformat import NotebookNode
from traitlets import default

from coursekit.build.text import NOTEBOOK_METADATA, Text
from coursekit.errors import CourseError

CELL_SECONDS = 120
_START_SECONDS = 60
_WIDGET = "application/vnd.jupyter.widget-view+json"
_PLACE = re.compile(r"(?<![\w.:/])/(home|root|tmp|usr|var|opt|mnt|private|Users)/[^\s<>\"']*")
_ADDRESS = re.compile(r"\bat 0x[0-9a-fA-F]{6,}")
_ENVIRONMENT = {
    "COLUMNS": "80",
    "LANG": "C.UTF-8",
    "LC_ALL": "C.UTF-8",
    "MPLBACKEND": "module://matplotlib_inline.backend_inline",
    "PYTHONHASHSEED": "0",
    "TZ": "UTC",
}
_IGNORED = ("PYTHONSTARTUP", "PYTHONWARNINGS")  # would change what a cell shows


def execute(text: Text, *, cell_seconds: int = CELL_SECONDS) -> NotebookNode:
    """Run a lesson and return it with its outputs.

    Parameters
    ----------
    text : Text
        The lesson.
    cell_seconds : int
        How long one cell may take, in seconds.

    Raises
    ------
    UnitError
        If a cell fails, takes too long, writes to standard error, or shows something that belongs
        to this run or this machine alone.
    CourseError
        If the kernel cannot start.
    """
    notebook: NotebookNode = nbformat.from_dict(text.notebook)
    with tempfile.TemporaryDirectory(prefix="coursekit-lesson-") as scratch:
        _run(text, notebook, Path(scratch), cell_seconds)
    notebook.metadata = nbformat.from_dict(NOTEBOOK_METADATA)
    for index, cell in enumerate(notebook.cells):
        cell.metadata.pop("execution", None)
        if cell.cell_type == "code":
            cell.outputs = _joined(cell.outputs)
            for output in cell.outputs:
                _settle(text, index, output)
    return notebook


def _run(text: Text, notebook: NotebookNode, scratch: Path, cell_seconds: int) -> None:
    running = 0

    def note(cell_index: int, **_: object) -> None:
        nonlocal running
        running = cell_index

    client = NotebookClient(
        notebook,
        kernel_manager_class=_OwnKernel,
        timeout=cell_seconds,
        startup_timeout=_START_SECONDS,
        record_timing=False,
        store_widget_state=False,
        on_cell_execute=note,
        resources={"metadata": {"path": str(text.path.parent)}},
    )
    try:
        client.execute(env=_environment(scratch), stderr=subprocess.DEVNULL)
    except CellTimeoutError:
        raise text.fault(running, f"it takes longer than {cell_seconds} s") from None
    except CellExecutionError as error:
        raise text.fault(running, f"it fails: {error.ename}: {error.evalue}") from None
    except DeadKernelError:
        raise text.fault(running, "the kernel died as it ran") from None
    except (OSError, RuntimeError) as error:
        fault = str(error).splitlines()[0]
        raise CourseError(f"{text.unit}: the lesson's kernel cannot start: {fault}") from None


class _OwnKernel(AsyncKernelManager):
    """Start the kernel of this very Python, not one that a user installed under its name."""

    @default("kernel_spec_manager")
    def _kernel_spec_manager_default(self) -> KernelSpecManager:
        return KernelSpecManager(kernel_dirs=[])


def _environment(scratch: Path) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name not in _IGNORED}
    commands = os.pathsep.join([str(Path(sys.executable).parent), kept.get("PATH", os.defpath)])
    (scratch / "matplotlibrc").touch()  # empty: matplotlib's own defaults, not the user's
    own = {"PATH": commands, "IPYTHONDIR": str(scratch), "MATPLOTLIBRC": str(scratch)}
    return {**kept, **_ENVIRONMENT, **own}


def _joined(outputs: list[NotebookNode]) -> list[NotebookNode]:
    """Join neighbouring texts of one stream: where a kernel cuts them is a matter of time."""
    joined: list[NotebookNode] = []
    for output in outputs:
        last = joined[-1] if joined else None
        if last and output.output_type == "stream" and last.get("name") == output.name:
            last.text += output.text
        else:
            joined.append(output)
    return joined


def _settle(text: Text, index: int, output: NotebookNode) -> None:
    """Leave out what differs from run to run; refuse it where it cannot be left out."""
    if output.get("name") == "stderr":
        first = output.text.strip().splitlines()[0]
        raise text.fault(index, f"it writes to standard error: {first}")
    data = output.get("data", {})
    if data.pop(_WIDGET, None) is not None and "text/html" not in data:
        raise text.fault(index, "it shows a widget that has no stored picture (text/html)")
    for content in (output.get("text", ""), *_texts(data)):
        _check_portable(text, index, content)


def _texts(data: dict[str, object]) -> list[str]:
    """Return what a person could read of an output; a picture's bytes may spell anything."""
    return [
        content
        for kind, content in data.items()
        if isinstance(content, str) and (kind.startswith("text/") or "xml" in kind)
    ]


def _check_portable(text: Text, index: int, content: str) -> None:
    for place in (str(text.path.parent), sys.prefix):
        if place in content:
            raise text.fault(index, f"its output names a folder of this machine: {place}")
    for pattern in (_PLACE, _ADDRESS):
        found = pattern.search(content)
        if found:
            raise text.fault(index, f"its output belongs to this machine or run: {found[0]}")
