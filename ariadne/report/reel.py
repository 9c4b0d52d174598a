"""An episode as its page needs it: one JSON object, from its film and nothing else."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from ariadne.record import Event
from ariadne.report.cards import Layout, Link, is_exit, lay_out, short
from ariadne.report.film import Edge, Film, Moment
from ariadne.report.texts import Texts
from ariadne.text import one_line, safe
from ariadne.triplet import Triplet, clean

# A page stays below 5 MB with its style, its script and its words.
MOST_BYTES = 4_600_000
# How many characters of a text are kept, until the page is small enough.
LENGTHS = (None, 100_000, 30_000, 10_000, 3_000, 1_000, 300, 80)

LONGEST_NAME = 300

# What would end the element that holds the data, or a line of a script.
_UNSAFE = {ord(sign): f"\\u{ord(sign):04x}" for sign in "<>&\u2028\u2029"}


def reel(film: Film) -> str:
    """The data of an episode's page, safe in an element of HTML; the longest texts are clipped where it were too large.

    Raises:
        KeyError, TypeError, ValueError, AttributeError: the events are damaged.
    """
    layout = lay_out(film)
    for longest in LENGTHS:
        data = json.dumps(
            _reel(film, layout, Texts(longest)), ensure_ascii=False, allow_nan=False, separators=(",", ":")
        )
        data = data.translate(_UNSAFE)
        if len(data.encode()) <= MOST_BYTES:
            break
    return data


def _reel(film: Film, layout: Layout, texts: Texts) -> dict[str, Any]:
    vertices = {name: number for number, name in enumerate(layout.spots)}
    # A step is decided where the one before it ended.
    places = [moment.map.here for moment in (film.moments[0], *film.moments)]
    steps = [
        _step(moment, film, vertices.get(clean(here)), texts)
        for moment, here in zip(film.moments, places, strict=False)
    ]
    edges = [_edge(edge, vertices, link, texts) for edge, link in zip(film.edges, layout.drawn, strict=True)]
    entered = _entered(film)
    return {
        "steps": steps,
        "edges": edges,
        "vertices": [
            {
                "name": safe(name[:LONGEST_NAME], None),
                "label": safe(short(name), None),
                "x": round(x),
                "y": round(y),
                "room": entered.get(name),
            }
            for name, (x, y) in layout.spots.items()
        ],
        "cards": [
            {
                "box": [round(card.x), round(card.y), round(card.width), round(card.height)],
                "head": None if card.head is None else vertices[card.head],
                "members": [vertices[name] for name in card.members],
            }
            for card in layout.cards
        ],
        "size": [round(layout.width), round(layout.height)],
        "lines": texts.lines,
        "clipped": texts.clipped,
    }


def _step(moment: Moment, film: Film, here: int | None, texts: Texts) -> dict[str, Any]:
    learned, recalled, planned, acted = moment.learned, moment.recalled, moment.planned, moment.acted
    return {
        "score": moment.score,
        "maximum": moment.maximum,
        "here": here,
        "seen": [_turn(turn, texts) for turn in moment.seen],
        "turns": [_turn(turn, texts) for turn in moment.turns],
        "added": _lines(learned, "added", texts),
        "removed": _lines(learned, "removed", texts),
        "recalled": recalled and {
            "facts": _lines(recalled, "facts", texts),
            "episodes": _lines(recalled, "episodes", texts),
            "exits": _lines(recalled, "exits", texts),
            "text": texts.put(recalled["text"]) if recalled["text"] else None,
        },
        "bold": _recalled_edges(moment, film),
        "plan": planned and [[texts.put(part) for part in _sub_goal(line)] for line in planned["plan"]],
        "explore": bool(planned and planned.get("explore")),
        "action": acted and texts.put(acted["action"]),
        "reason": texts.put(acted["reason"]) if acted and acted["reason"] else None,
        "commands": _lines(acted, "commands", texts),
        "others": [[str(other["event"]), texts.put(_told(other))] for other in moment.others],
        "questions": [_question(question, texts) for question in moment.questions],
    }  # fmt: skip


def _turn(turn: Event, texts: Texts) -> dict[str, Any]:
    return {
        "command": texts.put(turn["command"]) if turn["command"] else None,
        "observation": texts.put(turn["observation"]),
        "inventory": texts.put(turn["inventory"]) if turn["inventory"] else None,
    }


def _question(question: Event, texts: Texts) -> dict[str, Any]:
    usage: Mapping[str, Any] = question["usage"]
    return {
        "kind": one_line(question["kind"]),
        "repair": bool(question["repair"]),
        "cached": bool(question.get("cached")),
        "prompt": [[one_line(part["role"]), texts.put(part["content"])] for part in question["prompt"]],
        "reply": texts.put(question["reply"]),
        "error": texts.put(question["error"]) if question["error"] else None,
        "tokens": [int(usage["prompt_tokens"]), int(usage["completion_tokens"])],
        "seconds": round(float(question["seconds"]), 3),
        "cost": None if usage["cost_usd"] is None else float(usage["cost_usd"]),
    }


def _sub_goal(line: str) -> list[str]:
    goal, _, reason = one_line(line).partition("|")
    return [goal.strip(), reason.strip()]


def _told(other: Event) -> str:
    """What else happened, field by field."""
    fields = {name: value for name, value in other.items() if name not in ("event", "step", "time", "schema")}
    return "\n".join(
        f"{name}: {value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)}"
        for name, value in fields.items()
    )


def _lines(event: Event | None, field: str, texts: Texts) -> list[list[int]]:
    return [texts.put(line) for line in event[field]] if event else []


def _recalled_edges(moment: Moment, film: Film) -> list[int]:
    """The numbers of the edges that were recalled."""
    facts = set(_triplets(moment.recalled["facts"] if moment.recalled else ()))
    return [
        number
        for number, edge in enumerate(film.edges)
        if edge.triplet in facts and edge.is_valid_at(moment.step)
    ]  # fmt: skip


def _triplets(lines: Iterable[str]) -> Iterable[Triplet]:
    for line in lines:
        try:
            yield Triplet.parse(line)
        except ValueError:
            continue


def _edge(edge: Edge, vertices: Mapping[str, int], link: Link, texts: Texts) -> dict[str, Any]:
    subject, target = edge.triplet.vertices
    return {
        "text": texts.put(str(edge.triplet)),
        "ends": [vertices[subject], *([] if is_exit(edge.triplet) else [vertices[target]])],
        "since": edge.since,
        "until": edge.until,
        "held": None if link.held is None else vertices[link.held],
        "inner": link.inner,
        "line": [round(place) for place in (*link.start, *link.end)],
    }


def _entered(film: Film) -> dict[str, int]:
    """The first step that is decided when the player has been in a room."""
    entered: dict[str, int] = {}
    for moment in film.moments:
        for room in moment.map.cells:
            entered.setdefault(clean(room), moment.step + 1 if moment.step else 0)
    return entered
