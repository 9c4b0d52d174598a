"""Which episodes are of the same game: those whose games are the same, whatever they are called."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path

from ariadne.evaluate.episodes import Played
from ariadne.gather import gathered

DIGITS = 6
"""Of a digest, where nothing else tells two games apart."""


@dataclass(frozen=True)
class _Kind:
    """What games of one name may differ in: what they are made from, and what came of it where that differs, too."""

    origin: str
    digest: str = ""


def told_apart(episodes: Iterable[Played]) -> list[Played]:
    """Episodes with names of games that tell different ones apart: `kitchen (a/kitchen.yaml)`.

    Those of versions that kept no digest are known by name alone.
    """
    found: list[Played] = []
    for name, alike in gathered((each.summary.game, each) for each in episodes).items():
        kinds = _kinds(alike)
        names = _names(name, _sources(alike, kinds))
        found += [
            replace(each, summary=replace(each.summary, game=names[kind])) if kind in names else each
            for each, kind in zip(alike, kinds, strict=True)
        ]
    return found


def _kinds(episodes: Sequence[Played]) -> list[_Kind | None]:
    """What each game is; None where nobody told."""
    made = gathered(((each.origin, each.summary.seed), each.summary.digest) for each in episodes if each.summary.digest)
    return [
        _Kind(each.origin, each.summary.digest if len({*made[each.origin, each.summary.seed]}) > 1 else "")
        if each.summary.digest
        else None
        for each in episodes
    ]


def _sources(episodes: Sequence[Played], kinds: Sequence[_Kind | None]) -> dict[_Kind, str]:
    """The file that games of each kind were first named by."""
    pairs = zip(kinds, episodes, strict=True)
    return {kind: alike[0].source for kind, alike in gathered(pairs).items() if kind}


def _names(name: str, sources: Mapping[_Kind, str]) -> dict[_Kind | None, str]:
    """What games of one name are called where there are several kinds of them."""
    if len(sources) < 2:
        return {}
    ends = _ends({*sources.values()} - {""})
    alone = gathered((source, kind) for kind, source in sources.items())
    return {
        kind: _name(name, ends.get(source, ""), kind if len(alone[source]) > 1 else None)
        for kind, source in sources.items()
    }


def _name(name: str, end: str, kind: _Kind | None) -> str:
    """A name with the end of its path, and the digest where several have that."""
    parts = [end] * bool(end) + ([(kind.digest or kind.origin)[:DIGITS]] if kind else [])
    return f"{name} ({', '.join(parts)})" if parts else name


def _ends(paths: Iterable[str]) -> dict[str, str]:
    """As much of the end of each path as tells it from the others."""
    parts = {path: Path(path).parts for path in paths}
    for length in count(1):
        ends = {path: "/".join(own[-length:]).replace("//", "/") for path, own in parts.items()}
        if len({*ends.values()}) == len(ends):
            return ends
    return {}
