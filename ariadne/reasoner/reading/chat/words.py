"""The sentences of chat, and their words: short forms in full, without greetings, interjections and emoji."""

from __future__ import annotations

import re
import unicodedata

from ariadne.reasoner.lexicon import lexicon
from ariadne.reasoner.reading.chat.inflection import Form, form
from ariadne.reasoner.reading.sentences import spoken
from ariadne.reasoner.reading.verbs import NEGATION, PREPOSITIONS
from ariadne.reasoner.reading.verbs import is_adverb as may_be_adverb

Words = list[str]

# What is longer, in characters, is no sentence of chat.
_LONGEST = 1000
_ABBREVIATED = re.compile(r"\b(?:[a-z]|mr|mrs|ms|dr|st|prof|jr|sr|inc|ltd|corp|vs|approx|e\.g|i\.e)\.$", re.IGNORECASE)
_LONGEST_ABBREVIATION = 8
_BREAK = re.compile(r"(?<=[.!?…])\s+|\s+[–—-]{1,3}\s+|\s*;\s*")
_ASIDE = re.compile(r"\([^()]*\)")
_WORD = re.compile(r"\"[^\"]{1,80}\"|[$€£]?\d+(?:[,.:/]\d+)*[^\s,:()\"]*|[^\s,:()\"]+|[,:]")

NO_LONGER = "no-longer"
"""`no longer` as one word, which stands where adverbs do."""
_DENIED = "do|does|did|is|are|was|were|has|have|had|would|could|should|ca|wo|must|need"
_IN_FULL = [
    (re.compile(pattern, re.IGNORECASE), said)
    for pattern, said in (
        (rf"\b({_DENIED})n'?t\b", r"\1 not"),
        (r"\b(?:cannot|ca not)\b", "can not"),
        (r"\bwo not\b", "will not"),
        (r"\bi(?:'?m| am)\b", "I am"),
        (r"\b(i|you|we|they)'ve\b|\b(i)ve\b", r"\1\2 have"),
        (r"\b(i|you|we|they|he|she|it|that|there)'ll\b", r"\1 will"),
        (r"\b(i|you|we|they|he|she|it|that|there)'d\b", r"\1 would"),
        (r"\b(you|we|they)'re\b|\b(you|they)re\b", r"\1\2 are"),
        (r"\b(that|what|there)'s\b|\b(that|what)s\b", r"\1\2 is"),
        (r"\b(he|she|it|who)'s\b|\b(he|she)s\b", r"\1\2 's"),
        (r"(\w)'s (?=(?:from|an?|the|in|at|on|not|called|named|my|allergic|\w+ing|\d+)\b)", r"\1 is "),
        (r"(\w)'s (?=(?:been|got)\b)", r"\1 has "),
        (r"\bi am not (?:really )?an? (?:\w+ )?fan of\b", "I do not like"),
        (r"\bi am an? (?:\w+ )?fan of\b", "I like"),
        (r"\bi am an? (?:huge|big|massive|proud|lifelong|die-?hard) (\w+) fan\b", r"I like \1"),
        (r"\bgonna\b", "going to"),
        (r"\bwanna\b", "want to"),
        (r"\bgotta\b", "have to"),
        (r"\b(my \w+)s (names? (?:is|are|was))\b", r"\1's \2"),
        (r"(?<!\w)'?till?\b", "until"),
        (r"\bw/o\b", "without"),
        (r"\bw/", "with "),
        (r"\bu\b", "you"),
        (r"\bur\b", "your"),
        (r"\b(?:bc|cuz|coz|cos)\b", "because"),
        (r"\b(?:rn|at the moment|these days|at present|nowadays|currently)\b", "now"),
        (r"\bany ?(?:more|longer)\b", "anymore"),
        (r"\bno longer\b|\bno more\b", NO_LONGER),
        (r"\b(?:a (?:little )?bit|a lot|lots|loads|plenty|tons) of\b", "some"),
        (r"\ba (?:(?:little )?bit|little|lot)(?=\s*(?:$|[,.;!?…]|(?:and|but|because|tbh|when|in|on|at)\b))", ""),
        (r"\bas well as\b|\s&\s|(?<=\w)\sn'?\s(?=\w)", " and "),
    )
]

_OPENINGS = frozenset(
    "hi hey hello hiya yo heya sure ok okay so well yeah yea yep yup yes no nope nah lmao omg wow btw fyi tbh honestly"
    " actually basically anyway anyways also right mate dude um erm and but plus cool nice great damn imo imho"
    " literally apparently sadly luckily unfortunately fortunately welp wait sorry oops whoops correction , :".split()
)
_PHRASES = (
    "remember that",
    "note that",
    "please note that",
    "keep in mind that",
    "keep in mind",
    "bear in mind that",
    "just so you know",
    "for the record",
    "for your information",
    "to be honest",
    "by the way",
    "in fact",
    "fun fact",
    "hi all",
    "hi there",
    "hey there",
    "hello there",
    "scratch that",
    "hang on",
    "hold on",
    "i mean",
)
_CLOSINGS = frozenset(
    "lmao tbh btw though too anyway x xx xxx mate dude please imo imho fyi actually omg either , :"
    " tho atm jk haha hehe".split()
)
_ADVERBS = frozenset(
    "now originally usually mostly still just really recently quite all both kinda sorta always ever".split()
)
# Particles, adjectives and nouns that are adverbs elsewhere, or look like them.
_NO_ADVERBS = frozenset(
    "up out back away together long early first only once then further even family reply supply assembly rally bully"
    " ally anomaly italy july".split()
)
# How sentences begin whose subject is left out, and is who speaks.
_FELT = frozenset("love hate adore enjoy prefer".split())
_STATES = frozenset("allergic married engaged divorced vegan vegetarian pregnant diabetic retired based".split())
_BEGUN = frozenset("starting moving working living studying training learning reading leaving switching".split())
_KIN = frozenset("mum mom dad sister brother wife husband son daughter gran grandma grandpa".split())
_EMOTICON = re.compile(r"(?<!\S)[:;=8][-'^]?[()\[\]DPpOo/|*3]+(?!\S)|(?<!\S)(?:<3|\^\^|xD|XD)(?!\S)")
# What is quoted as a sentence is somebody else's, or of nobody.
_QUOTED = re.compile(r"\"[^\"\n]*[.!?,…]\"|(?<!\w)'(?:[^'\n]|(?<=\w)'(?=\w))+[.!?,…]'(?!\w)")
_TAKING_BACK = re.compile(
    r"\W*(?:(?:no|wait|sorry|oh|actually|hang on|hold on)\W+){0,3}"
    r"(?:(?:scratch|strike|ignore|disregard|forget|never ?mind) (?:that|this)|i take (?:that|it) back|correction"
    r"|no,? wait|wait,? no)(?=\W*(?:$|[,.:;!…–—-]| i meant| it's| it is))",
    re.IGNORECASE,
)
_NOISE = re.compile(
    r"(?:h[aei]){2,}h?|l+o+l+|h+m+|u+h+m*|u+gh+|ye+s+s+|a+h+|o+h+|aw+w|btw|tbh|imh?o|fyi|l(?:mf?)?ao|o+mg|ngl|smh|rofl|iirc|afaik",
    re.IGNORECASE,
)


def sentences(text: str) -> list[str]:
    """The sentences of a message with their marks; a line break or an emoji ends one, too."""
    found: list[str] = []
    for line in _plain(text).splitlines():
        for sentence in spoken(line):
            pieces: list[list[str]] = []
            for piece in filter(None, _BREAK.split(sentence)):
                if pieces and _ABBREVIATED.search(pieces[-1][-1][-_LONGEST_ABBREVIATION:]):
                    pieces[-1].append(piece)
                else:
                    pieces.append([piece])
            found += map(" ".join, pieces)
    return found


def words_of(sentence: str) -> Words:
    """The words and commas of a sentence, without what only opens or closes it; a quoted title is one word."""
    sentence = _ASIDE.sub("", sentence[:_LONGEST]).rstrip(" .!?…")
    for pattern, said in _IN_FULL:
        sentence = pattern.sub(said, sentence)
    words = [word.strip('"*_~!?…') for word in _WORD.findall(sentence)]
    words = [word for word in words if word and not _NOISE.fullmatch(word)]
    while words and (opening := _opening(words)):
        words = words[opening:]
    while words and words[-1].lower() in _CLOSINGS:
        words = words[:-1]
    return _with_subject(words)


def _with_subject(words: Words) -> Words:
    """Words with the subject that people leave out in chat: `love sushi`, `moving to Leeds`, `mum lives in Oslo`."""
    if len(words) < 2:
        return words
    first, second, *others = (word.lower() for word in words)
    is_verb = bool(form(second)) and not lexicon().meanings(second)
    if first in _KIN and (is_verb or second in ("is", "has", "was")):
        return ["my", first, *words[1:]]
    said = ["I", first, *words[1:]]
    if first == "been" and form(second) & Form.GERUND:
        return ["I", "have", *said[1:]]
    is_about = bool(form(second) & (Form.THIRD | Form.PAST)) or not {"is", "was", "are"}.isdisjoint([second, *others])
    if first in _STATES or (first in _BEGUN and not is_about):
        return ["I", "am", *said[1:]]
    return said if first in _FELT and second not in ("you", "this", "that", "it", "i", "to") else words


def takes_back(sentence: str) -> bool:
    """Whether a sentence begins with words that take back what was said before it."""
    return _TAKING_BACK.match(sentence) is not None


def is_frequency(word: str) -> bool:
    """Whether a word may stand between a subject and its verb: an adverb, `never` or `no longer`."""
    return word.lower() in ("never", NO_LONGER) or is_adverb(word)


def is_adverb(word: str) -> bool:
    """Whether a word only says how, how much or how often: no particle of a verb, no name and no noun."""
    lower = word.lower()
    if lower in _ADVERBS:
        return True
    if lower in NEGATION | PREPOSITIONS | _NO_ADVERBS or not word.islower():
        return False
    return may_be_adverb(lower) and not (lower.endswith("ly") and lexicon().meanings(lower))


def _opening(words: Words) -> int:
    """How many of the first words only open a sentence."""
    start = f"{' '.join(words[:4]).lower()} "
    for phrase in _PHRASES:
        if start.startswith(f"{phrase} "):
            return len(phrase.split())
    return int(words[0].lower() in _OPENINGS)


def _plain(text: str) -> str:
    """A text with plain apostrophes and quotes, and line breaks in the place of emoji."""
    text = _EMOTICON.sub("\n", text)
    text = text.translate({0x2019: "'", 0x2018: "'", 0x201C: '"', 0x201D: '"', 0x60: "'", 0xFE0F: None, 0x200D: None})
    text = _QUOTED.sub("that", text)
    return "".join("\n" if unicodedata.category(letter) in ("So", "Sk", "Cs") else letter for letter in text)
