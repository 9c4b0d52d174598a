"""A game's description for users, with the map of its house if known. Agents never see it."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from ariadne.screen.map import EMPTY, WorldMap
from ariadne.text import counted, one_line
from ariadne.worlds.floor_plan import FloorPlan

SIGNS = {"closed": "+", "locked": "#"}
LEGEND = "[ ] start   + closed door   # locked door"


@dataclass(frozen=True)
class Sight:
    """The data that `ariadne games show` shows of a game.

    Attributes:
        maximum: the highest score; 0 if the game keeps no score.
        walkthrough: the number of its commands.
        inside: its floor plan, or other facts by name.
    """

    title: str
    goal: str
    briefing: str
    maximum: float
    max_steps: int
    walkthrough: int
    inside: FloorPlan | Mapping[str, str]


def sheet(sight: Sight, width: int) -> RenderableType:
    """Return a description of a game, with the map of its house if known, for a terminal of this width."""
    table = Table.grid(padding=(0, 2))
    table.add_column(style="bold", no_wrap=True)
    table.add_column()
    for name, text in _facts(sight):
        table.add_row(name, Text(one_line(text)))
    about = (Text(one_line(sight.title), style="bold"), "", table)
    if not isinstance(sight.inside, FloorPlan):
        return Group(*about)
    drawing = world_map(sight.inside).draw_whole(width)
    return Group(*about, "", drawing, "", Text(LEGEND, style="dim"))


def world_map(plan: FloorPlan) -> WorldMap:
    """Return the map of all rooms."""
    world = EMPTY.moved(None, plan.start)
    queue = deque([plan.start])
    while queue:
        room = queue.popleft()
        for way, neighbour in plan.exits[room].items():
            if neighbour not in world.cells:
                queue.append(neighbour)
            world = replace(world, here=room).moved(way, neighbour)
    signs = {frozenset(pair): SIGNS[door.state] for pair, door in plan.doors.items() if door.state in SIGNS}
    return replace(world, here=plan.start, doors=signs)


def _facts(sight: Sight) -> Iterator[tuple[str, str]]:
    yield "goal", sight.goal or "(the game gives none)"
    if sight.briefing:
        yield "briefing", sight.briefing
    yield from (_sizes(sight.inside) if isinstance(sight.inside, FloorPlan) else sight.inside).items()
    yield "maximum", counted(sight.maximum, "point") if sight.maximum else "(the game keeps no score)"
    yield "steps", f"{sight.max_steps} at most"
    yield "walkthrough", counted(sight.walkthrough, "command") if sight.walkthrough else "(unknown)"


def _sizes(plan: FloorPlan) -> Mapping[str, str]:
    ways = {frozenset((room, end)) for room, exits in plan.exits.items() for end in exits.values()}
    doors = {frozenset(pair): door for pair, door in plan.doors.items()}
    shut = sum(door.state != "open" for door in doors.values())
    furniture = len(plan.places) - len(plan.movable)
    return {
        "size": f"rooms: {len(plan.rooms)}, ways between them: {len(ways)}, doors: {len(doors)}, closed: {shut}",
        "things": f"to carry: {len(plan.movable)}, furniture: {furniture}",
    }
