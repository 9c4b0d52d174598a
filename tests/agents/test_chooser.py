from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from ariadne.agents.actor import Actor
from ariadne.agents.choices import ELSE
from ariadne.agents.chooser import Chooser, Unnamed
from ariadne.agents.tried import Offer
from ariadne.embed.cache import TextCache
from ariadne.embed.minilm import MiniLM
from ariadne.errors import AnswerError
from ariadne.events import Invalid
from ariadne.models.answers import Action
from tests.agents.moments import moment
from tests.memory.moments import Compass
from tests.scripted import Events, Says, Script, shown

ACTIONS = ["close door", "go north", "go west", "look", "take lamp", "unlock red locker with red key"]
UNREADABLE = AnswerError("the reply is no JSON")


async def instead(
    said: str, *, plan: Sequence[str] = (), minilm: MiniLM | None = None, actions: list[str] = ACTIONS, **known: Any
) -> str:
    events = Events()
    chooser = Chooser(Script().ask, events, TextCache(minilm) if minilm else None)
    error = Unnamed(said) if said else UNREADABLE
    action = await chooser.instead(error, Offer(actions, [], **known), plan)
    assert events == [Invalid(said=str(error), action=action)]
    return action


@pytest.mark.parametrize(
    ("said", "action"),
    [
        ("open the red locker using the red key", "unlock red locker with red key"),
        ("pick up the lamp", "take lamp"),
        ("walk to the west", "go west"),
    ],
)
async def test_the_action_nearest_to_the_reply_is_chosen(said: str, action: str, minilm: MiniLM) -> None:
    assert await instead(said, minilm=minilm) == action


async def test_without_a_reply_the_action_nearest_to_the_first_sub_goal_is_chosen(minilm: MiniLM) -> None:
    plan = ["Get the lamp | the cellar is dark", "Unlock the red locker | as told"]
    assert await instead("", plan=plan, minilm=minilm) == "take lamp"


@pytest.mark.parametrize(
    ("actions", "failed", "done"),
    [
        (["look", "wait"], [], "wait"),
        (["go west", "look", "wait"], ["go west"], "wait"),
        (["look", "wait"], ["wait"], "look"),
        (["look"], [], "look"),
        (["wait"], ["wait"], "wait"),
        ([], [], "look"),
    ],
)
async def test_failed_actions_and_look_are_last_resorts(
    actions: list[str], failed: list[str], done: str, minilm: MiniLM
) -> None:
    assert await instead("go west", actions=actions, failed=failed, minilm=minilm) == done
    assert await instead("", actions=actions, failed=failed) == done


async def test_the_first_reply_counts_if_the_repair_is_unreadable(minilm: MiniLM) -> None:
    script = Script(act=[{"reason": "", "action": "pick up lamp"}, "Well ...", "Well ..."])
    actor = Actor(Chooser(script.ask, Events(), TextCache(minilm)))
    assert (await actor.choose(moment(), Offer(ACTIONS, []))).action == "take lamp"


class Cut:
    """An actor that sees two actions at first; the plan wants the `lamp`."""

    def __init__(self, act: Says, most: int = 2) -> None:
        self.script, self.events = Script(act=act), Events()
        texts = TextCache(Compass({"lamp": 0, "hole": 10, "": 90}))
        self.actor = Actor(Chooser(self.script.ask, self.events, texts, most))

    async def choose(
        self,
        annotations: Mapping[str, str] = {},
        plan: str = "take the lamp | it is dark",
        actions: Sequence[str] = ACTIONS,
        **known: Any,
    ) -> Action:
        working = moment(plan=(plan,))
        working = replace(working, recollection=replace(working.recollection, annotations=annotations))
        return await self.actor.choose(working, Offer([*actions], [], **known))


def says(action: str) -> dict[str, str]:
    return {"reason": "because", "action": action}


async def test_a_cut_list_shows_actions_for_the_plan_and_untried_ones() -> None:
    cut = Cut(says("take lamp"))
    assert (await cut.choose(exits=["go west"])).action == "take lamp"
    (question,) = cut.script.asked
    assert question.choices == {"action": ["take lamp", "go west", ELSE]}


async def test_something_else_asks_again_with_the_whole_list() -> None:
    cut = Cut([says(ELSE), says("close door")])
    assert (await cut.choose()).action == "close door"
    first, second = cut.script.asked
    assert sorted(second.choices["action"]) == ACTIONS
    assert (first.repair, second.repair, cut.events) == (None, None, [])
    assert ELSE not in shown(second)


async def test_a_valid_action_that_is_not_shown_may_be_named_at_once() -> None:
    cut = Cut(says("close door"))
    assert (await cut.choose()).action == "close door"
    assert len(cut.script.asked) == 1


async def chain(*said: str, several: int = 4) -> tuple[str, Script]:
    """The actions chosen from these replies."""
    script = Script(act=[says(each) for each in said])
    chooser = Chooser(script.ask, Events(), several=several)
    return (await Actor(chooser).choose(moment(), Offer(ACTIONS, []))).action, script


async def test_only_the_first_of_several_actions_must_be_valid() -> None:
    action, script = await chain(" Go west;  take rope ;; go east.")
    assert (action, len(script.asked)) == ("go west; take rope; go east.", 1)


async def test_an_invalid_first_action_of_several_is_repaired() -> None:
    action, script = await chain("fly; go west", "go west; fly")
    assert action == "go west; fly"
    assert script.asked[1].repair is not None


async def test_a_longer_chain_is_cut() -> None:
    action, _ = await chain("go west; a; b; c; d", several=4)
    assert action == "go west; a; b; c"


async def test_if_one_action_is_asked_for_the_first_counts() -> None:
    action, _ = await chain("go west; take rope", several=1)
    assert action == "go west"
