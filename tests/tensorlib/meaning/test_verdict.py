"""A verdict as a value, as text and as a table."""

from __future__ import annotations

import copy
import pickle
from xml.etree import ElementTree

import pytest

from tensorlib import RAISES, SILENTLY_WRONG, Verdict, VerdictKind, check_axes

MASK = {"scores": "B Tq Tk", "mask": "B Tk"}


@pytest.mark.parametrize("kind", list(VerdictKind))
def test_a_kind_is_its_name(kind):
    assert kind == kind.name == str(kind)
    assert getattr(Verdict, kind.name) is kind


def test_a_verdict_equals_its_kind_and_its_like():
    verdict = check_axes(MASK, B=4, Tq=4, Tk=4)

    assert verdict == SILENTLY_WRONG
    assert verdict == "SILENTLY_WRONG"
    assert verdict != RAISES
    assert verdict == check_axes(MASK, B=4, Tq=4, Tk=4)
    assert verdict != check_axes(MASK, B=5, Tq=5, Tk=5)
    assert verdict != 5
    assert hash(verdict) == hash(SILENTLY_WRONG)


def test_a_verdict_can_be_copied_and_sent():
    verdict = check_axes(MASK, B=8, Tq=4, Tk=4)

    assert pickle.loads(pickle.dumps(verdict)) == copy.deepcopy(verdict) == verdict


def test_a_verdict_cannot_be_changed():
    verdict = check_axes(MASK, B=4, Tq=4, Tk=4)

    with pytest.raises(AttributeError, match="cannot assign to field 'kind'"):
        verdict.kind = RAISES


def test_html_is_a_table_with_headers_and_the_reason_in_words():
    verdict = check_axes(MASK, B=4, Tq=4, Tk=4)
    root = ElementTree.fromstring(verdict._repr_html_())
    rows = [["".join(cell.itertext()) for cell in row] for row in root.iter("tr")]

    assert root.find("table/caption").text == "SILENTLY_WRONG"
    assert rows == [
        ["axis", "-3", "-2", "-1"],
        ["scores", "B=4", "Tq=4", "Tk=4"],
        ["mask", "–", "B=4 on Tq", "Tk=4"],
        ["result", "B=4", "Tq=4", "Tk=4"],
    ]
    assert [paragraph.text for paragraph in root.iter("p")] == [
        "axis B of mask lands on axis Tq of scores; both have size 4, so it runs",
        "raises at sizes B=3, Tq=5, Tk=7",
        "right at every size: mask[:, None, :]",
    ]
    assert "color" not in verdict._repr_html_()


def test_html_escapes_what_was_given():
    html = check_axes({"<script>": "N", "&": "N 1"}, N=4)._repr_html_()

    assert "<script" not in html
    assert "&lt;script&gt;" in html


def test_an_operation_without_axes():
    assert str(check_axes({"x": ""})) == (
        "CORRECT: every axis lands on its own, at every size\naxis\nx\nresult"
    )
