"""mem0-style: facts in plain words that a model adds, updates and deletes (arXiv:2504.19413, section 2.1).

Written from the paper, on our interfaces. Left out: the variant with a graph (2.2), and today's library, which only
adds. An exchange is a command with its observation.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress

from ariadne.embed.cache import TextCache
from ariadne.errors import AnswerError
from ariadne.memory.arigraph.core.learn import MOST_FACTS
from ariadne.memory.likeness import best_first, likeness
from ariadne.memory.memory import Cue, Held, Memory, Recollection
from ariadne.memory.summary import SummaryMemory
from ariadne.memory.turns import query_of
from ariadne.models.answers import Reconciled, Salient
from ariadne.models.model import Ask
from ariadne.models.question import Question
from ariadne.worlds.world import Turn

RECENT = 10
"""m: how many turns are shown before the new ones, and how many steps are between two summaries."""
SIMILAR = 10
"""s: how many memories are compared with a new fact."""
RECALLED = 30
"""How many memories are recalled, as in the authors' evaluation."""

_UPDATE = re.compile(r"\W*(\d{1,9})\b\W*(\S.*)", re.DOTALL)


class Mem0Memory(Memory):
    """Recalls the facts nearest to the present moment, or to a question, then with their steps.

    Nothing is kept of facts that were changed or deleted.
    """

    def __init__(self, ask: Ask, texts: TextCache) -> None:
        self._ask = ask
        self._texts = texts
        self._summary = SummaryMemory(ask)

    async def begin(self, goal: str) -> None:
        await self._summary.begin(goal)
        self._goal = goal
        self._step = 0
        self._memories: list[Held] = []
        """Facts in plain words, each since the step of its last change."""
        self._recent: list[Turn] = []
        self._unsummarized: list[Turn] = []

    async def observe(self, turns: Sequence[Turn], plan: Sequence[str]) -> None:
        """Extract salient facts, and reconcile them with the known ones; every `RECENT` steps, summarize."""
        self._step += 1
        facts = await self._salient(turns)
        if facts:
            await self._reconcile(facts)
        self._unsummarized += turns
        if self._step % RECENT == 0:
            await self._summary.observe(self._unsummarized, plan)
            self._unsummarized = []
        self._recent = [*self._recent, *turns][-RECENT:]

    async def recall(self, cue: Cue) -> Recollection:
        scores = await likeness(self._texts, query_of(cue), [memory.fact for memory in self._memories])
        found = [self._memories[place] for place in best_first(scores)[:RECALLED]]
        if cue.question:
            return Recollection(held=tuple(found))
        return Recollection(statements=tuple(memory.fact for memory in found))

    async def _salient(self, turns: Sequence[Turn]) -> list[str]:
        """Ω = φ(S, m_{t-m}, …, m_t): the facts of the newest turns, read with the summary and the turns before."""
        inputs = {
            "goal": self._goal,
            "summary": self._summary.notes,
            "recent": [turn.as_text() for turn in self._recent],
            "observations": [turn.as_text() for turn in turns],
        }
        try:
            answer = await self._ask(Question("salient", inputs, Salient, most={"facts": MOST_FACTS}))
        except AnswerError:
            return []
        return list(dict.fromkeys(filter(None, map(str.strip, answer.facts))))

    async def _reconcile(self, facts: Sequence[str]) -> None:
        """Have the model add, change and delete. If its reply is unusable, nothing changes."""
        near = await self._near(facts)
        if not near:
            self._memories += [Held(fact, self._step) for fact in facts]
            return
        inputs = {"memories": [self._memories[place].fact for place in near], "facts": facts}
        with suppress(AnswerError):
            answer = await self._ask(Question("reconcile", inputs, Reconciled))
            self._change(answer, near)

    async def _near(self, facts: Sequence[str]) -> list[int]:
        """The places of the memories nearest to any of the facts, the oldest first."""
        known = [memory.fact for memory in self._memories]
        found: set[int] = set()
        for fact in facts if known else ():
            found.update(best_first(await likeness(self._texts, fact, known))[:SIMILAR])
        return sorted(found)

    def _change(self, said: Reconciled, near: Sequence[int]) -> None:
        """Apply a reply, in which the memories at these places are numbered from 1."""
        changed = {near[number - 1]: text for number, text in _updates(said.update) if 1 <= number <= len(near)}
        gone = {near[number - 1] for number in said.delete if 1 <= number <= len(near)} - changed.keys()
        kept = [
            Held(changed[place], self._step) if place in changed else memory
            for place, memory in enumerate(self._memories)
            if place not in gone
        ]
        added = (Held(text, self._step) for line in said.add if (text := line.strip()))
        self._memories = list({memory.fact: memory for memory in [*kept, *added]}.values())


def _updates(lines: Sequence[str]) -> Iterator[tuple[int, str]]:
    """The numbers and new texts of lines such as `3: The lamp is on the table.`"""
    for line in lines:
        if match := _UPDATE.fullmatch(line.strip()):
            yield int(match[1]), match[2].strip()
