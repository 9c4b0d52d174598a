"""Properties of every shipped preset, and of games of every family with any preset and seed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ariadne.games.draft import Draft
from ariadne.games.families import FAMILIES
from ariadne.games.make import make_game
from ariadne.games.presets import Preset, load_preset, preset_from, preset_names
from ariadne.worlds.card import GameCard
from ariadne.worlds.floor_plan import FloorPlan, floor_plan, read_floor_plan
from ariadne.worlds.sandbox import SandboxedWorld
from ariadne.worlds.textworld import open_world
from tests.conftest import FOREIGN
from tests.games.steps import careful_steps

pytestmark = pytest.mark.slow

# TextWorld's own families are tested in `test_foreign.py`.
OWN = [name for name in preset_names() if name not in FOREIGN]
# Every knob of a family, changed.
TURNED: dict[str, dict[str, Any]] = {
    "treasure-hunt": {
        "rooms": 9, "keys": 4, "doors": 3, "distractors": 1, "hidden_key": 2, "hints": "always", "loops": 0.5,
    },
    "cooking": {"rooms": 12, "ingredients": 5, "closed": True, "inventory_limit": True},
    "cleaning": {"rooms": 9, "things": 54, "misplaced": 11, "doors": 5, "on_floor": 0.5, "closed": 1.0},
    "errands": {
        "rooms": 7, "things": 40, "furniture": 4, "closed": 1.0, "locked": 3, "on_floor": 0.4, "doors": 5, "loops": 0.5,
        "dish": 3, "beside": 3, "alike": 3, "news": 8,
    },
}  # fmt: skip
each_family = pytest.mark.parametrize("family", TURNED)


def of(family: str) -> list[Preset]:
    """The presets of a family, and one of our own."""
    told = {"family": family, "description": "Turned.", "max_steps": 400, "knobs": TURNED[family]}
    turned = preset_from("turned", told, "turned")
    return [turned, *(preset for preset in map(load_preset, OWN) if preset.family == family)]


def drafted(name: str, seed: int) -> tuple[Draft, FloorPlan]:
    preset = load_preset(name)
    draft = FAMILIES[preset.family].build(preset.knobs, seed)
    return draft, floor_plan(draft.game.serialize())


@pytest.mark.nightly  # By day, test_makers.py has the games that were found to be so.
@pytest.mark.parametrize("name", OWN)
def test_a_game_has_the_promised_size_and_enough_steps(name: str) -> None:
    draft, plan = drafted(name, 1)
    preset = load_preset(name)
    assert len(plan.rooms) == preset.knobs.model_dump()["rooms"]
    assert draft.maximum > 0
    assert careful_steps(plan, draft.walkthrough) <= preset.max_steps


@pytest.mark.nightly
@each_family
def test_any_preset_and_seed_make_a_game_that_is_won_and_keeps_its_secrets(family: str, tmp_path: Path) -> None:
    preset, seed = Random().choice(of(family)), Random().randrange(2**32)
    print(preset.name, "seed", seed)
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


def told(world: SandboxedWorld, plan: FloorPlan) -> set[str]:
    """The things named in goal and briefing."""
    text = f"{world.goal} {world.briefing}"
    return {thing for thing in plan.places if re.search(rf"\b{re.escape(thing)}\b", text)}


def may_be_told(family: str, walkthrough: list[str]) -> set[str]:
    """Hunts begin with a key and its locker; in cooking, the kitchen's appliances are named."""
    if family == "treasure-hunt":
        return {*pairs(walkthrough)[0], "golden locker", "treasure"}
    if family == "errands":
        return {"cookbook", "kitchen knife", "stove", "oven"}
    return {"cookbook", "knife", "stove", "oven", "BBQ"} if family == "cooking" else set()


def before_its_note(world: SandboxedWorld) -> Iterator[tuple[str, str, list[str]]]:
    """For each key except the first: the key, its locker, and the sentences read before the key's note."""
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
