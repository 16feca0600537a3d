"""What arithmetic and reductions cost on many numbers: contiguous, transposed and broadcast.

Both sides read the very same memory, since where an array lies decides about its speed too. The
result of an operation is always row-major here. numpy keeps the order of its operands, so a
transposed operation has two peers: numpy writing row-major as well, which is the same work, and
numpy left to itself, which is less.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

import numpy as np

from bench.harness import Case
from tensorlib import Tensor, TensorView
from tensorlib.buffers import Float64Array

SHAPES = {10**6: (1000, 1000), 10**7: (2500, 4000)}

Ours = Callable[["Operands"], object]


class Operands(NamedTuple):
    """The same numbers twice: for the library and for numpy.

    `t` and `u` are `a` and `b` in the library, `v` and `w` are their transposed views. Row and
    column stretch over them; `wide` is the row stretched.
    """

    t: Tensor
    u: Tensor
    v: TensorView
    w: TensorView
    row: Tensor
    column: Tensor
    wide: TensorView
    a: Float64Array
    b: Float64Array
    row_array: Float64Array
    column_array: Float64Array
    wide_array: Float64Array


@cache
def operands(elements: int) -> Operands:
    """Return numbers to work with, made when they are first asked for.

    Examples
    --------
    >>> operands(10**6).row.shape
    (1000,)
    """
    shape = SHAPES[elements]
    t, u = (Tensor.from_array(array) for array in np.random.default_rng(0).random((2, *shape)))
    a, b = (tensor.writable_buffer.reshape(shape) for tensor in (t, u))
    row, column = a[0].copy(), a[:, :1].copy()
    return Operands(
        t,
        u,
        t.view().transpose(0, 1),
        u.view().transpose(0, 1),
        Tensor.from_array(row),
        Tensor.from_array(column),
        Tensor.from_array(row).view().expand(shape),
        a,
        b,
        row,
        column,
        np.broadcast_to(row, shape),
    )


def _softmax(array: Float64Array) -> Float64Array:
    powers = np.exp(array - array.max(axis=1, keepdims=True))
    ratios: Float64Array = powers / powers.sum(axis=1, keepdims=True)
    return ratios


_ONES = Tensor((1,), [1]), np.ones(1)

ELEMENTWISE: dict[str, tuple[Ours, str, Ours]] = {
    "t + u": (lambda o: o.t + o.u, "a + b", lambda o: o.a + o.b),
    "t * row": (lambda o: o.t * o.row, "a * row", lambda o: o.a * o.row_array),
    "t - column": (lambda o: o.t - o.column, "a - column", lambda o: o.a - o.column_array),
    "row + column": (
        lambda o: o.row + o.column,
        "row + column",
        lambda o: o.row_array + o.column_array,
    ),
    "t / 2": (lambda o: o.t / 2, "a / 2", lambda o: o.a / 2),
    "t *= 1": (lambda o: o.t.__imul__(_ONES[0]), "a *= 1", lambda o: o.a.__imul__(_ONES[1])),
    "transposed: v + w": (
        lambda o: o.v + o.w,
        "add(a.T, b.T, order='C')",
        lambda o: np.add(o.a.T, o.b.T, order="C"),
    ),
    "transposed: v + w, row-major": (
        lambda o: o.v + o.w,
        "a.T + b.T, column-major",
        lambda o: o.a.T + o.b.T,
    ),
    "transposed: v + 1": (
        lambda o: o.v + 1,
        "add(a.T, 1, order='C')",
        lambda o: np.add(o.a.T, 1, order="C"),
    ),
}

REDUCTIONS: dict[str, tuple[Ours, str, Ours]] = {
    "t.sum()": (lambda o: o.t.sum(), "a.sum()", lambda o: o.a.sum()),
    "t.sum(0)": (lambda o: o.t.sum(0), "a.sum(0)", lambda o: o.a.sum(0)),
    "t.sum(1)": (lambda o: o.t.sum(1), "a.sum(1)", lambda o: o.a.sum(1)),
    "t.mean(0)": (lambda o: o.t.mean(0), "a.mean(0)", lambda o: o.a.mean(0)),
    "t.max(1)": (lambda o: o.t.max(1), "a.max(1)", lambda o: o.a.max(1)),
    "transposed: v.sum(0)": (lambda o: o.v.sum(0), "a.T.sum(0)", lambda o: o.a.T.sum(0)),
    "transposed: v.mean(1)": (lambda o: o.v.mean(1), "a.T.mean(1)", lambda o: o.a.T.mean(1)),
    "stretched: wide.sum(0)": (
        lambda o: o.wide.sum(0),
        "broadcast_to(row).sum(0)",
        lambda o: o.wide_array.sum(0),
    ),
    "stretched: wide.mean(1)": (
        lambda o: o.wide.mean(1),
        "broadcast_to(row).mean(1)",
        lambda o: o.wide_array.mean(1),
    ),
    "t.softmax(1)": (lambda o: o.t.softmax(1), "exp, sum and / by hand", lambda o: _softmax(o.a)),
}


def cases(elements: int) -> tuple[Case, ...]:
    """Return all cases on this many numbers.

    Examples
    --------
    >>> cases(10**6)[0].name
    't + u'
    """
    return tuple(
        Case(name, _later(ours, elements), f"numpy: {peer_name}", _later(peer, elements), _equal)
        for name, (ours, peer_name, peer) in (ELEMENTWISE | REDUCTIONS).items()
    )


def _later(side: Ours, elements: int) -> Callable[[], object]:
    return lambda: side(operands(elements))


def _equal(ours: object, peer: object) -> bool:
    return np.array_equal(np.asarray(ours), np.asarray(peer))
