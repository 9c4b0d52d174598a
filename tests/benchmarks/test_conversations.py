"""Conversations are learned with their dates and answered by the library, marked as their data sets do, and resumed."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from conversations import main

from ariadne.cli.exit_codes import exit_code
from ariadne.errors import Failure, UserError
from arigraph import AriGraph
from tests.command import ROOT, benchmark, environment
from tests.models.server import ChatServer, Reaction, Request, completion, refusal, serving

pytestmark = pytest.mark.nightly

Entry = dict[str, Any]
KEY = "sk-of-the-test-1234567"

FACTS = ("The capital of Norway is Bergen.", "Eva Long lives in the city of Rome.", "The capital of Norway is Oslo.")
CONSOLIDATION: Entry = {
    "source": "factconsolidation_sh_small",
    "context": "Facts:\n" + "\n".join(f"{number}. {fact}" for number, fact in enumerate(FACTS)),
    "questions": ["What is the capital of Norway?", "Where does Eva Long live?"],
    "answers": [["Oslo"], ["Rome"]],
}
LONG = " ".join(f"word{number}" for number in range(290))
SESSIONS = {
    "2023/05/23 (Tue) 09:00": ["I painted the boat Marigold red.", "Red suits a boat."],
    "2023/05/20 (Sat) 02:21": ["My boat is called Marigold.", LONG, "Thank you. It is green, by the way."],
}


def longmemeval(number: int = 1, **changes: Any) -> Entry:
    """A question about two sessions, the later of which comes first."""
    return {
        "question_id": f"q{number}",
        "question_type": "knowledge-update",
        "question": f"What colour is my boat Marigold, asked {number}?",
        "answer": "red",
        "question_date": "2023/05/30 (Tue) 23:40",
        "haystack_dates": [*SESSIONS],
        "haystack_session_ids": ["s2", "s1"],
        "haystack_sessions": [
            [{"role": ("user", "assistant")[place % 2], "content": said} for place, said in enumerate(turns)]
            for turns in SESSIONS.values()
        ],
        "answer_session_ids": ["s1", "s2"],
        **changes,
    }


LOCOMO: Entry = {
    "sample_id": "conv-1",
    "conversation": {
        "speaker_a": "Nora",
        "speaker_b": "Emil",
        "session_1_date_time": "1:56 pm on 8 May, 2023",
        "session_1": [
            {"speaker": "Nora", "dia_id": "D1:1", "text": "Hello Emil!"},
            {"speaker": "Emil", "dia_id": "D1:2", "text": "I painted my boat red.", "blip_caption": "a red boat"},
        ],
        "session_2_date_time": "7:30 pm on 20 May, 2023",
        "session_2": [{"speaker": "Nora", "dia_id": "D2:1", "text": "My sister Ida moved to Bergen."}],
    },
    "qa": [
        {"question": "What colour did Emil paint his boat?", "answer": "dark red", "evidence": ["D1:2"], "category": 4},
        {"question": "What colour did Nora paint her boat?", "evidence": ["D1:2"], "category": 5},
        {"question": "Where does Ida live?", "answer": "Bergen", "evidence": ["D2:1"], "category": 4},
    ],
}
ANSWERS: dict[str, Entry] = {
    "capital of Norway": {"known": True, "answer": "It was Bergen once, now Oslo.", "values": ["Oslo"]},
    "Eva Long": {"known": True, "answer": "She lives in Bergen.", "values": []},
    "Marigold": {"known": True, "answer": "Your boat is red.", "values": ["red"]},
    "Emil paint": {"known": True, "answer": "He painted it red.", "values": ["red"]},
    "Nora paint": {"known": False, "answer": "Nobody says that Nora has a boat."},
    "Ida live": {"known": False, "answer": "Nobody says."},
}
"""Replies to questions, by words of theirs."""
USAGE = {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110}


def asked(request: Request) -> str:
    """What the model is asked."""
    return str(request.body["messages"][1]["content"])


def is_question(prompt: str) -> bool:
    return "\nQuestion: " in prompt


def reply(request: Request) -> Reaction:
    """Texts tell a fact each; questions are answered by heart."""
    prompt = asked(request)
    if is_question(prompt):
        question = prompt.rpartition("Question: ")[2]
        said = next(answer for words, answer in ANSWERS.items() if words in question)
    elif "New text" in prompt:
        said = {"triplets": [f"text {len(prompt)}, is of, {len(prompt)} letters"], "replaced": [], "same": []}
    else:
        said = {"replaced": []}
    return completion(json.dumps(said), usage=USAGE)


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[ChatServer]:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    with serving() as server:
        server.behaviour = reply
        yield server


def written(folder: Path, name: str, *entries: Entry) -> Path:
    path = folder / name
    path.write_text(json.dumps(entries), encoding="utf-8")
    return path


def arguments(server: ChatServer, folder: Path, *more: object) -> list[str]:
    where = ("--model", "m", "--base-url", server.url, "--memory", folder / "memory")
    return [*map(str, (*more, *where))]


def reports(server: ChatServer, folder: Path, *more: object) -> list[Entry]:
    done = benchmark("conversations", *arguments(server, folder, *more, "--json"))
    assert done.returncode == 0, done.stderr
    return list(json.loads(done.stdout))


def rows(folder: Path, name: str) -> dict[str, Entry]:
    """The answers in the file that is kept of a data file, by the ids of their questions."""
    lines = (folder / "memory" / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return {line["id"]: line for line in map(json.loads, lines) if line["kind"] == "answered"}


def said_of(error: type[UserError | Failure], arguments: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    """The last line that is said of a mistake."""
    capsys.readouterr()
    assert exit_code(lambda: main(arguments)) == error.exit_code
    return capsys.readouterr().err.splitlines()[-1]


def test_each_data_set_is_learned_and_marked_in_its_own_way(server: ChatServer, tmp_path: Path) -> None:
    files = (
        written(tmp_path, "facts.json", CONSOLIDATION),
        written(tmp_path, "longmemeval_s.json", longmemeval(1), longmemeval(2, answer="dark red")),
        written(tmp_path, "locomo10.json", LOCOMO),
    )
    facts, chats, people = reports(server, tmp_path, *files)
    assert (facts["exact"], facts["f1"], facts["texts"]) == (0.5, None, 3)
    assert (chats["exact"], chats["f1"], chats["texts"]) == (0.5, pytest.approx(5 / 6), 6)
    assert (people["exact"], people["f1"]) == (pytest.approx(1 / 3), pytest.approx((2 / 3 + 1 + 0) / 3))
    assert (people["right_to_abstain"], people["unanswerable"], people["not_known"]) == (1, 1, 1)
    learned = sum(report["learning"]["calls"] for report in (facts, chats, people))
    answered = sum(report["answering"]["calls"] for report in (facts, chats, people))
    assert answered == 7
    assert learned + answered == len(server.requests)
    assert people["answering"]["prompt_tokens"] == 300
    row = rows(tmp_path, "locomo10.json")["conv-1-1"]
    assert (row["scope"], row["answer"], row["values"]) == ("conv-1", "He painted it red.", ["red"])
    assert (row["known"], row["exact"], row["f1"]) == (True, 0, pytest.approx(2 / 3))
    assert row["usage"]["prompt_tokens"] == 100
    with AriGraph(path=tmp_path / "memory" / "longmemeval_s.json.db", read_only=True) as memory:
        assert {"q1", "q2"} <= {*memory.scopes()}


def test_dates_reach_the_model(server: ChatServer, tmp_path: Path) -> None:
    reports(server, tmp_path, written(tmp_path, "chats.json", longmemeval()), written(tmp_path, "people.json", LOCOMO))
    prompts = [*map(asked, server.requests)]
    dates = {
        "Saturday, 2023-05-20 02:21": "My boat is called Marigold.",
        "Tuesday, 2023-05-23 09:00": "I painted the boat Marigold red.",
        "Monday, 2023-05-08 13:56": "Emil: I painted my boat red. (sends a picture: a red boat)",
        "Saturday, 2023-05-20 19:30": "Nora: My sister Ida moved to Bergen.",
    }
    for date, said in dates.items():
        assert [prompt for prompt in prompts if f"messages of {date} between" in prompt and said in prompt]
    today = {prompt.rpartition("Today is ")[2].split(".")[0] for prompt in prompts if is_question(prompt)}
    assert today == {"Tuesday, 2023-05-30", "Sunday, 2023-05-21"}


def test_what_has_no_dates_is_learned_in_its_order_and_the_later_holds(server: ChatServer, tmp_path: Path) -> None:
    def told(request: Request) -> Reaction:
        if is_question(asked(request)) or "New text" not in asked(request):
            return reply(request)
        city = next(city for city in ("Bergen", "Rome", "Oslo") if f" {city}." in asked(request))
        who = "Eva Long, lives in" if city == "Rome" else "Norway, has as capital"
        return completion(json.dumps({"triplets": [f"{who}, {city}"], "replaced": [], "same": []}))

    server.behaviour = told
    reports(server, tmp_path, written(tmp_path, "facts.json", CONSOLIDATION))
    path, scope = tmp_path / "memory" / "facts.json.db", CONSOLIDATION["source"]
    with AriGraph(path=path, scope=scope, read_only=True) as memory:
        assert [node.observation for node in memory.told()] == [*FACTS]
        assert [node.time for node in memory.told()] == [datetime(2025, 1, 1, 0, at, tzinfo=UTC) for at in range(3)]
        assert {str(edge.triplet) for edge in memory.facts()} == {
            "norway, has as capital, oslo",
            "eva long, lives in, rome",
        }


def test_a_long_session_is_learned_in_parts(server: ChatServer, tmp_path: Path) -> None:
    reports(server, tmp_path, written(tmp_path, "chats.json", longmemeval()))
    parts = [asked(request) for request in server.requests if "of Saturday" in asked(request)]
    said = sorted(re.findall(r"(?m)^(?:user|assistant): \w+ \w+", part.rpartition("Now said:")[2]) for part in parts)
    assert said == [["user: My boat", "assistant: word0 word1"], ["user: Thank you"]]


def test_what_is_learned_and_answered_is_not_asked_again(server: ChatServer, tmp_path: Path) -> None:
    path = written(tmp_path, "people.json", LOCOMO)
    first = reports(server, tmp_path, path)
    calls = len(server.requests)
    assert reports(server, tmp_path, path) == first
    assert len(server.requests) == calls


@pytest.mark.parametrize("well", [1, 2, 3, 5])
def test_what_fails_goes_on_with_what_is_left(
    server: ChatServer, well: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    chats = written(tmp_path, "chats.json", longmemeval(1), longmemeval(2))

    def for_a_while(request: Request) -> Reaction:
        return reply(request) if len(server.requests) <= well else refusal(403, "no more for today")

    server.behaviour = for_a_while
    said = said_of(UserError, arguments(server, tmp_path, chats, "--concurrency", 1), capsys)
    assert f"the same command resumes with {tmp_path / 'memory'}" in said
    assert len(server.requests) == well + 1
    server.behaviour = reply
    (report,) = reports(server, tmp_path, chats, "--concurrency", 1)
    assert len(server.requests) == 8 + 1
    assert report["learning"]["prompt_tokens"] + report["answering"]["prompt_tokens"] == 8 * USAGE["prompt_tokens"]
    assert {row["exact"] for row in rows(tmp_path, "chats.json").values()} == {1}


@pytest.mark.parametrize("stop", [signal.SIGKILL, signal.SIGINT])
def test_what_is_stopped_goes_on_where_it_was(server: ChatServer, stop: signal.Signals, tmp_path: Path) -> None:
    def not_to_ida(request: Request) -> Reaction:
        return Reaction(hang=True) if "Question: Where does Ida" in asked(request) else reply(request)

    server.behaviour = not_to_ida
    people = written(tmp_path, "people.json", LOCOMO)
    command = [sys.executable, ROOT / "benchmarks" / "conversations.py", *arguments(server, tmp_path, people)]
    mine = environment(OPENAI_API_KEY=KEY)
    with subprocess.Popen(command, env=mine, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stderr
        assert any(line.startswith("people.json: 2/3 ") for line in process.stderr)
        process.send_signal(stop)
        said = process.communicate()[1]
    if stop is signal.SIGINT:
        assert process.returncode == 130
        assert said == f"stopped; the same command resumes with {tmp_path / 'memory'}\n"

    with (tmp_path / "memory" / "people.json.jsonl").open("a") as diary:
        diary.write('{"kind":"answered","id":"conv')
    server.requests.clear()
    server.behaviour = reply
    (report,) = reports(server, tmp_path, people)
    assert [asked(request).rpartition("Question: ")[2].strip() for request in server.requests] == [
        "Where does Ida live?"
    ]
    assert (report["questions"], report["learning"]["calls"], report["answering"]["calls"]) == (3, 2, 3)


def test_a_reply_that_cannot_be_used_costs_its_question_or_its_text(server: ChatServer, tmp_path: Path) -> None:
    def mumbling(request: Request) -> Reaction:
        prompt = asked(request)
        is_lost = "My sister Ida" in prompt if not is_question(prompt) else "Question: Where does Ida" in prompt
        return completion("hm", usage=USAGE) if is_lost else reply(request)

    server.behaviour = mumbling
    (report,) = reports(server, tmp_path, written(tmp_path, "people.json", LOCOMO))
    assert (report["failed"], report["not_known"], report["texts"], report["unread"]) == (1, 0, 2, 1)
    assert rows(tmp_path, "people.json")["conv-1-3"]["error"]
    assert report["answering"]["calls"] == 4


def test_the_first_questions_or_some_at_random_are_asked(server: ChatServer, tmp_path: Path) -> None:
    chats = written(tmp_path, "chats.json", *map(longmemeval, range(1, 5)))
    reports(server, tmp_path, chats, "--limit", 1)
    assert [*rows(tmp_path, "chats.json")] == ["q1"]
    (report,) = reports(server, tmp_path, chats, "--sample", 2)
    assert report["questions"] == 2


def test_answers_of_another_model_or_about_other_data_are_not_gone_on_with(
    server: ChatServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    chats = written(tmp_path, "chats.json", longmemeval())
    reports(server, tmp_path, chats)
    other = "begun with another model or another data file: name another folder (--memory)"
    assert other in said_of(UserError, [*arguments(server, tmp_path, chats), "--model", "other"], capsys)
    written(tmp_path, "chats.json", longmemeval(answer="blue"))
    assert other in said_of(UserError, arguments(server, tmp_path, chats), capsys)
    (tmp_path / "memory" / "chats.json.jsonl").write_text("{}\n")
    assert "chats.json.jsonl, line 1 is not from" in said_of(UserError, arguments(server, tmp_path, chats), capsys)
