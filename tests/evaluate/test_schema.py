"""What docs/scorecard.md says is what a scorecard holds."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from pydantic import BaseModel

from ariadne.evaluate import frames
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
from tests.evaluate.runs import Told, write_run

PAGE = (Path(__file__).parents[2] / "docs" / "scorecard.md").read_text(encoding="utf-8")


def section(title: str) -> str:
    """What stands under a heading, up to the next."""
    _, found, rest = PAGE.partition(f"# {title}\n")
    assert found, title
    return re.split(r"^#", rest, maxsplit=1, flags=re.MULTILINE)[0]


def listed(title: str) -> list[str]:
    """The fields in the first column of a section's table, in order."""
    rows = re.findall(r"^\| (`.+?) \|", section(title), re.MULTILINE)
    return [name for cell in rows for name in re.findall(r"`(\w+)`", cell)]


def fields(model: type[BaseModel]) -> list[str]:
    return [field.alias or name for name, field in model.model_fields.items()]


@pytest.mark.parametrize(
    ("title", "model"),
    [
        ("The scorecard", Scorecard),
        ("A row", Row),
        ("Tokens", Tokens),
        ("A step of a row", AtStep),
        ("A comparison", Comparison),
        ("A published figure", Figure),
    ],
)
def test_a_table_lists_every_field_once_and_in_order(title: str, model: type[BaseModel]) -> None:
    assert listed(title) == fields(model)


@pytest.mark.parametrize("part", [KindTokens, LateTokens, Graph, Attempt])
def test_parts_of_a_row_are_described_with_it(part: type[BaseModel]) -> None:
    told = section("A row") + section("Tokens")
    assert {name for name in fields(part) if f"`{name}`" not in told} == set()


def test_the_fields_of_an_episode_are_listed() -> None:
    assert re.findall(r"`(\w+)`", section("An episode").replace("play --json", "")) == [
        *EpisodeRow.__dataclass_fields__
    ]


def test_the_schema_is_the_one_that_is_described() -> None:
    assert f"**schema {SCHEMA}**" in PAGE


def test_frames_have_the_columns_that_are_listed(tmp_path: Path) -> None:
    run = write_run(tmp_path, Told())
    for make in (frames.episodes, frames.steps, frames.questions):
        (row,) = re.findall(rf"^\| `{make.__name__}\(runs\)` \|.+?\| (.+) \|$", PAGE, re.MULTILINE)
        columns = re.findall(r"`(\w+)`", row)
        rest = [name for name in make(run).columns if name not in frames.WHO]
        assert rest[-len(columns) :] == columns
        assert rest == columns or "the other keys of `play --json`" in row
