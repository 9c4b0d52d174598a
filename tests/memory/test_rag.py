from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ariadne.embed.cache import TextCache
from ariadne.memory.rag import RagMemory
from ariadne.models.question import Question
from tests.memory.moments import Compass, at, cue, live, told
from tests.scripted import Script


def rated(ratings: Mapping[str, int]) -> Callable[[Question[Any]], dict[str, Any]]:
    """A model that rates a text by the first of these words in it, by default 1."""

    def rating(text: str) -> int:
        return next((value for word, value in ratings.items() if word in text), 1)

    return lambda question: {"ratings": [rating(text) for text in question.inputs["observations"]]}


def rag(importance: Any = None, angles: Mapping[str, float] = {}) -> tuple[RagMemory, Script]:
    script = Script(importance=importance or rated({}))
    return RagMemory(script.ask, TextCache(Compass(angles))), script


async def observed(memory: RagMemory, *texts: str) -> None:
    """One turn a step."""
    await memory.begin("Find the lamp.")
    for text in texts:
        await memory.observe([at(text, "")], [])


async def test_recency_importance_and_relevance_have_equal_weight() -> None:
    """By hand. Recency 0.99^(7 - t) is .941 .951 .961 .970 .980 .990, which becomes 0 .196 .394 .594 .796 1;
    importance 10 1 1 1 4 1 becomes 1 0 0 0 1/3 0; the cosines .5 1 .5 .75 .5 .75 become 0 1 0 .5 0 .5.
    """
    half, middling, like = 60.0, math.degrees(math.acos(0.75)), 0.0
    angles = {"ant": half, "bee": like, "cat": half, "dog": middling, "elk": half, "fox": middling, "gnu": 0.0}
    memory, _ = rag(rated({"ant": 10, "elk": 4}), angles)
    await observed(memory, "ant", "a bee", "the cat", "dog", "elk, which is a large animal", "fox", "gnu")
    recalled = await memory.recall(cue(at("gnu", "")))
    # fox 1 + 0 + .5, bee .196 + 0 + 1, elk .796 + .333 + 0, dog .594 + 0 + .5, ant 0 + 1 + 0; cat is left with .394.
    assert told(recalled) == ("fox", "a bee", "elk, which is a large animal", "dog", "ant")
    assert (recalled.facts, recalled.exits, recalled.notes()) == ((), (), "")


async def test_importance_breaks_ties() -> None:
    """Ratings are clipped to 1 to 10; missing ones are 5."""
    memory, _ = rag([{"ratings": [4, 6, 99, -3]}, {"ratings": [1]}])
    await memory.begin("Find the lamp.")
    await memory.observe([at(text, "") for text in "abcdef"], [])
    await memory.observe([at("now", "")], [])
    assert told(await memory.recall(cue(at("now", "")))) == ("c", "b", "e", "f", "a")


@pytest.mark.parametrize(
    "said", ["No idea.", {"ratings": []}, {"ratings": [1, 2, 3, 4, 5, 6, 7, 8, 9]}, {"ratings": "high"}]
)
async def test_invalid_ratings_are_replaced(said: Any) -> None:
    memory, _ = rag(said)
    await observed(memory, *"abcdefgh")
    # Recency alone is left to tell them apart.
    assert told(await memory.recall(cue(at("h", "")))) == tuple("gfedc")


async def test_recency_counts_steps() -> None:
    """The turns of one walk are equally old."""
    memory, _ = rag()
    await memory.begin("Find the lamp.")
    await memory.observe([at(text, "") for text in "abc"], [])
    await memory.observe([at("now", "")], [])
    assert told(await memory.recall(cue(at("now", "")))) == ("a", "b", "c")


async def test_the_plan_is_part_of_the_query() -> None:
    memory, _ = rag(angles={"lamp": 90.0, "door": 0.0, "hall": 0.0})
    await memory.begin("Find the lamp.")
    await memory.observe([at(text, "") for text in ("a door", "a lamp", "b", "c", "d", "e")], [])
    await memory.observe([at("hall", "")], [])
    without = await memory.recall(cue(at("hall", "")))
    assert "a lamp" not in told(without)
    planned = await memory.recall(cue(at("hall", ""), plan=["light the lamp | it is dark"]))
    assert told(planned)[0] == "a lamp"


async def test_one_question_per_step_rates_the_observations() -> None:
    memory, script = rag()
    await observed(memory, "a", "b")
    await memory.observe([at("c"), at("d")], [])
    assert script.names == ["importance"] * 3
    assert script.asked[-1].inputs == {"goal": "Find the lamp.", "observations": ["> look\nc", "> look\nd"]}


@given(texts=st.lists(st.sampled_from("abcdefghijkl"), min_size=1, max_size=30), seed=st.integers(0, 9))
async def test_at_most_five_older_turns_are_retrieved(texts: list[str], seed: int) -> None:
    memory, _ = rag(lambda question: {"ratings": [(ord(question.inputs["observations"][0][-1]) * (seed + 3)) % 10]})
    recalled = await live(memory, [at(text) for text in texts])
    recent = {f"> look\n{text}" for text in texts[-6:]}
    older = {f"> look\n{text}" for text in texts[:-6]} - recent
    assert set(told(recalled)) <= older
    assert len(recalled.episodes) == min(5, len(older))


async def test_a_question_is_the_query() -> None:
    memory, _ = rag(angles={"ant": 0.0, "bee": 90.0, "where": 0.0, "now": 90.0})
    await observed(memory, "ant", *(f"bee {number}" for number in range(6)), "now")
    assert "ant" not in told(await memory.recall(cue(at("now", ""))))
    assert "ant" in told(await memory.recall(replace(cue(at("now", "")), question="where is it?")))
