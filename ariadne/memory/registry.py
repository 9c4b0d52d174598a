"""Memories by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from inspect import iscoroutinefunction
from pathlib import Path
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Literal

from ariadne.errors import UserError
from ariadne.models.ask import Asked
from ariadne.registry import find

if TYPE_CHECKING:
    from ariadne.embed.cache import TextCache
    from ariadne.memory.arigraph.agent.memory import AriGraphMemory
    from ariadne.memory.arigraph.core.state import Contents
    from ariadne.memory.memory import Memory
    from ariadne.models.model import Ask
    from ariadne.record import Record

GROUP = "ariadne.memories"
_METHODS = ("begin", "observe", "recall", "end")

Calls = Literal["act", "one", "two", "three", "paper"]
"""The questions of a step. `act` asks for the action alone, `one` for plan and action in one reply, `two` also reads
the turn, `three` asks for plan, action and reading separately, and `paper` asks all six of the paper."""

LEARN = "learn"
"""The question by which most memories read turns. An agent may answer it with its own reply."""
Asks = Mapping[str, float]
"""The most times that a question of each name is asked in a step."""
ANY = ""
"""Questions of unknown names."""


@dataclass(frozen=True)
class MemoryKit:
    """The parts and settings from which memories are built. Each kind uses some of them.

    Attributes:
        texts: the cache of embeddings that episodes share.
        width: AriGraph's w. `depth`: its d. `episodes`: its k.
        calls: the questions of a step.
        context_tokens: the limit of the history in tokens; None for no limit.
        lessons: from earlier attempts at the same game, oldest first.
        memory_file: the file of an AriGraph to start with.
        last_life: the events of the last life, whose memory this one continues.
        episodic_similarity: an option of AriGraph with the paper's ranking.
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
        attempts: whether it learns from one play of a game for the next, so repeats must be played in sequence.
        from_file: whether it can start with the file of an AriGraph.
        by_formula: whether it ranks episodes by equation 1, to which similarity can be added.
        asks: the questions of a step, depending on `calls`.
        at_end: the questions at the end of an episode.
        operable: whether it has operations that an agent can call as actions.
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

    def built(self, kit: MemoryKit) -> Memory:
        """Build a memory, which may be another package's.

        Raises:
            UserError: it lacks a method.
        """
        memory = self.build(kit)
        for name in _METHODS:
            if not iscoroutinefunction(getattr(memory, name, None)):
                raise UserError(f"the memory {type(memory).__name__} has no method `async def {name}`")
        return memory


def find_memory(name: str) -> MemoryKind:
    """Find a kind of memory: one of Ariadne's own, or an entry point in the group `ariadne.memories`.

    Raises:
        UserError: there is none of this name.
    """
    return find("memory", name, MEMORIES, GROUP)


def check_similarity(names: Sequence[str]) -> None:
    """Check that one of these memories can add similarity to its ranking of episodes.

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
    from ariadne.memory.arigraph.agent.annotations import Parts
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

    shown = Parts(semantic, episodic, exploration, annotations)
    return AriGraphMemory(begun, kit.record, shown, kit.calls in ("act", "paper"), past)


def _from_before(kit: MemoryKit) -> Contents:
    """The contents to start with: those of the last life, else those of a file."""
    from ariadne.memory.arigraph.core.recorded import contents_of
    from ariadne.memory.arigraph.core.state import Contents
    from ariadne.memory.arigraph.storage.store import Store

    if kit.last_life:
        return contents_of(kit.last_life)
    if kit.memory_file is None:
        return Contents()
    with closing(Store(kit.memory_file, read_only=True)) as store:
        return store.load("", whole=True)


def _hiagent_arigraph(kit: MemoryKit) -> Memory:
    from ariadne.memory.hiagent import HiAgentMemory, Switches
    from ariadne.memory.hiagent_arigraph import NEAR, HiAgentAriGraph

    return HiAgentAriGraph(HiAgentMemory(kit.ask, kit.record, Switches(near=NEAR)), _arigraph(kit))


def _built(path: str, *parts: str) -> Callable[[MemoryKit], Memory]:
    """Builds the memory `module:Class` from parts of a kit. The module is imported when the first one is built."""

    def build(kit: MemoryKit) -> Memory:
        memory: Memory = resolve_name(f"ariadne.memory.{path}")(*(getattr(kit, part) for part in parts))
        return memory

    return build


def _each(*questions: str) -> Callable[[Calls], Asks]:
    """Each of these questions once a step."""
    return lambda calls: dict.fromkeys(questions, 1)


def _reading(calls: Calls) -> Asks:
    """The questions of AriGraph: one, or the paper's three."""
    return dict.fromkeys(("extract", "replace", "entities") if calls == "paper" else (LEARN,), 1)


def _of_arigraph(build: Callable[[MemoryKit], Memory] = _arigraph, by_formula: bool = True) -> MemoryKind:
    return MemoryKind(build, from_file=True, by_formula=by_formula, asks=_reading)


def _of_hiagent(fold: bool = True, summarize: bool = True, retrieve: bool = True) -> MemoryKind:
    """A variant of HiAgent, which folds at most one sub-goal a step."""

    def build(kit: MemoryKit) -> Memory:
        from ariadne.memory.hiagent import HiAgentMemory, Switches

        return HiAgentMemory(kit.ask, kit.record, Switches(fold, summarize, retrieve))

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
    "full-history": MemoryKind(_built("full_history:FullHistory", "context_tokens"), asks=_each(), keeps_all=True),
    "summary": MemoryKind(_built("summary:SummaryMemory", "ask"), asks=_each("summarize")),
    "rag": MemoryKind(_built("rag:RagMemory", "ask", "texts"), asks=_each("importance")),
    # It rates every step, reflects at most every five steps, and then rates the insights.
    "simulacra": MemoryKind(
        _built("simulacra:SimulacraMemory", "ask", "texts", "record"),
        asks=lambda calls: {"importance": 1.2, "wonder": 0.2, "insights": 0.6},
    ),
    # Every ten steps a summary.
    "mem0-style": MemoryKind(
        _built("mem0:Mem0Memory", "ask", "texts"), asks=lambda calls: {"salient": 1, "reconcile": 1, "summarize": 0.1}
    ),
    "graphiti-style": MemoryKind(
        _built("graphiti:GraphitiMemory", "ask", "texts", "record"), asks=_each(LEARN, "replace")
    ),
    "hipporag-style": MemoryKind(
        _built("hipporag:HippoRAGMemory", "ask", "texts", "record"), asks=_each(LEARN, "recognize")
    ),
    "reflexion": MemoryKind(
        _built("reflexion:ReflexionMemory", "ask", "record", "lessons", "context_tokens"),
        attempts=True,
        asks=_each(),
        at_end=("lesson",),
        keeps_all=True,
    ),
    "none": MemoryKind(_built("none:NoMemory"), asks=_each()),
}
