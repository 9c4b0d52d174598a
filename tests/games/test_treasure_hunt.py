from __future__ import annotations

import random
import re

from hypothesis import given
from hypothesis import strategies as st

from ariadne.games.house import DIRECTIONS
from ariadne.games.treasure_hunt import GOLDEN, Hunt, TreasureHuntKnobs, plan
from ariadne.geography import OPPOSITE
from ariadne.worlds.sandbox import SandboxedWorld
from ariadne.worlds.textworld import open_world
from tests.conftest import Game


@st.composite
def hunts(draw: st.DrawFn) -> tuple[TreasureHuntKnobs, Hunt]:
    rooms = draw(st.integers(3, 40))
    keys = draw(st.integers(1, min(rooms - 1, 24)))
    knobs = TreasureHuntKnobs(
        rooms=rooms,
        keys=keys,
        decoys=draw(st.none() | st.integers(0, rooms - keys)),
        loops=draw(st.floats(0, 1)),
        distractors=draw(st.integers(0, 2)),
        room_names=draw(st.sampled_from(["real", "letters"])),
        key_names=draw(st.sampled_from(["materials", "numbers"])),
        notes=draw(st.sampled_from(["varied", "plain"])),
        hints=draw(st.sampled_from(["never", "far", "always"])),
        hidden_key=draw(st.none() | st.integers(2, keys)) if keys > 1 else None,
    )
    return knobs, plan(knobs, random.Random(draw(st.integers(0, 2**32))))


@given(hunts())
def test_each_room_has_at_most_one_locker_and_the_last_of_the_chain_is_golden(
    drawn: tuple[TreasureHuntKnobs, Hunt],
) -> None:
    knobs, hunt = drawn
    chain = {stage.room: stage.locker for stage in hunt.stages}
    assert len(chain) == len(hunt.stages) == knobs.keys
    assert not chain.keys() & hunt.decoys.keys()
    lockers = [*chain.values(), *hunt.decoys.values()]
    assert len(set(lockers)) == len(lockers)
    assert len(lockers) == (knobs.rooms if knobs.decoys is None else knobs.keys + knobs.decoys)
    assert hunt.stages[-1].locker == GOLDEN
    assert GOLDEN not in hunt.decoys.values()


@given(hunts())
def test_a_note_names_its_own_key_and_locker_and_no_other(drawn: tuple[TreasureHuntKnobs, Hunt]) -> None:
    _, hunt = drawn
    lockers = {*(stage.locker for stage in hunt.stages), *hunt.decoys.values()}
    for stage in hunt.stages:
        assert set(re.findall(r"key \d+|\w+ key(?! \d)", stage.text)) == {stage.key}
        assert {locker for locker in lockers if locker in stage.text} == {stage.locker}


@given(hunts())
def test_hints_are_true_and_come_when_they_should(drawn: tuple[TreasureHuntKnobs, Hunt]) -> None:
    knobs, hunt = drawn
    here = hunt.house.rooms[0]
    for number, stage in enumerate(hunt.stages, start=1):
        hint = stage.text.split(". ", 1)[1] if ". " in stage.text else ""
        distance = hunt.house.distances(here)[stage.room]
        hidden = knobs.hidden_key == number + 1
        wanted = knobs.hints == "always" or (knobs.hints == "far" and distance >= knobs.far)
        assert bool(hint) == (wanted and not hidden)
        ways = [way for way in DIRECTIONS if re.search(rf"\b{way}\b", hint)]
        for way in ways:
            (x0, y0), (x1, y1), (dx, dy) = (hunt.house.cells[here], hunt.house.cells[stage.room], DIRECTIONS[way])
            assert here in hint
            assert (x1 - x0) * dx + (y1 - y0) * dy > 0
        assert ways or not hint or stage.room in hint
        here = stage.room


def test_a_hidden_keys_locker_is_as_far_as_can_be() -> None:
    for seed in range(20):
        hunt = plan(TreasureHuntKnobs(rooms=16, keys=5, hidden_key=2), random.Random(seed))
        distances = hunt.house.distances(hunt.house.rooms[0])
        assert distances[hunt.stages[0].room] == max(distances.values())


def test_the_first_key_is_in_view_and_the_briefing_says_what_it_opens(game: Game) -> None:
    world = open_world(game("treasure-hunt"))
    turn = world.reset()
    first_key, first_locker = unlocks(world)[0]
    assert f"take {first_key}" in turn.commands
    assert first_key in world.briefing
    assert first_locker in world.briefing
    world.close()


def test_no_text_reveals_a_locker_before_its_note(game: Game) -> None:
    world = open_world(game("treasure-hunt"))
    keys, lockers = zip(*unlocks(world), strict=True)
    texts = everything_in_sight(world)
    for place, text in texts:
        for key in keys[1:]:
            assert key not in text
        for locker in lockers:
            assert locker not in text or f"examine {locker}" in place
    assert keys[1] not in world.goal + world.briefing
    assert lockers[1] == GOLDEN
    world.close()


def test_a_point_for_each_key_and_one_for_the_treasure(game: Game) -> None:
    world = open_world(game("treasure-hunt"))
    world.reset()
    scores = []
    for command in world.walkthrough:
        before = world.score().score
        world.step(command)
        if world.score().score != before:
            scores.append((command.split()[0], world.score().score))
    assert scores == [("take", 1), ("take", 2), ("take", 3)]
    assert world.score().won
    assert world.score().maximum == 3
    world.close()


def test_a_locker_without_a_key_stays_shut(game: Game) -> None:
    world = open_world(game("treasure-hunt"))
    turn = world.reset()
    opened = {locker for _, locker in unlocks(world)}
    for command in world.walkthrough:
        offered = [each.split(" ", 1)[1] for each in turn.commands if each.startswith(("unlock ", "open "))]
        assert all(any(each.startswith(locker) for locker in opened) for each in offered)
        turn = world.step(command)
    world.close()


def unlocks(world: SandboxedWorld) -> list[tuple[str, str]]:
    """(key, locker) of each `unlock` in the walkthrough."""
    pairs = [command.removeprefix("unlock ").split(" with ") for command in world.walkthrough]
    return [(key, locker) for locker, key in (pair for pair in pairs if len(pair) == 2)]


def everything_in_sight(world: SandboxedWorld) -> list[tuple[str, str]]:
    """Walk everywhere and examine everything without taking or opening: (commands valid there, text)."""
    turn, seen, texts = world.reset(), set[str](), list[tuple[str, str]]()

    def visit() -> None:
        nonlocal turn
        seen.add(turn.location)
        commands = turn.commands
        texts.append((" ".join(commands), turn.observation))
        for command in commands:
            if command.startswith("examine "):
                texts.append((" ".join(commands), world.step(command).observation))
        for command in commands:
            if command.startswith("go "):
                turn = world.step(command)
                if turn.location not in seen:
                    visit()
                turn = world.step(f"go {OPPOSITE[command.removeprefix('go ')]}")

    visit()
    return texts
