"""What a memory says: statements of the place or the state of things, in one form, whoever recalls them.

Triplets are taken as they are (`facts.py`). Texts are read by the engine's names and relations (`texts.py`), so that no
memory is judged by the reader that wrote what it knows.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from ariadne.exam import facts, passages, texts
from ariadne.exam.names import Names
from ariadne.exam.passages import Passage
from ariadne.exam.truth import INVENTORY, Topic, named
from ariadne.memory.memory import Recollection
from ariadne.worlds.world import Turn

_DONE = re.compile(r"\bErrand (?P<number>\d{1,9}) is done\b")


@dataclass(frozen=True)
class Statement:
    """That a topic has a value.

    Attributes:
        since: the first step that it speaks of; None if nobody can say which that is.
        until: the first step at which it has it no more; None if for good, as far as is said.
        command: that of the turn which told it; empty where that is not known, or where another person did it.
        mover: who else did it, where that is said.
        task: the number of the errand that was done in that turn; 0 where none was.
    """

    topic: Topic
    value: str
    since: int | None = None
    until: int | None = None
    command: str = ""
    mover: str = ""
    task: int = 0

    def claims(self, step: int) -> bool:
        """Whether it says so of a step."""
        return (self.since is None or self.since <= step) and (self.until is None or step < self.until)


def of_recollection(recalled: Recollection, told: Sequence[Turn], names: Names) -> list[Statement]:
    """What a recollection says. Its facts and its text speak of now. Its history is dated as far as that can be
    counted: as it goes on unbroken from the start. Where it says when something held, that goes before what its
    episodes say of the same.

    Args:
        told: the turns that the memory was told, in order; now is the step of the last.
    """
    dated = joined(_of_all(passages.of_held(recalled.held), names))
    values = {(said.topic, said.value) for said in dated}
    episodes = _of_all(passages.of_episodes(recalled.episodes), names)
    return [
        *_of_all(passages.of_facts(recalled, len(told)), names),
        *dated,
        *(said for said in episodes if (said.topic, said.value) not in values),
        *_of_all(passages.of_history(recalled.history, told), names),
    ]


def of_present(turn: Turn, step: int, names: Names) -> list[Statement]:
    """What the present turn says, with its place and its inventory, as whoever is in it knows them."""
    _, carried = names.marked(turn.inventory)
    hands = [Statement(Topic("place", mention.name), INVENTORY, step) for mention in carried]
    return [*of_passage(Passage(turn.as_text(), step, turn=turn, room=turn.location), names), *hands]


def of_passage(passage: Passage, names: Names) -> list[Statement]:
    """What a passage says, with its cause: the person who is named as such, or else the turn's command, which may also
    have done an errand."""
    return [_caused(said, passage.turn, names) for said in _of_words(passage, names)]


def joined(statements: Iterable[Statement]) -> list[Statement]:
    """Statements in the order of their first steps, in which those that go on where others end are one with them: what
    is said to have been in something, and then on it, was there all along."""
    found: list[Statement] = []
    ending: dict[tuple[Topic, str, int | None], int] = {}
    for said in sorted(statements, key=lambda said: said.since or 0):
        place = ending.pop((said.topic, said.value, said.since), len(found))
        found[place : place + 1] = [replace(found[place], until=said.until) if place < len(found) else said]
        ending[said.topic, said.value, said.until] = place
    return found


def _of_all(found: Iterable[Passage], names: Names) -> list[Statement]:
    return [said for passage in found for said in of_passage(passage, names)]


def _of_words(passage: Passage, names: Names) -> Iterator[Statement]:
    """What the words of a passage say. What was so earlier was so before the time of which it speaks."""
    for line in passage.text.splitlines():
        yield from (Statement(topic, value, passage.since, passage.until) for topic, value in facts.told(line))
    for said in texts.told(passage.text, names, named(passage.room)):
        since, until = (None, passage.since) if said.tense == "earlier" else (passage.since, passage.until)
        yield Statement(said.topic, said.value, since, until, mover=said.mover)


def _caused(said: Statement, turn: Turn | None, names: Names) -> Statement:
    if turn is None or said.mover:
        return said
    told = texts.told(turn.observation, names)
    moved = (each.mover for each in told if (each.topic, each.value) == (said.topic, said.value) and each.mover)
    if mover := next(moved, ""):
        return replace(said, mover=mover)
    done = _DONE.search(turn.observation)
    return replace(said, command=turn.command, task=int(done["number"]) if done else 0)
