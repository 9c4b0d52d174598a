"""Reading: the questions that a model is asked about texts (AriGraph, section 2; prompts: appendix D)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from datetime import UTC

from ariadne.errors import AnswerError
from ariadne.memory.arigraph.core.beside import facts_about, facts_beside, facts_of, is_named
from ariadne.memory.arigraph.core.dated import Known
from ariadne.memory.arigraph.core.options import Options
from ariadne.memory.arigraph.core.reading import (
    NOTHING_READ,
    Reading,
    Replacement,
    Seen,
    in_utc,
    reading_of,
    with_successors,
)
from ariadne.memory.arigraph.core.results import held
from ariadne.models.answers import Entities, Extracted, Learned, Outdated, Read
from ariadne.models.answers import Replaced as SaidReplaced
from ariadne.models.model import Ask
from ariadne.models.question import A, Inputs, Question
from ariadne.splitting import parts
from ariadne.triplet import Edge, Triplet

EXAMPLES = 6
MOST_FACTS = 30
MOST_REPLACED = 12
MOST_ENTITIES = 8
FEW_FACTS = 4
WORDS_A_FACT = 6
"""An observation has at most one fact per so many words, plus `FEW_FACTS`."""
MOST_TOKENS = 400
TOKENS = {"triplets": 12, "replaced": 24, "entities": 8}
"""Tokens per line of a list, with quotes and separators. The rest of the reply takes `TOKENS_AROUND`."""
TOKENS_AROUND = 40

Look = Callable[[], AbstractContextManager[Known]]
"""Opens the known facts for reading, while nothing changes them."""


class Reader:
    """Asks a model which triplets texts state, and which known triplets they outdate.

    If a reply is unusable, the reading is empty, and its `failed` says why.

    Args:
        options: its `calls` are the questions: `three` asks one (learn), `paper` three (extract, replace, entities),
            `text` one that fits any text (read): it has no places, plan or entities, but an instruction, a schema, and
            dates.
    """

    def __init__(self, ask: Ask, options: Options) -> None:
        self._ask, self._options = ask, options

    async def read(self, seen: Seen, look: Look) -> Reading:
        """Read texts beside the known facts about what they name. Empty texts are not sent to the model."""
        if not any(map(str.strip, seen.texts)):
            return NOTHING_READ
        read = {"text": self._read_in_parts, "three": self._read_at_once, "paper": self._read_as_paper}
        return in_utc(await read[self._options.calls](seen, look), seen.zone)

    async def _read_at_once(self, seen: Seen, look: Look) -> Reading:
        """Ask the question `learn`: new triplets, outdated triplets, entities."""
        with look() as graph:
            known = [*map(str, facts_about(seen.texts, graph))]
        inputs = {**_moment(seen), "known": known, "plan": seen.plan}
        return await self._answer_of_world("learn", Learned, inputs, _most_facts(seen.texts))

    async def _read_in_parts(self, seen: Seen, look: Look) -> Reading:
        found = NOTHING_READ
        for part in _in_parts(seen):
            found += await self._read_texts(part, look, found.triplets.keys())
        return found

    async def _read_texts(self, seen: Seen, look: Look, before: Collection[Triplet]) -> Reading:
        """Ask the question `read`, with the known facts and those that the parts `before` stated."""
        text = "\n".join(seen.texts)
        told = (fact for fact in before if any(is_named(name, text) for name in fact.vertices))
        known: dict[Triplet, Edge | None] = dict.fromkeys(told)
        with look() as graph:
            known |= {fact: graph.edge(fact) for fact in facts_beside(seen, graph)}
        lines = [*map(str, known)]
        schema, instruction = self._options.schema, self._options.instruction
        inputs: dict[str, str | Sequence[str]] = {"instruction": instruction} if instruction else {}
        inputs |= {**(schema.inputs if schema else {}), "texts": seen.texts, "known": lines}
        if self._options.dates:
            inputs |= {"time": seen.time, "dates": [held(edge, seen.zone) if edge else "" for edge in known.values()]}
        if seen.speakers:
            inputs |= {"speakers": seen.speakers}
            inputs |= {"before": seen.before} if seen.before else {}

        def use(said: Read) -> Reading:
            return with_successors(reading_of(said, [*known]), said.replaced)

        reading = await self._answer(Question("read", inputs, Read), use)
        return replace(reading, known=tuple(known))

    async def _read_as_paper(self, seen: Seen, look: Look) -> Reading:
        """Ask the paper's three questions: new triplets, outdated triplets, entities."""
        moment = _moment(seen)
        with look() as graph:
            examples = [*map(str, graph.latest(EXAMPLES))]
        inputs = {**moment, "examples": examples}
        new = await self._answer_of_world("extract", Extracted, inputs, _most_facts(seen.texts))
        vertices = dict.fromkeys(vertex for triplet in new.triplets for vertex in triplet.vertices)
        with look() as graph:
            known = facts_of(vertices, graph)
        replaced = await self.replaced([*map(str, known)], new.triplets.keys())
        entities = await self._answer_of_world("entities", Entities, {**moment, "plan": seen.plan})
        return new + Reading(replaced=replaced) + entities

    async def replaced(self, known: Sequence[str], new: Collection[Triplet]) -> tuple[Replacement, ...]:
        """The known facts of a world that new ones outdate."""
        if not known or not new:
            return ()
        inputs = {"known": known, "new": [*map(str, new)]}
        return (await self._answer_of_world("replace", SaidReplaced, inputs)).replaced

    async def outdated(self, facts: Sequence[Edge], texts: Sequence[str]) -> Reading:
        """The facts among several, in the order of their times, that later ones or their texts outdate."""
        triplets = [edge.triplet for edge in facts]
        dates = {"dates": [*map(held, facts)]} if self._options.dates else {}
        question = Question("outdated", {"facts": [*map(str, triplets)], **dates, "texts": texts}, Outdated)
        return in_utc(await self._answer(question, lambda said: reading_of(said, triplets)), UTC)

    async def _answer_of_world(self, name: str, answer: type[A], inputs: Inputs, most_facts: int = 0) -> Reading:
        """Ask a question about a world, with limits on the lists of its answer and on its tokens."""
        # One more than are known, since a fact may be known under two names.
        most_replaced = min(len(inputs.get("known", ())) + 1, MOST_REPLACED)
        limits = {"triplets": most_facts, "replaced": most_replaced, "entities": MOST_ENTITIES}
        most = {each: limits[each] for each in answer.model_fields}
        tokens = TOKENS_AROUND + sum(TOKENS[each] * items for each, items in most.items())
        question = Question(name, inputs, answer, most=most, max_tokens=min(tokens, MOST_TOKENS))
        return await self._answer(question, reading_of)

    async def _answer(self, question: Question[A], read: Callable[[A], Reading]) -> Reading:
        """The reading of a reply; one that says why if the reply is unusable."""
        try:
            return read(await self._ask(replace(question, use=read)))
        except AnswerError as error:
            return Reading(failed=(str(error),))


def tied(triplets: Sequence[Triplet], texts: Sequence[str]) -> list[list[Triplet]]:
    """Distribute triplets over the texts that name both of their vertices.

    A triplet that no text names in full, e.g. a thing at a location that the text leaves out, goes to the last text.
    """
    if len(texts) < 2:
        return [list(triplets) for _ in texts]
    vertices = {vertex for each in triplets for vertex in each.vertices}
    named = [{vertex for vertex in vertices if is_named(vertex, text)} for text in texts]
    own = [[each for each in triplets if names.issuperset(each.vertices)] for names in named]
    last, elsewhere = set(own[-1]), {triplet for some in own[:-1] for triplet in some}
    own[-1] = [triplet for triplet in triplets if triplet in last or triplet not in elsewhere]
    return own


def _in_parts(seen: Seen) -> list[Seen]:
    """Texts as they are read: all at once, or, if one is too long, each separately and in parts."""
    if all(len(parts(text)) == 1 for text in seen.texts):
        return [seen]
    found = []
    for text in seen.texts:
        speaker = next((f"{name}: " for name in seen.speakers if text.startswith(f"{name}: ")), "")
        found += [f"{speaker}{part}" for part in parts(text.removeprefix(speaker))]
    return [replace(seen, texts=[part]) for part in found]


def _most_facts(texts: Sequence[str]) -> int:
    """The most facts that observations of this length can state."""
    return min(FEW_FACTS + sum(len(text.split()) for text in texts) // WORDS_A_FACT, MOST_FACTS)


def _moment(seen: Seen) -> Inputs:
    return {"observations": seen.texts, "location": seen.location, "inventory": seen.inventory}
