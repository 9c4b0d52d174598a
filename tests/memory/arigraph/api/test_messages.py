"""Learning from the messages of a chat."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from ariadne.errors import UserError
from ariadne.memory.arigraph.api.messages import read_chat, told
from ariadne.memory.arigraph.core.graph import SemanticGraph
from ariadne.models.ask import Asked
from arigraph import AriGraph, Triplet
from tests.memory.arigraph.libraries import Letters, library
from tests.scripted import Script

NOON = datetime(2026, 3, 4, 12, tzinfo=UTC)
DAY = timedelta(days=1)


def chat(*said: str, **keys: str) -> list[dict[str, str]]:
    """Messages of a user, and those of an assistant that begin with `>`."""
    return [
        {"role": "assistant", "content": text[1:]}
        if text.startswith(">")
        else {"role": "user", "content": text, **keys}
        for text in said
    ]


def texts(*messages: dict[str, Any]) -> list[str]:
    return list(told(messages, SemanticGraph()).texts)


@pytest.fixture
def memory() -> AriGraph:
    return library()


def facts(memory: AriGraph) -> set[str]:
    return {str(edge.triplet) for edge in memory.facts()}


async def test_each_message_is_a_text_with_its_speaker(memory: AriGraph) -> None:
    change = await memory.learn(messages=chat("I live in Leeds.", ">Lovely!", name="Sam"), time=NOON)
    assert [node.observation for node in change.nodes] == ["Sam: I live in Leeds.", "assistant: Lovely!"]


async def test_without_a_model_messages_are_stored_and_found() -> None:
    memory = AriGraph(None, Letters())
    await memory.learn(messages=chat("I live in Leeds.", "My cat is called Ludwig.", name="Sam"), time=NOON)
    assert memory.facts() == ()
    found = await memory.recall("Ludwig", episodes=1, threshold=-1)
    assert [node.observation for node in found.episodes] == ["Sam: My cat is called Ludwig."]


async def test_the_model_sees_the_speakers_and_the_last_messages() -> None:
    script = Script()
    memory = AriGraph(Asked(script.ask), Letters())
    await memory.learn(messages=chat(">Where do you live?"), time=NOON)
    await memory.learn(messages=chat("Leeds", name="Sam"), time=NOON + timedelta(minutes=1))
    await memory.learn(messages=chat("And you?", name="Sam"), time=NOON + DAY)
    first, second, third = (question.inputs for question in script.of("read"))
    assert (first["speakers"], first["time"]) == (("assistant",), "Wednesday, 2026-03-04 12:00")
    assert second["before"] == ["assistant: Where do you live?"]
    assert "before" not in third, "that was said on another day"


def test_a_merged_role_speaks_under_the_name() -> None:
    graph = SemanticGraph()
    graph.add(Triplet("user", "is the same as", "sam taylor"), 1)
    assert list(told(chat("hi", ">hello"), graph).texts) == ["sam taylor: hi", "assistant: hello"]
    assert list(told(chat("hi", name="Ann"), graph).texts) == ["Ann: hi"]


async def test_texts_and_messages_together_are_an_error(memory: AriGraph) -> None:
    with pytest.raises(UserError, match="messages"):
        await memory.learn("Ann lives in Rome.", messages=chat("hi"))


async def test_messages_of_instructions_are_not_learned(memory: AriGraph) -> None:
    instructions = [{"role": "system", "content": "I live in a cloud."}, {"role": "user", "content": "  "}]
    assert (await memory.learn(messages=instructions, time=NOON)).nodes == ()


async def test_a_question_that_begins_with_its_speaker_recalls_what_is_known_of_them() -> None:
    memory = AriGraph()
    await memory.learn(messages=chat("I work for Acme.", name="Ann"), facts=["ann, works for, acme"])
    assert not (await memory.recall("Where do I work?")).facts
    assert [str(fact) for fact in (await memory.recall("Ann: Where do I work?")).facts] == ["ann, works for, acme"]


def test_a_message_may_have_parts_or_only_call_a_tool_as_openai_writes_them() -> None:
    parts = [
        {"type": "text", "text": "Look,"},
        {"type": "image_url", "image_url": {}},
        {"type": "text", "text": "a cat"},
    ]
    call = {"role": "assistant", "content": None, "tool_calls": [{"id": "1", "type": "function"}]}
    assert texts({"role": "user", "content": parts}, call, {"role": "tool", "content": "5"}) == ["user: Look,\na cat"]


@pytest.mark.parametrize(
    ("message", "problem"),
    [
        ({"content": "hi"}, "message 1 cannot be learned: role: "),
        ({"role": "user", "content": ["hi"]}, "message 1 cannot be learned: content: "),
        ({"role": "user", "content": "hi", "name": " : "}, "name: "),
        ("hi", "message 1 cannot be learned: 'hi'"),
    ],
)
def test_an_invalid_message_is_an_error_in_one_line(message: dict[str, Any], problem: str) -> None:
    with pytest.raises(UserError) as raised:
        told([message], SemanticGraph())
    assert problem in str(raised.value)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize(
    ("chat", "times"),
    [
        ('\n [{"role": "user",\n "content": "hi", "at": "2026-03-04T14:00:00+02:00"}]', [NOON]),
        (
            '{"role": "user", "content": "hi", "at": "2026-03-04T12:00"}\n \n{"role": "user", "content": "ho"}\n',
            [NOON, None],
        ),
        ('{"role": "user", "content": "hi", "at": 1772625600}\n{"role": "tool", "content": "x"}', [NOON]),
    ],
)
def test_a_chat_is_a_list_or_lines_with_times_in_utc(chat: str, times: list[datetime | None]) -> None:
    assert [message.at for message in read_chat(chat)] == times


@pytest.mark.parametrize(
    ("chat", "problem"),
    [
        ('{"role": "user", "content": "hi"}\n{"role":', "line 2 is not JSON"),
        ('[{"role": "user",\n "content"]', "line 2 is not JSON"),
        ("[" * 100_000, "line 1 is not JSON"),
        (f'["{"x" * 1000}"]', "xxx ... is not an object"),
    ],
)
def test_an_invalid_chat_is_a_short_error(chat: str, problem: str) -> None:
    with pytest.raises(UserError) as raised:
        read_chat(chat)
    assert problem in str(raised.value)
    assert len(str(raised.value)) < 150


def test_a_speaker_has_no_line_ends_and_colons() -> None:
    assert texts({"role": "user", "content": "hi", "name": "Sam:\nTaylor "}) == ["Sam Taylor: hi"]


def test_keys_are_left_out_of_messages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-a-key-of-mine")
    said = {"role": "user", "content": "my key is sk-a-key-of-mine", "name": "sk-a-key-of-mine"}
    assert texts(said) == ["(key): my key is (key)"]
