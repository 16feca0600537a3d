"""One tensor's story as lines of text that a program can compare: ``python -m tensorlib.trace``.

Every line starts with a word in capitals. Values are exact decimal text with a point, sizes,
strides and offsets are integers, so the two kinds of number cannot be confused.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tensorlib.explain import OffsetExplanation
from tensorlib.history import REFUSED_COORDINATE, STUDIED_COORDINATE, frozen_tensor
from tensorlib.literals import decimal_text, joined
from tensorlib.slices import slices_of
from tensorlib.tensor import Tensor


def trace_lines(tensor: Tensor, *coordinates: Iterable[int]) -> Iterator[str]:
    """Yield a tensor's layout, its slices, and what becomes of each coordinate.

    Parameters
    ----------
    tensor : Tensor
        Of any shape.
    *coordinates : sequence of int
        Each is followed to its value, or to the check that refuses it.

    Yields
    ------
    str
        One line, without its end.

    Raises
    ------
    SpentTensorError
        If the tensor has given its buffer up.

    Examples
    --------
    >>> for line in trace_lines(Tensor((1, 2), [5, 6]), (0, 1), (0, 2)):
    ...     print(line)
    SHAPE 1,2
    STRIDES 2,1
    LENGTH 2
    BUFFER 5.0,6.0
    SLICE row0=5.0,6.0
    COORDINATE 0,1
    TERM axis=0 index=0 stride=2 contribution=0
    TERM axis=1 index=1 stride=1 contribution=1
    OFFSET 1
    VALUE 6.0
    COORDINATE 0,2
    REFUSED IndexOutOfBounds(axis=1, index=2, dimension=2)
    """
    values = [decimal_text(value) for value in tensor.buffer.tolist()]
    yield f"SHAPE {_listed(tensor.shape)}"
    yield f"STRIDES {_listed(tensor.strides)}"
    yield f"LENGTH {tensor.size}"
    yield f"BUFFER {_listed(values)}"
    for part in slices_of(tensor.layout):
        axes = [f"axis{axis}={index}" for axis, index in enumerate(part.leading)]
        rows = [
            f"row{row}={_listed(values[offset] for offset in offsets)}"
            for row, offsets in enumerate(part.rows)
        ]
        yield " ".join(["SLICE", *axes, *rows])
    for coordinate in coordinates:
        yield from _coordinate_lines(tensor.explain(coordinate))


def _coordinate_lines(explanation: OffsetExplanation) -> Iterator[str]:
    yield f"COORDINATE {joined(explanation.coordinate, ',')}"
    if explanation.offset is None or explanation.value is None:
        yield f"REFUSED {explanation.error!r}"
        return
    for term in explanation.terms:
        yield (
            f"TERM axis={term.axis} index={term.index} stride={term.stride} "
            f"contribution={term.contribution}"
        )
    yield f"OFFSET {explanation.offset}"
    yield f"VALUE {decimal_text(explanation.value)}"


def _listed(items: Iterable[object]) -> str:
    return ",".join(map(str, items))


def main() -> None:
    """Print the trace of the tensor that the first unit studies."""
    print("\n".join(trace_lines(frozen_tensor(), STUDIED_COORDINATE, REFUSED_COORDINATE)))


if __name__ == "__main__":
    main()
