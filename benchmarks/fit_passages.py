"""Fits the weights of `ariadne/memory/arigraph/evidence.py` on the notebooks that are for developing.

    python benchmarks/fit_passages.py            the weights, and how others do that were not fitted on all notebooks

Each notebook is asked by itself, and among seven others; and a third of the questions once more where the sentences
with the answer are left out, so that there is none. `WEIGHTS` make the right spans of a question's texts likely among
all of them; `CALIBRATION` tells from the best one how likely it is right (both logistic, with a small penalty).
"""

from __future__ import annotations

import argparse
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ariadne.memory.arigraph.arigraph import AriGraph
from ariadne.memory.arigraph.features import Features
from ariadne.memory.arigraph.hops import CHAINS
from ariadne.memory.arigraph.names import key_of
from ariadne.memory.arigraph.results import ends_of
from ariadne.reasoner.reading.sentences import spoken
from ariadne.sync import wait
from benchmarks.notebooks import is_right, notebooks

TOGETHER = 8
PARTS = 5
PENALTY = 3.0

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Example:
    """A question with the ranking that is to be learned: which of its candidates are right."""

    notebook: int
    kind: str
    features: Floats
    signals: Floats
    right: NDArray[np.bool_]
    names: tuple[str, ...]


def examples(every: Sequence[Mapping[str, Any]]) -> Iterator[Example]:
    """The questions of notebooks, of each by itself and among others."""
    for size in (1, TOGETHER):
        for start in range(0, len(every), size):
            group = every[start : start + size]
            memory = AriGraph()
            for notebook in group:
                for text in notebook["texts"]:
                    wait(memory.learn(text))
            for at, notebook in enumerate(group):
                for question in notebook["questions"]:
                    yield _example(memory, start + at, notebook, question)
            memory.close()
    known = [(at, notebook, each) for at, notebook in enumerate(every) for each in notebook["questions"] if each["a"]]
    for number, notebook, question in known[::3]:
        yield _without_answer(number, notebook, question)


def _without_answer(number: int, notebook: Mapping[str, Any], question: Mapping[str, Any]) -> Example:
    """A question of a notebook that does not have the sentences with its answer."""
    with AriGraph() as memory:
        for text in notebook["texts"]:
            sentences = [each for each in spoken(text) if not any(says(each, answer) for answer in question["a"])]
            if sentences:
                wait(memory.learn(" ".join(sentences)))
        return _example(memory, number, notebook, {**question, "a": [], "kind": "left out"})


def says(sentence: str, answer: str) -> bool:
    """Whether a sentence has the words of an answer."""
    said, wanted = (" ".join(re.findall(r"[^\W_]+", text.lower())) for text in (sentence, answer))
    return f" {wanted} " in f" {said} "


def _example(memory: AriGraph, number: int, notebook: Mapping[str, Any], question: Mapping[str, Any]) -> Example:
    chains = wait(memory._chains(question["q"], CHAINS))
    ranking, _ = wait(memory._state.passages.ranking(question["q"], ends_of(chains)))
    right = [
        any(each.sentence.said in text for text in notebook["texts"]) and bool(question["a"])
        and is_right([each.span.text], question["a"])
        for each in ranking.candidates
    ]  # fmt: skip
    names = tuple(" ".join(key_of(each.span.text)) for each in ranking.candidates)
    return Example(number, question["kind"], ranking.features, ranking.signals, np.array(right, dtype=bool), names)


def fitted(every: Sequence[Example]) -> Floats:
    """The weights under which the right candidates of questions are likeliest, shape (features,)."""
    known = [each for each in every if each.right.any()]
    all_rows = np.concatenate([each.features for each in known])
    mean, spread = all_rows.mean(axis=0), all_rows.std(axis=0) + 1e-6
    longest = max(len(each.right) for each in known)
    rows = np.zeros((len(known), longest, all_rows.shape[1]))
    right, there = np.zeros((2, len(known), longest), dtype=bool)
    for at, each in enumerate(known):
        count = len(each.right)
        rows[at, :count], right[at, :count], there[at, :count] = (each.features - mean) / spread, each.right, True

    def loss(weights: Floats) -> tuple[float, Floats]:
        scores = np.where(there, rows @ weights, -1e9)
        powers = np.exp(scores - scores.max(axis=1, keepdims=True))
        every_one, right_ones = powers.sum(axis=1), (powers * right).sum(axis=1)
        pull = powers * right / (right_ones[:, None] + 1e-12) - powers / every_one[:, None]
        value = -np.log(right_ones / every_one + 1e-9).sum() + PENALTY / 2 * weights @ weights
        return float(value), PENALTY * weights - np.einsum("nmd,nm->d", rows, pull)

    return _least(loss, all_rows.shape[1]) / spread


def sure(every: Sequence[Example], weights: Floats) -> Floats:
    """What tells how likely the best candidate is right, and the bias."""
    told = [row for each in every if len(each.right) and (row := _told(each, weights)) is not None]
    rows = np.array([row for row, _ in told])
    right = np.array([is_true for _, is_true in told], dtype=float)
    mean, spread = rows.mean(axis=0), rows.std(axis=0) + 1e-6
    scaled = np.column_stack([(rows - mean) / spread, np.ones(len(rows))])

    def loss(at: Floats) -> tuple[float, Floats]:
        chances = 1 / (1 + np.exp(-scaled @ at))
        penalty = PENALTY * np.append(at[:-1], 0)
        likely = np.where(right > 0, chances, 1 - chances)
        return float(-np.log(likely + 1e-9).sum() + penalty @ at / 2), scaled.T @ (chances - right) + penalty

    found = _least(loss, scaled.shape[1])
    own = found[:-1] / spread
    return np.append(own, found[-1] - own @ mean)


def _told(example: Example, weights: Floats) -> tuple[Floats, bool] | None:
    scores = example.features @ weights
    order = np.argsort(-scores, kind="stable")
    best = order[0]
    others = [scores[at] for at in order if example.names[at] != example.names[best]]
    shares = np.exp(scores - scores.max())
    margin = scores[best] - (others[0] if others else scores.min())
    row = [scores[best], margin, shares[best] / shares.sum(), *example.signals[best]]
    return np.array(row), bool(example.right[best])


def _least(loss: Any, size: int, steps: int = 300) -> Floats:
    """Where a convex loss is least, by L-BFGS (Nocedal 1980)."""
    at: Floats = np.zeros(size)
    value, slope = loss(at)
    past: list[tuple[Floats, Floats]] = []
    for _ in range(steps):
        way, shares = slope.copy(), []
        for moved, turned in reversed(past):
            shares.append(moved @ way / (turned @ moved))
            way -= shares[-1] * turned
        way *= past[-1][0] @ past[-1][1] / (past[-1][1] @ past[-1][1]) if past else 1 / np.linalg.norm(slope)
        for (moved, turned), share in zip(past, reversed(shares), strict=True):
            way += moved * (share - turned @ way / (turned @ moved))
        length = 1.0
        while (found := loss(at - length * way))[0] > value - 1e-4 * length * (slope @ way) and length > 1e-8:
            length /= 2
        moved, turned = -length * way, found[1] - slope
        is_done = abs(value - found[0]) < 1e-7 * max(1.0, abs(value))
        at, value, slope = at + moved, *found
        if moved @ turned > 1e-10:
            past = [*past[-9:], (moved, turned)]
        if is_done:
            break
    return at


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.parse_args()
    every = list(examples([each for own in notebooks("develop").values() for each in own]))
    places = np.random.default_rng(0).permutation(sorted({each.notebook for each in every}))
    counts: Counter[tuple[str, str]] = Counter()
    for part in range(PARTS):
        held = {*places[part::PARTS].tolist()}
        others = [each for each in every if each.notebook not in held]
        weights = fitted(others)
        chances = sure(others, weights)
        for each in every:
            if each.notebook in held:
                row, is_true = (_told(each, weights) if len(each.right) else None) or (np.zeros(7), False)
                is_sure = 1 / (1 + np.exp(-(row @ chances[:-1] + chances[-1]))) >= 0.5
                counts[each.kind, ("right" if is_true else "wrong") + (", sure" if is_sure else "")] += 1
    print(dict(counts))
    weights = fitted(every)
    scores = np.concatenate([each.features @ weights for each in every if len(each.right)])
    print("offset of scores:", scores.mean().round(3))
    print("WEIGHTS = Features(")
    for name, weight in zip((each.name for each in fields(Features)), weights.tolist(), strict=True):
        print(f"    {name}={weight:.3f},")
    print(")")
    print(f"CALIBRATION = ({', '.join(f'{each:.3f}' for each in sure(every, weights).tolist())})")


if __name__ == "__main__":
    main()
