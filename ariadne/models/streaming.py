"""Streamed chat completions: reassembled and stopped when they repeat themselves."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import AsyncIterator
from io import StringIO
from typing import Any

from pydantic import AliasChoices, BaseModel, Field, model_validator

from ariadne.errors import Failure
from ariadne.keys import redacted
from ariadne.models.completion import REPEATED, STOPPED, Arguments, Finish, Said
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


class Part(BaseModel):
    """Base of a stream's messages. A null field counts as missing."""

    @model_validator(mode="before")
    @classmethod
    def _but_null(cls, said: Any) -> Any:
        return {name: value for name, value in said.items() if value is not None} if isinstance(said, dict) else said


class Function(Part):
    """A piece of a function's arguments."""

    arguments: Arguments = ""


class ToolCallPiece(Part):
    """A piece of a tool call."""

    index: int = 0
    function: Function = Function()


class Delta(Part):
    """A piece of the reply or of the thoughts."""

    content: Said = ""
    refusal: Said = ""
    reasoning_content: Said = ""
    reasoning: Said = ""
    tool_calls: list[ToolCallPiece] = []


class Piece(Part):
    """A piece of a reply, and the finish reason, if any. A server that does not really stream sends one message."""

    index: int = 0
    delta: Delta = Field(default=Delta(), validation_alias=AliasChoices("delta", "message"))
    finish_reason: Finish = None


class StreamEvent(Part):
    """One event of a stream.

    Attributes:
        usage: at the end of a reply.
        timings: tokens so far, as llama.cpp counts them.
    """

    choices: list[Piece] = []
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
        Unacceptable, and errors of the HTTP library: from the connection.
    """
    try:
        is_stream = response.headers.get("content-type", "").lower().startswith(EVENTS)
        if not is_stream and not (await response.aread()).lstrip().startswith(b"data:"):
            return bytes(response.content)
        reply = _Reply()
        async for event in _events(response):
            if event == DONE:
                return reply.whole(STOPPED if reply.is_begun else None)
            if chunk := _chunk(event):
                if reply.takes(chunk):
                    break
            elif reply.is_begun and not error_in(as_json(event)):
                raise StreamError(f"the stream broke off: {redacted(event.decode('utf-8', 'replace'))}")
            else:
                return event
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
            if name in SAYS and (event := value.strip()):
                yield event


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
                if self._repetition.is_in(self._add(piece.delta)):
                    self._finish = REPEATED
        return self._finish == REPEATED

    @property
    def is_begun(self) -> bool:
        """Whether any text has arrived."""
        return bool(self._said or self._called_with.tell())

    def whole(self, finish: str | None = None) -> bytes:
        """The complete reply; `finish` is its finish reason if the stream gave none."""
        finish = self._finish or finish
        if finish is None:
            raise StreamError("the stream ended before the reply did")
        message: dict[str, Any] = {name: said.getvalue() for name, said in self._said.items()}
        if arguments := self._called_with.getvalue():
            message["tool_calls"] = [{"function": {"arguments": arguments}}]
        choice = {"index": 0, "message": message, "finish_reason": finish}
        return json.dumps({"choices": [choice], "usage": self._usage}).encode()

    def _add(self, delta: Delta) -> str:
        """Add a piece to the reply and return its text."""
        parts: list[str] = []
        for name in TEXTS:
            if text := getattr(delta, name):
                self._said[name].write(text)
                parts.append(text)
        for call in delta.tool_calls:
            if call.index == 0 and call.function.arguments:
                self._called_with.write(call.function.arguments)
                parts.append(call.function.arguments)
        return "".join(parts)
