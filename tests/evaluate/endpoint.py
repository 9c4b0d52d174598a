"""An OpenAI-compatible endpoint that plays: a process of its own, that outlives its clients.

A reply follows from the request alone, so that the same play goes the same way however often it is interrupted. Every
request that arrives is a line in the endpoint's log. Run it by hand with `python -m tests.evaluate.endpoint --delay 2`.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import json
import random
import re
import socket
import struct
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, TextIO

from tests.command import environment
from tests.evaluate.troubles import FAULTS, Asked, Body, Manner, Said, completion, refusal

Headers = dict[str, str]

TROUBLES = ("busy", "broken", "cut", "hang", "rubbish", "gibberish")
ASTRAY = "astray"
FOREVER = 3600.0
DRIP_SECONDS = 0.1
DRIP_BYTES = 4


@dataclass
class Endpoint:
    """How it behaves.

    Attributes:
        delay: seconds that a reply takes.
        share: of the requests how many meet with one of the `troubles`: which ones follows from the request, and from
            how often it has arrived.
        well: so many requests are answered well before the first trouble.
        key: requests with another one are refused; empty if none is needed.
        refused: requests with this seed are refused for good.
        log: where requests are written.
        elsewhere: the address of a second server, which no client was told of: it answers nothing.
    """

    delay: float = 0.0
    share: float = 0.0
    troubles: Sequence[str] = TROUBLES
    well: int = 0
    key: str = ""
    refused: int | None = None
    log: TextIO | None = None
    elsewhere: str = ""
    _arrived: Counter[str] = field(default_factory=Counter)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, astray: bool = False) -> None:
        """One connection, which may bring many requests; those that went astray came to the second server."""
        with suppress(ConnectionError, asyncio.IncompleteReadError):
            while head := await reader.readuntil(b"\r\n\r\n"):
                headers = _headers(head)
                content = await reader.readexactly(int(headers.get("content-length", "0")))
                if not await self._react(headers, json.loads(content), writer, astray):
                    break
        writer.close()

    async def _react(self, headers: Headers, body: Body, writer: asyncio.StreamWriter, astray: bool) -> bool:
        """Answer a request; whether the connection is still good for another."""
        digest = hashlib.sha256(json.dumps(body, sort_keys=True).encode()).hexdigest()
        self._arrived[digest] += 1
        trouble = ASTRAY if astray else self._trouble(digest, body)
        if self.log:
            told = {"digest": digest, "form": _form(body), "trouble": trouble, "key": "authorization" in headers}
            print(json.dumps(told), file=self.log, flush=True)
        said = self._said(headers, body, digest, trouble)
        await asyncio.sleep(self.delay)
        return await _send(writer, said)

    def _said(self, headers: Headers, body: Body, digest: str, trouble: str) -> Said:
        if self.key and headers.get("authorization") != f"Bearer {self.key}":
            return refusal(401, "Incorrect API key provided")
        if trouble == "refused":
            return refusal(400, "nothing for you")
        if trouble == ASTRAY:
            return refusal(503, "no request was to come here")
        if trouble:
            dice = random.Random(f"{digest}/{self._arrived[digest]}/{trouble}")
            return FAULTS[trouble](Asked(headers, body, answer(body), dice, self.elsewhere))
        return completion(body, json.dumps(answer(body)))

    def _trouble(self, digest: str, body: Body) -> str:
        if self.refused is not None and body.get("seed") == self.refused:
            return "refused"
        if self._arrived.total() <= self.well:
            return ""
        dice = random.Random(f"{digest}/{self._arrived[digest]}")
        return dice.choice(self.troubles) if dice.random() < self.share else ""


def answer(body: Body) -> Body:
    """A reply of the form that a request asks for."""
    asked = next(message["content"] for message in body["messages"] if message["role"] == "user")
    dice = random.Random(json.dumps(body["messages"]))
    return {name: _value(name, asked, dice) for name in _properties(body)}


def _value(name: str, asked: str, dice: random.Random) -> Any:
    """What stands under a name of an answer."""
    words = sorted({word for word in asked.lower().split() if word.isalpha() and len(word) > 4})
    things = dice.sample(words, min(4, len(words)))
    match name:
        case "action":
            return dice.choice(_listed(asked))
        case "triplets":
            return [f"{thing}, is near, {dice.choice(words)}" for thing in things]
        case "entities":
            return [f"{thing}: 1" for thing in things]
        case "plan":
            return [f"find the {thing} | it may matter" for thing in things] or ["look around | nothing is known"]
        case "ratings":
            return [dice.randint(1, 10) for line in asked.splitlines() if line.startswith("Text ")]
        case "explore":
            return dice.random() < 0.5
        case "replaced" | "same":
            return []
        case "questions" | "insights":
            return [f"what about the {thing}?" for thing in things]
    return f"{' and '.join(things)} matter"


def _listed(asked: str) -> list[str]:
    """Actions that a prompt lists, a line each or several, without what is known of them, and without numbers."""
    lines = re.split("actions:\n", asked, flags=re.IGNORECASE)[-1].partition("\nPlan:")[0].splitlines()
    bare = (re.sub(r"^\d+\. | \([^()]*\)", "", line) for line in lines if "<" not in line)
    return [action for line in bare for action in _each_of(line)]


def _each_of(line: str) -> list[str]:
    """The actions of a line such as `take: key, box`."""
    verb, _, names = line.rpartition(": ")
    before = f"{verb} " if verb and verb != "not tried" else ""
    return [f"{before}{name}" for name in re.split("[,;] ", names) if name]


def _properties(body: Body) -> list[str]:
    """The names in the form that the prompt asks for."""
    asked = "\n".join(message["content"] for message in body["messages"][:2])
    return re.findall(r'"(\w+)":', asked.rpartition("Reply with JSON:")[2])


def _form(body: Body) -> str:
    return str(body.get("response_format", {}).get("json_schema", {}).get("name", ""))


def _headers(head: bytes) -> Headers:
    lines = head.decode("latin-1").split("\r\n")[1:]
    return {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines if line)}


async def _send(writer: asyncio.StreamWriter, said: Said) -> bool:
    """Send a reply in its manner; whether the connection is still good for another."""
    if said.manner is Manner.RESET:
        # Closing without lingering resets.
        writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        return False
    length = len(said.content) if said.length is None else said.length
    headers = {"Content-Type": said.kind, "Content-Length": length, **said.headers}
    lines = [f"HTTP/1.1 {said.status} Told", *(f"{name}: {value}" for name, value in headers.items()), "", ""]
    content = "\r\n".join(lines).encode() + said.content
    if said.manner is Manner.HANG:
        await asyncio.sleep(FOREVER)
    while said.manner is Manner.DRIP and content:
        writer.write(content[:DRIP_BYTES])
        content = content[DRIP_BYTES:]
        await writer.drain()
        await asyncio.sleep(DRIP_SECONDS)
    writer.write(content)
    await writer.drain()
    return said.length is None


@dataclass(frozen=True)
class Standing:
    """An endpoint that runs."""

    url: str
    log: Path

    def requests(self) -> list[Body]:
        """What has arrived so far: `digest` of the body, `form` of the answer, `trouble` that it met with, and whether
        it brought a `key`."""
        return [json.loads(line) for line in self.log.read_text().splitlines()]


@contextmanager
def standing(log: Path, *arguments: str) -> Iterator[Standing]:
    """Run an endpoint in a process of its own for the time of a test."""
    command = [sys.executable, "-m", "tests.evaluate.endpoint", "--log", str(log), *arguments]
    process = subprocess.Popen(
        command, env=environment(), stdout=subprocess.PIPE, text=True, start_new_session=True
    )  # fmt: skip
    assert process.stdout is not None
    try:
        yield Standing(process.stdout.readline().strip(), log)
    finally:
        process.kill()
        process.communicate()


async def _run(endpoint: Endpoint, port: int) -> None:
    elsewhere = await asyncio.start_server(partial(endpoint.serve, astray=True), "127.0.0.1", 0, limit=2**20)
    endpoint.elsewhere = _address(elsewhere)
    server = await asyncio.start_server(endpoint.serve, "127.0.0.1", port, limit=2**20, backlog=1024)
    print(_address(server), flush=True)
    await server.serve_forever()


def _address(server: asyncio.Server) -> str:
    return f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1"


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description="An endpoint that plays, for tests and benchmarks.")
    parser.add_argument("--port", type=int, default=0, help="0 for any that is free")
    parser.add_argument("--delay", type=float, default=0.0, help="seconds that a reply takes")
    parser.add_argument("--share", type=float, default=0.0, help="of the requests that meet with trouble")
    parser.add_argument("--troubles", default=",".join(TROUBLES), help="which ones there are")
    parser.add_argument("--well", type=int, default=0, help="so many requests are answered well before")
    parser.add_argument("--key", default="", help="the only one that is let in")
    parser.add_argument("--refused", type=int, help="the seed of requests that are refused for good")
    parser.add_argument("--log", type=argparse.FileType("a"), help="where requests are written")
    told = parser.parse_args()
    troubles = told.troubles.split(",")
    endpoint = Endpoint(told.delay, told.share, troubles, told.well, told.key, told.refused, told.log)
    with suppress(KeyboardInterrupt):
        asyncio.run(_run(endpoint, told.port))


if __name__ == "__main__":
    main()
