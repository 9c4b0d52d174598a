from __future__ import annotations

import re
from pathlib import Path

import pytest

from ariadne.agents.registry import AGENTS
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


HIAGENTS_GAMES = ("blocksworld", "gripper", "tyreworld", "barman", "jericho")

# HiAgent, table 1, in per cent but for steps: standard, then hiagent, then what is relative to standard.
TABLE_1 = """
success   30 50 10 10 5               60 50 60 30 10
progress  35 87.75 39.28 17.5 13.51   80 86.25 75.83 40.83 29.85
steps     25 25.2 28.4 26.85 26.6     18.6 24.8 19 24.5 26.15
context   67.46 49.99 73.58 67.02 66.86
time      63.47 70.46 77.58 95.54 95.85
"""

# HiAgent, tables 2 to 4, of Tyreworld: success, progress, steps, context, time; and relative to whom.
TYREWORLD = """
hiagent-no-summary              30 68.2 24.2 110.8 122.5  hiagent
hiagent-no-retrieval            50 76.9 21.2 105   107.5  hiagent
hiagent-no-summary-no-retrieval 30 62.4 26.2 107.2 121.2  hiagent
task-decomposition              40 67.4 22.8 112.8 105.7  standard
least-to-most                   40 67.4 22.8 112.8 105.7  standard
tree-planner                    40 -    -    94.7  -      hiagent
"""
MEASURES = ("success rate", "progress rate", "steps", "context ratio", "run time ratio")


def test_every_figure_has_a_source_and_a_game_that_there_is() -> None:
    for figure in figures():
        assert "AriGraph" in figure.source or "HiAgent" in figure.source
        assert figure.game is None or figure.game in (*preset_names(), *HIAGENTS_GAMES)


def test_who_is_named_is_a_memory_of_the_plan_or_none_of_ours() -> None:
    assert "arigraph" in MEMORIES
    names = {figure.name for figure in figures()}
    assert {"arigraph", "full-history", "summary", "rag", "reflexion", "simulacra"} <= names
    assert {"standard", "hiagent", "hiagent-no-summary", "task-decomposition"} <= names & AGENTS.keys()
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


def hiagents() -> dict[tuple[str, str | None, str], float | None]:
    """The figures of the HiAgent paper, in its units."""
    found = [figure for figure in figures() if "HiAgent" in figure.source]
    assert {(figure.model, figure.max_steps) for figure in found} == {("gpt-4-turbo", 30)}
    return {
        (each.name, each.game, each.measure): each.value * (1 if each.measure == "steps" else 100)
        for each in found
        if each.value is not None
    }


def test_the_main_table_of_hiagent_is_the_one_here() -> None:
    found = hiagents()
    keys = [(name, game) for name in ("standard", "hiagent") for game in HIAGENTS_GAMES]
    for line, measure in zip(TABLE_1.strip().splitlines(), MEASURES, strict=True):
        values = list(map(float, line.split()[1:]))
        for (name, game), value in zip(keys[-len(values) :], values, strict=True):
            assert found[name, game, measure] == pytest.approx(value)


def test_the_overall_figures_of_hiagent_are_the_means_of_its_games() -> None:
    found = hiagents()
    overall = {key: value for key, value in found.items() if key[1] is None and key[2] in MEASURES}
    assert len(overall) == 2 * 3 + 2
    for (name, _, measure), value in overall.items():
        values = [found[name, game, measure] or 0 for game in HIAGENTS_GAMES]
        assert sum(values) / len(values) == pytest.approx(value, abs=0.01)


def test_the_tables_of_tyreworld_are_the_ones_here() -> None:
    found = hiagents()
    for name, *values, relative_to in map(str.split, TYREWORLD.strip().splitlines()):
        for measure, value in zip(MEASURES, values, strict=True):
            known = found.get((name, "tyreworld", measure))
            assert known is None if value == "-" else known == pytest.approx(float(value))
        assert {each.relative_to for each in figures() if each.name == name} - {None} == {relative_to}


def test_the_tests_of_hiagent_are_over_all_of_its_games() -> None:
    found = {each.measure: each for each in figures() if each.measure.startswith(("W of", "p of"))}
    assert {measure: each.value for measure, each in found.items()} == {
        "W of progress": 144,
        "p of progress": 2.38e-5,
        "W of steps": 112.5,
        "p of steps": 0.0016,
    }
    assert {(each.name, each.relative_to, tuple(each.games)) for each in found.values()} == {
        ("hiagent", "standard", HIAGENTS_GAMES)
    }


def test_figures_over_several_games_stand_where_one_of_them_was_played() -> None:
    names = ["hiagent", "standard"]
    assert {each.name for each in beside(["treasure-hunt"], names)} == {"human"}
    assert {each.game for each in beside(["gripper", "mine"], names)} == {"gripper", None}


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
