"""Episodes played through Inspect."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from inspect_ai import Task
from inspect_ai.dataset import Sample
from inspect_ai.log import EvalLog, resolve_sample_attachments
from inspect_ai.model import ModelOutput
from inspect_ai.solver import generate

from ariadne.bridges.inspect.player import player
from ariadne.events import Acted, EpisodeEnded, EpisodeStarted, QuestionEvent, Scored, TurnEvent
from tests.bridges.inspect.conftest import LOOK, Evaluate, made
from tests.command import ariadne_here, events_of
from tests.conftest import Game

STEPS = 4
GRIPPER = "gripper/1"


def play(game: str | Path, runs: Path, *more: str | Path) -> list[Any]:
    """The events of an episode that `ariadne play` plays."""
    done = ariadne_here("play", game, "--runs", runs, "--max-steps", str(STEPS), "--quiet", *more)
    assert not done.returncode, done.stderr
    return events_of(runs)


def of(events: list[Any], kind: type) -> list[Any]:
    return [event for event in events if isinstance(event, kind)]


def told(log: EvalLog) -> str:
    """The transcript of the first sample."""
    assert log.samples
    events = resolve_sample_attachments(log.samples[0], "full").events
    return "\n".join(str(event.data) for event in events if event.event == "info")


def value(log: EvalLog, number: int = 0) -> dict[str, float]:
    assert log.samples
    assert log.samples[number].scores
    return log.samples[number].scores["progress"].value


def test_episode_with_a_scripted_model_is_that_of_ariadne_play(game: Game, tmp_path: Path, evaluate: Evaluate) -> None:
    story = game("treasure-hunt")
    replies = [
        {"name": asked.kind, "reply": asked.reply} for asked in of(play(story, tmp_path / "rules"), QuestionEvent)
    ]
    script = tmp_path / "script.jsonl"
    script.write_text("\n".join(map(json.dumps, replies)), encoding="utf-8")
    here = play(story, tmp_path / "here", "--model", f"recorded:{script}")
    left = iter(replies)
    log = evaluate(
        made("game", game=str(story), max_steps=STEPS, runs=str(tmp_path / "there")),
        lambda messages, config: next(left)["reply"],
    )
    there = events_of(tmp_path / "there")
    assert len(of(there, TurnEvent)) > STEPS
    for kind in (TurnEvent, Scored, Acted):
        assert [strip(event) for event in of(there, kind)] == [strip(event) for event in of(here, kind)]
    assert [asked.prompt for asked in of(there, QuestionEvent)] == [asked.prompt for asked in of(here, QuestionEvent)]
    assert value(log)["normalized_score"] == of(here, EpisodeEnded)[0].normalized_score
    assert log.stats.model_usage["mockllm/model"].total_tokens == 15 * len(of(here, QuestionEvent))
    assert of(there, EpisodeStarted)[0].model == "mockllm/model"
    shown = told(log)
    for turn in of(here, TurnEvent):
        assert turn.observation.strip() in shown
    for acted in of(here, Acted):
        assert f"**step {acted.step}** `{acted.action}`" in shown


def strip(event: Any) -> dict[str, Any]:
    return {name: value for name, value in vars(event).items() if name != "time"}


def test_conversation_is_the_games(tmp_path: Path, evaluate: Evaluate) -> None:
    log = evaluate(made("game", game=GRIPPER, max_steps=2, runs=str(tmp_path / "runs")))
    turns = of(events_of(tmp_path / "runs"), TurnEvent)
    assert log.samples
    chat = log.samples[0].messages
    assert [message.role for message in chat] == ["user", "system", "user", "assistant", "user", "assistant", "user"]
    assert turns[0].observation in chat[2].text
    assert chat[3].text == "to see\n\n> look around"
    assert turns[1].observation in chat[4].text
    assert log.samples[0].output.completion.startswith("out of steps: 0 of 4 points in 2 steps")


def test_solver_names_another_player(tmp_path: Path, evaluate: Evaluate) -> None:
    log = evaluate(
        made("game", game=GRIPPER, max_steps=1, runs=str(tmp_path / "other")),
        solver=player(agent="hiagent", runs=str(tmp_path / "runs")),
    )
    assert log.status == "success"
    assert of(events_of(tmp_path / "runs"), EpisodeStarted)[0].memory == "hiagent"


def test_without_a_model_rules_play(tmp_path: Path, evaluate: Evaluate) -> None:
    evaluate(made("game", game=GRIPPER, max_steps=STEPS, runs=str(tmp_path / "there")), None)
    here, there = play(GRIPPER, tmp_path / "here"), events_of(tmp_path / "there")
    assert of(there, EpisodeStarted)[0].model == "rules"
    assert list(map(strip, of(there, TurnEvent))) == list(map(strip, of(here, TurnEvent)))


def test_world_is_won_as_it_is_elsewhere(tmp_path: Path, evaluate: Evaluate) -> None:
    log = evaluate(made("game", game=GRIPPER, agent="walkthrough", runs=str(tmp_path / "runs")), None)
    assert value(log) == {"normalized_score": 1.0, "success": 1.0}
    assert log.samples
    assert log.samples[0].scores
    assert log.samples[0].scores["progress"].answer == "won"
    assert log.results
    assert {(score.name, score.metrics["mean"].value) for score in log.results.scores} == {
        ("normalized_score", 1.0),
        ("success", 1.0),
    }


def test_limit_of_inspects_ends_an_episode_which_is_scored_as_it_stands(tmp_path: Path, evaluate: Evaluate) -> None:
    task = made("game", game=GRIPPER, calls="three", runs=str(tmp_path / "runs"))
    log = evaluate(task, token_limit=100)
    assert log.samples
    assert log.samples[0].limit
    assert log.samples[0].limit.type == "token"
    assert value(log)["normalized_score"] == 0
    end = of(events_of(tmp_path / "runs"), EpisodeEnded)[0]
    assert (end.why, end.model_calls) == ("failed", 6)
    assert "limit" in end.error


def test_what_a_provider_raises_fails_the_sample_and_is_written_down(tmp_path: Path, evaluate: Evaluate) -> None:
    def breaks(messages: Any, config: Any) -> ModelOutput:
        raise RuntimeError("the provider is gone")

    log = evaluate(made("game", game=GRIPPER, runs=str(tmp_path / "runs")), breaks)
    assert log.status == "error"
    assert of(events_of(tmp_path / "runs"), EpisodeEnded)[0].error == "the provider is gone"


def test_each_epoch_is_another_repeat(tmp_path: Path, evaluate: Evaluate) -> None:
    evaluate(made("game", game=GRIPPER, agent="random", max_steps=3, runs=str(tmp_path / "runs")), None, epochs=2)
    names = [path.parent.name for path in (tmp_path / "runs").glob("*/episodes/*/events.jsonl")]
    assert sorted(names) == ["1-gripper-random-1", "1-gripper-random-2"]


def test_attempts_are_one_sample_and_learn_from_one_another(tmp_path: Path, evaluate: Evaluate) -> None:
    seen: list[str] = []

    def says(messages: Any, config: Any) -> str:
        seen.append("\n".join(message.text for message in messages))
        return json.dumps({**LOOK, "lesson": "try the other gripper"})

    task = made("game", game=GRIPPER, memory="reflexion", repeats=2, max_steps=1, runs=str(tmp_path / "runs"))
    assert len(task.dataset) == 1
    log = evaluate(task, says)
    assert log.status == "success"
    assert len(list((tmp_path / "runs").glob("*/episodes/*/events.jsonl"))) == 2
    first = next(place for place, prompt in enumerate(seen) if "try the other gripper" in prompt)
    assert first > 0


def test_another_solver_leaves_nothing_to_score(evaluate: Evaluate) -> None:
    log = evaluate(made("game", game=GRIPPER), solver=generate())
    assert log.samples
    assert log.samples[0].scores
    assert "another solver" in str(log.samples[0].scores["progress"].explanation)


def test_player_refuses_samples_of_others(evaluate: Evaluate) -> None:
    log = evaluate(Task(dataset=[Sample(input="2 + 2")], solver=player()))
    assert log.error
    assert "not one of Ariadne's" in log.error.message
