"""Errands as a player meets them, in a real story."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from ariadne.errors import Failure
from ariadne.worlds.card import Errand, ErrandsScoring, GameCard, News, Wish
from ariadne.worlds.errands import GIVE_UP, textworld_of
from ariadne.worlds.sandbox import SandboxedWorld
from ariadne.worlds.textworld import TextWorld, load_card
from ariadne.worlds.world import Turn
from tests.conftest import Game
from tests.worlds.playing import playing


@pytest.fixture
def story(game: Game) -> Path:
    return game("errands")


@pytest.fixture
def scoring(story: Path) -> ErrandsScoring:
    return scoring_of(story)


def scoring_of(story: Path) -> ErrandsScoring:
    card = GameCard.load(story.with_suffix(".yaml"))
    assert isinstance(card.scoring, ErrandsScoring)
    return card.scoring


def with_errands(story: Path, folder: Path, *errands: Errand, rooms: Mapping[str, str] | None = None) -> Path:
    """The same story, in which other errands are told."""
    for suffix in (".z8", ".json"):
        shutil.copy(story.with_suffix(suffix), folder / f"mine{suffix}")
    card = GameCard.load(story.with_suffix(".yaml"))
    scoring = ErrandsScoring(rooms=dict(rooms or scoring_of(story).rooms), errands=list(errands))
    card.model_copy(update={"scoring": scoring, "walkthrough": [], "digest": ""}).save(folder / "mine.yaml")
    return folder / "mine.z8"


@contextmanager
def here(story: Path) -> Iterator[TextWorld]:
    """A story played in this process, to inspect its facts."""
    with closing(textworld_of(story, load_card(story), watched=True)) as world:
        yield world


def never(text: str, *news: News, thing: str = "cookbook") -> Errand:
    """An impossible errand."""
    return Errand(kind="fetch", text=text, wishes=(Wish(thing=thing, states=("gone",)),), news=news, walk=())


def where(world: TextWorld, thing: str) -> str:
    (place,) = [
        fact.arguments[1].name
        for fact in world.facts
        if fact.name in ("in", "on", "at") and fact.arguments[0].name == thing
    ]
    return str(place)


def go_to(world: Any, room: str, turn: Turn) -> Turn:
    """Walk and open doors until a room is reached."""
    seen, way = {turn.location}, [turn]
    while way[-1].location != room:
        for command in [each for each in way[-1].commands if re.fullmatch(r"open .* door", each)]:
            way[-1] = world.step(command)
        for command in [each for each in way[-1].commands if each.startswith("go ")]:
            turn = world.step(command)
            if turn.location not in seen:
                seen.add(turn.location)
                way.append(turn)
                break
            world.step(f"go {BACK[command.removeprefix('go ')]}")
        else:
            world.step(f"go {BACK[came(way)]}")
            way.pop()
    return way[-1]


BACK = {"north": "south", "south": "north", "east": "west", "west": "east"}


def came(way: list[Turn]) -> str:
    return way[-1].command.removeprefix("go ")


def test_each_errand_is_a_point_and_the_next_is_told_when_it_is_done(story: Path, scoring: ErrandsScoring) -> None:
    errands = scoring.errands
    with playing(story) as world:
        turn = world.reset()
        assert turn.observation.endswith(f"\nErrand 1 of {len(errands)}: {errands[0].text}")
        for number, errand in enumerate(errands, start=1):
            for command in errand.walk:
                assert (world.score().score, world.score().task) == (number - 1, number)
                assert turn.status_line == f"Errand {number} of {len(errands)}: {errand.text}"
                assert command in turn.commands
                assert GIVE_UP in turn.commands
                turn = world.step(command)
            assert f"\nErrand {number} is done.\n" in turn.observation
            for news in errands[number].news if number < len(errands) else ():
                assert news.text in turn.observation
        assert turn.observation.endswith("That was the last errand.")
        assert (turn.done, turn.commands, turn.status_line) == (True, (), "")
        assert world.score().won
        assert world.score().task == len(errands)
        assert world.step("look").observation == "The game is over."


def test_the_world_tells_the_fewest_commands_of_each_errand_to_records(story: Path, scoring: ErrandsScoring) -> None:
    with playing(story) as world:
        assert world.fewest == tuple(len(errand.walk) for errand in scoring.errands)
        assert sum(world.fewest) == len(world.walkthrough)


def test_an_errand_that_is_given_up_is_no_point_and_the_next_is_told(story: Path, scoring: ErrandsScoring) -> None:
    errands = scoring.errands
    with playing(story) as world:
        before = world.reset()
        turn = world.step("  Give  up ")
        assert turn.observation.startswith("Errand 1 is given up.\n")
        assert turn.observation.endswith(f"Errand 2 of {len(errands)}: {errands[1].text}")
        assert (turn.location, turn.inventory, turn.status) == (before.location, before.inventory, "valid")
        assert (world.score().score, world.score().task) == (0, 2)
        while not turn.done:
            turn = world.step(GIVE_UP)
        assert not world.score().won
        assert not world.score().lost
        assert world.score().score < len(errands)


def some_thing(world: TextWorld, story: Path, room: str) -> tuple[str, str]:
    """A thing that lies open to view in another room than this one, and on or in what."""
    rooms = scoring_of(story).rooms
    return next(
        (fact.arguments[0].name, fact.arguments[1].name)
        for fact in sorted(world.facts, key=str)
        if fact.name == "on" and rooms[fact.arguments[1].name] != room
    )


def test_news_moves_things_in_text_facts_and_commands(story: Path, tmp_path: Path) -> None:
    rooms = scoring_of(story).rooms
    with here(story) as world:
        start = world.reset().location
        thing, place = some_thing(world, story, start)
        supporters = sorted({fact.arguments[1].name for fact in world.facts if fact.name == "on"} - {place, "stove"})
    target = next(each for each in supporters if rooms[each] not in (start, rooms[place]))
    news = News(thing=thing, place=target, who="cook", text=f"The cook has taken the {thing} to the {target}.")
    mine = with_errands(story, tmp_path, never("Wait."), never("Wait again.", news))
    with here(mine) as world:
        world.reset()
        told = world.step(GIVE_UP)
        assert told.observation.endswith(f"{news.text}\nErrand 2 of 2: Wait again.")
        assert where(world, thing) == target
        assert world.happened == (news,)
        old = go_to(world, rooms[place], told)
        assert world.happened == ()
        assert f"take {thing} from {place}" not in old.commands
        assert thing not in old.observation.partition("\n")[2]
        new = go_to(world, rooms[target], old)
        assert f"take {thing} from {target}" in new.commands
        assert thing in new.observation
        taken = world.step(f"take {thing} from {target}")
        assert thing in taken.inventory
        assert where(world, thing) == "I"


def test_news_does_not_happen_in_the_players_view(story: Path, tmp_path: Path) -> None:
    rooms = scoring_of(story).rooms
    with here(story) as world:
        start = world.reset().location
        thing, place = some_thing(world, story, start)
        supporters = sorted({fact.arguments[1].name for fact in world.facts if fact.name == "on"} - {place})
    target = next(each for each in supporters if rooms[each] != rooms[place])
    news = News(thing=thing, place=target, who="cook", text="Something has happened.")
    mine = with_errands(story, tmp_path, never("Wait."), *[never("Wait.", news) for _ in range(3)])
    with here(mine) as world:
        turn = go_to(world, rooms[place], world.reset())
        turn = world.step(GIVE_UP)  # in the room of the thing
        assert world.happened == ()
        assert (news.text in turn.observation, where(world, thing)) == (False, place)
        world.step(f"take {thing} from {place}")
        turn = world.step(GIVE_UP)  # with the thing in hand
        assert (news.text in turn.observation, where(world, thing)) == (False, "I")
        world.step(f"put {thing} on {place}")
        turn = go_to(world, rooms[target], turn)
        turn = world.step(GIVE_UP)  # in the room that it would come to
        assert (news.text in turn.observation, where(world, thing)) == (False, place)


def test_an_errand_that_holds_when_it_is_told_is_a_point_only_if_it_did_not_hold_at_first(
    story: Path, tmp_path: Path
) -> None:
    with here(story) as world:
        world.reset()
        thing, place = some_thing(world, story, "")
    lies = Errand(kind="fetch", text="Leave it.", wishes=(Wish(thing=thing, places=(place,)),), walk=())
    room = scoring_of(story).rooms[place]
    drop = Errand(kind="fetch", text="Drop it.", wishes=(Wish(thing=thing, places=(room,)),), walk=())
    mine = with_errands(story, tmp_path, never("Wait."), lies, lies, never("Wait again."), drop, drop)
    with playing(mine) as world:
        world.reset()
        turn = world.step(GIVE_UP)
        assert turn.observation.splitlines() == [
            "Errand 1 is given up.",
            "Errand 2 of 6: Leave it.",
            "Errand 2 was done already.",
            "Errand 3 of 6: Leave it.",
            "Errand 3 was done already.",
            "Errand 4 of 6: Wait again.",
        ]
        assert (world.score().score, world.score().task) == (0, 4)
        go_to(world, room, turn)
        for command in (f"take {thing} from {place}", f"drop {thing}"):
            world.step(command)
        assert world.step(GIVE_UP).observation.endswith("\nErrand 5 of 6: Drop it.")
        for number, command in ((5, "look"), (6, GIVE_UP)):
            assert f"Errand {number} is done." in world.step(command).observation
        assert world.score().score == 2


@pytest.mark.parametrize(
    "line", ["tw-whisk cookbook to oven", "look. tw-whisk cookbook to oven", "TW-whisk cookbook to oven"]
)
def test_players_cannot_use_the_moving_command(story: Path, line: str) -> None:
    with here(story) as world:
        world.reset()
        before = where(world, "cookbook")
        assert world.step(line).status == "invalid"
        assert where(world, "cookbook") == before


def test_a_card_with_unknown_things_is_one_line(story: Path, tmp_path: Path) -> None:
    unicorn = Errand(kind="fetch", text="Find it.", wishes=(Wish(thing="unicorn", places=("kitchen",)),), walk=())
    with pytest.raises(Failure, match=r"mine\.yaml: scoring: the story has no 'unicorn'"):
        opened(with_errands(story, tmp_path, unicorn))


@pytest.mark.nightly
def test_a_story_that_cannot_move_things_is_one_line(game: Game, tmp_path: Path) -> None:
    """Such as one that was compiled without what is added for errands."""
    cleaning = game("cleaning")
    with here(cleaning) as world:
        start = world.reset().location
        facts = sorted((fact for fact in world.facts if fact.name == "on"), key=str)
    (thing, place), (_, other) = [[each.name for each in fact.arguments] for fact in (facts[0], facts[-1])]
    rooms = {place: "elsewhere", other: "elsewhere"}
    news = News(thing=thing, place=other, who="cook", text="Something has happened.")
    mine = with_errands(cleaning, tmp_path, never("Wait.", thing=thing), never("Wait.", news, thing=thing), rooms=rooms)
    with playing(mine) as world:
        assert world.reset().location == start
        with pytest.raises(Failure, match=f"the story cannot move the {thing} to the {other}"):
            world.step(GIVE_UP)


def opened(story: Path) -> SandboxedWorld:
    with playing(story) as world:
        return world
