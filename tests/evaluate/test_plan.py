from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from ariadne.errors import UserError
from ariadne.evaluate.plan import EvalPlan, GameChoice, check_temperatures, load_plan
from ariadne.yaml_file import read_model


def plan_file(folder: Path, content: object) -> Path:
    path = folder / "plan.yaml"
    path.write_text(content if isinstance(content, str) else yaml.safe_dump(content), encoding="utf-8")
    return path


def plan(**said: Any) -> EvalPlan:
    return read_model(EvalPlan, said, "eval")


@pytest.mark.parametrize(
    ("written", "seeds"),
    [
        ("1-3,8", (1, 2, 3, 8)),
        (4, (4,)),
        ("3,1-3", (3, 1, 2)),
        ([2, 2, 1], (2, 1)),
    ],
)
def test_seeds_are_written_as_people_write_them_each_once(written: Any, seeds: tuple[int, ...]) -> None:
    assert plan(games="cooking", seeds=written).seeds == seeds
    assert plan(games=[{"game": "cooking", "seeds": written}]).games[0].seeds == seeds


def test_names_come_as_a_list_or_with_commas_each_once() -> None:
    one = plan(games="cooking, cleaning,", memories="rag,arigraph,rag", agents=["random", "random"], models="a")
    assert [choice.game for choice in one.games] == ["cooking", "cleaning"]
    assert (one.memories, one.agents, one.models) == (("rag", "arigraph"), ("random",), ("a",))


def test_a_game_may_have_seeds_and_a_limit_of_its_own(tmp_path: Path) -> None:
    content = {"games": ["cooking", {"game": "cleaning", "seeds": "1-2", "max_steps": 9}, "cooking"]}
    assert load_plan(plan_file(tmp_path, content)).games == (
        GameChoice(game="cooking"),
        GameChoice(game="cleaning", seeds=(1, 2), max_steps=9),
    )


names = st.lists(st.sampled_from(["a", "b", "c,d", "é: {", "yes", "1"]).filter(lambda name: "," not in name),
                 min_size=1, unique=True)  # fmt: skip
choices = st.builds(
    GameChoice,
    game=st.sampled_from(["cooking", "cleaning", "my game.z8"]),
    seeds=st.none() | st.lists(st.integers(0, 99), min_size=1, unique=True),
    max_steps=st.none() | st.integers(1, 99),
)
plans = st.builds(
    EvalPlan,
    games=st.lists(choices, min_size=1, unique=True),
    seeds=st.lists(st.integers(0, 2**32 - 1), min_size=1, unique=True),
    memories=names,
    models=names,
    model_for=st.dictionaries(st.sampled_from(["learn", "act"]), st.sampled_from(["x", "y"])),
    temperature_for=st.dictionaries(st.sampled_from(["learn", "rag/act"]), st.floats(0, 2)),
    repeats=st.none() | st.integers(1, 9),
    baseline=st.none() | st.sampled_from(["a", "no"]),
    cache=st.booleans(),
    run_usd=st.none() | st.floats(0.01, 100),
)


@given(written=plans)
def test_a_plan_that_was_saved_is_read_as_it_was(written: EvalPlan, tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("plan") / "config.yaml"
    written.save(path)
    assert load_plan(path) == written


def test_options_go_before_what_the_file_says(tmp_path: Path) -> None:
    path = plan_file(tmp_path, {"games": "cooking", "memories": "rag", "repeats": 2})
    changed = load_plan(path, {"memories": "none", "retries": 3})
    assert (changed.memories, changed.repeats, changed.retries) == (("none",), 2, 3)


def test_a_plan_can_be_resumed_from_any_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    whole = plan(games=["cooking", {"game": "mine/one.z8", "max_steps": 3}]).with_whole_paths()
    assert whole.games == (
        GameChoice(game="cooking"), GameChoice(game=str(tmp_path / "mine" / "one.z8"), max_steps=3),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("models", "others", "local"),
    [
        ("rules", {}, True),
        ("rules,tiny", {}, False),
        ("rules", {"act": "tiny"}, False),
        ("tiny", {"act": "rules"}, False),
    ],
)
def test_a_plan_is_local_if_no_endpoint_is_asked(models: str, others: dict[str, str], local: bool) -> None:
    assert plan(games="cooking", models=models, model_for=others).is_local is local


def test_temperatures_of_a_plan_file_are_checked_against_the_players_of_that_file(tmp_path: Path) -> None:
    path = plan_file(
        tmp_path, {"games": ["cooking"], "memories": ["rag", "none"], "temperature_for": {"importance": 1}}
    )
    for changes in ({}, {"memories": "none"}, {"memories": "none", "calls": "paper"}):
        check_temperatures(load_plan(path, changes), path, changes)
    said = {"memories": "none", "temperature_for": "importance=1"}
    with pytest.raises(UserError, match="--temperature-for importance"):
        check_temperatures(load_plan(path, said), path, said)
    other = plan_file(tmp_path, {"games": ["cooking"], "temperature_for": {"rag/importance": 1}})
    with pytest.raises(UserError, match="the memory rag"):
        check_temperatures(load_plan(other), other, {})


@pytest.mark.parametrize("name", ["paper", "hiagent"])
def test_plans_that_ship_say_temperatures_of_what_they_ask(name: str) -> None:
    check_temperatures(load_plan(Path(name)), Path(name), {})
