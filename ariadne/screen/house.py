"""A game for people, with its whole house if that is known, in the terminal and as a picture: never for an agent."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from xml.sax.saxutils import escape

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from ariadne.files import MADE_BY
from ariadne.screen.map import EMPTY, WorldMap
from ariadne.text import counted, one_line
from ariadne.worlds.floor_plan import FloorPlan

SIGNS = {"closed": "+", "locked": "#"}
LEGEND = "[ ] start   + closed door   # locked door"

_WIDE, _HIGH, _BOX_WIDE, _BOX_HIGH, _MARGIN = 160, 76, 132, 40, 24
_LETTER = 7.2
_STYLE = """
.page { fill: #ffffff } .room { fill: #f2f4f7; stroke: #667085 } .start { fill: #d1fadf; stroke: #027a48 }
.way { stroke: #98a2b3; stroke-width: 3 } .closed { fill: #f79009 } .locked { fill: #d92d20 }
text { fill: #101828; font: 13px ui-monospace, Menlo, Consolas, monospace } .name { text-anchor: middle }
@media (prefers-color-scheme: dark) {
.page { fill: #0c111d } .room { fill: #1d2939; stroke: #98a2b3 } .start { fill: #054f31; stroke: #32d583 }
.way { stroke: #667085 } text { fill: #f2f4f7 }
}
"""


@dataclass(frozen=True)
class Sight:
    """What people are shown of a game.

    Attributes:
        maximum: the score to be had; 0 where the game keeps none.
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
    """A page about a game, with the map of its house if that is known, for a terminal of that width."""
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
    """The map of a house that is wholly known."""
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


def svg(title: str, plan: FloorPlan) -> str:
    """The map as a picture: every room a box that tells what is in it, ways with their doors between them."""
    world = world_map(plan)
    columns = [x for x, _ in world.cells.values()]
    rows = [y for _, y in world.cells.values()]
    middle = {
        room: (_MARGIN + (x - min(columns)) * _WIDE + _BOX_WIDE // 2, 64 + (y - min(rows)) * _HIGH + _BOX_HIGH // 2)
        for room, (x, y) in world.cells.items()
    }
    width = max((max(columns) - min(columns)) * _WIDE + _BOX_WIDE, 340) + 2 * _MARGIN
    height = (max(rows) - min(rows)) * _HIGH + _BOX_HIGH + 64 + 48
    size = f'width="{width}" height="{height}"'
    title = escape(one_line(title))
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" {size}>',
            f"<title>{title}</title>",
            f"<!-- {MADE_BY} -->",
            f"<style>{_STYLE}</style>",
            f'<rect class="page" {size}/>',
            f'<text x="{_MARGIN}" y="36">{title}</text>',
            *_ways(plan, middle),
            *(_box(room, *middle[room], plan) for room in world.cells),
            *_legend(height - 24),
            "</svg>\n",
        ]
    )


def _facts(sight: Sight) -> Iterator[tuple[str, str]]:
    yield "goal", sight.goal or "(the game says none)"
    if sight.briefing:
        yield "briefing", sight.briefing
    yield from (_sizes(sight.inside) if isinstance(sight.inside, FloorPlan) else sight.inside).items()
    yield "maximum", counted(sight.maximum, "point") if sight.maximum else "(the game keeps no score)"
    yield "steps", f"{sight.max_steps} at most"
    yield "walkthrough", counted(sight.walkthrough, "command") if sight.walkthrough else "(none is known)"


def _sizes(plan: FloorPlan) -> Mapping[str, str]:
    ways = {frozenset((room, end)) for room, exits in plan.exits.items() for end in exits.values()}
    doors = {frozenset(pair): door for pair, door in plan.doors.items()}
    shut = sum(door.state != "open" for door in doors.values())
    furniture = len(plan.places) - len(plan.movable)
    return {
        "size": f"rooms: {len(plan.rooms)}, ways between them: {len(ways)}, doors: {len(doors)}, closed: {shut}",
        "things": f"to carry: {len(plan.movable)}, furniture: {furniture}",
    }


def _ways(plan: FloorPlan, middle: dict[str, tuple[int, int]]) -> Iterator[str]:
    done = set()
    for room, (x, y) in middle.items():
        for end in plan.exits[room].values():
            pair = frozenset((room, end))
            if pair in done:
                continue
            done.add(pair)
            ex, ey = middle[end]
            yield f'<line class="way" x1="{x}" y1="{y}" x2="{ex}" y2="{ey}"/>'
            door = plan.doors.get((room, end))
            if door and door.state in SIGNS:
                yield _door((x + ex) // 2, (y + ey) // 2, door.state, f"{door.name}, {door.state}")


def _door(x: int, y: int, state: str, title: str) -> str:
    return (
        f'<rect class="{state}" x="{x - 6}" y="{y - 6}" width="12" height="12" rx="2">'
        f"<title>{escape(one_line(title))}</title></rect>"
    )


def _box(room: str, x: int, y: int, plan: FloorPlan) -> str:
    name = one_line(room)
    tight = f' textLength="{_BOX_WIDE - 12}" lengthAdjust="spacingAndGlyphs"'
    return (
        f"<g><title>{escape(one_line(f'{room}: ' + (', '.join(plan.things_in(room)) or 'nothing')))}</title>"
        f'<rect class="{"start" if room == plan.start else "room"}" x="{x - _BOX_WIDE // 2}" y="{y - _BOX_HIGH // 2}" '
        f'width="{_BOX_WIDE}" height="{_BOX_HIGH}" rx="6"/>'
        f'<text class="name" x="{x}" y="{y + 4}"{tight if len(name) * _LETTER > _BOX_WIDE - 8 else ""}>'
        f"{escape(name)}</text></g>"
    )


def _legend(y: int) -> Iterator[str]:
    entries = (("start", "start"), ("closed", "closed door"), ("locked", "locked door"))
    for x, (kind, text) in zip((_MARGIN, _MARGIN + 90, _MARGIN + 220), entries, strict=True):
        yield f'<rect class="{kind}" x="{x}" y="{y - 10}" width="12" height="12" rx="2"/>'
        yield f'<text x="{x + 20}" y="{y + 1}">{text}</text>'
