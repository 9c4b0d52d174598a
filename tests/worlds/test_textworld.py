from __future__ import annotations

import re
import shutil
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from ariadne.worlds.card import GameCard
from ariadne.worlds.world import Turn
from tests.conftest import Game
from tests.worlds.playing import playing, walk

FAMILIES = ["treasure-hunt", "cooking", "cleaning", "errands"]


@cache
def walked(story: Path) -> list[Turn]:
    with playing(story) as world:
        return walk(world)


@pytest.fixture(params=FAMILIES)
def turns(request: pytest.FixtureRequest, game: Game) -> list[Turn]:
    """All turns of a walkthrough."""
    return walked(game(request.param))


def test_the_text_is_what_a_player_reads_without_any_score(turns: list[Turn]) -> None:
    for turn in turns:
        for text in (turn.observation, turn.inventory):
            assert text == text.strip()
            assert not re.search(r"score|\$\$\$|succeeded|RESTART|=-\d|\n>", text)


def test_the_valid_commands_are_sorted_and_work(turns: list[Turn]) -> None:
    for turn, after in pairwise(turns):
        assert list(turn.commands) == sorted(set(turn.commands))
        assert after.command in turn.commands
        assert {"look", "inventory"} <= set(turn.commands)


def test_carried_things_can_be_examined(turns: list[Turn]) -> None:
    carrying = False
    for turn in turns[:-1]:
        for thing in re.findall(r"\b(?:an?|some) ([a-z ]+?)(?=,| and |\.|$)", turn.inventory):
            carrying = True
            assert any(
                command.startswith("examine ") and thing.endswith(command.removeprefix("examine "))
                for command in turn.commands
            ), (thing, turn.commands)
    assert carrying


def test_the_location_is_that_of_the_last_header(turns: list[Turn]) -> None:
    here = ""
    for turn in turns:
        if header := re.search(r"^-= (.+) =-$", turn.observation, re.MULTILINE):
            here = header[1].lower()
        assert turn.location == here
    assert turns[0].location


@pytest.mark.parametrize("family", FAMILIES)
def test_goal_briefing_and_maximum_are_those_of_the_card(game: Game, family: str) -> None:
    story = game(family)
    card = GameCard.load(story.with_suffix(".yaml"))
    with playing(story) as world:
        assert (world.goal, world.briefing) == (card.goal, card.briefing)
        assert world.walkthrough == tuple(card.walkthrough)
        assert world.score().maximum == card.maximum


@pytest.mark.xdist_group("plain")
def test_a_story_without_a_score_or_goal_plays_and_has_none(plain_story: Path) -> None:
    with playing(plain_story) as world:
        turns = [world.reset(), world.step("take note"), world.step("go east")]
        score = world.score()
        assert (world.goal, world.briefing, world.walkthrough) == ("", "", ())
    assert [turn.location for turn in turns] == ["hall", "hall", "kid's room"]
    assert not any(turn.done for turn in turns)
    assert (score.score, score.maximum, score.normalized, score.won, score.lost) == (0, 0, None, False, False)


def test_a_story_says_its_own_objective(game: Game, copy: Path) -> None:
    copy.with_suffix(".yaml").unlink()
    for path in game("cooking").parent.glob("small-cooking-1.*"):
        if path.suffix in (".z8", ".json"):
            shutil.copy(path, copy.with_suffix(path.suffix))
    with playing(copy) as world:
        assert "meal" in world.goal
        assert "$" not in world.goal
        world.reset()
        assert world.score().maximum > 0


@pytest.mark.xdist_group("plain")
def test_a_notes_text_is_not_taken_for_banner_header_or_prompt(plain_story: Path) -> None:
    with playing(plain_story) as world:
        world.reset()
        turn = world.step("examine note")
    assert turn.observation == "It says: $$$$$$$ for the -= Attic =- > nothing."
    assert turn.location == "hall"


@pytest.mark.parametrize(
    "command",
    [*("save SAVE restore restart quit q undo script score superbrief print_state".split()), "tw-print max_score",
     "restrict commands", "\\x", "take titanium key. save", "wait then restart", "look\nsave", "go east\x00",
     "x" * 5000, ""],
)  # fmt: skip
def test_interpreter_commands_change_nothing(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.chdir(tmp_path)
    with playing(game("treasure-hunt")) as world:
        first = world.reset()
        turn = world.step(command)
        assert turn.observation
        assert (turn.location, turn.inventory, turn.commands) == (first.location, first.inventory, first.commands)
        assert (turn.status, turn.done) == ("invalid", False)
        assert world.step("look").observation == first.observation
        assert world.score().score == 0
    assert list(tmp_path.iterdir()) == []


def test_other_words_for_a_command_work_and_the_world_answers_nonsense(game: Game) -> None:
    with playing(game("treasure-hunt")) as world:
        first = world.reset()
        (move,) = [command for command in first.commands if command.startswith("go ")][:1]
        nonsense = world.step("dance wildly")
        assert "verb" in nonsense.observation
        assert nonsense.status == "invalid"
        moved = world.step(f"  {move.removeprefix('go ').upper()} ")
        assert moved.location != first.location
        assert moved.status == "valid"


def test_parallel_games_do_not_interfere(game: Game) -> None:
    story = game("cooking")

    def play(_: int) -> list[Turn]:
        with playing(story) as world:
            return walk(world)

    with ThreadPoolExecutor(4) as pool:
        first, *others = pool.map(play, range(4))
    assert all(turns == first for turns in others)


def test_things_may_be_named_with_letters_that_have_accents(tmp_path: Path) -> None:
    from textworld import GameMaker, GameOptions
    from textworld.generator import compile_game

    options = GameOptions()
    options.seeds = 1
    maker = GameMaker(options)
    cafe = maker.new_room("café")
    maker.set_player(cafe)
    cafe.add(maker.new("o", "crème brûlée"))
    options.path = str(tmp_path / "cafe.z8")
    with playing(Path(compile_game(maker.build(), options))) as world:
        world.reset()
        assert "crème brûlée" in world.step("take crème brûlée").inventory
