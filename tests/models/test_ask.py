from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from ariadne.errors import AnswerError, UserError
from ariadne.models.ask import Exchange, ask
from ariadne.models.model import NoReply, Reply, Retry
from ariadne.models.prompt import render
from ariadne.models.question import A, Question, Repair
from ariadne.models.recorded import ScriptedModel
from tests.models.questions import act

GOOD = '{"reason": "r", "action": "look"}'


async def test_a_good_reply_is_one_exchange(prompts: Path) -> None:
    exchanges: list[Exchange] = []
    reply = await ask(ScriptedModel(lambda _: GOOD), act(prompts), exchanges.append)
    assert reply.answer.action == "look"
    (exchange,) = exchanges
    assert (exchange.name, exchange.repair, exchange.text, exchange.error) == ("act", False, GOOD, "")
    assert list(exchange.messages) == render(act(prompts))
    assert exchange.usage == reply.usage


async def test_an_unreadable_reply_is_repaired_once(prompts: Path) -> None:
    asked: list[Question[object]] = []

    def script(question: Question[object]) -> str:
        asked.append(question)
        return GOOD if question.repair else '{"reason": "r"}'

    exchanges: list[Exchange] = []
    reply = await ask(ScriptedModel(script), act(prompts), exchanges.append)
    assert reply.answer.action == "look"
    assert asked[1].repair == Repair('{"reason": "r"}', "action: Field required")
    assert [(e.repair, e.error) for e in exchanges] == [(False, "action: Field required"), (True, "")]
    assert len(exchanges[1].messages) == 4
    assert exchanges[0].usage.prompt_tokens > 0


async def test_two_unreadable_replies_are_an_answer_error(prompts: Path) -> None:
    exchanges: list[Exchange] = []
    with pytest.raises(AnswerError, match="scripted did not answer the question 'act' as asked: there is no JSON"):
        await ask(ScriptedModel(lambda _: "hm"), act(prompts), exchanges.append)
    assert [e.text for e in exchanges] == ["hm", "hm"]


async def test_a_question_that_is_a_repair_already_is_not_repaired(prompts: Path) -> None:
    exchanges: list[Exchange] = []
    question = replace(act(prompts), repair=Repair("up", "no valid action"))
    with pytest.raises(AnswerError):
        await ask(ScriptedModel(lambda _: "hm"), question, exchanges.append)
    assert [e.repair for e in exchanges] == [True]


class Broken:
    """A model whose endpoint fails."""

    name = "broken"

    def __init__(self, error: Exception) -> None:
        self._error = error

    async def answer(self, question: Question[A]) -> Reply[A]:
        raise self._error

    async def close(self) -> None: ...


@pytest.mark.parametrize(
    ("error", "retries"),
    [(NoReply("overloaded", (Retry("HTTP 503", 1.0),)), 1), (UserError("no such model"), 0)],
)
async def test_a_call_that_fails_is_recorded_and_raised(prompts: Path, error: Exception, retries: int) -> None:
    exchanges: list[Exchange] = []
    with pytest.raises(type(error), match=str(error)):
        await ask(Broken(error), act(prompts), exchanges.append)
    (exchange,) = exchanges
    assert exchange.error == str(error)
    assert exchange.text == ""
    assert len(exchange.retries) == retries
