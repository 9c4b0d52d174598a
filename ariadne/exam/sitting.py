"""A sitting: a play is told to a memory turn by turn, as to an agent's, and its questions are asked on the way."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from ariadne.exam.marking import Mark, mark
from ariadne.exam.play import Play
from ariadne.exam.questions import Kind, Question
from ariadne.exam.statements import of_present, of_recollection
from ariadne.memory.memory import Cue, Memory, Recollection
from ariadne.models.prices import estimated_tokens
from ariadne.worlds.world import Turn

DEPTH = 2
"""Of AriGraph's searches for what matters to an agent; a question has a depth of its own."""
BY_TURN: tuple[Kind, ...] = ("who", "errand")
"""What only the whole turn tells in which something came to be so, and not its command."""


@dataclass(frozen=True)
class Marked:
    """A question with its mark, and how many tokens of four characters the memory's answer to it takes."""

    question: Question
    mark: Mark
    tokens: int


async def sit(memory: Memory, play: Play, questions: Sequence[Question]) -> AsyncIterator[Marked]:
    """Examine a memory. Whoever asks sees the present turn as well, and knows which step it is.

    Args:
        questions: in the order of their steps.
    """
    names = play.names
    async for question, recalled, told in recollections(memory, play, questions):
        statements = of_recollection(recalled, told, names) + of_present(told[-1], len(told), names)
        texts = [*recalled.as_texts(), *(_told(recalled) if question.kind in BY_TURN else ())]
        yield Marked(question, mark(question, statements), estimated_tokens("\n".join(texts)))


async def recollections(
    memory: Memory, play: Play, questions: Sequence[Question]
) -> AsyncIterator[tuple[Question, Recollection, Sequence[Turn]]]:
    """What a memory recalls to each question, and the turns that it was told by then.

    Args:
        questions: in the order of their steps.
    """
    asked = {step: list(group) for step, group in groupby(questions, key=lambda question: question.step)}
    turns = play.turns
    await memory.begin(play.goal)
    for step, turn in enumerate(turns, 1):
        await memory.observe([turn], ())
        for question in asked.get(step, ()):
            recalled = await memory.recall(Cue(play.goal, (), turn, (), question=question.text))
            yield question, recalled, turns[:step]
    await memory.end("over")


def _told(recalled: Recollection) -> Iterator[str]:
    """The turns that tell of what is said to have held, beside those that are shown anyway."""
    turns = dict.fromkeys(held.told for held in recalled.held if held.told)
    return (turn.as_text() for turn in turns if turn not in recalled.episodes)
