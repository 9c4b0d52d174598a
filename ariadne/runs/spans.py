"""An episode as OpenTelemetry spans, with the semantic conventions for generative AI: one for the episode, and below it
one for each question.

They are sent while the episode is played if the extra `otel` is installed and an endpoint is named in
OTEL_EXPORTER_OTLP_ENDPOINT, or for traces alone in OTEL_EXPORTER_OTLP_TRACES_ENDPOINT. Prompts and replies are in them
only if OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT is `true`.
"""

from __future__ import annotations

import json
import logging
import os
import re
import sys
import time
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from ariadne.errors import MissingPackage
from ariadne.events import EpisodeEnded, EpisodeStarted, Event, Question
from ariadne.keys import in_use, without_keys
from ariadne.runs.events import Watch
from ariadne.text import one_line

if TYPE_CHECKING:
    from opentelemetry.trace import Span, Tracer

ENDPOINT = "OTEL_EXPORTER_OTLP_ENDPOINT"
LOCAL = "http://localhost:4318"
PATIENCE = 3.0
_ENDPOINTS = (ENDPOINT, "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT")
_HEADERS = ("OTEL_EXPORTER_OTLP_HEADERS", "OTEL_EXPORTER_OTLP_TRACES_HEADERS")
_IS_KEY = re.compile("auth|key|token|secret|pass|cookie", re.I)
_CAPTURE = "OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT"


def wish_for_spans() -> None:
    """Have spans sent, to a collector on this machine if no other is named.

    Raises:
        MissingPackage: OpenTelemetry is not there.
    """
    if _tracer() is None:
        raise MissingPackage("sending spans", "otel")
    if not _is_wished():
        os.environ[ENDPOINT] = LOCAL


def traced(watch: Watch | None) -> Watch | None:
    """Whoever watches an episode, with spans made beside it where they are wished for and OpenTelemetry is there."""
    tracer = _tracer() if _is_wished() else None
    if tracer is None:
        return watch
    spans = Spans(tracer)

    def both(event: Event) -> None:
        spans(event)
        if watch:
            watch(event)

    return both


class Spans:
    """Makes the spans of one episode from its events. It is a `Watch`.

    Args:
        tracer: where they go.
    """

    def __init__(self, tracer: Tracer) -> None:
        self._tracer = tracer
        # Rounded as the events' times are, so that none of what comes is before it.
        self._began = round(time.time(), 3)
        self._model_name: str | None = None
        self._episode: Span | None = None

    def __call__(self, event: Event) -> None:
        match event:
            case EpisodeStarted():
                self._start(event)
            case Question():
                self._ask(event)
            case EpisodeEnded():
                self._end(event)

    def _start(self, event: EpisodeStarted) -> None:
        self._model_name = event.model
        said = {f"ariadne.{name}": getattr(event, name) for name in ("game", "memory", "seed", "repeat", "run")}
        about = {
            "gen_ai.operation.name": "invoke_agent",
            "gen_ai.agent.name": event.agent,
            **self._model(),
            **said,
        }
        self._episode = self._tracer.start_span(
            f"invoke_agent {event.agent}", attributes=_known(about), start_time=_nanoseconds(event.time)
        )

    def _ask(self, event: Question) -> None:
        """One call to a model. Those of an episode that is taken up again had their spans when they were asked."""
        if self._episode is None or event.time < self._began:
            return
        from opentelemetry.trace import SpanKind, set_span_in_context

        about = {
            "gen_ai.operation.name": "chat",
            **self._model(),
            "gen_ai.usage.input_tokens": event.usage.prompt_tokens,
            "gen_ai.usage.output_tokens": event.usage.completion_tokens,
            "ariadne.question": event.kind,
            "ariadne.step": event.step,
            "ariadne.repair": event.repair,
            "ariadne.cached": event.cached,
            **(_content(event) if os.environ.get(_CAPTURE, "").lower() == "true" else {}),
        }
        span = self._tracer.start_span(
            f"chat {self._model_name}",
            context=set_span_in_context(self._episode),
            kind=SpanKind.CLIENT,
            attributes=_known(about),
            start_time=_nanoseconds(event.time - event.seconds),
        )
        if event.error:
            # What went wrong may quote the reply; how it is called may not.
            _fail(span, "unreadable_reply" if event.reply else "no_reply")
        span.end(_nanoseconds(event.time))

    def _end(self, event: EpisodeEnded) -> None:
        if self._episode is None:
            return
        names = ("why", "score", "max_score", "normalized_score", "steps", "moves", "cost_usd")
        self._episode.set_attributes(_known({f"ariadne.{name}": getattr(event, name) for name in names}))
        if event.why == "failed":
            _fail(self._episode, "failed")
        self._episode.end(_nanoseconds(event.time))
        self._episode = None

    def _model(self) -> dict[str, Any]:
        model = self._model_name
        return {"gen_ai.request.model": model, "gen_ai.provider.name": model and _provider(model)}


def _provider(model: str) -> str:
    if model == "rules":
        return "ariadne"
    return "llama.cpp" if model.endswith(".gguf") else "openai"


def _fail(span: Span, kind: str) -> None:
    from opentelemetry.trace import StatusCode

    span.set_attribute("error.type", kind)
    span.set_status(StatusCode.ERROR)


def _content(event: Question) -> dict[str, Any]:
    """Prompt and reply as the conventions have them: JSON in attributes."""
    prompt = [_message(message["role"], message["content"]) for message in event.prompt]
    reply = {**_message("assistant", event.reply), "finish_reason": "error" if event.error else "stop"}
    return {"gen_ai.input.messages": json.dumps(prompt), "gen_ai.output.messages": json.dumps([reply])}


def _message(role: str, text: str) -> dict[str, Any]:
    return {"role": role, "parts": [{"type": "text", "content": text}]}


def _known(attributes: dict[str, Any]) -> dict[str, Any]:
    return {name: without_keys(value) for name, value in attributes.items() if value is not None}


def _nanoseconds(seconds: float) -> int:
    return round(seconds * 1e9)


def _is_wished() -> bool:
    return any(os.environ.get(name) for name in _ENDPOINTS)


@cache
def _tracer() -> Tracer | None:
    """What sends spans, in the background and for all episodes of this process; None without OpenTelemetry."""
    try:
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
        from opentelemetry.sdk.resources import OTELResourceDetector, Resource
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor
    except ImportError:
        return None
    from ariadne.installed import __version__

    in_use(*_keys_of_the_collector())
    _say_once_what_fails()
    named = Resource.create({"service.name": "ariadne"}).merge(OTELResourceDetector().detect())
    provider = TracerProvider(resource=named)
    # Nobody waits long at the end of a play for a collector that is not there.
    seconds = None if os.environ.get("OTEL_EXPORTER_OTLP_TIMEOUT") else PATIENCE
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter(timeout=seconds)))
    return provider.get_tracer("ariadne", __version__)


def _keys_of_the_collector() -> Iterator[str]:
    """The values of its headers whose names say that they are keys: `name=value,name=value`, escaped as in URLs."""
    for variable in _HEADERS:
        for pair in os.environ.get(variable, "").split(","):
            name, _, value = pair.partition("=")
            if _IS_KEY.search(name):
                yield unquote(value)


def _say_once_what_fails() -> None:
    """Spans that cannot be sent end no episode, and are worth one line on stderr."""
    logger = logging.getLogger("opentelemetry")
    logger.addHandler(_Once(logging.ERROR))
    logger.propagate = False


class _Once(logging.Handler):
    """Prints the first record alone, on one line, without its traceback."""

    def __init__(self, level: int) -> None:
        super().__init__(level)
        self._has_said = False

    def emit(self, record: logging.LogRecord) -> None:
        """See `logging.Handler.emit`."""
        if not self._has_said:
            self._has_said = True
            print(f"spans are not sent: {one_line(record.getMessage())}", file=sys.stderr)
