from __future__ import annotations

import json
import threading
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel

from ariadne.errors import AnswerError
from ariadne.models.answers import (
    Edits,
    ExploringEdits,
    Importance,
    Learned,
    Lived,
    Noted,
    Reconciled,
    ShortAnswer,
    SubgoalStep,
)
from ariadne.models.reading import LONG, LONGEST, LONGEST_STRING, FoundAnswer, find_answer, read
from tests.effort import check_linear
from tests.models.nasty import NASTY
from tests.models.questions import Act, Judgement, Triplets, act

WANTED = Act(reason="it is the only way", action="go north")
JSON = WANTED.model_dump_json()

PROSE = st.text(alphabet=st.characters(codec="utf-8", exclude_characters="{}<>"), max_size=60)
WORDS = st.text(alphabet=st.characters(codec="utf-8"), max_size=40)
ACTS = st.builds(Act, reason=WORDS, action=WORDS)


@pytest.mark.parametrize(
    "text",
    [
        JSON,
        f"  {JSON}\n\n",
        f"```json\n{JSON}\n```",
        f"```\n{JSON}\n```\nI hope this helps!",
        f"Sure! Here is my answer:\n{JSON}",
        f"I am in {{kitchen}} and go on.\n{JSON} That is it.",
        f'<think>Perhaps {{"reason": "a", "action": "look"}}?</think>\n{JSON}',
        f'the opening tag is in the prompt {{"reason": "a", "action": "look"}}</think>{JSON}',
        f'For example {{"reason": "a", "action": "look"}}. But now: {JSON}',
        f'{{"other": 1}} {JSON}',
        JSON[:-1],
        JSON.replace('"', "'"),
        JSON[:-1] + ",}",
        "{reason: 'it is the only way', action: 'go north'}",
        '{"reason": "it is the only way" "action": "go north"}',
        '{"reason": "it is the only way", "action": "go north", "mood": "good"}',
        json.dumps(JSON),
        json.dumps(json.dumps(JSON)),
        f'{{"answer": {JSON}}}',
        f'{{"action": {JSON}}}',
        f'[{{"role": "assistant", "content": {json.dumps(JSON)}}}]',
        f'{{"type": "object", "properties": {JSON}}}',
        f'<tool_call>\n{{"name": "Act", "arguments": {JSON}}}\n</tool_call>',
        f'{{"name": "Act", "parameters": {json.dumps(JSON)}}}',
        f'[TOOL_CALLS][{{"name": "Act", "arguments": {JSON}}}]',
        f"<function=Act>{JSON}</function>",
        "<function=Act>\n<parameter=reason>\nit is the only way\n</parameter>\n"
        "<parameter=action>\ngo north\n</parameter>\n</function>",
        '<invoke name="Act"><parameter name="reason">it is the only way</parameter>'
        '<parameter name="action">go north</parameter></invoke>',
        "<tool_call>Act\n<arg_key>reason</arg_key>\n<arg_value>it is the only way</arg_value>\n"
        "<arg_key>action</arg_key>\n<arg_value>go north</arg_value></tool_call>",
        "[Act(reason='it is the only way', action=\"go north\")]",
    ],
)
def test_an_answer_is_found_within_other_text(text: str) -> None:
    assert find_answer(text, Act).answer == WANTED


def test_a_wrapper_is_not_taken_for_an_answer_with_optional_fields() -> None:
    assert find_answer('{"answer": {"add": ["Ada lives in Paris"]}}', Reconciled).answer.add == ["Ada lives in Paris"]


def test_a_list_that_was_encoded_twice_is_decoded() -> None:
    assert find_answer('{"triplets": "[\\"key, is on, table\\"]"}', Triplets).answer.triplets == ["key, is on, table"]
    assert find_answer("Triplets(triplets=['key, is on, table'])", Triplets).answer.triplets == ["key, is on, table"]


def test_text_that_looks_like_a_call_is_a_line() -> None:
    assert find_answer('Action: say (tone="loud") hello', SubgoalStep).answer.action == 'say (tone="loud") hello'


KEY, DOOR, LAMP = "key, is on, table", "door, is, open", "lamp, is, lit"
NOTHING_LEFT = {"replaced": [], "entities": []}


def learned(*triplets: str, **others: list[str]) -> Learned:
    return Learned.model_validate({"triplets": triplets, **NOTHING_LEFT, **others})


def reply(*triplets: str, end: str = '], "replaced": [], "entities": []}') -> str:
    return json.dumps({"triplets": triplets})[:-2] + end


@pytest.mark.parametrize(
    ("text", "left"),
    [
        (reply(KEY, DOOR, end=', "lam'), learned(KEY, DOOR)),
        (reply(KEY, DOOR, end=","), learned(KEY, DOOR)),
        (reply(KEY, DOOR, end=""), learned(KEY, DOOR)),
        (reply(KEY, end='], "replaced": ["door, is, shut -> door, is, op'), learned(KEY)),
        (reply(KEY, end='], "replaced": [], "entities": ["key: 1", "do'), learned(KEY, entities=["key: 1"])),
        (reply(KEY, end="]}"), learned(KEY)),
        (reply(KEY, end='], "replaced": null, "entities": []}'), learned(KEY)),
        ('{"entities": ["key: 1"]}', learned(entities=["key: 1"])),
        (reply(KEY, *[DOOR] * 4), learned(KEY, DOOR)),
        (reply(*[KEY, DOOR] * 3, KEY, end=', "door'), learned(KEY, DOOR)),
        (reply(*[KEY, DOOR] * 3, LAMP), learned(KEY, DOOR)),
        ("```json\n" + reply(*[KEY, DOOR] * 600, end=', "ke'), learned(KEY, DOOR)),
    ],
)
def test_the_usable_part_of_a_cut_or_repeating_reply_is_kept(text: str, left: Learned) -> None:
    found = find_answer(text, Learned)
    assert found.answer == left
    assert found.is_salvaged


@pytest.mark.parametrize(
    ("text", "read"),
    [
        (reply(KEY, DOOR), learned(KEY, DOOR)),
        (reply(KEY, DOOR, KEY, LAMP), learned(KEY, DOOR, LAMP)),
        (reply(KEY, KEY), learned(KEY)),
        (f"{{'triplets': ['{KEY}', '{DOOR}',], 'replaced': [], 'entities': []}}", learned(KEY, DOOR)),
    ],
)
def test_a_complete_reply_is_not_salvaged(text: str, read: Learned) -> None:
    assert find_answer(text, Learned) == FoundAnswer(read)


@pytest.mark.parametrize("text", ['{"triplets": ["key, is', '{"triplets": [', '{"facts": ["key: 1"]}', "{}"])
def test_a_reply_without_a_usable_part_is_an_error(text: str) -> None:
    with pytest.raises(AnswerError, match="replaced: Field required"):
        find_answer(text, Learned)


def test_a_complete_object_is_preferred() -> None:
    assert find_answer(reply(KEY) + ' For short: {"triplets": ["x, is, y"]}', Learned) == FoundAnswer(learned(KEY))


@pytest.mark.parametrize("answer", [Edits, ExploringEdits])
def test_complete_edits_of_a_cut_plan_are_used(answer: type[Edits]) -> None:
    edits = find_answer('{"plan": ["done 1", "find the key | it opens the box", "open', answer).answer
    assert edits.plan == ["done 1", "find the key | it opens the box"]


def test_a_missing_action_of_a_cut_reply_is_an_error() -> None:
    """Its facts are not used without it: the whole is asked for again."""
    with pytest.raises(AnswerError, match="action: Field required"):
        find_answer('{"triplets": ["key, is in, box"], "replaced": [1], "plan": ["done 1"], "reason": "to', Lived)


def test_numbers_of_replaced_facts_are_read_in_any_form() -> None:
    assert find_answer('{"triplets": [], "replaced": ["2", 3.0, 1]}', Noted).answer.replaced == [2, 3, 1]


def test_a_longer_list_than_the_type_takes_is_cut_to_that() -> None:
    found = find_answer(json.dumps({"triplets": [*"abcdefghi"]}), Triplets)
    assert found == FoundAnswer(Triplets(triplets=[*"abcdefgh"]), is_salvaged=True)


def test_repeated_numbers_are_kept() -> None:
    assert find_answer('{"ratings": [5, 5, 5, 5, 1]}', Importance) == FoundAnswer(Importance(ratings=[5, 5, 5, 5, 1]))


def test_an_item_that_is_not_text_is_dropped() -> None:
    assert find_answer(
        json.dumps({"triplets": [3, KEY, None, {"a": {}}, ["b", 1, 2]], **NOTHING_LEFT}), Learned
    ).answer == (learned(KEY, "b | 1 | 2"))
    with pytest.raises(AnswerError, match="triplets"):
        find_answer(json.dumps({"triplets": [3], **NOTHING_LEFT}), Learned)


@given(st.lists(st.text("ab, ", min_size=1, max_size=12), unique=True, min_size=1), st.data())
def test_complete_items_before_a_cut_are_kept(items: list[str], data: st.DataObject) -> None:
    items = [f"{at} {item}" for at, item in enumerate(items)]
    text = json.dumps({"triplets": items, **NOTHING_LEFT})
    cut = text[: data.draw(st.integers(text.index("[") + 1, len(text) - 1))]
    whole = [item for item in items if json.dumps(item) in cut]
    if whole:
        found = find_answer(cut, Learned)
        assert (found.answer.triplets, found.is_salvaged) == (whole, True)


@pytest.mark.parametrize(
    ("text", "answer", "problem"),
    [
        ("", Act, "the reply is empty"),
        (" \n", Act, "the reply is empty"),
        ("go north", Act, "there is no JSON object"),
        ('["go north"]', Act, "there is no JSON object"),
        ("<think>Let me see", Act, "thoughts but no answer"),
        ('{"reason": "r"}', Act, "action: Field required"),
        ('{"explore": "maybe"}', Judgement, "explore: Input should be a valid boolean"),
        ('{"triplets": ["a", 3]}', Triplets, r"triplets\.1: Input should be a valid string"),
        (json.dumps({"triplets": [*range(8)]}), Triplets, "and 3 more"),
    ],
)
def test_a_reply_that_does_not_fit_says_why_in_one_line(text: str, answer: type[BaseModel], problem: str) -> None:
    with pytest.raises(AnswerError, match=problem) as raised:
        find_answer(text, answer)
    assert "\n" not in str(raised.value)


@given(ACTS, PROSE, PROSE, st.booleans())
def test_any_answer_is_read_back_from_prose(act: Act, before: str, after: str, fenced: bool) -> None:
    written = act.model_dump_json(indent=2)
    text = f"{before}\n```json\n{written}\n```\n{after}" if fenced else f"{before} {written} {after}"
    if "<" in written:
        text = written
    assert find_answer(text, Act).answer == act


@given(st.text(alphabet=st.sampled_from(list("{}[]\"':,\\ \nabreson<think>/actiotruenull0.e-")), max_size=300))
def test_no_text_crashes_the_reader(text: str) -> None:
    for answer in (Act, Triplets, Judgement):
        with suppress(AnswerError):
            assert isinstance(find_answer(text, answer).answer, answer)


@pytest.mark.parametrize("text", ['{"a":' * 5000, "[" * 5000, '{"a": ' + "[" * 5000, '{"a": ' + "9" * 5000 + "}"])
def test_endless_nesting_and_numbers_are_unreadable(text: str) -> None:
    with pytest.raises(AnswerError):
        find_answer(text, Act)


@pytest.mark.parametrize(
    ("said", "read"),
    [
        (r"lamp, shows, \ud83d", "lamp, shows, ?"),
        (r"\udc00, is, odd", "?, is, odd"),
        (r"lamp, shows, \ud83d\ude00", "lamp, shows, \U0001f600"),
        ("lamp, shows, \ud83d", "lamp, shows, ?"),
    ],
)
@pytest.mark.parametrize("form", ['{{"triplets": ["{}"]}}', '{{"triplets": ["{}"],,}}'])
def test_lone_surrogates_in_json_are_replaced(form: str, said: str, read: str) -> None:
    assert find_answer(form.format(said), Triplets).answer.triplets == [read]


def test_lone_surrogates_in_labelled_lines_are_replaced() -> None:
    assert find_answer("Action: look \ud83d", SubgoalStep).answer.action == "look ?"


def test_an_endless_number_in_another_field_is_ignored() -> None:
    text = '{"reason": "r", "action": "look", "confidence": ' + "9" * 5000 + "}"
    assert find_answer(text, Act).answer.action == "look"


@pytest.mark.parametrize("number", ["9" * 5000, "1e999", "NaN", "-Infinity"])
def test_an_invalid_number_is_not_a_rating(number: str) -> None:
    with pytest.raises(AnswerError, match="ratings"):
        find_answer('{"ratings": [' + number + "]}", Importance)
    assert find_answer('{"reason": "r", "answer": ' + number + "}", ShortAnswer).answer.answer


def test_an_overlong_reply_is_not_read() -> None:
    with pytest.raises(AnswerError, match="more than 200000 are not read"):
        find_answer('{"reason": "' + "a" * LONGEST + '", "action": "look"}', Act)


def test_an_overlong_text_is_cut() -> None:
    read = find_answer('{"reason": "' + "a" * 100_000 + '", "action": "look"}', Act).answer
    assert len(read.reason) == LONGEST_STRING + len(" ...")


def test_an_overlong_line_is_dropped() -> None:
    said = {"triplets": ["key, is on, table", "lamp, is, " + "very " * 300 + "old"], "replaced": [], "entities": []}
    assert find_answer(json.dumps(said), Learned).answer.triplets == ["key, is on, table"]


@pytest.mark.slow
@pytest.mark.parametrize("answer", [Learned, SubgoalStep])
@pytest.mark.parametrize("made", NASTY.values(), ids=NASTY)
def test_reading_takes_linear_time(made: Any, answer: type[BaseModel]) -> None:
    def read(text: str) -> None:
        with suppress(AnswerError):
            find_answer(text, answer)

    check_linear(read, made)


def test_an_overlong_labelled_line_is_cut() -> None:
    said = find_answer("Subgoal: " + "on and " * 10_000 + "\nAction: look", SubgoalStep).answer
    assert (said.action, len(said.subgoal)) == ("look", 1004)


@pytest.mark.parametrize(("length", "is_beside"), [(100, False), (LONG + 1, True)])
async def test_a_long_reply_is_read_in_a_thread(length: int, is_beside: bool, prompts: Path) -> None:
    readers: list[threading.Thread] = []
    question = replace(act(prompts), use=lambda answer: readers.append(threading.current_thread()))
    await read(json.dumps({"reason": "a" * length, "action": "look"}), question)
    assert (readers != [threading.current_thread()]) == is_beside
