"""The believers of the fourth unit's sample class, and what they write into its functions."""

from __future__ import annotations

from coursekit.sample.flat_buffer import Bodies

BELIEVERS: tuple[tuple[str, ...], ...] = (
    ("M43",),
    ("M43", "M85"),
    ("M44", "M46"),
    ("M10",),
    ("M40", "M11"),
    ("M41", "M42"),
    ("M47", "M45"),
    ("M86",),
    ("M87", "M80"),
    ("M09",),
    ("M63",),
)
"""One student each: two share the most common belief, most hold a second one."""

_MASK = """\
rows = []
for length in lengths:
    if not {least} <= length <= T:
        raise ValueError(f"length {{length}} does not fit")
    first, second = [{real}] * length, [not {real}] * (T - length)
    rows.append(first + second if side == "right" else second + first)
return rows"""

_RIGHT_ONLY = """\
if not all(1 <= length <= T for length in lengths):
    raise ValueError("a length does not fit")
return [[position < length for position in range(T)] for length in lengths]"""

_LAST = """\
if not mask.any(axis=1).all():
    raise ValueError("a row has no real position")
return {indices}"""

_LAST_OR_NONE = "return [max(np.flatnonzero(row), default=-1) for row in mask]"

_MEAN = """\
counts = mask.sum(axis=1)
if not counts.all():
    raise ValueError("a row has no real position")
return {means}"""

_MULTIPLIED = """\
counts = mask.sum(axis=1)
if not counts.all():
    raise ValueError("a row has no real position")
with np.errstate(invalid="ignore"):
    return (x * mask[:, :, None]).sum(axis=1) / counts[:, None]"""

_FIRST_TOKENS = "np.array([row[:count].mean(axis=0) for row, count in zip(x, counts)])"

_EMPTY_AS_ZERO = """\
counts = np.maximum(mask.sum(axis=1), 1)
return np.where(mask[:, :, None], x, 0).sum(axis=1) / counts[:, None]"""

BODIES: Bodies = {
    "M09": {
        "padding_mask": _MASK.format(least=0, real=True),
        "last_index": _LAST_OR_NONE,
        "masked_mean": _EMPTY_AS_ZERO,
    },
    "M10": {"padding_mask": _MASK.format(least=1, real=False)},
    "M11": {"masked_mean": _MULTIPLIED},
    "M40": {"masked_mean": "return x.mean(axis=1)"},
    "M41": {"masked_mean": "return np.where(mask[:, :, None], x, 0).mean(axis=1)"},
    "M43": {"last_index": _LAST.format(indices="mask.sum(axis=1) - 1")},
    "M44": {"last_index": _LAST.format(indices="[mask.shape[1] - 1] * len(mask)")},
    "M86": {"padding_mask": _RIGHT_ONLY, "masked_mean": _MEAN.format(means=_FIRST_TOKENS)},
    "M87": {"last_index": _LAST.format(indices="(mask == 0).argmax(axis=1) - 1")},
}
"""What a student who believes this writes, where it touches one of the three functions."""
