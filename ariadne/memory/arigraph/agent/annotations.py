"""Annotations: a few words about each valid action, such as `to kitchen, visited once` or `step 4: It is locked`.

Destinations come from connections, the places and states of things from triplets, and outcomes from the episode.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from ariadne.gather import gathered
from ariadne.geography import Connection, direction_of, read_connection
from ariadne.memory.arigraph.agent.surveying import is_content, newest_places, placed
from ariadne.memory.arigraph.core.graph import SemanticGraph
from ariadne.memory.memory import Cue
from ariadne.text import truncated
from ariadne.triplet import Triplet, clean
from ariadne.worlds.world import Turn

LONGEST = 60
"""The most characters of an annotation."""
_MORE = " ..."
_THINGS = 3
"""The most things listed for a place."""
_WORDS = 6
"""The most words of a name in an action."""
_READ = 500
"""The first sentence of an observation is searched in so many characters."""
_IS = ("is", "are")
_SENTENCE = re.compile(r"(?<=[.!?])\s+|\n")
_EDGES = "-=*#_ \t"
_WORD = re.compile(r"\w[\w'-]*")


@dataclass(frozen=True)
class ActionOutcome:
    """The outcome of a command.

    Attributes:
        step: the number of the decision, from 1.
        place: where it led, if that is another place.
        told: the first sentence of the observation, if it is news. `more`: whether there were more.
        inventory: the one after the command. `turn`: all of the turn, as text.
    """

    step: int
    place: str
    told: str
    more: bool = False
    inventory: str = ""
    turn: str = ""

    @property
    def snippet(self) -> str:
        """The first sentence, with an ellipsis if there were more."""
        return f"{self.told}…" if self.more else self.told


class Outcomes:
    """The outcomes of commands in an episode by place.

    Attributes:
        visits: to each place. `barred`: places with the directions that led nowhere the last time.
    """

    def __init__(self) -> None:
        self.visits: Counter[str] = Counter()
        self.barred: set[tuple[str, str]] = set()
        self._last: dict[tuple[str, str], ActionOutcome] = {}
        self._arrivals: set[str] = set()
        self._here = ""
        self._step = -1

    def see(self, turns: Sequence[Turn]) -> None:
        """Add the turns of one decision."""
        self._step += 1
        for turn in turns:
            before, self._here = self._here, clean(turn.location)
            led = self._here if self._here != before else ""
            told, *more = [*_sentences(turn.observation, self._here)] or [""]
            if led:
                self.visits[led] += 1
                self._arrivals.add(told)
            if turn.command:
                # The description of a place is not an outcome.
                news = "" if led or told in self._arrivals else told
                outcome = ActionOutcome(self._step, led, news, bool(more), turn.inventory, turn.as_text())
                self._last[before, clean(turn.command)] = outcome
                way = direction_of(turn.command)
                if way and led:
                    self.barred.discard((before, way))
                elif way:
                    self.barred.add((before, way))

    def last(self, place: str, command: str) -> ActionOutcome | None:
        """The last outcome of a command in a place."""
        return self._last.get((place, clean(command)))


@dataclass(frozen=True)
class Annotator:
    """Annotates the actions of a moment.

    Attributes:
        semantic: whether to include the places and states of things.
        episodic: whether to include outcomes.
        exploration: whether to include unexplored exits.
    """

    semantic: bool = True
    episodic: bool = True
    exploration: bool = True

    def annotate(
        self,
        cue: Cue,
        graph: SemanticGraph,
        outcomes: Outcomes,
        exits: Sequence[Triplet] = (),
        ways: Iterable[Connection] | None = None,
    ) -> dict[str, str]:
        """The annotations of a cue's actions, without empty ones.

        Args:
            exits: the unexplored exits of all places, `(kitchen, has exit, north)`.
            ways: the known connections; None for those in the graph.
        """
        here = clean(cue.turn.location)
        if ways is None:
            ways = filter(None, map(read_connection, graph.incident([here])))
        leads = {way.direction: way for way in ways if way.origin == here}
        untried = gathered((way.subject, way.object) for way in exits if self.exploration)
        wanted = [*cue.plan, cue.goal, *([cue.turn.observation] if cue.steps is not None else [])]
        moment = _Moment(self, graph, outcomes, here, leads, untried, _padded(" ".join(wanted)), cue.turn)
        steps = cue.steps
        known = moment.known if steps is None else lambda action: moment.in_brief(action, steps)
        said = {action: known(action) for action in cue.actions}
        return {action: truncated(text, LONGEST - len(_MORE)) for action, text in said.items() if text}


@dataclass(frozen=True)
class _Moment:
    """What is known at the moment of a decision.

    Attributes:
        ways: the known connections from here, by direction.
        untried: the unexplored directions, by place.
        wanted: the words of plan and goal.
    """

    shows: Annotator
    graph: SemanticGraph
    outcomes: Outcomes
    here: str
    ways: dict[str, Connection]
    untried: dict[str, list[str]]
    wanted: str
    turn: Turn

    @cached_property
    def _carried(self) -> str:
        return _padded(self.turn.inventory)

    def known(self, action: str) -> str:
        last = self.outcomes.last(self.here, action)
        if last and last.place:
            return self._leads_to(last.place)
        if last and last.told and self.shows.episodic and self._holds(last):
            return f"step {last.step}: {last.snippet}"
        if direction := direction_of(action):
            return self._way(direction, last is None)
        if not self.shows.semantic:
            return ""
        words = clean(action).split()
        place = next((name for name in _endings(words) if name in self.outcomes.visits), "")
        return self._of_place(place) if place else self._state(words)

    def in_brief(self, action: str, steps: Mapping[str, int]) -> str:
        """The annotation beside a survey: where a way leads, the last outcome, and what is in a place of plan and
        goal."""
        last = self.outcomes.last(self.here, action)
        if last and last.place:
            return f"to {last.place}"
        if last and last.told and self.shows.episodic and self._holds(last):
            # The outcome of a step is seen at the next one.
            return f"step {steps.get(last.turn, last.step + 1) - 1}: {last.snippet}"
        if direction := direction_of(action):
            way = self.ways.get(direction) if last is None else None
            return f"{'' if way.is_sure else 'perhaps '}to {way.destination}" if way else ""
        place = next((name for name in _endings(clean(action).split()) if name in self.outcomes.visits), "")
        return ", ".join(self._wanted_in(place)[:_THINGS]) if place and self.shows.semantic else ""

    def _of_place(self, place: str) -> str:
        """The unexplored exits of a place, and what is there."""
        untried = ", ".join(self.untried.get(place, ()))
        return "; ".join(filter(None, (f"not tried: {untried}" if untried else "", self._what_is_in(place))))

    def _holds(self, last: ActionOutcome) -> bool:
        """Whether the outcome is likely to be the same again, which is doubtful with another inventory."""
        return last.inventory == self.turn.inventory and last.told not in self.turn.inventory

    def _way(self, direction: str, untried: bool) -> str:
        if way := self.ways.get(direction):
            return self._leads_to(way.destination)
        return "not tried" if untried and self.shows.exploration else ""

    def _leads_to(self, place: str) -> str:
        times = self.outcomes.visits[place]
        often = {0: "not visited", 1: "visited once"}.get(times, f"visited {times} times")
        return f"to {place}, {often}"

    def _what_is_in(self, place: str) -> str:
        """The things in a place, those of plan and goal first."""
        first = sorted(self._things_in(place), key=lambda thing: _padded(thing) not in self.wanted)
        return ", ".join(first[:_THINGS])

    def _wanted_in(self, place: str) -> list[str]:
        """The things of plan and goal that are in a place by the newest facts, and are not carried."""

        def is_wanted(thing: str) -> bool:
            return (words := _padded(thing)) in self.wanted and words not in self._carried

        told = [fact for fact in self.graph.of_kind(place, is_content) if is_wanted(placed(fact)[0])]
        return [*dict.fromkeys(placed(each)[0] for each in newest_places(told, self.graph))]

    def _things_in(self, place: str) -> list[str]:
        return [*dict.fromkeys(placed(each)[0] for each in self.graph.of_kind(place, is_content))]

    def _state(self, words: Sequence[str]) -> str:
        """The state of the first thing that an action names."""
        thing = next(filter(self.graph.knows, _names(words)), "")
        told = [each.object for each in self.graph.told_of(thing) if each.relation in _IS]
        return f"{thing}: {', '.join(told)}" if told else ""


def _endings(words: Sequence[str]) -> Iterator[str]:
    """The endings of an action without its first word, the longest first."""
    return (" ".join(words[start:]) for start in range(max(1, len(words) - _WORDS), len(words)))


def _names(words: Sequence[str]) -> Iterator[str]:
    """The runs of words in an action after its first word; of those with the same start the longest first."""
    for start in range(1, len(words)):
        for end in range(min(len(words), start + _WORDS), start, -1):
            yield " ".join(words[start:end])


def _padded(text: str) -> str:
    """The words of a text with spaces around them, so that `in` compares whole words."""
    return f" {' '.join(_WORD.findall(text.lower()))} "


def _sentences(observation: str, place: str) -> Iterator[str]:
    """The first sentences of an observation, without the name of the place above them."""
    for sentence in _SENTENCE.split(observation[:_READ]):
        told = " ".join(sentence.split()).rstrip(".")
        if _WORD.search(told) and clean(told.strip(_EDGES)) != place:
            yield told
