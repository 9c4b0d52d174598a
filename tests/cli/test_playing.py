from __future__ import annotations

import json
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from ariadne.agents.registry import AGENTS, AgentKind, AgentKit
from ariadne.cli import run
from ariadne.config import PlayConfig
from ariadne.events import EpisodeSummary
from tests.command import ROOT, ariadne, ariadne_here, environment, events_of, one_line
from tests.conftest import Game
from tests.models.server import ChatServer, refusal, serving

HEAVY = ("openai", "textworld", "networkx", "numpy", "torch", "onnxruntime", "mcp")


@pytest.fixture
def hunt(game: Game) -> str:
    return str(game("treasure-hunt"))


@pytest.fixture
def runs(tmp_path: Path) -> Path:
    return tmp_path / "home" / "runs"


@pytest.fixture
def server() -> Iterator[ChatServer]:
    with serving() as chat:
        yield chat


def test_help_and_a_list_of_games_import_nothing_heavy() -> None:
    code = f"""
import sys
from ariadne.cli import run
codes = [run([name]) for name in ("--help", "games")]
print([name for name in {HEAVY} if name in sys.modules], codes)
"""
    done = subprocess.run([sys.executable, "-c", code], env=environment(), capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[] [0, 0]"


def test_json_is_one_line_and_the_run_keeps_the_rest(hunt: str, tmp_path: Path) -> None:
    done = ariadne_here("play", hunt, "--json", "--runs", tmp_path / "kept")
    summary = json.loads(one_line(done.stdout))
    assert (done.returncode, done.stderr) == (0, "")
    assert list(summary) == list(EpisodeSummary.__dataclass_fields__)
    assert (summary["won"], summary["normalized_score"], summary["game"]) == (True, 1.0, "small-treasure-hunt")
    assert (summary["agent"], summary["memory"], summary["model"], summary["seed"]) == (
        "ariadne", "arigraph", "rules", 1,
    )  # fmt: skip
    folder = Path(summary["run"])
    assert folder.parent == tmp_path / "kept"

    config = PlayConfig.load(folder / "config.yaml")
    assert (config.game, config.seed, config.max_steps, config.embedder) == (hunt, 1, 150, "minilm")
    assert len(config.digest) == 16

    events = events_of(tmp_path / "kept")
    kinds = {event.name for event in events}
    assert {"episode_started", "turn", "question", "learned", "recalled", "planned", "acted", "scored"} < kinds
    first, last = events[0], events[-1]
    assert (first.name, first.versions) == ("episode_started", config.versions)
    assert {key: getattr(last, key) for key in summary} == summary
    assert last.texts_embedded >= last.embedder_calls > 0


def test_an_episode_has_limits_of_its_own(hunt: str, runs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["play", hunt, "--episode-tokens", "1", "--episode-minutes", "5", "--episode-usd", "1", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["steps"] == 1
    last = events_of(runs)[-1]
    assert (last.why, last.limits) == ("tokens", "5 min, 1 token, $1")


def test_the_same_seed_plays_the_same_game(hunt: str, tmp_path: Path) -> None:
    played = []
    for number, seed in enumerate("113"):
        folder = tmp_path / str(number)
        run(["play", hunt, "--agent", "random", "--seed", seed, "--max-steps", "20", "--json", "--runs", str(folder)])
        played.append([event.command for event in events_of(folder) if event.name == "turn"])
    assert played[0] == played[1] != played[2]


@pytest.mark.parametrize(
    ("arguments", "memory", "question"),
    [
        (["--agent", "hiagent-no-summary"], "hiagent-no-summary", "subgoal_step"),
        (["--agent", "standard"], "full-history", "step"),
        (["--agent", "hiagent", "--memory", "rag"], "rag", "subgoal_step"),
    ],
)
def test_an_agent_plays_with_its_own_memory_or_with_any_other(
    hunt: str, runs: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], memory: str, question: str
) -> None:
    assert run(["play", hunt, "--max-steps", "4", "--json", *arguments]) == 0
    summary = json.loads(capsys.readouterr().out)
    assert (summary["agent"], summary["memory"], summary["steps"]) == (arguments[1], memory, 4)
    config = PlayConfig.load(Path(summary["run"]) / "config.yaml")
    assert (config.agent, config.memory) == (arguments[1], memory)
    events = events_of(runs)
    assert (events[0].agent, events[0].memory) == (arguments[1], memory)
    assert [event.kind for event in events if event.name == "question"].count(question) == 4


def test_a_game_without_a_score_has_no_normalized_score(
    hunt: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for suffix in (".z8", ".json"):
        shutil.copy(Path(hunt).with_suffix(suffix), tmp_path / f"plain{suffix}")
    (tmp_path / "plain.yaml").write_text("goal: Look around.\nmaximum: 0\n")
    run(["play", str(tmp_path / "plain.z8"), "--agent", "random", "--max-steps", "2", "--json"])
    summary = json.loads(capsys.readouterr().out)
    assert (summary["max_score"], summary["normalized_score"], summary["game"]) == (0.0, None, "plain")


def test_a_human_plays_through_a_pipe(hunt: str, tmp_path: Path) -> None:
    done = ariadne(
        "play", hunt, "--agent", "human", "--runs", tmp_path, stdin=None, input="look\nsave\ndance\nquit\nlook\n"
    )
    assert done.returncode == 0
    assert "Goal: " in done.stdout
    assert "> dance" in done.stdout
    assert one_line(done.stderr).startswith("'save' is not a command")
    turns = [event.command for event in events_of(tmp_path) if event.name == "turn"]
    assert turns == ["", "look", "dance"]
    assert events_of(tmp_path)[-1].why == "left"
    assert not list(ROOT.glob("*.qzl"))


def test_a_handicap_is_named_wherever_the_play_is(
    lighthouse: Path, runs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = ["--handicap", "inventory,actions,inventory", "--agent", "random", "--max-steps", "2", "--json"]
    assert run(["play", str(lighthouse), "--runs", str(runs), *said]) == 0
    summary = json.loads(one_line(capsys.readouterr().out))
    assert (summary["game"], summary["handicap"]) == ("lighthouse (handicap: actions, inventory)", "actions, inventory")
    config = PlayConfig.load(run_in(runs) / "config.yaml")
    assert config.handicap == ("actions", "inventory")
    assert run(["scorecard", str(run_in(runs))]) == 0
    card = " ".join(capsys.readouterr().out.split())
    assert "(actions, inventory): lighthouse" in card


def test_a_story_that_is_not_textworlds_is_played(
    lighthouse: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    story = Path(shutil.copy(lighthouse, tmp_path / "mine.z5"))
    story.with_suffix(".yaml").write_text("walkthrough: [north, east, drink soup]\n")
    assert run(["play", str(story), "--agent", "walkthrough", "--json"]) == 0
    output, problems = capsys.readouterr()
    summary = json.loads(one_line(output))
    assert problems == ""
    assert (summary["game"], summary["max_score"], summary["lost"], summary["steps"]) == ("mine", 4, True, 3)


def test_a_bad_key_is_one_clear_line_and_stands_nowhere(
    hunt: str,
    runs: Path,
    server: ChatServer,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    key = "sk-very-secret-indeed"
    monkeypatch.setenv("OPENAI_API_KEY", key)
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    server.react(refusal(401, f"Incorrect API key provided: {key}"))
    assert run(["play", hunt, "--model", "m", "--base-url", server.url]) == 2
    assert server.requests[0].key == key
    output, problems = capsys.readouterr()
    assert "key in OPENAI_API_KEY" in one_line(problems)
    written = [path.read_bytes() for path in runs.rglob("*") if path.is_file()]
    assert all(key.encode() not in text for text in [output.encode(), problems.encode(), *written])


def test_a_failure_outside_the_users_hand_exits_with_1(
    hunt: str,
    server: ChatServer,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    server.react(refusal(400, "this server is odd"))
    assert run(["play", hunt, "--model", "m", "--base-url", server.url, "--quiet"]) == 1
    assert "this server is odd" in one_line(capsys.readouterr().err)


def broken(kit: AgentKit) -> object:
    raise ZeroDivisionError("key sk-very-secret-indeed\nof nothing")


def test_an_unexpected_error_is_one_line_and_a_file_with_details(
    hunt: str, runs: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-very-secret-indeed")
    monkeypatch.setitem(AGENTS, "broken", AgentKind(broken))  # type: ignore[arg-type]
    assert run(["play", hunt, "--agent", "broken", "--quiet"]) == 1
    said = one_line(capsys.readouterr().err)
    assert re.match(
        r"error: unexpected ZeroDivisionError in test_playing\.py, line \d+: key \(key\) of nothing \(details", said
    )
    (details,) = runs.glob("*/traceback.txt")
    assert str(details) in said
    assert "Traceback" in details.read_text()
    assert "secret" not in details.read_text()


@pytest.mark.nightly
def test_a_full_disk_is_one_clear_line_and_the_events_are_kept(game: Game, tmp_path: Path) -> None:
    """A limit on the size of files, since tests may mount nothing; the engine itself needs most of it."""
    limited = "import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (490_000, 490_000)); "
    code = f"{limited} from ariadne.cli import run; sys.exit(run(sys.argv[1:]))"
    arguments = ["play", str(game("cleaning")), "--agent", "random", "--max-steps", "5000", "--quiet"]
    arguments += ["--briefing", "A long story. " * 8000, "--goal", "Sleep. " * 14000, "--runs", str(tmp_path)]
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        env=environment(), capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert one_line(done.stderr).startswith("error: cannot write ")
    assert len(events_of(tmp_path)) > 50


def started(story: Path, runs: Path, *arguments: str) -> subprocess.Popen[str]:
    """A play that goes on until it is stopped; its first events are there.

    It hears Ctrl-C even when the tests run as a shell's background job, which inherits deafness to it.
    """
    hears = "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler); "
    code = f"{hears} from ariadne.cli import run; sys.exit(run(sys.argv[1:]))"
    process = subprocess.Popen(
        [sys.executable, "-c", code, "play", str(story), "--agent", "random", "--max-steps", "1000000",
         "--runs", str(runs), *arguments],
        env=environment(), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert process.stdout is not None
    assert process.stdout.readline().startswith("small-cleaning")
    return process


def run_in(folder: Path) -> Path:
    """The folder of the only run in a folder, where other things may be as well."""
    (config,) = folder.glob("*/config.yaml")
    return config.parent


def stopped(process: subprocess.Popen[str], sent: signal.Signals) -> tuple[str, str]:
    """What a play says that is stopped by a signal."""
    process.send_signal(sent)
    return process.communicate(timeout=60)


@pytest.mark.parametrize("sent", [signal.SIGINT, pytest.param(signal.SIGTERM, marks=pytest.mark.nightly)])
def test_a_stopped_play_says_where_its_events_are(game: Game, tmp_path: Path, sent: signal.Signals) -> None:
    process = started(game("cleaning"), tmp_path)
    _, problems = stopped(process, sent)
    assert process.returncode == 130
    assert one_line(problems) == f"stopped; resume with: ariadne play --resume {run_in(tmp_path)}"
    assert events_of(tmp_path)[-1].why == "stopped"


@pytest.mark.nightly
def test_a_killed_play_leaves_readable_events_up_to_the_last_step(game: Game, tmp_path: Path) -> None:
    process = started(game("cleaning"), tmp_path)
    assert process.stdout is not None
    shown = [process.stdout.readline() for _ in range(40)]
    process.kill()
    process.communicate()
    events = events_of(tmp_path)
    steps = {event.step for event in events if event.name == "turn"}
    assert events[0].name == "episode_started"
    assert steps >= {int(line.split(">")[0]) for line in shown if " > " in line} - {max(steps, default=0) + 1}


def lives_of(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[dict[str, object]]:
    """What each life of a play came to, as JSON tells it, but for how long it took."""
    assert run(["play", *arguments, "--json"]) == 0
    return [{**json.loads(line), "seconds": 0} for line in capsys.readouterr().out.splitlines()]


def test_a_game_is_played_several_times_with_one_memory(
    hunt: str, runs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first, second, third = lives_of(capsys, hunt, "--lives", "3")
    assert [life["repeat"] for life in (first, second, third)] == [1, 2, 3]
    assert all(life["won"] for life in (first, second, third))
    assert (second["steps"], third["steps"]) < (first["steps"], first["steps"])
    assert len([*runs.glob("*/episodes/*/events.jsonl")]) == 3


def test_lives_go_on_where_they_were_stopped(hunt: str, runs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    *_, second = lives_of(capsys, hunt, "--lives", "2")
    (folder,) = runs.iterdir()
    (events,) = folder.glob("episodes/2-*/events.jsonl")
    told = events.read_text().splitlines(keepends=True)
    events.write_text("".join(told[: len(told) // 2]))
    assert lives_of(capsys, "--resume", str(folder)) == [second]
    assert run(["play", "--resume", str(folder)]) == 2
    assert "is over" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("said", "why"), [(["--memory", "rag"], "ends with its life"), (["--agent", "random"], "--lives")]
)
def test_lives_take_a_memory_that_goes_on(
    said: list[str], why: str, hunt: str, runs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["play", hunt, "--lives", "2", *said]) == 2
    assert why in one_line(capsys.readouterr().err)
    assert not runs.exists()


def test_the_lives_of_reflexion_begin_with_its_lessons(
    hunt: str, runs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lives_of(capsys, hunt, "--lives", "2", "--memory", "reflexion", "--max-steps", "3")
    first, second = sorted(runs.glob("*/episodes/*/events.jsonl"))
    assert "Lessons from earlier attempts" not in first.read_text()
    assert "Lessons from earlier attempts" in second.read_text()
