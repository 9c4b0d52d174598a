from __future__ import annotations

from ariadne.evaluate.published import beside


def test_figures_over_several_games_stand_where_one_of_them_was_played() -> None:
    names = ["hiagent", "standard"]
    assert {each.arm for each in beside(["treasure-hunt"], names)} == {"human"}
    assert {each.unit for each in beside(["gripper", "mine"], names)} == {"gripper", None}


def test_figures_beside_a_card_are_of_its_games_and_arms_and_of_players_that_are_not_here() -> None:
    found = beside(["treasure-hunt", "my-house"], ["rag", "random"])
    assert {(each.arm, each.unit) for each in found} == {
        ("rag", "treasure-hunt"),
        ("human", "treasure-hunt"),
        ("rag", None),
    }
    assert {each.arm for each in beside(["cooking-level-1"], ["rag"]) if each.unit} == {"GATA", "LTL-GATA", "EXPLORER"}
