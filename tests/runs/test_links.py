"""Links in a run's folder, which may be untrusted, are not followed."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from ariadne.cli.exit_codes import unexpected
from ariadne.errors import UserError
from ariadne.evaluate import scorecard, tables
from ariadne.evaluate.plan import EvalPlan
from ariadne.evaluate.sections import of_card
from ariadne.files import open_inside, write
from ariadne.memory.arigraph.core.recorded import contents_of
from ariadne.qa.answered import read_answered
from ariadne.record import read_events
from ariadne.report.report import write_report
from ariadne.runs.events import EventLog
from ariadne.runs.resume import ending_of, past_of
from ariadne.runs.run import Run, old_run
from tests.evaluate.runs import Told, write_run

PRECIOUS = json.dumps({"event": "episode_started", "secret": "precious"}) + "\n"


@pytest.fixture
def run(tmp_path: Path) -> Path:
    path = write_run(tmp_path / "run", Told(game="hunt"))
    (path / "config.yaml").write_text("games: [hunt]\n")
    return path


@pytest.fixture
def victim(tmp_path: Path) -> Path:
    path = tmp_path / "precious"
    path.mkdir()
    (path / "events.jsonl").write_text(PRECIOUS)
    return path / "events.jsonl"


def linked(place: Path, target: Path) -> Path:
    """Put a link where something of a run is, or would be."""
    if place.exists():
        place.rename(place.parent.parent / "away")
    place.symlink_to(target)
    return place


def events_file(run: Path) -> Path:
    (path,) = run.glob("episodes/*/events.jsonl")
    return path


WRITES: dict[str, tuple[str, Callable[[Path], object]]] = {
    "configuration": ("config.yaml", lambda run: Run(run).keep(EvalPlan(games=("hunt",)))),  # type: ignore[arg-type]
    "lock": (".lock", lambda run: old_run(run).__enter__()),
    "scorecard": ("scorecard.json", lambda run: tables.save(of_card.page(scorecard.build([run])), run)),
    "report": ("report.html", lambda run: write_report([run])),
    "traceback": ("traceback.txt", lambda run: raising(unexpected(ValueError("x"), run))),
}


def raising(line: str) -> None:
    """An error is told, but its details are written nowhere."""
    assert "traceback.txt" not in line
    raise UserError("is a link")


@pytest.mark.parametrize("what", WRITES)
def test_writes_into_a_run_do_not_follow_links(run: Path, victim: Path, what: str) -> None:
    name, writes = WRITES[what]
    place = linked(run / name, victim)
    with pytest.raises(UserError, match="is a link"):
        writes(run)
    assert victim.read_text() == PRECIOUS
    assert place.is_symlink()


@pytest.mark.parametrize("depth", [0, 1, 2])
def test_events_are_neither_read_nor_written_through_a_link(run: Path, victim: Path, depth: int) -> None:
    path = events_file(run)
    if depth == 0:
        linked(path, victim)
    elif depth == 1:
        linked(path.parent, victim.parent)
    else:
        (victim.parent / path.parent.name).mkdir()
        victim = victim.rename(victim.parent / path.parent.name / "events.jsonl")
        linked(run / "episodes", victim.parent.parent)
    for use in (
        lambda: list(read_events(path)),
        lambda: ending_of(path),
        lambda: past_of(path),
        lambda: EventLog(path),
        lambda: scorecard.build([run]),
        lambda: contents_of(run),
    ):
        with pytest.raises(UserError, match=r"cannot (read|write) .*is a link, which is not followed"):
            use()
    assert victim.read_text() == PRECIOUS


def test_questions_and_configurations_are_not_read_through_a_link(run: Path, victim: Path) -> None:
    (run / "items" / "1-x").mkdir(parents=True)
    linked(run / "items" / "1-x" / "events.jsonl", victim)
    with pytest.raises(UserError, match="is a link"):
        list(read_answered(run))
    linked(run / "config.yaml", victim)
    with pytest.raises(UserError, match="is a link"):
        Run(run).configuration()


def test_pages_of_episodes_do_not_follow_links(tmp_path: Path, victim: Path) -> None:
    run = write_run(tmp_path / "two", Told(game="hunt"), Told(game="hunt", repeat=2))
    linked(run / "report", victim.parent)
    with pytest.raises(UserError, match="is a link"):
        write_report([run])
    assert os.listdir(victim.parent) == ["events.jsonl"]


def test_a_pipe_instead_of_events_does_not_block(run: Path) -> None:
    path = events_file(run)
    path.unlink()
    os.mkfifo(path)
    for use in (lambda: list(read_events(path)), lambda: EventLog(path)):
        with pytest.raises(UserError, match="cannot"):
            use()


def test_a_runs_folder_and_a_file_that_the_user_names_may_be_links(run: Path, tmp_path: Path) -> None:
    link = linked(tmp_path / "latest", run)
    assert scorecard.build([link]) is not None
    with old_run(link) as held:
        assert held.configuration() == "games: [hunt]\n"
    out = linked(tmp_path / "out.html", tmp_path / "page.html")
    assert write_report([run], out) == out
    write(out, "<!doctype html>new")
    assert (tmp_path / "page.html").read_text() == "<!doctype html>new"


def test_relative_paths_are_opened_like_whole_ones(run: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(run)
    for path in (Path("config.yaml"), events_file(run).relative_to(run)):
        os.close(open_inside(path))
