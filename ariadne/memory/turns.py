"""Turns as triplets: what the memories beside AriGraph read in them, by the question that AriGraph asks."""

from __future__ import annotations

from collections.abc import Sequence

from ariadne.events import Told
from ariadne.geography import connection
from ariadne.memory.arigraph.core.beside import Known
from ariadne.memory.arigraph.core.learn import Calls, Reader, look_at, tied
from ariadne.memory.arigraph.core.reading import Seen
from ariadne.memory.memory import Cue
from ariadne.models.model import Ask
from ariadne.triplet import Triplet
from ariadne.worlds.world import Turn


class TurnReader:
    """Asks `learn` of turns as they come; connections are told by the commands, as in AriGraph.

    Args:
        calls: `three` asks that, `text` what fits any text (`read`).
    """

    def __init__(self, ask: Ask, calls: Calls = "three") -> None:
        self._reader = Reader(ask, calls)
        self._location = ""

    async def read(self, turns: Sequence[Turn], plan: Sequence[str], known: Known) -> list[list[Triplet]]:
        """The triplets of each turn; none where the model's replies cannot be used.

        Args:
            known: the facts beside which they are read, for the names of things.
        """
        texts = [turn.as_text() for turn in turns]
        read = await self._reader.read(Seen(texts, turns[-1].location, turns[-1].inventory, plan), look_at(known))
        ways = [way for turn in turns for way in self._moved(turn)]
        return tied(list(dict.fromkeys([*read.triplets, *ways])), texts)

    def _moved(self, turn: Turn) -> tuple[Triplet, ...]:
        """The connection that a move has shown, in both directions."""
        before, self._location = self._location, turn.location
        if not turn.location or before in ("", turn.location):
            return ()
        return connection(before, turn.location, turn.command)


def told(turns: Sequence[Turn], read: Sequence[Sequence[Triplet]]) -> tuple[Told, ...]:
    """Turns with the triplets that were read in each, as an event has them."""
    return tuple(Told(turn.as_text(), tuple(map(str, facts))) for turn, facts in zip(turns, read, strict=True))


def query_of(cue: Cue) -> str:
    """What a memory that compares texts is searched for: the question, else the plan and the present turn."""
    return cue.question or "\n".join((*cue.plan, cue.turn.as_text()))
