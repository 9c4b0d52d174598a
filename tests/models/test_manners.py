"""Endpoints with different capabilities: schemas, tools, JSON mode, plain text; and thoughts."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ariadne.events import Usage
from ariadne.models.answers import SubgoalStep
from ariadne.models.ask import ask
from ariadne.models.model import UnreadableReply
from ariadne.models.question import Question
from tests.models.conftest import Make
from tests.models.questions import Act, act
from tests.models.server import ChatServer, Reaction, Request, call, completion, refusal

ACTIONS = ["examine table", "go north", "look"]
SHOWN = ["examine table", "go north (not tried)", "look"]
SAID = '{"reason": "the only way", "action": "go north"}'
THOUGHT = "The door leads north. I could look first."


@pytest.fixture
def question(prompts: Path) -> Question[Act]:
    return replace(act(prompts), inputs={"observation": "A hall.", "actions": SHOWN}, choices={"action": ACTIONS})


@pytest.mark.parametrize("arguments", [SAID, f" {SAID}\n", {"reason": "the only way", "action": "go north"}])
@pytest.mark.parametrize("text", [None, "", "I go north then."])
async def test_an_unrequested_tool_call_is_read(
    make: Make, server: ChatServer, question: Question[Act], arguments: Any, text: str | None
) -> None:
    server.react(call(arguments, text))
    assert (await make().answer(question)).answer.action == "go north"


@pytest.mark.parametrize("calls", [[], None, "none", [{"function": None}], [{"function": {"arguments": ""}}], [3]])
async def test_an_invalid_tool_call_does_not_lose_the_reply(
    make: Make, server: ChatServer, question: Question[Act], calls: Any
) -> None:
    server.react(completion(SAID, tool_calls=calls))
    assert (await make().answer(question)).answer.action == "go north"


async def test_an_endpoint_that_ignores_tools_is_asked_for_json_next(
    make: Make, server: ChatServer, question: Question[Act]
) -> None:
    def behave(request: Request) -> Reaction:
        if request.form == "json_schema":
            return refusal(400, "response_format")
        return completion(SAID if request.form == "json_object" else "north, I think")

    server.behaviour = behave
    exchanges: list[Any] = []
    assert (await ask(make(), question, exchanges.append)).answer.action == "go north"
    assert [request.form for request in server.requests] == ["json_schema", "tools", "json_object"]
    assert [event.repair for event in exchanges if event.name == "question"] == [False, True]


@pytest.mark.parametrize(
    "reaction",
    [
        completion(f"<think>{THOUGHT}</think>{SAID}"),
        completion(SAID, reasoning_content=THOUGHT + '{"reason": "r", "action": "look"}'),
        completion(SAID, reasoning=THOUGHT),
        completion(None, reasoning_content=f"{THOUGHT}\n{SAID}"),
        completion("", reasoning=SAID),
        completion("\n", reasoning=SAID),
        call(SAID, f"<think>{THOUGHT}</think>"),
        replace(completion(None), body={"choices": [{"message": {"content": [
            {"type": "thinking", "thinking": [{"type": "text", "text": THOUGHT}]}, {"type": "text", "text": SAID},
        ]}}]}),
        completion(SAID, reasoning_content={"summary": 3}, reasoning=["x"]),
    ],
)  # fmt: skip
async def test_thoughts_before_an_answer_are_skipped(
    make: Make, server: ChatServer, question: Question[Act], reaction: Reaction
) -> None:
    server.react(reaction)
    assert (await make().answer(question)).answer == Act(reason="the only way", action="go north")


async def test_a_thought_alone_is_not_an_answer(make: Make, server: ChatServer, question: Question[Act]) -> None:
    server.react(completion(None, reasoning_content="Action: look"))
    for asked in (question, replace(question, answer=SubgoalStep)):
        with pytest.raises(UnreadableReply, match="thoughts but no answer") as raised:
            await make().answer(asked)
        assert "Action: look" in raised.value.text


@pytest.mark.parametrize(
    "thought",
    [
        completion(None, "length", reasoning_content=THOUGHT),
        completion(f"<think>{THOUGHT}", "length"),
        completion("", "length"),
    ],
)
async def test_a_reply_cut_in_thought_doubles_the_token_limit_for_good(
    make: Make, server: ChatServer, question: Question[Act], thought: Reaction
) -> None:
    server.react(used(thought, 200), used(completion(SAID), 250))
    model = make(free=True)
    reply = await model.answer(question)
    assert reply.answer.action == "go north"
    assert reply.usage == Usage(180, 450, 0, 0.0)
    assert [(retry.error, retry.seconds) for retry in reply.retries] == [
        ("cut at 200 tokens, all of them thoughts: 400 asked for", 0.0)
    ]
    await model.answer(question)
    assert [request.body["max_tokens"] for request in server.requests] == [200, 400, 400]


async def test_endless_thoughts_double_the_token_limit_only_once(
    make: Make, server: ChatServer, question: Question[Act]
) -> None:
    server.react(completion(None, "length", reasoning=THOUGHT))
    with pytest.raises(UnreadableReply, match="cut at 400 tokens and holds thoughts but no answer"):
        await make().answer(question)
    assert [request.body["max_tokens"] for request in server.requests] == [200, 400]


async def test_uncounted_thoughts_are_estimated(make: Make, server: ChatServer, question: Question[Act]) -> None:
    server.react(completion(SAID, reasoning="hm, " * 100))
    assert (await make().answer(question)).usage.completion_tokens > 100


def used(reaction: Reaction, tokens: int) -> Reaction:
    assert isinstance(reaction.body, dict)
    return replace(reaction, body={**reaction.body, "usage": {"prompt_tokens": 90, "completion_tokens": tokens}})
