"""The data of an episode page's map: rooms, their contents at each step, and the facts between things."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from ariadne.geography import held, is_spatial
from ariadne.history import History
from ariadne.report.hanging import hanging, values_of
from ariadne.report.moments import CARRIED, KnownMoment, edges_of, moments
from ariadne.text import one_line
from ariadne.triplet import Edge, Triplet, triplets_of

LONGEST_NAME = 300


def house_data(history: History) -> dict[str, Any]:
    """Return the map at each step, as changes from one step to the next.

    `names` are all vertices; everything else refers to them by index. `edges` are lists of subject, relation,
    object, the steps between which they are valid, and a kind: `way`, `value` (the object is a state such as `locked`),
    `held` (one thing is in another) or `fact`. Each step has `here`; `facts`, their number; `recalled`, indices of
    edges, if any; `under`, pairs of a vertex and its new parent: -1 for none, -2 if the vertex is no longer known;
    `ways` (two rooms and a direction, which is empty if the map shows it) and `untried`, if they have changed.
    """
    known = moments(history)
    values = values_of(known)
    parents = [_standing(moment, hanging(moment, values)) for moment in known]
    names: dict[str, int] = {}

    def number(name: str) -> int:
        return names.setdefault(name, len(names))

    steps: list[dict[str, Any]] = []
    edges, recalled = edges_of(history), {step.number: step.recalled for step in history.steps}
    for at, (before, now, was, hangs) in enumerate(zip([None, *known], known, [{}, *parents], parents, strict=False)):
        under = [
            [number(name), -1 if parent is None else number(parent)]
            for name, parent in hangs.items()
            if was.get(name, name) != parent
        ]
        content: dict[str, Any] = {
            "here": number(now.here) if now.here else None,
            "facts": len(now.edges),
            "under": under + [[number(name), -2] for name in was if name not in hangs],
        }
        facts = frozenset(triplets_of(event.facts)) if (event := recalled.get(at)) else ()
        if facts:
            content["recalled"] = [n for n, edge in enumerate(edges) if edge.triplet in facts and edge.valid_at(at)]
        if before is None or before.ways != now.ways:
            content["ways"] = [[*sorted(map(number, way)), word] for way, word in now.ways.items() if len(way) == 2]
        if before is None or before.untried != now.untried:
            content["untried"] = [[number(room), one_line(way)] for room, ways in now.untried.items() for way in ways]
        steps.append(content)
    cells = known[-1].rooms
    columns, rows = (sorted({cell[axis] for cell in cells.values()}) for axis in (0, 1))
    return {
        "rooms": [[number(room), columns.index(x), rows.index(y)] for room, (x, y) in cells.items()],
        "lines": [[number(room), count] for room, count in _most(known, parents).items()],
        "carried": number(CARRIED),
        "edges": [
            [
                number(edge.triplet.subject),
                one_line(edge.triplet.relation, LONGEST_NAME),
                number(edge.triplet.object),
                edge.valid_from,
                edge.valid_to,
                _kind(edge, values),
            ]
            for edge in edges
        ],
        "steps": steps,
        "names": [one_line(name, LONGEST_NAME) for name in names],
    }


def _standing(moment: KnownMoment, hangs: Mapping[str, str | None]) -> dict[str, str | None]:
    """What each thing is in. A room or a hand contains a thing only if a fact says so: a recipe that names the onion
    in the kitchen is not itself in the kitchen."""
    there = {pair for edge in moment.edges for pair in _places(edge.triplet)}
    stands: dict[str, str | None] = {}

    def is_placed(name: str) -> bool:
        while (parent := hangs[name]) is not None:
            if (name, parent) not in there:
                return False
            name = parent
        return name in moment.rooms or name == CARRIED

    for name, parent in hangs.items():
        is_beside = parent is not None and (name, parent) not in there and is_placed(parent)
        stands[name] = None if is_beside else parent
    return stands


def _places(triplet: Triplet) -> list[tuple[str, str]]:
    """The thing and the place of a fact, certain or not, such as `cup, could be in, kitchen`."""
    pair = held(triplet)
    return [pair] if pair else [triplet.vertices] if "in" in triplet.relation.split() else []


def _most(known: Sequence[KnownMoment], parents: Sequence[Mapping[str, str | None]]) -> Counter[str]:
    """The largest number of things in each room at any step; the page reserves space for them."""
    most: Counter[str] = Counter()
    for moment, hangs in zip(known, parents, strict=True):
        most |= Counter(root for name in hangs if (root := _root(name, hangs)) in moment.rooms and root != name)
    return most


def _root(name: str, parents: Mapping[str, str | None]) -> str:
    while (parent := parents[name]) is not None:
        name = parent
    return name


def _kind(edge: Edge, values: frozenset[str]) -> str:
    if is_spatial(edge.triplet):
        return "way"
    if edge.triplet.object in values:
        return "value"
    return "held" if held(edge.triplet) else "fact"
