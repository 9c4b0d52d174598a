from __future__ import annotations

import io

from rich.console import Console

from ariadne.screen.house import Sight, sheet, world_map
from ariadne.worlds.floor_plan import Door, FloorPlan

PLAN = FloorPlan(
    exits={
        "hall": {"east": "kitchen", "north": "attic"},
        "kitchen": {"west": "hall", "north": "den"},
        "attic": {"south": "hall", "east": "den"},
        "den": {"west": "attic", "south": "kitchen"},
    },
    doors={
        ("hall", "kitchen"): Door("oak door", "closed"),
        ("kitchen", "hall"): Door("oak door", "closed"),
        ("hall", "attic"): Door("hatch", "locked"),
        ("attic", "hall"): Door("hatch", "locked"),
        ("attic", "den"): Door("arch", "open"),
        ("den", "attic"): Door("arch", "open"),
    },
    start="hall",
    places={"chest": "hall", "hat <&>": "chest"},
    states={"chest": "closed"},
    movable=frozenset({"hat <&>"}),
)
SIGHT = Sight("mine · seed 1", "Find the hat.", "It [bold]is[/bold] hidden.", 3, 150, 7, PLAN)


def shown(sight: Sight, width: int = 80) -> str:
    console = Console(width=width, record=True, file=io.StringIO())
    console.print(sheet(sight, width))
    return console.export_text()


def test_doors_that_are_shut_are_marked_and_open_ones_are_ways() -> None:
    rows = [row.rstrip() for row in world_map(PLAN).draw_whole(80).plain.split("\n")]
    assert rows == [" attic ─── den", "   #        │", "[hall]─+ kitchen"]


def test_a_map_that_is_too_wide_has_numbers_with_a_list_of_names() -> None:
    row = {f"guest room {number}": {"east": f"guest room {number + 1}"} for number in range(11)}
    plan = FloorPlan({**row, "guest room 11": {}}, {}, "guest room 0", {}, {}, frozenset())
    lines = world_map(plan).draw_whole(80).plain.split("\n")
    assert max(map(len, lines)) <= 80
    assert lines[0].strip().startswith("[1]─ 2 ─ 3")
    assert all(any(f"{number + 1:2} guest room {number}" in line for line in lines[1:]) for number in range(12))


def test_the_sheet_tells_sizes_and_shows_text_as_it_is() -> None:
    text = shown(SIGHT)
    assert "rooms: 4, ways between them: 4, doors: 3, closed: 2" in text
    assert "to carry: 1, furniture: 1" in text
    assert "[bold]is[/bold]" in text
    assert "3 points" in text
    assert "7 commands" in text
