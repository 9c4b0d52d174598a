from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

from ariadne.evaluate.card import Scorecard
from ariadne.evaluate.sections.of_card import page
from tests.evaluate.cards import card_of, scored

SEEDS = range(1, 7)


def verdict(card: Scorecard) -> list[str]:
    return list(page(card).verdict)


def played(memory: str, *scores: float, **more: object) -> list[object]:
    """An episode a seed."""
    return [scored(score, memory=memory, seed=seed, **more) for seed, score in enumerate(scores, 1)]


def test_who_is_better_beyond_chance_comes_first_with_the_cards_own_numbers(tmp_path: Path) -> None:
    ours = played("arigraph", *[1.0] * 6, asked={"act": 100})
    card = card_of(tmp_path, *ours, *played("none", 0, 0.25, 0.5, 0, 0.25, 0.5, asked={"act": 200}))
    (comparison,) = card.comparisons
    assert comparison.p_holm == comparison.p == 2 / 2**6
    assert verdict(card) == [
        "On hunt arigraph scored 1.00, none 0.25: 0.75 more (interval 0.58 to 0.92), better on 6 of 6 games, "
        "p = 0.031.",
        "On hunt a step of arigraph cost 0.5 of none's.",
    ]


def test_the_winner_is_named_first_whoever_is_the_baseline(tmp_path: Path) -> None:
    card = card_of(tmp_path, *played("arigraph", *[0.25] * 6), *played("none", *[1.0] * 5, 0.0))
    assert verdict(card)[0].startswith("On hunt none (0.83 to 0.25) beside arigraph: ")
    card = card_of(tmp_path / "more", *played("arigraph", *[0.25] * 6), *played("none", *[1.0] * 6))
    assert verdict(card)[0].startswith(
        "On hunt none scored 1.00, arigraph 0.25: 0.75 more (interval 0.75 to 0.75), better on 6 of 6 games, "
    )


def test_of_too_few_games_nothing_is_said_but_that_and_what_they_came_to(tmp_path: Path) -> None:
    episodes = [*played("arigraph", 1, 1), *played("none", 1, 0.5), *played("rag", 1, 1), *played("summary", 0.5)]
    assert verdict(card_of(tmp_path, *episodes))[:2] == [
        "On hunt none (0.75 to 1.00) and rag (1.00 to 1.00) beside arigraph: too few games to tell (2).",
        "On hunt summary (0.50 to 1.00) beside arigraph: too few games to tell (1).",
    ]


def test_where_no_difference_is_seen_its_interval_says_how_large_it_may_be(tmp_path: Path) -> None:
    episodes = [*played("arigraph", *[0.5] * 6), *played("none", 0.5, 0.75, 0.25, 0.5, 0.75, 0.25)]
    assert verdict(card_of(tmp_path, *episodes, *played("rag", *[0.5] * 6)))[:2] == [
        "On hunt none (0.50 to 0.50) beside arigraph: no difference seen on 6 games (interval −0.17 to 0.17).",
        "On hunt rag (0.50 to 0.50) beside arigraph: no difference seen on 6 games (equal on all).",
    ]


def test_a_difference_that_other_comparisons_make_doubtful_may_be_chance(tmp_path: Path) -> None:
    ours, theirs = played("arigraph", *[0.5] * 8), played("none", *[0.75] * 7, 0.25)
    others = [each for memory in ("rag", "summary") for each in played(memory, *[0.5] * 8)]
    first, *_ = verdict(card_of(tmp_path, *ours, *theirs, *others))
    assert first.startswith("On hunt none (0.69 to 0.50) beside arigraph: may be chance on 8 games (interval 0.06 to ")


def test_p_is_corrected_for_all_comparisons_of_the_card(tmp_path: Path) -> None:
    others = [each for memory in ("none", "rag") for each in played(memory, *[0.0] * 6)]
    card = card_of(tmp_path, *played("arigraph", *[1.0] * 6), *others)
    assert [each.p_holm for each in card.comparisons] == [4 / 2**6] * 2
    assert verdict(card)[0] == (
        "On hunt none (0.00 to 1.00) and rag (0.00 to 1.00) beside arigraph: too few games to tell (6)."
    )


def test_a_game_has_a_sentence_of_its_own_only_where_it_says_something_else(tmp_path: Path) -> None:
    def told(memory: str, hunt: float, cooking: float) -> list[object]:
        games = {"hunt": hunt, "cooking": cooking}
        return [scored(games[game], memory=memory, game=game, seed=seed) for game, seed in product(games, range(1, 10))]

    alike = verdict(card_of(tmp_path / "alike", *told("arigraph", 1, 1), *told("none", 0, 0)))
    assert alike[0].startswith("Over all games arigraph scored 1.00, none 0.00: 1.00 more (interval 1.00 to 1.00), ")
    assert alike[0].endswith(", Holm's p <0.001.")
    assert not any(sentence.startswith("On ") for sentence in alike)
    opposite = verdict(card_of(tmp_path / "opposite", *told("arigraph", 1, 0), *told("none", 0, 1)))
    assert [sentence.partition(":")[0] for sentence in opposite[:2]] == [
        "On cooking none scored 1.00, arigraph 0.00",
        "On hunt arigraph scored 1.00, none 0.00",
    ]
    assert opposite[2].startswith(
        "Over all games none (0.50 to 0.50) beside arigraph: no difference seen on 18 games (interval −"
    )


def test_a_game_that_goes_against_what_differs_over_all_is_told_of(tmp_path: Path) -> None:
    def told(memory: str, hunt: float, cooking: float) -> list[object]:
        games = {"hunt": (hunt, 30), "cooking": (cooking, 8)}
        return [
            scored(score, memory=memory, game=game, seed=seed, asked={"act": 3 if memory == "none" else 2})
            for game, (score, seeds) in games.items()
            for seed in range(1, seeds + 1)
        ]

    said = verdict(card_of(tmp_path, *told("none", 0, 1), *told("arigraph", 1, 0)))
    assert [sentence.partition(" scored")[0] for sentence in said[:2]] == ["Over all games arigraph", "On cooking none"]
    assert said[2:] == ["Over all games a step of arigraph cost 0.67 of none's."]


def test_each_model_is_told_of_apart(tmp_path: Path) -> None:
    models = ("big", "small")
    card = card_of(
        tmp_path, *(each for m in models for name in ("arigraph", "none") for each in played(name, 1, model=m))
    )
    assert [sentence.partition(":")[0] for sentence in verdict(card)[:2]] == [
        "On hunt none · big (1.00 to 1.00) beside arigraph · big",
        "On hunt none · small (1.00 to 1.00) beside arigraph · small",
    ]


@pytest.mark.parametrize(
    ("episodes", "said"),
    [
        ([scored(0.5)], "On hunt arigraph scored 0.50; there is nothing to compare it with."),
        ([scored(0.5), scored(1, game="cooking")], "Over all games arigraph scored 0.75; there is nothing to compare"),
        ([scored(0.5), scored(1, memory="none", seed=2)], "no game was finished by two."),
        ([scored(0.5, ends=False)], "Nothing with a score has finished yet."),
        ([scored(0.0, maximum=0.0)], "Nothing with a score has finished yet."),
    ],
)
def test_without_a_comparison_it_says_what_there_is(tmp_path: Path, episodes: list[object], said: str) -> None:
    assert said in " ".join(verdict(card_of(tmp_path, *episodes)))  # type: ignore[arg-type]
