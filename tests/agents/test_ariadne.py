from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from ariadne.agents.agent import Decision
from ariadne.agents.ariadne import Ariadne, AriadneOptions, Calls, Navigation
from ariadne.embed.cache import TextCache
from ariadne.embed.minilm import MiniLM
from ariadne.memory.arigraph.arigraph import AriGraph
from ariadne.memory.arigraph.memory import AriGraphMemory
from ariadne.memory.arigraph.options import IN_WORLDS
from ariadne.models.ask import Asked
from ariadne.models.question import Question
from ariadne.models.recorded import Scripted
from ariadne.worlds.world import Turn, World
from tests.agents.notebook import Notebook
from tests.conftest import Game
from tests.scripted import Events, Script
from tests.worlds.playing import playing


def said(action: str) -> dict[str, str]:
    return {"reason": "because", "action": action}


def turn(location: str, command: str = "", *commands: str) -> Turn:
    return Turn(command, f"You are in the {location}.", "", ("look", *commands), location)


def hours(count: int) -> list[list[Turn]]:
    """As many turns in one place, at which there is always something new."""
    return [[replace(turn("hall"), observation=f"It strikes {hour}.")] for hour in range(count)]


def ariadne(script: Script, calls: Calls, minilm: MiniLM) -> Ariadne:
    """Ariadne with AriGraph, both asking in the same way."""
    record = Events()
    texts = TextCache(minilm)
    memory = AriGraphMemory(lambda: AriGraph(Asked(script.ask), texts, options=replace(IN_WORLDS, calls=calls)), record)
    return Ariadne(memory, script.ask, record, AriadneOptions(calls=calls))


async def play(agent: Ariadne, world: World, script: Script) -> list[list[str]]:
    """Play to the end; the names of the questions of each step."""
    await agent.begin(world.goal)
    turns, steps = [world.reset()], []
    while not turns[-1].done:
        asked = len(script.asked)
        decision = await agent.decide(turns)
        turns = [world.step(command) for command in decision.commands]
        steps.append(script.names[asked:])
    return steps


async def decide_all(agent: Ariadne, *batches: list[Turn]) -> list[Decision]:
    await agent.begin("Find the lamp.")
    return [await agent.decide(turns) for turns in batches]


def actions(question: Question[Any]) -> list[str]:
    return list(question.choices["action"])


async def test_three_questions_a_step_win_a_game(game: Game, minilm: MiniLM) -> None:
    with playing(game("treasure-hunt")) as world:
        script = Script(act=[said(command) for command in world.walkthrough])
        steps = await play(ariadne(script, "three", minilm), world, script)
        assert world.score().won
    assert len(steps) == len(world.walkthrough)
    assert all(names == ["learn", "plan", "act"] for names in steps)


async def test_the_papers_way_is_six_questions_a_step(game: Game, minilm: MiniLM) -> None:
    with playing(game("treasure-hunt")) as world:
        script = Script(
            act=[said(command) for command in world.walkthrough],
            extract={"triplets": ["key, could be in, locker", "locker, is, locked"]},
        )
        first, *later = await play(ariadne(script, "paper", minilm), world, script)
        assert world.score().won
    # There is nothing to replace before anything is known, and nothing to check before there is a plan.
    assert first == ["extract", "entities", "plan", "act"]
    assert all(names == ["extract", "replace", "entities", "explore", "plan", "act"] for names in later)


async def test_every_other_visited_location_can_be_gone_to(game: Game, minilm: MiniLM) -> None:
    with playing(game("treasure-hunt")) as world:
        script = Script(act=[said(command) for command in world.walkthrough])
        await play(ariadne(script, "three", minilm), world, script)
        turns = [world.reset(), *(world.step(command) for command in world.walkthrough[:-1])]
    visited: set[str] = set()
    for now, question in zip(turns, script.of("act"), strict=True):
        visited.add(now.location)
        places = {f"go to {place}" for place in visited - {now.location}}
        assert actions(question) == sorted({*now.commands, *places})
    assert len(visited) > 2


async def test_going_to_a_place_becomes_the_commands_that_lead_there(game: Game, minilm: MiniLM) -> None:
    with playing(game("treasure-hunt")) as world:
        start = world.reset().location
        walk = list(world.walkthrough)
        away = next(number for number in range(len(walk)) if walk[number].startswith("unlock"))
        script = Script(act=[*(said(command) for command in walk[:away]), said(f"Go to {start}")])
        agent = ariadne(script, "three", minilm)
        await agent.begin(world.goal)
        turns = [world.reset()]
        for _ in range(away):
            decision = await agent.decide(turns)
            turns = [world.step(command) for command in decision.commands]
        assert turns[-1].location != start
        decision = await agent.decide(turns)
        assert decision.action == f"go to {start}"
        assert len(decision.commands) == len([command for command in walk[:away] if command.startswith("go ")])
        for command in decision.commands:
            arrived = world.step(command)
        assert arrived.location == start


async def test_a_place_without_a_name_cannot_be_gone_to() -> None:
    """A world may name its places late, or never."""
    script = Script()
    agent = Ariadne(Notebook(), script.ask, Events())
    await decide_all(agent, [turn("")], [turn("hall", "go north")], [turn("", "look")], [turn("hall", "look")])
    for question in script.of("act"):
        assert actions(question) == ["look"]


async def test_a_one_way_passage_gives_no_way_back() -> None:
    script = Script()
    agent = Ariadne(Notebook(), script.ask, Events())
    await decide_all(agent, [turn("hall")], [turn("cellar", "jump down the hole")])
    assert actions(script.of("act")[-1]) == ["look"]


async def test_the_previous_plan_shows_exits_to_the_planner_and_the_new_one_to_the_actor() -> None:
    flags = [False, True, True, False]
    plans: list[Scripted] = [{"new": [f"goal {number} | why"], "explore": flag} for number, flag in enumerate(flags)]
    script = Script(plan=plans)
    agent = Ariadne(Notebook(), script.ask, Events())
    await decide_all(agent, *hours(len(flags)))
    assert [bool(question.inputs["exits"]) for question in script.of("plan")] == [True, *flags[:-1]]
    assert [bool(question.inputs["exits"]) for question in script.of("act")] == flags


async def test_in_the_papers_way_the_check_shows_exits_to_planner_and_actor_alike() -> None:
    flags = [False, True, True, False]
    script, events = Script(explore=[{"explore": flag} for flag in flags]), Events()
    agent = Ariadne(Notebook(), script.ask, events, AriadneOptions(calls="paper"))
    await decide_all(agent, *hours(1 + len(flags)))
    for name in ("plan", "act"):
        assert [bool(question.inputs["exits"]) for question in script.of(name)] == [True, *flags]
    assert [planned.explore for planned in events.of("planned")] == [True, *flags]


async def test_the_plan_is_handed_on() -> None:
    plans: list[Scripted] = [{"dropped": [1], "new": [f"goal {number} | why"], "explore": False} for number in range(3)]
    script, notebook = Script(plan=plans), Notebook()
    agent = Ariadne(notebook, script.ask, Events())
    await decide_all(agent, *hours(len(plans)))
    assert [list(question.inputs["plan"]) for question in script.of("plan")] == [[], ["goal 0 | why"], ["goal 1 | why"]]
    assert [list(question.inputs["plan"]) for question in script.of("act")] == [
        ["goal 0 | why"],
        ["goal 1 | why"],
        ["goal 2 | why"],
    ]
    assert [plan for _, plan in notebook.observed] == [[], ["goal 0 | why"], ["goal 1 | why"]]
    assert [list(cue.plan) for cue in notebook.cues] == [[], ["goal 0 | why"], ["goal 1 | why"]]


async def test_the_last_turns_are_working_memory_and_are_left_behind_in_blocks() -> None:
    script, notebook = Script(), Notebook()
    agent = Ariadne(notebook, script.ask, Events())
    turns = [turn(f"room {number}", "go east") for number in range(12)]
    await decide_all(agent, *([now] for now in turns))
    starts = [0, 0, 0, 0, 0, 0, 3, 3, 3, 6, 6, 6]
    for number, (question, cue) in enumerate(zip(script.of("plan"), notebook.cues, strict=True)):
        recent = turns[starts[number] : number]
        assert question.inputs["history"] == [past.as_text() for past in recent]
        assert question.inputs["observation"] == turns[number].as_text()
        assert (list(cue.recent), cue.turn) == (recent, turns[number])
        assert cue.goal == question.inputs["goal"] == "Find the lamp."


async def test_the_turns_passed_on_the_way_are_learned_and_remembered() -> None:
    script, notebook = Script(), Notebook()
    agent = Ariadne(notebook, script.ask, Events())
    start = turn("hall")
    way = [turn(place, "go east") for place in ("kitchen", "larder", "yard")]
    await decide_all(agent, [start], way)
    assert [turns for turns, _ in notebook.observed] == [[start], way]
    question = script.of("act")[-1]
    assert question.inputs["history"] == [past.as_text() for past in (start, *way[:-1])]
    assert actions(question) == ["go to hall", "go to kitchen", "go to larder", "look"]


async def test_a_new_episode_knows_nothing_of_the_last() -> None:
    script, notebook = Script(), Notebook()
    agent = Ariadne(notebook, script.ask, Events())
    await decide_all(agent, [turn("hall")], [turn("yard", "go east")])
    await agent.end("steps")
    script.asked.clear()
    await decide_all(agent, [turn("yard")])
    (plan,), (act,) = script.of("plan"), script.of("act")
    assert (list(plan.inputs["history"]), list(plan.inputs["plan"]), actions(act)) == ([], [], ["look"])
    assert notebook.goals == ["Find the lamp.", "Find the lamp."]
    assert notebook.ends == ["steps"]


async def test_what_was_recalled_and_planned_is_recorded() -> None:
    script, events = Script(plan={"new": ["find the lamp | it is dark"], "explore": True}), Events()
    await decide_all(Ariadne(Notebook(), script.ask, events), [turn("hall")])
    (recalled,), (planned,) = events.of("recalled"), events.of("planned")
    assert list(recalled.exits) == ["hall, has exit, north"]
    assert list(planned.plan) == ["find the lamp | it is dark"]
    assert planned.explore is True


async def test_a_model_that_only_babbles_still_plays(game: Game, minilm: MiniLM) -> None:
    babble: dict[str, Scripted] = dict.fromkeys(("learn", "plan", "act"), "Well, let me think about this ...")
    script = Script(**babble)
    with playing(game("treasure-hunt")) as world:
        agent = ariadne(script, "three", minilm)
        await agent.begin(world.goal)
        turns = [world.reset()]
        done = []
        for _ in range(3):
            decision = await agent.decide(turns)
            turns = [world.step(command) for command in decision.commands]
            done += decision.commands
        assert len({*done}) == len(done)
        assert "look" not in done


WAY = [turn("hall"), turn("kitchen", "go east"), turn("larder", "go north")]


async def gone(minilm: MiniLM, navigation: Navigation, *learned: str, way: list[Turn] = WAY) -> list[str]:
    """The places that can be gone to at the end of a way, if the model learns this at its last step."""
    nothing: Scripted = {"triplets": [], "replaced": [], "entities": []}
    script = Script(learn=[*[nothing] * (len(way) - 1), {"triplets": learned, "replaced": [], "entities": []}])
    texts = TextCache(minilm)
    memory = AriGraphMemory(lambda: AriGraph(Asked(script.ask), texts, options=IN_WORLDS), Events())
    agent = Ariadne(memory, script.ask, Events(), AriadneOptions(navigation=navigation))
    await decide_all(agent, *([now] for now in way))
    return [action for action in actions(script.of("act")[-1]) if action.startswith("go to ")]


@pytest.mark.parametrize("navigation", ["agent", "memory"])
async def test_by_either_routes_one_can_go_where_one_has_been(navigation: Navigation, minilm: MiniLM) -> None:
    places = await gone(minilm, navigation)
    assert places == ["go to hall", "go to kitchen"]


async def test_the_memorys_routes_are_what_its_triplets_say(minilm: MiniLM) -> None:
    """A jump is no direction, so that no triplet comes of it; what the model says of the way back counts."""
    way = [turn("hall"), turn("cellar", "jump down")]
    assert await gone(minilm, "memory", way=way) == []
    assert await gone(minilm, "memory", "hall, is up from, cellar", way=way) == ["go to hall"]
    assert await gone(minilm, "agent", "hall, is up from, cellar", way=way) == []


async def test_nobody_goes_to_a_place_that_was_only_heard_of(minilm: MiniLM) -> None:
    places = await gone(minilm, "memory", "attic, is up from, larder")
    assert places == ["go to hall", "go to kitchen"]


async def test_going_by_the_memorys_routes_takes_the_commands_of_its_triplets(minilm: MiniLM) -> None:
    shortcut = "hall, is west of, larder"
    nothing: Scripted = {"triplets": [], "replaced": [], "entities": []}
    script = Script(
        learn=[nothing, nothing, {"triplets": [shortcut], "replaced": [], "entities": []}],
        act=[said("look"), said("look"), said("go to hall")],
    )
    texts = TextCache(minilm)
    memory = AriGraphMemory(lambda: AriGraph(Asked(script.ask), texts, options=IN_WORLDS), Events())
    agent = Ariadne(memory, script.ask, Events(), AriadneOptions(navigation="memory"))
    decision = (await decide_all(agent, *([now] for now in WAY)))[-1]
    assert (decision.action, decision.commands) == ("go to hall", ("go west",))


async def test_a_memory_without_routes_gives_no_way_to_go_to() -> None:
    script = Script()
    agent = Ariadne(Notebook(), script.ask, Events(), AriadneOptions(navigation="memory"))
    await decide_all(agent, *([now] for now in WAY))
    assert actions(script.of("act")[-1]) == ["look"]
