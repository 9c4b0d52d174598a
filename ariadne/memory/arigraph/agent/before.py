"""What an agent may expect in a new life from earlier ones.

If most places look as in a known world, the agent is taken to be in that world again, and its first facts are expected
until this life confirms or contradicts them. In an unknown world, nothing is expected.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ariadne.geography import Connection, exit_of, held, is_spatial, read_connection
from ariadne.memory.arigraph.agent.lives import LifeScene, LivedWorld, below
from ariadne.memory.arigraph.agent.surveying import placed, spaced
from ariadne.memory.arigraph.core.graph import SemanticGraph
from ariadne.triplet import Triplet, clean
from ariadne.worlds.world import Turn

MOST_FIRST, MOST_LEARNED = 300, 100
"""Limits on the facts that are returned."""
LONG = 10
"""After so many steps without news at its end, a life is taken to have done all that it could."""


class Before:
    """Recognizes a known world, and returns what to expect in it.

    Args:
        worlds: the known ones, the newest first.
    """

    def __init__(self, worlds: Sequence[LivedWorld] = ()) -> None:
        self._votes = dict.fromkeys(worlds, 0)
        self._seen: set[str] = set()
        self._given_up: dict[Triplet, None] = {}

    @property
    def world(self) -> LivedWorld | None:
        """The known world that this one seems to be; None if it seems to be a new one."""
        likely = (world for world, votes in self._votes.items() if votes > 0)
        return max(likely, key=self._votes.__getitem__, default=None)

    def see(self, turns: Sequence[Turn]) -> None:
        """Compare turns with the known worlds."""
        for turn in turns if self._votes else ():
            place = clean(turn.location)
            scene = LifeScene(turn, (), place, below(turn.observation, place))
            self._vote(scene)
            self._seen.add(place)
            self._give_up(scene)

    @property
    def learned(self) -> tuple[Triplet, ...]:
        """What earlier lives learned, and where things were at their end."""
        return self.world.learned[-MOST_LEARNED:] if self.world else ()

    @property
    def ending(self) -> str:
        """The last turn of the last life in this world, if it was not read."""
        return self.world.lives[0].ending if self.world else ""

    @property
    def given_up(self) -> tuple[Triplet, ...]:
        """The expected facts that this life has contradicted."""
        return tuple(self._given_up)

    def first(self, known: SemanticGraph, ways: Iterable[Connection] = ()) -> tuple[Triplet, ...]:
        """The expected facts that this life has neither confirmed nor contradicted by its own facts and `ways`."""
        told = self.world.first if self.world else ()
        left = [fact for fact in told if fact not in self._given_up and not self._is_known(fact, known)]
        gone = {(way.origin, way.direction) for way in (ways if left else ())}
        return tuple(
            fact for fact in left if not ((way := read_connection(fact)) and (way.origin, way.direction) in gone)
        )[:MOST_FIRST]

    def ways(self) -> list[Connection]:
        """The connections that earlier lives found in this world."""
        return [way for fact in (self.world.first if self.world else ()) if (way := read_connection(fact))]

    def is_done(self, known: SemanticGraph) -> bool:
        """Whether all is where the last life left it, and that life then found nothing new for long."""
        if self.world is None:
            return False
        newest = self.world.lives[0]
        holders = {pair for fact in known.valid() if (pair := held(fact))}
        return newest.idle >= LONG and bool(newest.left) and {*map(held, newest.left.values())} <= holders

    def _vote(self, scene: LifeScene) -> None:
        is_first = not self._seen
        for world in self._votes:
            if scene.look is None:
                begun = world.lives[0].scenes[0].turn
                same = (scene.turn.command, scene.turn.observation) == (begun.command, begun.observation)
                self._votes[world] += (1 if same else -1) if is_first else 0
            elif scene.place not in self._seen:
                # All lives in a world begin in the same place.
                self._votes[world] += world.likeness(scene.place, scene.look) or -is_first

    def _give_up(self, scene: LifeScene) -> None:
        """Give up the facts that the same answer told in an earlier life, if this one does not name their thing."""
        text = spaced(scene.turn.observation)
        for world in self._votes:
            for fact, told in world.first.items():
                thing = placed(fact)[0]
                if thing and told.is_answer_like(scene) and spaced(thing) not in text:
                    self._given_up[fact] = None

    def _is_known(self, fact: Triplet, known: SemanticGraph) -> bool:
        """Whether this life has a fact of the same kind: the exits of a place, or the place or state of a thing."""
        if is_spatial(fact):
            exit_ = exit_of(fact)
            return exit_ is not None and exit_[0] in self._seen
        thing = placed(fact)[0]
        told = known.incident([thing or fact.subject], spatial=False)
        if any(placed(each)[0] == (thing or fact.subject) for each in told):
            return True
        return not thing and any(each[:2] == fact[:2] for each in told)
