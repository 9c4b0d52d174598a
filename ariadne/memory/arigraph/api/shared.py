"""What the scopes of one memory share: file, model, embedder and costs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from time import time
from types import NoneType
from typing import TYPE_CHECKING, Any, TypedDict

from ariadne.embed.cache import TextCache
from ariadne.embed.embedder import Embedder
from ariadne.embed.registry import load_embedder
from ariadne.errors import UserError
from ariadne.events import Event, QuestionEvent
from ariadne.forks import Lock
from ariadne.memory.arigraph.core.arguments import check_kind
from ariadne.memory.arigraph.core.costs import Meter, OnCall
from ariadne.memory.arigraph.core.learn import Reader
from ariadne.memory.arigraph.core.options import Options
from ariadne.memory.arigraph.storage.store import Store
from ariadne.models.ask import Asked, Asking
from ariadne.models.function import Function, FunctionModel
from ariadne.models.model import Ask, Model
from ariadne.models.registry import Override, is_served, load_model
from ariadne.tracing import call_span, tracer

if TYPE_CHECKING:
    from openai import AsyncOpenAI

    from ariadne.memory.arigraph.api.scope import Scope

AT_ONCE = 4
"""The default of `concurrency`."""

_OF_ENDPOINTS = ("base_url", "api_key", "client", "timeout", "temperature", "reasoning_effort")
_KINDS: Mapping[str, tuple[Any, ...]] = {
    **dict.fromkeys(("base_url", "api_key", "reasoning_effort"), (str,)),
    **dict.fromkeys(("timeout", "temperature"), (int, float)),
    "concurrency": (int,),
    "on_call": (Callable,),
}
Readable = str | Model | Asked | Function
"""A model: its name, a model object, or an asynchronous function from messages to a reply."""


class How(TypedDict, total=False):
    """How the model is called: keyword arguments of `AriGraph`.

    Attributes:
        base_url: the address of an OpenAI-compatible server; by default `OPENAI_BASE_URL`, or OpenAI's own.
        api_key: its key; by default `OPENAI_API_KEY`. It is never written anywhere.
        client: a client of the `openai` package, in place of these two.
        timeout: seconds per attempt (120), of which there are up to eight.
        temperature, reasoning_effort: override those of the prompts.
        concurrency: how many calls run at once. If not given, `learn_many` reads four texts at once, and other calls
            are not limited.
        on_call: called with each call to the model, in the thread that made it. If the program uses OpenTelemetry, or
            `OTEL_EXPORTER_OTLP_ENDPOINT` names a collector, calls are also spans.
    """

    base_url: str | None
    api_key: str | None
    client: AsyncOpenAI | None
    timeout: float | None
    temperature: float | None
    reasoning_effort: str | None
    concurrency: int | None
    on_call: OnCall | None


class MemorySettings(How, total=False):
    """Keyword arguments of the constructors of `AriGraph`.

    Attributes:
        scope: the part of the memory to use. `options`: how it learns and recalls.
    """

    scope: str
    options: Options


class Shared:
    """What the scopes of one memory share.

    Args:
        readable: the model as the caller named it. `how`: the arguments with which it is called.

    Attributes:
        scopes: the open ones, by name.
        lock: held while the contents of any scope are read or changed.
        meter: adds up the costs of calls to the model.
        own_model: the model, if this memory created it and must close its connections.
        reads_by_name: the model's name; empty if it has none.
    """

    def __init__(
        self, store: Store | None, texts: TextCache, readable: Readable | None, options: Options, how: How
    ) -> None:
        check_kind("options", options, Options)
        for name, kinds in _KINDS.items():
            check_kind(name, how.get(name), *kinds, NoneType)
        said = how.get("concurrency")
        self.concurrency = AT_ONCE if said is None else said
        if self.concurrency < 1:
            raise UserError(f"concurrency must be at least 1, not {self.concurrency}")
        self.store, self.texts, self.options = store, texts, options
        self.scopes: dict[str, Scope] = {}
        self.lock = Lock(reentrant=True)
        self.meter = Meter()
        self.model = _model(readable, how, texts)
        self.reads_by_name: str = readable if isinstance(readable, str) else getattr(self.model, "name", "")
        self.own_model = None if isinstance(self.model, Asked) or isinstance(readable, Model) else self.model
        self._on_call = how.get("on_call")

    def ask(self, meter: Meter) -> Ask | None:
        """A function that asks the model, and adds the cost to a meter; None without a model."""
        if self.model is None:
            return None
        if isinstance(self.model, Asked):
            return self.model.ask
        spans = tracer()

        def record(event: Event) -> None:
            meter(event)
            self.meter(event)
            if isinstance(event, QuestionEvent):
                if spans:
                    call_span(spans, event, self.reads_by_name, time())
                if self._on_call:
                    self._on_call(event)

        return Asking(self.model, record)

    def reader(self, meter: Meter) -> Reader | None:
        """A reader that uses the model; None without a model."""
        ask = self.ask(meter)
        return None if ask is None else Reader(ask, self.options)


def cache_of(embedder: str | Embedder | TextCache | None) -> TextCache:
    """The cache of an embedder; of `minilm` if None. An embedder given by name is loaded.

    Raises:
        UserError: there is no such embedder, or it is not one.
    """
    if isinstance(embedder, TextCache):
        return embedder
    if isinstance(embedder, str | None):
        return TextCache(load_embedder() if embedder is None else load_embedder(embedder))
    if not isinstance(embedder, Embedder):
        raise UserError(f"{type(embedder).__name__} is not an embedder: it needs name, threshold and embed(texts)")
    return TextCache(embedder)


def _model(readable: Readable | None, how: How, texts: TextCache) -> Model | Asked | None:
    """The model that a caller gave.

    Raises:
        UserError: there is no such model, or the arguments do not apply to it.
    """
    if isinstance(readable, str):
        return load_model(
            readable,
            how.get("base_url"),
            similarity=texts.similarity,
            timeout=how.get("timeout"),
            override=Override(temperature=how.get("temperature"), reasoning_effort=how.get("reasoning_effort")),
            api_key=how.get("api_key"),
            client=how.get("client"),
            concurrency=how.get("concurrency") if is_served(readable) else None,
        )
    named = [name for name in _OF_ENDPOINTS if how.get(name) is not None]
    if named:
        raise UserError(f"{named[0]} needs a model given by name: AriGraph('NAME', {named[0]}=…)")
    if readable is None or isinstance(readable, Model | Asked):
        return readable
    return FunctionModel(readable)
