"""Our memories as methods of AMA-Bench (arXiv:2602.22769): a trajectory is told, then questions are asked.

Its code calls `memory_construction` with a trajectory as text, and puts what `memory_retrieve` returns into a prompt of
its own. docs/exam.md says how it is plugged in.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field

from ariadne.embed.cache import TextCache
from ariadne.embed.registry import load_embedder
from ariadne.exam.sitting import DEPTH
from ariadne.memory.memory import Cue, Held, Memory
from ariadne.memory.registry import MemoryKit, find_memory
from ariadne.models.ask import asking
from ariadne.models.registry import RULES, load_model
from ariadne.reasoner.reading.language import headings
from ariadne.record import ignore
from ariadne.sync import wait
from ariadne.worlds.world import Turn
from ariadne.yaml_file import read_model, read_yaml

_STEP = re.compile(r"^Step (\d{1,9}):[ \t]*\n[ \t]*Action:", re.MULTILINE)
_OBSERVATION = re.compile(r"^[ \t]*Observation:", re.MULTILINE)


class AMAConfig(BaseModel):
    """What `--method-config` may say, as YAML or JSON."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    memory: str = "arigraph"
    model: str = Field(default=RULES, description="who reads the trajectory")
    base_url: str | None = None
    embedder: str = "minilm"
    width: int = Field(default=6, gt=0)
    episodes: int = Field(default=5, ge=0)


@dataclass(frozen=True)
class Step:
    """A step of a trajectory, by the number that it has there."""

    number: int
    turn: Turn


@dataclass(frozen=True)
class Remembered:
    """A memory that was told a trajectory, the last turn of that, and the numbers of its steps."""

    memory: Memory
    task: str
    last: Turn
    numbers: Sequence[int]


class AMAMethod:
    """A memory of the registry, as a method of AMA-Bench.

    Args:
        config_path: a file of an `AMAConfig`; its defaults if None.

    Raises:
        UserError: the file says what cannot be, or there is no such memory, model or embedder.
    """

    def __init__(self, config_path: str | None = None) -> None:
        content = read_yaml(Path(config_path)) if config_path else {}
        self._config = read_model(AMAConfig, content or {}, config_path or "AMA-Bench")
        self._kind = find_memory(self._config.memory)
        self._texts = TextCache(load_embedder(self._config.embedder))
        model = load_model(self._config.model, self._config.base_url, similarity=self._texts.similarity)
        self._ask = asking(model)

    def memory_construction(self, traj_text: str, task: str = "") -> Remembered:
        """A memory that was told a trajectory, step by step."""
        return wait(self._told(list(steps_of(traj_text)), task))

    def memory_retrieve(self, memory: Remembered, question: str) -> str:
        """What a memory recalls for a question, as text."""
        recalled = wait(memory.memory.recall(Cue(memory.task, (), memory.last, (), question=question)))
        recalled = replace(recalled, held=tuple(_by_its_numbers(held, memory.numbers) for held in recalled.held))
        return "\n\n".join([*recalled.as_texts(), f"The last step:\n{memory.last.as_text()}"])

    async def _told(self, steps: Sequence[Step], task: str) -> Remembered:
        config = self._config
        kit = MemoryKit(
            self._ask, self._texts, ignore, config.width, depth=DEPTH, episodes=config.episodes, calls="three"
        )
        memory = self._kind.build(kit)
        await memory.begin(task)
        for step in steps:
            await memory.observe([step.turn], ())
        last = steps[-1].turn if steps else Turn("", task)
        return Remembered(memory, task, last, [step.number for step in steps])


def steps_of(trajectory: str) -> Iterator[Step]:
    """The steps of a trajectory in AMA-Bench's text: `Step 3:`, `Action: …`, `Observation: …`, each of them on lines of
    its own, indented or not. What is written otherwise is one step."""
    heads = list(_STEP.finditer(trajectory))
    location = ""
    for head, following in zip_longest(heads, heads[1:]):
        end = following.start() if following else len(trajectory)
        action, observation = _parts(trajectory[head.end() : end])
        location = [location, *headings(observation)][-1]
        yield Step(int(head[1]), Turn(action, observation, location=location))
    if not heads and trajectory.strip():
        yield Step(1, Turn("", trajectory.strip()))


def _by_its_numbers(held: Held, numbers: Sequence[int]) -> Held:
    """When a fact held, by the numbers of the trajectory: a memory counts what it observes, from 1 on."""
    until = None if held.until is None else numbers[held.until - 1]
    return replace(held, since=numbers[held.since - 1], until=until)


def _parts(step: str) -> tuple[str, str]:
    """An action on one line, and an observation; the first line that is marked as one begins it."""
    marked = _OBSERVATION.search(step)
    action, observation = (step[: marked.start()], step[marked.end() :]) if marked else (step, "")
    return " ".join(action.split()), observation.strip()
