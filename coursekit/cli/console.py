"""What commands share: the two consoles, progress, and errors that a user can mend."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import ParamSpec

import typer
from rich.console import Console
from rich.markup import escape
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.text import Text

from coursekit.errors import CourseError

out = Console(highlight=False)
err = Console(stderr=True, highlight=False)
P = ParamSpec("P")


def clean(command: Callable[P, None]) -> Callable[P, None]:
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


def new_app() -> typer.Typer:
    """Return the holder of one command."""
    return typer.Typer(add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None)


@contextmanager
def progress(unit: str, total: int) -> Iterator[Callable[[bool], None]]:
    """Show how much of a unit is done, how fast, and how long the rest will take.

    Parameters
    ----------
    unit : str
        The unit.
    total : int
        How many submissions there are to grade.

    Yields
    ------
    callable
        To be called for each submission, with whether it was graded.
    """
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(),
               TextColumn("{task.fields[ungraded]}"), _Pace(), TimeElapsedColumn(),
               TimeRemainingColumn(), TextColumn("left"))  # fmt: skip
    ungraded = 0
    with Progress(*columns, console=err, disable=not total) as shown:
        task = shown.add_task(unit, total=total, ungraded="")

        def advance(graded: bool) -> None:
            nonlocal ungraded
            ungraded += not graded
            shown.update(task, advance=1, ungraded=f"{ungraded} ungraded" if ungraded else "")

        yield advance


class _Pace(ProgressColumn):
    """How many submissions are graded in a minute, over all that were."""

    def render(self, task: Task) -> Text:
        if not task.completed or not task.elapsed:
            return Text("")
        return Text(f"{60 * task.completed / task.elapsed:.0f}/min")


def tell(lines: Iterable[str]) -> None:
    """Print lines for the user beside the results."""
    for line in lines:
        err.print(escape(line), soft_wrap=True)


def counted(number: int, one: str) -> str:
    """Return a number with its noun.

    Examples
    --------
    >>> counted(1, "unit"), counted(2, "unit")
    ('1 unit', '2 units')
    """
    return f"{number} {one}" if number == 1 else f"{number} {one}s"
