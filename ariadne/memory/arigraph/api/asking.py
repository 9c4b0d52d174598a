"""A memory that is asked in words: what to search it for, and an answer from what it recalled."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, TypeVar, Unpack

from ariadne.geography import is_spatial
from ariadne.memory.arigraph.core.beside import is_named, word_runs
from ariadne.memory.arigraph.core.episodes import EpisodeNode, in_time
from ariadne.memory.arigraph.core.graph import SemanticGraph
from ariadne.memory.arigraph.core.results import Answer, Found, day, fact_line, text_line
from ariadne.memory.arigraph.retrieval.request import Filters
from ariadne.models.answers import FromMemory
from ariadne.models.model import Ask
from ariadne.models.question import Question
from ariadne.splitting import pieces
from ariadne.triplet import Edge, Triplet, clean

if TYPE_CHECKING:
    from ariadne.memory.arigraph.api.arigraph import AriGraph

T = TypeVar("T")

DEPTH = 2
FACTS, TEXTS = 16, 6
"""How many facts that hold, and texts, a model is shown for an answer."""
NOTHING = "The memory holds nothing about this."
WITHOUT_MODEL = "It takes a model to answer: name one, as in AriGraph('gpt-4.1-mini'). These texts may tell."
IS = "is"
MOST = 40
"""Facts of what a question names, and edges of their history."""


def paragraphs(text: str) -> list[str]:
    """The paragraphs of a text, which blank lines part; each is learned as one observation, of one that is long each
    line, or some three hundred words."""
    blocks = re.split(r"\n\s*\n", text.replace("\r\n", "\n"))
    return [piece for block in blocks if block.strip() for piece in pieces(block.strip())]


async def consult(
    memory: AriGraph,
    question: str,
    depth: int = DEPTH,
    width: int | None = None,
    episodes: int | None = None,
    **only: Unpack[Filters],
) -> Found:
    """Recall what may answer a question; the arguments are those of `AriGraph.recall`."""
    return await memory.recall(memory.searched(question, depth), None, width, episodes, **only)


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
    for name in graph.known(word_runs(question)):
        if not any(is_named(name, longer) for longer in found):
            found.append(name)
    return found


@dataclass(frozen=True)
class Evidence:
    """What a model is shown to answer a question.

    Attributes:
        facts: edges, of which those with an end are no longer so. `texts`: the oldest first.
        today: when it is asked.
    """

    facts: Sequence[Edge]
    texts: Sequence[EpisodeNode]
    today: datetime

    @classmethod
    def of(cls, found: Found, names: Collection[str], today: datetime) -> Evidence:
        """What was recalled for a question: facts about what it names, then others, the best first, then what was once
        so of the same things."""

        def order(scored: tuple[Edge, float]) -> tuple[bool, float]:
            return {*names}.isdisjoint(scored[0].triplet.vertices), -scored[1]

        best = sorted(zip(found.edges, found.fact_scores, strict=True), key=order)[:FACTS]
        return cls([*(edge for edge, _ in best), *found.ended], sorted(found.episodes, key=in_time), today)

    def inputs(self, question: str) -> dict[str, str | Sequence[str]]:
        """The inputs of the question `answer_from_memory`; facts and texts are numbered from 1."""
        return {
            "question": question,
            "facts": [*map(fact_line, self.facts)],
            "texts": [*map(text_line, self.texts)],
            "today": f"{self.today:%A}, {day(self.today)}",
        }


async def answered(ask: Ask, question: str, found: Found, names: Collection[str], today: datetime) -> Answer:
    """What a model answers from what was recalled; it is asked only if something was.

    Args:
        names: what the question names.
        today: when it is asked.

    Raises:
        AnswerError: its replies cannot be used.
    """
    shown = Evidence.of(found, names, today)
    if not shown.facts and not shown.texts:
        return Answer(NOTHING)
    said = await ask(Question("answer_from_memory", shown.inputs(question), FromMemory))
    return Answer(
        said.answer,
        said.known,
        tuple(said.values) if said.known else (),
        tuple(_numbered(shown.facts, said.facts)),
        tuple(_numbered(shown.texts, said.texts)),
    )


def unanswered(found: Found) -> Answer:
    """What may tell the answer, where no model puts it in words."""
    if not found.edges and not found.episodes:
        return Answer(NOTHING)
    return Answer(WITHOUT_MODEL, facts=found.edges, texts=found.episodes)


def _numbered(every: Sequence[T], numbers: Sequence[int]) -> list[T]:
    """Those with these numbers, which begin with 1; a number that none has names nothing."""
    return [every[number - 1] for number in dict.fromkeys(numbers) if 0 < number <= len(every)]


def _is_name(name: str, written: str | None) -> bool:
    """Whether this is a name, where it is one word by how a text writes that first."""
    return " " in name or written is None or written != written.lower() or any(map(str.isdigit, name))
