"""What a clause that is understood states: facts of its subjects, its verb, its objects and its times."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date
from itertools import pairwise

from ariadne.reasoner.reading.chat.inflection import Form, base, form
from ariadne.reasoner.reading.chat.mentions import Mention, Mentions
from ariadne.reasoner.reading.chat.nouns import is_count, is_noun_phrase, is_number
from ariadne.reasoner.reading.chat.people import given_name, is_somebody
from ariadne.reasoner.reading.chat.phrases import Phrase, first_preposition, is_done_to, phrases
from ariadne.reasoner.reading.chat.predicates import Predicate
from ariadne.reasoner.reading.chat.times import When
from ariadne.reasoner.reading.read import Fact
from ariadne.reasoner.reading.verbs import DETERMINERS, GIVING, MAKING_FOR, PREPOSITIONS
from ariadne.triplet import clean

Words = list[str]
# What somebody is just doing tells nothing that lasts with these verbs.
_MOMENTARY = frozenset(
    "wait watch think wonder joke kid talk ask say sit stand head go come do be have get feel try look eat drink"
    " walk run make use read listen cook leave enjoy stay hope sleep lie".split()
)
# Moods and judgements.
_UNLASTING = frozenset(
    "tired hungry thirsty sorry sure fine ok okay back busy happy excited glad sad angry mad upset bored confused"
    " lost late early ready done afraid scared worried nervous stressed exhausted sleepy full cold hot warm sick"
    " curious aware able grateful thankful proud jealous lonely free available stuck here there home good great bad"
    " nice cool amazing awesome terrible horrible awful boring hilarious funny crazy weird wild insane ridiculous"
    " beautiful lovely cute delicious perfect right wrong true false real serious interesting cheap expensive hard"
    " easy important big huge small best worst better worse close open obvious clear impossible possible likely"
    " welcome gone fun annoying gorgeous disappointed shocked surprised impressed down alright alive".split()
)
# What is said of nobody without where, when or by whom.
_UNFINISHED = _UNLASTING | frozenset(("born", "made", "based", "used", "known"))
# `I'm off` says where nobody is for long.
_AWAY = frozenset("up in out off on over around".split())
# Verbs that may have two objects, of which the first is to whom, or for whom.
# Verbs whose phrases stand each for itself: `works at Acme as a nurse`; else `went to school in Bath` is of the school.
_PLACING = frozenset("live work move relocate commute stay travel".split())
# Prepositions of phrases that may say more of the verb than of the noun before them.
_OF_VERBS = frozenset("in at near into as with on for by".split())
# Verbs that say nothing of a thing without where, and those that may say what is done to it by others.
_PUTTING = frozenset("put set lay stick".split())
_CAUSING = frozenset("have get make let keep want see".split())
_NAMING = frozenset("name call nickname dub".split())
_PERSONS = frozenset("me us him her them".split())
# What begins a comparison with what `as` names.
_COMPARED = frozenset(("same", "such"))
# Verbs of which a number alone says how much.
_MEASURED = frozenset("be turn reach hit cost weigh earn pay become make".split())
# What may stand after `is`.
_STATES = frozenset("from with of under for on in into near against".split())
_IN_PLACES = frozenset("in at near from to into".split())
_OCCASIONS = re.compile(r"\b(?:birthday|anniversary)$")
# States in which one is: `on sertraline`, `in remission`; not where one just is.
_HERE = frozenset(
    "bed trouble pain love town shock time call hold fire board it top way work school lunch break".split()
)


class Statement:
    """The facts of a clause that is understood: of its subjects, verb, objects and times."""

    def __init__(
        self, mentions: Mentions, subjects: Sequence[Mention], said: Predicate, times: Sequence[tuple[int, When]]
    ) -> None:
        self._mentions = mentions
        self._subjects = subjects
        end = _time_within(said.rest, [place for place, _ in times])
        self._said = replace(said, rest=said.rest[:end])
        self._times = [(place, when) for place, when in times if place <= end]
        self._verb = said.words

    def facts(self) -> list[Fact]:
        """None at all where a word has no place, or where what is denied is not understood to its end."""
        said = self._phrases()
        if said is None or not self._is_telling(said) or (self._said.verb in _NAMING and not self._said.is_passive):
            return []
        if said:  # What follows a gap is when something else was.
            self._times = [(place, when) for place, when in self._times if place <= said[-1].end]
        goals = [phrase for before, phrase in pairwise(said) if not before.preposition and phrase.preposition == "for"]
        ends = {phrase.end for phrase in goals if not is_number(phrase.words[0])}
        # `bought tickets for the opera on Friday`: that is when the opera is.
        self._times = [(place, when) for place, when in self._times if place not in ends]
        found: list[Fact] = []
        relation = self._verb
        relations = {0: relation}
        for number, phrase in enumerate(said):
            if number and (self._is_of_noun(said[number - 1], phrase) or _is_of_goal(said[:number], phrase)):
                continue
            preposition, words = phrase.preposition, phrase.words
            items = self._items(phrase)
            if not items and (not preposition or self._said.is_denied or base(self._verb.split()[-1]) in _PUTTING):
                return []
            if not items:
                break
            is_whole = preposition or len(said) == number + 1 or words[0].lower() not in _PERSONS or len(words) > 1
            if is_whole and words != ["due"]:
                found += self._related(f"{relation} {preposition}".strip(), words, items)
            if not preposition and self._said.verb == "be" and len(said) > 1 and _is_quality(words):
                found = []
            if items and not preposition:
                relation = f"{self._verb} {self._noun(items[-1])}"
                relations |= self._by_place(words, items, phrase.end)
            elif items and relation == self._verb:
                relations[phrase.end] = f"{relation} {preposition} {self._noun(items[0])}"
                if self._said.verb not in _PLACING and words[-1][0].islower():
                    relation = relations[phrase.end]
        if not said:
            found += self._alone()
        return [*found, *self._timed(relations)]

    def _phrases(self) -> list[Phrase] | None:
        """What follows the verb, of `lent Anna my bike` the thing first, then to whom."""
        rest = self._said.rest
        if self._said.verb in _CAUSING and is_done_to(rest):
            return None
        end = first_preposition(rest)
        at = self._recipient(rest[:end]) if self._said.verb in GIVING else 0
        found = phrases(rest[at:])
        if not at or not found:
            return found
        found = [replace(phrase, end=phrase.end + at) for phrase in found]
        if rest[0].lower() in _PERSONS:
            return found
        recipient = "for" if self._said.verb in MAKING_FOR else "to"
        return [found[0], Phrase(recipient, rest[:at], found[0].end), *found[1:]]

    def _recipient(self, words: Words) -> int:
        """How many words name to whom something is given, where the thing follows."""
        at = next((at for at in range(1, len(words)) if words[at].lower() in DETERMINERS or is_number(words[at])), 0)
        is_named = at > 1 and words[0].lower() in DETERMINERS
        is_named = is_named or bool(at and (words[0].lower() in _PERSONS or self._mentions.is_proper(words[:at])))
        return at if is_named and is_noun_phrase(words[:at]) else 0

    def _is_of_noun(self, before: Phrase, phrase: Phrase) -> bool:
        """Whether a phrase says more of the noun before it than of the verb: `with a woman from Ghana`."""
        if before.preposition in ("", "as"):
            return False
        if before.words and not _COMPARED.isdisjoint(word.lower() for word in before.words):
            return True
        is_anybody = before.words[0].lower() in ("a", "an", "some") and is_somebody(before.words)
        is_with = phrase.preposition == "with" and not is_somebody(phrase.words) and phrase.words[-1].islower()
        is_from = before.preposition == "from" and phrase.preposition == "to"
        return is_anybody or is_with or (phrase.preposition not in _OF_VERBS and not is_from)

    def _by_place(self, words: Words, items: Sequence[str], end: int) -> dict[int, str]:
        """The verb with each object, by where that ends, so that each has its own time."""
        ends = [end - len(words) + at for at, word in enumerate(words) if word.lower() in ("and", "or", ",")] + [end]
        pairs = zip(ends, items, strict=True) if len(ends) == len(items) else [(end, items[0])]
        return {at: f"{self._verb} {self._noun(item)}" for at, item in pairs}

    def _related(self, relation: str, words: Words, items: Sequence[str]) -> list[Fact]:
        """Facts with each item; of `is the capital of France` with France."""
        if self._said.verb == "be" and relation == self._verb and len(items) == 1 and not is_number(words[0]):
            noun, of, whole = items[0].partition(" of ")
            if of and noun not in ("", "kind", "sort"):
                return self._say(f"{relation} {noun} of", re.sub(r"^(?:the|an?) ", "", whole))
        return [fact for item in items for fact in self._say(relation, item)]

    def _alone(self) -> list[Fact]:
        """Of what has no object: `used to smoke`, `does not drink`, `likes to cook`."""
        if self._is_infinitive():
            return self._say(f"{self._verb} to", self._said.rest[1])
        relation, _, done = self._verb.rpartition(" ")
        relation = relation.replace("has been", "is")
        return self._say(relation, done) if self._is_complete() and not self._times else []

    def _is_infinitive(self) -> bool:
        return len(self._said.rest) == 2 and self._said.rest[0] == "to"

    def _is_complete(self) -> bool:
        """Whether a verb without an object is of what somebody does not do, did once, or is able to do."""
        said = self._said
        if said.is_passive and said.verb not in ("be", "do") and len(said.words.split()) < 4:
            return said.words.startswith(("is ", "was ", "has been ")) and said.words.split()[-1] not in _UNFINISHED
        return said.verb not in ("be", "do") and said.words.startswith(("does not", "used to", "cannot", "can"))

    def _timed(self, relations: dict[int, str]) -> Iterator[Fact]:
        for place, when in self._times:
            first = min(at for at in relations if at or len(relations) == 1)
            relation = relations[first if place < 0 else max(at for at in relations if at <= place)]
            said = when.said
            if _OCCASIONS.search(self._subjects[0].name) and re.fullmatch(r"\d{4}-\d\d-\d\d", said):
                said = f"{date.fromisoformat(said):%d %B}".lstrip("0")
            yield from self._say(f"{relation} {when.preposition}", said)

    def _is_telling(self, phrases: Sequence[Phrase]) -> bool:
        """Whether this tells something of the subject that lasts, or happened; not a mood, a wish or a moment."""
        said, first = self._said, phrases[0] if phrases else Phrase("", [], 0)
        if said.verb == "need" and not (first.words and is_number(first.words[0])):
            return False
        if said.verb == "know":
            return bool(first.words) and not first.preposition and self._mentions.is_proper(first.words)
        if said.is_future:
            return bool(self._times)
        if said.is_going_on and said.verb in _MOMENTARY:
            return said.is_lasting
        if said.is_denied and not phrases and said.verb != "be":
            return self._is_complete()
        if said.is_passive and not phrases and said.words.split()[-1] in _UNLASTING:
            return False
        if said.verb != "be":
            return bool(phrases or self._times or self._is_complete() or self._is_infinitive())
        return bool(self._times) if not phrases else self._is_state(first.preposition, first.words)

    def _is_state(self, preposition: str, words: Words) -> bool:
        """Whether what somebody or something is said to be is no mood, no judgement and no passing place."""
        lower = [word.lower() for word in words]
        if preposition == "":
            if given_name(words[0]) and self._subjects[0].name == self._mentions.speaker:
                return False  # A name, and not somebody else.
            if lower[0] in ("so", "such", "too", "very", "just", "like", "kind", "sort", "pretty", "super", "quite"):
                return False
            if len(words) > 1 and form(words[0]) & Form.PARTICIPLE:
                return False
            return _UNLASTING.isdisjoint((lower[0], lower[-1])) and (len(lower) > 1 or lower[0] not in _AWAY)
        subject = self._subjects[0]
        if preposition in ("on", "in") and subject.is_somebody:
            is_proper = words[0][0].isupper() or self._said.is_past
            return is_proper or (lower[0] not in DETERMINERS and lower[0] not in _HERE)
        if preposition == "at":
            return words[0][0].isupper() or not subject.is_somebody
        return preposition in _STATES or (preposition == "to" and "been" in self._said.words)

    def _items(self, phrase: Phrase) -> list[str]:
        """The names of an object, or of several that are listed."""
        names = []
        is_place = phrase.preposition in _IN_PLACES
        for part in phrase.items:
            if self._said.verb == "be" and not phrase.preposition and _is_quality(part):
                names.append(part[0])
                continue
            is_same = self._said.verb == "be" and not phrase.preposition
            mention = self._mentions.name(part, is_place=is_place, is_known=not self._said.is_denied and not is_same)
            if mention is None or self._is_left_open(phrase.preposition, part):
                return []
            # That what somebody has is theirs is said already.
            names.append(self._without_owner(mention.name) if self._said.verb == "have" else mention.name)
            if is_same:
                for subject in self._subjects:
                    self._mentions.tell(subject, mention, part)
        return names

    def _without_owner(self, name: str) -> str:
        """A name without the possessive of a subject: of `she broke her hip` what broke is a hip."""
        owners = {owner for each in self._subjects for owner in (each.name, each.name.rpartition("'s ")[-1])}
        return next((name.removeprefix(f"{owner}'s ") for owner in owners if name.startswith(f"{owner}'s ")), name)

    def _noun(self, name: str) -> str:
        """What an object adds to the relation of what follows it."""
        words = self._without_owner(name.removeprefix(f"{self._mentions.speaker}'s ")).split()
        head = words[: first_preposition(words)]
        if len(words) < 4:
            return " ".join(words)
        return " ".join(head) if 0 < len(head) < 4 and not is_number(words[0]) else words[-1]

    def _is_left_open(self, preposition: str, words: Words) -> bool:
        """Whether a number alone is of what was named before, or of years: `scheduled three`, `moved at seven`."""
        if len(words) > 1 or not is_count(words[0]) or self._said.verb in _MEASURED:
            return False
        return not preposition or (words[0].isalpha() and self._said.is_past)

    def _say(self, relation: str, thing: str) -> list[Fact]:
        said = {
            clean(subject.name): relation.replace(self._verb, self._said.plural, 1) if subject.is_plural else relation
            for subject in self._subjects
        }
        thing = clean(thing)
        return [Fact(name, clean(verb), thing) for name, verb in said.items() if name and thing and name != thing]


def _time_within(words: Words, places: Sequence[int]) -> int:
    """Up to where words are understood that a time divides: before a list, or to the time; else to their end."""
    for place in places:
        if 0 < place < len(words) and words[place].lower() not in PREPOSITIONS | {"and", "or", "to"}:
            return next((at for at in range(place - 1, -1, -1) if words[at].lower() in ("and", "or")), place)
    return len(words)


def _is_of_goal(before: Sequence[Phrase], phrase: Phrase) -> bool:
    """Whether a phrase says where that is for which, or to which, an object is: `got keys to a flat in Gdansk`."""
    is_goal = len(before) > 1 and not before[0].preposition and before[-1].preposition in ("to", "for")
    return is_goal and phrase.preposition in _IN_PLACES


def _is_quality(words: Words) -> bool:
    """Whether this is an adjective, as far as it stands alone in small letters."""
    return len(words) == 1 and words[0].islower() and not words[0].isdigit()
