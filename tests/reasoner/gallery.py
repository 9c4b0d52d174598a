"""A TextWorld game with rooms to look at: containers in each state, furniture full and empty, doors."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import cycle, pairwise
from pathlib import Path
from typing import Any

from ariadne.worlds.textworld import clean
from tests.reasoner.truth import View, true_view

_COLOURS = "red blue green black white yellow pink brown grey purple orange golden silver old new small".split()
_HOLDERS = "chest box crate trunk safe wardrobe cabinet locker basket drawer".split()
_STANDS = "table shelf desk bench counter rack pedestal stand".split()
_THINGS = "lamp rope apple book coin ring hat cup spoon bell broom candle mirror scarf vase map".split()
_ROOMS = "hall|kitchen|pantry|living room|cellar|attic|study|laundry room|library|garage|garden|tool shed|bedroom|porch"
_ACROSS = 4
_BACK = {"south": "north", "east": "west", "west": "east"}


@dataclass(frozen=True)
class Gallery:
    """The game's story; its rooms form one path."""

    story: Path

    def tour(self) -> Iterator[tuple[str, View]]:
        """The text of each room from first to last, and its true view."""
        import textworld

        env = textworld.start(str(self.story), textworld.EnvInfos(admissible_commands=True, facts=True))
        try:
            state = env.reset()
            came = ""
            while True:
                yield clean(state.feedback), true_view(state.facts)
                onwards = [way for way in _BACK if f"go {way}" in state.admissible_commands and _BACK[way] != came]
                if not onwards:
                    return
                came = onwards[0]
                state, _, _ = env.step(f"go {came}")
        finally:
            env.close()


def make_gallery(story: Path, seed: int) -> Gallery:
    """Build the game with TextWorld. The seed determines contents and descriptions."""
    import textworld
    from textworld.generator import compile_game

    rng = random.Random(seed)
    options = textworld.GameOptions()
    options.seeds = seed
    options.path = str(story)
    options.grammar.include_adj = False
    options.grammar.blend_descriptions = False
    maker = textworld.GameMaker(options)
    rooms = [maker.new_room(name) for name in _ROOMS.split("|")]
    _join(maker, rooms)
    holders, stands, things = (_names(nouns, rng) for nouns in (_HOLDERS, _STANDS, _THINGS))
    for room, state in zip(rooms, cycle(("open", "closed", "open", "locked")), strict=False):
        for kind, name in (("c", next(holders)), ("s", next(stands))):
            piece = maker.new(type=kind, name=name)
            if kind == "c":
                piece.add_property(state)
            _fill(maker, piece, things, rng)
            room.add(piece)
        _fill(maker, room, things, rng)
    maker.set_player(rooms[0])
    compile_game(maker.build(), options)
    return Gallery(story)


def _join(maker: Any, rooms: list[Any]) -> None:
    """A path through all rooms, row by row, with some open doors."""
    for at, (room, following) in enumerate(pairwise(rooms)):
        row, column = divmod(at, _ACROSS)
        way = "south" if column == _ACROSS - 1 else ("east", "west")[row % 2]
        path = maker.connect(getattr(room, way), getattr(following, _BACK[way]))
        if at % 3 == 0:
            maker.new_door(path, name=f"{_COLOURS[at]} door").add_property("open")


def _names(nouns: list[str], rng: random.Random) -> Iterator[str]:
    found = [f"{colour} {noun}" for colour in _COLOURS for noun in nouns]
    rng.shuffle(found)
    return iter(found)


def _fill(maker: Any, place: Any, things: Iterator[str], rng: random.Random) -> None:
    for _ in range(rng.choice((0, 1, 2, 3))):
        place.add(maker.new(type="o", name=next(things)))
