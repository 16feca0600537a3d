"""Signatures, held against jaxtyping and beartype themselves."""

from itertools import product

import numpy as np
import pytest
from beartype import beartype
from beartype.roar import BeartypeException
from jaxtyping import Shaped, TypeCheckError, jaxtyped

from tensorlib.signing import Signed, signature_misfit

AXES = ("B T d", "B T", "B T T", "B d")
SHAPES = ((3, 5, 7), (3, 5), (4, 4, 7), (4, 4), (4, 4, 4), (3, 5, 5), (3, 7), (5, 7), (1, 1, 1))


def refused_by_libraries(signed: list[Signed], *, names_bound: bool) -> bool:
    first, second = (Shaped[np.ndarray, one.axes] for one in signed)

    def take(x: first, y: second) -> None:
        """Accept both."""

    guard = jaxtyped(typechecker=beartype) if names_bound else beartype
    try:
        guard(take)(*(np.zeros(one.shape) for one in signed))
    except (TypeCheckError, BeartypeException):
        return True
    return False


@pytest.mark.parametrize("names_bound", [True, False])
@pytest.mark.parametrize(("one", "other"), list(product(AXES, AXES[:2])))
def test_it_refuses_what_jaxtyping_with_beartype_refuses(one, other, names_bound):
    for left, right in product(SHAPES, SHAPES):
        signed = [Signed("x", one, left), Signed("y", other, right)]
        ours = signature_misfit(signed, names_bound=names_bound) is not None
        assert ours == refused_by_libraries(signed, names_bound=names_bound), signed


def test_nothing_contradicts_no_axes():
    assert signature_misfit([Signed("loss", "", ())]) is None
    assert signature_misfit([]) is None


def test_it_says_which_name_has_two_sizes():
    signed = [Signed("scores", "B T T", (3, 5, 4))]

    assert signature_misfit(signed) == "scores (3, 5, 4) is no [B, T, T]: T is 5, not 4"
