from __future__ import annotations

import sys
from pathlib import Path

import pytest

from ariadne.errors import MissingPackage
from ariadne.report.replay import replay
from tests.report.plays import write
from tests.screen.events import started, turn


def test_without_textual_the_pip_command_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write(tmp_path, [started(), turn("A hall.", step=0)])
    monkeypatch.delitem(sys.modules, "ariadne.report.replay_app", raising=False)
    for name in [name for name in sys.modules if name.partition(".")[0] == "textual"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "textual", None)
    with pytest.raises(MissingPackage, match=r"pip install '\.\[replay\]'"):
        replay(path)
