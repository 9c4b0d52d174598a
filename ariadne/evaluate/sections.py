"""A scorecard as tables of text: what each of them says, whatever they are drawn with."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from ariadne.evaluate.card import Figure, Row, Scorecard, Who

W = TypeVar("W", bound=Who)

Line = tuple[str, ...]

ALL_GAMES = "all games"
NOTHING = "–"


@dataclass(frozen=True)
class Group:
    """The lines of one game, or of all."""

    title: str
    lines: Sequence[Line]


@dataclass(frozen=True)
class Section:
    """One table.

    Attributes:
        columns: the first is who plays.
        words: the columns that hold words, and not numbers.
        remark: what the columns mean, in a sentence.
    """

    title: str
    columns: Line
    groups: Sequence[Group]
    remark: str = ""
    words: frozenset[int] = frozenset({0})


def headline(card: Scorecard) -> str:
    """What the scorecard is of, in a sentence."""
    games = {row.game for row in card.rows}
    ends = ((number, name) for name in ("failed", "unfinished", "stopped", "left") if (number := getattr(card, name)))
    rest = "".join(f", {number} {name}" for number, name in ends)
    versions = ", ".join(f"{name} {' and '.join(numbers)}" for name, numbers in card.versions.items())
    return f"{_counted(card.episodes, 'episode')} of {_counted(len(games), 'game')}, {card.finished} finished{rest}" + (
        f"; {versions}" if versions else ""
    )


def sections(card: Scorecard) -> Iterator[Section]:
    """The tables of a scorecard; one that would say nothing is left out."""
    rows = _by_game(card.rows, card.overall)
    name = _namer(card)
    for section in (
        _scores(rows, name),
        _effort(rows, name),
        _tokens(rows, name),
        _kinds(rows, name),
        _graphs(rows, name),
        _attempts(rows, name),
        _trouble(rows, name),
        _comparisons(card, name),
        _ratios(card, name),
        _published(card),
    ):
        if section.groups:
            yield section


Rows = Sequence[tuple[str, Sequence[Row]]]
Name = Callable[[Who], str]


def _scores(rows: Rows, name: Name) -> Section:
    return Section(
        "Scores",
        ("", "done", "mean", "95 %", "sd", "top 3", "won", "raw", "of"),
        _groups(
            rows,
            lambda row: (
                name(row),
                f"{row.finished}/{row.episodes}",
                score(row.mean),
                _interval(row.ci95),
                score(row.sd),
                score(row.top3, ""),
                str(row.wins),
                _short(row.score),
                _short(row.max_score),
            ),
        ),
        "Normalized scores of the episodes that were played to their end; top 3 is the mean of the best three of five "
        "repeats of each game instance, where there are five.",
    )


def _effort(rows: Rows, name: Name) -> Section:
    return Section(
        "Effort",
        ("", "steps", "moves", "× walk", "calls", "invalid", "cost", "seconds"),
        _groups(
            rows,
            lambda row: (
                name(row),
                _tenths(row.steps),
                _tenths(row.moves),
                score(row.walkthrough_ratio),
                _tenths(row.model_calls),
                _tenths(row.invalid_actions),
                _money(row.cost_usd),
                _tenths(row.seconds),
            ),
        ),
        "Means by episode; × walk is moves by the walkthrough's length where the game was won, cost is in US dollars.",
    )


def _tokens(rows: Rows, name: Name) -> Section:
    def line(row: Row) -> Line | None:
        if not (row.tokens and row.late and row.kinds):
            return None
        numbers = (
            row.tokens.prompt_per_step,
            row.tokens.completion_per_step,
            row.late.prompt_per_step,
            row.late.completion_per_step,
            row.tokens.prompt_per_episode,
            row.tokens.completion_per_episode,
        )
        return name(row), *map(count, numbers)

    return Section(
        "Tokens",
        ("", "in/step", "out/step", "late in", "late out", "in/episode", "out/episode"),
        _groups(rows, line),
        "Late is by step in the last quarter of each episode.",
    )


def _kinds(rows: Rows, name: Name) -> Section:
    return Section(
        "Tokens by kind of question",
        ("", "question", "calls", "in/step", "out/step", "in/episode", "out/episode"),
        [
            Group(
                title,
                [
                    (
                        name(row) if place == 0 else "",
                        kind.kind,
                        _tenths(kind.calls_per_episode),
                        count(kind.prompt_per_step),
                        count(kind.completion_per_step),
                        count(kind.prompt_per_episode),
                        count(kind.completion_per_episode),
                    )
                    for row in group
                    for place, kind in enumerate(row.kinds)
                ],
            )
            for title, group in rows
            if any(row.kinds for row in group)
        ],
        "Repairs count with the question that they repair.",
        frozenset({0, 1}),
    )


def _graphs(rows: Rows, name: Name) -> Section:
    return Section(
        "Graphs",
        ("", "vertices", "edges", "added/step", "removed/step"),
        _groups(
            rows,
            lambda row: (
                (
                    name(row),
                    _tenths(row.graph.vertices),
                    _tenths(row.graph.edges),
                    score(row.graph.added_per_step),
                    score(row.graph.removed_per_step),
                )
                if row.graph
                else None
            ),
        ),
        "Vertices and edges at the end of an episode.",
    )


def _attempts(rows: Rows, name: Name) -> Section:
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


def _trouble(rows: Rows, name: Name) -> Section:
    def line(row: Row) -> Line | None:
        numbers = (row.failed, row.unfinished, row.stopped, row.left, row.repairs, row.retries, row.cached)
        return (name(row), *map(str, numbers)) if any(numbers) else None

    return Section(
        "What went wrong, and what was cached",
        ("", "failed", "unfinished", "stopped", "left", "repairs", "retries", "cached"),
        _groups(rows, line),
        "Numbers of episodes, then of calls, over all episodes.",
    )


def _comparisons(card: Scorecard, name: Name) -> Section:
    return Section(
        f"Compared with {card.baseline}",
        ("", "pairs", "diff", "95 %", "p", "Holm", "effect", "+/=/-"),
        _groups(
            _by_game(card.comparisons),
            lambda each: (
                name(each),
                str(each.pairs),
                signed(each.difference),
                _interval(each.ci95, signed),
                probability(each.p),
                probability(each.p_holm),
                signed(each.effect),
                f"{each.better}/{each.equal}/{each.worse}",
            ),
        ),
        "Differences of normalized scores on the game instances that both finished; p is of the Wilcoxon signed-rank "
        f"test, Holm the same corrected for all {len(card.comparisons)} comparisons, effect the rank-biserial "
        "correlation.",
    )


def _ratios(card: Scorecard, name: Name) -> Section:
    return Section(
        f"Tokens per step, as a multiple of those of {card.baseline}",
        ("", "all steps", "last quarter"),
        _groups(
            _by_game(card.comparisons),
            lambda each: (
                (name(each), score(each.tokens_ratio), score(each.late_tokens_ratio))
                if each.tokens_ratio is not None
                else None
            ),
        ),
        "On the game instances that both finished.",
    )


def _published(card: Scorecard) -> Section:
    games = sorted({figure.game for figure in card.published}, key=lambda game: (game is None, game or ""))
    sources = list(dict.fromkeys(figure.source for figure in card.published))
    return Section(
        "Published figures, for reference: not measured here",
        ("", "published", "ours", "our top 3", "what was published"),
        [
            Group(
                game or ALL_GAMES,
                [
                    line
                    for figure in card.published
                    if figure.game == game
                    for line in _beside(figure, f"({sources.index(figure.source) + 1})", card)
                ],
            )
            for game in games
        ],
        " ".join(f"({number}) {source}." for number, source in enumerate(sources, 1)),
        frozenset({0, 4}),
    )


def _beside(figure: Figure, source: str, card: Scorecard) -> Iterator[Line]:
    """A published figure beside each row of the same name."""
    is_score = figure.measure == "normalized score"
    steps = f"{figure.max_steps} steps" if figure.max_steps else None
    what = ", ".join(filter(None, (figure.measure, figure.statistic, figure.model, steps)))
    value = score(figure.value, "") if is_score else count(figure.value, "")
    rows = [row for row in (*card.rows, *card.overall) if (row.game, row.name) == (figure.game, figure.name)]
    for row in rows:
        name = f"{figure.name} · {row.model}" if len(rows) > 1 else figure.name
        yield name, value, *_ours(figure, row), f"{what} {source}"
    if not rows:
        yield figure.name, value, "", "", f"{what} {source}"


def _ours(figure: Figure, row: Row) -> tuple[str, str]:
    """Our own mean, and our best three of five, of what was published."""
    if figure.measure == "normalized score":
        return score(row.mean), score(row.top3, "")
    if row.tokens is None:
        return NOTHING, ""
    is_prompt = figure.measure == "prompt tokens per step"
    return count(row.tokens.prompt_per_step if is_prompt else row.tokens.completion_per_step), ""


def _by_game(rows: Sequence[W], overall: Sequence[W] = ()) -> list[tuple[str, list[W]]]:
    """Lines by game, then those of all games where there is more than one game."""
    games = list(dict.fromkeys(row.game for row in rows))
    groups = [(game or ALL_GAMES, [row for row in rows if row.game == game]) for game in games]
    return [*groups, (ALL_GAMES, list(overall))] if len(games) > 1 and overall else groups


def _groups(rows: Iterable[tuple[str, Sequence[W]]], line: Callable[[W], Line | None]) -> list[Group]:
    groups = (Group(title, [cells for row in group if (cells := line(row))]) for title, group in rows)
    return [group for group in groups if group.lines]


def _namer(card: Scorecard) -> Name:
    """Names tell the model where there are several."""
    if len({row.model for row in card.rows if row.model}) < 2:
        return lambda who: who.name
    return lambda who: f"{who.name} · {who.model}" if who.model else who.name


def _counted(number: int, thing: str) -> str:
    return f"{number} {thing}{'' if number == 1 else 's'}"


def score(value: float | None, nothing: str = NOTHING) -> str:
    """A number with two places."""
    return nothing if value is None else f"{value:.2f}"


def signed(value: float | None) -> str:
    """The same with its sign; one that is 0 when rounded has none."""
    if value is None:
        return NOTHING
    return f"{value:+.2f}" if round(value, 2) else "0.00"


def probability(value: float | None) -> str:
    """A p value."""
    if value is None:
        return NOTHING
    return f"{value:.3f}" if value >= 0.001 else "<0.001"


def count(value: float | None, nothing: str = NOTHING) -> str:
    """A mean of large counts: 12,346."""
    return nothing if value is None else f"{value:,.0f}"


def _interval(bounds: tuple[float, float] | None, form: Callable[[float], str] = score) -> str:
    return NOTHING if bounds is None else f"{form(bounds[0])} {form(bounds[1])}"


def _tenths(value: float | None) -> str:
    return NOTHING if value is None else f"{value:,.1f}"


def _short(value: float | None) -> str:
    return NOTHING if value is None else f"{round(value, 1):g}"


def _money(usd: float | None) -> str:
    if usd is None:
        return "unknown"
    return f"{usd:.2f}" if usd >= 1 or usd == 0 else f"{usd:.4f}"
