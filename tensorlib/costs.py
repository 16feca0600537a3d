"""What tensors cost in memory: shape times bytes, and for a view what it keeps besides.

Three figures differ as soon as a tensor does not own its buffer. The *logical* size is shape
times bytes. What is *stored* is less where a size was stretched, since its rows are the same
memory. And the whole buffer is *kept* alive, however few of its elements a slice reads.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tensorlib.bytecount import Bytes
from tensorlib.errors import InvalidData
from tensorlib.extent import distinct_offsets
from tensorlib.formats import format_of
from tensorlib.layout import Layout
from tensorlib.literals import as_plain, kind
from tensorlib.shapes import as_shape, strides_and_count


def tensor_bytes(shape: object, format: object) -> Bytes:
    """Return how many bytes the numbers of a tensor take.

    That is the size of a tensor that owns its buffer; `memory_of` tells what a view keeps.

    Parameters
    ----------
    shape : iterable of int
        The sizes.
    format : str, Format or dtype
        A name in ``FORMATS``, or what `format_of` takes besides.

    Raises
    ------
    InvalidShape, ShapeOverflow
        As `element_count`.
    UnknownFormat
        If there is no such format.

    Examples
    --------
    >>> tensor_bytes((32, 2048, 4096), "bf16")
    536870912
    >>> print(tensor_bytes((32, 2048, 4096), "fp32").text)
    1.07 GB = 1.00 GiB
    """
    sizes = as_shape(shape, operation="tensor_bytes")
    count = strides_and_count(sizes, "tensor_bytes")[1]
    return Bytes(count * format_of(format).bytes)


@dataclass(frozen=True, slots=True)
class MemoryUse:
    """Tell the three sizes of a tensor or view apart.

    Parameters
    ----------
    logical : Bytes
        Shape times bytes: what a copy would cost.
    stored : Bytes
        The bytes of its different elements.
    kept : Bytes
        The bytes of the whole buffer, which cannot be freed before the view is.

    Examples
    --------
    >>> print(MemoryUse(Bytes(4096), Bytes(8), Bytes(2**20)))
    logical 4096 bytes, stored 8 bytes, kept 1048576 bytes
    """

    logical: Bytes
    stored: Bytes
    kept: Bytes

    def __str__(self) -> str:
        sizes = {"logical": self.logical, "stored": self.stored, "kept": self.kept}
        return ", ".join(f"{name} {size} bytes" for name, size in sizes.items())


def memory_of(x: Any, format: object = None) -> MemoryUse:
    """Return what a tensor, a view or an array takes, logically and really.

    Parameters
    ----------
    x : Tensor, TensorView or ndarray of any shape
        What is looked at; its values are not read.
    format : str, Format or dtype, optional
        Count as if every number had this format; by default as it is.

    Raises
    ------
    InvalidData
        If it is none of these.
    UnknownFormat
        If there is no such format.

    Examples
    --------
    >>> rows = np.zeros((1000, 1000), dtype=np.float32)
    >>> print(memory_of(rows[:2, :2]))
    logical 16 bytes, stored 16 bytes, kept 4000000 bytes
    >>> print(memory_of(np.broadcast_to(rows[0], (1000, 1000)), "bf16"))
    logical 2000000 bytes, stored 2000 bytes, kept 2000000 bytes
    """
    if isinstance(x, np.ndarray):
        width = x.itemsize
        kept = _root(x).nbytes // width if width else 0
        logical, stored = x.size, distinct_offsets(_layout_of(x))
    elif isinstance(getattr(x, "layout", None), Layout):
        width = x.buffer.itemsize
        logical, stored, kept = x.layout.size, distinct_offsets(x.layout), x.buffer.size
    else:
        reason = f"{kind(as_plain(x))} is no tensor, view or array"
        raise InvalidData(reason, operation="memory_of")
    if format is not None:
        width = format_of(format).bytes
    return MemoryUse(*(Bytes(width * count) for count in (logical, stored, kept)))


def _root(array: NDArray[Any]) -> NDArray[Any]:
    """Return the array that owns the memory, or the last that numpy knows of."""
    owner, link = array, array.base
    while link is not None:
        owner = link if isinstance(link, np.ndarray) else owner
        link = getattr(link, "base", None)  # numpy's windows have a link that is no array
    return owner


def _layout_of(array: NDArray[Any]) -> Layout:
    """Return an array's layout in bytes, from the lowest address that it reaches on."""
    steps = zip(array.shape, array.strides, strict=True)
    first = sum((size - 1) * -step for size, step in steps if step < 0 and size)
    return Layout(array.shape, array.strides, first)
