"""What is believed in a life by what is known from before.

Whether this is a world that is known is seen by its places: as long as more of them look as they were known than do
not, what was so there at first is believed until this life shows it, or shows otherwise. In another world only that is
believed which two worlds say.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ariadne.geography import Connection, exit_of, held, is_spatial, read_connection
from ariadne.memory.arigraph.agent.lives import Scene, World, below, said_by_several
from ariadne.memory.arigraph.core.graph import SemanticGraph
from ariadne.triplet import Triplet, clean
from ariadne.worlds.world import Turn

MOST_FIRST, MOST_LEARNED = 300, 100
"""How many facts are told."""
LONG = 10
"""How long a life must have gone on with no news for all to be done that it could do."""
_WORDS = re.compile(r"\w+")


class Before:
    """What is known from before, and what of it is believed in the present life.

    Args:
        worlds: those that are known, the newest first.
    """

    def __init__(self, worlds: Sequence[World] = ()) -> None:
        self._votes = dict.fromkeys(worlds, 0)
        self._where, self._general = said_by_several(worlds)
        self._seen: set[str] = set()
        self._place = ""
        self._is_begun = False
        self._given_up: dict[Triplet, None] = {}

    @property
    def world(self) -> World | None:
        """The known world that this one seems to be; None if it seems to be another one."""
        return max(
            (world for world, votes in self._votes.items() if votes > 0), key=self._votes.__getitem__, default=None
        )

    def see(self, turns: Sequence[Turn]) -> None:
        """Compare what is seen with what was known."""
        for turn in turns if self._votes else ():
            self._place = clean(turn.location)
            scene = Scene(turn, (), self._place, below(turn.observation, self._place))
            self._vote(scene)
            self._seen.add(self._place)
            self._give_up(scene)

    @property
    def learned(self) -> tuple[Triplet, ...]:
        """What was learned, and where things were at the end."""
        return tuple(self.world.learned if self.world else self._general)[-MOST_LEARNED:]

    @property
    def ending(self) -> str:
        """How the last life in this world ended, as far as nobody read it."""
        return self.world.lives[0].ending if self.world else ""

    @property
    def given_up(self) -> tuple[Triplet, ...]:
        """What turned out otherwise."""
        return tuple(self._given_up)

    def first(self, known: SemanticGraph, ways: Sequence[Connection] = ()) -> tuple[Triplet, ...]:
        """What was so at first and has not been seen yet.

        Args:
            known: what this life tells. `ways`: those that it knows.
        """
        gone = {(way.origin, way.direction) for way in ways}
        told = self.world.first if self.world else self._where
        left = (fact for fact in told if fact not in self._given_up and not self._is_known(fact, known))
        return tuple(
            fact for fact in left if not ((way := read_connection(fact)) and (way.origin, way.direction) in gone)
        )[:MOST_FIRST]

    def ways(self) -> list[Connection]:
        """The ways that were gone in this world before."""
        return [way for fact in (self.world.first if self.world else ()) if (way := read_connection(fact))]

    def is_done(self, known: SemanticGraph) -> bool:
        """Whether all is where the last life left it, which then went on for long with no news."""
        if self.world is None:
            return False
        newest = self.world.lives[0]
        holders = {pair for fact in known.valid() if (pair := held(fact))}
        return newest.idle >= LONG and bool(newest.left) and {*map(held, newest.left.values())} <= holders

    def _vote(self, scene: Scene) -> None:
        is_first, self._is_begun = not self._is_begun, True
        for world in self._votes:
            if scene.look is None:
                begun = world.lives[0].scenes[0].turn
                same = (scene.turn.command, scene.turn.observation) == (begun.command, begun.observation)
                self._votes[world] += (1 if same else -1) if is_first else 0
            elif scene.place not in self._seen:
                # A life begins where it began before.
                self._votes[world] += world.likeness(scene.place, scene.look) or -is_first

    def _give_up(self, scene: Scene) -> None:
        """Believe no more what the same answer told and this one does not name."""
        text = _padded(scene.turn.observation)
        for world in self._votes:
            for fact, told in world.first.items():
                if (pair := held(fact)) and told.is_answer_like(scene) and _padded(pair[0]) not in text:
                    self._given_up[fact] = None

    def _is_known(self, fact: Triplet, known: SemanticGraph) -> bool:
        """Whether this life tells of the same: of the exits of a place, where a thing is, or how it stands."""
        if is_spatial(fact):
            exit_ = exit_of(fact)
            return exit_ is not None and exit_[0] in self._seen
        pair = held(fact)
        told = known.incident([pair[0] if pair else fact.subject], spatial=False)
        is_placed = any((place := held(each)) and place[0] in (pair or fact.vertices)[:1] for each in told)
        return is_placed or (
            pair is None and any(each.relation == fact.relation for each in told if each.subject == fact.subject)
        )


def _padded(text: str) -> str:
    """The words of a text with a space around each, so that a name is found in it as a whole."""
    return f" {' '.join(_WORDS.findall(text.lower()))} "
