"""Charts as SVG: pure functions of their numbers. Colours are the page's, by number (Okabe and Ito, 2008)."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ariadne.text import safe

if TYPE_CHECKING:
    from markupsafe import Markup

Number = float | None

COLOURS = 8
WIDTH, HEIGHT = 460, 230
LEFT, RIGHT, TOP, BOTTOM = 52, 12, 10, 34
BAR, BAR_GAP, NAMES = 20, 12, 130
ROW, EDGE = 34, 16
"""The height of a point with its name, and the margin on both sides."""
TICKS = 4
DASHES = ("", "7 3", "2 3", "9 3 2 3")


@dataclass(frozen=True)
class ValueLine:
    """A line of values from step 1 on; None where unknown. Beyond eight lines, colours recur with dashes.

    Attributes:
        band: both ends of each value's interval, where there is one.
    """

    name: str
    colour: int
    values: Sequence[Number]
    band: Sequence[tuple[float, float] | None] = ()


@dataclass(frozen=True)
class ReferenceLine:
    """A thin line at a published value; `colour` is None if no line of the chart matches it."""

    name: str
    colour: int | None
    value: float


@dataclass(frozen=True)
class Bar:
    """A stacked bar: parts with name, colour and value, and published values as thin marks."""

    name: str
    parts: Sequence[tuple[str, int, float]]
    marks: Sequence[ReferenceLine] = ()

    @property
    def total(self) -> float:
        return sum(value for _, _, value in self.parts)


@dataclass(frozen=True)
class Point:
    """A value with both ends of its interval, if it has one."""

    name: str
    colour: int
    value: float
    ends: tuple[float, float] | None


def line_chart(
    lines: Sequence[ValueLine],
    label: str,
    marks: Sequence[ReferenceLine] = (),
    top: float | None = None,
    unit: str = "step",
) -> Markup:
    """Draw values by step.

    Args:
        label: what the chart shows, for screen readers.
        top: the end of the vertical axis; default: the largest value.
        unit: the unit of the horizontal axis.
    """
    steps = max((len(line.values) for line in lines), default=1)
    values = [value for line in lines for value in line.values if value is not None] + [mark.value for mark in marks]
    values += [high for line in lines for ends in line.band if ends for _, high in [ends]]
    highest = top if top is not None else _nice(max(values, default=1.0))
    x = _scale(1, max(steps, 2), LEFT, WIDTH - RIGHT)
    y = _scale(0, highest, HEIGHT - BOTTOM, TOP)
    parts = [*_y_axis(highest, y), *_x_axis(steps, x, unit), *(_band(line, x, y) for line in lines if any(line.band))]
    for mark in marks:
        at = y(min(mark.value, highest))
        parts.append(_element("line", x1=LEFT, x2=WIDTH - RIGHT, y1=at, y2=at, class_=_of(mark), title=mark.name))
    for place, line in enumerate(lines):
        points = [(x(step), y(value)) for step, value in enumerate(line.values, 1) if value is not None]
        shown = " ".join(f"{round(a, 1):g},{round(b, 1):g}" for a, b in points)
        dash = DASHES[line.colour // COLOURS % len(DASHES)]
        # Earlier lines are wider, so that they stay visible beneath later ones.
        wide = min(2.0 + 1.7 * (len(lines) - 1 - place), 6.0)
        drawn = {"points": shown, "class_": f"s{line.colour % COLOURS}", "stroke_dasharray": dash or None}
        parts.append(_element("polyline", title=line.name, stroke_width=wide, **drawn))
        if points:
            a, b = points[-1]
            parts.append(_element("circle", cx=a, cy=b, r=3.2, class_=f"f{line.colour % COLOURS}", title=line.name))
    return _svg(parts, HEIGHT, label)


def bar_chart(bars: Sequence[Bar], label: str) -> Markup:
    """Draw stacked bars, one below the other."""
    values = [bar.total for bar in bars] + [mark.value for bar in bars for mark in bar.marks]
    highest = _nice(max(values, default=1.0))
    x = _scale(0, highest, NAMES, WIDTH - RIGHT - 30)
    height = TOP + len(bars) * (BAR + BAR_GAP) + BOTTOM
    parts = [_element("line", class_="axis", x1=NAMES, x2=NAMES, y1=TOP, y2=height - BOTTOM)]
    for value in _ticks(highest):
        place = {"x1": x(value), "x2": x(value), "y1": TOP, "y2": height - BOTTOM}
        parts.append(_element("line", class_="grid", **place))
        parts.append(_element("text", _label(value), x=x(value), y=height - BOTTOM + 16, text_anchor="middle"))
    for row, bar in enumerate(bars):
        parts += _bar(bar, TOP + row * (BAR + BAR_GAP) + BAR_GAP / 2, x)
    return _svg(parts, height, label)


def interval_chart(points: Sequence[Point], label: str) -> Markup:
    """Draw values from 0 to 1 with their intervals, one below the other, each under its name."""
    x = _scale(0, 1, EDGE, WIDTH - EDGE)
    bottom = TOP + len(points) * ROW
    parts: list[Markup] = []
    for value in _ticks(1):
        parts.append(_element("line", class_="grid", x1=x(value), x2=x(value), y1=TOP, y2=bottom))
        parts.append(_element("text", _label(value), x=x(value), y=bottom + 16, text_anchor="middle"))
    for row, point in enumerate(points):
        name, at = TOP + row * ROW + 14, TOP + row * ROW + 25
        colour = point.colour % COLOURS
        parts.append(_element("text", point.name, x=EDGE, y=name))
        if point.ends:
            low, high = map(x, point.ends)
            parts.append(_element("line", class_=f"s{colour}", x1=low, x2=high, y1=at, y2=at, stroke_width=3))
        parts.append(_element("circle", cx=x(point.value), cy=at, r=5, class_=f"f{colour}", title=point.name))
    return _svg(parts, bottom + BOTTOM, label)


def _bar(bar: Bar, y: float, x: _Scale) -> Iterator[Markup]:
    name = bar.name if len(bar.name) <= 20 else bar.name[:19] + "…"
    yield _element("text", name, x=NAMES - 6, y=y + BAR * 0.7, text_anchor="end", title=bar.name)
    at = 0.0
    for part, colour, value in bar.parts:
        place = {"x": x(at), "y": y, "width": x(at + value) - x(at), "height": BAR}
        yield _element("rect", class_=f"f{colour % COLOURS}", title=f"{part}: {_label(value)}", **place)
        at += value
    for mark in bar.marks:
        place = {"x1": x(mark.value), "x2": x(mark.value), "y1": y - 4, "y2": y + BAR + 4}
        yield _element("line", class_=_of(mark), title=mark.name, **place)


def _of(mark: ReferenceLine) -> str:
    return f"published {'soft' if mark.colour is None else f's{mark.colour % COLOURS}'}"


def _y_axis(highest: float, y: _Scale) -> Iterator[Markup]:
    for value in _ticks(highest):
        yield _element("line", class_="grid", x1=LEFT, x2=WIDTH - RIGHT, y1=y(value), y2=y(value))
        yield _element("text", _label(value), x=LEFT - 6, y=y(value) + 4, text_anchor="end")


def _band(line: ValueLine, x: _Scale, y: _Scale) -> Markup:
    """The intervals around a line, as one area."""
    known = [(step, ends) for step, ends in enumerate(line.band, 1) if ends]
    around = [
        *((x(step), y(low)) for step, (low, _) in known),
        *((x(step), y(high)) for step, (_, high) in known[::-1]),
    ]
    points = " ".join(f"{round(a, 1):g},{round(b, 1):g}" for a, b in around)
    return _element("polygon", points=points, class_=f"f{line.colour % COLOURS}", fill_opacity="0.15", stroke="none")


def _x_axis(steps: int, x: _Scale, unit: str) -> Iterator[Markup]:
    yield _element("line", class_="axis", x1=LEFT, x2=WIDTH - RIGHT, y1=HEIGHT - BOTTOM, y2=HEIGHT - BOTTOM)
    for step in sorted({1, *(round(steps * part / TICKS) for part in range(1, TICKS + 1))} - {0}):
        yield _element("text", str(step), x=x(step), y=HEIGHT - BOTTOM + 15, text_anchor="middle")
    yield _element("text", unit, x=WIDTH - RIGHT, y=HEIGHT - 4, text_anchor="end")


@dataclass(frozen=True)
class _Scale:
    start: float
    factor: float
    begin: float

    def __call__(self, value: float) -> float:
        return self.begin + (value - self.start) * self.factor


def _scale(start: float, end: float, begin: float, finish: float) -> _Scale:
    return _Scale(start, (finish - begin) / ((end - start) or 1.0), begin)


def _nice(value: float) -> float:
    """The next round number: 1, 2, 4, 5 or 10 times a power of ten."""
    if value <= 0 or not math.isfinite(value):
        return 1.0
    power = 10.0 ** math.floor(math.log10(value))
    return next(step * power for step in (1, 2, 4, 5, 10) if value <= step * power * (1 + 1e-9))


def _ticks(highest: float) -> Iterable[float]:
    return [highest * part / TICKS for part in range(TICKS + 1)]


def _label(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"


def _element(tag: str, text: str = "", /, **attributes: object) -> Markup:
    """An element. `title` is its tooltip, `_` in other names stands for `-`, and None leaves an attribute out."""
    from markupsafe import Markup, escape

    title = safe(str(attributes.pop("title", "")), None)
    rendered = Markup("").join(
        Markup(' {}="{}"').format(key.rstrip("_").replace("_", "-"), _rounded(value))
        for key, value in attributes.items()
        if value is not None
    )
    inner = (Markup("<title>{}</title>").format(title) if title else Markup("")) + escape(safe(text, None))
    return Markup("<{}{}>{}</{}>").format(Markup(tag), rendered, inner, Markup(tag))


def _rounded(value: object) -> object:
    return f"{round(value, 1):g}" if isinstance(value, float) else value


def _svg(parts: Iterable[Markup], height: float, label: str) -> Markup:
    from markupsafe import Markup

    opening = Markup('<svg class="chart" role="img" aria-label="{}" viewBox="0 0 {} {:g}">').format(
        safe(label, None), WIDTH, height
    )
    return opening + Markup("").join(parts) + Markup("</svg>")
