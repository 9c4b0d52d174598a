"""Lines with labels, as models write them (HiAgent, appendix B)."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ariadne.errors import AnswerError
from ariadne.models.answers import Step, SubgoalStep
from ariadne.models.labelled import read_labelled
from ariadne.models.reading import find_answer

LABELS = ("subgoal", "action")
SUBGOAL, ACTION = "open the boot", "fetch wrench from boot"
BOTH = SubgoalStep(subgoal=SUBGOAL, action=ACTION)
ALONE = SubgoalStep(action=ACTION)


@pytest.mark.parametrize(
    "text",
    [
        f"Subgoal: {SUBGOAL}\nAction: {ACTION}",
        f"  Subgoal:{SUBGOAL}  \n\n  Action:   {ACTION}  \n",
        f"Subgoal: {SUBGOAL} Action: {ACTION}",
        f"1 Subgoal: {SUBGOAL}\nAction: {ACTION}",
        f"2. Subgoal: {SUBGOAL}\n3. Action: {ACTION}",
        f"Subgoal 2: {SUBGOAL}\nAction 1: {ACTION}",
        f"**Subgoal:** {SUBGOAL}\n**Action:** {ACTION}",
        f"**Subgoal**: {SUBGOAL}\n**Action**: {ACTION}",
        f"- Subgoal: {SUBGOAL}\n- Action: {ACTION}",
        f"### Subgoal: {SUBGOAL}\n### Action: {ACTION}",
        f"> Subgoal: {SUBGOAL}\n> Action: {ACTION}",
        f"Subgoal: {SUBGOAL}\nAction: `{ACTION}`",
        f'Subgoal: "{SUBGOAL}"\nAction: "{ACTION}"',
        f"Sub-goal: {SUBGOAL}\nAction: {ACTION}",
        f"Sub goal: {SUBGOAL}\nACTION: {ACTION}",
        f"subgoal {SUBGOAL}\naction {ACTION}",
        f"Subgoal: {SUBGOAL}\nAction {ACTION}",
        f"Subgoal：{SUBGOAL}\nAction：{ACTION}",
        f"Subgoal:\n{SUBGOAL}\nAction:\n{ACTION}",
        f"Action: {ACTION}\nSubgoal: {SUBGOAL}",
        f"```\nSubgoal: {SUBGOAL}\nAction: {ACTION}\n```",
        f"The boot is closed, so I begin with it.\n\nSubgoal: {SUBGOAL}\nAction: {ACTION}",
        f"Thought: it is closed.\nSubgoal: {SUBGOAL}\nAction: {ACTION}",
        f"<think>Action: look?\nSubgoal: rest</think>\nSubgoal: {SUBGOAL}\nAction: {ACTION}",
        f"Action: look</think>Subgoal: {SUBGOAL}\nAction: {ACTION}",
        f"Subgoal: {SUBGOAL}\nAction: {ACTION}\nObservation: You have wrench.",
        f"Subgoal: {SUBGOAL} Action: {ACTION} Observation: You have wrench. Subgoal is met.",
        f"Subgoal: {SUBGOAL}\nAction: {ACTION}\nObservation: Done.\nSubgoal: rest\nAction: look",
        f"Subgoal: {SUBGOAL}\nAction: {ACTION}\nAction: close boot",
        f"Subgoal: {SUBGOAL}\nAction: {ACTION}\nThought: then the nut.",
        f'{{"subgoal": "{SUBGOAL}", "action": "{ACTION}"}}',
        f'{{"Subgoal": "{SUBGOAL}", "Action": "{ACTION}"}}',
        f'{{"Sub-goal": "{SUBGOAL}", "Action": "{ACTION}"}}',
        f'```json\n{{"subgoal": "{SUBGOAL}", "action": "{ACTION}"}}\n```',
    ],
)
def test_a_sub_goal_and_an_action_are_found_however_they_are_written(text: str) -> None:
    assert find_answer(text, SubgoalStep).answer == BOTH


@pytest.mark.parametrize(
    "text",
    [
        f"Action: {ACTION}",
        f"Action {ACTION}",
        ACTION,
        f"  `{ACTION}`\n",
        f"{ACTION}\nObservation: You have wrench.",
        f"- {ACTION}",
        f"```\n{ACTION}\n```",
        f"Subgoal:\nAction: {ACTION}",
        f'{{"action": "{ACTION}"}}',
        f'{{"subgoal": null, "action": "{ACTION}"}}',
        f'{{"subgoal": "", "action": "{ACTION}"}}',
        f"<think>The boot is open.</think>{ACTION}",
    ],
)
def test_an_action_may_stand_alone(text: str) -> None:
    assert find_answer(text, SubgoalStep).answer == ALONE
    assert find_answer(text, Step).answer == Step(action=ACTION)


@pytest.mark.parametrize("text", ["", " \n ", "<think>open boot</think>", "Subgoal: open the boot", "Observation: Hm."])
def test_without_an_action_there_is_no_answer(text: str) -> None:
    with pytest.raises(AnswerError) as raised:
        find_answer(text, SubgoalStep)
    assert "\n" not in str(raised.value)


def test_prose_of_several_lines_is_no_action() -> None:
    with pytest.raises(AnswerError, match="action"):
        find_answer("I think that the boot is closed.\nSo I had better open it.", Step)


@pytest.mark.parametrize(
    "action",
    ['say "hello"', "examine bob's hat", "take the guards' key", "type *61#", "retrieve(3)", "put ball (red) in box_2"],
)
def test_an_action_keeps_the_signs_that_belong_to_it(action: str) -> None:
    assert find_answer(f"Action: {action}", Step).answer.action == action
    assert find_answer(f'Action: "{action}"', Step).answer.action == action


@pytest.mark.parametrize("subgoal", ["pour it to level 2", "put it on shelf 11.", "fetch ball (3)"])
def test_a_number_at_the_end_of_a_sub_goal_is_its_own(subgoal: str) -> None:
    for between in ("\n", " ", "  ", "\n3. "):
        assert find_answer(f"1 Subgoal: {subgoal}{between}Action: look", SubgoalStep).answer.subgoal == subgoal


def test_a_label_within_a_word_is_ignored() -> None:
    assert find_answer("Action: read the reaction: book", Step).answer.action == "read the reaction: book"


@pytest.mark.parametrize(
    "text",
    [
        '{"subgoal": "open\\nthe boot", "action": "look\\nObservation: You won."}',
        '{"subgoal": "open the boot\\r\\n2 Subgoal: rest", "action": "look"}',
        "Subgoal: open the boot\x0bor not\nAction: look",
    ],
)
def test_an_answer_never_spans_lines(text: str) -> None:
    answer = find_answer(text, SubgoalStep).answer
    assert len(answer.subgoal.splitlines()) == len(answer.action.splitlines()) == 1


WORDS = st.lists(
    st.text("abcdefghijklmnopqrstuvwxyzABC123-'_()", min_size=1, max_size=8).filter(
        lambda word: word.strip("-'_()") and word.lower() not in ("action", "subgoal", "sub")
    ),
    min_size=1,
    max_size=6,
).map(" ".join)
LINES = WORDS.filter(lambda line: line[0].isalpha() and line[-1].isalnum())
_PIECES = st.sampled_from('Subgoal|Action|Sub-goal|Observation|thought|:|：|\n| |1|2.|**|`|"|- |> '.split("|"))
TEXTS = st.one_of(st.text(max_size=80), st.lists(_PIECES | st.text(max_size=6), max_size=16).map("".join))


@given(text=TEXTS)
def test_whatever_a_model_writes_is_read_or_refused(text: str) -> None:
    found = read_labelled(text, LABELS)
    assert found.keys() <= set(LABELS)
    for value in found.values():
        assert value == value.strip()
        assert len(value.splitlines()) == 1
    for answer in (Step, SubgoalStep):
        with suppress(AnswerError):
            read = find_answer(text, answer).answer
            assert read.action
            assert len(read.as_lines().splitlines()) <= len(answer.labels)


@given(subgoal=st.just("") | LINES, action=LINES)
def test_a_written_answer_is_read_back(subgoal: str, action: str) -> None:
    answer = SubgoalStep(subgoal=subgoal, action=action)
    assert find_answer(answer.as_lines(), SubgoalStep).answer == answer
    assert find_answer(answer.as_lines().replace("\n", " "), SubgoalStep).answer == answer
    assert find_answer(Step(action=action).as_lines(), Step).answer == Step(action=action)
    assert find_answer(answer.model_dump_json(), SubgoalStep).answer == answer


@given(subgoal=LINES, action=LINES, before=LINES, after=LINES)
def test_text_invented_after_the_answer_is_dropped(subgoal: str, action: str, before: str, after: str) -> None:
    answer = SubgoalStep(subgoal=subgoal, action=action)
    text = f"{before}\n{answer.as_lines()}\nObservation: {after}\nSubgoal: {before}\nAction: {after}\n"
    assert find_answer(text, SubgoalStep).answer == answer


def test_a_sub_goal_invented_after_the_action_is_dropped() -> None:
    dreamt = "Action: open boot\nObservation: It is open.\nSubgoal: get the jack\nAction: fetch jack"
    assert find_answer(dreamt, SubgoalStep).answer == SubgoalStep(action="open boot")
