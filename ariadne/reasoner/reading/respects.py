"""What opens or closes a sentence to say of what, or in which respect, something is told.

`When it comes to style, Ann goes in for jazz` tells of Ann's style, and `when it comes to Dune, the author is Ann` of
the author of Dune.
"""

from __future__ import annotations

from ariadne.plurals import singular
from ariadne.reasoner.lexicon import means
from ariadne.reasoner.reading.names import ARTICLES, POSSESSIVE, WHOSE, is_lower, is_name_only
from ariadne.reasoner.reading.phrases import BREAKS, Words
from ariadne.reasoner.reading.verbs import (
    BE,
    CONJUNCTIONS,
    DETERMINERS,
    HAVE,
    PREPOSITIONS,
    RELATIVES,
    is_adverb,
    is_finite,
    lemma,
)

COPULAS = frozenset("is are was were remains".split())
JOINING = frozenset(
    "adhere associate belong bind come connect enjoy fall fill find follow get go have hold identify join lie link"
    " occupy pass serve stand take tie trace".split()
)
"""Verbs that say nothing of a noun but that it has the value."""
_MAKING = frozenset("appoint choose elect make name".split())
"""Verbs after whose object stands what it becomes to somebody."""
_PRONOUNS = frozenset("i you he she it we they this that these those there".split())
_RESPECTS = [
    opening.split()
    for opening in "when it comes to|in terms of|in matters of|in the matter of|in point of|in respect of|in regard to"
    "|with regard to|with respect to|with reference to|as regards|as for|as to|as far as|so far as|regarding|concerning"
    "|on the subject of|on the topic of|on the question of|on the matter of|in the case of".split("|")
]
"""What opens a phrase that names the respect in which something is told."""
_ENDS = [["goes"], ["go"], ["is", "concerned"], ["are", "concerned"]]
"""What ends such a phrase: `as far as style is concerned`."""
_ASPECTS = frozenset(
    "birth blood calling citizenship class confession conviction creed descent education faith genre instrument kind"
    " language marriage name nationality nature occupation office origin position profession race rank religion role"
    " species sport style title trade training type vocation".split()
)
"""Nouns that say after `by` in which respect somebody is something."""
_DOMAINS = _ASPECTS | frozenset("art business law literature music politics science".split())
_TIMES = frozenset("age beginning day end evening hour middle moment month morning night start time week year".split())
_LINKED = frozenset("associated bound connected identified joined linked part tied".split())
LINKS = frozenset("affiliation allegiance association bond connection link ties tie".split())
"""Nouns that say only that what they are of has to do with something."""
_POINTS = frozenset("terms matters respects regards affairs".split())


def in_respect(words: Words) -> Words:
    """`When it comes to style, Ann goes in for jazz` as `the style of Ann goes in for jazz`, `By trade, Ann is a
    baker` as `the trade of Ann is baker`, and `In Peru, the capital is Lima` as `the capital of Peru is Lima`."""
    comma = words.index(",") if "," in words else 0
    phrase, said = [words[0].lower(), *words[1:comma]], words[comma + 1 :]
    if had := _had_as(phrase, said) if comma else _had_as(words[_as_whose(words) :], words[: _as_whose(words)]):
        return had
    if made := _made(words):
        return made
    if comma and _is_office(phrase):
        return [*said, *phrase]
    if not comma:
        at = closing(words)
        return (at and _told_of(_respect(words[at:])[0], words[:at], is_loose=True)) or words
    if is_lower(words[1:comma]):
        respect, is_loose = _respect(phrase)
        return (respect and _told_of(respect, said, is_loose)) or words
    return _of_topic(phrase, said) or words


def _is_office(phrase: Words) -> bool:
    """Whether a phrase says as what somebody does what is told: `As director, Ann runs Acme`, but not `As a child`."""
    is_bare = phrase[0] == "as" and len(phrase) < 4 and is_lower(phrase) and DETERMINERS.isdisjoint(phrase)
    return is_bare and means(phrase[-1], "person", most=2)


def _as_whose(words: Words) -> int:
    """Where `as its capital` begins; at the end, if nowhere."""
    return next((at for at in range(1, len(words) - 2) if words[at] == "as" and words[at + 1] in WHOSE), len(words))


def _had_as(phrase: Words, said: Words) -> Words:
    """`Peru has Lima as its capital` and `As its capital, Peru has Lima` as `the capital of Peru is Lima`; empty if
    nothing is said to be had as something."""
    verb = next((at for at in range(1, len(said) - 1) if said[at] in HAVE), 0)
    is_as = phrase[:1] == ["as"] and phrase[1:2] != [] and phrase[1] in WHOSE and is_lower(phrase)
    if not is_as or not verb or len(phrase) not in (3, 4) or not is_name_only(said[verb + 1 :]):
        return []
    return ["the", *phrase[2:], "of", *said[:verb], "is", *said[verb + 1 :]]


def _made(words: Words) -> Words:
    """`Peru has made Lima its capital` as `the capital of Peru is Lima`; empty if nothing is made anything of one's."""
    whose = next((at for at in range(3, len(words) - 1) if words[at] in WHOSE), 0)
    verb = next((at for at in range(1, whose - 1) if lemma(words[at]) in _MAKING), 0)
    noun, made = words[whose + 1 :], words[verb + 1 : whose]
    subject = words[: verb - (words[verb - 1] in HAVE)]
    if not whose or not verb or len(noun) > 2 or not is_lower(noun) or not is_name_only(made) or not subject:
        return []
    return ["the", *noun, "of", *subject, "is", *made]


def closing(words: Words) -> int:
    """Where a phrase begins that says at the end in which respect all is told; 0 if there is none."""
    ends = (at for at in range(2, len(words) - 1) if words[at] in PREPOSITIONS and is_lower(words[at:]))
    respects = ((at, *_respect(words[at:])) for at in ends)
    return next((at for at, respect, is_loose in respects if respect and (not is_loose or len(words) - at == 2)), 0)


def _told_of(respect: Words, said: Words, is_loose: bool) -> Words:
    """What is said of somebody in a respect, as said of that respect of theirs; empty if it is not."""
    verb = next((at for at in range(1, len(said)) if is_finite(said, at)), 0)
    if not verb or said[0].lower() in _PRONOUNS:
        return []
    if respect[0] in ARTICLES | WHOSE:
        return _of_thing(respect, said, verb)
    subject, tail = said[:verb], said[verb:]
    if subject[0] == "the" and subject[2:3] == ["of"] and is_lower(subject[1:2]):
        return _of_noun(respect, subject, tail)
    return _of_owner(respect, subject, tail) or _of_subject(respect, subject, tail, is_loose)


def _of_noun(respect: Words, subject: Words, tail: Words) -> Words:
    """`In music, the style of Ann is jazz`, where what is told of is named, unless the noun says only that there is
    something: `In sport, the association of Ann is with judo`."""
    if tail[0] not in COPULAS or subject[1] not in LINKS:
        return [*subject, *tail] if tail[0] in COPULAS else []
    return ["the", respect[-1], *subject[2:], tail[0], *tail[1 + (tail[1] in PREPOSITIONS) :]]


def _of_owner(respect: Words, subject: Words, tail: Words) -> Words:
    """`As for faith, Ann's is Islam` as `Ann's faith is Islam`, and `In business, Ann's partner is Bo` as `Ann's
    business partner is Bo`."""
    owner = next((at + 1 for at, word in enumerate(subject) if word.endswith(POSSESSIVE)), 0)
    if tail[0] not in COPULAS or not owner or not is_lower(subject[owner:]):
        return []
    return [*subject[:owner], *respect, *subject[owner:], *tail]


def _of_subject(respect: Words, subject: Words, tail: Words, is_loose: bool) -> Words:
    """What a subject is, has or belongs to in some respect: `the trade of Ann is baker`."""
    verb, after = tail[0], tail[1:]
    if verb in COPULAS and "about" in after[:2]:
        return ["the", *respect, "of", *subject, verb, *after[after.index("about") + 1 :]]
    if verb in COPULAS and after[:1] in [[article] for article in ARTICLES]:
        kind = after[1:]
        is_plain = bool(kind) and is_lower(kind)
        if not is_plain or not (PREPOSITIONS | RELATIVES | BREAKS | CONJUNCTIONS).isdisjoint(kind):
            return []
        return ["the", *respect, "of", *subject, verb, " ".join(kind)]
    is_joined = after[:1] in [[word] for word in _LINKED] or lemma(verb) in JOINING or verb in HAVE
    if is_loose and not is_joined:
        return []
    # Of `in the world of sport` the sport.
    return ["the", *(respect[-1:] if is_loose else respect), "of", *subject, *tail]


def _of_thing(thing: Words, said: Words, verb: int) -> Words:
    """What is said after `when it comes to the goalkeeper` or `as for its seat`: `the sport of the goalkeeper is …`."""
    if thing[0] in WHOSE:
        at = next((at for at in range(verb + 1, len(said)) if said[at] in ("it", "them", "that")), 0)
        return [*said[:at], *thing[1:], *said[at + 1 :]] if at else []
    subject = said[:verb]
    if subject[0] != "the" or not is_lower(subject) or said[verb] not in COPULAS:
        return []
    return [*_plainly(subject), "of", *thing, *said[verb:]]


def _of_topic(phrase: Words, said: Words) -> Words:
    """What is said of a name, or within it, that opens a sentence: `In Peru, the capital is Lima`, and `In Japan, Abe
    holds the highest office`."""
    verb = next((at for at in range(1, len(said)) if is_finite(said, at)), 0)
    opening = next(
        (each for each in _RESPECTS if phrase[: len(each)] == each),
        [phrase[0]] if phrase[0] in ("for", "in", "of") else [],
    )
    topic = phrase[len(opening) :]
    name = topic[1:] if topic[:1] == ["the"] else topic
    is_name = is_name_only(name) or (
        opening in _RESPECTS and not any(is_finite(name, at) for at in range(1, len(name)))
    )
    if not opening or not verb or not name or not is_name:
        return []
    subject = said[:verb]
    if len(subject) == 2 and means(subject[1], "person"):
        subject = [*map(str.lower, subject)]  # `When it comes to Peru, the President is Ann.`
    is_plain = said[verb] in BE and DETERMINERS.isdisjoint(subject)
    if is_lower(subject) and (subject[0] == "the" or is_plain):
        return [*_plainly(subject), "of", *topic, *said[verb:]]
    is_definite = said[verb + 1 : verb + 2] == ["the"] and is_lower(said[verb:]) and "," not in said[verb:]
    is_named = is_name_only([word for word in subject if not is_adverb(word)])
    return [*said, *phrase] if is_definite and is_named and len(opening) == 1 else []


def _plainly(subject: Words) -> Words:
    """A subject without what only says that it is spoken of, or when: `the sport in question`."""
    for ending in (["in", "question"], ["concerned"], ["at", "present"], ["at", "the", "moment"]):
        if subject[-len(ending) :] == ending:
            return subject[: -len(ending)]
    return subject


def _respect(phrase: Words) -> tuple[Words, bool]:
    """What a phrase says the respect is in which something is told (`in terms of style`), and whether that is so only
    where it is told what something is: `by trade`, `in the world of jazz`."""
    for opening in _RESPECTS:
        if phrase[: len(opening)] == opening:
            noun = phrase[len(opening) :]
            noun = next((noun[: -len(end)] for end in _ENDS if noun[-len(end) :] == end), noun)
            return noun if 0 < len(noun) < 4 and DETERMINERS.isdisjoint(noun[1:]) else [], False
    if len(phrase) == 3 and phrase[0] == "as" and phrase[-1] in ("go", "goes"):
        return [singular(phrase[1])], True
    if len(phrase) == 3 and phrase[0] == "in" and phrase[-1] in _POINTS:
        return phrase[1:2], False
    is_whole = phrase[1:2] == ["the"] and phrase[3:4] == ["of"] and phrase[0] in PREPOSITIONS and len(phrase) < 7
    if is_whole and _TIMES.isdisjoint(phrase):
        return [word for word in phrase if word not in DETERMINERS], True
    is_aspect = len(phrase) == 2 and phrase[1] in {"by": _ASPECTS, "in": _DOMAINS}.get(phrase[0], ())
    return phrase[1:] if is_aspect else [], True
