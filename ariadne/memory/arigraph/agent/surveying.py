"""The survey of a world: its known places with their contents, and the texts that the plan still needs."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from ariadne.gather import gathered
from ariadne.geography import Connection, held, told_connection
from ariadne.memory.arigraph.core.graph import SemanticGraph
from ariadne.triplet import Edge, Triplet
from ariadne.worlds.world import Turn

WORD = re.compile(r"\w[\w'-]*")
IS = "is"
DEEPEST = 4
"""How deep the contents of things are listed."""
SHORTEST = 60
"""The fewest characters of a text that is kept word for word."""
MOST_TEXTS = 4
UNLOCKED = "unlocked"


@dataclass
class Readings:
    """The texts of an episode with the facts read in them, and the rival facts known at that time."""

    _read: dict[str, tuple[Sequence[Triplet], set[Triplet]]] = field(default_factory=dict)
    _notes: dict[str, Turn] = field(default_factory=dict)
    _last: Turn | None = None

    def known(self, turns: Sequence[Turn], graph: SemanticGraph) -> list[Triplet] | None:
        """The facts of turns that need no reading; None if one does.

        A turn needs none if it was read before, its facts still hold, and no rival fact was learned since.
        """
        facts: list[Triplet] = []
        for turn in turns:
            told, beside = self._read.get(turn.as_text(), ((), None))
            if beside is None or not {*told} <= _rivals(told, graph) <= beside:
                return None
            facts += told
        return facts

    def keep(self, turns: Sequence[Turn], told: Sequence[Sequence[Triplet]], graph: SemanticGraph) -> None:
        """Store the facts of turns that were learned."""
        for turn, facts in zip(turns, told, strict=True):
            self._read[turn.as_text()] = facts, _rivals(facts, graph)
            before, self._last = self._last, turn
            tells = _only_tells(turn, before) if before else turn.free
            if tells and len(turn.observation) >= SHORTEST:
                self._notes.pop(turn.command, None)
                self._notes[turn.command] = turn

    def is_spent(self, turn: Turn, plan: Sequence[str], places: Collection[str]) -> bool:
        """Whether a text was read, and the plan does not need it any more."""
        told = turn.as_text()
        is_note = told in (note.as_text() for note in self._notes.values())
        return is_note and told not in (note.as_text() for note in self.open(plan, places))

    def open(self, plan: Sequence[str], places: Collection[str]) -> tuple[Turn, ...]:
        """The newest texts with a thing in the plan, other than a place; without a plan, the newest texts. The opening
        text of a story is always included."""
        wanted = spaced(" ".join(plan))

        def is_open(turn: Turn) -> bool:
            names = {name for fact in self._read[turn.as_text()][0] for name in fact.vertices}.difference(places)
            return not plan or not turn.command or any(spaced(name) in wanted for name in names)

        return tuple(turn for turn in self._notes.values() if is_open(turn))[-MOST_TEXTS:]


def places(graph: SemanticGraph, visited: Sequence[str], ways: Iterable[Connection]) -> Iterator[Triplet]:
    """The facts about each visited place: its connections among the known `ways`, its contents and their states."""
    leading = gathered((way.origin, told_connection(way)) for way in ways)
    for place in visited:
        yield from leading.get(place, ())
        yield from _there(graph, place, DEEPEST)


def newest_places(facts: Sequence[Triplet], graph: SemanticGraph) -> list[Triplet]:
    """Facts without outdated places of things: only a thing's newest place counts."""
    return [fact for fact in facts if not (thing := placed(fact)[0]) or fact == _place_of(graph, thing)]


def first_of(graph: SemanticGraph, things: Iterable[str]) -> Iterator[Edge]:
    """The edges of the first places and states of things."""
    for thing in things:
        edges = sorted(graph.history(thing), key=lambda edge: edge.valid_from)
        placed = [edge for edge in edges if _is_place(edge.triplet, thing)]
        stated = [edge for edge in edges if edge.triplet.subject == thing and edge.triplet.relation == IS]
        ended = [edge for edge in stated if edge.valid_to is not None]
        # A closed thing may turn out to be locked, so the second state may be a first one too.
        unlocked = [edge for edge in ended[1:2] if edge.triplet.object == UNLOCKED]
        yield from (*placed[:1], *(ended[:1] or stated[:1]), *unlocked)


def _there(graph: SemanticGraph, holder: str, left: int) -> Iterator[Triplet]:
    """The contents of a place or a thing, and their contents in turn."""
    for fact in graph.of_kind(holder, is_content) if left else ():
        thing, _ = placed(fact)
        if fact == _place_of(graph, thing):
            yield fact
            yield from graph.of_kind(thing, _is_state)
            yield from _there(graph, thing, left - 1)


def _place_of(graph: SemanticGraph, thing: str) -> Triplet | None:
    """The newest fact about a thing's place."""
    told = graph.of_kind(thing, _is_place)
    return told[0] if len(told) == 1 else max(told, key=lambda fact: graph.edge(fact).valid_from, default=None)


def placed(fact: Triplet) -> tuple[str, str]:
    """The thing and its holder that a triplet states; empty if it states neither."""
    return held(fact) or ("", "")


def is_content(fact: Triplet, vertex: str) -> bool:
    """Whether a triplet states that something is in, on or with a vertex."""
    return placed(fact)[1] == vertex


def _is_place(fact: Triplet, vertex: str) -> bool:
    """Whether a triplet states the place of a vertex."""
    return placed(fact)[0] == vertex


def _is_state(fact: Triplet, vertex: str) -> bool:
    """Whether a triplet states a state of a vertex."""
    return fact.subject == vertex and fact.relation == IS


def _rivals(facts: Iterable[Triplet], graph: SemanticGraph) -> set[Triplet]:
    """The valid facts with the same subjects and relations, including these facts themselves."""
    pairs = {(fact.subject, fact.relation) for fact in facts}
    known = (fact for subject in {subject for subject, _ in pairs} for fact in graph.told_of(subject))
    return {fact for fact in known if (fact.subject, fact.relation) in pairs}


def _only_tells(turn: Turn, before: Turn) -> bool:
    """Whether a command was answered, but changed nothing visible."""
    same = (turn.location, turn.inventory, turn.commands) == (before.location, before.inventory, before.commands)
    return same and turn.status == "valid" and bool(turn.command)


def spaced(text: str) -> str:
    """The words of a text with spaces around them, so that `in` compares whole words."""
    return f" {' '.join(WORD.findall(text.lower()))} "
