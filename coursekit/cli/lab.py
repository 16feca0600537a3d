"""``coursekit lab``: JupyterLab on a unit's lesson."""

from __future__ import annotations

import os
import sys
from typing import Annotated

import typer

from coursekit.cli.arguments import found
from coursekit.cli.console import clean, new_app
from coursekit.environment import own_commands_first

app = new_app()


@app.command("lab")
@clean
def _lab(context: typer.Context, unit: Annotated[str | None, typer.Argument()] = None) -> None:
    """Open JupyterLab on a unit's lesson."""
    course = found(context)
    (chosen, *_) = course.chosen([unit] if unit else [], course.text_units())
    lesson = course.texts / chosen / "lesson.ipynb"
    # Without it JupyterLab would serve the lesson's folder alone, which no formgrader works in.
    options = [f"--ServerApp.root_dir={course.root}"]
    if os.geteuid() == 0:  # as in a container, where JupyterLab starts only when told to
        options.append("--allow-root")
    own_commands_first()
    os.chdir(course.root)
    os.execv(sys.executable, [sys.executable, "-m", "jupyterlab", *options, str(lesson)])
