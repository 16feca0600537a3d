"""``coursekit build``: notebooks from text."""

from __future__ import annotations

from typing import Annotated

import typer

from coursekit.build.pipeline import build_units, check_units
from coursekit.cli.arguments import Units, found
from coursekit.cli.console import clean, counted, err, new_app, out
from coursekit.docs.pages import check_docs, write_docs
from coursekit.files import held

app = new_app()


@app.command("build")
@clean
def _build(
    context: typer.Context,
    units: Units = None,
    check: Annotated[
        bool, typer.Option("--check", help="Only say whether the products are what the text gives.")
    ] = False,
) -> None:
    """Make source/, release/, the executed lessons and the tables in docs/ from the text."""
    course = found(context)
    chosen = course.chosen(units or [], course.text_units())
    if check:
        check_units(course, chosen, err.print)
        check_docs(course, err.print)
        out.print(f"{counted(len(chosen), 'unit')} up to date")
        return
    with held(course.lock, "build"):
        build_units(course, chosen, err.print)
        write_docs(course, err.print)
    out.print(f"built {', '.join(chosen)}", soft_wrap=True)
