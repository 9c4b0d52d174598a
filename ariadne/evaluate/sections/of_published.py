"""The table of published figures, beside what was measured here."""

from __future__ import annotations

from collections.abc import Iterator

from ariadne.evaluate.card import Figure, Row, Scorecard
from ariadne.evaluate.sections.cells import NOTHING, count, score
from ariadne.evaluate.sections.section import ALL_GAMES, Group, Line, Section


def published(card: Scorecard) -> Section:
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
