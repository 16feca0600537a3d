"""``coursekit report``: the class report."""

from __future__ import annotations

import typer

from coursekit.cli.arguments import Units, found
from coursekit.cli.console import clean, new_app, out
from coursekit.files import held
from coursekit.grading.classroom import everyone
from coursekit.grading.gradebook import opened
from coursekit.report.class_report import write_report

app = new_app()


@app.command("report")
@clean
def _report(context: typer.Context, units: Units = None) -> None:
    """Write the class report of each unit, as a page and as a table."""
    course = found(context)
    chosen = course.chosen(units or [], course.source_units())
    with held(course.lock, "report"), opened(course) as book:
        for unit in chosen:
            for path in write_report(course, unit, everyone(course, book, unit)):
                out.print(str(path), soft_wrap=True)
