from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Literal

import pytest

from ariadne.embed.cache import TextCache
from ariadne.embed.minilm import MiniLM
from ariadne.errors import UserError
from ariadne.memory.memory import Cue, Navigator, Recollection
from ariadne.memory.memory import recalled as memory_recalls
from ariadne.memory.registry import MEMORIES, MemoryKind, MemoryKit, find_memory
from ariadne.models.question import Question
from ariadne.worlds.world import Turn
from tests.memory.moments import at, cue, live, told
from tests.scripted import Events, Script

# Every question that the compared memories ask, with an answer of some consequence.
SAYS: dict[str, Any] = {
    "learn": {
        "triplets": ["key, is in, box", "box, is in, hall", "hall, has exit, north"],
        "replaced": [],
        "entities": ["key: 2"],
    },
    "summarize": {"summary": "The key is in the box."},
    "importance": {"ratings": [5]},
    "wonder": {"questions": ["Where is the key?"]},
    "insights": {"insights": ["Boxes hold keys."]},
    "salient": {"facts": ["The key is in the box."]},
    "reconcile": {"update": ["1: The key is in the box."]},
    "recognize": {"kept": [1]},
    "lesson": {"lesson": "Open the box."},
    "fold": {"summary": "The box is open.", "met": True},
}
OLD = [at("A box with a key in it. " + "A long day. " * number) for number in range(3)]
TURNS = [*OLD, *(at(f"Nothing {number}.", "wait") for number in range(6))]

ABLATIONS = {"no-episodic": "episodes", "no-exploration": "exits", "no-semantic": "facts"}


def kit(
    minilm: MiniLM, script: Script | None = None, calls: Literal["three", "paper"] = "three", **more: Any
) -> MemoryKit:
    script = script or Script(**SAYS)
    return MemoryKit(script.ask, TextCache(minilm), Events(), width=6, depth=2, episodes=2, calls=calls, **more)


def learning_early() -> Script:
    """A model that reads facts in the old turns only, since facts of recent turns are not recalled."""
    dull = {"triplets": [], "replaced": [], "entities": ["key: 2"]}
    return Script(**{**SAYS, "learn": [*[SAYS["learn"]] * len(OLD), *[dull] * (len(TURNS) - len(OLD))]})


async def recalled(name: str, minilm: MiniLM) -> Recollection:
    return await live(find_memory(name).build(kit(minilm, learning_early())), TURNS)


@pytest.mark.parametrize("name", MEMORIES)
async def test_every_memory_works_for_two_episodes(name: str, minilm: MiniLM) -> None:
    memory = find_memory(name).build(kit(minilm))
    for _ in range(2):
        found = await live(memory, TURNS)
        assert any((found.facts, found.episodes, found.exits, found.notes())) == (name != "none")
        await memory.end("lost")


@pytest.mark.parametrize("name", [name for name in MEMORIES if name not in ("none", "reflexion")])
async def test_a_new_episode_recalls_nothing_of_the_last(name: str, minilm: MiniLM) -> None:
    def about_keys(question: Question[Any]) -> Any:
        return SAYS[question.name] if "key" in str(question.inputs) else "Nothing to say."

    memory = find_memory(name).build(kit(minilm, Script(**dict.fromkeys(SAYS, about_keys))))
    assert "key" in str(await live(memory, TURNS))
    await memory.end("lost")
    assert "key" not in str(await live(memory, [at("A lamp.")]))


@pytest.mark.parametrize("name", MEMORIES)
async def test_every_memory_survives_unusable_replies(name: str, minilm: MiniLM) -> None:
    script = Script(**dict.fromkeys(SAYS, "Well, let me think ..."))
    memory = find_memory(name).build(kit(minilm, script))
    await live(memory, TURNS)
    await memory.end("lost")


@pytest.mark.parametrize(("ablation", "part"), ABLATIONS.items())
async def test_an_ablation_lacks_its_part_and_nothing_else(ablation: str, part: str, minilm: MiniLM) -> None:
    whole, ablated = await recalled("arigraph", minilm), await recalled(f"arigraph-{ablation}", minilm)
    for each in ("facts", "episodes", "exits"):
        assert getattr(whole, each)
        assert getattr(ablated, each) == (() if each == part else getattr(whole, each))


async def test_the_ablation_without_annotations_differs_in_nothing_else(minilm: MiniLM) -> None:
    whole, ablated = await recalled("arigraph", minilm), await recalled("arigraph-no-annotations", minilm)
    assert whole.annotations
    assert ablated == replace(whole, annotations={})


async def test_another_ranking_changes_only_the_episodes(minilm: MiniLM) -> None:
    paper, blend = await recalled("arigraph", minilm), await recalled("arigraph-blend", minilm)
    assert blend.episodes
    assert blend.episodes != paper.episodes
    assert (blend.facts, blend.exits) == (paper.facts, paper.exits)


async def test_similarity_to_the_plan_is_added_on_request(minilm: MiniLM) -> None:
    both = {"triplets": ["key, is in, box", "box, is in, hall"], "replaced": [], "entities": ["key: 2"]}
    turns = [at("You see a rope and a ladder."), at("You see a lake."), at("Nothing.", "wait")]
    now = cue(turns[-1], plan=["climb up with the rope and the ladder | it is high"])
    found = {}
    for added in (False, True):
        memory = find_memory("arigraph").build(kit(minilm, Script(learn=both), episodic_similarity=added))
        await live(memory, turns)
        found[added] = [episode.observation for episode in (await memory.recall(now)).episodes]
        assert told(await memory.recall(cue(turns[-1]))) == (turns[1].as_text(), turns[0].as_text())
    assert found[False] == [turns[1].observation, turns[0].observation]
    assert found[True] == [turns[0].observation, turns[1].observation]


def test_only_arigraph_has_routes(minilm: MiniLM) -> None:
    navigators = [name for name in MEMORIES if isinstance(find_memory(name).build(kit(minilm)), Navigator)]
    assert navigators == [name for name in MEMORIES if "arigraph" in name]


@pytest.mark.parametrize("name", ["full-history", "reflexion"])
async def test_the_context_limit_reaches_memories_that_keep_all(name: str, minilm: MiniLM) -> None:
    memory = find_memory(name).build(kit(minilm, context_tokens=1))
    assert (await live(memory, TURNS)).notes() == "(The oldest turns are left out: 3 of 3.)"


async def test_calls_changes_the_questions_of_arigraph_alone(minilm: MiniLM) -> None:
    asked = {}
    for name in ("arigraph", "arigraph-no-semantic", "rag"):
        script = Script(**SAYS)
        await live(find_memory(name).build(kit(minilm, script, "paper")), TURNS[:1])
        asked[name] = script.names
    assert asked == {
        "arigraph": ["extract", "entities"],
        "arigraph-no-semantic": ["extract", "entities"],
        "rag": ["importance"],
    }


class Odd:
    """A memory of another package with a mistake in it."""

    async def begin(self, goal: str) -> None: ...
    async def observe(self, turns: Sequence[Turn], plan: Sequence[str]) -> None: ...
    async def recall(self, cue: Cue) -> Any: ...
    async def end(self, outcome: str) -> None: ...


@pytest.mark.parametrize("name", ["begin", "observe", "recall", "end"])
@pytest.mark.parametrize("method", [None, lambda self, *told: None])
def test_a_memory_whose_method_is_missing_or_not_async_is_refused_before_it_plays(
    minilm: MiniLM, name: str, method: object
) -> None:
    nouns = type("Nouns", (Odd,), {name: method})
    kind = MemoryKind(lambda kit: nouns())
    with pytest.raises(UserError, match=f"the memory Nouns has no method `async def {name}`"):
        kind.built(kit(minilm))


@pytest.mark.parametrize(
    ("found", "why"),
    [
        (None, "Odd.recall returned a NoneType"),
        ({"facts": ()}, "Odd.recall returned a dict"),
        (Recollection(facts="lamp, is on, table"), "with facts='lamp, is on, table'"),  # type: ignore[arg-type]
        (Recollection(text=("a", "b")), "with text="),  # type: ignore[arg-type]
    ],
)
async def test_what_is_no_recollection_is_told_with_the_memory_that_returned_it(
    found: object, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def recall(self: Odd, cue: Cue) -> object:
        return found

    monkeypatch.setattr(Odd, "recall", recall)
    with pytest.raises(UserError, match=re.escape(why)):
        await memory_recalls(Odd(), cue(TURNS[0]))
