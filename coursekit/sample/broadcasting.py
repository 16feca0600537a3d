"""The believers of the third unit's sample class, and what they write into its functions."""

from __future__ import annotations

from coursekit.sample.flat_buffer import Bodies

BELIEVERS: tuple[tuple[str, ...], ...] = (
    ("M01",),
    ("M06", "M80"),
    ("M06", "M23"),
    ("M02", "M16"),
    ("M03", "M05"),
    ("M07", "M13"),
    ("M08", "M15"),
    ("M17",),
    ("M18", "M20"),
    ("M19", "M81"),
    ("M24", "M63"),
)
"""One student each: two share the most common belief, most hold a second one."""

_FROM_THE_LEFT = """\
rank = max(map(len, shapes), default=0)
result = []
for axis in reversed(range(rank)):
    size = 1
    for shape in shapes:
        if axis >= len(shape) or shape[axis] == 1:
            continue
        if size not in (1, shape[axis]):
            raise BroadcastError(shapes, axis - rank, (size, shape[axis]))
        size = shape[axis]
    result.insert(0, size)
return tuple(result)"""

_THE_LARGER = """\
rank = max(map(len, shapes), default=0)
result = []
for axis in range(-1, -rank - 1, -1):
    sizes = [shape[axis] if len(shape) >= -axis else 1 for shape in shapes]
    large = [size for size in sizes if size > 1]
    for size in large:
        if size != large[0]:
            raise BroadcastError(shapes, axis, (large[0], size))
    result.insert(0, max(sizes))
return tuple(result)"""

_WEIGHTS = """\
with np.errstate(invalid="ignore"):
    between = (None,) * (scores.ndim - {fewer})
    masked = np.where(mask[{index}], scores, -np.inf)
    shares = np.exp(masked - masked.max(axis={axis}, keepdims=True))
    return shares / shares.sum(axis={axis}, keepdims=True)"""

_ONE_SEQUENCE = """\
chance = np.random.default_rng(0)
q, k = chance.normal(size=(2, 1, 5, 7))
mask = np.array([[True, True, True, False, False]])
shares = np.exp(q @ k.transpose(0, 2, 1)) * mask[:, None, :]
assert np.allclose(attention(q, k, mask), shares / shares.sum(axis=-1, keepdims=True))"""

_SHAPES_AND_SHARES = """\
chance = np.random.default_rng(0)
q, k = chance.normal(size=(2, 3, 5, 7))
mask = np.arange(5) < np.array([[5], [3], [1]])
weights = attention(q, k, mask)
assert weights.shape == (3, 5, 5)
assert np.allclose(weights.sum(axis=-1), 1)
assert not (weights * ~mask[:, None, :]).any()"""

_IT_RUNS = """\
chance = np.random.default_rng(0)
value = loss(chance.normal(size=(3, 5, 7)), chance.normal(size=7), chance.normal(size=3))
assert np.isfinite(value)"""

_BY_HAND = """\
assert loss(np.array([[[1.0], [3.0]]]), np.array([2.0]), np.array([5.0])) == 9"""


def _weights(index: str, *, fewer: int = 2, axis: int = -1) -> dict[str, str]:
    return {"masked_weights": _WEIGHTS.format(index=index, fewer=fewer, axis=axis)}


BODIES: Bodies = {
    "M01": {"check_loss": _BY_HAND},
    "M05": {"broadcast_shape": _FROM_THE_LEFT},
    "M06": {**_weights(":"), "check_attention": _ONE_SEQUENCE},
    "M07": _weights(":, None, :"),
    "M08": _weights(":, *between, :, None", fewer=3),
    "M13": {"broadcast_shape": _THE_LARGER},
    "M17": _weights(":, *between, :", axis=-2),
    "M19": {"check_loss": _IT_RUNS},
    "M24": {"check_attention": _SHAPES_AND_SHARES},
}
"""What a student who believes this writes, where it touches one of the four functions."""
