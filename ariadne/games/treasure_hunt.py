"""Treasure Hunt (AriGraph, Appendix E): a chain of keys and notes that ends at the golden locker.

Every room has a locker of its own colour. The first key lies in the first room; each opened locker holds the next key
and a note about it; the last key opens the golden locker, which holds the treasure. Each key taken and the treasure
score one point.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any, Literal

from pydantic import Field, model_validator

from ariadne.games import mansion
from ariadne.games.catalogue import load_catalogue
from ariadne.games.draft import Draft, maker_options
from ariadne.games.house import DOOR_NAMES, House, WalkRecorder, build_rooms, lay_out
from ariadne.games.knobs import Knobs
from ariadne.games.names import check_names, without_clashes
from ariadne.games.notes import Hint, says_opens, says_where
from ariadne.text import counted

GOLDEN = "golden locker"
TREASURE = "treasure"


class TreasureHuntKnobs(Knobs):
    """The parameters of a Treasure Hunt."""

    rooms: int = Field(default=12, ge=2, le=64)
    keys: int = Field(default=4, ge=1, le=len(mansion.KEYS), description="keys, each of which opens one locker")
    decoys: int | None = Field(
        default=None, ge=0, description="lockers that never open; None: one in each remaining room"
    )
    loops: float = Field(default=0.15, ge=0, le=1, description="share of passages beyond a tree; 0 is a tree")
    doors: int = Field(default=0, ge=0, le=len(DOOR_NAMES), description="passages with a closed door")
    distractors: int = Field(default=0, ge=0, le=4, description="useless things in each room")
    room_names: Literal["real", "letters"] = "real"
    key_names: Literal["materials", "numbers"] = "materials"
    notes: Literal["varied", "plain"] = Field(default="varied", description="how the notes are worded")
    hints: Literal["never", "far", "always"] = Field(default="far", description="when notes say where a locker is")
    hint: Hint = Field(default="either", description="what a hint names: the room, or the part of the house")
    far: int = Field(default=4, ge=1, description="a locker at least this many moves from its note is far")
    hidden_key: int | None = Field(
        default=None, ge=2, description="the key whose locker is as far away as possible, without a hint"
    )

    @model_validator(mode="after")
    def _possible(self) -> TreasureHuntKnobs:
        if self.keys >= self.rooms:
            raise ValueError(f"{self.keys} keys need at least {self.keys + 1} rooms, there are {self.rooms}")
        if self.decoys is not None and self.keys + self.decoys > self.rooms:
            lockers = f"{counted(self.keys, 'key')} and {counted(self.decoys, 'decoy')}"
            raise ValueError(f"{lockers} are more lockers than the {self.rooms} rooms hold")
        if self.hidden_key is not None and self.hidden_key > self.keys:
            raise ValueError(f"the hidden key is number {self.hidden_key} of {counted(self.keys, 'key')}")
        if self.doors > self.rooms - 1:
            raise ValueError(f"{self.doors} doors need at least {self.doors + 1} rooms, there are {self.rooms}")
        return self


@dataclass(frozen=True)
class Stage:
    """One link of the chain: a key, its locker, and the text about them.

    Attributes:
        text: the note that lies with the key; the first key's text is in the briefing.
        note: the name of that note; empty for the first key.
    """

    key: str
    locker: str
    room: str
    note: str
    text: str


@dataclass(frozen=True)
class Hunt:
    """A Treasure Hunt before TextWorld makes it."""

    house: House
    stages: tuple[Stage, ...]
    decoys: dict[str, str]
    distractors: dict[str, tuple[str, ...]]


def build(knobs: TreasureHuntKnobs, seed: int) -> Draft:
    """Return the Treasure Hunt of these knobs and this seed."""
    hunt = plan(knobs, random.Random(f"treasure-hunt {seed}"))
    first = hunt.stages[0]
    return Draft(
        game=_make(hunt, maker_options(seed, knobs.wording_seed)),
        goal="Find the treasure: unlock the golden locker and take the treasure out of it.",
        briefing=(
            "The rooms of this house have lockers, each of a colour of its own, and some of them never open. "
            f"The {first.key} lies in the room where you start. {first.text} "
            "A locker that you unlock and open holds the next key, and a note that says what that key opens: "
            "examine it. The last key opens the golden locker."
        ),
        maximum=len(hunt.stages) + 1,
        walkthrough=tuple(_walkthrough(hunt)),
    )


def plan(knobs: TreasureHuntKnobs, rng: random.Random) -> Hunt:
    """Draw everything in a hunt."""
    house = lay_out(_room_names(knobs, rng), knobs.loops, knobs.doors, rng)
    colours = [f"{colour} locker" for colour in rng.sample(mansion.COLOURS, len(house.rooms))]
    lockers = [*colours[: knobs.keys - 1], GOLDEN]
    stages = _chain(knobs, house, lockers, rng)
    left = [room for room in house.rooms if room not in {stage.room for stage in stages}]
    decoy_rooms = rng.sample(left, len(left) if knobs.decoys is None else knobs.decoys)
    decoys = dict(zip(decoy_rooms, colours[knobs.keys - 1 :], strict=False))
    names = [*decoys.values(), TREASURE, *dict.fromkeys(house.doors.values())]
    names += [name for stage in stages for name in (stage.key, stage.locker, stage.note) if name]
    check_names(names)
    return Hunt(house, stages, decoys, _distractors(knobs.distractors, house, names, rng))


def _room_names(knobs: TreasureHuntKnobs, rng: random.Random) -> list[str]:
    if knobs.room_names == "real":
        return rng.sample(mansion.ROOMS, knobs.rooms)
    letters = "abcdefghijklmnopqrstuvwxyz"
    names = [*letters, *(one + other for one in letters for other in letters)]
    return [f"room {name}" for name in names[: knobs.rooms]]


def _chain(knobs: TreasureHuntKnobs, house: House, lockers: list[str], rng: random.Random) -> tuple[Stage, ...]:
    keys = _key_names(knobs, rng)
    notes = [f"{kind} note" for kind in rng.sample(mansion.NOTES, len(keys) - 1)]
    here = house.rooms[0]
    free = list(house.rooms[1:])
    stages = []
    for number, (key, locker, note) in enumerate(zip(keys, lockers, ["", *notes], strict=True), start=1):
        distances = house.distances(here)
        hides = number + 1 == knobs.hidden_key
        room = max(free, key=lambda each: distances[each]) if hides else rng.choice(free)
        free.remove(room)
        text = says_opens(key, locker, knobs.notes == "varied", rng)
        if not hides and (knobs.hints == "always" or (knobs.hints == "far" and distances[room] >= knobs.far)):
            text += " " + says_where(locker, room, here=here, house=house, kind=knobs.hint, rng=rng)
        stages.append(Stage(key, locker, room, note, text))
        here = room
    return tuple(stages)


def _key_names(knobs: TreasureHuntKnobs, rng: random.Random) -> list[str]:
    if knobs.key_names == "numbers":
        return [f"key {number}" for number in range(1, knobs.keys + 1)]
    return [f"{material} key" for material in rng.sample(mansion.KEYS, knobs.keys)]


def _distractors(each: int, house: House, taken: list[str], rng: random.Random) -> dict[str, tuple[str, ...]]:
    if not each:
        return {}
    things = [name for name in load_catalogue().things if not {"key", "note"} & set(name.split())]
    names = iter(without_clashes(rng.sample(things, len(things)), [*taken, *house.rooms]))
    return {room: tuple(next(names) for _ in range(each)) for room in house.rooms}


def _make(hunt: Hunt, options: Any) -> Any:
    """Make the hunt in TextWorld, with a native quest for each point."""
    import textworld

    maker = textworld.GameMaker(options)
    rooms = build_rooms(maker, hunt.house)
    points = []
    holder = rooms[hunt.house.rooms[0]]
    for stage in hunt.stages:
        key = maker.new("k", stage.key)
        holder.add(key)
        if stage.note:
            holder.add(maker.new("o", stage.note, stage.text))
        points.append(key)
        holder = _locker(maker, stage.locker, rooms[stage.room])
        maker.add_fact("match", key, holder)
    treasure = maker.new("o", TREASURE)
    holder.add(treasure)
    points.append(treasure)
    for room, locker in hunt.decoys.items():
        _locker(maker, locker, rooms[room])
    for room, things in hunt.distractors.items():
        for name in things:
            rooms[room].add(maker.new("o", name))
    maker.quests = [_point(maker, thing) for thing in points]
    return maker.build()


def _locker(maker: Any, name: str, room: Any) -> Any:
    locker = maker.new("c", name)
    locker.add_property("locked")
    room.add(locker)
    return locker


def _point(maker: Any, thing: Any) -> Any:
    """A point for taking a thing the first time."""
    from textworld.generator.game import Event, Quest

    return Quest(win_events=[Event(conditions={maker.new_fact("in", thing, maker.inventory)})], reward=1)


def _walkthrough(hunt: Hunt) -> list[str]:
    """The walkthrough: straight along the chain, reading each note."""
    walk = WalkRecorder(hunt.house)
    source = ""
    for stage in hunt.stages:
        walk.commands.append(f"take {stage.key}{source}")
        if stage.note:
            walk.commands.append(f"examine {stage.note}")
        walk.go(stage.room)
        walk.commands.append(f"unlock {stage.locker} with {stage.key}")
        walk.open(stage.locker)
        source = f" from {stage.locker}"
    walk.commands.append(f"take {TREASURE}{source}")
    return walk.commands
