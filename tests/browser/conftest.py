"""A running site and a browser to look at it with."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.site.serving import Server

NOTEBOOKS = Path(__file__).resolve().parents[2] / "notebooks"
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
# Voila's bundle is older than the labextensions and says so on every page
EXPECTED = ("Unsatisfied version", "No satisfying version")

expect.set_options(timeout=30_000)  # the machine may be busy


@pytest.fixture(scope="session")
def site() -> Iterator[Server]:
    """`cardkit site` on the repository's notebooks."""
    with Server(NOTEBOOKS, "--pool", "0") as server:
        yield server


# Not for the whole session: while Playwright is at work no other test could call asyncio.run.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Chromium. Where there is none the tests are skipped; on CI that would hide faults, so they fail."""
    path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if path is None:
        reason = "there is no Chromium on this machine"
        if os.environ.get("CI") == "true":
            pytest.fail(reason)
        pytest.skip(reason)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """A visitor of their own: no cookies, no storage, English, 1280 × 900."""
    context = browser.new_context(viewport={"width": 1280, "height": 900}, locale="en-US")
    yield context
    context.close()


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    """A page that fails its test for a console error or for asking any other host."""
    page = context.new_page()
    errors: list[str] = []
    strangers: list[str] = []
    page.on(
        "console",
        lambda said: (
            errors.append(said.text) if said.type == "error" and not said.text.startswith(EXPECTED) else None
        ),
    )
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on(
        "request",
        lambda request: (
            strangers.append(request.url)
            if urlsplit(request.url).hostname not in ("127.0.0.1", None)
            else None
        ),
    )
    yield page
    assert not errors
    assert not strangers
