from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, suppress

import pytest
from scienceworld import ScienceWorldEnv

from ariadne.worlds.registry import find_game
from ariadne.worlds.scienceworld.tasks import TASKS
from ariadne.worlds.scienceworld.world import ALWAYS, CHECK, ScienceWorld
from ariadne.worlds.world import Score

# A machine of Java is started once for all tests.
pytestmark = pytest.mark.xdist_group("scienceworld")

TASK, VARIATION = "find-animal", 225


@pytest.fixture(scope="module")
def world() -> Iterator[ScienceWorld]:
    with closing(find_game(f"scienceworld/{TASK}/{VARIATION}").open()) as opened:
        assert isinstance(opened, ScienceWorld)
        yield opened


@pytest.fixture(scope="module")
def own() -> Iterator[ScienceWorldEnv]:
    """ScienceWorld with nothing of ours."""
    env = ScienceWorldEnv("", envStepLimit=1000)
    yield env
    env.close()
    # What it leaves open.
    env._obj_tree_tempdir.cleanup()
    java = env._gateway.java_process
    java.wait()
    for pipe in filter(None, (java.stdin, java.stdout, java.stderr)):
        with suppress(OSError):
            pipe.close()


def words(text: str) -> list[str]:
    """What a text says; ScienceWorld tells things that are together in another order each time."""
    return sorted(text.replace(",", " ").replace(".", " ").split())


@pytest.mark.nightly
def test_gold_paths_score_through_our_world_is_its_own(world: ScienceWorld, own: ScienceWorldEnv) -> None:
    own.load(TASK, VARIATION, "", generateGoldPath=True)
    seen = own.reset()[0]
    turn = world.reset()
    assert words(turn.observation) == words(seen)
    assert world.goal in own.get_task_description()
    for command in world.walkthrough:
        text, _, done, info = own.step(command)
        turn = world.step(command)
        assert set(words(text)) <= set(words(turn.observation))
        assert words(turn.inventory) == words(info["inv"])
        assert (turn.done, world.score().score) == (done, info["score"])
    assert world.score() == Score(100, 100, won=True)
    assert (turn.commands, turn.free) == ((), False)
    assert world.step("look around").observation == "The task is over."


@pytest.mark.nightly
def test_table_of_tasks_is_the_engines(own: ScienceWorldEnv) -> None:
    assert set(own.get_task_names()) == set(TASKS)
    assert {name: own.get_max_variations(name) for name in TASKS} == {
        name: task.variations for name, task in TASKS.items()
    }
    own.load(TASK, VARIATION)
    assert own.get_variations_test()[0] == TASKS[TASK].test


def test_entering_a_place_describes_it(world: ScienceWorld) -> None:
    start = world.reset()
    assert f"called the {start.location}." in start.observation
    door = next(line for line in start.observation.splitlines() if "A door to the" in line)
    place = door.strip().removeprefix("A door to the ").partition(" (")[0]
    assert world.step(f"open door to {place}").location == start.location
    there = world.step(f"go to {place}")
    assert there.location == place
    assert "In it, you see" in there.observation or "Here you see" in there.observation


def test_valid_actions_are_listed_on_request_and_cost_nothing_of_the_task(world: ScienceWorld) -> None:
    start = world.reset()
    assert (start.commands, start.free) == (ALWAYS, True)
    listed = world.step(CHECK)
    assert listed.status == "meta"
    assert {*ALWAYS, "wait"} < {*listed.commands}
    assert any(action.startswith("open ") for action in listed.commands)
    assert "reset task" not in listed.commands
    assert len(listed.observation) < 2000 < len("; ".join(listed.commands))
    assert world.step("look around").commands == ALWAYS


def test_what_is_not_understood_or_would_start_over_is_invalid(world: ScienceWorld) -> None:
    world.reset()
    assert world.step("dance wildly").status == "invalid"
    before = world.step("open door to hallway")
    assert world.step("reset task").status == "invalid"
    assert before.status == "valid"


def test_names_of_several_things_are_asked_about(world: ScienceWorld) -> None:
    world.reset()
    asked = world.step("look at cup")
    assert asked.status == "meta"
    assert asked.commands[:2] == ("0", "1")
    assert world.step("0").status == "valid"


def test_a_wrong_focus_loses_the_task(world: ScienceWorld) -> None:
    world.reset()
    last = world.step("focus on table")
    assert last.done
    assert world.score() == Score(-100, 100, lost=True)
    assert world.score().normalized == 0
    assert not world.reset().done
