"""Inspect's samples: one for each game instance and arm. Attempts that learn from one another form one sample."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from inspect_ai.dataset import Sample

from ariadne.agents.registry import find_agent
from ariadne.config import PlayConfig
from ariadne.errors import UserError
from ariadne.evaluate.arms import planned
from ariadne.evaluate.jobs import Job
from ariadne.evaluate.scheduler import in_series
from ariadne.memory.registry import find_memory
from ariadne.worlds.registry import Game, find_game, find_seeds, with_handicap
from ariadne.yaml_file import read_model

METADATA = "ariadne"
ARM, INSTANCE = "arm", "instance"
"""Keys by which samples are grouped and clustered."""
LONGEST_SERIES = 1000


@dataclass(frozen=True)
class Series:
    """The episodes of a sample, in sequence.

    Attributes:
        config: the configuration; the model is the one that Inspect evaluates.
        first: the repeat number of the first.
        times: the number of episodes.
    """

    config: PlayConfig
    first: int = 1
    times: int = 1

    def repeats(self, epoch: int, per_epoch: int) -> range:
        """The repeats of an epoch, counted from 1.

        Args:
            per_epoch: number of repeats of the same sample in an epoch.
        """
        first = self.first + (epoch - 1) * per_epoch
        return range(first, first + self.times)


def jobs_of_game(choices: dict[str, Any], seeds: Sequence[int] | None, repeats: int) -> list[Job]:
    """The episodes of a game: each repeat of each seed.

    Args:
        choices: the options of `ariadne play`, by their names in a run's configuration.
        seeds: None for the default ones.

    Raises:
        UserError: there is no such game, agent, memory or option.
    """
    jobs: list[Job] = []
    for seed in find_seeds(choices["game"], seeds):
        config = read_model(PlayConfig, {**choices, "seed": seed}, "inspect")
        config.check_questions(choices)
        series = len(jobs) + 1
        are_attempts = find_agent(config.agent).thinks and find_memory(config.memory).attempts
        for repeat in range(1, repeats + 1):
            number = len(jobs) + 1
            jobs.append(Job(number, config, repeat, series if are_attempts else number))
    return jobs


def samples_of(jobs: Sequence[Job]) -> list[Sample]:
    """The samples of a list of episodes, with readable ids."""
    several = len({planned(job.config).name for job in jobs}) > 1
    per_epoch = max((job.repeat for job in jobs), default=1)
    return [_sample(series, several, per_epoch) for series in in_series(jobs)]


def series_of(metadata: dict[str, Any]) -> tuple[Series, int]:
    """Read a series from a sample's metadata, with the number of its repeats in an epoch.

    Raises:
        UserError: the metadata contain no series.
    """
    data = metadata.get(METADATA)
    if not isinstance(data, dict) or not isinstance(data.get("config"), dict):
        raise UserError("this sample is not one of Ariadne's: its solver plays tasks whose names begin with ariadne/")
    numbers = [data.get(name) for name in ("first", "times", "per_epoch")]
    first, times, per_epoch = (each if isinstance(each, int) and 0 < each <= LONGEST_SERIES else 1 for each in numbers)
    return Series(read_model(PlayConfig, data["config"], "the sample"), first, times), per_epoch


def _sample(jobs: Sequence[Job], several: bool, per_epoch: int) -> Sample:
    config, repeat = jobs[0].config, jobs[0].repeat
    game = with_handicap(find_game(config.game, config.seed), config.handicap)
    name = planned(config).name
    parts = [
        _instance(game),
        *([name] if several else []),
        *([f"#{repeat}"] if per_epoch > 1 and len(jobs) == 1 else []),
    ]
    config = config.model_copy(update={"seed": game.seed, "max_steps": config.max_steps or game.max_steps})
    memory = f" with the memory {config.memory}" if planned(config).memory else ""
    return Sample(
        id=" ".join(parts),
        input=f"Play {game.title} as {config.agent}{memory}.",
        metadata={
            "game": game.name,
            "seed": game.seed,
            ARM: name,
            INSTANCE: _instance(game),
            METADATA: {
                "config": config.model_dump(mode="json", exclude_defaults=True, exclude={"model"}),
                "first": repeat,
                "times": len(jobs),
                "per_epoch": per_epoch,
            },
        },
    )


def _instance(game: Game) -> str:
    return game.name if game.seed is None else f"{game.name}/{game.seed}"


def arm_names(jobs: Iterable[Job]) -> list[str]:
    """The names of the arms, each once."""
    return list(dict.fromkeys(planned(job.config).name for job in jobs))
