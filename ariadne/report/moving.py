"""The moving picture of an episode: its graph from step to step, as a GIF."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING

from ariadne.errors import MissingPackage, UserError
from ariadne.files import write
from ariadne.history import History, find_episode, whole_history
from ariadne.report.drawing import Drawing, Group, Point, TextLine
from ariadne.report.graph_drawing import CARD, FAINT, GREY, INK, LIT, NEW, PAGE, WAY, drawings
from ariadne.report.layout import LETTER, MARGIN, short
from ariadne.report.moments import moments
from ariadne.report.narration import Narration
from ariadne.report.raster import Viewport, image
from ariadne.screen.words import points, who
from ariadne.text import one_line

if TYPE_CHECKING:
    from PIL.Image import Image

# Milliseconds: how long a step is shown, the end, and each picture of what moves.
HOLD, END, TWEEN = 900, 3000, 70
TWEENS = 4
# What is seen at once, in pixels.
WIDEST, HIGHEST = 1000.0, 900.0
SHADES = 4


@dataclass(frozen=True)
class Shot:
    """A drawing, what is seen of it, and for how many milliseconds."""

    drawing: Drawing
    view: Viewport
    lasts: int


def write_gif(runs: Sequence[Path], out: Path) -> Path:
    """Write the moving picture of an episode as a GIF.

    Args:
        runs: one, of one episode, or the folder of an episode.

    Raises:
        UserError: it is more than one, there is no such episode, or the file cannot be written.
        MissingPackage: Pillow, or the letters, are not there.
    """
    try:
        from PIL.Image import Dither
    except ImportError as error:
        raise MissingPackage("a moving picture", "figures") from error
    shots = filmed(_only(runs))
    palette = _palette()
    pictures = []
    for shot in shots:
        scale = shots[0].view.width / shot.view.width
        pictures.append(image(shot.drawing, scale, shot.view).quantize(palette=palette, dither=Dither.NONE))
        pictures[-1].info["duration"] = shot.lasts
    content = io.BytesIO()
    pictures[0].save(content, "GIF", save_all=True, append_images=pictures[1:], loop=0, optimize=True)
    write(out, content.getvalue())
    return out


def filmed(history: History) -> list[Shot]:
    """The shots of an episode: each step, and on the way to it whatever glides."""
    narration = Narration(history)
    titled = [
        replace(drawing, heading=_heading(history, step, narration.tell(step), drawing))
        for step, drawing in enumerate(drawings(history, is_whole=False))
    ]
    width, height = max(drawing.width for drawing in titled), titled[0].height
    size = min(width, WIDEST), min(height, HIGHEST)
    centre = size[0] / 2, size[1] / 2
    views = []
    for drawing, moment in zip(titled, moments(history), strict=True):
        frame = next((group for group in drawing.groups if (group.kind, group.name) == ("frame", moment.here)), None)
        centre = _middle(frame) if frame else centre
        views.append(_view(centre, size, (width, height)))
    shots = [Shot(titled[0], views[0], HOLD)]
    for (before, seen), (after, sees) in pairwise(zip(titled, views, strict=True)):
        if _moved(before, after):
            shots += (_between(before, after, seen, sees, number / TWEENS) for number in range(1, TWEENS))
        shots.append(Shot(after, sees, HOLD))
    if size == (width, height):
        return [*shots[:-1], replace(shots[-1], lasts=END)]
    # The end shows all of it.
    large = max(width / size[0], height / size[1])
    whole = Viewport((width - size[0] * large) / 2, 0, size[0] * large, size[1] * large)
    return [*shots, Shot(shots[-1].drawing, whole, END)]


def _only(runs: Sequence[Path]) -> History:
    if len(runs) != 1:
        raise UserError(f"a moving picture shows one episode: name one run, not {len(runs)}")
    return whole_history(find_episode(runs[0]))


def _heading(history: History, step: int, told: str, drawing: Drawing) -> Sequence[TextLine]:
    last = history.steps[min(step, len(history.steps) - 1)]
    score = f" · score {points(last.score)} of {points(last.maximum)}" if last.maximum else ""
    title, line = drawing.heading
    longest = int((min(drawing.width, WIDEST) - 2 * MARGIN) / LETTER)
    above = f"{who(history.started)} · step {last.number} of {len(history.steps) - 1}{score}"
    said = wrap(one_line(told), longest, max_lines=2, placeholder=" …")
    return [
        replace(title, text=short(above, longest), fill=GREY, is_bold=False),
        *(replace(line, y=line.y + 17 * number, text=text, fill=INK) for number, text in enumerate(said)),
    ]


def _middle(frame: Group) -> Point:
    box = frame.shapes[0]
    return frame.x + getattr(box, "width", 0) / 2, frame.y + getattr(box, "height", 0) / 2


def _view(centre: Point, size: Point, whole: Point) -> Viewport:
    """The part of a drawing that is seen: around a point, as far as there is something."""
    x, y = (min(max(0.0, at - long / 2), end - long) for at, long, end in zip(centre, size, whole, strict=True))
    return Viewport(x, y, *size)


def _moved(before: Drawing, after: Drawing) -> bool:
    stood = {(group.kind, group.name): (group.x, group.y) for group in before.groups}
    return any(stood.get((group.kind, group.name), (group.x, group.y)) != (group.x, group.y) for group in after.groups)


def _between(before: Drawing, after: Drawing, seen: Viewport, sees: Viewport, part: float) -> Shot:
    """What is seen on the way from one step to the next, slow, fast, slow: lines come when all has arrived."""
    part = part * part * (3 - 2 * part)
    stood = {(group.kind, group.name): group for group in before.groups}
    rests, moves = [], []
    for group in after.groups:
        was = stood.get((group.kind, group.name), group)
        if (was.x, was.y) != (group.x, group.y):
            moves.append(replace(group, x=was.x + (group.x - was.x) * part, y=was.y + (group.y - was.y) * part))
        elif group.kind in ("frame", "vertex") or stood.get((group.kind, group.name)) == group:
            rests.append(group)
    view = replace(sees, x=seen.x + (sees.x - seen.x) * part, y=seen.y + (sees.y - seen.y) * part)
    return Shot(replace(after, groups=[*rests, *moves]), view, TWEEN)


def _palette() -> Image:
    """All colours of a drawing's letters and lines on all of its grounds, and what is between them at an edge."""
    from PIL import Image, ImageColor

    inks = [ImageColor.getrgb(ink) for ink in (INK, GREY, FAINT, WAY, NEW)]
    grounds = [ImageColor.getrgb(ground) for ground in (PAGE, CARD, LIT)]
    blends = [
        round(a + (b - a) * part / SHADES)
        for ground in grounds
        for ink in inks
        for part in range(SHADES + 1)
        for a, b in zip(ground, ink, strict=True)
    ]
    palette = Image.new("P", (1, 1))
    palette.putpalette(blends)
    return palette
