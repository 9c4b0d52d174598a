"""Triplets of turns, for the memories other than AriGraph, by AriGraph's question."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext

from ariadne.events import Told
from ariadne.geography import connection
from ariadne.memory.arigraph.core.dated import Known
from ariadne.memory.arigraph.core.learn import Reader, tied
from ariadne.memory.arigraph.core.options import Calls, Options
from ariadne.memory.arigraph.core.reading import Seen
from ariadne.memory.memory import Cue
from ariadne.models.model import Ask
from ariadne.triplet import Triplet
from ariadne.worlds.world import Turn


class TurnReader:
    """Reads turns in order. Connections come from the commands, as in AriGraph.

    Args:
        calls: `three` asks the question `learn`, `text` the one for any text (`read`).
    """

    def __init__(self, ask: Ask, calls: Calls = "three") -> None:
        self._reader = Reader(ask, Options(calls=calls))
        self._location = ""

    async def read(self, turns: Sequence[Turn], plan: Sequence[str], known: Known) -> list[list[Triplet]]:
        """The triplets of each turn; none if the model's replies are unusable.

        Args:
            known: facts that the model is shown, for consistent names.
        """
        texts = [turn.as_text() for turn in turns]
        seen = Seen(texts, turns[-1].location, turns[-1].inventory, plan)
        read = await self._reader.read(seen, lambda: nullcontext(known))
        ways = [way for turn in turns for way in self._moved(turn)]
        return tied(list(dict.fromkeys([*read.triplets, *ways])), texts)

    def _moved(self, turn: Turn) -> tuple[Triplet, ...]:
        """The connection that a move has revealed, in both directions."""
        before, self._location = self._location, turn.location
        if not turn.location or before in ("", turn.location):
            return ()
        return connection(before, turn.location, turn.command)


def told(turns: Sequence[Turn], read: Sequence[Sequence[Triplet]]) -> tuple[Told, ...]:
    """Turns with their triplets, for an event."""
    return tuple(Told(turn.as_text(), tuple(map(str, facts))) for turn, facts in zip(turns, read, strict=True))


def query_of(cue: Cue) -> str:
    """The query for a memory that compares texts: the question, else the plan and the present turn."""
    return cue.question or "\n".join((*cue.plan, cue.turn.as_text()))
