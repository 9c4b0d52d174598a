"""docs/scorecard.md describes every field of a scorecard."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from pydantic import BaseModel

from ariadne.evaluate.card import (
    SCHEMA,
    AtStep,
    Attempt,
    Comparison,
    EpisodeRow,
    Figure,
    Graph,
    KindTokens,
    LateTokens,
    Row,
    Scorecard,
    Tokens,
)

PAGE = (Path(__file__).parents[2] / "docs" / "scorecard.md").read_text(encoding="utf-8")
DESCRIBED = {*re.findall(r"`(\w+)`", PAGE)}
MODELS: tuple[type[BaseModel], ...] = (
    Scorecard, Row, Tokens, AtStep, Comparison, Figure, KindTokens, LateTokens, Graph, Attempt,
)  # fmt: skip


@pytest.mark.parametrize("model", MODELS)
def test_every_field_is_described(model: type[BaseModel]) -> None:
    assert {field.alias or name for name, field in model.model_fields.items()} <= DESCRIBED


def test_the_fields_of_an_episode_and_the_schema_are_described() -> None:
    assert {*EpisodeRow.__dataclass_fields__} <= DESCRIBED
    assert f"**schema {SCHEMA}**" in PAGE
