"""Tensors and views in jaxtyping's annotations, what these find, and what they do not."""

import doctest
import re

import ml_dtypes
import numpy as np
import pytest
from beartype import beartype
from beartype.roar import BeartypeCallHintViolation
from jaxtyping import Bool, Float, Float32, Float64, Int, Shaped, TypeCheckError, jaxtyped

from tensorlib import (
    MaskError,
    SizeOutcome,
    Tensor,
    TensorView,
    compare_sizes,
    distinct_sizes,
    masked_mean,
    padding_mask,
)

checked = jaxtyped(typechecker=beartype)
AnyTensor = Tensor | TensorView


@checked
def pool(x: Float64[AnyTensor, "B T d"], mask: Bool[np.ndarray, "B T"]) -> Float64[Tensor, "B d"]:
    return masked_mean(x, mask)


@checked
def usual_pool(
    x: Float[np.ndarray, "B T d"], mask: Bool[np.ndarray, "B T"]
) -> Float[np.ndarray, "B d"]:
    """Do what is mostly written, mask turned to 32-bit floats included."""
    m = mask[:, :, None].astype(np.float32)
    with np.errstate(invalid="ignore"):
        return (x * m).sum(1) / m.sum(1)


@checked
def wrong_axis(x: Float64[Tensor, "B T d"]) -> Float64[Tensor, "B d"]:
    return x.mean(axis=0)


def test_the_page_about_signatures_is_true(repository):
    text = (repository / "docs/signatures.md").read_text(encoding="utf-8")
    examples = "\n".join(re.findall(r"^```python\n(.*?)^```$", text, flags=re.M | re.S))
    test = doctest.DocTestParser().get_doctest(examples, {}, "signatures.md", "signatures.md", 0)

    failed, tried = doctest.DocTestRunner(
        verbose=False, optionflags=doctest.NORMALIZE_WHITESPACE
    ).run(test)

    assert (failed, tried) == (0, len(test.examples))
    assert tried >= 15


@pytest.mark.parametrize(
    ("hint", "fits"),
    [
        (Float64[Tensor, "2 3"], True),
        (Float[Tensor, "B T"], True),
        (Shaped[Tensor, "..."], True),
        (Float[Tensor, "2 3 1"], False),
        (Float[Tensor, "3 2"], False),
        (Float[Tensor, "B B"], False),
        (Float32[Tensor, "2 3"], False),
        (Int[Tensor, "2 3"], False),
        (Float[TensorView, "2 3"], False),
        (Float[np.ndarray, "2 3"], False),
    ],
    ids=str,
)
def test_annotations_of_a_tensor(hint, fits):
    @checked
    def take(x: hint) -> int:
        return 1

    if fits:
        assert take(Tensor.zeros((2, 3))) == 1
    else:
        with pytest.raises(TypeCheckError, match="typechecking parameter 'x'"):
            take(Tensor.zeros((2, 3)))


def test_views_have_the_shape_that_they_show():
    view = Tensor.zeros((2, 3, 4)).view()

    @checked
    def take(x: Float64[TensorView, "a b"], y: Float64[TensorView, "b a"]) -> int:
        return 1

    assert take(view[0], view[1].transpose(0, 1)) == 1
    assert take(view[:, 0, ::2], view.permute(2, 1, 0)[::2, 0]) == 1
    assert take(view[0, :1].expand((5, 4)), Tensor.zeros((4, 5)).view()) == 1
    with pytest.raises(TypeCheckError, match="typechecking parameter 'y'"):
        take(view[0], view[1])


def test_pooling_of_tensors_and_views():
    x = Tensor.from_array(np.arange(1, 31).reshape(3, 5, 2))
    mask = padding_mask([5, 3, 1], 5)
    means = Tensor((3, 2), [5, 6, 13, 14, 21, 22])

    assert pool(x, mask) == means
    stored_otherwise = Tensor.from_array(np.asarray(x).transpose(1, 0, 2)).view()
    assert pool(stored_otherwise.transpose(0, 1), mask) == means


@pytest.mark.parametrize(
    "change",
    [
        lambda x, mask: (x, mask.T),
        lambda x, mask: (x, mask[:2]),
        lambda x, mask: (x, mask[:, :, None]),
        lambda x, mask: (x, mask.astype(float)),
        lambda x, mask: (np.asarray(x), mask),
        lambda x, mask: (np.asarray(x).astype(ml_dtypes.bfloat16), mask),
    ],
)
def test_pooling_refuses_at_its_boundary(change):
    x, mask = Tensor.zeros((3, 5, 2)), padding_mask([5, 3, 1], 5)

    with pytest.raises(TypeCheckError, match=r"checking the parameters of .*\.pool"):
        pool(*change(x, mask))


def test_the_usual_pooling_has_two_holes_and_this_one_has_not():
    x = np.arange(1, 31).reshape(3, 5, 2)
    mask = np.array([[True] * 5, [True] * 5, [False] * 5])

    assert np.isnan(usual_pool(x.astype(np.float32), mask)[2]).all()
    with pytest.raises(MaskError, match=r"^masked_mean: row 2: none of 5 positions is real"):
        pool(Tensor.from_array(x), mask)

    narrow = x.astype(ml_dtypes.bfloat16)
    full = padding_mask([5, 3, 1], 5)
    assert usual_pool(narrow, full).dtype == np.float32
    pooled = pool(Tensor.from_array(narrow), full)
    assert pooled.dtype == "float64"
    assert np.array_equal(np.asarray(pooled), usual_pool(narrow, full))


def test_beartype_alone_binds_no_names():
    def wrong(x: Float64[Tensor, "B T d"], mask: Bool[np.ndarray, "B T"]) -> Float64[Tensor, "B d"]:
        return x.mean(axis=0)

    x, other = Tensor.zeros((3, 5, 7)), padding_mask([2], 9)

    assert beartype(wrong)(x, other).shape == (5, 7)
    with pytest.raises(TypeCheckError, match="typechecking parameter 'mask'"):
        checked(wrong)(x, other)
    with pytest.raises(BeartypeCallHintViolation, match="2 dimensions, not the 3 expected"):
        beartype(wrong)(Tensor.zeros((3, 5)), other)


def test_a_wrong_axis_is_found_at_the_end_unless_the_sizes_are_equal():
    assert wrong_axis(Tensor.zeros((16, 16, 64))).shape == (16, 64)
    with pytest.raises(TypeCheckError, match="checking the return value of"):
        wrong_axis(Tensor.zeros((3, 5, 7)))


@pytest.mark.parametrize("seed", range(5))
def test_sizes_that_cannot_coincide_make_it_loud(seed):
    sizes = distinct_sizes("B T d", seed=seed)

    with pytest.raises(TypeCheckError, match="checking the return value of"):
        wrong_axis(Tensor.zeros(tuple(sizes.values())))


def test_a_column_of_targets_stops_at_the_boundary():
    @checked
    def loss(predictions: Float64[Tensor, "N"], targets: Float64[Tensor, "N"]) -> float:
        return float(np.mean((np.asarray(predictions) - np.asarray(targets)) ** 2))

    assert loss(Tensor.zeros((256,)), Tensor.zeros((256,))) == 0.0
    with pytest.raises(TypeCheckError, match="typechecking parameter 'targets'"):
        loss(Tensor.zeros((256,)), Tensor.zeros((256, 1)))


def test_what_the_annotation_misses_the_comparison_of_values_finds():
    """The names fit at every size, since a mean kept as size 1 stretches again."""

    @checked
    def centred(x: Float64[np.ndarray, "B T d"]) -> Float64[np.ndarray, "B T d"]:
        return x - x.mean(axis=0, keepdims=True)

    report = compare_sizes(
        centred,
        lambda x: x - x.mean(axis=1, keepdims=True),
        lambda sizes: [np.random.default_rng(0).normal(size=tuple(sizes.values()))],
        "B T d",
    )

    assert report.labels(SizeOutcome.RAISED) == ()
    assert report.at_distinct_sizes is SizeOutcome.DIFFERED
