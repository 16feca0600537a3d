"""Times that tools and people write, read to UTC."""

from __future__ import annotations

import time
from contextlib import suppress
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coursekit.grading.intake.timestamps import utc_time


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("2026-09-14 10:00:00 UTC", "2026-09-14T10:00"),
        ("2026-09-14 10:00:00.250000 GMT", "2026-09-14T10:00:00.250"),
        ("2026-09-14T10:00:00Z", "2026-09-14T10:00"),
        ("2026-09-14T10:00:00+02:00", "2026-09-14T08:00"),
        ("2026-09-14 10:00", "2026-09-14T10:00"),
        ("2026-09-14 10:00:00 -0500", "2026-09-14T15:00"),
        ("2026-09-14 10:00:00 EST", "2026-09-14T15:00"),
        ("Mon Sep 14 10:00:00 CEST 2026", "2026-09-14T08:00"),
        ("14 Sep 2026 10:00 PM", "2026-09-14T22:00"),
        ("14.09.2026 10:00", "2026-09-14T10:00"),
        ("2026-09-14 10:00:00 America/New_York", "2026-09-14T14:00"),
        ("2026-09-14T10:00:00 [Asia/Kolkata]", "2026-09-14T04:30"),
        ("2026-10-25 02:30:00 Europe/Berlin", "2026-10-25T00:30"),  # twice in that night: earlier
        ("2026-03-29 02:30:00 Europe/Berlin", "2026-03-29T01:30"),  # not at all in that night
        ("2026-10-25 02:30:00 +0100\n", "2026-10-25T01:30"),
    ],
)
def test_a_time_is_read_to_utc(text: str, moment: str) -> None:
    assert utc_time(text.encode()) == datetime.fromisoformat(moment).replace(tzinfo=UTC)


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_other_encodings_are_read(encoding: str) -> None:
    assert utc_time("2026-09-14 10:00 UTC\r\n".encode(encoding)).hour == 10


@pytest.mark.parametrize(
    "text",
    [
        "", "yesterday", "10:00", "14", "14 September", "2026", "Monday 10:00", "99999999999999",
        "2026-09-14 10:00 XYZT", "2026-09-14 10:00 Europe/Atlantis", "2026-09-14 10:00 ../../etc",
        "02/03/2026 10:00", "2026-13-45", "2026-09-14 25:00", "0001-01-01 00:00 +1400",
        "9999-12-31 23:59 -1200", "\x00\x01\x02", "2026-09-14 10:00 +99:99",
    ],
)  # fmt: skip
def test_what_names_no_one_time_is_not_taken_for_one(text: str) -> None:
    with pytest.raises(ValueError, match=r"^it does not name one time$"):
        utc_time(text.encode())


@pytest.mark.parametrize("zone", ["UTC", "America/New_York", "Asia/Tokyo"])
def test_the_zone_of_the_machine_decides_nothing(monkeypatch, zone: str) -> None:
    monkeypatch.setenv("TZ", zone)
    time.tzset()
    try:
        for text in (b"2026-09-14 10:00:00 EST", b"2026-09-14 15:00:00"):
            assert utc_time(text) == datetime(2026, 9, 14, 15, tzinfo=UTC)
    finally:
        monkeypatch.undo()
        time.tzset()


@given(st.binary(max_size=40) | st.text("0123456789:-+/ TZUTCamp.", max_size=30).map(str.encode))
def test_any_bytes_are_a_time_in_utc_or_none(content: bytes) -> None:
    with suppress(ValueError):
        assert utc_time(content).tzinfo is UTC
