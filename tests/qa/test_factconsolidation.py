"""FactConsolidation: a list of facts, of which later ones hold, and many questions about it."""

from __future__ import annotations

import json
import subprocess
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ariadne.cli import run as command
from ariadne.errors import UserError
from ariadne.qa.datasets import QAItem, load_items
from ariadne.qa.metrics import marks, normalized
from tests.evaluate.evaluating import card_of, episodes, of_kind, only_run
from tests.models.server import ChatServer, Reaction, Request, completion, refusal, serving
from tests.qa.asking import asked, musique

# The questions are asked once for all tests.
pytestmark = pytest.mark.xdist_group("facts")

TOLD = {
    "Bob Smith lives in the city of Lima.": "Bob Smith, lives in, Lima",
    "The capital of Norway is Bergen.": "Norway, has as capital, Bergen",
    "Acme Corp was founded by Eva Long.": "Acme Corp, was founded by, Eva Long",
    "Eva Long lives in the city of Rome.": "Eva Long, lives in, Rome",
    "Acme Corp was founded by Bob Smith.": "Acme Corp, was founded by, Bob Smith",
    "Bob Smith lives in the city of Oslo.": "Bob Smith, lives in, Oslo",
    "The capital of Norway is Oslo.": "Norway, has as capital, Oslo",
}
FACTS = [*TOLD]
SINGLE = {
    "What is the capital of Norway?": ["Oslo"],
    "Who founded Acme Corp?": ["Bob Smith", "Robert Smith"],
    "Where does Bob Smith live?": ["Oslo"],
}
MULTIPLE = {
    "Where does the founder of Acme Corp live?": ["Oslo"],
    "Which city does the founder of Acme Corp live in?": ["Oslo"],
}
METHOD = "arigraph-blend"
ALONE = ("--method", "bm25", "--retrieval-only")
"""No model is asked."""


def entry(source: str, questions: dict[str, list[str]], facts: Sequence[str] = FACTS) -> dict[str, Any]:
    numbered = "".join(f"{number}. {fact}\n" for number, fact in enumerate(facts))
    return {
        "source": source,
        "context": f"Here is a list of facts:\n{numbered}",
        "questions": [*questions],
        "answers": [*questions.values()],
    }


def single(folder: Path, **changes: Any) -> Path:
    """A file of the data set with questions of one hop; an entry a line."""
    path = folder / "sh.json"
    path.write_text(json.dumps({**entry("factconsolidation_sh_tiny", SINGLE), **changes}) + "\n", encoding="utf-8")
    return path


def multiple(folder: Path) -> Path:
    """One with questions of two hops, printed over many lines."""
    path = folder / "mh.json"
    path.write_text(json.dumps(entry("factconsolidation_mh_tiny", MULTIPLE), indent=4), encoding="utf-8")
    return path


def text_of(request: Request) -> str:
    """What a model is asked, its instructions left out."""
    return str(next(message["content"] for message in request.body["messages"] if message["role"] == "user"))


def forms(server: ChatServer) -> Counter[str]:
    """How often a server was asked for each type of answer."""
    return Counter(request.body["response_format"]["json_schema"]["name"] for request in server.requests)


def reads_and_answers(request: Request) -> Reaction:
    """A model that reads each fact as it is told above, and gives the right answer if a fact shows it."""
    said = text_of(request)
    if "New text:" in said:
        text = said.partition("New text:\n")[2].strip()
        return completion(json.dumps({"triplets": [TOLD.get(text, "")], "replaced": []}))
    question = said.rpartition("Question: ")[2]
    if "Facts:" not in said:
        return completion(json.dumps({"entities": [f"{question}: 1"]}))
    (answer, *_) = {**SINGLE, **MULTIPLE}.get(question, ["Rome"])
    ends = [line.rpartition(", ")[2] for line in said.partition("Facts:\n")[2].splitlines()]
    return completion(json.dumps({"reason": "told", "answer": answer if answer.lower() in ends else "nobody"}))


@pytest.fixture(scope="module")
def server() -> Iterator[ChatServer]:
    with serving() as server:
        server.behaviour = reads_and_answers
        yield server


def answered(server: ChatServer, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """`ariadne qa` with a model that reads and answers."""
    return asked(*arguments, "--method", METHOD, "--model", "m", "--base-url", server.url)


@pytest.fixture(scope="module")
def done(tmp_path_factory: pytest.TempPathFactory, server: ChatServer) -> subprocess.CompletedProcess[str]:
    """Both files in one run, with the scorecard as JSON."""
    folder = tmp_path_factory.mktemp("done")
    return answered(server, single(folder), multiple(folder), "--json", "--runs", folder / "runs")


@pytest.fixture(scope="module")
def run(done: subprocess.CompletedProcess[str]) -> Path:
    return only_run(Path(done.args[1]).parent / "runs")


def learned(run: Path) -> list[int]:
    """Which facts were learned, in the order of the events."""
    return [event.paragraph for event in of_kind(run, "learned")]


def test_a_list_of_facts_becomes_the_paragraphs_of_all_its_questions(tmp_path: Path) -> None:
    read = load_items(single(tmp_path))
    assert [(item.id, item.question, item.answers) for item in read] == [
        (f"factconsolidation_sh_tiny-{number}", question, tuple(answers))
        for number, (question, answers) in enumerate(SINGLE.items(), 1)
    ]
    assert {item.dataset for item in read} == {"factconsolidation_sh_tiny"}
    assert [paragraph.as_text() for paragraph in read[0].paragraphs] == FACTS
    assert all(item.paragraphs is read[0].paragraphs for item in read)
    assert not any(paragraph.supporting for paragraph in read[0].paragraphs)
    assert {(item.news, item.contained, item.score) for item in read} == {(True, True, "exact")}


@pytest.mark.parametrize("written", ["pretty", "list", "lines"])
def test_a_file_may_be_one_object_over_many_lines_a_list_or_lines(tmp_path: Path, written: str) -> None:
    both = [entry("sh", SINGLE), entry("mh", MULTIPLE)]
    path = tmp_path / "facts.json"
    texts = {
        "pretty": json.dumps(both[0], indent=2),
        "list": json.dumps(both),
        "lines": "\n".join(map(json.dumps, both)),
    }
    path.write_text(texts[written], encoding="utf-8")
    found = [item.question for item in load_items(path)]
    assert found == ([*SINGLE] if written == "pretty" else [*SINGLE, *MULTIPLE])


def test_a_limit_takes_the_first_questions_of_a_list(tmp_path: Path) -> None:
    assert [item.question for item in load_items(single(tmp_path), limit=2)] == [*SINGLE][:2]


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"answers": [["Oslo"]]}, "each question must have its list of answers"),
        ({"context": "No fact is here."}, "the context is not a numbered list of facts"),
        ({"metadata": {}}, "metadata: "),
    ],
)
def test_a_wrong_file_is_refused_in_one_line(
    tmp_path: Path, changes: dict[str, Any], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = single(tmp_path, **changes)
    with pytest.raises(UserError) as caught:
        load_items(path)
    assert f"{path}, line 1: this is not a question of" in str(caught.value)
    assert f"nearest is factconsolidation, but {said}" in str(caught.value)
    assert command(["qa", str(path), *ALONE, "--json"]) == 2
    shown = capsys.readouterr()
    assert (shown.out, shown.err.count("\n")) == ("", 1)


def test_one_object_over_many_lines_that_is_torn_says_where(tmp_path: Path) -> None:
    path = multiple(tmp_path)
    torn = path.read_text().splitlines()[:5]
    path.write_text("\n".join(torn))
    with pytest.raises(UserError, match=r"mh\.json, line \d: not JSON") as caught:
        load_items(path)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("said", "answers", "expected"),
    [
        ("the city of Oslo, Norway", ["Oslo"], 1),
        ("Oslo, Bergen", ["Bergen"], 1),
        ("Os", ["Oslo"], 0),
        ("", ["Oslo"], 0),
    ],
)
def test_an_answer_is_right_that_contains_the_right_one(said: str, answers: list[str], expected: float) -> None:
    assert marks(said, answers, contained=True).exact == expected


_ANSWERS = st.lists(st.sampled_from("the Oslo city of New York Bergen 1920 St.".split()), max_size=5).map(" ".join)


@given(_ANSWERS, _ANSWERS, _ANSWERS)
def test_whatever_stands_around_the_right_answer_it_is_right(before: str, right: str, after: str) -> None:
    assert marks(f"{before} {right} {after}", [right], contained=True).exact == 1
    assert marks(before, [right], contained=True).exact >= marks(before, [right]).exact
    assert marks(before, [right], contained=True).exact == float(normalized(right) in normalized(before))


def test_two_files_in_one_run_are_answered(run: Path) -> None:
    card = card_of(run)
    assert [(row.unit, row.arm, row.model) for row in card.rows] == [
        (f"factconsolidation_{hops}_tiny", METHOD, "m") for hops in ("sh", "mh")
    ]
    assert [(row.metrics["finished"].n, row.total("finished"), row.mean("exact")) for row in card.rows] == [
        (3, 3, 1),
        (2, 2, 1),
    ]
    assert {*card.judged_by.values()} == {"exact"}
    assert {event.score for event in of_kind(run, "scored")} == {"exact"}
    assert all(event.ranking is None for event in of_kind(run, "recalled"))


def test_a_list_is_learned_once_whichever_of_its_questions_comes_first(run: Path) -> None:
    assert sorted(learned(run)) == sorted([*range(len(FACTS))] * 2)
    learning = [name for name, events in episodes(run).items() if any(event.name == "learned" for event in events)]
    assert ["_sh_" in learning[0], "_mh_" in learning[1]] == [True, True]
    # What many questions share is not told by each of them.
    assert all(event.texts == () and event.paragraphs == len(FACTS) for event in of_kind(run, "item_started"))


def test_the_latest_fact_holds(run: Path) -> None:
    gone = {fact for event in of_kind(run, "learned") for fact in event.removed}
    assert gone == {
        "bob smith, lives in, lima",
        "norway, has as capital, bergen",
        "acme corp, was founded by, eva long",
    }
    assert not gone.intersection(fact for event in of_kind(run, "recalled") for fact in event.facts)


@pytest.mark.nightly
def test_a_run_that_was_cut_off_comes_to_the_same(run: Path, server: ChatServer, tmp_path: Path) -> None:
    answered(server, single(tmp_path), multiple(tmp_path), "--runs", tmp_path / "runs")
    cut = only_run(tmp_path / "runs")
    first, *others, last = sorted(cut.glob("items/*/events.jsonl"))
    for path in (first, last):
        lines = path.read_text().splitlines(keepends=True)
        path.write_text("".join(lines[: max(1, len(lines) - 3)]))
    (cut / "scorecard.json").unlink()
    kept = {path: path.read_text() for path in others}

    done = asked("--resume", cut, "--trust")
    assert done.returncode == 0, done.stderr
    assert {path: path.read_text() for path in kept} == kept
    whole, again = (
        [(row.unit, row.metrics["finished"], row.metrics["exact"]) for row in card_of(each).rows] for each in (run, cut)
    )
    assert whole == again


def test_a_list_is_read_once_for_concurrent_questions(tmp_path: Path) -> None:
    with serving() as server:
        server.behaviour = reads_and_answers
        done = answered(server, single(tmp_path), "--concurrency", "8", "--no-cache", "--runs", tmp_path / "runs")
    assert done.returncode == 0, done.stderr
    assert forms(server) == {"Read": len(FACTS), "Searched": len(SINGLE), "ShortAnswer": len(SINGLE)}


def test_a_model_that_is_named_for_answers_alone_gives_them(tmp_path: Path, server: ChatServer) -> None:
    asked_before = len(server.requests)
    done = answered(server, single(tmp_path), "--model-for", "qa_answer=n", "--runs", tmp_path / "runs")
    assert done.returncode == 0, done.stderr
    who = Counter(request.body["model"] for request in server.requests[asked_before:])
    assert who == {"m": len(FACTS) + len(SINGLE), "n": len(SINGLE)}


def test_a_list_that_could_not_be_learned_is_learned_by_who_comes_next(tmp_path: Path) -> None:
    # Each of the ways in which a reply can be asked for is refused once.
    refused = [refusal(400, "not now")] * 4

    def behaviour(request: Request) -> Reaction:
        return refused.pop() if refused and "Bob Smith lives" in text_of(request) else reads_and_answers(request)

    with serving() as server:
        server.behaviour = behaviour
        done = answered(server, single(tmp_path), "--runs", tmp_path / "runs")
    assert done.returncode == 0, done.stderr
    assert done.stderr.count("failed, retrying") == 3
    (row,) = card_of(only_run(tmp_path / "runs")).rows
    assert (row.total("finished"), row.total("failed")) == (3, 0)


def test_paragraphs_of_other_data_sets_are_no_news_of_each_other(tmp_path: Path, server: ChatServer) -> None:
    item: QAItem = load_items(musique(tmp_path))[0]
    assert not item.news
    assert item.score == "f1"
    done = answered(server, musique(tmp_path), "--json", "--runs", tmp_path / "runs")
    assert done.returncode == 0
    run = only_run(tmp_path / "runs")
    assert not [fact for event in of_kind(run, "learned") for fact in event.removed]
    # Each question learns its own four.
    assert sorted(learned(run)) == sorted([0, 1, 2, 3] * 2)
    assert json.loads(done.stdout)["judged_by"] == {"musique": "f1"}
