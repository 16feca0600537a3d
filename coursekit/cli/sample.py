"""``coursekit sample``: a class to try things on."""

from __future__ import annotations

import typer

from coursekit.cli.arguments import Units, found
from coursekit.cli.console import clean, counted, new_app, out
from coursekit.files import held
from coursekit.grading.gradebook import opened
from coursekit.sample.classes import DUE, write_sample_class

app = new_app()


@app.command("sample")
@clean
def _sample(context: typer.Context, units: Units = None) -> None:
    """Hand in the sample class: about twenty students, from all right to broken files."""
    course = found(context)
    with held(course.lock, "write the sample class"), opened(course) as book:
        for unit in course.chosen(units or [], course.source_units()):
            students = write_sample_class(course, unit, due=DUE)
            book.register(unit)
            book.set_due(unit, DUE)
            out.print(f"{unit}: {counted(len(students), 'student')} in {course.submitted}")
