from __future__ import annotations

import pytest

from ariadne.evaluate.published import beside, figures
from ariadne.games.presets import preset_names

HIAGENTS_GAMES = ("blocksworld", "gripper", "tyreworld", "barman", "jericho")

MEASURES = ("success rate", "progress rate", "steps", "context ratio", "run time ratio")


def test_every_figure_has_a_source_and_a_game_that_there_is() -> None:
    for figure in figures():
        assert "AriGraph" in figure.source or "HiAgent" in figure.source
        assert figure.game is None or figure.game in (*preset_names(), *HIAGENTS_GAMES)


def test_no_figure_stands_twice() -> None:
    keys = [(each.name, each.game, each.measure, each.statistic, each.model) for each in figures()]
    assert len(keys) == len(set(keys))


def test_the_overall_figures_of_hiagent_are_the_means_of_its_games() -> None:
    found = {(each.name, each.game, each.measure): each.value for each in figures() if "HiAgent" in each.source}
    overall = [key for key in found if key[1] is None and key[2] in MEASURES]
    assert overall
    for name, _, measure in overall:
        values = [found[name, game, measure] or 0 for game in HIAGENTS_GAMES]
        assert sum(values) / len(values) == pytest.approx(found[name, None, measure], abs=0.01)


def test_shares_are_from_0_to_1_and_what_was_drawn_without_numbers_has_none() -> None:
    shares = [each for each in figures() if each.measure in ("normalized score", "success rate", "progress rate")]
    drawn = [each for each in shares if "without numbers" in each.source]
    assert {each.name for each in drawn} == {"GATA", "LTL-GATA", "EXPLORER"}
    assert {each.value for each in drawn} == {None}
    assert all(0 <= each.value <= 1 for each in shares if each.value is not None)


def test_the_papers_main_results_stand_with_their_limits() -> None:
    """AriGraph, table 2; HiAgent, table 1: what readers look for first."""
    best = [each for each in figures() if (each.name, each.model) == ("arigraph", "gpt-4-0125-preview")]
    assert {each.statistic for each in best} == {"best three of five runs"}
    assert {each.game: (each.value, each.max_steps) for each in best} == {
        "treasure-hunt": (1.0, 150), "treasure-hunt-hard": (1.0, 150), "treasure-hunt-hardest": (1.0, 150),
        "cooking": (1.0, 60), "cooking-hard": (1.0, 60), "cooking-hardest": (0.65, 60), "cleaning": (0.79, 150),
    }  # fmt: skip
    found = {(each.name, each.measure): each for each in figures() if "HiAgent" in each.source and each.game is None}
    rates = [found[name, "success rate"].value for name in ("standard", "hiagent")]
    assert (rates, {each.max_steps for each in found.values()}) == ([0.21, 0.42], {30})
    tests = [found["hiagent", f"{name} of {what}"].value for what in ("progress", "steps") for name in "Wp"]
    assert tests == [144, 2.38e-5, 112.5, 0.0016]


def test_figures_over_several_games_stand_where_one_of_them_was_played() -> None:
    names = ["hiagent", "standard"]
    assert {each.name for each in beside(["treasure-hunt"], names)} == {"human"}
    assert {each.game for each in beside(["gripper", "mine"], names)} == {"gripper", None}


def test_beside_a_card_stand_its_games_and_names_and_those_that_nobody_here_plays() -> None:
    found = beside(["treasure-hunt", "my-house"], ["rag", "random"])
    assert {(each.name, each.game) for each in found} == {
        ("rag", "treasure-hunt"),
        ("human", "treasure-hunt"),
        ("rag", None),
    }
    assert {each.name for each in beside(["cooking-level-1"], ["rag"]) if each.game} == {"GATA", "LTL-GATA", "EXPLORER"}
