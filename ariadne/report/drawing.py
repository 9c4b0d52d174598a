"""A drawing as shapes, and as SVG. Units are pixels."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal
from xml.sax.saxutils import escape

from ariadne.files import MADE_BY
from ariadne.text import for_xml

Point = tuple[float, float]
FONTS = "'DejaVu Sans Mono', Menlo, Consolas, monospace"


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


@dataclass(frozen=True)
class Polyline:
    """A line through two or more points."""

    points: tuple[Point, ...]
    line: str
    thick: float = 1.0


@dataclass(frozen=True)
class Curve:
    """A Bézier curve, by its four points."""

    points: Sequence[Point]
    line: str
    thick: float = 1.0


@dataclass(frozen=True)
class Patch:
    """A filled polygon."""

    points: tuple[Point, ...]
    fill: str


@dataclass(frozen=True)
class TextLine:
    """A line of text.

    Attributes:
        x, y: its anchor, on the base line.
    """

    x: float
    y: float
    text: str
    fill: str
    size: float = 12
    anchor: Literal["start", "middle", "end"] = "start"
    is_bold: bool = False


Shape = Box | Polyline | Curve | Patch | TextLine


@dataclass(frozen=True)
class Group:
    """Shapes that belong together, in coordinates relative to the group's corner.

    A group in the next drawing with the same kind and name is the same thing, moved to its new corner.
    """

    kind: str
    name: str
    x: float
    y: float
    shapes: Sequence[Shape]


@dataclass(frozen=True)
class Drawing:
    """Groups of shapes, from back to front.

    Attributes:
        heading: the lines of text above the groups.
        top: the y coordinate where the groups begin.
    """

    title: str
    width: float
    height: float
    groups: Sequence[Group]
    heading: Sequence[TextLine] = ()
    top: float = 0.0
    page: str = "#ffffff"


@dataclass(frozen=True)
class Viewport:
    """The visible part of a drawing. The heading is always visible."""

    x: float
    y: float
    width: float
    height: float


def xml(text: str) -> str:
    """Escape a text for use between tags or in a quoted attribute."""
    return escape(for_xml(text), {'"': "&quot;"})


def as_svg(drawing: Drawing, view: Viewport | None = None) -> str:
    """Return the drawing as one SVG file without style sheets, scripts or links.

    Args:
        view: the visible part; default: all of it.
    """
    seen = view or Viewport(0, 0, drawing.width, drawing.height)
    size = f'width="{seen.width:g}" height="{seen.height:g}"'
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {seen.width:g} {seen.height:g}" {size}'
        f' font-family="{FONTS}" role="img">',
        f"<!-- {MADE_BY} -->",
        f"<title>{xml(drawing.title)}</title>",
        f'<rect {size} fill="{drawing.page}"/>',
        *(_group(replace(group, x=group.x - seen.x, y=group.y - seen.y)) for group in drawing.groups),
        # Cover the part of the drawing behind the heading.
        f'<rect width="{seen.width:g}" height="{drawing.top:.0f}" fill="{drawing.page}"/>',
        *map(_svg, drawing.heading),
        "</svg>\n",
    ]
    return "\n".join(lines)


def _group(group: Group) -> str:
    return f'<g transform="translate({group.x:.1f},{group.y:.1f})">{"".join(map(_svg, group.shapes))}</g>'


def _svg(shape: Shape) -> str:
    match shape:
        case Box():
            place = f'x="{shape.x:.1f}" y="{shape.y:.1f}" width="{shape.width:.1f}" height="{shape.height:.1f}" rx="4"'
            return f'<rect {place} fill="{shape.fill}" stroke="{shape.line}" stroke-width="{shape.thick}"/>'
        case Polyline():
            points = _pairs(shape.points)
            return f'<polyline points="{points}" fill="none" stroke="{shape.line}" stroke-width="{shape.thick}"/>'
        case Curve():
            start, *rest = shape.points
            way = f"M{_pairs([start])} C{_pairs(rest)}"
            return f'<path d="{way}" fill="none" stroke="{shape.line}" stroke-width="{shape.thick}"/>'
        case Patch():
            return f'<polygon points="{_pairs(shape.points)}" fill="{shape.fill}"/>'
        case TextLine():
            return f"<text {' '.join(_text_attributes(shape))}>{xml(shape.text)}</text>"


def _text_attributes(words: TextLine) -> Iterator[str]:
    yield f'x="{words.x:.1f}" y="{words.y:.1f}" font-size="{words.size:g}" fill="{words.fill}"'
    if words.anchor != "start":
        yield f'text-anchor="{words.anchor}"'
    if words.is_bold:
        yield 'font-weight="bold"'


def _pairs(points: Sequence[Point]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
