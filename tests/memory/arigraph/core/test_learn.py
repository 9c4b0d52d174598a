"""The questions of a reader, with limits on their answers."""

from __future__ import annotations

import json
from contextlib import nullcontext
from functools import partial
from typing import Any

import pytest

from ariadne.memory.arigraph.core.graph import SemanticGraph
from ariadne.memory.arigraph.core.learn import MOST_TOKENS, Reader
from ariadne.memory.arigraph.core.options import Calls, Options
from ariadne.memory.arigraph.core.reading import Seen
from ariadne.models.question import Question
from ariadne.reasoner.model import same_words
from ariadne.reasoner.remembering.learn import learn
from ariadne.triplet import Edge, Triplet
from ariadne.worlds.textworld import open_world
from tests.conftest import Game

FAMILIES = ("cooking", "cleaning")
ONE_FACT = SemanticGraph([Edge(Triplet("box", "is", "open"), 1)])


async def asked(calls: Calls, text: str) -> dict[str, Question[Any]]:
    """The questions about a text, by name."""
    questions: dict[str, Question[Any]] = {}

    async def ask(question: Question[Any]) -> Any:
        questions[question.name] = question
        said = {name: ["box, is, shut"] for name in question.answer.model_fields}
        return question.answer.model_validate(said)

    await Reader(ask, Options(calls=calls)).read(Seen([text], "kitchen"), partial(nullcontext, ONE_FACT))
    return questions


@pytest.mark.parametrize("calls", ["three", "paper"])
async def test_replies_about_a_world_are_limited_by_the_length_of_the_observation(calls: Calls) -> None:
    short, long = await asked(calls, "The box is shut now."), await asked(calls, "The box is shut now. " * 40)
    for name, question in short.items():
        assert set(question.most) == set(question.answer.model_fields)
        assert question.max_tokens <= (long[name].max_tokens or 0) <= MOST_TOKENS == 400
    first = "learn" if calls == "three" else "extract"
    assert (short[first].most["triplets"], long[first].most["triplets"]) == (4, 30)
    assert short[first].max_tokens < long[first].max_tokens


async def test_the_schema_of_an_answer_about_a_text_is_constant() -> None:
    (read,) = (await asked("text", "The box is shut now. " * 50)).values()
    assert (read.most, read.max_tokens) == ({}, None)


async def test_a_long_message_is_read_in_parts_with_its_speaker() -> None:
    heard: list[Any] = []

    async def ask(question: Question[Any]) -> Any:
        heard.extend(question.inputs["texts"])
        return question.answer.model_validate({"triplets": [f"box, has, {len(heard)}"], "replaced": []})

    said = ["Sam: " + "The box is shut now. " * 100, "Ann: Yes."]
    reading = await Reader(ask, Options(calls="text")).read(
        Seen(said, speakers=("Sam", "Ann"), time="2026-03-04"), partial(nullcontext, ONE_FACT)
    )
    assert [text.partition(":")[0] for text in heard] == ["Sam", "Sam", "Ann"]
    assert sum(text.count("The box is shut now.") for text in heard) == 100
    assert [*map(str, reading.triplets)] == ["box, has, 1", "box, has, 2", "box, has, 3"]


@pytest.mark.nightly
@pytest.mark.parametrize("family", FAMILIES)
async def test_the_limits_suffice_for_the_rules_in_real_worlds(game: Game, family: str) -> None:
    world = open_world(game(family))
    try:
        turn = world.reset()
        turns = [
            turn,
            *(world.step(command) for command in ("look", "open fridge", "read cookbook", *turn.commands[:4])),
        ]
    finally:
        world.close()
    for turn in turns:
        moment = {"observations": [turn.observation], "location": turn.location or "", "inventory": turn.inventory}
        said = learn({**moment, "known": [], "plan": []}, same_words)
        question = (await asked("three", turn.observation))["learn"]
        assert all(len(said[name]) <= question.most[name] for name in said)
        # Four characters a token, as everywhere; brackets and breaks are on top.
        assert len(json.dumps(said)) / 4 <= (question.max_tokens or 0)
