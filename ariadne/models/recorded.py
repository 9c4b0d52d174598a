"""Models with predefined replies, from a script or a file, for tests and replays."""

from __future__ import annotations

import json
from collections import defaultdict, deque
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ValidationError

from ariadne.errors import UserError
from ariadne.files import read_lines
from ariadne.models.model import Model, Reply
from ariadne.models.prices import estimated_usage
from ariadne.models.question import A, Question
from ariadne.models.raw import RawReply
from ariadne.yaml_file import problem

Scripted = str | dict[str, Any]


class ScriptedModel(Model):
    """Answers with a function's result for the question: a text, or an object that is dumped as JSON.

    Texts are parsed like those of any other model, so a script may also contain replies that do not fit.
    """

    def __init__(self, script: Callable[[Question[Any]], Scripted], name: str = "scripted") -> None:
        self.name = name
        self._script = script

    async def answer(self, question: Question[A]) -> Reply[A]:
        """Ask once; the cost is zero, and tokens are estimated."""
        reply = self._script(question)
        text = reply if isinstance(reply, str) else json.dumps(reply, ensure_ascii=False)
        usage = estimated_usage(question.prompt.messages, text, cost_usd=0.0)
        return await RawReply(text, usage).answer_to(question)


class RecordedReply(BaseModel):
    """One line of a recording: the question's name and the reply to it."""

    name: str
    reply: Scripted


class RecordedModel(ScriptedModel):
    """Answers with recorded replies, in their order for each question's name.

    Raises:
        UserError: the recording has no more replies to a question.
    """

    def __init__(self, replies: Iterable[RecordedReply], name: str = "recorded") -> None:
        super().__init__(self._next, name)
        self._left: dict[str, deque[Scripted]] = defaultdict(deque)
        self._given: dict[str, int] = defaultdict(int)
        for recorded in replies:
            self._left[recorded.name].append(recorded.reply)

    @classmethod
    def load(cls, path: Path) -> RecordedModel:
        """Read a JSONL file, one `{"name": ..., "reply": ...}` a line.

        Raises:
            UserError: it cannot be read, or a line is not such an object.
        """
        replies = [_parse(path, number, line) for number, line in enumerate(read_lines(path), 1) if line.strip()]
        return cls(replies, f"recorded:{path}")

    def _next(self, question: Question[Any]) -> Scripted:
        left = self._left[question.name]
        if not left:
            given = self._given[question.name]
            raise UserError(f"{self.name} has no reply to the question '{question.name}' beyond its {given}")
        self._given[question.name] += 1
        return left.popleft()


def _parse(path: Path, number: int, line: str) -> RecordedReply:
    try:
        return RecordedReply.model_validate_json(line)
    except ValidationError as error:
        raise UserError(f"{path}, line {number}: {problem(error)}") from error
