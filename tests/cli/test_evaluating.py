from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from ariadne.cli import run
from ariadne.evaluate.card import Scorecard
from ariadne.evaluate.plan import load_plan
from ariadne.evaluate.scorecard import build
from ariadne.files import reply_cache
from ariadne.record import read_events
from ariadne.runs.run import held
from tests.command import one_line
from tests.conftest import Game
from tests.models.server import ChatServer, completion, serving

# What an endpoint says to every question: there is something in it for each.
ANSWER = json.dumps({
    "triplets": [], "replaced": [], "entities": [], "plan": ["look around | nothing is known"],
    "reason": "to see", "action": "look",
})  # fmt: skip

Eval = Callable[..., Path]


@pytest.fixture
def games(game: Game) -> str:
    return f"{game('treasure-hunt')},{game('cooking')}"


@pytest.fixture
def runs(tmp_path: Path) -> Path:
    return tmp_path / "home" / "runs"


@pytest.fixture
def evaluate(runs: Path) -> Eval:
    """Runs `ariadne eval` in this process; the folder of the run."""

    def evaluate(*arguments: str | Path, code: int = 0) -> Path:
        before = set(runs.glob("*"))
        assert run(["eval", *map(str, arguments), "--processes", "0"]) == code
        (made,) = set(runs.glob("*")) - before or before
        return made

    return evaluate


@pytest.fixture
def endpoint(monkeypatch: pytest.MonkeyPatch) -> Iterator[ChatServer]:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with serving() as server:
        server.behaviour = lambda _: completion(ANSWER)
        yield server


def card_of(made: Path) -> Any:
    return build([made]).comparable()


def contents(made: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in made.glob("episodes/*/*")}


def test_a_dry_run_says_what_would_be_and_does_nothing(runs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    games = ["eval", "--games", "cooking,cleaning", "--seeds", "1-3", "--dry-run"]
    command = [*games, "--memories", "rag,none"]
    assert run([*command, "--max-steps", "10"]) == 0
    said = one_line(capsys.readouterr().out)
    assert said.startswith("episodes: 12; ")
    assert said.endswith(", $0.00")
    assert run([*command, "--models", "nobody-knows-this-model", "--base-url", "http://127.0.0.1:9/v1"]) == 0
    assert one_line(capsys.readouterr().out).endswith(", at an unknown price")
    assert run([*games, "--agents", "random"]) == 0
    assert "$" not in capsys.readouterr().out
    assert not runs.parent.exists()


@pytest.mark.nightly
def test_a_part_within_a_budget_goes_on_with_a_larger_one(
    game: Game, evaluate: Eval, endpoint: ChatServer, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["--games", str(game("cooking")), "--repeats", "3", "--memories", "arigraph,none", "--max-steps", "1"]
    model = ["--models", "gpt-4.1-mini", "--base-url", endpoint.url]
    assert run(["eval", *command, *model, "--within-budget"]) == 2
    assert "--within-budget needs" in capsys.readouterr().err
    made = evaluate(*command, *model, "--run-tokens", "8000", "--within-budget")
    played = {row.arm: row.total("finished") for row in build([made]).rows}
    assert played == {"arigraph": 1, "none": 1}
    evaluate("--resume", made, "--trust", "--run-tokens", "80000")
    played = {row.arm: row.total("finished") for row in build([made]).rows}
    assert played == {"arigraph": 3, "none": 3}


def test_an_embedder_that_is_not_installed_gives_way_to_the_plans_next_which_is_said_and_kept(
    games: str, evaluate: Eval, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "sentence_transformers", None)
    command = ["--games", games, "--max-steps", "1"]
    made = evaluate(*command, "--embedder", "contriever,minilm")
    said = capsys.readouterr().err.splitlines()[0]
    assert said.startswith("embedder: minilm")
    assert "pip install '.[contriever]'" in said
    assert load_plan(made / "config.yaml").embedder == ("minilm",)
    started = next(read_events(next(made.glob("episodes/*/events.jsonl"))))
    assert started.embedder == "minilm"
    evaluate(*command, "--embedder", "minilm")
    assert "embedder: " not in capsys.readouterr().err
    assert run(["eval", *command, "--embedder", "contriever"]) == 2
    assert "pip install '.[contriever]'" in capsys.readouterr().err


def test_two_games_by_two_memories_make_a_scorecard(
    games: str, evaluate: Eval, capsys: pytest.CaptureFixture[str]
) -> None:
    made = evaluate("--games", games, "--memories", "arigraph,none", "--max-steps", "12", "--baseline", "none")
    output, problems = capsys.readouterr()
    assert output.startswith("Over all games arigraph (")
    assert "Scores\n" in output
    assert problems.startswith("episodes: 4; ")
    assert f"run {made}\n" in problems
    for number in range(1, 5):
        assert f"\n{number}/4 " in problems
    assert "small-treasure-hunt" in problems
    saved = json.loads((made / "scorecard.json").read_text(encoding="utf-8"))
    assert saved == build([made], "none").model_dump(mode="json", by_alias=True)
    card = Scorecard.model_validate(saved)
    assert {(row.unit, row.arm) for row in card.rows} == {
        (game, memory) for game in ("small-treasure-hunt", "small-cooking") for memory in ("arigraph", "none")
    }
    assert (card.total("finished"), card.total("failed"), card.baseline) == (4, 0, "none")
    assert (made / "scorecard.md").read_text(encoding="utf-8").startswith("# Scorecard")


@pytest.mark.nightly
def test_a_finished_run_that_is_resumed_plays_nothing(
    games: str, evaluate: Eval, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = evaluate("--games", games, "--memories", "none,reflexion", "--max-steps", "4")
    before, card = contents(made), (made / "scorecard.json").read_text()
    (made / "scorecard.json").unlink()
    capsys.readouterr()
    monkeypatch.chdir(tmp_path)
    assert evaluate("--resume", made) == made
    assert "1/8" not in capsys.readouterr().err
    assert contents(made) == before
    assert (made / "scorecard.json").read_text() == card


def test_a_run_that_was_cut_off_is_finished_as_if_nothing_had_happened(games: str, evaluate: Eval) -> None:
    made = evaluate("--games", games, "--memories", "none,reflexion", "--max-steps", "4")
    card = card_of(made)
    for number, path in enumerate(sorted(made.glob("episodes/*/events.jsonl"))):
        content = path.read_bytes()
        path.write_bytes(content[: len(content) * number // 8])
    evaluate("--resume", made)
    assert card_of(made) == card


def test_a_limit_of_tokens_stops_it_and_a_larger_one_finishes_it(
    games: str, evaluate: Eval, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["--games", games, "--memories", "none", "--max-steps", "5"]
    made = evaluate(*command, "--run-tokens", "3000", "--concurrency", "1")
    said = capsys.readouterr().err
    assert "budget of 3,000 tokens" in said
    assert f"ariadne eval --resume {made}" in said
    evaluate("--resume", made, "--run-tokens", "1000000")
    assert "stopped" not in capsys.readouterr().err
    assert card_of(made) == card_of(evaluate(*command))


def test_replies_of_an_endpoint_are_kept_told_of_and_forgotten(
    game: Game,
    evaluate: Eval,
    endpoint: ChatServer,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    key = "sk-very-secret-indeed"
    monkeypatch.setenv("OPENAI_API_KEY", key)
    command = ["--games", game("treasure-hunt"), "--memories", "arigraph", "--models", "tiny", "--repeats", "2"]
    command += ["--max-steps", "2", "--base-url", endpoint.url, "--concurrency", "1"]

    assert run(["cache", "stats"]) == 0
    assert str(reply_cache()) in capsys.readouterr().out
    assert run(["cache", "stats", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"replies": 0, "cost_usd": 0, "bytes": 0, "path": str(reply_cache())}
    assert run(["cache", "clear"]) == 0
    assert one_line(capsys.readouterr().out).startswith("0 replies")

    first = evaluate(*command)
    assert {request.key for request in endpoint.requests} == {key}
    asked = len(endpoint.requests)
    assert asked == 2 * 2
    second = evaluate(*command)
    assert len(endpoint.requests) == asked
    (row,) = build([second]).rows
    assert (row.total("cached"), row.mean("cost_usd")) == (asked, 0)
    evaluate(*command, "--no-cache")
    assert len(endpoint.requests) == 2 * asked

    capsys.readouterr()
    assert run(["cache", "stats"]) == 0
    assert one_line(capsys.readouterr().out).startswith(f"{asked} replies that cost $0.00, ")
    assert run(["cache", "stats", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["replies"] == asked
    assert run(["cache", "clear"]) == 0
    assert one_line(capsys.readouterr().out).startswith(f"{asked} replies")
    evaluate(*command)
    assert len(endpoint.requests) == 3 * asked
    written = [path for folder in (first.parent, reply_cache().parent) for path in folder.rglob("*") if path.is_file()]
    assert written
    assert all(key.encode() not in path.read_bytes() for path in written)


def test_a_question_is_sampled_at_its_own_temperature_with_each_memory(
    game: Game, evaluate: Eval, endpoint: ChatServer
) -> None:
    evaluate(
        "--games", game("cooking"), "--memories", "arigraph,none", "--models", "tiny", "--repeats", "1",
        "--max-steps", "1", "--base-url", endpoint.url, "--concurrency", "1", "--no-cache", "--calls", "three",
        "--temperature-for", "plan=0.2,none/act=1",
    )  # fmt: skip
    asked = [request.body["temperature"] for request in endpoint.requests]
    learn, plan, act = 0, 0.2, 0
    assert asked == [learn, plan, act, plan, 1]


def test_rules_may_play_beside_and_together_with_a_model(game: Game, evaluate: Eval, endpoint: ChatServer) -> None:
    command = ["--games", game("treasure-hunt"), "--memories", "none", "--repeats", "1", "--max-steps", "2"]
    made = evaluate(*command, "--models", "rules,tiny", "--base-url", endpoint.url)
    assert {row.model for row in build([made]).rows} == {"rules", "tiny"}
    asked = len(endpoint.requests)
    more = ["--model-for", "act=tiny", "--calls", "three", "--base-url", endpoint.url, "--no-cache"]
    mixed = evaluate(*command, "--models", "rules", *more)
    (row,) = build([mixed]).rows
    assert (row.model, row.total("finished")) == ("rules (act: tiny)", 1)
    assert len(endpoint.requests) == asked + 2


def test_a_damaged_cache_is_one_clear_line_and_can_be_gone_without(
    game: Game, evaluate: Eval, endpoint: ChatServer, capsys: pytest.CaptureFixture[str]
) -> None:
    reply_cache().parent.mkdir(parents=True)
    reply_cache().write_text("This is no database. " * 100)
    for command in (["cache", "stats"], ["cache", "clear"]):
        assert run(command) == 2
        assert "use no cache" in one_line(capsys.readouterr().err)
    command = ["--games", game("treasure-hunt"), "--memories", "none", "--models", "tiny", "--repeats", "1"]
    command += ["--max-steps", "1", "--base-url", endpoint.url]
    evaluate(*command, "--quiet", code=2)
    assert "use no cache" in one_line(capsys.readouterr().err)
    evaluate(*command, "--no-cache")


def test_a_run_that_another_process_is_at_work_in_is_left_alone(
    games: str, evaluate: Eval, capsys: pytest.CaptureFixture[str]
) -> None:
    made = evaluate("--games", games, "--memories", "none", "--max-steps", "1")
    capsys.readouterr()
    with held(made):
        assert run(["eval", "--resume", str(made)]) == 2
    assert "another process" in one_line(capsys.readouterr().err)


@pytest.mark.nightly
@pytest.mark.slow
def test_presets_are_made_before_they_are_played(
    evaluate: Eval, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    preset = tmp_path / "mine.yaml"
    preset.write_text("family: treasure-hunt\ndescription: Mine.\nknobs: {rooms: 3, keys: 1}\n")
    made = evaluate("--games", preset, "--seeds", "2", "--agents", "walkthrough")
    assert capsys.readouterr().err.count("\nmade ") == 1
    card = build([made])
    (row,) = card.rows
    assert (row.unit, row.total("won"), row.mean("score")) == ("mine", 1, 1)
    assert [each.seed for each in card.played] == [2]
    for path in made.glob("episodes/*/events.jsonl"):
        assert list(read_events(path))[-1].why == "won"
