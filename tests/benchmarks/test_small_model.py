"""The measurement with a language model, with the rules in its place: it keeps what it plays, and plays that again."""

from __future__ import annotations

import json
import signal
from dataclasses import replace
from pathlib import Path

import pytest
import small_model
from recorded_games import Differs, Head, Recorded, Recording, Told, files_in, load, load_head, replay
from small_model import BY_RULES, MEMORIES, STEPS, jobs_of, main

from ariadne.cli.exit_codes import exit_code
from ariadne.events import Event

# What the first test plays is there for all.
pytestmark = [pytest.mark.xdist_group("small-model"), pytest.mark.nightly]

GAME, STEPS_PLAYED = "cooking-level-1", 4
SETTINGS = ["--games", GAME, "--seeds", "1", "--steps", str(STEPS_PLAYED), "--calls", "three"]


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home in which the rules have played a game with three memories."""
    home = tmp_path_factory.mktemp("measured")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ARIADNE_HOME", str(home))
        assert main(["rules", *SETTINGS, "--memories", "arigraph", "arigraph+rules", "none", *kept(home)]) == 0
    return home


@pytest.fixture(autouse=True)
def _at_home(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ARIADNE_HOME", str(home))


def kept(folder: Path) -> list[str]:
    return ["--out", str(folder / "out"), "--recorded", str(folder / "recorded")]


def one(home: Path, memory: str = "arigraph") -> Recording:
    return load(home / "recorded" / "three" / memory / f"{GAME}-1.jsonl.xz")


def untimed(recording: Recording) -> tuple[Head, list[Told]]:
    head = recording.head.model_copy(update={"summary": replace(recording.head.summary, seconds=0.0)})
    return head, [told.model_copy(update={"seconds": 0.0}) for told in recording.questions]


def test_what_is_kept_tells_the_episode_and_no_folder(home: Path) -> None:
    recording = one(home)
    assert len(recording.head.actions) == recording.head.summary.steps == STEPS_PLAYED
    kinds = [told.kind for told in recording.questions]
    assert [kind for kind in kinds if kind != "plan"] == ["learn", "act"] * STEPS_PLAYED
    assert kinds[:3] == ["learn", "plan", "act"]
    assert recording.head.why == "steps"
    assert str(home) not in recording.head.model_dump_json() + "".join(map(str, recording.questions))
    assert all(path.stat().st_size < 5000 for path in files_in(home / "recorded"))


def test_kept_games_make_the_tables_and_play_again(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--from", str(home / "recorded"), "--replay"]) == 0
    said = capsys.readouterr().out
    rows = [line.split(" | ")[:4] for line in said.splitlines() if line.startswith(f"| {GAME}")]
    assert [cells[1] for cells in rows] == ["arigraph", "none", "arigraph+rules"]
    assert len({cells[3] for cells in rows}) == 1  # the score: the rules see the same with each
    assert said.endswith("3 of 3 play again as recorded\n")


def test_what_is_stopped_ends_after_a_step_and_is_gone_on_with(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    class Impatient(small_model.Progress):
        def __call__(self, event: Event) -> None:
            super().__call__(event)
            if event.name == "acted" and event.step == 2:
                signal.raise_signal(signal.SIGINT)

    command = ["rules", *SETTINGS, "--memories", "arigraph", *kept(tmp_path)]
    with monkeypatch.context() as patch:
        patch.setattr(small_model, "Progress", Impatient)
        assert main(command) == 130
    said = capsys.readouterr().out
    assert "step 2/4" in said
    assert "step 4/4" not in said
    assert said.endswith("stopped; the same command resumes\n")
    assert files_in(tmp_path) == []

    assert main(command) == 0
    assert untimed(one(tmp_path)) == untimed(one(home))
    (events,) = (tmp_path / "out").rglob("events*.jsonl")
    assert '"resumed"' in events.read_text()


def test_chance_draws_from_what_a_model_is_shown_and_the_same_each_time(tmp_path: Path) -> None:
    asked = ["chance", *SETTINGS, "--memories", "arigraph", "--calls"]
    for folder in (tmp_path / "one", tmp_path / "two"):
        assert main([*asked, "act", *kept(folder)]) == 0
    first, second = (load_head(path).actions for path in sorted(tmp_path.rglob("*.xz")))
    assert len(first) == STEPS_PLAYED
    assert first == second
    assert exit_code(lambda: main([*asked, "three", *kept(tmp_path / "three")])) == 2


def test_the_time_being_up_is_no_failure(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", *SETTINGS, *kept(tmp_path), "--minutes", "0"]) == 0
    assert "stopped; the same command resumes" in capsys.readouterr().out


def test_what_was_played_is_not_played_again(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", *SETTINGS, "--memories", "none", *kept(home)]) == 0
    assert "step" not in capsys.readouterr().out.partition("\n|")[0]


async def test_a_changed_prompt_says_which_command_records_anew(home: Path) -> None:
    recording = one(home)
    questions = list(recording.questions)
    questions[4] = questions[4].model_copy(update={"prompt": "0" * 12})
    with pytest.raises(Differs) as caught:
        await replay(replace(recording, questions=questions), Recorded())
    assert str(caught.value) == (
        f"{GAME}-1 with arigraph, calls three does not play again as recorded: after 1 steps, the question 'plan' is "
        f"not the one that was asked before. To record it anew: python benchmarks/small_model.py rules --renew --games "
        f"{GAME} --memories arigraph --calls three --seeds 1"
    )


async def test_another_action_is_told(home: Path) -> None:
    recording = one(home)
    head = recording.head.model_copy(update={"actions": ["look"] * STEPS_PLAYED})
    with pytest.raises(Differs) as caught:
        await replay(replace(recording, head=head), Recorded())
    assert caught.value.reason == "step 1 was 'look' and is 'examine cookbook'"


async def test_another_score_is_told(home: Path) -> None:
    recording = one(home)
    summary = replace(recording.head.summary, score=4.0)
    with pytest.raises(Differs, match=r"score was 4.0 and is 2.0"):
        await replay(replace(recording, head=recording.head.model_copy(update={"summary": summary})), Recorded())


def test_renewing_plays_anew_what_does_not_play_again(home: Path, tmp_path: Path) -> None:
    command = ["rules", *SETTINGS, "--memories", "none", *kept(tmp_path)]
    assert main(command) == 0
    (events,) = (tmp_path / "out").rglob("events.jsonl")
    events.write_text(events.read_text().replace('"action": "examine cookbook"', '"action": "dance"'))
    assert main([*command, "--renew"]) == 0
    assert untimed(one(tmp_path, "none")) == untimed(one(home, "none"))
    assert len([*events.parent.glob("*set-aside*")]) == 1
    assert main([*command, "--renew"]) == 0
    assert len([*events.parent.glob("*set-aside*")]) == 1


def test_replies_that_were_of_no_use_play_again(tmp_path: Path) -> None:
    learned = {"triplets": ["kitchen, has, counter"], "replaced": [], "entities": ["kitchen"]}
    said: list[tuple[str, object]] = [
        ("learn", "kitchen, kitchen, kitchen"), ("learn", learned), ("learn", learned), *[("plan", "no plan")] * 4,
        ("act", {"reason": "why not", "action": "fly"}), ("act", {"reason": "so", "action": "examine cookbook"}),
        ("act", {"reason": "to have it", "action": "take knife from counter"}),
    ]  # fmt: skip
    replies = tmp_path / "replies.jsonl"
    replies.write_text("".join(json.dumps({"name": name, "reply": reply}) + "\n" for name, reply in said))
    settings = ["--games", GAME, "--seeds", "1", "--steps", "2", "--memories", "arigraph", "--calls", "three"]
    assert main([f"recorded:{replies}", *settings, *kept(tmp_path)]) == 0
    recording = one(tmp_path)
    assert recording.head.actions == ["examine cookbook", "take knife from counter"]
    assert [bool(told.error) for told in recording.questions][:4] == [True, False, True, True]
    assert sum(told.repair for told in recording.questions) == 4
    assert main(["--from", str(tmp_path / "recorded"), "--replay"]) == 0


def test_other_settings_and_other_models_are_not_mixed(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ["--games", GAME, "--seeds", "1", "--memories", "none", "--calls", "three"]
    assert exit_code(lambda: main(["rules", *asked, "--steps", "5", *kept(home)])) == 2
    assert "was played with max_steps 4, not 5: use --out for another folder" in capsys.readouterr().err
    (tmp_path / "small.gguf").write_bytes(b"weights")
    assert exit_code(lambda: main([str(tmp_path / "small.gguf"), *asked, *kept(home)])) == 2
    assert "has games of another model, rules: use --recorded for another folder" in capsys.readouterr().err


def test_a_damaged_recording_is_one_line(home: Path, tmp_path: Path) -> None:
    path = one(home).save(tmp_path)
    path.write_bytes(path.read_bytes()[:500])
    assert exit_code(lambda: main(["--from", str(tmp_path)])) == 2


def test_the_first_seed_of_every_game_is_played_first() -> None:
    memories = (*MEMORIES, f"arigraph{BY_RULES}")
    jobs = jobs_of("rules", memories=memories, calls=("three", "paper"))
    first = jobs[: 2 * len(STEPS)]
    assert {(job.game, job.memory) for job in first} == {(g, m) for g in STEPS for m in ("arigraph", "full-history")}
    assert {(job.config.seed, job.config.calls) for job in first} == {(1, "three")}
    assert len({job.place for job in jobs}) == len(jobs) == 2 * 3 * len(STEPS) * len(memories)
    reading = [job for job in jobs if job.memory.endswith(BY_RULES)]
    assert {job.config.memory for job in reading} == {"arigraph"}
    assert all(set(job.config.model_for.values()) == {"rules"} for job in reading)


def test_a_model_is_asked_for_actions_alone_unless_that_is_said_otherwise() -> None:
    """The rules read and plan for it, with each memory: none of them stands for two."""
    jobs = jobs_of("small.gguf", seeds=(1,))
    assert {job.config.calls for job in jobs} == {"act"}
    assert {tuple(job.config.model_for.items()) for job in jobs} == {(("learn", "rules"), ("plan", "rules"))}
    assert len({(job.game, job.config.memory) for job in jobs}) == len(jobs)


def told(kind: str, read: int, cached: int, said: int, repair: bool = False, salvaged: bool = False) -> Told:
    usage = {"prompt_tokens": read, "cached_tokens": cached, "completion_tokens": said, "cost_usd": 0.0}
    return Told(
        kind=kind, prompt="", repair=repair, reply="", error="", usage=usage, seconds=1.0, cached=False,
        salvaged=salvaged,
    )  # fmt: skip


def cells(table: str) -> list[dict[str, str]]:
    heads, _, *rows = ([cell.strip() for cell in line.strip("|").split(" | ")] for line in table.splitlines())
    return [dict(zip(heads, row, strict=True)) for row in rows]
