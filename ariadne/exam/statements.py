"""A recollection as statements: the place or the state of a thing.

Triplets are taken literally (`facts.py`). Texts are read by the engine's names and relations (`texts.py`), so no memory
is graded by the reader that filled it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from ariadne.exam import facts, passages, texts
from ariadne.exam.names import EngineNames
from ariadne.exam.passages import Passage
from ariadne.exam.truth import INVENTORY, Topic, named
from ariadne.memory.memory import Recollection
from ariadne.worlds.world import Turn

_DONE = re.compile(r"\bErrand (?P<number>\d{1,9}) is done\b")


@dataclass(frozen=True)
class Statement:
    """A topic has a value.

    Attributes:
        since: the first step; None if unknown. `until`: the first step at which it is no longer true; None without end.
        command: of the turn it comes from; empty if unknown, or if another person did it.
        mover: another person who did it. `task`: the number of the errand done in that turn; 0 for none.
    """

    topic: Topic
    value: str
    since: int | None = None
    until: int | None = None
    command: str = ""
    mover: str = ""
    task: int = 0

    def claims(self, step: int) -> bool:
        """Whether it is true at a step."""
        return (self.since is None or self.since <= step) and (self.until is None or step < self.until)


def of_recollection(recalled: Recollection, told: Sequence[Turn], names: EngineNames) -> list[Statement]:
    """The statements of a recollection.

    Facts and text are about now. History is dated up to its first gap. Facts with times override episodes that say the
    same.

    Args:
        told: the turns that the memory was shown, in order; the last is now.
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


def of_present(turn: Turn, step: int, names: EngineNames) -> list[Statement]:
    """The statements of the present turn, with its room and inventory."""
    _, carried = names.marked(turn.inventory)
    hands = [Statement(Topic("place", mention.name), INVENTORY, step) for mention in carried]
    return [*of_passage(Passage(turn.as_text(), step, turn=turn, room=turn.location), names), *hands]


def of_passage(passage: Passage, names: EngineNames) -> list[Statement]:
    """The statements of a passage with their cause: the person it names, else the turn's command and errand."""
    return [_caused(said, passage.turn, names) for said in _of_words(passage, names)]


def joined(statements: Iterable[Statement]) -> list[Statement]:
    """Sort statements by their first steps, and join those of one value that meet in time."""
    found: list[Statement] = []
    ending: dict[tuple[Topic, str, int | None], int] = {}
    for said in sorted(statements, key=lambda said: said.since or 0):
        place = ending.pop((said.topic, said.value, said.since), len(found))
        found[place : place + 1] = [replace(found[place], until=said.until) if place < len(found) else said]
        ending[said.topic, said.value, said.until] = place
    return found


def _of_all(found: Iterable[Passage], names: EngineNames) -> list[Statement]:
    return [said for passage in found for said in of_passage(passage, names)]


def _of_words(passage: Passage, names: EngineNames) -> Iterator[Statement]:
    """The statements of a passage. What it calls earlier ended before its time."""
    for line in passage.text.splitlines():
        yield from (Statement(topic, value, passage.since, passage.until) for topic, value in facts.told(line))
    for said in texts.told(passage.text, names, named(passage.room)):
        since, until = (None, passage.since) if said.tense == "earlier" else (passage.since, passage.until)
        yield Statement(said.topic, said.value, since, until, mover=said.mover)


def _caused(said: Statement, turn: Turn | None, names: EngineNames) -> Statement:
    if turn is None or said.mover:
        return said
    claims = texts.told(turn.observation, names)
    moved = (each.mover for each in claims if (each.topic, each.value) == (said.topic, said.value) and each.mover)
    if mover := next(moved, ""):
        return replace(said, mover=mover)
    done = _DONE.search(turn.observation)
    return replace(said, command=turn.command, task=int(done["number"]) if done else 0)
