"""What is planned with: the simulation, the formula, and the pages made from measurements."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.capacity.__main__ import MEASURED, PAGES
from bench.capacity.documents import CORES, SUBMISSIONS
from bench.capacity.model import Costs
from bench.capacity.points import TOLERANCE, Point, costs_of, points_of, simulated
from bench.capacity.simulation import Crew, Task, simulated_seconds
from bench.grading.graders import kit, nbgrader
from bench.grading.record import BookPoint, Record, StageTimes
from bench.grading.rounds import Run
from bench.machine import Machine
from bench.usage import Usage

SECONDS = st.floats(0.0, 10.0)
CREWS = st.builds(Crew, st.integers(1, 6), st.integers(1, 6), st.floats(0.0, 2.0))
COSTS = Costs(2.0, 0.1, 0.02, 30.0, 100e6, 50e6, 10e3, 90e3)


def test_cores_are_shared_by_whoever_is_busy():
    """Two workers and the writer on two cores, two submissions of a second, one more to keep.

    Both workers have a core each and end at 1. The writer then keeps both results, half a second
    each, alone: it is done at 2.
    """
    assert simulated_seconds([Task(1.0)] * 2, Crew(2, 2, 0.5)) == pytest.approx(2.0)


def test_a_busy_writer_slows_the_workers():
    """One core, one worker, two submissions of a second, half a second to keep each.

    The first ends at 1. From then the second and the first's result share the core: the result is
    kept after 1 second more, at 2, and half of the second is done. It ends at 2.5 and is kept at 3.
    """
    assert simulated_seconds([Task(1.0)] * 2, Crew(1, 1, 0.5)) == pytest.approx(3.0)


def test_an_endless_loop_ends_on_the_clock_whatever_share_it_has():
    """One core, two workers: the loop ends at 4, the other submission gets half a core till 2."""
    assert simulated_seconds([Task(0.0, 4.0), Task(1.0)], Crew(2, 1, 0.0)) == pytest.approx(4.0)
    assert simulated_seconds([Task(0.0, 4.0), Task(3.0)], Crew(2, 1, 0.0)) == pytest.approx(5.0)


@given(st.lists(SECONDS.map(Task), min_size=1, max_size=20), CREWS)
def test_no_crew_beats_its_limits(tasks, crew):
    seconds = simulated_seconds(tasks, crew)
    work, writing = sum(task.work for task in tasks), crew.write * len(tasks)
    bounds = [
        (work + writing) / crew.cores,
        work / crew.workers,
        writing,
        max(task.work for task in tasks) + crew.write,
    ]

    assert seconds >= max(bounds) * (1 - 1e-9) - 1e-9
    assert seconds <= (work + writing) * (1 + 1e-9) + 1e-9


@given(st.lists(SECONDS.map(Task), min_size=1, max_size=20), st.integers(1, 6), st.floats(0, 2))
def test_one_core_does_all_the_work_and_nothing_else(tasks, workers, write):
    """Whoever is busy has all of it, and with workers enough somebody always is."""
    expected = sum(task.work for task in tasks) + write * len(tasks)

    assert simulated_seconds(tasks, Crew(workers, 1, write)) == pytest.approx(expected)


@given(st.lists(SECONDS.map(Task), min_size=1, max_size=20), CREWS)
def test_more_cores_are_never_slower(tasks, crew):
    more = replace(crew, cores=crew.cores + 1)

    assert simulated_seconds(tasks, more) <= simulated_seconds(tasks, crew) * (1 + 1e-9) + 1e-9


@pytest.mark.parametrize("cores", CORES)
@pytest.mark.parametrize("submissions", SUBMISSIONS)
def test_the_formula_is_what_the_simulation_gives(submissions, cores):
    """A hundred submissions are few for 32 workers: the last round leaves some without work."""
    formula = COSTS.seconds(submissions, cores)

    assert simulated(COSTS, submissions, cores) == pytest.approx(formula, rel=0.05)


@pytest.mark.parametrize("endless", [1, 10])
def test_the_formula_knows_endless_loops(endless):
    formula = COSTS.seconds(1_000, 4, endless=endless)

    assert simulated(COSTS, 1_000, 4, endless=endless) == pytest.approx(formula, rel=0.2)


def _run(workers: int, size: int, seconds: float, memory: int) -> Run:
    usage = Usage(seconds, seconds, memory, 1)
    return Run(kit(workers, "bubblewrap").name, size, 0, 0, usage, 100_000 * size)


@pytest.fixture
def record() -> Record:
    """Return a record of a run that starts in 3 s, grades in 100 ms and writes in 20.

    Of 40 submissions, 2 are broken and cost nothing: 95 ms each on average. The writer works while
    the next is graded, but for the last result, which the formula leaves out.
    """
    machine = Machine("a processor", 2, 8 * 2**30, "Linux 6", "3.11", "2", "0.9.6")
    runs = (
        _run(1, 40, 3 + 40 * 0.095, 200_000_000),
        _run(1, 200, 3 + 200 * 0.095, 200_000_000),
        _run(2, 40, 3 + 20 * 0.115, 250_000_000),
        _run(2, 200, 3 + 100 * 0.115, 250_000_000),
    )
    stages = StageTimes(
        "bubblewrap", 19, {"cells": 80.0, "write": 20.0, "rest": 21.0526}, 121.0526, 1
    )
    growth = (BookPoint(100, 20.0, 0.1, 1_000_000), BookPoint(1_100, 20.0, 0.2, 11_000_000))
    return Record(machine, runs, (stages,), growth)


def test_costs_follow_from_what_was_measured(record):
    """115 ms = 0.95 · 121.05 a submission in all, 20 of them the writer's."""
    costs = costs_of(record)

    assert costs.write == pytest.approx(0.020)
    assert costs.grade == pytest.approx(0.095, rel=1e-4)
    assert costs.start == pytest.approx(3.0, rel=1e-3)
    assert (costs.base_bytes, costs.worker_bytes) == (150_000_000, 50_000_000)
    assert costs.book_bytes == 10_000
    assert costs.file_bytes == 90_000


def test_the_points_of_such_a_record_are_foretold(record):
    points = points_of(record)

    assert [(p.submissions, p.workers) for p in points] == [(40, 1), (200, 1), (40, 2), (200, 2)]
    assert _missed(points, 0.02) == []


def test_a_point_that_is_not_foretold_is_found(record):
    slow = replace(record.runs[3], usage=replace(record.runs[3].usage, seconds=20.0))
    points = points_of(replace(record, runs=(*record.runs[:3], slow)))

    assert [(point.submissions, point.workers) for point in _missed(points, TOLERANCE)] == [
        (200, 2)
    ]


def _missed(points: list[Point], tolerance: float) -> list[Point]:
    def foretold(point: Point) -> bool:
        close = pytest.approx(point.measured, rel=tolerance)
        return point.formula == close and point.simulated == close

    return [point for point in points if not foretold(point)]


@pytest.mark.parametrize("missing", ["runs", "stages", "growth"])
def test_a_record_that_lacks_something_is_refused(record, missing):
    lacking = replace(
        record, **{missing: getattr(record, missing)[:1] if missing == "runs" else ()}
    )

    with pytest.raises(
        ValueError, match=r"^one worker's runs on two sizes, stages and two gradebooks are needed$"
    ):
        costs_of(lacking)


@pytest.fixture(scope="module")
def measured(repository) -> list[Record]:
    """Return the measurements that the pages were made from; without them there are no pages."""
    assert {(repository / name).exists() for name in PAGES} == {MEASURED.exists()}
    return [Record.read(MEASURED)] if MEASURED.exists() else []


def test_formula_and_simulation_give_the_measured_points(measured):
    assert [_missed(points_of(record), TOLERANCE) for record in measured] == [[]] * len(measured)
    assert all(len(points_of(record)) >= 8 for record in measured)


def test_every_entry_of_the_table_is_what_the_simulation_gives(measured):
    entries = [(costs_of(r), n, cores) for r in measured for n in SUBMISSIONS for cores in CORES]
    for costs, submissions, cores in entries:
        foretold = simulated(costs, submissions, cores)
        assert foretold == pytest.approx(costs.seconds(submissions, cores), rel=0.05)


@pytest.mark.parametrize("name", PAGES)
def test_the_pages_are_what_the_measurements_give(repository, measured, name):
    for record in measured:
        assert (repository / name).read_text(encoding="utf-8") == PAGES[name](record)


@pytest.mark.parametrize("page", PAGES.values())
def test_a_page_of_other_measurements_is_another(record, page):
    plain = replace(record, runs=(replace(record.runs[0], grader=nbgrader().name), *record.runs))
    (stages,) = plain.stages
    slower = replace(plain, stages=(replace(stages, total=stages.total + 50.0),))

    assert page(plain) != page(slower)
