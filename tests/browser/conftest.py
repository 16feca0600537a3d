"""A running JupyterLab and a headless Chromium that drives it, for the tests of every unit.

The server sees only folders of its own: no configuration, data, settings or workspace of the
machine it runs on. A page records console errors and requests that would leave the machine, and
the test fails at its end if there were any.

Server and browser live as long as one test module: Playwright's sync interface keeps an event
loop in the main thread, which tests of other folders must not find there.
"""

from __future__ import annotations

import json
import os
import secrets
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import nbformat
import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Locator,
    Page,
    Route,
    WebError,
    sync_playwright,
)

CHROMIUM_OPTIONS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
LOCAL = ("http://127.0.0.1:", "data:", "blob:")
START_SECONDS = 60
STOP_SECONDS = 15
STEP_MILLISECONDS = 30_000
LAB_SETTINGS = {
    "apputils-extension/notification": {"fetchNews": "false", "checkForUpdates": False},
    # Every cell is rendered, not only those in view.
    "notebook-extension/tracker": {"windowingMode": "none"},
}
READY = """async () => {
    const panel = window.jupyterapp.shell.currentWidget;
    await panel.context.ready;
    await panel.sessionContext.ready;
}"""
RUN_ALL = "() => window.jupyterapp.commands.execute('notebook:run-all-cells')"
NOTEBOOK_OPEN = "() => window.jupyterapp?.shell.currentWidget?.sessionContext"
ERROR_OUTPUTS = (
    ".jp-OutputArea-output[data-mime-type='application/vnd.jupyter.stderr'],"
    ".jp-OutputArea-output[data-mime-type='application/vnd.jupyter.error']"
)


@dataclass(frozen=True, slots=True)
class Lab:
    """A running JupyterLab and the folder that it serves."""

    url: str
    token: str
    folder: Path

    def request(self, path: str, method: str = "GET") -> bytes:
        """Return the server's answer to one call of its interface."""
        call = urllib.request.Request(
            f"{self.url}/api/{path}",
            headers={"Authorization": f"token {self.token}"},
            method=method,
        )
        with urllib.request.urlopen(call, timeout=5) as answer:
            body: bytes = answer.read()
        return body

    def end_sessions(self) -> None:
        """Shut down every kernel that a test has left running."""
        for session in json.loads(self.request("sessions")):
            self.request(f"sessions/{session['id']}", "DELETE")


@dataclass  # without slots: Playwright keeps its wrappers of bound methods on the instance
class Watch:
    """What the pages of a profile did that they should not have done."""

    console_errors: list[str] = field(default_factory=list)
    outside_requests: list[str] = field(default_factory=list)

    def admit(self, route: Route) -> None:
        """Let a request to this machine pass; stop and remember any other."""
        url = route.request.url
        if url.startswith(LOCAL):
            route.continue_()
        else:
            self.outside_requests.append(url)
            route.abort()

    def hear(self, message: ConsoleMessage) -> None:
        """Remember an error written to the console."""
        if message.type == "error":
            self.console_errors.append(message.text)

    def catch(self, error: WebError) -> None:
        """Remember an error that no script of the page caught."""
        self.console_errors.append(str(error.error))


@dataclass(frozen=True, slots=True)
class LabPage:
    """One browser page on a running JupyterLab."""

    lab: Lab
    page: Page

    def open(self, notebook: nbformat.NotebookNode, name: str = "notebook.ipynb") -> Page:
        """Open a copy of `notebook` alone in the window, and run nothing."""
        nbformat.write(notebook, self.lab.folder / name)
        self.page.goto(f"{self.lab.url}/doc/tree/{name}?token={self.lab.token}&reset")
        self.page.wait_for_function(NOTEBOOK_OPEN)
        self.page.evaluate(READY)
        return self.page

    def run(self, notebook: nbformat.NotebookNode, name: str = "notebook.ipynb") -> Page:
        """Open a copy of `notebook`, run all its cells and see that none failed."""
        self.open(notebook, name)
        self.run_all()
        return self.page

    def run_all(self) -> None:
        """Run all cells of the open notebook and see that none failed."""
        self.page.evaluate(RUN_ALL)
        errors = self.page.locator(ERROR_OUTPUTS).all_inner_texts()
        assert errors == []

    def slider(self, label: str) -> Locator:
        """Return the handle of the slider beside the number field named `label`."""
        number = self.page.get_by_role("spinbutton", name=label, exact=True)
        row = number.locator("xpath=ancestor::*[contains(@class, 'widget-hbox')][1]")
        return row.get_by_role("slider")


@pytest.fixture(scope="module")
def start_lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[Path], Lab]]:
    """Return what runs a JupyterLab in a folder; it knows nothing of this machine's settings."""
    with ExitStack() as servers:
        yield lambda folder: servers.enter_context(_running(folder, tmp_path_factory.mktemp("lab")))


@pytest.fixture(scope="module")
def lab(start_lab: Callable[[Path], Lab], tmp_path_factory: pytest.TempPathFactory) -> Lab:
    """Run a JupyterLab in an empty folder."""
    return start_lab(tmp_path_factory.mktemp("work"))


@contextmanager
def _running(folder: Path, home: Path) -> Iterator[Lab]:
    _write_settings(home / "settings")
    port, token = _free_port(), secrets.token_hex(16)
    with (
        (home / "lab.log").open("wb") as log,
        subprocess.Popen(
            _command(port, token, folder),
            cwd=folder,
            env=_isolated(os.environ, home),
            stdout=log,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        ) as server,
    ):
        running = Lab(f"http://127.0.0.1:{port}", token, folder)
        try:
            _await_answer(running, server)
            yield running
        finally:
            _stop(server)


@pytest.fixture(scope="module")
def browser(chromium: str) -> Iterator[Browser]:
    """Start the installed Chromium without a window."""
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(
            executable_path=chromium, headless=True, args=CHROMIUM_OPTIONS
        )
        yield running
        running.close()


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """Open a browser profile of the test's own."""
    profile = browser.new_context(
        viewport={"width": 1280, "height": 900}, reduced_motion="reduce", locale="en-US"
    )
    yield profile
    profile.close()


@pytest.fixture
def watch(context: BrowserContext) -> Watch:
    """Watch every page of the test's profile."""
    seen = Watch()
    context.route("**/*", seen.admit)
    context.on("console", seen.hear)
    context.on("weberror", seen.catch)
    return seen


@pytest.fixture
def lab_page(lab: Lab, context: BrowserContext, watch: Watch) -> Iterator[LabPage]:
    """Open a page on the running JupyterLab; fail if it logged errors or called out."""
    page = context.new_page()
    page.set_default_timeout(STEP_MILLISECONDS)
    yield LabPage(lab, page)
    page.close()
    lab.end_sessions()
    assert watch == Watch()


def _write_settings(folder: Path) -> None:
    for name, values in LAB_SETTINGS.items():
        path = folder / "@jupyterlab" / f"{name}.jupyterlab-settings"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(values), encoding="utf-8")


def _isolated(environment: Mapping[str, str], home: Path) -> dict[str, str]:
    folders = {
        "JUPYTER_CONFIG_DIR": "config",
        "JUPYTER_DATA_DIR": "data",
        "JUPYTER_RUNTIME_DIR": "runtime",
        "JUPYTERLAB_SETTINGS_DIR": "settings",
        "JUPYTERLAB_WORKSPACES_DIR": "workspaces",
        "IPYTHONDIR": "ipython",
        "MPLCONFIGDIR": "matplotlib",
    }
    own = {name: str(home / folder) for name, folder in folders.items()}
    return {**environment, **own, "JUPYTER_PATH": "", "JUPYTER_CONFIG_PATH": ""}


def _command(port: int, token: str, folder: Path) -> list[str]:
    return [
        sys.executable,
        *("-m", "jupyterlab", "--no-browser", "--allow-root"),
        "--ServerApp.ip=127.0.0.1",
        f"--ServerApp.port={port}",
        "--ServerApp.port_retries=0",
        f"--IdentityProvider.token={token}",
        f"--ServerApp.root_dir={folder}",
        "--LabApp.expose_app_in_browser=True",
        "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
    ]


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


def _await_answer(lab: Lab, server: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + START_SECONDS
    while time.monotonic() < end:
        if server.poll() is not None:
            pytest.fail(f"JupyterLab ended with exit code {server.returncode}")
        try:
            lab.request("status")
        except OSError:
            time.sleep(0.1)
        else:
            return
    pytest.fail(f"JupyterLab did not answer within {START_SECONDS} s")


def _stop(server: subprocess.Popen[bytes]) -> None:
    """End the server, which ends its kernels; after a while end its whole process group."""
    server.terminate()
    try:
        server.wait(STOP_SECONDS)
    except subprocess.TimeoutExpired:
        os.killpg(server.pid, signal.SIGKILL)
