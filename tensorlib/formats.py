"""The number formats of machine learning by name, and the one in which a result comes.

fp32 keeps 23 mantissa bits. bf16 keeps 7 and all of fp32's exponent; fp16 keeps 10 and 5
exponent bits, and so ends at 65,504. The two fp8 formats are those that ml_dtypes names
``float8_e4m3fn`` and ``float8_e5m2``. fp64 is what a `Tensor` holds.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from tensorlib.errors import FormatMismatch, InvalidData, UnknownFormat
from tensorlib.floatformats import FloatFormat
from tensorlib.intformats import IntFormat
from tensorlib.numberformat import Format
from tensorlib.tables import html_table, text_table

# What array libraries call the same formats.
_DTYPES = {
    "float64": "fp64",
    "float32": "fp32",
    "bfloat16": "bf16",
    "float16": "fp16",
    "float8_e4m3fn": "fp8_e4m3fn",
    "float8_e5m2": "fp8_e5m2",
}

# In what a result can come that no operand's own format could hold.
_WIDENINGS = ("fp16", "bf16", "fp32", "fp64")

_COLUMNS = (
    *("format", "bits", "exponent", "mantissa", "largest", "smallest normal", "smallest"),
    *("step after 1", "exact integers up to"),
)


class Formats(Mapping[str, Format]):
    """Hold formats by name; an unknown name is a typed error that lists the known ones.

    Parameters
    ----------
    formats : iterable of Format
        In the order in which they are listed.

    Examples
    --------
    >>> list(FORMATS)
    ['fp64', 'fp32', 'bf16', 'fp16', 'fp8_e4m3fn', 'fp8_e5m2', 'int8']
    >>> FORMATS["bf16"].round(3.14159)
    3.140625
    """

    def __init__(self, formats: Iterable[Format]) -> None:
        self._formats = {known.name: known for known in formats}

    def __getitem__(self, name: str) -> Format:
        if isinstance(name, str) and name in self._formats:
            return self._formats[name]
        raise UnknownFormat(name, tuple(self._formats), operation="FORMATS")

    def __iter__(self) -> Iterator[str]:
        return iter(self._formats)

    def __len__(self) -> int:
        return len(self._formats)

    def __str__(self) -> str:
        return text_table([_COLUMNS, *map(_row, self.values())])

    def _repr_html_(self) -> str:
        """Return the table for a notebook."""
        return html_table("Number formats", _COLUMNS, map(_row, self.values()), [])


def _row(known: Format) -> tuple[str, ...]:
    sizes = (known.name, str(known.bits), str(known.exponent_bits), str(known.mantissa_bits))
    if not isinstance(known, FloatFormat):
        return (*sizes, f"{known.max:.0f}", "–", "1", "1", f"{known.exact_integers:,}")
    numbers = (known.max, known.smallest_normal, known.smallest_subnormal, known.epsilon)
    return (*sizes, *(f"{number:.5g}" for number in numbers), f"{known.exact_integers:,}")


FORMATS = Formats(
    (
        FloatFormat("fp64", exponent_bits=11, mantissa_bits=52),
        FloatFormat("fp32", exponent_bits=8, mantissa_bits=23),
        FloatFormat("bf16", exponent_bits=8, mantissa_bits=7),
        FloatFormat("fp16", exponent_bits=5, mantissa_bits=10),
        FloatFormat("fp8_e4m3fn", exponent_bits=4, mantissa_bits=3, infinities=False),
        FloatFormat("fp8_e5m2", exponent_bits=5, mantissa_bits=2),
        IntFormat("int8", exponent_bits=0, mantissa_bits=7),
    )
)
"""The formats by name; printing it shows the table."""


def format_of(given: object) -> Format:
    """Return a format by whatever names it.

    Parameters
    ----------
    given : str, Format, or dtype
        A name in ``FORMATS``, or the dtype of numpy, ml_dtypes or torch, or its name.

    Raises
    ------
    UnknownFormat
        If there is no such format.

    Examples
    --------
    >>> format_of("bf16") == format_of("bfloat16") == format_of("torch.bfloat16")
    True
    >>> format_of("fp23")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    tensorlib.batcherrors.UnknownFormat: format: format 'fp23' is none of 'fp64', 'fp32', ...
    """
    if isinstance(given, Format):
        return given
    name = str(getattr(given, "__name__", given)).removeprefix("torch.")
    known = FORMATS.get(_DTYPES.get(name, name))
    if known is None:
        raise UnknownFormat(given, tuple(FORMATS), operation="format")
    return known


def result_format(*tensors: object, scalars: Iterable[object] = ()) -> Format:
    """Return the format in which arithmetic on several formats gives its result.

    It is the narrowest format that holds all numbers of all operands, if there is just one. A
    number without axes counts only among its like or if it alone is floating-point.

    Parameters
    ----------
    *tensors : str, Format or dtype
        The formats of the operands that have axes.
    scalars : iterable, optional
        The operands without axes: a format each, or Python's own numbers, of which a float
        counts as fp32.

    Raises
    ------
    UnknownFormat
        If there is no such format.
    FormatMismatch
        If two formats of equal width would do, or none.
    InvalidData
        If there is no operand.

    Examples
    --------
    >>> result_format("bf16", "fp16").name, result_format("bf16", "fp32").name
    ('fp32', 'fp32')
    >>> result_format("bf16", scalars=["fp32", 1.0]).name, result_format("int8", scalars=[1.0]).name
    ('bf16', 'fp32')
    """
    with_axes = [format_of(given) for given in tensors]
    without = [_format_of_scalar(given) for given in scalars]
    floats = [known for known in without if isinstance(known, FloatFormat)]
    operands: list[Format] = with_axes
    if not with_axes:
        operands = [*(floats or without)]
    elif not any(isinstance(known, FloatFormat) for known in with_axes):
        operands = [*with_axes, *floats]
    if not operands:
        raise InvalidData("there is no operand", operation="result_format")
    return _narrowest(operands)


def _format_of_scalar(given: object) -> Format:
    if isinstance(given, int):
        return FORMATS["int8"]
    return FORMATS["fp32"] if isinstance(given, float) else format_of(given)


def _narrowest(operands: list[Format]) -> Format:
    choice = {known.name: known for known in (*operands, *(FORMATS[name] for name in _WIDENINGS))}
    fitting = [wide for wide in choice.values() if all(_holds(wide, known) for known in operands)]
    fewest = min((wide.bits for wide in fitting), default=0)
    narrowest = [wide for wide in fitting if wide.bits == fewest]
    if len(narrowest) != 1:
        names = tuple(dict.fromkeys(known.name for known in operands))
        raise FormatMismatch(names, operation="result_format")
    return narrowest[0]


def _holds(wide: Format, narrow: Format) -> bool:
    """Tell whether every number of one format is a number of another."""
    if not isinstance(narrow, FloatFormat):
        return wide.exact_integers >= narrow.exact_integers and wide.min <= narrow.min
    return (
        isinstance(wide, FloatFormat)
        and wide.exponent_bits >= narrow.exponent_bits
        and wide.mantissa_bits >= narrow.mantissa_bits
        and wide.infinities >= narrow.infinities
    )
