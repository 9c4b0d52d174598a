"""OpenTelemetry: the tracer, and spans of calls to models, by the semantic conventions for generative AI.

Spans are sent if the extra `otel` is installed and OTEL_EXPORTER_OTLP_ENDPOINT names an endpoint, or
OTEL_EXPORTER_OTLP_TRACES_ENDPOINT for traces alone. They contain prompts and replies only if
OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT is `true`.
"""

from __future__ import annotations

import json
import logging
import os
import re
import sys
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from ariadne.errors import MissingPackage
from ariadne.events import QuestionEvent
from ariadne.keys import in_use, without_keys
from ariadne.text import one_line

if TYPE_CHECKING:
    from opentelemetry.context import Context
    from opentelemetry.trace import Span, Tracer

ENDPOINT = "OTEL_EXPORTER_OTLP_ENDPOINT"
LOCAL = "http://localhost:4318"
PATIENCE = 3.0
_ENDPOINTS = (ENDPOINT, "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT")
_HEADERS = ("OTEL_EXPORTER_OTLP_HEADERS", "OTEL_EXPORTER_OTLP_TRACES_HEADERS")
_IS_KEY = re.compile("auth|key|token|secret|pass|cookie", re.I)
_CAPTURE = "OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT"


def wish_for_spans() -> None:
    """Turn spans on. By default, the collector is on this machine.

    Raises:
        MissingPackage: OpenTelemetry is not installed.
    """
    if _sender() is None:
        raise MissingPackage("sending spans", "otel")
    if not _is_wished():
        os.environ[ENDPOINT] = LOCAL


def wished_tracer() -> Tracer | None:
    """Return the tracer if spans are turned on and OpenTelemetry is installed; otherwise None."""
    return _sender() if _is_wished() else None


def tracer() -> Tracer | None:
    """Return the tracer of `wished_tracer`, or that of the surrounding program if it uses OpenTelemetry."""
    if _is_wished() or "opentelemetry.trace" not in sys.modules:
        return wished_tracer()
    from opentelemetry.trace import get_tracer

    from ariadne.installed import __version__

    return get_tracer("ariadne", __version__)


def call_span(
    tracer: Tracer, event: QuestionEvent, model: str | None, ended: float, context: Context | None = None
) -> None:
    """Record the span of one call to a model.

    Args:
        ended: its end, in seconds since 1970.
        context: of its parent span; None for the current one.
    """
    from opentelemetry.trace import SpanKind

    about = {
        "gen_ai.operation.name": "chat",
        **model_of(model),
        "gen_ai.usage.input_tokens": event.usage.prompt_tokens,
        "gen_ai.usage.output_tokens": event.usage.completion_tokens,
        "ariadne.question": event.kind,
        "ariadne.step": event.step,
        "ariadne.repair": event.repair,
        "ariadne.cached": event.cached,
        **(_content(event) if os.environ.get(_CAPTURE, "").lower() == "true" else {}),
    }
    span = tracer.start_span(
        f"chat {model}",
        context=context,
        kind=SpanKind.CLIENT,
        attributes=known(about),
        start_time=nanoseconds(ended - event.seconds),
    )
    if event.error:
        # The error's message may quote the reply; its type may not.
        fail(span, "unreadable_reply" if event.reply else "no_reply")
    span.end(nanoseconds(ended))


def model_of(model: str | None) -> dict[str, Any]:
    """Return a span's attributes for the model."""
    return {"gen_ai.request.model": model, "gen_ai.provider.name": model and _provider(model)}


def _provider(model: str) -> str:
    if model == "rules":
        return "ariadne"
    return "llama.cpp" if model.endswith(".gguf") else "openai"


def fail(span: Span, kind: str) -> None:
    """Mark a span as failed."""
    from opentelemetry.trace import StatusCode

    span.set_attribute("error.type", kind)
    span.set_status(StatusCode.ERROR)


def _content(event: QuestionEvent) -> dict[str, Any]:
    """Prompt and reply as JSON attributes, by the conventions."""
    prompt = [_message(message["role"], message["content"]) for message in event.prompt]
    reply = {**_message("assistant", event.reply), "finish_reason": "error" if event.error else "stop"}
    return {"gen_ai.input.messages": json.dumps(prompt), "gen_ai.output.messages": json.dumps([reply])}


def _message(role: str, text: str) -> dict[str, Any]:
    return {"role": role, "parts": [{"type": "text", "content": text}]}


def known(attributes: dict[str, Any]) -> dict[str, Any]:
    """Return the attributes with known values, redacted."""
    return {name: without_keys(value) for name, value in attributes.items() if value is not None}


def nanoseconds(seconds: float) -> int:
    """Convert a time to the unit of spans."""
    return round(seconds * 1e9)


def _is_wished() -> bool:
    return any(os.environ.get(name) for name in _ENDPOINTS)


@cache
def _sender() -> Tracer | None:
    """The tracer of all episodes in this process, which sends in the background; None without OpenTelemetry."""
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
    # Do not wait long for a missing collector at the end of a play.
    seconds = None if os.environ.get("OTEL_EXPORTER_OTLP_TIMEOUT") else PATIENCE
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter(timeout=seconds)))
    return provider.get_tracer("ariadne", __version__)


def _keys_of_the_collector() -> Iterator[str]:
    """The values of the collector's headers named like keys. They are URL-encoded: `name=value,name=value`."""
    for variable in _HEADERS:
        for pair in os.environ.get(variable, "").split(","):
            name, _, value = pair.partition("=")
            if _IS_KEY.search(name):
                yield unquote(value)


def _say_once_what_fails() -> None:
    """Report spans that cannot be sent in one line on stderr; they do not end an episode."""
    logger = logging.getLogger("opentelemetry")
    logger.addHandler(_Once(logging.ERROR))
    logger.propagate = False


class _Once(logging.Handler):
    """Prints only the first record, on one line, without its traceback."""

    def __init__(self, level: int) -> None:
        super().__init__(level)
        self._has_said = False

    def emit(self, record: logging.LogRecord) -> None:
        if not self._has_said:
            self._has_said = True
            print(f"spans are not sent: {one_line(record.getMessage())}", file=sys.stderr)
