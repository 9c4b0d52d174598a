"""Each arm against the baseline, paired by game instance."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Any, TypeVar

from ariadne.evaluate.arms import Arm
from ariadne.evaluate.card import Comparison, Paired
from ariadne.evaluate.episodes import Instance, Played
from ariadne.evaluate.rows import all_steps, by_instance, mean_context, mean_score, price_per_step, success
from ariadne.evaluate.statistics import holm, mean, paired, pairs_needed
from ariadne.gather import gathered

C = TypeVar("C", bound=Paired)
H = TypeVar("H", bound=Hashable)
Finished = Mapping[Arm, Sequence[Played]]
Side = Mapping[Instance, Sequence[Played]]


def compare(finished: Finished, games: Iterable[str], pairs: Iterable[tuple[Arm, Arm]]) -> list[Comparison]:
    """All comparisons by game and, if there are several games, over all of them, with Holm's correction."""
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
    """The comparisons with Holm's correction over all of them, and the pairs that each would need."""
    tests = sum(each.p is not None for each in found)
    return [
        each.model_copy(update={"p_holm": p, "needed": pairs_needed(each.sd, tests)})
        for each, p in zip(found, holm([each.p for each in found]), strict=True)
    ]


def beside(ours: Mapping[H, float], theirs: Mapping[H, float], unpaired: int | None = None) -> dict[str, Any]:
    """The fields of `Paired` before Holm's correction; empty if no item has both values.

    Args:
        unpaired: the number of items that only one finished; by default those with only one value.
    """
    common = [item for item in ours if item in theirs]
    if not common:
        return {}
    numbers = asdict(paired([ours[item] - theirs[item] for item in common]))
    return {
        **{name: value for name, value in numbers.items() if name not in ("w", "effect")},
        "unpaired": len(ours.keys() ^ theirs.keys()) if unpaired is None else unpaired,
        "mean": mean([ours[item] for item in common]),
        "baseline_mean": mean([theirs[item] for item in common]),
        "p_holm": None,
        "needed": None,
    }


def _compare(game: str | None, first: Arm, second: Arm, ours: Side, theirs: Side) -> Comparison | None:
    """None if they have no instance in common, or if `game` is None and there is one game only."""
    common = [instance for instance in ours if instance in theirs]
    if not common or (game is None and len({instance.game for instance in common}) == 1):
        return None
    scores, steps = _measured(ours, theirs, mean_score), _measured(ours, theirs, _steps_or_limit)
    result, in_steps = paired(_differences(scores)), paired(_differences(steps))
    own, other = ({key: mean_score(played) or 0.0 for key, played in side.items()} for side in (ours, theirs))
    return Comparison(
        game=game,
        name=first.name,
        agent=first.agent,
        memory=first.memory,
        model=first.model,
        baseline=second.name,
        baseline_model=second.model,
        **beside(own, other),
        w=result.w,
        effect=result.effect,
        success_difference=mean(_differences(_measured(ours, theirs, success))),
        steps_difference=in_steps.difference,
        steps_w=in_steps.w,
        steps_p=in_steps.p,
        price_ratio=_price_ratio(ours, theirs, common, late=False),
        late_price_ratio=_price_ratio(ours, theirs, common, late=True),
        context_ratio=_ratio(_measured(ours, theirs, mean_context)),
        run_time_ratio=_ratio(_measured(ours, theirs, _run_time)),
    )


def _measured(
    ours: Side, theirs: Side, measure: Callable[[Sequence[Played]], float | None]
) -> list[tuple[float, float]]:
    """Our value and theirs for each common instance with both; an instance counts once, however often it was played."""
    pairs = [(measure(ours[instance]), measure(theirs[instance])) for instance in ours if instance in theirs]
    return [(own, other) for own, other in pairs if own is not None and other is not None]


def _differences(pairs: Iterable[tuple[float, float]]) -> list[float]:
    return [own - other for own, other in pairs]


def _ratio(pairs: Sequence[tuple[float, float]]) -> float | None:
    """Our mean / theirs; None without values, or if theirs is 0."""
    own, other = mean([pair[0] for pair in pairs]), mean([pair[1] for pair in pairs])
    return own / other if own is not None and other else None


def _by_game(episodes: Iterable[Played]) -> Mapping[str | None, Side]:
    """Episodes with a score by game, then by instance; those of all games are under None."""
    scored = [episode for episode in episodes if episode.normalized is not None]
    games = gathered((episode.summary.game, episode) for episode in scored)
    return {None: by_instance(scored), **{game: by_instance(some) for game, some in games.items()}}


def _steps_or_limit(episodes: Sequence[Played]) -> float | None:
    return mean([episode.steps_or_limit for episode in episodes])


def _run_time(episodes: Sequence[Played]) -> float | None:
    return mean([episode.run_time for episode in episodes])


def _price_ratio(ours: Side, theirs: Side, common: Iterable[Instance], late: bool) -> float | None:
    """The price of a step / the baseline's; None if either asked nothing."""
    own, other = (
        price_per_step(all_steps((episode for instance in common for episode in side[instance]), late))
        for side in (ours, theirs)
    )
    return own / other if own and other else None
