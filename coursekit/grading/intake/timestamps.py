"""Read the time that a submission carries, whatever wrote it, to UTC.

A time is taken only where it is the same whoever reads it and whenever: with year, month and day,
and with a zone that is an offset, a name of the time zone database, or one of the abbreviations
that mean one thing. A time without a zone is UTC, as in nbgrader.
"""

from __future__ import annotations

import codecs
import re
import zoneinfo
from datetime import UTC, datetime, timedelta, timezone, tzinfo

from dateutil import parser as dates

_HOURS = {
    "UTC": 0, "GMT": 0, "Z": 0, "UT": 0, "WET": 0, "WEST": 1, "CET": 1, "CEST": 2, "MEZ": 1,
    "MESZ": 2, "EET": 2, "EEST": 3, "MSK": 3, "JST": 9, "KST": 9, "AEST": 10, "AEDT": 11,
    "NZST": 12, "NZDT": 13, "EST": -5, "EDT": -4, "CST": -6, "CDT": -5, "MST": -7, "MDT": -6,
    "PST": -8, "PDT": -7, "AKST": -9, "AKDT": -8, "HST": -10,
}  # fmt: skip
_REGION = re.compile(r"\s*\[?([A-Za-z]+(?:/[A-Za-z0-9_+-]+){1,2})\]?\s*$")
_YEAR_FIRST = re.compile(r"\D*\d{4}")
_LONGEST = 200  # bytes
_DEFAULTS = (datetime(2000, 1, 1), datetime(2004, 2, 2))  # what a time leaves open shows here


def utc_time(content: bytes) -> datetime:
    """Return the time that a file's content names, in UTC.

    Parameters
    ----------
    content : bytes
        What the file holds.

    Raises
    ------
    ValueError
        If it names no time, or leaves open which.

    Examples
    --------
    >>> utc_time(b"2026-09-14 10:00:00 Europe/Berlin").isoformat()
    '2026-09-14T08:00:00+00:00'
    """
    text = text_of(content)
    region = _REGION.search(text)
    bare = text[: region.start()] if region else text
    try:
        first, second = (dates.parse(bare, default=d, tzinfos=_zone) for d in _DEFAULTS)
        swapped = dates.parse(bare, default=_DEFAULTS[0], tzinfos=_zone, dayfirst=True)
        if first != second or (swapped != first and not _YEAR_FIRST.match(bare)):
            raise ValueError("which day it is stays open")
        moment: datetime = first if first.tzinfo else first.replace(tzinfo=_region(region))
        return moment.astimezone(UTC)
    except (ValueError, ArithmeticError, TypeError, AttributeError, LookupError):
        raise ValueError("it does not name one time") from None


def text_of(content: bytes) -> str:
    r"""Return the beginning of a file's text; what is no text becomes a sign of replacement.

    Examples
    --------
    >>> text_of("10:00\r\n".encode("utf-16"))
    '10:00'
    """
    start = content[:_LONGEST]
    wide = start.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    return start.decode("utf-16" if wide else "utf-8-sig", errors="replace").strip(" \t\r\n\0")


def _zone(name: str | None, offset: int | None) -> tzinfo | None:
    """Return the zone that dateutil found in a text, by its name or by its offset in seconds."""
    if offset is not None:
        return timezone(timedelta(seconds=offset))
    if name is None:
        return None
    if name.upper() not in _HOURS:
        raise ValueError(f"its zone {name} is not known")
    return timezone(timedelta(hours=_HOURS[name.upper()]))


def _region(found: re.Match[str] | None) -> tzinfo:
    if found is None:
        return UTC
    try:
        return zoneinfo.ZoneInfo(found[1])
    except (zoneinfo.ZoneInfoNotFoundError, OSError):
        raise ValueError(f"its zone {found[1]} is not known") from None
