from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ariadne import record
from ariadne.errors import UserError
from ariadne.events import LATEST, event_of, written
from ariadne.record import LONGEST_JUMP, Damaged, read_ends, read_events
from tests.screen.events import learned, question, recalled, scored, turn

COMMON = {"step": 0, "time": 1.5}
USAGE = {"prompt_tokens": 1, "completion_tokens": 1, "cached_tokens": 0, "cost_usd": None}


def file(folder: Path, *events: dict[str, Any] | str) -> Path:
    path = folder / "events.jsonl"
    lines = [event if isinstance(event, str) else json.dumps({**COMMON, **event}) for event in events]
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path


TURN, SCORED, QUESTION, RECALLED, LEARNED = map(
    written, (turn("A hall."), scored(1), question(), recalled([], [], []), learned([]))
)


@pytest.mark.parametrize(
    ("event", "said"),
    [
        ({"step": 10**9}, "its step, 1000000000, cannot follow step 0"),
        ({"step": LONGEST_JUMP + 1}, "its step"),
        ({"step": True}, "its step, True"),
        ({"step": 10**4000}, "its step"),
        ({"time": LATEST + 1}, "its time"),
        ({"schema": "2"}, "its schema, '2'"),
        ({**TURN, "commands": "look"}, "its commands, 'look', is invalid"),
        ({name: said for name, said in TURN.items() if name != "observation"}, "it has no observation"),
        ({**SCORED, "score": 1e300}, "its score"),
        ({**QUESTION, "usage": {**USAGE, "prompt_tokens": -1}}, "its usage"),
        ({**QUESTION, "prompt": [{"content": "x"}]}, "its prompt"),
        ({**QUESTION, "prompt": [{"role": "user", "content": [[0, 7]]}]}, "there are no lines 0 to 7"),
        ({**RECALLED, "text": [["a"]]}, "an invalid piece"),
        ({**LEARNED, "episodes": [{"text": "x", "triplets": -1}]}, "its episodes"),
        ({"event": 7}, "it has no kind"),
        ({**TURN, "commands": [json.loads("[" * 900 + "]" * 900)]}, ""),
    ],
)
def test_what_no_episode_says_is_refused_with_its_line(event: dict[str, Any], said: str, tmp_path: Path) -> None:
    path = file(tmp_path, {"event": "said"}, {"event": "said", **event})
    with pytest.raises(Damaged, match=f"line 2: .*{said}") as raised:
        list(read_events(path))
    assert "\n" not in str(raised.value)
    assert len(str(raised.value)) < 400


@pytest.mark.parametrize("step", [0, 3])
def test_steps_only_go_forward(step: int, tmp_path: Path) -> None:
    steps = [event.step for event in read_events(file(tmp_path, {"event": "a"}, {"event": "b", "step": step}))]
    assert steps == [0, step]
    with pytest.raises(Damaged, match="line 3: its step, 2, cannot follow step 4"):
        list(read_events(file(tmp_path, {"event": "a"}, {"event": "b", "step": 4}, {"event": "c", "step": 2})))


@pytest.mark.parametrize(
    "event", [TURN, SCORED, QUESTION, RECALLED, LEARNED, {"event": "folly", "step": 2, "time": 3.0, "x": [1]}]
)
def test_an_event_is_read_as_it_was_written(event: dict[str, Any]) -> None:
    assert written(event_of(json.loads(json.dumps(event)))) == event


def test_what_is_said_of_a_question_of_a_data_set_is_not_what_is_said_of_a_game(tmp_path: Path) -> None:
    began = {"item": "1", "dataset": "d", "question": "?", "method": "m", "model": None, "asked": None, "model_for": {},
             "base_url": None, "embedder": "e", "paragraphs": 3, "run": "r", "versions": {}}  # fmt: skip
    found = {"event": "recalled", "queries": {"x": 1}, "facts": [], "shown": [1], "ranking": None}
    path = file(tmp_path, {"event": "item_started", **began}, found)
    assert [type(event).__name__ for event in read_events(path)] == ["ItemStarted", "ItemRecalled"]


@pytest.mark.parametrize(
    "line",
    [
        "[" * 100_000,
        '{"event": "x", "y": NaN}',
        "7",
    ],
)
def test_a_line_that_is_no_event_is_refused_with_its_number(line: str, tmp_path: Path) -> None:
    with pytest.raises(Damaged, match="line 2 is not an event"):
        list(read_events(file(tmp_path, {"event": "said"}, line)))


def test_a_line_longer_than_the_limit_is_refused_unread(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record, "LONGEST_LINE", 2**20)
    path = file(tmp_path, {"event": "said"}, {"event": "said", "text": "x" * 2**20})
    with pytest.raises(Damaged, match="line 2 is longer"):
        list(read_events(path))


@pytest.mark.parametrize(
    "kept",
    [
        -1,
        3,
        "1",
    ],
)
def test_no_more_is_kept_than_there_was(kept: object, tmp_path: Path) -> None:
    path = file(tmp_path, {"event": "a"}, {"event": "b"}, {"event": "resumed", "kept": kept})
    with pytest.raises(Damaged, match="line 3 keeps"):
        list(read_events(path))


def test_damage_in_events_that_no_longer_count_does_no_harm(tmp_path: Path) -> None:
    path = file(tmp_path, {"event": "a"}, "{broken", {"event": "resumed", "kept": 1}, {"event": "b"})
    assert [event.name for event in read_events(path)] == ["a", "resumed", "b"]


def test_events_are_read_one_at_a_time(tmp_path: Path) -> None:
    events = read_events(file(tmp_path, {"event": "a"}, "{broken"))
    assert next(events).name == "a"


def test_a_file_of_a_newer_version_is_refused_but_is_not_damaged(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="a newer version") as raised:
        list(read_events(file(tmp_path, {"event": "said", "schema": 3})))
    assert not isinstance(raised.value, Damaged)


def test_the_ends_of_a_file_are_read_without_what_is_between(tmp_path: Path) -> None:
    path = file(tmp_path, TURN, SCORED, "no event", *[QUESTION] * 600, LEARNED, {**SCORED, "score": 3}, LEARNED)
    with path.open("a", encoding="utf-8") as torn:
        torn.write('{"event": "scored", ')
    assert path.stat().st_size > record._END
    first, last = read_ends(path, ["scored"])
    assert (first.name, last) == ("turn", event_of({**COMMON, **SCORED, "score": 3}))
    assert read_ends(file(tmp_path, TURN), ["turn"]) == [event_of({**COMMON, **TURN})]
    assert read_ends(file(tmp_path), ["turn"]) == []


def test_a_line_that_the_last_part_cuts_is_no_damage_and_words_are_no_kinds(tmp_path: Path) -> None:
    spoken = {"event": "acted", "action": "scored", "reason": "x" * 2 * record._END, "commands": ["scored"]}
    path = file(tmp_path, TURN, spoken, {**SCORED, "score": 3}, {**spoken, "reason": ""})
    assert [event.name for event in read_ends(path, ["scored"])] == ["turn", "scored"]
