"""A real small language model reads paragraphs and answers, behind llama.cpp's server: plumbing, not wits."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import pytest

from ariadne.config import ModelConfig
from ariadne.evaluate.work import Board
from ariadne.models.local import LocalModel
from ariadne.models.model import Model
from ariadne.qa.answering import Answering
from ariadne.qa.plan import QAJob, QAPlan, jobs_of
from ariadne.qa.scorecard import build
from ariadne.runs.resources import Resources
from ariadne.runs.run import Run
from tests.models.test_local_model import smollm2
from tests.qa.asking import cut, items, of_kind


class Small(Resources):
    """One small model for everything."""

    def __init__(self) -> None:
        super().__init__()
        self.small = LocalModel(smollm2(), seed=1, context=4096, max_tokens=24)

    def model(self, name: str, config: ModelConfig) -> Model:
        return self.small

    async def close(self) -> None:
        await self.small.close()


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.skipif(find_spec("xllamacpp") is None, reason="xllamacpp is not installed")
async def test_a_real_small_model_answers_a_question(tmp_path: Path) -> None:
    plan = QAPlan(files=(str(cut(tmp_path, 1)),), models=("smollm2",))
    jobs = jobs_of(plan)
    run = Run(tmp_path / "run")
    result = await Answering(plan, jobs, run, Board[QAJob](), Small()).answer()

    assert (result.finished, result.failed, result.stopped) == (1, 0, "")
    card = build([run.path])
    assert [(row.method, row.finished) for row in card.rows] == [("arigraph", 1)]
    assert all(0 <= (row.f1 or 0) <= 1 and row.cost_usd == 0 for row in card.rows)
    questions = of_kind(run.path, "question")
    assert {question.kind for question in questions} == {"read", "qa_entities", "qa_answer"}
    assert all(question.usage.prompt_tokens > 50 and question.reply for question in questions)
    # Two paragraphs, one search and one answer; what had to be repaired comes on top.
    asked = [
        sum(event.name == "question" and not event.repair for event in events) for events in items(run.path).values()
    ]
    assert asked == [4]
