"""What a memory recalls, passage by passage, with what is known of the time of each: nothing is read here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from ariadne.exam.texts import HEADING
from ariadne.memory.memory import Chapter, Held, Recollection
from ariadne.worlds.world import Turn


@dataclass(frozen=True)
class Passage:
    """A triplet, a turn as a player was shown it, or a text.

    Attributes:
        since: the first step that it speaks of; None if nobody can say which that is.
        until: the first step of which it speaks no more; None if for good, as far as is said.
        turn: the turn that it is, or that told it, if there is one.
        room: where the player was before it, as far as the passages before it tell.
    """

    text: str
    since: int | None = None
    until: int | None = None
    turn: Turn | None = None
    room: str = ""


def of_facts(recalled: Recollection, now: int) -> Iterator[Passage]:
    """Facts and texts, which speak of now."""
    yield from (Passage(fact, now) for fact in (*recalled.facts, *recalled.statements))
    if recalled.text:
        yield Passage(recalled.text, now)


def of_held(past: Iterable[Held]) -> Iterator[Passage]:
    """What says itself when it held."""
    for held in past:
        yield Passage(held.fact, held.since, held.until, held.told)


def of_episodes(episodes: Iterable[Turn]) -> Iterator[Passage]:
    """Turns of any time."""
    for turn in episodes:
        yield Passage(turn.as_text(), turn=turn)


def of_history(history: Iterable[Turn | Chapter], told: Sequence[Turn]) -> Iterator[Passage]:
    """What happened in its order, which is dated as far as that can be counted: as it goes on unbroken from the start.

    Args:
        told: the turns that the memory was told, in order.
    """
    room, unbroken = "", True
    for step, past in enumerate(_in_order(history), 1):
        unbroken = unbroken and step <= len(told) and past == told[step - 1]
        if isinstance(past, str):
            yield Passage(past)
        else:
            yield Passage(past.as_text(), step if unbroken else None, turn=past, room=room)
            room = [room, *HEADING.findall(past.observation)][-1]


def _in_order(history: Iterable[Turn | Chapter]) -> Iterator[Turn | str]:
    for past in history:
        if isinstance(past, Turn):
            yield past
        elif past.summary is None:
            yield from past.turns
        else:
            yield past.summary
