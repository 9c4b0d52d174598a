from __future__ import annotations

import json
from pathlib import Path
from threading import Timer
from unittest.mock import ANY

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ariadne.errors import Failure, UserError
from ariadne.events import Event, Other, QuestionEvent, Resumed
from ariadne.record import read_events
from ariadne.runs import events
from ariadne.runs.events import SCHEMA, Diverged, EventLog
from tests.screen.events import acted, ended, question, started, turn


def said(text: str) -> Other:
    return Other(kind="said", said={"text": text})


def text_of(event: Event) -> str | None:
    return str(event.said["text"]) if isinstance(event, Other) else None


def log_of(path: Path, *texts: str) -> EventLog:
    log = EventLog(path)
    for step, text in enumerate(texts):
        log.step = step
        log(said(text))
    return log


def test_the_first_event_says_which_schema_it_is(tmp_path: Path) -> None:
    log = EventLog(tmp_path / "events.jsonl")
    log(started())
    log(said("x"))
    first, second = map(json.loads, log.path.read_text().splitlines())
    assert first["schema"] == SCHEMA
    assert "schema" not in second
    log.close()


def test_the_watcher_gets_written_events_and_kinds_are_counted(tmp_path: Path) -> None:
    seen: list[Event] = []
    log = EventLog(tmp_path / "events.jsonl", seen.append)
    log(acted("look"))
    log(acted("look"))
    log(turn("A hall."))
    assert seen == list(read_events(log.path))
    assert (log.counts["acted"], log.counts["turn"], log.counts["invalid"]) == (2, 1, 0)
    log.close()


@given(text=st.text(st.characters(codec=None)))
def test_any_text_survives_even_half_a_surrogate_pair(text: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    log = log_of(tmp_path_factory.mktemp("log") / "events.jsonl", text)
    log.close()
    assert [text_of(event) for event in read_events(log.path)] == [text]


@given(cut=st.integers(1, 400))
def test_a_file_that_was_cut_anywhere_is_read_up_to_the_last_whole_event(
    cut: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.mktemp("log") / "events.jsonl"
    log_of(path, *(f"text é {number}" for number in range(6))).close()
    whole = path.read_bytes()
    path.write_bytes(whole[:-cut])
    expected = [f"text é {number}" for number in range(whole[:-cut].count(b"\n"))]
    assert [text_of(event) for event in read_events(path)] == expected
    log = EventLog(path)
    log.step = len(expected)
    log(said("next"))
    log.close()
    assert [text_of(event) for event in read_events(path)] == [*expected, "next"]


@pytest.mark.parametrize("torn", [0, 1, 7, 8, 9, 30])
def test_a_torn_line_longer_than_a_block_is_dropped(torn: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(events, "_BLOCK", 8)
    path = tmp_path / "events.jsonl"
    log_of(path, "one").close()
    whole = path.read_bytes()
    for before in (whole, b""):
        path.write_bytes(before + b"x" * torn)
        EventLog(path).close()
        assert path.read_bytes() == before


def test_an_event_that_is_too_long_to_read_is_not_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(events, "LONGEST_LINE", 2000)
    log = log_of(tmp_path / "events.jsonl", "x" * 1900)
    with pytest.raises(Failure, match="is longer than"):
        log(said("é" * 1000))
    with pytest.raises(Failure, match="is longer than"):
        log(asked("A line that was not written.\n" * 100))
    log(asked("A line that was not written.\n" * 20))
    log.close()
    *_, last = read_events(log.path)
    assert last.prompt == asked("A line that was not written.\n" * 20).prompt


def asked(text: str) -> QuestionEvent:
    """A question whose history is a line a step."""
    return question(text, cost_usd=0.0)


@given(kept=st.integers(1, 6), cut=st.integers(0, 200), more=st.integers(1, 4))
def test_a_resumed_episode_refers_only_to_valid_texts(
    kept: int, cut: int, more: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Prompts tell the whole history; all are read whole after some of them, which others referred to, hold no more."""
    path = tmp_path_factory.mktemp("log") / "events.jsonl"
    prompts = ["\n".join(f"What was seen at step {step}, whole." for step in range(length)) for length in range(30)]
    log = EventLog(path)
    for text in prompts[10:16]:
        log(asked(text))
    log.close()
    path.write_bytes(path.read_bytes()[: -cut or None])
    past = list(read_events(path))[:kept]
    log, seen = EventLog(path, past=past), [event.prompt for event in past]
    for event in past:
        log(asked(event.prompt[0]["content"]))
    for text in prompts[20 : 20 + more]:
        log(asked(text))
        seen.append(asked(text).prompt)
    log.close()
    assert [event.prompt for event in read_events(path) if event.name == "question"] == seen


def test_invalidated_events_are_not_read(tmp_path: Path) -> None:
    log = log_of(tmp_path / "events.jsonl", "one", "two", "three")
    log(Resumed(kept=1))
    log(said("zwei"))
    log(Resumed(kept=3))
    log(said("drei"))
    log.close()
    assert [text_of(event) for event in read_events(log.path)] == ["one", None, "zwei", None, "drei"]


def test_a_second_writer_is_refused_in_one_clear_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(events, "LOCK_SECONDS", 0.1)
    log = log_of(tmp_path / "events.jsonl", "one")
    with pytest.raises(
        UserError, match=r"another process is writing .*events\.jsonl: wait for it, or end it"
    ) as raised:
        EventLog(log.path)
    assert "\n" not in str(raised.value)
    log(said("two"))
    log.close()
    log_of(log.path, "three").close()
    assert [text_of(event) for event in read_events(log.path)] == ["one", "two", "three"]


def test_the_lock_of_a_process_that_was_just_killed_is_awaited(tmp_path: Path) -> None:
    log = log_of(tmp_path / "events.jsonl", "one")
    Timer(0.2, log.close).start()
    log_of(log.path, "two").close()
    assert [text_of(event) for event in read_events(log.path)] == ["one", "two"]


def test_repeated_events_are_checked_and_new_ones_follow_a_resumed_event(tmp_path: Path) -> None:
    path = tmp_path / "events.jsonl"
    log_of(path, "one", "two").close()
    past, seen = list(read_events(path)), list[Event]()
    log = EventLog(path, seen.append, past)
    log(said("one"))
    log.step = 1
    log(said("two"))
    assert list(read_events(path)) == seen == past
    log(said("three"))
    log.close()
    assert [event.name for event in read_events(path)] == ["said", "said", "resumed", "said"]
    assert list(read_events(path))[2] == Resumed(step=1, time=ANY, kept=2)
    assert [event.name for event in seen] == ["said", "said", "resumed", "said"]
    assert log.counts["said"] == 3
    past, again = list(read_events(path)), list[Event]()
    log = EventLog(path, again.append, past)
    for text, log.step in (("one", 0), ("two", 1), ("three", 1)):
        log(said(text))
    assert again == past
    assert not log.is_repeating
    log.close()


@pytest.mark.parametrize("why", ["stopped", "failed"])
def test_an_interruption_during_the_repetition_leaves_the_file_unchanged(why: str, tmp_path: Path) -> None:
    path = tmp_path / "events.jsonl"
    log = EventLog(path)
    for command in ("north", "south"):
        log(turn("", command=command))
    log(ended("stopped"))
    log.close()
    before = path.read_text()
    past = list(read_events(path))[:-1]
    log = EventLog(path, past=past)
    log(turn("", command="north"))
    log(ended(why))
    log.close()
    assert path.read_text() == before
    # An episode that comes to another end than before is none that was interrupted.
    log = EventLog(path, past=past)
    with pytest.raises(Diverged):
        log(ended("won"))
    log.close()


def test_a_different_event_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "events.jsonl"
    log_of(path, "one").close()
    for text, step in (("two", 0), ("one", 1)):
        log = EventLog(path, past=list(read_events(path)))
        log.step = step
        with pytest.raises(Diverged, match="differs from the first time"):
            log(said(text))
        log.close()


def test_settings_that_have_changed_since_an_episode_began_are_named(tmp_path: Path) -> None:
    path = tmp_path / "events.jsonl"
    log = EventLog(path)
    log(started(max_steps=150))
    log.close()
    log = EventLog(path, past=list(read_events(path)))
    with pytest.raises(Diverged, match=r"settings have changed since it began \(max_steps was 150 and is 40\)"):
        log(started(max_steps=40))
    log.close()


def test_a_full_disk_is_one_clear_line() -> None:
    log = EventLog(Path("/dev/full"))
    with pytest.raises(UserError, match="the disk is full; /dev/full keeps the events so far"):
        log(said("x"))
    with pytest.raises(UserError, match="the disk is full"):
        log.close()


def test_a_folder_that_cannot_be_made_is_one_clear_line(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(UserError, match="--runs DIR"):
        EventLog(tmp_path / "file" / "events.jsonl")
