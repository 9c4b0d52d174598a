"""Logs in the formats of TALES and BALROG, with the keys of the code that `tales.py` and `balrog.py` name. Tests that
name a public log use its numbers."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

AGENT = "LLMAgent_gpt-4o-mini_s20241001_cNone_t0.0_convTrue"
AGAIN = "You have died.\n\n-= Restarting =-\nYou are in a cave."


def step(number: int, score: float, maximum: float = 100, observation: str = "A cave.", **more: Any) -> dict[str, Any]:
    """A line of a TALES rollout."""
    return {
        "Step": number,
        "Score": score,
        "Max Score": maximum,
        "Normalized Score": score / maximum,
        "Moves": number + 1,
        "Observation": observation,
        "Action": "go north",
        "Feedback": observation,
        "Prompt": "#### System\n\nPlay.",
        "Response": "go north",
        "Thinking": None,
        "Token Usage": 120,
        "Prompt Tokens": 100,
        "Response Tokens": 15,
        "Thinking Tokens": 5,
        **more,
    }


def rollout(*scores: float, maximum: float = 100, again: int | None = None) -> list[dict[str, Any]]:
    """Steps with the scores after them; before step `again` the game restarted."""
    return [
        step(number, score, maximum, AGAIN if number == again else "A cave.") for number, score in enumerate(scores, 1)
    ]


def tales(
    root: Path,
    game: str,
    steps: Sequence[dict[str, Any]] | None,
    name: str = "a0_sNone_steps100",
    agent: str = f"tales_{AGENT}",
    summary: bool = True,
    **more: Any,
) -> Path:
    """Write TALES' files of a game; return the agent's folder."""
    folder = root / agent / game
    folder.mkdir(parents=True)
    if steps is not None:
        (folder / f"{name}.jsonl").write_text("".join(f"{json.dumps(each)}\n" for each in steps), encoding="utf-8")
    if summary:
        scores = [each["Score"] for each in steps or ()]
        told = {
            "status": "finished",
            "env_name": game,
            "env_params": name,
            "wandb_run_id": "abc",
            "wandb_url": None,
            "nb_steps": len(scores),
            "nb_moves": len(scores) + 1,
            "nb_invalid_actions": 0,
            "nb_losts": 0,
            "nb_wins": 0,
            "nb_resets": 0,
            "highscore": max(scores, default=0),
            "max_score": steps[0]["Max Score"] if steps else 100,
            "norm_score": 0.1,
            "duration": 12.5,
            **more,
        }
        (folder / f"{name}.json").write_text(json.dumps(told, indent=2, sort_keys=True), encoding="utf-8")
    return root / agent


def balrog(root: Path, task: str, number: int = 0, world: str = "textworld", **more: Any) -> Path:
    """Write BALROG's file of an episode, as in its submission `20260918_naive_gpt-5.6-luna-max`; return the root."""
    folder = root / world / task
    folder.mkdir(parents=True, exist_ok=True)
    told = {
        "task": task,
        "action_frequency": {"go north": 2, "take key": 1},
        "input_tokens": 32331,
        "output_tokens": 5121,
        "done": True,
        "episode_return": 0.0,
        "num_steps": 31,
        "failed_candidates": [],
        "progression": 0.0,
        "process_num": "ForkProcess-11",
        "seed": 1557622030,
        "agent": {
            "type": "naive",
            "remember_cot": True,
            "max_text_history": 16,
            "max_image_history": 0,
            "max_cot_history": 1,
            "max_icl_history": 1000,
            "cache_icl": False,
        },
        "client": {
            "client_name": "capi",
            "model_id": "gpt-5.6-luna",
            "base_url": "https://models.example",
            "generate_kwargs": {"temperature": 1.0, "max_tokens": 8192, "thinking_budget": None},
            "timeout": 600,
            "max_retries": 5,
            "delay": 2,
            "alternate_roles": False,
        },
        **more,
    }
    name = f"{Path(task).name}_run_{number:02d}"
    (folder / f"{name}.json").write_text(json.dumps(told, indent=4), encoding="utf-8")
    (folder / f"{name}.csv").write_text("Step,Action,Reasoning,Observation,Reward,Done\n", encoding="utf-8")
    (root / world / f"{world}_summary.json").write_text('{"progression_percentage": 0.0}', encoding="utf-8")
    (root / "summary.json").write_text('{"Final score": 0.0}', encoding="utf-8")
    return root
