"""Only their owner can read runs and the reply cache."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from ariadne.cli import run
from ariadne.files import reply_cache
from ariadne.models.cache import ReplyStore
from tests.conftest import Game


@pytest.fixture(autouse=True)
def _usual_mask() -> Iterator[None]:
    before = os.umask(0o022)
    yield
    os.umask(before)


def readable_by(whom: int, path: Path) -> list[Path]:
    return [each for each in path.rglob("*") if each.stat().st_mode & whom]


def test_a_run_is_readable_by_its_owner_alone(game: Game, tmp_path: Path) -> None:
    hunt = str(game("treasure-hunt"))
    assert run(["play", hunt, "--max-steps", "1", "--quiet", "--runs", str(tmp_path / "runs")]) == 0
    assert len(readable_by(0o700, tmp_path / "runs")) > 3
    assert readable_by(0o077, tmp_path / "runs") == []


def test_the_reply_cache_is_readable_by_its_owner_alone() -> None:
    with closing(ReplyStore(reply_cache())):
        assert readable_by(0o077, reply_cache().parent) == []
    assert reply_cache().parent.stat().st_mode & 0o077 == 0
