"""The tables of `small_model.py`, from recorded games alone, as Markdown."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from statistics import mean

from recorded_games import Recording, Told

READING = frozenset({"learn", "extract", "replace", "entities"})
"""Questions that read an observation."""
Column = tuple[str, Callable[["Row"], str]]


class Row:
    """The results of some games. Replies of the rules, which may read for a model, do not count."""

    def __init__(self, games: Sequence[Recording]) -> None:
        self.games = games
        self.summaries = [game.head.summary for game in games]
        self.steps = max(sum(summary.steps for summary in self.summaries), 1)

    @cached_property
    def asked(self) -> list[Told]:
        """The questions to the model."""
        return [
            told for game in self.games for told in game.questions if told.kind not in game.head.config["model_for"]
        ]

    def tokens(self, kind: str) -> int:
        """The number of tokens of a kind."""
        return sum(told.usage[kind] for told in self.asked)

    @property
    def score(self) -> str:
        """The mean normalized score."""
        return f"{mean(summary.normalized_score or 0 for summary in self.summaries):.2f}"

    @property
    def won(self) -> str:
        """The number of won games."""
        return f"{sum(summary.won for summary in self.summaries)}/{len(self.games)}"

    @property
    def cached(self) -> str:
        """The cached share of the prompts."""
        return f"{self.tokens('cached_tokens') / max(self.tokens('prompt_tokens'), 1):.0%}"

    @property
    def longest(self) -> str:
        """Tokens of the longest reply about an observation."""
        return str(max((told.usage["completion_tokens"] for told in self.asked if told.kind in READING), default="-"))

    @property
    def repairs(self) -> str:
        """The number of repairs, and their share of the calls."""
        repairs = sum(told.repair for told in self.asked)
        return f"{repairs} ({repairs / max(len(self.asked), 1):.1%})"

    def a_step(self, total: float, digits: int = 0) -> str:
        """A total over all games as a mean per step."""
        return f"{total / self.steps:,.{digits}f}"


COLUMNS: Sequence[Column] = (
    ("score", lambda row: row.score),
    ("won", lambda row: row.won),
    ("steps", lambda row: f"{row.steps / len(row.games):.1f}"),
    ("calls", lambda row: f"{len(row.asked) / len(row.games):.1f}"),
    ("prompt tokens a step", lambda row: row.a_step(row.tokens("prompt_tokens"))),
    ("cached", lambda row: row.cached),
    ("computed a step", lambda row: row.a_step(row.tokens("prompt_tokens") - row.tokens("cached_tokens"))),
    ("reply tokens a step", lambda row: row.a_step(row.tokens("completion_tokens"))),
    ("longest `learn`", lambda row: row.longest),
    ("repairs", lambda row: row.repairs),
    ("invalid", lambda row: str(sum(summary.invalid_actions for summary in row.summaries))),
    ("salvaged", lambda row: str(sum(told.salvaged for told in row.asked))),
    ("seconds a step", lambda row: row.a_step(sum(told.seconds for told in row.asked), 1)),
)


def by_game(recordings: Sequence[Recording], order: Sequence[str] = ()) -> str:
    """A row for each game, memory and number of calls: the mean over seeds.

    Args:
        order: names in the preferred order; others follow.
    """
    keyed = [((game.head.game, game.head.memory, game.head.calls), game) for game in recordings]
    return _table(("game", "memory", "`--calls`"), keyed, order)


def by_calls(recordings: Sequence[Recording], order: Sequence[str] = ()) -> str:
    """A row for each number of calls and memory, over the games that this memory played with all of them."""
    calls = {game.head.calls for game in recordings}
    played = {game.head.place for game in recordings}
    shared = [
        game
        for game in recordings
        if all(game.head.model_copy(update={"calls": other}).place in played for other in calls)
    ]
    keyed = [((game.head.calls, game.head.memory), game) for game in shared]
    return _table(("`--calls`", "memory"), keyed, order)


def _table(names: Sequence[str], keyed: Iterable[tuple[tuple[str, ...], Recording]], order: Sequence[str]) -> str:
    groups: dict[tuple[str, ...], list[Recording]] = {}
    for key, game in keyed:
        groups.setdefault(key, []).append(game)
    return "\n".join(_lines(names, groups, {name: place for place, name in enumerate(order)})) + "\n"


def _lines(
    names: Sequence[str], groups: dict[tuple[str, ...], list[Recording]], places: dict[str, int]
) -> Iterator[str]:
    yield _cells([*names, *(name for name, _ in COLUMNS)])
    yield _cells(["---"] * len(names) + ["---:"] * len(COLUMNS))
    for key in sorted(groups, key=lambda key: [(places.get(part, len(places)), part) for part in key]):
        row = Row(groups[key])
        yield _cells([*key, *(told(row) for _, told in COLUMNS)])


def _cells(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"
