"""A bare IPython shell that runs cells and keeps their outputs as notebook data.

There is no kernel and no port: what a front end would be sent is collected in a list, and the list
is bounded, so that a cell which prints without end cannot fill the memory.
"""

from __future__ import annotations

import base64
import io
import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from IPython.core.displayhook import DisplayHook
from IPython.core.displaypub import DisplayPublisher
from IPython.core.interactiveshell import InteractiveShell
from traitlets.config import Config

CUT_NOTE = "\n… the rest of the output was cut\n"
ITEM_BYTES = 200  # what an output costs beside its content, in a notebook and on a page


class Outputs:
    """The outputs of the cell that runs now.

    Parameters
    ----------
    limit : int
        How many bytes of output a cell may show.
    """

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.items: list[dict[str, Any]] = []
        self._room = limit

    def start(self) -> None:
        """Forget the outputs of the cell before."""
        self.items, self._room = [], self.limit

    def stream(self, name: str, text: str) -> None:
        """Add text to a stream, as far as there is room."""
        kept = text[: max(self._room, 0)]
        if len(kept) < len(text):
            kept += CUT_NOTE if self._room > 0 else ""
        self._room -= len(text)
        if not kept:
            return
        last = self.items[-1] if self.items else {}
        if last.get("output_type") == "stream" and last.get("name") == name:
            last["text"] += kept
        else:
            self._room -= ITEM_BYTES
            self.items.append({"output_type": "stream", "name": name, "text": kept})

    def add(self, item: dict[str, Any]) -> None:
        """Add a rich output or an error, if there is room for it."""
        size = ITEM_BYTES + len(json.dumps(item, ensure_ascii=False, default=str))
        if size > self._room:
            self.stream("stdout", CUT_NOTE)
            self._room = 0
            return
        self._room -= size
        self.items.append(item)


class _Stream(io.TextIOBase):
    def __init__(self, name: str, outputs: Outputs) -> None:
        super().__init__()
        self._name, self._outputs = name, outputs

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        self._outputs.stream(self._name, str(text))
        return len(text)


class _Hook(DisplayHook):
    def __call__(self, result: object = None) -> None:
        shell: Any = self.shell
        if result is None or self.quiet():  # type: ignore[no-untyped-call]
            return
        shell.user_ns["_"] = result
        data, metadata = shell.display_formatter.format(result)
        _publish(shell, "execute_result", data, metadata)


class _Publisher(DisplayPublisher):
    def publish(self, data: Any, metadata: Any = None, *_: Any, **__: Any) -> None:
        _publish(self.shell, "display_data", data, metadata)


def _publish(shell: Any, kind: str, data: dict[str, Any], metadata: Any) -> None:
    shown = {mime: _json_able(content) for mime, content in data.items()}
    item: dict[str, Any] = {"output_type": kind, "data": shown, "metadata": dict(metadata or {})}
    shell.outputs.add(item)


def _json_able(content: object) -> Any:
    if isinstance(content, bytes):
        return base64.b64encode(content).decode("ascii")
    return content if isinstance(content, dict | list) else str(content)


class Shell(InteractiveShell):
    """An IPython shell whose outputs are data; made by `make_shell`."""

    outputs: Outputs

    def _showtraceback(self, etype: type, evalue: BaseException, stb: list[str]) -> None:
        item = {"output_type": "error", "ename": etype.__name__, "evalue": str(evalue)[:2000],
                "traceback": [line[:20_000] for line in stb]}  # fmt: skip
        self.outputs.add(item)

    def enable_gui(self, gui: object = None) -> None:
        """Do nothing: there is no screen."""

    def ask_exit(self) -> None:
        """Do nothing: a cell does not end the shell."""

    def run(self, code: str) -> tuple[bool, int, list[dict[str, Any]]]:
        """Run one cell; return whether it ended well, its number, and its outputs."""
        self.outputs.start()
        with self._captured():
            result = self.run_cell(code, store_history=True)  # type: ignore[no-untyped-call]
        count = int(result.execution_count)
        for item in self.outputs.items:
            if item["output_type"] == "execute_result":
                item["execution_count"] = count
        return bool(result.success), count, self.outputs.items

    def call_quietly(self, function: Any, args: list[Any], kwargs: dict[str, Any]) -> Any:
        """Call a function of the user's; what it prints is bounded and dropped."""
        self.outputs.start()
        with self._captured():
            return function(*args, **kwargs)

    @contextmanager
    def _captured(self) -> Iterator[None]:
        before = sys.stdout, sys.stderr
        sys.stdout, sys.stderr = _Stream("stdout", self.outputs), _Stream("stderr", self.outputs)
        try:
            yield
        finally:
            sys.stdout, sys.stderr = before


def make_shell(output_limit: int) -> Shell:
    """Return the shell of this process; there can be one."""
    config = Config()
    config.HistoryManager.enabled = False
    config.HistoryManager.hist_file = ":memory:"
    config.InteractiveShell.colors = "nocolor"
    shell = Shell.instance(config=config, displayhook_class=_Hook, display_pub_class=_Publisher)
    shell.outputs = Outputs(output_limit)
    return shell
