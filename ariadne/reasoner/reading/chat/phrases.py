"""What follows a verb, as objects and prepositional phrases: only where every word of it has a place."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise

from ariadne.reasoner.reading.chat.inflection import Form, form
from ariadne.reasoner.reading.chat.nouns import ROUGHLY, is_count, is_noun_phrase, is_number, without_adverbs
from ariadne.reasoner.reading.chat.people import is_relation, is_somebody
from ariadne.reasoner.reading.verbs import DETERMINERS, PREPOSITIONS

Words = list[str]

# What begins no phrase of its own.
_WITHIN = frozenset("of than per".split())
# Prepositions that say when, with nothing after them: `the week after`.
_ALSO_ADVERBS = frozenset("after before since".split())
_JOINTS = frozenset(("and", "or"))


@dataclass(frozen=True)
class Phrase:
    """An object, or a prepositional phrase.

    Attributes:
        preposition: empty for an object.
        words: what it governs.
        end: how many of the words after the verb stand up to its end.
    """

    preposition: str
    words: Words
    end: int

    @property
    def items(self) -> list[Words]:
        """What it lists, or all of it."""
        return listed(self.words)


def kept(words: Words) -> Words:
    """A verb phrase up to the first comma that belongs to no list and to no name: what follows adds to it, or not."""
    at = 0
    while at < len(words):
        if words[at] == ":":
            return words[:at]
        if words[at] == ",":
            if is_apposition(words, at):
                at += 2
                continue
            end = _list_end(words, at)
            if not end:
                return words[:at]
            at = end
        at += 1
    return words


def phrases(words: Words) -> list[Phrase] | None:
    """What follows a verb, up to a purpose; None where a word has no place."""
    found: list[Phrase] = [Phrase("", [], 0)]
    for at, word in enumerate(words):
        lower = word.lower()
        last = found[-1]
        if lower == "to" and at + 1 < len(words) and form(words[at + 1]) & Form.PLAIN and words[at + 1].islower():
            break
        if lower in ("like", "unlike"):
            break
        if lower == "than":
            return None if not _is_beside(words[:at]) else phrases(words[: at - 1])
        is_amount = lower in ROUGHLY and is_number(" ".join(words[at + 1 : at + 2]))
        if lower in PREPOSITIONS and (lower not in _WITHIN or (lower == "of" and not last.words)) and not is_amount:
            found.append(Phrase(lower, [], at + 1))
        else:
            found[-1] = Phrase(last.preposition, [*last.words, word], at + 1)
    if found[-1].preposition in _ALSO_ADVERBS and not found[-1].words:
        found = found[:-1]
    if any(_is_unfinished(phrase) for phrase in found):
        return None
    found = _without_clause(found)
    found = _without_gap([replace(each, words=without_adverbs(each.words)) for each in found if each.words])
    return found if all(is_noun_phrase(item) for phrase in found for item in phrase.items) else None


def _is_unfinished(phrase: Phrase) -> bool:
    """Whether a preposition governs nothing, or a phrase begins with what joins it to one that is not there."""
    return phrase.words[0].lower() in _JOINTS if phrase.words else bool(phrase.preposition)


def is_done_to(words: Words) -> bool:
    """Whether a participle says what is done to an object: of `got my hair cut` that is not `got my hair`."""
    end = first_preposition(words)
    last = words[end - 1] if end > 1 else ""
    return end > 2 and last.islower() and bool(form(last) & Form.PARTICIPLE) and is_noun_phrase(words[: end - 1])


def listed(words: Words) -> list[Words]:
    """The items of a list, or all words as its only one."""
    if _is_name_beside(words):
        return [words]
    parts: list[Words] = [[]]
    for word in words:
        if word.lower() in _JOINTS or word == ",":
            parts.append([])
        else:
            parts[-1].append(word)
    parts = [part for part in parts if part]
    if parts and is_count(parts[0][0]) and any(part[0][0].isupper() for part in parts[1:]):
        return parts[:1]  # `two cats, Miso and Pixel`
    if all(is_number(part[0]) and len(part) == 1 for part in parts):
        return [words]
    return parts


def first_preposition(words: Words) -> int:
    """Where the first preposition stands; their number if there is none."""
    return next((at for at, word in enumerate(words) if word.lower() in PREPOSITIONS), len(words))


def is_apposition(words: Words, at: int) -> bool:
    """Whether the comma there stands between what somebody is and the name: `my boss, Dana`."""
    return 0 < at < len(words) - 1 and is_relation(words[at - 1]) and words[at + 1][0].isupper()


def _is_name_beside(words: Words) -> bool:
    if words.count(",") != 1:
        return False
    at = words.index(",")
    return is_apposition(words, at) and len(words) - at < 4 and _JOINTS.isdisjoint(words[at:])


def _list_end(words: Words, comma: int) -> int:
    """Where the last joint of a list stands to which this comma belongs; 0 if it belongs to none."""
    for at in range(comma + 1, len(words)):
        lower = words[at].lower()
        if lower in _JOINTS:
            parts = listed([*words[_start(words, comma) : at], ",", *words[at + 1 : _end(words, at + 1)]])
            return at if all(map(is_noun_phrase, parts)) else 0
        if lower in PREPOSITIONS - {"of"} or lower == ":":
            return 0
    return 0


def _start(words: Words, at: int) -> int:
    """Where the object or phrase begins in which a comma stands: after the last preposition."""
    return max((place + 1 for place in range(at) if words[place].lower() in PREPOSITIONS - {"of"}), default=at - 1)


def _end(words: Words, at: int) -> int:
    return next((place for place in range(at, len(words)) if words[place].lower() in (*PREPOSITIONS, ",")), len(words))


def _without_clause(found: list[Phrase]) -> list[Phrase]:
    """Phrases up to a participle with which more is said of a noun: `a novel set in Rome`."""
    for at, phrase in enumerate(found[:-1]):
        words = phrase.words
        if len(words) > 1 and words[-1].islower() and form(words[-1]) & Form.PARTICIPLE and is_noun_phrase(words[:-1]):
            return [*found[:at], Phrase(phrase.preposition, words[:-1], phrase.end - 1)]
    return found


def _without_gap(found: list[Phrase]) -> list[Phrase]:
    """Phrases up to a joint after which the verb is to be said again: `with my mother and Turkish with my father`."""
    for at, phrase in enumerate(found):
        first, *others = phrase.items
        if not others or not phrase.preposition:
            continue
        is_alike = at == 0 or all(_shape(one) == _shape(other) for one, other in pairwise(phrase.items))
        is_followed = any(later.preposition == phrase.preposition for later in found[at + 1 :])
        is_of_people = (
            at == 0
            and not is_followed
            and all(any(map(is_relation, item)) or is_somebody(item) for item in phrase.items)
        )
        if not is_alike or (found[at + 1 :] and not is_of_people):
            return [*found[:at], Phrase(phrase.preposition, first, phrase.end - len(phrase.words) + len(first))]
    return found


def _is_beside(words: Words) -> bool:
    """Whether a comparison follows an object: `hates fish more`."""
    return len(words) > 1 and words[-1].lower() in ("more", "less", "rather") and is_noun_phrase(words[:-1])


def _shape(words: Words) -> tuple[bool, bool]:
    """How a noun phrase is written, and whether it has a determiner."""
    return words[0].lower() in DETERMINERS, words[-1][0].isupper()
