from __future__ import annotations

from dataclasses import replace

import pytest

from ariadne.agents.actor import Actor
from ariadne.agents.chooser import Chooser
from ariadne.agents.tried import Offer
from ariadne.models.answers import Action
from ariadne.models.prompt import FRAME
from tests.agents.moments import RECOLLECTION, framed, moment
from tests.scripted import Events, Says, Script, shown

ACTIONS = ["cook potato with BBQ", "go to hall", "go west", "look", "open box"]


def said(action: str, reason: str = "because") -> dict[str, str]:
    return {"reason": reason, "action": action}


def actor(script: Script, events: Events) -> Actor:
    return Actor(Chooser(script.ask, events))


async def choose(act: Says, actions: list[str] = ACTIONS) -> tuple[Action, Script, Events]:
    script, events = Script(act=act), Events()
    chosen = await actor(script, events).choose(moment(), Offer(actions, []))
    return chosen, script, events


async def test_the_action_named_is_chosen_with_its_reason() -> None:
    chosen, script, events = await choose(said("open box", "The lamp may be in it."))
    assert (chosen.action, chosen.reason) == ("open box", "The lamp may be in it.")
    assert script.names == ["act"]
    assert events == []


async def test_actions_are_shown_with_annotations_and_answered_without() -> None:
    script = Script(act=said("go west"))
    working = moment(recollection=replace(RECOLLECTION, annotations={"go west": "not tried", "fly": "never"}))
    assert (await actor(script, Events()).choose(working, Offer(ACTIONS, []))).action == "go west"
    (question,) = script.asked
    assert question.inputs["actions"] == [*ACTIONS[:2], "go west (not tried)", *ACTIONS[3:]]
    assert question.choices == {"action": ACTIONS}


async def test_an_invalid_action_is_repaired_once_with_the_list() -> None:
    chosen, script, events = await choose([said("eat the box"), said("open box", "Better.")])
    assert (chosen.action, chosen.reason) == ("open box", "Better.")
    assert script.names == ["act", "act"]
    repair = script.asked[1].repair
    assert repair is not None
    assert "eat the box" in repair.reply
    assert all(action in repair.error for action in ACTIONS)
    assert events == []


@pytest.mark.parametrize(
    "replies",
    [
        ["no JSON", "none again"],
        [said("eat the box"), "no JSON"],
    ],
)
async def test_no_reply_ends_the_episode(replies: list[str | dict[str, str]]) -> None:
    chosen, script, events = await choose(replies)
    assert chosen.action in ACTIONS
    assert len(script.asked) == len(replies)
    assert [event.name for event in events] == ["invalid"]


async def test_in_the_frame_actions_are_grouped_and_answered_by_name() -> None:
    script = Script(act=said("drop key"))
    offer = Offer(["drop key", "go to hall", "go west", "open box"], [], moves={"go to hall": 1}, exits=["go west"])
    assert (await actor(script, Events()).choose(framed(), offer)).action == "drop key"
    (question,) = script.asked
    assert (question.prompts, question.choices) == (FRAME, {"action": offer.actions})
    assert question.inputs["actions"] == ["not tried: go west", "drop: key", "open: box", "go to (moves): hall (1)"]


async def test_in_a_free_world_and_in_a_cut_list_actions_are_shown_singly() -> None:
    free = replace(framed(), turn=replace(framed().turn, free=True))
    for script, working, most in ((Script(), free, None), (Script(), framed(), 2)):
        await Actor(Chooser(script.ask, Events(), most=most)).choose(working, Offer(ACTIONS, []))
        assert {*script.asked[0].inputs["actions"][:2]} <= {*ACTIONS}


async def test_in_the_frame_an_annotation_replaces_the_mark_tried() -> None:
    script = Script()
    working = framed()
    knowing = replace(working, recollection=replace(working.recollection, annotations={"open box": "a pin"}))
    await actor(script, Events()).choose(knowing, Offer(ACTIONS, ["look", "open box"]))
    assert script.asked[0].inputs["tried"] == ["look"]
    assert "open: box (a pin)" in script.asked[0].inputs["actions"]


async def test_in_the_frame_the_actor_is_shown_rules_snapshot_log_and_now() -> None:
    script = Script()
    await actor(script, Events()).choose(framed(), Offer(ACTIONS, []))
    text = shown(script.asked[0])
    parts = [
        "Goal: Find the lamp.", "Rules: Nobody may whistle.", "hall: mat",
        "Known at step 1, besides these places:", "It is Monday.", "Turns:", "A hall.", "A kitchen.",
        "Now: step 2 of 9, in kitchen", "You are carrying a key.",
        "Also known: «box, is in, kitchen»", "A cellar, dark.", "hall north", "open: box", "1. open the box",
    ]  # fmt: skip
    assert sorted(parts, key=text.index) == parts
