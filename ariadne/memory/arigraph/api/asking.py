"""Answering questions: the queries for a question, and the answer from what they recall."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from contextlib import suppress
from typing import TypeVar

from ariadne.errors import NoAnswer
from ariadne.geography import is_spatial
from ariadne.memory.arigraph.api.scope import Scope
from ariadne.memory.arigraph.core.beside import is_named, words_of
from ariadne.memory.arigraph.core.costs import Meter
from ariadne.memory.arigraph.core.dated import moment
from ariadne.memory.arigraph.core.episodes import in_time
from ariadne.memory.arigraph.core.graph import SemanticGraph
from ariadne.memory.arigraph.core.results import Answer, Found, day, fact_line, in_zone, text_line
from ariadne.memory.arigraph.retrieval.request import Among, Filters, Request
from ariadne.models.answers import FromMemory
from ariadne.models.question import Question
from ariadne.splitting import pieces
from ariadne.triplet import Edge, Triplet, clean

T = TypeVar("T")

DEPTH = 2
FACTS, TEXTS, ENDED = 16, 6, 8
"""How many valid facts, texts and ended facts a model is shown for an answer."""
NOTHING = "The memory holds nothing about this."
WITHOUT_MODEL = "It takes a model to answer: name one, as in AriGraph('gpt-4.1-mini'). These texts may tell."
IS = "is"
MOST = 40
"""Limit on the facts about the names in a question, and on the edges of their history."""


def paragraphs(text: str) -> list[str]:
    """Split a text into the observations to learn: its paragraphs, and of long ones the lines, or three hundred words
    at a time."""
    blocks = re.split(r"\n\s*\n", text.replace("\r\n", "\n"))
    return [piece for block in blocks if block.strip() for piece in pieces(block.strip())]


async def answer(scope: Scope, question: str, only: Filters) -> Answer:
    """Recall for a question, and have the model answer it; see `AriGraph.answer`.

    The model is shown facts about the names in the question, then other facts, both sorted by score, then ended facts;
    and the texts, the oldest first. If nothing was recalled, it is not asked.
    """
    asked, now = only.get("at"), scope.now()
    at, zone = moment(asked), asked.tzinfo if asked else None
    searched = scope.reading(lambda: queries(scope.graph, question, DEPTH))
    meter = Meter()
    ask = scope.shared.ask(meter)
    request = Request(
        searched, scope.options.width, TEXTS, now, among=Among.of(only), at=at, ended=ENDED, for_model=ask is not None
    )
    found = await scope.recall(request)
    facts, texts = [*_best(found, [*searched]), *found.ended], sorted(found.episodes, key=in_time)
    if ask and (facts or texts):
        today = in_zone(at or now, zone)
        inputs = {
            "question": question,
            "facts": [fact_line(edge, zone) for edge in facts],
            "texts": [text_line(node, zone) for node in texts],
            "today": f"{today:%A}, {day(today)}",
        }
        with suppress(NoAnswer):
            said = await ask(Question("answer_from_memory", inputs, FromMemory))
            values = tuple(said.values) if said.known else ()
            rests_on = _numbered(facts, said.facts), _numbered(texts, said.texts)
            return Answer(said.answer, said.known, values, *rests_on, usage=meter.spent)
    if not found.edges and not found.episodes:
        return Answer(NOTHING)
    return Answer(WITHOUT_MODEL, facts=found.edges, texts=found.episodes)


def queries(graph: SemanticGraph, question: str, depth: int) -> dict[str, int]:
    """The queries for a question, with depths: its whole text, and the names in it at depth 1.

    A name is a vertex of several words, or one written with a capital or a digit, that is not part of a longer name.
    Common nouns such as `country` are left out: a question seldom asks for all that is next to them.
    """
    written = {clean(word): word for word in reversed(question.split())}
    names = [name for name in named(graph, question) if _is_name(name, written.get(name))]
    return {question: depth, **dict.fromkeys(names, 1)}


def things_in(graph: SemanticGraph, question: str) -> list[str]:
    """The vertices that a question names, without directions and states such as `open`."""

    def is_thing(name: str) -> bool:
        told = (edge.triplet for edge in graph.history(name))
        return any(fact.subject == name or not (fact.relation == IS or is_spatial(fact)) for fact in told)

    return [name for name in named(graph, question) if is_thing(name)]


def facts_of(graph: SemanticGraph, names: Sequence[str]) -> tuple[Triplet, ...]:
    """The latest facts about some vertices, without connections and exits, and about what these lead to.

    A question such as `how many` needs all of them, while a search finds the nearest few. What holds a thing may be
    held itself, so the facts are followed from object to object.
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
    """The latest edges of some vertices, ended and valid, without connections and exits."""
    edges = {edge: None for name in names for edge in graph.history(name) if not is_spatial(edge.triplet)}
    return list(edges)[-MOST:]


def named(graph: SemanticGraph, question: str) -> list[str]:
    """The vertices that a question names, without parts of longer ones."""
    found: list[str] = []
    for name in graph.named_in(*words_of(question)):
        if not any(is_named(name, longer) for longer in found):
            found.append(name)
    return found


def _best(found: Found, names: Collection[str]) -> list[Edge]:
    """The facts that a model is shown, those about some names first."""

    def order(scored: tuple[Edge, float]) -> tuple[bool, float]:
        return {*names}.isdisjoint(scored[0].triplet.vertices), -scored[1]

    best = sorted(zip(found.edges, found.fact_scores, strict=True), key=order)
    return [edge for edge, _ in best[:FACTS]]


def _numbered(every: Sequence[T], numbers: Sequence[int]) -> tuple[T, ...]:
    """The items with these numbers, from 1. Numbers out of range are skipped."""
    return tuple(every[number - 1] for number in dict.fromkeys(numbers) if 0 < number <= len(every))


def _is_name(name: str, written: str | None) -> bool:
    """Whether a vertex is a name. A single word is one if the question writes it with a capital or a digit."""
    return " " in name or written is None or written != written.lower() or any(map(str.isdigit, name))
