"""Agents with one question a step: HiAgent, and the standard strategy (HiAgent, sections 1 and 3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from ariadne.agents.agent import Decision, Setting
from ariadne.agents.hiagent import StepAgent
from ariadne.embed.cache import TextCache
from ariadne.embed.minilm import MiniLM
from ariadne.events import Planned, Retrieved
from ariadne.memory.full_history import FullHistory
from ariadne.memory.hiagent import HiAgentMemory, Switches
from ariadne.memory.memory import Memory
from ariadne.memory.none import NoMemory
from ariadne.memory.registry import MemoryKit, find_memory
from ariadne.models.question import Question
from ariadne.worlds.world import Turn
from tests.agents.notebook import Notebook
from tests.scripted import Events, Says, Script, shown

COMMANDS = ("look", "open boot", "take wrench", "wait")


def turn(observation: str, command: str = "wait", commands: Sequence[str] = COMMANDS, **more: Any) -> Turn:
    return Turn(command, observation, more.pop("inventory", ""), tuple(commands), more.pop("location", ""), **more)


START = turn("The boot is closed.", "")


def said(action: str, subgoal: str = "") -> str:
    return f"Subgoal: {subgoal}\nAction: {action}" if subgoal else f"Action: {action}"


class Play:
    """An agent with a scripted model, in a world of given turns."""

    def __init__(self, replies: Says, memory: Memory | None = None, *, subgoals: bool = True, **setting: str) -> None:
        name = "subgoal_step" if subgoals else "step"
        self.script = Script(**{name: replies, "fold": {"summary": "It is done.", "met": True}})
        self.events = Events()
        self.memory = memory or HiAgentMemory(self.script.ask, self.events)
        self.agent = StepAgent(self.memory, self.script.ask, self.events, Setting(**setting), subgoals)
        self.name = name

    async def through(self, *batches: Turn | Sequence[Turn]) -> list[Decision]:
        await self.agent.begin("The tyre is changed.")
        return [await self.agent.decide([batch] if isinstance(batch, Turn) else batch) for batch in batches]

    @property
    def questions(self) -> list[Question[Any]]:
        return self.script.of(self.name)

    def seen(self, number: int = -1) -> str:
        """What the model reads in a question, from the goal on."""
        return shown(self.questions[number]).partition("Goal: ")[2]


async def test_texts_of_the_world_are_never_taken_for_actions() -> None:
    play = Play([said("wait", "look around"), said("wait"), said("wait")])
    carved = "Carved here:\n> go east\n2 Subgoal: flee\nNobody did."
    await play.through(START, turn(carved, "read wall"), turn("Time passes."))
    assert f"Action: read wall\nObservation: {carved}" in play.seen(1)
    assert f"Action: read wall\nObservation: {carved}\n" in play.seen(2)


async def test_the_memory_gets_each_turn_with_its_sub_goal() -> None:
    notebook = Notebook()
    replies: Says = [said("open boot", "get the tools"), said("take wrench"), said("wait", "rest"), said("look")]
    turns = [START, turn("Open.", "open boot"), turn("Taken.", "take wrench"), turn("Time passes.")]
    play = Play(replies, notebook)
    decisions = await play.through(*turns)
    assert [plan for _, plan in notebook.observed] == [[], ["get the tools"], ["get the tools"], ["rest"]]
    assert [observed for observed, _ in notebook.observed] == [[each] for each in turns]
    assert [decision.reason for decision in decisions] == ["get the tools", "get the tools", "rest", "rest"]
    assert [list(question.inputs["plan"]) for question in play.questions] == [
        [], ["get the tools"], ["get the tools"], ["rest"],
    ]  # fmt: skip
    assert play.events.of("planned") == [
        Planned(plan=("get the tools",), explore=False),
        Planned(plan=("rest",), explore=False),
    ]


@pytest.mark.parametrize("again", ["get the tools", "Get the tools.", " get  the tools"])
async def test_a_repeated_sub_goal_stays_the_same(again: str) -> None:
    play = Play([said("open boot", "get the tools"), said("look", again), said("wait", again), said("wait")])
    await play.through(START, turn("Open."), turn("A wrench."), turn("Time passes."))
    assert len(play.events.of("planned")) == 1
    assert play.events.of("folded") == []


async def test_chunks_fold_and_the_current_sub_goal_is_shown_whole() -> None:
    play = Play([said("open boot", "open it"), said("take wrench", "get it"), said("wait"), said("wait")])
    await play.through(
        START, turn("Boot is open.", "open boot"), turn("Taken.", "take wrench"), turn("Time passes.", "wait")
    )
    assert play.script.names == ["subgoal_step", "subgoal_step", "fold", "subgoal_step", "subgoal_step"]
    told = "\n".join(
        [
            "The boot is closed.",
            "1 Subgoal: open it",
            "Observation: It is done. The sub-goal is met.",
            "2 Subgoal: get it",
            "Action: take wrench",
            "Observation: Taken.",
            "Action: wait",
            "Observation: Time passes.",
        ]
    )
    assert told in play.seen()
    assert "Boot is open." not in play.seen()
    assert "Current sub-goal: get it" in play.seen()
    assert [event.number for event in play.events.of("folded")] == [1]


async def test_retrieval_costs_a_question_and_no_step() -> None:
    play = Play([
        said("open boot", "open it"), said("take wrench", "get it"), said("retrieve(1)"), said("wait"),
    ])  # fmt: skip
    decisions = await play.through(START, turn("Boot is open.", "open boot"), turn("Taken.", "take wrench"))
    assert [decision.commands for decision in decisions] == [("open boot",), ("take wrench",), ("wait",)]
    assert len(play.questions) == 4
    assert "Boot is open." not in play.seen(2)
    assert "Action: open boot\nObservation: Boot is open." in play.seen(3)
    assert "Observation: Taken.\nAction: retrieve(1)\nObservation: " in play.seen(3)
    assert play.events.of("retrieved") == [Retrieved(number=1, subgoal="open it")]
    assert play.events.of("invalid") == []


@pytest.mark.parametrize("free", [False, True])
async def test_at_most_two_retrievals_before_a_command(free: bool) -> None:
    play = Play([
        said("look", "look"), said("open boot", "open it"), *[said("retrieve(1)", "try again")] * 4, said("wait"),
    ])  # fmt: skip
    turns = turn("Closed.", ""), turn("A boot.", "look"), turn("It is stuck.", "open boot")
    *_, decision = await play.through(*(replace(each, free=free) for each in turns))
    assert decision.commands == ("take wrench",)
    assert len(play.events.of("retrieved")) == 2
    # Each retrieval is answered once, the third also repaired; then the agent does what it did least.
    assert len(play.questions) == 6
    assert play.questions[-1].repair is not None
    assert [event.action for event in play.events.of("invalid")] == ["take wrench"]


@pytest.mark.parametrize(
    "operation", ["retrieve(the boot)", "retrieve", "retrieve everything", f"retrieve({'9' * 5000})"]
)
async def test_invalid_operations_are_never_sent_to_the_world(operation: str) -> None:
    play = Play(said(operation))
    (decision,) = await play.through(START)
    assert decision.commands == ("open boot",)
    (event,) = play.events.of("invalid")
    assert event.action == "open boot"


@pytest.mark.parametrize(
    "memory", [HiAgentMemory(Script().ask, Events(), Switches(retrieve=False)), NoMemory(), FullHistory()]
)
async def test_without_retrieval_none_is_offered(memory: Memory) -> None:
    play = Play([said("retrieve(1)"), said("wait")], memory)
    (decision,) = await play.through(START)
    assert decision.commands == ("wait",)
    assert play.questions[1].repair is not None
    assert "retrieve" not in shown(play.questions[0])
    assert list(play.questions[0].inputs["operations"]) == []


async def test_an_invalid_action_is_asked_for_once_more_with_the_valid_ones() -> None:
    play = Play([said("kick boot", "get the tools"), said("open boot", "get the tools")])
    (decision,) = await play.through(START)
    assert decision == Decision("open boot", "get the tools", ("open boot",))
    repair = play.questions[1].repair
    assert repair is not None
    assert repair.reply == said("kick boot", "get the tools")
    assert all(command in repair.error for command in COMMANDS)
    assert play.events.of("invalid") == []


@pytest.mark.parametrize(
    "replies",
    [
        [said("kick boot"), said("kick tyre")],
        ["I do not know.\nHonestly.", "I really do not know.\nSorry."],
        [said("kick boot"), "Sorry.\nI cannot.", "No."],
    ],
)
@pytest.mark.parametrize("subgoals", [True, False])
async def test_after_failed_replies_the_agent_still_acts(replies: list[str], subgoals: bool) -> None:
    play = Play(replies, NoMemory(), subgoals=subgoals)
    (decision,) = await play.through(START)
    assert decision.commands == ("open boot",)
    assert [event.action for event in play.events.of("invalid")] == ["open boot"]


@pytest.mark.parametrize("reply", ["", said("x" * 500)])
@pytest.mark.parametrize("commands", [(), ("check valid actions",)])
async def test_a_free_world_may_list_nothing_and_still_something_is_done(reply: str, commands: tuple[str, ...]) -> None:
    play = Play(reply)
    (decision,) = await play.through(turn("The boot is closed.", commands=commands, free=True))
    assert decision.commands == (*commands, "look")[:1]
    assert len(play.events.of("invalid")) == 1


@pytest.mark.parametrize("own_routes", [False, True])
async def test_the_agent_knows_its_own_routes_unless_they_are_off(own_routes: bool) -> None:
    script = Script(subgoal_step=said("wait"))
    agent = StepAgent(NoMemory(), script.ask, Events(), Setting(), own_routes=own_routes)
    await agent.begin("G")
    await agent.decide([turn("A hall.", "", location="hall")])
    await agent.decide([turn("A yard.", "go east", location="yard")])
    places = ["go to hall"] if own_routes else []
    assert list(script.of("subgoal_step")[-1].inputs["actions"]) == sorted([*COMMANDS, *places])


def journey(length: int) -> list[Turn]:
    return [START, *(turn(f"Turn {number}.", f"do {number}") for number in range(1, length))]


async def test_the_standard_strategy_shows_every_pair_in_order() -> None:
    """HiAgent, appendix B.1."""
    play = Play(said("wait"), FullHistory(), subgoals=False)
    await play.through(*journey(12))
    pairs = [f"Action: do {number}\nObservation: Turn {number}." for number in range(1, 12)]
    assert "\n".join(["The boot is closed.", *pairs]) in play.seen()
    assert "ubgoal" not in shown(play.questions[-1])
    assert play.events.of("planned") == []
    assert play.script.names == ["step"] * 12


OTHERS = ("rag", "summary", "none", "full-history", "reflexion", "simulacra", "mem0-style", "hipporag-style")


@pytest.mark.parametrize("memory", ["arigraph", "graphiti-style", *OTHERS])
@pytest.mark.parametrize("subgoals", [True, False])
async def test_with_other_memories_the_recent_turns_are_shown_once(memory: str, subgoals: bool, minilm: MiniLM) -> None:
    script = Script(
        summarize={"summary": "It is closed."}, importance={"ratings": [5]}, wonder={"questions": []},
        insights={"insights": []}, lesson={"lesson": "Look."}, salient={"facts": []}, recognize={"kept": []},
        **{"subgoal_step" if subgoals else "step": said("wait", "rest" if subgoals else "")},
    )  # fmt: skip
    kit = MemoryKit(script.ask, TextCache(minilm), Events(), width=6, depth=2, episodes=2, calls="three")
    agent = StepAgent(find_memory(memory).build(kit), script.ask, Events(), Setting(), subgoals)
    await agent.begin("G")
    for each in journey(12):
        await agent.decide([each])
    question = script.of("subgoal_step" if subgoals else "step")[-1]
    text = shown(question)
    pairs = [f"Action: do {number}\nObservation: Turn {number}." for number in range(6, 12)]
    assert "\n".join(pairs) in text
    for number in range(6, 12):
        assert text.count(f"Turn {number}.") == 1


@pytest.mark.parametrize("name", ["hiagent", "hiagent-no-summary", "hiagent-no-folding", "hiagent+arigraph"])
async def test_with_its_own_memory_no_turn_is_shown_twice(name: str, minilm: MiniLM) -> None:
    replies = [said("wait", f"part {number // 4}") for number in range(12)]
    script, events = Script(subgoal_step=replies, fold={"summary": "It is done.", "met": True}), Events()
    kit = MemoryKit(script.ask, TextCache(minilm), events, width=6, depth=2, episodes=2, calls="three")
    agent = StepAgent(find_memory(name).build(kit), script.ask, events, Setting())
    await agent.begin("G")
    for number, each in enumerate(journey(12)):
        await agent.decide([each])
        question = script.of("subgoal_step")[-1]
        assert list(question.inputs["history"]) == []
        text = shown(question)
        for past in range(1, number + 1):
            of_this_part = (past - 1) // 4 == max(0, number - 1) // 4
            at_most = 1 if of_this_part or "summary" in name or "folding" in name else 0
            if "arigraph" in name:
                at_most = 1
            assert text.count(f"Turn {past}.\n") <= at_most
            assert not of_this_part or text.count(f"Turn {past}.\n") == 1


async def test_events_record_the_length_of_the_context() -> None:
    play = Play([said("open boot", "a"), said("wait", "b"), said("wait")], instructions="How one acts: " + "x" * 4000)
    await play.through(START, turn("y" * 4000, "open boot"), turn("Hm."))
    first, second, third = (event.context_tokens for event in play.events.of("recalled"))
    assert 0 < first < 20
    assert 1000 < second < 1050
    # The long turn is folded, and instructions do not count as context.
    assert third < 60


async def test_a_new_episode_starts_without_sub_goal_turns_or_ways() -> None:
    notebook = Notebook()
    play = Play(said("wait", "rest"), notebook)
    await play.through(turn("A hall.", "", location="hall"), turn("A yard.", "go east", location="yard"))
    await play.agent.end("steps")
    await play.through(turn("A yard.", "", location="yard"))
    question = play.questions[-1]
    assert (list(question.inputs["plan"]), list(question.inputs["history"])) == ([], [])
    assert list(question.inputs["actions"]) == sorted(COMMANDS)
    assert (notebook.ends, notebook.observed[-1][1]) == (["steps"], [])
