"""A memory that is asked in words: what to search it for, and an answer from what it recalled."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime

from ariadne.errors import AnswerError, Failure
from ariadne.geography import is_spatial
from ariadne.memory.arigraph.arigraph import AriGraph
from ariadne.memory.arigraph.episodes import EpisodeNode, Metadata
from ariadne.memory.arigraph.graph import SemanticGraph
from ariadne.memory.arigraph.learn import word_runs
from ariadne.memory.arigraph.results import Answer, Found
from ariadne.models.answers import Told
from ariadne.models.model import Ask
from ariadne.models.question import A, Question
from ariadne.reasoner.reading.sentences import pieces
from ariadne.triplet import Edge, Triplet, clean

DEPTH = 2
CHAINS = 8
"""How many chains of facts a model chooses among."""
IS = "is"
MOST = 40
"""Facts of what a question names, and edges of their history."""


def paragraphs(text: str) -> list[str]:
    """The paragraphs of a text, which blank lines part; each is learned as one observation, of one that is long each
    line, or some three hundred words."""
    blocks = re.split(r"\n\s*\n", text.replace("\r\n", "\n"))
    return [piece for block in blocks if block.strip() for piece in pieces(block.strip())]


def strict(ask: Ask) -> Ask:
    """An `Ask` for memories that are to learn nothing from a text where the model's replies cannot be used."""
    return _Strict(ask)


class _Strict:
    """Asks, and has an error that ends what is being done where nothing would have been learned.

    Raises:
        Failure: that is so; an agent's memory goes on without.
    """

    def __init__(self, ask: Ask) -> None:
        self.name: str = getattr(ask, "name", "")
        self._ask = ask

    async def __call__(self, question: Question[A], /) -> A:
        try:
            return await self._ask(question)
        except AnswerError as error:
            raise Failure(str(error)) from error


async def consult(
    memory: AriGraph,
    question: str,
    depth: int = DEPTH,
    width: int | None = None,
    episodes: int | None = None,
    *,
    source: str | None = None,
    since: datetime | None = None,
    until: datetime | None = None,
    metadata: Metadata | None = None,
) -> Found:
    """What a memory recalls for a question, of all texts or only of some, as in `AriGraph.recall`."""
    searched = queries(memory.graph, question, depth)
    return await memory.recall(
        searched, None, width, episodes, source=source, since=since, until=until, metadata=metadata
    )


def queries(graph: SemanticGraph, question: str, depth: int) -> dict[str, int]:
    """What to search for, to answer a question: its whole text to a depth, and what is next to the names in it.

    A name is a vertex of several words or one that is written with a capital or a digit, and no part of a longer one:
    what is next to `country` or `river` is not what a question about a certain one asks for.
    """
    written = {clean(word): word for word in reversed(question.split())}
    names = [name for name in named(graph, question) if _is_name(name, written.get(name))]
    return {question: depth, **dict.fromkeys(names, 1)}


def things_in(graph: SemanticGraph, question: str) -> list[str]:
    """The vertices that a question names, but for directions, and for what things merely are, as `open`."""

    def is_thing(name: str) -> bool:
        told = (edge.triplet for edge in graph.history(name))
        return any(fact.subject == name or not (fact.relation == IS or is_spatial(fact)) for fact in told)

    return [name for name in named(graph, question) if is_thing(name)]


def facts_of(graph: SemanticGraph, names: Sequence[str]) -> tuple[Triplet, ...]:
    """The latest facts of some vertices, but for ways: all of them have a part in questions such as how many there are,
    where a search finds the nearest few. With them come those of what they lead to: what holds a thing is held itself.
    """
    found = dict.fromkeys(graph.incident(names, spatial=False, latest=MOST))
    ahead = [fact.object for fact in found if fact.subject in names]
    for thing in ahead:
        beyond = [fact for fact in graph.incident([thing], spatial=False) if fact.subject == thing]
        new = [fact for fact in beyond if fact not in found][: MOST - len(found)]
        found.update(dict.fromkeys(new))
        ahead += [fact.object for fact in new]
    return tuple(found)


def history_of(graph: SemanticGraph, names: Sequence[str]) -> list[Edge]:
    """The latest edges of some vertices, past and valid, but for ways."""
    edges = {edge: None for name in names for edge in graph.history(name) if not is_spatial(edge.triplet)}
    return list(edges)[-MOST:]


def named(graph: SemanticGraph, question: str) -> list[str]:
    """The vertices that a question names, without the parts of longer ones."""
    found: list[str] = []
    parts: set[str] = set()
    for name in graph.known(word_runs(question)):
        if name not in parts:
            found.append(name)
            parts.update(word_runs(name))
    return found


async def answer(ask: Ask, question: str, found: Found, known: Sequence[Answer] = ()) -> str:
    """An answer in words from what was recalled; a model is asked only if something was.

    Args:
        known: what the memory would answer by itself: chains of facts among which the model chooses.

    Raises:
        AnswerError: the model's replies cannot be used.
    """
    if not found.facts and not found.episodes and not known:
        return "The memory knows nothing of this."
    chains = [
        " -> ".join(f"{fact}{_doubted(each.doubts.get(fact))}" for fact in each.path) for each in known if each.path
    ]
    texts = dict.fromkeys([*found.episodes, *(node for each in known for node in each.texts)])
    inputs = {
        "question": question,
        "facts": list(dict.fromkeys([*chains, *map(str, found.facts)])),
        "texts": [_dated(node) for node in texts],
    }
    return (await ask(Question("answer_from_memory", inputs, Told))).answer


def _doubted(ended: Edge | None) -> str:
    return "" if ended is None else f" (in doubt: no longer so is {ended.triplet})"


def _is_name(name: str, written: str | None) -> bool:
    """Whether this is a name, where it is one word by how a text writes that first."""
    return " " in name or written is None or written != written.lower() or any(map(str.isdigit, name))


def _dated(node: EpisodeNode) -> str:
    return f"{node.observation} ({node.time:%Y-%m-%d %H:%M})" if node.time else node.observation
