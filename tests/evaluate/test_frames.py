from __future__ import annotations

import sys
from pathlib import Path

import pytest

from ariadne.errors import MissingPackage
from ariadne.evaluate import frames
from ariadne.events import EpisodeSummary
from tests.evaluate.runs import Told, write_run

RUN = (Told(grown=(2, 2, 2, 2)), Told(seed=2, scores=(0, 1), memory="rag", cost=None), Told(seed=3, ends=False))


@pytest.fixture
def run(tmp_path: Path) -> Path:
    return write_run(tmp_path / "run", *RUN)


def test_a_line_an_episode(run: Path) -> None:
    frame = frames.episodes(run)
    assert set(EpisodeSummary.__dataclass_fields__) <= set(frame.columns)
    assert list(frame["memory"]) == ["arigraph", "rag", "arigraph"]
    assert list(frame["finished"]) == [True, True, False]
    assert list(frame["normalized_score"]) == [1, 0.25, 1]
    assert list(frame["cost_usd"].isna()) == [False, True, False]


def test_a_line_a_step(run: Path) -> None:
    frame = frames.steps([run])
    assert len(frame) == 4 + 2 + 4
    grown = frame[frame["seed"] == 1]
    assert list(grown["edges"]) == [2, 3, 4, 5]
    assert list(grown["added"] - grown["removed"]) == [2, 1, 1, 1]
    assert frame[frame["seed"] == 2]["vertices"].isna().all()
    per_episode = frame.groupby("seed")["prompt_tokens"].sum()
    assert dict(per_episode) == {1: 1200, 2: 600, 3: 1200}


def test_a_line_a_question(run: Path) -> None:
    frame = frames.questions(str(run))
    assert dict(frame["kind"].value_counts()) == {"learn": 10, "act": 10}
    totals = frames.episodes(run)[["prompt_tokens", "completion_tokens"]].sum()
    assert dict(frame[["prompt_tokens", "completion_tokens"]].sum()) == dict(totals)
    assert not frame["cached"].any()


def test_a_run_without_episodes_is_a_frame_without_lines(tmp_path: Path) -> None:
    (tmp_path / "episodes").mkdir()
    for frame in (frames.episodes(tmp_path), frames.steps(tmp_path), frames.questions(tmp_path)):
        assert len(frame) == 0
        assert list(frame.columns)[:7] == list(frames.WHO)


def test_without_pandas_the_error_names_the_command_before_anything_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(MissingPackage, match=r"pip install '\.\[frames\]'"):
        frames.episodes("nowhere")
