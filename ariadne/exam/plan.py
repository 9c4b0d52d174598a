"""What a run of `ariadne exam` is made of: which games are played, and which memories are examined."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from pydantic import Field

from ariadne.config import ModelConfig
from ariadne.errors import UserError
from ariadne.evaluate.plan import Names, Seeds
from ariadne.games.presets import load_preset
from ariadne.memory.registry import ANY, Calls, find_memory
from ariadne.models.registry import RULES
from ariadne.registry import unasked
from ariadne.runs.kept import Kept
from ariadne.runs.run import Run

MEMORIES = ("arigraph", "full-history", "summary", "rag", "none")
SEEDS = tuple(range(1, 11))
CALLS: Calls = "three"
"""The way in which memories ask what turns tell."""


class ExamPlan(ModelConfig):
    """All that is needed to repeat a run; what its `config.yaml` holds."""

    presets: Names
    seeds: Seeds = Field(default=SEEDS, description="Seeds of the plays, such as 1-5,8 (default: 1-10).")
    memories: Names = Field(default=MEMORIES, description="Memories to examine.")
    model: str = Field(default=RULES, description="rules (built in), a model of the endpoint, or a .gguf file.")
    width: int = Field(default=6, gt=0, description="Facts that a text retrieves.")
    episodes: int = Field(default=2, ge=0, description="Past observations that AriGraph recalls.")
    context_tokens: int | None = Field(default=None, gt=0, description="Tokens of full history kept (default: all).")
    concurrency: int = Field(default=1, gt=0, description="Memories at a time.")
    cache: bool = Field(default=True, description="Do not read or write the cache of replies.")
    versions: dict[str, str] = Field(default_factory=dict)
    kept: tuple[Kept, ...] = Field(default=(), description="the games, as the run keeps them")

    @property
    def models(self) -> tuple[str, ...]:
        """Who is asked, for those who see whether a run may be gone on with."""
        return (self.model,)

    @property
    def is_local(self) -> bool:
        """Whether no language model is asked."""
        return {self.model, *self.model_for.values()} == {RULES}


@dataclass(frozen=True)
class ExamJob:
    """One memory, examined on one play.

    Attributes:
        number: its place in the run, from 1. `preset`: a preset's name, or the path of its file.
        kept: the game, as the run keeps it; None where the run is older. `story`: its copy, which is to be played.
    """

    number: int
    preset: str
    seed: int
    memory: str
    kept: Kept | None = None
    story: str = ""

    @property
    def title(self) -> str:
        """Which it is, for people."""
        return f"{Path(self.preset).stem}/{self.seed} · {self.memory}"

    def results(self, run: Run) -> Path:
        """Where its marks are kept."""
        return run.part("exams", self.number, Path(self.preset).stem, str(self.seed), self.memory).with_name(
            "marks.jsonl"
        )


def jobs_of(plan: ExamPlan) -> list[ExamJob]:
    """Every play with every memory, always in the same order.

    Raises:
        UserError: there is no such preset or memory, a model is for a question that none of the memories asks, or an
            address holds a secret.
    """
    for preset in plan.presets:
        load_preset(preset)
    for memory in plan.memories:
        find_memory(memory)
    _check_models(plan)
    plan.check_addresses()
    plays = [(preset, seed, memory) for preset in plan.presets for seed in plan.seeds for memory in plan.memories]
    kept = {(each.game, each.seed): each for each in plan.kept}
    return [ExamJob(number, *play, kept.get(play[:2])) for number, play in enumerate(plays, 1)]


def _check_models(plan: ExamPlan) -> None:
    asked = dict.fromkeys(name for memory in plan.memories for name in find_memory(memory).asks(CALLS))
    for name in plan.model_for:
        if not {name, ANY}.intersection(asked):
            raise UserError(f"--model-for {unasked(name, ', '.join(plan.memories), asked)}")
