"""The data of an episode's page: one JSON object, made from the episode's history alone."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from ariadne.events import Event, QuestionEvent, TurnEvent, told
from ariadne.geography import is_spatial
from ariadne.history import History, PlayedStep
from ariadne.report.cached_lines import cached_lines
from ariadne.report.house_data import house_data
from ariadne.report.narration import Narration, goal_of
from ariadne.report.texts import Texts
from ariadne.screen.words import answer, grounds
from ariadne.text import one_line
from ariadne.triplet import triplets_of

# With its style, scripts and fixed text, a page stays below 5 MB.
MOST_BYTES = 4_300_000
# Characters kept of each text: the first limit with which the page is small enough.
LENGTHS = (None, 100_000, 30_000, 10_000, 3_000, 1_000, 300, 80)

# By question's `id()`: the number of cached lines of each message, before clipping.
_Cached = Mapping[int, list[int]]

# Characters that could end the element that holds the data, or a line of a script.
_UNSAFE = {ord(sign): f"\\u{ord(sign):04x}" for sign in "<>&\u2028\u2029"}


def episode_data(history: History, narration: Narration) -> str:
    """Return the data of an episode's page, safe in an HTML element. If it is too big, clip the longest texts."""
    house = house_data(history)
    kept = {id(asked): cached_lines(asked) for step in history.steps for asked in step.questions}
    for longest in LENGTHS:
        data = as_script(_data(history, narration, house, kept, Texts(longest)))
        if len(data.encode()) <= MOST_BYTES:
            break
    return data


def as_script(data: object) -> str:
    """Return data as JSON that is safe in an HTML element."""
    text = json.dumps(data, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return text.translate(_UNSAFE)


def _data(
    history: History, narration: Narration, house: Mapping[str, Any], kept: _Cached, texts: Texts
) -> dict[str, Any]:
    steps = history.steps
    if history.ended:
        # One more step shows the result of the last.
        last = steps[-1]
        steps = [*steps, PlayedStep(last.number + 1, score=last.score, maximum=last.maximum, seen=last.turns)]
    return {
        "steps": [_step(step, history.started.goal, narration, kept, texts) for step in steps],
        "house": house,
        "ended": bool(history.ended),
        "lines": texts.lines,
        "clipped": texts.clipped,
    }


def _step(step: PlayedStep, goal: str, narration: Narration, kept: _Cached, texts: Texts) -> dict[str, Any]:
    learned, recalled, planned, acted = step.learned, step.recalled, step.planned, step.acted
    # Facts about ways come last, and the page folds them.
    added = sorted(learned.added if learned else (), key=_is_about_ways)
    gained = narration.planned(step.number) if planned else ()
    reason = grounds(acted, narration.plan(step.number)) if acted else ""
    return {
        "score": step.score,
        "maximum": step.maximum,
        "seen": [_turn(turn, goal, texts) for turn in step.seen],
        "turns": [_turn(turn, goal, texts) for turn in step.turns],
        "marks": narration.marks(step.number),
        "added": _lines(added, texts),
        "ways": sum(map(_is_about_ways, added)),
        "removed": _lines(learned.removed if learned else (), texts),
        "recalled": recalled and {
            "facts": _lines(recalled.facts, texts),
            "episodes": _lines(recalled.episodes, texts),
            "exits": _lines(recalled.exits, texts),
            "text": texts.put(recalled.text) if recalled.text else None,
        },
        "plan": planned and [[texts.put(part) for part in _sub_goal(line)] for line in planned.plan],
        "gained": planned and [at for at, line in enumerate(planned.plan) if goal_of(line) in gained],
        "explore": bool(planned and planned.explore),
        "action": acted and texts.put(acted.action),
        "reason": texts.put(reason) if reason else None,
        "commands": _lines(acted.commands if acted else (), texts),
        "others": [[other.name, texts.put(_fields_of(other))] for other in step.others],
        "questions": [_question(question, kept[id(question)], texts) for question in step.questions],
    }  # fmt: skip


def _is_about_ways(line: str) -> bool:
    return any(map(is_spatial, triplets_of([line])))


def _turn(turn: TurnEvent, goal: str, texts: Texts) -> dict[str, Any]:
    return {
        "command": texts.put(turn.command) if turn.command else None,
        "observation": texts.put(answer(turn, goal)),
        "inventory": texts.put(turn.inventory) if turn.inventory else None,
    }


def _question(question: QuestionEvent, kept: list[int], texts: Texts) -> dict[str, Any]:
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
        "parts": question.parts,
        "kept": kept,
    }


def _sub_goal(line: str) -> list[str]:
    goal, _, reason = one_line(line).partition("|")
    return [goal.strip(), reason.strip()]


def _fields_of(other: Event) -> str:
    """The fields of another event as text."""
    return "\n".join(
        f"{name}: {value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)}"
        for name, value in told(other).items()
    )


def _lines(lines: Sequence[str], texts: Texts) -> list[list[int]]:
    return [texts.put(line) for line in lines]
