"""Learning: what a model reads in texts, and what follows for the graph (AriGraph, section 2)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, Protocol

from pydantic import BaseModel

from ariadne.errors import AnswerError
from ariadne.memory.arigraph.aliases import SAME
from ariadne.models.answers import Entities, Extracted, Learned, Read, Replaced
from ariadne.models.model import Ask
from ariadne.models.question import A, Question
from ariadne.splitting import parts
from ariadne.triplet import Triplet, clean, triplets_of

LONGEST_NAME = 6
EXAMPLES = 6
MOST_KNOWN = 200
MOST_FACTS = 30
MOST_REPLACED = 12
MOST_ENTITIES = 8
FEW_FACTS = 4
WORDS_A_FACT = {"three": 6, "paper": 6, "text": 4}
"""Words a fact: worlds state one in seven or more, but for `FEW_FACTS`; other texts are denser."""
MOST_TOKENS = 400
TOKENS = {"triplets": 12, "replaced": 24, "entities": 8}
"""Tokens of a line, with its quotes and what is between lines; the brackets and names of lists are `TOKENS_AROUND`."""
TOKENS_AROUND = 40
DIGITS = 9
DEEPEST = 10**DIGITS

_POSSESSIVE = re.compile(r"['’]s?(?=\s)")

Calls = Literal["three", "paper", "text"]


@dataclass(frozen=True)
class Seen:
    """Texts to learn from, and what an agent knows of the moment at which it saw them.

    Attributes:
        location: where the reader is; texts may leave it unsaid.
        inventory: what the reader carries, as text.
        plan: sub-goals, which shape what matters now.
        speakers: who speaks in texts that are messages, each of which begins with its speaker and a colon.
        time: when messages were said. `before`: the messages that were learned last before them.
    """

    texts: Sequence[str]
    location: str = ""
    inventory: str = ""
    plan: Sequence[str] = ()
    speakers: Sequence[str] = ()
    time: str = ""
    before: Sequence[str] = ()


@dataclass(frozen=True)
class Reading:
    """What a model made of texts, as triplets.

    Attributes:
        triplets: what the texts say.
        replaced: what they make untrue, whether it is known or not, each with what replaces it, if that was said.
        entities: what matters now, each with its depth.
        known: the known facts that the model was shown beside a text, as lines.
    """

    triplets: tuple[Triplet, ...]
    replaced: tuple[tuple[Triplet, Triplet | None], ...]
    entities: Mapping[str, int] = field(default_factory=dict)
    known: tuple[str, ...] = ()

    @property
    def outdated(self) -> tuple[Triplet, ...]:
        """What they make untrue, each once."""
        return tuple(dict.fromkeys(old for old, _ in self.replaced))


class Known(Protocol):
    """The facts that texts are read beside: a graph's, as they are now or were at a time."""

    def __contains__(self, triplet: Triplet) -> bool: ...

    def known(self, vertices: Iterable[str]) -> Sequence[str]: ...

    def latest(self, count: int) -> Sequence[Triplet]: ...

    def incident(
        self, vertices: Iterable[str], *, spatial: bool = True, latest: int | None = None
    ) -> Sequence[Triplet]: ...

    def told_of(self, subject: str) -> Sequence[Triplet]: ...


class Reader:
    """Asks a model what texts say, and what of the known they outdate.

    Where a model's replies cannot be used, nothing is read: an episode goes on without.

    Args:
        calls: `three` asks one question (learn), `paper` three (extract, replace, entities); `text` asks one that fits
            any text (read), and knows nothing of places, plans and what matters now.
    """

    def __init__(self, ask: Ask, calls: Calls) -> None:
        self._ask = ask
        self._calls = calls

    async def read(self, seen: Seen, graph: Known) -> Reading:
        """Read texts, beside what is known of what they name; where nothing is said there is nothing to ask."""
        if not any(map(str.strip, seen.texts)):
            return Reading((), ())
        if self._calls == "paper":
            return await self._read_as_paper(seen, graph)
        if self._calls == "text":
            found = Reading((), ())
            for part in _in_parts(seen):
                found = _joined(found, await self._read_texts(part, graph, found.triplets))
            return found
        known = _known_of(seen.texts, graph)
        most = {"triplets": self._most_facts(seen.texts), "replaced": _most_replaced(known)}
        inputs = {**_moment(seen), "known": known, "plan": seen.plan}
        learn = _limited(Question("learn", inputs, Learned, use=_reading), {**most, "entities": MOST_ENTITIES})
        learned = await self._answer(learn, Learned(triplets=[], replaced=[], entities=[]))
        return _reading(learned)

    async def _read_texts(self, seen: Seen, graph: Known, before: Sequence[Triplet]) -> Reading:
        """What texts say, beside what is known and what was told before them."""
        named = {*word_runs(_POSSESSIVE.sub("", "\n".join(seen.texts)))} if before else set()
        told = [str(triplet) for triplet in before if not named.isdisjoint(triplet.vertices)]
        known = list(dict.fromkeys([*_known_of(seen.texts, graph), *told[-MOST_KNOWN:]]))
        inputs: dict[str, str | Sequence[str]] = {"texts": seen.texts, "known": known}
        if seen.speakers:
            inputs |= {"speakers": seen.speakers, "time": seen.time}
            inputs |= {"before": seen.before} if seen.before else {}
        most = {"triplets": self._most_facts(seen.texts), "replaced": _most_replaced(known)}
        read = Question("read", inputs, Read, use=_reading, most=most)
        said = await self._answer(read, Read(triplets=[], replaced=[]))
        return replace(_reading(said), known=tuple(known))

    async def _read_as_paper(self, seen: Seen, graph: Known) -> Reading:
        """The paper's three questions: extraction, outdated triplets, entities."""
        moment = _moment(seen)
        examples = [str(triplet) for triplet in graph.latest(EXAMPLES)]
        extract = Question("extract", {**moment, "examples": examples}, Extracted, use=_reading)
        facts = {"triplets": self._most_facts(seen.texts)}
        extracted = await self._answer(_limited(extract, facts), Extracted(triplets=[]))
        new = _reading(extracted).triplets
        vertices = dict.fromkeys(vertex for triplet in new for vertex in triplet.vertices)
        replaced = await self.replaced(_shown(vertices, graph), new)
        matter = Question("entities", {**moment, "plan": seen.plan}, Entities, use=_reading)
        entities = await self._answer(_limited(matter, {"entities": MOST_ENTITIES}), Entities(entities=[]))
        return Reading(new, replaced, _reading(entities).entities)

    async def replaced(
        self, known: Sequence[str], new: Sequence[Triplet], texts: Sequence[str] = ()
    ) -> tuple[tuple[Triplet, Triplet | None], ...]:
        """Which of the known facts new ones make untrue, each with what replaces it, if that was said.

        Args:
            texts: those that tell the new facts, where they are no observations of a world.
        """
        if not known or not new:
            return ()
        inputs = {"known": known, "new": [str(triplet) for triplet in new], **({"texts": texts} if texts else {})}
        outdated = Question("replace", inputs, Replaced, use=_reading)
        answer = self._answer(_limited(outdated, {"replaced": _most_replaced(known)}), Replaced(replaced=[]))
        return _reading(await answer).replaced

    def _most_facts(self, texts: Sequence[str]) -> int:
        """How many facts texts of this length can state."""
        facts = FEW_FACTS + sum(len(text.split()) for text in texts) // WORDS_A_FACT[self._calls]
        return facts if self._calls == "text" else min(facts, MOST_FACTS)

    async def _answer(self, question: Question[A], nothing: A) -> A:
        try:
            return await self._ask(question)
        except AnswerError:
            return nothing


def tied(triplets: Sequence[Triplet], texts: Sequence[str]) -> list[list[Triplet]]:
    """For each of several texts, its triplets: both of their vertices are named in it.

    What no text names in full, such as a thing and the place that goes without saying, belongs to the last.
    """
    if len(texts) < 2:
        return [list(triplets) for _ in texts]
    named = [set(word_runs(text)) for text in texts]
    own = [[triplet for triplet in triplets if set(triplet.vertices) <= names] for names in named]
    last, elsewhere = set(own[-1]), {triplet for some in own[:-1] for triplet in some}
    own[-1] = [triplet for triplet in triplets if triplet in last or triplet not in elsewhere]
    return own


def depths(lines: Sequence[str], deepest: int = DEEPEST) -> dict[str, int]:
    """Entities with their depths, from lines such as `key: 2`; one without a depth is searched at depth 1."""
    found: dict[str, int] = {}
    for line in lines:
        place = max(line.rfind(":"), line.rfind("|"), 0)
        said, depth = line[:place].strip(), line[place + 1 :].strip()
        if not said or not depth.isdecimal():
            said, depth = line, "1"
        if name := clean(said):
            found.setdefault(name, min(max(int(depth), 1) if len(depth) <= DIGITS else deepest, deepest))
    return found


def _in_parts(seen: Seen) -> list[Seen]:
    """What was seen as it can be read at once: all of it, or each text by itself, part by part where one is long."""
    if all(len(parts(text)) == 1 for text in seen.texts):
        return [seen]
    found = []
    for text in seen.texts:
        speaker = speaker_of(text, seen.speakers)
        said = text.removeprefix(f"{speaker}: ") if speaker else text
        found += [f"{speaker}: {part}" if speaker else part for part in parts(said)]
    return [replace(seen, texts=[part]) for part in found]


def _joined(reading: Reading, more: Reading) -> Reading:
    triplets = tuple(dict.fromkeys([*reading.triplets, *more.triplets]))
    return Reading(triplets, (*reading.replaced, *more.replaced), more.entities, (*reading.known, *more.known))


def _known_of(texts: Sequence[str], graph: Known) -> list[str]:
    """The facts beside which texts are read: those of what they name."""
    named = _named_in(texts, graph)
    return _shown([*named, *_also_named(named, graph)], graph)


def _shown(vertices: Iterable[str], graph: Known) -> list[str]:
    """The latest facts of some vertices: of one that half a world is joined to, no model reads all."""
    return [str(triplet) for triplet in graph.incident(vertices, spatial=False, latest=MOST_KNOWN)]


def _named_in(texts: Sequence[str], graph: Known) -> Sequence[str]:
    """The vertices that the texts name."""
    return graph.known(word_runs(_POSSESSIVE.sub("", "\n".join(texts))))


def _also_named(names: Sequence[str], graph: Known) -> list[str]:
    """What stands for those of the names that are aliases."""
    return [fact.object for name in names for fact in graph.told_of(name) if fact.relation == SAME]


def _most_replaced(known: Sequence[str]) -> int:
    """How many of the known facts a text can make untrue at once; some may be known by another name."""
    return min(len(known) + 1, MOST_REPLACED)


def _limited(question: Question[A], most: Mapping[str, int]) -> Question[A]:
    """A question whose answer has no longer lists, and whose reply is no longer than they are."""
    tokens = TOKENS_AROUND + sum(TOKENS[name] * items for name, items in most.items())
    return replace(question, most=most, max_tokens=min(tokens, MOST_TOKENS))


def _moment(seen: Seen) -> Mapping[str, str | Sequence[str]]:
    return {"observations": seen.texts, "location": seen.location, "inventory": seen.inventory}


def _reading(said: BaseModel) -> Reading:
    """What a reply comes to, whichever of these it holds."""
    return Reading(
        triplets_of(getattr(said, "triplets", ())),
        _sides(getattr(said, "replaced", ())),
        depths(getattr(said, "entities", ())),
    )


def _sides(lines: Sequence[str]) -> tuple[tuple[Triplet, Triplet | None], ...]:
    """The triplets that a reply replaces, each with the one in its place, if the line says it."""
    pairs = [line.partition("->") for line in lines]
    return tuple((old, next(iter(triplets_of([new])), None)) for left, _, new in pairs for old in triplets_of([left]))


def word_runs(text: str) -> list[str]:
    """All runs of up to six words in a text, cleaned as vertices are; with their stops, too, as `dr. lee` has one."""
    words = text.lower().split()
    every = [[word.strip(marks) for word in words] for marks in ('.,;:!?()"', ',;:!?()"')]
    sizes = range(LONGEST_NAME, 0, -1)
    runs = (bare[at : at + size] for size in sizes for bare in every for at in range(len(bare) - size + 1))
    return list(dict.fromkeys(clean(" ".join(run)) for run in runs))


def speaker_of(text: str, speakers: Sequence[str]) -> str:
    """Who says a text; empty if it is no message of these."""
    return next((name for name in speakers if text.startswith(f"{name}: ")), "")
