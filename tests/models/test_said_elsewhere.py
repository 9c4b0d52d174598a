"""Endpoints with unusual response formats: refusals, errors, and message roles."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ariadne.errors import UserError
from ariadne.models.model import NoReply, UnreadableReply
from ariadne.models.openai import OpenAIModel
from tests.models.conftest import Make
from tests.models.questions import act, judge, list_triplets
from tests.models.server import Behaviour, ChatServer, Reaction, Request, completion, refusal

GOOD = completion('{"reason": "r", "action": "look"}')
AZURE = "The response was filtered due to the prompt triggering Azure OpenAI's content management policy."


@pytest.fixture
def model(make: Make) -> OpenAIModel:
    return make(tries=3)


def error(**fields: Any) -> Reaction:
    """An error within HTTP 200."""
    return Reaction({"error": fields})


def ended(finish: str, **message: Any) -> Reaction:
    return Reaction({"choices": [{"index": 0, "finish_reason": finish, **message}]})


@pytest.mark.parametrize(
    "reaction",
    [
        refusal(400, AZURE, "content_filter", "prompt"),
        refusal(400, "Content Exists Risk", "invalid_request_error"),
        refusal(400, "Output data may contain inappropriate content.", "data_inspection_failed"),
        refusal(403, "Your chosen model requires moderation and your input was flagged"),
        Reaction(
            {"error": {"code": "1301", "message": "不安全"}, "contentFilter": [{"role": "user", "level": 1}]}, 400
        ),
        Reaction({"error": {"message": "Gefiltert.", "innererror": {"content_filter_result": {}}}}, 400),
        Reaction({"error": {"message": "Nein.", "code": 403, "metadata": {"flagged_input": "lamp"}}}, 403),
        error(message="blocked", code="content_filter"),
        ended("content_filter", message=None),
        ended("content_filter: PROHIBITED_CONTENT"),
        ended("SAFETY", message={"content": None}),
        Reaction({"choices": [], "prompt_filter_results": []}),
        Reaction({"choices": None, "usage": None}),
        Reaction({"object": "chat.completion", "model": "m"}),
        Reaction(events=['{"choices": [{"delta": null, "finish_reason": "content_filter"}]}', "[DONE]"]),
    ],
)
async def test_a_filters_refusal_is_an_unreadable_reply(
    model: OpenAIModel, server: ChatServer, slept: list[float], prompts: Path, reaction: Reaction
) -> None:
    server.react(reaction)
    with pytest.raises(UnreadableReply, match="the model refuses to answer") as raised:
        await model.answer(act(prompts))
    assert raised.value.refused
    assert raised.value.usage.prompt_tokens > 0
    assert (len(server.requests), slept) == (1, [])


@pytest.mark.parametrize(
    "reaction",
    [
        Reaction({"choices": [{"message": {"content": {"reason": "r", "action": "look"}}}]}),
        Reaction("\ufeff" + json.dumps(GOOD.body)),
    ],
)
async def test_an_answer_is_read_as_an_object_and_after_a_mark(
    model: OpenAIModel, server: ChatServer, prompts: Path, reaction: Reaction
) -> None:
    server.react(reaction)
    assert (await model.answer(act(prompts))).answer.action == "look"


@pytest.mark.parametrize(
    "reaction",
    [
        error(message="Provider returned error", code=429),
        error(message="Slow down", code="429"),
        error(message="Too many requests", type="rate_limit_error"),
        Reaction({"object": "error", "message": "Too many requests", "code": 429}),
        Reaction('[{"error": {"code": 429, "status": "RESOURCE_EXHAUSTED", "message": "quota"}}]'),
        Reaction({"choices": [{"message": None, "error": {"code": 429, "message": "busy"}, "finish_reason": "error"}]}),
        Reaction({"choices": None, "error": {"code": 429, "message": "busy"}}),
        Reaction(events=['{"error": {"code": 429, "message": "busy"}}']),
    ],
)
async def test_a_429_within_http_200_is_retried_at_the_first_call_too(
    model: OpenAIModel, server: ChatServer, slept: list[float], prompts: Path, reaction: Reaction
) -> None:
    told = Reaction(reaction.body, 200, {"Retry-After": "7"}, events=reaction.events)
    server.react(told, GOOD)
    reply = await model.answer(act(prompts))
    assert [retry.error.partition(":")[0] for retry in reply.retries] == ["HTTP 429"]
    assert slept[0] >= (0.5 if reaction.events else 7)


@pytest.mark.parametrize(
    ("body", "line"),
    [
        (
            {"choices": None, "base_resp": {"status_code": 1002, "status_msg": "rate limit reached"}},
            "rate limit reached",
        ),
        ({"code": "1302", "msg": "速率限制", "success": False}, "速率限制"),
    ],
)
async def test_an_error_with_a_number_of_the_providers_own_is_tried_again(
    model: OpenAIModel, server: ChatServer, slept: list[float], prompts: Path, body: dict[str, Any], line: str
) -> None:
    server.react(Reaction(body), GOOD)
    (retry,) = (await model.answer(act(prompts))).retries
    assert line in retry.error


@pytest.mark.parametrize(
    ("reaction", "line"),
    [
        (error(message="Invalid key", code=401), "needs a key"),
        (error(message="Invalid key", type="invalid_request_error", code="invalid_api_key"), "needs a key"),
        (error(message="You exceeded your quota", code="insufficient_quota"), "no credit left"),
        (error(message="The model `tiny` does not exist", code=404), "has no model 'tiny'"),
        (error(message="maximum context length is 4096", code=400), "longer than 'tiny' can read"),
    ],
)
async def test_other_errors_within_http_200_are_classified(
    model: OpenAIModel, server: ChatServer, prompts: Path, reaction: Reaction, line: str
) -> None:
    server.react(reaction)
    with pytest.raises(UserError, match=line):
        await model.answer(act(prompts))
    assert len(server.requests) == 1


async def test_an_error_without_a_code_counts_as_500(
    model: OpenAIModel, server: ChatServer, slept: list[float], prompts: Path
) -> None:
    server.react(Reaction({"error": "out of memory"}))
    with pytest.raises(NoReply, match="after 3 tries: HTTP 500: out of memory"):
        await model.answer(act(prompts))
    assert len(slept) == 2


SAID = '{"reason": "r", "action": "look"}'


async def test_a_function_call_of_the_old_form_is_read(model: OpenAIModel, server: ChatServer, prompts: Path) -> None:
    server.react(completion(None, "function_call", function_call={"name": "Act", "arguments": SAID}))
    assert (await model.answer(act(prompts))).answer.action == "look"


def without_system(status: int, message: str) -> Behaviour:
    """A server that accepts neither a system message nor an answer form."""

    def behave(request: Request) -> Reaction:
        if request.body["messages"][0]["role"] == "system":
            return refusal(status, message)
        return GOOD if request.form == "text" else refusal(400, "Bad Request")

    return behave


@pytest.mark.parametrize(
    ("status", "message"),
    [
        (400, "System role not supported"),
        (400, "Conversation roles must alternate user/assistant/user/assistant/..."),
        (400, "Developer instruction is not enabled for models/gemma-3"),
        (422, "Template error: invalid operation: System role not supported (in <string>:1)"),
        (500, "Error rendering prompt with jinja template: Only user and assistant roles are supported!"),
    ],
)
async def test_without_a_system_role_its_text_begins_the_user_message(
    model: OpenAIModel, server: ChatServer, prompts: Path, status: int, message: str
) -> None:
    server.behaviour = without_system(status, message)
    await model.answer(act(prompts))
    system, user = (each["content"] for each in act(prompts).prompt.messages)
    assert server.requests[-1].body["messages"] == [{"role": "user", "content": f"{system}\n\n{user}"}]


async def test_capabilities_are_learned_once_for_all_types_of_answers(
    model: OpenAIModel, server: ChatServer, prompts: Path
) -> None:
    server.behaviour = without_system(400, "System role not supported")
    await model.answer(act(prompts))
    asked = len(server.requests)
    server.react(completion('{"triplets": [], "explore": true}'))
    await model.answer(list_triplets(prompts))
    await model.answer(judge(prompts))
    assert [request.form for request in server.requests[asked:]] == ["text", "text"]
    assert {message["role"] for request in server.requests[asked:] for message in request.body["messages"]} == {"user"}
