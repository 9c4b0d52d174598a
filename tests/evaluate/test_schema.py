"""docs/scorecard.md describes every field and every metric of a scorecard."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from pydantic import BaseModel

from ariadne.evaluate.card import SCHEMA, ArmResult, AtStep, Comparison, EpisodeRow, Figure, Scorecard, Value
from tests.evaluate.cards import card_of, row_of
from tests.evaluate.runs import Told

PAGE = (Path(__file__).parents[2] / "docs" / "scorecard.md").read_text(encoding="utf-8")
DESCRIBED = {*re.findall(r"`(\w+)`", PAGE)}


@pytest.mark.parametrize("model", [Scorecard, ArmResult, Value, AtStep, Comparison, Figure])
def test_every_field_is_described(model: type[BaseModel]) -> None:
    assert {field.alias or name for name, field in model.model_fields.items()} <= DESCRIBED


def test_every_metric_of_games_is_described(tmp_path: Path) -> None:
    more = {"walkthrough_length": 4, "attempts": True, "shortest": (2, 2)}
    life = Told(grown=(3, 2, 2, 1), contexts=(1, 2, 3, 4), tasks=(1, 1, 1, 2, 2), why="won", more=more)
    plays = [Told(**{**vars(life), "repeat": number}) for number in range(1, 6)]
    metrics = {name.partition(".")[0] for name in row_of(card_of(tmp_path, *plays), "arigraph").metrics}
    assert metrics <= DESCRIBED
    assert {"top3", "quarter_walk_ratio", "attempt", "vertices", "context", "attainable"} <= metrics


def test_the_fields_of_an_episode_and_the_schema_are_described() -> None:
    assert {*EpisodeRow.__dataclass_fields__} <= DESCRIBED
    assert f"**schema {SCHEMA}**" in PAGE
