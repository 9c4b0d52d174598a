"""What AriGraph knows of a world as a whole: its places with what is there, and what was read and is still needed."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from ariadne.geography import Connection, held, is_spatial, told_connection
from ariadne.memory.arigraph.core.graph import SemanticGraph
from ariadne.triplet import Edge, Triplet
from ariadne.worlds.world import Turn

IS = "is"
DEEPEST = 4
"""How deep things are told that lie in things."""
SHORTEST = 60
"""Characters of a text that is worth keeping word for word."""
MOST_TEXTS = 4
UNLOCKED = "unlocked"


@dataclass
class Readings:
    """What was read in an episode: texts with the facts that they told, and with what was known beside these then."""

    _facts: dict[str, tuple[Triplet, ...]] = field(default_factory=dict)
    _beside: dict[str, set[Triplet]] = field(default_factory=dict)
    _notes: dict[str, Turn] = field(default_factory=dict)
    _last: Turn | None = None

    def known(self, turns: Sequence[Turn], graph: SemanticGraph) -> list[Triplet] | None:
        """The facts that turns tell, if all of them were read before, all that they told still holds, and nothing has
        come since that may be its rival."""
        facts: list[Triplet] = []
        for turn in turns:
            told = self._facts.get(turn.as_text())
            if told is None or not {*told} <= _rivals(told, graph) <= self._beside[turn.as_text()]:
                return None
            facts += told
        return facts

    def keep(self, turns: Sequence[Turn], told: Sequence[Sequence[Triplet]], graph: SemanticGraph) -> None:
        """Keep what turns told, which the graph has learned."""
        for turn, facts in zip(turns, told, strict=True):
            self._facts[turn.as_text()] = tuple(facts)
            self._beside[turn.as_text()] = _rivals(facts, graph)
            before, self._last = self._last, turn
            tells = _only_tells(turn, before) if before else turn.free
            if tells and len(turn.observation) >= SHORTEST:
                self._notes.pop(turn.command, None)
                self._notes[turn.command] = turn

    def is_spent(self, turn: Turn, plan: Sequence[str], places: Collection[str]) -> bool:
        """Whether a text was read of which the plan needs nothing any more."""
        told, note = turn.as_text(), self._notes.get(turn.command)
        is_note = note is not None and note.as_text() == told
        return is_note and told not in [each.as_text() for each in self.open(plan, places)]

    def open(self, plan: Sequence[str], places: Collection[str]) -> tuple[Turn, ...]:
        """The newest texts of those that name something of a plan, but for places; without a plan the newest. What a
        story began with is needed all along."""
        wanted = _padded(" ".join(plan))

        def is_open(turn: Turn) -> bool:
            names = {name for fact in self._facts[turn.as_text()] for name in fact.vertices}.difference(places)
            return not plan or not turn.command or any(_padded(name) in wanted for name in names)

        return tuple(turn for turn in self._notes.values() if is_open(turn))[-MOST_TEXTS:]


def places(graph: SemanticGraph, visited: Sequence[str], ways: Iterable[Connection]) -> Iterator[Triplet]:
    """What is known of places, one after the other: their ways, what is there, and in what state it is.

    Args:
        visited: the places. `ways`: those that lead from one to another.
    """
    known = [*ways]
    for place in visited:
        yield from (told_connection(way) for way in known if way.origin == place)
        yield from _there(graph, place, DEEPEST)


def newest_places(facts: Sequence[Triplet], graph: SemanticGraph) -> list[Triplet]:
    """Facts without those that say of a thing that it is where it was before: of its places the newest counts."""
    return [fact for fact in facts if (pair := held(fact)) is None or fact == _place_of(graph, pair[0])]


def first_of(graph: SemanticGraph, things: Iterable[str]) -> Iterator[Edge]:
    """Where things were at first, and in what state."""
    for thing in things:
        edges = sorted(graph.history(thing), key=lambda edge: edge.valid_from)
        placed = [edge for edge in edges if (pair := held(edge.triplet)) and pair[0] == thing]
        stated = [edge for edge in edges if edge.triplet.subject == thing and edge.triplet.relation == IS]
        ended = [edge for edge in stated if edge.valid_to is not None]
        # What is closed may turn out to be locked.
        unlocked = [edge for edge in ended[1:2] if edge.triplet.object == UNLOCKED]
        yield from (*placed[:1], *(ended[:1] or stated[:1]), *unlocked)


def _there(graph: SemanticGraph, holder: str, left: int) -> Iterator[Triplet]:
    """What is in or on a place or a thing, with what is in or on that."""
    for fact in graph.incident([holder], spatial=False) if left else ():
        pair = held(fact)
        if pair and pair[1] == holder and fact == _place_of(graph, pair[0]):
            yield fact
            yield from (each for each in graph.told_of(pair[0]) if each.relation == IS)
            yield from _there(graph, pair[0], left - 1)


def _place_of(graph: SemanticGraph, thing: str) -> Triplet | None:
    """The newest fact that says where a thing is."""
    told = [fact for fact in graph.incident([thing], spatial=False) if (pair := held(fact)) and pair[0] == thing]
    return max(told, key=lambda fact: graph.edge(fact).valid_from, default=None)


def _rivals(facts: Iterable[Triplet], graph: SemanticGraph) -> set[Triplet]:
    """What is known of the same relations of the same subjects, these facts among it as far as they hold."""
    pairs = {(fact.subject, fact.relation) for fact in facts}
    known = (fact for subject in {subject for subject, _ in pairs} for fact in graph.told_of(subject))
    return {fact for fact in known if (fact.subject, fact.relation) in pairs}


def _only_tells(turn: Turn, before: Turn) -> bool:
    """Whether a command has changed nothing that one sees, but was answered."""
    same = (turn.location, turn.inventory, turn.commands) == (before.location, before.inventory, before.commands)
    return same and turn.status == "valid" and bool(turn.command)


def _padded(text: str) -> str:
    return f" {' '.join(text.lower().replace('|', ' ').replace(',', ' ').split())} "


def told_in(facts: Iterable[Triplet]) -> Mapping[str, Triplet]:
    """Where facts say that things are, by thing."""
    return {pair[0]: fact for fact in facts if (pair := held(fact)) and not is_spatial(fact)}
