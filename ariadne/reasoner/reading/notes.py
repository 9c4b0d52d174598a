"""Reading prose: the statements of notes, briefings and speech, sentence by sentence.

The forms are few and general: which key opens which lock, where something is, what an appliance does, and plain
subject-verb-object statements. `it` refers to the last thing mentioned.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ariadne.reasoner.reading.language import DIRECTION, bare
from ariadne.reasoner.reading.word_classes import AUXILIARY, DETERMINERS, PREPOSITIONS, SUBORDINATORS

Statement = tuple[str, str, str]

OPENS, USED_FOR, COULD_BE = "opens", "used for", "could be"

KEYS = r"(?:keys?|keycard|latchkey)"
IS_KEY = re.compile(rf"\b{KEYS}\b")
LOCKS = (
    r"(?:lockers?|chests?|safes?|box|boxes|coffers?|trunks?|strongbox|lockbox|crates?|cabinets?|caskets?|vaults?|doors?|gates?"
    r"|drawers?|wardrobes?|cupboards?|cases?|footlockers?)"
)
READABLE = re.compile(
    r"\b(?:note|letter|message|memo|scroll|parchment|leaflet|cookbook|recipe|instructions?|diary|journal|manual|sign|card|paper"
    r"|sheet|page)\b"
)
_HEATING = {stem: f"{stem}ing" for stem in ("fry", "roast", "grill", "bak", "toast")} | {"frie": "frying"}
_HEATERS = r"stove|oven|bbq|barbecue|toaster|microwave|cooker|hob|campfire|fireplace"

# Words that end a name when it is extended to the left from its noun.
_BEFORE_NAME = frozenset(
    "all also and apply be been belong belongs bring but carry contains find finds first fit fits fitting gives go"
    " goes hide hides hold holds insert it last lies lock look most need needs next not now only open opened opening"
    " opens or other out right search seek sits so stands take takes that then there try turn turns unlock unlocked"
    " unlocking unlocks up use using waits whatever where which who whose yes yields you".split()
).union(AUXILIARY, DETERMINERS, PREPOSITIONS, SUBORDINATORS)
NEGATED = re.compile(r"\b(?:not|never|no longer|cannot|useless)\b|n't\b", re.IGNORECASE)
_AT = (
    r"(?:is|are|was|stands?|lies|lie|sits|sit|waits|wait|rests|hides|hangs|awaits|can be found|may be found"
    r"|will be found)"
)
_ADVERB = (
    r"(?: (?:located|situated|found|hidden|kept|placed|standing|waiting|somewhere|right|just|usually|stored|set|over"
    r"|back|still))*"
)
_WHERE = re.compile(rf"^(?P<thing>.+?) {_AT}{_ADVERB} (?P<how>in|inside|within|at|on|under|behind|near) (?P<place>.+)$")
# If the rest fails after the first verb, it fails after every later one, so the search need not restart.
_FIND = re.compile(
    r"^(?>.*?\b(?:find|look for|seek|reach|get|visit|locate) )(?P<thing>.+?) (?P<how>in|inside|within|at|on)"
    r" (?P<place>.+)$"
)
_TOWARDS = re.compile(rf"\b{DIRECTION}(?:ern)?(?: (?:part|side|end))? (?:of|from|than) (?P<place>[^,.;!?]+)")
_VERB = re.compile(
    r"^(?P<subject>[\w' -]{1,50}?) (?P<verb>is|are|was|were|has|have|had|contains?|holds?|owns?|likes?|keeps?|needs?"
    r"|wants?|lives? in|works? (?:at|for|in|as)|belongs? to|leads? to|knows?|made|makes?|wrote|founded|sells?|eats?"
    r"|uses?|guards?) (?P<object>.+)$"
)
_IT_OPENS = re.compile(r"\b(?:it|this key|that key|this one|which) (?:\w+ )?(?:opens|unlocks|fits)\b")
_OPENS_THE = re.compile(r"\bopens the ([^,.;]+)$")
_THERE = re.compile(r"^(?>.*?\b(?:take|bring|carry|use|try|turn)\b).*\b(?:there|it)\b")
_SCORE = re.compile(r"^(?:your|the) score\b")
_PRONOUNS = frozenset(("it", "that", "this", "which", "one", "the one", "this one", "that one", "they"))
_ANYWHERE = frozenset(("room", "house", "place", "same room", "here", "there", "it", "them"))
_NOBODY = frozenset(
    "i you yourself we he she they there here it this that what who which nothing something thing if when where but"
    " just do does don't not never you'll you've".split()
)
_AIM = re.compile(r"^(?:to|for) ")
_WITHIN = re.compile(r"(?<!\s)\s+(in|inside|on|at) the ")


class Prose:
    """Reads a text's sentences in order.

    Attributes:
        topic: the referent of `it`: the lock or thing mentioned last.
    """

    def __init__(self) -> None:
        self.topic = ""
        self._key = ""

    def read(self, sentence: str) -> list[Statement]:
        """Return the statements of a sentence."""
        head, closing, tail = sentence.lower().rpartition(")")
        sentence = (re.sub(r"\([^)]*\)", " ", head + closing) + tail).strip(" .!?\"'")
        if _SCORE.match(sentence):
            return []
        keys, locks = named(sentence, KEYS), named(sentence, LOCKS)
        if keys and not locks:
            locks = [bare(lock) for lock in _OPENS_THE.findall(sentence)]
        found: list[Statement] = []
        # A sentence without a key's name may be about the last key: `It opens the red chest.`
        if keys or (self._key and _IT_OPENS.search(sentence)):
            found += [(keys[0] if keys else self._key, OPENS, lock) for lock in _affirmed(sentence, locks)[:1]]
        if keys and not locks and self.topic and _THERE.search(sentence) and not NEGATED.search(sentence):
            found.append((keys[0], OPENS, self.topic))
        self._key = keys[-1] if keys else self._key
        self.topic = locks[-1] if locks else self.topic
        for clause in re.split(r"[,;:] |\band\b|\bwhile\b|\bbut\b", sentence):
            found += [*self._uses(clause), *self._place(clause)]
        return found or list(self._uses(sentence) if _AIM.match(sentence) else self._plain(sentence))

    def _place(self, clause: str) -> Iterator[Statement]:
        match = _WHERE.search(clause) or _FIND.search(clause)
        if towards := _TOWARDS.search(clause):
            if thing := self._thing(match["thing"]) if match else self.topic:
                yield (thing, f"{COULD_BE} {towards['way']} of", bare(towards["place"]))
        elif match and (thing := self._thing(match["thing"])):
            place, *further = _WITHIN.split(re.split(r"[,;]| where| which| that", match["place"], maxsplit=1)[0])
            self.topic = thing
            # A holder may have a place too: `on the shelf in the attic`.
            for how, name in zip((match["how"], *further[::2]), map(bare, (place, *further[1::2])), strict=True):
                if not name or name in _ANYWHERE or len(name.split()) > 5:
                    return
                yield (thing, "is on" if how == "on" else "is in", name)
                thing = name

    def _thing(self, text: str) -> str:
        if named_here := named(text, LOCKS) or named(text, KEYS):
            return named_here[-1]
        name = bare(text)
        if name in _PRONOUNS or re.fullmatch(rf"(?:that|this|the) {LOCKS}", text.strip()):
            return self.topic
        return name if _may_be_named(name) else ""

    @staticmethod
    def _uses(clause: str) -> Iterator[Statement]:
        heater = re.search(rf"\b({_HEATERS})\b", clause)
        heating = re.search(rf"\b({'|'.join(_HEATING)})\w*\b", clause)
        if heater and heating and not NEGATED.search(clause):
            yield (heater[1], USED_FOR, _HEATING[heating[1]])

    def _plain(self, sentence: str) -> Iterator[Statement]:
        match = _VERB.match(sentence)
        if not match or "," in match["object"]:
            return
        subject, thing = bare(match["subject"]), bare(match["object"])
        subject = self.topic if subject in _PRONOUNS else subject
        if subject and thing and _may_be_named(subject) and len(thing.split()) <= 6:
            self.topic = subject
            yield (subject, match["verb"], thing)


def _may_be_named(name: str) -> bool:
    return len(name.split()) <= 4 and _NOBODY.isdisjoint(name.split())


def _affirmed(sentence: str, names: Sequence[str]) -> list[str]:
    """The names that a sentence affirms, in order: in `the blue key, not the red one` the blue key."""
    if len(names) == 1:
        return [] if NEGATED.search(sentence) else list(names)
    found, rest = [], " ".join(sentence.split())
    for name in names:
        before, _, rest = rest.partition(name)
        if not NEGATED.search(before):
            found.append(name)
    return found


def named(text: str, head: str) -> list[str]:
    """The names in a text whose noun matches `head`: `red locker`, `key 2`, in order, without repetitions.

    A noun alone (`the key`) is not a name.
    """
    found: dict[str, None] = {}
    words = re.findall(r"[\w'-]+|[^\w\s]", text.lower())
    for at, word in enumerate(words):
        if not re.fullmatch(head, word):
            continue
        first = at
        while first > max(at - 3, 0) and words[first - 1] not in _BEFORE_NAME and re.match(r"[\w'-]", words[first - 1]):
            first -= 1
        last = at + 1
        if last < len(words) and re.fullmatch(r"\d+|[b-z]", words[last]):
            last += 1
        if last - first > 1:
            found[" ".join(words[first:last])] = None
    return list(found)
