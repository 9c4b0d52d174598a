"""MuSiQue (Trivedi et al. 2022)."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, Field

from ariadne.qa.datasets.entry import Entry, Paragraph, QAItem


class _Paragraph(BaseModel):
    title: str
    paragraph_text: str
    is_supporting: bool


class MuSiQue(Entry):
    """MuSiQue; unanswerable questions of MuSiQue-Full are left out."""

    id: str
    question: str
    question_decomposition: tuple[Any, ...] = ()
    answer: str
    answer_aliases: tuple[str, ...] = ()
    answerable: bool = True
    paragraphs: list[_Paragraph] = Field(min_length=1)

    def item(self, dataset: str) -> QAItem | None:
        if not self.answerable:
            return None
        paragraphs = tuple(Paragraph(one.title, one.paragraph_text, one.is_supporting) for one in self.paragraphs)
        return QAItem(self.id, self.question, (self.answer, *self.answer_aliases), paragraphs, dataset)
