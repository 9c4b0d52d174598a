"""Models by name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass, fields
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import TYPE_CHECKING, Literal, get_args

from ariadne.errors import UserError
from ariadne.models.model import Model

if TYPE_CHECKING:
    from openai import AsyncOpenAI

GROUP = "ariadne.models"
RULES = "rules"
REASONER = EntryPoint(RULES, "ariadne.reasoner:RulesModel", GROUP)
"""The `rules` model, loaded by its entry point like those of other packages."""
RECORDED = "recorded:"

Similarity = Callable[[str, str], float]
Effort = Literal["minimal", "low", "medium", "high"]
EFFORTS = get_args(Effort)


@dataclass(frozen=True)
class Override:
    """Overrides of the prompts' sampling options; None keeps the prompt's value.

    Attributes:
        max_tokens: of a reply.
        temperature: a question's own temperature overrides it.
        reasoning_effort: of a reasoning model.
    """

    max_tokens: int | None = None
    temperature: float | None = None
    reasoning_effort: str | None = None

    def __post_init__(self) -> None:
        """Raises:
        UserError: there is no such effort."""
        if self.reasoning_effort not in (None, *EFFORTS):
            raise UserError(f"reasoning_effort must be one of {', '.join(EFFORTS)}, not '{self.reasoning_effort}'")

    def refuse(self) -> None:
        """Check that no option is set, for a model that does not sample.

        Raises:
            UserError: one is.
        """
        for field in fields(self):
            if getattr(self, field.name) is not None:
                raise UserError(f"{field.name} needs a language model: name one, or leave it out")


AS_PROMPTS_SAY = Override()


def load_model(
    name: str,
    base_url: str | None = None,
    seed: int | None = None,
    similarity: Similarity | None = None,
    timeout: float | None = None,
    override: Override = AS_PROMPTS_SAY,
    *,
    api_key: str | None = None,
    client: AsyncOpenAI | None = None,
    concurrency: int | None = None,
) -> Model:
    """The model of that name.

    `rules` is the built-in reasoner; a `.gguf` file is run on this machine; `recorded:PATH` replays replies.
    Other packages register theirs as entry points in the group `ariadne.models`: a callable that takes `name`,
    `base_url`, `seed` and `similarity`, for the names `<entry>` and `<entry>:<anything>`. Any other name is a model at
    an OpenAI-compatible endpoint, and so is every name with `base_url` or `client`.

    Args:
        base_url: the endpoint; see `OpenAIModel`.
        similarity: the similarity of two texts, for `rules`.
        timeout: seconds until a try at an endpoint is given up.
        override: sampling options, for endpoints and model files.
        api_key, client: for a model at an endpoint; see `OpenAIModel`.
        concurrency: the largest number of parallel calls to an endpoint.

    Raises:
        UserError: a key, file or package is missing, or an option does not apply to this model.
    """
    if not (is_served(name) or (is_file(name) and (base_url or client))):
        _refuse(name, api_key=api_key, client=client, concurrency=concurrency)
        return _elsewhere(name, base_url, seed, similarity, override)
    from ariadne.models.limiter import MOST
    from ariadne.models.openai import TIMEOUT, OpenAIModel

    return OpenAIModel(
        name,
        base_url,
        api_key=api_key,
        client=client,
        seed=seed,
        timeout=timeout or TIMEOUT,
        most=MOST if concurrency is None else concurrency,
        **asdict(override),
    )


def is_served(name: str) -> bool:
    """Whether a name means a model at an endpoint, even without a base URL."""
    return name != RULES and not is_file(name) and not _registered(name)


def is_file(name: str) -> bool:
    """Whether a name means a model's file or a recording, if there is no base URL."""
    return name.startswith(RECORDED) or name.endswith(".gguf")


def check_model(name: str, base_url: str | None = None) -> None:
    """Check that the file of a name exists, without loading anything.

    Raises:
        UserError: it does not.
    """
    if base_url is None and name.endswith(".gguf"):
        from ariadne.models.local import check_file

        check_file(Path(name))


def _elsewhere(
    name: str, base_url: str | None, seed: int | None, similarity: Similarity | None, override: Override
) -> Model:
    """A model that is not at an OpenAI-compatible endpoint."""
    if name == RULES:
        override.refuse()
        return _rules(base_url, similarity)
    if name.startswith(RECORDED):
        from ariadne.models.recorded import RecordedModel

        return RecordedModel.load(Path(name.removeprefix(RECORDED)))
    if name.endswith(".gguf"):
        from ariadne.models.local import LocalModel

        return LocalModel(Path(name), seed=seed, **asdict(override))
    (entry, *_) = _registered(name)
    registered: Model = entry.load()(name, base_url=base_url, seed=seed, similarity=similarity)
    return registered


def _registered(name: str) -> tuple[EntryPoint, ...]:
    """The entry points of other packages for a name."""
    return tuple(entry_points(group=GROUP, name=name.split(":", 1)[0]))


def _refuse(name: str, **given: object) -> None:
    for what, value in given.items():
        if value is not None:
            raise UserError(f"{what} is for a model at an endpoint, which {name} is not: leave it out")


def _rules(base_url: str | None, similarity: Similarity | None) -> Model:
    if base_url is not None:
        raise UserError("the rules ask no endpoint: name a model that is served at the base URL")
    rules: Model = REASONER.load()(similarity)
    return rules
