"""The believers of the first unit's sample class, and what they write into its functions."""

from __future__ import annotations

from collections.abc import Mapping

Bodies = Mapping[str, Mapping[str, str]]
"""Belief to name of a function to the function's body."""

BELIEVERS: tuple[tuple[str, ...], ...] = (
    ("M29",),
    ("M29", "M64"),
    ("M32", "M30"),
    ("M58",),
    ("M62", "M66"),
    ("M63",),
    ("M39", "M69"),
    ("M33", "M70"),
    ("M59", "M65"),
    ("M60", "M67"),
    ("M61", "M68"),
    ("M72", "M71", "M73"),
)
"""One student each: two share the most common belief, most hold a second one."""

_STRIDES = """\
strides = []
product = {start}
for size in {sizes}:
    {steps}
    if product > LIMIT:
        raise ShapeOverflow()
return tuple(strides)"""

_OFFSET = """\
if len(coordinate) != len(shape):
    raise RankMismatch({rank})
offset = 0
for axis in {axes}:
    index, size = coordinate[axis], shape[axis]
    if not {allowed}:
        raise IndexOutOfBounds({fields})
    offset += {position} * strides[axis]
return offset"""

_AXES_FIRST = """\
for axis, (index, size) in enumerate(zip(coordinate, shape)):
    if not 0 <= index < size:
        raise IndexOutOfBounds(axis, index, size)
if len(coordinate) != len(shape):
    raise RankMismatch(len(shape), len(coordinate))
return sum(index * stride for index, stride in zip(coordinate, strides))"""

_NO_LIMIT = """\
strides = []
product = 1
for size in reversed(shape):
    strides.insert(0, product)
    product *= size
return tuple(strides)"""

_COUNT_ONLY = f"""\
count = 1
for size in shape:
    count *= size
if count > LIMIT:
    raise ShapeOverflow()
{_NO_LIMIT}"""


def _strides(
    *,
    start: str = "1",
    sizes: str = "reversed(shape)",
    keep: str = "strides.insert(0, product)",
    grow: str = "product *= size",
    grow_first: bool = False,
) -> dict[str, str]:
    steps = "\n    ".join([grow, keep] if grow_first else [keep, grow])
    return {"row_major_strides": _STRIDES.format(start=start, sizes=sizes, steps=steps)}


def _offset(
    *,
    rank: str = "len(shape), len(coordinate)",
    axes: str = "range(len(shape))",
    allowed: str = "0 <= index < size",
    fields: str = "axis, index, size",
    position: str = "index",
) -> dict[str, str]:
    body = _OFFSET.format(rank=rank, axes=axes, allowed=allowed, fields=fields, position=position)
    return {"checked_offset": body}


BODIES: Bodies = {
    "M29": {"row_major_strides": "return tuple(shape)"},
    "M30": _strides(start="8"),
    "M33": _offset(allowed="-size <= index < size", position="(index % size)"),
    "M39": _strides(grow="product *= size or 1"),
    "M58": _strides(sizes="shape", keep="strides.append(product)"),
    "M59": _strides(keep="strides.append(product)"),
    "M60": _strides(grow_first=True),
    "M61": {"row_major_strides": "return (*shape[1:], 1)[: len(shape)]"},
    "M63": _offset(allowed="1 <= index <= size", position="(index - 1)"),
    "M64": _offset(axes="reversed(range(len(shape)))"),
    "M65": {"checked_offset": _AXES_FIRST},
    "M66": {"checked_offset": "return sum(i * s for i, s in zip(coordinate, strides))"},
    "M67": _offset(rank="len(coordinate), len(shape)"),
    "M68": _offset(fields="axis, index, size - 1"),
    "M70": {"row_major_strides": _NO_LIMIT},
    "M71": {"row_major_strides": _COUNT_ONLY},
    "M73": _offset(allowed="0 <= index <= size"),
}
"""What a student who believes this writes, where it touches one of the two functions."""
