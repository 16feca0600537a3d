"""Raises, right, lucky or silent: what becomes of an operation at given sizes, in one word."""

from __future__ import annotations

from collections.abc import Mapping

from coursekit.questions.question import OneOf, Question, ask
from coursekit.questions.wordforms import Choice
from tensorlib import (
    CORRECT,
    CORRECT_BY_LUCK,
    RAISES,
    SILENTLY_WRONG,
    Verdict,
    VerdictKind,
    check_axes,
    check_reduction,
)

WORDS = tuple(kind.value for kind in VerdictKind)
"""The four words."""


def mask_verdict_of(mask: str, *, heads: bool = False, **sizes: int) -> Question:
    """Ask what becomes of attention scores plus a padding mask.

    Parameters
    ----------
    mask : str
        The mask's axes as it is added, ``"B 1 T"``; its T are the keys.
    heads : bool, optional
        Whether the scores are ``B h T T`` and not ``B T T``.
    **sizes : int
        The size of each name: B, T, and h if there are heads.

    Examples
    --------
    >>> question = mask_verdict_of("B T", B=16, T=16)
    >>> question.answer, question.beliefs["M06"]
    ('SILENTLY_WRONG', OneOf(answers=('RAISES', 'CORRECT')))
    >>> mask_verdict_of("B 1 T", heads=True, B=3, h=4, T=5).beliefs["M07"]
    'CORRECT'
    """
    scores = "B h T T" if heads else "B T T"
    kind = mask_verdict(mask, heads=heads, **sizes).kind
    return _verdict_question(
        "mask_verdict_of",
        f"scores [{_listed(scores)}] plus a mask [{_listed(mask)}]",
        sizes,
        kind,
        _mask_beliefs(mask, heads, kind),
    )


def mask_verdict(mask: str, *, heads: bool = False, **sizes: int) -> Verdict:
    """Return the library's verdict on a mask whose T are the keys.

    Parameters
    ----------
    mask, heads, **sizes
        As for `mask_verdict_of`.

    Examples
    --------
    >>> str(mask_verdict("B T", B=8, T=16).kind)
    'RAISES'
    """
    scores = "B h Tq Tk" if heads else "B Tq Tk"
    operands = {"scores": scores, "mask": mask.replace("T", "Tk")}
    return check_axes(operands, "Tq Tk", Tq=sizes["T"], Tk=sizes["T"], **sizes)


def _mask_beliefs(mask: str, heads: bool, kind: VerdictKind) -> dict[str, object]:
    if kind == CORRECT:
        return {"M06": OneOf(RAISES.value, SILENTLY_WRONG.value)}
    if mask.split()[-1] == "1":
        return {"M08": CORRECT.value}
    if "1" in mask.split():
        return {"M07": CORRECT.value}
    if kind == CORRECT_BY_LUCK:
        return {"M06": OneOf(RAISES.value, SILENTLY_WRONG.value), "M80": CORRECT.value}
    other = SILENTLY_WRONG if kind == RAISES else RAISES
    return {"M06": OneOf(other.value, CORRECT.value)}


def target_verdict_of(pred: str, target: str, **sizes: int) -> Question:
    """Ask what becomes of the mean of ``(pred - target) ** 2``.

    Parameters
    ----------
    pred, target : str
        The axes of both: ``"N"`` and ``"N 1"``.
    **sizes : int
        The size of each name.

    Examples
    --------
    >>> question = target_verdict_of("N", "N 1", N=256)
    >>> question.answer, question.beliefs["M01"]
    ('SILENTLY_WRONG', 'CORRECT')
    """
    kind = check_axes({"pred": pred, "target": target}, **sizes).kind
    belief = "M80" if kind == CORRECT_BY_LUCK else "M01"
    answer = OneOf(RAISES.value, SILENTLY_WRONG.value) if kind == CORRECT else CORRECT.value
    return _verdict_question(
        "target_verdict_of",
        f"the mean of (pred - target) ** 2 for pred [{_listed(pred)}], target [{_listed(target)}]",
        sizes,
        kind,
        {belief: answer},
    )


def reduction_verdict_of(
    axes: str,
    *,
    axis: int,
    drops: str,
    keepdims: bool = False,
    beside: str | None = None,
    **sizes: int,
) -> Question:
    """Ask what becomes of a mean over an axis, and of what its result meets next.

    Parameters
    ----------
    axes, axis, drops, keepdims, beside, **sizes
        As `tensorlib.check_reduction` takes them.

    Examples
    --------
    >>> meant = {"axis": 0, "drops": "T", "B": 3, "T": 5, "d": 7}
    >>> question = reduction_verdict_of("B T d", keepdims=True, beside="B T d", **meant)
    >>> question.answer, question.beliefs["M19"]
    ('SILENTLY_WRONG', 'RAISES')
    """
    kind = check_reduction(
        axes, axis=axis, drops=drops, keepdims=keepdims, beside=beside, **sizes
    ).kind
    keeping = ", keepdims=True" if keepdims else ""
    next_to = f", beside [{_listed(beside)}]" if beside else ""
    return _verdict_question(
        "reduction_verdict_of",
        f"x.mean(axis={axis}{keeping}) of x [{_listed(axes)}] to drop {drops}{next_to}",
        sizes,
        kind,
        _reduction_beliefs(
            kind,
            as_meant=axes.split()[axis] == drops,
            keepdims=keepdims,
            whole=beside == axes,
            distinct=len(set(sizes.values())) == len(sizes),
        ),
    )


def _reduction_beliefs(
    kind: VerdictKind, *, as_meant: bool, keepdims: bool, whole: bool, distinct: bool
) -> dict[str, object]:
    right, raises = CORRECT.value, RAISES.value
    if kind == CORRECT:
        return {"M16": SILENTLY_WRONG.value}
    if as_meant and not keepdims:
        return {"M18": right}
    if kind == CORRECT_BY_LUCK:
        return {"M80": right}
    if kind == RAISES:
        return {"M81": SILENTLY_WRONG.value, "M16": right}
    beliefs: dict[str, object] = {"M81": right}
    if whole and keepdims:
        beliefs["M19"] = raises
    elif whole and distinct:
        beliefs["M20"] = raises
    return beliefs


def _verdict_question(
    maker: str,
    what: str,
    sizes: Mapping[str, int],
    kind: VerdictKind,
    beliefs: Mapping[str, object],
) -> Question:
    bound = ", ".join(f"{name} = {size}" for name, size in sizes.items())
    return ask(
        maker,
        (what, bound),
        f"What becomes of {what} at {bound}: {', '.join(WORDS)}?",
        Choice(*WORDS),
        kind.value,
        beliefs,
        drop_ambiguous=False,
    )


def _listed(axes: str) -> str:
    return ", ".join(axes.split())
