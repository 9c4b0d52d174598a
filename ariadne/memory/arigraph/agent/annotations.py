"""What AriGraph knows of actions, a few words each: where facts meet choices.

Ways come from connections, what is where and how things stand from triplets, what came of the same before from the
episode. Nothing is looked at but what the actions name.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ariadne.gather import gathered
from ariadne.geography import Connection, direction_of, held, read_connection
from ariadne.memory.arigraph.agent.surveying import newest_places
from ariadne.memory.arigraph.core.graph import SemanticGraph
from ariadne.memory.memory import Cue
from ariadne.text import truncated
from ariadne.triplet import Triplet, clean
from ariadne.worlds.world import Turn

LONGEST = 60
"""Characters of an annotation."""
_MORE = " ..."
_THINGS = 3
"""How many things are named that are in a place."""
_WORDS = 6
"""Words of the longest name that is looked for in an action."""
_READ = 500
"""Characters of an observation in which its first sentence is looked for."""
_IS = ("is", "are")
_SENTENCE = re.compile(r"(?<=[.!?])\s+|\n")
_EDGES = "-=*#_ \t"
_WORD = re.compile(r"\w[\w'-]*")


@dataclass(frozen=True)
class Came:
    """What came of a command.

    Attributes:
        step: the decision that it belongs to, from 1.
        place: where it led, if that is elsewhere; else empty.
        told: what the world said first, one sentence; empty if that is no news. `more`: whether it went on.
        inventory: what was carried after it. `turn`: all that was seen, as text.
    """

    step: int
    place: str
    told: str
    more: bool = False
    inventory: str = ""
    turn: str = ""

    @property
    def snippet(self) -> str:
        """What the world said first, with a sign where there was more."""
        return f"{self.told}…" if self.more else self.told


class Deeds:
    """Where the agent was in an episode, and what came of each command in each place."""

    def __init__(self) -> None:
        self.visits: Counter[str] = Counter()
        self._came: dict[tuple[str, str], Came] = {}
        self._arrivals: set[str] = set()
        self._here = ""
        self._step = -1

    def see(self, turns: Sequence[Turn]) -> None:
        """Take in the turns of one decision."""
        self._step += 1
        for turn in turns:
            before, self._here = self._here, clean(turn.location)
            led = self._here if self._here != before else ""
            told, *more = [*_sentences(turn.observation, self._here)] or [""]
            if led:
                self.visits[led] += 1
                self._arrivals.add(told)
            if turn.command:
                # How a place looks is what is seen there, not what came of a command.
                news = "" if led or told in self._arrivals else told
                came = Came(self._step, led, news, bool(more), turn.inventory, turn.as_text())
                self._came[before, clean(turn.command)] = came

    @property
    def barred(self) -> set[tuple[str, str]]:
        """Places with the directions in which one did not get anywhere the last time."""
        tried = ((place, direction_of(command), came) for (place, command), came in self._came.items())
        return {(place, way) for place, way, came in tried if way and not came.place}

    def came(self, place: str, command: str) -> Came | None:
        """What came of a command when it was given there last."""
        return self._came.get((place, clean(command)))


@dataclass(frozen=True)
class Annotator:
    """Says what is known of the actions of a moment.

    Attributes:
        semantic: whether it says what is where, and how things stand.
        episodic: whether it says what came of the same before.
        exploration: whether it says which ways were never gone.
    """

    semantic: bool = True
    episodic: bool = True
    exploration: bool = True

    def annotate(
        self,
        cue: Cue,
        graph: SemanticGraph,
        deeds: Deeds,
        exits: Sequence[Triplet] = (),
        ways: Iterable[Connection] | None = None,
    ) -> dict[str, str]:
        """What is known of each action of a cue; nothing for those of which nothing is.

        Args:
            exits: the unexplored ones of all places, `(kitchen, has exit, north)`.
            ways: those that are known; None for those that the graph tells of.
        """
        here = clean(cue.turn.location)
        if ways is None:
            ways = filter(None, map(read_connection, graph.incident([here])))
        leads = {way.direction: way for way in ways if way.origin == here}
        untried = gathered((way.subject, way.object) for way in exits if self.exploration)
        wanted = [*cue.plan, cue.goal, *([cue.turn.observation] if cue.steps is not None else [])]
        moment = _Moment(self, graph, deeds, here, leads, untried, _padded(" ".join(wanted)), cue.turn)
        steps = cue.steps
        known = moment.known if steps is None else lambda action: moment.in_brief(action, steps)
        said = {action: known(action) for action in cue.actions}
        return {action: truncated(text, LONGEST - len(_MORE)) for action, text in said.items() if text}


@dataclass(frozen=True)
class _Moment:
    """What actions are looked at with.

    Attributes:
        ways: those from here, as far as connections tell, by their directions.
        untried: the directions that were never gone, by place.
        wanted: the words of plan and goal.
    """

    shows: Annotator
    graph: SemanticGraph
    deeds: Deeds
    here: str
    ways: dict[str, Connection]
    untried: dict[str, list[str]]
    wanted: str
    turn: Turn

    def known(self, action: str) -> str:
        came = self.deeds.came(self.here, action)
        if came and came.place:
            return self._leads_to(came.place)
        if came and came.told and self.shows.episodic and self._holds(came):
            return f"step {came.step}: {came.snippet}"
        if direction := direction_of(action):
            return self._way(direction, came is None)
        if not self.shows.semantic:
            return ""
        words = clean(action).split()
        place = next((name for name in _endings(words) if name in self.deeds.visits), "")
        return self._of_place(place) if place else self._state(words)

    def in_brief(self, action: str, steps: Mapping[str, int]) -> str:
        """What is known of an action beside what a survey tells: where a way leads, what came of the same before, and
        what of plan and goal is in a place."""
        came = self.deeds.came(self.here, action)
        if came and came.place:
            return f"to {came.place}"
        if came and came.told and self.shows.episodic and self._holds(came):
            # What was done at a step is seen at the next.
            return f"step {steps.get(came.turn, came.step + 1) - 1}: {came.snippet}"
        if direction := direction_of(action):
            way = self.ways.get(direction) if came is None else None
            return f"{'' if way.is_sure else 'perhaps '}to {way.destination}" if way else ""
        place = next((name for name in _endings(clean(action).split()) if name in self.deeds.visits), "")
        return ", ".join(self._wanted_in(place)[:_THINGS]) if place and self.shows.semantic else ""

    def _of_place(self, place: str) -> str:
        """What is there, and which ways were never gone from there."""
        untried = ", ".join(self.untried.get(place, ()))
        return "; ".join(filter(None, (f"not tried: {untried}" if untried else "", self._what_is_in(place))))

    def _holds(self, came: Came) -> bool:
        """Whether the same would be told again, as far as one can tell: who carries other things may meet with another
        answer, and facts say what is known for longer."""
        return came.inventory == self.turn.inventory and came.told not in self.turn.inventory

    def _way(self, direction: str, untried: bool) -> str:
        if way := self.ways.get(direction):
            return self._leads_to(way.destination)
        return "not tried" if untried and self.shows.exploration else ""

    def _leads_to(self, place: str) -> str:
        times = self.deeds.visits[place]
        often = {0: "not visited", 1: "visited once"}.get(times, f"visited {times} times")
        return f"to {place}, {often}"

    def _what_is_in(self, place: str) -> str:
        """Things that are there, those of plan and goal first."""
        first = sorted(self._things_in(place), key=lambda thing: _padded(thing) not in self.wanted)
        return ", ".join(first[:_THINGS])

    def _wanted_in(self, place: str) -> list[str]:
        """Things of plan and goal that are there, as far as nothing newer says that they are elsewhere: they are not
        carried either."""
        carried = _padded(self.turn.inventory)

        def is_wanted(thing: str) -> bool:
            return bool(thing) and (words := _padded(thing)) in self.wanted and words not in carried

        told = [fact for fact in self._told_of(place) if is_wanted(_held(fact, place))]
        return [*dict.fromkeys(_held(each, place) for each in newest_places(told, self.graph))]

    def _things_in(self, place: str) -> list[str]:
        return list(dict.fromkeys(filter(None, (_held(each, place) for each in self._told_of(place)))))

    def _state(self, words: Sequence[str]) -> str:
        """How the thing stands that an action is done to: the first one that it names."""
        thing = next(filter(self.graph.knows, _names(words)), "")
        told = [each.object for each in self._told_of(thing) if each.subject == thing and each.relation in _IS]
        return f"{thing}: {', '.join(told)}" if told else ""

    def _told_of(self, vertex: str) -> tuple[Triplet, ...]:
        return self.graph.incident([vertex], spatial=False)


def _held(triplet: Triplet, place: str) -> str:
    """What a triplet says that a place holds; empty if it says nothing of that kind."""
    pair = held(triplet)
    return pair[0] if pair and pair[1] == place else ""


def _endings(words: Sequence[str]) -> Iterator[str]:
    """What an action ends with, the longest first, less its first word."""
    return (" ".join(words[start:]) for start in range(max(1, len(words) - _WORDS), len(words)))


def _names(words: Sequence[str]) -> Iterator[str]:
    """What may be a name in an action, less its first word; of those that begin alike the longest first."""
    for start in range(1, len(words)):
        for end in range(min(len(words), start + _WORDS), start, -1):
            yield " ".join(words[start:end])


def _padded(text: str) -> str:
    """The words of a text, so that a name is found in it as a whole."""
    return f" {' '.join(_WORD.findall(text.lower()))} "


def _sentences(observation: str, place: str) -> Iterator[str]:
    """The first sentences of what the world said, without the name of the place above them."""
    for sentence in _SENTENCE.split(observation[:_READ]):
        told = " ".join(sentence.split()).rstrip(".")
        if _WORD.search(told) and clean(told.strip(_EDGES)) != place:
            yield told
