"""What an endpoint gets wrong: functions that say what is sent instead of a good reply.

Nothing is left to chance but by the dice that come with a request, so that the same request meets with the same fault.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

Body = dict[str, Any]


@dataclass(frozen=True)
class Asked:
    """A request that meets with a fault, and what would be replied if all went well."""

    body: Body
    answer: Body
    dice: Random


@dataclass(frozen=True)
class Said:
    """What is sent.

    Attributes:
        length: the bytes that are announced, where they are not those of the content; the connection is closed then.
        hangs: nothing is sent, and the connection stays open.
    """

    content: bytes = b""
    status: int = 200
    kind: str = "application/json"
    headers: Mapping[str, str] = field(default_factory=dict)
    length: int | None = None
    hangs: bool = False


def told(body: object, status: int = 200, headers: Mapping[str, str] | None = None) -> Said:
    """A reply in JSON."""
    return Said(json.dumps(body).encode(), status, headers=headers or {})


def refusal(status: int, message: str, headers: Mapping[str, str] | None = None) -> Said:
    """An error in the form that OpenAI gives it."""
    return told({"error": {"message": message}}, status, headers)


def completion(body: Body, text: str) -> Said:
    """A chat completion, with tokens of four characters."""
    choice = {"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": "stop"}
    asked = sum(len(message["content"]) for message in body["messages"])
    usage = {"prompt_tokens": asked // 4, "completion_tokens": len(text) // 4}
    return told({"id": "1", "object": "chat.completion", "created": 0, "model": "m", "choices": [choice],
                 "usage": usage})  # fmt: skip


def busy(asked: Asked) -> Said:
    """HTTP 429, with a Retry-After that is small, missing, past or nonsense."""
    after = asked.dice.choice(["0.1", "0.1", "", "-5", "soon", "nan", "1e999", "Thu, 01 Jan 1970 00:00:00 GMT"])
    return refusal(429, "too many requests", {"Retry-After": after} if after else {})


def broken(asked: Asked) -> Said:
    """HTTP 500, 502, 503 and 408, with an error in JSON or a page."""
    status = asked.dice.choice([500, 502, 503, 408])
    if asked.dice.random() < 0.5:
        return refusal(status, "the server is overloaded")
    return Said(b"<html><h1>Bad Gateway</h1><hr>nginx</html>", status, "text/html")


def hang(asked: Asked) -> Said:
    """No reply, on a connection that stays open."""
    return Said(hangs=True)


def cut(asked: Asked) -> Said:
    """Less than was announced, or more."""
    content = completion(asked.body, json.dumps(asked.answer)).content
    return Said(content, length=asked.dice.choice([2 * len(content), len(content) // 2]))


def gibberish(asked: Asked) -> Said:
    """A page of HTML as if all were well."""
    return Said(b"<html>Welcome!</html>", kind="text/html")


def rubbish(asked: Asked) -> Said:
    """Prose, labels, or half of the JSON that was asked for."""
    half = json.dumps(asked.answer)
    prose = "As a model of language, I would rather not."
    labels = "\n".join(f"{name.capitalize()}: {value}" for name, value in asked.answer.items())
    return completion(asked.body, asked.dice.choice([prose, labels, half[: len(half) // 2], "{" * 2_000, "```json\n"]))


FAULTS: dict[str, Callable[[Asked], Said]] = {
    fault.__name__: fault for fault in (busy, broken, cut, hang, gibberish, rubbish)
}
