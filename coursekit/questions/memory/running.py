"""What a model costs to load and to train, and what a batch buys and costs."""

from __future__ import annotations

from coursekit.questions.forms import Integer, Number
from coursekit.questions.memory.sizes import slips_of_bytes
from coursekit.questions.question import OneOf, Question
from tensorlib import BatchMeasurement, BatchTime, format_of

_RULE_OF_THUMB = 6, 5  # "a fifth more than the weights"


def loaded_bytes_of(parameters: int, format: str) -> Question:
    """Ask how many bytes the weights of a model take.

    Parameters
    ----------
    parameters : int
        How many weights.
    format : str
        The format of each.

    Raises
    ------
    CourseError
        If two beliefs, or a belief and the right answer, give the same number.

    Examples
    --------
    >>> loaded_bytes_of(10, "bf16").answer
    20
    """
    return Question(
        f"loaded_bytes_of({parameters}, {format!r})",
        f"How many bytes do {parameters} weights take in {format}?",
        Integer(),
        parameters * format_of(format).bytes,
        slips_of_bytes(parameters, format),
    )


def training_bytes_of(parameters: int, formats: tuple[str, ...]) -> Question:
    """Ask how many bytes training keeps for the weights, before any activation.

    Parameters
    ----------
    parameters : int
        How many weights.
    formats : tuple of str
        The format of each number that is kept for a weight; the first is the weight itself.

    Raises
    ------
    CourseError
        If two beliefs, or a belief and the right answer, give the same number.

    Examples
    --------
    >>> question = training_bytes_of(10, ("bf16", "bf16", "fp32"))
    >>> question.answer, question.beliefs["M51"].answers
    (80, (20, 24))
    """
    widths = [format_of(format).bytes for format in formats]
    loaded = parameters * widths[0]
    more, of = _RULE_OF_THUMB
    return Question(
        f"training_bytes_of({parameters}, {formats})",
        f"Training keeps for each of {parameters} weights a number in each of {formats}. "
        "How many bytes?",
        Integer(),
        parameters * sum(widths),
        {"M51": OneOf(loaded, loaded * more // of), "M50": parameters * len(formats)},
    )


def _measurement(times: tuple[tuple[int, float], ...]) -> BatchMeasurement:
    return BatchMeasurement(1, 1, tuple(BatchTime(batch, call) for batch, call in times))


def row_time_of(batch: int, call: float) -> Question:
    """Ask how much of the time of a call falls to one row.

    Parameters
    ----------
    batch : int
        Rows in the call.
    call : float
        The time of the call, in any unit.

    Raises
    ------
    CourseError
        If the batch is a single row.

    Examples
    --------
    >>> row_time_of(4, 10.0).answer
    2.5
    """
    return Question(
        f"row_time_of({batch}, {call})",
        f"A call with {batch} rows takes {call} µs. How much of it falls to one row?",
        Number(),
        BatchTime(batch, call).seconds_a_row,
        {"M93": call},
    )


def throughput_gain_of(times: tuple[tuple[int, float], ...]) -> Question:
    """Ask how many times the rows a second the last batch size has, compared with the first.

    Parameters
    ----------
    times : tuple of tuple of int and float
        Batch sizes and the time of a call, in any unit.

    Raises
    ------
    CourseError
        If two beliefs, or a belief and the right answer, give the same number.

    Examples
    --------
    >>> question = throughput_gain_of(((1, 10.0), (8, 40.0)))
    >>> question.answer, question.beliefs["M93"].answers
    (2.0, (4.0, 0.25))
    """
    measured = _measurement(times)
    return Question(
        f"throughput_gain_of({times})",
        f"Of {times}, how many times the rows a second has the last?",
        Number(),
        measured.throughput_gain,
        {"M93": OneOf(measured.wait_growth, 1 / measured.wait_growth)},
    )


def wait_growth_of(times: tuple[tuple[int, float], ...]) -> Question:
    """Ask how many times as long each row waits at the last batch size, compared with the first.

    Parameters
    ----------
    times : tuple of tuple of int and float
        Batch sizes and the time of a call, in any unit.

    Raises
    ------
    CourseError
        If two beliefs, or a belief and the right answer, give the same number.

    Examples
    --------
    >>> question = wait_growth_of(((1, 10.0), (8, 40.0)))
    >>> question.answer, question.beliefs["M93"].answers
    (4.0, (2.0, 0.5))
    """
    measured = _measurement(times)
    return Question(
        f"wait_growth_of({times})",
        f"Of {times}, how many times as long does each row of the last wait?",
        Number(),
        measured.wait_growth,
        {"M93": OneOf(measured.throughput_gain, 1 / measured.throughput_gain)},
    )
