"""All cases, in the order in which they are listed."""

from __future__ import annotations

from collections.abc import Sequence

from tests.hostile import (
    cases_channel,
    cases_deaths,
    cases_files,
    cases_floods,
    cases_forging,
    cases_functions,
    cases_honest,
    cases_loops,
    cases_magics,
    cases_network,
    cases_notebooks,
    cases_objects,
    cases_patching,
    cases_processes,
    cases_reading,
    cases_shadows,
    cases_writing,
)
from tests.hostile.case import Case

HONEST: Sequence[Case] = cases_honest.CASES
ALL: Sequence[Case] = (
    *cases_honest.CASES,
    *cases_reading.CASES,
    *cases_writing.CASES,
    *cases_network.CASES,
    *cases_patching.CASES,
    *cases_channel.CASES,
    *cases_shadows.CASES,
    *cases_objects.CASES,
    *cases_functions.CASES,
    *cases_forging.CASES,
    *cases_processes.CASES,
    *cases_floods.CASES,
    *cases_deaths.CASES,
    *cases_loops.CASES,
    *cases_magics.CASES,
    *cases_notebooks.CASES,
    *cases_files.CASES,
)
