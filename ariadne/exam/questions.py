"""Questions about a play with their true answers (docs/exam.md)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Literal, get_args

from ariadne.exam.known import PlayerKnowledge, TopicHistory, known_at
from ariadne.exam.play import Play
from ariadne.exam.truth import EATEN, INVENTORY, Topic

Kind = Literal["now", "before", "when", "why", "last seen", "how many", "not so", "first", "who", "errand"]
KINDS: tuple[Kind, ...] = get_args(Kind)
OF_A_LIFE: tuple[Kind, ...] = ("first", "who", "errand")
"""Kinds that are asked only in a life of errands."""

SITTINGS = 5
"""The number of steps of a play at which questions are asked, equally spaced up to the last."""
OF_A_KIND = 3
"""The largest number of questions of a kind at a step."""


@dataclass(frozen=True)
class ExamQuestion:
    """A question with its true answer.

    Attributes:
        step: after which it is asked. `at`: the step that it asks about.
        topic: what it asks about; for `how many`, the place of the holder.
        value: the value at the asked time; for `not so`, a false one, or empty if every value is false.
        things: to be counted, for `how many`. `since`: for `when`. `room`: for `last seen`. `task`: for `errand`.
        command: for `why`, and for `who` if it was the player. `mover`: another person.
    """

    kind: Kind
    text: str
    step: int
    topic: Topic
    value: str
    at: int
    things: frozenset[str] = frozenset()
    since: int = 0
    command: str = ""
    room: str = ""
    mover: str = ""
    task: int = 0

    @property
    def answer(self) -> str:
        """The true answer in words."""
        if self.kind == "how many":
            return f"{len(self.things)}: {', '.join(sorted(self.things))}" if self.things else "0"
        if self.kind == "not so":
            return "no" if self.value else "unknown"
        by_kind = {
            "when": str(self.since), "why": self.command, "last seen": self.room, "who": self.mover or "you",
            "errand": str(self.task),
        }  # fmt: skip
        return by_kind.get(self.kind, self.value)


def questions_of(play: Play) -> list[ExamQuestion]:
    """The questions about a play, in the order of their steps; always the same."""
    random = Random(f"{play.preset} {play.seed}")
    end = len(play.moments)
    steps = sorted({max(end * sitting // SITTINGS, 1) for sitting in range(1, SITTINGS + 1)})
    found: list[ExamQuestion] = []
    for known in known_at(play, steps):
        for kind in KINDS if known.moment.score.task else _OF_ANY_PLAY:
            candidates = list(_ASKED[kind](known, random))
            found += random.sample(candidates, min(OF_A_KIND, len(candidates)))
    return found


def _now(known: PlayerKnowledge, random: Random) -> Iterator[ExamQuestion]:
    """About what has changed, if anything has."""
    changed = {topic: past for topic, past in known.pasts.items() if len(past.spans) > 1}
    for topic in changed or known.pasts:
        text = f"Where is the {topic.thing} now?" if topic.aspect == "place" else _state_text("Is", topic, " now")
        yield ExamQuestion("now", text, known.step, topic, known.value(topic), known.step)


def _before(known: PlayerKnowledge, random: Random) -> Iterator[ExamQuestion]:
    for topic, past in _changed(known):
        text = f"Where was the {topic.thing} before it came to where it is now?"
        if topic.aspect == "state":
            text = _state_text("Was", topic, " before it became as it is now")
        yield ExamQuestion("before", text, known.step, topic, past.spans[-2].value, past.spans[-1].since - 1)


def _when(known: PlayerKnowledge, random: Random) -> Iterator[ExamQuestion]:
    for topic, past in _changed(known):
        text = f"Since which step is the {topic.thing} {_as_now(topic)}?"
        since = past.spans[-1].since
        yield ExamQuestion("when", text, known.step, topic, known.value(topic), known.step, since=since)


def _why(known: PlayerKnowledge, random: Random) -> Iterator[ExamQuestion]:
    for topic, past in _changed(known):
        if command := past.spans[-1].command:
            text = f"Which command made it so that the {topic.thing} is {_as_now(topic)}?"
            yield ExamQuestion("why", text, known.step, topic, known.value(topic), known.step, command=command)


def _last_seen(known: PlayerKnowledge, random: Random) -> Iterator[ExamQuestion]:
    """In which room a thing was last seen, for things outside the present room."""
    for topic, past in known.pasts.items():
        is_somewhere = topic.aspect == "place" and known.value(topic) not in (INVENTORY, EATEN)
        if is_somewhere and past.room not in ("", known.moment.truth.room):
            value = known.value(topic)
            text = f"In which room did you last see the {topic.thing}?"
            yield ExamQuestion("last seen", text, known.step, topic, value, known.step, room=past.room)


def _how_many(known: PlayerKnowledge, random: Random) -> Iterator[ExamQuestion]:
    """About everything that ever held something, except the inventory."""
    places = {topic.thing: known.value(topic) for topic in known.pasts if topic.aspect == "place"}
    held = (span.value for topic, past in known.pasts.items() if topic.aspect == "place" for span in past.spans)
    for holder in dict.fromkeys(held):
        if holder not in (INVENTORY, EATEN):
            things = frozenset(thing for thing, place in places.items() if place == holder)
            text = f"How many things, as far as you have seen, are in or on the {holder}?"
            yield ExamQuestion("how many", text, known.step, Topic("place", holder), holder, known.step, things)


def _not_so(known: PlayerKnowledge, random: Random) -> Iterator[ExamQuestion]:
    """About former places, places where a thing never was, and things that were never seen."""
    places = [topic for topic in known.pasts if topic.aspect == "place"]
    holders = sorted({known.value(topic) for topic in places} - {INVENTORY, EATEN})
    for topic in places:
        now = known.value(topic)
        once = {span.value for span in known.pasts[topic].spans} - {now}
        elsewhere = [holder for holder in holders if holder not in (now, topic.thing)]
        wrong = random.choice(sorted(once or elsewhere) or [""])
        if wrong:
            text = f"Is the {topic.thing} in or on the {wrong} now?"
            yield ExamQuestion("not so", text, known.step, topic, wrong, known.step)
    for thing in known.unseen:
        yield ExamQuestion("not so", f"Where is the {thing}?", known.step, Topic("place", thing), "", known.step)


def _first(known: PlayerKnowledge, random: Random) -> Iterator[ExamQuestion]:
    """About what has changed more than once, so `first` differs from `before`."""
    for topic, past in _changed(known):
        first = past.spans[0]
        if len(past.spans) > 2 and first.value == known.first.get(topic):
            text = f"Where was the {topic.thing} at first?"
            if topic.aspect == "state":
                text = _state_text("Was", topic, " at first")
            yield ExamQuestion("first", text, known.step, topic, first.value, first.since)


def _who(known: PlayerKnowledge, random: Random) -> Iterator[ExamQuestion]:
    """Who moved a thing. Things that others have moved come first; without any, those that the player moved."""
    places = ((topic, past) for topic, past in _changed(known) if topic.aspect == "place")
    moved = [(topic, past) for topic, past in places if known.value(topic) != EATEN]
    by_others = [(topic, past) for topic, past in moved if any(span.mover for span in past.spans)]
    for topic, past in by_others or moved:
        text, last = f"Who moved the {topic.thing} to where it is now?", past.spans[-1]
        yield ExamQuestion(
            "who", text, known.step, topic, last.value, known.step, command=last.command, mover=last.mover
        )


def _errand(known: PlayerKnowledge, random: Random) -> Iterator[ExamQuestion]:
    """About what changed by the command that did an errand."""
    for topic, past in _changed(known):
        if task := past.spans[-1].task:
            text = f"Which errand was done when the {topic.thing} {_became(topic)}?"
            yield ExamQuestion("errand", text, known.step, topic, known.value(topic), known.step, task=task)


def _changed(known: PlayerKnowledge) -> Iterator[tuple[Topic, TopicHistory]]:
    for topic, past in known.pasts.items():
        if len(past.spans) > 1:
            yield topic, past


def _state_text(verb: str, topic: Topic, when: str) -> str:
    return f"{verb} the {topic.thing} open, closed or locked{when}?"


def _as_now(topic: Topic) -> str:
    return "where it is" if topic.aspect == "place" else "as it is: open, closed or locked"


def _became(topic: Topic) -> str:
    return "came to where it is now" if topic.aspect == "place" else "became as it is now: open, closed or locked"


_OF_ANY_PLAY = tuple(kind for kind in KINDS if kind not in OF_A_LIFE)
_ASKED: Mapping[Kind, Callable[[PlayerKnowledge, Random], Iterator[ExamQuestion]]] = {
    "now": _now,
    "before": _before,
    "when": _when,
    "why": _why,
    "last seen": _last_seen,
    "how many": _how_many,
    "not so": _not_so,
    "first": _first,
    "who": _who,
    "errand": _errand,
}
