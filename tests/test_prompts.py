"""The prompts, with the questions that Ariadne really asks in a game."""

from __future__ import annotations

import asyncio
import re
from dataclasses import replace
from typing import Any

import pytest
import yaml

from ariadne.agents.ariadne import Ariadne, AriadneOptions, Calls
from ariadne.embed.cache import TextCache
from ariadne.embed.minilm import MiniLM
from ariadne.files import data_folder
from ariadne.memory.arigraph.arigraph import AriGraph, Options
from ariadne.memory.arigraph.memory import AriGraphMemory
from ariadne.models.answers import (
    Action,
    Answer,
    Entities,
    Explore,
    ExploringPlan,
    Extracted,
    Learned,
    Plan,
    Replaced,
)
from ariadne.models.prompt import load_prompt, render, unshown_inputs
from ariadne.models.question import Question
from ariadne.models.recorded import Scripted
from ariadne.record import ignore
from tests.conftest import Game
from tests.scripted import Script, shown
from tests.worlds.playing import playing

ANSWERS: dict[tuple[str, Calls], type[Answer]] = {
    ("learn", "three"): Learned,
    ("plan", "three"): ExploringPlan,
    ("act", "three"): Action,
    ("extract", "paper"): Extracted,
    ("replace", "paper"): Replaced,
    ("entities", "paper"): Entities,
    ("plan", "paper"): Plan,
    ("explore", "paper"): Explore,
    ("act", "paper"): Action,
}
NAMES = sorted({name for name, _ in ANSWERS})

Questions = dict[Calls, list[Question[Any]]]


@pytest.fixture(scope="module")
def asked(game: Game, minilm: MiniLM) -> Questions:
    """Every question of a small hunt, played to the end in both ways of asking."""
    return {calls: asyncio.run(play(game, minilm, calls)) for calls in ("three", "paper")}


async def play(game: Game, minilm: MiniLM, calls: Calls) -> list[Question[Any]]:
    known = ["key, could be in, locker", "locker, is, locked", "hall, has exit, north"]
    with playing(game("treasure-hunt")) as world:
        acts: list[Scripted] = [{"reason": "so", "action": command} for command in world.walkthrough]
        script = Script(
            learn={"triplets": known, "replaced": [], "entities": ["key: 2"]},
            extract={"triplets": known},
            entities={"entities": ["key: 2"]},
            plan={"plan": ["find the treasure | it is hidden"], "explore": True},
            explore={"explore": True},
            act=acts,
        )
        texts = TextCache(minilm)
        memory = AriGraphMemory(lambda: AriGraph(script.ask, texts, Options(calls=calls)), ignore)
        agent = Ariadne(memory, script.ask, ignore, AriadneOptions(calls=calls))
        await agent.begin(world.goal)
        turns = [world.reset()]
        while not turns[-1].done:
            decision = await agent.decide(turns)
            turns = [world.step(command) for command in decision.commands]
        assert world.score().won
    return script.asked


def one(asked: Questions, name: str, calls: Calls) -> Question[Any]:
    """The last question of that name: by then there is something in every input."""
    return [question for question in asked[calls] if question.name == name][-1]


@pytest.mark.parametrize(("name", "calls"), ANSWERS)
def test_every_input_is_shown(asked: Questions, name: str, calls: Calls) -> None:
    assert unshown_inputs(one(asked, name, calls)) == []


@pytest.mark.parametrize(("name", "calls"), ANSWERS)
def test_every_input_is_shown_where_the_others_are_empty(asked: Questions, name: str, calls: Calls) -> None:
    question = one(asked, name, calls)
    empty = {key: "" if isinstance(value, str) else [] for key, value in question.inputs.items()}
    assert unshown_inputs(replace(question, inputs=empty)) == []


@pytest.mark.parametrize(("name", "calls"), ANSWERS)
def test_every_question_has_its_type_of_answer(asked: Questions, name: str, calls: Calls) -> None:
    assert {question.answer for question in asked[calls] if question.name == name} == {ANSWERS[name, calls]}


@pytest.mark.parametrize("calls", ["three", "paper"])
def test_no_other_questions_are_asked(asked: Questions, calls: Calls) -> None:
    assert {(question.name, calls) for question in asked[calls]} == {key for key in ANSWERS if key[1] == calls}


@pytest.mark.parametrize(("name", "calls"), ANSWERS)
def test_the_prompt_asks_for_all_that_the_answer_holds(name: str, calls: Calls) -> None:
    form = re.findall(r"\{.*\}", load_prompt(name).system.render())[-1]
    assert set(re.findall(r'"(\w+)":', form)) >= ANSWERS[name, calls].model_fields.keys()


@pytest.mark.parametrize("calls", ["three", "paper"])
def test_what_stays_the_same_stands_first(asked: Questions, calls: Calls) -> None:
    """A server caches the beginning that prompts share: the instructions, and then what the episode does not change."""
    for name in {question.name for question in asked[calls]}:
        questions = [question for question in asked[calls] if question.name == name]
        systems = {render(question)[0]["content"] for question in questions}
        assert len(systems) == 1
        goals = {question.inputs.get("goal") for question in questions}
        assert len(goals) == 1
        if goal := goals.pop():
            assert all(render(question)[1]["content"].startswith(f"Goal: {goal}\n") for question in questions)


@pytest.mark.parametrize("name", NAMES)
def test_the_instructions_hold_no_input(name: str) -> None:
    prompt = yaml.safe_load((data_folder("prompts") / f"{name}.yaml").read_text(encoding="utf-8"))
    assert "{{" not in prompt["system"]
    assert "{%" not in prompt["system"]


@pytest.mark.parametrize("calls", ["three", "paper"])
def test_no_prompt_speaks_of_a_score(asked: Questions, calls: Calls) -> None:
    for question in asked[calls]:
        assert not re.search(r"\b(score[sd]?|points?|rewards?)\b", shown(question), re.IGNORECASE)


@pytest.mark.parametrize("calls", ["three", "paper"])
def test_no_prompt_holds_what_a_player_does_not_see(asked: Questions, calls: Calls) -> None:
    for question in asked[calls]:
        text = shown(question)
        assert "$$$" not in text
        assert not re.search(r"=-\s*-?\d+/\d+", text)
        assert "None" not in text
        assert "Turn(" not in text


@pytest.mark.parametrize("calls", ["three", "paper"])
def test_a_prompt_is_text_without_gaps(asked: Questions, calls: Calls) -> None:
    for question in asked[calls]:
        for message in render(question):
            assert message["content"] == message["content"].strip()
            assert "\n\n\n" not in message["content"]


@pytest.mark.parametrize("name", NAMES)
def test_a_prompt_says_how_long_and_how_freely_to_answer(name: str) -> None:
    sampling = load_prompt(name).sampling
    assert sampling.temperature is not None
    assert 0 < sampling.max_tokens <= 2000


def test_the_prompts_of_a_step_fit_the_budget(asked: Questions) -> None:
    """At most half of the paper's 6,500 tokens a step, a token being four characters."""
    steps = len([question for question in asked["three"] if question.name == "act"])
    assert sum(len(shown(question)) for question in asked["three"]) / 4 / steps <= 3250
