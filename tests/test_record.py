from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ariadne import record
from ariadne.errors import UserError
from ariadne.fields import LATEST, LONGEST_JUMP
from ariadne.record import Damaged, read_events

COMMON = {"step": 0, "time": 1.5}
USAGE = {"prompt_tokens": 1, "completion_tokens": 1, "cached_tokens": 0, "cost_usd": None}


def file(folder: Path, *events: dict[str, Any] | str) -> Path:
    path = folder / "events.jsonl"
    lines = [event if isinstance(event, str) else json.dumps({**COMMON, **event}) for event in events]
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("event", "said"),
    [
        ({"step": 10**9}, "its step, 1000000000, cannot follow step 0"),
        ({"step": LONGEST_JUMP + 1}, "its step"),
        ({"step": -1}, "its step, -1"),
        ({"step": True}, "its step, True"),
        ({"step": "1"}, "its step, '1'"),
        ({"step": 10**4000}, "its step"),
        ({"time": LATEST + 1}, "its time"),
        ({"time": None}, "its time"),
        ({"event": "turn", "commands": "look"}, "its commands, 'look', cannot be"),
        ({"event": "turn", "observation": ["x"]}, "its observation"),
        ({"event": "scored", "score": 1e300}, "its score"),
        ({"event": "scored", "won": 1}, "its won"),
        ({"event": "question", "usage": {**USAGE, "prompt_tokens": -1}}, "its usage"),
        ({"event": "question", "usage": {"prompt_tokens": 1}}, "its usage"),
        ({"event": "question", "prompt": [{"role": "user"}]}, "something is missing"),
        ({"event": "question", "prompt": "x"}, "something is missing"),
        ({"event": "question", "prompt": [{"role": "user", "content": [[0, 7]]}]}, "there are no lines 0 to 7"),
        ({"event": "recalled", "text": [["a"]]}, "a piece that is none"),
        ({"event": "learned", "episodes": [{"text": "x"}]}, "its episodes"),
        ({"event": 7}, "it has no kind"),
        ({"event": "scored", "score": 10**400}, "its score"),
        ({"event": "turn", "commands": [json.loads("[" * 900 + "]" * 900)]}, ""),
    ],
)
def test_what_no_episode_says_is_refused_with_its_line(event: dict[str, Any], said: str, tmp_path: Path) -> None:
    path = file(tmp_path, {"event": "said"}, {"event": "said", **event})
    with pytest.raises(Damaged, match=f"line 2: .*{said}") as raised:
        list(read_events(path))
    assert "\n" not in str(raised.value)
    assert len(str(raised.value)) < 400


@pytest.mark.parametrize("line", ["[" * 100_000, '{"event":' * 100_000, '{"event": "x", "y": NaN}', "7", "", "{}"])
def test_a_line_that_is_no_event_is_refused_with_its_number(line: str, tmp_path: Path) -> None:
    with pytest.raises(Damaged, match="line 2 is no event"):
        list(read_events(file(tmp_path, {"event": "said"}, line)))


def test_a_line_longer_than_the_limit_is_refused_unread(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record, "LONGEST_LINE", 2**20)
    path = file(tmp_path, {"event": "said"}, {"event": "said", "text": "x" * 2**20})
    with pytest.raises(Damaged, match="line 2 is longer than 1 MB"):
        list(read_events(path))


@pytest.mark.parametrize("kept", [-1, 3, "1", None, 10**30])
def test_no_more_is_kept_than_there_was(kept: object, tmp_path: Path) -> None:
    path = file(tmp_path, {"event": "a"}, {"event": "b"}, {"event": "resumed", "kept": kept})
    with pytest.raises(Damaged, match="line 3 keeps"):
        list(read_events(path))


def test_damage_that_does_not_hold_any_more_harms_nobody(tmp_path: Path) -> None:
    path = file(tmp_path, {"event": "a"}, "{broken", {"event": "resumed", "kept": 1}, {"event": "b"})
    assert [event["event"] for event in read_events(path)] == ["a", "resumed", "b"]


def test_events_are_read_one_at_a_time(tmp_path: Path) -> None:
    events = read_events(file(tmp_path, {"event": "a"}, "{broken"))
    assert next(events)["event"] == "a"


def test_the_form_of_earlier_versions_is_read(tmp_path: Path) -> None:
    told = [{"event": "question", "prompt": [{"role": "user", "content": "x\n" * 300}]} for _ in range(3)]
    path = file(tmp_path, {"event": "episode_started", "schema": 1}, *told)
    assert [event.get("prompt") for event in read_events(path)] == [None, *(event["prompt"] for event in told)]


def test_a_file_of_a_newer_version_is_refused_but_is_not_damaged(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="a newer version of Ariadne wrote it") as raised:
        list(read_events(file(tmp_path, {"event": "episode_started", "schema": 3})))
    assert not isinstance(raised.value, Damaged)
