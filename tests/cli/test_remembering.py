from __future__ import annotations

import json
import re
import shutil
import signal
import sqlite3
import subprocess
from collections.abc import Sequence
from contextlib import closing
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any

import pytest

from ariadne.cli import run
from ariadne.models.recorded import ScriptedModel
from arigraph import AriGraph, wait
from tests.command import ARIADNE, ariadne, environment
from tests.conftest import Game
from tests.memory.arigraph.libraries import parrot
from tests.models.server import Reaction, Request, completion, refusal, serving

ALICE = "Alice is a doctor. She lives in Paris and works for Acme Corp."
ACME = "Acme Corp was founded by Bob Smith in 1999."
PARIS, BERLIN, TEA = "alice, lives in, paris", "alice, lives in, berlin", "bob, likes, tea"
OF_ALICE = ("alice, is, doctor", PARIS, "alice, works for, acme corp")
OF_ACME = ("acme corp, was founded by, bob smith", "acme corp, was founded in, 1999")
MOVED = ("Alice moved to Berlin.", "--fact", BERLIN, "--ended", PARIS)


def telling(*facts: str) -> list[str]:
    """The options that hand facts to a memory."""
    return [part for fact in facts for part in ("--fact", fact)]


def read(*facts: str, replaced: Sequence[str] = ()) -> Reaction:
    """What a model says that reads a text."""
    return completion(json.dumps({"triplets": facts, "replaced": replaced}))


@pytest.fixture(scope="module")
def life(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("life") / "life.db"
    march = ("--time", "2026-03-01T12:00+00:00", "--quiet")
    for lesson in (
        (ALICE, *telling(*OF_ALICE), *march),
        (ACME, *telling(*OF_ACME), *march),
        (*MOVED, "--time", "2026-04-01", "--quiet"),
    ):
        assert run(["memory", "learn", str(path), *lesson]) == 0
    return path


@pytest.fixture
def file(life: Path, tmp_path: Path) -> Path:
    """A memory of two texts and one more that ends a fact of the first."""
    return Path(shutil.copy(life, tmp_path))


def printed(capsys: pytest.CaptureFixture[str], *arguments: object, code: int = 0) -> str:
    """What a command prints on stdout, or on stderr if it is to fail."""
    capsys.readouterr()
    assert run(["memory", *map(str, arguments)]) == code
    out, err = capsys.readouterr()
    assert (err if code == 0 else out) == ""
    return out if code == 0 else err


def shown(capsys: pytest.CaptureFixture[str], *arguments: object) -> dict[str, Any]:
    content: dict[str, Any] = json.loads(printed(capsys, *arguments, "--json"))
    return content


@pytest.mark.nightly
def test_a_text_comes_from_a_file_or_from_stdin(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, source = tmp_path / "life.db", tmp_path / "life.txt"
    source.write_text("\ufeffAlice lives in Paris.\n\nBob likes tea.\n", encoding="utf-8")
    assert printed(capsys, "learn", path, "--from", source).startswith("paragraph 1 of 2:\n")
    assert "1 paragraph: 0 facts" in printed(capsys, "learn", path, "--from", source, "--skip", 1)
    done = ariadne("memory", "learn", path, "-", "--quiet", stdin=None, input="Carol owns a boat.\n")
    assert done.stdout == f"1 paragraph: 0 facts learned, 0 ended; {path} holds 0 facts and 4 texts\n"


def test_a_chat_is_learned_by_the_times_of_its_messages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-test-000000000000")
    path, source = tmp_path / "life.db", tmp_path / "chat.json"
    messages = [
        {"role": "system", "content": "I am a machine."},
        {"role": "user", "name": "Alice", "content": "I live in Paris.", "at": "2026-03-01T12:00Z"},
        {"role": "assistant", "content": "Lovely!", "at": "2026-03-01T13:00+01:00"},
        {"role": "user", "name": "Alice", "content": "I moved to Berlin.", "at": "2026-05-01T12:00Z"},
    ]
    source.write_text(json.dumps(messages), encoding="utf-8")
    with serving() as server:
        model = ("--model", "m", "--base-url", server.url)
        server.react(read(PARIS), read(BERLIN, replaced=[f"{PARIS} -> {BERLIN}"]))
        assert printed(capsys, "learn", path, "--messages", source, *model).splitlines() == [
            "messages 1 to 2 of 3:",
            f"+ {PARIS}",
            "message 3 of 3:",
            f"- {PARIS}",
            f"+ {BERLIN}",
            f"3 messages: 2 facts learned, 1 ended; {path} holds 1 fact and 3 texts",
        ]
        said = printed(capsys, "learn", path, "--messages", source, "--skip", 2, *model)
    assert "message 3 of 3:\n? alice, lives in, paris: " in said
    lived = shown(capsys, "show", path, "paris")["edges"][0]
    assert (lived["since"], lived["until"]) == ("2026-03-01T12:00:00+00:00", "2026-05-01T12:00:00+00:00")
    lines = '{"role": "user", "content": "I like tea.", "name": "Ann"}\n\n{"role": "user", "content": "I have a dog."}'
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(lines.encode())))
    said = printed(capsys, "learn", path, "--messages", "-", "--quiet")
    assert said == f"2 messages: 0 facts learned, 0 ended; {path} holds 1 fact and 6 texts\n"
    texts = shown(capsys, "ask", path, "What does Ann like?", "--episodes", 9)["episodes"]
    assert {("Ann: I like tea.", ""), ("Alice: I live in Paris.", str(source))} <= {
        (text["text"], text["source"]) for text in texts
    }


def test_facts_and_texts_are_recalled(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = printed(capsys, "ask", file, "Who founded the company that Alice works for?").splitlines()
    assert said[0] == "facts:"
    assert {"  alice, works for, acme corp", "  acme corp, was founded by, bob smith", f"  {ACME}"} <= {*said}
    assert f"  {PARIS}" not in said
    assert "  Alice moved to Berlin." in printed(capsys, "ask", file, "Where did Alice move?", "--episodes", 1)
    assert shown(capsys, "ask", file, "who lives in berlin?", "--depth", 1, "--width", 1, "--episodes", 0) == {
        "answer": None, "known": None, "values": None, "rests_on": None, "facts": [BERLIN], "episodes": []
    }  # fmt: skip


def test_a_language_model_reads_and_answers_in_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-test-000000000000")
    path = tmp_path / "life.db"
    with serving() as server:
        model = ("--model", "m", "--base-url", server.url)
        server.react(read(PARIS))
        assert f"+ {PARIS}" in printed(capsys, "learn", path, "She lives there.", *model)
        answer = {"known": True, "answer": "Alice lives in Paris.", "values": ["Paris"], "facts": [1], "texts": [1]}
        server.react(completion(json.dumps(answer)))
        said = printed(capsys, "ask", path, "Where is Alice?", *model).splitlines()
        assert said[:3] == ["Alice lives in Paris.", "", "facts:"]
        assert said[3].startswith(f"  {PARIS}  (since step 1, ")
        asked = server.requests[-1].body["messages"][-1]["content"]
        assert PARIS in asked
        assert asked.endswith("Question: Where is Alice?")
        found = shown(capsys, "ask", path, "Where is Alice?", *model)
        assert (found["answer"], found["known"], found["values"]) == (answer["answer"], True, ["Paris"])
        assert [edge["triplet"] for edge in found["rests_on"]] == [PARIS]


def test_a_reply_that_cannot_be_used_is_told_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-test-000000000000")
    with serving() as server:
        bad, good = completion("I would rather not."), read("a, is, b")
        server.react(bad, bad, bad, good)
        model = ("--model", "m", "--base-url", server.url)
        said = printed(capsys, "learn", tmp_path / "life.db", "One.", "Two.", *model).splitlines()
    assert said[1].startswith("  the model's reply could not be used: ")
    assert said[3] == "+ a, is, b"
    assert "holds 1 fact and 2 texts; 1 reply " in said[4]


def test_a_memory_is_shown_as_a_whole_and_by_vertex(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = printed(capsys, "show", file).splitlines()
    assert said[0] == f"{file}: 5 facts (6 ever), 6 vertices, 3 texts, 3 steps"
    assert len(said) == 6
    assert printed(capsys, "show", file, "--limit", 1).splitlines()[1] == "the newest 1 of 5:"
    said = printed(capsys, "show", file, "ALICE").splitlines()
    assert said[0] == "joined to: doctor, acme corp, berlin"
    since, until = "since step 1, 2026-03-01 .*", "until step 3, 2026-04-01 00:00"
    assert re.search(rf"^  {PARIS}  \({since}, {until}: outdated\)", said[2])


@pytest.mark.parametrize("moment", ["2", "2026-03-15"])
def test_a_memory_is_shown_as_it_was(file: Path, moment: str, capsys: pytest.CaptureFixture[str]) -> None:
    content = shown(capsys, "show", file, "alice", "--at", moment)
    assert content["neighbours"] == ["doctor", "paris", "acme corp"]
    assert PARIS in [edge["triplet"] for edge in content["edges"]]
    assert shown(capsys, "show", file, "--at", "2026-01-01")["edges"] == []
    assert printed(capsys, "show", file, "alice", "--at", "2026-01-01") == "no facts of alice at 2026-01-01\n"
    assert "life.db: 3 facts at 1; by now 5 facts (6 ever)" in printed(capsys, "show", file, "--at", 1)


def test_what_a_text_says_is_not_obeyed_by_the_terminal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "life.db"
    with AriGraph(ScriptedModel(parrot), path=path) as memory:
        wait(memory.learn("alice, likes, \x1b[31m[red]tea[/red]\x1b]0;title\x07"))
    said = printed(capsys, "ask", path, "alice") + printed(capsys, "show", path, "alice")
    assert "\x1b" not in said
    assert said.count("alice, likes, [red]tea[/red]") == 3


def test_an_export_is_imported_as_the_same_memory(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    exported, copy = tmp_path / "life.jsonl", tmp_path / "copy.db"
    assert printed(capsys, "export", file, "--out", exported) == f"{exported}\n"
    assert printed(capsys, "import", copy, exported) == f"{copy}: 5 facts, 3 texts\n"
    with closing(sqlite3.connect(copy)) as database:
        assert database.execute("SELECT COUNT(*), COUNT(vector) FROM episode").fetchone() == (3, 3)
    assert printed(capsys, "export", copy) == exported.read_text(encoding="utf-8")
    assert shown(capsys, "ask", copy, "Where does Alice live?") == shown(capsys, "ask", file, "Where does Alice live?")


def test_several_users_share_a_file_and_see_nothing_of_each_other(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, exported, copy = tmp_path / "life.db", tmp_path / "mine.jsonl", tmp_path / "copy.db"
    printed(capsys, "learn", path, "Bob likes tea.", "--fact", TEA, "--scope", "user:1", "--source", "a letter")
    printed(capsys, "learn", path, "Carol owns a boat.", "--fact", "carol, owns, boat", "--scope", "user:2")
    assert "0 facts (0 ever)" in printed(capsys, "show", path)
    assert TEA in printed(capsys, "show", path, "--scope", "user:1")
    assert "carol" not in printed(capsys, "show", path, "--scope", "user:1")
    assert printed(capsys, "ask", path, "bob") == "no facts\n"
    assert "text of step 1" in (told := printed(capsys, "ask", path, "bob", "--scope", "user:1"))
    assert ", from a letter:" in told
    of_user = ["ask", path, "bob", "--scope", "user:1"]
    assert printed(capsys, *of_user, "--source", "a letter", "--since", "2020-01-01") == told
    assert printed(capsys, *of_user, "--source", "a diary") == printed(capsys, *of_user, "--until", "2020-01-01")
    assert printed(capsys, *of_user, "--source", "a diary") == "no facts\n"
    printed(capsys, "export", path, "--scope", "user:1", "--out", exported)
    assert "carol" not in exported.read_text(encoding="utf-8")
    printed(capsys, "import", copy, exported, "--scope", "user:3")
    header, *lines = printed(capsys, "export", copy, "--scope", "user:3").splitlines()
    assert lines == exported.read_text(encoding="utf-8").splitlines()[1:]
    assert json.loads(header)["scope"] == "user:3"


def test_an_export_has_the_facts_of_all_users_and_is_imported_into_one_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, exported, copy = tmp_path / "life.db", tmp_path / "all.jsonl", tmp_path / "copy.db"
    for user, fact in enumerate((TEA, "carol, owns, boat")):
        printed(capsys, "learn", path, f"A note: {fact}.", "--fact", fact, "--scope", f"user:{user}")
    printed(capsys, "export", path, "--out", exported)
    assert "has 2 scopes" in printed(capsys, "import", copy, exported, "--scope", "user:3", code=2)
    assert printed(capsys, "import", copy, exported) == f"{copy}: 2 facts, 2 texts\n"
    assert printed(capsys, "export", copy) == exported.read_text(encoding="utf-8")
    for user in ("user:0", "user:1"):
        assert printed(capsys, "show", copy, "--scope", user).replace("copy.db", "life.db") == printed(
            capsys, "show", path, "--scope", user
        )


def test_what_is_forgotten_stays_in_the_history_and_what_is_erased_does_not(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = printed(capsys, "forget", file, "alice")
    assert "- alice, works for, acme corp" in said
    assert f"3 facts and 2 texts forgotten; the history in {file} keeps them" in said
    assert "forget" in printed(capsys, "forget", file, "alice", code=2)
    assert "Alice" not in printed(capsys, "ask", file, "Where does Alice live?")
    assert PARIS in printed(capsys, "show", file, "alice")
    assert "--yes" in printed(capsys, "erase", file, "alice", code=2)
    assert "nothing to erase: no fact and no text" in printed(capsys, "erase", file, "alcie", "--yes", code=2)
    assert f"erased from {file}: 4 facts, 2 texts" in printed(capsys, "erase", file, "alice", "--yes")
    assert b"alice" not in file.read_bytes().lower()
    assert "2 facts (2 ever)" in printed(capsys, "show", file)
    assert shown(capsys, "erase", file, "--everything", "--yes")["texts"] == [0]
    printed(capsys, "erase", file, "--yes", code=2)
    printed(capsys, "erase", file, "alice", "--everything", "--yes", code=2)
    printed(capsys, "erase", file, "--source", "", "--yes", code=2)


def test_a_memory_is_kept_in_order(file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert printed(capsys, "check", file).startswith(f"{file}: ")
    assert printed(capsys, "stats", file).startswith(f"{file}: 5 facts (6 ever), 6 vertices, 3 texts and 0 forgotten")
    held = shown(capsys, "stats", file)
    assert (held["facts"], held["embedder"], held["scopes"]) == (5, "minilm", 1)
    assert "MB now" in printed(capsys, "vacuum", file)
    assert shown(capsys, "check", file) == {"problems": []}
    assert "there is no memory" in printed(capsys, "vacuum", tmp_path / "none.db", code=2)
    assert not (tmp_path / "none.db").exists()


def test_what_an_agent_remembered_in_a_run_is_imported(
    game: Game, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["play", str(game("treasure-hunt")), "--quiet", "--runs", str(tmp_path / "runs")]) == 0
    (played,) = (tmp_path / "runs").glob("*-*")
    assert ", 0 facts" not in printed(capsys, "import", tmp_path / "first.db", played, "--step", 1)
    printed(capsys, "import", tmp_path / "last.db", played)
    first, last = (shown(capsys, "show", tmp_path / f"{name}.db") for name in ("first", "last"))
    assert 0 < first["ever"] < last["ever"]


@pytest.mark.nightly
def test_a_paragraph_that_was_told_of_survives_a_kill(tmp_path: Path) -> None:
    path, source = tmp_path / "life.db", tmp_path / "life.txt"
    texts = [f"Bob{number} likes tea{number}." for number in range(500)]
    source.write_text("\n\n".join(texts), encoding="utf-8")
    command = [*ARIADNE, "memory", "learn", str(path), "--from", str(source)]
    with subprocess.Popen(command, env=environment(), stdout=subprocess.PIPE, text=True) as learning:
        assert learning.stdout
        told = 0
        for line in learning.stdout:
            told += line.startswith("  kept as text")
            if told == 40:
                learning.kill()
    with AriGraph.open(path, read_only=True) as memory:
        kept = [node.observation for node in memory.told()]
    assert kept == texts[: len(kept)]
    assert told <= len(kept) <= told + 1


@pytest.mark.nightly
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_a_stop_says_how_to_go_on(tmp_path: Path, how: signal.Signals) -> None:
    path, source = tmp_path / "life.db", tmp_path / "life.txt"
    source.write_text("Alice lives in Paris.\n\nBob likes tea.\n\nCarol owns a boat.", encoding="utf-8")

    def slow(request: Request) -> Reaction:
        known = "Paris" in request.body["messages"][-1]["content"]
        return read("a, is, b") if known else Reaction(hang=True)

    more = ["--time", "2026-03-01", "--metadata", "page=2"]
    learn = ["memory", "learn", str(path), "--from", str(source), *more]
    with serving() as server:
        server.behaviour = slow
        command = [*ARIADNE, *learn, "--model", "m", "--base-url", server.url]
        keyed = environment(OPENAI_API_KEY="sk-test-000000000000")
        with subprocess.Popen(
            command, env=keyed, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        ) as learning:
            assert learning.stdout
            assert learning.stderr
            assert [learning.stdout.readline() for _ in range(2)] == ["paragraph 1 of 3:\n", "+ a, is, b\n"]
            learning.send_signal(how)
            said = learning.stderr.read()
        assert learning.returncode == 130
    how_to_go_on = f"ariadne memory learn {path} --from {source} {' '.join(more)} --skip 1"
    assert said == f"stopped; 1 of 3 paragraphs learned; resume with: {how_to_go_on}\n"
    done = ariadne(*how_to_go_on.split()[1:], "--quiet")
    assert done.stdout == f"2 paragraphs: 0 facts learned, 0 ended; {path} holds 1 fact and 3 texts\n"


def test_an_endpoint_that_fails_midway_leaves_what_was_learned(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-test-000000000000")
    path = tmp_path / "life.db"
    with serving() as server:
        server.react(read(), refusal(401, "wrong key"))
        arguments = ["memory", "learn", str(path), "One.", "Two.", "--model", "m", "--base-url", server.url, "--quiet"]
        assert run(arguments) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert f"(1 of 2 paragraphs learned; resume with: ariadne memory learn {path} with the same text --skip 1)" in said


@pytest.mark.parametrize("wrong", [("--fact", "a, b"), ("--metadata", "page=1e999")])
def test_what_cannot_be_kept_is_one_clear_line_and_leaves_no_memory_behind(
    wrong: tuple[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert printed(capsys, "learn", tmp_path / "new.db", "Ada lives in Rome.", *wrong, code=2).count("\n") == 1
    assert not [*tmp_path.iterdir()]
