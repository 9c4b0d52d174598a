"""How people say what they are called."""

from __future__ import annotations

import re

from ariadne.reasoner.lexicon import lexicon
from ariadne.reasoner.reading.chat.people import given_name
from ariadne.reasoner.reading.chat.words import sentences, words_of

NAMED = "is named"
"""The relation between somebody and the name."""
_CALLED = re.compile(
    r"(?:my (?:first |full )?name is|(?:you can |people )?call me|I am (?:called|named))\b", re.IGNORECASE
)
_BEING = re.compile(r"I am|this is", re.IGNORECASE)
_GREETING = re.compile(r"(?:hi|hello|hey|hiya|good (?:morning|afternoon|evening))\b", re.IGNORECASE)
# How names of peoples end.
_PEOPLES = ("ish", "ese", "ian", "ean", "ani", "ench", "erman", "utch")
_JOINTS = frozenset(", and from but here . who".split())


def introduced(text: str) -> str:
    """The name that a message says its speaker has; empty if it says none."""
    for sentence in sentences(text):
        said = " ".join(_after_call(words_of(sentence)))
        is_greeting = _GREETING.match(sentence) is not None
        for opening, is_sure in ((_CALLED, True), (_BEING, is_greeting)):
            match = opening.match(said)
            if match and not sentence.rstrip().endswith("?"):
                name = _leading_name(said[match.end() :].split(), is_sure)
                if name:
                    return name
    return ""


def _after_call(words: list[str]) -> list[str]:
    """Words without a word or two and a comma before them: `Sorry, I am Anna`."""
    at = words.index(",") + 1 if "," in words[:3] else 0
    return words[at:]


def _leading_name(words: list[str], is_sure: bool) -> str:
    """The name with which words begin.

    Args:
        is_sure: whether a name is to be expected here; else it must be one that is known, or of several words.
    """
    name: list[str] = []
    for word in words[:4]:
        if word in _JOINTS or not word.replace("-", "").replace("'", "").replace(".", "").isalpha():
            break
        if not name and not _may_be_name(word, is_sure):
            return ""
        if name and not word[0].isupper():
            break
        name.append(word)
    if name and not is_sure and len(name) == 1 and not given_name(name[0]):
        return ""
    after = words[len(name) :][:1]
    is_apart = not after or after[0] in _JOINTS or bool(name and given_name(name[0]) and is_sure)
    return " ".join(word[0].upper() + word[1:] for word in name) if is_apart else ""


def _may_be_name(word: str, is_sure: bool) -> bool:
    if given_name(word):
        return True
    is_other = word.lower().endswith(_PEOPLES) or (bool(lexicon().meanings(word)) and not is_sure) or word.isupper()
    return word[0].isupper() and not is_other
