"""The result tables of a scorecard: each arm per game, and over all games."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ariadne.evaluate.card import ArmResult
from ariadne.evaluate.measures import TROUBLES
from ariadne.evaluate.sections.cells import count, money, score, short, tenths
from ariadne.evaluate.sections.section import (
    Groups,
    Name,
    Section,
    having,
    interval_of,
    mean_of,
    parts_of,
    table,
    total_of,
)

ENDS = ("failed", "unfinished", "stopped", "left")


def scores(rows: Groups[ArmResult], name: Name) -> Section:
    return table(
        "Scores",
        rows,
        [
            ("", name),
            ("done", lambda row: f"{row.total('finished')}/{row.metrics['finished'].n}"),
            ("mean", mean_of("score")),
            ("95 %", interval_of("score")),
            ("sd", lambda row: score(row.metrics["score"].sd if "score" in row.metrics else None)),
            ("top 3", mean_of("top3", lambda value: score(value, ""))),
            ("won", total_of("won")),
            ("raw", mean_of("points", short)),
            ("of", mean_of("max_points", short)),
        ],
        "Normalized scores of finished episodes. Top 3: the mean of the best three of five repeats of each game "
        "instance, if there are five; for people, of the best three plays of each game.",
    )


def success(rows: Groups[ArmResult], name: Name) -> Section:
    return table(
        "Success",
        rows,
        [
            ("", name),
            ("success", mean_of("won")),
            ("95 %", interval_of("won")),
            ("in reach", mean_of("attainable")),
            ("progress", mean_of("score")),
            ("steps", mean_of("steps_or_limit", tenths)),
            ("context", mean_of("context", count)),
            ("time", mean_of("run_time", tenths)),
        ],
        "Success rate, and the highest rate within the step limit (games whose walkthrough fits). Progress: mean "
        "normalized score. Means per episode: steps (the limit if not won), tokens of in-trial context at a step, and "
        "seconds without waiting for an endpoint.",
        when=having("won"),
    )


def effort(rows: Groups[ArmResult], name: Name) -> Section:
    return table(
        "Effort",
        rows,
        [
            ("", name),
            ("steps", mean_of("steps", tenths)),
            ("moves", mean_of("moves", tenths)),
            ("× walk", mean_of("walkthrough_ratio")),
            ("calls", mean_of("model_calls", tenths)),
            ("invalid", mean_of("invalid_actions", tenths)),
            ("circled", mean_of("circled", tenths)),
            ("cost", mean_of("cost_usd", money)),
            ("seconds", mean_of("seconds", tenths)),
        ],
        "Means per episode. × walk: moves / length of the walkthrough, of games that were won. Cost: US dollars, less "
        "the provider's discount for cached prompts.",
    )


def tokens(rows: Groups[ArmResult], name: Name) -> Section:
    return table(
        "Tokens",
        rows,
        [
            ("", name),
            ("new/step", mean_of("computed_per_step", count)),
            ("kept", mean_of("kept_per_step", count)),
            ("reply", mean_of("completion_per_step", count)),
            ("price", mean_of("price_per_step", count)),
            ("late", mean_of("late_price_per_step", count)),
            ("new/episode", mean_of("computed_per_episode", count)),
            ("kept", mean_of("kept_per_episode", count)),
            ("reply", mean_of("completion_per_episode", count)),
        ],
        "New: tokens of prompts that are computed. Kept: tokens that a provider would have in its cache from earlier "
        "prompts. Price: the cost of a step in tokens read; a kept token counts 0.1, a written one 4. Late: the price "
        "in the last quarter of each episode.",
        when=lambda row: row.mean("calls_per_episode") and row.mean("late_price_per_step") is not None,
    )


def kinds(rows: Groups[ArmResult], name: Name) -> Section:
    return table(
        "Tokens by kind of question",
        parts_of(rows, "calls_per_episode", name, lambda kind: kind.total("calls_per_episode")),
        [
            *_part("question"),
            ("calls", mean_of("calls_per_episode", tenths)),
            ("new/step", mean_of("computed_per_step", count)),
            ("kept", mean_of("kept_per_step", count)),
            ("reply", mean_of("completion_per_step", count)),
            ("cost", mean_of("cost_usd_per_episode", money)),
        ],
        "Calls and cost per episode. Repairs count with the question that they repair.",
        words=frozenset({0, 1}),
    )


def graphs(rows: Groups[ArmResult], name: Name) -> Section:
    return table(
        "Graphs",
        rows,
        [
            ("", name),
            ("vertices", mean_of("vertices", tenths)),
            ("edges", mean_of("edges", tenths)),
            ("added/step", mean_of("added_per_step")),
            ("removed/step", mean_of("removed_per_step")),
        ],
        "Vertices and edges at the end of an episode.",
        when=having("vertices"),
    )


def quarters(rows: Groups[ArmResult], name: Name) -> Section:
    return table(
        "A life of several tasks, by quarter",
        parts_of(rows, "quarter_done", name),
        [
            *_part("quarter"),
            ("done", mean_of("quarter_done")),
            ("95 %", interval_of("quarter_done")),
            ("× walk", mean_of("quarter_walk_ratio")),
            ("95 %", interval_of("quarter_walk_ratio")),
            ("steps", mean_of("quarter_steps", tenths)),
            ("calls/step", mean_of("quarter_calls_per_step", tenths)),
            ("price/step", mean_of("quarter_price_per_step", count)),
        ],
        "Shares of tasks that were done. × walk: commands / fewest commands possible, over the tasks that were done.",
        words=frozenset({0, 1}),
    )


def attempts(rows: Groups[ArmResult], name: Name) -> Section:
    return table(
        "Attempts in sequence",
        parts_of(rows, "attempt", name),
        [
            *_part("attempt"),
            ("episodes", lambda part: str(part.metrics["attempt"].n)),
            ("mean", mean_of("attempt")),
        ],
    )


def failures(rows: Groups[ArmResult], name: Name) -> Section:
    found = [column for column in (*ENDS, *TROUBLES) if any(row.total(column) for _, group in rows for row in group)]
    return table(
        "What went wrong, and what was cached",
        rows,
        [("", name), *((column, total_of(column)) for column in found)],
        "Numbers of episodes, then of calls, over all episodes. Columns of zeros are left out.",
        when=lambda row: any(row.total(column) for column in found),
    )


def _part(head: str) -> Sequence[tuple[str, Callable[[ArmResult], str]]]:
    """The first columns of a table of parts."""
    return ("", lambda part: part.arm), (head, lambda part: part.unit or "")
