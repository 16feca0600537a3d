"""The believers of the sixth unit's sample class, and what they write into its functions."""

from __future__ import annotations

from coursekit.sample.flat_buffer import Bodies

BELIEVERS: tuple[tuple[str, ...], ...] = (
    ("M55",),
    ("M55", "M44"),
    ("M56",),
    ("M95", "M43"),
    ("M20", "M67"),
    ("M81", "M01"),
    ("M96", "M06"),
    ("M97", "M63"),
    ("M98", "M49"),
    ("M99", "M50"),
    ("M80", "M16"),
    ("M86", "M09"),
    ("M40", "M48"),
)
"""One student each: two share the most common belief, most hold a second one."""

_LOSS = """\
positions = np.where(mask, np.arange(mask.shape[1]), -1).max(axis=1)
scores = x @ x.transpose(0, 2, 1)
scores = scores + np.where(mask, 0, -np.inf){key}
shares = np.exp(scores - scores.max(axis=-1, keepdims=True))
mixed = shares / shares.sum(axis=-1, keepdims=True) @ x
last = mixed[{last}]
total = (x * mask[:, :, None]).sum(axis={axis})
error = (last - total / mask.sum(axis=1)[:, None]) @ w - target{column}
return (error**2).mean()"""

_CLOSE_ALONE = """\
try:
    return np.allclose(actual, expected)
except ValueError:
    return False"""

_ONLY_CLOSE = """\
x = np.random.default_rng(6).normal(size=(3, 5, 7))
for mask in (np.arange(5) < [[5], [3], [1]], np.arange(5) >= [[0], [2], [4]]):
    expected = [row[real].mean(axis=0) for row, real in zip(x, mask)]
    assert np.allclose(pool(x, mask), expected)"""

_NO_PADDING = """\
x = np.random.default_rng(6).normal(size=(3, 5, 7))
pooled = pool(x, np.ones((3, 5), dtype=bool))
assert pooled.shape == (3, 7)
assert np.allclose(pooled, x.mean(axis=1))"""


def _loss(
    *,
    key: str = "[:, None, :]",
    last: str = "np.arange(len(x)), positions",
    axis: int = 1,
    column: str = "",
) -> dict[str, str]:
    return {"loss": _LOSS.format(key=key, last=last, axis=axis, column=column)}


BODIES: Bodies = {
    "M01": _loss(column=".reshape(-1, 1)"),
    "M06": _loss(key=""),
    "M16": _loss(axis=0),
    "M40": {"check_pool": _NO_PADDING},
    "M43": _loss(last="np.arange(len(x)), mask.sum(axis=1) - 1"),
    "M44": _loss(last=":, -1"),
    "M56": {"agrees": _CLOSE_ALONE, "check_pool": _ONLY_CLOSE},
}
"""What a student who believes this writes, where it touches one of the three functions."""
