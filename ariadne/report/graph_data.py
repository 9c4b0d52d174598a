"""The drawings of an episode's graph as a page needs them: what changes from step to step, each look once."""

from __future__ import annotations

from typing import Any

from ariadne.history import History
from ariadne.report import graph_drawing as drawn
from ariadne.report.drawing import Box, Line, Patch, Shape, Words, pairs, path_of
from ariadne.report.moments import moments
from ariadne.text import safe

# A page has colours of its own for each, in light and in dark.
COLOURS = {
    drawn.INK: "ink",
    drawn.GREY: "grey",
    drawn.FAINT: "faint",
    drawn.PAGE: "page",
    drawn.CARD: "card",
    drawn.WAY: "way",
    drawn.NEW: "new",
    drawn.FAR: "far",
    drawn.LIT: "lit",
}
LONGEST_NAME = 300


def graph_data(history: History) -> dict[str, Any]:
    """The graph at each step, as what comes or changes, and what goes.

    Groups and looks are told by number: `groups` are pairs of kind and name, `looks` lists of shapes. A step has `set`,
    of which each is a group, its look, and its corner, `gone`, and `here`, the frame of the player's room.
    """
    frames = drawn.drawings(history)
    groups: dict[tuple[str, str], int] = {}
    looks: dict[tuple[Shape, ...], int] = {}
    before: dict[int, tuple[int, int, int]] = {}
    steps = []
    for frame, moment in zip(frames, moments(history), strict=True):
        now = {
            groups.setdefault((group.kind, group.name[:LONGEST_NAME]), len(groups)): (
                looks.setdefault(tuple(group.shapes), len(looks)),
                round(group.x),
                round(group.y),
            )
            for group in frame.groups
        }
        steps.append({
            "set": [[group, *place] for group, place in now.items() if before.get(group) != place],
            "gone": [group for group in before if group not in now],
            "here": groups.get(("frame", moment.here[:LONGEST_NAME])),
            "facts": len(moment.edges),
        })  # fmt: skip
        before = now
    return {
        "groups": [[kind, safe(name, None)] for kind, name in groups],
        "looks": [[_told(shape) for shape in look] for look in looks],
        "steps": steps,
        "top": frames[0].top,
        "size": [max(round(frame.width) for frame in frames), round(frames[0].height)],
    }


def _told(shape: Shape) -> list[Any]:
    match shape:
        case Box():
            size = [round(shape.width), round(shape.height)]
            return ["box", *size, COLOURS[shape.fill], COLOURS[shape.line], shape.thick, int(shape.is_dashed)]
        case Line():
            return ["line", path_of(shape, 0), COLOURS[shape.line], shape.thick]
        case Patch():
            return ["patch", pairs(shape.points, 0), COLOURS[shape.fill]]
        case Words():
            place = [round(shape.x), round(shape.y), COLOURS[shape.fill], shape.size, shape.anchor, int(shape.is_bold)]
            return ["words", shape.text, *place, shape.whole]
