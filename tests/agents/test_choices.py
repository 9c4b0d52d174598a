from __future__ import annotations

from ariadne.agents.choices import Choices

ACTIONS = ["go west", "open box (small)"]


def test_an_action_is_shown_with_what_is_known_and_answered_without() -> None:
    choices = Choices.of(ACTIONS, {"open box (small)": "step 2: locked", "sing": "loud"})
    assert choices.lines == ["go west", "open box (small) (step 2: locked)"]
    assert choices.fields == {"action": ACTIONS}


def test_a_free_world_leaves_the_answer_free() -> None:
    choices = Choices.of(ACTIONS, {"go west": "not tried"}, free=True)
    assert choices.lines == ACTIONS
    assert choices.fields == {}
