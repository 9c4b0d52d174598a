"""The benchmark of notebooks that contradict themselves, as its user runs it."""

from __future__ import annotations

import json

import yaml

from benchmarks.notebooks import KINDS, NOTEBOOKS, answered, is_right
from tests.command import benchmark


def test_of_what_has_changed_most_is_answered_as_it_is_now() -> None:
    counts = json.loads(benchmark("notebooks", "develop", "--json").stdout)
    assert {kind: sum(outcomes.values()) for kind, outcomes in counts.items()} == {
        "changed": 58, "kept": 39, "unknown": 23
    }  # fmt: skip
    assert counts["changed"]["right"] > sum(counts["changed"].values()) / 2
    assert counts["unknown"]["none"] + counts["unknown"]["right"] >= 0.75 * 23


def test_a_notebook_is_learned_text_by_text() -> None:
    question = {"q": "Who is the chair of Acme?", "a": ["ann lee"], "kind": "changed"}
    texts = ["The chair of Acme is Bo Ek. It is in Leeds.", "Ann Lee became the chair of Acme."]
    assert answered({"texts": texts, "questions": [question]}) == [(question, ("ann lee",))]


def test_an_answer_is_right_by_its_first_value() -> None:
    assert is_right(("the hall",), ["in the hall"])
    assert is_right(("24 members",), ["24"])
    assert not is_right(("rome", "oslo"), ["oslo"])
    assert is_right((), [])
    assert not is_right(("rome",), [])
    assert not is_right((), ["rome"])


def test_every_notebook_has_texts_and_questions_of_some_kind() -> None:
    for part in yaml.safe_load(NOTEBOOKS.read_text(encoding="utf-8")).values():
        assert len(part) == 25
        for notebook in part:
            assert len(notebook["texts"]) > 1
            for question in notebook["questions"]:
                assert question["kind"] in KINDS
                assert bool(question["a"]) == (question["kind"] != "unknown")
