from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import pytest

from ariadne.errors import UserError
from ariadne.report.listing import about, chosen, listed
from ariadne.report.runs_table import cells
from ariadne.runs.run import held
from tests.command import ariadne_here
from tests.conftest import Game
from tests.evaluate.runs import Told, write_run
from tests.exam.test_examining import presets  # noqa: F401
from tests.qa.asking import hotpotqa


def run(path: Path, *episodes: Told, config: str = "games:\n- hunt\n", has_card: bool = True) -> Path:
    """A run's folder, by default that of an evaluation that came to its scorecard."""
    path.mkdir()
    write_run(path, *episodes)
    (path / "config.yaml").write_text(config)
    if has_card:
        (path / "scorecard.json").write_text("{}")
    return path


def test_a_run_is_told_by_the_starts_and_ends_of_its_episodes(tmp_path: Path) -> None:
    told = about(
        run(tmp_path / "one", Told(why="won"), Told(memory="rag", scores=(1, 2)), Told(agent="random", memory=None))
    )
    assert (told.what, told.state, told.begun, told.done, told.won) == ("eval", "ended", 3, 3, 1)
    assert (told.games, told.memories, told.models) == (("hunt",), ("arigraph", "rag"), ("rules",))
    assert told.who == ("arigraph", "rag", "random")
    assert told.score == pytest.approx((1 + 0.5 + 1) / 3)


def test_seeds_steps_tokens_cost_and_the_note_of_a_run_are_told(tmp_path: Path) -> None:
    live = Told(seed=7, scores=(1, 2), ends=False)
    made = run(tmp_path / "one", Told(seed=3, cost=0.25), Told(seed=2, cost=0.5, scores=(1, 2)), live)
    (made / "note.txt").write_text("#first try\nof all")
    told = about(made)
    assert (told.seeds, told.steps) == ((2, 3, 7), 4 + 2 + 2)
    assert (told.tokens, told.cost_usd) == (4 * 330 + 4 * 330, 8 * 0.25 + 4 * 0.5)
    assert (told.tags, told.note) == (("first",), "try of all")


def test_the_cost_of_a_call_without_a_known_price_is_unknown(tmp_path: Path) -> None:
    for name, ends in (("one", True), ("two", False)):
        told = about(run(tmp_path / name, Told(), Told(cost=None, ends=ends)))
        assert (told.tokens, told.cost_usd) == (8 * 330, None)


def test_what_is_between_the_start_and_the_end_is_not_read(tmp_path: Path) -> None:
    made = run(tmp_path / "one", Told(asked={"act": 100}, scores=(1, 2)))
    before = about(made)
    (path,) = made.glob("episodes/*/events.jsonl")
    first, *between, last = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(first + b"".join(b"x" * (len(line) - 1) + b"\n" for line in between) + last)
    assert about(made) == before


@pytest.mark.parametrize(
    ("episodes", "has_card", "state"),
    [
        ((Told(), Told(repeat=2)), True, "ended"),
        ((Told(), Told(repeat=2)), False, "stopped"),
        ((Told(), Told(repeat=2, ends=False)), True, "stopped"),
    ],
)
def test_a_run_has_ended_when_all_of_it_has(
    tmp_path: Path, episodes: tuple[Told, ...], has_card: bool, state: str
) -> None:
    made = run(tmp_path / "one", *episodes, has_card=has_card)
    assert about(made).state == state
    with held(made):
        assert about(made).state == "running"
    assert about(made).state == state


@pytest.mark.parametrize(
    ("told", "agent", "state"),
    [
        (Told(ends=False), "random", "stopped, resumable"),
        (Told(why="left"), "human", "left, resumable"),
        (Told(why="left"), "ariadne", "left"),
    ],
)
def test_a_play_can_go_on_where_it_can_be_resumed(tmp_path: Path, told: Told, agent: str, state: str) -> None:
    made = run(tmp_path / "one", told, config=f"game: hunt\nagent: {agent}\n", has_card=False)
    assert state in cells(about(made))


@pytest.mark.parametrize("damage", ["first", "between", "config"])
def test_a_play_that_is_damaged_cannot_go_on(tmp_path: Path, damage: str) -> None:
    made = run(tmp_path / "one", Told(ends=False), config="game: hunt\n", has_card=False)
    assert about(made).state == "stopped"
    (events,) = made.glob("episodes/*/events.jsonl")
    path = made / "config.yaml" if damage == "config" else events
    lines = path.read_text().splitlines(keepends=True)
    lines[1 if damage == "between" else 0] += "[\n"
    path.write_text("".join(lines))
    assert "damaged" in cells(about(made))
    assert ariadne_here("play", "--resume", made).returncode == 2


def test_a_play_that_is_not_over_has_the_score_that_it_came_to(tmp_path: Path) -> None:
    told = about(run(tmp_path / "one", Told(scores=(1, 3), ends=False), config="game: hunt\n", has_card=False))
    assert (told.what, told.state, told.done, told.begun) == ("play", "stopped", 0, 1)
    assert "stopped, resumable" in cells(told)
    assert (told.score, told.won) == (0.75, None)


def test_a_score_is_the_mean_of_what_is_done_and_none_is_below_nothing(tmp_path: Path) -> None:
    halfway = run(tmp_path / "one", Told(scores=(0, 2)), Told(repeat=2, scores=(0, 0), ends=False), has_card=False)
    assert (about(halfway).score, about(halfway).done) == (0.5, 1)
    assert about(run(tmp_path / "two", Told(scores=(0, -2)))).score == 0


def test_an_episode_that_goes_on_after_its_end_is_not_over(tmp_path: Path) -> None:
    made = run(tmp_path / "one", Told(why="stopped"))
    (path,) = made.glob("episodes/*/events.jsonl")
    with path.open("a") as file:
        file.write('{"event": "resumed", "step": 4, "time": 2, "kept": 3}\n')
    assert about(made).done == 0


def test_events_that_cannot_be_read_are_left_out(tmp_path: Path) -> None:
    made = run(tmp_path / "one", Told(), Told(repeat=2))
    path = next(made.glob("episodes/2-*/events.jsonl"))
    path.write_text("no event\n")
    (made / "episodes" / "notes.txt").write_text("")
    assert about(made).begun == 1
    path.unlink()
    path.symlink_to(next(made.glob("episodes/1-*/events.jsonl")))
    assert about(made).begun == 1, "a link in a run is not followed"


@pytest.mark.nightly
def test_questions_and_examinations_are_told_like_episodes(
    tmp_path: Path,
    presets: list[Path],  # noqa: F811
) -> None:
    qa = ("qa", hotpotqa(tmp_path), "--method", "bm25", "--retrieval-only", "--runs", tmp_path / "runs")
    assert ariadne_here(*qa).returncode == 0
    exam = ("exam", presets[1], "--memory", "none", "--seeds", "1", "--runs", tmp_path / "runs")
    assert ariadne_here(*exam).returncode == 0
    examined, asked = sorted(listed(tmp_path / "runs"), key=lambda told: told.what)
    assert (asked.what, asked.state, asked.games, asked.who, asked.done) == ("qa", "ended", ("hotpotqa",), ("bm25",), 2)
    assert (asked.score, asked.won, asked.memories) == (None, None, ())
    assert (examined.what, examined.state, examined.games, examined.who) == (
        "exam", "ended", ("small-cooking",), ("none",)
    )  # fmt: skip
    assert 0 <= (examined.score or 0) < 1
    assert ariadne_here("report", asked.path).returncode == ariadne_here("report", examined.path).returncode == 0


def test_runs_are_chosen_by_the_names_of_what_they_hold(tmp_path: Path) -> None:
    run(tmp_path / "1", Told(), Told(memory="rag", model="m"))
    run(tmp_path / "2", Told(game="cooking", agent="random", memory=None, model=None))
    both = listed(tmp_path)

    def names(*said: str | None) -> list[str]:
        return [each.name for each in chosen(both, *said)]

    assert names(None, None, None) == [each.name for each in both]
    assert names("hunt", None, None) == names(None, "rag", None) == names(None, None, "m") == ["1"]
    assert names("cooking", "random", None) == ["2"]
    assert names("cooking", "rag", None) == []
    with pytest.raises(UserError, match=r"--memory: unknown name 'rg'; did you mean rag\?"):
        names(None, "rg", None)


def test_the_command_lists_the_newest_first_on_a_line_each(game: Game, tmp_path: Path) -> None:
    play = ("play", game("treasure-hunt"), "--agent", "random", "--max-steps", "2", "--quiet", "--runs", tmp_path)
    assert ariadne_here(*play).returncode == 0
    run(tmp_path / "20200101-000000-old", Told(game="a [bold]\x1b[31m\ngame", memory="x" * 300))
    done = ariadne_here("runs", "--runs", tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    head, newest, oldest = done.stdout.splitlines()
    assert head.split() == ["run", "what", "state", "game", "who", "model", "done", "won", "score"]
    assert newest.split()[1:7] == ["play", "out", "of", "steps", "small-treasure-hunt", "random"]
    assert "a [bold] game" in oldest
    assert "x" * 300 in oldest
    (only,) = json.loads(ariadne_here("runs", "--runs", tmp_path, "--json", "--memory", "random").stdout)
    (found,) = [each for each in listed(tmp_path) if each.what == "play"]
    assert only == json.loads(json.dumps(found.told()))
    assert only.keys() == {"name", *asdict(found)}


def test_leaving_a_game_is_no_step(tmp_path: Path) -> None:
    play = run(tmp_path / "one", Told(why="left", agent="human", memory=None), config="game: hunt\n", has_card=False)
    steps = about(play).steps
    (left,) = play.glob("episodes/*/events.jsonl")
    *rest, last = left.read_text().splitlines()
    left.write_text("\n".join([*rest, json.dumps({**json.loads(last), "step": steps + 1})]) + "\n")
    assert about(play).steps == steps
