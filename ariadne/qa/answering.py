"""Answering questions: each with each method, many at once, with all that happens in the events of its job."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence

from ariadne import events
from ariadne.errors import AnswerError, Failure
from ariadne.evaluate.executor import once_or_restarted
from ariadne.evaluate.work import Board, Result, Work
from ariadne.events import ItemEnded, ItemRecalled, ItemScored, ItemStarted
from ariadne.files import reply_cache
from ariadne.models.answers import ShortAnswer
from ariadne.models.cache import ReplyStore
from ariadne.models.model import Model
from ariadne.models.question import A, Question
from ariadne.qa.datasets import UNKNOWN
from ariadne.qa.methods import METHODS, MethodKit, Retrieved, Settings, Shared, supporting_of
from ariadne.qa.metrics import abstention, marks
from ariadne.qa.plan import QAJob, QAPlan
from ariadne.runs.episode import Asker, Tally
from ariadne.runs.events import EventLog
from ariadne.runs.resources import Resources
from ariadne.runs.resume import Past, past_of, remembering
from ariadne.runs.run import Run


class Answering:
    """Does what is left of a run's jobs, in this process.

    Args:
        resources: where models and embedders come from, unless they are those that the plan names.
    """

    def __init__(
        self, plan: QAPlan, jobs: Sequence[QAJob], run: Run, board: Board[QAJob], resources: Resources | None = None
    ) -> None:
        self._plan = plan
        self._run = run
        paths = {job.number: job.events(run) for job in jobs}
        self._work = Work(
            plan,
            jobs,
            lambda number: paths[number] if paths[number].is_file() else None,
            board,
            plan.concurrency,
        )
        self._memories: Shared = {}
        self._resources = resources or Resources(ReplyStore(reply_cache()) if plan.cache and plan.models else None)

    async def answer(self) -> Result:
        """Answer.

        Raises:
            UserError: a mistake that would fail every question.
            CancelledError: Ctrl-C; what was done so far is kept.
        """
        try:
            return await self._work.do(
                lambda job: once_or_restarted(lambda: self._one(job), lambda: job.events(self._run))
            )
        finally:
            await self._resources.close()

    async def _one(self, job: QAJob) -> None:
        """Do a job, or go on with it."""
        path, tally, plan = job.events(self._run), Tally(), self._plan
        past = past_of(path)
        model = await asyncio.to_thread(self._model, job, past)
        texts = await asyncio.to_thread(self._resources.texts, plan)
        log = EventLog(path, lambda event: self._work.progress(job.number, event), past.events)
        try:
            log(self._about(job, model))
            ask = Asker(model, log, tally) if model else _nobody
            settings = Settings(plan.width, plan.depth, plan.episodes, plan.top)
            reader = plan.model_for.get("read", job.model) or ""
            kit = MethodKit(ask, texts, log, settings, self._memories, reader)
            await _to_the_end(job, kit, tally, plan.retrieval_only, past.seconds)
        finally:
            log.close()

    def _model(self, job: QAJob, past: Past) -> Model | None:
        if job.model is None:
            return None
        return remembering(self._resources.model(job.model, self._plan), past, self._resources.store)

    def _about(self, job: QAJob, model: Model | None) -> ItemStarted:
        return ItemStarted(
            item=job.item.id,
            dataset=job.item.dataset,
            question=job.item.question,
            method=job.method,
            model=model.name if model else None,
            asked=job.model,
            model_for=dict(self._plan.model_for),
            base_url=self._plan.base_url,
            embedder=self._plan.embedder,
            paragraphs=len(job.item.paragraphs),
            run=str(self._run.path),
            versions=dict(self._plan.versions),
            # What many questions share is told by the data set, not by each of them.
            texts=() if job.item.shared else tuple(paragraph.as_text() for paragraph in job.item.paragraphs),
        )


async def _to_the_end(job: QAJob, kit: MethodKit, tally: Tally, retrieval_only: bool, earlier: float) -> None:
    """Do a job; the log holds its end however it comes.

    Args:
        earlier: seconds that it had taken before it was interrupted.
    """
    began = time.monotonic()
    why, error = "failed", ""
    try:
        await _retrieve_and_answer(job, kit, retrieval_only)
        why = "retrieved" if retrieval_only else "answered"
    except (asyncio.CancelledError, KeyboardInterrupt, BrokenPipeError):
        why = "stopped"
        raise
    except Exception as caught:
        error = " ".join(str(caught).split()) or type(caught).__name__
        raise
    finally:
        kit.log(
            ItemEnded(
                why=why,
                error=error,
                model_calls=tally.use.calls,
                prompt_tokens=tally.use.prompt_tokens,
                completion_tokens=tally.use.completion_tokens,
                cost_usd=tally.use.cost_usd,
                seconds=round(earlier + time.monotonic() - began, 3),
            )
        )


async def _retrieve_and_answer(job: QAJob, kit: MethodKit, retrieval_only: bool) -> None:
    item = job.item
    found = await METHODS[job.method].retrieve(item, kit)
    kit.log(
        ItemRecalled(
            queries=dict(found.queries),
            facts=tuple(found.facts),
            shown=tuple(found.shown),
            # Where a data set does not say which paragraphs are needed, there is nothing to measure.
            ranking=tuple(found.ranking) if found.ranking is not None and supporting_of(item) else None,
        )
    )
    worth = None
    if not retrieval_only:
        said = await _answered(job, kit, found)
        worth = marks(said, item.answers, item.verdicts, item.contained) if item.answerable else abstention(said)
    kit.log(
        ItemScored(
            answers=tuple(item.answers),
            exact=worth.exact if worth else None,
            f1=worth.f1 if worth else None,
            supporting=tuple(supporting_of(item)),
            score=item.score,
        )
    )


async def _answered(job: QAJob, kit: MethodKit, found: Retrieved) -> str:
    """The answer; nothing, which is wrong, where the model's replies cannot be read as one."""
    texts = [job.item.paragraphs[place].as_text() for place in found.shown]
    inputs: dict[str, str | Sequence[str]] = {"question": job.item.question, "texts": texts, "facts": list(found.facts)}
    if job.item.date:
        inputs["date"] = job.item.date
    if job.item.abstains:
        inputs["unknown"] = UNKNOWN[0]
    question = Question("qa_answer", inputs, ShortAnswer)
    try:
        said = await kit.ask(question)
    except AnswerError as error:
        kit.log(events.Answered(answer="", reason="", error=str(error)))
        return ""
    kit.log(events.Answered(answer=said.answer, reason=said.reason, error=""))
    return said.answer


async def _nobody(question: Question[A], /) -> A:
    raise Failure(f"nobody is there to be asked '{question.name}'")
