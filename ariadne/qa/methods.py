"""Methods that retrieve what helps to answer a question: AriGraph, and those it is compared with."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from ariadne.errors import AnswerError
from ariadne.events import Event, ItemLearned, LearnedEvent
from ariadne.keys import redacted
from ariadne.memory.arigraph.core.reading import depths
from ariadne.models.answers import Searched
from ariadne.models.ask import Asked
from ariadne.models.model import Ask
from ariadne.models.question import Question
from ariadne.qa.datasets import QAItem
from ariadne.qa.retrievers import by_meaning, by_words
from ariadne.runs.events import EventLog
from ariadne.triplet import clean
from ariadne.worlds.world import Turn

if TYPE_CHECKING:
    from ariadne.embed.cache import TextCache
    from ariadne.memory.arigraph.api.arigraph import AriGraph
    from ariadne.memory.arigraph.core.episodes import EpisodeNode
    from ariadne.memory.hipporag import HippoRAGMemory

M = TypeVar("M")
Shared = dict[tuple[str, str, str, str], "asyncio.Future[Any]"]

# Recall is measured up to this place of a ranking.
MEASURED = 5
# Shared paragraphs that are embedded at once.
TOGETHER = 32
DEPTH = 3
"""The greatest search depth that a model may ask for."""


@dataclass(frozen=True)
class MethodKit:
    """The resources of a method.

    Attributes:
        log: receives what was learned.
        episodes: the number of paragraphs that `arigraph` shows. `top`: that other rankings show.
        memories: of shared paragraphs, by the paragraphs and their reader. `reader`: the model that reads.
    """

    ask: Ask
    texts: TextCache
    log: EventLog
    episodes: int
    top: int
    memories: Shared = field(default_factory=dict)
    reader: str = ""


@dataclass(frozen=True)
class Retrieval:
    """The results of a search for a question.

    Attributes:
        shown: the places of the paragraphs that the answering model sees, in order.
        ranking: the places of all or of the first paragraphs, by relevance; None if the method does not rank.
        facts: triplets as text. `queries`: searches with their depths.
    """

    shown: Sequence[int]
    ranking: Sequence[int] | None = None
    facts: Sequence[str] = ()
    queries: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Method:
    """A way to retrieve.

    Attributes:
        asks: the questions that it asks a model. `ranks`: whether it has a ranking to measure.
    """

    retrieve: Callable[[QAItem, MethodKit], Awaitable[Retrieval]]
    asks: Sequence[str]
    ranks: bool


async def _everything(item: QAItem, kit: MethodKit) -> Retrieval:
    return Retrieval(range(len(item.paragraphs)))


async def _supporting(item: QAItem, kit: MethodKit) -> Retrieval:
    """The paragraphs that the data set marks as needed: a perfect retrieval."""
    return Retrieval(supporting_of(item))


async def _bm25(item: QAItem, kit: MethodKit) -> Retrieval:
    return _ranked(await asyncio.to_thread(by_words, item.question, item.paragraphs), kit)


async def _dense(item: QAItem, kit: MethodKit) -> Retrieval:
    return _ranked(await asyncio.to_thread(by_meaning, item.question, item.paragraphs, kit.texts), kit)


def _ranked(ranking: Sequence[int], kit: MethodKit) -> Retrieval:
    return Retrieval(ranking[: kit.top], ranking)


async def _arigraph(item: QAItem, kit: MethodKit, blended: bool) -> Retrieval:
    """Paragraphs are observations, learned one by one; then the question's entities are searched for (Algorithm 1)."""
    ranking_by: Literal["blend", "paper"] = "blend" if blended else "paper"
    graph = await _once(item, kit, ranking_by, lambda: _read(item, kit, ranking_by))
    queries = await _queries(item.question, kit)
    shown = kit.top if blended else kit.episodes
    # Our ranking also searches for the question.
    asked = {item.question: 1, **queries} if blended else queries
    found = await graph.recall(asked, episodes=max(MEASURED, shown))
    ranking = _places(item, found.episodes)
    return Retrieval(ranking[:shown], ranking, [str(fact) for fact in found.facts], asked)


async def _hipporag(item: QAItem, kit: MethodKit) -> Retrieval:
    """Paragraphs are passages of HippoRAG 2, read one by one (`ariadne/memory/hipporag.py`)."""
    memory = await _once(item, kit, "hipporag-style", lambda: _indexed(item, kit))
    place_of = {turn.as_text(): place for place, turn in reversed(list(enumerate(turns_of(item))))}
    return _ranked([place_of[text] for text in await memory.ranking(item.question)], kit)


async def _indexed(item: QAItem, kit: MethodKit) -> HippoRAGMemory:
    from ariadne.memory.hipporag import HippoRAGMemory

    def told(event: Event) -> None:
        if isinstance(event, LearnedEvent):
            kit.log(ItemLearned(paragraph=kit.log.step - 1, added=event.added, removed=event.removed))

    memory = HippoRAGMemory(kit.ask, kit.texts, told, "text")
    await memory.begin("")
    for step, turn in enumerate(turns_of(item), 1):
        kit.log.step = step
        await memory.observe([turn], ())
    return memory


def turns_of(item: QAItem) -> list[Turn]:
    """The paragraphs as turns, for a memory of turns."""
    return [Turn("", paragraph.as_text()) for paragraph in item.paragraphs]


async def _once(item: QAItem, kit: MethodKit, kind: str, read: Callable[[], Coroutine[Any, Any, M]]) -> M:
    """A memory of a question's paragraphs; shared paragraphs have one memory for all questions."""
    if not item.shared:
        return await read()
    key = (item.dataset, item.shared, kit.reader, kind)
    if key not in kit.memories:
        kit.memories[key] = asyncio.ensure_future(read())
    reading: asyncio.Future[M] = kit.memories[key]
    try:
        return await reading
    except BaseException:
        # The next question tries again.
        kit.memories.pop(key, None)
        raise


async def _read(item: QAItem, kit: MethodKit, ranking: Literal["blend", "paper"]) -> AriGraph:
    from ariadne.memory.arigraph.api.arigraph import AriGraph
    from ariadne.memory.arigraph.core.options import Options

    # In a data set of news, a later paragraph replaces what an earlier one says.
    supersede: Literal["always", "never"] = "always" if item.news else "never"
    options = Options(depth=DEPTH, ranking=ranking, supersede=supersede, threshold=None, dates=False)
    graph = AriGraph(Asked(kit.ask), kit.texts, options=options, concurrency=1)
    # All paragraphs have one time, so one ends a fact of another only by naming it.
    now = datetime.now(UTC)
    together = TOGETHER if item.shared else 1
    for start in range(0, len(item.paragraphs), together):
        kit.log.step = start + 1
        texts = [paragraph.as_text() for paragraph in item.paragraphs[start : start + together]]
        for place, change in enumerate(await graph.learn_many(texts, time=now), start):
            added, removed = tuple(map(str, change.added)), tuple(map(str, change.removed))
            kit.log.step = place + 1
            kit.log(ItemLearned(paragraph=place, added=added, removed=removed))
    return graph


def _places(item: QAItem, nodes: Sequence[EpisodeNode]) -> list[int]:
    """The places of the paragraphs behind these episodes."""
    # A memory keeps texts without keys.
    place_of = {redacted(each.as_text()): place for place, each in reversed(list(enumerate(item.paragraphs)))}
    return [place_of[node.observation] for node in nodes]


async def _queries(question: str, kit: MethodKit) -> dict[str, int]:
    """The entities that the model names, or the question itself if it names none."""

    def searched(said: Searched) -> dict[str, int]:
        return depths(said.entities, DEPTH)

    try:
        found = searched(await kit.ask(Question("qa_entities", {"question": question}, Searched, use=searched)))
    except AnswerError:
        found = {}
    return found or {clean(question): 1}


def supporting_of(item: QAItem) -> list[int]:
    """Places of the paragraphs that the answer needs."""
    return [place for place, paragraph in enumerate(item.paragraphs) if paragraph.supporting]


METHODS: Mapping[str, Method] = {
    "arigraph": Method(partial(_arigraph, blended=False), asks=("read", "qa_entities"), ranks=True),
    "arigraph-blend": Method(partial(_arigraph, blended=True), asks=("read", "qa_entities"), ranks=True),
    "hipporag-style": Method(_hipporag, asks=("read", "recognize"), ranks=True),
    "bm25": Method(_bm25, asks=(), ranks=True),
    "dense": Method(_dense, asks=(), ranks=True),
    "full-context": Method(_everything, asks=(), ranks=False),
    "supporting-facts": Method(_supporting, asks=(), ranks=False),
}
