"""Annotations: a few words about each valid action, such as `to kitchen, visited once` or `step 4: It is locked`.

Destinations come from connections, the places and states of things from triplets, and outcomes from the episode.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from ariadne.gather import gathered
from ariadne.geography import Connection, direction_of, read_connection
from ariadne.memory.arigraph.agent.surveying import WORD, is_content, newest_places, placed, spaced
from ariadne.memory.arigraph.core.graph import SemanticGraph
from ariadne.memory.memory import Cue
from ariadne.text import truncated
from ariadne.triplet import Triplet, clean
from ariadne.worlds.world import Turn

LONGEST = 60
"""The most characters of an annotation."""
_MORE, _CUT = " ...", "…"
_THINGS = 3
"""The most things listed for a place."""
_WORDS = 6
"""The most words of a name in an action."""
_READ = 500
"""The first sentence of an observation is searched in so many characters."""
_IS = ("is", "are")
_SENTENCE = re.compile(r"(?<=[.!?])\s+|\n")
_EDGES = "-=*#_ \t"


@dataclass(frozen=True)
class ActionOutcome:
    """The outcome of a command.

    Attributes:
        step: the number of the decision, from 1.
        place: where it led, if that is another place.
        told: the first sentence of the observation, if it is news, with an ellipsis if there were more.
    """

    step: int
    turn: Turn
    place: str
    told: str


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
                news = "" if led or told in self._arrivals else f"{told}{_CUT if more else ''}"
                self._last[before, clean(turn.command)] = ActionOutcome(self._step, turn, led, news)
                way = direction_of(turn.command)
                if way and led:
                    self.barred.discard((before, way))
                elif way:
                    self.barred.add((before, way))

    def last(self, place: str, command: str) -> ActionOutcome | None:
        """The last outcome of a command in a place."""
        return self._last.get((place, clean(command)))


@dataclass(frozen=True)
class Parts:
    """Which parts of AriGraph an agent is shown: all, or in ablations less.

    Attributes:
        semantic: facts; in annotations, the places and states of things. Otherwise facts only lead to episodes.
        episodic: the outcomes of actions, in annotations.
        exploration: unexplored exits (AriGraph, appendix B).
        annotations: a few words about each action.
    """

    semantic: bool = True
    episodic: bool = True
    exploration: bool = True
    annotations: bool = True


ALL = Parts()


def annotated(
    cue: Cue,
    graph: SemanticGraph,
    outcomes: Outcomes,
    shown: Parts = ALL,
    exits: Sequence[Triplet] = (),
    ways: Iterable[Connection] | None = None,
) -> dict[str, str]:
    """The annotations of a cue's actions, without empty ones; brief ones beside a survey.

    Args:
        exits: the unexplored exits of all places, `(kitchen, has exit, north)`.
        ways: the known connections; None for those in the graph.
    """
    here = clean(cue.turn.location)
    if ways is None:
        ways = filter(None, map(read_connection, graph.incident([here])))
    leads = {way.direction: way for way in ways if way.origin == here}
    untried = gathered((way.subject, way.object) for way in exits if shown.exploration)
    wanted = [*cue.plan, cue.goal, *([cue.turn.observation] if cue.steps is not None else [])]
    moment = _Moment(cue, graph, outcomes, shown, here, leads, untried, spaced(" ".join(wanted)))
    said = {action: moment.known(action) for action in cue.actions}
    return {action: truncated(text, LONGEST - len(_MORE)) for action, text in said.items() if text}


@dataclass(frozen=True)
class _Moment:
    """What is known at the moment of a decision.

    Attributes:
        ways: the known connections from here, by direction.
        untried: the unexplored directions, by place.
        wanted: the words of plan and goal.
    """

    cue: Cue
    graph: SemanticGraph
    outcomes: Outcomes
    shown: Parts
    here: str
    ways: dict[str, Connection]
    untried: dict[str, list[str]]
    wanted: str

    @property
    def is_brief(self) -> bool:
        """Whether a survey is shown, too: it tells the contents of places."""
        return self.cue.steps is not None

    @cached_property
    def _carried(self) -> str:
        return spaced(self.cue.turn.inventory)

    def known(self, action: str) -> str:
        """The annotation of an action: where it leads, else its last outcome, else what is known of what it names."""
        last = self.outcomes.last(self.here, action)
        if last and last.place:
            return self._leads_to(last.place)
        if last and last.told and self.shown.episodic and self._holds(last):
            # The outcome of a step is seen at the next one.
            return f"step {(self.cue.steps or {}).get(last.turn.as_text(), last.step + 1) - 1}: {last.told}"
        if direction := direction_of(action):
            return self._way(direction, last is None)
        if not self.shown.semantic:
            return ""
        words = clean(action).split()
        if place := next((name for name in _endings(words) if name in self.outcomes.visits), ""):
            return self._wanted_in(place) if self.is_brief else self._of_place(place)
        return "" if self.is_brief else self._state(words)

    def _holds(self, last: ActionOutcome) -> bool:
        """Whether the outcome is likely to be the same again, which is doubtful with another inventory."""
        inventory = self.cue.turn.inventory
        return last.turn.inventory == inventory and last.told.removesuffix(_CUT) not in inventory

    def _way(self, direction: str, untried: bool) -> str:
        way = self.ways.get(direction)
        if self.is_brief:
            return f"{'' if way.is_sure else 'perhaps '}to {way.destination}" if way and untried else ""
        if way:
            return self._leads_to(way.destination)
        return "not tried" if untried and self.shown.exploration else ""

    def _leads_to(self, place: str) -> str:
        if self.is_brief:
            return f"to {place}"
        times = self.outcomes.visits[place]
        often = {0: "not visited", 1: "visited once"}.get(times, f"visited {times} times")
        return f"to {place}, {often}"

    def _of_place(self, place: str) -> str:
        """The unexplored exits of a place, and the things there, those of plan and goal first."""
        untried = ", ".join(self.untried.get(place, ()))
        things = dict.fromkeys(placed(fact)[0] for fact in self.graph.of_kind(place, is_content))
        first = sorted(things, key=lambda thing: spaced(thing) not in self.wanted)[:_THINGS]
        return "; ".join(filter(None, (f"not tried: {untried}" if untried else "", ", ".join(first))))

    def _wanted_in(self, place: str) -> str:
        """The things of plan and goal that are in a place by the newest facts, and are not carried."""

        def is_wanted(thing: str) -> bool:
            return (words := spaced(thing)) in self.wanted and words not in self._carried

        told = [fact for fact in self.graph.of_kind(place, is_content) if is_wanted(placed(fact)[0])]
        things = dict.fromkeys(placed(each)[0] for each in newest_places(told, self.graph))
        return ", ".join([*things][:_THINGS])

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


def _sentences(observation: str, place: str) -> Iterator[str]:
    """The first sentences of an observation, without the name of the place above them."""
    for sentence in _SENTENCE.split(observation[:_READ]):
        told = " ".join(sentence.split()).rstrip(".")
        if WORD.search(told) and clean(told.strip(_EDGES)) != place:
            yield told
