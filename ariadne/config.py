"""The configuration of a run: its options, saved in its folder, sufficient to repeat it."""

from __future__ import annotations

import platform
from collections.abc import Collection, Iterable, Mapping
from importlib.metadata import version
from pathlib import Path
from typing import Annotated, Any, Literal, get_args

import yaml
from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from ariadne.agents.registry import LOG_TOKENS, find_agent
from ariadne.errors import UserError
from ariadne.events import Handicaps
from ariadne.files import write
from ariadne.games.seeds import LARGEST
from ariadne.installed import __version__
from ariadne.memory.registry import ANY, Asks, Calls, find_memory
from ariadne.models.failures import check_address
from ariadne.models.prompt import prompt_names
from ariadne.models.registry import RULES, Effort, Override
from ariadne.registry import unasked, unknown
from ariadne.yaml_file import read_model, read_yaml


def _pairs(value: Any) -> Any:
    """Parse pairs such as `plan=0.2,act=1`."""
    if not isinstance(value, str):
        return {} if value is None else value
    pairs = {}
    for part in value.split(","):
        name, _, chosen = (each.strip() for each in part.partition("="))
        if not (name and chosen):
            raise ValueError(f"'{part.strip()}' is not a pair; write QUESTION=VALUE,QUESTION=VALUE")
        pairs[name] = chosen
    return pairs


def _of_prompts(models: dict[str, str]) -> dict[str, str]:
    """Check that the questions with models exist."""
    for name in models:
        if name not in prompt_names():
            raise ValueError(unknown(name, prompt_names()))
    return models


def _of_questions(temperatures: dict[str, float]) -> dict[str, float]:
    """Check that the questions and memories with temperatures exist."""
    for name in temperatures:
        memory, slash, question = name.rpartition("/")
        _of_prompts({question: ""})
        try:
            if slash:
                find_memory(memory)
        except UserError as error:
            raise ValueError(str(error)) from error
    return temperatures


def _names(value: object) -> object:
    """Parse names such as `actions,inventory`."""
    return [name.strip() for name in value.split(",") if name.strip()] if isinstance(value, str) else value


def _in_order(names: Handicaps) -> Handicaps:
    """Sort names, each once."""
    return tuple(sorted(set(names)))


Address = Annotated[str, AfterValidator(check_address)]
Temperature = Annotated[float, Field(ge=0, le=2)]
Temperatures = Annotated[dict[str, Temperature], BeforeValidator(_pairs), AfterValidator(_of_questions)]
"""Sampling temperatures by question, e.g. `act`, or `rag/act` for one memory; default: the prompt's temperature."""

ModelsFor = Annotated[dict[str, str], BeforeValidator(_pairs), AfterValidator(_of_prompts)]
"""Models by question, e.g. `learn`; the other questions go to the main model."""


DIVISIONS: dict[str, dict[str, str]] = {"act": {"learn": RULES, "plan": RULES}}
"""By `calls`: the models that answer some questions instead of a language model by default."""
FEW = 8
"""Actions shown to the model at first with such a division: small models get lost in long lists."""


class ModelConfig(BaseModel):
    """Models and embedder, their endpoints, and the sampling of replies; never a key."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    base_url: Address | None = Field(
        default=None, description="The model's endpoint (default: OPENAI_BASE_URL or OpenAI's)."
    )
    model_for: ModelsFor = Field(default_factory=dict, description="Models for some questions: learn=rules,act=NAME.")
    temperature: Temperature | None = Field(default=None, description="Sampling temperature (default: the prompt's).")
    max_tokens: int | None = Field(default=None, gt=0, description="Maximum tokens per reply (default: the prompt's).")
    reasoning_effort: Effort | None = Field(default=None, description="Effort of a reasoning model.")
    timeout: float | None = Field(
        default=None, ge=0.1, description="Seconds to wait for a reply (default: 120; 600 in `models check`)."
    )
    embedder: str = Field(
        default="minilm", description="minilm, contriever, openai, openai:MODEL or a sentence-transformers model."
    )
    embedder_base_url: Address | None = Field(
        default=None, description="Endpoint of an openai embedder (default: OPENAI_BASE_URL or OpenAI's)."
    )

    @property
    def override(self) -> Override:
        """Return the sampling options of replies."""
        return Override(self.max_tokens, self.temperature, self.reasoning_effort)

    def save(self, path: Path) -> None:
        """Write the configuration as YAML.

        Raises:
            UserError: The file cannot be written.
        """
        content = self.model_dump(mode="json")
        write(path, yaml.safe_dump(content, sort_keys=False, allow_unicode=True, width=110), inside=True)


class PlayOptions(ModelConfig):
    """The options of a play, shared by `play` and `eval`."""

    calls: Calls = Field(
        default="one",
        description="Questions per step: one, two (learn, decide), three (learn, plan, act), paper (six), or for small "
        "models act (the rules learn and plan).",
    )
    depth: int = Field(default=2, gt=0, description="Depth of AriGraph's search.")
    episodes: int = Field(default=2, ge=0, description="Past observations that AriGraph recalls per step.")
    episodic_similarity: bool = Field(
        default=False, description="Rank past observations also by similarity to the plan, as the authors' code does."
    )
    navigation: Literal["agent", "memory"] = Field(default="agent", description="Whose map `go to` uses.")
    log_tokens: int = Field(
        default=LOG_TOKENS, gt=0, description="Tokens of the log of turns before a snapshot of the memory replaces it."
    )
    choices: int | None = Field(
        default=None,
        gt=0,
        description=f"Actions shown to the model at first (default: all; {FEW} for a language model with --calls act).",
    )
    context_tokens: int | None = Field(default=None, gt=0, description="Tokens of full history kept (default: all).")
    temperature_for: Temperatures = Field(
        default_factory=dict, description="Temperatures by question or memory/question: plan=0.2,rag/act=1."
    )
    handicap: Annotated[Handicaps, BeforeValidator(_names), AfterValidator(_in_order)] = Field(
        default=(), description="Extra help in Z-machine stories: actions, inventory."
    )
    max_steps: int | None = Field(default=None, gt=0, description="Maximum steps per game (default: the game's limit).")
    episode_minutes: float | None = Field(default=None, gt=0, description="Maximum minutes per episode.")
    episode_tokens: int | None = Field(default=None, gt=0, description="Maximum tokens per episode.")
    episode_usd: float | None = Field(default=None, gt=0, description="Maximum dollars per episode.")
    width: int = Field(default=6, gt=0, description="Facts that AriGraph recalls per text.")

    def asks(self, agent: str, memory: str, steps: int = 1) -> Asks:
        """Count how often, at most, an agent with a memory asks each question in some steps.

        Raises:
            UserError: There is no such agent or memory.
        """
        who, beside = find_agent(agent), find_memory(memory)
        if not who.thinks:
            return {}
        own, answered = who.asks(self.calls, beside), who.answers(self.calls)
        others = {name: times for name, times in beside.asks(self.calls).items() if name not in answered}
        at_step = {name: steps * (own.get(name, 0) + others.get(name, 0)) for name in (*own, *others)}
        return at_step | dict.fromkeys(beside.at_end, 1)

    def check_asked(self, option: str, names: Iterable[str], players: Collection[tuple[str, str]]) -> None:
        """Check that a player asks the questions that an option names, such as `act` or `rag/act`.

        Args:
            players: Agents with their memories.

        Raises:
            UserError: No player asks one of them, or there is no such agent or memory.
        """
        for name in names:
            memory, _, question = name.rpartition("/")
            playing = [player for player in players if memory in ("", player[1])]
            if not playing:
                raise UserError(f"{option} {name}: not used, because no agent has the memory {memory}; leave it out")
            if not {question, ANY}.intersection(self._asked(playing)):
                raise UserError(f"{option} {self._never(question, playing)}")

    def _asked(self, players: Iterable[tuple[str, str]]) -> dict[str, None]:
        """The questions that any of the players asks."""
        return dict.fromkeys(name for player in players for name in self.asks(*player))

    def _never(self, question: str, players: Collection[tuple[str, str]]) -> str:
        """A phrase that says which players never ask a question, what they ask, and which `calls` would ask it."""
        who = f"with --calls {self.calls} {', '.join(f'{agent} ({memory})' for agent, memory in players)}"
        others = [self.model_copy(update={"calls": calls}) for calls in get_args(Calls)]
        ways = ", ".join(other.calls for other in others if question in other._asked(players))
        return unasked(question, who, self._asked(players)) + (f", or say --calls {ways}" if ways else "")


class PlayConfig(PlayOptions):
    """The configuration of one play.

    The copy in a run is complete: it has the seed, the step limit, the preset and the digest of the game.
    """

    game: str = Field(description="A preset's name, or the path of a preset or a story.")
    seed: int | None = Field(
        default=None, ge=0, le=LARGEST, description="Seed of the game and of random choices (default: 1)."
    )
    goal: str = Field(default="", description="Goal of a story that does not state one.")
    briefing: str = Field(default="", description="First text for the player.")
    agent: str = Field(default="ariadne", description="ariadne, hiagent, standard, random, walkthrough, human, …")
    memory: str = Field(
        default="",
        description="arigraph, full-history, summary, rag, simulacra, reflexion, hiagent, mem0-style, graphiti-style, "
        "hipporag-style, none, … (default: the agent's own).",
    )
    model: str = Field(
        default="rules", description="rules (built in), a model of the endpoint, or the path of a .gguf file."
    )
    memory_file: str | None = Field(default=None, description="File of an AriGraph to start from; it stays unchanged.")
    lives: int = Field(default=1, gt=0, description="Successive plays, each with the memory of the earlier ones.")
    preset: dict[str, Any] | None = Field(default=None, description="The preset that the game was made from.")
    digest: str = Field(default="", description="Digest of the game; may be empty.")
    file: str = Field(default="", description="The run's copy of the game.")
    versions: dict[str, str] = Field(default_factory=dict)

    @model_validator(mode="before")
    @classmethod
    def _with_memory(cls, choices: Any) -> Any:
        """Add the agent's default memory if none was chosen, and the division of questions implied by `calls`."""
        if isinstance(choices, dict) and not choices.get("memory") and isinstance(choices.get("agent", ""), str):
            choices = {**choices, "memory": find_agent(choices.get("agent") or "ariadne").memory}
        if isinstance(choices, dict) and choices.get("model", RULES) != RULES and choices.get("calls") in DIVISIONS:
            others = DIVISIONS[choices["calls"]] | _pairs(choices.get("model_for"))
            choices = {**choices, "model_for": others, "choices": choices.get("choices") or FEW}
        return choices

    def check_questions(self, said: Mapping[str, Any]) -> None:
        """Check that the agent asks the questions with separate models or temperatures.

        Args:
            said: The given options, without defaults.

        Raises:
            UserError: The agent never asks one of them.
        """
        for name in ("model_for", "temperature_for"):
            self.check_asked(f"--{name.replace('_', '-')}", _pairs(said.get(name)), [(self.agent, self.memory)])

    @property
    def models(self) -> tuple[str]:
        """Return the model as a tuple, as in plans with several models."""
        return (self.model,)

    @property
    def is_by_chance(self) -> bool:
        """Return whether two plays of a game may differ: the agent is random, or its model samples."""
        kind = find_agent(self.agent)
        return kind.by_chance or (kind.thinks and {self.model, *self.model_for.values()} != {RULES})

    @property
    def temperatures(self) -> dict[str, float]:
        """Return temperatures by question; with the memory `rag`, `rag/act` takes precedence over `act`."""
        own = f"{self.memory}/"
        for_all = {name: value for name, value in self.temperature_for.items() if "/" not in name}
        return for_all | {
            name.removeprefix(own): value for name, value in self.temperature_for.items() if name.startswith(own)
        }

    @classmethod
    def load(cls, path: Path) -> PlayConfig:
        """Read a configuration written by `save`.

        Raises:
            UserError: The file cannot be read, or has an invalid value.
        """
        return read_model(cls, read_yaml(path), str(path))


def versions() -> dict[str, str]:
    """Return the versions of the software that shapes an episode."""
    return {"ariadne": __version__, "textworld": version("textworld"), "python": platform.python_version()}
