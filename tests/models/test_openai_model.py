from __future__ import annotations

import asyncio
import socket
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from openai import AsyncOpenAI, OpenAI

from ariadne.errors import UserError
from ariadne.keys import redacted
from ariadne.models.endpoint import OPENAI
from ariadne.models.model import NoReply, UnreadableReply
from ariadne.models.openai import OpenAIModel
from tests.limits import files_left
from tests.models.conftest import Make
from tests.models.questions import Act, act, judge, list_triplets
from tests.models.server import ChatServer, Reaction, Request, call, completion, refusal, serving

GOOD = completion('{"reason": "the only way", "action": "go north"}')
GOOD_CALL = call('{"reason": "the only way", "action": "go north"}')
KEY = "sk-this-is-a-secret"
FORMS = ["json_schema", "tools", "json_object", "text"]


@pytest.fixture
def _key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)


async def test_an_answer_comes_with_its_text_and_usage(make: Make, server: ChatServer, prompts: Path) -> None:
    usage = {"prompt_tokens": 90, "completion_tokens": 11, "prompt_tokens_details": {"cached_tokens": 64}}
    server.react(completion('{"reason": "the only way", "action": "go north"}', usage=usage))
    reply = await make().answer(act(prompts))
    assert reply.answer == Act(reason="the only way", action="go north")
    assert reply.text == '{"reason": "the only way", "action": "go north"}'
    assert (reply.usage.prompt_tokens, reply.usage.completion_tokens, reply.usage.cached_tokens) == (
        90,
        11,
        64,
    )
    assert reply.usage.cost_usd is None
    assert reply.seconds > 0
    assert reply.retries == ()


async def test_the_rendered_prompt_is_sent_with_its_sampling(make: Make, server: ChatServer, prompts: Path) -> None:
    server.react(GOOD)
    await make(seed=5).answer(act(prompts))
    (request,) = server.requests
    assert request.path == "/v1/chat/completions"
    assert request.body["model"] == "tiny"
    assert request.body["messages"] == [*act(prompts).prompt.messages]
    assert (request.body["max_tokens"], request.body["temperature"], request.body["seed"]) == (200, 0, 5)
    assert "top_p" not in request.body
    assert request.body["response_format"]["json_schema"]["schema"]["required"] == ["reason", "action"]


@pytest.mark.parametrize(
    ("of_model", "of_question", "sent"), [(5, None, 5), (5, 7, 7), (None, 7, 7), (5, 0, 0), (None, None, None)]
)
async def test_a_questions_seed_overrides_the_models(
    make: Make, server: ChatServer, prompts: Path, of_model: int | None, of_question: int | None, sent: int | None
) -> None:
    server.react(GOOD)
    model, question = make(seed=of_model), replace(act(prompts), seed=of_question)
    await model.answer(question)
    assert server.requests[0].body.get("seed") == sent
    assert model.fingerprint(question)["seed"] == sent


async def test_a_429_halves_the_number_of_parallel_calls(make: Make, server: ChatServer, prompts: Path) -> None:
    """Eight calls that come together are all too many; after that the server counts."""
    together, counting = threading.Barrier(8), threading.Lock()
    asked = running = most = 0

    def handle(request: Request) -> Reaction:
        nonlocal asked, running, most
        with counting:
            asked += 1
            running += 1
            first = asked <= 8
            most = most if first else max(most, running)
        if first:
            together.wait(10)
        else:
            time.sleep(0.02)
        with counting:
            running -= 1
        return refusal(429, "too many") if first else GOOD

    server.handle = handle  # type: ignore[method-assign]
    model = make(most=8)
    await asyncio.gather(*(model.answer(act(prompts)) for _ in range(8)))
    assert asked == 16
    assert 1 < most <= 6


async def test_sampling_can_be_overridden(make: Make, server: ChatServer, prompts: Path) -> None:
    server.react(GOOD)
    await make(temperature=0.7, top_p=0.5, max_tokens=33, reasoning_effort="minimal").answer(act(prompts))
    body = server.requests[0].body
    assert (body["temperature"], body["top_p"], body["max_tokens"]) == (0.7, 0.5, 33)
    assert body["reasoning_effort"] == "minimal"


def takes(*forms: str) -> Callable[[Request], Reaction]:
    """A server that knows only these answer forms."""

    def behave(request: Request) -> Reaction:
        if request.form in forms:
            return GOOD_CALL if request.form == "tools" else GOOD
        return refusal(400, f"a response_format or tool_choice of type {request.form} is not supported")

    return behave


@pytest.mark.parametrize("forms", [["json_schema"], ["tools"], ["json_object", "text"], ["text"]])
async def test_the_answer_form_falls_back_to_what_the_server_can(
    make: Make, server: ChatServer, prompts: Path, forms: list[str]
) -> None:
    asked = FORMS[: FORMS.index(forms[0]) + 1]
    server.behaviour = takes(*forms)
    model = make()
    reply = await model.answer(act(prompts))
    assert reply.answer.action == "go north"
    assert [request.form for request in server.requests] == asked
    assert [retry.seconds for retry in reply.retries] == [0.0] * (len(asked) - 1)

    await model.answer(act(prompts))
    assert server.requests[-1].form == asked[-1]
    assert len(server.requests) == len(asked) + 1


async def test_refused_parameters_are_replaced(make: Make, server: ChatServer, prompts: Path) -> None:
    def behave(request: Request) -> Reaction:
        if "max_tokens" in request.body:
            return refusal(400, "Use 'max_completion_tokens' instead.", "unsupported_parameter", "max_tokens")
        if "temperature" in request.body:
            return refusal(400, "Only the default (1) is supported.", "unsupported_value", "temperature")
        return GOOD

    server.behaviour = behave
    reply = await make().answer(act(prompts))
    body = server.requests[-1].body
    assert body["max_completion_tokens"] == 200
    assert body["response_format"]["type"] == "json_schema"
    assert [retry.error[:8] for retry in reply.retries] == ["HTTP 400", "HTTP 400"]


@pytest.mark.parametrize(
    ("reaction", "problem"),
    [
        (completion("go north"), "there is no JSON object"),
        (completion(None), "the reply is empty"),
        (completion('{"reason": "r"}'), "action: Field required"),
        (completion('{"reason": "because it', finish="length"), "cut at 200 tokens"),
        (completion(None, refusal="I cannot help."), "refuses to answer"),
        (completion(None, finish="content_filter"), "refuses to answer"),
    ],
)
async def test_a_reply_that_does_not_fit_is_unreadable_and_counted(
    make: Make, server: ChatServer, prompts: Path, reaction: Reaction, problem: str
) -> None:
    server.react(reaction)
    with pytest.raises(UnreadableReply, match=problem) as raised:
        await make().answer(act(prompts))
    assert raised.value.usage.prompt_tokens > 0
    assert raised.value.seconds > 0
    assert raised.value.cut == ("cut" in problem)
    assert len(server.requests) == 1


async def test_a_cut_reply_is_marked_as_cut(make: Make, server: ChatServer, prompts: Path) -> None:
    server.react(completion('{"triplets": ["key, is on, table", "kn', finish="length"), GOOD)
    salvaged, whole = await make().answer(list_triplets(prompts)), await make().answer(act(prompts))
    assert (salvaged.cut, salvaged.salvaged) == (True, True)
    assert (whole.cut, whole.salvaged) == (False, False)


async def test_a_lone_surrogate_in_a_reply_is_replaced(make: Make, server: ChatServer, prompts: Path) -> None:
    server.react(completion('{"reason": "half an emoji \ud83d", "action": "look"}'))
    reply = await make().answer(act(prompts))
    assert reply.text.encode("utf-8")
    assert reply.answer.reason == "half an emoji ?"


@pytest.mark.parametrize("status", [429, 503])
async def test_passing_failures_are_retried_and_recorded(
    make: Make, server: ChatServer, slept: list[float], prompts: Path, status: int
) -> None:
    server.react(refusal(status, "try later"), refusal(status, "try later"), GOOD)
    reply = await make().answer(act(prompts))
    assert reply.answer.action == "go north"
    assert len(server.requests) == 3
    assert [retry.seconds for retry in reply.retries] == slept
    assert reply.retries[0].error == f"HTTP {status}: try later"
    assert 0.5 <= slept[0] <= 1 <= slept[1] <= 2


async def test_a_wait_of_hours_is_refused(make: Make, server: ChatServer, slept: list[float], prompts: Path) -> None:
    server.react(refusal(429, "daily limit", headers={"Retry-After": "40000"}))
    with pytest.raises(NoReply, match="daily limit"):
        await make().answer(act(prompts))
    assert slept == []


async def test_a_lasting_failure_ends_after_all_tries(
    make: Make, server: ChatServer, slept: list[float], prompts: Path
) -> None:
    server.react(refusal(503, "overloaded"))
    with pytest.raises(NoReply, match="'act' after 4 tries: HTTP 503: overloaded") as raised:
        await make(tries=4).answer(act(prompts))
    assert len(server.requests) == 4
    assert len(slept) == len(raised.value.retries) == 3


async def test_a_cut_connection_is_tried_again(make: Make, server: ChatServer, prompts: Path) -> None:
    server.react(replace(GOOD, cut=True), GOOD)
    reply = await make().answer(act(prompts))
    assert len(reply.retries) == 1


async def test_a_server_that_hangs_is_given_up(make: Make, server: ChatServer, prompts: Path) -> None:
    server.react(Reaction(hang=True))
    with pytest.raises(NoReply, match=r"no reply|timed out"):
        await make(timeout=0.5, tries=2).answer(act(prompts))
    assert len(server.requests) == 2


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port


async def test_an_address_without_a_server_fails_at_once(make: Make, slept: list[float], prompts: Path) -> None:
    address = f"http://127.0.0.1:{free_port()}/v1"
    with pytest.raises(UserError, match="nothing answers at") as raised:
        await make(address).answer(act(prompts))
    assert address in str(raised.value)
    assert slept == []


async def test_a_server_that_has_answered_before_is_retried(make: Make, slept: list[float], prompts: Path) -> None:
    with serving() as server:
        server.react(GOOD)
        model = make(server.url, tries=3)
        await model.answer(act(prompts))
    with pytest.raises(NoReply, match="after 3 tries"):
        await model.answer(act(prompts))
    assert len(slept) == 2


@pytest.mark.parametrize(
    "reaction",
    [
        Reaction("<html>It works!</html>"),
        Reaction('{"choices": ['),
        Reaction({"object": "list"}),
        Reaction({"choices": [{"message": 3}]}),
        Reaction(""),
        Reaction("<h1>Not Found</h1>", status=404),
    ],
)
async def test_a_foreign_server_is_a_clear_error(
    make: Make, server: ChatServer, prompts: Path, reaction: Reaction
) -> None:
    server.react(reaction)
    with pytest.raises(UserError, match="is not an OpenAI-compatible endpoint"):
        await make().answer(act(prompts))
    assert len(server.requests) == 1


async def test_garbage_from_a_server_that_has_answered_is_tried_again(
    make: Make, server: ChatServer, prompts: Path
) -> None:
    server.react(GOOD, Reaction("<html>bad gateway</html>"), GOOD)
    model = make()
    await model.answer(act(prompts))
    assert len((await model.answer(act(prompts))).retries) == 1


@pytest.mark.parametrize(
    ("reaction", "line"),
    [
        (refusal(401, f"Incorrect API key provided: {KEY}"), "refuses the key in OPENAI_API_KEY"),
        (refusal(403, f"{KEY} may not"), "refuses the key in OPENAI_API_KEY"),
        (refusal(404, "The model `tiny` does not exist", "model_not_found"), "has no model 'tiny'"),
        (refusal(402, "pay first"), "has no credit left"),
        (refusal(429, "quota", "insufficient_quota"), "has no credit left"),
        (refusal(400, f"maximum context length is 4096 tokens, {KEY}"), "the question 'act' is longer"),
    ],
)
@pytest.mark.usefixtures("_key")
async def test_a_users_mistake_is_one_clear_line_at_once_without_the_key(
    make: Make, server: ChatServer, prompts: Path, reaction: Reaction, line: str
) -> None:
    server.react(reaction)
    with pytest.raises(UserError, match=line) as raised:
        await make().answer(act(prompts))
    assert server.requests[0].key == KEY
    assert len(server.requests) == 1
    assert KEY not in str(raised.value)
    assert "\n" not in str(raised.value)


async def test_other_refusals_quote_the_server(
    make: Make, server: ChatServer, slept: list[float], prompts: Path
) -> None:
    server.react(refusal(400, "messages must alternate"))
    with pytest.raises(NoReply, match=r"refuses the question 'act' .HTTP 400: messages must alternate"):
        await make().answer(act(prompts))
    assert [request.form for request in server.requests] == FORMS
    assert slept == []


async def test_no_connection_can_be_opened_while_too_many_files_are(
    make: Make, server: ChatServer, prompts: Path, slept: list[float]
) -> None:
    model = make(tries=2)
    server.react(GOOD)
    await model.answer(act(prompts))
    with files_left(0), pytest.raises(NoReply, match="after 2 tries: too many open files: do less at once"):
        await model.answer(act(prompts))
    assert len(slept) == 1


@pytest.mark.usefixtures("_key")
async def test_a_key_in_a_reply_is_redacted(make: Make, server: ChatServer, prompts: Path) -> None:
    escaped = KEY.replace("s", "\\u0073", 1)
    server.react(completion(f'{{"reason": "{KEY} or {escaped}", "action": "go north"}}'))
    reply = await make().answer(act(prompts))
    assert reply.answer == Act(reason="(key) or (key)", action="go north")
    assert KEY not in reply.text


@pytest.mark.usefixtures("_key")
async def test_nothing_is_sent_where_an_endpoint_redirects_to(make: Make, server: ChatServer, prompts: Path) -> None:
    with serving() as other:
        server.react(Reaction("", 308, {"Location": f"{other.url}/chat/completions"}))
        other.react(GOOD)
        with pytest.raises(NoReply, match=f"redirects to another server, {other.url.removesuffix('/v1')}"):
            await make(tries=1).answer(act(prompts))
        assert [each.key for each in server.requests] == [KEY]
        assert other.requests == []


async def test_a_redirect_to_another_path_of_the_server_is_followed(
    make: Make, server: ChatServer, prompts: Path
) -> None:
    server.react(Reaction("", 307, {"Location": "/v2/chat/completions"}), GOOD)
    await make().answer(act(prompts))
    assert len(server.requests) == 2


@pytest.mark.parametrize("key", ["sk-two\nlines", "sk-clé"])
def test_an_invalid_key_is_refused_without_showing_it(monkeypatch: pytest.MonkeyPatch, key: str) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", key)
    with pytest.raises(UserError) as raised:
        OpenAIModel("gpt-4o-mini")
    assert "sk-" not in str(raised.value)


async def test_many_questions_at_once_share_one_model(make: Make, server: ChatServer, prompts: Path) -> None:
    answers = {
        "json_schema": None,
        "text": completion('{"triplets": ["key, is on, table"], "explore": true}'),
    }
    server.behaviour = lambda request: answers.get(request.form) or refusal(400, "response_format")
    model = make()
    questions = [question(prompts) for question in (list_triplets, judge) for _ in range(8)]
    replies = await asyncio.gather(*(model.answer(question) for question in questions))
    assert len(replies) == 16


async def test_a_cancelled_question_stops_at_once(make: Make, server: ChatServer, prompts: Path) -> None:
    server.react(Reaction(hang=True))
    task = asyncio.create_task(make().answer(act(prompts)))
    while not server.requests:
        await asyncio.sleep(0.01)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


async def test_a_given_key_overrides_the_environments_and_is_redacted(
    make: Make, server: ChatServer, prompts: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    own = "sk-given-to-this-model"
    model = make(api_key=own)
    server.react(completion(f'{{"reason": "{own}", "action": "go north"}}'), refusal(401, f"{own} is wrong"))
    assert (await model.answer(act(prompts))).answer.reason == "(key)"
    assert server.requests[0].key == own
    assert own not in f"{model.fingerprint(act(prompts))} {model!r} {vars(model)['_endpoint']}"
    assert redacted(f"the key {own}") == "the key (key)"
    with pytest.raises(UserError, match="refuses the key that was given") as raised:
        await model.answer(act(prompts))
    assert own not in str(raised.value)


async def test_the_environments_endpoint_is_asked_unless_one_is_given(
    make: Make, server: ChatServer, prompts: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server.react(GOOD)
    monkeypatch.setenv("OPENAI_BASE_URL", server.url)
    assert (await make(None).answer(act(prompts))).answer.action == "go north"
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
    assert (await make(server.url).answer(act(prompts))).answer.action == "go north"
    monkeypatch.setenv("OPENAI_BASE_URL", "http://me:secret@host/v1")
    with pytest.raises(UserError, match="must not contain a user"):
        make(None)


def test_only_openais_own_address_needs_a_key(monkeypatch: pytest.MonkeyPatch) -> None:
    assert OpenAIModel("tiny", "http://127.0.0.1:9/v1")
    for address in (None, OPENAI, f"{OPENAI}/"):
        with pytest.raises(UserError, match="no key for OpenAI"):
            OpenAIModel("gpt-4o-mini", address)
        assert OpenAIModel("gpt-4o-mini", address, api_key="sk-given-to-this-model")
    monkeypatch.setenv("OPENAI_BASE_URL", OPENAI)
    with pytest.raises(UserError, match="no key for OpenAI"):
        OpenAIModel("gpt-4o-mini")


async def test_a_given_client_keeps_its_settings_and_stays_open(
    server: ChatServer, prompts: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The environment is of no interest to it: its own endpoint, key and headers count."""
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    own = "sk-of-a-ready-client"
    async with AsyncOpenAI(base_url=server.url, api_key=own, max_retries=0) as client:
        model = OpenAIModel("tiny", client=client)
        server.react(completion(f'{{"reason": "{own}", "action": "go north"}}'), refusal(401, "no"))
        assert (await model.answer(act(prompts))).answer == Act(reason="(key)", action="go north")
        assert server.requests[0].key == own
        assert model.fingerprint(act(prompts))["base_url"] == server.url
        with pytest.raises(UserError, match=r"refuses the key of the client"):
            await model.answer(act(prompts))
        await model.close()
        assert not client.is_closed()


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({"base_url": "http://127.0.0.1:9/v1"}, "the client has its own base URL and key"),
        ({"api_key": "sk-given-to-this-model"}, "the client has its own base URL and key"),
        ({"client": OpenAI(api_key=KEY)}, "must be an AsyncOpenAI of the openai package, not a OpenAI"),
        ({"client": "client"}, "must be an AsyncOpenAI of the openai package, not a str"),
    ],
)
async def test_options_that_conflict_with_a_client_are_one_clear_line(more: dict[str, Any], why: str) -> None:
    async with AsyncOpenAI(api_key=KEY) as client:
        with pytest.raises(UserError, match=why):
            OpenAIModel("tiny", **{"client": client, **more})


@pytest.mark.parametrize("most", [0, -1])
def test_a_limit_of_no_parallel_calls_is_refused(most: int) -> None:
    with pytest.raises(UserError, match="at least one parallel call"):
        OpenAIModel("tiny", "http://127.0.0.1:9/v1", most=most)
