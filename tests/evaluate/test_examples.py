"""Examples to train language models with, made from runs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ariadne.evaluate.examples import LICENSE, Wanted
from ariadne.evaluate.export import export
from ariadne.events import Event
from tests.command import ariadne_here
from tests.report.graphs import write_episode
from tests.screen.events import at, ended, question, scored, started, turn

Steps = list[tuple[str, ...]]
Line = dict[str, Any]


def episode(
    folder: Path, steps: Steps, why: str = "steps", score: float = 0.0, asked: list[Event] | None = None
) -> Path:
    """A run of one episode: (command, answer, what became of it) a step."""
    events: list[Event] = [started(goal="Find the hat.", instructions="Say where you go.", seed=1)]
    events += [turn("You wake up.", step=0), at(0, scored(0)), *(asked or [])]
    for number, (command, answer, *status) in enumerate(steps, 1):
        events += [turn(answer, command=command, step=number, status=status[0] if status else "valid")]
    count = len(steps)
    events.append(at(count, ended(why, score=score, normalized_score=score / 5, steps=count, moves=count, seed=1)))
    return write_episode(folder, events)


def lines(runs: list[Path], form: str, name: str, wanted: Wanted | None = None) -> list[Line]:
    written = export(runs, runs[0].parent / "out", form, wanted=wanted)
    (path,) = [path for path in written if path.name == f"{form}-{name}.jsonl"]
    read = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert len(read) == written[path]
    return read


def said(line: Line) -> list[str]:
    """Who says what, without inventory and actions."""
    return [f"{each['role']}: {each['content'].splitlines()[0]}" for each in line["messages"]]


def test_episode_is_a_conversation_of_game_and_player(tmp_path: Path) -> None:
    run = episode(tmp_path / "run", [("go east", "A hall."), ("take hat", "Taken.")], "won")
    (line,) = lines([run], "sft", "episodes")
    assert said(line) == [
        "system: Say where you go.",
        "user: You wake up.",
        "assistant: go east",
        "user: A hall.",
        "assistant: take hat",
    ]
    assert line["messages"][0]["content"] == "Say where you go.\n\nFind the hat."
    assert line["messages"][1]["content"] == "You wake up.\n\nYou carry nothing.\n\nActions: look"
    assert (line["won"], line["steps"], line["license"]) == (True, 2, LICENSE)


def test_episodes_are_chosen_by_win_and_steps(tmp_path: Path) -> None:
    short = episode(tmp_path / "short", [("go east", "A hall.")], "won")
    long = episode(tmp_path / "long", [("look", "A room."), ("go east", "A hall.")], "won")
    lost = episode(tmp_path / "lost", [("go down", "You fall.")], "lost")
    runs = [short, long, lost]
    assert len(lines(runs, "sft", "episodes")) == 3
    assert [line["steps"] for line in lines(runs, "sft", "episodes", Wanted(won=True))] == [1, 2]
    assert [line["won"] for line in lines(runs, "sft", "episodes", Wanted(max_steps=1))] == [True, False]


@pytest.mark.parametrize("why", ["failed", "stopped"])
def test_episode_without_an_end_teaches_nothing(tmp_path: Path, why: str) -> None:
    run = episode(tmp_path / "run", [("go east", "A hall.")], why)
    assert lines([run], "sft", "episodes") == []


def test_commands_at_which_nothing_happened_can_be_left_out(tmp_path: Path) -> None:
    steps = [("fly", "You can't.", "invalid"), ("go east", "A hall."), ("hop", "You can't.", "invalid")]
    run = episode(tmp_path / "run", steps)
    (line,) = lines([run], "sft", "episodes")
    assert said(line)[-1] == "assistant: hop"
    (line,) = lines([run], "sft", "episodes", Wanted(valid=True))
    assert said(line)[1:] == ["user: You wake up.", "assistant: go east"]


def test_question_is_taught_with_a_reply_that_could_be_used(tmp_path: Path) -> None:
    asked = [question("One?", "1"), question("Two?", "??", error="no JSON"), question("Three?", "3,", salvaged=True)]
    run = episode(tmp_path / "run", [("go east", "A hall.")], asked=asked)
    (line,) = lines([run], "sft", "questions")
    assert said(line) == ["user: One?", "assistant: 1"]
    assert line["kind"] == "act"


def test_played_games_become_examples(tmp_path: Path) -> None:
    runs = tmp_path / "runs"
    for agent in (["ariadne", "--memory", "none"], ["random"]):
        done = ariadne_here("play", "gripper", "--agent", *agent, "--runs", runs, "--quiet")
        assert not done.returncode, done.stderr
    played = sorted(map(str, runs.iterdir()))
    done = ariadne_here("export", *played, "--format", "sft", "--won", "--license", "MIT", "--out", tmp_path / "out")
    assert done.stdout.startswith(f"{tmp_path}/out/sft-episodes.jsonl: 1 row\n"), done.stderr
    (line,) = [json.loads(each) for each in (tmp_path / "out" / "sft-episodes.jsonl").read_text().splitlines()]
    assert (line["game"], line["agent"], line["license"]) == ("gripper", "ariadne", "MIT")
    assert [each["role"] for each in line["messages"]] == ["system", *["user", "assistant"] * line["steps"]]
    done = ariadne_here("export", *played, "--won", "--out", tmp_path / "out")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
