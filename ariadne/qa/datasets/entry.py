"""What every data set comes to: questions, each with the paragraphs among which its answer is to be found."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Literal

from pydantic import BaseModel, ConfigDict

Score = Literal["exact", "f1"]

UNKNOWN = ("not mentioned", "no information available")
"""How an answer says that nothing tells it, in the words that LoCoMo's script looks for."""


@dataclass(frozen=True)
class Said:
    """What somebody says in a conversation.

    Attributes:
        role: `user` or `assistant`.
        name: who speaks, where that is known.
    """

    role: str
    text: str
    name: str = ""


@dataclass(frozen=True)
class Paragraph:
    """A text that may help to answer a question.

    Attributes:
        supporting: whether the data set says that the answer needs it.
        date: when it was so, as the data set writes it; empty where it does not say.
        said: the same turn by turn, where it is of a conversation.
    """

    title: str
    text: str
    supporting: bool
    date: str = ""
    said: tuple[Said, ...] = ()

    def as_text(self) -> str:
        """Its title, if it has one, on a line of its own, then its text: how it is observed, indexed and embedded."""
        return f"{self.title}\n{self.text}" if self.title else self.text


@dataclass(frozen=True)
class QAItem:
    """A question with the paragraphs among which its answer is to be found.

    Attributes:
        answers: the answer, then its aliases.
        verdicts: whether yes, no and noanswer are right or wrong, but never half right (HotpotQA's script).
        news: whether the paragraphs are news, one after the other: of two that contradict each other, the later holds.
        contained: whether an answer is exact that contains the right one (MemoryAgentBench's substring match).
        shared: the name of a list of paragraphs that many questions are about, so that it is learned once; empty where
            a question has its own.
        date: when the question is asked, as the data set writes it; empty where it does not say.
        abstains: whether the data set has questions that cannot be answered, so that whoever answers may say so.
        answerable: whether this question can be; if not, an answer is right that says so, and none is half right.
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
        """The measure that the data set goes by."""
        return "exact" if self.contained else "f1"


class Entry(BaseModel, ABC):
    """A question as the files of a data set have it. What has other fields is none of that data set.

    Attributes:
        note: what whoever reads its scores has to know.
    """

    note: ClassVar[str] = ""

    model_config = ConfigDict(extra="forbid", frozen=True)

    @abstractmethod
    def item(self, dataset: str) -> QAItem | None:
        """The question; None where it is to be left out.

        Args:
            dataset: the name of the data set.
        """

    def items(self, dataset: str) -> Iterator[QAItem]:
        """The questions of an entry that has several about the same paragraphs; else its one."""
        if item := self.item(dataset):
            yield item
