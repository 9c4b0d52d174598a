"""The value of stated facts about a game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest

from ariadne.errors import UserError
from ariadne.exam.known import PlayerKnowledge, known_at
from ariadne.exam.play import replay
from ariadne.exam.truth import Topic
from ariadne.training.facts import FactMarks, check_told, mark_facts
from ariadne.worlds.registry import Game, find_game
from tests.conftest import Game as Story
from tests.training.played import first_key, walkthrough


@pytest.fixture(scope="module")
def hunt(game: Story) -> Game:
    return find_game(str(game("treasure-hunt")))


@pytest.fixture(scope="module")
def plan(hunt: Game) -> Sequence[str]:
    return walkthrough(str(hunt.source))


def known(game: Game, commands: Sequence[str]) -> PlayerKnowledge:
    (last,) = known_at(replay(game, commands), [len(commands) + 1])
    return last


def as_facts(pairs: Iterator[tuple[Topic, str]] | Sequence[tuple[Topic, str]]) -> list[str]:
    said = {"place": "is in", "state": "is"}
    return [f"{topic.thing}, {said[topic.aspect]}, {value}" for topic, value in pairs]


def test_stating_everything_seen_gives_full_marks(hunt: Game, plan: Sequence[str]) -> None:
    for commands in ((), plan[:5], plan[:-1]):
        now = known(hunt, commands)
        everything = as_facts([(topic, now.value(topic)) for topic in now.pasts])
        marks = mark_facts(hunt, commands, everything)
        assert marks == FactMarks(len(everything), len(everything), 0)
        assert (marks.f1, bool(everything)) == (1, True)


def test_nothing_stated_is_worth_nothing(hunt: Game, plan: Sequence[str]) -> None:
    assert mark_facts(hunt, plan[:5], []).f1 == 0
    assert mark_facts(hunt, plan[:5], ["the player, likes, keys", "no triplet"]).f1 == 0


def test_false_facts_lower_the_score(hunt: Game, plan: Sequence[str]) -> None:
    now = known(hunt, plan[:5])
    topic = next(iter(now.pasts))
    right = as_facts([(topic, now.value(topic))])
    marks = mark_facts(hunt, plan[:5], [*right, "unicorn, is in, garden", "dragon, is, open"])
    assert marks == FactMarks(len(now.pasts), 1, 2)
    assert marks.f1 == pytest.approx(2 * (1 / 3) * (1 / marks.known) / (1 / 3 + 1 / marks.known))


def test_true_unseen_facts_do_not_count(hunt: Game) -> None:
    now = known(hunt, ())
    hidden = [(topic, value) for topic, value in now.moment.truth.values.items() if topic.thing in now.unseen]
    assert hidden
    assert mark_facts(hunt, (), as_facts(hidden)) == FactMarks(len(now.pasts), 0, 0)


def test_the_last_statement_counts(hunt: Game, plan: Sequence[str]) -> None:
    key = first_key(str(hunt.source))
    commands = plan[: plan.index(f"take {key}") + 1]
    had, lies = f"player, has, {key}", f"{key}, is in, garden"
    assert mark_facts(hunt, commands, [lies, had]).right == 1
    assert mark_facts(hunt, commands, [had, lies]) == FactMarks(len(known(hunt, commands).pasts), 0, 1)


def test_other_engines_do_not_tell_what_is_true(hunt: Game) -> None:
    check_told(hunt)
    with pytest.raises(UserError, match=r"^facts_reward: gripper .*leave it out$"):
        check_told(find_game("gripper"))
