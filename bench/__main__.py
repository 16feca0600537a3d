"""Run every suite, print the table, and write it to build/bench/ as text and as JSON."""

from __future__ import annotations

import json
import platform
from dataclasses import asdict
from pathlib import Path

import numpy as np

from bench import demos, numbers, rule, tensors
from bench.grading import measuring
from bench.harness import table, time_case

SUITES = {
    "tensors": tensors.CASES,
    "rule": rule.CASES,
    "numbers_10_6": numbers.cases(10**6),
    "numbers_10_7": numbers.cases(10**7),
    "demos": demos.CASES,
}
RESULTS = Path(__file__).parents[1] / "build" / "bench"


def main() -> None:
    """Time all suites, one after the other, and then grading, which takes the longest."""
    versions = {"python": platform.python_version(), "numpy": np.__version__}
    RESULTS.mkdir(parents=True, exist_ok=True)
    for suite, cases in SUITES.items():
        timings = [time_case(case) for case in cases]
        text = table(timings)
        print(f"{suite}\n{text}\n")
        (RESULTS / f"{suite}.txt").write_text(text + "\n", encoding="utf-8")
        record = {**versions, "cases": [asdict(timing) for timing in timings]}
        (RESULTS / f"{suite}.json").write_text(json.dumps(record, indent=1) + "\n", "utf-8")
    measuring.main([])


if __name__ == "__main__":
    main()
