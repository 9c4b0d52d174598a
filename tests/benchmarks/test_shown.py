"""What prompts state of the world, judged by its engine: what is planted there is found."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
import shown
from shown import Table, played
from shown_statements import Asked, Played, Verdict

from ariadne.config import PlayConfig

pytestmark = pytest.mark.nightly

GAME, STEPS = "cooking-level-1", 6


@pytest.fixture(scope="module")
def play() -> Played:
    """A short play: the cookbook is examined, the knife taken from the counter, and the apple."""
    return played(PlayConfig(game=GAME, seed=1, calls="two", max_steps=STEPS))


def verdicts(play: Played, now: int, **inputs: str | Sequence[str]) -> list[Verdict]:
    """What is said of the statements of a prompt that is made up, after so many commands."""
    planted = replace(play, asked=[Asked("decide", inputs, now)])
    return [verdict for _, verdict in planted.verdicts()]


def taking(play: Played) -> tuple[int, str, str]:
    """The turn in which a thing was taken, the thing, and where it had been."""
    number = next(number for number, turn in enumerate(play.turns) if turn.command.startswith("take "))
    thing, _, holder = play.turns[number].command.removeprefix("take ").partition(" from ")
    return number, thing, holder


def test_what_the_frame_shows_is_so(play: Played) -> None:
    count: dict[Verdict, int] = {}
    for _, verdict in play.verdicts():
        count[verdict] = count.get(verdict, 0) + 1
    assert not count.keys() & {"false", "stale"}
    assert {question.name for question in play.asked} == {"learn", "decide"}
    assert play.ends[1] == 0
    assert len(play.states) == len(play.turns)


def test_a_planted_fact_is_counted_by_what_it_is(play: Played, capsys: pytest.CaptureFixture[str]) -> None:
    number, thing, holder = taking(play)
    assert verdicts(play, number, recalled=["cookbook, is in, fridge"]) == ["false"]
    assert verdicts(play, number - 1, recalled=[f"{thing}, is on, {holder}"]) == ["true"]
    assert verdicts(play, number, recalled=[f"{thing}, is on, {holder}"]) == ["stale"]
    assert verdicts(play, number, recalled=["unicorn, is in, fridge"]) == ["unjudged"]
    table = Table(most=5)
    table.add("cooking", replace(play, asked=[Asked("decide", {"recalled": ["cookbook, is in, fridge"]}, number)]))
    assert table.shares == (1000.0, 0.0)
    assert capsys.readouterr().out.startswith(f"false facts in {GAME} · seed 1 at step ")


def test_what_the_log_tells_of_is_no_stale_statement_of_a_snapshot(play: Played) -> None:
    number, thing, holder = taking(play)
    taken = {end: step for step, end in play.ends.items()}
    places = [f"{thing}, is on, {holder}"]
    assert verdicts(play, number, taken=str(taken[number - 1]), places=places) == ["told"]
    assert verdicts(play, number, taken=str(taken[number]), places=places) == ["stale"]
    assert verdicts(play, number, taken="0", places=places) == ["told"]


def test_an_episode_says_what_has_ended(play: Played) -> None:
    number, thing, holder = taking(play)
    first = play.turns[0].as_text()
    marked = f"{first} (seen at step 1)\n(no longer so: {thing}, is on, {holder})"
    assert "stale" in verdicts(play, number, past=[f"{first} (seen at step 1)"])
    assert "stale" in verdicts(play, number, past=[first])
    assert {*verdicts(play, number, past=[marked])} == {"true", "told"}


HALL_AND_BACK = ("go east", "go west")


@pytest.fixture(scope="module")
def walk(play: Played) -> Played:
    """The same kitchen, with a walk out of it and back, as an engine might tell it."""
    kitchen, *_ = play.states
    out = {("kitchen", "east"): "hall", ("hall", "west"): "kitchen", ("kitchen", "up"): "attic"}
    here, there = replace(kitchen, room="kitchen", ways=out, mark=0), replace(kitchen, room="hall", ways=out, mark=1)
    first = replace(play.turns[0], location="kitchen")
    turns = [
        first,
        replace(first, command="go east", location="hall"),
        replace(first, command="dance", location="hall"),
        replace(first, command="go west", location="kitchen"),
    ]
    return replace(play, turns=turns, states=[here, there, there, here], ends={1: 0, 2: 1, 3: 2, 4: 3})


@pytest.mark.parametrize(
    ("inputs", "verdict"),
    [
        ({"places": ["hall, is east of, kitchen"]}, "true"),
        ({"places": ["hall, is west of, kitchen"]}, "false"),
        ({"places": ["kitchen, has exit, up"]}, "true"),
        ({"places": ["kitchen, has exit, down"]}, "false"),
        ({"places": ["kitchen, has exit, east"]}, "stale"),
        ({"exits": ["hall, has exit, west"]}, "stale"),
        ({"actions": ["not tried: go up"]}, "true"),
        ({"actions": ["go: east (to hall), up (perhaps to attic)"]}, "true"),
        ({"actions": ["go east (perhaps to cellar)"]}, "false"),
        ({"actions": ["go to: hall (1 move; unicorn)"]}, "unjudged"),
        ({"actions": ["go to: hall (1 move; cookbook)"]}, "false"),
        ({"tried": ["dance (in vain)"]}, "unjudged"),
        ({"tried": ["go east (in vain)"]}, "false"),
    ],
)
def test_ways_and_brackets_are_judged(walk: Played, inputs: Mapping[str, Sequence[str]], verdict: Verdict) -> None:
    assert {*verdicts(walk, 3, **inputs)} == {verdict}


def test_what_changed_nothing_where_one_is_was_in_vain(walk: Played) -> None:
    assert verdicts(walk, 2, tried=["dance (in vain)"]) == ["true"]


@pytest.mark.parametrize("game", ["gripper", "babyai/Unlock", "twx/coin"])
def test_engines_of_other_worlds_are_asked(game: str) -> None:
    if game.startswith("babyai"):
        pytest.importorskip("minigrid")
    if game.startswith("twx"):
        pytest.importorskip("textworld_express")
    play = played(PlayConfig(game=game, calls="two", max_steps=12))
    assert len(play.states) == len(play.turns)
    assert any(state.values for state in play.states)
    assert not {verdict for _, verdict in play.verdicts()} & {"false", "stale"}


def test_the_objects_and_ways_of_a_story_are_read_from_its_machine(lighthouse: Path) -> None:
    play = played(PlayConfig(game=str(lighthouse), calls="two", max_steps=8))
    assert play.states[0].ways == {("quay", "north"): "hall"}
    assert verdicts(play, 0, recalled=["oil lamp, is in, cupboard", "oil lamp, is in, kitchen"]) == ["true", "true"]
    assert verdicts(play, 0, recalled=["oil lamp, is in, quay"]) == ["false"]


def test_the_exit_code_says_whether_too_much_is_false(monkeypatch: pytest.MonkeyPatch, play: Played) -> None:
    asked = [Asked("decide", {"recalled": ["cookbook, is in, fridge"]}, 1)]
    command = ["--games", GAME, "--steps", "1"]
    monkeypatch.setattr(shown, "played", lambda config, wanders: play)
    assert shown.main(command) == 0
    monkeypatch.setattr(shown, "played", lambda config, wanders: replace(play, asked=asked))
    assert shown.main(command) == 1
