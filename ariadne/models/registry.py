"""Which model a name stands for."""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import entry_points
from pathlib import Path

from ariadne.errors import UserError
from ariadne.models.model import Model

GROUP = "ariadne.models"
RULES = "rules"
RECORDED = "recorded:"

Similarity = Callable[[str, str], float]


def load_model(
    name: str,
    base_url: str | None = None,
    seed: int | None = None,
    similarity: Similarity | None = None,
    timeout: float | None = None,
) -> Model:
    """The model of that name.

    `rules` is the built-in reasoner; a `.gguf` file is run on this machine; `recorded:PATH` replays replies.
    Other packages register theirs as entry points in the group `ariadne.models`: a callable that takes the
    arguments of this function but the last, and stands for the names `<entry>` and `<entry>:<anything>`. Any other
    name is a model at an OpenAI-compatible endpoint; where `base_url` is given, no file or recording is looked for.

    Args:
        similarity: how far two texts belong together, for `rules`.
        timeout: seconds until a try at an endpoint is given up.

    Raises:
        UserError: there can be no such model: a missing key, file or package.
    """
    if name == RULES:
        return _rules(base_url, similarity)
    if base_url is None:
        if name.startswith(RECORDED):
            from ariadne.models.recorded import RecordedModel

            return RecordedModel.load(Path(name.removeprefix(RECORDED)))
        if name.endswith(".gguf"):
            from ariadne.models.local import LocalModel

            return LocalModel(Path(name), seed=seed)
    for entry in entry_points(group=GROUP, name=name.split(":", 1)[0]):
        registered: Model = entry.load()(name, base_url=base_url, seed=seed, similarity=similarity)
        return registered
    from ariadne.models.openai import TIMEOUT, OpenAIModel

    return OpenAIModel(name, base_url, seed=seed, timeout=timeout or TIMEOUT)


def _rules(base_url: str | None, similarity: Similarity | None) -> Model:
    if base_url is not None:
        raise UserError("--base-url needs the name of a model that the endpoint serves: --model NAME")
    from ariadne.models.rules import RulesModel

    rules: Model = RulesModel(similarity)
    return rules
