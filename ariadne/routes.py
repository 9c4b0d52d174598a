"""Routes between locations for `go to` (AriGraph, section 3), and a general search for shortest ways."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from itertools import pairwise
from typing import TYPE_CHECKING, TypeVar

from ariadne.geography import OPPOSITE, Connection, direction_of, read_connection
from ariadne.triplet import Triplet, clean

if TYPE_CHECKING:
    import networkx as nx

Place = TypeVar("Place", bound=Hashable)
Way = TypeVar("Way")


def shortest_ways(
    starts: Iterable[Place], leads: Callable[[Place], Iterable[tuple[Way, Place]]]
) -> dict[Place, list[Way]]:
    """Return the reachable places, nearest first, each with a shortest way from the nearest start.

    Args:
        leads: returns the ways out of a place, each with its destination; of equally short ways, the first wins.
    """
    found: dict[Place, list[Way]] = {start: [] for start in starts}
    queue = deque(found)
    while queue:
        place = queue.popleft()
        for way, end in leads(place):
            if end not in found:
                found[end] = [*found[place], way]
                queue.append(end)
    return found


class Routes:
    """The visited locations, and the commands that lead from one to another.

    The opposite direction of a move is assumed to lead back, until a move shows otherwise.
    """

    def __init__(self) -> None:
        import networkx as nx

        self._network: nx.DiGraph = nx.DiGraph()
        self._gone: set[tuple[str, str]] = set()

    @classmethod
    def from_triplets(cls, triplets: Iterable[Triplet], visited: Iterable[str] | None = None) -> Routes:
        """Return the routes over the connections among `triplets`, between visited locations (section 3).

        Args:
            visited: the visited locations; None for all connected ones, since a connection is learned by taking it.
        """
        routes = cls()
        ways = [way for triplet in triplets if (way := read_connection(triplet))]
        for location in (end for way in ways for end in (way.origin, way.destination)) if visited is None else visited:
            routes.visit(location)
        for way in ways:
            if way.origin in routes._network and way.destination in routes._network:
                routes._connect(way.origin, f"go {way.direction}", way.destination)
        return routes

    def supposing(self, ways: Iterable[Connection]) -> Routes:
        """Return these routes with additional possible ways; known ways take precedence."""
        routes = Routes()
        for way in ways:
            routes.visit(way.origin)
            routes.visit(way.destination)
            routes._connect(way.origin, f"go {way.direction}", way.destination)
        for location in self.locations:
            routes.visit(location)
        for origin, destination, command in self._edges():
            routes._connect(origin, command, destination)
        routes._gone |= self._gone
        return routes

    @property
    def locations(self) -> tuple[str, ...]:
        """Return the visited locations, in the order of the first visit."""
        return tuple(self._network)

    def visit(self, location: str) -> None:
        """Record a visit to a location."""
        self._network.add_node(clean(location))

    def moved(self, origin: str, command: str, destination: str) -> None:
        """Record that a command led from one location to another."""
        self.visit(origin)
        self.visit(destination)
        origin, destination = clean(origin), clean(destination)
        if origin == destination:
            return
        self._gone.add((origin, command))
        self._connect(origin, command, destination)
        back = _way_back(command)
        ways = self._network.adj[destination]
        if back and origin not in ways and not self._leads_to(destination, back):
            self._connect(destination, back, origin)

    def ways(self, origin: str) -> dict[str, str]:
        """Return the commands that lead out of a location, each with its destination."""
        origin = clean(origin)
        ways = self._network.adj[origin].items() if origin in self._network else ()
        return {command: destination for destination, way in ways for command in way["commands"]}

    @property
    def explored(self) -> set[tuple[str, str]]:
        """Return locations with the directions taken from there, and those whose opposite was taken to get there."""
        assumed = ((origin, command) for origin, _, command in self._edges())
        return {(place, way) for place, command in (*self._gone, *assumed) if (way := direction_of(command))}

    def connections(self) -> Iterator[Connection]:
        """Yield the ways between visited locations that have directions; a way is sure if it was taken."""
        for origin, destination, command in self._edges():
            if direction := direction_of(command):
                yield Connection(origin, direction, destination, (origin, command) in self._gone)

    def path(self, origin: str, destination: str) -> tuple[str, ...] | None:
        """Return the commands of a shortest way; None if no way is known."""
        import networkx as nx

        try:
            stops = nx.shortest_path(self._network, clean(origin), clean(destination))
        except (nx.NodeNotFound, nx.NetworkXNoPath):
            return None
        return tuple(self._network.edges[way]["commands"][-1] for way in pairwise(stops))

    def moves(self, origin: str) -> Mapping[str, int]:
        """Return the number of commands to each location with a known way, nearest first."""
        import networkx as nx

        start = clean(origin)
        return nx.single_source_shortest_path_length(self._network, start) if start in self._network else {}

    def _edges(self) -> Iterator[tuple[str, str, str]]:
        """All ways as (origin, destination, command)."""
        for origin, destination, commands in self._network.edges(data="commands"):
            yield from ((origin, destination, command) for command in commands)

    def _connect(self, origin: str, command: str, destination: str) -> None:
        """Record where a command led; the last observation counts. Several commands may lead to the same place, but an
        assumed one is dropped once another one is taken."""
        for end in self._leads_to(origin, command):
            left = self._commands(origin, end, but=command)
            self._network.remove_edge(origin, end)
            if left:
                self._network.add_edge(origin, end, commands=left)
        gone = [each for each in self._commands(origin, destination) if (origin, each) in self._gone]
        self._network.add_edge(origin, destination, commands=(*gone, command))

    def _commands(self, origin: str, destination: str, but: str = "") -> tuple[str, ...]:
        """The commands that lead from one location to another, the most recent last."""
        way = self._network.get_edge_data(origin, destination, {"commands": ()})
        return tuple(command for command in way["commands"] if command != but)

    def _leads_to(self, origin: str, command: str) -> list[str]:
        ways = self._network.adj[origin].items()
        return [destination for destination, way in ways if command in way["commands"]]


def _way_back(command: str) -> str | None:
    """The command that undoes a move, in the same form: `go west` for `go east`, `w` for `e`."""
    if not direction_of(command):
        return None
    *verb, word = command.lower().split()
    return " ".join([*verb, OPPOSITE[word]])
