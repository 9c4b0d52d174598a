"""The moving picture of an episode: its graph from step to step, as a GIF."""

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

# Milliseconds: all of it at most, the end, a step at least and at most, and each picture of what moves.
LONGEST, END, BRIEF, HOLD, TWEEN = 20_000, 3000, 600, 900, 70
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


def write_gif(runs: Sequence[Path], out: Path, force: bool = False) -> Path:
    """Write the moving picture of an episode as a GIF.

    Args:
        runs: one, of one episode, or the folder of an episode.
        force: replace the file whatever it is, as in `files.replaced`.

    Raises:
        UserError: it is more than one, there is no such episode, or the file cannot be written.
        MissingPackage: Pillow, or the letters, are not there.
    """
    try:
        from PIL import Image
    except ImportError as error:
        raise MissingPackage("a moving picture", "figures") from error
    shots = filmed(_only(runs))
    palette = _palette()
    pictures = []
    for shot in shots:
        drawn = as_png(shot.drawing, shots[0].view.width / shot.view.width, shot.view)
        picture = Image.open(io.BytesIO(drawn)).convert("RGB")
        pictures.append(picture.quantize(palette=palette, dither=Image.Dither.NONE))
        pictures[-1].info["duration"] = shot.lasts
    content = io.BytesIO()
    pictures[0].save(content, "GIF", save_all=True, append_images=pictures[1:], loop=0, optimize=True, comment=MADE_BY)
    write(out, content.getvalue(), force=force)
    return out


def filmed(history: History) -> list[Shot]:
    """The shots of an episode: each step that matters, and on the way to it whatever glides."""
    narration = Narration(history)
    drawn, known = drawings(history, is_whole=False), moments(history)
    steps = _told(history, narration, len(drawn))
    titled = [
        replace(drawn[step], heading=_heading(history, step, narration.tell(step), drawn[step])) for step in steps
    ]
    views = list(_views(titled, [known[step].here for step in steps]))
    hold = min(HOLD, (LONGEST - END) // len(steps))
    shots = [Shot(titled[0], views[0], hold)]
    for (before, after), sees in zip(pairwise(titled), views[1:], strict=True):
        glide = [Shot(_between(before, after, number / TWEENS), sees, TWEEN) for number in range(1, TWEENS)]
        glide = glide if _moved(before, after) else []
        shots += [*glide, Shot(after, sees, hold - TWEEN * len(glide))]
    return [*shots, _ending(titled[-1], views[-1])]


def _views(titled: Sequence[Drawing], places: Sequence[str]) -> Iterator[Viewport]:
    """What is seen of each drawing: the frame of the player's room is in it, and it stays until that is not so."""
    width, height = max(drawing.width for drawing in titled), titled[0].height
    size = min(width, WIDEST), min(height, HIGHEST)
    view = Viewport(0, 0, *size)
    for drawing, here in zip(titled, places, strict=True):
        for group in drawing.groups:
            if (group.kind, group.name) == ("frame", here) and isinstance(box := group.shapes[0], Box):
                x = _kept(view.x, group.x, group.x + box.width, size[0], width)
                y = _kept(view.y, group.y - drawing.top, group.y + box.height, size[1], height)
                view = Viewport(x, y, *size)
        yield view


def _kept(at: float, first: float, last: float, long: float, end: float) -> float:
    """Where a view begins that shows what is between two places: where it began, or around what it would not show."""
    is_shown = at <= first and last + MARGIN <= at + long
    return at if is_shown else min(max(0.0, (first + last - long) / 2), max(0.0, end - long))


def _ending(last: Drawing, view: Viewport) -> Shot:
    """The whole house as it is at the end, with letters above it as large as before."""
    frames = [(group, box) for group in last.groups for box in group.shapes[:1] if group.kind == "frame"]
    right = max((group.x + box.width for group, box in frames if isinstance(box, Box)), default=0) + MARGIN
    below = max((group.y + box.height for group, box in frames if isinstance(box, Box)), default=0) + MARGIN
    large = max(1.0, right / view.width, (below - last.top) / (view.height - last.top))
    heading = [replace(line, x=line.x * large, y=line.y * large, size=line.size * large) for line in last.heading]
    top = last.top * large
    left = (right - view.width * large) / 2 if large > 1 else 0.0
    seen = Viewport(left, last.top - top, view.width * large, view.height * large)
    return Shot(replace(last, heading=heading, top=top), seen, END)


def _told(history: History, narration: Narration, total: int) -> list[int]:
    """The steps that there is time for: the first, the last, and those between at which most happens."""
    learned = Counter(edge.valid_from for edge in history.edges)

    def matters(step: int) -> tuple[bool, int, int]:
        marks = narration.marks(step)
        return "score" in marks, len(marks), learned[step]

    between = sorted(range(1, total - 1), key=matters, reverse=True)[: (LONGEST - END) // BRIEF - 2]
    return sorted({0, *between, total - 1})


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


def _moved(before: Drawing, after: Drawing) -> bool:
    stood = {(group.kind, group.name): (group.x, group.y) for group in before.groups}
    return any(stood.get((group.kind, group.name), (group.x, group.y)) != (group.x, group.y) for group in after.groups)


def _between(before: Drawing, after: Drawing, part: float) -> Drawing:
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
    return replace(after, groups=[*rests, *moves])


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
