"""nbgrader's converters with the kit's graders behind them, called as the formgrader calls them."""

from __future__ import annotations

import copy
import re
from pathlib import Path
from types import SimpleNamespace

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook
from nbgrader.apps.api import NbGraderAPI
from nbgrader.converters import Autograde
from nbgrader.coursedir import CourseDirectory
from nbgrader.exchange.default import ExchangeReleaseFeedback
from traitlets.config import Config

from coursekit import nbgrader_commands
from coursekit.course import Course, configuration
from coursekit.files import held
from coursekit.grading.classroom import grade_class, recorded, work_of
from coursekit.grading.gradebook import opened
from coursekit.grading.results import Status, SubmissionResult
from coursekit.nbgrader_commands import use_own_graders
from coursekit.notebooks import write_notebook

UNIT = "unit"
CANARY = "canary-41b7"
TEST = f"""assert a == 1, "a is not 1"
### BEGIN HIDDEN TESTS
assert b == 2, "{CANARY}"
### END HIDDEN TESTS"""
# What a class hands in: the first code cell's text.
CLASS = {
    "student-01": "a = 1; b = 2",
    "student-02": "a = 1; b = 3",
    "student-03": "a = 0; b = 2",
    "student [4]": "print(1)",
}


def marked(cell: nbformat.NotebookNode, name: str, **marks: object) -> nbformat.NotebookNode:
    standard = {"schema_version": 3, "grade": False, "solution": False, "locked": False,
                "task": False}  # fmt: skip
    cell.metadata = nbformat.from_dict({"nbgrader": {**standard, "grade_id": name, **marks}})
    cell.id = name
    return cell


def new_course(root: Path) -> Course:
    """Return a course with a class that has handed in, one of them a broken file."""
    source = new_notebook(
        cells=[
            marked(new_code_cell("a = 1; b = 2"), "answer", solution=True),
            marked(new_code_cell(TEST), "test", grade=True, locked=True, points=2),
            marked(new_markdown_cell("Why?"), "why", solution=True, grade=True, points=3),
        ]
    )
    write_notebook(root / "source" / UNIT / "assignment.ipynb", source)
    (root / "nbgrader_config.py").write_text(
        "from coursekit.nbgrader_commands import use_own_graders\n"
        "c = get_config()\n"
        "c.CourseDirectory.course_id = 'course'\n"
        "use_own_graders(c)\n"
    )
    course = Course.at(root)
    for student, code in CLASS.items():
        hand_in(course, source, student, code)
    folder = course.submitted / "student-05" / UNIT
    folder.mkdir(parents=True)
    (folder / "assignment.ipynb").write_text("{")
    collected = course.submitted / "student-01" / UNIT
    (collected / "timestamp.txt").write_text("2026-09-14 10:00:00 UTC")
    (collected / "submission_secret.txt").write_text("a-secret")
    return course


def hand_in(course: Course, source: nbformat.NotebookNode, student: str, code: str) -> None:
    notebook = copy.deepcopy(source)
    notebook.cells[0].source = code
    notebook.cells[1].source = TEST.splitlines()[0]
    write_notebook(course.submitted / student / UNIT / "assignment.ipynb", notebook)


def as_formgrader(course: Course, config: Config | None = None) -> NbGraderAPI:
    """Return nbgrader's interface as its formgrader has it for a course."""
    config = copy.deepcopy(configuration(course.root) if config is None else config)
    config.CourseDirectory.root = str(course.root)
    config.CourseDirectory.db_url = course.gradebook_url
    return NbGraderAPI(CourseDirectory(config=config), config=config)


def results_of(course: Course) -> list[SubmissionResult]:
    with opened(course) as book:
        return list(recorded(course, book, UNIT))


def files_of(*folders: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder.parent)): path.read_bytes()
        for folder in folders
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


@pytest.fixture(scope="module")
def graded(tmp_path_factory: pytest.TempPathFactory) -> SimpleNamespace:
    """Grade a class by nbgrader's interface: the course, and what the call answered."""
    course = new_course(tmp_path_factory.mktemp("graded"))
    return SimpleNamespace(course=course, answer=as_formgrader(course).autograde(UNIT, "*"))


@pytest.fixture(scope="module")
def waiting(tmp_path_factory: pytest.TempPathFactory) -> Course:
    """Return a course whose class has handed in and is never graded."""
    return new_course(tmp_path_factory.mktemp("waiting"))


@pytest.fixture
def course(tmp_path: Path) -> Course:
    return new_course(tmp_path)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, bool]]:
    """Return for whom grading was asked, and whether by force; no one is really graded."""
    calls: list[tuple[str, bool]] = []

    def work(
        course: Course, book: object, unit: str, students: list[str], *, force: bool, **more: object
    ) -> SimpleNamespace:
        calls.extend((student, force) for student in students)
        return SimpleNamespace(notes=("a note",), unchanged=0)

    def results(course: Course, book: object, work: object, workers: int) -> list[SubmissionResult]:
        return [SubmissionResult(student, UNIT, Status.GRADED) for student, _ in calls]

    monkeypatch.setattr(nbgrader_commands, "check_walls", lambda: None)
    monkeypatch.setattr(nbgrader_commands, "work_of", work)
    monkeypatch.setattr(nbgrader_commands, "grade_class", results)
    return calls


@pytest.mark.slow
def test_autograde_gives_what_our_own_run_gives(graded: SimpleNamespace, course: Course) -> None:
    with opened(course) as book:
        list(grade_class(course, book, work_of(course, book, UNIT), 2))

    own, theirs = results_of(course), results_of(graded.course)
    assert theirs == own
    assert files_of(graded.course.autograded, graded.course.feedback) == files_of(
        course.autograded, course.feedback
    )
    assert [(result.student, result.score) for result in theirs] == [
        ("student [4]", 0.0),
        ("student-01", 2.0),
        ("student-02", 0.0),
        ("student-03", 0.0),
        ("student-05", None),
    ]


def test_what_could_not_be_graded_is_reported_in_nbgraders_way(graded: SimpleNamespace) -> None:
    answer = graded.answer

    assert not answer["success"]
    assert "student-01, unit: 2 of 5 points" in answer["log"]
    assert "student-05, unit: refused: assignment.ipynb is not" in answer["log"]
    assert answer["error"].endswith("NbGraderException: unit: no score for student-05\n")


def test_what_has_not_changed_is_kept_and_what_was_refused_stays_so(
    graded: SimpleNamespace,
) -> None:
    answer = as_formgrader(graded.course).autograde(UNIT, "*", force=False)

    assert "unit: 5 unchanged, kept" in answer["log"]
    assert "points" not in answer["log"]
    assert answer["error"].endswith("NbGraderException: unit: no score for student-05\n")


def test_hidden_tests_reach_neither_the_student_nor_the_feedback(graded: SimpleNamespace) -> None:
    written = files_of(graded.course.autograded, graded.course.feedback)

    assert len([name for name in written if name.endswith((".ipynb", ".html"))]) == 4 + 5
    assert [name for name, content in written.items() if CANARY.encode() in content] == []


def test_feedback_is_written_anew_from_what_is_recorded(graded: SimpleNamespace) -> None:
    before = files_of(graded.course.feedback)
    for page in graded.course.feedback.rglob("*.html"):
        page.unlink()

    answer = as_formgrader(graded.course).generate_feedback(UNIT)
    assert answer["success"]
    assert answer["log"].count("wrote ") == 5
    assert files_of(graded.course.feedback) == before


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # of nbgrader's
def test_feedback_can_be_released(graded: SimpleNamespace, tmp_path: Path) -> None:
    api = as_formgrader(graded.course)
    api.coursedir.assignment_id, api.coursedir.student_id = UNIT, "student-01"
    tmp_path.chmod(0o777)
    release = ExchangeReleaseFeedback(
        coursedir=api.coursedir, authenticator=api.authenticator, root=str(tmp_path)
    )

    release.start()
    (page,) = (tmp_path / "course" / "feedback").iterdir()
    own = graded.course.feedback / "student-01" / UNIT / "assignment.html"
    assert page.read_bytes() == own.read_bytes()


@pytest.mark.parametrize(
    ("wanted", "left_out", "chosen"),
    [
        ("*", "", ["student [4]", "student-01", "student-02", "student-03", "student-05"]),
        ("student-01", "", ["student-01"]),
        ("student [4]", "", ["student [4]"]),
        ("student-*", "student-02,student-05", ["student-01", "student-03"]),
    ],
)
def test_students_are_chosen_by_name_by_a_pattern_or_all(
    waiting: Course, asked: list[tuple[str, bool]], wanted: str, left_out: str, chosen: list[str]
) -> None:
    api = as_formgrader(waiting)
    api.coursedir.student_id_exclude = left_out

    assert api.autograde(UNIT, wanted)["success"]
    assert asked == [(student, True) for student in chosen]


@pytest.mark.parametrize("call", ["autograde", "generate_feedback"])
@pytest.mark.parametrize(
    ("wanted", "left_out", "who"),
    [("student-99", "", "student-99"), ("*", ",".join([*CLASS, "student-05"]), "anyone")],
)
def test_that_nobody_is_meant_is_said(
    waiting: Course, asked: list[tuple[str, bool]], call: str, wanted: str, left_out: str, who: str
) -> None:
    api = as_formgrader(waiting)
    api.coursedir.student_id_exclude = left_out

    answer = getattr(api, call)(UNIT, wanted)
    assert not answer["success"]
    assert f"there is nothing of {who} for unit" in answer["log"]
    assert (
        "a submission lies in submitted/<student>/unit/; feedback needs it graded before"
        in answer["log"]
    )
    assert asked == []


def test_a_run_that_is_at_work_is_not_disturbed(
    waiting: Course, asked: list[tuple[str, bool]]
) -> None:
    api = as_formgrader(waiting)
    with held(waiting.lock, "grade"):
        answers = [api.autograde(UNIT, "*"), api.generate_feedback(UNIT)]

    assert not any(answer["success"] for answer in answers)
    assert "cannot grade: another run is at work on this course" in answers[0]["log"]
    assert "cannot write feedback: another run is at work on this course" in answers[1]["log"]
    assert asked == []


@pytest.mark.slow
def test_without_walls_only_where_the_configuration_says_so(course: Course) -> None:
    config = Config()
    use_own_graders(config, sandbox="none")

    assert as_formgrader(course, config).autograde(UNIT, "student-01")["success"]
    (result,) = results_of(course)
    assert result.flags == ("sandbox none",)


def test_an_unknown_kind_of_walls_is_refused() -> None:
    with pytest.raises(ValueError, match=re.escape("'paper' is not a valid Sandbox")):
        use_own_graders(Config(), sandbox="paper")


def test_what_is_not_heeded_is_said(waiting: Course, asked: list[tuple[str, bool]]) -> None:
    said = "submissions are graded as a whole, and always run"
    one, unrun, plain = (as_formgrader(waiting) for _ in range(3))
    one.coursedir.notebook_id = "assignment"
    unrun.config.Execute.enabled = False

    assert "a note" in plain.autograde(UNIT, "student-01", force=False)["log"]
    assert asked == [("student-01", False)]
    assert said in one.autograde(UNIT, "student-01")["log"]
    assert said in unrun.autograde(UNIT, "student-01")["log"]
    assert said not in plain.autograde(UNIT, "student-01")["log"]


def test_another_course_in_the_same_process_stays_nbgraders(
    waiting: Course, monkeypatch: pytest.MonkeyPatch
) -> None:
    used: list[str] = []
    monkeypatch.setattr(Autograde, "init_notebooks", lambda self: used.append("nbgrader's own"))
    monkeypatch.setattr(Autograde, "convert_notebooks", lambda self: None)

    assert as_formgrader(waiting, Config()).autograde(UNIT, "student-01")["success"]
    assert used == ["nbgrader's own"]
    assert not waiting.autograded.exists()


def test_the_configuration_may_be_read_any_number_of_times(waiting: Course) -> None:
    start = Autograde.start

    for _ in range(2):
        config = configuration(waiting.root)
    assert Autograde.start is start
    assert config.CourseKit.own_graders
