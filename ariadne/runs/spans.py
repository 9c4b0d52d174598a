"""An episode as OpenTelemetry spans: one for the episode, and a child for each question (`tracing.py`)."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from ariadne.events import EpisodeEnded, EpisodeStarted, Event, QuestionEvent
from ariadne.runs.events import Watch
from ariadne.tracing import call_span, fail, known, model_of, nanoseconds, wished_tracer

if TYPE_CHECKING:
    from opentelemetry.trace import Span, Tracer


def traced(watch: Watch | None) -> Watch | None:
    """Add a `Watch` that makes spans, if they are enabled and OpenTelemetry is installed."""
    tracer = wished_tracer()
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
        tracer: receives them.
    """

    def __init__(self, tracer: Tracer) -> None:
        self._tracer = tracer
        # Rounded like the events' times, so that no event precedes it.
        self._began = round(time.time(), 3)
        self._model_name: str | None = None
        self._episode: Span | None = None

    def __call__(self, event: Event) -> None:
        match event:
            case EpisodeStarted():
                self._start(event)
            case QuestionEvent():
                self._ask(event)
            case EpisodeEnded():
                self._end(event)

    def _start(self, event: EpisodeStarted) -> None:
        self._model_name = event.model
        attributes = {f"ariadne.{name}": getattr(event, name) for name in ("game", "memory", "seed", "repeat", "run")}
        about = {
            "gen_ai.operation.name": "invoke_agent",
            "gen_ai.agent.name": event.agent,
            **model_of(self._model_name),
            **attributes,
        }
        self._episode = self._tracer.start_span(
            f"invoke_agent {event.agent}", attributes=known(about), start_time=nanoseconds(event.time)
        )

    def _ask(self, event: QuestionEvent) -> None:
        """Make the span of a call to a model. Repeated questions of a resumed episode already have theirs."""
        if self._episode is None or event.time < self._began:
            return
        from opentelemetry.trace import set_span_in_context

        call_span(self._tracer, event, self._model_name, event.time, set_span_in_context(self._episode))

    def _end(self, event: EpisodeEnded) -> None:
        if self._episode is None:
            return
        names = ("why", "score", "max_score", "normalized_score", "steps", "moves", "cost_usd")
        self._episode.set_attributes(known({f"ariadne.{name}": getattr(event, name) for name in names}))
        if event.why == "failed":
            fail(self._episode, "failed")
        self._episode.end(nanoseconds(event.time))
        self._episode = None
