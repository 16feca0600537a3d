"""What the padding demo shows, as HTML: the batch, and where each recipe looks in it."""

from __future__ import annotations

from tensorlib.cells import Cell, Labels, grid_drawing
from tensorlib.demos.padding_state import PaddingState
from tensorlib.drawing import Drawing, svg_of
from tensorlib.masks import last_index, padding_share
from tensorlib.prose import paragraphs
from tensorlib.recipes import RECIPES, Found
from tensorlib.shapes import Shape
from tensorlib.tables import html_table

_SHORT = {Found.LAST: "last", Found.OTHER: "not last", Found.PADDING: "padding"}
_LEGEND = (
    "t0, t1 and so on are the tokens of a row; × is padding. The last token has a double frame. "
    "A diamond stands where the recipe looks, and below the cell what it finds."
)
_NOTES = (
    "Each cell holds the index, and what stands there: the last token, another one, or padding.",
    "An index of -1 reads the end of the row, as in Python.",
)


def question_html(state: PaddingState) -> str:
    """Return the question, with the batch.

    Parameters
    ----------
    state : PaddingState
        The question.
    """
    return paragraphs(
        f"A batch of {len(state.lengths)} sequences is padded on the {state.side}, T = "
        f"{state.width}. In the grid, t0, t1 and so on are tokens, and × is padding.",
        f"The last token of each row is looked for {_manner(state)}. Which index comes out for "
        "each row?",
    ) + svg_of(batch_drawing(state, answered=False))


def answer_html(state: PaddingState) -> str:
    """Return the answer: what the recipe finds in the batch, and what the others do.

    Parameters
    ----------
    state : PaddingState
        The question.
    """
    share = f"{100 * padding_share(state.mask):.1f} % of the batch is padding."
    return (
        paragraphs(f"{_capital(state.recipe_name)}: {indices_text(state.indices)}. {share}")
        + svg_of(batch_drawing(state, answered=True))
        + paragraphs(_LEGEND)
        + html_table("Every recipe on this batch", _heads(state), _rows(state), _NOTES)
    )


def batch_drawing(state: PaddingState, *, answered: bool) -> Drawing:
    """Return the batch as a grid, with the places where the recipe looks if that is told.

    Parameters
    ----------
    state : PaddingState
        The batch and the recipe.
    answered : bool
        Whether the answer is told.

    Examples
    --------
    >>> drawing = batch_drawing(PaddingState((1, 2), True, "length - 1"), answered=True)
    >>> drawing.description
    'Row 0: × t0, index 0: padding. Row 1: t0 t1, index 1: last.'
    """
    rows = [_cells(state, row, answered) for row in range(len(state.lengths))]
    title = f"Padded on the {state.side}"
    columns = tuple(map(str, range(state.width)))
    labels = Labels(tuple(map(str, range(len(rows)))), columns, "row", "position")
    return grid_drawing(rows, title, " ".join(_sentences(state, answered)), labels)


def indices_text(indices: Shape) -> str:
    """Return a prediction in words.

    Parameters
    ----------
    indices : tuple of int
        One index a row.

    Examples
    --------
    >>> indices_text((4, 2, 0))
    'the indices 4, 2, 0'
    """
    return f"the indices {', '.join(map(str, indices))}"


def _manner(state: PaddingState) -> str:
    recipe = state.recipe
    return f"by the recipe “{recipe.name}”, that is {recipe.code}"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _cells(state: PaddingState, row: int, answered: bool) -> list[Cell]:
    texts = _texts(state, row)
    if not answered:
        return [Cell(text, "shaded" if text == "×" else "plain") for text in texts]
    read = state.indices[row] % state.width
    last = int(last_index(state.mask)[row])
    found = _SHORT[state.recipe.found(state.mask)[row]]
    return [
        Cell(
            text,
            "framed" if place == last else "shaded" if text == "×" else "plain",
            below=found if place == read else "",
            pointed=place == read,
        )
        for place, text in enumerate(texts)
    ]


def _texts(state: PaddingState, row: int) -> list[str]:
    tokens = (f"t{number}" for number in range(state.lengths[row]))
    return [next(tokens) if real else "×" for real in state.mask[row]]


def _sentences(state: PaddingState, answered: bool) -> list[str]:
    found = state.recipe.found(state.mask)
    said = [f"Row {row}: {' '.join(_texts(state, row))}" for row in range(len(state.lengths))]
    if not answered:
        return [f"{row}." for row in said]
    ends = zip(said, state.indices, found, strict=True)
    return [f"{row}, index {index}: {_SHORT[what]}." for row, index, what in ends]


def _heads(state: PaddingState) -> list[str]:
    return ["recipe", "code", *(f"row {row}" for row in range(len(state.lengths)))]


def _rows(state: PaddingState) -> list[list[str]]:
    mask = state.mask
    return [
        [
            recipe.name,
            recipe.code,
            *(
                f"{index}: {_SHORT[found]}"
                for index, found in zip(recipe.indices(mask), recipe.found(mask), strict=True)
            ),
        ]
        for recipe in RECIPES
    ]
