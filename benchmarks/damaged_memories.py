"""Damaged memory files: each is refused in one line, read correctly, or wrong.

    python benchmarks/damaged_memories.py                  200 damaged files
    python benchmarks/damaged_memories.py --count 2000 --seed 3
    python benchmarks/damaged_memories.py --large          in the mode of large files, which are read on demand

A memory of a walk through a house (stream.py), some hundred facts, a few of them outdated, is damaged by `damage.py`,
each time from the intact file. A damaged file is opened for reading and for writing. It must keep its content, find the
same facts, and learn, or refuse with one line from Ariadne. Anything else is wrong.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))

from ariadne.embed.cache import TextCache
from ariadne.errors import AriadneError
from ariadne.memory.arigraph.api.arigraph import AriGraph
from ariadne.memory.arigraph.storage import schema
from ariadne.models.question import Question
from ariadne.models.recorded import ScriptedModel
from benchmarks.memory import Light
from benchmarks.stream import walk
from tests.damage import damaged

FACTS = 300
NEW = "lamp of Ada | is on | table of Ben"
RIGHT, REFUSED, WRONG = "right", "refused", "wrong"
EMBEDDER = Light()

Told = tuple[Sequence[Any], ...]


async def damaged_memories(count: int, seed: int, folder: Path) -> tuple[Counter[str], list[str]]:
    """Damage a memory many times; return the counts of outcomes, and a line about each wrong one.

    Args:
        folder: for the files.
    """
    whole = folder / "whole.db"
    content = await _made(whole)
    came_to: Counter[str] = Counter()
    lines: list[str] = []
    for number in range(count):
        path = folder / f"{number}.db"
        path.write_bytes(damaged(whole.read_bytes(), Random(f"{seed}/{number}")))
        became, why = await _tried(path, content)
        came_to[became] += 1
        if became == WRONG:
            lines.append(f"{seed}/{number}: {why}")
        for part in folder.glob(f"{number}.db*"):
            part.unlink()
    return came_to, lines


async def _tried(path: Path, told: Told) -> tuple[str, str]:
    try:
        with _memory(path, read_only=True) as memory:
            if await _all_of(memory) != told:
                return WRONG, "it is read, but its content has changed"
        with _memory(path) as memory:
            if await _all_of(memory) != told:
                return WRONG, "it is opened for writing, but its content has changed"
            await memory.learn("A new text.")
            facts = memory.facts()
        with _memory(path, read_only=True) as memory:
            if memory.facts() != facts or len(facts) != len(told[0]) + 1:
                return WRONG, "it does not recall what it learned"
    except AriadneError as error:
        is_line = len(str(error).splitlines()) == 1 and "unexpected" not in str(error)
        return (REFUSED, "") if is_line else (WRONG, str(error))
    except Exception as error:
        return WRONG, f"{type(error).__name__}: {error}"
    return RIGHT, ""


async def _made(path: Path) -> Told:
    """Make the memory; return its content."""
    steps = iter(list(walk(7, FACTS)))

    def answer(question: Question[Any]) -> dict[str, Any]:
        step = next(steps, {"triplets": [NEW.split(" | ")], "outdated": []})
        return {
            "triplets": [", ".join(triplet) for triplet in step["triplets"]],
            "replaced": [", ".join(old) for old, _ in step["outdated"]],
        }

    with _memory(path, answer) as memory:
        for number, step in enumerate(walk(7, FACTS)):
            await memory.learn(f"{step['observation']} (step {number})")
        return await _all_of(memory)


async def _all_of(memory: AriGraph) -> Told:
    """Everything that a memory can be asked."""
    found = [await memory.recall(query, depth=2) for query in ("kitchen", "a lamp on a table")]
    return memory.facts(), memory.history(), tuple(memory.episodic.nodes), found


def _learned(question: Question[Any]) -> dict[str, Any]:
    return {"triplets": [NEW.replace(" | ", ", ")], "replaced": []}


def _memory(
    path: Path, answer: Callable[[Question[Any]], dict[str, Any]] = _learned, read_only: bool = False
) -> AriGraph:
    return AriGraph(ScriptedModel(answer), TextCache(EMBEDDER), path, read_only=read_only)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=200, help="number of damaged files")
    parser.add_argument("--seed", type=int, default=1, help="seed of the damage")
    parser.add_argument("--large", action="store_true", help="treat them like large files")
    asked = parser.parse_args()
    if asked.large:
        schema.LOOKED_THROUGH = 0
    with tempfile.TemporaryDirectory() as folder:
        came_to, lines = asyncio.run(damaged_memories(asked.count, asked.seed, Path(folder)))
    print(
        f"{asked.count} damaged memories: " + ", ".join(f"{came_to[kind]} {kind}" for kind in (REFUSED, RIGHT, WRONG))
    )
    for line in lines:
        print(line)
    sys.exit(bool(lines))


if __name__ == "__main__":
    main()
