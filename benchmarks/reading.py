"""How well the rules model reads plain text, beside a language model: without games, and without asking anybody.

    python benchmarks/reading.py --data DIR [--questions 60] [--json]

`DIR` holds `musique200.jsonl`, paragraphs of Wikipedia by question, and `musique200_recorded_extraction.jsonl`, what
gpt-4o-mini once extracted from each. Of its triplets this counts those that the rules have, too: a triplet of the same
paragraph whose subject and object share at least half of their words (Jaccard) with its subject and object; and those
whose two vertices the rules name at all. What the model misses and the rules find is not counted for the rules.
"""

from __future__ import annotations

import argparse
import json
import re
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from ariadne.reasoner.model import same_words
from ariadne.reasoner.remembering.learn import read_texts as read
from ariadne.triplet import Triplet, triplets_of

SMALL_WORDS = frozenset("the a an of in".split())


@dataclass
class Score:
    """Sums over paragraphs; shares are of the model's triplets."""

    paragraphs: int = 0
    read: int = 0
    rules_triplets: int = 0
    model_triplets: int = 0
    same_edge: int = 0
    same_vertices: int = 0
    seconds: float = 0.0


def pairs(data: Path, questions: int) -> Iterator[tuple[str, Sequence[Triplet]]]:
    """Paragraphs, each with the model's triplets."""
    with (
        (data / "musique200.jsonl").open(encoding="utf-8") as texts,
        (data / "musique200_recorded_extraction.jsonl").open(encoding="utf-8") as recorded,
    ):
        for _, line, said in zip(range(questions), texts, recorded, strict=False):
            paragraphs = [each["paragraph_text"] for each in json.loads(line)["paragraphs"]]
            triplets = [triplets_of(each) for each in json.loads(said)["triplets_per_paragraph"]]
            yield from zip(paragraphs, triplets, strict=False)


def measure(data: Path, questions: int) -> Score:
    """Read all paragraphs by the rules, and compare."""
    score = Score()
    for text, theirs in pairs(data, questions):
        began = time.perf_counter()
        said = read({"texts": [text], "known": []}, same_words)["triplets"]
        score.seconds += time.perf_counter() - began
        ours = triplets_of(said if isinstance(said, list) else [])
        vertices = {vertex for triplet in ours for vertex in triplet.vertices}
        score.paragraphs += 1
        score.read += bool(ours)
        score.rules_triplets += len(ours)
        score.model_triplets += len(theirs)
        for triplet in theirs:
            score.same_edge += any(
                alike(triplet.subject, each.subject) and alike(triplet.object, each.object) for each in ours
            )
            score.same_vertices += all(any(alike(end, vertex) for vertex in vertices) for end in triplet.vertices)
    return score


def alike(a: str, b: str) -> bool:
    """Whether two names share at least half of their words."""
    first, second = (set(re.findall(r"\w+", name)) - SMALL_WORDS for name in (a, b))
    return 2 * len(first & second) >= len(first | second) > 0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--questions", type=int, default=60)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    score = measure(options.data, options.questions)
    if options.json:
        return print(json.dumps(asdict(score)))
    print(f"{score.paragraphs:,} paragraphs, of which the rules read {score.read / score.paragraphs:.0%}")
    per = (
        f"{score.rules_triplets / score.paragraphs:.1f} by the rules, {score.model_triplets / score.paragraphs:.1f} by"
    )
    print(f"triplets a paragraph: {per} the model")
    print(f"of the model's triplets the rules join the same vertices in {score.same_edge / score.model_triplets:.0%}")
    print(f"and name both of their vertices in {score.same_vertices / score.model_triplets:.0%}")
    print(f"{1000 * score.seconds / score.paragraphs:.1f} ms a paragraph")


if __name__ == "__main__":
    main()
