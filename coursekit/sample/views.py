"""The believers of the second unit's sample class, and what they write into its functions."""

from __future__ import annotations

from coursekit.sample.flat_buffer import Bodies

BELIEVERS: tuple[tuple[str, ...], ...] = (
    ("M24",),
    ("M24", "M25"),
    ("M28",),
    ("M27", "M75"),
    ("M77", "M14"),
    ("M36", "M37"),
    ("M26", "M35"),
    ("M74", "M76"),
    ("M79", "M51"),
    ("M78", "M21"),
    ("M58", "M34"),
    ("M39", "M30"),
    ("M29",),
)
"""One student each: two share the most common belief, most hold a second one."""

_ORDER = """\
offsets = [{start}]
for size, stride in zip({shape}, {strides}):
    offsets = [begin + index * stride for begin in offsets for index in range(size)]
return tuple(offsets)"""

_SIDE_BY_SIDE = """\
count = 1
for size in shape:
    count *= size
return tuple(range(offset, offset + count))"""

_NOT_EMPTY = """\
if 0 in shape:
    return False
expected = 1
for size, stride in zip(reversed(shape), reversed(strides)):
    if size != 1 and stride != expected:
        return False
    expected *= size
return True"""

_ROW_MAJOR = """\
expected, product = [], 1
for size in reversed(shape):
    expected.insert(0, product)
    product *= size
return strides == tuple(expected)"""

_ONLY_CONTIGUOUS = """\
count = expected = 1
for size in shape:
    count *= size
if count == 0:
    return 1
for size, stride in zip(reversed(shape), reversed(strides)):
    if size != 1 and stride != expected:
        raise NotViewableError(shape, strides, (count,))
    expected *= size
return 1"""

_EVERY_AXIS = """\
count = 1
for size in shape:
    count *= size
if not shape or count == 0:
    return 1
for axis in range(1, len(shape)):
    if strides[axis - 1] != shape[axis] * strides[axis]:
        raise NotViewableError(shape, strides, (count,))
return strides[-1]"""


def _order(
    start: str = "offset", shape: str = "shape", strides: str = "strides", first: str = ""
) -> dict[str, str]:
    return {"offsets_in_order": first + _ORDER.format(start=start, shape=shape, strides=strides)}


BODIES: Bodies = {
    "M27": {"flat_stride": _ONLY_CONTIGUOUS},
    "M28": {"offsets_in_order": _SIDE_BY_SIDE},
    "M39": {
        **_order(first="if not shape:\n    return ()\n"),
        "is_contiguous": _NOT_EMPTY,
    },
    "M58": _order(shape="shape[::-1]", strides="strides[::-1]"),
    "M75": _order(start="0"),
    "M77": {"is_contiguous": _ROW_MAJOR, "flat_stride": _EVERY_AXIS},
}
"""What a student who believes this writes, where it touches one of the three functions."""
