"""The watch that every test of a notebook relies on can hear, and can tell."""

from __future__ import annotations

import pytest
from playwright.sync_api import BrowserContext

pytestmark = pytest.mark.browser

OUTSIDE = "https://example.org/picture.png"


@pytest.mark.parametrize(
    ("script", "heard"),
    [
        ("console.error('logged')", ["logged"]),
        ("throw new Error('not caught')", ["not caught"]),
        ("console.log('no fault')", []),
    ],
)
def test_errors_are_heard(context: BrowserContext, watch, script, heard):
    page = context.new_page()
    page.goto(f"data:text/html,<script>{script}</script>")
    page.wait_for_load_state("networkidle")

    assert [error.partition("\n")[0] for error in watch.console_errors] == heard
    assert watch.outside_requests == []


def test_a_request_that_leaves_the_machine_is_stopped_and_told(context: BrowserContext, watch):
    page = context.new_page()
    page.goto(f"data:text/html,<img src={OUTSIDE}>")
    page.wait_for_load_state("networkidle")

    assert watch.outside_requests == [OUTSIDE]
    assert watch.console_errors == ["Failed to load resource: net::ERR_FAILED"]
