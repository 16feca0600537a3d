"""A small model's loss with four bugs in it: its listing, what becomes of it, and how it is mended.

Which lines are wrong, where a run stops and whether its number is right all follow from running
the listing beside the mended one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from coursekit.questions.arrayforms import rounded
from coursekit.questions.forms import Integer
from coursekit.questions.question import Question, ask
from coursekit.questions.wordforms import Choice
from tensorlib import CORRECT, CORRECT_BY_LUCK, RAISES, SILENTLY_WRONG, VerdictKind, padding_mask

Array = NDArray[Any]
Loss = Callable[[Array, Array, Array, Array], float]

MENDED = """\
def loss(x, mask, w, target):
    scores = x @ x.transpose(0, 2, 1)
    scores = scores + np.where(mask, 0, -np.inf)[:, None, :]
    weights = softmax(scores)
    mixed = weights @ x
    last = mixed[np.arange(len(x)), last_index(mask)]
    total = (x * mask[:, :, None]).sum(axis=1)
    centre = total / mask.sum(axis=1)[:, None]
    pred = (last - centre) @ w
    error = pred - target
    return (error**2).mean()
"""
"""The right listing."""

SLIPS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "mask": ("-np.inf)[:, None, :]", "-np.inf)"),
        "last": ("mixed[np.arange(len(x)), last_index(mask)]", "mixed[:, -1]"),
        "axis": ("sum(axis=1)\n    centre", "sum(axis=0)\n    centre"),
        "target": ("pred - target", "pred - target.reshape(-1, 1)"),
    }
)
"""The four bugs: what stands in the right listing, and what stands there instead."""

_COUNTED = (
    "mixed[np.arange(len(x)), last_index(mask)]",
    "mixed[np.arange(len(x)), mask.sum(1) - 1]",
)
_NAME = "<listing>"


def broken(*slips: str) -> str:
    """Return the listing with some of the bugs in it.

    Parameters
    ----------
    *slips : str
        Names of `SLIPS`.

    Examples
    --------
    >>> broken("last").splitlines()[5].strip()
    'last = mixed[:, -1]'
    """
    text = MENDED
    for slip in slips:
        text = text.replace(*SLIPS[slip])
    return text


def compiled(text: str) -> Loss:
    """Return the function that a listing defines; it returns a number rounded as answers are.

    Parameters
    ----------
    text : str
        A listing.

    Examples
    --------
    >>> one = np.ones((1, 1, 1))
    >>> compiled(MENDED)(one, np.array([[True]]), np.ones(1), np.array([3.0]))
    9.0
    """
    namespace: dict[str, Any] = {"np": np, "softmax": _softmax, "last_index": _last_index}
    exec(compile(text, _NAME, "exec"), namespace)
    written = namespace["loss"]

    def loss(x: Array, mask: Array, w: Array, target: Array) -> float:
        return float(rounded(written(x, mask, w, target)))

    return loss


def _softmax(scores: Array) -> Array:
    shares = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return np.asarray(shares / shares.sum(axis=-1, keepdims=True))


def _last_index(mask: Array) -> Array:
    return np.asarray(np.where(mask, np.arange(mask.shape[1]), -1).max(axis=1))


model_loss = compiled(MENDED)
"""The right loss."""

LOSSES: Mapping[str, Loss] = MappingProxyType(
    {
        "M06": compiled(broken("mask")),
        "M44": compiled(broken("last")),
        "M16": compiled(broken("axis")),
        "M01": compiled(broken("target")),
        "M43": compiled(MENDED.replace(*_COUNTED)),
    }
)
"""The loss that each belief writes, with all else mended."""

_WRONG_TEXT = broken(*SLIPS)


def model_case(
    sizes: tuple[int, int, int], lengths: tuple[int, ...] = (), side: str = "right"
) -> tuple[Array, Array, Array, Array]:
    """Return features, mask, weights and targets of some sizes.

    Parameters
    ----------
    sizes : tuple of int
        B, T and d.
    lengths : tuple of int, optional
        How many tokens each sequence has; by default from T downwards and round again.
    side : {"right", "left"}, optional
        Where the padding lies.

    Examples
    --------
    >>> [argument.shape for argument in model_case((3, 5, 7))]
    [(3, 5, 7), (3, 5), (7,), (3,)]
    """
    batch, tokens, width = sizes
    mask = padding_mask(lengths or [tokens - row % tokens for row in range(batch)], tokens)
    chance = np.random.default_rng(batch * tokens * width)
    x = chance.normal(size=sizes)
    if side == "left":
        mask = mask[:, ::-1].copy()
    return x, mask, chance.normal(size=width), chance.normal(size=batch)


def wrong_line_of(slip: str) -> Question:
    """Ask for the number of the line that holds one of the four bugs.

    Parameters
    ----------
    slip : str
        One of `SLIPS`.

    Examples
    --------
    >>> wrong_line_of("last").answer
    6
    """
    pairs = zip(broken(slip).splitlines(), MENDED.splitlines(), strict=True)
    (line,) = [number for number, (wrong, right) in enumerate(pairs, start=1) if wrong != right]
    prompt = f"Which line of the listing holds this bug: {slip}?\n{_WRONG_TEXT}"
    return ask("wrong_line_of", (slip,), prompt, Integer(), line, {}, drop_ambiguous=False)


def first_stop_of(sizes: tuple[int, int, int]) -> Question:
    """Ask in which line the listing stops.

    Parameters
    ----------
    sizes : tuple of int
        B, T and d, at which it does.

    Examples
    --------
    >>> first_stop_of((3, 5, 7)).answer
    3
    """
    line = _run(sizes)[1]
    prompt = f"In which line does the listing stop at B, T, d = {sizes}?\n{_WRONG_TEXT}"
    return ask("first_stop_of", sizes, prompt, Integer(), line, {}, drop_ambiguous=False)


def model_verdict_of(sizes: tuple[int, int, int]) -> Question:
    """Ask what becomes of the listing with all four bugs, in one of the four words.

    Parameters
    ----------
    sizes : tuple of int
        B, T and d.

    Examples
    --------
    >>> [model_verdict_of((B, T, 7)).answer for B, T in ((3, 5), (4, 4), (1, 5))]
    ['RAISES', 'SILENTLY_WRONG', 'SILENTLY_WRONG']
    """
    kind, _ = _run(sizes)
    words = tuple(each.value for each in VerdictKind)
    beliefs = {
        SILENTLY_WRONG: {"M81": CORRECT.value},
        CORRECT_BY_LUCK: {"M80": CORRECT.value},
    }
    return ask(
        "model_verdict_of",
        sizes,
        f"What becomes of the listing at B, T, d = {sizes}?\n{_WRONG_TEXT}",
        Choice(*words),
        kind.value,
        beliefs.get(kind, {}),
        drop_ambiguous=False,
    )


def _run(sizes: tuple[int, int, int]) -> tuple[VerdictKind, int]:
    """Return what becomes of the listing with all bugs, and the line where it stops, or 0."""
    case = model_case(sizes)
    try:
        value = compiled(_WRONG_TEXT)(*case)
    except ValueError as error:
        return RAISES, _line_of(error)
    return (CORRECT_BY_LUCK if value == model_loss(*case) else SILENTLY_WRONG), 0


def _line_of(error: ValueError) -> int:
    """Return the line of the listing in which an error came up."""
    trace, line = error.__traceback__, 0
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == _NAME:
            line = trace.tb_lineno
        trace = trace.tb_next
    return line
