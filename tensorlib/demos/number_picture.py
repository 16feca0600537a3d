"""What the number demo says of a number, as HTML: the question, and its bits in every format."""

from __future__ import annotations

from tensorlib.cells import Cell, Labels, grid_drawing
from tensorlib.demos.number_state import NAMES, NumberState
from tensorlib.drawing import Drawing, svg_of
from tensorlib.formats import FORMATS
from tensorlib.prose import paragraphs
from tensorlib.tables import html_table

_COLUMNS = ("format", "sign, exponent, mantissa", "the number that they are", "off by")


def question_html(state: NumberState) -> str:
    """Return the question, with the bits that the format has.

    Parameters
    ----------
    state : NumberState
        The question.
    """
    known = FORMATS[state.format]
    fields = f"{known.exponent_bits} of exponent and {known.mantissa_bits} of mantissa"
    if not known.exponent_bits:
        fields = f"{known.mantissa_bits} for an integer, and no exponent"
    return paragraphs(
        f"The number {state.number} is converted to {state.format}, which has 1 bit of sign, "
        f"{fields}. Which number is stored?"
    )


def answer_html(state: NumberState) -> str:
    """Return the answer: the bits of the number in every format, and what they are.

    Parameters
    ----------
    state : NumberState
        The question.
    """
    rows = [
        (f"{name} (asked)" if name == state.format else name, *_cells(state, name))
        for name in NAMES
    ]
    table = html_table(f"{state.number} in four formats", _COLUMNS, rows, ())
    said = f"{state.format} stores {state.rounded} for {state.number}."
    return paragraphs(said) + svg_of(bits_drawing(state)) + table


def bits_drawing(state: NumberState) -> Drawing:
    """Return the bits in every format as rows of cells; a letter tells the field of each.

    Parameters
    ----------
    state : NumberState
        The question.
    """
    rows = [_bits(state, name) for name in NAMES]
    labels = tuple(f"{name} ←" if name == state.format else name for name in NAMES)
    described = "; ".join(f"{name}: {state.bits_in(name)}" for name in NAMES)
    title = f"The bits of {state.number}: s sign, e exponent, m mantissa"
    return grid_drawing(rows, title, f"{title}. {described}.", Labels(labels))


def _bits(state: NumberState, name: str) -> list[Cell]:
    bits = state.bits_in(name)
    fields = (("s", bits.sign), ("e", bits.exponent), ("m", bits.mantissa))
    return [
        Cell(digit, "shaded" if letter == "e" else "plain", below=letter)
        for letter, digits in fields
        for digit in digits
    ]


def _cells(state: NumberState, name: str) -> tuple[str, str, str]:
    value = state.value_in(name)
    return str(state.bits_in(name)), f"{value}", f"{value - state.number:.6g}"
