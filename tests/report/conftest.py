"""What tests of pages share: what opens them, and a page."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ariadne.report.report import write_report
from tests.command import ariadne
from tests.conftest import Game
from tests.report.chromium import Open


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
