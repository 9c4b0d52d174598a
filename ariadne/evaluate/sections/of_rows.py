"""The tables of a scorecard's rows: the results of each arm, per game and over all games."""

from __future__ import annotations

from ariadne.evaluate.card import Row, Tokens
from ariadne.evaluate.sections.cells import count, interval, money, score, short, tenths
from ariadne.evaluate.sections.section import Groups, Name, Section, parts_of, table


def scores(rows: Groups[Row], name: Name) -> Section:
    return table(
        "Scores",
        rows,
        [
            ("", name),
            ("done", lambda row: f"{row.finished}/{row.episodes}"),
            ("mean", lambda row: score(row.mean)),
            ("95 %", lambda row: interval(row.ci95)),
            ("sd", lambda row: score(row.sd)),
            ("top 3", lambda row: score(row.top3, "")),
            ("won", lambda row: str(row.wins)),
            ("raw", lambda row: short(row.score)),
            ("of", lambda row: short(row.max_score)),
        ],
        "Normalized scores of finished episodes. Top 3: the mean of the best three of five repeats of each game "
        "instance, if there are five; for people, of the best three plays of each game.",
    )


def success(rows: Groups[Row], name: Name) -> Section:
    return table(
        "Success",
        rows,
        [
            ("", name),
            ("success", lambda row: score(row.success)),
            ("95 %", lambda row: interval(row.success_ci95)),
            ("in reach", lambda row: score(row.attainable)),
            ("progress", lambda row: score(row.mean)),
            ("steps", lambda row: tenths(row.steps_or_limit)),
            ("context", lambda row: count(row.context)),
            ("time", lambda row: tenths(row.run_time)),
        ],
        "Success rate, and the highest rate within the step limit (games whose walkthrough fits). Progress: mean "
        "normalized score. Means per episode: steps (the limit if not won), tokens of in-trial context at a step, and "
        "seconds without waiting for an endpoint.",
        when=lambda row: row.success is not None,
    )


def effort(rows: Groups[Row], name: Name) -> Section:
    return table(
        "Effort",
        rows,
        [
            ("", name),
            ("steps", lambda row: tenths(row.steps)),
            ("moves", lambda row: tenths(row.moves)),
            ("× walk", lambda row: score(row.walkthrough_ratio)),
            ("calls", lambda row: tenths(row.model_calls)),
            ("invalid", lambda row: tenths(row.invalid_actions)),
            ("circled", lambda row: tenths(row.circled)),
            ("cost", lambda row: money(row.cost_usd)),
            ("seconds", lambda row: tenths(row.seconds)),
        ],
        "Means per episode. × walk: moves / length of the walkthrough, of games that were won. Cost: US dollars, less "
        "the provider's discount for cached prompts.",
    )


def tokens(rows: Groups[Row], name: Name) -> Section:
    def used(row: Row) -> Tokens:
        assert row.tokens
        return row.tokens

    return table(
        "Tokens",
        rows,
        [
            ("", name),
            ("new/step", lambda row: count(used(row).computed_per_step)),
            ("kept", lambda row: count(used(row).kept_per_step)),
            ("reply", lambda row: count(used(row).completion_per_step)),
            ("price", lambda row: count(used(row).price_per_step)),
            ("late", lambda row: count(row.late.price_per_step if row.late else None)),
            ("new/episode", lambda row: count(used(row).computed_per_episode)),
            ("kept", lambda row: count(used(row).kept_per_episode)),
            ("reply", lambda row: count(used(row).completion_per_episode)),
        ],
        "New: tokens of prompts that are computed. Kept: tokens that a provider would have in its cache from earlier "
        "prompts. Price: the cost of a step in tokens read; a kept token counts 0.1, a written one 4. Late: the price "
        "in the last quarter of each episode.",
        when=lambda row: row.tokens and row.late and row.kinds,
    )


def kinds(rows: Groups[Row], name: Name) -> Section:
    return table(
        "Tokens by kind of question",
        parts_of(rows, lambda row: row.kinds, name),
        [
            ("", lambda part: part[0]),
            ("question", lambda part: part[1].kind),
            ("calls", lambda part: tenths(part[1].calls_per_episode)),
            ("new/step", lambda part: count(part[1].computed_per_step)),
            ("kept", lambda part: count(part[1].kept_per_step)),
            ("reply", lambda part: count(part[1].completion_per_step)),
            ("cost", lambda part: money(part[1].cost_usd_per_episode)),
        ],
        "Calls and cost per episode. Repairs count with the question that they repair.",
        words=frozenset({0, 1}),
    )


def graphs(rows: Groups[Row], name: Name) -> Section:
    return table(
        "Graphs",
        [(title, [(name(row), row.graph) for row in group if row.graph]) for title, group in rows],
        [
            ("", lambda part: part[0]),
            ("vertices", lambda part: tenths(part[1].vertices)),
            ("edges", lambda part: tenths(part[1].edges)),
            ("added/step", lambda part: score(part[1].added_per_step)),
            ("removed/step", lambda part: score(part[1].removed_per_step)),
        ],
        "Vertices and edges at the end of an episode.",
    )


def quarters(rows: Groups[Row], name: Name) -> Section:
    return table(
        "A life of several tasks, by quarter",
        parts_of(rows, lambda row: row.quarters, name),
        [
            ("", lambda part: part[0]),
            ("quarter", lambda part: str(part[1].quarter)),
            ("done", lambda part: score(part[1].done)),
            ("95 %", lambda part: interval(part[1].done_ci95)),
            ("× walk", lambda part: score(part[1].walk_ratio)),
            ("95 %", lambda part: interval(part[1].walk_ratio_ci95)),
            ("steps", lambda part: tenths(part[1].steps)),
            ("calls/step", lambda part: tenths(part[1].calls_per_step)),
            ("price/step", lambda part: count(part[1].price_per_step)),
        ],
        "Shares of tasks that were done. × walk: commands / fewest commands possible, over the tasks that were done.",
        words=frozenset({0, 1}),
    )


def attempts(rows: Groups[Row], name: Name) -> Section:
    return table(
        "Attempts in sequence",
        [(title, [(name(row), each) for row in group for each in row.attempts]) for title, group in rows],
        [
            ("", lambda part: part[0]),
            ("attempt", lambda part: str(part[1].attempt)),
            ("episodes", lambda part: str(part[1].episodes)),
            ("mean", lambda part: score(part[1].mean)),
        ],
    )


def failures(rows: Groups[Row], name: Name) -> Section:
    every = ("failed", "unfinished", "stopped", "left", "repairs", "cut", "salvaged", "refused", "retries", "cached")
    columns = [column for column in every if any(getattr(row, column) for _, group in rows for row in group)]
    return table(
        "What went wrong, and what was cached",
        rows,
        [("", name), *((column, lambda row, of=column: str(getattr(row, of))) for column in columns)],
        "Numbers of episodes, then of calls, over all episodes. Columns of zeros are left out.",
        when=lambda row: any(getattr(row, column) for column in columns),
    )
