"""A recollection split into passages with their times, not yet read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from ariadne.exam.texts import HEADING
from ariadne.memory.memory import Chapter, Held, Recollection
from ariadne.worlds.world import Turn


@dataclass(frozen=True)
class Passage:
    """A triplet, a turn, or a text.

    Attributes:
        since: the first step that it is about; None if unknown.
        until: the first step that it is no longer about; None without an end.
        turn: the turn that it is, or that it comes from. `room`: where the player was before, if known.
    """

    text: str
    since: int | None = None
    until: int | None = None
    turn: Turn | None = None
    room: str = ""


def of_facts(recalled: Recollection, now: int) -> Iterator[Passage]:
    """Facts and texts, which are about now."""
    yield from (Passage(fact, now) for fact in (*recalled.facts, *recalled.statements))
    if recalled.text:
        yield Passage(recalled.text, now)


def of_held(past: Iterable[Held]) -> Iterator[Passage]:
    """Facts with their own times."""
    for held in past:
        yield Passage(held.fact, held.since, held.until, held.told)


def of_episodes(episodes: Iterable[Turn]) -> Iterator[Passage]:
    """Turns at unknown times."""
    for turn in episodes:
        yield Passage(turn.as_text(), turn=turn)


def of_history(history: Iterable[Turn | Chapter], told: Sequence[Turn]) -> Iterator[Passage]:
    """The history in order. Turns have steps until one differs from those that the memory was shown."""
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
