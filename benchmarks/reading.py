"""How well the rules model reads plain text, beside a language model: without games, and without asking anybody.

    python benchmarks/reading.py --data DIR [--questions 60] [--json]
    python benchmarks/reading.py --chat [unseen|seen|strangers|report|develop] [--errors] [--json]

`DIR` holds `musique200.jsonl`, paragraphs of Wikipedia by question, and `musique200_recorded_extraction.jsonl`, what
gpt-4o-mini once extracted from each. Of its triplets this counts those that the rules have, too: a triplet of the same
paragraph whose subject and object share at least half of their words (Jaccard) with its subject and object; and those
whose two vertices the rules name at all. What the model misses and the rules find is not counted for the rules.

`--chat` reads the messages of `chat.yaml`, whose facts are marked by hand: recall is the share of the facts that are
read, junk the share of the triplets read that are no acceptable reading. As in CaRB (Bhardwaj et al. 2019) it does not
matter where a relation ends and its object begins: `bought, plot in Asaba` is `bought plot in, Asaba`. `unseen` is what
is reported; the others have been seen by who developed the reader: give `--errors` for these alone, for a part that was
seen measures nothing more.
"""

from __future__ import annotations

import argparse
import json
import re
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import date
from pathlib import Path

import yaml

from ariadne.reasoner.model import same_words
from ariadne.reasoner.remembering.learn import read_texts as read
from ariadne.triplet import Triplet, triplets_of

CHAT = Path(__file__).parent / "chat.yaml"
SAID_BY, SAID_ON = "Sam", "2026-03-04"
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


@dataclass
class Marked:
    """Sums over messages whose facts are marked."""

    messages: int = 0
    facts: int = 0
    found: int = 0
    read: int = 0
    junk: int = 0


def measure_chat(part: str, show: bool = False) -> Marked:
    """Read the messages of a part of `chat.yaml`, each for itself, and compare."""
    score = Marked()
    for entry in yaml.safe_load(CHAT.read_text(encoding="utf-8"))[part]:
        speaker, day = entry.get("by", SAID_BY).title(), date.fromisoformat(entry.get("on", SAID_ON))
        inputs = {
            "texts": [f"{speaker}: {entry['said']}"],
            "known": [],
            "speakers": [speaker, "assistant"],
            "time": f"{day:%A}, {day} 12:00",
        }
        plain = set(map(words_alone, triplets_of(read(inputs, same_words)["triplets"])))
        facts = [set(ways(fact)) for fact in entry.get("facts", [])]
        acceptable = {way for ways_of in facts for way in ways_of} | {
            way for pattern in entry.get("also", []) for way in ways(pattern)
        }
        score.messages += 1
        score.facts += len(facts)
        score.found += sum(not fact.isdisjoint(plain) for fact in facts)
        score.read += len(plain)
        score.junk += len(plain - acceptable)
        missed = [fact for fact, its in zip(entry.get("facts", []), facts, strict=True) if its.isdisjoint(plain)]
        if show and (missed or plain - acceptable):
            print(entry["said"], *(f"  missed: {fact}" for fact in missed), sep="\n")
            print(*(f"  junk: {triplet}" for triplet in sorted(plain - acceptable)), sep="\n")
    return score


def ways(pattern: str) -> Iterator[str]:
    """The words of all triplets that a pattern stands for, in which [a/b] is a or b, and (a) may be left out."""
    choice = re.search(r"\[([^][]*)\]|\(([^()]*)\)", pattern)
    if choice is None:
        yield from map(words_alone, triplets_of([pattern]))
        return
    for way in choice[1].split("/") if choice[1] is not None else ("", choice[2]):
        yield from ways(f"{pattern[: choice.start()]}{way}{pattern[choice.end() :]}")


def words_alone(triplet: Triplet) -> str:
    """A triplet's subject, and the words of its relation and object in one, without articles."""
    return re.sub(r"\b(?:an?|the) ", "", f"{triplet.subject} | {triplet.relation} {triplet.object}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--data", type=Path)
    what.add_argument("--chat", choices=("unseen", "seen", "strangers", "report", "develop"), nargs="?", const="unseen")
    parser.add_argument("--questions", type=int, default=60)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--errors", action="store_true")
    options = parser.parse_args()
    if options.chat:
        marked = measure_chat(options.chat, options.errors)
        if options.json:
            return print(json.dumps(asdict(marked)))
        print(
            f"{options.chat}: {marked.messages} messages that state {marked.facts} facts; {marked.read} triplets read"
        )
        print(f"recall {marked.found / marked.facts:.0%}, junk {marked.junk / max(marked.read, 1):.1%}")
        return None
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
