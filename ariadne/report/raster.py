"""Drawings as pixels: Pillow draws them, with the letters that matplotlib brings along."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from ariadne.caches import cached
from ariadne.errors import MissingPackage
from ariadne.report.drawing import Box, Drawing, Patch, Point, Polyline, Shape, TextLine

if TYPE_CHECKING:
    from PIL.Image import Image

LARGEST = 16_000
# Pillow draws edges without greys: they come of drawing larger than what is shown.
FINER = 2
ROUND = 4
_ANCHORS = {"start": "ls", "middle": "ms", "end": "rs"}


def as_png(drawing: Drawing) -> bytes:
    """The drawing at twice the size of its SVG, or smaller where that would be more than a screen can show.

    Raises:
        MissingPackage: Pillow, or the letters, are not there.
    """
    content = io.BytesIO()
    image(drawing, min(2.0, LARGEST / FINER / max(drawing.width, drawing.height))).save(content, "PNG")
    return content.getvalue()


@dataclass(frozen=True)
class Viewport:
    """The part of a drawing that is seen; its heading is always."""

    x: float
    y: float
    width: float
    height: float


def image(drawing: Drawing, scale: float = 1.0, view: Viewport | None = None) -> Image:
    """The drawing as an image.

    Args:
        scale: pixels of the image for one of the drawing.
        view: all of it unless given.

    Raises:
        MissingPackage: Pillow, or the letters, are not there.
    """
    try:
        from PIL import Image, ImageDraw
    except ImportError as error:
        raise MissingPackage("a picture", "figures") from error
    seen = view or Viewport(0, 0, drawing.width, drawing.height)
    size = round(seen.width * scale), round(seen.height * scale)
    canvas = Image.new("RGB", (size[0] * FINER, size[1] * FINER), drawing.page)
    pen = _Pen(ImageDraw.Draw(canvas), scale * FINER)
    for group in drawing.groups:
        for shape in group.shapes:
            pen.draw(shape, (group.x - seen.x, group.y - seen.y))
    if drawing.heading:
        # What lies beyond the view is not to shine through behind it.
        pen.draw(Box(-ROUND, -ROUND, seen.width + 2 * ROUND, drawing.top + ROUND, drawing.page, drawing.page), (0, 0))
    for words in drawing.heading:
        pen.draw(words, (0, 0))
    return canvas.resize(size, Image.Resampling.BOX)


class _Pen:
    """Draws shapes, `scale` pixels for one of theirs."""

    def __init__(self, on: Any, scale: float) -> None:
        self._on = on
        self._scale = scale

    def draw(self, shape: Shape, corner: Point) -> None:
        """Draw a shape that is measured from a corner."""
        match shape:
            case Box():
                self._box(replace(shape, x=shape.x + corner[0], y=shape.y + corner[1]))
            case Polyline():
                self._line(self._moved(shape.points, corner), shape.line, shape.thick)
            case Patch():
                self._on.polygon(self._moved(shape.points, corner), fill=shape.fill)
            case TextLine():
                place = self._moved([(shape.x, shape.y)], corner)[0]
                font = _font(shape.is_bold, shape.size * self._scale)
                self._on.text(place, shape.text, fill=shape.fill, font=font, anchor=_ANCHORS[shape.anchor])

    def _box(self, box: Box) -> None:
        (left, top), (right, bottom) = self._moved([(box.x, box.y), (box.x + box.width, box.y + box.height)], (0, 0))
        look = {"fill": box.fill, "outline": box.line, "width": self._wide(box.thick)}
        self._on.rounded_rectangle([left, top, right, bottom], ROUND * self._scale, **look)

    def _line(self, points: Sequence[Point], colour: str, thick: float) -> None:
        self._on.line(points, fill=colour, width=self._wide(thick), joint="curve")

    def _wide(self, thick: float) -> int:
        return max(1, round(thick * self._scale))

    def _moved(self, points: Sequence[Point], corner: Point) -> list[Point]:
        return [((x + corner[0]) * self._scale, (y + corner[1]) * self._scale) for x, y in points]


@cached(None)
def _font(is_bold: bool, size: float) -> Any:
    from PIL import ImageFont

    try:
        from matplotlib import get_data_path
    except ImportError as error:
        raise MissingPackage("a picture", "figures") from error
    name = "DejaVuSansMono-Bold.ttf" if is_bold else "DejaVuSansMono.ttf"
    return ImageFont.truetype(f"{get_data_path()}/fonts/ttf/{name}", size)
