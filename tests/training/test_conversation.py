"""A game as a conversation."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from ariadne.training.conversation import Conversation
from tests.training.played import first_key, play


@pytest.mark.parametrize("name", ["treasure-hunt", "gripper/2"])
def test_conversation_is_the_example_that_is_made_of_the_same_episode(story: str, tmp_path: Path, name: str) -> None:
    game = story if name == "treasure-hunt" else name
    played = play(game, tmp_path / "runs")
    with closing(Conversation(game, max_steps=1000)) as conversation:
        said = [{"role": "user", "content": conversation.begin()}]
        said.insert(0, {"role": "system", "content": conversation.system})
        for command in played.commands:
            said.append({"role": "assistant", "content": command})
            message = conversation.answer(f"I know.\n{command}")
            said += [] if message is None else [{"role": "user", "content": message}]
        outcome = conversation.outcome()
    assert said == played.messages
    assert message is None
    last = played.scores[-1]
    assert (outcome.normalized_score, outcome.won, outcome.lost) == (last.score / last.maximum, last.won, last.lost)
    assert (outcome.steps, outcome.commands, outcome.invalid_actions) == (len(said) // 2, tuple(played.commands), 0)


def test_what_cannot_be_done_is_counted_and_costs_a_step(story: str) -> None:
    with closing(Conversation(story, max_steps=3)) as conversation:
        conversation.begin()
        messages = [conversation.answer(text) for text in ("fly to the moon", "", "look")]
        outcome = conversation.outcome()
    assert [message is None for message in messages] == [False, False, True]
    assert (outcome.steps, outcome.invalid_actions, outcome.won) == (3, 2, False)
    assert outcome.facts is None


def test_beginning_again_forgets_what_was(story: str) -> None:
    with closing(Conversation(story)) as conversation:
        first = conversation.begin()
        conversation.answer("<facts>a, is in, b</facts>dance")
        assert conversation.begin() == first
        outcome = conversation.outcome(facts=True)
    assert (outcome.steps, outcome.invalid_actions, outcome.facts) == (0, 0, None)


def test_facts_are_judged_by_what_was_known_when_they_were_stated_last(story: str) -> None:
    key = first_key(story)
    with closing(Conversation(story)) as conversation:
        conversation.begin()
        conversation.answer(f"take {key}")
        conversation.answer(f"<facts>player, has, {key}</facts>drop {key}")
        marks = conversation.outcome(facts=True).facts
    assert marks is not None
    assert (marks.right, marks.wrong) == (1, 0)
