"""Learning from the messages of a chat."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from ariadne.errors import UserError
from ariadne.memory.arigraph.graph import SemanticGraph
from ariadne.memory.arigraph.messages import read_chat, told
from ariadne.models.answers import Read
from ariadne.models.prompt import render
from ariadne.models.question import Question
from arigraph import AriGraph, Triplet
from tests.memory.arigraph.libraries import Letters

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
    return list(told(messages, NOON, SemanticGraph()).seen.texts)


@pytest.fixture
def memory() -> AriGraph:
    return AriGraph("rules", Letters())


def facts(memory: AriGraph) -> set[str]:
    return {str(edge.triplet) for edge in memory.facts()}


async def test_a_message_is_a_text_of_its_own_with_its_speaker(memory: AriGraph) -> None:
    change = await memory.learn(messages=chat("I live in Leeds.", ">Lovely!", name="Sam"), time=NOON)
    assert [node.observation for node in change.nodes] == ["Sam: I live in Leeds.", "assistant: Lovely!"]
    assert facts(memory) == {"sam, lives in, leeds"}
    assert change.nodes[0].triplets == (Triplet("sam", "lives in", "leeds"),)
    assert change.nodes[1].triplets == ()


async def test_a_name_that_was_said_once_stands_for_the_user(memory: AriGraph) -> None:
    await memory.learn(messages=chat("I like tea. I'm Sam."), time=NOON)
    await memory.learn(messages=chat("I have a dog"), time=NOON + DAY)
    assert facts(memory) == {"user, is named, sam", "sam, likes, tea", "sam, has, dog"}


def test_each_message_is_of_the_name_that_was_said_last() -> None:
    said = texts(*chat("Hello.", "I'm Sam.", "I like tea.", "By the way, I'm Anna", "I like rum."))
    assert said == [
        "Sam: Hello.",
        "Sam: I'm Sam.",
        "Sam: I like tea.",
        "Anna: By the way, I'm Anna",
        "Anna: I like rum.",
    ]


def graph(*facts: str) -> SemanticGraph:
    graph = SemanticGraph()
    for fact in facts:
        graph.add(Triplet.parse(fact), 1)
    return graph


def test_what_is_said_before_a_new_name_is_of_the_one_that_is_known() -> None:
    said = told(chat("I like tea.", "I'm Anna."), NOON, graph("user, is named, sam", "cat, is named, user"))
    assert list(said.seen.texts) == ["sam: I like tea.", "Anna: I'm Anna."]
    assert [(str(old), str(new)) for old, new in said.replaced] == [("user, is named, sam", "user, is named, anna")]
    again = told(chat("I'm Sam."), NOON, graph("user, is named, sam"))
    assert (list(map(str, again.names)), again.replaced) == (["user, is named, sam"], ())


def test_a_role_that_was_merged_speaks_by_that_name_whatever_it_said() -> None:
    known = graph("user, is the same as, sam taylor", "user, is named, sam")
    assert list(told(chat("hi"), NOON, known).seen.texts) == ["sam taylor: hi"]


def test_only_a_user_whose_messages_have_no_name_says_one() -> None:
    assert texts(*chat("hi", ">I'm Anna.")) == ["user: hi", "assistant: I'm Anna."]
    assert told(chat("I'm Anna.", name="Sam"), NOON, SemanticGraph()).names == ()


async def test_who_says_two_names_at_once_is_not_made_two_people_in_one(memory: AriGraph) -> None:
    await memory.learn(messages=chat("I'm Sam. I like tea.", "Sorry, I'm Anna"), time=NOON)
    assert facts(memory) == {"user, is named, anna", "sam, likes, tea"}


@pytest.mark.parametrize("order", [1, -1])
async def test_the_newest_name_retires_the_older_one_in_whatever_order_they_are_learned(
    memory: AriGraph, order: int
) -> None:
    for text, time in [("I'm Sam.", NOON), ("I'm Anna. I like rum.", NOON + DAY)][::order]:
        await memory.learn(messages=chat(text), time=time)
    assert facts(memory) == {"user, is named, anna", "anna, likes, rum"}
    assert {str(edge.triplet) for edge in memory.facts(NOON)} == {"user, is named, sam"}


async def test_a_name_that_a_user_was_merged_with_stays(memory: AriGraph) -> None:
    await memory.learn(messages=chat("I like tea"), time=NOON)
    await memory.merge("user", "sam")
    await memory.learn(messages=chat("I'm Anna. I like rum."), time=NOON + DAY)
    assert facts(memory) == {"user, is the same as, sam", "sam, likes, tea", "anna, likes, rum"}


async def test_what_was_known_of_a_user_without_a_name_can_be_merged_with_the_name(memory: AriGraph) -> None:
    await memory.learn(messages=chat("I like tea"), time=NOON)
    await memory.learn(messages=chat("By the way, I'm Sam"), time=NOON + DAY)
    await memory.merge("user", "sam")
    change = await memory.learn(messages=chat("I have a dog"), time=NOON + 2 * DAY)
    assert change.nodes[0].observation == "sam: I have a dog"
    assert facts(memory) == {"sam, likes, tea", "sam, has, dog", "user, is the same as, sam"}


async def test_who_gives_no_name_is_the_user(memory: AriGraph) -> None:
    await memory.learn(messages=chat("I like tea"), time=NOON)
    assert facts(memory) == {"user, likes, tea"}


async def test_what_is_true_no_more_ends_when_it_is_said(memory: AriGraph) -> None:
    await memory.learn(messages=chat("I eat meat", name="Sam"), time=NOON)
    change = await memory.learn(messages=chat("I don't eat meat any more", name="Sam"), time=NOON + DAY)
    assert change.removed == (Triplet("sam", "eats", "meat"),)
    (ended,) = (edge for edge in memory.history("sam") if edge.valid_to)
    assert (ended.triplet, ended.until) == (Triplet("sam", "eats", "meat"), NOON + DAY)
    await memory.learn(messages=chat("actually i eat meat again", name="Sam"), time=NOON + 2 * DAY)
    assert facts(memory) == {"sam, eats, meat"}


async def test_messages_of_an_earlier_time_end_at_later_ones(memory: AriGraph) -> None:
    await memory.learn(messages=chat("I moved to Berlin", name="Sam"), time=NOON + DAY)
    await memory.learn(messages=chat("I live in Leeds", name="Sam"), time=NOON)
    assert facts(memory) == {"sam, moved to, berlin"}
    assert {str(edge.triplet) for edge in memory.facts(NOON)} == {"sam, lives in, leeds"}


async def test_small_talk_is_kept_and_states_nothing(memory: AriGraph) -> None:
    change = await memory.learn(messages=chat("hi!", ">Hello, how can I help?", "tell me a joke lol"), time=NOON)
    assert change.added == ()
    assert len(change.nodes) == 3


async def test_texts_and_messages_are_not_learned_at_once(memory: AriGraph) -> None:
    with pytest.raises(UserError, match="not from both"):
        await memory.learn("Ann lives in Rome.", messages=chat("hi"))


async def test_without_a_message_there_is_nothing_to_learn(memory: AriGraph) -> None:
    instructions = [{"role": "system", "content": "I live in a cloud."}, {"role": "user", "content": "  "}]
    assert (await memory.learn(messages=instructions, time=NOON)).nodes == ()


@pytest.mark.parametrize(
    ("message", "problem"),
    [
        ({"content": "hi"}, "message 1 cannot be learned: role: Field required"),
        ({"role": "user", "content": ["hi"]}, "message 1 cannot be learned: content: Input should be a valid string"),
        ({"role": "user", "content": "hi", "name": " : "}, "name: is empty"),
        ("hi", "message 1 cannot be learned: 'hi'"),
    ],
)
def test_what_is_no_message_is_told_in_one_line(message: dict[str, Any], problem: str) -> None:
    with pytest.raises(UserError) as raised:
        told([message], NOON, SemanticGraph())
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
def test_a_chat_is_a_list_or_lines_and_its_times_are_in_utc(chat: str, times: list[datetime | None]) -> None:
    assert [message.at for message in read_chat(chat)] == times


@pytest.mark.parametrize(
    ("chat", "problem"),
    [
        ('{"role": "user", "content": "hi"}\n{"role":', "line 2 is not JSON"),
        ('[{"role": "user",\n "content"]', "line 2 is not JSON"),
        ("[" * 100_000, "line 1 is not JSON: too deep or too long"),
        (f'["{"x" * 1000}"]', "xxx ... is no object"),
    ],
)
def test_what_is_no_chat_is_told_in_one_short_line(chat: str, problem: str) -> None:
    with pytest.raises(UserError) as raised:
        read_chat(chat)
    assert problem in str(raised.value)
    assert len(str(raised.value)) < 150


def test_a_name_stands_on_one_line_before_one_colon() -> None:
    assert texts({"role": "user", "content": "hi", "name": "Sam:\nTaylor "}) == ["Sam Taylor: hi"]


def test_keys_are_left_out_of_messages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-a-key-of-mine")
    said = {"role": "user", "content": "my key is sk-a-key-of-mine", "name": "sk-a-key-of-mine"}
    assert texts(said) == ["(key): my key is (key)"]


def test_a_language_model_is_told_who_speaks_and_when() -> None:
    seen = told(chat("hi", ">hello", name="Sam"), NOON, SemanticGraph()).seen
    inputs = {"texts": seen.texts, "known": [], "speakers": seen.speakers, "time": seen.time}
    shown = render(Question("read", inputs, Read))[-1]["content"]
    assert "messages of Wednesday, 2026-03-04 12:00 between Sam, assistant" in shown
    assert shown.rstrip().endswith("Sam: hi\nassistant: hello")


async def test_what_is_corrected_in_the_same_message_is_not_learned() -> None:
    memory = AriGraph()
    await memory.learn(messages=[{"role": "user", "content": "My boss is Rita. No wait, my boss is Carla."}])
    assert [str(edge.triplet) for edge in memory.facts()] == ["user's boss, is, carla"]


async def test_a_message_is_read_beside_those_before_it(memory: AriGraph) -> None:
    for number, message in enumerate(chat("My exam is on Monday.", "Sorry, Thursday.", ">Where do you live?", "Leeds")):
        await memory.learn(
            messages=[{**message, "name": "Sam"} if message["role"] == "user" else message],
            time=NOON + timedelta(minutes=number),
        )
    assert facts(memory) == {"sam's exam, is on, 2026-03-05", "sam, lives in, leeds"}
    assert [edge.reason for edge in memory.history("sam's exam") if edge.valid_to] == ["replaced"]


async def test_a_message_of_another_day_is_none_of_those_before(memory: AriGraph) -> None:
    await memory.learn(messages=chat(">Where do you live?"), time=NOON)
    await memory.learn(messages=chat("Leeds", name="Sam"), time=NOON + DAY)
    assert not facts(memory)
