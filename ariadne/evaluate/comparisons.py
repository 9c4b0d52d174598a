"""Every agent against the baseline, paired by game instance."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from ariadne.evaluate.card import Comparison, Paired
from ariadne.evaluate.contenders import Contender
from ariadne.evaluate.episodes import Instance, Played
from ariadne.evaluate.rows import all_steps, by_instance, mean_context, mean_score, price_per_step, success
from ariadne.evaluate.statistics import holm, mean, paired, pairs_needed
from ariadne.gather import gathered

C = TypeVar("C", bound=Paired)
Finished = Mapping[Contender, Sequence[Played]]
Instances = Mapping[Instance, Sequence[Played]]


def compare(finished: Finished, games: Iterable[str], pairs: Iterable[tuple[Contender, Contender]]) -> list[Comparison]:
    """All comparisons by game, and over all games where that says more; Holm's correction is over all of them.

    Args:
        finished: the finished episodes of each contender.
    """
    pairs = list(pairs)
    scored = {who: _by_game(episodes) for who, episodes in finished.items()}
    found = [
        comparison
        for game in (*games, None)
        for first, second in pairs
        if (comparison := _compare(game, first, second, scored[first].get(game, {}), scored[second].get(game, {})))
    ]
    return corrected(found)


def corrected(found: Sequence[C]) -> list[C]:
    """The comparisons with Holm's correction over all of them, and with how many pairs each would need."""
    tests = sum(each.p is not None for each in found)
    return [
        each.model_copy(update={"p_holm": p, "needed": pairs_needed(each.sd, tests)})
        for each, p in zip(found, holm([each.p for each in found]), strict=True)
    ]


def beside(ours: Sequence[float], theirs: Sequence[float], unpaired: int) -> dict[str, Any]:
    """The fields of `Paired` but for whose they are, before Holm's correction.

    Args:
        ours, theirs: values of what both finished, in the same order; there are some.
        unpaired: how many only one of them finished.
    """
    result = paired([own - other for own, other in zip(ours, theirs, strict=True)])
    return {
        "pairs": result.pairs,
        "unpaired": unpaired,
        "mean": mean(ours),
        "baseline_mean": mean(theirs),
        "difference": result.difference,
        "ci95": result.ci95,
        "sd": result.sd,
        "p": result.p,
        "p_holm": None,
        "needed": None,
        "better": result.better,
        "equal": result.equal,
        "worse": result.worse,
    }


def _compare(
    game: str | None, first: Contender, second: Contender, ours: Instances, theirs: Instances
) -> Comparison | None:
    """Compare two on a game, or on all games; None if they share no instance, or if all of them are of one game."""
    common = [instance for instance in ours if instance in theirs]
    if not common or (game is None and len({instance.game for instance in common}) == 1):
        return None
    sides = Sides([ours[instance] for instance in common], [theirs[instance] for instance in common])
    scores, steps = sides.values(mean_score), sides.values(_steps_or_limit)
    result, in_steps = paired(scores.differences), paired(steps.differences)
    return Comparison(
        game=game,
        name=first.name,
        agent=first.agent,
        memory=first.memory,
        model=first.model,
        baseline=second.name,
        baseline_model=second.model,
        **beside(scores.ours, scores.theirs, len(ours.keys() ^ theirs.keys())),
        w=result.w,
        effect=result.effect,
        success_difference=mean(sides.values(success).differences),
        steps_difference=in_steps.difference,
        steps_w=in_steps.w,
        steps_p=in_steps.p,
        price_ratio=_price_ratio(sides, late=False),
        late_price_ratio=_price_ratio(sides, late=True),
        context_ratio=sides.values(mean_context).ratio,
        run_time_ratio=sides.values(_run_time).ratio,
    )


Clusters = Sequence[Sequence[Played]]


@dataclass(frozen=True)
class Values:
    """A value for each instance, ours and theirs, where both are known."""

    ours: Sequence[float]
    theirs: Sequence[float]

    @property
    def differences(self) -> list[float]:
        """Ours minus theirs."""
        return [own - other for own, other in zip(self.ours, self.theirs, strict=True)]

    @property
    def ratio(self) -> float | None:
        """Our mean by theirs; None without values, or where theirs is 0."""
        own, other = mean(self.ours), mean(self.theirs)
        return own / other if own is not None and other else None


@dataclass(frozen=True)
class Sides:
    """The episodes of both, by the instances that both finished."""

    ours: Clusters
    theirs: Clusters

    def values(self, measure: Callable[[Sequence[Played]], float | None]) -> Values:
        """What they measure, instance by instance: each counts once, however often it was played."""
        pairs = [(measure(own), measure(other)) for own, other in zip(self.ours, self.theirs, strict=True)]
        known = [(own, other) for own, other in pairs if own is not None and other is not None]
        return Values([own for own, _ in known], [other for _, other in known])


def _by_game(episodes: Iterable[Played]) -> Mapping[str | None, Instances]:
    """Episodes with a score by game, then by instance; those of all games are under None."""
    scored = [episode for episode in episodes if episode.normalized is not None]
    games = gathered((episode.summary.game, episode) for episode in scored)
    return {None: by_instance(scored), **{game: by_instance(some) for game, some in games.items()}}


def _steps_or_limit(episodes: Sequence[Played]) -> float | None:
    return mean([episode.steps_or_limit for episode in episodes])


def _run_time(episodes: Sequence[Played]) -> float | None:
    return mean([episode.run_time for episode in episodes])


def _price_ratio(sides: Sides, late: bool) -> float | None:
    """What a step costs as a multiple of the baseline's; None where either asked nothing."""
    own, other = (
        price_per_step(all_steps((episode for cluster in clusters for episode in cluster), late))
        for clusters in (sides.ours, sides.theirs)
    )
    return own / other if own and other else None
