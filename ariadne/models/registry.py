"""Which model a name stands for."""

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
"""What answers by rules: a model of another room, known by its name as those of other packages are."""
RECORDED = "recorded:"

Similarity = Callable[[str, str], float]
Effort = Literal["minimal", "low", "medium", "high"]
EFFORTS = get_args(Effort)


@dataclass(frozen=True)
class Override:
    """How replies are drawn, instead of what prompts say; None leaves it to them.

    Attributes:
        max_tokens: that a reply may have.
        temperature: at which it is sampled; a question's own goes before it.
        reasoning_effort: how long a model that thinks aloud is to think.
    """

    max_tokens: int | None = None
    temperature: float | None = None
    reasoning_effort: str | None = None

    def __post_init__(self) -> None:
        """Raises:
        UserError: there is no such effort.
        """
        if self.reasoning_effort not in (None, *EFFORTS):
            raise UserError(f"reasoning_effort is {', '.join(EFFORTS)}, not '{self.reasoning_effort}'")

    def refuse(self) -> None:
        """See that nothing is asked where no language model draws replies.

        Raises:
            UserError: something is.
        """
        for field in fields(self):
            if getattr(self, field.name) is not None:
                raise UserError(f"{field.name} goes with a language model: name one, or leave it out")


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
    `base_url`, `seed` and `similarity`, and stands for the names `<entry>` and `<entry>:<anything>`. Any other name is
    a model at an OpenAI-compatible endpoint; where `base_url` or `client` is given, no file or recording is looked for.

    Args:
        base_url: the endpoint, as `OpenAIModel` takes it.
        similarity: how far two texts belong together, for `rules`.
        timeout: seconds until a try at an endpoint is given up.
        override: how replies are drawn, of an endpoint's and a file's model.
        api_key, client: of a model at an endpoint, as `OpenAIModel` takes them.
        concurrency: how many calls an endpoint is sent at once at most.

    Raises:
        UserError: there can be no such model: a missing key, file or package, or something that is not for it.
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
    """Whether a name is that of a model at an endpoint, also where no endpoint is named with it."""
    return name != RULES and not is_file(name) and not _registered(name)


def is_file(name: str) -> bool:
    """Whether a name is that of a model's file or of a recording, unless an endpoint is named with it."""
    return name.startswith(RECORDED) or name.endswith(".gguf")


def check_model(name: str, base_url: str | None = None) -> None:
    """See that the file is there that a name stands for, without loading anything.

    Raises:
        UserError: it is not.
    """
    if base_url is None and name.endswith(".gguf"):
        from ariadne.models.local import check_file

        check_file(Path(name))


def _elsewhere(
    name: str, base_url: str | None, seed: int | None, similarity: Similarity | None, override: Override
) -> Model:
    """A model that answers at no endpoint of OpenAI's kind."""
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
    """What other packages have under a name."""
    return tuple(entry_points(group=GROUP, name=name.split(":", 1)[0]))


def _refuse(name: str, **given: object) -> None:
    for what, value in given.items():
        if value is not None:
            raise UserError(f"{what} is for a model at an endpoint, which {name} is not: leave it out")


def _rules(base_url: str | None, similarity: Similarity | None) -> Model:
    if base_url is not None:
        raise UserError("the rules ask no endpoint: name a model that the one at the base URL serves")
    rules: Model = REASONER.load()(similarity)
    return rules
