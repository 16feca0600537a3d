"""``coursekit grade``: scores, feedback and one table with every student."""

from __future__ import annotations

import json
import os
import sys
from dataclasses import asdict
from typing import Annotated, Any

import typer
from rich.markup import escape
from rich.table import Table

from coursekit.cli.arguments import Units, found
from coursekit.cli.console import clean, counted, err, new_app, out, progress, tell
from coursekit.files import held
from coursekit.grading.classroom import everyone, grade_class, work_of
from coursekit.grading.cluster.loading import on_cluster
from coursekit.grading.gradebook import opened
from coursekit.grading.results import Status, SubmissionResult
from coursekit.grading.student.servers import check_walls
from coursekit.sandbox.kinds import Sandbox

NO_WALLS = (
    "--sandbox none: students' code runs with your rights; it can read and change what you can"
)

app = new_app()


@app.command("grade")
@clean
def _grade(
    context: typer.Context,
    units: Units = None,
    student: Annotated[list[str] | None, typer.Option(metavar="ID", help="Only these.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Also what has not changed.")] = False,
    jobs: Annotated[int, typer.Option(min=1, help="How many at the same time.")] = (
        os.cpu_count() or 1
    ),
    walls: Annotated[
        Sandbox,
        typer.Option("--sandbox", help="The walls around students' code; none at your own risk."),
    ] = Sandbox.BUBBLEWRAP,
    cluster: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help="Grade on a Dask cluster: tcp://HOST:PORT."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Write one JSON object.")] = False,
) -> None:
    """Grade what was handed in; write scores, feedback and one table with every student."""
    course = found(context)
    chosen = course.chosen(units or [], course.source_units())
    _try_sandbox(walls)
    elsewhere = None if cluster is None else on_cluster(cluster, lambda line: tell([line]))
    results: list[SubmissionResult] = []
    with held(course.lock, "grade"), opened(course) as book:
        tell(book.notes)
        for unit in chosen:
            work = work_of(course, book, unit, student or [], force=force, sandbox=walls)
            tell([*work.notes, *(f"{unit}: {change}" for change in work.changes())])
            with progress(unit, len(work.jobs)) as advance:
                for result in grade_class(course, book, work, jobs, elsewhere):
                    advance(result.status is Status.GRADED)
            results += everyone(course, book, unit, student or [])
            if work.unchanged:
                err.print(f"{unit}: {counted(work.unchanged, 'submission')} unchanged, kept")
    _show(results, as_json)
    if any(r.status not in (Status.GRADED, Status.MISSING) for r in results):
        raise typer.Exit(1)


def _try_sandbox(sandbox: Sandbox) -> None:
    """Stop before anything is done where the walls cannot be made; say it loudly without walls."""
    if sandbox is Sandbox.NONE:
        err.print(f"[bold red]warning:[/] {NO_WALLS}", soft_wrap=True)
    else:
        check_walls()


def _show(results: list[SubmissionResult], as_json: bool) -> None:
    if as_json:
        sys.stdout.write(json.dumps({"submissions": [_as_dict(r) for r in results]}) + "\n")
        return
    table = Table("student", "unit", "status", "score", "of", "notes", box=None, pad_edge=False)
    for r in results:
        score = "–" if r.score is None else f"{r.score:g}"
        notes = "; ".join([*([r.reason] if r.reason else []), *r.flags])
        cells = (r.student, r.unit, r.status.value, score, f"{r.max_score:g}", notes)
        table.add_row(*map(escape, cells))
    out.print(table)


def _as_dict(result: SubmissionResult) -> dict[str, Any]:
    return {
        "student": result.student,
        "unit": result.unit,
        "status": result.status.value,
        "score": result.score,
        "max_score": result.max_score,
        "flags": list(result.flags),
        "reason": result.reason,
        "questions": [asdict(question) for question in result.questions],
    }
