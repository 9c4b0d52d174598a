"""What an endpoint can do wrong: 25 kinds of faults, each a function that says what is sent instead of a good reply.

Nothing is left to chance but by the dice that come with a request, so that the same request meets with the same fault.
"""

from __future__ import annotations

import gzip
import io
import json
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import cache
from random import Random
from typing import Any

Body = dict[str, Any]

GIANT = 8 * 2**20
BOMB = 2**30
FLOOD = 100_000
DEEP = 100_000
DIGITS = 5_000
THOUGHTS = 5_000


@dataclass(frozen=True)
class Asked:
    """A request that meets with a fault.

    Attributes:
        headers: their names in small letters.
        answer: what would be replied if all went well.
        elsewhere: the address of another server.
    """

    headers: Mapping[str, str]
    body: Body
    answer: Body
    dice: Random
    elsewhere: str


class Manner(Enum):
    """How a reply is sent."""

    WHOLE = "at once"
    DRIP = "a few bytes a second"
    HANG = "never"
    RESET = "not at all: the connection is reset"


@dataclass(frozen=True)
class Said:
    """What is sent.

    Attributes:
        length: the bytes that are announced, where they are not those of the content; the connection is closed then.
    """

    content: bytes = b""
    status: int = 200
    kind: str = "application/json"
    headers: Mapping[str, str] = field(default_factory=dict)
    length: int | None = None
    manner: Manner = Manner.WHOLE


def told(body: object, status: int = 200, headers: Mapping[str, str] | None = None) -> Said:
    """A reply in JSON."""
    return Said(json.dumps(body).encode(), status, headers=headers or {})


def refusal(status: int, message: str, headers: Mapping[str, str] | None = None) -> Said:
    """An error in the form that OpenAI gives it."""
    return told({"error": {"message": message}}, status, headers)


def completion(body: Body, text: str | None, usage: Body | None = None) -> Said:
    """A chat completion, with tokens of four characters unless others are given."""
    choice = {"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": "stop"}
    asked = sum(len(message["content"]) for message in body["messages"])
    counted = {"prompt_tokens": asked // 4, "completion_tokens": len(text or "") // 4}
    reply = {"id": "1", "object": "chat.completion", "created": 0, "model": "m", "choices": [choice]}
    return told({**reply, "usage": counted if usage is None else usage})


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


def filtered(asked: Asked) -> Said:
    """A content filter refuses: HTTP 400 or 403 as Azure, Zhipu or OpenRouter say it, or a reply without a message."""
    return asked.dice.choice(
        [
            told({"error": {"code": "content_filter", "innererror": {"content_filter_result": {}}}}, 400),
            told({"error": {"code": "1301", "message": "不安全"}, "contentFilter": [{"level": 1}]}, 400),
            told({"error": {"code": 403, "metadata": {"reasons": ["violence"], "flagged_input": "knife"}}}, 403),
            told({"choices": [{"index": 0, "finish_reason": "content_filter", "message": None}]}),
        ]
    )


def hang(asked: Asked) -> Said:
    """No reply, on a connection that stays open."""
    return Said(manner=Manner.HANG)


def drip(asked: Asked) -> Said:
    """A good reply, a few bytes a second, far past the timeout."""
    return Said(_good(asked).content, manner=Manner.DRIP)


def reset(asked: Asked) -> Said:
    """The connection is reset before a word."""
    return Said(manner=Manner.RESET)


def cut(asked: Asked) -> Said:
    """Less than was announced, or more."""
    content = _good(asked).content
    return Said(content, length=asked.dice.choice([2 * len(content), len(content) // 2]))


def redirect(asked: Asked) -> Said:
    """HTTP 307 or 308 to another server, which must not be asked."""
    return Said(status=asked.dice.choice([307, 308]), headers={"Location": f"{asked.elsewhere}/chat/completions"})


def gibberish(asked: Asked) -> Said:
    """A page of HTML as if all were well."""
    return Said(b"<html>Welcome!</html>", kind="text/html")


def latin(asked: Asked) -> Said:
    """A reply that is no UTF-8."""
    return Said(_good(asked).content.replace(b'"content": "', b'"content": "caf\xe9 \xff\xfe '))


def empty(asked: Asked) -> Said:
    """No body, no choices, no content, or no text."""
    return asked.dice.choice(
        [Said(), told({"choices": []}), completion(asked.body, None), completion(asked.body, ""), Said(b"null")]
    )


def shape(asked: Asked) -> Said:
    """JSON, but no chat completion."""
    text = json.dumps(asked.answer)
    return told(
        asked.dice.choice(
            [
                [], {}, text, 42, asked.answer, {"choices": [{}]}, {"choices": {"0": text}},
                {"choices": [{"text": text}]}, {"error": {"message": "not today"}}, {"choices": [{"message": text}]},
                {"choices": [{"message": {"content": [{"type": "text", "text": text}]}}]},
            ]
        )
    )  # fmt: skip


def giant(asked: Asked) -> Said:
    """Eight megabytes of text around or in the answer."""
    if asked.dice.random() < 0.5:
        return completion(asked.body, "well " * (GIANT // 5) + json.dumps(asked.answer))
    return _answering(asked, _each(asked.answer, lambda line: line + " and more" * (GIANT // 9)))


def bomb(asked: Asked) -> Said:
    """One megabyte that becomes a gigabyte."""
    return Said(_bomb(), headers={"Content-Encoding": "gzip"})


def nested(asked: Asked) -> Said:
    """JSON of 100,000 levels, outside or within the text."""
    opened, closed = asked.dice.choice([("[", "]"), ('{"a":', "}"), ("[", ""), ('{"a":[', "")])
    deep = opened * DEEP + closed * DEEP
    name = next(iter(asked.answer), "a")
    if asked.dice.random() < 0.5:
        return Said(f'{{"choices": {deep}}}'.encode())
    return completion(asked.body, f'{{"{name}": {deep}}}')


def rubbish(asked: Asked) -> Said:
    """Prose, labels, or half of the JSON that was asked for."""
    half = json.dumps(asked.answer)
    prose = "As a model of language, I would rather not."
    labels = "\n".join(f"{name.capitalize()}: {value}" for name, value in asked.answer.items())
    return completion(asked.body, asked.dice.choice([prose, labels, half[: len(half) // 2], "{" * 2_000, "```json\n"]))


def thoughts(asked: Asked) -> Said:
    """Thoughts that are begun again and again and never end."""
    begun = asked.dice.choice(["<think>", "<think> perhaps {", "<thinking>\n", "</think><reasoning>"])
    return completion(asked.body, begun * THOUGHTS + json.dumps(asked.answer))


def surrogates(asked: Asked) -> Said:
    """Lone surrogates, in the text or within the JSON that is the text."""
    answer = _each(asked.answer, lambda line: f"{line}\ud83d")
    return completion(asked.body, json.dumps(answer, ensure_ascii=asked.dice.random() < 0.5))


def numbers(asked: Asked) -> Said:
    """Numbers of 5,000 digits, and some that are none."""
    if asked.dice.random() < 0.5:
        return _answering(asked, _each(asked.answer, lambda line: line + "1" * DIGITS))
    odd = ["NaN", "Infinity", "-Infinity", "1e999", "-1e999", "9" * DIGITS, "-0"]
    said = (f'"{name}": {_odd(value, asked.dice.choice(odd))}' for name, value in asked.answer.items())
    return completion(asked.body, f"{{{', '.join(said)}}}")


def tokens(asked: Asked) -> Said:
    """A good answer with counts of tokens that cannot be."""
    odd = [-5, -(10**9), 10**12, 10**30, 0, 1.5, math.nan, "many", None, [1], True]
    prompt, said, cached = (asked.dice.choice(odd) for _ in range(3))
    usage = {"prompt_tokens": prompt, "completion_tokens": said, "prompt_tokens_details": {"cached_tokens": cached}}
    return completion(asked.body, json.dumps(asked.answer), usage)


def types(asked: Asked) -> Said:
    """Values of other types than those asked for, and names that stand twice."""
    odd = [None, 7, True, "", [], {}, [[]], [None], [{"a": {"b": []}}], {"a": ["b"]}, [[1, [2, [3]]]], "x"]
    first, second = ({name: asked.dice.choice([value, *odd]) for name, value in asked.answer.items()} for _ in "12")
    if asked.dice.random() < 0.5:
        return _answering(asked, first)
    return completion(asked.body, json.dumps(first)[:-1] + ", " + json.dumps(second)[1:])


def flood(asked: Asked) -> Said:
    """Lists of 100,000 lines."""
    lists = {
        name: [f"{value[n % len(value)]} {n}" for n in range(FLOOD)] if isinstance(value, list) and value else value
        for name, value in asked.answer.items()
    }
    return _answering(asked, lists)


def echo(asked: Asked) -> Said:
    """An answer that says the key wherever it can, plain or escaped."""
    return _answering(asked, _each(asked.answer, lambda line: f"{line} {asked.dice.choice(_spellings(_key(asked)))}"))


def confession(asked: Asked) -> Said:
    """An error that shows the request with its key, plain or escaped, as text, as a page or in JSON."""
    shown = f"{asked.dice.choice(['', 'x' * asked.dice.randrange(240)])} Authorization: Bearer"
    keys = asked.dice.sample(_spellings(_key(asked)), 2)
    text = f"{shown} {keys[0]}\r\nX-Api-Key: {keys[1]}"
    forms = (
        refusal(500, text),
        Said(text.encode(), 500, "text/plain"),
        Said(f"<html><pre>{text}</pre></html>".encode(), 502, "text/html"),
        told({"detail": {"headers": {"authorization": text}}}, 503),
        Said(text.encode(), 200, "text/plain"),
    )
    return asked.dice.choice(forms)


def escapes(asked: Asked) -> Said:
    """Titles, cleared screens and links for a terminal, in errors and in answers."""
    code = asked.dice.choice(
        [
            "\x1b]0;owned\x07",
            "\x1b[2J\x1b[H",
            "\x9b31m",
            "\x1b]8;;http://127.0.0.1/\x1b\\x",
            "\x1bP$q\x1b\\",
            "\r\b\b\x7f\u202e",
        ]
    )
    if asked.dice.random() < 0.5:
        return refusal(500, f"overloaded {code} indeed")
    return _answering(asked, _each(asked.answer, lambda line: f"{line}{code}"))


Fault = Callable[[Asked], Said]

FAULTS: dict[str, Fault] = {
    fault.__name__: fault
    for fault in (
        busy, broken, filtered, hang, drip, reset, cut, redirect, gibberish, latin, empty, shape, giant, bomb, nested,
        rubbish, thoughts, surrogates, numbers, tokens, types, flood, echo, confession, escapes,
    )
}  # fmt: skip


def _good(asked: Asked) -> Said:
    return _answering(asked, asked.answer)


def _answering(asked: Asked, answer: Body) -> Said:
    return completion(asked.body, json.dumps(answer))


def _each(value: Any, change: Callable[[str], str]) -> Any:
    """The value with every text in it changed."""
    if isinstance(value, str):
        return change(value)
    if isinstance(value, list):
        return [_each(item, change) for item in value]
    return {name: _each(item, change) for name, item in value.items()} if isinstance(value, dict) else value


def _odd(value: object, number: str) -> str:
    return f"[{number}, {number}]" if isinstance(value, list) else number


def _key(asked: Asked) -> str:
    return asked.headers.get("authorization", "").removeprefix("Bearer ")


def _spellings(key: str) -> list[str]:
    """A key, and as JSON may escape it."""
    return [key, key.replace("/", r"\/")]


@cache
def _bomb() -> bytes:
    packed = io.BytesIO()
    with gzip.GzipFile(fileobj=packed, mode="wb", mtime=0) as file:
        file.write(b'{"choices": [{"message": {"content": "')
        for _ in range(BOMB >> 20):
            file.write(b" " * 2**20)
        file.write(b'"}}]}')
    return packed.getvalue()
