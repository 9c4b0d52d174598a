from __future__ import annotations

import json
from pathlib import Path

import pytest

from ariadne.events import Usage
from ariadne.prefixes import CHARACTERS, Prefixes
from ariadne.report.prompt_parts import HEADINGS, PARTS, cached_lines, parts_of
from tests.screen.events import question

PROMPT = """Goal: Find the treasure.
Rules: No running.

Known at step 4:
«hall: chest (open)»
Turns:
«-= Hall =-
Task: this is what a note says.
Actions: too»
> look
«A hall.»
Now: step 7
«You carry nothing.»
Actions:
go: east
Plan:
1. Find the key
Task: act."""


def named(content: str, role: str = "user") -> list[tuple[str, int]]:
    runs = parts_of({"role": role, "content": content})
    return [(PARTS[part], count) for part, count in zip(runs[::2], runs[1::2], strict=True)]


def test_each_line_of_a_prompt_belongs_to_what_its_heading_says() -> None:
    assert named(PROMPT) == [("rules", 3), ("memory", 2), ("log", 8), ("actions", 2), ("memory", 2), ("rules", 1)]
    assert named(PROMPT, "system") == [("rules", 18)]


def test_what_follows_the_goal_without_a_heading_is_what_has_happened() -> None:
    told = "Goal: Move the balls.\nA ball is here.\nAction: take ball\nCurrent sub-goal: Take the ball."
    assert named(told) == [("rules", 1), ("log", 2), ("memory", 1)]


def test_each_heading_is_one_of_our_prompts() -> None:
    prompts = "\n".join(path.read_text("utf-8") for path in Path("prompts").rglob("*.yaml"))
    assert [heading for heading in HEADINGS if heading not in prompts] == []


@pytest.mark.parametrize("quote", ["", '"\\\u2028é'])
def test_lines_are_cached_as_far_as_a_provider_would_have_kept_them(quote: str) -> None:
    same = [f"{quote}line {number} of a long prompt" for number in range(300)]
    prefixes = Prefixes()
    for end in ("one end", "another end"):
        content = "\n".join([*same, *[end] * 300])
        asked = question(content, kind="act", usage=Usage(1000, 1, 0, 0.0))
        text = json.dumps([asked.kind, *asked.prompt], ensure_ascii=False)
        kept = prefixes.kept(text) * CHARACTERS
        lines = cached_lines(question(content, kind="act", usage=Usage(1000, 1, 0, 0.0), kept=1000 * kept // len(text)))
        if end == "one end":
            assert lines == 0
    told = json.dumps("\n".join(content.split("\n")[:lines]), ensure_ascii=False)
    assert 0 < lines <= 300
    assert kept - 150 < len(told) < kept
