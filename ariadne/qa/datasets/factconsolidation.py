"""FactConsolidation of MemoryAgentBench (Hu et al. 2025)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Self

from pydantic import Field, model_validator

from ariadne.qa.datasets.entry import Entry, Paragraph, QAItem

_NUMBERED = re.compile(r"^\d+\. +(.*\S)", re.MULTILINE)


class FactConsolidation(Entry):
    """MemoryAgentBench's FactConsolidation: a numbered list of facts, a sentence each, and questions about them."""

    source: str = Field(min_length=1, max_length=200)
    context: str
    questions: list[str] = Field(min_length=1)
    answers: list[list[str]] = Field(min_length=1)

    @model_validator(mode="after")
    def _each_question_has_answers(self) -> Self:
        if len(self.questions) != len(self.answers) or not all(self.answers):
            raise ValueError("each question must have its list of answers")
        if not _NUMBERED.search(self.context):
            raise ValueError("the context is not a numbered list of facts")
        return self

    def item(self, dataset: str) -> QAItem | None:
        return next(self.items(dataset))

    def items(self, dataset: str) -> Iterator[QAItem]:
        facts = tuple(Paragraph("", fact, supporting=False) for fact in _NUMBERED.findall(self.context))
        for number, (question, answers) in enumerate(zip(self.questions, self.answers, strict=True), 1):
            name = f"{self.source}-{number}"
            yield QAItem(
                name, question, tuple(answers), facts, self.source, news=True, contained=True, shared=self.source
            )
