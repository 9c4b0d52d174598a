"""The quarters of a life of several tasks: what is done, and what it takes, early and late."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ariadne.evaluate.card import Quarter
from ariadne.evaluate.episodes import Played
from ariadne.evaluate.statistics import interval, mean
from ariadne.tasks import Task

QUARTERS = 4


def quarters(episodes: Sequence[Played]) -> list[Quarter]:
    """Returns four entries from finished episodes; none for worlds of one task."""
    lives = [episode for episode in episodes if episode.shortest]
    return [_quarter(number, lives) for number in range(1, QUARTERS + 1)] if lives else []


def _quarter(number: int, lives: Sequence[Played]) -> Quarter:
    """The tasks of a quarter of all lives. A task that was never told is not done."""
    parts = [list(_part(number, life)) for life in lives]
    told = [task for part in parts for task, _ in part if task]
    steps = sum(task.steps for task in told)
    return Quarter(
        quarter=number,
        tasks=sum(map(len, parts)),
        done=mean([_is_done(task) for part in parts for task, _ in part]),
        done_ci95=interval([_is_done(task) for task, _ in part] for part in parts),
        walk_ratio=_ratio([pair for part in parts for pair in part]),
        walk_ratio_ci95=interval([ratio] for part in parts if (ratio := _ratio(part)) is not None),
        steps=steps / len(lives),
        calls_per_step=sum(task.use.calls for task in told) / steps if steps else None,
        tokens_per_step=sum(task.use.tokens for task in told) / steps if steps else None,
        price_per_step=sum(task.use.price for task in told) / steps if steps else None,
    )


def _part(number: int, life: Played) -> Iterator[tuple[Task | None, int]]:
    """The tasks of a quarter of a life with their fewest commands; None for a task that was never told."""
    count, told = len(life.shortest), {task.number: task for task in life.tasks}
    for place in range(count * (number - 1) // QUARTERS, count * number // QUARTERS):
        yield told.get(place + 1), life.shortest[place]


def _is_done(task: Task | None) -> bool:
    return task is not None and task.done


def _ratio(part: Sequence[tuple[Task | None, int]]) -> float | None:
    """Commands / fewest commands, over the tasks done; None if none was."""
    done = [(task.moves, shortest) for task, shortest in part if task and task.done]
    fewest = sum(shortest for _, shortest in done)
    return sum(moves for moves, _ in done) / fewest if fewest else None
