from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from ariadne.embed.cache import TextCache
from ariadne.memory.hipporag import RECALLED, HippoRAGMemory
from tests.memory.moments import Compass, at, cue, told
from tests.scripted import Events, Says, Script

FIRST: dict[str, Any] = {"kept": [1]}
# Far from a question about the key, and from nothing that it leads to.
FAR = {"key": 0.0, "dull": 60.0, "chest": 120.0, "cellar": 180.0}
KEY, CHEST = "The key lies in a chest.", "A chest stands in the cellar."
DULL = [f"A dull thing {number}." for number in range(2 * RECALLED)]


def learned(*facts: str) -> dict[str, Any]:
    return {"triplets": list(facts), "replaced": [], "entities": []}


class Fixture:
    """A memory with scripted readings, one per turn."""

    def __init__(
        self, read: Mapping[str, Sequence[str]], kept: Says = FIRST, angles: Mapping[str, float] = FAR
    ) -> None:
        self._texts = list(read)
        self.script = Script(learn=lambda question: learned(*read[question.inputs["observations"][0]]), recognize=kept)
        self.events = Events()
        self.memory = HippoRAGMemory(self.script.ask, TextCache(Compass(angles)), self.events)

    async def recalled(self, about: str = "key") -> tuple[str, ...]:
        await self.memory.begin("Find the key.")
        for text in self._texts:
            await self.memory.observe([at(text, "")], [])
        return told(await self.memory.recall(cue(at(about, ""))))


TWO_HOPS = {**dict.fromkeys(DULL, ()), KEY: ["key, is in, chest"], CHEST: ["chest, stands in, cellar"]}


async def test_a_dissimilar_passage_two_hops_away_is_found() -> None:
    assert (await Fixture(TWO_HOPS).recalled())[:2] == (KEY, CHEST)


@pytest.mark.parametrize("kept", [{"kept": []}, {"kept": [0, 9]}, "Well, let me think ..."])
async def test_without_recognized_triplets_similarity_decides(kept: Says) -> None:
    found = await Fixture(TWO_HOPS, kept).recalled()
    assert found[0] == KEY
    assert CHEST not in found


async def test_the_model_sees_the_nearest_triplets_by_number() -> None:
    fixture = Fixture(TWO_HOPS)
    await fixture.recalled()
    (asked,) = fixture.script.of("recognize")
    assert asked.inputs == {"query": "key", "facts": ["key, is in, chest", "chest, stands in, cellar"]}


async def test_synonyms_link_passages() -> None:
    """`chest` and `coffer` in two passages have the same embedding."""
    alike, apart = {**FAR, "coffer": 120.0}, {**FAR, "coffer": 200.0}
    other = "A coffer stands in the cellar."
    read = {**dict.fromkeys(DULL, ()), KEY: ["key, is in, chest"], other: ["coffer, stands in, cellar"]}
    assert (await Fixture(read, angles=alike).recalled())[:2] == (KEY, other)
    assert other not in await Fixture(read, angles=apart).recalled()


async def test_facts_never_end() -> None:
    read = {"The key is on the table.": ["key, is on, table"], "You take the key.": ["key, is in, inventory"]}
    fixture = Fixture(read)
    assert set(await fixture.recalled()) == set(read)
    assert [event.removed for event in fixture.events.of("learned")] == [(), ()]
    assert all(question.inputs["known"] == [] for question in fixture.script.of("learn"))


async def test_a_repeated_text_is_one_passage_and_recent_ones_are_not_recalled() -> None:
    fixture = Fixture({KEY: ["key, is in, chest"]})
    await fixture.recalled()
    await fixture.memory.observe([at(KEY, "")], [])
    assert told(await fixture.memory.recall(cue(at("now", "")))) == (KEY,)
    assert told(await fixture.memory.recall(cue(at("now", ""), at(KEY, "")))) == ()


async def test_an_empty_memory_asks_and_recalls_nothing() -> None:
    fixture = Fixture({})
    assert await fixture.recalled() == ()
    assert fixture.script.asked == []
