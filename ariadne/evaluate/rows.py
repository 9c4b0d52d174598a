"""The rows of a scorecard: the results of one arm in one game, or in all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import chain

from ariadne.evaluate.arms import Arm
from ariadne.evaluate.by_step import by_step
from ariadne.evaluate.card import Attempt, Graph, KindTokens, LateTokens, Row, Tokens
from ariadne.evaluate.episodes import Instance, Played
from ariadne.evaluate.quarters import quarters
from ariadne.evaluate.statistics import interval, known, mean, standard_deviation
from ariadne.events import Use
from ariadne.gather import gathered
from ariadne.history import PlayedStep

# The paper's protocol: five runs, of which the best three count (AriGraph, section 5).
RUNS, BEST = 5, 3
TROUBLES = ("repairs", "cut", "salvaged", "refused", "retries", "cached")
# People may play any number of times, so the best three plays of each game count (human evaluation, same section).
PEOPLE = "human"


def counts(episodes: Collection[Played]) -> dict[str, int]:
    """The fields of `Counts`."""
    why = Counter(episode.why for episode in episodes)
    return {
        "episodes": len(episodes),
        "finished": sum(episode.is_finished for episode in episodes),
        **{name: why[name] for name in ("failed", "unfinished", "stopped", "left")},
    }


def row(game: str | None, arm: Arm, episodes: Sequence[Played]) -> Row:
    """The row of an arm, from all of its episodes in the game, or in all games; at least one."""
    done = [episode for episode in episodes if episode.is_finished]
    summaries = [episode.summary for episode in done]
    # Raw scores of different games are not comparable.
    alike = summaries if game is not None else []
    clusters = by_instance(done)
    scores = scores_of(done)
    return Row(
        game=game,
        name=arm.name,
        agent=arm.agent,
        memory=arm.memory,
        model=arm.model,
        **counts(episodes),
        seeds=sorted({episode.summary.seed for episode in episodes}, key=lambda seed: -1 if seed is None else seed),
        instances=len(clusters),
        repeats=max(map(len, clusters.values()), default=0),
        mean=mean(scores),
        ci95=interval(map(scores_of, clusters.values())),
        sd=standard_deviation(scores),
        top3=_best_plays(episodes) if arm.agent == PEOPLE else _top3(by_instance(episodes)),
        score=mean([summary.score for summary in alike]),
        max_score=mean([summary.max_score for summary in alike]),
        wins=sum(summary.won for summary in summaries),
        success=success(done),
        success_ci95=interval([each.summary.won for each in cluster] for cluster in clusters.values()),
        attainable=_attainable(clusters),
        steps=mean([summary.steps for summary in summaries]),
        steps_or_limit=mean([episode.steps_or_limit for episode in done]),
        moves=mean([summary.moves for summary in summaries]),
        walkthrough_ratio=_walkthrough_ratio(done),
        model_calls=mean([summary.model_calls for summary in summaries]),
        invalid_actions=mean([summary.invalid_actions for summary in summaries]),
        circled=mean([summary.circled for summary in summaries]),
        tokens=Tokens.model_validate(_tokens(_total(done), done)) if done else None,
        late=_late(done),
        context=mean_context(done),
        kinds=[KindTokens.model_validate({"kind": kind, **_tokens(use, done)}) for kind, use in _by_kind(done).items()],
        **{name: sum(getattr(each, name) for each in episodes) for name in TROUBLES},
        texts_embedded=mean([count for episode in done if (count := episode.texts_embedded) is not None]),
        cost_usd=known([summary.cost_usd for summary in summaries], mean),
        cost_usd_total=known([episode.summary.cost_usd for episode in episodes], sum),
        seconds=mean([summary.seconds for summary in summaries]),
        seconds_total=sum(episode.summary.seconds for episode in episodes),
        run_time=mean([episode.run_time for episode in done]),
        graph=_graph(done),
        attempts=_attempts(done),
        quarters=quarters(done),
        by_step=by_step(done),
    )


def by_instance(episodes: Iterable[Played]) -> dict[Instance, list[Played]]:
    """Sort episodes by game and seed."""
    ordered = sorted(episodes, key=lambda episode: episode.instance.order)
    return gathered((episode.instance, episode) for episode in ordered)


def mean_score(episodes: Iterable[Played]) -> float | None:
    """The mean normalized score; None if no world has a score."""
    return mean(scores_of(episodes))


def success(episodes: Iterable[Played]) -> float | None:
    """The share that was won; None without episodes."""
    return mean([episode.summary.won for episode in episodes])


def mean_context(episodes: Iterable[Played]) -> float | None:
    """The mean in-trial context in tokens; None if it was not recorded."""
    return mean([context for episode in episodes if (context := episode.context) is not None])


def price_per_step(steps: Iterable[PlayedStep]) -> float | None:
    """The mean price of a step in tokens read; None without steps."""
    return mean([step.use.price for step in steps])


def all_steps(episodes: Iterable[Played], late: bool = False) -> list[PlayedStep]:
    """The steps of all episodes, or those of their last quarters."""
    return list(chain.from_iterable(episode.late if late else episode.steps for episode in episodes))


def scores_of(episodes: Iterable[Played]) -> list[float]:
    """The normalized scores of episodes that have one."""
    return [score for episode in episodes if (score := episode.normalized) is not None]


def _top3(clusters: Mapping[Instance, Sequence[Played]]) -> float | None:
    """The mean of the best three of five repeats; None unless every instance has five finished ones."""
    groups = [scores_of(each for each in episodes if each.is_finished) for episodes in clusters.values()]
    if any(len(scores) != RUNS for scores in groups):
        return None
    return _best(groups)


def _best_plays(episodes: Iterable[Played]) -> float | None:
    """The mean of the best three finished plays; None unless every game has three."""
    games = gathered((episode.summary.game, episode) for episode in episodes)
    groups = [scores_of(each for each in plays if each.is_finished) for plays in games.values()]
    if any(len(scores) < BEST for scores in groups):
        return None
    return _best(groups)


def _best(groups: Iterable[Sequence[float]]) -> float | None:
    return mean([sum(sorted(scores)[-BEST:]) / BEST for scores in groups])


def _attainable(clusters: Mapping[Instance, Sequence[Played]]) -> float | None:
    """The share of instances whose walkthrough fits into the step limit, of those with a known one."""
    known = [
        fits
        for cluster in clusters.values()
        if (fits := [each.is_attainable for each in cluster if each.is_attainable is not None])
    ]
    return mean([any(fits) for fits in known])


def _walkthrough_ratio(episodes: Iterable[Played]) -> float | None:
    return mean(
        [
            episode.summary.moves / episode.walkthrough_length
            for episode in episodes
            if episode.summary.won and episode.walkthrough_length
        ]
    )


def _total(episodes: Iterable[Played]) -> Use:
    return sum(chain.from_iterable(episode.kinds.values() for episode in episodes), Use())


def _by_kind(episodes: Sequence[Played]) -> dict[str, Use]:
    kinds = sorted({kind for episode in episodes for kind in episode.kinds})
    return {kind: sum((episode.kinds.get(kind, Use()) for episode in episodes), Use()) for kind in kinds}


def _tokens(use: Use, episodes: Sequence[Played]) -> dict[str, float | None]:
    """The fields of `Tokens`."""
    count, steps = len(episodes), sum(episode.summary.steps for episode in episodes)
    each = {
        "prompt": use.prompt_tokens,
        "computed": use.prompt_tokens - use.kept_tokens,
        "kept": use.kept_tokens,
        "completion": use.completion_tokens,
    }
    by_step = each | {"cached": use.cached_tokens, "price": use.price}
    return {
        "calls_per_episode": use.calls / count,
        **{f"{name}_per_step": value / steps if steps else None for name, value in by_step.items()},
        **{f"{name}_per_episode": value / count for name, value in each.items()},
        "cost_usd_per_episode": None if use.cost_usd is None else use.cost_usd / count,
    }


def _late(episodes: Sequence[Played]) -> LateTokens | None:
    steps = all_steps(episodes, late=True)
    if not steps:
        return None
    return LateTokens(
        prompt_per_step=mean([step.use.prompt_tokens for step in steps]),
        completion_per_step=mean([step.use.completion_tokens for step in steps]),
        price_per_step=price_per_step(steps),
    )


def _graph(episodes: Iterable[Played]) -> Graph | None:
    grown = [episode for episode in episodes if episode.steps and episode.steps[-1].vertices is not None]
    steps = all_steps(grown)
    if not steps:
        return None
    ends = [episode.steps[-1] for episode in grown]
    return Graph(
        vertices=sum(end.vertices or 0 for end in ends) / len(ends),
        edges=sum(end.edges or 0 for end in ends) / len(ends),
        added_per_step=sum(step.added for step in steps) / len(steps),
        removed_per_step=sum(step.removed for step in steps) / len(steps),
    )


def _attempts(episodes: Sequence[Played]) -> list[Attempt]:
    """By number of the attempt; empty if repeats are independent."""
    groups = gathered((episode.summary.repeat, episode) for episode in episodes if episode.attempts)
    return [
        Attempt(attempt=number, episodes=len(group), mean=mean_score(group)) for number, group in sorted(groups.items())
    ]
