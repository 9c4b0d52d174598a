"""No free story has bindings, so the one of the tests is given some: a grammar, and a walkthrough. The search for valid
actions, and the engine that it tries them in, are the real ones; what only bindings in C tell (points, the end) is not
there, but for two tests that put numbers in its place.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from ariadne.worlds.jericho import CHECK, JerichoWorld
from ariadne.worlds.story_file import load_card
from ariadne.worlds.world import Score

GRAMMAR = (
    "take/get/carry OBJ;drop/discard OBJ;open OBJ;close/shut OBJ;examine/x OBJ;drink/sip OBJ;unlock OBJ with OBJ"
    ";switch on OBJ;sing;score;save"
)
ALWAYS = (CHECK, "inventory", "look")


@pytest.fixture
def world(lighthouse: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[JerichoWorld]:
    """The story with bindings, played in this process, which knows of them."""
    from jericho.defines import BINDINGS_DICT

    bindings = {
        "name": "lighthouse", "rom": "lighthouse.z5", "seed": 12, "max_word_length": 9, "grammar": GRAMMAR,
        "walkthrough": "north/Open door then wait//examine me",
    }  # fmt: skip
    monkeypatch.setitem(BINDINGS_DICT, hashlib.md5(lighthouse.read_bytes()).hexdigest(), bindings)
    with closing(JerichoWorld(lighthouse, load_card(lighthouse), handicap=("actions",))) as world:
        yield world


def test_valid_actions_are_listed_on_request_and_only_then(world: JerichoWorld) -> None:
    assert world.reset().commands == ALWAYS
    world.step("north")
    here = world.step("east")
    asked = world.step("Check valid  actions")
    assert (here.commands, here.free) == (ALWAYS, True)
    assert (asked.status, asked.free, asked.location, asked.done) == ("meta", True, "kitchen", False)
    assert set(asked.commands) >= {*ALWAYS, "west", "open cupboard"}
    assert not {"save", "score", "north", "take lamp", "examine soup"} & set(asked.commands)
    assert list(asked.commands) == sorted(asked.commands)
    assert asked.observation == f"Valid actions are: {', '.join(asked.commands)}."
    assert world.step("look").commands == ALWAYS


def test_asking_changes_nothing(world: JerichoWorld) -> None:
    def play(asking: bool) -> list[str]:
        texts = [world.reset().observation]
        for command in ("north", "east", "open cupboard", "take lamp", "switch on lamp", "inventory", "west"):
            if asking:
                world.step("check valid actions")
            texts.append(world.step(command).observation)
        return texts

    assert play(asking=True) == play(asking=False)


def test_the_list_follows_what_is_there(world: JerichoWorld) -> None:
    world.reset()
    for command in ("north", "east", "open cupboard"):
        world.step(command)
    closed = world.step("check valid actions").commands
    world.step("take lamp")
    carrying = world.step("check valid actions").commands
    assert {"take lamp", "close cupboard"} <= set(closed)
    assert {"drop lamp", "switch on lamp"} <= set(carrying)
    assert "take lamp" not in carrying


def test_the_list_is_the_same_every_time_and_needs_no_spacy(world: JerichoWorld) -> None:
    world.reset()
    world.step("north")
    assert world.step("check valid actions") == world.step("check valid actions")
    assert "spacy" not in sys.modules


def test_jerichos_walkthroughs_reach_the_story_unchanged(world: JerichoWorld) -> None:
    assert world.known
    assert world.walkthrough == ("north", "Open door then wait", "", "examine me")
    turns = [world.reset(), *(world.step(command) for command in world.walkthrough)]
    assert turns[-1].observation
    assert all(turn.observation != "I didn't understand that sentence." for turn in turns)


def test_points_come_from_jericho(world: JerichoWorld, monkeypatch: pytest.MonkeyPatch) -> None:
    import jericho

    monkeypatch.setattr(jericho.FrotzEnv, "get_score", lambda _: 35)
    monkeypatch.setattr(jericho.FrotzEnv, "get_max_score", lambda _: 350)
    with closing(JerichoWorld(world.path, load_card(world.path))) as other:
        other.reset()
        assert other.score() == Score(35, 350)


def test_a_win_is_reported_by_jericho(world: JerichoWorld, monkeypatch: pytest.MonkeyPatch) -> None:
    import jericho

    world.reset()
    monkeypatch.setattr(jericho.FrotzEnv, "victory", lambda _: True)
    assert world.step("wait").done
    assert world.score() == Score(0, 0, won=True)


def test_a_loss_reported_by_jericho_counts_only_if_the_story_ends(
    world: JerichoWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    import jericho

    monkeypatch.setattr(jericho.FrotzEnv, "game_over", lambda _: True)
    world.reset()
    *turns, last = [world.step(command) for command in ("north", "east", "drink soup")]
    assert [turn.done for turn in turns] == [False, False]
    assert last.done
    assert world.score().lost
