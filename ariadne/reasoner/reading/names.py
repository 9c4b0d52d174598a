"""Names in plain sentences: where they begin, where they end, and how they are written as vertices."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from ariadne.reasoner.reading.phrases import BREAKS, Words
from ariadne.reasoner.reading.verbs import (
    CONJUNCTIONS,
    DEEDS,
    DETERMINERS,
    PREPOSITIONS,
    RELATIVES,
    is_finite,
    is_gerund,
    is_participle,
    verb_of,
)
from ariadne.triplet import clean

POSSESSIVE = ("'s", "’s", "s'", "s’")
WHOSE = frozenset("its his her their".split())
ARTICLES = frozenset(("the", "a", "an"))
# What stands within names, between words with capitals; of other prepositions a name on the right has none.
PARTICLES = frozenset("de du des del della di da la le les von van der den zu im am et es ob y e al el bin ibn".split())
_WITHIN = PARTICLES | frozenset("of the & a an : - – —".split())
# Where a sentence begins, what may be a title's first word.
_TITLES = frozenset("i we you he she it they my our your his her its their this that there".split())
_SPEAKERS = frozenset("we you he she they".split())
_OFFICES = frozenset(
    "CEO CFO COO CTO MD MP PM VP Captain Chair Chairman Chairperson Chairwoman Chancellor Coach Director Governor"
    " Manager Mayor Minister Premier President Secretary Speaker".split()
)
_FIRST = frozenset("Prime Vice Deputy Foreign".split())
_BEFORE = frozenset("the as its their his her a an of".split())
KINDS = frozenset(
    "city town village country nation state province region county continent island planet language sport game religion"
    " faith denomination church field occupation profession position role genre style instrument company university"
    " school band film song album book novel month year name".split()
)
"""Nouns that stand before a name to say of what kind it is: `the city of Paris` is Paris."""
_SORTS = frozenset(
    "language sport religion faith denomination field occupation profession position role genre style"
    " instrument".split()
)
"""Those of what has no name of its own."""
TRAILING_KINDS = frozenset(("genre", "position", "role"))
"""Those that stand after what they say the kind of, which is no name: `the goalkeeper role`."""


def plain_name(words: Words) -> str:
    """A noun phrase that is a name of its own, without anything said of it; else empty."""
    if not words or not RELATIVES.isdisjoint(words) or ";" in words or not _SPEAKERS.isdisjoint(words[1:]):
        return ""
    if opens_with_noun(words) or any(is_finite(words, at) for at in range(1, len(words))):
        return ""
    if len(words) == 1 and words[0].lower() in _TITLES:
        return ""
    opens = words[0].lower() in ARTICLES | PARTICLES | _TITLES
    if is_capital(words[0]) or (opens and len(words) > 1 and is_capital(words[1])):
        last = max(at for at, word in enumerate(words) if is_capital(word))
        # `Slovakia national football team`: a name may end in nouns without a capital.
        is_owned = last + 1 < len(words) and words[last].endswith(POSSESSIVE)
        is_whole = PREPOSITIONS.isdisjoint(words[last + 1 :]) and len(words) - last <= 4 and not is_owned
        return name_of(words) if is_whole else ""
    words = words[1:] if words[0].lower() in ARTICLES else words
    # `the book club` is no club that is a book.
    is_kind = len(words) > 1 and words[0] in KINDS and (is_capital(words[1]) or words[0] in _SORTS)
    words = words[1:] if is_kind else words
    if not words:
        return ""
    is_common = len(words) <= 4 and not PREPOSITIONS & set(words) and is_lower(words) and words[0] not in DETERMINERS
    return name_of(words) if is_common and CONJUNCTIONS.isdisjoint(words) and words[0] not in WHOSE else ""


def opens_with_noun(words: Words) -> bool:
    """Whether a sentence opens with a noun of which more is said, and not with a name: `Credit for founding Acme`,
    `Production of the Bolt`."""
    if len(words) < 3 or words[1] not in ("for", "of"):
        return False
    return is_gerund(words[2]) if words[1] == "for" else bool(verb_of(words[0].lower(), DEEDS))


def without_titles(words: Words) -> Words:
    """With the nouns for offices in small letters that are nobody's name: `its CEO`, `the Prime Minister of Peru`."""
    found = list(words)
    for at in range(1, len(words)):
        before = found[at - 1].lower()
        end = at + (words[at] in _FIRST)
        follows = words[end + 1] if end + 1 < len(words) else ""
        is_office = end < len(words) and words[end] in _OFFICES
        is_held = before in _BEFORE or (follows in ("of", "at") and not is_capital(found[at - 1]))
        if is_office and is_held and not (follows and is_capital(follows)):
            found[at : end + 1] = [word.lower() for word in words[at : end + 1]]
    return found


def value_start(words: Words) -> int:
    """Where the value begins: at the first word with a capital, else after the last preposition and article."""
    capital = next((at for at, word in enumerate(words) if is_capital(word)), None)
    if capital is not None:
        while capital and words[capital - 1] in PARTICLES:
            capital -= 1
        # `citizen of ancient Rome`: what stands between a preposition and the name is of the name.
        is_told = capital > 1 and words[capital - 2] in PREPOSITIONS and words[capital - 1] not in DETERMINERS | WHOSE
        return capital - 1 if is_told and words[capital - 1] not in PREPOSITIONS else capital
    preposition = next((at for at in reversed(range(len(words) - 1)) if words[at] in PREPOSITIONS), -1)
    start = preposition + 1
    while start < len(words) - 1 and words[start] in DETERMINERS:
        start += 1
    return start


def name_end(words: Words, start: int) -> int:
    """Where a name that begins there ends; with a comma it goes on if a further name ends the sentence."""
    if not is_capital(words[start]) and words[start] not in PARTICLES:
        # `ancient Rome`: with a small word before it a name ends where it does without.
        is_modified = start + 1 < len(words) and is_capital(words[start + 1])
        return name_end(words, start + 1) if is_modified else len(words)
    # With a capital article a title begins, such as `The Cat in the Hat`.
    is_title = words[start] in ("The", "A", "An")
    end = start + 1
    for at in range(start + 1, len(words)):
        word = words[at]
        if is_capital(word):
            end = at + 1
        elif word == ",":
            if not is_name_only(words[at + 1 :]):
                break
        elif word == "and":
            if "of" not in words[start:at]:
                break
        elif (
            word not in _WITHIN
            and not (is_title and word in PREPOSITIONS)
            and not (at == start + 1 and words[start] in PARTICLES)
        ):
            break
    rest = words[end:]
    # `American football`, `Catholic church`: a name may end in nouns without a capital.
    is_noun = bool(rest) and len(rest) <= 2 and is_lower(rest) and (PREPOSITIONS | ARTICLES).isdisjoint(rest)
    return len(words) if is_noun and not (CONJUNCTIONS | BREAKS | RELATIVES) & set(rest) else end


def is_whole(words: Words) -> bool:
    """Whether words may be one name, and no pronoun, list or clause: `Peru, bordering Chile`, `Ann and the mayor`."""
    if not RELATIVES.isdisjoint(words) or (len(words) == 1 and words[0].lower() in _TITLES | {"these", "those"}):
        return False
    pairs = list(pairwise(words))
    is_joined = any(word in CONJUNCTIONS and after in DETERMINERS for word, after in pairs)
    goes_on = any(
        word in CONJUNCTIONS and after.islower() and is_finite(["", word, after], 2)
        for word, after in pairwise(words[:-1])
    )
    return (
        not is_joined
        and not goes_on
        and not any(word == "," and (is_gerund(after) or is_participle(after)) for word, after in pairs)
    )


def is_name_only(words: Words) -> bool:
    return bool(words) and all(is_capital(word) or word in _WITHIN for word in words)


def is_capital(word: str) -> bool:
    return word[0].isdigit() or " " in word or any(map(str.isupper, word))


def is_lower(words: Sequence[str]) -> bool:
    return not any(is_capital(word) for word in words)


def is_lower_but_article(words: Sequence[str]) -> bool:
    return all(not is_capital(word) or word.lower() in DETERMINERS for word in words)


def name_of(words: Words) -> str:
    """A name as vertices are written: without its article, its commas in place."""
    while words and words[0].lower() in ARTICLES:
        words = words[1:]
    said = clean(" ".join(words).replace(" ,", ","))
    return said if any(letter.isalnum() for letter in said) else ""
