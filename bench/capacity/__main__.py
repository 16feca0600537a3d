"""Make docs/speed.md and docs/capacity.md.

usage: python -m bench.capacity [RECORD]

With a record, such as build/bench/grading.json, it becomes bench/measured.json first.
"""

from __future__ import annotations

import sys
from pathlib import Path

from bench.capacity.documents import capacity_page, speed_page
from bench.grading.record import Record

REPOSITORY = Path(__file__).parents[2]
MEASURED = REPOSITORY / "bench" / "measured.json"
PAGES = {"docs/speed.md": speed_page, "docs/capacity.md": capacity_page}


def main() -> None:
    """Write the pages; take over a record that is named."""
    if sys.argv[1:]:
        Record.read(Path(sys.argv[1])).write(MEASURED)
    record = Record.read(MEASURED)
    for name, page in PAGES.items():
        (REPOSITORY / name).write_text(page(record), encoding="utf-8")


if __name__ == "__main__":
    main()
