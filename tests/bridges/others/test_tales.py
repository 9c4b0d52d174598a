"""Logs of TALES as episodes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ariadne.bridges.others.reading import logs_in, read
from ariadne.bridges.others.told import OtherEpisodes
from ariadne.errors import UserError
from ariadne.evaluate.episodes import Played
from tests.bridges.others.logs import rollout, step, tales


def told(path: Path) -> OtherEpisodes:
    return read([logs_in(path)])


def one(path: Path) -> Played:
    (episode,) = told(path).episodes
    return episode


def test_episode_is_the_first_attempt(tmp_path: Path) -> None:
    steps = rollout(10, 20, 15, 40, 60, again=4)
    episode = one(tales(tmp_path, "JerichoEnvZork1", steps, nb_resets=1))
    summary = episode.summary
    assert (summary.game, summary.seed, summary.score, summary.max_score) == ("tales/JerichoEnvZork1", None, 15, 100)
    assert (summary.steps, summary.moves, episode.max_steps, episode.why) == (3, 4, 100, "over")
    assert (summary.model_calls, summary.prompt_tokens, summary.completion_tokens) == (3, 300, 60)
    assert (summary.agent, summary.model, summary.cost_usd) == (
        "tales/LLMAgent_cNone_t0.0_convTrue",
        "gpt-4o-mini",
        None,
    )


def test_all_points_are_a_win(tmp_path: Path) -> None:
    episode = one(tales(tmp_path, "TWCookingLevel3", rollout(1, 3, maximum=3)))
    assert (episode.why, episode.summary.won, episode.normalized) == ("won", True, 1.0)


@pytest.mark.parametrize(
    ("status", "why", "is_finished"),
    [("finished", "steps", True), ("killed", "stopped", False), ("failed", "failed", False)],
)
def test_end_is_what_the_summary_tells(tmp_path: Path, status: str, why: str, is_finished: bool) -> None:
    episode = one(tales(tmp_path, "JerichoEnvZork1", rollout(0, 5), status=status))
    assert (episode.why, episode.is_finished) == (why, is_finished)


def test_attempt_that_ended_counts_whatever_came_later(tmp_path: Path) -> None:
    assert one(tales(tmp_path, "JerichoEnvZork1", rollout(5, 0, again=2), status="killed")).is_finished


@pytest.mark.parametrize(
    ("game", "name", "ours", "seed"),
    [
        ("ScienceWorldBoil", "a0_sNone_steps100", "scienceworld/boil", 21),
        ("ScienceWorldIdentifyLifeStages1", "a0_s1_steps100", "scienceworld/identify-life-stages-1", 10),
        ("TWXPeckingOrder", "a0_s1002_steps50", "twx/peckingorder", 20002),
        ("TWXCookingWorld", "a0_s3_steps50", "tales/TWXCookingWorld", 3),
        ("ScienceWorldBoil", "a0_s20241001", "tales/ScienceWorldBoil", None),
    ],
)
def test_game_that_is_ours_has_our_name(tmp_path: Path, game: str, name: str, ours: str, seed: int | None) -> None:
    summary = one(tales(tmp_path, game, rollout(5), name)).summary
    assert (summary.game, summary.seed) == (ours, seed)


def test_summary_without_rollout_has_a_name_of_its_own(tmp_path: Path) -> None:
    found = told(tales(tmp_path, "ScienceWorldBoil", None, nb_steps=100, highscore=30))
    (episode,) = found.episodes
    assert (episode.summary.game, episode.summary.score, episode.summary.steps) == ("tales/ScienceWorldBoil", 30, 100)
    assert any("1 summary without a rollout" in note for note in found.notes)


def test_log_of_2024_is_read(tmp_path: Path) -> None:
    """As `logs_gpt4o/tw-bench_LLMAgent_gpt-4o-mini_…/JerichoEnvDetective/a0_s20241001.jsonl`: its first five steps,
    with columns, scores, moves and tokens, but other texts."""
    newer = ("Thinking", "Prompt Tokens", "Response Tokens", "Thinking Tokens")
    lines = [(10, 2, 232), (10, 3, 376), (20, 4, 422), (20, 4, 470), (10, 2, 744)]
    steps = [
        {name: value for name, value in each.items() if name not in newer}
        for each in (
            step(
                number,
                score,
                360,
                "…\n\n-= Restarting =-\n…" if number == 5 else "…",
                Moves=moves,
                **{"Token Usage": tokens},
            )
            for number, (score, moves, tokens) in enumerate(lines, 1)
        )
    ]
    agent = "tw-bench_LLMAgent_gpt-4o-mini_s20241001_c10_t0.0_convFalseWalkthrough Agent"
    found = told(tales(tmp_path, "JerichoEnvDetective", steps, "a0_s20241001", agent, summary=False))
    (episode,) = found.episodes
    assert (episode.summary.score, episode.summary.max_score, episode.summary.steps) == (20, 360, 4)
    assert (episode.summary.prompt_tokens, episode.summary.completion_tokens, episode.why) == (1500, 0, "over")
    assert episode.summary.agent == "tales/LLMAgent_c10_t0.0_convFalseWalkthrough Agent"
    assert any("1 rollout without a summary" in note for note in found.notes)


def test_rollout_alone_that_does_not_end_is_unfinished(tmp_path: Path) -> None:
    assert one(tales(tmp_path / "1", "JerichoEnvZork1", rollout(5, 5), summary=False)).why == "unfinished"
    assert one(tales(tmp_path / "2", "JerichoEnvZork1", rollout(5, 5), "a0_s1_steps2", summary=False)).why == "steps"


def test_seeds_of_an_agent_are_repeats(tmp_path: Path) -> None:
    for seed in (1, 2):
        tales(tmp_path, "JerichoEnvZork1", rollout(seed), agent=f"tales_RandomAgent_s{seed}")
    episodes = told(tmp_path).episodes
    assert [(each.summary.agent, each.summary.model, each.summary.repeat) for each in episodes] == [
        ("tales/RandomAgent", None, 1),
        ("tales/RandomAgent", None, 2),
    ]


def test_players_with_a_list_of_commands_are_others(tmp_path: Path) -> None:
    assert one(tales(tmp_path, "JerichoEnvZork1", rollout(1), "a1_s1_steps9")).summary.agent.endswith("_a1")


def test_one_file_is_enough(tmp_path: Path) -> None:
    folder = tales(tmp_path, "JerichoEnvZork1", rollout(5)) / "JerichoEnvZork1"
    files = sorted(folder.iterdir())
    assert [one(file) for file in files] == [one(folder)] * 2
    assert len(read([logs_in(path) for path in (*files, folder, tmp_path)]).episodes) == 1


def test_unknown_games_are_left_out(tmp_path: Path) -> None:
    tales(tmp_path, "ALFWorldLookAtObjInLightSeen", [{"nothing": "that is read"}], summary=False)
    with pytest.raises(UserError, match=r"none of these logs is of a game .*: ALFWorldLookAtObjInLightSeen"):
        told(tmp_path)
    tales(tmp_path / "more", "JerichoEnvZork1", rollout(5))
    assert any("left out 1 log" in note for note in told(tmp_path).notes)


def with_(**wrong: Any) -> str:
    """A line of a rollout with a wrong field."""
    return json.dumps({**step(1, 5), **wrong})


@pytest.mark.parametrize(
    "line",
    [
        "{",
        "{}",
        "[" * 100_000,
        with_(Score=float("nan")),
        with_(**{"Token Usage": 1e300}),
    ],
)
def test_damaged_rollout_is_told_in_one_line(tmp_path: Path, line: str) -> None:
    path = tales(tmp_path, "JerichoEnvZork1", rollout(5)) / "JerichoEnvZork1" / "a0_sNone_steps100.jsonl"
    path.write_text(f"{path.read_text()}{line}\n", encoding="utf-8")
    with pytest.raises(UserError, match="line 2, is not a readable log of TALES'") as told_:
        one(path)
    assert "\n" not in str(told_.value)


@pytest.mark.parametrize("wrong", [{"status": "odd"}, {"highscore": "many"}, {"duration": -1}, {"env_name": None}])
def test_damaged_summary_is_told(tmp_path: Path, wrong: dict[str, Any]) -> None:
    with pytest.raises(UserError, match="is not a readable log of TALES'"):
        told(tales(tmp_path, "JerichoEnvZork1", rollout(5), **wrong))


def test_rollout_of_no_step_is_told(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="has no steps"):
        told(tales(tmp_path, "JerichoEnvZork1", [], summary=False))
    episode = one(tales(tmp_path / "more", "JerichoEnvZork1", [], status="failed"))
    assert (episode.why, episode.summary.max_score, episode.error != "") == ("failed", 100, True)
