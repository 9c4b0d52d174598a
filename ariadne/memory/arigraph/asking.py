"""A memory that is asked in words: what to search it for, and an answer from what it recalled."""

from __future__ import annotations

import re

from ariadne.memory.arigraph.arigraph import AriGraph, Found
from ariadne.memory.arigraph.episodes import EpisodeNode
from ariadne.memory.arigraph.learn import word_runs
from ariadne.models.answers import Told
from ariadne.models.model import Ask
from ariadne.models.question import Question


def paragraphs(text: str) -> list[str]:
    """The paragraphs of a text, which blank lines part; each is learned as one observation."""
    return [part.strip() for part in re.split(r"\n\s*\n", text.replace("\r\n", "\n")) if part.strip()]


async def consult(
    memory: AriGraph,
    question: str,
    depth: int | None = None,
    width: int | None = None,
    episodes: int | None = None,
) -> Found:
    """What a memory recalls for a question: of its whole text, and of each vertex that it names."""
    named = [name for name in word_runs(question) if memory.graph.knows(name)]
    return await memory.recall([question, *named], depth, width, episodes)


async def answer(ask: Ask, question: str, found: Found) -> str:
    """An answer in words from what was recalled.

    Raises:
        AnswerError: the model's replies cannot be used.
    """
    inputs = {
        "question": question,
        "facts": [str(fact) for fact in found.facts],
        "texts": [_dated(node) for node in found.episodes],
    }
    return (await ask(Question("answer_from_memory", inputs, Told))).answer


def _dated(node: EpisodeNode) -> str:
    return f"{node.observation} ({node.time:%Y-%m-%d %H:%M})" if node.time else node.observation
