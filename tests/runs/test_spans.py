from __future__ import annotations

import json
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ariadne.cli import run
from ariadne.events import QuestionEvent
from ariadne.runs import spans
from ariadne.runs.spans import traced
from ariadne.tracing import ENDPOINT
from tests.command import environment, events_of
from tests.conftest import Game
from tests.screen import events

trace = pytest.importorskip("opentelemetry.sdk.trace")
in_memory = pytest.importorskip("opentelemetry.sdk.trace.export.in_memory_span_exporter")

from opentelemetry.sdk.trace.export import SimpleSpanProcessor  # noqa: E402
from opentelemetry.trace import SpanKind, StatusCode  # noqa: E402

CAPTURE = "OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT"
SECRET = "the treasure is below the floor"


@pytest.fixture(autouse=True)
def _no_settings_of_the_user(monkeypatch: pytest.MonkeyPatch) -> None:
    # Set first, so that what a test sets is taken back at its end.
    for name in (ENDPOINT, "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", CAPTURE):
        monkeypatch.setenv(name, "")


@pytest.fixture
def exporter(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Keeps what episodes send."""
    exporter = in_memory.InMemorySpanExporter()
    provider = trace.TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    monkeypatch.setattr(spans, "wished_tracer", lambda: provider.get_tracer("test"))
    return exporter


def asked(ago: float = 0.0, **fields: Any) -> QuestionEvent:
    prompt = ({"role": "system", "content": "You play."}, {"role": "user", "content": SECRET})
    told = {"prompt": prompt, "reply": f"I know: {SECRET}", "seconds": 0.5, **fields}
    return replace(events.question(step=3), time=time.time() + 1 - ago, **told)


def played(*questions: Any, why: str = "won", **more: Any) -> None:
    watch = traced(None)
    assert watch is not None
    watch(events.started(**more))
    for question in questions:
        watch(question)
    watch(replace(events.ended(why, steps=3, moves=4), step=3, time=time.time() + 2, error=SECRET))


def test_a_question_is_a_span_below_that_of_its_episode(exporter: Any) -> None:
    question = asked()
    played(question)
    asking, episode = exporter.get_finished_spans()
    assert (asking.name, asking.kind) == ("chat rules", SpanKind.CLIENT)
    assert asking.parent.span_id == episode.context.span_id
    assert dict(asking.attributes) == {
        "gen_ai.operation.name": "chat",
        "gen_ai.provider.name": "ariadne",
        "gen_ai.request.model": "rules",
        "gen_ai.usage.input_tokens": 1000,
        "gen_ai.usage.output_tokens": 50,
        "ariadne.question": "act",
        "ariadne.step": 3,
        "ariadne.repair": False,
        "ariadne.cached": False,
    }
    assert asking.end_time == round(question.time * 1e9)
    assert asking.end_time - asking.start_time == pytest.approx(0.5e9, abs=1000)
    assert episode.name == "invoke_agent ariadne"
    assert episode.parent is None
    assert episode.attributes["gen_ai.operation.name"] == "invoke_agent"
    assert (episode.attributes["ariadne.game"], episode.attributes["ariadne.why"]) == ("hunt", "won")
    assert episode.start_time == 100 * 10**9


def test_failures_have_a_type(exporter: Any) -> None:
    played(asked(error=f"no JSON: {SECRET}"), asked(error="refused", reply=""), asked(), why="failed")
    unreadable, refused, fine, episode = exporter.get_finished_spans()
    assert unreadable.attributes["error.type"] == "unreadable_reply"
    assert refused.attributes["error.type"] == "no_reply"
    assert episode.attributes["error.type"] == "failed"
    assert {each.status.status_code for each in (unreadable, refused, episode)} == {StatusCode.ERROR}
    assert "error.type" not in fine.attributes


@pytest.mark.parametrize("setting", ["", "false", "1"])
def test_prompts_and_replies_are_not_sent_by_default(
    setting: str, exporter: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(CAPTURE, setting)
    played(asked(), asked(error=f"no JSON: {SECRET}"), why="failed")
    assert all(SECRET not in each.to_json() for each in exporter.get_finished_spans())


def test_prompts_and_replies_are_sent_on_request(exporter: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(CAPTURE, "true")
    played(asked())
    asking, _ = exporter.get_finished_spans()
    prompt = json.loads(asking.attributes["gen_ai.input.messages"])
    assert [message["role"] for message in prompt] == ["system", "user"]
    assert prompt[1]["parts"] == [{"type": "text", "content": SECRET}]
    (reply,) = json.loads(asking.attributes["gen_ai.output.messages"])
    assert (reply["role"], reply["finish_reason"]) == ("assistant", "stop")


def test_no_key_is_sent_to_a_collector(exporter: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    key = "sk-test-0123456789abcdef"
    monkeypatch.setenv("OPENAI_API_KEY", key)
    monkeypatch.setenv(CAPTURE, "true")
    played(asked(reply=f"I know {key}."), model=key)
    asking, _ = exporter.get_finished_spans()
    assert "I know (key)." in asking.attributes["gen_ai.output.messages"]
    assert asking.attributes["gen_ai.request.model"] == "(key)"


def test_questions_before_a_resumption_are_not_sent_twice(exporter: Any) -> None:
    played(asked(ago=3600), asked())
    assert [each.name for each in exporter.get_finished_spans()] == ["chat rules", "invoke_agent ariadne"]


@pytest.mark.parametrize(("model", "provider"), [("gpt-4.1-mini", "openai"), ("small.gguf", "llama.cpp")])
def test_the_provider_goes_by_the_model(model: str, provider: str, exporter: Any) -> None:
    played(asked(), model=model)
    for each in exporter.get_finished_spans():
        assert (each.attributes["gen_ai.request.model"], each.attributes["gen_ai.provider.name"]) == (model, provider)


def test_every_question_of_a_real_play_has_its_span(exporter: Any, game: Game, tmp_path: Path) -> None:
    assert run(["play", str(game("treasure-hunt")), "--quiet", "--max-steps", "3", "--runs", str(tmp_path)]) == 0
    questions = [each for each in events_of(tmp_path) if each.name == "question"]
    *asking, episode = exporter.get_finished_spans()
    assert [each.attributes["ariadne.question"] for each in asking] == [each.kind for each in questions]
    assert all(each.context.trace_id == episode.context.trace_id for each in asking)
    assert episode.start_time <= min(each.start_time for each in asking)
    assert episode.end_time >= max(each.end_time for each in asking)


def test_no_spans_are_made_by_default(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[object] = []
    watch = seen.append
    assert traced(watch) is watch
    assert traced(None) is None


def said_by(code: str, **more: str) -> str:
    """What Python prints, in a process of its own: each has one sender."""
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment(**more), capture_output=True, text=True, check=True
    )
    return done.stdout + done.stderr


def test_without_opentelemetry_a_wish_names_the_command_and_a_setting_does_nothing() -> None:
    code = (
        "import sys; sys.modules['opentelemetry.sdk.trace'] = None\n"
        "from ariadne.cli import run; from ariadne.runs.spans import traced\n"
        "print(run(['play', 'treasure-hunt', '--otel']))\n"
        "print(run(['eval', '--games', 'cooking', '--otel', '--dry-run']), traced(None))"
    )
    *codes, first, second = said_by(code, **{ENDPOINT: "http://127.0.0.1:9"}).splitlines()
    assert codes == ["2", "2 None"]
    assert all("pip install '.[otel]'" in line for line in (first, second))


def test_the_collectors_key_is_not_shown_and_a_missing_collector_is_reported_in_one_line() -> None:
    code = (
        "from ariadne.keys import redacted; from ariadne.tracing import wished_tracer\n"
        "for _ in range(2):\n    wished_tracer().start_span('play').end()\n"
        "print(redacted('dG9rZW46MTIz of-everybody'))"
    )
    headers = "Authorization=Basic%20dG9rZW46MTIz,x-dataset=of-everybody"
    said = said_by(code, **{ENDPOINT: "http://127.0.0.1:9", "OTEL_EXPORTER_OTLP_HEADERS": headers})
    shown, missing = said.splitlines()
    assert shown == "(key) of-everybody"
    assert missing.startswith("spans are not sent: ")


def test_an_end_without_a_beginning_makes_no_span(exporter: Any) -> None:
    watch = traced(None)
    assert watch is not None
    watch(asked())
    watch(events.ended("failed"))
    assert exporter.get_finished_spans() == ()
