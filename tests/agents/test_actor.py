from __future__ import annotations

import string
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ariadne.agents.actor import Actor, as_action, fallback, match_action
from ariadne.errors import AnswerError
from ariadne.models.answers import Action
from tests.agents.moments import RECOLLECTION, moment
from tests.scripted import Events, Says, Script, shown

ACTIONS = ["cook potato with BBQ", "go to hall", "go west", "look", "open box"]

phrases = st.lists(st.text(alphabet=string.ascii_letters + "'-", min_size=1, max_size=8), min_size=1, max_size=4)


def said(action: str, reason: str = "because") -> dict[str, str]:
    return {"reason": reason, "action": action}


async def choose(act: Says, actions: list[str] = ACTIONS) -> tuple[Action, Script, Events]:
    script, events = Script(act=act), Events()
    chosen = await Actor(script.ask, events).choose(moment(), actions)
    return chosen, script, events


async def test_the_action_named_is_chosen_with_its_reason() -> None:
    chosen, script, events = await choose(said("open box", "The lamp may be in it."))
    assert (chosen.action, chosen.reason) == ("open box", "The lamp may be in it.")
    assert script.names == ["act"]
    assert events == []


async def test_the_valid_actions_are_shown_in_their_order() -> None:
    _, script, _ = await choose(said("look"))
    assert "\n".join(ACTIONS) in shown(script.asked[0])


async def test_actions_are_shown_with_what_memory_knows_of_them_and_answered_without() -> None:
    script = Script(act=said("go west"))
    working = moment(recollection=replace(RECOLLECTION, annotations={"go west": "not tried", "fly": "never"}))
    assert (await Actor(script.ask, Events()).choose(working, ACTIONS)).action == "go west"
    (question,) = script.asked
    assert question.inputs["actions"] == [*ACTIONS[:2], "go west (not tried)", *ACTIONS[3:]]
    assert question.choices == {"action": ACTIONS}


async def test_a_reply_that_names_none_is_asked_once_more_with_the_list() -> None:
    chosen, script, events = await choose([said("eat the box"), said("open box", "Better.")])
    assert (chosen.action, chosen.reason) == ("open box", "Better.")
    assert script.names == ["act", "act"]
    repair = script.asked[1].repair
    assert repair is not None
    assert "eat the box" in repair.reply
    assert all(action in repair.error for action in ACTIONS)
    assert events == []


async def test_after_that_the_agent_looks_around_and_the_event_is_recorded() -> None:
    chosen, script, events = await choose([said("eat the box"), said("eat the table")])
    assert chosen.action == "look"
    assert script.names == ["act", "act"]
    (event,) = events
    assert event["event"] == "invalid"
    assert "eat the table" in event["said"]
    assert event["action"] == "look"


@pytest.mark.parametrize(
    "replies",
    [
        ["no JSON", "none again"],
        [said("eat the box"), "no JSON"],
        ["no JSON", said("eat the box"), "no JSON"],
        ["no JSON", said("eat the box"), said("eat the box")],
        ["{}", ""],
        [said(""), said(" ")],
    ],
)
async def test_no_reply_ends_the_episode(replies: list[str | dict[str, str]]) -> None:
    chosen, script, events = await choose(replies)
    assert chosen.action == "look"
    assert len(script.asked) == len(replies)
    assert [event["event"] for event in events] == ["invalid"]


async def test_of_an_action_without_end_the_repair_and_the_event_tell_the_start() -> None:
    _, script, events = await choose(said("sing " * 10_000))
    assert len(shown(script.asked[1])) < len(shown(script.asked[0])) + 3000
    assert all(action in shown(script.asked[1]).splitlines()[-3] for action in ACTIONS)
    assert len(str(events.of("invalid")[0]["said"])) <= 2004


async def test_a_reply_that_a_repair_made_readable_counts() -> None:
    chosen, script, events = await choose(["no JSON", said("go west")])
    assert chosen.action == "go west"
    assert (len(script.asked), events) == (2, [])


async def test_where_one_cannot_look_the_action_is_still_a_valid_one() -> None:
    chosen, _, _ = await choose([said("fly"), said("swim")], actions=["wait", "walk"])
    assert chosen.action in ("wait", "walk")


@pytest.mark.parametrize(
    "said",
    ["open box", "Open Box", " open  box\n", '"open box"', "'open box'", "`open box`", "open box.", "> open box"],
)
def test_case_spaces_quotes_and_stops_do_not_matter(said: str) -> None:
    assert match_action(said, ACTIONS) == "open box"


def test_an_action_keeps_its_own_spelling() -> None:
    assert match_action("cook potato with bbq", ACTIONS) == "cook potato with BBQ"


@pytest.mark.parametrize(
    "said", ["", "open", "open the box", "open box now", "go", "go to", "box", "close box", "lookout"]
)
def test_what_only_resembles_an_action_is_none(said: str) -> None:
    assert match_action(said, ACTIONS) is None


@pytest.mark.parametrize(
    ("said", "action"),
    [
        ("Open Box.", "open box"),
        ("kick the  box", "kick the box"),
        ("kick\nthe box", "kick the box"),
        ("x" * 200, "x" * 200),
        ("x" * 201, None),
        ("", None),
        (" \n ", None),
    ],
)
def test_in_a_free_world_what_is_no_listed_action_is_a_command_if_it_can_be_one(said: str, action: str | None) -> None:
    assert as_action(said, ACTIONS, free=True) == action
    assert as_action(said, ACTIONS) == (action if action in ACTIONS else None)


@pytest.mark.parametrize(("actions", "done"), [([], "look"), (["wait"], "wait"), (["a", "look"], "look")])
def test_where_no_action_was_named_something_is_done_all_the_same(actions: list[str], done: str) -> None:
    events = Events()
    assert fallback(events, AnswerError("kick it"), actions) == done
    assert events == [{"event": "invalid", "said": "kick it", "action": done}]


@given(st.lists(phrases.map(" ".join), min_size=1, max_size=6), st.data())
def test_every_action_is_found_by_its_own_text(actions: list[str], data: st.DataObject) -> None:
    wanted = data.draw(st.sampled_from(actions))
    found = match_action(wanted, actions)
    assert found is not None
    assert found.lower().strip("'") == wanted.lower().strip("'")
