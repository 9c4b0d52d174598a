"""What the engines of worlds hold to be true, turn by turn, as far as each can be asked: what `shown.py` judges by.

A play is played once more, command by command, beside its engine:

- TextWorld: the places of all things, the states of doors and containers, and every way, from its propositions.
- TextWorldExpress: the same, from the tree of objects that its engine writes. It writes none but of its cooking game:
  of others, what it says of each room as it was left, and of what is carried.
- BabyAI: the states of doors by their names, and what is carried, from its grid. It has no rooms by name.
- PDDL: the places that the sentences of all true atoms tell. It has no ways.
- Stories of Jericho's: the places of objects, from the machine's table of them, and the ways out of the places that
  were visited, by trying them out and taking that back. Attributes differ from story to story: no states.

Things of one name are one thing that has several places and states at a time.
"""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Hashable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ariadne.exam import facts
from ariadne.exam.truth import EATEN, INVENTORY, Topic, named
from ariadne.exam.truth import snapshot as textworld_snapshot
from ariadne.gather import gathered
from ariadne.geography import DIRECTIONS
from ariadne.reasoner.reading.language import headings, unmade
from ariadne.reasoner.reading.read import carried, read
from ariadne.triplet import clean
from ariadne.worlds.registry import Game

Exit = tuple[str, str]
"""A place, and a direction."""

_ELSEWHERE = "elsewhere"
"""Where things are that are in no place with a name."""


@dataclass(frozen=True)
class State:
    """What an engine holds to be true after a turn.

    Attributes:
        room: where the player is, by the engine.
        values: of topics all that is so. Of the place of a thing that is what holds it, what holds that, and so on.
        ways: where exits lead. `surveyed`: the places of which all ways are known; None for every place.
        mark: what is the same where nothing has changed.
        is_whole: whether what has no value now is nowhere, and in no state; else it may be out of sight.
    """

    room: str
    values: Mapping[Topic, frozenset[str]]
    ways: Mapping[Exit, str] = field(default_factory=dict)
    surveyed: frozenset[str] | None = None
    mark: Hashable = None
    is_whole: bool = True


def states(game: Game, commands: Sequence[str]) -> list[State]:
    """What the engine of a game holds to be true at the start and after each of some commands; nothing where it cannot
    be asked."""
    for prefix, engine in _ENGINES.items():
        if game.name.startswith(prefix):
            return [*engine(game, commands)]
    if game.source.suffix == ".json" or game.source.with_suffix(".json").is_file():
        return [*_textworld(game, commands)]
    return [*(_pddl if game.source.suffix == ".pddl" else _story)(game, commands)]


def _textworld(game: Game, commands: Sequence[str]) -> Iterator[State]:
    from ariadne.worlds.textworld import TextWorld, load_card

    with closing(TextWorld(game.source, load_card(game.source), watched=True)) as world:
        world.reset()
        yield _of_propositions(world.facts)
        for command in commands:
            world.step(command)
            yield _of_propositions(world.facts)


def _of_propositions(facts: Sequence[Any]) -> State:
    now = textworld_snapshot(facts)
    values: dict[Topic, frozenset[str]] = {}
    for topic, value in now.values.items():
        told = now.holders(topic.thing) if topic.aspect == "place" else _states(value)
        values[Topic(topic.aspect, _plain(topic.thing))] = frozenset(map(_plain, told))
    ways = {
        (named(fact.arguments[1].name), fact.name.removesuffix("_of")): named(fact.arguments[0].name)
        for fact in facts
        if fact.name.endswith("_of") and len(fact.arguments) == 2
    }
    return State(now.room, values, ways, mark=frozenset(map(str, facts)))


def _states(value: str) -> tuple[str, ...]:
    """What may be said of a door or a container: what is locked is closed as well."""
    return (value, "closed") if value == "locked" else (value,)


def _textworldexpress(game: Game, commands: Sequence[str]) -> Iterator[State]:
    with closing(game.open("", "")) as opened, tempfile.TemporaryDirectory() as folder:
        world: Any = opened
        file, looked = Path(folder, "tree.json"), _Looked()

        def now(answer: object) -> State:
            world._call("getObjectTree", str(file))
            tree = json.loads(file.read_text(encoding="utf-8"))
            return _of_tree(tree) if tree else looked.state(json.loads(str(answer)))

        yield now(world._call("generateNewGameJSON", *world._made, False))
        for command in commands:
            yield now(world._call("stepJSON", command))


class _Looked:
    """What the rooms of a game show, each when the player was there last: nobody else changes them."""

    def __init__(self) -> None:
        self._told: dict[str, list[tuple[Topic, str]]] = {}
        self._ways: dict[Exit, str] = {}

    def state(self, answer: Mapping[str, Any]) -> State:
        """What is so now, by what the engine says of the room and of what is carried."""
        look, inventory = str(answer["look"]), str(answer["inventory"])
        here = next(iter(headings(look)), "")
        self._told[here] = told_in(look)
        for way, beyond in _BEYOND.findall(look):
            self._ways[here, way.lower()] = clean(beyond) or self._ways.get((here, way.lower()), "")
        held = [(Topic("place", _plain(name)), INVENTORY) for name in carried(inventory)]
        told = [*(each for there in self._told.values() for each in there), *held]
        values, surveyed = _with_holders(_by_topic(told)), frozenset(self._told)
        return State(here, values, dict(self._ways), surveyed, look + inventory, is_whole=False)


def told_in(text: str, location: str = "") -> list[tuple[Topic, str]]:
    """The places and states that a text tells, by the reader of observations: prompts of all worlds have its facts.

    Args:
        location: where the player is before it.
    """
    return [said for fact in read(text, location) for said in facts.told(" | ".join(fact))]


def _with_holders(values: Mapping[Topic, frozenset[str]]) -> dict[Topic, frozenset[str]]:
    """The same, with what holds the holders of things, and so on."""

    def above(holders: frozenset[str], left: int) -> frozenset[str]:
        more = frozenset().union(*(values.get(Topic("place", each), frozenset()) for each in holders))
        return holders if more <= holders or not left else above(holders | more, left - 1)

    return {topic: above(said, len(values)) if topic.aspect == "place" else said for topic, said in values.items()}


def _of_tree(tree: Mapping[str, Any]) -> State:
    told: list[tuple[Topic, str]] = []
    ways: dict[Exit, str] = {}
    for name, room in tree["locations"].items():
        told += _in_tree(room["contents"], (clean(name),))
        for direction in ("North", "South", "East", "West"):
            if beyond := room[f"location{direction}"]:
                ways[clean(name), direction.lower()] = clean(beyond)
            if door := room[f"door{direction}"]:
                told.append((Topic("state", clean(door["name"])), "open" if door["isOpen"] else "closed"))
    told += _in_tree(tree["inventory"], (INVENTORY,))
    told += [(Topic("place", _plain(name)), EATEN) for name in tree["deleted_objects"]]
    mark = json.dumps([tree["player_location"], tree["inventory"], tree["locations"]], sort_keys=True)
    return State(clean(tree["player_location"]), _by_topic(told), ways, mark=mark)


def _in_tree(things: Mapping[str, Any], holders: tuple[str, ...]) -> Iterator[tuple[Topic, str]]:
    for key, thing in things.items():
        name = _plain(str(thing.get("name") or key))
        yield from ((Topic("place", name), holder) for holder in holders)
        if thing["isOpenable"]:
            yield Topic("state", name), "open" if thing["isOpen"] else "closed"
        yield from _in_tree(thing["contents"], (*holders, name))


def _babyai(game: Game, commands: Sequence[str]) -> Iterator[State]:
    with closing(game.open("", "")) as world:
        level: Any = world._level  # type: ignore[attr-defined]
        world.reset()
        yield _of_grid(level)
        for command in commands:
            world.step(command)
            yield _of_grid(level)


def _of_grid(level: Any) -> State:
    told: list[tuple[Topic, str]] = []
    for thing in filter(None, level.grid.grid):
        name = f"{thing.color} {thing.type}"
        if thing.type == "door":
            told += [(Topic("state", name), state) for state in _states(_of_door(thing))]
        elif thing.type != "wall":
            told.append((Topic("place", name), _ELSEWHERE))
    if held := level.carrying:
        told.append((Topic("place", f"{held.color} {held.type}"), INVENTORY))
    seen = level.grid.encode().tobytes(), tuple(level.agent_pos), level.agent_dir, held and (held.color, held.type)
    return State("", _by_topic(told), surveyed=frozenset(), mark=seen)


def _of_door(door: Any) -> str:
    if door.is_open:
        return "open"
    return "locked" if door.is_locked else "closed"


def _pddl(game: Game, commands: Sequence[str]) -> Iterator[State]:
    with closing(game.open("", "")) as opened:
        world: Any = opened
        turn = world.reset()
        yield _of_atoms(world, turn.location)
        for command in commands:
            turn = world.step(command)
            yield _of_atoms(world, turn.location)


def _of_atoms(world: Any, location: str) -> State:
    said = (f"{world.text.fact(atom)}." for atom in world.task.true_in(world._state))
    told = [each for sentence in said for each in told_in(sentence)]
    return State(clean(location), _by_topic(told), surveyed=frozenset(), mark=world._state)


def _story(game: Game, commands: Sequence[str]) -> Iterator[State]:
    from ariadne.worlds.jericho import JerichoWorld, load_card

    with closing(JerichoWorld(game.source, load_card(game.source), seed=game.seed)) as world:
        machine, ways = _Machine(world._env), dict[Exit, str]()
        world.reset()
        yield machine.state(ways)
        for command in commands:
            world.step(command)
            yield machine.state(ways)


class _Machine:
    """A Z-machine's table of objects (Z-machine standard 1.1, sections 3 and 12), from version 4 on."""

    def __init__(self, interpreter: Any) -> None:
        self._interpreter = interpreter
        self._surveyed: set[str] = set()

    def state(self, ways: dict[Exit, str]) -> State:
        """What is so now; ways out of a place that is new are tried out."""
        from ariadne.worlds.zmachine import memory_of, objects

        memory = memory_of(self._interpreter)
        table = objects(memory)
        parents = self._parents(memory, table)
        names = [self._name(memory, table, number) for number in range(len(parents))]
        room = self._room(names, parents)
        told = [
            (Topic("place", names[number]), INVENTORY if names[holder] == _PLAYER else names[holder])
            for number in range(1, len(parents))
            for holder in _above(number, parents)
        ]
        if room not in self._surveyed:
            self._surveyed.add(room)
            ways.update(self._ways(room))
        return State(room, _by_topic(told), dict(ways), frozenset(self._surveyed), table)

    def _ways(self, room: str) -> Iterator[tuple[Exit, str]]:
        from ariadne.worlds.zmachine import memory_of, objects

        here = self._interpreter.get_state()
        for direction in DIRECTIONS:
            self._interpreter.step(direction)
            memory = memory_of(self._interpreter)
            table = objects(memory)
            parents = self._parents(memory, table)
            end = self._room([self._name(memory, table, number) for number in range(len(parents))], parents)
            self._interpreter.set_state(here)
            if end and end != room:
                yield (room, direction), end

    def _room(self, names: Sequence[str], parents: Sequence[int]) -> str:
        player = names.index(_PLAYER)
        return names[[player, *_above(player, parents)][-1]]

    def _parents(self, memory: bytes, table: bytes) -> list[int]:
        """What holds each object; objects are numbered from 1."""
        return [0, *(int.from_bytes(table[at + 6 : at + 8], "big") for at in range(0, len(table), _ENTRY))]

    def _name(self, memory: bytes, table: bytes, number: int) -> str:
        if not number:
            return ""
        at = int.from_bytes(table[number * _ENTRY - 2 : number * _ENTRY], "big")
        return named(_decoded(memory, at + 1, memory[at]))


_BEYOND = re.compile(r"\bto the (north|south|east|west) you see (?:the ([^.,]+)|an? closed )", re.IGNORECASE)
_ENTRY = 14
_PLAYER = "self object"
_ALPHABETS = ("abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", " \n0123456789.,!?_#'\"/\\-:()")


def _above(number: int, parents: Sequence[int]) -> Iterator[int]:
    while number := parents[number]:
        yield number


def _decoded(memory: bytes, at: int, words: int) -> str:
    """A text of a Z-machine (section 3)."""
    codes = [code for word in _words(memory, at, words) for code in (word >> 10 & 31, word >> 5 & 31, word & 31)]
    said, shift = "", 0
    left = iter(codes)
    for code in left:
        if 1 <= code <= 3:
            said += _abbreviation(memory, 32 * (code - 1) + next(left, 0))
        elif code in (4, 5):
            shift = code - 3
            continue
        elif code == 6 and shift == 2:
            said += chr((next(left, 0) << 5) + next(left, 0))
        else:
            said += " " if code == 0 else _ALPHABETS[shift][code - 6]
        shift = 0
    return said


def _abbreviation(memory: bytes, number: int) -> str:
    table = int.from_bytes(memory[24:26], "big") + 2 * number
    at = 2 * int.from_bytes(memory[table : table + 2], "big")
    return _decoded(memory, at, len(memory))


def _words(memory: bytes, at: int, most: int) -> Iterator[int]:
    """The words of a text, which ends with the one that has its highest bit set."""
    for place in range(at, min(at + 2 * most, len(memory) - 1), 2):
        word = int.from_bytes(memory[place : place + 2], "big")
        yield word
        if word >> 15:
            return


def _by_topic(told: Sequence[tuple[Topic, str]]) -> dict[Topic, frozenset[str]]:
    return {topic: frozenset(values) for topic, values in gathered(told).items()}


def _plain(name: str) -> str:
    """A name as the reader of statements has it: without what was done to the thing."""
    return unmade(named(name))[0]


_ENGINES = {"babyai/": _babyai, "twx/": _textworldexpress}
