"""A drawing as shapes, and what writes it: SVG without any package, PNG with matplotlib. Units are pixels."""

from __future__ import annotations

import io
import re
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal
from xml.sax.saxutils import escape

from ariadne.errors import MissingPackage

DPI = 200
LARGEST = 16_000
Point = tuple[float, float]
FONTS = "'DejaVu Sans Mono', Menlo, Consolas, monospace"

# What XML cannot hold, whatever it is escaped to.
_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True)
class Box:
    """A rectangle with round corners."""

    x: float
    y: float
    width: float
    height: float
    fill: str
    line: str
    thick: float = 1.0
    is_dashed: bool = False


@dataclass(frozen=True)
class Line:
    """A line through two points or more, or, if there are four and it is `bent`, a cubic curve."""

    points: Sequence[Point]
    line: str
    thick: float = 1.0
    bent: bool = False


@dataclass(frozen=True)
class Patch:
    """A filled polygon."""

    points: Sequence[Point]
    fill: str


@dataclass(frozen=True)
class Words:
    """A line of text.

    Attributes:
        x, y: its anchor, on the base line.
        size: 12 for names, 10 for what is small.
        whole: what was cut off in `text`, told where the pointer rests.
    """

    x: float
    y: float
    text: str
    fill: str
    size: int = 12
    anchor: Literal["start", "middle", "end"] = "start"
    is_bold: bool = False
    whole: str = ""


Shape = Box | Line | Patch | Words


@dataclass(frozen=True)
class Drawing:
    """Shapes, those behind first."""

    title: str
    width: float
    height: float
    shapes: Sequence[Shape]
    page: str = "#ffffff"


def legal(text: str) -> str:
    """Text without the characters that XML cannot hold."""
    return _NO_XML.sub("\ufffd", text)


def xml(text: str) -> str:
    """Any text as it can stand between tags, or in a quoted attribute."""
    return escape(legal(text), {'"': "&quot;"})


def as_svg(drawing: Drawing) -> str:
    """The drawing as one file without a style sheet, a script or a link."""
    size = f'width="{drawing.width:.0f}" height="{drawing.height:.0f}"'
    view = f'viewBox="0 0 {drawing.width:.0f} {drawing.height:.0f}"'
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {view} {size} font-family="{FONTS}" role="img">',
        f"<title>{xml(drawing.title)}</title>",
        f'<rect {size} fill="{drawing.page}"/>',
        *map(_svg, drawing.shapes),
        "</svg>\n",
    ]
    return "\n".join(lines)


def as_png(drawing: Drawing) -> bytes:
    """The drawing as pixels, at twice the size of the SVG, or smaller where that would be more than a screen can show.

    Raises:
        MissingPackage: matplotlib is not there.
    """
    figure_class = _figure_class()
    # A figure is measured in inches, text in points of 1/72 inch; a pixel of the drawing is 1/100 inch here.
    dpi = min(DPI, LARGEST * 100 / max(drawing.width, drawing.height))
    figure = figure_class(figsize=(drawing.width / 100, drawing.height / 100), dpi=dpi, facecolor=drawing.page)
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set_axis_off()
    axes.set_xlim(0, drawing.width)
    axes.set_ylim(drawing.height, 0)
    for order, shape in enumerate(drawing.shapes):
        _plot(axes, shape, order)
    content = io.BytesIO()
    with warnings.catch_warnings():
        # A sign that the font has not is drawn as an empty box.
        warnings.filterwarnings("ignore", "Glyph .* missing")
        figure.savefig(content, format="png", dpi=dpi, facecolor=drawing.page)
    return content.getvalue()


def _figure_class() -> Any:
    try:
        from matplotlib.figure import Figure
    except ImportError as error:
        raise MissingPackage("a PNG", "figures") from error
    return Figure


def _svg(shape: Shape) -> str:
    match shape:
        case Box():
            place = f'x="{shape.x:.1f}" y="{shape.y:.1f}" width="{shape.width:.1f}" height="{shape.height:.1f}" rx="4"'
            dashes = ' stroke-dasharray="4 3"' if shape.is_dashed else ""
            return f'<rect {place} fill="{shape.fill}" stroke="{shape.line}" stroke-width="{shape.thick}"{dashes}/>'
        case Line():
            return f'<path d="{_path(shape)}" fill="none" stroke="{shape.line}" stroke-width="{shape.thick}"/>'
        case Patch():
            return f'<polygon points="{_pairs(shape.points)}" fill="{shape.fill}"/>'
        case Words():
            return f"<text {' '.join(_text_attributes(shape))}>{_title(shape)}{xml(shape.text)}</text>"


def _text_attributes(words: Words) -> Iterator[str]:
    yield f'x="{words.x:.1f}" y="{words.y:.1f}" font-size="{words.size}" fill="{words.fill}"'
    if words.anchor != "start":
        yield f'text-anchor="{words.anchor}"'
    if words.is_bold:
        yield 'font-weight="bold"'


def _title(words: Words) -> str:
    return f"<title>{xml(words.whole)}</title>" if words.whole else ""


def _path(line: Line) -> str:
    start, *others = line.points
    return f"M{_pairs([start])} {'C' if line.bent else 'L'}{_pairs(others)}"


def _pairs(points: Sequence[Point]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)


def _plot(axes: Any, shape: Shape, order: int) -> None:
    from matplotlib import patches
    from matplotlib.path import Path

    # Pixels of the drawing in points.
    points = 72 / 100
    match shape:
        case Box():
            style = patches.BoxStyle.Round(pad=0, rounding_size=4)
            box = patches.FancyBboxPatch((shape.x, shape.y), shape.width, shape.height, boxstyle=style)
            box.set(facecolor=shape.fill, edgecolor=shape.line, linewidth=shape.thick * points, zorder=order)
            box.set(linestyle=(0, (4, 3)) if shape.is_dashed else "-")
            axes.add_patch(box)
        case Line():
            then = [Path.CURVE4] * 3 if shape.bent else [Path.LINETO] * (len(shape.points) - 1)
            path = Path(list(shape.points), [Path.MOVETO, *then])
            look = {"edgecolor": shape.line, "linewidth": shape.thick * points, "zorder": order}
            axes.add_patch(patches.PathPatch(path, fill=False, **look))
        case Patch():
            axes.add_patch(patches.Polygon(list(shape.points), closed=True, facecolor=shape.fill, zorder=order))
        case Words():
            # A dollar would begin a formula.
            text = axes.text(shape.x, shape.y, shape.text, parse_math=False, zorder=order, color=shape.fill)
            text.set(fontsize=shape.size * points, fontfamily="DejaVu Sans Mono", ha=_SIDES[shape.anchor])
            text.set(fontweight="bold" if shape.is_bold else "normal", va="baseline")


_SIDES = {"start": "left", "middle": "center", "end": "right"}
