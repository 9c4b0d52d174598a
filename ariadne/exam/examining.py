"""Examining: record each play once, show it to each memory, and ask questions about it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ariadne.caches import cached
from ariadne.evaluate.in_process import InProcess
from ariadne.evaluate.scheduler import Board
from ariadne.events import ExamStarted, Marked
from ariadne.exam.plan import CALLS, ExamJob, ExamPlan
from ariadne.exam.play import Play, record
from ariadne.exam.questions import questions_of
from ariadne.exam.sitting import DEPTH, EPISODES, WIDTH, sit
from ariadne.memory.registry import MemoryKit, find_memory
from ariadne.models.model import Ask, Model
from ariadne.record import ignore
from ariadne.runs.events import EventLog
from ariadne.runs.kept import KeptGame, check_same
from ariadne.runs.resources import Resources
from ariadne.runs.run import Run
from ariadne.worlds.registry import find_game

if TYPE_CHECKING:
    from ariadne.embed.cache import TextCache

CACHED_PLAYS = 4
"""Jobs of one play follow one another, so few plays are needed at a time."""


class Examining(InProcess[ExamJob, ExamPlan]):
    """Runs the remaining examinations of a run."""

    def __init__(
        self,
        plan: ExamPlan,
        jobs: Sequence[ExamJob],
        run: Run,
        board: Board[ExamJob],
        resources: Resources | None = None,
    ) -> None:
        super().__init__(plan, jobs, run, board, resources)
        self._recorded = cached(CACHED_PLAYS)(_recorded)
        self._recording = asyncio.Lock()

    async def started(self, job: ExamJob, model: Model | None) -> ExamStarted:
        play = await self._play(job)
        return ExamStarted(
            preset=Path(job.preset).stem,
            seed=job.seed,
            memory=job.memory,
            model=model.name if model else job.model,
            turns=len(play.moments),
            versions=dict(self.plan.versions),
            digest=job.kept.digest if job.kept else "",
            origin=job.kept.origin if job.kept else "",
            source=job.preset if Path(job.preset).suffix else "",
        )

    async def perform(self, job: ExamJob, ask: Ask, texts: TextCache, log: EventLog) -> str:
        play = await self._play(job)
        kit = MemoryKit(ask, texts, ignore, WIDTH, DEPTH, EPISODES, CALLS)
        memory = await asyncio.to_thread(find_memory(job.memory).built, kit)
        questions = await asyncio.to_thread(questions_of, play)
        async for graded in sit(memory, play, questions):
            question, mark = graded.question, graded.mark
            log(
                Marked(
                    kind=question.kind,
                    turn=question.step,
                    question=question.text,
                    answer=question.answer,
                    truth=mark.truth,
                    said=mark.said,
                    stale=mark.stale,
                    tokens=graded.tokens,
                )
            )
        return "examined"

    async def _play(self, job: ExamJob) -> Play:
        async with self._recording:
            return await asyncio.to_thread(self._recorded, job.preset, job.seed, job.kept, job.story)


def _recorded(preset: str, seed: int, kept: KeptGame | None, story: str) -> Play:
    game = find_game(story or preset, seed)
    game.make()
    check_same(preset, game, kept.digest if kept else "")
    return record(game.source, Path(preset).stem, seed)
