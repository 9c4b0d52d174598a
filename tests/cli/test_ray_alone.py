"""`--ray` may stand alone."""

from __future__ import annotations

import pytest

from ariadne.cli import run
from ariadne.evaluate import placement
from tests.conftest import Game


class Asked(Exception):
    """What the player was asked to be."""


@pytest.mark.parametrize(
    ("arguments", "address"),
    [
        (["--ray", "--repeats", "1"], "local"),
        (["--ray", "ray://host:10001", "--repeats", "1"], "ray://host:10001"),
        ([], None),
    ],
)
def test_alone_it_means_a_local_one(
    arguments: list[str], address: str | None, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str | None] = []

    def asked(plan: object, episodes: int, ray: str | None = None) -> None:
        told.append(ray)
        raise Asked

    monkeypatch.setattr(placement, "placement_of", asked)
    assert run(["eval", "--games", str(game("treasure-hunt")), *arguments]) == 1
    assert told == [address]
