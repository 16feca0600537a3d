"""The believers of the fifth unit's sample class, and what they write into its functions."""

from __future__ import annotations

from coursekit.sample.flat_buffer import Bodies

BELIEVERS: tuple[tuple[str, ...], ...] = (
    ("M50",),
    ("M50", "M91"),
    ("M48",),
    ("M49",),
    ("M49", "M53"),
    ("M51",),
    ("M52",),
    ("M54", "M39"),
    ("M90", "M93"),
    ("M12", "M92"),
    ("M94", "M14"),
)
"""One student each: two share the most common beliefs, most hold a second one."""

_ODD_EDGES = """\
count = 1 if shape else 0
for size in shape:
    count *= size or 1
return count * WIDTHS[format]"""

_ROUND = """\
_, exponent = math.frexp(x)
step = 2.0 ** (exponent - 8)
nearest = {count}(x / step) * step
{beyond}"""

_INFINITE = "return math.copysign(math.inf, x) if abs(nearest) > 255 * 2.0**120 else nearest"
_STOPPING = "return max(-255 * 2.0**120, min(nearest, 255 * 2.0**120))"


def _rounding(count: str = "round", beyond: str = _INFINITE, first: str = "") -> dict[str, str]:
    return {"round_to_bf16": first + _ROUND.format(count=count, beyond=beyond)}


BODIES: Bodies = {
    "M39": {
        "tensor_bytes": "return math.prod(n or 1 for n in shape) * WIDTHS[format] * bool(shape)"
    },
    "M48": {"attention_bytes": "return 2 * B * heads * T * WIDTHS[format]"},
    "M49": {"attention_bytes": "return 2 * B * T * T * WIDTHS[format]"},
    "M50": {
        "tensor_bytes": "return math.prod(shape)",
        "attention_bytes": "return 2 * B * heads * T * T",
    },
    "M53": _rounding(first="if x == int(x):\n    return x\n"),
    "M90": {"tensor_bytes": "return 8 * math.prod(shape) * WIDTHS[format]"},
    "M91": _rounding(count="math.trunc"),
    "M94": _rounding(beyond=_STOPPING),
}
"""What a student who believes this writes, where it touches one of the three functions."""
