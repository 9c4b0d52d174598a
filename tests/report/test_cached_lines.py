from __future__ import annotations

import json

import pytest

from ariadne.events import Usage
from ariadne.prefixes import CHARACTERS, Prefixes
from ariadne.report.cached_lines import cached_lines
from tests.screen.events import question


@pytest.mark.parametrize("quote", ["", '"\\\u2028é'])
def test_lines_are_cached_as_far_as_a_provider_would_have_kept_them(quote: str) -> None:
    same = [f"{quote}line {number} of a long prompt" for number in range(300)]
    prefixes = Prefixes()
    for end in ("one end", "another end"):
        content = "\n".join([*same, *[end] * 300])
        asked = question(content, kind="act", usage=Usage(1000, 1, 0, 0.0))
        text = json.dumps([asked.kind, *asked.prompt], ensure_ascii=False)
        kept = prefixes.kept(text) * CHARACTERS
        (lines,) = cached_lines(
            question(content, kind="act", usage=Usage(1000, 1, 0, 0.0), kept=1000 * kept // len(text))
        )
        if end == "one end":
            assert lines == 0
    told = json.dumps("\n".join(content.split("\n")[:lines]), ensure_ascii=False)
    assert 0 < lines <= 300
    assert kept - 150 < len(told) < kept
