"""Grade one submission of the hostile class with plain nbgrader; run in a throw-away container.

Started as ``python -m bench.hostile.inside STUDENT FOLDER GRADEBOOK SECONDS``: writes one JSON
object. The gradebook is one that knows the units, as after ``nbgrader generate_assignment``.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

from nbgrader.api import Gradebook, MissingEntry

from tests.hostile.case import Case
from tests.hostile.hostile_class import ALL
from tests.hostile.listeners import Listeners
from tests.hostile.world import CANARIES, PEER, World, hand_in, make_world


def main() -> None:
    """Make a world with one submission and a peer's, run nbgrader on it, say what came of it."""
    student, folder, gradebook = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
    seconds = float(sys.argv[4])
    case = next(one for one in ALL if one.id == os.fsdecode(bytes.fromhex(student)))
    peers = [one for one in ALL if one.id == PEER]
    with Listeners(folder, CANARIES["SERVICE"]) as listeners:
        world = make_world(folder, listeners.values, None)
        shutil.copyfile(gradebook, world.course / "gradebook.db")
        hand_in(world, [*peers, *(one for one in (case,) if one.id != PEER)])
        before = world.guarded()
        code = _autograde(world, case, seconds)
        harm = [path for path, was in before.items() if world.guarded().get(path) != was]
        found = {
            "code": code,
            "score": _score(world, case),
            "harm": harm,
            "visits": listeners.visits,
            "left": [str(path) for path in world.left_behind()],
            "secrets": _secrets(world, case),
        }
    sys.stdout.write(json.dumps(found))
    sys.stdout.flush()
    os._exit(0)  # whatever an attack did to this process's children


def _autograde(world: World, case: Case, seconds: float) -> int | None:
    """Run nbgrader; return its exit code, or None where it did not end in time."""
    command = [str(Path(sys.executable).parent / "nbgrader"), "autograde", case.unit]
    environment = {**world.environment, "THROW_AWAY": "1"}
    with subprocess.Popen(
        [*command, f"--student={case.id}"], cwd=world.course, env=environment,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
    ) as running:  # fmt: skip
        try:
            return running.wait(seconds)
        except subprocess.TimeoutExpired:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(running.pid, signal.SIGKILL)
            return None


def _score(world: World, case: Case) -> float | None:
    """Return the score in the gradebook, or None where there is none or a person has to look."""
    try:
        with Gradebook(f"sqlite:///{world.course / 'gradebook.db'}") as book:
            submission = book.find_submission(case.unit, case.id)
            grades: list[Any] = [g for n in submission.notebooks for g in n.grades]
            if any(g.needs_manual_grade or g.auto_score is None for g in grades) or not grades:
                return None
            return float(submission.score)
    except MissingEntry:
        return None
    except Exception:  # whatever was done to the database
        return -1.0


def _secrets(world: World, case: Case) -> list[str]:
    """Return which secrets stand in the outputs of the notebook as it ran."""
    path = world.course / "autograded" / case.id / case.unit / "assignment.ipynb"
    if not path.is_file():
        return []
    try:
        cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    except (ValueError, KeyError):
        return []
    shown = json.dumps([cell.get("outputs") for cell in cells])
    return [name for name, told in CANARIES.items() if told in shown and case.id != PEER]


if __name__ == "__main__":
    main()
