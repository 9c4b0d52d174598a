"""Figures for papers, as SVG and PNG: one or two panels at column width, in colour-blind safe colours."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ariadne.errors import MissingPackage, UserError
from ariadne.evaluate.card import AtStep, Scorecard
from ariadne.evaluate.overtaking import WINDOW, smoothed
from ariadne.evaluate.scorecard import build
from ariadne.evaluate.sections.section import namer
from ariadne.files import MADE_BY, write
from ariadne.report.cards import kind_of
from ariadne.report.layout import short
from ariadne.runs.run import file_name

WIDTH, HEIGHT = 3.4, 2.5
"""The size of a panel, in inches."""
DPI = 200
LONGEST_NAME, LONGEST_TITLE = 32, 40
LETTER = 0.054
"""The width of a character in the legend, in inches."""
SMOOTHED = 5
"""Steps over which the update rate is averaged."""

# Okabe and Ito's palette, without its yellow, which is too light for a line on white.
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
# Lines on top have gaps, so that a line beneath them stays visible.
DASHES: Sequence[Any] = ("-", (0, (4, 2)), (0, (1, 1.2)), (0, (5, 1.5, 1, 1.5)))

# Typed `Any`: matplotlib's type is a literal of all its parameter names.
_STYLE: Any = {
    "font.size": 8,
    "font.family": "DejaVu Sans",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.linewidth": 0.6,
    "grid.linewidth": 0.4,
    "grid.color": "#d0d5dd",
    "lines.linewidth": 1.4,
    "legend.fontsize": 7,
    "legend.frameon": False,
    "svg.fonttype": "path",
    "svg.hashsalt": "ariadne",
}


@dataclass(frozen=True)
class Panel:
    """One diagram of a figure.

    Attributes:
        series: the name of the field of `AtStep` that it shows.
        is_share: whether its values are from 0 to 1.
    """

    series: str
    label: str
    is_share: bool = False
    smoothed: int = 1


FIGURES: Mapping[str, Sequence[Panel]] = {
    "score": (Panel("progress", "normalized score", is_share=True),),
    "executability": (Panel("executability", "valid actions", is_share=True, smoothed=SMOOTHED),),
    "graph": (
        Panel("edges", "triplets in the graph"),
        Panel("updates", "changes per step", smoothed=SMOOTHED),
    ),
    "price": (Panel("price", "price of a step, tokens", smoothed=WINDOW),),
}


def figures(runs: Sequence[Path], folder: Path, force: bool = False) -> list[Path]:
    """Write all figures that the runs have numbers for: one per game, and one for all games if there are several.

    Args:
        force: replace existing files of another kind; see `files.replaced`.

    Raises:
        UserError: a folder is not a run, no episode has finished, or the files cannot be written.
        MissingPackage: matplotlib is not installed.
    """
    _check_matplotlib()
    if (kind := kind_of(runs)) != "games":
        raise UserError(f"figures show games step by step, and these are runs of {kind}")
    card = build(runs)
    if not card.total("finished"):
        raise UserError("no episode has finished yet, and figures show finished episodes only")
    looks = {name: number for number, name in enumerate(lines_of(card, None))}
    games = [*card.judged_by]
    sets = {game: lines_of(card, game) for game in (*([None] if len(games) > 1 else []), *games)}
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(f"cannot make {folder}: {error.strerror or error}") from error
    made: list[Path] = []
    for game, found in sets.items():
        for name, content in _of_game(game, found, looks, games):
            write(folder / name, content, force=force)
            made.append(folder / name)
    return made


def lines_of(card: Scorecard, game: str | None) -> dict[str, Sequence[AtStep]]:
    """Return the data of each arm with a finished episode, in one game or in all."""
    name = namer(card.rows)
    return {name(row): row.by_step for row in (*card.rows, *card.overall) if row.unit == game and row.by_step}


def _of_game(
    game: str | None,
    found: Mapping[str, Sequence[AtStep]],
    looks: Mapping[str, int],
    games: Sequence[str],
) -> Iterator[tuple[str, bytes]]:
    """The names and contents of a game's files."""
    for name, panels in FIGURES.items():
        shown = {who: steps for who, steps in found.items() if any(_has_values(steps, panel) for panel in panels)}
        if shown:
            figure = draw(game or "all games", panels, shown, looks)
            for form in ("svg", "png"):
                yield f"{name}-{_unique(game, games)}.{form}", _drawn(figure, form)


def draw(title: str, panels: Sequence[Panel], found: Mapping[str, Sequence[AtStep]], looks: Mapping[str, int]) -> Any:
    """Draw one figure, its panels stacked.

    Args:
        looks: each name's number of colour and dashes, the same in all figures.
    """
    import matplotlib as mpl
    from matplotlib.figure import Figure

    names = [short(who, LONGEST_NAME) for who in found]
    columns = min(3, len(names), max(1, int(WIDTH / (0.4 + LETTER * max(map(len, names))))))
    rows = -(-len(names) // columns)
    with mpl.rc_context(_STYLE):
        figure = Figure(figsize=(WIDTH, HEIGHT * (0.3 + 0.7 * len(panels)) + 0.16 * rows), layout="constrained")
        axes = figure.subplots(len(panels), 1, squeeze=False, sharex=True)[:, 0]
        for place, panel in zip(axes, panels, strict=True):
            for who, steps in found.items():
                _plot(place, panel, who, steps, looks[who])
            mean_of = f"\n(mean of {panel.smoothed} steps)" if panel.smoothed > 1 else ""
            place.set_ylabel(f"{panel.label}{mean_of}")
            place.set_ylim(*((-0.03, 1.03) if panel.is_share else (0, None)))
            place.set_xlim(left=1)
            place.xaxis.get_major_locator().set_params(integer=True)
        figure.align_ylabels()
        axes[-1].set_xlabel("step")
        axes[0].set_title(short(title, LONGEST_TITLE), loc="left", fontsize=8).set_parse_math(False)
        lines = axes[0].get_lines()
        legend = figure.legend(
            handles=lines, loc="outside lower center", ncols=columns, handlelength=2.2, columnspacing=1
        )
        for text in legend.get_texts():
            text.set_parse_math(False)
    return figure


def _plot(axes: Any, panel: Panel, who: str, found: Sequence[AtStep], look: int) -> None:
    values = smoothed([getattr(each, panel.series) for each in found], panel.smoothed)
    steps = range(1, len(values) + 1)
    numbers = [float("nan") if value is None else value for value in values]
    colour = COLOURS[look % len(COLOURS)]
    (line,) = axes.plot(steps, numbers, color=colour, linestyle=DASHES[look % len(DASHES)])
    # A dot where the last episode ended; not a line, so that the legend has one entry.
    axes.scatter(steps[-1:], numbers[-1:], s=9, color=colour, clip_on=False, zorder=3)
    # A label that begins with an underscore would hide the line from the legend.
    line.set_label(short(who, LONGEST_NAME).lstrip("_") or "?")


def _has_values(found: Sequence[AtStep], panel: Panel) -> bool:
    return any(getattr(each, panel.series) is not None for each in found)


def _unique(game: str | None, games: Sequence[str]) -> str:
    """The part of a file's name for a game, unique among the games."""
    if game is None:
        return "all-games"
    alike = [other for other in games if file_name(other).lower() == file_name(game).lower()]
    return file_name(game) if len(alike) == 1 else f"{file_name(game)}-{alike.index(game) + 1}"


def _drawn(figure: Any, form: str) -> bytes:
    import warnings

    import matplotlib as mpl

    content = io.BytesIO()
    # Without a date, the same runs make the same files.
    about = {"Date": None, "Creator": MADE_BY} if form == "svg" else {"Software": None, "Comment": MADE_BY}
    with mpl.rc_context(_STYLE), warnings.catch_warnings():
        # A character that the font lacks is drawn as an empty box.
        warnings.filterwarnings("ignore", "Glyph .* missing")
        figure.savefig(content, format=form, dpi=DPI, metadata=about)
    return content.getvalue()


def _check_matplotlib() -> None:
    try:
        import matplotlib.figure  # noqa: F401
    except ImportError as error:
        raise MissingPackage("figures", "figures") from error
