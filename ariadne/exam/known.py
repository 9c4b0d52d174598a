"""A player's knowledge at a step: the part of the truth that the play's texts have shown by then."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from ariadne.exam.names import mentions, sentences
from ariadne.exam.play import Play, PlayMoment
from ariadne.exam.truth import Topic

_WORDS = {"open": r"open(?:s|ed)?", "closed": r"closed?|shut|unlock(?:s|ed)?", "locked": r"lock(?:s|ed)?"}


@dataclass(frozen=True)
class Span:
    """A value of a topic that the player saw.

    Attributes:
        since: the step at which it was first seen.
        command: the player's command that caused it; empty if it was so before the player came.
        mover: another person who caused it, if the player was told so.
        task: the number of the task that this did; 0 for none.
    """

    value: str
    since: int
    command: str = ""
    mover: str = ""
    task: int = 0


@dataclass
class TopicHistory:
    """The values of a topic in order, and the room in which it was last seen; empty if a move was only reported."""

    spans: list[Span] = field(default_factory=list)
    room: str = ""


@dataclass(frozen=True)
class PlayerKnowledge:
    """What a player can know after a step.

    Attributes:
        pasts: of the topics whose value is still the one last seen or reported; only these can be asked about.
        first: the values at the start. `unseen`: the things that no text has named yet.
    """

    step: int
    moment: PlayMoment
    pasts: Mapping[Topic, TopicHistory]
    first: Mapping[Topic, str]
    unseen: Sequence[str]

    def value(self, topic: Topic) -> str:
        """The present value."""
        return self.pasts[topic].spans[-1].value


def known_at(play: Play, steps: Sequence[int]) -> Iterator[PlayerKnowledge]:
    """Yield a player's knowledge after each of these steps, in order."""
    pasts: dict[Topic, TopicHistory] = {}
    told: list[str] = []
    for step, moment in enumerate(play.moments, 1):
        before = play.moments[step - 2] if step > 1 else None
        told.append(f"{moment.turn.as_text()}\n{moment.turn.inventory}")
        for topic in [*shown(moment), *(Topic("place", thing) for thing in moment.movers)]:
            _see(pasts.setdefault(topic, TopicHistory()), topic, step, moment, before)
        if step in steps:
            unseen = _unseen(moment, "\n".join([play.goal, *told]))
            yield PlayerKnowledge(step, moment, _current(pasts, moment), play.moments[0].truth.values, unseen)


def shown(moment: PlayMoment) -> list[Topic]:
    """The topics in view whose things the observation names; a state only if the same sentence states it."""
    text, truth = moment.turn.observation, moment.truth
    parts = [sentence for line in text.splitlines() for sentence in sentences(line)]
    return [
        topic
        for topic in truth.values
        if topic.thing in truth.visible and mentions(text, topic.thing) and _is_told(topic, truth.values[topic], parts)
    ]


def _is_told(topic: Topic, value: str, said: Sequence[str]) -> bool:
    if topic.aspect == "place":
        return True
    word = re.compile(rf"\b(?:{_WORDS[value]})\b", re.IGNORECASE)
    return any(word.search(sentence) and mentions(sentence, topic.thing) for sentence in said)


def _see(past: TopicHistory, topic: Topic, step: int, moment: PlayMoment, before: PlayMoment | None) -> None:
    value = moment.truth.values[topic]
    mover = moment.movers.get(topic.thing, "") if topic.aspect == "place" else ""
    last = past.spans[-1].value if past.spans else None
    if before and last not in (None, value) and before.truth.values.get(topic) == last:
        past.spans.append(_changed(value, step, moment, before, mover))
    elif last != value:
        # It changed unseen, so its past cannot be asked about.
        past.spans = [Span(value, step)]
    past.room = "" if mover else moment.truth.room


def _changed(value: str, step: int, moment: PlayMoment, before: PlayMoment, mover: str) -> Span:
    if mover:
        return Span(value, step, mover=mover)
    done = before.score.task if moment.score.score > before.score.score else 0
    return Span(value, step, moment.turn.command, task=done)


def _current(pasts: Mapping[Topic, TopicHistory], moment: PlayMoment) -> dict[Topic, TopicHistory]:
    values = moment.truth.values
    return {
        topic: TopicHistory(list(past.spans), past.room)
        for topic, past in pasts.items()
        if past.spans[-1].value == values.get(topic)
    }


def _unseen(moment: PlayMoment, told: str) -> list[str]:
    things = sorted({topic.thing for topic in moment.truth.values})
    return [thing for thing in things if not mentions(told, thing)]
