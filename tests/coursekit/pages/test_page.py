import base64
import hashlib
import re
from importlib.resources import files

import jinja2
import pytest

from coursekit.pages.page import content_policy, page

STYLE = files("coursekit.pages").joinpath("templates", "style.css").read_text(encoding="utf-8")
DARK = STYLE[STYLE.index("prefers-color-scheme: dark") :]
LIGHT = STYLE[: STYLE.index("prefers-color-scheme: dark")]
TEXTS = (
    "ink", "soft", "accent", "right", "partly", "wrong", "unanswered", "waits", "word", "string",
    "number", "remark", "name",
)  # fmt: skip


def refused(**changes: object) -> str:
    values: dict[str, object] = {
        "result": {"unit": "unit", "student": "student-01", "reason": "it is empty"},
        "status": "refused", "summary": "Not graded.", "tally": [], "handed_in": None,
        "late": False, "rows": [], "cells": [], "by_id": {},
    }  # fmt: skip
    return page("feedback.html.j2", **{**values, **changes})


def test_the_policy_names_the_hash_of_the_very_style_in_the_page():
    (style,) = re.findall(r"<style>(.*?)</style>", refused(), re.DOTALL)
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()

    assert content_policy() == (
        f"default-src 'none'; img-src data:; style-src 'sha256-{digest}'; "
        "form-action 'none'; base-uri 'none'"
    )


def test_the_policy_comes_before_anything_that_it_governs():
    html = refused()
    policy = html.index("Content-Security-Policy")

    assert policy < html.index("<style>") < html.index("<body")
    assert html.index("<head>") < html.index('<meta charset="utf-8">') < policy


@pytest.mark.parametrize(
    "part",
    [
        '<html lang="en">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<meta name="referrer" content="no-referrer">',
        '<a class="skip" href="#content">Skip to the content</a>',
        '<main id="content">',
    ],
)
def test_every_page_has(part):
    assert part in refused()


def test_values_are_escaped_and_storable():
    html = refused(summary="<b>\x00\ud800")

    assert "&lt;b&gt;\\x00\\ud800" in html
    html.encode("utf-8")


def test_a_value_that_is_not_given_is_an_error():
    with pytest.raises(jinja2.UndefinedError, match="'summary' is undefined"):
        page("class_report.html.j2")


def colours(style: str) -> dict[str, str]:
    return dict(re.findall(r"--([a-z]+): (#[0-9a-f]{6});", style))


def luminance(colour: str) -> float:
    """Return the relative luminance as the contrast rule of WCAG 2 defines it."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def test_the_contrast_rule_is_computed_right():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.005)


@pytest.mark.parametrize("style", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("ground", ["page", "panel"])
@pytest.mark.parametrize("text", TEXTS)
def test_every_text_stands_out_from_its_ground(text, ground, style):
    shades = colours(style)

    assert contrast(shades[text], shades[ground]) >= 4.5  # WCAG 2, level AA


def test_both_modes_define_the_same_colours():
    assert colours(LIGHT).keys() == colours(DARK).keys() == {*TEXTS, "page", "panel", "line"}
