"""The plan of an evaluation: games, arms, repeats and limits."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, TypeVar

import yaml
from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field

from ariadne.agents.registry import find_agent
from ariadne.config import ModelConfig, PlayOptions
from ariadne.embed.registry import first_installed
from ariadne.errors import UserError
from ariadne.files import data_folder, write
from ariadne.games.seeds import LARGEST, parse_seeds
from ariadne.models.registry import RULES
from ariadne.yaml_file import read_model, read_yaml

T = TypeVar("T")

PLAYING = ("agents", "memories", "calls")
"""Fields that decide which arms play, and what they ask."""
PAPERS_REPEATS = 5
ATTEMPTS = 3


def _seeds(value: object) -> object:
    """Parse seeds such as `1-5,8`."""
    if isinstance(value, (str, int)) and not isinstance(value, bool):
        try:
            return parse_seeds(str(value))
        except UserError as error:
            raise ValueError(str(error).removeprefix("seeds: ")) from error
    return value


def listed(value: object) -> object:
    """Split a comma-separated string into a list."""
    if isinstance(value, str):
        return [part.strip() for part in value.split(",") if part.strip()]
    return value


def _game(value: object) -> object:
    return {"game": value} if isinstance(value, str) else value


def once(values: tuple[T, ...]) -> tuple[T, ...]:
    """Drop repeated values."""
    return tuple(dict.fromkeys(values))


Names = Annotated[tuple[str, ...], BeforeValidator(listed), AfterValidator(once), Field(min_length=1)]
Seed = Annotated[int, Field(ge=0, le=LARGEST)]
Seeds = Annotated[tuple[Seed, ...], BeforeValidator(_seeds), AfterValidator(once), Field(min_length=1)]


class GameChoice(BaseModel):
    """A game of the plan: a preset or a file, with its own seeds if they differ.

    A PDDL domain stands for all of its tasks, or those numbered by `seeds`; `gripper/3` is one task. A game that a run
    keeps has one seed, its digest, and the run's copy of its file.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    game: str
    seeds: Seeds | None = None
    max_steps: int | None = Field(default=None, gt=0)
    digest: str | None = None
    file: str | None = None

    @property
    def seed(self) -> int | None:
        """The seed of a game with one seed; None without seeds."""
        return self.seeds[0] if self.seeds else None


Games = Annotated[
    tuple[Annotated[GameChoice, BeforeValidator(_game)], ...],
    BeforeValidator(listed),
    AfterValidator(once),
    Field(min_length=1),
]


class BasePlan(ModelConfig):
    """What all plans share."""

    retries: int = Field(default=1, ge=0, description="Retries per failed episode or question.")
    run_tokens: int | None = Field(default=None, gt=0, description="The token limit of the run.")
    run_usd: float | None = Field(default=None, gt=0, description="The cost limit of the run in dollars.")
    cache: bool = Field(default=True, description="Do not read or write the cache of replies.")
    versions: dict[str, str] = Field(default_factory=dict)


class AskingPlan(BasePlan):
    """What plans of questions and of examinations share."""

    concurrency: int = Field(default=1, gt=0)

    @property
    def is_cached(self) -> bool:
        """Whether replies are kept in the reply cache."""
        return self.cache


class EvalPlan(PlayOptions, BasePlan):
    """All that is needed to repeat an evaluation: the content of a plan file."""

    games: Games = Field(description="Games that `ariadne games` lists, or files, with commas.")
    seeds: Seeds | None = Field(
        default=None, description="Seeds such as 1-5,8 (default: 1; all tasks of a PDDL domain)."
    )
    agents: Names = Field(
        default=("ariadne",), description="Agents: ariadne, hiagent, standard, random, walkthrough, …"
    )
    memories: Names | None = Field(
        default=None,
        description="Memories: arigraph, full-history, summary, rag, simulacra, reflexion, none, … (default: each "
        "agent's own).",
    )
    models: Names = Field(default=(RULES,), description="Models: rules, names at the endpoint, or .gguf files.")
    repeats: int | None = Field(
        default=None,
        gt=0,
        description=f"Plays of each game (default: {PAPERS_REPEATS}; 1 if nothing is random).",
    )
    embedder: Names = Field(  # type: ignore[assignment]
        default=("minilm",), description="Embedder, as for `play`; the first of a list that is installed."
    )
    within_budget: bool = Field(
        default=False, description="Play only what the run's budget is sure to cover, the same games for each player."
    )
    baseline: str | None = Field(
        default=None, description="Memory or agent to compare with (default: arigraph, or standard)."
    )
    concurrency: int | None = Field(
        default=None, gt=0, description="Episodes at a time (default: 1 per core; 8 with an endpoint)."
    )
    processes: int | None = Field(
        default=None,
        ge=0,
        description="Processes (default: 1 per core; with an endpoint 1 per 16 episodes; 0: only this one).",
    )

    def save(self, path: Path) -> None:
        """Write it as YAML, including the defaults of this version.

        Raises:
            UserError: the file cannot be written.
        """
        content = self.model_dump(mode="json", exclude_none=True)
        content["games"] = [
            game if len(game) > 1 else game["game"] for game in content["games"] if isinstance(game, dict)
        ]
        write(path, yaml.safe_dump(content, sort_keys=False, allow_unicode=True, width=110), inside=True)

    def with_whole_paths(self) -> EvalPlan:
        """The plan with absolute paths, to resume it from any folder."""
        games = tuple(
            game.model_copy(update={"game": str(Path(game.game).resolve())}) if Path(game.game).suffix else game
            for game in self.games
        )
        return self.model_copy(update={"games": games})

    def with_installed_embedder(self) -> EvalPlan:
        """The plan with the first of its embedders that is installed."""
        return self.model_copy(update={"embedder": (first_installed(self.embedder),)})

    @property
    def players(self) -> list[tuple[str, str]]:
        """Every agent with each of its memories.

        Raises:
            UserError: there is no such agent.
        """
        return [(name, memory) for name in self.agents for memory in self.memories or (find_agent(name).memory,)]

    @property
    def is_local(self) -> bool:
        """Whether only the built-in rules answer."""
        return set(self.models) | set(self.model_for.values()) == {RULES}


def load_plan(path: Path, changes: dict[str, Any] | None = None) -> EvalPlan:
    """Read a plan file, or a plan that ships with Ariadne by its name; `changes` override its values.

    Raises:
        UserError: the file is unreadable, or a value is invalid.
    """
    shipped = data_folder("plans") / f"{path}.yaml"
    if path.parent == Path() and not path.suffix and shipped.is_file() and not path.exists():
        path = shipped
    if path.parent == Path() and not path.suffix and not path.exists():
        shipped_names = ", ".join(sorted(file.stem for file in shipped.parent.glob("*.yaml")))
        raise UserError(f"there is no plan {path}: known are {shipped_names}, and files; games are named with --games")
    content = read_yaml(path, f"the plan {path}")
    if not isinstance(content, dict):
        raise UserError(f"{path} is not a plan: it needs names with values, such as games: [treasure-hunt]")
    return read_model(EvalPlan, {**content, **(changes or {})}, str(path))


def check_temperatures(plan: EvalPlan, path: Path | None, changes: dict[str, Any]) -> None:
    """Check that temperatures are for questions that are asked.

    Those of a plan file are checked against the agents and memories of that file, even if `changes` choose others.

    Raises:
        UserError: one is not.
    """
    if path is not None and "temperature_for" not in changes:
        plan = load_plan(path, {name: value for name, value in changes.items() if name not in PLAYING})
    plan.check_asked("--temperature-for", plan.temperature_for, plan.players)
