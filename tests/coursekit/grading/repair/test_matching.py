"""Submitted notebooks against the unit's own: whatever happened to the cells."""

from __future__ import annotations

import copy
from collections.abc import Callable
from types import SimpleNamespace

import pytest
from nbformat import NotebookNode

from coursekit.errors import NotebookError
from coursekit.grading.repair.matching import Matched, match
from coursekit.grading.submission import grade_notebook
from coursekit.notebooks import grade_id

ORDER = ["setup", "first", "test_first", "second", "test_second", "essay"]


def cell(notebook: NotebookNode, name: str) -> NotebookNode:
    return next(c for c in notebook.cells if grade_id(c) == name)


def place(notebook: NotebookNode, name: str) -> int:
    return [grade_id(c) for c in notebook.cells].index(name)


def names(matched: Matched) -> list[str]:
    return [name for c in matched.notebook.cells if (name := grade_id(c))]


def text(matched: Matched, name: str) -> str:
    return cell(matched.notebook, name).source


def test_an_honest_submission_raises_no_flag(source: NotebookNode, answered: NotebookNode) -> None:
    matched = match(source, answered)
    assert matched.flags == ()
    assert matched.untouched == frozenset()
    assert names(matched) == ORDER
    assert [c.source for c in matched.notebook.cells] == [c.source for c in answered.cells]


def test_an_untouched_release_raises_no_flag(source: NotebookNode, released: NotebookNode) -> None:
    assert match(source, released).flags == ()


def test_a_reference_solution_raises_no_flag(source: NotebookNode) -> None:
    assert match(source, source).flags == ()


@pytest.mark.parametrize("mend", [lambda s: s.replace("\n", "\r\n"), lambda s: s + "  \n\n"])
def test_ends_of_lines_are_no_change(
    source: NotebookNode, answered: NotebookNode, mend: Callable[[str], str]
) -> None:
    for c in answered.cells:
        c.source = mend(c.source)
    assert match(source, answered).flags == ()


def test_own_cells_raise_no_flag_and_cannot_count(
    source: NotebookNode, answered: NotebookNode, cells: SimpleNamespace
) -> None:
    answered.cells.insert(0, cells.graded("bonus", "5", points=5))
    answered.cells.append(cells.plain("print('done')"))
    matched = match(source, answered)
    assert matched.flags == ()
    assert names(matched) == ORDER


def test_the_submission_is_not_changed(source: NotebookNode, answered: NotebookNode) -> None:
    before, own = copy.deepcopy(answered), copy.deepcopy(source)
    match(source, answered)
    assert (answered, source) == (before, own)


def test_nothing_hidden_is_in_the_notebook_that_runs(
    source: NotebookNode, answered: NotebookNode
) -> None:
    del answered.cells[place(answered, "test_first")]
    shown = str([c.source for c in match(source, answered).notebook.cells])
    assert "HIDDEN" not in shown
    assert "SOLUTION" not in shown


def test_ids_are_unique_whatever_is_handed_in(source: NotebookNode, answered: NotebookNode) -> None:
    for c in answered.cells:
        c.id = "setup"
    answered.cells += copy.deepcopy(answered.cells)
    ids = [c.id for c in match(source, answered).notebook.cells]
    assert len(set(ids)) == len(ids)


# copies


def test_a_copied_test_is_ignored_and_told(source: NotebookNode, answered: NotebookNode) -> None:
    answered.cells += [copy.deepcopy(cell(answered, "test_first")) for _ in range(2)]
    matched = match(source, answered)
    assert names(matched) == ORDER
    assert matched.flags == ("mended: 2 copies of cell test_first were ignored",)


def test_what_was_written_into_a_copy_of_a_test_runs_as_the_students_own(
    source: NotebookNode, answered: NotebookNode
) -> None:
    wrong_cell = copy.deepcopy(cell(answered, "test_first"))
    wrong_cell.source = "strides = 8"
    answered.cells.insert(place(answered, "test_first"), wrong_cell)
    matched = match(source, answered)
    assert matched.flags == ("mended: a copy of cell test_first was run as the student's own",)
    assert [c.source for c in matched.notebook.cells][3:6] == [
        "strides = 7", "strides = 8", "assert type(strides) is int",
    ]  # fmt: skip


def test_of_two_copies_of_an_answer_the_last_before_its_test_counts(
    source: NotebookNode, answered: NotebookNode
) -> None:
    for text_, where in (("strides = 8", 0), ("strides = 9", 1), ("strides = 10", 5)):
        other = copy.deepcopy(cell(answered, "first"))
        other.source = text_
        answered.cells.insert(place(answered, "first") + where, other)
    matched = match(source, answered)
    assert text(matched, "first") == "strides = 7"
    assert matched.flags == ("mended: 3 copies of cell first were run as the student's own",)
    assert [c.source for c in matched.notebook.cells if "strides =" in c.source] == [
        "strides = 8", "strides = 9", "strides = 7", "strides = 10",
    ]  # fmt: skip


def test_of_two_copies_of_an_essay_the_written_one_counts(
    source: NotebookNode, released: NotebookNode
) -> None:
    written = copy.deepcopy(cell(released, "essay"))
    written.source = "Since it ends there."
    released.cells.append(written)
    matched = match(source, released)
    assert text(matched, "essay") == "Since it ends there."
    assert matched.untouched == frozenset()


# deletions


def test_a_deleted_test_is_put_back(source: NotebookNode, answered: NotebookNode) -> None:
    del answered.cells[place(answered, "test_first")]
    matched = match(source, answered)
    assert names(matched) == ORDER
    assert matched.flags == ("mended: cell test_first was missing and was put back",)


def test_a_deleted_test_comes_behind_a_split_answer(
    source: NotebookNode, answered: NotebookNode, cells: SimpleNamespace
) -> None:
    at = place(answered, "test_first")
    answered.cells[at] = cells.plain("strides = 7 + 0")
    sources = [c.source for c in match(source, answered).notebook.cells]
    assert sources[3:6] == ["strides = 7", "strides = 7 + 0", "assert type(strides) is int"]


def test_all_that_is_locked_is_put_back(source: NotebookNode, answered: NotebookNode) -> None:
    gone = ("setup", "test_first", "test_second")
    answered.cells = [c for c in answered.cells if grade_id(c) not in gone]
    matched = match(source, answered)
    assert names(matched) == ORDER
    assert matched.flags == (
        "mended: each of the cells setup, test_first, test_second was missing and was put back",
    )


def test_a_deleted_answer_is_told(source: NotebookNode, answered: NotebookNode) -> None:
    del answered.cells[place(answered, "first")]
    matched = match(source, answered)
    assert names(matched) == [name for name in ORDER if name != "first"]
    assert matched.flags == ("mended: answer cell first is missing",)


# changes


def test_a_changed_test_is_flagged_and_not_used(
    source: NotebookNode, answered: NotebookNode
) -> None:
    cell(answered, "test_first").source = "pass"
    matched = match(source, answered)
    assert text(matched, "test_first") == "assert type(strides) is int"
    assert matched.flags == (
        "tampering: test cell test_first was changed; the unit's own was used",
    )


def test_a_changed_set_up_is_flagged_and_not_used(
    source: NotebookNode, answered: NotebookNode
) -> None:
    cell(answered, "setup").source += "\nnp.all = lambda *_: True"
    matched = match(source, answered)
    assert "lambda" not in text(matched, "setup")
    assert matched.flags == ("tampering: locked cell setup was changed; the unit's own was used",)


def test_a_test_of_another_release_is_no_tampering(
    source: NotebookNode, answered: NotebookNode
) -> None:
    newer = copy.deepcopy(source)
    cell(newer, "test_first").source = "assert strides == 7"
    matched = match(newer, answered)
    assert text(matched, "test_first") == "assert strides == 7"
    assert matched.flags == (
        "mended: test cell test_first is of another release; the unit's own was used",
    )


def test_points_and_marks_are_the_units(source: NotebookNode, answered: NotebookNode) -> None:
    cell(answered, "test_first").metadata.nbgrader.points = 100
    cell(answered, "test_second").metadata.nbgrader.grade = False
    cell(answered, "setup").metadata.nbgrader.locked = False
    matched = match(source, answered)
    assert [c.metadata for c in matched.notebook.cells] == [c.metadata for c in source.cells]
    assert matched.flags == (
        "mended: the marks of cell setup were changed; the unit's own count",
        "tampering: the points of cell test_first were changed; the unit's own count",
        "mended: the marks of cell test_second were changed; the unit's own count",
    )


@pytest.mark.parametrize("kind", ["markdown", "raw"])
@pytest.mark.parametrize("name", ["first", "test_first", "setup"])
def test_types_are_the_units(
    source: NotebookNode, answered: NotebookNode, name: str, kind: str
) -> None:
    changed = cell(answered, name)
    changed.cell_type = kind
    del changed["outputs"], changed["execution_count"]
    matched = match(source, answered)
    assert cell(matched.notebook, name).cell_type == "code"
    assert text(matched, name) == changed.source
    assert matched.flags == (
        f"mended: cell {name} was turned into a {kind} cell; it is code again",
    )


# order


def test_a_test_that_stood_before_its_answer_runs_behind_it(
    source: NotebookNode, answered: NotebookNode
) -> None:
    answered.cells.insert(0, answered.cells.pop(place(answered, "test_first")))
    matched = match(source, answered)
    assert names(matched) == ORDER
    assert matched.flags == (
        "mended: cell test_first stood at another place and was put where it belongs",
    )


def test_a_test_runs_before_the_answers_to_later_questions(
    source: NotebookNode, answered: NotebookNode
) -> None:
    answered.cells.append(answered.cells.pop(place(answered, "test_first")))
    assert names(match(source, answered)) == ORDER


def test_a_set_up_runs_before_the_answers_that_need_it(
    source: NotebookNode, answered: NotebookNode
) -> None:
    answered.cells.append(answered.cells.pop(place(answered, "setup")))
    assert names(match(source, answered)) == ORDER


def test_questions_in_another_order_stay_in_it(
    source: NotebookNode, answered: NotebookNode
) -> None:
    second = answered.cells[5:8]
    answered.cells[5:8] = []
    answered.cells[2:2] = second
    matched = match(source, answered)
    assert names(matched) == ["setup", "second", "test_second", "first", "test_first", "essay"]
    assert matched.flags == ()


# lost metadata

LOST = "mended: 6 cells had lost their metadata; they were known by their text or place"


def stripped(notebook: NotebookNode, *, ids: bool = True) -> NotebookNode:
    for number, c in enumerate(notebook.cells):
        c.metadata.clear()
        c.id = f"x{number}" if ids else c.id
    return notebook


@pytest.mark.parametrize("ids", [True, False])
def test_stripped_metadata_is_known_by_text_and_place(
    source: NotebookNode, answered: NotebookNode, ids: bool
) -> None:
    expected = [c.source for c in answered.cells]
    matched = match(source, stripped(answered, ids=ids))
    assert names(matched) == ORDER
    assert [c.source for c in matched.notebook.cells] == expected
    assert matched.flags == (LOST,)


def test_stripped_and_without_text_between_the_questions(
    source: NotebookNode, answered: NotebookNode
) -> None:
    answered.cells = [c for c in answered.cells if grade_id(c)]
    matched = match(source, stripped(answered))
    assert names(matched) == ORDER
    assert text(matched, "essay") == "Since it ends there."


def test_an_answer_is_known_by_the_names_it_binds(
    source: NotebookNode, answered: NotebookNode
) -> None:
    kept = [cell(answered, name) for name in ("second", "test_second", "first", "test_first")]
    answered.cells = kept
    matched = match(source, stripped(answered))
    assert text(matched, "first") == "strides = 7"
    assert text(matched, "second") == "offset = 7"


def test_one_cell_without_metadata_is_named(source: NotebookNode, answered: NotebookNode) -> None:
    cell(answered, "test_first").metadata.clear()
    matched = match(source, answered)
    assert matched.flags == (
        "mended: cell test_first had lost its metadata; it was known by its text or place",
    )


def test_a_changed_test_without_metadata_is_flagged_all_the_same(
    source: NotebookNode, answered: NotebookNode
) -> None:
    cell(answered, "test_second").source += "  # checked"
    matched = match(source, stripped(answered, ids=False))
    assert "tampering: test cell test_second was changed; the unit's own was used" in matched.flags


def test_an_essay_between_strange_cells_is_left_to_a_person(
    source: NotebookNode, answered: NotebookNode, cells: SimpleNamespace
) -> None:
    essay = cell(answered, "essay")
    essay.metadata.clear()
    essay.id = "x1"
    other = copy.deepcopy(essay)
    other.id, other.source = "x2", "Or since it does not."
    answered.cells.insert(place(answered, "test_second") + 2, other)
    matched = match(source, answered)
    assert matched.untouched == frozenset()  # one of the two may be the answer
    assert "mended: cell essay was missing and was put back" in matched.flags


def test_an_essay_is_not_known_by_its_place_where_the_order_is_another(
    source: NotebookNode, answered: NotebookNode
) -> None:
    essay = cell(answered, "essay")
    essay.metadata.clear()
    essay.id = "x1"
    assert text(match(source, answered), "essay") == "Since it ends there."
    answered.cells.append(answered.cells.pop(2))  # the text of question 1, now behind all others
    matched = match(source, answered)
    assert text(matched, "essay") != "Since it ends there."
    assert "Since it ends there." in [c.source for c in matched.notebook.cells]
    assert matched.untouched == frozenset()  # a person has to look


# written answers


def test_a_written_answer_as_released_is_untouched(
    source: NotebookNode, released: NotebookNode
) -> None:
    assert match(source, released).untouched == {"essay"}


def test_a_deleted_written_answer_is_untouched(
    source: NotebookNode, answered: NotebookNode
) -> None:
    del answered.cells[place(answered, "essay")]
    assert match(source, answered).untouched == {"essay"}


def test_a_stub_of_the_courses_own_is_known_by_its_checksum(
    source: NotebookNode, released: NotebookNode, cells: SimpleNamespace
) -> None:
    stub = cell(released, "essay")
    stub.source = "*Your words:*"
    assert match(source, released).untouched == frozenset()
    marks = stub.metadata.nbgrader
    marks["checksum"] = "5f9b"  # nonsense excuses nothing
    assert match(source, released).untouched == frozenset()


# refusals


def test_another_assignment_is_refused(source: NotebookNode, cells: SimpleNamespace) -> None:
    with pytest.raises(NotebookError) as caught:
        match(source, cells.notebook(cells.plain("print('hello')")))
    assert str(caught.value) == "no cell of this notebook belongs to the unit"
    assert caught.value.remedy == "check that the right file was handed in"


def test_a_few_known_texts_do_not_make_it_the_unit(
    source: NotebookNode, cells: SimpleNamespace
) -> None:
    other = cells.notebook(cells.plain("import math\nimport numpy as np"), cells.plain("x = 3"))
    with pytest.raises(NotebookError) as caught:
        match(source, other)
    assert str(caught.value) == (
        "only 0 of the unit's 5 answer and test cells are recognised in this notebook"
    )


def test_a_known_cell_among_strangers_is_refused(
    source: NotebookNode, answered: NotebookNode, cells: SimpleNamespace
) -> None:
    answered.cells = [cell(answered, "first"), *(cells.plain(f"y = {n}") for n in range(2))]
    with pytest.raises(NotebookError, match=r"^only 1 of the unit's 5 answer and test cells are"):
        match(source, answered)


def test_one_answered_question_is_enough_where_nothing_is_strange(
    source: NotebookNode, answered: NotebookNode
) -> None:
    answered.cells = [cell(answered, "first")]
    assert names(match(source, answered)) == [n for n in ORDER if n != "second"]


# the whole way


def scores(source: NotebookNode, submitted: NotebookNode) -> list[tuple[float | None, str | None]]:
    return [(q.score, q.reason) for q in grade_notebook(source, submitted).questions]


def test_a_shuffled_and_stripped_submission_has_all_its_marks(
    source: NotebookNode, answered: NotebookNode
) -> None:
    answered.cells.reverse()
    stripped(answered)
    assert scores(source, answered)[:2] == [(1, None), (2, None)]


def test_what_nobody_wrote_scores_nothing_and_says_so(
    source: NotebookNode, released: NotebookNode
) -> None:
    assert scores(source, released)[2] == (0, "not answered")


def test_what_somebody_wrote_waits_for_a_person(
    source: NotebookNode, answered: NotebookNode
) -> None:
    assert scores(source, answered) == [(1, None), (2, None), (None, None)]
