"""What tests of pages share: a browser, what it opens pages with, and a page."""

from __future__ import annotations

import shutil
import subprocess
import tarfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ariadne.report.report import write_report
from tests.command import ariadne
from tests.conftest import Game
from tests.report.chromium import ARGUMENTS, AXE, Open, browser_path


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    chromium = browser_path()
    if chromium is None:
        pytest.skip("needs a browser: apt-get install chromium")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        yield running
        running.close()


@pytest.fixture(scope="session")
def axe(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The script of axe-core; it is for tests, and no part of Ariadne."""
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip("needs npm, which fetches axe-core")
    folder = tmp_path_factory.mktemp("axe-core")
    done = subprocess.run([npm, "pack", AXE], cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip("npm cannot fetch axe-core")
    with tarfile.open(next(folder.glob("*.tgz"))) as archive:
        script = archive.extractfile("package/axe.min.js")
        assert script is not None
        return script.read().decode()


@pytest.fixture
def visit(browser: Any) -> Iterator[Open]:
    """Opens a page, and checks when the test is over that nothing was fetched and nothing complained."""
    contexts, trouble = [], []

    def opened(path: Path, anchor: str = "", **options: Any) -> Any:
        contexts.append(browser.new_context(**{"viewport": {"width": 1300, "height": 900}, **options}))
        page = contexts[-1].new_page()
        page.on("console", lambda message: trouble.append(message.text))
        page.on("pageerror", lambda error: trouble.append(str(error)))
        page.on("request", lambda sent: sent.url.startswith(("file:", "data:")) or trouble.append(sent.url))
        page.goto(path.as_uri() + anchor)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert trouble == []


@pytest.fixture(scope="session")
def hunt(game: Game, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of a treasure hunt that was really played."""
    folder = tmp_path_factory.mktemp("hunt")
    # In a process of its own: the browser's driver keeps an event loop running in this one.
    assert ariadne("play", game("treasure-hunt"), "--quiet", "--runs", folder).returncode == 0
    (played,) = folder.iterdir()
    return write_report([played])
