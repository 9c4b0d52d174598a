from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ariadne.errors import UserError
from ariadne.worlds.card import GameCard, HomesScoring, NativeScoring

text = st.text(alphabet=st.characters(codec="utf-8", exclude_categories=["C"]), max_size=30)
scorings = st.one_of(
    st.builds(NativeScoring),
    st.builds(HomesScoring, homes=st.dictionaries(text, st.lists(text, max_size=3), max_size=3)),
)
cards = st.builds(
    GameCard,
    preset=text,
    seed=st.none() | st.integers(0, 2**32),
    knobs=st.dictionaries(text, st.none() | st.booleans() | st.integers() | text, max_size=3),
    goal=text,
    briefing=text,
    maximum=st.floats(0, 100),
    max_steps=st.integers(1, 500),
    scoring=scorings,
    walkthrough=st.lists(text, max_size=4),
)


@given(card=cards)
def test_a_card_is_read_back_as_it_was_saved(tmp_path_factory: pytest.TempPathFactory, card: GameCard) -> None:
    path = tmp_path_factory.getbasetemp() / "card.yaml"
    path.unlink(missing_ok=True)
    card.save(path)
    assert GameCard.load(path) == card


def test_a_card_needs_no_more_than_a_goal_and_a_maximum(tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    path.write_text("goal: Find the lamp.\nmaximum: 3\n", encoding="utf-8")
    card = GameCard.load(path)
    assert (card.goal, card.maximum, card.max_steps, card.scoring) == ("Find the lamp.", 3, 150, NativeScoring())


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"", "found nothing"),
        (b"- goal", "found a list"),
        (b"maximum: 3", "goal"),
        (b"goal: x\nmaximum: -1", "maximum"),
        (b"goal: x\nmaximum: 3\nmax_steps: 0", "max_steps"),
        (b"goal: x\nmaximum: 3\nspeed: 9", "speed"),
        (b"goal: x\nmaximum: 3\nscoring: {rule: fame}", "scoring"),
        (b"goal: x\nmaximum: 3\nscoring: {rule: homes}", "homes"),
        (b"goal: [x", "not readable YAML"),
        (b"goal: \xff\xfe", "not readable YAML"),
    ],
)
def test_an_invalid_card_is_one_clear_line(tmp_path: Path, content: bytes, problem: str) -> None:
    path = tmp_path / "game.yaml"
    path.write_bytes(content)
    with pytest.raises(UserError) as caught:
        GameCard.load(path)
    message = str(caught.value)
    assert message.startswith(str(path))
    assert problem in message
    assert "\n" not in message
