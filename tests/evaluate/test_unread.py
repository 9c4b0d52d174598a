from __future__ import annotations

from pathlib import Path

import pytest

from ariadne.evaluate.unread import UnreadWatch
from ariadne.events import EpisodeStarted, Recalled
from tests.evaluate.cards import card_of, said
from tests.evaluate.runs import Told
from tests.screen.events import recalled

ODD = ["lampe 0x3f"]


def reading(*moments: Recalled, model: str = "rules") -> UnreadWatch:
    found = UnreadWatch()
    found.sees(EpisodeStarted(game="hunt", agent="ariadne", memory="odd", model=model, seed=1, repeat=1, run=""))
    for moment in moments:
        assert found.sees(moment)
    return found


@pytest.mark.parametrize(
    "told",
    [
        recalled(["lamp, is in, hall"], [], []),
        recalled([], ["> look\n-= Hall =-\nYou see a table."], []),
        recalled([], [], ["hall, has exit, east"]),
        recalled([], [], [], "The lamp is in the hall."),
    ],
)
def test_whatever_tells_of_the_world_was_read(told: Recalled) -> None:
    assert not reading(recalled([], ODD, []), told).found_nothing


def test_what_tells_nothing_was_not_read_unless_nothing_was_recalled_or_others_played() -> None:
    assert reading(recalled([], [], []), recalled([], ODD, [])).found_nothing
    assert not reading(recalled([], [], [])).found_nothing
    assert not reading(recalled([], ODD, []), model="m").found_nothing


def test_a_scorecard_says_whose_text_the_rules_could_not_read(tmp_path: Path) -> None:
    odd, plain = (
        Told(memory=name, recalled=text) for name, text in (("odd", "0x3f"), ("plain", "The lamp is in the hall."))
    )
    card = card_of(tmp_path, odd, plain)
    assert said(card, "The rules could read nothing of what odd recalled in 1 episode")
    assert not said(card, "what plain recalled")
