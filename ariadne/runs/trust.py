"""Trust in resumed runs. A run may come from a stranger, so the user confirms what it accesses beyond this machine and
OpenAI."""

from __future__ import annotations

import shlex
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any, Protocol, Self

from ariadne.embed.registry import is_endpoints
from ariadne.errors import UserError
from ariadne.models.endpoint import is_users
from ariadne.models.registry import GROUP, RECORDED, RULES

OWN_EMBEDDER = "minilm"


class Configured(Protocol):
    """The configuration of a run, with its models and embedders."""

    @property
    def models(self) -> Sequence[str]: ...
    @property
    def model_for(self) -> Mapping[str, str]: ...
    @property
    def base_url(self) -> str | None: ...
    @property
    def embedder(self) -> str | Sequence[str]: ...
    @property
    def embedder_base_url(self) -> str | None: ...
    def model_copy(self, *, update: Mapping[str, Any] | None = None) -> Self: ...
    def save(self, path: Path, /) -> None: ...


@dataclass(frozen=True)
class Reach:
    """What a configuration accesses, apart from what is built in or the user's own.

    Attributes:
        addresses: endpoints by option, without the user's own (OPENAI_BASE_URL, by default OpenAI's).
        others: phrases for model files, models of other packages, and embedders that are downloaded.
    """

    addresses: Mapping[str, str]
    others: Sequence[str]


def reach_of(plan: Configured) -> Reach:
    """Return what a plan accesses. Games, question files and recordings are only read, and worlds run in a sandbox."""
    names, embedders = models_of(plan), embedders_of(plan)
    addresses = {}
    if plan.base_url is not None and set(names) - {RULES} and not is_users(plan.base_url):
        addresses["--base-url"] = plan.base_url
    if plan.embedder_base_url and not is_users(plan.embedder_base_url) and any(map(is_endpoints, embedders)):
        addresses["--embedder-base-url"] = plan.embedder_base_url
    return Reach(addresses, [*_other_models(names, plan.base_url), *_other_embedders(embedders)])


def models_of(plan: Configured) -> list[str]:
    """Return the names of all models of a plan."""
    return list(dict.fromkeys([*plan.models, *plan.model_for.values()]))


def embedders_of(plan: Configured) -> list[str]:
    """Return the names of a plan's embedders."""
    return [plan.embedder] if isinstance(plan.embedder, str) else list(plan.embedder)


def check_trust(folder: Path, reach: Reach, trust: bool, said: Collection[str]) -> None:
    """Check that a run may be resumed.

    Args:
        trust: whether the user trusts it, with everything that it accesses.
        said: the options whose addresses the user has given again.

    Raises:
        UserError: the user must confirm; the message lists what the run would access.
    """
    addresses = {option: address for option, address in reach.addresses.items() if option not in said}
    if trust or not (addresses or reach.others):
        return
    phrases = [f"ask {address}, with the key in OPENAI_API_KEY" for address in dict.fromkeys(addresses.values())]
    again = "" if reach.others else f" or{named_again(Reach(addresses, ()))}"
    raise UserError(
        f"{folder} would {' and '.join([*phrases, *reach.others])}; if that is right, resume with --trust{again}"
    )


def named_again(reach: Reach) -> str:
    """Return the options that confirm a run's addresses, after a space; empty if it needs none."""
    if reach.others:
        return " --trust"
    return "".join(f" {option} {shlex.quote(address)}" for option, address in reach.addresses.items())


def _other_models(names: Sequence[str], base_url: str | None) -> Iterator[str]:
    for name in names:
        is_recording = base_url is None and name.startswith(RECORDED)
        if base_url is None and name.endswith(".gguf"):
            yield f"run the model file {name}"
        elif name != RULES and not is_recording and entry_points(group=GROUP, name=name.split(":", 1)[0]):
            yield f"use another package's model {name}"


def _other_embedders(names: Sequence[str]) -> Iterator[str]:
    for name in names:
        if name != OWN_EMBEDDER and not is_endpoints(name):
            yield f"load the embedder {name}, from the network or a folder"
