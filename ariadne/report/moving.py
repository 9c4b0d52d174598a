"""The animation of an episode: its graph from step to step, as a GIF."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING

from ariadne.episode_files import find_episode, whole_history
from ariadne.errors import MissingPackage, UserError
from ariadne.files import MADE_BY, write
from ariadne.history import History
from ariadne.report.drawing import Box, Drawing, TextLine, Viewport
from ariadne.report.graph_drawing import CARD, FAINT, GREY, INK, LIT, NEW, PAGE, WAY, drawings
from ariadne.report.layout import LETTER, MARGIN, short
from ariadne.report.moments import moments
from ariadne.report.narration import Narration
from ariadne.report.raster import as_png
from ariadne.screen.words import points, who
from ariadne.text import one_line

if TYPE_CHECKING:
    from PIL.Image import Image

# Milliseconds: the longest film, the last frame, the shortest and the longest step, and each frame between steps.
LONGEST, END, BRIEF, HOLD, TWEEN = 20_000, 3000, 600, 900, 70
TWEENS = 4
# The largest size of the film in pixels, and the largest scale, used while little is known.
WIDEST, HIGHEST = 1000.0, 900.0
CLOSEST = 3.0
SHADES = 4


@dataclass(frozen=True)
class Shot:
    """A drawing, its visible part, and its duration in milliseconds.

    Attributes:
        scale: pixels of the film per pixel of the drawing.
    """

    drawing: Drawing
    view: Viewport
    lasts: int
    scale: float


def write_gif(runs: Sequence[Path], out: Path, force: bool = False) -> Path:
    """Write the animation of an episode as a GIF.

    Args:
        runs: one run of one episode, or the folder of an episode.
        force: replace an existing file of another kind; see `files.replaced`.

    Raises:
        UserError: there is more than one episode or none, or the file cannot be written.
        MissingPackage: Pillow or the font is not installed.
    """
    try:
        from PIL import Image
    except ImportError as error:
        raise MissingPackage("an animation", "figures") from error
    shots = filmed(_only(runs))
    palette = _palette()
    pictures = []
    for shot in shots:
        drawn = as_png(shot.drawing, shot.scale, shot.view)
        # Rounding can add a row to an enlarged drawing.
        size = round(shot.view.width * shot.scale), round(shot.view.height * shot.scale)
        picture = Image.open(io.BytesIO(drawn)).convert("RGB").crop((0, 0, *size))
        pictures.append(picture.quantize(palette=palette, dither=Image.Dither.NONE))
        pictures[-1].info["duration"] = shot.lasts
    content = io.BytesIO()
    pictures[0].save(content, "GIF", save_all=True, append_images=pictures[1:], loop=0, optimize=True, comment=MADE_BY)
    write(out, content.getvalue(), force=force)
    return out


def filmed(history: History) -> list[Shot]:
    """Return the shots of an episode: each step that matters, and the frames in which things glide to it."""
    narration = Narration(history)
    drawn, known = drawings(history, is_whole=False), moments(history)
    steps = _shown_steps(history, narration, len(drawn))
    titled = [
        replace(drawn[step], heading=_heading(history, step, narration.tell(step), drawn[step])) for step in steps
    ]
    size = round(min(max(each.width for each in titled), WIDEST)), round(min(titled[0].height, HIGHEST))
    views = list(_views(titled, [known[step].here for step in steps], size))
    hold = min(HOLD, (LONGEST - END) // len(steps))
    shots = [_shot(titled[0], views[0], hold, size)]
    for (before, after), sees in zip(pairwise(titled), views[1:], strict=True):
        glide = range(1, TWEENS) if _moved(before, after) else ()
        shots += [_shot(_between(before, after, number / TWEENS), sees, TWEEN, size) for number in glide]
        shots.append(_shot(after, sees, hold - TWEEN * len(glide), size))
    return [*shots, _shot(titled[-1], _view(titled[-1], "", size, views[-1], is_whole=True), END, size)]


def _views(titled: Sequence[Drawing], places: Sequence[str], size: tuple[int, int]) -> Iterator[Viewport]:
    """The visible part of each drawing: all rooms, or as many around the player's room as fit."""
    view = Viewport(0, 0, *size)
    for drawing, here in zip(titled, places, strict=True):
        view = _view(drawing, here, size, view)
        yield view


def _view(drawing: Drawing, here: str, size: tuple[int, int], before: Viewport, is_whole: bool = False) -> Viewport:
    frames = {
        group.name: (group.x, group.y, group.x + box.width, group.y + box.height)
        for group in drawing.groups
        for box in group.shapes
        if group.kind == "frame" and isinstance(box, Box)
    }
    if not frames:
        return before
    lefts, tops, rights, bottoms = zip(*frames.values(), strict=True)
    left, top, right, bottom = min(lefts) - MARGIN, min(tops) - MARGIN, max(rights) + MARGIN, max(bottoms) + MARGIN
    needed = max((right - left) / size[0], (bottom - top) / (size[1] - drawing.top), 1 / CLOSEST)
    large = needed if is_whole else min(needed, 1.0)
    above, width, height = drawing.top * large, size[0] * large, size[1] * large
    room = frames.get(here, (left, top, right, bottom))
    x = _begin(before.x, (left, right), (room[0], room[2]), width)
    y = _begin(before.y + above, (top, bottom), (room[1], room[3]), height - above)
    return Viewport(x, y - above, width, height)


def _begin(at: float, every: tuple[float, float], here: tuple[float, float], long: float) -> float:
    """Where a view begins: around every room if they fit; otherwise where it began, moved to show the player's room."""
    (first, last), (near, far) = every, here
    if last - first <= long:
        return (first + last - long) / 2
    is_shown = first <= at <= near and far + MARGIN <= at + long <= last
    return at if is_shown else min(max(first, (near + far - long) / 2), last - long)


def _shot(drawing: Drawing, view: Viewport, lasts: int, size: tuple[int, int]) -> Shot:
    """A shot of a view, its heading in the same size as in all other shots."""
    large = view.width / size[0]
    heading = [replace(line, x=line.x * large, y=line.y * large, size=line.size * large) for line in drawing.heading]
    return Shot(replace(drawing, heading=heading, top=drawing.top * large), view, lasts, 1 / large)


def _shown_steps(history: History, narration: Narration, total: int) -> list[int]:
    """The steps that fit into the film: the first, the last, and those between at which most happens."""
    learned = Counter(edge.valid_from for edge in history.edges)

    def matters(step: int) -> tuple[bool, int, int]:
        marks = narration.marks(step)
        return bool({"score", "lost"} & {*marks}), len(marks), learned[step]

    between = sorted(range(1, total - 1), key=matters, reverse=True)[: (LONGEST - END) // BRIEF - 2]
    return sorted({0, *between, total - 1})


def _only(runs: Sequence[Path]) -> History:
    if len(runs) != 1:
        raise UserError(f"an animation shows one episode: name one run, not {len(runs)}")
    return whole_history(find_episode(runs[0]))


def _heading(history: History, step: int, story: str, drawing: Drawing) -> Sequence[TextLine]:
    last = history.steps[min(step, len(history.steps) - 1)]
    score = f" · score {points(last.score)} of {points(last.maximum)}" if last.maximum else ""
    title, line = drawing.heading
    longest = int((min(drawing.width, WIDEST) - 2 * MARGIN) / LETTER)
    above = f"{who(history.started)} · step {last.number} of {len(history.steps) - 1}{score}"
    lines = wrap(one_line(story), longest, max_lines=2, placeholder=" …")
    return [
        replace(title, text=short(above, longest), fill=GREY, is_bold=False),
        *(replace(line, y=line.y + 17 * number, text=text, fill=INK) for number, text in enumerate(lines)),
    ]


def _moved(before: Drawing, after: Drawing) -> bool:
    stood = {(group.kind, group.name): (group.x, group.y) for group in before.groups}
    return any(stood.get((group.kind, group.name), (group.x, group.y)) != (group.x, group.y) for group in after.groups)


def _between(before: Drawing, after: Drawing, part: float) -> Drawing:
    """A frame between two steps, eased in and out. Lines appear when everything has arrived."""
    part = part * part * (3 - 2 * part)
    stood = {(group.kind, group.name): group for group in before.groups}
    rests, moves = [], []
    for group in after.groups:
        was = stood.get((group.kind, group.name), group)
        if (was.x, was.y) != (group.x, group.y):
            moves.append(replace(group, x=was.x + (group.x - was.x) * part, y=was.y + (group.y - was.y) * part))
        elif group.kind in ("frame", "vertex") or stood.get((group.kind, group.name)) == group:
            rests.append(group)
    return replace(after, groups=[*rests, *moves])


def _palette() -> Image:
    """All colours of text and lines on all backgrounds, and the blends between them at an edge."""
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
