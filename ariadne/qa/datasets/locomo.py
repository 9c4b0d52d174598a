"""LoCoMo (Maharana et al. 2024): long conversations of two people over many sessions, each with many questions."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Annotated, Any, ClassVar, Literal, Self

from pydantic import BaseModel, Field, model_validator

from ariadne.qa.datasets.entry import UNKNOWN, Entry, Paragraph, QAItem, Said

_OPEN_DOMAIN, _ADVERSARIAL = 3, 5
_SESSION = re.compile(r"session_(\d+)")
# The released file has `D8:6; D9:17`, `D:11:26` and `D30:05` as well.
_PLACE = re.compile(r"D:?(\d+):(\d+)")


class _LocomoTurn(BaseModel):
    """Attributes:
    blip_caption: of a picture in the message.
    """

    speaker: str
    dia_id: Annotated[str, Field(pattern=r"^D:?\d+:\d+$")]
    text: str
    blip_caption: str = ""

    def said(self) -> Said:
        picture = f" (sends a picture: {self.blip_caption})" if self.blip_caption else ""
        return Said("user", f"{self.text.strip()}{picture}", self.speaker)


class _Question(BaseModel):
    question: str
    answer: str | int | float | None = None
    evidence: list[str] = []
    category: Literal[1, 2, 3, 4, 5]

    @model_validator(mode="after")
    def _has_an_answer(self) -> Self:
        if self.answerable and self.answer is None:
            raise ValueError("only a question of category 5 may have no answer")
        return self

    @property
    def answerable(self) -> bool:
        """Whether the conversation has the answer; the given answer of an adversarial question is a trap."""
        return self.category != _ADVERSARIAL

    def answers(self) -> tuple[str, ...]:
        if not self.answerable:
            return UNKNOWN
        answer = str(self.answer)
        # The part after the semicolon is the reasoning, which the authors' script leaves out.
        return (answer.partition(";")[0].strip() if self.category == _OPEN_DOMAIN else answer,)


class LoCoMo(Entry):
    """A paragraph is a turn, since evidence names turns; its title is its session and date.

    Fields of a conversation are the names of its two speakers and, of each session, `session_<n>`, which are its turns,
    and `session_<n>_date_time`.
    """

    note: ClassVar[str] = (
        "EM and F1 on LoCoMo compare plain words: its authors stem them and split some answers at commas, others use a "
        "language model as judge, so these are not comparable with published scores. Adversarial questions are right "
        "if the answer says that it was not mentioned."
    )

    sample_id: str
    conversation: dict[str, list[_LocomoTurn] | str]
    qa: list[_Question] = Field(min_length=1)
    event_summary: Any = None
    observation: Any = None
    session_summary: Any = None

    @model_validator(mode="after")
    def _sessions_have_turns_and_dates(self) -> Self:
        sessions = self._sessions()
        if not any(sessions.values()):
            raise ValueError("the conversation has no session with turns, as session_1")
        for number, turns in sessions.items():
            if turns and not self._date(number):
                raise ValueError(f"the conversation has no session_{number}_date_time")
        return self

    def item(self, dataset: str) -> QAItem | None:
        return next(self.items(dataset))

    def items(self, dataset: str) -> Iterator[QAItem]:
        turns = [(place, turn, replace(turn, supporting=True)) for place, turn in self._turns()]
        for number, one in enumerate(self.qa, 1):
            needed = {place for evidence in one.evidence for place in _places(evidence)}
            yield QAItem(
                f"{self.sample_id}-{number}",
                one.question,
                one.answers(),
                tuple(supporting if place in needed else other for place, other, supporting in turns),
                dataset,
                shared=self.sample_id,
                abstains=True,
                answerable=one.answerable,
            )

    def _turns(self) -> Iterator[tuple[tuple[int, int], Paragraph]]:
        """The place of each turn, and its paragraph, in the order of the conversation."""
        for number, turns in sorted(self._sessions().items()):
            date = self._date(number)
            for turn in turns:
                words = turn.said()
                text = f"{words.name}: {words.text}"
                paragraph = Paragraph(f"Session {number}, {date}", text, supporting=False, date=date, said=(words,))
                yield next(_places(turn.dia_id)), paragraph

    def _sessions(self) -> dict[int, list[_LocomoTurn]]:
        """The turns of each session, by its number."""
        fields = ((_SESSION.fullmatch(name), value) for name, value in self.conversation.items())
        return {int(name[1]): value for name, value in fields if name and isinstance(value, list)}

    def _date(self, session: int) -> str:
        date = self.conversation.get(f"session_{session}_date_time", "")
        return date if isinstance(date, str) else ""


def _places(evidence: str) -> Iterator[tuple[int, int]]:
    """The turns that are named: each by the number of its session, and its own in that."""
    return ((int(session), int(turn)) for session, turn in _PLACE.findall(evidence))
