"""An episode as its page needs it: one JSON object, from its history and nothing else."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ariadne.events import Event, Question, Turn, told
from ariadne.history import History, Step
from ariadne.report.cards import Layout, Link, is_exit, lay_out, short
from ariadne.report.texts import Texts
from ariadne.screen.map import WorldMap, maps
from ariadne.text import one_line, safe
from ariadne.triplet import Edge, clean, triplets_of

# A page stays below 5 MB with its style, its script and its words.
MOST_BYTES = 4_600_000
# How many characters of a text are kept, until the page is small enough.
LENGTHS = (None, 100_000, 30_000, 10_000, 3_000, 1_000, 300, 80)

LONGEST_NAME = 300

# What would end the element that holds the data, or a line of a script.
_UNSAFE = {ord(sign): f"\\u{ord(sign):04x}" for sign in "<>&\u2028\u2029"}


def episode_data(history: History) -> str:
    """The data of an episode's page, safe in an HTML element; the longest texts are clipped where it is too big."""
    layout = lay_out(history)
    for longest in LENGTHS:
        data = json.dumps(
            _data(history, layout, Texts(longest)), ensure_ascii=False, allow_nan=False, separators=(",", ":")
        )
        data = data.translate(_UNSAFE)
        if len(data.encode()) <= MOST_BYTES:
            break
    return data


def _data(history: History, layout: Layout, texts: Texts) -> dict[str, Any]:
    vertices = {name: number for number, name in enumerate(layout.spots)}
    worlds = maps(history.steps)
    # A step is decided where the one before it ended.
    places = [world.here for world in (worlds[0], *worlds)]
    steps = [
        _step(step, history, vertices.get(clean(here)), texts)
        for step, here in zip(history.steps, places, strict=False)
    ]
    edges = [_edge(edge, vertices, link, texts) for edge, link in zip(history.edges, layout.drawn, strict=True)]
    entered = _entered(worlds)
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


def _step(step: Step, history: History, here: int | None, texts: Texts) -> dict[str, Any]:
    learned, recalled, planned, acted = step.learned, step.recalled, step.planned, step.acted
    return {
        "score": step.score,
        "maximum": step.maximum,
        "here": here,
        "seen": [_turn(turn, texts) for turn in step.seen],
        "turns": [_turn(turn, texts) for turn in step.turns],
        "added": _lines(learned.added if learned else (), texts),
        "removed": _lines(learned.removed if learned else (), texts),
        "recalled": recalled and {
            "facts": _lines(recalled.facts, texts),
            "episodes": _lines(recalled.episodes, texts),
            "exits": _lines(recalled.exits, texts),
            "text": texts.put(recalled.text) if recalled.text else None,
        },
        "bold": _recalled_edges(step, history),
        "plan": planned and [[texts.put(part) for part in _sub_goal(line)] for line in planned.plan],
        "explore": bool(planned and planned.explore),
        "action": acted and texts.put(acted.action),
        "reason": texts.put(acted.reason) if acted and acted.reason else None,
        "commands": _lines(acted.commands if acted else (), texts),
        "others": [[other.name, texts.put(_told(other))] for other in step.others],
        "questions": [_question(question, texts) for question in step.questions],
    }  # fmt: skip


def _turn(turn: Turn, texts: Texts) -> dict[str, Any]:
    return {
        "command": texts.put(turn.command) if turn.command else None,
        "observation": texts.put(turn.observation),
        "inventory": texts.put(turn.inventory) if turn.inventory else None,
    }


def _question(question: Question, texts: Texts) -> dict[str, Any]:
    usage = question.usage
    return {
        "kind": one_line(question.kind),
        "repair": question.repair,
        "cached": question.cached,
        "prompt": [[one_line(part["role"]), texts.put(part["content"])] for part in question.prompt],
        "reply": texts.put(question.reply),
        "error": texts.put(question.error) if question.error else None,
        "tokens": [usage.prompt_tokens, usage.completion_tokens],
        "seconds": round(question.seconds, 3),
        "cost": usage.cost_usd,
    }


def _sub_goal(line: str) -> list[str]:
    goal, _, reason = one_line(line).partition("|")
    return [goal.strip(), reason.strip()]


def _told(other: Event) -> str:
    """What else happened, field by field."""
    return "\n".join(
        f"{name}: {value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)}"
        for name, value in told(other).items()
    )


def _lines(lines: Sequence[str], texts: Texts) -> list[list[int]]:
    return [texts.put(line) for line in lines]


def _recalled_edges(step: Step, history: History) -> list[int]:
    """The numbers of the edges that were recalled."""
    facts = set(triplets_of(step.recalled.facts if step.recalled else ()))
    return [
        number
        for number, edge in enumerate(history.edges)
        if edge.triplet in facts and edge.valid_at(step.number)
    ]  # fmt: skip


def _edge(edge: Edge, vertices: Mapping[str, int], link: Link, texts: Texts) -> dict[str, Any]:
    subject, target = edge.triplet.vertices
    return {
        "text": texts.put(str(edge.triplet)),
        "ends": [vertices[subject], *([] if is_exit(edge.triplet) else [vertices[target]])],
        "since": edge.valid_from,
        "until": edge.valid_to,
        "held": None if link.held is None else vertices[link.held],
        "inner": link.inner,
        "line": [round(place) for place in (*link.start, *link.end)],
    }


def _entered(worlds: Iterable[WorldMap]) -> dict[str, int]:
    """The first step that is decided when the player has been in a room."""
    entered: dict[str, int] = {}
    for step, world in enumerate(worlds):
        for room in world.cells:
            entered.setdefault(clean(room), step + 1 if step else 0)
    return entered
