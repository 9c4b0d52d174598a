from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

import pytest

from ariadne.agents.agent import Decision, Setting
from ariadne.agents.ariadne import STILL, Ariadne
from ariadne.agents.framing import Framing
from ariadne.agents.registry import Thinking
from ariadne.embed.cache import TextCache
from ariadne.errors import UserError
from ariadne.events import Status
from ariadne.memory.arigraph.agent.memory import AriGraphMemory
from ariadne.memory.arigraph.api.arigraph import AriGraph
from ariadne.memory.arigraph.core.options import IN_WORLDS
from ariadne.memory.memory import Memory
from ariadne.memory.none import NoMemory
from ariadne.memory.registry import Calls
from ariadne.models.ask import Asked
from ariadne.models.prompt import FRAME, SMALL
from ariadne.models.question import Question
from ariadne.models.recorded import Scripted
from ariadne.worlds.world import Turn, World
from tests.agents.notebook import Notebook
from tests.conftest import Game
from tests.scripted import Events, Script
from tests.worlds.playing import playing

Navigation = Literal["agent", "memory"]


def said(action: str) -> dict[str, str]:
    return {"reason": "because", "action": action}


def turn(location: str, command: str = "", *commands: str) -> Turn:
    return Turn(command, f"You are in the {location}.", "", ("look", *commands), location)


def hours(count: int) -> list[list[Turn]]:
    """Turns in one place, each with something new."""
    return [[replace(turn("hall"), observation=f"It strikes {hour}.")] for hour in range(count)]


def arigraph(script: Script, texts: TextCache, calls: Calls = "one", navigation: Navigation = "agent") -> Ariadne:
    """Ariadne with AriGraph, sharing one `ask`."""
    ask, record = Framing(script.ask), Events()
    in_worlds = replace(IN_WORLDS, calls="paper") if calls == "paper" else IN_WORLDS
    rereads = calls in ("act", "paper")
    memory = AriGraphMemory(lambda: AriGraph(Asked(ask), texts, options=in_worlds), record, rereads=rereads)
    return Ariadne(record, Thinking(ask, memory, calls, navigation=navigation))


def ariadne(script: Script, memory: Memory, calls: Calls = "three", events: Events | None = None) -> Ariadne:
    record = Events() if events is None else events
    return Ariadne(record, Thinking(Framing(script.ask), memory, calls))


async def play(agent: Ariadne, world: World, script: Script) -> list[list[str]]:
    """Play to the end; return the names of the questions of each step."""
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


@pytest.mark.slow
async def test_three_questions_a_step_win_a_game(game: Game, texts: TextCache) -> None:
    with playing(game("treasure-hunt")) as world:
        script = Script(act=[said(command) for command in world.walkthrough])
        first, *later = await play(arigraph(script, texts, "three"), world, script)
        assert world.score().won
    assert first == ["learn", "plan", "act"]
    assert len(later) == len(world.walkthrough) - 1
    assert all(names in (["learn", "plan", "act"], ["learn", "act"], ["act"]) for names in later)


@pytest.mark.slow
async def test_all_of_a_step_is_one_question_by_default(game: Game, texts: TextCache) -> None:
    with playing(game("treasure-hunt")) as world:
        read = {"triplets": ["key, could be in, locker"], "replaced": [], "plan": ["win"]}
        script = Script(one=[{**said(command), **read} for command in world.walkthrough])
        steps = await play(arigraph(script, texts), world, script)
        assert world.score().won
    assert all(names == ["one"] for names in steps)
    assert script.of("one")[0].inputs["new"] == "1"


async def test_facts_of_a_reply_are_known_at_the_next_step(texts: TextCache) -> None:
    read = {"triplets": ["chest, is, locked"], "replaced": [], "plan": ["open chest"]}
    script = Script(one=[{**said("look"), **read}, {**said("look"), **read, "triplets": [], "replaced": [1]}] * 2)
    agent = arigraph(script, texts, "one")
    chest = replace(turn("hall", "look"), observation="A chest.")
    await decide_all(agent, *hours(1), [chest], *hours(2)[1:])
    first, second, third = script.of("one")
    assert (list(first.inputs["known"]), list(second.inputs["known"])) == ([], ["chest, is, locked"])
    assert list(third.inputs["known"]) == []


async def test_a_memory_that_learns_nothing_leaves_only_decide() -> None:
    script = Script()
    await decide_all(ariadne(script, NoMemory(), "one"), *hours(2))
    assert script.names == ["decide", "decide"]


@pytest.mark.slow
async def test_the_papers_way_is_six_questions_a_step(game: Game, texts: TextCache) -> None:
    with playing(game("treasure-hunt")) as world:
        script = Script(
            act=[said(command) for command in world.walkthrough],
            extract={"triplets": ["key, could be in, locker", "locker, is, locked"]},
        )
        first, *later = await play(arigraph(script, texts, "paper"), world, script)
        assert world.score().won
    # Nothing can be replaced before anything is known, and nothing checked before there is a plan.
    assert first == ["extract", "entities", "plan", "act"]
    assert all(names == ["extract", "replace", "entities", "explore", "plan", "act"] for names in later)


@pytest.mark.slow
async def test_going_to_a_place_becomes_the_commands_that_lead_there(game: Game, texts: TextCache) -> None:
    with playing(game("treasure-hunt")) as world:
        start = world.reset().location
        walk = list(world.walkthrough)
        away = next(number for number in range(len(walk)) if walk[number].startswith("unlock"))
        script = Script(act=[*(said(command) for command in walk[:away]), said(f"Go to {start}")])
        agent = arigraph(script, texts, "three")
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


async def test_with_paper_the_check_decides_whether_exits_are_shown() -> None:
    flags = [False, True, True, False]
    script, events = Script(explore=[{"explore": flag} for flag in flags]), Events()
    agent = ariadne(script, Notebook(), "paper", events)
    await decide_all(agent, *hours(1 + len(flags)))
    for name in ("plan", "act"):
        assert [bool(question.inputs["exits"]) for question in script.of(name)] == [True, *flags]
    assert [planned.explore for planned in events.of("planned")] == [True, *flags]


async def test_the_plan_reaches_memory_planner_and_actor() -> None:
    plans: list[Scripted] = [{"plan": ["drop 1", f"goal {number} | why"]} for number in range(3)]
    script, notebook = Script(plan=plans), Notebook()
    await decide_all(ariadne(script, notebook), *hours(len(plans)))
    assert [list(question.inputs["plan"]) for question in script.of("plan")] == [[], ["goal 0 | why"], ["goal 1 | why"]]
    assert [list(question.inputs["plan"]) for question in script.of("act")] == [
        ["goal 0 | why"],
        ["goal 1 | why"],
        ["goal 2 | why"],
    ]
    assert [plan for _, plan in notebook.observed] == [[], ["goal 0 | why"], ["goal 1 | why"]]
    assert [list(cue.plan) for cue in notebook.cues] == [[], ["goal 0 | why"], ["goal 1 | why"]]


async def test_without_news_the_plan_is_asked_for_only_now_and_then() -> None:
    script = Script()
    free = replace(turn("hall"), free=True)
    await decide_all(ariadne(script, Notebook()), *[[free]] * (2 * STILL + 1))
    asked = [names for names in "".join(name[0] for name in script.names).split("p") if names]
    assert asked == ["a" * STILL, "a" * STILL, "a"]


async def test_with_three_a_sub_goal_just_done_with_effect_ends() -> None:
    plan = {"plan": ["open the chest | a key", "go home | late"]}
    opened = Turn("open chest", "It is open.", "", ("look", "take key"), "hall")
    for turns, left in (([opened], ["go home | late"]), ([replace(turn("hall"), command="open chest")], plan["plan"])):
        script = Script(plan=[plan, {"plan": []}])
        await decide_all(ariadne(script, Notebook()), [turn("hall")], turns)
        assert list(script.of("act")[-1].inputs["plan"]) == left


async def test_with_two_only_the_model_ends_a_sub_goal() -> None:
    script = Script(decide={**said("look"), "plan": ["open the chest | a key"]})
    opened = Turn("open chest", "It is open.", "", ("look", "take key"), "hall")
    await decide_all(ariadne(script, Notebook(), "two"), [turn("hall")], [opened])
    assert list(script.of("decide")[-1].inputs["plan"]) == ["open the chest | a key"]


ROOM = ("look", "take key", "take lamp", "wait")


def quiet(command: str, *, text: str = "Done.", commands: tuple[str, ...] = ROOM, status: Status = "valid") -> Turn:
    return Turn(command, text, "", commands, "hall", status=status)


async def chained(*turns: Turn, actions: str = "take key; take lamp; wait") -> tuple[list[str], Script]:
    """The actions done when a reply named several and these turns followed."""
    script = Script(decide=[said_so(actions), said_so("look"), said_so("look")])
    decisions = await decide_all(ariadne(script, Notebook(), "two"), *([each] for each in turns))
    return [decision.action for decision in decisions], script


def said_so(action: str) -> dict[str, Any]:
    return {**said(action), "plan": []}


async def test_several_actions_of_a_reply_take_a_step_each_without_questions() -> None:
    done, script = await chained(quiet(""), quiet("take key"), quiet("take lamp"), quiet("wait", text="Time passes."))
    assert done == ["take key", "take lamp", "wait", "look"]
    assert script.names == ["decide", "decide"]


@pytest.mark.parametrize(
    "after",
    [
        quiet("take key", text="It is stuck.", status="invalid"),
        quiet("take key", commands=("look", "take lamp", "take snake")),
        quiet("take key", commands=("look", "wait")),
        replace(quiet("take key"), location="cellar"),
    ],
    ids=["refused", "an unforeseen thing", "not possible any more", "an unforeseen place"],
)
async def test_a_surprise_drops_the_remaining_actions(after: Turn) -> None:
    done, script = await chained(quiet(""), after)
    assert done == ["take key", "look"]
    assert script.names == ["decide", "decide"]


async def test_one_reply_reads_all_turns_since_the_last_question(texts: TextCache) -> None:
    reply = {**said_so("take key; take lamp"), "triplets": [], "replaced": []}
    script = Script(one=[reply, {**reply, "action": "look"}])
    turns = [quiet(""), quiet("take key", text="Taken."), quiet("take lamp", text="Taken, too.")]
    await decide_all(arigraph(script, texts, "one"), *([each] for each in turns))
    assert [question.inputs["new"] for question in script.of("one")] == ["1", "2"]


@pytest.mark.parametrize(("calls", "prompts"), [("paper", FRAME), ("act", SMALL)])
async def test_outside_the_frame_recent_turns_are_dropped_in_blocks(calls: Calls, prompts: Path) -> None:
    script, notebook = Script(), Notebook()
    turns = [turn(f"room {number}", "go east") for number in range(12)]
    await decide_all(ariadne(script, notebook, calls), *([now] for now in turns))
    starts = [0, 0, 0, 0, 0, 0, 3, 3, 3, 6, 6, 6]
    for number, (question, cue) in enumerate(zip(script.of("act"), notebook.cues, strict=True)):
        recent = turns[starts[number] : number]
        assert question.prompts == prompts
        assert question.inputs["history"] == [past.as_text() for past in recent]
        assert question.inputs["observation"] == turns[number].as_text()
        assert (list(cue.recent), cue.turn) == (recent, turns[number])
        assert cue.goal == question.inputs["goal"] == "Find the lamp."


async def test_in_the_frame_turns_stay_in_view_with_the_rules() -> None:
    script = Script()
    setting = Setting(rules="Nobody may whistle.", steps=50)
    agent = Ariadne(Events(), Thinking(Framing(script.ask), Notebook(), "two"), setting)
    turns = [turn(f"room {number}", "go east") for number in range(12)]
    await decide_all(agent, *([now] for now in turns))
    inputs = script.of("decide")[-1].inputs
    assert inputs["history"] == [past.as_text() for past in turns[:-1]]
    assert (inputs["rules"], inputs["progress"]) == ("Nobody may whistle.", "step 12 of 50")


async def test_the_agent_leaves_when_everything_was_tried() -> None:
    for calls in ("one", "two", "three", "act"):
        script, notebook = Script(), Notebook()
        agent = ariadne(script, notebook, calls)
        decisions = await decide_all(agent, *hours(1) * 2, *[[replace(turn("hall"), commands=())]] * 8)
        assert decisions[-1] is None
        assert notebook.observed


async def test_a_question_that_fails_leaves_no_memory_waiting(texts: TextCache) -> None:
    def unanswered(question: Question[Any]) -> Scripted:
        raise UserError("the server is gone")

    agent = arigraph(Script(one=unanswered), texts, "one")
    with pytest.raises(UserError, match="gone"):
        await decide_all(agent, *hours(1))
    await asyncio.sleep(0)
    assert len(asyncio.all_tasks()) == 1


async def test_turns_of_a_go_to_are_learned_and_shown() -> None:
    script, notebook = Script(), Notebook()
    agent = ariadne(script, notebook)
    start = turn("hall")
    way = [turn(place, "go east") for place in ("kitchen", "larder", "yard")]
    await decide_all(agent, [start], way)
    assert [turns for turns, _ in notebook.observed] == [[start], way]
    question = script.of("act")[-1]
    assert question.inputs["history"] == [past.as_text() for past in (start, *way[:-1])]
    assert actions(question) == ["go to hall", "go to kitchen", "go to larder", "look"]


async def test_a_new_episode_knows_nothing_of_the_last() -> None:
    script, notebook = Script(), Notebook()
    agent = ariadne(script, notebook)
    await decide_all(agent, [turn("hall")], [turn("yard", "go east")])
    await agent.end("steps")
    script.asked.clear()
    await decide_all(agent, [turn("yard")])
    (plan,), (act,) = script.of("plan"), script.of("act")
    assert (list(plan.inputs["history"]), list(plan.inputs["plan"]), actions(act)) == ([], [], ["look"])
    assert notebook.goals == ["Find the lamp.", "Find the lamp."]
    assert notebook.ends == ["steps"]


WAY = [turn("hall"), turn("kitchen", "go east"), turn("larder", "go north")]


async def gone(texts: TextCache, navigation: Navigation, *learned: str, way: list[Turn] = WAY) -> list[str]:
    """The possible `go to` places at the end of a walk, if the model learns this at its last step."""
    nothing: Scripted = {"triplets": [], "replaced": []}
    script = Script(learn=[*[nothing] * (len(way) - 1), {"triplets": learned, "replaced": []}])
    await decide_all(arigraph(script, texts, "three", navigation=navigation), *([now] for now in way))
    return [action for action in actions(script.of("act")[-1]) if action.startswith("go to ")]


@pytest.mark.parametrize("navigation", ["agent", "memory"])
async def test_both_kinds_of_routes_lead_to_visited_places(navigation: Navigation, texts: TextCache) -> None:
    places = await gone(texts, navigation)
    assert places == ["go to hall", "go to kitchen"]


async def test_the_memorys_routes_are_what_its_triplets_say(texts: TextCache) -> None:
    """A jump has no direction, so it gives no triplet; the model's triplet about the way back counts."""
    way = [turn("hall"), turn("cellar", "jump down")]
    assert await gone(texts, "memory", way=way) == []
    assert await gone(texts, "memory", "hall, is up from, cellar", way=way) == ["go to hall"]
    assert await gone(texts, "agent", "hall, is up from, cellar", way=way) == []
