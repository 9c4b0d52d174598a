"""Plays that a large model made by hand: they go again as they went, and cost what is told."""

from __future__ import annotations

import pytest
from by_hand import ENDING, KEPT, Asked, Head, Play, cost, replay

from ariadne.prefixes import LEAST, STEP

pytestmark = pytest.mark.nightly

HEAD = Head(
    game="hunt", seed=1, memory="arigraph", calls="one", max_steps=9, score=1, max_score=2, steps=2
)  # fmt: skip


def asked(text: str, step: int, name: str = "act") -> Asked:
    return Asked(name=name, step=step, messages=[{"role": "user", "content": text}], reply="x" * 40)


@pytest.mark.parametrize("name", ["cooking-three", "hunt-arigraph"])
async def test_a_play_by_hand_goes_again_as_it_went(name: str) -> None:
    play = Play.load(KEPT / f"{name}{ENDING}")
    again = await replay(play)
    assert (again.score, again.steps, again.won) == (play.head.score, play.head.steps, True)
    assert again.model_calls == len(play.asked)


@pytest.mark.parametrize("name", sorted(path.name.removesuffix(ENDING) for path in KEPT.glob(f"*{ENDING}")))
def test_few_forms_and_the_rules_are_in_every_prompt(name: str) -> None:
    play = Play.load(KEPT / f"{name}{ENDING}")
    assert len({each.name for each in play.asked}) <= 3
    assert all(each.messages[-1]["content"].startswith("Goal: ") for each in play.asked)
    rules = {"\nRules: " in each.messages[-1]["content"] for each in play.asked}
    assert len(rules) == 1


def test_what_is_the_same_as_before_costs_a_tenth() -> None:
    long = "a" * 4 * LEAST
    once, again = cost(Play(HEAD, [asked(long, 1)])), cost(Play(HEAD, [asked(long, 1), asked(long + "b", 15)]))
    assert once.cached == 0
    assert LEAST <= again.cached < LEAST + STEP * 2
    assert again.late_cached == again.cached
    assert again.all == pytest.approx(2 * once.all - 0.9 * again.cached, rel=0.01)
    other_form = cost(Play(HEAD, [asked(long, 1), asked(long, 2, "plan")]))
    assert other_form.cached == 0


def test_a_short_prompt_is_never_kept() -> None:
    assert cost(Play(HEAD, [asked("a" * 400, 1), asked("a" * 400, 2)])).cached == 0
