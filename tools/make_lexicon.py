"""Distil WordNet's nouns into the lexicon that ships with the `rules` reasoner.

    python tools/make_lexicon.py /usr/share/wordnet

The argument is the folder of a WordNet 3.0 database: `data.noun` and `index.noun` in the format of wndb(5WN). The
lexicon has nouns for things, materials and activities, but no proper and scientific names.
"""

from __future__ import annotations

import lzma
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

OUT = Path(__file__).parent.parent / "ariadne" / "reasoner" / "lexicon"
ROOT = "-"

# Lexicographer files, by their numbers in lexnames(5WN).
TOPS, ACT, ANIMAL, ARTIFACT, COMMUNICATION, FOOD, GROUP, OBJECT, PERSON, PLANT, POSSESSION, SUBSTANCE = (
    3, 4, 5, 6, 10, 13, 14, 17, 18, 20, 21, 27,
)  # fmt: skip
WHOLE = {TOPS, ACT, ARTIFACT, COMMUNICATION, FOOD, OBJECT, PLANT, POSSESSION, SUBSTANCE}
COMMON = {ANIMAL, GROUP, PERSON}
EXPLAINED = {ARTIFACT, SUBSTANCE}

_SCIENTIFIC = re.compile(r"^(?:genus|family|order|class|phylum|suborder|subfamily|superfamily|subclass) ")
_ASIDE = re.compile(r"^\([^)]*\) |; .*$")


@dataclass(frozen=True)
class Synset:
    """One meaning.

    Attributes:
        file: the number of its lexicographer file.
        words: its words, without scientific names.
        kinds: the offsets of its hypernyms.
        gloss: a short definition.
        common: whether tagged texts use one of its words for it.
    """

    file: int
    words: tuple[str, ...]
    kinds: tuple[str, ...]
    gloss: str
    common: bool


Ranks = Mapping[tuple[str, str], int]


def main(folder: Path) -> None:
    """Write `LICENSE.txt` and `nouns.txt.xz`.

    The latter has one line for each meaning: the line numbers of its hypernyms, a tab, and a short definition; then an
    empty line; then one line for each word, without spaces and hyphens: the word, a tab, and `rank:meaning` for each
    meaning, the most frequent first.
    """
    ranks, tagged = _ranks(folder / "index.noun")
    every = dict(_synsets(folder / "data.noun", tagged))
    kept = {
        offset
        for offset, synset in every.items()
        if synset.words and (synset.file in WHOLE or (synset.file in COMMON and synset.common))
    }
    # Hypernyms of kept meanings are kept without words, so chains end only at the top.
    synsets = {
        offset: every[offset] if offset in kept else replace(every[offset], words=())
        for offset in _with_kinds(kept, every)
    }
    order: dict[str, int] = {}
    for offset in sorted(synsets):
        _number(offset, synsets, order)
    text = "\n".join((*_meanings(synsets, order), "", *_words(synsets, ranks, order), ""))
    OUT.mkdir(parents=True, exist_ok=True)
    (OUT / "nouns.txt.xz").write_bytes(lzma.compress(text.encode(), preset=9 | lzma.PRESET_EXTREME))
    (OUT / "LICENSE.txt").write_text("".join(_license(folder / "data.noun")), encoding="utf-8")


def _with_kinds(kept: Iterable[str], every: Mapping[str, Synset]) -> set[str]:
    """The offsets of some synsets and all their hypernyms."""
    found, left = set[str](), [*kept]
    while left:
        offset = left.pop()
        if offset in every and offset not in found:
            found.add(offset)
            left += every[offset].kinds
    return found


def _lines(path: Path) -> Iterator[str]:
    """The lines of a database file, without the licence at its start."""
    for line in path.read_text(encoding="latin-1").splitlines():
        if not line.startswith("  "):
            yield line


def _ranks(path: Path) -> tuple[Ranks, set[tuple[str, str]]]:
    """The rank of each synset among a word's senses, from 1; and the pairs found in tagged texts."""
    ranks, tagged = {}, set()
    for line in _lines(path):
        fields = line.split()
        senses = int(fields[2])
        for rank, offset in enumerate(fields[-senses:], 1):
            pair = (fields[0].replace("_", " "), offset)
            ranks[pair] = rank
            if rank <= int(fields[-senses - 1]):
                tagged.add(pair)
    return ranks, tagged


def _synsets(path: Path, tagged: set[tuple[str, str]]) -> Iterator[tuple[str, Synset]]:
    """The synsets of a data file without instances; counts of words are hexadecimal there."""
    for line in _lines(path):
        data, _, gloss = line.partition(" | ")
        fields = data.split()
        offset, file, count = fields[0], int(fields[1]), int(fields[3], 16)
        words = [fields[4 + 2 * at].replace("_", " ") for at in range(count)]
        if file in (ANIMAL, PLANT, PERSON):
            words = [word for word in words if word == word.lower()]
        names = tuple(word.lower() for word in words if not _SCIENTIFIC.match(word))
        pointers = fields[5 + 2 * count :]
        above = [(pointers[at], pointers[at + 1]) for at in range(0, len(pointers), 4)]
        if all(symbol != "@i" for symbol, _ in above):
            kinds = tuple(kind for symbol, kind in above if symbol == "@")
            common = any((name, offset) in tagged for name in names)
            yield offset, Synset(file, names, kinds, _ASIDE.sub("", gloss.strip()), common)


def _number(offset: str, synsets: Mapping[str, Synset], order: dict[str, int]) -> None:
    """Number a synset after all its hypernyms."""
    for kind in synsets[offset].kinds:
        if kind in synsets and kind not in order:
            _number(kind, synsets, order)
    order.setdefault(offset, len(order))


def _meanings(synsets: Mapping[str, Synset], order: Mapping[str, int]) -> Iterator[str]:
    for offset in order:
        synset = synsets[offset]
        kinds = " ".join(str(order[kind]) for kind in synset.kinds if kind in order) or ROOT
        yield f"{kinds}\t{synset.gloss if synset.file in EXPLAINED else ''}"


def _words(synsets: Mapping[str, Synset], ranks: Ranks, order: Mapping[str, int]) -> Iterator[str]:
    senses: dict[str, set[tuple[int, int]]] = {}
    for offset, number in order.items():
        for word in synsets[offset].words:
            senses.setdefault(re.sub(r"[ .'-]", "", word), set()).add((ranks[word, offset], number))
    for word in sorted(senses):
        yield word + "\t" + " ".join(f"{rank}:{number}" for rank, number in sorted(senses[word]))


def _license(path: Path) -> Iterator[str]:
    """The licence at the start of a data file: numbered lines with an indent of two spaces."""
    for line in path.read_text(encoding="latin-1").splitlines():
        if not line.startswith("  "):
            return
        yield re.sub(r"^ *\d+ ?", "", line).rstrip() + "\n"


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(Path(sys.argv[1]))
