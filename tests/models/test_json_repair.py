"""JSON repair."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ariadne.models.json_repair import RepairedObject, repaired

ACT = {"reason": "it's the way", "action": "go north"}
FACTS = {"triplets": ["key, is on, table", "door, is, open"]}


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ('{"reason": "it\'s the way", "action": "go north"', ACT),
        ('{"reason": "it\'s the way", "action": "go north', ACT),
        ('{"reason": "it\'s the way",, "action": "go north",}', ACT),
        ('{"reason": "it\'s the way", ,"action": "go north"}', ACT),
        ('{"reason": "it\'s the way" "action": "go north"}', ACT),
        ('{"reason": "it\'s the way"\n"action": "go north"}', ACT),
        ("{'reason': 'it's the way', 'action': 'go north'}", ACT),
        ("{“reason”: “it's the way”, “action”: “go north”}", ACT),
        ("{reason: it's the way, action: go north}", ACT),
        ('{"reason"": "it\'s the way", ""action": "go north"}', ACT),
        ('{"reason": "it\'s the way", // a comment, with commas\n "action": "go north"}', ACT),
        ('{"reason": "it says "go" here", "action": "look"}', {"reason": 'it says "go" here', "action": "look"}),
        ('{"reason": "tab\\there \\u00e9 \\"x\\"", "action": "look"', {"reason": 'tab\there é "x"', "action": "look"}),
        ('{"triplets": ["key, is on, table", "door, is, open"', FACTS),
        ('{"triplets": ["key, is on, table" "door, is, open"]}', FACTS),
        ('{"triplets": ["key, is on, table", "door, is, open"}', FACTS),
        ('{"triplets": ["key, is on, table", "door, is, open"}]}', FACTS),
        ('{"triplets": ["sign, says, "hi" to us", "x, is, y"]}', {"triplets": ['sign, says, "hi" to us', "x, is, y"]}),
        ('{"a": True, "b": None, "c": 1.5, "d": -3, "e": 007}', {"a": True, "b": None, "c": 1.5, "d": -3, "e": "007"}),
        ('{"a": {"b": [1, {"c": 2}', {"a": {"b": [1, {"c": 2}]}}),
        ("{", {}),
    ],
)  # fmt: skip
def test_malformed_json_is_repaired(text: str, meant: dict[str, Any]) -> None:
    assert repaired(text).value == meant


@pytest.mark.parametrize(
    ("text", "items"),
    [
        ('["a, b, c", "d, e', ["a, b, c"]),
        ('["a, b, c", "d, e, f"', ["a, b, c", "d, e, f"]),
        ('["a, b, c", "d, says, "e', ["a, b, c"]),
        ('["a, b, c", ', ["a, b, c"]),
        ("[1, 2, 1", [1, 2]),
        ("[1, 2, 1,", [1, 2, 1]),
        ('[["a", "b"], ["c"', [["a", "b"]]),
        ('[{"s": "a"}, {"s": "b"', [{"s": "a"}]),
        ('["a"], "c": ["d", "e', ["a"]),
    ],
)
def test_an_item_that_is_cut_off_does_not_count(text: str, items: list[Any]) -> None:
    found = repaired('{"b": ' + text)
    assert found.value["b"] == items
    assert found.is_cut


@given(
    st.dictionaries(
        st.text("abc", min_size=1), st.lists(st.text("ab, .:{}[]'é", max_size=20)) | st.integers() | st.booleans()
    )
)
def test_valid_json_is_read_unchanged(value: dict[str, Any]) -> None:
    text = json.dumps(value)
    assert repaired(f"{text} and more") == RepairedObject(value, len(text), is_cut=False)


@given(st.text(alphabet=st.sampled_from(list("{}[]\"':,\\/ \nab1“”")), max_size=200))
def test_any_text_ends(text: str) -> None:
    with suppress(ValueError):
        found = repaired("{" + text)
        assert isinstance(found.value, dict)
        assert 0 < found.end <= len(text) + 2


@pytest.mark.parametrize("opening", ['{"a":', '{"a": ['])
def test_endless_nesting_is_not_repaired(opening: str) -> None:
    with pytest.raises(ValueError, match="nested too deeply"):
        repaired('{"a": ' + opening * 1000 + "[" * 1000)
