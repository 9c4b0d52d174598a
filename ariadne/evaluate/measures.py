"""The metrics of an episode: the rows of games."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ariadne.evaluate.arms import Arm, arm_of
from ariadne.evaluate.episodes import Played
from ariadne.evaluate.rows import Amount, Row, amounts, counted_ends
from ariadne.events import Use
from ariadne.gather import gathered
from ariadne.history import PlayedStep
from ariadne.tasks import Task

TROUBLES = ("repairs", "cut", "salvaged", "refused", "retries", "cached")
RESULTS = ("score", "won", "quarter_done", "quarter_walk_ratio")
COMPARED = ("score", "won", "steps_or_limit", "price_per_step", "late_price_per_step", "context", "run_time")
QUARTERS = 4
OF_SUMMARY = ("steps", "moves", "model_calls", "invalid_actions", "circled", "seconds")


def rows_of(episodes: Sequence[Played]) -> list[Row]:
    """A row per episode."""
    asked = gathered((arm_of(each), kind) for each in episodes if each.is_finished for kind in each.kinds)
    return [_row(each, arm_of(each), sorted({*asked.get(arm_of(each), ())})) for each in episodes]


def _row(episode: Played, arm: Arm, kinds: Sequence[str]) -> Row:
    counted = {
        **counted_ends(episode.why, episode.is_finished),
        **amounts({name: getattr(episode, name) for name in TROUBLES}),
        "paid_usd": Amount(episode.summary.cost_usd),
    }
    return Row(episode.unit, arm, {**counted, **_finished(episode, kinds)} if episode.is_finished else counted)


def _finished(episode: Played, kinds: Sequence[str]) -> dict[str, Amount]:
    """The metrics of an episode that finished; `kinds` are the questions that its arm asks in any episode."""
    summary, length = episode.summary, episode.walkthrough_length
    found: dict[str, float | None] = {
        **{name: getattr(summary, name) for name in OF_SUMMARY},
        "score": episode.normalized,
        "points": summary.score,
        "max_points": summary.max_score,
        "won": summary.won,
        "attainable": episode.is_attainable,
        "steps_or_limit": episode.steps_or_limit,
        "walkthrough_ratio": summary.moves / length if summary.won and length else None,
        "context": episode.context,
        "texts_embedded": episode.texts_embedded,
        "run_time": episode.run_time,
    }
    if episode.attempts:
        found[f"attempt.{summary.repeat}"] = episode.normalized
    return {
        **amounts(found),
        "cost_usd": Amount(summary.cost_usd),
        **_tokens(sum(episode.kinds.values(), Use()), summary.steps),
        **{
            f"{name}.{kind}": amount
            for kind in kinds
            for name, amount in _tokens(episode.kinds.get(kind, Use()), summary.steps).items()
        },
        **_prices(episode),
        **_graph(episode.steps),
        **quarters(episode),
    }


def _tokens(use: Use, steps: int) -> dict[str, Amount]:
    each = {
        "prompt": use.prompt_tokens,
        "computed": use.prompt_tokens - use.kept_tokens,
        "kept": use.kept_tokens,
        "completion": use.completion_tokens,
    }
    by_step = {**each, "cached": use.cached_tokens}
    return {
        **amounts({f"{name}_per_step": value for name, value in by_step.items()}, steps),
        **amounts({f"{name}_per_episode": value for name, value in {**each, "calls": use.calls}.items()}),
        "cost_usd_per_episode": Amount(use.cost_usd),
    }


def _prices(episode: Played) -> dict[str, Amount]:
    """The price of a step, and of one in the last quarter. Logs without steps do not show what a provider kept."""
    if not episode.steps:
        return {}
    use, late = (sum((step.use for step in steps), Use()) for steps in (episode.steps, episode.late))
    found = {"prompt": late.prompt_tokens, "completion": late.completion_tokens, "price": late.price}
    return {
        "price_per_step": Amount(use.price, len(episode.steps)),
        **amounts({f"late_{name}_per_step": value for name, value in found.items()}, len(episode.late)),
    }


def _graph(steps: Sequence[PlayedStep]) -> dict[str, Amount]:
    """Metrics of the memory's graph, if it has one."""
    if not steps or steps[-1].vertices is None:
        return {}
    grown = {"added_per_step": sum(step.added for step in steps), "removed_per_step": sum(s.removed for s in steps)}
    return {**amounts({"vertices": steps[-1].vertices, "edges": steps[-1].edges}), **amounts(grown, len(steps))}


def quarters(life: Played) -> dict[str, Amount]:
    """Tasks done and commands needed, by quarter of a life of several tasks; empty for worlds of one task."""
    numbers = range(1, QUARTERS + 1) if life.shortest else ()
    return {
        f"quarter_{name}.{number}": amount
        for number in numbers
        for name, amount in _quarter(list(_part(number, life))).items()
    }


def _quarter(part: Sequence[tuple[Task | None, int]]) -> Mapping[str, Amount]:
    """A task that was never announced counts as not done. Walk ratio: commands / fewest commands, of tasks done."""
    tasks = [task for task, _ in part if task]
    done = [(task.moves, shortest) for task, shortest in part if task and task.done]
    steps, use = sum(task.steps for task in tasks), sum((task.use for task in tasks), Use())
    found = {"calls_per_step": use.calls, "tokens_per_step": use.tokens, "price_per_step": use.price}
    walk = amounts({"walk_ratio": sum(moves for moves, _ in done)}, sum(shortest for _, shortest in done))
    return {
        "done": Amount(len(done), len(part)),
        **(walk if done else {}),
        **amounts({"steps": steps}),
        **amounts(found, steps),
    }


def _part(number: int, life: Played) -> Iterator[tuple[Task | None, int]]:
    """The tasks of a quarter of a life with their fewest commands; None for a task that was never announced."""
    count, told = len(life.shortest), {task.number: task for task in life.tasks}
    for place in range(count * (number - 1) // QUARTERS, count * number // QUARTERS):
        yield told.get(place + 1), life.shortest[place]
