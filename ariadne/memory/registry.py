"""Memories by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from ariadne.errors import UserError
from ariadne.models.ask import Asked
from ariadne.registry import find

if TYPE_CHECKING:
    from ariadne.embed.cache import TextCache
    from ariadne.memory.arigraph.agent.memory import AriGraphMemory
    from ariadne.memory.arigraph.core.contents import Contents
    from ariadne.memory.memory import Memory
    from ariadne.models.model import Ask
    from ariadne.record import Record

GROUP = "ariadne.memories"

Calls = Literal["act", "one", "two", "three", "paper"]
"""What a language model is asked at a step: the action alone, what to do with the plan in `one` reply, that and what is
learned in `two`, each in a question of its own in `three`, or all that the paper asks."""

LEARN = "learn"
"""The question by which most memories read turns, which an agent may have answered by the reply to its own."""
Asks = Mapping[str, float]
"""How often a question of each name is asked at a step, at the most."""
ANY = ""
"""Stands for questions whose names nobody tells."""


@dataclass(frozen=True)
class MemoryKit:
    """What a memory is made from; each takes what it needs.

    Attributes:
        texts: the cache of embeddings that episodes share.
        width: of AriGraph: how many triplets a text retrieves in semantic search.
        depth: of AriGraph: the greatest depth of a query.
        episodes: of AriGraph: how many are recalled.
        calls: what a model is asked at a step.
        context_tokens: how much history is kept whole; None for all of it.
        lessons: what earlier attempts at the same game taught, oldest first.
        memory_file: an AriGraph from before, to begin with.
        last_life: the events of the life before this one, to go on from with what it knew, if there was one.
        episodic_similarity: a setting of AriGraph where it ranks episodes as the paper does.
    """

    ask: Ask
    texts: TextCache
    record: Record
    width: int
    depth: int
    episodes: int
    calls: Calls
    context_tokens: int | None = None
    lessons: Sequence[str] = ()
    memory_file: Path | None = None
    last_life: Path | None = None
    episodic_similarity: bool = False


@dataclass(frozen=True)
class MemoryKind:
    """A kind of memory.

    Attributes:
        attempts: whether it learns from one play of a game for the next, so that repeats are attempts in sequence.
        from_file: whether it can begin with an AriGraph from before.
        by_formula: whether it ranks episodes by the paper's formula, to which similarity can be added.
        asks: its questions of a step, to learn and to recall, by the way of asking.
        at_end: its questions once an episode is over.
        operable: whether an agent of sub-goals may turn to it in the place of the world, and is asked again.
        keeps_all: whether it shows the whole history, so that prompts grow with it.
    """

    build: Callable[[MemoryKit], Memory]
    attempts: bool = False
    from_file: bool = False
    by_formula: bool = False
    asks: Callable[[Calls], Asks] = lambda calls: {ANY: 1}
    at_end: Sequence[str] = ()
    operable: bool = False
    keeps_all: bool = False


def find_memory(name: str) -> MemoryKind:
    """The kind of memory of that name: Ariadne's own, or an entry point in the group `ariadne.memories`.

    Raises:
        UserError: there is none.
    """
    return find("memory", name, MEMORIES, GROUP)


def check_similarity(names: Sequence[str]) -> None:
    """See that a memory of these can add similarity to its ranking of episodes.

    Raises:
        UserError: none of them can.
    """
    if not any(find_memory(name).by_formula for name in names):
        others = ", ".join(dict.fromkeys(names))
        raise UserError(
            f"--episodic-similarity adds to the paper's ranking of episodes, which {others} does not use: "
            "say --memory arigraph"
        )


def _arigraph(
    kit: MemoryKit,
    semantic: bool = True,
    episodic: bool = True,
    exploration: bool = True,
    annotations: bool = True,
    ranking: Literal["paper", "blend"] = "paper",
) -> AriGraphMemory:
    from ariadne.memory.arigraph.agent.annotations import Annotator
    from ariadne.memory.arigraph.agent.lives import parted
    from ariadne.memory.arigraph.agent.memory import AriGraphMemory
    from ariadne.memory.arigraph.api.arigraph import AriGraph
    from ariadne.memory.arigraph.core.options import IN_WORLDS

    options = replace(
        IN_WORLDS,
        width=kit.width,
        depth=kit.depth,
        episodes=kit.episodes if episodic else 0,
        episodic_similarity=kit.episodic_similarity,
        calls="paper" if kit.calls == "paper" else IN_WORLDS.calls,
        ranking=ranking,
    )

    _, past = parted(_from_before(kit))

    def begun() -> AriGraph:
        notes, _ = parted(_from_before(kit))
        return AriGraph.holding(notes, Asked(kit.ask), kit.texts, options=options)

    annotator = Annotator(semantic, episodic, exploration) if annotations else None
    return AriGraphMemory(begun, kit.record, semantic, exploration, annotator, kit.calls in ("act", "paper"), past)


def _from_before(kit: MemoryKit) -> Contents:
    """What is known from before: from the last life, which knew what was known before it, else from a file."""
    from ariadne.memory.arigraph.core.contents import Contents
    from ariadne.memory.arigraph.core.recorded import contents_of
    from ariadne.memory.arigraph.storage.store import Store

    if kit.last_life:
        return contents_of(kit.last_life)
    if kit.memory_file is None:
        return Contents()
    store = Store(kit.memory_file, read_only=True)
    try:
        return store.load("", whole=True)
    finally:
        store.close()


def _hiagent(kit: MemoryKit, fold: bool = True, summarize: bool = True, retrieve: bool = True) -> Memory:
    from ariadne.memory.hiagent import HiAgentMemory, Switches

    return HiAgentMemory(kit.ask, kit.record, Switches(fold, summarize, retrieve))


def _hiagent_arigraph(kit: MemoryKit) -> Memory:
    from ariadne.memory.hiagent import HiAgentMemory, Switches
    from ariadne.memory.hiagent_arigraph import NEAR, HiAgentAriGraph

    return HiAgentAriGraph(HiAgentMemory(kit.ask, kit.record, Switches(near=NEAR)), _arigraph(kit))


def _full_history(kit: MemoryKit) -> Memory:
    from ariadne.memory.full_history import FullHistory

    return FullHistory(kit.context_tokens)


def _summary(kit: MemoryKit) -> Memory:
    from ariadne.memory.summary import SummaryMemory

    return SummaryMemory(kit.ask)


def _rag(kit: MemoryKit) -> Memory:
    from ariadne.memory.rag import RagMemory

    return RagMemory(kit.ask, kit.texts)


def _simulacra(kit: MemoryKit) -> Memory:
    from ariadne.memory.simulacra import SimulacraMemory

    return SimulacraMemory(kit.ask, kit.texts, kit.record)


def _mem0(kit: MemoryKit) -> Memory:
    from ariadne.memory.mem0 import Mem0Memory

    return Mem0Memory(kit.ask, kit.texts)


def _graphiti(kit: MemoryKit) -> Memory:
    from ariadne.memory.graphiti import GraphitiMemory

    return GraphitiMemory(kit.ask, kit.texts, kit.record)


def _hipporag(kit: MemoryKit) -> Memory:
    from ariadne.memory.hipporag import HippoRAGMemory

    return HippoRAGMemory(kit.ask, kit.texts, kit.record)


def _reflexion(kit: MemoryKit) -> Memory:
    from ariadne.memory.reflexion import ReflexionMemory

    return ReflexionMemory(kit.ask, kit.record, kit.lessons, kit.context_tokens)


def _none(kit: MemoryKit) -> Memory:
    from ariadne.memory.none import NoMemory

    return NoMemory()


def _each(*questions: str) -> Callable[[Calls], Asks]:
    """Each of these once a step, whatever the way of asking."""
    return lambda calls: dict.fromkeys(questions, 1)


def _reading(calls: Calls) -> Asks:
    """AriGraph learns in one question, or as the paper does in three."""
    return dict.fromkeys(("extract", "replace", "entities") if calls == "paper" else (LEARN,), 1)


def _of_arigraph(build: Callable[[MemoryKit], Memory] = _arigraph, by_formula: bool = True) -> MemoryKind:
    return MemoryKind(build, from_file=True, by_formula=by_formula, asks=_reading)


def _of_hiagent(fold: bool = True, summarize: bool = True, retrieve: bool = True) -> MemoryKind:
    """It ends a sub-goal, and looks at an earlier one again, at every step at the most."""
    build = partial(_hiagent, fold=fold, summarize=summarize, retrieve=retrieve)
    questions = ("fold",) if fold and summarize else ()
    return MemoryKind(build, asks=_each(*questions), operable=fold and retrieve, keeps_all=True)


MEMORIES: Mapping[str, MemoryKind] = {
    "arigraph": _of_arigraph(),
    "arigraph-blend": _of_arigraph(partial(_arigraph, ranking="blend"), by_formula=False),
    "arigraph-no-annotations": _of_arigraph(partial(_arigraph, annotations=False)),
    "arigraph-no-episodic": _of_arigraph(partial(_arigraph, episodic=False), by_formula=False),
    "arigraph-no-exploration": _of_arigraph(partial(_arigraph, exploration=False)),
    "arigraph-no-semantic": _of_arigraph(partial(_arigraph, semantic=False)),
    "hiagent": _of_hiagent(),
    "hiagent-no-summary": _of_hiagent(summarize=False),
    "hiagent-no-retrieval": _of_hiagent(retrieve=False),
    "hiagent-no-summary-no-retrieval": _of_hiagent(summarize=False, retrieve=False),
    "hiagent-no-folding": _of_hiagent(fold=False),
    "hiagent+arigraph": MemoryKind(
        _hiagent_arigraph,
        from_file=True,
        by_formula=True,
        asks=lambda calls: {"fold": 1, **_reading(calls)},
        operable=True,
        keeps_all=True,
    ),
    "full-history": MemoryKind(_full_history, asks=_each(), keeps_all=True),
    "summary": MemoryKind(_summary, asks=_each("summarize")),
    "rag": MemoryKind(_rag, asks=_each("importance")),
    # It rates every step, and every five steps at the most reflects, and rates what that comes to.
    "simulacra": MemoryKind(_simulacra, asks=lambda calls: {"importance": 1.2, "wonder": 0.2, "insights": 0.6}),
    # Every ten steps a summary.
    "mem0-style": MemoryKind(_mem0, asks=lambda calls: {"salient": 1, "reconcile": 1, "summarize": 0.1}),
    "graphiti-style": MemoryKind(_graphiti, asks=_each(LEARN, "replace")),
    "hipporag-style": MemoryKind(_hipporag, asks=_each(LEARN, "recognize")),
    "reflexion": MemoryKind(_reflexion, attempts=True, asks=_each(), at_end=("lesson",), keeps_all=True),
    "none": MemoryKind(_none, asks=_each()),
}
