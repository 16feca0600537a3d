"""The ``coursekit`` command: the only place that prints and exits.

Exit codes: 0 all went well; 1 some submissions were refused or failed, or a check did not pass;
2 the call itself was wrong.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from functools import wraps
from pathlib import Path
from typing import Annotated, Any, ParamSpec

import typer
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from coursekit.build.pipeline import build_units, check_units
from coursekit.course import Course
from coursekit.docs.pages import check_docs, write_docs
from coursekit.environment import own_commands_first
from coursekit.errors import CourseError
from coursekit.files import held
from coursekit.grading.classroom import everyone, grade_class, recorded, work_of
from coursekit.grading.feedback import write_feedback
from coursekit.grading.gradebook import opened
from coursekit.grading.results import Status, SubmissionResult
from coursekit.grading.selfcheck import check_notebook
from coursekit.grading.student.housing import Housing
from coursekit.report.class_report import write_report
from coursekit.sample.classes import DUE, write_sample_class
from coursekit.sandbox.kinds import Sandbox

NO_WALLS = (
    "--sandbox none: students' code runs with your rights; it can read and change what you can"
)
out = Console(highlight=False)
err = Console(stderr=True, highlight=False)
app = typer.Typer(
    name="coursekit",
    help="Build a course from text, grade a class, write feedback and reports.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
Units = Annotated[list[str] | None, typer.Argument(metavar="[UNIT]...", help="Units; all if none.")]
P = ParamSpec("P")


@app.callback()
def _course(
    context: typer.Context,
    root: Annotated[
        Path | None, typer.Option("--root", metavar="DIR", help="The course's folder.")
    ] = None,
) -> None:
    context.obj = root


def _found(context: typer.Context) -> Course:
    root: Path | None = context.obj
    return Course.around(Path.cwd()) if root is None else Course.at(root)


def _clean(command: Callable[P, None]) -> Callable[P, None]:
    """Turn the errors that a user can mend into two lines and exit code 2."""

    @wraps(command)
    def wrapped(*args: P.args, **kwargs: P.kwargs) -> None:
        try:
            command(*args, **kwargs)
        except CourseError as error:
            _say(error)
            raise typer.Exit(2) from None
        except KeyboardInterrupt:
            err.print("stopped; run the same command again to go on")
            raise typer.Exit(130) from None

    return wrapped


def _say(error: CourseError) -> None:
    err.print(f"[bold red]error:[/] {escape(str(error))}", soft_wrap=True)
    if error.remedy:
        err.print(f"  [bold]→[/] {escape(error.remedy)}", soft_wrap=True)


@app.command("build")
@_clean
def _build(
    context: typer.Context,
    units: Units = None,
    check: Annotated[
        bool, typer.Option("--check", help="Only say whether the products are what the text gives.")
    ] = False,
) -> None:
    """Make source/, release/, the executed lessons and the tables in docs/ from the text."""
    course = _found(context)
    chosen = course.chosen(units or [], course.text_units())
    if check:
        check_units(course, chosen, err.print)
        check_docs(course, err.print)
        out.print(f"{_counted(len(chosen), 'unit')} up to date")
        return
    with held(course.lock, "build"):
        build_units(course, chosen, err.print)
        write_docs(course, err.print)
    out.print(f"built {', '.join(chosen)}", soft_wrap=True)


@app.command("grade")
@_clean
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
    as_json: Annotated[bool, typer.Option("--json", help="Write one JSON object.")] = False,
) -> None:
    """Grade what was handed in; write scores, feedback and one table with every student."""
    course = _found(context)
    chosen = course.chosen(units or [], course.source_units())
    _try_sandbox(walls)
    results: list[SubmissionResult] = []
    with held(course.lock, "grade"), opened(course) as book:
        _tell(book.notes)
        for unit in chosen:
            work = work_of(course, book, unit, student or [], force=force, sandbox=walls)
            _tell([*work.notes, *(f"{unit}: {change}" for change in work.changes())])
            with _progress(unit, len(work.jobs)) as advance:
                for _ in grade_class(course, book, work, jobs):
                    advance()
            results += everyone(course, book, unit, student or [])
            if work.unchanged:
                err.print(f"{unit}: {_counted(work.unchanged, 'submission')} unchanged, kept")
    _show(results, as_json)
    if any(r.status not in (Status.GRADED, Status.MISSING) for r in results):
        raise typer.Exit(1)


@app.command("feedback")
@_clean
def _feedback(context: typer.Context, units: Units = None) -> None:
    """Write every student's feedback page anew, from the recorded results."""
    course = _found(context)
    chosen = course.chosen(units or [], course.source_units())
    with held(course.lock, "write feedback"), opened(course) as book:
        for unit in chosen:
            pages = [write_feedback(course, result) for result in recorded(course, book, unit)]
            out.print(f"{unit}: {_counted(len(pages), 'page')} in {course.feedback}")


@app.command("report")
@_clean
def _report(context: typer.Context, units: Units = None) -> None:
    """Write the class report of each unit, as a page and as a table."""
    course = _found(context)
    chosen = course.chosen(units or [], course.source_units())
    with held(course.lock, "report"), opened(course) as book:
        for unit in chosen:
            for path in write_report(course, unit, everyone(course, book, unit)):
                out.print(str(path), soft_wrap=True)


@app.command("sample")
@_clean
def _sample(context: typer.Context, units: Units = None) -> None:
    """Hand in the sample class: about twenty students, from all right to broken files."""
    course = _found(context)
    with held(course.lock, "write the sample class"), opened(course) as book:
        for unit in course.chosen(units or [], course.source_units()):
            students = write_sample_class(course, unit, due=DUE)
            book.register(unit)
            book.set_due(unit, DUE)
            out.print(f"{unit}: {_counted(len(students), 'student')} in {course.submitted}")


@app.command("sandbox")
@_clean
def _sandbox() -> None:
    """Say whether walls can be put around students' code on this machine."""
    with Housing(Sandbox.BUBBLEWRAP) as housing:
        housing.warm()
    how = "one warm server for many submissions" if housing.shares else "one server for each"
    out.print(f"bubblewrap works here: {how}")


@app.command("check")
@_clean
def _check(notebook: Annotated[Path, typer.Argument(help="A student's notebook.")]) -> None:
    """Run a notebook's visible tests, as a student would before handing in."""
    verdict = check_notebook(notebook)
    for line in verdict.lines:
        out.print(escape(line), soft_wrap=True)
    if not verdict.passed:
        raise typer.Exit(1)


@app.command("lab")
@_clean
def _lab(context: typer.Context, unit: Annotated[str | None, typer.Argument()] = None) -> None:
    """Open JupyterLab on a unit's lesson."""
    course = _found(context)
    (chosen, *_) = course.chosen([unit] if unit else [], course.text_units())
    lesson = course.texts / chosen / "lesson.ipynb"
    # Without it JupyterLab would serve the lesson's folder alone, which no formgrader works in.
    options = [f"--ServerApp.root_dir={course.root}"]
    if os.geteuid() == 0:  # as in a container, where JupyterLab starts only when told to
        options.append("--allow-root")
    own_commands_first()
    os.chdir(course.root)
    os.execv(sys.executable, [sys.executable, "-m", "jupyterlab", *options, str(lesson)])


def _try_sandbox(sandbox: Sandbox) -> None:
    """Stop before anything is done where the walls cannot be made; say it loudly without walls."""
    if sandbox is Sandbox.NONE:
        err.print(f"[bold red]warning:[/] {NO_WALLS}", soft_wrap=True)
        return
    with Housing(sandbox) as housing:
        housing.warm()


@contextmanager
def _progress(unit: str, total: int) -> Iterator[Callable[[], None]]:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(),
               TimeElapsedColumn())  # fmt: skip
    with Progress(*columns, console=err, disable=not total) as progress:
        task = progress.add_task(unit, total=total)
        yield lambda: progress.advance(task)


def _tell(lines: Iterable[str]) -> None:
    for line in lines:
        err.print(escape(line), soft_wrap=True)


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


def _counted(number: int, one: str) -> str:
    return f"{number} {one}" if number == 1 else f"{number} {one}s"


def main() -> None:
    """Run the command."""
    app()


if __name__ == "__main__":
    main()
