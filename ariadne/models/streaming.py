"""Streamed chat completions: reassembled, and stopped when they repeat themselves."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import AsyncIterator
from io import StringIO
from typing import Any

from pydantic import BaseModel, Field

from ariadne.errors import Failure
from ariadne.models.completion import REPEATED
from ariadne.models.failures import as_json, error_in
from ariadne.models.repetition import Repetition

STREAMED = {"stream": True, "stream_options": {"include_usage": True}}
"""The parameters that request a stream."""
EVENTS = "text/event-stream"
SAYS = (b"data", b"error")
DONE = b"[DONE]"
TEXTS = ("content", "refusal", "reasoning_content", "reasoning")


class StreamError(Failure):
    """A stream ended before its reply."""


class Function(BaseModel):
    """A piece of a function's arguments."""

    arguments: str | None = None


class ToolCallPiece(BaseModel):
    """A piece of a tool call."""

    index: int = 0
    function: Function = Function()


class Delta(BaseModel):
    """A piece of the reply or of the thoughts."""

    content: str | None = None
    refusal: str | None = None
    reasoning_content: str | None = None
    reasoning: str | None = None
    tool_calls: list[ToolCallPiece] | None = None


class Piece(BaseModel):
    """A piece of a reply, and the finish reason, if any."""

    index: int = 0
    delta: Delta | None = None
    finish_reason: str | None = None


class StreamEvent(BaseModel):
    """One event of a stream.

    Attributes:
        usage: at the end of a reply.
        timings: tokens so far, as llama.cpp counts them.
    """

    choices: list[Piece] = Field(default_factory=list)
    usage: Any = None
    timings: Any = None

    @property
    def counted(self) -> Any:
        """The tokens so far, in the form of the final count; None if the server sends none."""
        if self.usage or not isinstance(self.timings, dict):
            return self.usage
        try:
            cached, read, written = (int(self.timings[name]) for name in ("cache_n", "prompt_n", "predicted_n"))
        except (KeyError, TypeError, ValueError):
            return None
        details = {"cached_tokens": cached}
        return {"prompt_tokens": cached + read, "completion_tokens": written, "prompt_tokens_details": details}


async def completed(response: Any) -> bytes:
    """The completion in a response, or the error that came instead, as a non-streaming endpoint would send it.

    Args:
        response: of the client's HTTP library, not yet read; it is closed.

    Raises:
        StreamError: the stream ended before its reply.
        TooLong, and errors of the HTTP library: from the connection.
    """
    try:
        if not response.headers.get("content-type", "").startswith(EVENTS):
            return bytes(await response.aread())
        reply = _Reply()
        async for event in _events(response):
            if event == DONE:
                break
            if not (chunk := _chunk(event)):
                return event
            if reply.takes(chunk):
                break
        return reply.whole()
    finally:
        await response.aclose()


async def _events(response: Any) -> AsyncIterator[bytes]:
    """The data of a stream's events, one line each."""
    begun: list[bytes] = []
    async for piece in response.aiter_bytes():
        *lines, rest = piece.split(b"\n")
        if lines:
            lines[0] = b"".join((*begun, lines[0]))
            begun = []
        begun.append(rest)
        for line in lines:
            name, _, value = line.partition(b":")
            if name in SAYS:
                yield value.strip()


def _chunk(event: bytes) -> StreamEvent | None:
    """The piece of a completion in an event; None for another event, such as an error."""
    body = as_json(event)
    try:
        return None if error_in(body) else StreamEvent.model_validate(body)
    except (ValueError, RecursionError):
        return None


class _Reply:
    """A growing reply."""

    def __init__(self) -> None:
        self._said: defaultdict[str, StringIO] = defaultdict(StringIO)
        self._called_with = StringIO()
        self._repetition = Repetition()
        self._finish: str | None = None
        self._usage: Any = None

    def takes(self, chunk: StreamEvent) -> bool:
        """Add a chunk; return whether the reply repeats itself, so no more is read."""
        self._usage = chunk.counted or self._usage
        for piece in chunk.choices:
            if piece.index == 0:
                self._finish = piece.finish_reason or self._finish
                if piece.delta and self._repetition.is_in(self._add(piece.delta)):
                    self._finish = REPEATED
        return self._finish == REPEATED

    def whole(self) -> bytes:
        """The complete reply."""
        if self._finish is None:
            raise StreamError("the stream ended before the reply did")
        message: dict[str, Any] = {name: said.getvalue() for name, said in self._said.items()}
        if arguments := self._called_with.getvalue():
            message["tool_calls"] = [{"function": {"arguments": arguments}}]
        choice = {"index": 0, "message": message, "finish_reason": self._finish}
        return json.dumps({"choices": [choice], "usage": self._usage}).encode()

    def _add(self, delta: Delta) -> str:
        """Add a piece to the reply, and return its text."""
        said: list[str] = []
        for name in TEXTS:
            if text := getattr(delta, name):
                self._said[name].write(text)
                said.append(text)
        for call in delta.tool_calls or ():
            if call.index == 0 and call.function.arguments:
                self._called_with.write(call.function.arguments)
                said.append(call.function.arguments)
        return "".join(said)
