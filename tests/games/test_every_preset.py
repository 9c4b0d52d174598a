"""What holds for every preset that ships, whatever the seed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random

import pytest

from ariadne.games.draft import Draft
from ariadne.games.families import FAMILIES
from ariadne.games.make import make_game
from ariadne.games.presets import load_preset, preset_names
from ariadne.worlds.apart import WorldApart
from ariadne.worlds.card import GameCard
from ariadne.worlds.floor_plan import FloorPlan, floor_plan, read_floor_plan
from ariadne.worlds.textworld import open_world
from tests.conftest import FOREIGN
from tests.games.steps import careful_steps, steps_in_known_house, steps_to_explore

pytestmark = pytest.mark.slow

# Those that TextWorld's own generators make are tested in `test_foreign.py`.
OWN = [name for name in preset_names() if name not in FOREIGN]
each_preset = pytest.mark.parametrize("name", OWN)


@cache
def drafted(name: str, seed: int) -> tuple[Draft, FloorPlan]:
    preset = load_preset(name)
    draft = FAMILIES[preset.family].build(preset.knobs, seed)
    return draft, floor_plan(draft.game.serialize())


@each_preset
def test_a_game_has_the_size_that_its_preset_promises(name: str) -> None:
    draft, plan = drafted(name, 1)
    assert len(plan.rooms) == load_preset(name).knobs.model_dump()["rooms"]
    assert draft.maximum > 0


@each_preset
@pytest.mark.parametrize("seed", [1, 2])
def test_a_game_is_won_within_its_limit_by_a_player_who_first_sees_all_of_it(name: str, seed: int) -> None:
    draft, plan = drafted(name, seed)
    assert careful_steps(plan, draft.walkthrough) <= load_preset(name).max_steps


@each_preset
def test_seeds_differ_in_map_names_places_and_order(name: str) -> None:
    (one, plan), (other, other_plan) = drafted(name, 1), drafted(name, 2)
    assert plan.exits != other_plan.exits or len(plan.rooms) == 1
    assert plan.places.keys() != other_plan.places.keys()
    assert [plan.room_of(thing) for thing in sorted(plan.movable)] != [
        other_plan.room_of(thing) for thing in sorted(other_plan.movable)
    ] or len(plan.rooms) == 1
    assert one.walkthrough != other.walkthrough


@each_preset
def test_any_seed_makes_a_game_that_is_won_and_keeps_its_secrets(name: str, tmp_path: Path) -> None:
    preset, seed = load_preset(name), Random().randrange(2**32)
    print("seed", seed)
    story = make_game(preset, seed, tmp_path)  # which proves that its walkthrough wins
    card = GameCard.load(story.with_suffix(".yaml"))
    assert card.walkthrough_length == len(card.walkthrough) <= preset.max_steps
    plan = read_floor_plan(story)
    names = [*plan.rooms, *plan.places, *(door.name for door in plan.doors.values())]
    assert not [each for each in names if re.search("decoy|distract", each)]
    world = open_world(story)
    try:
        assert told(world, plan) <= may_be_told(preset.family, card.walkthrough)
        for key, locker, texts in before_its_note(world):
            assert not [text for text in texts if key in text and locker in text], (key, locker)
    finally:
        world.close()


def told(world: WorldApart, plan: FloorPlan) -> set[str]:
    """The things that goal and briefing name."""
    text = f"{world.goal} {world.briefing}"
    return {thing for thing in plan.places if re.search(rf"\b{re.escape(thing)}\b", text)}


def may_be_told(family: str, walkthrough: list[str]) -> set[str]:
    """Hunts begin with a key and its locker; whoever cooks is told what a kitchen has."""
    if family == "treasure-hunt":
        return {*pairs(walkthrough)[0], "golden locker", "treasure"}
    return {"cookbook", "knife", "stove", "oven", "BBQ"} if family == "cooking" else set()


def before_its_note(world: WorldApart) -> Iterator[tuple[str, str, list[str]]]:
    """For each key but the first: it, its locker, and the sentences that a player read before the key's note."""
    sentences: list[str] = []
    later = pairs(list(world.walkthrough))[1:]
    texts = [world.reset().observation, world.goal, world.briefing]
    for command in world.walkthrough:
        sentences += [sentence for text in texts for sentence in re.split(r"[.!?\n]", text)]
        if command.startswith("examine ") and later:
            yield *later.pop(0), list(sentences)
        texts = [world.step(command).observation]


def pairs(walkthrough: list[str]) -> list[tuple[str, str]]:
    """(key, locker) of each `unlock`."""
    found = [re.fullmatch("unlock (.+) with (.+)", command) for command in walkthrough]
    return [(match[2], match[1]) for match in found if match]


def test_a_way_through_known_rooms_is_one_step() -> None:
    walkthrough = ["open door", "go north", "go east", "take key", "go west"]
    assert steps_in_known_house(walkthrough, opened=["door"]) == 3


def test_exploring_counts_each_way_and_each_return() -> None:
    star = {"hall": {"north": "a", "south": "b"}, "a": {"south": "hall"}, "b": {"north": "hall"}}
    assert steps_to_explore("hall", star) == 3
