"""The shortlist: texts with the words or the meaning of a question."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from ariadne.embed.cache import TextCache
from ariadne.embed.embedder import Vectors
from ariadne.memory.arigraph.core.episodes import EpisodeNode, EpisodicMemory, remembered
from ariadne.memory.arigraph.retrieval.index import VectorIndex
from ariadne.memory.arigraph.retrieval.shortlist import MOST, Shortlist
from ariadne.models.recorded import ScriptedModel
from ariadne.triplet import Triplet
from arigraph import AriGraph, wait
from tests.memory.arigraph.libraries import Letters, library, parrot
from tests.memory.moments import Compass

QUERY = "where is the lamp?"
MANY = 3 * MOST


def told(texts: Sequence[str]) -> EpisodicMemory:
    episodes = EpisodicMemory()
    for step, text in enumerate(texts):
        episodes.append(EpisodeNode(step, text, (Triplet(f"thing {step}", "is in", text),)))
    return episodes


async def found(
    episodes: EpisodicMemory, among: Callable[[EpisodeNode], bool] = remembered, angles: dict[str, float] | None = None
) -> list[str]:
    texts, shortlist = TextCache(Compass(angles or {})), Shortlist(episodes)
    numbers = await texts.supply(lambda: shortlist.nodes(QUERY, (), texts, among))
    assert numbers == sorted({*numbers})
    return [node.observation for node in episodes.nodes.some(numbers)]


async def test_few_texts_are_all_ranked() -> None:
    texts = [f"Box {number}." for number in range(2 * MOST)]
    assert await found(told(texts)) == texts
    assert len(await found(told([*texts, "One more."]))) < 2 * MOST


async def test_texts_with_the_words_or_meaning_are_ranked() -> None:
    boxes = [f"Box {number} is a chest." for number in range(MANY)]
    lamps = [f"A lamp {number} stands by the chest." for number in range(5)]
    lights = [f"A light {number} is on." for number in range(5)]
    listed = await found(told([*lights, *boxes, *lamps]), angles={"chest": 80, "light": 1, "lamp": 0})
    assert {*lamps, *lights} <= {*listed}
    assert len(listed) < len(boxes)


async def test_a_repeated_text_is_ranked_once() -> None:
    boxes = [f"Box {number}." for number in range(MANY)]
    assert (await found(told(["The lamp is old.", *boxes, "The lamp is old."]))).count("The lamp is old.") == 1


async def test_forgotten_texts_take_no_places() -> None:
    episodes = told([*(f"Lamp {number}." for number in range(MANY)), "A lamp is here.", *map(str, range(MANY))])
    for number in range(MANY):
        episodes.forget(number, MANY)
    angles = {"Lamp": 5.0, "Torch": 5.0, "here": 30.0} | {str(number): 60.0 for number in range(MANY)}
    assert "A lamp is here." in await found(episodes, angles=angles)
    torches = told([*(f"Torch {number}." for number in range(MANY)), "A light is here.", *map(str, range(MANY))])
    for number in range(MANY):
        torches.forget(number, MANY)
    assert "A light is here." in await found(torches, angles=angles)


async def test_only_allowed_texts_take_places() -> None:
    texts = [f"Lamp {number}." for number in range(MANY)]
    assert "Lamp 7." in await found(told(texts), lambda node: node.step == 7)


async def test_new_texts_are_ranked() -> None:
    episodes, texts = told([f"Box {number}." for number in range(MANY)]), TextCache(Compass({}))
    shortlist = Shortlist(episodes)
    before = await texts.supply(lambda: shortlist.nodes(QUERY, (), texts, remembered))
    episodes.append(EpisodeNode(MANY, "A lamp is here.", ()))
    after = await texts.supply(lambda: shortlist.nodes(QUERY, (), texts, remembered))
    assert (MANY in before, MANY in after) == (False, True)


class Counting(Letters):
    """Records the texts that it embeds."""

    def __init__(self) -> None:
        self.embedded: list[str] = []

    def embed(self, texts: Sequence[str]) -> Vectors:
        self.embedded += texts
        return super().embed(texts)


@pytest.fixture(scope="module")
def coins(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of a large memory about coins in boxes."""
    path = tmp_path_factory.mktemp("coins") / "house.db"
    with library(path) as memory:
        wait(memory.learn_many(f"coin {number}, is in, box {number}" for number in range(MANY)))
    return path


@pytest.fixture
def house(coins: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of that file, which is large enough for an index."""
    monkeypatch.setattr("ariadne.memory.arigraph.retrieval.shortlist.INDEXED", 100)
    monkeypatch.setattr(VectorIndex.__init__, "__defaults__", (100,))
    return Path(shutil.copy(coins, tmp_path))


async def recalled(memory: AriGraph, query: str, **among: str) -> list[str]:
    return [node.observation for node in (await memory.recall([query], 1, 3, 5, **among)).episodes]


async def test_in_a_file_texts_with_the_facts_or_words_are_ranked(house: Path) -> None:
    embedder = Counting()
    with AriGraph(ScriptedModel(parrot), embedder, house) as memory:
        found = await memory.recall(["coin 7"], 1, 3, 1)
        assert [node.observation for node in found.episodes] == ["coin 7, is in, box 7"]
    assert embedder.embedded == ["coin 7"], "the file has the vectors of its texts"


async def test_texts_learned_after_opening_are_ranked(house: Path) -> None:
    with library(house) as memory:
        await memory.learn("lamp, is in, box 7")
        assert (await recalled(memory, "lamp"))[0] == "lamp, is in, box 7"
    with library(house, read_only=True) as memory:
        assert (await recalled(memory, "lamp"))[0] == "lamp, is in, box 7"


@pytest.mark.nightly
async def test_in_a_file_repeated_texts_count_as_one_the_last(house: Path) -> None:
    with library(house) as memory:
        await memory.learn("coin 7, is in, box 7", source="letter")
        (first,) = (await memory.recall(["coin 7"], 1, 3, 1)).episodes
        assert (first.step, first.source) == (MANY + 1, "letter")
        assert (await recalled(memory, "coin 7")).count("coin 7, is in, box 7") == 1


async def test_in_a_file_only_allowed_texts_are_ranked(house: Path) -> None:
    with library(house) as memory:
        await memory.learn("lamp, is in, box 7", source="letter")
        await memory.forget("coin 7")
        assert await recalled(memory, "coin 7", source="letter") == ["lamp, is in, box 7"]
        assert "coin 7, is in, box 7" not in await recalled(memory, "coin 7")


@pytest.mark.nightly
async def test_a_large_file_is_saved_whole(house: Path, tmp_path: Path) -> None:
    embedder = Counting()
    with AriGraph(ScriptedModel(parrot), embedder, house) as memory:
        memory.save(tmp_path / "other.db")
    assert embedder.embedded == []
    with library(house) as memory, library(tmp_path / "other.db") as other:
        found = await recalled(memory, "coin 7")
        assert "coin 7, is in, box 7" in found
        assert await recalled(other, "coin 7") == found
        assert memory.told() == other.told()
