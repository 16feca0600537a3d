"""``coursekit sandbox``: whether walls can be made here."""

from __future__ import annotations

from coursekit.cli.console import clean, new_app, out
from coursekit.grading.student.housing import Housing
from coursekit.sandbox.kinds import Sandbox

app = new_app()


@app.command("sandbox")
@clean
def _sandbox() -> None:
    """Say whether walls can be put around students' code on this machine."""
    with Housing(Sandbox.BUBBLEWRAP) as housing:
        housing.warm()
    how = "one warm server for many submissions" if housing.shares else "one server for each"
    out.print(f"bubblewrap works here: {how}")
