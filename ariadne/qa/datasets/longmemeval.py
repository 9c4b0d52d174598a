"""LongMemEval (Wu et al. 2025): questions about a user's chats with an assistant, each with its own history."""

from __future__ import annotations

from typing import ClassVar, Literal, Self

from pydantic import BaseModel, Field, model_validator

from ariadne.qa.datasets.entry import UNKNOWN, Entry, Paragraph, QAItem, Said

_ABSTENTION = "_abs"


class _Turn(BaseModel):
    role: Literal["user", "assistant"]
    content: str


class LongMemEval(Entry):
    """A paragraph is a session, whose title is its date.

    Unanswerable questions (ids that end with `_abs`) have no supporting session, so their retrieval is not measured, as
    in the authors' evaluation.
    """

    note: ClassVar[str] = (
        "EM and F1 on LongMemEval compare words: its authors use a language model as judge, so these are not "
        "comparable with published scores. Unanswerable questions are right if the answer says so."
    )

    question_id: str
    question_type: Literal[
        "single-session-user",
        "single-session-assistant",
        "single-session-preference",
        "multi-session",
        "temporal-reasoning",
        "knowledge-update",
    ]
    question: str
    answer: str | int | float
    question_date: str
    haystack_session_ids: list[str]
    haystack_dates: list[str]
    haystack_sessions: list[list[_Turn]] = Field(min_length=1)
    answer_session_ids: list[str]

    @model_validator(mode="after")
    def _each_session_has_id_and_date(self) -> Self:
        if not len(self.haystack_sessions) == len(self.haystack_session_ids) == len(self.haystack_dates):
            raise ValueError("each session must have its id and its date")
        return self

    def item(self, dataset: str) -> QAItem:
        answerable = not self.question_id.endswith(_ABSTENTION)
        needed = set(self.answer_session_ids) if answerable else set()
        sessions = zip(self.haystack_session_ids, self.haystack_dates, self.haystack_sessions, strict=True)
        return QAItem(
            self.question_id,
            self.question,
            (str(self.answer),) if answerable else UNKNOWN,
            tuple(_paragraph(date, turns, session in needed) for session, date, turns in sessions),
            dataset,
            date=self.question_date,
            abstains=True,
            answerable=answerable,
        )


def _paragraph(date: str, turns: list[_Turn], supporting: bool) -> Paragraph:
    """A session as text, a turn a line."""
    messages = tuple(Said(turn.role, text) for turn in turns if (text := turn.content.strip()))
    return Paragraph(date, "\n".join(f"{each.role}: {each.text}" for each in messages), supporting, date, messages)
