"""The tensor that the first unit studies, and seven small ones from language models' history.

The seven hold zeros: what they show is that one checked container stores the parameters and
the activations of very different models. Their sizes are toy sizes chosen here: a vocabulary
of 5, 3 features a word, a context of 2 words, 4 hidden units, 2 tokens, 2 heads 3 wide. That
the heads come before the tokens is a choice as well, which the paper does not prescribe.
"""

from __future__ import annotations

from dataclasses import dataclass

from tensorlib.shapes import Shape
from tensorlib.tensor import Tensor

STUDIED_COORDINATE = (1, 0, 2)
"""The coordinate of `frozen_tensor` that is followed to its value."""

REFUSED_COORDINATE = (1, 2, 0)
"""A coordinate of the right rank that leaves `frozen_tensor` on axis 1."""

_VOCABULARY, _FEATURES, _CONTEXT, _HIDDEN = 5, 3, 2, 4
_HEADS, _TOKENS, _HEAD_WIDTH = 2, 2, 3


def frozen_tensor() -> Tensor:
    """Return a new copy of the tensor of shape (2, 2, 3) that the first unit studies.

    The tens of a value count the rows of both slices from 1, its units are the position in
    the row; so 32.0 is the third row in memory, position 2.

    Examples
    --------
    >>> frozen_tensor()[STUDIED_COORDINATE]
    32.0
    """
    return Tensor((2, 2, 3), [10, 11, 12, 20, 21, 22, 30, 31, 32, 40, 41, 42])


@dataclass(frozen=True, slots=True)
class HistoricTensor:
    """Name one tensor of a model, and say what its axes count.

    Parameters
    ----------
    name : str
        Model and symbol.
    axes : tuple of str
        What each axis counts.
    tensor : Tensor
        Zeros of the toy size.
    """

    name: str
    axes: tuple[str, ...]
    tensor: Tensor

    @property
    def shape(self) -> Shape:
        """The sizes."""
        return self.tensor.shape

    @property
    def strides(self) -> Shape:
        """The strides, in elements."""
        return self.tensor.strides

    @property
    def size(self) -> int:
        """The number of elements."""
        return self.tensor.size


def language_model_tensors() -> tuple[HistoricTensor, ...]:
    """Return the seven tensors, oldest model first.

    Bengio, Ducharme, Vincent and Jauvin, "A Neural Probabilistic Language Model" (2003), has
    C, H and U; Vaswani et al., "Attention Is All You Need" (2017), has Q, K and V.

    Examples
    --------
    >>> for entry in language_model_tensors():
    ...     print(entry.name, entry.shape, entry.strides, entry.size)
    Bengio 2003: word features C (5, 3) (3, 1) 15
    Bengio 2003: hidden weights H (4, 6) (6, 1) 24
    Bengio 2003: output weights U (5, 4) (4, 1) 20
    Transformer 2017: queries Q, one head (2, 3) (3, 1) 6
    Transformer 2017: keys K, one head (2, 3) (3, 1) 6
    Transformer 2017: values V, one head (2, 3) (3, 1) 6
    Transformer 2017: queries Q, all heads (2, 2, 3) (6, 3, 1) 12
    """
    words, features, hidden = ("word", _VOCABULARY), ("feature", _FEATURES), ("hidden", _HIDDEN)
    context = ("context feature", _CONTEXT * _FEATURES)
    heads, tokens, width = ("head", _HEADS), ("token", _TOKENS), ("head width", _HEAD_WIDTH)
    return (
        _historic("Bengio 2003: word features C", words, features),
        _historic("Bengio 2003: hidden weights H", hidden, context),
        _historic("Bengio 2003: output weights U", words, hidden),
        _historic("Transformer 2017: queries Q, one head", tokens, width),
        _historic("Transformer 2017: keys K, one head", tokens, width),
        _historic("Transformer 2017: values V, one head", tokens, width),
        _historic("Transformer 2017: queries Q, all heads", heads, tokens, width),
    )


def _historic(name: str, *axes: tuple[str, int]) -> HistoricTensor:
    names, shape = tuple(axis for axis, _ in axes), tuple(size for _, size in axes)
    return HistoricTensor(name, names, Tensor.zeros(shape))
