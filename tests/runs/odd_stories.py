"""Stories unlike those of the families, built with TextWorld's `GameMaker`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ariadne.games.story import remove_date
from ariadne.geography import OPPOSITE


@dataclass(frozen=True)
class OddStory:
    """A story with its goal and briefing.

    Attributes:
        build: makes rooms and things with a `textworld.GameMaker`, and returns the quests.
        walkthrough: commands that end it with all points; none where it cannot be won.
    """

    build: Callable[[Any], list[Any]]
    goal: str
    walkthrough: tuple[str, ...] = ()
    briefing: str = ""


def compiled_story(name: str, folder: Path) -> Path:
    """Make the odd story of this name: `<name>.z8` and the `.json` beside it."""
    import textworld
    from textworld.generator import compile_game

    odd = ODD_STORIES[name]
    options = textworld.GameOptions()
    options.seeds = 1
    maker = textworld.GameMaker(options)
    maker.quests = odd.build(maker)
    game = maker.build()
    game.objective = odd.goal
    game.metadata["walkthrough"] = list(odd.walkthrough)
    options = textworld.GameOptions()
    options.path = str(folder / f"{name}.z8")
    options.force_recompile = True
    story = Path(compile_game(game, options))
    remove_date(story)
    return story


def capitals(maker: Any) -> list[Any]:
    """A hunt whose names have capitals and numbers; lockers hold keys and notes. Room B and Room F lead nowhere.

    A - B        The player starts in A, where Key 1 lies; the Red locker stands in C, the Blue one in E,
    |            the Golden one in D.
    C - D - F
    |
    E
    """
    a, b, c, d, e, f = (maker.new_room(f"Room {letter}") for letter in "ABCDEF")
    maker.set_player(a)
    _join(maker, (a, "east", b), (a, "south", c), (c, "east", d), (d, "east", f), (c, "south", e))
    keys = [maker.new("k", f"Key {number}") for number in (1, 2, 3)]
    treasure = maker.new("o", "Treasure")
    notes = [
        maker.new("o", "Note 1", "The Key 2 opens the Blue locker. The Blue locker stands in Room E."),
        maker.new("o", "Note 2", "The Key 3 opens the Golden locker. The Golden locker stands in Room D."),
    ]
    a.add(keys[0])
    _locked(maker, "Red locker", c, keys[0]).add(keys[1], notes[0])
    _locked(maker, "Blue locker", e, keys[1]).add(keys[2], notes[1])
    _locked(maker, "Golden locker", d, keys[2]).add(treasure)
    _locked(maker, "Green locker", b)
    return [*(_when(maker.new_fact("in", key, maker.inventory)) for key in keys), _taken(maker, treasure, reward=3)]


def without_a_goal(maker: Any) -> list[Any]:
    """A point each for opening a crate, its key, the door that the key opens, the room behind, and what lies there.

    study - hall - pantry
              |
    vault = cellar          (= is a locked door)
    """
    hall, study, pantry, cellar, vault = map(maker.new_room, ("hall", "study", "pantry", "cellar", "vault"))
    maker.set_player(hall)
    _join(maker, (hall, "west", study), (hall, "east", pantry), (hall, "south", cellar))
    key, door = maker.new("k", "brass key"), maker.new_door(_way(maker, cellar, "west", vault), "iron door")
    door.add_property("locked")
    maker.add_fact("match", key, door)
    crate, cup = _closed(maker, "crate", pantry), maker.new("o", "silver cup")
    crate.add(key)
    vault.add(cup)
    table = maker.new("s", "table")
    study.add(table)
    table.add(maker.new("o", "candle"))
    cellar.add(maker.new("f", "onion"))
    return [
        _when(maker.new_fact("open", crate)),
        _taken(maker, key),
        _when(maker.new_fact("open", door)),
        _when(maker.new_fact("at", maker.player, vault)),
        _taken(maker, cup),
    ]


def there_and_back(maker: Any) -> list[Any]:
    """A way there, back, and there again; every room on it has others beside it.

                 attic
                   |
    den - landing - gallery - tower
             |         |
    shed - hall       nook
    """
    return _there_and_back(maker, door=False)


def through_a_door(maker: Any) -> list[Any]:
    """The same house, with a closed door between landing and gallery."""
    return _there_and_back(maker, door=True)


def _there_and_back(maker: Any, door: bool) -> list[Any]:
    names = ("hall", "landing", "gallery", "shed", "den", "attic", "tower", "nook")
    hall, landing, gallery, shed, den, attic, tower, nook = map(maker.new_room, names)
    maker.set_player(hall)
    _join(maker, (hall, "north", landing), (hall, "west", shed), (landing, "west", den))
    _join(maker, (gallery, "north", attic), (gallery, "east", tower), (gallery, "south", nook))
    way = _way(maker, landing, "east", gallery)
    if door:
        maker.new_door(way, "oak door").add_property("closed")
    lamp = maker.new("o", "lamp")
    gallery.add(lamp)
    for room, name in ((shed, "spade"), (den, "pillow"), (attic, "trunk lid"), (tower, "telescope"), (nook, "stool")):
        room.add(maker.new("o", name))
    return [_taken(maker, lamp)]


def long_way(maker: Any) -> list[Any]:
    """Sixteen rooms, four by four, all joined; a route winds through eleven of them, and crosses itself."""
    rooms = {
        (x, y): maker.new_room(f"{kind} {place}")
        for y, kind in enumerate(("dusty", "quiet", "narrow", "sunny"))
        for x, place in enumerate(("room", "chamber", "corner", "parlour"))
    }
    maker.set_player(rooms[0, 0])
    for (x, y), room in rooms.items():
        for way, neighbour in (("east", (x + 1, y)), ("north", (x, y + 1))):
            if neighbour in rooms:
                _way(maker, room, way, rooms[neighbour])
    lamp = maker.new("o", "lamp")
    rooms[3, 3].add(lamp)
    return [_taken(maker, lamp)]


def twins_apart(maker: Any) -> list[Any]:
    """Two apples in two rooms; either may be put on the table of a third."""
    kitchen, porch = _three_rooms(maker)
    apples, table = [maker.new("f", "apple") for _ in range(2)], maker.new("s", "table")
    porch.add(apples[0])
    kitchen.add(apples[1], table)
    return [_when(*(maker.new_fact("on", apple, table) for apple in apples))]


def twins_together(maker: Any) -> list[Any]:
    """Two apples in one room, where the story always asks which is meant, so neither can be taken."""
    kitchen, porch = _three_rooms(maker)
    apples, table = [maker.new("f", "apple") for _ in range(2)], maker.new("s", "table")
    porch.add(*apples)
    kitchen.add(table)
    return [_when(*(maker.new_fact("on", apple, table) for apple in apples))]


def twin_boxes(maker: Any) -> list[Any]:
    """Two closed boxes in two rooms; either may be opened."""
    boxes, _ = _two_boxes(maker)
    return [_when(*(maker.new_fact("open", box) for box in boxes))]


def coin_in_a_twin(maker: Any) -> list[Any]:
    """Two closed boxes in two rooms; a coin is in one of them."""
    _, coin = _two_boxes(maker)
    return [_taken(maker, coin)]


def _two_boxes(maker: Any) -> tuple[list[Any], Any]:
    kitchen, porch = _three_rooms(maker)
    boxes, coin = [_closed(maker, "box", room) for room in (kitchen, porch)], maker.new("o", "coin")
    boxes[0].add(maker.new("o", "feather"))
    boxes[1].add(coin)
    return boxes, coin


def hopeless(maker: Any) -> list[Any]:
    """A locked chest, and no key to it."""
    kitchen, porch = _three_rooms(maker)
    crown, spoon = maker.new("o", "crown"), maker.new("o", "spoon")
    _locked(maker, "chest", porch).add(crown)
    kitchen.add(spoon)
    return [_taken(maker, crown)]


def table_then_shelf(maker: Any) -> list[Any]:
    """A lamp that is to be put on the table, and then on the shelf; each gives a point."""
    hall, study = map(maker.new_room, ("hall", "study"))
    maker.set_player(hall)
    _join(maker, (hall, "east", study))
    lamp, table, shelf = maker.new("o", "lamp"), maker.new("s", "table"), maker.new("s", "shelf")
    hall.add(lamp, table)
    study.add(shelf)
    return [_when(maker.new_fact("on", lamp, place)) for place in (table, shelf)]


def wrong_book(maker: Any) -> list[Any]:
    """Taking the blue book, which comes first, loses the game."""
    hall, study, porch = map(maker.new_room, ("hall", "study", "porch"))
    maker.set_player(hall)
    _join(maker, (hall, "east", study), (study, "north", porch))
    blue, red = maker.new("o", "blue book"), maker.new("o", "red book")
    hall.add(blue)
    porch.add(red)
    return [_taken(maker, red, loses=maker.new_fact("in", blue, maker.inventory))]


def sealed(maker: Any) -> list[Any]:
    """A locked door, whose key has an unrelated name and is at the far end of the house, among useless things.

    scullery - The Hall = crypt    (= is a locked door)
                |
             landing - attic
    """
    names = ("The Hall", "scullery", "landing", "attic", "crypt")
    hall, scullery, landing, attic, crypt = map(maker.new_room, names)
    maker.set_player(hall)
    _join(maker, (hall, "west", scullery), (hall, "south", landing), (landing, "east", attic))
    tooth, door = maker.new("k", "whale tooth"), maker.new_door(_way(maker, hall, "east", crypt), "slab")
    door.add_property("locked")
    maker.add_fact("match", tooth, door)
    cup = maker.new("o", "cup")
    crypt.add(cup)
    hall.add(maker.new("f", "pear"))
    scullery.add(maker.new("o", "sponge"), maker.new("f", "plum"))
    landing.add(maker.new("o", "cushion"))
    bench = maker.new("s", "bench")
    attic.add(bench, maker.new("o", "feather"))
    bench.add(tooth)
    return [_taken(maker, cup)]


ODD_STORIES: Mapping[str, OddStory] = {
    "capitals": OddStory(
        capitals,
        "Find the Treasure.",
        (
            *("take Key 1", "go south", "unlock Red locker with Key 1", "open Red locker"),
            *("take Key 2 from Red locker", "take Note 1 from Red locker", "examine Note 1", "go south"),
            *("unlock Blue locker with Key 2", "open Blue locker"),
            *("take Key 3 from Blue locker", "take Note 2 from Blue locker", "examine Note 2", "go north", "go east"),
            *("unlock Golden locker with Key 3", "open Golden locker", "take Treasure from Golden locker"),
        ),
        "The Key 1 opens the Red locker. The Red locker stands in Room C. "
        "In the lockers lie keys and notes. The Treasure is hidden in the Golden locker.",
    ),
    "without-a-goal": OddStory(
        without_a_goal,
        "",
        (
            *("go east", "open crate", "take brass key from crate", "go west", "go south"),
            *("unlock iron door with brass key", "open iron door", "go west", "take silver cup"),
        ),
    ),
    "there-and-back": OddStory(
        there_and_back,
        "Go north. Then go south. Then go north again, go east, and take the lamp.",
        ("go north", "go south", "go north", "go east", "take lamp"),
    ),
    "through-a-door": OddStory(
        through_a_door,
        "Go north. Then go south. Then go north again, go east, and take the lamp.",
        ("go north", "go south", "go north", "open oak door", "go east", "take lamp"),
    ),
    "long-way": OddStory(
        long_way,
        "First, it would be great if you could move north. And then, head east. Then, try to go east. Okay, and then, "
        "take a trip south. With that done, go west. After that, go north. Next, move north. And then, take a trip "
        "north. Following that, go east. Then, head east. Finally, take the lamp.",
        (
            *("go north", "go east", "go east", "go south", "go west"),
            *("go north", "go north", "go north", "go east", "go east", "take lamp"),
        ),
    ),
    "twins-apart": OddStory(
        twins_apart, "Put an apple on the table.", ("go north", "take apple", "put apple on table")
    ),
    "twins-together": OddStory(twins_together, "Put an apple on the table."),
    "twin-boxes": OddStory(twin_boxes, "Open a box.", ("go north", "open box")),
    "coin-in-a-twin": OddStory(coin_in_a_twin, "Take the coin.", ("go east", "open box", "take coin from box")),
    "hopeless": OddStory(hopeless, "Take the crown from the chest."),
    "table-then-shelf": OddStory(
        table_then_shelf,
        "Put the lamp on the table, take the lamp, put the lamp on the shelf.",
        ("take lamp", "put lamp on table", "take lamp from table", "go east", "put lamp on shelf"),
    ),
    "sealed": OddStory(
        sealed,
        "Somewhere in this house stands the cup of a king. Bring it to light.",
        (
            *("go south", "go east", "take whale tooth from bench", "go west", "go north"),
            *("unlock slab with whale tooth", "open slab", "go east", "take cup"),
        ),
    ),
    "wrong-book": OddStory(wrong_book, "Take the red book.", ("go east", "go north", "take red book")),
}


def _three_rooms(maker: Any) -> tuple[Any, Any]:
    """A hall, where the player starts; the kitchen in its north and the porch in its east are returned."""
    hall, kitchen, porch = map(maker.new_room, ("hall", "kitchen", "porch"))
    maker.set_player(hall)
    _join(maker, (hall, "north", kitchen), (hall, "east", porch))
    return kitchen, porch


def _join(maker: Any, *ways: tuple[Any, str, Any]) -> None:
    for room, way, other in ways:
        _way(maker, room, way, other)


def _way(maker: Any, room: Any, way: str, other: Any) -> Any:
    return maker.connect(room.exits[way], other.exits[OPPOSITE[way]])


def _closed(maker: Any, name: str, room: Any) -> Any:
    container = maker.new("c", name)
    container.add_property("closed")
    room.add(container)
    return container


def _locked(maker: Any, name: str, room: Any, key: Any = None) -> Any:
    """A locked container; without a key it never opens."""
    container = maker.new("c", name)
    container.add_property("locked")
    room.add(container)
    if key:
        maker.add_fact("match", key, container)
    return container


def _taken(maker: Any, thing: Any, **more: Any) -> Any:
    """A quest that is done when a thing is carried."""
    return _when(maker.new_fact("in", thing, maker.inventory), **more)


def _when(*facts: Any, reward: int = 1, loses: Any = None) -> Any:
    """A quest that is done when one of these facts holds; the game is lost when `loses` does."""
    from textworld.generator.game import Event, Quest

    fails = [Event(conditions={loses})] if loses else []
    return Quest(win_events=[Event(conditions={fact}) for fact in facts], fail_events=fails, reward=reward)
