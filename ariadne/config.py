"""What a run is made of: read from flags, saved with the run, and enough to repeat it."""

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


def _pairs(value: object) -> object:
    """Temperatures as people write them, `plan=0.2,act=1`."""
    if isinstance(value, str):
        return _split(value)
    return {} if value is None else value


def _split(pairs: str) -> dict[str, str]:
    parts = [part.partition("=") for part in pairs.split(",") if part.strip()]
    return {name.strip(): value for name, _, value in parts}


def _of_questions(temperatures: dict[str, float]) -> dict[str, float]:
    """Temperatures, if all are for questions and memories that there are."""
    questions = prompt_names()
    for name in temperatures:
        memory, slash, question = name.rpartition("/")
        if question not in questions:
            raise ValueError(unknown(question, questions))
        try:
            if slash:
                find_memory(memory)
        except UserError as error:
            raise ValueError(str(error)) from error
    return temperatures


def _models(value: Any) -> Any:
    """Models as people write them, `learn=A,act=B`.

    Raises:
        ValueError: a part of that is no pair.
    """
    if isinstance(value, str):
        for part in value.split(","):
            name, _, model = part.partition("=")
            if not (name.strip() and model.strip()):
                raise ValueError(f"'{part.strip()}' is no pair; write learn=MODEL,act=MODEL")
        return {name: model.strip() for name, model in _split(value).items()}
    return {} if value is None else value


def _of_prompts(models: dict[str, str]) -> dict[str, str]:
    """Models, if all are for questions that there are."""
    for name in models:
        if name not in prompt_names():
            raise ValueError(unknown(name, prompt_names()))
    return models


def _names(value: object) -> object:
    """Names as people write them, `actions,inventory`."""
    return [name.strip() for name in value.split(",") if name.strip()] if isinstance(value, str) else value


def _in_order(names: Handicaps) -> Handicaps:
    """Each once, in the order of the alphabet."""
    return tuple(sorted(set(names)))


Temperature = Annotated[float, Field(ge=0, le=2)]
Temperatures = Annotated[dict[str, Temperature], BeforeValidator(_pairs), AfterValidator(_of_questions)]
"""At which questions of these names are sampled, instead of their prompts': `act`, or `rag/act` with that memory."""

ModelsFor = Annotated[dict[str, str], BeforeValidator(_models), AfterValidator(_of_prompts)]
"""Who answers the questions of these names instead of the model."""


DIVISIONS: dict[str, dict[str, str]] = {"act": {"learn": RULES, "plan": RULES}}
"""Who answers some questions in the place of a language model, unless that is said, by the name of `calls`."""
FEW = 8
"""How many actions a model is shown at first where labour is divided so: small ones lose their way in long lists."""


class ModelConfig(BaseModel):
    """Which models answer questions and compare texts, where they are, and how replies are drawn; never a key."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    base_url: str | None = None
    model_for: ModelsFor = Field(default_factory=dict, description="other models for questions of these names")
    temperature: Temperature | None = Field(default=None, description="of questions that have none of their own")
    max_tokens: int | None = Field(default=None, gt=0, description="of a reply")
    reasoning_effort: Effort | None = None
    timeout: float | None = Field(default=None, gt=0, description="seconds until a try at the endpoint is given up")
    embedder: str = "minilm"
    embedder_base_url: str | None = None

    @property
    def override(self) -> Override:
        """How replies are drawn."""
        return Override(self.max_tokens, self.temperature, self.reasoning_effort)

    def check_addresses(self) -> None:
        """See that no endpoint's address holds a secret, since it is saved.

        Raises:
            UserError: one does, or is none.
        """
        for address in (self.base_url, self.embedder_base_url):
            if address is not None:
                check_address(address)

    def save(self, path: Path) -> None:
        """Write it as YAML.

        Raises:
            UserError: the file cannot be written.
        """
        content = self.model_dump(mode="json")
        write(path, yaml.safe_dump(content, sort_keys=False, allow_unicode=True, width=110), inside=True)


class PlayOptions(ModelConfig):
    """How is played: what one play and an evaluation have in common."""

    calls: Calls = "one"
    depth: int = Field(default=2, gt=0)
    episodes: int = Field(default=2, ge=0)
    episodic_similarity: bool = Field(default=False, description="as in the code of AriGraph's authors")
    navigation: Literal["agent", "memory"] = Field(default="agent", description="whose routes `go to` takes")
    log_tokens: int = Field(default=LOG_TOKENS, gt=0, description="how long the log may become between two snapshots")
    choices: int | None = Field(default=None, gt=0, description="how many actions Ariadne is shown at first, in order")
    context_tokens: int | None = Field(default=None, gt=0)
    learn: bool = Field(default=False, description="an agent that does not think has a memory that learns all the same")
    temperature_for: Temperatures = Field(default_factory=dict)
    handicap: Annotated[Handicaps, BeforeValidator(_names), AfterValidator(_in_order)] = Field(
        default=(), description="what stories' players are told that no player sees"
    )
    max_steps: int | None = Field(default=None, gt=0)
    episode_minutes: float | None = Field(default=None, gt=0, description="the clock of an episode")
    episode_tokens: int | None = Field(default=None, gt=0, description="that one may use, read and written")
    episode_usd: float | None = Field(default=None, gt=0, description="that one may cost")
    width: int = Field(default=6, gt=0)

    def asks(self, agent: str, memory: str, steps: int = 1) -> Asks:
        """How often an agent with a memory asks each question in so many steps, at the most.

        Raises:
            UserError: there is no such agent or memory.
        """
        who, beside = find_agent(agent), find_memory(memory)
        if not (who.thinks or self.learn):
            return {}
        own = who.asks(self.calls, beside) if who.thinks else {}
        answered = who.answers(self.calls) if who.thinks else ()
        others = {name: times for name, times in beside.asks(self.calls).items() if name not in answered}
        at_step = {name: steps * (own.get(name, 0) + others.get(name, 0)) for name in (*own, *others)}
        return at_step | dict.fromkeys(beside.at_end, 1)

    def check_asked(self, option: str, names: Iterable[str], players: Collection[tuple[str, str]]) -> None:
        """See that questions that an option names, `act` or `rag/act`, are asked by one of those who play.

        Args:
            players: agents with their memories.

        Raises:
            UserError: one is not, or there is no such agent or memory.
        """
        for name in names:
            memory, _, question = name.rpartition("/")
            playing = [player for player in players if memory in ("", player[1])]
            if not playing:
                raise UserError(f"{option} {name}: of no use, since the memory {memory} does not play; leave it out")
            if not {question, ANY}.intersection(self._asked(playing)):
                raise UserError(f"{option} {self._never(question, playing)}")

    def _asked(self, players: Iterable[tuple[str, str]]) -> dict[str, None]:
        """The questions that any of these asks."""
        return dict.fromkeys(name for player in players for name in self.asks(*player))

    def _never(self, question: str, players: Collection[tuple[str, str]]) -> str:
        """Who never asks a question, what is asked instead, and with which `calls` it would be asked."""
        who = f"with --calls {self.calls} {', '.join(f'{agent} ({memory})' for agent, memory in players)}"
        others = [self.model_copy(update={"calls": calls}) for calls in get_args(Calls)]
        ways = ", ".join(other.calls for other in others if question in other._asked(players))
        return unasked(question, who, self._asked(players)) + (f", or say --calls {ways}" if ways else "")


class PlayConfig(PlayOptions):
    """One episode: who plays what, and how.

    Where a run keeps it, it is complete: the seed, the limit of steps, the preset and the digest of the game are those
    that were played with.
    """

    game: str = Field(description="a preset's name, or the path of a preset or a story")
    seed: int | None = Field(default=None, ge=0, le=LARGEST)
    goal: str = ""
    briefing: str = ""
    agent: str = "ariadne"
    memory: str = Field(default="", description="unless given, the one that goes with the agent")
    model: str = "rules"
    memory_file: str | None = Field(default=None, description="the file of an AriGraph that the agent begins with")
    lives: int = Field(default=1, gt=0, description="how often it is played with one memory")
    preset: dict[str, Any] | None = Field(default=None, description="the preset that the game was made from")
    digest: str = Field(default="", description="of the game; empty where none is asked for")
    file: str = Field(default="", description="the run's copy of the game, by which it can be played")
    versions: dict[str, str] = Field(default_factory=dict)

    @model_validator(mode="before")
    @classmethod
    def _with_memory(cls, choices: Any) -> Any:
        """The agent's own memory where none was chosen, and who reads for a language model that is asked one
        question."""
        if isinstance(choices, dict) and not choices.get("memory") and isinstance(choices.get("agent", ""), str):
            choices = {**choices, "memory": find_agent(choices.get("agent") or "ariadne").memory}
        if isinstance(choices, dict) and choices.get("model", RULES) != RULES and choices.get("calls") in DIVISIONS:
            others = DIVISIONS[choices["calls"]] | _models(choices.get("model_for"))
            choices = {**choices, "model_for": others, "choices": choices.get("choices") or FEW}
        return choices

    def check_questions(self, said: Mapping[str, Any]) -> None:
        """See that what is said of single questions is of use.

        Args:
            said: the choices that this was made of, without what they leave to others.

        Raises:
            UserError: it is of none.
        """
        named = {name: said[name] for name in ("model_for", "temperature_for") if name in said}
        options = PlayOptions.model_validate(named)
        players = [(self.agent, self.memory)]
        self.check_asked("--model-for", options.model_for, players)
        self.check_asked("--temperature-for", options.temperature_for, players)

    @property
    def models(self) -> tuple[str]:
        """The model that answers, as plans of several name theirs."""
        return (self.model,)

    @property
    def is_by_chance(self) -> bool:
        """Whether a game is played otherwise each time: the agent draws lots, or asks a model that samples."""
        kind = find_agent(self.agent)
        return kind.by_chance or (kind.thinks and {self.model, *self.model_for.values()} != {RULES})

    @property
    def temperatures(self) -> dict[str, float]:
        """By question; what is said for its memory goes before what is said for all."""
        own = f"{self.memory}/"
        for_all = {name: value for name, value in self.temperature_for.items() if "/" not in name}
        return for_all | {
            name.removeprefix(own): value for name, value in self.temperature_for.items() if name.startswith(own)
        }

    @classmethod
    def load(cls, path: Path) -> PlayConfig:
        """Read what `save` wrote.

        Raises:
            UserError: the file is not readable, or says something that cannot be.
        """
        return read_model(cls, read_yaml(path), str(path))


def versions() -> dict[str, str]:
    """The versions of what shapes an episode."""
    return {
        "ariadne": __version__,
        "textworld": version("textworld"),
        "python": platform.python_version(),
    }
