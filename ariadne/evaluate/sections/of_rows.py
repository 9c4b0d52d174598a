"""The tables of rows: what each contender came to, in each game and in all."""

from __future__ import annotations

from ariadne.evaluate.card import Row
from ariadne.evaluate.sections.cells import count, interval, money, score, short, tenths
from ariadne.evaluate.sections.section import Group, Line, Name, Rows, Section, grouped


def scores(rows: Rows, name: Name) -> Section:
    return Section(
        "Scores",
        ("", "done", "mean", "95 %", "sd", "top 3", "won", "raw", "of"),
        grouped(
            rows,
            lambda row: (
                name(row),
                f"{row.finished}/{row.episodes}",
                score(row.mean),
                interval(row.ci95),
                score(row.sd),
                score(row.top3, ""),
                str(row.wins),
                short(row.score),
                short(row.max_score),
            ),
        ),
        "Normalized scores of the episodes that were played to their end; top 3 is the mean of the best three of five "
        "repeats of each game instance, where there are five; of people, of the best three plays of each game.",
    )


def success(rows: Rows, name: Name) -> Section:
    return Section(
        "Success",
        ("", "success", "95 %", "in reach", "progress", "steps", "context", "time"),
        grouped(
            rows,
            lambda row: (
                (
                    name(row),
                    score(row.success),
                    interval(row.success_ci95),
                    score(row.attainable),
                    score(row.mean),
                    tenths(row.steps_or_limit),
                    count(row.context),
                    tenths(row.run_time),
                )
                if row.success is not None
                else None
            ),
        ),
        "Shares of games that were won, and that are in reach: whose walkthrough fits into the limit of steps; "
        "progress is the mean normalized score. Means by episode: steps (the limit where it was not won), tokens of "
        "in-trial context at a step, and seconds without waits for an endpoint.",
    )


def effort(rows: Rows, name: Name) -> Section:
    return Section(
        "Effort",
        ("", "steps", "moves", "× walk", "calls", "invalid", "circled", "cost", "seconds"),
        grouped(
            rows,
            lambda row: (
                name(row),
                tenths(row.steps),
                tenths(row.moves),
                score(row.walkthrough_ratio),
                tenths(row.model_calls),
                tenths(row.invalid_actions),
                tenths(row.circled),
                money(row.cost_usd),
                tenths(row.seconds),
            ),
        ),
        "Means by episode; × walk is moves by the walkthrough's length where the game was won, cost is in US dollars, "
        "less what the provider takes off for its cache.",
    )


def tokens(rows: Rows, name: Name) -> Section:
    def line(row: Row) -> Line | None:
        if not (row.tokens and row.late and row.kinds):
            return None
        numbers = (
            row.tokens.computed_per_step,
            row.tokens.kept_per_step,
            row.tokens.completion_per_step,
            row.tokens.price_per_step,
            row.late.price_per_step,
            row.tokens.computed_per_episode,
            row.tokens.kept_per_episode,
            row.tokens.completion_per_episode,
        )
        return name(row), *map(count, numbers)

    return Section(
        "Tokens",
        ("", "new/step", "kept", "reply", "price", "late", "new/episode", "kept", "reply"),
        grouped(rows, line),
        "New are the tokens of prompts that are computed, kept those that a provider would have in its cache from the "
        "prompts before; price is what a step costs then, in tokens read: one that was kept is a tenth, one written "
        "four. Late is the price in the last quarter of each episode.",
    )


def kinds(rows: Rows, name: Name) -> Section:
    return Section(
        "Tokens by kind of question",
        ("", "question", "calls", "new/step", "kept", "reply", "cost"),
        [
            Group(
                title,
                [
                    (
                        name(row) if place == 0 else "",
                        kind.kind,
                        tenths(kind.calls_per_episode),
                        count(kind.computed_per_step),
                        count(kind.kept_per_step),
                        count(kind.completion_per_step),
                        money(kind.cost_usd_per_episode),
                    )
                    for row in group
                    for place, kind in enumerate(row.kinds)
                ],
            )
            for title, group in rows
            if any(row.kinds for row in group)
        ],
        "Calls and cost by episode; repairs count with the question that they repair.",
        frozenset({0, 1}),
    )


def graphs(rows: Rows, name: Name) -> Section:
    return Section(
        "Graphs",
        ("", "vertices", "edges", "added/step", "removed/step"),
        grouped(
            rows,
            lambda row: (
                (
                    name(row),
                    tenths(row.graph.vertices),
                    tenths(row.graph.edges),
                    score(row.graph.added_per_step),
                    score(row.graph.removed_per_step),
                )
                if row.graph
                else None
            ),
        ),
        "Vertices and edges at the end of an episode.",
    )


def quarters(rows: Rows, name: Name) -> Section:
    return Section(
        "A life of several tasks, by quarter",
        ("", "quarter", "done", "95 %", "× walk", "95 %", "steps", "calls/step", "price/step"),
        [
            Group(
                title,
                [
                    (
                        name(row) if each.quarter == 1 else "",
                        str(each.quarter),
                        score(each.done),
                        interval(each.done_ci95),
                        score(each.walk_ratio),
                        interval(each.walk_ratio_ci95),
                        tenths(each.steps),
                        tenths(each.calls_per_step),
                        count(each.price_per_step),
                    )
                    for row in group
                    for each in row.quarters
                ],
            )
            for title, group in rows
            if any(row.quarters for row in group)
        ],
        "Shares of the tasks that were done; × walk is commands by the fewest that do the same, of what was done.",
        frozenset({0, 1}),
    )


def attempts(rows: Rows, name: Name) -> Section:
    return Section(
        "Attempts in sequence",
        ("", "attempt", "episodes", "mean"),
        [
            Group(
                title,
                [
                    (name(row), str(attempt.attempt), str(attempt.episodes), score(attempt.mean))
                    for row in group
                    for attempt in row.attempts
                ],
            )
            for title, group in rows
            if any(row.attempts for row in group)
        ],
    )


def failures(rows: Rows, name: Name) -> Section:
    every = ("failed", "unfinished", "stopped", "left", "repairs", "cut", "salvaged", "refused", "retries", "cached")
    columns = [column for column in every if any(getattr(row, column) for _, group in rows for row in group)]

    def line(row: Row) -> Line | None:
        numbers = [getattr(row, column) for column in columns]
        return (name(row), *map(str, numbers)) if any(numbers) else None

    return Section(
        "What went wrong, and what was cached",
        ("", *columns),
        grouped(rows, line),
        "Numbers of episodes, then of calls, over all episodes, as far as there are any.",
    )
