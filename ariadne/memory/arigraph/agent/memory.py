"""AriGraph as the memory of an agent: learning from turns, recalling for the moment (AriGraph, section 3)."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace

from ariadne.events import LearnedEvent, Remembered, Told
from ariadne.geography import Connection, connection, direction_of, exit_of, held, is_spatial, unexplored_exits
from ariadne.memory.arigraph.agent.annotations import ALL, Outcomes, Parts, annotated
from ariadne.memory.arigraph.agent.before import Before
from ariadne.memory.arigraph.agent.lives import INVENTORY, NO_PAST, Past
from ariadne.memory.arigraph.agent.surveying import IS, Readings, first_of, newest_places, placed, places, spaced
from ariadne.memory.arigraph.api.arigraph import AriGraph
from ariadne.memory.arigraph.api.asking import DEPTH, facts_of, history_of, queries, things_in
from ariadne.memory.arigraph.core.episodes import EpisodeNode
from ariadne.memory.memory import STOP, Cue, Held, Memory, Recollection, Survey
from ariadne.record import Record
from ariadne.routes import Routes
from ariadne.triplet import Edge, Triplet
from ariadne.worlds.world import Turn, read_turn

LAST_CAME_TO_NO_MORE = "all is as the last life left it, to no end"
MOST_NAMES = 8
"""The most queries of a step."""
MOST_PLACES = 40
"""The most places of a survey: the nearest."""


class AriGraphMemory(Memory):
    """Learns from every turn, and recalls facts, episodes, unexplored exits, and annotations of actions.

    Args:
        new_graph: creates the AriGraph of an episode: empty, or with notes from before.
        shown: the parts that are recalled.
        rereads: whether known turns are read again, as in the paper.
        past: earlier lives.

    Attributes:
        graph: the AriGraph of the present episode.
    """

    def __init__(
        self,
        new_graph: Callable[[], AriGraph],
        record: Record,
        shown: Parts = ALL,
        rereads: bool = False,
        past: Past = NO_PAST,
    ) -> None:
        self._entities: Mapping[str, int]
        self._unread: Sequence[Turn]
        self._new_graph = new_graph
        self._record = record
        self._shown = shown
        self._rereads = rereads
        self._before = past
        self._forget_all()

    async def begin(self, goal: str) -> None:
        """Start an episode, and record what the memory already holds."""
        self._forget_all()
        known, texts = self.graph.facts(), self._before.nodes or self.graph.episodic.nodes
        if known or texts:
            self._record(Remembered(added=tuple(str(edge.triplet) for edge in known), episodes=_told(texts)))

    async def observe(self, turns: Sequence[Turn], plan: Sequence[str]) -> None:
        """Learn from the turns in one question, with an episode node each. Connections come from the commands.

        Turns that were read before, and whose facts still hold, are not read again.
        """
        known = None if self._rereads else self._readings.known(turns, self.graph.graph)
        # Outcomes and exits are known at once, even if the agent acts before the model has read the turns.
        self._unread = turns
        self._outcomes.see(turns)
        self._listed.update(dict.fromkeys(exit_ for turn in turns for exit_ in _listed(turn)))
        change = await self.graph.learn(
            [turn.as_text() for turn in turns],
            location=turns[-1].location,
            inventory=turns[-1].inventory,
            plan=plan,
            facts=[*(known or ()), *(triplet for turn in turns for triplet in self._moved(turn))],
            read=known is None,
        )
        self._readings.keep(turns, [node.triplets for node in change.nodes], self.graph.graph)
        self._unread = ()
        self._entities = change.entities
        self._record(
            LearnedEvent(
                added=tuple(map(str, change.added)),
                removed=tuple(map(str, change.removed)),
                episodes=_told(change.nodes),
                entities=dict(change.entities),
                vertices=self.graph.graph.vertices,
                edges=len(self.graph.graph),
            )
        )

    async def recall(self, cue: Cue) -> Recollection:
        """Recall the facts around the entities that matter now, their episodes, and unexplored exits.

        Facts of the recent turns are left out, since working memory shows those turns. If the cue has a question, it is
        searched for in place of the entities, and facts are returned with their times.
        """
        recent = [turn.as_text() for turn in (*cue.recent, cue.turn)]
        asked = things_in(self.graph.graph, cue.question or cue.turn.status_line)
        searched = queries(self.graph.graph, cue.question, DEPTH) if cue.question else self._matters(cue, asked)
        found = await self.graph.recall(searched, exclude=recent, plan=cue.plan)
        facts = dict.fromkeys((*facts_of(self.graph.graph, asked), *found.facts))
        shown = self.graph.episodic.tied_to(recent)
        in_view = {placed(fact)[0] for fact in shown} - {""}
        known, nodes = [*facts], [*found.episodes]
        if cue.steps is not None:
            carried = not cue.turn.inventory
            known = [fact for fact in known if _is_beside_places(fact) or (carried and fact.object == INVENTORY)]
            nodes = [node for node in nodes if not self._shows_place(node) and not self._is_spent(node, cue.plan)]
            unread = self._unread if nodes else ()
            names = {name for turn in unread for name in things_in(self.graph.graph, turn.as_text())}
            nodes = [node for node in nodes if not _may_have_ended(node, names)]
        known = [fact for fact in known if fact not in shown and placed(fact)[0] not in in_view]
        known = newest_places(known, self.graph.graph)
        exits = self._exits(cue.turn.location) if self._shown.exploration else []
        is_told = cue.steps is None and self._shown.semantic
        return Recollection(
            facts=tuple(map(str, known)) if self._shown.semantic else (),
            episodes=tuple(read_turn(node.observation) for node in nodes),
            ended=tuple(tuple(str(fact) for fact in node.triplets if fact not in self.graph.graph) for node in nodes),
            held=self._past(cue.question, asked, found.episodes) if self._shown.semantic else (),
            exits=tuple(map(str, exits)),
            annotations=self._annotations(cue, exits),
            earlier=self._told_before() if is_told else (),
            learned=tuple(map(str, self._earlier.learned)) if is_told else (),
            ending=self._earlier.ending if is_told else "",
        )

    def _is_spent(self, node: EpisodeNode, plan: Sequence[str]) -> bool:
        return self._readings.is_spent(read_turn(node.observation), plan, self._routes.locations)

    def _shows_place(self, node: EpisodeNode) -> bool:
        """Whether a turn only describes a place, as the survey does."""
        turn = read_turn(node.observation)
        heading, _, _ = turn.observation.strip().partition("\n")
        is_place = not turn.command or spaced(heading).strip() in self._routes.locations
        return is_place or not any(map(_is_beside_places, node.triplets))

    def _annotations(self, cue: Cue, exits: Sequence[Triplet]) -> Mapping[str, str]:
        if not self._shown.annotations:
            return {}
        ways = None if cue.steps is None else self._routes.connections()
        told = annotated(cue, self.graph.graph, self._outcomes, self._shown, exits, ways)
        return {**told, STOP: LAST_CAME_TO_NO_MORE} if STOP in cue.actions else told

    def survey(self, plan: Sequence[str], whole: bool = True) -> Survey:
        """The visited places with their known contents, and the texts that the plan still needs."""
        texts = self._readings.open(plan, self._routes.locations)
        if not self._shown.semantic:
            return Survey((), texts)
        told = places(self.graph.graph, self._nearest_places(), self._routes.connections()) if whole else ()
        learned, given_up = (tuple(map(str, facts)) for facts in (self._earlier.learned, self._earlier.given_up))
        return Survey(tuple(map(str, told)), texts, self._told_before(), learned, self._earlier.ending, given_up)

    def _nearest_places(self) -> Sequence[str]:
        far = self._routes.moves(self._location)
        nearest = sorted(self._routes.locations, key=lambda place: far.get(place, math.inf))[:MOST_PLACES]
        return [place for place in self._routes.locations if place in nearest]

    def is_done(self) -> bool:
        """See `Experienced.is_done`."""
        return self._earlier.is_done(self.graph.graph)

    def routes(self) -> Routes:
        """The routes between visited locations, from the triplets (AriGraph, section 3)."""
        places = [*self._routes.locations, *self._heard_of]
        return Routes.from_triplets(self.graph.graph.incident(places), places)

    def meet(self, turns: Sequence[Turn]) -> None:
        """See `Experienced.meet`."""
        self._earlier.see(turns)

    def ways_before(self) -> Sequence[Connection]:
        """See `Experienced.ways_before`."""
        return self._earlier.ways()

    def _told_before(self) -> tuple[str, ...]:
        return tuple(map(str, self._earlier.first(self.graph.graph, self._routes.connections())))

    def _past(self, question: str, asked: Sequence[str], episodes: Sequence[EpisodeNode]) -> tuple[Held, ...]:
        """Past facts: those that a question asks about, else the first states of things in the status line."""
        if question:
            return self._held(asked, episodes)
        firsts = [(edge, self._when(edge)) for edge in first_of(self.graph.graph, asked)]
        made = [(each, bool(each.told and edge.triplet.subject in each.told.command)) for edge, each in firsts]
        return tuple(each if by else replace(each, told=None) for each, by in made if by or each.until is not None)

    def _held(self, names: Sequence[str], episodes: Sequence[EpisodeNode]) -> tuple[Held, ...]:
        """The facts of some vertices and the ended facts of episodes, with the steps at which they held."""
        graph = self.graph.graph
        gone = {triplet for node in episodes for triplet in node.triplets if triplet not in graph}
        past = (edge for triplet in gone for edge in graph.edges_of(triplet).values())
        edges = {*history_of(graph, names), *past}
        return tuple(map(self._when, sorted(edges, key=lambda edge: (edge.valid_from, str(edge.triplet)))))

    def _when(self, edge: Edge) -> Held:
        """A fact with the steps at which it held, and the turn that it began with."""
        telling = self.graph.episodic.telling(edge.triplet)
        told = next((read_turn(node.observation) for node in telling if node.step == edge.valid_from), None)
        return Held(str(edge.triplet), edge.valid_from, edge.valid_to, told)

    def _forget_all(self) -> None:
        self.graph = self._new_graph()
        self._entities = {}
        self._heard_of = Routes.from_triplets(self.graph.graph.valid()).locations
        self._earlier = Before(self._before.worlds)
        self._routes = Routes()
        self._outcomes = Outcomes()
        self._readings = Readings()
        self._listed: dict[Triplet, None] = {}
        self._unread = ()
        self._location = ""

    def _moved(self, turn: Turn) -> tuple[Triplet, ...]:
        """The connection that a move has revealed, in both directions."""
        before, self._location = self._location, turn.location
        if not turn.location or before == turn.location:
            return ()
        if not before:
            self._routes.visit(turn.location)
            return ()
        self._routes.moved(before, turn.command, turn.location)
        return connection(before, turn.location, turn.command)

    def _exits(self, here: str) -> list[Triplet]:
        """Appendix B: the unexplored exits of all visited locations, the nearest first."""
        graph, places = self.graph.graph, self._routes.locations
        told = sorted((fact for place in places for fact in graph.of_kind(place, _is_exit)), key=graph.number)
        exits = unexplored_exits((*told, *self._listed), places, self._routes.explored | self._outcomes.barred)
        far = self._routes.moves(here)
        return sorted(exits, key=lambda way: far.get(way.subject, math.inf))

    def _matters(self, cue: Cue, asked: Sequence[str]) -> Mapping[str, int]:
        """The queries with depths: the entities of the last reading, else names in the status line (`asked`), in the
        plan and in the present turn."""
        if self._entities:
            return self._entities
        seen = f"{cue.turn.inventory}\n{cue.turn.observation}\n{cue.turn.location}"
        found = dict.fromkeys(asked, DEPTH)
        for text, depth in [*((line.partition("|")[0], DEPTH) for line in cue.plan), (seen, 1)]:
            if len(found) < MOST_NAMES:
                found |= {name: depth for name in things_in(self.graph.graph, text) if name not in found}
        return dict([*found.items()][:MOST_NAMES])


def _may_have_ended(node: EpisodeNode, unread: Collection[str]) -> bool:
    """Whether an episode tells the place or state of a thing that is named in turns that are not read yet."""
    return any(fact.subject in unread and not _is_beside_places(fact) for fact in node.triplets)


def _is_beside_places(fact: Triplet) -> bool:
    """Whether a fact is in neither a survey of places nor the inventory."""
    return not (is_spatial(fact) or held(fact) or fact.relation == IS)


def _is_exit(fact: Triplet, place: str) -> bool:
    """Whether a fact is about an exit of a place."""
    return fact.subject == place and exit_of(fact) is not None


def _listed(turn: Turn) -> list[Triplet]:
    """The exits in the valid commands."""
    ways = filter(None, map(direction_of, turn.commands)) if turn.location else ()
    return [Triplet(turn.location, "has exit", way) for way in ways]


def _told(nodes: Sequence[EpisodeNode]) -> tuple[Told, ...]:
    """Episode nodes for an event."""
    return tuple(Told(node.observation, tuple(map(str, node.triplets))) for node in nodes)
