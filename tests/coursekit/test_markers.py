"""Markers: exact ones pair up, near ones are found, ordinary text is left alone."""

from __future__ import annotations

import hypothesis.strategies as st
import pytest
from hypothesis import given

from coursekit.markers import Block, MarkerError, Secret, blocks, markers, misspelt, secret_lines

EXACT = [f"### {edge} {kind.value}" for edge in ("BEGIN", "END") for kind in Secret]
NEAR = [
    "### BEGIN HIDDEN TEST",
    "## BEGIN SOLUTION",
    "# BEGIN SOLUTION",
    "###BEGIN SOLUTION",
    "### begin solution",
    "### Begin Hidden Tests",
    "### BEGN SOLUTION",
    "### BEGIN SOLUTIN",
    "### BEGIN HIDEN TESTS",
    "### BEGIN_SOLUTION",
    "### BEGIN  SOLUTION",
    "### BEGIN HIDDEN-TESTS",
    "### BEGIN HIDDEN TESTS:",
    "### BEGIN TESTS",
    "### END TEST",
    "### END HIDDEN",
    "### SOLUTION END",
    "### START SOLUTION",
    "### BEGIN MARKING SCHEME",
    "<!-- BEGIN SOLUTION -->",
    "x = 1  ### BEGIN SOLUTION",
    '"### END SOLUTION"',
]
ORDINARY = [
    "# the solution",
    "# Solution",
    "# the hidden tests",
    "# begin at the last axis",
    "# end of the tests",
    "# send tests",
    "### Resolution",
    "### The tests",
    "## Hidden costs",
    "In the end, solution times vary.",
    "begin = 0",
    "",
]


def test_blocks_of_two_kinds_have_the_lines_of_their_markers() -> None:
    """Counted by hand: markers in lines 2 and 4, and in lines 5 and 6."""
    source = "\n".join(
        ["a", "    ### BEGIN SOLUTION", "b", "    ### END SOLUTION",
         "### BEGIN HIDDEN TESTS", "### END HIDDEN TESTS", "c"]
    )  # fmt: skip

    assert blocks(source) == (Block(Secret.SOLUTION, 2, 4), Block(Secret.HIDDEN_TESTS, 5, 6))
    assert secret_lines(source) == {2, 3, 4, 5, 6}


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("a\n### BEGIN SOLUTION\nb", "line 2: ### BEGIN SOLUTION has no ### END after it"),
        ("a\n### END SOLUTION", "line 2: ### END SOLUTION closes nothing"),
        (
            "### BEGIN SOLUTION\n### BEGIN SOLUTION\n### END SOLUTION",
            "line 2: ### BEGIN SOLUTION stands inside the SOLUTION block that line 1 begins",
        ),
        (
            "### BEGIN HIDDEN TESTS\nx\n### END SOLUTION",
            "line 3: ### END SOLUTION closes the HIDDEN TESTS block that line 1 begins",
        ),
    ],
)
def test_markers_that_do_not_pair_up_are_refused_with_their_line(source: str, message: str) -> None:
    with pytest.raises(MarkerError) as caught:
        blocks(source)

    assert str(caught.value) == message


@pytest.mark.parametrize("line", NEAR)
def test_near_marker_is_found(line: str) -> None:
    assert list(misspelt(f"x = 1\n{line}")) == [(2, line)]
    assert list(markers(f"x = 1\n{line}")) == [(2, line)]


@pytest.mark.parametrize("line", EXACT)
def test_exact_marker_is_a_marker_and_not_misspelt(line: str) -> None:
    assert list(misspelt(line)) == []
    assert list(markers(line)) == [(1, line)]


@pytest.mark.parametrize("line", ORDINARY)
def test_ordinary_line_is_no_marker(line: str) -> None:
    assert list(markers(line)) == []


@given(
    st.sampled_from(EXACT),
    st.integers(min_value=4, max_value=20),
    st.sampled_from("ABCDEFGHIJKLMNOPQRSTUVWXYZ"),
)
def test_one_wrong_letter_is_always_noticed(line: str, place: int, letter: str) -> None:
    """Whatever letter of a marker is replaced, the line is a marker still or is reported."""
    place = min(place, len(line) - 1)
    changed = line[:place] + letter + line[place + 1 :]

    assert [text for _, text in markers(changed)] == [changed]


@given(st.lists(st.sampled_from(["x = 1", *EXACT]), max_size=6))
def test_blocks_either_refuse_or_account_for_every_marker(lines: list[str]) -> None:
    source = "\n".join(lines)
    try:
        found = blocks(source)
    except MarkerError:
        return

    edges = {line for block in found for line in (block.begin, block.end)}
    assert edges == {number for number, _ in markers(source)}
