"""Distil WordNet's noun hierarchy into the lexicon that ships with the `rules` reasoner.

    python tools/make_lexicon.py /usr/share/wordnet

The argument is the folder of a WordNet 3.0 database (`data.noun`, `index.noun`). What can be a thing, what things are
made of, and whom or what a plaything may show are kept; proper names and scientific names are not.
"""

from __future__ import annotations

import gzip
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

OUT = Path(__file__).parent.parent / "ariadne" / "models" / "rules" / "lexicon"

# Lexicographer files, by their numbers in WordNet: see lexnames(5WN).
ARTIFACT, COMMUNICATION, FOOD, GROUP, OBJECT, PERSON, PLANT, POSSESSION, SUBSTANCE, ANIMAL, TOPS = (
    6, 10, 13, 14, 17, 18, 20, 21, 27, 5, 3,
)  # fmt: skip
ROOT = "-"
KEPT = {ARTIFACT, COMMUNICATION, FOOD, GROUP, OBJECT, PERSON, PLANT, POSSESSION, SUBSTANCE, ANIMAL, TOPS}
_SCIENTIFIC = re.compile(r"^(?:genus|family|order|class|phylum|suborder|subfamily|superfamily|subclass) ")


@dataclass(frozen=True)
class Synset:
    """One meaning: its lexicographer file, the words for it, and the offsets of what it is a kind of."""

    file: int
    words: tuple[str, ...]
    kinds: tuple[str, ...]
    is_instance: bool


def main(folder: Path) -> None:
    """Write `LICENSE.txt` and `nouns.txt.gz`: a line for each meaning, with the numbers of the lines of what it is a
    kind of; an empty line; a line for each word, with its meanings.
    """
    synsets = dict(_synsets(folder / "data.noun"))
    ranks = dict(_ranks(folder / "index.noun"))
    kept = {offset for offset, synset in synsets.items() if _is_kept(synset)}
    order: dict[str, int] = {}
    for offset in sorted(kept):
        _number(offset, synsets, kept, order)
    kinds = [" ".join(str(order[kind]) for kind in synsets[offset].kinds if kind in order) or ROOT for offset in order]
    text = "\n".join((*kinds, "", *_words(synsets, ranks, order)))
    OUT.mkdir(parents=True, exist_ok=True)
    (OUT / "nouns.txt.gz").write_bytes(gzip.compress(text.encode(), 9, mtime=0))
    (OUT / "LICENSE.txt").write_text("".join(_license(folder / "data.noun")), encoding="utf-8")


def _synsets(path: Path) -> Iterator[tuple[str, Synset]]:
    """The synsets of a data file, as wndb(5WN) lays it out: counts of words are hexadecimal, of pointers decimal."""
    for line in path.read_text(encoding="latin-1").splitlines():
        if line.startswith("  "):
            continue
        fields = line.partition("|")[0].split()
        count = int(fields[3], 16)
        words = tuple(fields[4 + 2 * at].replace("_", " ") for at in range(count))
        pointers = fields[5 + 2 * count :]
        above = [(pointers[at], pointers[at + 1]) for at in range(0, len(pointers), 4)]
        kinds = tuple(offset for symbol, offset in above if symbol == "@")
        instance = any(symbol == "@i" for symbol, _ in above)
        yield fields[0], Synset(int(fields[1]), words, kinds, instance)


def _ranks(path: Path) -> Iterator[tuple[tuple[str, str], int]]:
    """For each word and synset, which of the word's senses it is, from 1: the most frequent first."""
    for line in path.read_text(encoding="latin-1").splitlines():
        if line.startswith("  "):
            continue
        fields = line.split()
        offsets = fields[-int(fields[2]) :]
        for rank, offset in enumerate(offsets, 1):
            yield (fields[0].replace("_", " "), offset), rank


def _is_kept(synset: Synset) -> bool:
    return synset.file in KEPT and not synset.is_instance and bool(_names(synset))


def _names(synset: Synset) -> list[str]:
    """The words for it that are no scientific names."""
    words = list(synset.words)
    if synset.file in (ANIMAL, PLANT, PERSON):
        words = [word for word in words if word == word.lower()]
    return [word.lower() for word in words if not _SCIENTIFIC.match(word)]


def _number(offset: str, synsets: dict[str, Synset], kept: set[str], order: dict[str, int]) -> None:
    """Number a synset after all that it is a kind of."""
    for kind in synsets[offset].kinds:
        if kind in kept and kind not in order:
            _number(kind, synsets, kept, order)
    order.setdefault(offset, len(order))


def _words(synsets: dict[str, Synset], ranks: dict[tuple[str, str], int], order: dict[str, int]) -> Iterator[str]:
    """`word <tab> rank:synset rank:synset ...`, the most frequent sense first."""
    senses: dict[str, list[tuple[int, int]]] = {}
    for offset, number in order.items():
        for word in _names(synsets[offset]):
            senses.setdefault(word, []).append((ranks[word, offset], number))
    for word in sorted(senses):
        yield word + "\t" + " ".join(f"{rank}:{number}" for rank, number in sorted(senses[word]))


def _license(path: Path) -> Iterator[str]:
    """The licence that a data file begins with: numbered lines that are indented by two spaces."""
    for line in path.read_text(encoding="latin-1").splitlines():
        if not line.startswith("  "):
            return
        yield re.sub(r"^ *\d+ ?", "", line).rstrip() + "\n"


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(Path(sys.argv[1]))
