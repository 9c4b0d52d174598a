"""The benchmark of notebooks that contradict themselves, as its user runs it, and the fit to them."""

from __future__ import annotations

import json

import numpy as np

from ariadne.reasoner.reading.sentences import spoken
from benchmarks.fit_passages import Example, fitted, says, sure
from benchmarks.notebooks import KINDS, answered, is_right, notebooks
from tests.command import benchmark


def test_of_what_has_changed_most_is_answered_as_it_is_now() -> None:
    counts = json.loads(benchmark("notebooks", "develop", "--writer", "clubs", "--json").stdout)["clubs"]
    assert {kind: sum(outcomes.values()) for kind, outcomes in counts.items()} == {
        "changed": 58, "kept": 39, "unknown": 23
    }  # fmt: skip
    assert counts["changed"]["right"] > 0.7 * 58
    assert counts["unknown"]["right"] >= 0.6 * 23


def test_a_notebook_is_learned_text_by_text() -> None:
    question = {"q": "Who is the chair of Acme?", "a": ["ann lee"], "kind": "changed"}
    texts = ["The chair of Acme is Bo Ek. It is in Leeds.", "Ann Lee became the chair of Acme."]
    assert list(answered([{"texts": texts, "questions": [question]}])) == [(question, ("ann lee",))]


def test_an_answer_is_right_by_its_first_value() -> None:
    assert is_right(("the hall",), ["in the hall"])
    assert is_right(("24 members",), ["24"])
    assert not is_right(("rome", "oslo"), ["oslo"])
    assert is_right((), [])
    assert not is_right(("rome",), [])
    assert not is_right((), ["rome"])


def test_every_notebook_has_texts_and_questions_of_some_kind() -> None:
    for part, writers in (("develop", 9), ("report", 6)):
        every = notebooks(part)
        assert len(every) == writers
        for notebook in (each for own in every.values() for each in own):
            assert sum(len(spoken(text)) for text in notebook["texts"]) > 1
            for question in notebook["questions"]:
                assert question["kind"] in KINDS
                assert bool(question["a"]) == (question["kind"] != "unknown")


def test_a_sentence_says_an_answer_by_its_words() -> None:
    assert says("They moved to the Weir Lane.", "weir lane")
    assert not says("They moved to Weirlane.", "weir lane")


def test_weights_make_what_is_right_likely() -> None:
    random = np.random.default_rng(7)
    examples = []
    for _ in range(60):
        features = random.normal(size=(5, 3))
        right = features[:, 1] == features[:, 1].max()
        names = tuple(map(str, range(5)))
        examples.append(Example("changed", features, np.zeros((5, 4)), right, names))
    weights = fitted(examples)
    assert weights[1] > 1
    assert max(abs(weights[0]), abs(weights[2])) < weights[1] / 3
    *_, bias = sure(examples, weights)
    assert np.isfinite(bias)
