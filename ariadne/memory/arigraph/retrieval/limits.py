"""The best results of several scopes, and within a token budget."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from ariadne.memory.arigraph.core.episodes import EpisodeNode
from ariadne.memory.arigraph.core.results import Found, fact_line, text_line
from ariadne.models.prices import estimated_tokens
from ariadne.triplet import Edge

T = TypeVar("T")
Scored = Sequence[tuple[T, float]]

HEADINGS = estimated_tokens("Facts:\n\nNo longer so:\n\nTexts:\n")
"""Tokens of the headings of a prompt."""


def found_of(facts: Scored[Edge], nodes: Scored[EpisodeNode], ended: Scored[Edge] = ()) -> Found:
    """Facts and episodes with their scores."""
    (edges, fact_scores), (episodes, episode_scores) = _columns(facts), _columns(nodes)
    return Found(edges, episodes, fact_scores, episode_scores, ended=_columns(ended)[0])


def _columns(scored: Scored[T]) -> tuple[tuple[T, ...], tuple[float, ...]]:
    """The items, and their scores."""
    items, scores = zip(*scored, strict=True) if scored else ((), ())
    return items, scores


def merged(found: Mapping[str, Found], episodes: int, top_k: int | None, budget: int | None) -> Found:
    """Merge the results of several scopes, the best first."""
    facts = by_score([pair for each in found.values() for pair in zip(each.edges, each.fact_scores, strict=True)])
    facts = [*{edge.triplet: (edge, score) for edge, score in reversed(facts)}.values()][::-1][:top_k]
    nodes = by_score(
        [
            ((node, scope), score)
            for scope, each in found.items()
            for node, score in zip(each.episodes, each.episode_scores, strict=True)
        ]
    )[:episodes]
    every = replace(
        found_of(facts, [(node, score) for (node, _), score in nodes]),
        fact_scopes=tuple(
            tuple(scope for scope, each in found.items() if edge.triplet in each.facts) for edge, _ in facts
        ),
        episode_scopes=tuple(scope for (_, scope), _ in nodes),
        ended=tuple(dict.fromkeys(edge for each in found.values() for edge in each.ended)),
    )
    return within(every, budget)


def within(found: Found, budget: int | None) -> Found:
    """The results of the highest scores that fit a prompt of `budget` tokens, then ended facts.

    A result that is too long for the rest of the budget is skipped; shorter ones may follow.
    """
    if budget is None:
        return found
    left = float(budget - HEADINGS)

    def fits(line: str) -> bool:
        nonlocal left
        cost = estimated_tokens(line) + 1
        if cost > left:
            return False
        left -= cost
        return True

    facts = [(score, 0, at) for at, score in enumerate(found.fact_scores)]
    nodes = [(score, 1, at) for at, score in enumerate(found.episode_scores)]
    kept: tuple[list[int], list[int]] = ([], [])
    for _, kind, at in sorted([*facts, *nodes], key=lambda item: (-item[0], item[1], item[2])):
        if fits(text_line(found.episodes[at]) if kind else fact_line(found.edges[at])):
            kept[kind].append(at)
    own, told = sorted(kept[0]), sorted(kept[1])
    return replace(
        found,
        edges=_some(found.edges, own),
        episodes=_some(found.episodes, told),
        fact_scores=_some(found.fact_scores, own),
        episode_scores=_some(found.episode_scores, told),
        fact_scopes=_some(found.fact_scopes, own),
        episode_scopes=_some(found.episode_scopes, told),
        ended=tuple(edge for edge in found.ended if fits(fact_line(edge))),
    )


def _some(every: Sequence[T], places: Sequence[int]) -> tuple[T, ...]:
    """The items at some places; none if there are no items."""
    return tuple(every[place] for place in places) if every else ()


def by_score(scored: Sequence[tuple[T, float]]) -> list[tuple[T, float]]:
    """Sort by score, the highest first; equals keep their order."""
    return sorted(scored, key=lambda pair: -pair[1])
