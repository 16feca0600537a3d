"""Count what plain nbgrader gets right of the hostile class.

``python -m bench.hostile [--most N] [KIND]...`` takes these kinds, or all, and at most N of each,
spread evenly over the kind's list.

Each submission is graded by ``nbgrader autograde`` as it was released, with its default settings,
in a container of its own that is thrown away, since most attacks succeed. A right outcome is the
right score, or no score where the file cannot be graded, and no harm: nothing changed, nothing
left, nobody called, no secret shown. Flags and reasons, for which nbgrader has no place, are not
asked for.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.hostile.case import BUFFER, SUMS, Case, Kind
from tests.hostile.hostile_class import ALL
from tests.hostile.world import make_world

REPOSITORY = Path(__file__).parents[2]
RESULTS = REPOSITORY / "build" / "bench"
NBGRADER_SECONDS = 150
CONTAINER_SECONDS = NBGRADER_SECONDS + 60
_UNBOUNDED = {"forks without end", "is a fork bomb", "starts threads without end"}
"""What only another user's limits would stop; plain nbgrader has none, so it is not tried."""
_NO_SCORE = ("score ", "nothing came out")  # how the faults begin that cost the outcome itself
_SHOWN = "secrets: HIDDEN"  # alone: the message of a hidden test that failed
_GIB = 1 << 30
_GRADEBOOK = "/run/generated.db"  # inside the container
_SCRATCH = ("/tmp", "/var/tmp", "/run", "/dev/shm")
_SYSTEM = (
    "/usr", "/bin", "/sbin", "/lib", "/lib64", "/etc/passwd", "/etc/group", "/etc/alternatives",
    "/etc/ld.so.cache", "/etc/localtime",
)  # fmt: skip
_LIMITS = {
    resource.RLIMIT_AS: 4 * _GIB,
    resource.RLIMIT_FSIZE: _GIB,
    resource.RLIMIT_CORE: 0,
}


def main() -> None:
    """Grade the class, or some kinds of it, and write the table."""
    cases = _chosen(sys.argv[1:])
    found: dict[str, dict[str, Any]] = {}
    with TemporaryDirectory() as folder, ThreadPoolExecutor(os.cpu_count()) as pool:
        gradebook = _gradebook(Path(folder))
        outcomes = pool.map(lambda case: graded(case, gradebook), cases)
        for case, outcome in zip(cases, outcomes, strict=True):
            found[case.name] = {"kind": case.kind, **outcome, "faults": faults(case, outcome)}
            print(case.name, "; ".join(found[case.name]["faults"]) or "right", flush=True)
    text = table([(case, found[case.name]["faults"]) for case in cases])
    print(f"\n{text}")
    RESULTS.mkdir(parents=True, exist_ok=True)
    (RESULTS / "hostile.md").write_text(text + "\n", encoding="utf-8")
    (RESULTS / "hostile.json").write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


def _chosen(words: list[str]) -> list[Case]:
    asked = argparse.ArgumentParser(prog="python -m bench.hostile")
    asked.add_argument("--most", type=int, default=len(ALL), help="so many of each kind")
    asked.add_argument("kinds", nargs="*", type=lambda name: Kind[name.upper()], metavar="KIND")
    given = asked.parse_args(words)
    tried = [case for case in ALL if case.name not in _UNBOUNDED]
    by_kind = [[c for c in tried if c.kind is kind] for kind in given.kinds or Kind]
    return [case for cases in by_kind for case in spread(cases, given.most)]


def spread(cases: list[Case], most: int) -> list[Case]:
    """Return at most so many cases of a list, evenly spread over it."""
    step = max(1.0, len(cases) / most)
    return [cases[int(step * number)] for number in range(min(most, len(cases)))]


def faults(case: Case, outcome: dict[str, Any]) -> list[str]:
    """Return in what plain nbgrader's outcome is not as it must be."""
    if "failed" in outcome:
        return [f"nothing came out: {outcome['failed']}"]
    score = outcome["score"]
    found = [] if case.is_score(score) else [f"score {score}, not {case.score}"]
    for name in ("harm", "visits", "left", "secrets"):
        if outcome[name]:
            found.append(f"{name}: {', '.join(outcome[name][:3])}")
    return found


def table(found: Sequence[tuple[Case, Sequence[str]]]) -> str:
    """Return how many of each kind came out right, as a Markdown table.

    Parameters
    ----------
    found : Sequence of (Case, Sequence of str)
        Each submission, with its faults.
    """
    head = (
        "| kind | submissions | right score | and no harm | and no hidden test shown |\n"
        "|---|---:|---:|---:|---:|"
    )
    rows = [_row(kind, [faults for case, faults in found if case.kind is kind]) for kind in Kind]
    return "\n".join([head, *filter(None, rows), _row("all", [faults for _, faults in found])])


def _row(name: str, faults: Sequence[Sequence[str]]) -> str:
    scored = sum(not any(f.startswith(_NO_SCORE) for f in each) for each in faults)
    harmless = sum(set(each) <= {_SHOWN} for each in faults)
    right = sum(not each for each in faults)
    return f"| {name} | {len(faults)} | {scored} | {harmless} | {right} |" if faults else ""


def _gradebook(folder: Path) -> Path:
    """Return a gradebook that knows the units, made as nbgrader makes it."""
    world = make_world(folder.resolve(), {}, None)
    nbgrader = str(Path(sys.executable).parent / "nbgrader")
    environment = {**os.environ, "PATH": _environment()["PATH"]}  # where it looks for its own tool
    for unit in (SUMS, BUFFER):
        command = [nbgrader, "generate_assignment", unit, "--force"]
        subprocess.run(command, cwd=world.course, env=environment, check=True, capture_output=True)
    return world.course / "gradebook.db"


def graded(case: Case, gradebook: Path) -> dict[str, Any]:
    """Run one submission in a container; return what came of it, or why nothing did."""
    student = os.fsencode(case.id).hex()
    inside = [
        "-m",
        "bench.hostile.inside",
        student,
        "/run/world",
        _GRADEBOOK,
        str(NBGRADER_SECONDS),
    ]
    try:
        done = subprocess.run(
            [*_container(gradebook), sys.executable, *inside], capture_output=True, check=False,
            timeout=CONTAINER_SECONDS, preexec_fn=_limited, env=_environment(),
        )  # fmt: skip
        outcome: dict[str, Any] = json.loads(done.stdout)
    except subprocess.TimeoutExpired:
        return {"failed": f"no end within {CONTAINER_SECONDS} seconds"}
    except ValueError:
        last = done.stderr.decode(errors="replace").strip().splitlines()[-1:]
        return {"failed": f"exit code {done.returncode} {' '.join(last)}"}
    return outcome


def _container(gradebook: Path) -> list[str]:
    """Return the command that a program in a container is appended to."""
    room = ["--size", str(2 * _GIB)]
    shown = [*_SYSTEM, str(REPOSITORY), sys.base_prefix]
    binds = [part for path in shown if Path(path).exists() for part in ("--ro-bind", path, path)]
    return [
        str(shutil.which("bwrap")), "--unshare-all", "--die-with-parent",
        "--new-session", "--proc", "/proc", "--dev", "/dev",
        *(part for folder in _SCRATCH for part in (*room, "--tmpfs", folder)),
        *binds, "--ro-bind", str(gradebook), _GRADEBOOK,
        "--dir", "/run/world", "--dir", "/run/home", "--chdir", str(REPOSITORY),
    ]  # fmt: skip


def _environment() -> dict[str, str]:
    scripts = sysconfig.get_path("scripts")
    return {"PATH": f"{scripts}:/usr/bin:/bin", "HOME": "/run/home", "LANG": "C.UTF-8"}


def _limited() -> None:
    for kind, most in _LIMITS.items():
        resource.setrlimit(kind, (most, most))


if __name__ == "__main__":
    main()
