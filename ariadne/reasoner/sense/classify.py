"""Classifying a name into kinds of things.

Two sources: the lexicon says what the name's noun is a kind of (moccasins are footwear), and `similarity` compares the
whole name with phrases about each kind. A kind that both find likely is likely.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence

from ariadne.reasoner.lexicon import lexicon
from ariadne.reasoner.sense.kinds import Shares, Similarity, kinds, kinds_meant
from ariadne.reasoner.sense.names import CLEAR, core, head, is_material, kept_in, things, told, uses

# Trust in the lexicon: for a name that is all noun, for one whose end it knows, and for words before the noun or in its
# gloss, as a share of what the noun leaves open.
_WHOLE, _END, _HINT = 0.8, 0.65, 0.3

_BESIDE, _USE = 0.4, 0.5

# Differences of a few hundredths in similarity matter.
_TEMPERATURE = 0.09


def kinds_of(thing: str, similarity: Similarity) -> Shares:
    """The likely kinds of a thing."""
    thing = core(thing)
    before = set(thing.split()[:-1])
    states = [kind for kind in kinds().values() if kind.state & before]
    if made := [kind.name for kind in states if not kind.of]:
        return dict.fromkeys(made, 1 / len(made))
    known, spoken = _known(thing), _spoken(_descriptions(thing), similarity)
    shares = normal({kind: known[kind] * spoken[kind] for kind in kinds()})
    for kind in states:
        shares[kind.name] += sum(shares.pop(other) for other in kind.of)
        shares |= dict.fromkeys(kind.of, 0.0)
    return shares


def softmax(values: Mapping[str, float]) -> Shares:
    """Similarities as shares."""
    top = max(values.values())
    return normal({name: math.exp((value - top) / _TEMPERATURE) for name, value in values.items()})


def normal(weights: Mapping[str, float]) -> Shares:
    """Weights as shares."""
    total = sum(weights.values())
    return {name: weight / total for name, weight in weights.items()}


def _spoken(texts: Sequence[str], similarity: Similarity) -> Shares:
    """The likelihood of each kind by phrases about it."""
    return softmax(
        {
            kind.name: sum(max(similarity(text, says) for says in kind.says) for text in texts) / len(texts)
            for kind in kinds().values()
        }
    )


def _descriptions(thing: str) -> list[str]:
    """A thing's name; and the gloss of a noun that is the whole name, if the lexicon knows no kind for it."""
    noun, before = head(thing)
    more = kept_in(thing) if before else "" if told(noun) >= CLEAR else _gloss(noun)
    return [thing, more] if more else [thing]


def _known(thing: str) -> Shares:
    """The likelihood of each kind by the lexicon; what it leaves open is spread over all kinds."""
    noun, before = head(thing)
    named = uses(thing)
    trust = _BESIDE if named or (before and kept_in(thing)) else _END if before else _WHOLE
    clear = told(noun) >= CLEAR
    found = dict.fromkeys(kinds(), 0.0)
    for kind, share in kinds_meant(things(noun)).items():
        found[kind] += trust * share
    for kind in named:
        found[kind] += (_USE if clear else _END) / len(named)
    rest = 1 - sum(found.values())
    before = [word for word in before if not is_material(word)]
    for hints in (before, _content(_gloss(noun)) if not clear else []):
        for word in hints:
            for kind, share in kinds_meant(lexicon().meanings(word)).items():
                found[kind] += _HINT * rest * share / len(hints)
    rest = (1 - sum(found.values())) / len(found)
    return {kind: share + rest for kind, share in found.items()}


def _gloss(noun: str) -> str:
    """The gloss of a noun's first meaning, if any."""
    return "".join(map(lexicon().gloss, things(noun)[:1]))


def _content(gloss: str) -> list[str]:
    """The words of a gloss that name kinds of things."""
    return [word for word in re.findall(r"[a-z-]{3,}", gloss) if kinds_meant(lexicon().meanings(word, 1))]
