"""Every agent against the baseline, paired by game instance."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ariadne.evaluate.card import Comparison
from ariadne.evaluate.contenders import Contender
from ariadne.evaluate.episodes import Instance, Played
from ariadne.evaluate.rows import all_steps, by_instance, mean_score, tokens_per_step
from ariadne.evaluate.statistics import holm, mean, paired

Finished = Mapping[Contender, Sequence[Played]]


def compare(finished: Finished, games: Iterable[str], pairs: Iterable[tuple[Contender, Contender]]) -> list[Comparison]:
    """All comparisons by game, and over all games where that says more; Holm's correction is over all of them.

    Args:
        finished: the finished episodes of each contender.
    """
    pairs = list(pairs)
    found = [
        comparison
        for game in (*games, None)
        for first, second in pairs
        if (comparison := _compare(game, first, second, finished))
    ]
    corrected = holm([comparison.p for comparison in found])
    return [comparison.model_copy(update={"p_holm": p}) for comparison, p in zip(found, corrected, strict=True)]


def _compare(game: str | None, first: Contender, second: Contender, finished: Finished) -> Comparison | None:
    """None where they have no instance in common, or where one game is all of them."""
    ours, theirs = (_scored(finished[who], game) for who in (first, second))
    common = [instance for instance in ours if instance in theirs]
    if not common or (game is None and len({instance.game for instance in common}) == 1):
        return None
    means = [[mean_score(side[instance]) or 0.0 for instance in common] for side in (ours, theirs)]
    result = paired([own - other for own, other in zip(*means, strict=True)])
    return Comparison(
        game=game,
        name=first.name,
        agent=first.agent,
        memory=first.memory,
        model=first.model,
        baseline=second.name,
        baseline_model=second.model,
        pairs=result.pairs,
        unpaired=len(ours.keys() ^ theirs.keys()),
        mean=mean(means[0]),
        baseline_mean=mean(means[1]),
        difference=result.difference,
        ci95=result.ci95,
        p=result.p,
        p_holm=None,
        effect=result.effect,
        better=result.better,
        equal=result.equal,
        worse=result.worse,
        tokens_ratio=_tokens_ratio(ours, theirs, common, late=False),
        late_tokens_ratio=_tokens_ratio(ours, theirs, common, late=True),
    )


Episodes = Mapping[Instance, Sequence[Played]]


def _scored(episodes: Iterable[Played], game: str | None) -> Episodes:
    """Episodes with a score by instance, of one game or of all."""
    return by_instance(
        episode for episode in episodes if episode.normalized is not None and game in (None, episode.instance.game)
    )


def _tokens_ratio(ours: Episodes, theirs: Episodes, common: Iterable[Instance], late: bool) -> float | None:
    """Tokens per step as a multiple of the baseline's; None where either asked nothing."""
    own, other = (
        tokens_per_step(all_steps((episode for instance in common for episode in side[instance]), late))
        for side in (ours, theirs)
    )
    return own / other if own and other else None
