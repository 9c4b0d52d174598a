"""The plan of a run of `ariadne exam`: the games that are played, and the memories that are examined."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from pydantic import Field

from ariadne.errors import UserError
from ariadne.evaluate.plan import AskingPlan, Names, Seeds
from ariadne.games.presets import load_preset
from ariadne.memory.registry import ANY, Calls, find_memory
from ariadne.models.registry import RULES
from ariadne.registry import unasked
from ariadne.runs.kept import KeptGame
from ariadne.runs.run import Run

MEMORIES = ("arigraph", "full-history", "summary", "rag", "none")
SEEDS = tuple(range(1, 11))
CALLS: Calls = "three"
"""How memories ask what a turn says."""
FOLDER = "exams"


class ExamPlan(AskingPlan):
    """All that is needed to repeat a run: the content of its `config.yaml`."""

    presets: Names
    seeds: Seeds = Field(default=SEEDS, description="Seeds of the plays, such as 1-5,8 (default: 1-10).")
    memories: Names = Field(default=MEMORIES, description="Memories to examine.")
    model: str = Field(default=RULES, description="rules (built in), a model of the endpoint, or a .gguf file.")
    concurrency: int = Field(default=1, gt=0, description="Memories at a time.")
    kept: tuple[KeptGame, ...] = Field(default=(), description="the games, as the run keeps them")

    @property
    def models(self) -> tuple[str, ...]:
        """The model as a list, as other plans have it."""
        return (self.model,)

    @property
    def is_local(self) -> bool:
        """Whether no language model is asked."""
        return {self.model, *self.model_for.values()} == {RULES}

    @property
    def is_cached(self) -> bool:
        return self.cache and not self.is_local


@dataclass(frozen=True)
class ExamJob:
    """One memory, examined on one play.

    Attributes:
        number: its place in the run, from 1. `preset`: the name of a preset, or the path of its file.
        kept: the game as the run keeps it; None in runs of older versions. `story`: the copy to play, if any.
    """

    number: int
    preset: str
    seed: int
    memory: str
    model: str
    kept: KeptGame | None = None
    story: str = ""

    @property
    def series(self) -> int:
        """Jobs do not depend on each other."""
        return self.number

    @property
    def title(self) -> str:
        """A name for people."""
        return f"{Path(self.preset).stem}/{self.seed} · {self.memory}"

    def events(self, run: Run) -> Path:
        """The file of its events."""
        return run.part(FOLDER, self.number, Path(self.preset).stem, str(self.seed), self.memory)


def jobs_of(plan: ExamPlan) -> list[ExamJob]:
    """Return every play with every memory, always in the same order.

    Raises:
        UserError: a preset or a memory does not exist, `model_for` names a question that no memory asks.
    """
    for preset in plan.presets:
        load_preset(preset)
    for memory in plan.memories:
        find_memory(memory)
    _check_models(plan)
    plays = [(preset, seed, memory) for preset in plan.presets for seed in plan.seeds for memory in plan.memories]
    kept = {(each.game, each.seed): each for each in plan.kept}
    return [ExamJob(number, *play, plan.model, kept.get(play[:2])) for number, play in enumerate(plays, 1)]


def _check_models(plan: ExamPlan) -> None:
    asked = dict.fromkeys(name for memory in plan.memories for name in find_memory(memory).asks(CALLS))
    for name in plan.model_for:
        if not {name, ANY}.intersection(asked):
            raise UserError(f"--model-for {unasked(name, ', '.join(plan.memories), asked)}")
