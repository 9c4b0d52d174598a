"""The facts in the engines of worlds, turn by turn, as far as each can be asked: the ground truth of `shown.py`.

A play is repeated, command by command, alongside its engine:

- TextWorld: the places of all things, the states of doors and containers, and every way, from its propositions.
- TextWorldExpress: the same for its cooking game, from the engine's tree of objects. For other games: the text of each
  room when the player left it, and the inventory.
- BabyAI: the states of doors by name, and the inventory, from its grid. It has no named rooms.
- PDDL: the places in the sentences of all true atoms. It has no ways.
- Jericho's stories: the places of objects, from the machine's object table, and the exits of visited places, by trying
  and undoing them. Attributes differ from story to story, so there are no states.

Things with the same name count as one thing that has several places and states at a time.
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
"""A place and a direction."""

_ELSEWHERE = "elsewhere"
"""The place of things that are in no named place."""


@dataclass(frozen=True)
class State:
    """An engine's facts after a turn.

    Attributes:
        room: the player's room, by the engine.
        values: all values of each topic. For the place of a thing: its holder, that one's holder, and so on.
        ways: the targets of exits. `surveyed`: the places whose ways are all known; None for every place.
        mark: equal if nothing has changed.
        is_whole: whether a thing without a value is nowhere and has no state; otherwise it may be out of sight.
    """

    room: str
    values: Mapping[Topic, frozenset[str]]
    ways: Mapping[Exit, str] = field(default_factory=dict)
    surveyed: frozenset[str] | None = None
    mark: Hashable = None
    is_whole: bool = True


def states(game: Game, commands: Sequence[str]) -> list[State]:
    """The facts in a game's engine at the start and after each command; empty if it cannot be asked."""
    for prefix, engine in _ENGINES.items():
        if game.name.startswith(prefix):
            return [*engine(game, commands)]
    if game.source.suffix == ".json" or game.source.with_suffix(".json").is_file():
        return [*_textworld(game, commands)]
    return [*(_pddl if game.source.suffix == ".pddl" else _story)(game, commands)]


def _textworld(game: Game, commands: Sequence[str]) -> Iterator[State]:
    from ariadne.worlds.errands import textworld_of
    from ariadne.worlds.textworld import load_card

    with closing(textworld_of(game.source, load_card(game.source), watched=True)) as world:
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
    """The possible descriptions of a door's or container's state: a locked one is closed as well."""
    return (value, "closed") if value == "locked" else (value,)


def _textworldexpress(game: Game, commands: Sequence[str]) -> Iterator[State]:
    with closing(game.open()) as opened, tempfile.TemporaryDirectory() as folder:
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
    """The contents of rooms when the player last saw them; only the player changes them."""

    def __init__(self) -> None:
        self._told: dict[str, list[tuple[Topic, str]]] = {}
        self._ways: dict[Exit, str] = {}

    def state(self, answer: Mapping[str, Any]) -> State:
        """The current state, from the engine's text of the room and the inventory."""
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
    """The places and states in a text, by the parser of observations: prompts of all worlds use its facts.

    Args:
        location: the player's location before the text.
    """
    return [said for fact in read(text, location) for said in facts.told(" | ".join(fact))]


def _with_holders(values: Mapping[Topic, frozenset[str]]) -> dict[Topic, frozenset[str]]:
    """The same, with the holders of holders added."""

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
    with closing(game.open()) as world:
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
    with closing(game.open()) as opened:
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
    from ariadne.worlds.jericho import JerichoWorld
    from ariadne.worlds.story_file import load_card

    with closing(JerichoWorld(game.source, load_card(game.source), seed=game.seed)) as world:
        machine, ways = _Machine(world._env), dict[Exit, str]()
        world.reset()
        yield machine.state(ways)
        for command in commands:
            world.step(command)
            yield machine.state(ways)


class _Machine:
    """A Z-machine's object table (Z-machine standard 1.1, sections 3 and 12), from version 4 on."""

    def __init__(self, interpreter: Any) -> None:
        self._interpreter = interpreter
        self._surveyed: set[str] = set()

    def state(self, ways: dict[Exit, str]) -> State:
        """The current state; the exits of a new place are tried."""
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
        """The holder of each object; objects are numbered from 1."""
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
    """The words of a text; the last one has its highest bit set."""
    for place in range(at, min(at + 2 * most, len(memory) - 1), 2):
        word = int.from_bytes(memory[place : place + 2], "big")
        yield word
        if word >> 15:
            return


def _by_topic(told: Sequence[tuple[Topic, str]]) -> dict[Topic, frozenset[str]]:
    return {topic: frozenset(values) for topic, values in gathered(told).items()}


def _plain(name: str) -> str:
    """A name in the form of the statements' parser: without the results of actions on the thing."""
    return unmade(named(name))[0]


_ENGINES = {"babyai/": _babyai, "twx/": _textworldexpress}
