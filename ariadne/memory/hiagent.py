"""HiAgent's working memory: sub-goals as chunks, folded into summaries when they end (HiAgent, section 3)."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from ariadne import events
from ariadne.errors import AnswerError
from ariadne.memory.memory import Chapter, Cue, Memory, Recollection
from ariadne.models.answers import Folded
from ariadne.models.model import Ask
from ariadne.models.question import Question
from ariadne.record import Record
from ariadne.worlds.world import Turn

_RETRIEVE = re.compile(r"\W*+retrieve(?:\W*+(?:sub-?\s?goal|number))?[\W_]*+(\d{1,9})\W*", re.IGNORECASE)
MET, NOT_MET = "The sub-goal is met.", "The sub-goal is not met."


@dataclass(frozen=True)
class Switches:
    """The ablations of HiAgent (section 4.5).

    Attributes:
        fold: replace finished sub-goals by their outcome; otherwise all turns stay (task decomposition).
        summarize: have the model summarize the outcome; otherwise it is the last observation.
        retrieve: let the agent unfold sub-goals.
        near: the most finished sub-goals that are shown.
    """

    fold: bool = True
    summarize: bool = True
    retrieve: bool = True
    near: float = math.inf


@dataclass
class Chunk:
    """A sub-goal with its turns.

    Attributes:
        number: from 1.
        summary: its outcome; None for the current sub-goal, or if nothing is folded.
        unfolded: whether its turns are shown again.
        asked: operations with their answers, each with the number of turns before it.
    """

    number: int
    subgoal: str
    turns: list[Turn] = field(default_factory=list)
    summary: str | None = None
    unfolded: bool = False
    asked: list[tuple[int, Turn]] = field(default_factory=list)


class HiAgentMemory(Memory):
    """Recalls `g0, s0, …, gn, a, o, …`: past sub-goals with their summaries, and the turns of the current one.

    The first line of the plan is the current sub-goal. When it changes, the last chunk is folded.
    """

    def __init__(self, ask: Ask, record: Record, switches: Switches = Switches()) -> None:
        self._ask = ask
        self._record = record
        self._switches = switches
        # An `isinstance` of `Operable` looks up the operations, also before an episode.
        self._chunks: list[Chunk] = []

    async def begin(self, goal: str) -> None:
        self._goal = goal
        self._opening: list[Turn] = []
        self._chunks = []

    async def observe(self, turns: Sequence[Turn], plan: Sequence[str]) -> None:
        if plan:
            await self._turn_to(plan)
            self._chunks[-1].turns += turns
        else:
            self._opening += turns

    async def recall(self, cue: Cue) -> Recollection:
        return Recollection(history=tuple(self._history(cue.turn)), complete=True)

    @property
    def operations(self) -> tuple[str, ...]:
        """Trajectory retrieval (section 3.4), as soon as a chunk is folded."""
        if not self._can_retrieve or all(chunk.summary is None for chunk in self._chunks):
            return ()
        return ("retrieve(number): shows everything that was done for the sub-goal of that number",)

    async def handle(self, operation: str, plan: Sequence[str]) -> str | None:
        """Handle `retrieve(k)`: show the turns of chunk k, and this operation, until the next sub-goal."""
        match = _RETRIEVE.fullmatch(operation)
        if match is None or not self._can_retrieve:
            return None
        if plan:
            await self._turn_to(plan)
        answer = self._unfold(int(match[1]))
        if self._chunks:
            now = self._chunks[-1]
            now.asked.append((len(now.turns), Turn(operation, answer)))
        return answer

    def shown(self, now: Turn) -> list[Turn]:
        """The turns that are shown whole, without the present one."""
        open_chunks = (chunk for chunk in self._chunks if chunk.summary is None or chunk.unfolded)
        turns = (*self._opening, *(turn for chunk in open_chunks for turn in chunk.turns))
        return [turn for turn in turns if turn is not now]

    @property
    def _can_retrieve(self) -> bool:
        return self._switches.fold and self._switches.retrieve

    def _unfold(self, number: int) -> str:
        """Show the turns of a folded chunk, and return a note."""
        chunk = next((chunk for chunk in self._chunks if chunk.number == number), None)
        if chunk is None or chunk.summary is None:
            return f"There is no sub-goal {number} that is done with."
        chunk.unfolded = True
        self._record(events.Retrieved(number=number, subgoal=chunk.subgoal))
        return f"What was done for sub-goal {number} is shown above."

    async def _turn_to(self, plan: Sequence[str]) -> None:
        """If the sub-goal is new, begin a chunk for it, and fold the last one."""
        subgoal = plan[0].partition(" | ")[0].strip()
        if self._chunks and self._chunks[-1].subgoal == subgoal:
            return
        for chunk in self._chunks:
            chunk.unfolded = False
        if self._chunks and self._switches.fold:
            await self._fold(self._chunks[-1])
        self._chunks.append(Chunk(len(self._chunks) + 1, subgoal))

    async def _fold(self, chunk: Chunk) -> None:
        """Replace a chunk by its summary: s_i = S(g_i, o_0, a_0, …, o_t) (section 3.3)."""
        chunk.asked.clear()
        if not chunk.turns:
            chunk.summary = "Nothing was done for it."
        elif self._switches.summarize:
            chunk.summary = await self._summary(chunk)
        else:
            chunk.summary = chunk.turns[-1].observation
        self._record(events.FoldedEvent(number=chunk.number, subgoal=chunk.subgoal, summary=chunk.summary))

    async def _summary(self, chunk: Chunk) -> str:
        """The model's summary, and whether the sub-goal is met; the last observation if the reply is unusable."""
        turns = [turn.as_text() for turn in chunk.turns]
        question = Question("fold", {"goal": self._goal, "subgoal": chunk.subgoal, "turns": turns}, Folded)
        try:
            answer = await self._ask(question)
        except AnswerError:
            return chunk.turns[-1].observation
        return f"{answer.summary.strip()} {MET if answer.met else NOT_MET}"

    def _history(self, now: Turn) -> Iterator[Turn | Chapter]:
        """Everything except the present turn, which the agent shows itself."""
        yield from (turn for turn in self._opening if turn is not now)
        left_out = len(self._chunks) - 1 - self._switches.near
        for chunk in self._chunks:
            hidden = chunk.number <= left_out and not chunk.unfolded
            if not hidden and (chunk.turns or chunk.summary is not None):
                yield _told(chunk, now)


def _told(chunk: Chunk, now: Turn) -> Chapter:
    """A chunk as it is shown. Operations after its last turn are left to the agent, as is the present turn."""
    if chunk.summary is not None and not chunk.unfolded:
        return Chapter(chunk.number, chunk.subgoal, summary=chunk.summary)
    turns: list[Turn] = []
    for number, turn in enumerate(chunk.turns):
        turns += [asked for after, asked in chunk.asked if after == number]
        turns += [turn] if turn is not now else []
    return Chapter(chunk.number, chunk.subgoal, turns)
