from __future__ import annotations

import json
from pathlib import Path

import pytest

from ariadne.errors import UserError
from ariadne.models.model import UnreadableReply
from ariadne.models.recorded import RecordedModel, ScriptedModel
from tests.models.questions import act, judge


async def test_a_script_answers_with_text_or_with_an_object(prompts: Path) -> None:
    for said in ({"explore": True}, '{"explore": true}', "Well: {'explore': True}"):
        reply = await ScriptedModel(lambda _, said=said: said).answer(judge(prompts))
        assert reply.answer.explore is True
        assert reply.usage.prompt_tokens > 0
        assert reply.usage.cost_usd == 0.0


async def test_replies_come_in_order_for_each_question(tmp_path: Path, prompts: Path) -> None:
    lines = [
        {"name": "act", "reply": {"reason": "", "action": "one"}},
        {"name": "judge", "reply": '{"explore": false}'},
        {"name": "act", "reply": "unreadable"},
        {"name": "act", "reply": {"reason": "", "action": "three"}, "seconds": 3},
    ]
    path = tmp_path / "replies.jsonl"
    path.write_text("\n\n".join(json.dumps(line) for line in lines) + "\n", encoding="utf-8")
    model = RecordedModel.load(path)
    assert (await model.answer(act(prompts))).answer.action == "one"
    with pytest.raises(UnreadableReply):
        await model.answer(act(prompts))
    assert (await model.answer(judge(prompts))).answer.explore is False
    assert (await model.answer(act(prompts))).answer.action == "three"
    with pytest.raises(UserError, match=r"has no reply to the question 'act' beyond its 3"):
        await model.answer(act(prompts))


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"{", "line 1: Invalid JSON"),
        (b'{"name": "act", "reply": "x"}\n{"name": "act"}', "line 2: reply: Field required"),
        (b"\xff", "is not UTF-8 text"),
    ],
)
def test_a_broken_recording_is_one_clear_line(tmp_path: Path, content: bytes, problem: str) -> None:
    path = tmp_path / "replies.jsonl"
    path.write_bytes(content)
    with pytest.raises(UserError, match=problem) as raised:
        RecordedModel.load(path)
    assert "\n" not in str(raised.value)


def test_a_recording_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"cannot read .*nothing\.jsonl"):
        RecordedModel.load(tmp_path / "nothing.jsonl")
