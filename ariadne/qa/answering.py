"""Answering questions: each question by each method."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ariadne import events
from ariadne.errors import AnswerError
from ariadne.evaluate.in_process import InProcess
from ariadne.evaluate.scheduler import Board
from ariadne.events import ItemRecalled, ItemScored, ItemStarted
from ariadne.models.answers import ShortAnswer
from ariadne.models.model import Ask, Model
from ariadne.models.question import Question
from ariadne.qa.datasets import UNKNOWN
from ariadne.qa.methods import METHODS, MethodKit, Retrieval, Shared, supporting_of
from ariadne.qa.metrics import abstention, marks
from ariadne.qa.plan import QAJob, QAPlan
from ariadne.runs.events import EventLog
from ariadne.runs.resources import Resources
from ariadne.runs.run import Run

if TYPE_CHECKING:
    from ariadne.embed.cache import TextCache


class Answering(InProcess[QAJob, QAPlan]):
    """Answers the questions that a run has left."""

    def __init__(
        self, plan: QAPlan, jobs: Sequence[QAJob], run: Run, board: Board[QAJob], resources: Resources | None = None
    ) -> None:
        super().__init__(plan, jobs, run, board, resources)
        self._memories: Shared = {}

    async def started(self, job: QAJob, model: Model | None) -> ItemStarted:
        return ItemStarted(
            item=job.item.id,
            dataset=job.item.dataset,
            question=job.item.question,
            method=job.method,
            model=model.name if model else None,
            asked=job.model,
            model_for=dict(self.plan.model_for),
            base_url=self.plan.base_url,
            embedder=self.plan.embedder,
            paragraphs=len(job.item.paragraphs),
            run=str(self.folder.path),
            versions=dict(self.plan.versions),
            # Shared paragraphs would be repeated in the events of every question.
            texts=() if job.item.shared else tuple(paragraph.as_text() for paragraph in job.item.paragraphs),
        )

    async def perform(self, job: QAJob, ask: Ask, texts: TextCache, log: EventLog) -> str:
        plan, item = self.plan, job.item
        reader = plan.model_for.get("read", job.model) or ""
        kit = MethodKit(ask, texts, log, plan.episodes, plan.top, self._memories, reader)
        found = await METHODS[job.method].retrieve(item, kit)
        supporting = tuple(supporting_of(item))
        log(
            ItemRecalled(
                queries=dict(found.queries),
                facts=tuple(found.facts),
                shown=tuple(found.shown),
                # Without supporting paragraphs there is no recall to measure.
                ranking=tuple(found.ranking) if found.ranking is not None and supporting else None,
            )
        )
        worth = None
        if not plan.retrieval_only:
            answer = await _answered(job, kit, found)
            worth = (
                marks(answer, item.answers, item.verdicts, item.contained) if item.answerable else abstention(answer)
            )
        log(
            ItemScored(
                answers=tuple(item.answers),
                exact=worth.exact if worth else None,
                f1=worth.f1 if worth else None,
                supporting=supporting,
                score=item.score,
            )
        )
        return "retrieved" if plan.retrieval_only else "answered"


async def _answered(job: QAJob, kit: MethodKit, found: Retrieval) -> str:
    """The answer; empty, which is wrong, if the model's replies are unusable."""
    texts = [job.item.paragraphs[place].as_text() for place in found.shown]
    inputs: dict[str, str | Sequence[str]] = {"question": job.item.question, "texts": texts, "facts": list(found.facts)}
    if job.item.date:
        inputs["date"] = job.item.date
    if job.item.abstains:
        inputs["unknown"] = UNKNOWN[0]
    question = Question("qa_answer", inputs, ShortAnswer)
    try:
        reply = await kit.ask(question)
    except AnswerError as error:
        kit.log(events.Answered(answer="", reason="", error=str(error)))
        return ""
    kit.log(events.Answered(answer=reply.answer, reason=reply.reason, error=""))
    return reply.answer
