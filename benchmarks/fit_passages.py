"""Fits the weights of `ariadne/memory/arigraph/evidence.py` on the notebooks that are for developing.

    python benchmarks/fit_passages.py     the weights, and how those do for each writer that were fitted on the others

Each notebook is asked by itself, among seven others, and as one text; and a third of the questions once more where the
sentences with the answer are left out, so that there is none.
`WEIGHTS` make the right spans of a question's texts likely among all of them; `CALIBRATION` tells from the best one how
likely it is right (both logistic, with a small penalty).
"""

from __future__ import annotations

import argparse
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ariadne.memory.arigraph.arigraph import AriGraph
from ariadne.memory.arigraph.chains import THRESHOLD
from ariadne.memory.arigraph.features import Features
from ariadne.memory.arigraph.names import key_of
from ariadne.reasoner.reading.sentences import spoken
from ariadne.sync import wait
from benchmarks.notebooks import as_one_text, is_right, notebooks

TOGETHER = 8
PENALTY = 3.0

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Example:
    """A question with the ranking that is to be learned: which of its candidates are right."""

    kind: str
    features: Floats
    signals: Floats
    right: NDArray[np.bool_]
    names: tuple[str, ...]


def examples(every: Sequence[Mapping[str, Any]]) -> list[Example]:
    """The questions of notebooks, of each by itself, among others, and as one text."""
    found: list[Example] = []
    for told, size in ((every, 1), (every, TOGETHER), ([*map(as_one_text, every)], 1)):
        for start in range(0, len(told), size):
            group = told[start : start + size]
            with AriGraph() as memory:
                for text in (text for notebook in group for text in notebook["texts"]):
                    wait(memory.learn(text))
                found += [_example(memory, each, notebook) for notebook in group for each in notebook["questions"]]
    known = [(notebook, each) for notebook in every for each in notebook["questions"] if each["a"]]
    return [*found, *(_without_answer(notebook, question) for notebook, question in known[::3])]


def _without_answer(notebook: Mapping[str, Any], question: Mapping[str, Any]) -> Example:
    """A question of a notebook that does not have the sentences with its answer."""
    with AriGraph() as memory:
        for text in notebook["texts"]:
            sentences = [each for each in spoken(text) if not any(says(each, answer) for answer in question["a"])]
            if sentences:
                wait(memory.learn(" ".join(sentences)))
        return _example(memory, {**question, "a": [], "kind": "left out"}, notebook)


def says(sentence: str, answer: str) -> bool:
    """Whether a sentence has the words of an answer."""
    said, wanted = (" ".join(re.findall(r"[^\W_]+", text.lower())) for text in (sentence, answer))
    return f" {wanted} " in f" {said} "


def _example(memory: AriGraph, question: Mapping[str, Any], notebook: Mapping[str, Any]) -> Example:
    ranking, _ = wait(memory._state.passages.ranking(question["q"]))
    right = [
        any(each.sentence.said in text for text in notebook["texts"]) and bool(question["a"])
        and is_right([each.span.text], question["a"])
        for each in ranking.candidates
    ]  # fmt: skip
    names = tuple(" ".join(key_of(each.span.text)) for each in ranking.candidates)
    return Example(question["kind"], ranking.features, ranking.signals, np.array(right, dtype=bool), names)


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
    told = [_told(each, weights) for each in every if len(each.right)]
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


def _told(example: Example, weights: Floats) -> tuple[Floats, bool]:
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


def _outcomes(own: Sequence[Example], others: Sequence[Example]) -> dict[str, str]:
    """Of how many questions of each kind the best candidate is right, and of how many answers, by the confidence, how
    many are, with weights fitted on others."""
    weights = fitted(others)
    chances = sure(others, weights)
    counts: Counter[tuple[str, str]] = Counter()
    for each in own:
        counts[each.kind, "asked"] += 1
        if len(each.right):
            row, is_right_one = _told(each, weights)
            is_sure = 1 / (1 + np.exp(-(row @ chances[:-1] + chances[-1]))) >= THRESHOLD
            counts[each.kind, "best"] += is_right_one
            counts[each.kind, "answered"] += is_sure
            counts[each.kind, "right"] += is_sure and is_right_one
    return {
        kind: f"{counts[kind, 'best']} of {counts[kind, 'asked']}, answered {counts[kind, 'right']} of"
        f" {counts[kind, 'answered']}"
        for kind in dict.fromkeys(each.kind for each in own)
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.parse_args()
    writers = notebooks("develop")
    with ProcessPoolExecutor() as pool:
        by_writer = dict(zip(writers, pool.map(examples, writers.values()), strict=True))
    for writer, own in by_writer.items():
        others = [each for name, every in by_writer.items() if name != writer for each in every]
        print(writer, _outcomes(own, others))
    every = [each for own in by_writer.values() for each in own]
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
