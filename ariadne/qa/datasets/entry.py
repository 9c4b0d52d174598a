"""The common form of data sets: questions with the paragraphs that may answer them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Literal

from pydantic import BaseModel, ConfigDict

from ariadne.errors import UserError

Score = Literal["exact", "f1"]

UNKNOWN = ("not mentioned", "no information available")
"""Phrases that mark a question as unanswerable, as in LoCoMo's script."""


@dataclass(frozen=True)
class Said:
    """A message of a conversation; `role` is `user` or `assistant`, `name` the speaker, if known."""

    role: str
    text: str
    name: str = ""


@dataclass(frozen=True)
class Paragraph:
    """A text that may help to answer a question.

    Attributes:
        supporting: whether the data set marks it as needed.
        date: as the data set writes it; empty if unknown.
        said: its messages, if it is from a conversation.
    """

    title: str
    text: str
    supporting: bool
    date: str = ""
    said: tuple[Said, ...] = ()

    def as_text(self) -> str:
        """Title and text on separate lines: what is observed, indexed and embedded."""
        return f"{self.title}\n{self.text}" if self.title else self.text


@dataclass(frozen=True)
class QAItem:
    """A question with the paragraphs that may answer it.

    Attributes:
        answers: the answer, then its aliases.
        verdicts: whether yes, no and noanswer get no partial credit (HotpotQA's script).
        news: whether a later paragraph overrides an earlier one that it contradicts.
        contained: whether an answer that contains the right one is exact (MemoryAgentBench's substring match).
        shared: the name of a list of paragraphs that many questions share, which is learned once; else empty.
        date: of the question, as the data set writes it; empty if unknown.
        abstains: whether the data set has unanswerable questions, so the model may say that it does not know.
        answerable: whether this question can be answered; if not, saying so is right.
    """

    id: str
    question: str
    answers: tuple[str, ...]
    paragraphs: tuple[Paragraph, ...]
    dataset: str
    verdicts: bool = False
    news: bool = False
    contained: bool = False
    shared: str = ""
    date: str = ""
    abstains: bool = False
    answerable: bool = True

    @property
    def score(self) -> Score:
        """The measure of the data set."""
        return "exact" if self.contained else "f1"


class Entry(BaseModel):
    """A question, or several, in the form of a data set's files. An entry with other fields is not of that data set.

    A kind of entry defines `item` or `items`.

    Attributes:
        note: what a reader of its scores has to know.
    """

    note: ClassVar[str] = ""

    model_config = ConfigDict(extra="forbid", frozen=True)

    def item(self, dataset: str) -> QAItem | None:
        """The question; None to leave it out. `dataset` is the name of the data set."""
        raise UserError(f"the data set {type(self).__name__} has neither `item` nor `items`")

    def items(self, dataset: str) -> Iterator[QAItem]:
        """The questions, if there may be several."""
        if item := self.item(dataset):
            yield item
