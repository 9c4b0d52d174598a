from __future__ import annotations

import re
from pathlib import Path

from ariadne.evaluate.published import OTHERS, beside, figures
from ariadne.games.presets import preset_names
from ariadne.memory.registry import MEMORIES

GAMES = (
    *("treasure-hunt", "treasure-hunt-hard", "treasure-hunt-hardest"),
    *("cooking", "cooking-hard", "cooking-hardest"),
    "cleaning",
)

# AriGraph, table 2; the columns are GAMES.
TABLE = """
full-history             0.47  -     -    0.18  -     -     0.05
summary                  0.33  0.17  -    0.52  0.21  -     0.35
rag                      0.33  0.17  -    0.36  0.17  -     0.39
arigraph                 1.0   1.0   1.0  1.0   1.0   0.65  0.79
arigraph-no-exploration  0.87  -     -    0.87  -     -     0.76
arigraph-no-episodic     1.0   0.67  -    0.64  0.45  -     0.92
"""


def test_every_figure_has_a_source_and_a_game_that_there_is() -> None:
    for figure in figures():
        assert "AriGraph" in figure.source
        assert figure.game is None or figure.game in preset_names()


def test_who_is_named_is_a_memory_of_the_plan_or_none_of_ours() -> None:
    assert "arigraph" in MEMORIES
    names = {figure.name for figure in figures()}
    assert {"arigraph", "full-history", "summary", "rag", "reflexion", "simulacra"} <= names
    assert set(OTHERS) <= names


def test_no_figure_stands_twice() -> None:
    keys = [(each.name, each.game, each.measure, each.statistic, each.model) for each in figures()]
    assert len(keys) == len(set(keys))


def test_the_table_of_the_paper_is_the_one_here() -> None:
    rows = (line.split() for line in TABLE.strip().splitlines())
    cells = {(name, game): value for name, *values in rows for game, value in zip(GAMES, values, strict=True)}
    found = {(each.name, each.game): each for each in figures() if each.model == "gpt-4-0125-preview"}
    assert {key: each.value for key, each in found.items()} == {
        key: float(value) for key, value in cells.items() if value != "-"
    }
    for (_, game), each in found.items():
        assert each.max_steps == (60 if str(game).startswith("cooking") else 150)
        assert each.statistic == "best three of five runs"


def test_agents_that_were_drawn_without_numbers_are_named_without_numbers() -> None:
    bars = [figure for figure in figures() if figure.name in ("GATA", "LTL-GATA", "EXPLORER")]
    assert len(bars) == 3 * 4
    assert {figure.value for figure in bars} == {None}
    assert {figure.game for figure in bars} == {f"cooking-level-{level}" for level in range(1, 5)}


def test_beside_a_card_stand_its_games_and_names_and_those_that_nobody_here_plays() -> None:
    found = beside(["treasure-hunt", "my-house"], ["rag", "random"])
    assert {(each.name, each.game) for each in found} == {
        ("rag", "treasure-hunt"),
        ("human", "treasure-hunt"),
        ("rag", None),
    }
    assert {each.name for each in beside(["cooking-level-1"], ["rag"]) if each.game} == {"GATA", "LTL-GATA", "EXPLORER"}


def test_figures_lie_beside_the_code() -> None:
    from ariadne.evaluate import published

    assert published.DATA.parent == Path(published.__file__).parent
    assert re.search(r"and no others", published.DATA.read_text(encoding="utf-8"))
