"""Searches for chains of facts: from what a question names, relation by relation over facts that hold now, to what it
asks for. `chains.py` says how far each answers it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from unicodedata import normalize

from ariadne.embed.cache import TextCache
from ariadne.gather import gathered
from ariadne.memory.arigraph.chains import IS, WH, Asking, Hop, Path
from ariadne.memory.arigraph.graph import SemanticGraph
from ariadne.memory.arigraph.habits import Habits
from ariadne.memory.arigraph.names import Mention, Names
from ariadne.memory.arigraph.relations import Slot, converse, is_of_the_past, may_be_same, mood, near
from ariadne.memory.arigraph.stems import stems
from ariadne.memory.arigraph.supersede import alike, same_words
from ariadne.memory.arigraph.synonyms import synonymous
from ariadne.reasoner.answering.asked import asks_what_was
from ariadne.reasoner.reading.names import KINDS
from ariadne.reasoner.reading.plain_order import timeless
from ariadne.reasoner.reading.verbs import AUXILIARY, BE, MODAL
from ariadne.reasoner.remembering.aliases import as_own
from ariadne.triplet import clean

DEEPEST = 4
BEAM = 200
MOST_FACTS = 40
"""The latest facts of a vertex from which a search goes on."""
WIDEST = 3
"""Of how many things one may be the value, in one relation, for a search to go to them."""
CHAINS = 8
"""How many chains of relations are thought of for an answer."""
SAME = 0.5
"""From which chance on two facts say the same, so that the newer answers a question."""
_ASKED = re.compile(r"\b(?:which|what|whose)\s+$", re.IGNORECASE)
_HAD = re.compile(
    r"(?:what|which) (?P<what>[a-z][a-z ]{0,40}?) (?:do|does) (?P<owner>[A-Z].{0,60}?) (?:have|own|drive)\W*",
    re.IGNORECASE,
)
_BESIDE = re.compile(r"\b(?:my|our|his|her) [a-z]+ $")
_OF_KIND = re.compile(rf"\bthe (?:{'|'.join(sorted(KINDS))}) of $")
_YES_OR_NO = AUXILIARY | BE | MODAL


class Hops:
    """Searches for paths over the facts of a graph that are valid now.

    Args:
        one_value: take every relation to have one value at a time.
    """

    def __init__(
        self, graph: SemanticGraph, names: Names, habits: Habits, texts: TextCache, one_value: bool = False
    ) -> None:
        self._one_value = one_value
        self._graph = graph
        self._names = names
        self._habits = habits
        self._texts = texts
        self._known: dict[str, list[Hop]] = {}

    async def paths(self, question: str, deepest: int = DEEPEST) -> list[Path]:
        """The paths from what a question names, the best first."""
        question = normalize("NFC", question)
        found: list[Path] = []
        begun = _begun(question, self._names.mentions(question))
        for mention in [*begun, *self._owners(question, begun)]:
            # `my brother Bo` is Bo, and `the sport of judo` judo.
            is_common = question[mention.start : mention.end].islower()
            before = (_OF_KIND if is_common else _BESIDE).sub("", question[: mention.start])
            said, _ = timeless(f"{before}it{question[mention.end :]}".rstrip(" ?").split())
            asked = Asking(f"{' '.join(said)}?", question, self._texts)
            level = [Path(mention, ())]
            for _ in range(deepest):
                longer = [longer for path in level for longer in await self._longer(path)]
                level = await asked.scored(longer)
                level = sorted(level, key=lambda path: -path.score)[:BEAM]
                found += filter(asked.is_of_its_kind, level)
        if not asks_what_was(question):
            found = _of_now(found)
        return sorted(found, key=lambda path: (-path.score, len(path.hops)))

    def names_it(self, question: str, text: str) -> bool:
        """Whether a text names what a question names, where it names anything: the longest name in it."""
        asked = self._names.longest(question)
        return not asked or any(mention.vertex in asked for mention in self._names.mentions(text))

    def _owners(self, question: str, mentions: Sequence[Mention]) -> Iterator[Mention]:
        """Whose the things are that a question names: of `Ann's husband`, if something is known of him as such, Ann."""
        for mention in mentions:
            owner = question[mention.start : mention.end].rpartition("'s ")[0]
            for named in self._names.mentions(owner):
                yield Mention(named.vertex, mention.start + named.start, mention.start + named.end)

    async def _longer(self, path: Path) -> list[Path]:
        """A path with each hop that can be added; none leads back."""
        before = stems(path.hops[-1].fact.relation) if path.hops else ()
        been = {path.mention.vertex, *(hop.slot.value for hop in path.hops)}
        at = path.end if path.hops else path.mention.vertex
        hops = await self._hops(at)
        if path.hops and all(hop.slot.is_converse for hop in hops):
            hops = [*hops, *await self._hops(self._names.meant(at))]
        return [
            Path(path.mention, (*path.hops, hop))
            for hop in hops
            if hop.slot.value not in been
            and not (hop.slot.is_converse and stems(hop.fact.relation) == before)
            and not (path.hops and _leads_back(path.hops[-1].slot, hop.slot))
            and not (path.hops and hop.slot.relation in IS)
        ]

    async def _hops(self, vertex: str) -> list[Hop]:
        """What is known of a vertex, without what something newer says."""
        if vertex not in self._known:
            every = [vertex, *self._names.shorter(vertex), *as_own(vertex)]
            hops = [hop for each in dict.fromkeys(every) for hop in self._told(each)]
            pairs = [
                (old, new)
                for new in hops
                for old in hops
                if self._graph[old.age].valid_from < self._graph[new.age].valid_from
                and old.slot.value != new.slot.value
                and self._may_be_news(old, new)
            ]
            chances = await alike([(new.slot, old.slot) for old, new in pairs], self._habits, self._texts)
            outdated = {old for (old, _), chance in zip(pairs, chances, strict=True) if chance >= SAME}
            self._known[vertex] = [hop for hop in hops if hop not in outdated]
        return self._known[vertex]

    def _told(self, vertex: str) -> Iterator[Hop]:
        """The facts of a vertex from its end, but for those of which it is the value of many."""
        facts = self._graph.incident([vertex], spatial=False)
        from_here = [fact for fact in facts if fact.subject == vertex][-MOST_FACTS:]
        for fact in from_here:
            yield Hop(fact, Slot(vertex, fact.relation, fact.object), self._graph.number(fact))
        to_here = [fact for fact in facts if fact.object == vertex != fact.subject]
        for group in gathered((stems(fact.relation), fact) for fact in to_here).values():
            for fact in group if len(group) <= WIDEST else ():
                said = converse(fact.relation) or fact.relation
                yield Hop(fact, Slot(vertex, said, fact.subject, is_converse=True), self._graph.number(fact))

    def _may_be_news(self, old: Hop, new: Hop) -> bool:
        sides = (new.slot, old.slot)
        if old.slot.is_converse and new.slot.is_converse:
            return False
        # What a thing is, and what has it as something, may be alike in words; only the same words say the same.
        if old.slot.is_converse != new.slot.is_converse and not same_words(*sides):
            return False
        said = [self._habits.takes_one(slot.relation) for slot in sides if not slot.is_converse]
        if self._one_value:
            return may_be_same(*sides)
        # A president is no treasurer, however alike the two are.
        if not (same_words(*sides) or near(old.slot.relation, new.slot.relation)):
            return False
        return False not in said and mood(new.slot.relation) == mood(old.slot.relation) and may_be_same(*sides)


def as_owned(question: str, known: Callable[[str], bool]) -> str:
    """`What car does Bo have?` as `What is Bo's car?`, where something is known of that."""
    had = _HAD.fullmatch(question.strip())
    thing = f"{had['owner']}'s {had['what']}" if had else ""
    return f"What is {thing}?" if thing and known(clean(thing)) else question


def asks_yes_or_no(question: str) -> bool:
    """Whether a question asks for no thing: `Is Ann a dentist?`"""
    words = question.split(maxsplit=1)
    return bool(words) and words[0].lower() in _YES_OR_NO and not WH.search(question)


def _begun(question: str, mentions: Sequence[Mention]) -> Sequence[Mention]:
    """Where a search begins: at names, if there are any; never at what is asked for, as in `which country`."""
    names = [mention for mention in mentions if not question[mention.start : mention.end].islower()]
    return names or [mention for mention in mentions if not _ASKED.search(question[: mention.start])]


def _leads_back(before: Slot, after: Slot) -> bool:
    """Whether a hop goes to others of whom the one before said the same: from a maker to what else they made."""
    other = converse(after.relation)
    return bool(other) and (stems(other) == stems(before.relation) or synonymous(other, before.relation))


def _of_now(paths: Sequence[Path]) -> list[Path]:
    """Paths without those to what was, as far as others lead by the same relations to what is."""

    def way(path: Path) -> tuple[object, ...]:
        return path.mention, path.hops[:-1], stems(path.hops[-1].slot.relation)

    now = {way(path) for path in paths if not is_of_the_past(path.hops[-1].slot.relation)}
    return [path for path in paths if not is_of_the_past(path.hops[-1].slot.relation) or way(path) not in now]


def best(paths: Sequence[Path], most: int, threshold: float) -> list[list[Path]]:
    """The best paths, the likeliest first, each with those that lead by the same relations from the same facts."""
    found: dict[tuple[object, ...], list[Path]] = {}
    for path in paths:
        if path.confidence >= threshold:
            last = path.hops[-1].slot
            key = (path.mention, path.hops[:-1], last.relation, last.is_converse)
            if key in found or len(found) < most:
                found.setdefault(key, []).append(path)
    return list(found.values())
