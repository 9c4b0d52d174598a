"""A sitting: show a play to a memory turn by turn, as an agent would, and ask questions along the way."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from ariadne.exam.marking import Mark, mark
from ariadne.exam.play import Play
from ariadne.exam.questions import ExamQuestion, Kind
from ariadne.exam.statements import of_present, of_recollection
from ariadne.memory.memory import Cue, Memory, Recollection, recalled
from ariadne.models.prices import estimated_tokens
from ariadne.worlds.world import Turn

WIDTH, DEPTH, EPISODES = 6, 2, 2
"""For AriGraph's searches without a question, as in a play. A question sets its own."""
BY_TURN: tuple[Kind, ...] = ("who", "errand")
"""Kinds whose answer is in the whole turn in which a value began, not in its command alone."""


@dataclass(frozen=True)
class Graded:
    """A question with its mark, and the tokens of what the memory recalled for it."""

    question: ExamQuestion
    mark: Mark
    tokens: int


async def sit(memory: Memory, play: Play, questions: Sequence[ExamQuestion]) -> AsyncIterator[Graded]:
    """Examine a memory.

    Besides what the memory recalls, the examiner knows the present turn and its number.

    Args:
        questions: in the order of their steps.
    """
    names = play.names
    async for question, found, told in recollections(memory, play, questions):
        statements = of_recollection(found, told, names) + of_present(told[-1], len(told), names)
        texts = [*found.as_texts(), *(_turns_of_facts(found) if question.kind in BY_TURN else ())]
        yield Graded(question, mark(question, statements), estimated_tokens("\n".join(texts)))


async def recollections(
    memory: Memory, play: Play, questions: Sequence[ExamQuestion]
) -> AsyncIterator[tuple[ExamQuestion, Recollection, Sequence[Turn]]]:
    """Yield what a memory recalls for each question, and the turns it was shown by then.

    Args:
        questions: in the order of their steps.
    """
    asked = {step: list(group) for step, group in groupby(questions, key=lambda question: question.step)}
    turns = play.turns
    await memory.begin(play.goal)
    for step, turn in enumerate(turns, 1):
        await memory.observe([turn], ())
        for question in asked.get(step, ()):
            found = await recalled(memory, Cue(play.goal, (), turn, (), question=question.text))
            yield question, found, turns[:step]
    await memory.end("over")


def _turns_of_facts(recalled: Recollection) -> Iterator[str]:
    """The turns in which the facts with times began, without those that are recalled as episodes."""
    turns = dict.fromkeys(held.told for held in recalled.held if held.told)
    return (turn.as_text() for turn in turns if turn not in recalled.episodes)
