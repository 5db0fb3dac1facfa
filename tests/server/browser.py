"""A real Chromium, driven by playwright; tests that need it are skipped where there is none."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
PROGRAM = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
NO_BROWSER = "there is no Chromium here: install it, or set CHROMIUM to its program"

expect.set_options(timeout=30_000)  # a machine with much else to do


@contextmanager
def open_browser() -> Iterator[Browser]:
    if PROGRAM is None:
        pytest.skip(NO_BROWSER)
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=PROGRAM, args=list(FLAGS))
        try:
            yield browser
        finally:
            browser.close()


@dataclass
class Visit:
    """A page of the server, and everything it complained about or asked others for."""

    page: Page
    url: str
    errors: list[str] = field(default_factory=list)
    foreign: list[str] = field(default_factory=list)

    def ask(self, question: str) -> None:
        """Ask by keyboard and wait until the answer, or its failure, is there."""
        before = self.page.locator(".turn").count()
        self.page.locator("#question").fill(question)
        self.page.keyboard.press("Enter")
        self.page.locator(f".turn:nth-child({before + 1})[data-done]").wait_for()

    @property
    def last(self):
        return self.page.locator(".turn:last-child")


@contextmanager
def visiting(browser: Browser, url: str, **context) -> Iterator[Visit]:
    """Open the page in a fresh context; at the end nothing may have gone wrong unseen."""
    surroundings = browser.new_context(reduced_motion="reduce", **context)
    surroundings.set_default_timeout(60_000)
    page = surroundings.new_page()
    visit = Visit(page, url)
    page.on("console", lambda m: visit.errors.append(m.text) if m.type == "error" else None)
    page.on("pageerror", lambda error: visit.errors.append(str(error)))
    page.on(
        "request",
        lambda request: None if request.url.startswith(url) else visit.foreign.append(request.url),
    )
    page.goto(url)
    page.locator("body[data-ready]").wait_for()
    try:
        yield visit
    finally:
        surroundings.close()
    assert visit.foreign == []
