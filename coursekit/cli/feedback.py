"""``coursekit feedback``: every student's page."""

from __future__ import annotations

import typer

from coursekit.cli.arguments import Units, found
from coursekit.cli.console import clean, counted, new_app, out
from coursekit.files import held
from coursekit.grading.classroom import recorded
from coursekit.grading.feedback import write_feedback
from coursekit.grading.gradebook import opened

app = new_app()


@app.command("feedback")
@clean
def _feedback(context: typer.Context, units: Units = None) -> None:
    """Write every student's feedback page anew, from the recorded results."""
    course = found(context)
    chosen = course.chosen(units or [], course.source_units())
    with held(course.lock, "write feedback"), opened(course) as book:
        for unit in chosen:
            pages = [write_feedback(course, result) for result in recorded(course, book, unit)]
            out.print(f"{unit}: {counted(len(pages), 'page')} in {course.feedback}")
