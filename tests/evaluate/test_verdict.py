"""The verdict of a scorecard: what it says, in which order; the numbers are those of the card."""

from __future__ import annotations

from itertools import product
from pathlib import Path

from ariadne.evaluate.card import Scorecard
from ariadne.evaluate.sections.of_card import page
from tests.evaluate.cards import card_of, scored


def verdict(card: Scorecard) -> list[str]:
    return list(page(card).verdict)


def played(memory: str, *scores: float, **more: object) -> list[object]:
    """One episode per seed."""
    return [scored(score, memory=memory, seed=seed, **more) for seed, score in enumerate(scores, 1)]


def test_a_significant_difference_comes_first_with_the_numbers_of_the_card(tmp_path: Path) -> None:
    ours = played("arigraph", *[1.0] * 6, asked={"act": 100})
    card = card_of(tmp_path, *ours, *played("none", 0, 0.25, 0.5, 0, 0.25, 0.5, asked={"act": 200}))
    (comparison,) = card.compared("score")
    assert comparison.p_holm == comparison.p == 2 / 2**6
    difference, price = verdict(card)
    for number in ("arigraph scored 1.00", "none 0.25", "0.75 more", "0.58 to 0.92", "6 of 6", "p = 0.031"):
        assert number in difference
    assert "0.5 of none's" in price


def test_the_winner_is_named_first_even_if_it_is_not_the_baseline(tmp_path: Path) -> None:
    card = card_of(tmp_path, *played("arigraph", *[0.25] * 6), *played("none", *[1.0] * 6))
    assert "none scored 1.00, arigraph 0.25" in verdict(card)[0]


def test_few_games_and_small_differences_are_no_result(tmp_path: Path) -> None:
    episodes = [*played("arigraph", 1, 1), *played("none", 1, 0.5), *played("summary", 0.5)]
    assert ["too few games" in sentence for sentence in verdict(card_of(tmp_path / "few", *episodes))][:2] == [True] * 2
    episodes = [*played("arigraph", *[0.5] * 6), *played("none", 0.5, 0.75, 0.25, 0.5, 0.75, 0.25)]
    same = verdict(card_of(tmp_path / "same", *episodes))[0]
    assert "no difference" in same
    assert "−0.17 to 0.17" in same
    ours, theirs = played("arigraph", *[0.5] * 8), played("none", *[0.75] * 7, 0.25)
    others = [each for memory in ("rag", "summary") for each in played(memory, *[0.5] * 8)]
    assert "may be chance" in verdict(card_of(tmp_path / "chance", *ours, *theirs, *others))[0]


def test_a_game_has_its_own_sentence_only_if_it_differs_from_the_others(tmp_path: Path) -> None:
    def of(memory: str, hunt: float, cooking: float) -> list[object]:
        games = {"hunt": hunt, "cooking": cooking}
        return [scored(games[game], memory=memory, game=game, seed=seed) for game, seed in product(games, range(1, 10))]

    alike = verdict(card_of(tmp_path / "alike", *of("arigraph", 1, 1), *of("none", 0, 0)))
    assert not any(sentence.startswith("On ") for sentence in alike)
    opposite = verdict(card_of(tmp_path / "opposite", *of("arigraph", 1, 0), *of("none", 0, 1)))
    assert [sentence.split(" scored")[0] for sentence in opposite[:2]] == ["On cooking none", "On hunt arigraph"]


def test_models_have_sentences_of_their_own(tmp_path: Path) -> None:
    pairs = product(("big", "small"), ("arigraph", "none"))
    card = card_of(tmp_path, *(each for model, name in pairs for each in played(name, 1, model=model)))
    assert ["big" in verdict(card)[0], "small" in verdict(card)[1]] == [True, True]
