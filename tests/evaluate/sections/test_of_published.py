from __future__ import annotations

import re
from pathlib import Path

from ariadne.evaluate.card import Scorecard
from ariadne.evaluate.sections.of_published import published
from tests.evaluate.cards import card_of
from tests.evaluate.runs import Told

GAMES = ("blocksworld", "gripper", "tyreworld", "barman", "jericho")
OWN = {"hiagent": "hiagent", "standard": "full-history"}


def told(agent: str, game: str, context: int, **more: object) -> Told:
    """An episode of one step that wins, of so much context; HiAgent's takes half the time."""
    memory = OWN[agent]
    scores, seconds = (4.0,), 1.0 if agent == "hiagent" else 2.0
    more = {"model": "m", **more}
    return Told(scores, game, agent, memory, why="won", seconds=seconds, contexts=(context,), max_steps=30, **more)  # type: ignore[arg-type]


def lines(card: Scorecard, title: str) -> dict[tuple[str, str], tuple[str, str]]:
    """The published figure and ours, by name and measure."""
    beside, _ = published(card)
    (group,) = (group for group in beside.groups if group.title == title)
    return {(line[0], re.split(r",| to| against| \(", line[4])[0]): (line[1], line[2]) for line in group.lines}


def test_ours_of_a_game_stand_beside_the_papers(tmp_path: Path) -> None:
    found = lines(card_of(tmp_path, told("hiagent", "gripper", 60), told("standard", "gripper", 80)), "gripper")
    assert found == {
        ("standard", "success rate"): ("0.50", "1.00"),
        ("hiagent", "success rate"): ("0.50", "1.00"),
        ("standard", "progress rate"): ("0.88", "1.00"),
        ("hiagent", "progress rate"): ("0.86", "1.00"),
        ("standard", "steps"): ("25.2", "1.0"),
        ("hiagent", "steps"): ("24.8", "1.0"),
        ("hiagent", "context ratio"): ("0.50", "0.75"),
        ("hiagent", "run time ratio"): ("0.70", "0.50"),
    }


def test_what_is_over_several_games_needs_them_all(tmp_path: Path) -> None:
    def over_all(folder: Path, *games: str) -> dict[tuple[str, str], tuple[str, str]]:
        pairs = ((told("hiagent", game, 10 * n), told("standard", game, 100)) for n, game in enumerate(games, 1))
        return lines(card_of(folder, *(episode for pair in pairs for episode in pair)), "all games")

    whole = over_all(tmp_path / "whole", *GAMES)
    assert whole["hiagent", "context ratio"] == ("0.65", "0.30")
    assert whole["hiagent", "success rate"] == ("0.42", "1.00")
    assert whole["hiagent", "W of progress"] == ("144.0", "7.5")
    assert whole["hiagent", "p of steps"] == ("0.002", "1.000")
    part = over_all(tmp_path / "part", *GAMES[1:])
    assert part["hiagent", "context ratio"] == ("0.65", "")
    assert part["hiagent", "W of progress"] == ("144.0", "")
    more = over_all(tmp_path / "more", *GAMES, "cooking")
    assert more["hiagent", "context ratio"] == ("0.65", "0.30")
    assert more["hiagent", "W of progress"] == ("144.0", "")


def test_a_figure_without_a_number_has_no_line_where_there_is_none_of_ours(tmp_path: Path) -> None:
    section, _ = published(card_of(tmp_path, Told(game="cooking-level-1", model="m")))
    assert "cooking-level-1" not in {group.title for group in section.groups}
    assert "GATA" not in section.remark
    assert "without numbers" not in section.remark


def test_each_model_has_a_line_of_its_own(tmp_path: Path) -> None:
    episodes = [told("hiagent", "gripper", 60, model=model) for model in ("big", "small")]
    found = lines(card_of(tmp_path, *episodes), "gripper")
    assert {name for name, _ in found} == {"hiagent · big", "hiagent · small", "hiagent"}
    assert found["hiagent", "context ratio"] == ("0.50", "")


def test_figures_of_language_models_stand_apart_where_none_played(tmp_path: Path) -> None:
    beside, apart = published(card_of(tmp_path, Told(game="treasure-hunt")))
    assert {line[0] for group in beside.groups for line in group.lines} == {"human"}
    assert "none played here" in apart.title
    assert apart.columns == ("", "published", "what was published")
    assert {line[:2] for line in apart.groups[0].lines} == {("arigraph", "1.00"), ("arigraph", "0.47")}
    _, apart = published(card_of(tmp_path / "with one", Told(game="treasure-hunt", model="m")))
    assert not apart.groups
