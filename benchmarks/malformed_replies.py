"""Malformed replies in whole steps: the time of a step, and whether each still ends in a decision.

    python benchmarks/malformed_replies.py                          20,000 replies to Ariadne with AriGraph
    python benchmarks/malformed_replies.py --replies 2000 --agent hiagent --memory hiagent --calls paper

Every reply is malformed, including those to repairs. A step is all that an agent does between the world's turn and its
decision: learning, recalling, planning, acting, writing the events. The world has four rooms. A hashing embedder
replaces a real one, whose time would hide that of the replies, and rejects what tokenizers reject (`--embedder minilm`
for a real one).
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from random import Random
from typing import Any
from zlib import crc32

import numpy as np

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))
sys.path.insert(0, str(Path(__file__).parent))

from ariadne.agents.agent import Setting  # noqa: E402
from ariadne.agents.framing import Framing  # noqa: E402
from ariadne.agents.registry import LOG_TOKENS, AgentKit, Thinking, find_agent  # noqa: E402
from ariadne.embed.cache import TextCache  # noqa: E402
from ariadne.embed.embedder import Embedder, Vectors  # noqa: E402
from ariadne.embed.registry import load_embedder  # noqa: E402
from ariadne.events import EpisodeEnded, EpisodeStarted  # noqa: E402
from ariadne.history import History  # noqa: E402
from ariadne.memory import registry as memories  # noqa: E402
from ariadne.models.question import Question  # noqa: E402
from ariadne.models.recorded import ScriptedModel  # noqa: E402
from ariadne.record import read_events  # noqa: E402
from ariadne.runs.episode import Asker  # noqa: E402
from ariadne.runs.events import EventLog  # noqa: E402
from ariadne.worlds.world import Turn  # noqa: E402
from tests.damage import damaged  # noqa: E402

STEPS = 64
ROW = "{:>8}{:>7}{:>10}{:>10}{:>10}{:>11}{:>11}{:>16}"
WAYS = {
    "hall": {"go east": "kitchen", "go north": "garden"},
    "kitchen": {"go west": "hall"},
    "garden": {"go south": "hall", "go down": "cellar"},
    "cellar": {"go up": "garden"},
}
SOUND: dict[str, Any] = {
    "triplets": ["key, is on, table", "hall, has exit, north", "lamp | shows | a small, red light"],
    "replaced": ["key, is on, table -> key, is in, box"],
    "entities": ["key: 2", "red lamp | 1", "hall"],
    "plan": ["done 1", "2: find the key | it opens the box", "open the box | the lamp may be in it"],
    "plans": ["go east; take key; go west", "look; go north"],
    "explore": True,
    "reason": "the kitchen was not searched",
    "action": "go east; take key",
    "subgoal": "find the key",
    "summary": "Nothing was found.",
    "met": False,
    "ratings": [3, 7],
    "questions": ["Where is the key?"],
    "insights": ["Keys lie on tables."],
    "facts": ["The key is on the table.", "The hall has exit north."],
    "add": ["The lamp is red."],
    "update": ["1: The key is in the box.", "no number"],
    "delete": [2, 99],
    "kept": [1, 0, 7],
    "lesson": "Search the kitchen first.",
    "answer": "the kitchen",
}


def malformed(dice: Random) -> str:
    """A malformed reply to any question; it may be valid by chance."""
    return KINDS[dice.choice(list(KINDS))](dice, json.dumps(_sound(dice)))


def _sound(dice: Random) -> dict[str, Any]:
    """A valid answer to every question, or a part of it; replaced facts are given by number or in words."""
    names = list(SOUND) if dice.random() < 0.5 else dice.sample(list(SOUND), dice.randint(1, 6))
    return {name: [1, 7] if name == "replaced" and dice.random() < 0.5 else SOUND[name] for name in names}


def _size(dice: Random) -> int:
    """A number of characters: usually that of a reply, sometimes far too many."""
    return dice.randint(100_000, 400_000) if dice.random() < 0.003 else int(10 ** dice.uniform(0, 4))


def _repeated(*pieces: str) -> Callable[[Random, str], str]:
    def made(dice: Random, sound: str) -> str:
        piece, size = dice.choice(pieces), _size(dice)
        text = (piece * (size // len(piece) + 1))[:size]
        return text if dice.random() < 0.3 else sound[: dice.randrange(len(sound))] + text + dice.choice(("", sound))

    return made


def _noise(dice: Random, sound: str) -> str:
    return dice.randbytes(min(_size(dice), 5000)).decode(dice.choice(("latin-1", "utf-8", "utf-16")), "replace")


def _cut(dice: Random, sound: str) -> str:
    return sound[: dice.randrange(len(sound))]


def _damaged(dice: Random, sound: str) -> str:
    return damaged(sound.encode(), dice).decode("utf-8", "replace")


def _deep(dice: Random, sound: str) -> str:
    opening = dice.choice(('{"a":', "[", '{"triplets": [', '[{"plan":'))
    return opening * min(_size(dice), 60_000)


def _values(dice: Random, sound: str) -> str:
    """A valid answer with every value replaced: by another type, a huge value, or a lone surrogate."""
    odd = (
        *(None, True, -1, 0, 10**18, 1e308, float("nan"), float("inf"), "", " ", "\x00", "\ud83d", "\udc00x", "\u2028"),
        *([], {}, [[]], [None], {"a": {"b": []}}, "x" * 3000, "key: " + "9" * 5000, " " * 2000, "a, \ud83d, b"),
        *(["a, b, c"] * 500, [["key", "is on", 3]], [{"subject": "key", "relation": "is", "object": "\udfff"}]),
        *("(" * 2000 + ", is, " + ")" * 2000, "key: -3", ":", "|||", ", , ,", "key | | 2", "→ ->", "..", "go east\n"),
    )  # fmt: skip
    answer = {name: dice.choice(odd) if dice.random() < 0.6 else value for name, value in json.loads(sound).items()}
    answer = {
        name: [value, *dice.sample(odd, 3)] if isinstance(value, list) else value for name, value in answer.items()
    }
    return json.dumps(answer, ensure_ascii=dice.random() < 0.8)


def _numbers(dice: Random, sound: str) -> str:
    number = dice.choice(("9" * 5000, "-" + "1" * 400, "1e999999", "0x10", "1_000", "٣", "1" * 4299))
    return sound.replace("7", number).replace("true", number).replace(": 2", f": {number}")


def _labels(dice: Random, sound: str) -> str:
    parts = (
        "Action",
        "Subgoal",
        "sub-goal",
        ":",
        "：",
        "**",
        " ",
        "\n",
        "1. ",
        "go east",
        "Observation",
        "\t",
        "#",
        "\x1b[2J",
    )
    return "".join(dice.choice(parts) for _ in range(min(_size(dice), 3000)))


def _thoughts(dice: Random, sound: str) -> str:
    parts = ("<think>", "</think>", "<reasoning>", "</REASONING>", "{", sound, "hm ", "\n")
    return "".join(dice.choice(parts) for _ in range(min(_size(dice), 300)))


def _page(dice: Random, sound: str) -> str:
    return (
        f"<html><head><title>502</title><body><pre>{sound}</pre><script>{'x' * min(_size(dice), 9000)}</script></html>"
    )


def _long_list(dice: Random, sound: str) -> str:
    item = dice.choice(('"key, is on, table"', "1", "{}", '"a"', "[1, 2, 3]", '"\\ud800"'))
    return f'{{"{dice.choice(list(SOUND))}": [{", ".join([item] * (_size(dice) // 4 + 1))}]}}'


def _quotes(dice: Random, sound: str) -> str:
    return sound.replace('"', dice.choice(("'", "“", "`", '""', '\\"'))).replace(
        ",", dice.choice((",", "", ",,", ", //"))
    )


def _empty(dice: Random, sound: str) -> str:
    return dice.choice(("", " ", "\n", "\x00", "{}", "[]", "null", "```json\n```", "{{}}", '{"": ""}', "…"))


KINDS: dict[str, Callable[[Random, str], str]] = {
    "noise": _noise,
    "cut": _cut,
    "damaged": _damaged,
    "deep": _deep,
    "values": _values,
    "odd values": _values,
    "numbers": _numbers,
    "labels": _labels,
    "thoughts": _thoughts,
    "page": _page,
    "long list": _long_list,
    "quotes": _quotes,
    "empty": _empty,
    "blanks": _repeated(" ", "\n", "\t", " \n", "\u3000", "\r\n"),
    "brackets": _repeated("(", "[", "{", "}", "]", '{"', '{"a', "{a:", "<", "()", '{"a":1}'),
    "signs": _repeated(
        '"', "'", '", ', '": ', "\\", '\\"', "*", "Action ", "<think>", "// ", "```\n", "a, b, c; ", "-> "
    ),
    "controls": _repeated("\x1b[2J", "\x07", "\x00", "\ud800", "\u202e", "\ufeff", "\udbff\ud800"),
}


class Hashed:
    """Vectors from a text's hash. It accepts what a tokenizer accepts."""

    name = "hashed"
    threshold: float | None = None

    def embed(self, texts: Sequence[str]) -> Vectors:
        seeds = [crc32(text.encode()) for text in texts]
        vectors = np.array([np.random.default_rng(seed).standard_normal(16) for seed in seeds], np.float32)
        vectors = vectors.reshape(len(texts), 16)
        return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


@dataclass(frozen=True)
class Clocks:
    """Wall-clock seconds, and processor seconds of this process."""

    wall: float = 0.0
    busy: float = 0.0

    @classmethod
    def now(cls) -> Clocks:
        return cls(time.perf_counter(), time.process_time())

    def __add__(self, other: Clocks) -> Clocks:
        return Clocks(self.wall + other.wall, self.busy + other.busy)

    def __sub__(self, other: Clocks) -> Clocks:
        return Clocks(self.wall - other.wall, self.busy - other.busy)


@dataclass
class Trial:
    """Episodes of malformed replies.

    Attributes:
        steps: the time of each, without generating the replies. `replies`: their number by question.
        largest: bytes of the largest file of events.
    """

    agent: str = "ariadne"
    memory: str = "arigraph"
    calls: str = "one"
    seed: int = 1
    embedder: Embedder = field(default_factory=Hashed)
    steps: list[Clocks] = field(default_factory=list)
    replies: Counter[str] = field(default_factory=Counter)
    largest: int = 0
    _made_up: Clocks = Clocks()

    async def run(self, replies: int, folder: Path) -> None:
        """Play episodes until the number of replies is reached."""
        dice, texts = Random(self.seed), TextCache(self.embedder)
        episode = 0
        while self.replies.total() < replies:
            episode += 1
            log = EventLog(folder / f"{self.agent}-{self.memory}-{episode}.jsonl")
            await self._episode(dice, log, texts, replies)
            log.close()
            self.largest = max(self.largest, log.path.stat().st_size)

    async def _episode(self, dice: Random, log: EventLog, texts: TextCache, replies: int) -> None:
        def says(question: Question[Any]) -> str:
            began = Clocks.now()
            self.replies[question.name] += 1
            reply = malformed(dice)
            self._made_up += Clocks.now() - began
            return reply

        ask = Framing(Asker(ScriptedModel(says), log))
        kit = memories.MemoryKit(ask, texts, log, width=6, depth=2, episodes=2, calls=self.calls)  # type: ignore[arg-type]
        thinking = Thinking(ask, memories.find_memory(self.memory).build(kit), self.calls, LOG_TOKENS)  # type: ignore[arg-type]
        agent = find_agent(self.agent).build(AgentKit(log, "1", (), thinking, Setting("", "")))
        who = {"game": "lamp", "agent": self.agent, "memory": self.memory, "model": "malformed"}
        log(EpisodeStarted(**who, seed=None, repeat=1, run=""))
        await agent.begin("Find the lamp.")
        turns: Sequence[Turn] = [_turn("", "hall")]
        for step in range(1, STEPS + 1):
            log.step = step
            began, self._made_up = Clocks.now(), Clocks()
            decision = await agent.decide(turns)
            self.steps.append(Clocks.now() - began - self._made_up)
            if decision is None or self.replies.total() >= replies:
                break
            turns = list(_walked(decision.commands, turns[-1].location)) or [_turn("wait", turns[-1].location)]
        await agent.end("steps")
        summary = History.of(read_events(log.path), whole=False).summary()
        log(EpisodeEnded(why="steps", error="", **asdict(summary)))

    def row(self) -> str:
        """The results."""
        wall = _at((0.5, 0.99, 1), [step.wall for step in self.steps])
        busy = _at((0.99, 1), [step.busy for step in self.steps])
        return ROW.format(self.replies.total(), len(self.steps), *wall, *busy, f"{self.largest / 1e6:.1f} MB")


def _at(shares: Sequence[float], seconds: Sequence[float]) -> list[str]:
    """The quantiles."""
    ordered = sorted(seconds)
    return [f"{1000 * ordered[min(len(ordered) - 1, int(len(ordered) * share))]:.1f} ms" for share in shares]


def _walked(commands: Sequence[str], here: str) -> Iterator[Turn]:
    for command in commands:
        here = WAYS[here].get(command, here)
        yield _turn(command, here)


def _turn(command: str, here: str) -> Turn:
    text = f"-= {here.title()} =-\nA {here}. There is a table. You can {', '.join(WAYS[here])}."
    return Turn(command, text, "You carry a key.", tuple(sorted((*WAYS[here], "look", "take key"))), here)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--replies", type=int, default=20_000)
    parser.add_argument("--agent", default="ariadne")
    parser.add_argument("--memory", default="arigraph")
    parser.add_argument("--calls", choices=("act", "one", "two", "three", "paper"), default="one")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--embedder", default="hashed")
    given = parser.parse_args()
    embedder = Hashed() if given.embedder == "hashed" else load_embedder(given.embedder)
    trial = Trial(given.agent, given.memory, given.calls, given.seed, embedder)
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(trial.run(given.replies, Path(folder)))
    print(ROW.format("replies", "steps", "median", "p99", "max", "busy, p99", "busy, max", "events at most"))
    print(trial.row())


if __name__ == "__main__":
    main()
