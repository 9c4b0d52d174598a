"""Which model a name stands for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass, fields
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Literal, get_args

from ariadne.errors import UserError
from ariadne.models.model import Model

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
            raise UserError(f"--reasoning-effort is {', '.join(EFFORTS)}, not '{self.reasoning_effort}'")

    def refuse(self) -> None:
        """See that nothing is asked where no language model draws replies.

        Raises:
            UserError: something is.
        """
        for field in fields(self):
            if getattr(self, field.name) is not None:
                raise UserError(
                    f"--{field.name.replace('_', '-')} goes with a language model: name one with --model NAME"
                )


AS_PROMPTS_SAY = Override()


def load_model(
    name: str,
    base_url: str | None = None,
    seed: int | None = None,
    similarity: Similarity | None = None,
    timeout: float | None = None,
    override: Override = AS_PROMPTS_SAY,
) -> Model:
    """The model of that name.

    `rules` is the built-in reasoner; a `.gguf` file is run on this machine; `recorded:PATH` replays replies.
    Other packages register theirs as entry points in the group `ariadne.models`: a callable that takes the
    arguments of this function but the last two, and stands for the names `<entry>` and `<entry>:<anything>`. Any other
    name is a model at an OpenAI-compatible endpoint; where `base_url` is given, no file or recording is looked for.

    Args:
        similarity: how far two texts belong together, for `rules`.
        timeout: seconds until a try at an endpoint is given up.
        override: how replies are drawn, of an endpoint's and a file's model.

    Raises:
        UserError: there can be no such model: a missing key, file or package.
    """
    if name == RULES:
        override.refuse()
        return _rules(base_url, similarity)
    if base_url is None:
        if name.startswith(RECORDED):
            from ariadne.models.recorded import RecordedModel

            return RecordedModel.load(Path(name.removeprefix(RECORDED)))
        if name.endswith(".gguf"):
            from ariadne.models.local import LocalModel

            return LocalModel(Path(name), seed=seed, **asdict(override))
    for entry in entry_points(group=GROUP, name=name.split(":", 1)[0]):
        registered: Model = entry.load()(name, base_url=base_url, seed=seed, similarity=similarity)
        return registered
    from ariadne.models.openai import TIMEOUT, OpenAIModel

    return OpenAIModel(name, base_url, seed=seed, timeout=timeout or TIMEOUT, **asdict(override))


def check_model(name: str, base_url: str | None = None) -> None:
    """See that the file is there that a name stands for, without loading anything.

    Raises:
        UserError: it is not.
    """
    if base_url is None and name.endswith(".gguf"):
        from ariadne.models.local import check_file

        check_file(Path(name))


def _rules(base_url: str | None, similarity: Similarity | None) -> Model:
    if base_url is not None:
        raise UserError("--base-url needs the name of a model that the endpoint serves: --model NAME")
    rules: Model = REASONER.load()(similarity)
    return rules
