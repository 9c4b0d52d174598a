from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest

from ariadne.errors import MissingPackage, UserError
from ariadne.record import Event
from ariadne.report.replay import replay, whole_film
from tests.report.hostile import question
from tests.screen.events import acted, started, turn


def written(path: Path, events: Iterable[Event]) -> Path:
    path.write_text("".join(json.dumps(event) + "\n" for event in events))
    return path


def test_without_textual_the_pip_command_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = written(tmp_path / "events.jsonl", [started(), turn("A hall.", step=0)])
    monkeypatch.delitem(sys.modules, "ariadne.report.theatre", raising=False)
    for name in [name for name in sys.modules if name.partition(".")[0] == "textual"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "textual", None)
    with pytest.raises(MissingPackage, match=r"pip install '\.\[replay\]'"):
        replay(path)


@pytest.mark.parametrize("lost", ["usage", "prompt", "reply", "kind"])
def test_events_that_say_too_little_are_one_clear_line(tmp_path: Path, lost: str) -> None:
    asked = {name: value for name, value in question("Where?", "north").items() if name != lost}
    path = written(tmp_path / "events.jsonl", [started(), turn("A hall.", step=0), asked, acted("go north", "")])
    with pytest.raises(UserError, match="damaged"):
        whole_film(path)
