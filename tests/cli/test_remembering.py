from __future__ import annotations

import json
import re
import shlex
import shutil
import signal
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from ariadne.cli import run
from ariadne.models.recorded import ScriptedModel
from arigraph import AriGraph, wait
from tests.command import ARIADNE, ariadne, environment
from tests.conftest import Game
from tests.memory.arigraph.libraries import library, parrot
from tests.models.server import Reaction, Request, completion, refusal, serving

ALICE = "Alice is a doctor. She lives in Paris and works for Acme Corp."
ACME = "Acme Corp was founded by Bob Smith in 1999."


@pytest.fixture(scope="module")
def life(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("life") / "life.db"
    assert run(["memory", "learn", str(path), ALICE, ACME, "--time", "2026-03-01T12:00+00:00", "--quiet"]) == 0
    assert run(["memory", "learn", str(path), "Alice moved to Berlin.", "--time", "2026-04-01", "--quiet"]) == 0
    return path


@pytest.fixture
def file(life: Path, tmp_path: Path) -> Path:
    """A memory of two paragraphs and one more that outdates a fact of the first."""
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


def test_what_is_learned_and_dropped_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "life.db"
    said = printed(capsys, "learn", path, "Alice lives in Paris.", "Bob likes tea.")
    assert said.splitlines() == [
        "paragraph 1 of 2:",
        "+ alice, lives in, paris",
        "paragraph 2 of 2:",
        "+ bob, likes, tea",
        f"2 paragraphs: 2 facts learned, 0 dropped; {path} holds 2",
    ]
    said = printed(capsys, "learn", path, "Alice moved to Berlin.")
    assert said.splitlines()[:2] == ["- alice, lives in, paris", "+ alice, moved to, berlin"]
    assert printed(capsys, "learn", path, "Alice moved to Berlin.").startswith("  nothing new\n1 paragraph: 0 facts")


def test_what_is_learned_is_told_to_programs_as_well(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "life.db"
    printed(capsys, "learn", path, "Alice lives in Paris.", "--quiet")
    assert json.loads(printed(capsys, "learn", path, "Alice moved to Berlin.", "Bob likes tea.", "--json")) == {
        "paragraphs": 2,
        "added": ["alice, moved to, berlin", "bob, likes, tea"],
        "removed": ["alice, lives in, paris"],
        "unusable": 0,
        "facts": 2,
    }


def test_a_text_comes_from_a_file_or_from_stdin(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, source = tmp_path / "life.db", tmp_path / "life.txt"
    source.write_text("\ufeffAlice lives in Paris.\n\nBob likes tea.\n", encoding="utf-8")
    assert "2 paragraphs: 2 facts" in printed(capsys, "learn", path, "--from", source)
    assert "1 paragraph: 0 facts" in printed(capsys, "learn", path, "--from", source, "--skip", 1)
    done = ariadne("memory", "learn", path, "-", "--quiet", stdin=None, input="Carol owns a boat.\n")
    assert done.stdout == f"1 paragraph: 1 fact learned, 0 dropped; {path} holds 3\n"


def test_a_chat_is_learned_by_the_times_of_its_messages(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, source = tmp_path / "life.db", tmp_path / "chat.json"
    messages = [
        {"role": "system", "content": "I am a machine."},
        {"role": "user", "content": "I'm Sam. I live in Leeds.", "at": "2026-03-01T12:00Z"},
        {"role": "assistant", "content": "Lovely!", "at": "2026-03-01T13:00+01:00"},
        {"role": "user", "content": "I moved to Berlin.", "at": "2026-05-01T12:00Z"},
    ]
    source.write_text(json.dumps(messages), encoding="utf-8")
    assert printed(capsys, "learn", path, "--messages", source).splitlines() == [
        "messages 1 to 2 of 3:",
        "+ sam, lives in, leeds",
        "+ user, is named, sam",
        "message 3 of 3:",
        "- sam, lives in, leeds",
        "+ sam, moved to, berlin",
        f"3 messages: 3 facts learned, 1 dropped; {path} holds 2",
    ]
    lived = shown(capsys, "show", path, "leeds")["edges"][0]
    assert (lived["since"], lived["until"]) == ("2026-03-01T12:00:00+00:00", "2026-05-01T12:00:00+00:00")
    assert "message 3 of 3:\n  nothing new" in printed(capsys, "learn", path, "--messages", source, "--skip", 2)
    lines = '{"role": "user", "content": "I like tea.", "name": "Ann"}\n\n{"role": "user", "content": "I have a dog."}'
    done = ariadne("memory", "learn", path, "--messages", "-", "--quiet", stdin=None, input=lines)
    assert done.stdout == f"2 messages: 2 facts learned, 0 dropped; {path} holds 4\n"
    texts = shown(capsys, "ask", path, "What does Ann like?", "--episodes", 9)["episodes"]
    assert {("Ann: I like tea.", ""), ("Sam: I'm Sam. I live in Leeds.", str(source))} <= {
        (text["text"], text["source"]) for text in texts
    }


def test_texts_are_told_apart_by_their_metadata(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "life.db"
    of_page = ("--metadata", "page=2", "--metadata", "kept=true", "--metadata", "by=a=b")
    printed(capsys, "learn", path, "Bob likes tea.", *of_page)
    printed(capsys, "learn", path, "Bob likes jam.", "--metadata", "page=two")
    (text,) = shown(capsys, "ask", path, "bob", *of_page)["episodes"]
    assert (text["text"], text["metadata"]) == ("Bob likes tea.", {"page": 2, "kept": True, "by": "a=b"})
    assert shown(capsys, "ask", path, "bob", "--metadata", "page=two")["facts"] == ["bob, likes, jam"]
    assert printed(capsys, "ask", path, "bob", "--metadata", "page=3") == "no facts\n"


def test_facts_and_texts_are_recalled(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = printed(capsys, "ask", file, "Who founded the company that Alice works for?")
    assert said.startswith(
        "bob smith\n  alice, works for, acme corp\n  acme corp, was founded by, bob smith\n\nfacts:\n"
    )
    assert {"  alice, works for, acme corp", "  acme corp, was founded by, bob smith"} <= set(said.splitlines())
    assert "alice, lives in, paris" not in said
    assert f"  {ACME}" in said.splitlines()
    assert "  Alice moved to Berlin." in printed(capsys, "ask", file, "Where did Alice move?", "--episodes", 1)
    found = shown(capsys, "ask", file, "When did she move?", "--depth", 1, "--width", 1, "--episodes", 0)
    assert found == {
        "answer": None, "confidence": 0.0, "path": [], "texts": [], "doubts": {}, "facts": ["alice, moved to, berlin"],
        "episodes": [],
    }  # fmt: skip
    known = shown(capsys, "ask", file, "Where did Alice move to?")
    assert (known["answer"], known["path"]) == ("berlin", ["alice, moved to, berlin"])
    assert printed(capsys, "ask", file, "How old is Alice?").startswith("no answer is known\n\nfacts:\n")
    assert printed(capsys, "ask", file, "alice").startswith("facts:\n")
    assert known["confidence"] > 0.5


def test_what_rested_on_a_fact_that_has_ended_is_told_to_be_in_doubt(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "life.db"
    for text in ("Sam lives in Porto. Sam's gym is in Porto.", "Sam lives in Lisbon."):
        printed(capsys, "learn", path, text, "--quiet")
    doubt = "; in doubt, as this has ended: sam, lives in, porto"
    assert f"sam's gym, is in, porto{doubt}" in printed(capsys, "ask", path, "Where is Sam's gym?")
    lines = printed(capsys, "show", path, "porto").splitlines()
    assert [line.partition(",")[0].strip() for line in lines if line.endswith(f"{doubt})")] == ["sam's gym"]
    edges = shown(capsys, "show", path, "porto")["edges"]
    assert [edge["in_doubt"] for edge in edges] == [None, "sam, lives in, porto"]


def test_a_language_model_reads_and_answers_in_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-test-000000000000")
    path = tmp_path / "life.db"
    with serving() as server:
        model = ("--model", "m", "--base-url", server.url)
        server.react(completion('{"triplets": ["alice, lives in, paris"], "replaced": []}'))
        assert "+ alice, lives in, paris" in printed(capsys, "learn", path, "She lives there.", *model)
        server.react(completion('{"answer": "Alice lives in Paris."}'))
        said = printed(capsys, "ask", path, "Where is Alice?", *model)
        assert said.startswith("Alice lives in Paris.\n\nfacts:\n  alice, lives in, paris\n")
        asked = server.requests[-1].body["messages"][-1]["content"]
        assert "alice, lives in, paris" in asked
        assert asked.endswith("Question: Where is Alice?")


def test_a_reply_that_cannot_be_used_is_told_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-test-000000000000")
    with serving() as server:
        bad, good = completion("I would rather not."), completion('{"triplets": ["a, is, b"], "replaced": []}')
        server.react(bad, bad, bad, good)
        model = ("--model", "m", "--base-url", server.url)
        said = printed(capsys, "learn", tmp_path / "life.db", "One.", "Two.", *model).splitlines()
    assert said[1].startswith("  the model's reply could not be used: ")
    assert said[3] == "+ a, is, b"
    assert said[4].endswith("holds 1; the model's replies to 1 could not be used")


def test_a_memory_is_shown_as_a_whole_and_by_vertex(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = printed(capsys, "show", file).splitlines()
    assert said[0] == f"{file}: 5 facts (6 ever), 6 vertices, 3 texts, 3 steps"
    assert len(said) == 6
    assert printed(capsys, "show", file, "--limit", 1).splitlines()[1] == "the newest 1 of 5:"
    said = printed(capsys, "show", file, "ALICE").splitlines()
    assert said[0] == "joined to: doctor, acme corp, berlin"
    since, until = "since step 1, 2026-03-01 .*", "until step 3, 2026-04-01 00:00"
    by = "replaced by alice, moved to, berlin"
    assert re.search(rf"^  alice, lives in, paris  \({since}, {until}: {by}\)", said[2])


@pytest.mark.parametrize("moment", ["1", "2", "2026-03-15", "2026-03-01T12:00:00Z"])
def test_a_memory_is_shown_as_it_was(file: Path, moment: str, capsys: pytest.CaptureFixture[str]) -> None:
    content = shown(capsys, "show", file, "alice", "--at", moment)
    assert content["neighbours"] == ["doctor", "paris", "acme corp"]
    assert "alice, lives in, paris" in [edge["triplet"] for edge in content["edges"]]
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
    assert printed(capsys, "export", file, "--format", "graphml").startswith("<?xml")


def test_several_users_share_a_file_and_see_nothing_of_each_other(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, exported, copy = tmp_path / "life.db", tmp_path / "mine.jsonl", tmp_path / "copy.db"
    printed(capsys, "learn", path, "Bob likes tea.", "--scope", "user:1", "--source", "a letter")
    printed(capsys, "learn", path, "Carol owns a boat.", "--scope", "user:2")
    assert "0 facts (0 ever)" in printed(capsys, "show", path)
    assert "bob, likes, tea" in printed(capsys, "show", path, "--scope", "user:1")
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
    assert printed(capsys, "export", copy, "--scope", "user:3") == exported.read_text(encoding="utf-8")


def test_what_others_export_is_imported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    memories, graph = tmp_path / "mem0.json", tmp_path / "graphiti.json"
    users = [{"id": str(n), "memory": "Bob likes tea.", "user_id": str(n), "created_at": "2026-03-01"} for n in (1, 2)]
    memories.write_text(json.dumps({"results": users}), encoding="utf-8")
    assert printed(capsys, "import", tmp_path / "m.db", memories) == f"{tmp_path / 'm.db'}: 2 facts, 2 texts\n"
    assert "bob, likes, tea" in printed(capsys, "show", tmp_path / "m.db", "--scope", "user:2")
    nodes = [{"uuid": "1", "name": "Bob"}, {"uuid": "2", "name": "tea"}]
    edge = {"uuid": "3", "name": "LIKES", "source_node_uuid": "1", "target_node_uuid": "2", "valid_at": "2026-03-01"}
    graph.write_text(json.dumps({"nodes": nodes, "edges": [{**edge, "fact": "Bob likes tea."}]}), encoding="utf-8")
    assert printed(capsys, "import", tmp_path / "g.db", graph) == f"{tmp_path / 'g.db'}: 1 fact, 1 text\n"
    assert printed(capsys, "ask", tmp_path / "g.db", "What does Bob like?").startswith("tea\n  bob, likes, tea\n")


def test_what_is_forgotten_stays_in_the_history_and_what_is_erased_does_not(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = printed(capsys, "forget", file, "alice")
    assert "- alice, works for, acme corp" in said
    assert f"3 facts and 2 texts forgotten; the history in {file} keeps them" in said
    assert "there is nothing to forget" in printed(capsys, "forget", file, "alice", code=2)
    assert "Alice" not in printed(capsys, "ask", file, "Where does Alice live?")
    assert "alice, lives in, paris" in printed(capsys, "show", file, "alice")
    assert "say --yes" in printed(capsys, "erase", file, "alice", code=2)
    assert f"erased from {file}: 4 facts, 2 texts" in printed(capsys, "erase", file, "alice", "--yes")
    assert b"alice" not in file.read_bytes().lower()
    assert "2 facts (2 ever)" in printed(capsys, "show", file)
    assert shown(capsys, "erase", file, "--everything", "--yes")["texts"] == [0]
    printed(capsys, "erase", file, "--yes", code=2)
    printed(capsys, "erase", file, "alice", "--everything", "--yes", code=2)
    printed(capsys, "erase", file, "--source", "", "--yes", code=2)


def test_two_names_are_one_until_they_are_two_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "people.db"
    printed(capsys, "learn", path, "Sam likes tea. Sam Taylor lives in Leeds.", "--scope", "user:1")
    assert printed(capsys, "aliases", path) == "no aliases\n"
    of_user = (path, "--scope", "user:1")
    said = f"sam may be sam taylor: ariadne memory merge {path} sam 'sam taylor' --scope user:1\n"
    assert printed(capsys, "aliases", *of_user) == said
    printed(capsys, *shlex.split(said)[-6:])
    assert printed(capsys, "aliases", *of_user) == "sam is merged with sam taylor\n"
    assert shown(capsys, "aliases", *of_user) == {"merged": {"sam": "sam taylor"}, "likely": {}}
    assert "sam taylor, likes, tea" in printed(capsys, "show", *of_user)
    assert shown(capsys, "unmerge", *of_user, "sam") == {
        "added": ["sam, likes, tea"], "removed": ["sam, is the same as, sam taylor", "sam taylor, likes, tea"],
    }  # fmt: skip
    said = printed(capsys, "merge", *of_user, "sam taylor", "sam")
    assert "- sam taylor, lives in, leeds\n+ sam, lives in, leeds\n" in said


def test_a_memory_is_kept_in_order(file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert printed(capsys, "check", file) == f"{file}: all of it fits together\n"
    assert printed(capsys, "stats", file).startswith(f"{file}: 5 facts (6 ever), 6 vertices, 3 texts and 0 forgotten")
    held = shown(capsys, "stats", file)
    assert (held["facts"], held["embedder"], held["scopes"]) == (5, "minilm", 1)
    assert "MB now" in printed(capsys, "vacuum", file)
    assert printed(capsys, "reembed", file, "minilm") == f"{file}: its texts are compared by minilm\n"
    assert shown(capsys, "check", file) == {"problems": []}
    for command in (["vacuum"], ["reembed", "minilm"]):
        assert "there is no memory" in printed(capsys, command[0], tmp_path / "none.db", *command[1:], code=2)
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


def test_a_paragraph_that_was_told_of_survives_a_kill(tmp_path: Path) -> None:
    path, source = tmp_path / "life.db", tmp_path / "life.txt"
    source.write_text("\n\n".join(f"Bob{number} likes tea{number}." for number in range(500)), encoding="utf-8")
    command = [*ARIADNE, "memory", "learn", str(path), "--from", str(source)]
    with subprocess.Popen(command, env=environment(), stdout=subprocess.PIPE, text=True) as learning:
        assert learning.stdout
        told = []
        for line in learning.stdout:
            told.append(line.strip())
            if line.startswith("+ bob40, "):
                learning.kill()
    facts = [line.removeprefix("+ ") for line in told if line.startswith("+ ")]
    done = ariadne("memory", "show", path, "--json", "--limit", "1000")
    kept = [edge["triplet"] for edge in json.loads(done.stdout)["edges"]]
    assert kept[: len(facts)] == facts
    assert len(kept) <= len(facts) + 1


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_a_stop_says_how_to_go_on(tmp_path: Path, how: signal.Signals) -> None:
    path, source = tmp_path / "life.db", tmp_path / "life.txt"
    source.write_text("Alice lives in Paris.\n\nBob likes tea.\n\nCarol owns a boat.", encoding="utf-8")

    def slow(request: Request) -> Reaction:
        known = "Paris" in request.body["messages"][-1]["content"]
        return completion('{"triplets": ["a, is, b"], "replaced": []}') if known else Reaction(hang=True)

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
    assert said == f"stopped; 1 of 3 paragraphs learned; go on with: {how_to_go_on}\n"
    done = ariadne(*how_to_go_on.split()[1:], "--quiet")
    assert done.stdout == f"2 paragraphs: 2 facts learned, 0 dropped; {path} holds 3\n"


def test_a_reader_is_told_how_to_reply(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    with serving() as server:
        server.react(completion('{"triplets": ["a, is, b"], "replaced": []}'), completion('{"answer": "b"}'))
        who = ["--model", "m", "--base-url", server.url, "--max-tokens", "99", "--temperature", "0.3"]
        assert run(["memory", "learn", str(tmp_path / "x.db"), "One.", *who]) == 0
        assert run(["memory", "ask", str(tmp_path / "x.db"), "One?", *who]) == 0
        assert [(each.body["max_tokens"], each.body["temperature"]) for each in server.requests] == [(99, 0.3)] * 2


def test_an_endpoint_that_fails_midway_leaves_what_was_learned(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-test-000000000000")
    path = tmp_path / "life.db"
    with serving() as server:
        server.react(completion('{"triplets": [], "replaced": []}'), refusal(401, "wrong key"))
        arguments = ["memory", "learn", str(path), "One.", "Two.", "--model", "m", "--base-url", server.url, "--quiet"]
        assert run(arguments) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert f"(1 of 2 paragraphs learned; go on with: ariadne memory learn {path} with the same text --skip 1)" in said


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["learn", "{here}/new.db"], "say what to learn: as TEXT"),
        (["learn", "{here}/new.db", "text", "--from", "{here}/x.txt"], "say what to learn: as TEXT"),
        (["learn", "{here}/new.db", "text", "--messages", "{here}/json"], "say what to learn: as TEXT"),
        (["learn", "{here}/new.db", "--messages", "{here}/nowhere"], "cannot read"),
        (["learn", "{here}/new.db", "--messages", "{here}/binary"], "binary is no text in UTF-8"),
        (["learn", "{here}/new.db", "--messages", "{here}/text.txt"], "text.txt: line 1 is not JSON"),
        (
            ["learn", "{here}/new.db", "--messages", "{here}/json"],
            "json: message 1 cannot be learned: role: Field",
        ),
        (["learn", "{here}/new.db", "--messages", "{here}/machines"], "nobody says anything in"),
        (["learn", "{here}/new.db", "--messages", "{here}/noon"], "cannot be learned: at: Input should be a valid"),
        (["learn", "{here}/new.db", "text", "--metadata", "page"], "--metadata page says no NAME=VALUE"),
        (["learn", "{here}/new.db", "text", "--metadata", "page=1e999"], "metadata 'page' is no finite number"),
        (["learn", "{here}/new.db", " \n "], "there is nothing to learn: the text is empty"),
        (["learn", "{here}/new.db", "text", "--skip", "1"], "--skip 1 leaves nothing to learn"),
        (
            ["learn", "{here}/new.db", "text", "--max-tokens", "9"],
            "--max-tokens says nothing to rules: name a model with --model NAME",
        ),
        (
            ["ask", "{here}/life.db", "who", "--temperature", "1"],
            "--temperature says nothing to rules: name a model with --model NAME",
        ),
        (["learn", "{here}/new.db", "text", "--time", "noon"], "noon is no time in ISO 8601"),
        (["learn", "{here}/new.db", "--from", "{here}/nowhere.txt"], "cannot read"),
        (["learn", "{here}/new.db", "--from", "{here}/binary"], "is no text in UTF-8"),
        (["learn", "{here}/new.db", "text", "--embedder", "none"], "there is no embedder none"),
        (["learn", "{here}/other.db", "text"], "is no memory: it is another program's file"),
        (["learn", "{here}/newer.db", "text"], "was written by a newer version of Ariadne"),
        (["learn", "{here}/text.txt", "text"], "text.txt is no memory: it is another program's file"),
        (["learn", "{file}/x.db", "text"], "cannot write the memory"),
        (["ask", "{here}/nowhere.db", "what"], "there is no memory"),
        (["ask", "{here}/text.txt", "what"], "text.txt is no memory"),
        (["ask", "{here}/damaged.db", "what"], "damaged"),
        (["ask", "{file}", " "], "the query is empty"),
        (["merge", "{file}", "zebra", "alice"], "nothing is known of zebra"),
        (["unmerge", "{file}", "alice"], "alice is merged with nothing"),
        (["aliases", "{here}/nowhere.db"], "there is no memory"),
        (["show", "{here}/nowhere.db"], "there is no memory"),
        (["show", "{here}"], "is a folder: name the file of a memory"),
        (["ask", "{here}", "what"], "is a folder: name the file of a memory"),
        (["learn", "{here}", "text"], "is a folder: name the file of a memory"),
        (["show", "{file}", "alize"], "nothing is known of alize; did you mean alice?"),
        (["show", "{file}", "--at", "noon"], "noon is no time in ISO 8601"),
        (["show", "{file}", "--at", "9999-12-31T23:59:59-05:00"], "is beyond the calendar"),
        (["show", "{file}", "--at", "1" + 30 * "0"], "is no time in ISO 8601"),
        (["learn", "{here}/new.db", "text", "--time", "0001-01-01T00:00+05:00"], "is beyond the calendar"),
        (["learn", "{here}/new.db", "text", "--time", 5000 * "9"], "is no time in ISO 8601"),
        (["export", "{file}", "--format", "csv"], "format: unknown name 'csv'"),
        (["export", "{file}", "--out", "{here}/nowhere/x"], "cannot write"),
        (["export", "{here}/nowhere.db"], "there is no memory"),
        (["import", "{file}", "{here}/text.txt"], "is there already"),
        (["import", "{here}/new.db", "{here}/nowhere"], "cannot read"),
        (["import", "{here}/new.db", "{here}/text.txt"], "line 1 is not one of a memory"),
        (["import", "{here}/new.db", "{here}/binary"], "binary is no text in UTF-8"),
        (["import", "{here}/new.db", "{here}/json"], "json is no export of ours"),
        (["import", "{here}/new.db", "{here}/text.txt", "--step", "1"], "--step is for runs"),
        (["import", "{here}/new.db", "{here}"], "is no run"),
    ],
)
def test_a_mistake_is_one_clear_line(
    file: Path, tmp_path: Path, arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "text.txt").write_text("Only text.\n" * 300, encoding="utf-8")
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00\xff")
    (tmp_path / "json").write_text("{}", encoding="utf-8")
    (tmp_path / "machines").write_text('[{"role": "system", "content": "Be nice."}]', encoding="utf-8")
    (tmp_path / "noon").write_text('{"role": "user", "content": "Hi.", "at": "noon"}', encoding="utf-8")
    for name, statements in (
        ("other", ["CREATE TABLE x (y)"]),
        ("newer", ["PRAGMA user_version = 99", "PRAGMA application_id = 1098017095"]),
    ):
        database = sqlite3.connect(tmp_path / f"{name}.db")
        for statement in statements:
            database.execute(statement)
        database.close()
    content = bytearray(file.read_bytes())
    content[4096:] = b"\x55" * (len(content) - 4096)
    (tmp_path / "damaged.db").write_bytes(content)
    line = printed(capsys, *(each.format(here=tmp_path, file=file) for each in arguments), code=2)
    assert line.count("\n") == 1
    assert said in line


def test_a_second_writer_is_refused_and_readers_are_not(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.unlink()
    with library(file):
        said = printed(capsys, "learn", file, "Bob likes tea.", code=2)
        assert "another process writes the memory" in said
        assert said.count("\n") == 1
        assert printed(capsys, "show", file).startswith(f"{file}: 0 facts")
