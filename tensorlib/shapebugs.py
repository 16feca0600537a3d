"""Six bugs of shape as they stand in code, each beside the line that is right.

Each is a function with a signature, so that an annotation, the broadcasting rule, a test of
shapes and a test of values can be asked which of them notices it, and at which sizes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tensorlib.masks import last_index, padding_mask

Array = NDArray[Any]
Sizes = Mapping[str, int]


@dataclass(frozen=True, slots=True)
class ShapeBug:
    """A function with a bug, and the same function without it.

    Parameters
    ----------
    name : str
        What was done, in words.
    line, mended : str
        The wrong line and the right one.
    takes : tuple of tuple of str
        Name and axes of each parameter, ``("x", "B T d")``.
    returns : str
        The axes of the result; empty for one number.
    wrong, right : callable
        Take the arguments that `arguments` makes.
    arguments : callable
        Makes arguments of the sizes of B, T and d.
    """

    name: str
    line: str
    mended: str
    takes: tuple[tuple[str, str], ...]
    returns: str
    wrong: Callable[..., Array]
    right: Callable[..., Array]
    arguments: Callable[[Sizes], tuple[Array, ...]]

    @property
    def signature(self) -> str:
        """The signature in words: ``x [B, T, d] -> [B, d]``."""
        taken = ", ".join(f"{name} {_listed(axes)}" for name, axes in self.takes)
        return f"{taken} -> {_listed(self.returns) if self.returns else 'a number'}"

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the axes, in the order in which they come up."""
        return tuple(dict.fromkeys(name for _, axes in self.takes for name in axes.split()))


def _listed(axes: str) -> str:
    return f"[{', '.join(axes.split())}]"


def _numbers(*shape: int) -> Array:
    """Return numbers no two of which are alike."""
    return np.sin(np.arange(1, np.prod(shape) + 1, dtype=np.float64)).reshape(shape)


def _mask(sizes: Sizes) -> Array:
    """Return a mask whose rows are shorter from one to the next, and full again after the last."""
    tokens = sizes["T"]
    return padding_mask([tokens - row % tokens for row in range(sizes["B"])], tokens)


def _features(sizes: Sizes) -> Array:
    return _numbers(sizes["B"], sizes["T"], sizes["d"])


def _scores_and_mask(sizes: Sizes) -> tuple[Array, ...]:
    scores = _numbers(sizes["B"], sizes["T"], sizes["T"])
    return scores, np.where(_mask(sizes), 0.0, -np.inf)


def _row_and_column(sizes: Sizes) -> tuple[Array, ...]:
    return _numbers(sizes["B"]), _numbers(sizes["B"])[::-1].reshape(-1, 1)


def _reshaped(x: Array) -> Array:
    batch, tokens, width = x.shape
    return x.reshape(batch, width, tokens)


def _at_last_index(x: Array, mask: Array) -> Array:
    return np.asarray(x[np.arange(len(x)), last_index(mask)])


_X = ("x", "B T d")

SHAPE_BUGS: Mapping[str, ShapeBug] = MappingProxyType(
    {
        "mask": ShapeBug(
            "the None of the mask is forgotten",
            "scores + mask",
            "scores + mask[:, None, :]",
            (("scores", "B T T"), ("mask", "B T")),
            "B T T",
            lambda scores, mask: scores + mask,
            lambda scores, mask: scores + mask[:, None, :],
            _scores_and_mask,
        ),
        "target": ShapeBug(
            "the targets come in a column",
            "((pred - target) ** 2).mean()",
            "((pred - target[:, 0]) ** 2).mean()",
            (("pred", "B"), ("target", "B")),
            "",
            lambda pred, target: ((pred - target) ** 2).mean(),
            lambda pred, target: ((pred - target[:, 0]) ** 2).mean(),
            _row_and_column,
        ),
        "axis": ShapeBug(
            "the mean runs over the wrong axis",
            "x.mean(axis=0)",
            "x.mean(axis=1)",
            (_X,),
            "B d",
            lambda x: x.mean(axis=0),
            lambda x: x.mean(axis=1),
            lambda sizes: (_features(sizes),),
        ),
        "keepdims": ShapeBug(
            "the wrong axis is kept as 1 and stretches back",
            "x - x.mean(axis=0, keepdims=True)",
            "x - x.mean(axis=1, keepdims=True)",
            (_X,),
            "B T d",
            lambda x: x - x.mean(axis=0, keepdims=True),
            lambda x: x - x.mean(axis=1, keepdims=True),
            lambda sizes: (_features(sizes),),
        ),
        "reshape": ShapeBug(
            "a reshape stands for a transpose",
            "x.reshape(B, d, T)",
            "x.transpose(0, 2, 1)",
            (_X,),
            "B d T",
            _reshaped,
            lambda x: x.transpose(0, 2, 1),
            lambda sizes: (_features(sizes),),
        ),
        "last": ShapeBug(
            "the last position is taken for the last word",
            "x[:, -1]",
            "x[np.arange(B), last_index(mask)]",
            (_X, ("mask", "B T")),
            "B d",
            lambda x, mask: x[:, -1],
            _at_last_index,
            lambda sizes: (_features(sizes), _mask(sizes)),
        ),
    }
)
"""The bugs, by a short name."""
