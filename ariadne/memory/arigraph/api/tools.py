"""The tools of a memory for a language model: answer, recall, facts, learn, forget.

The model is shown the names and descriptions of parameters, and the docstrings of tools and results.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence
from datetime import datetime
from typing import Annotated

from pydantic import BaseModel, Field, ValidationError

from ariadne.errors import AriadneError, Failure, UserError
from ariadne.memory.arigraph.api.arigraph import AriGraph
from ariadne.memory.arigraph.api.asking import paragraphs
from ariadne.memory.arigraph.core.dated import utc
from ariadne.memory.arigraph.core.episodes import EpisodeNode
from ariadne.memory.arigraph.core.results import Change
from ariadne.memory.arigraph.retrieval.request import Filters
from ariadne.triplet import Edge

INSTRUCTIONS = """\
A long-term memory. It stores facts (subject, relation, object), each with the times from and until which it held, and
the texts that they come from. Recall before you answer something that you may have been told before. Learn what is
worth keeping, in plain whole sentences with full names ("Alice moved to Berlin", not "she moved there"), with its facts
and with the known facts that it ends: those stay in the history."""

Progress = Callable[[int, int], Awaitable[None]]
"""An asynchronous callback `progress(done, total)`."""

Text = Annotated[
    str, Field(description="Plain sentences that can be understood by themselves; blank lines separate paragraphs.")
]
Time = Annotated[
    datetime | None,
    Field(description="The time of the text, in ISO 8601, such as 2026-03-01T12:00:00Z; by default now."),
]
Source = Annotated[str, Field(description="The document that the text comes from, or the person who said it.")]
Handed = Annotated[
    Sequence[str],
    Field(
        description="Facts of the text, each as 'subject, relation, object', with full names. Leave them out if the "
        "memory has its own model to find them."
    ),
]
Ended = Annotated[
    Sequence[str], Field(description="Known facts that are no longer true, word for word as recall returned them.")
]
From = Annotated[str | None, Field(description="Only texts from this source, and their facts.")]
Since = Annotated[datetime | None, Field(description="Only texts of this time or later, in ISO 8601.")]
Until = Annotated[datetime | None, Field(description="Only texts of this time or earlier, in ISO 8601.")]
Question = Annotated[str, Field(description="A question that names the people, places or things it is about.")]
Query = Annotated[str, Field(description="A question, or the names to look for.")]
Depth = Annotated[int, Field(ge=1, le=4, description="How many links the search follows from fact to fact.")]
Width = Annotated[int, Field(ge=1, le=50, description="How many facts are looked up for each name on the way.")]
Episodes = Annotated[int, Field(ge=0, le=20, description="How many learned texts are returned with the facts.")]
About = Annotated[
    str | None, Field(description="A person, place or thing, by its name in facts; by default, all facts are listed.")
]
At = Annotated[datetime | None, Field(description="List the facts that held at this time, in ISO 8601; default: now.")]
Limit = Annotated[int, Field(ge=1, le=1000, description="Return at most so many facts: the newest.")]
What = Annotated[
    str,
    Field(description='One fact as "subject, relation, object", a name, or a text that was learned, word for word.'),
]


class Fact(BaseModel):
    """A fact with the times at which it held; `until` is null while it holds. `reason`: why it ended. `retired_by`: the
    fact in its place."""

    subject: str
    relation: str
    object: str
    since: datetime | None
    until: datetime | None
    reason: str | None
    retired_by: str | None


class LearnResult(BaseModel):
    """What changed. `added`: new facts. `dropped`: facts that ended. `unmatched`: facts to end that are not known.
    `failed`: why a text was stored without its facts. `facts`: how many hold now."""

    added: list[str]
    dropped: list[str]
    unmatched: list[str]
    failed: list[str]
    facts: int


class TextShown(BaseModel):
    """A learned text, with its time and source."""

    text: str
    time: datetime | None
    source: str


class RecallResult(BaseModel):
    """What is known about a query: facts in the order of the search, and past texts, the best first."""

    facts: list[str]
    episodes: list[TextShown]


class AnswerTold(BaseModel):
    """The answer to a question; `known` is false if it is not in the memory. `values`: each value of the answer.
    `facts`, `texts`: what the answer rests on, or, without a model, the best matches."""

    answer: str
    known: bool
    values: list[str]
    facts: list[Fact]
    texts: list[TextShown]


class FactList(BaseModel):
    """Facts, the oldest first. `total`: how many there are; the newest are returned."""

    facts: list[Fact]
    total: int


class Forgotten(BaseModel):
    """The facts that ended. `texts`: how many texts are no longer recalled."""

    forgotten: list[str]
    texts: int


class Tools:
    """The tools of a memory, as coroutines. They raise `UserError` or `Failure`, with one line for the model.

    Args:
        progress: called by `learn` before each paragraph.
    """

    def __init__(self, memory: AriGraph, progress: Progress | None = None) -> None:
        self._memory, self._progress = memory, progress

    async def answer(self, question: Question) -> AnswerTold:
        """Answer a question from the memory, including its past, with the facts and texts that the answer rests on.

        A memory without a model returns the best matching facts and texts: answer from them.
        """
        if not question.strip():
            raise UserError("the question is empty: ask who, what or where")
        said = await self._memory.answer(question)
        facts, texts = [*map(_fact, said.facts)], [*map(_told, said.texts)]
        return AnswerTold(answer=said.text, known=said.known, values=list(said.values), facts=facts, texts=texts)

    async def recall(
        self,
        query: Query,
        depth: Depth = 2,
        width: Width = 6,
        episodes: Episodes = 2,
        source: From = None,
        since: Since = None,
        until: Until = None,
    ) -> RecallResult:
        """Look up what the memory knows about a question or a name: facts, what they are linked to, and past texts.

        The result is empty if nothing is known.
        """
        if not query.strip():
            raise UserError("the query is empty: ask a question, or name what to look for")
        searched, only = self._memory.searched(query, depth), Filters(source=source, since=since, until=until)
        found = await self._memory.recall(searched, width=width, episodes=episodes, **only)
        return RecallResult(facts=[str(fact) for fact in found.facts], episodes=[*map(_told, found.episodes)])

    async def facts(self, about: About = None, at: At = None, limit: Limit = 100) -> FactList:
        """List the facts that hold, or held at a time: all of them, or those about one person, place or thing.

        The facts about one thing include ended ones, which have an `until`.
        """
        moment = None if at is None else utc(at)
        edges = self._memory.facts(moment) if about is None else self._about(about, moment)
        return FactList(facts=[_fact(edge) for edge in edges[-limit:]], total=len(edges))

    async def learn(
        self, text: Text, time: Time = None, source: Source = "", facts: Handed = (), ended: Ended = ()
    ) -> LearnResult:
        """Remember a text, with its facts. Facts that it ends stay in the history.

        When this returns, the changes are on disk.
        """
        # The caller's facts belong to the text as a whole.
        parts = [text] if facts or ended else paragraphs(text) or [text]
        changes: list[Change] = []
        for number, part in enumerate(parts):
            if self._progress:
                await self._progress(number, len(parts))
            try:
                changes.append(await self._memory.learn(part, time=time, source=source, facts=facts, ended=ended))
            except AriadneError as error:
                done = f" ({number} of {len(parts)} paragraphs are learned)" if number else ""
                raise (UserError if isinstance(error, UserError) else Failure)(f"{error}{done}") from error
        return LearnResult(
            added=_lines(fact for change in changes for fact in change.added),
            dropped=_lines(fact for change in changes for fact in change.removed),
            unmatched=_lines(said for change in changes for said in change.unmatched),
            failed=_lines(said for change in changes for said in change.failed),
            facts=self._memory.stats().facts,
        )

    async def forget(self, what: What) -> Forgotten:
        """End one fact, or all facts about a person, place or thing, and stop recalling the texts that tell them. They
        stay in the history.
        """
        before = self._memory.episodic.nodes.forgotten()
        gone = await self._memory.forget(what)
        texts = self._memory.episodic.nodes.forgotten() - before
        if not gone and not texts:
            raise UserError(f"there is nothing to forget: no fact that holds is '{what}', or names it, and no text")
        return Forgotten(forgotten=_lines(gone), texts=texts)

    def _about(self, name: str, at: datetime | None) -> tuple[Edge, ...]:
        history = self._memory.history(name)
        if not history:
            raise UserError(f"nothing is known of '{name}': recall finds how it is called")
        return tuple(edge for edge in history if at is None or edge.valid_at(at))


def in_a_line(error: BaseException) -> str:
    """An error in one line. For invalid arguments, each with its name."""
    if isinstance(error, ValidationError):
        wrong = (": ".join(filter(None, (".".join(map(str, each["loc"])), each["msg"]))) for each in error.errors())
        return " ".join("; ".join(wrong).split())
    return " ".join(str(error).split())


def _told(node: EpisodeNode) -> TextShown:
    return TextShown(text=node.observation, time=node.time, source=node.source)


def _fact(edge: Edge) -> Fact:
    return Fact(
        **edge.triplet._asdict(),
        since=edge.since,
        until=edge.until,
        reason=edge.reason or None,
        retired_by=str(edge.retired_by) if edge.retired_by else None,
    )


def _lines(said: Iterable[object]) -> list[str]:
    return list(dict.fromkeys(map(str, said)))
