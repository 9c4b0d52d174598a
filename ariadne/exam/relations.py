"""The relations of a game's engine in English: a closed list of patterns for sentences with marked names.

They are: being in, on or at something; being with the player; being open, closed or locked; and actions that change
these, by the player or others.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from ariadne.exam.names import EngineNames, Mention
from ariadne.exam.truth import EATEN, INVENTORY, Topic, named

Tense = Literal["now", "then", "earlier"]


@dataclass(frozen=True)
class Claim:
    """A text says that a topic has a value.

    Attributes:
        mover: another person who caused it.
        tense: `then` if it was so and may still be; `earlier` if the text says that it is over.
        happened: whether it is the result of an event, which overrides what the text said of the topic before.
    """

    topic: Topic
    value: str
    mover: str = ""
    tense: Tense = "now"
    happened: bool = False


@dataclass(frozen=True)
class Sentence:
    """A sentence with marked names (`Names.marked`); `here` is the player's room, if known."""

    text: str
    mentions: Sequence[Mention]
    names: EngineNames
    here: str = ""

    def named(self, marks: str | None) -> list[str]:
        """The names in a part of it."""
        return [self.mentions[int(number) - 1].name for number in re.findall(r"⟨(\d+)⟩", marks or "")]

    def where(self, match: re.Match[str]) -> list[str]:
        """The place in a match, its holder, and so on; rooms come last."""
        found = self.named(match["where"])
        return sorted(found, key=lambda name: name not in self.names.things) or [self.here]


N = r"⟨\d+⟩"
# Bounded, so that the time is linear in the length of a sentence.
LIST = rf"{N}(?:(?:,? and |, |,? as well as ){N}){{0,50}}"
_ADVERBS = (
    r"(?: (?:now|still|currently|also|just|then|already|both|all|again|back|safely|finally|next|first|originally"
    r"|previously|formerly|once|initially|only|since))*"
)
_IN = r"(?:on top of|inside of|inside|within|into|onto|upon|atop|in|on|at)"
_LYING = r"(?: (?:lying|sitting|standing|resting|located|kept|hidden))?"
_WHERE = rf"(?P<where>{_IN} {N}(?:,? {_IN} {N})*|here\b|nearby\b)"
_THERE = rf"(?P<where>(?:{_IN}|to) {N}(?:,? {_IN} {N})*|here\b)"
_WAS = r"(?:was|were|used to be|had been|lay|sat|stood)"
_IS = rf"(?:is|are|can be found|lies?|sits?|stands?|rests?|remains?|stays?|stayed|{_WAS})"
_BE = rf"{_ADVERBS} (?P<be>{_IS}){_ADVERBS}{_LYING}{_ADVERBS}"
_BECAME = rf" (?:is|are|was|were|has been|have been|had been|got|gets){_ADVERBS}"
# Between a subject and its verb: `the door to the hall is open`, `the cup, once on the shelf, is here`.
_WORDS = rf"(?: (?!(?:{_IS}|has|have|had|that|which|and|but)\b)[\w'-]+){{0,3}}"
_ASIDE = rf"(?: \([^()⟨]*\))?(?:{_WORDS} (?:{_IN}|to|from|of|with|near|by|beside) {LIST})*(?:, [^,⟨]*(?:{N})?[^,⟨]*,)?"
_NO_SUBJECT = "".join(
    rf"(?<!\b{word} )" for word in "is are see to from of with near by beside in on at into onto inside within".split()
)
_STATE = r"(?P<state>open|opened|closed|shut|locked|unlocked)\b(?! (?:by|with) )"
_PLAYER = r"(?:you|i|we|(?:the )?(?:player|agent|adventurer))"
_BEGIN = (
    r"(?:^\W*|[,;:.!(] ?"
    r"|\b(?:and|then|but|so|when|after|where|later|now|next|finally|afterwards|meanwhile) )"
)
_HAVE = rf"(?: (?:has|have|had))?{_ADVERBS}"
_PAST = r"(?:took|left|brought|ate|laid|[a-z]+(?:bed|ced|ied|ked|led|ned|ped|red|sed|ted|ved))"
_DOES = rf"(?:{_BEGIN}{_PLAYER}{_HAVE} |(?<=and )(?:then )?|(?<=, )(?:then )?|^\W*(?={_PAST}\b))"
_FINDS = r"(?:see|sees|make out|makes out|find|finds|notice|notices|spot|spots|saw|found|noticed|spotted)"
_THERE_IS = r"(?:there (?P<be>is|are|was|were))"
_SHOWS = rf"(?:{_PLAYER}(?: can| could)?{_ADVERBS} {_FINDS}|there (?P<be>is|are|was|were)|(?P<lies>{_IS}))"
_TAKE = r"(?:takes?|took|taken|picks? up|picked up|grabs?|grabbed|gets?|got|collects?|collected|retrieves?|retrieved)"
_PUT = (
    r"(?:puts?|places?|placed|inserts?|inserted|moves?|moved|sets?|lays?|laid|stores?|stored|leaves?|left|takes?|took"
    r"|taken|carry|carries|carried|brings?|brought|returns?|returned|drops?|dropped)"
)
_GONE = (
    r"(?:found|(?:last )?seen|put|placed|inserted|moved|set|laid|stored|left|taken|carried|brought|returned|dropped)"
)
_TURNS = r"(?P<turn>open|close|shut|lock|unlock)(?:s|d|ed)?"
_GO = (
    r"(?:go|goes|went|walks?|walked|moves?|moved|returns?|returned|heads?|headed|comes?|came|arrives?|arrived|gets?"
    r"|got)"
)
_WAY = r"(?: (?:north|south|east|west|up|down|back))*"
_WHO = rf"(?!{_PLAYER}\b)(?:the |a |an )?(?P<who>(?:(?!(?:not|to|and|that|which|who|has|have|had)\b)[\w'-]+ ){{1,4}}?)"
_OTHERS = r"(?:(?:has|have|had) (?:taken|moved|carried|put|placed|brought)|took|moved|carried|placed|brought)"
_BY = r"(?: by (?:the |a |an )?(?P<who>[\w' -]+?)(?=[.,;!]|$))?"
_BECOMES: Mapping[str, str] = {
    **dict.fromkeys(("open", "opened"), "open"),
    **dict.fromkeys(("close", "closed", "shut", "unlock", "unlocked"), "closed"),
    **dict.fromkeys(("lock", "locked"), "locked"),
}
# `and put it there` is an action only if the sentence has a doer; a request has none.
_DOER = re.compile(rf"{_BEGIN}{_PLAYER}{_HAVE} (?!can\b|could\b|will\b)[a-z]|^\W*{_PAST}\b")
_EARLIER = re.compile(r"\b(?:earlier|before|previously|formerly|originally|initially|once|at first|used to|had been)\b")
_UNSURE = re.compile(r"\b(?:if|whether|unless|should|must|needs?|might|may|maybe|perhaps|wants?|would)\b")


def said(sentence: Sentence) -> list[Claim]:
    """What a sentence says, in order; empty if it is uncertain."""
    if _UNSURE.search(sentence.text):
        return []
    found = [(match.start(), told) for match in re.finditer(N, sentence.text) for told in _described(match, sentence)]
    forms = {**_STATING, **_DOING} if _DOER.search(sentence.text) else _STATING
    for pattern, form in forms.items():
        for match in pattern.finditer(sentence.text):
            found += [(match.start(), told) for told in form(match, sentence)]
    return [told for _, told in sorted(found, key=lambda each: each[0])]


def shown(sentence: Sentence, told: Iterable[Claim]) -> list[Claim]:
    """The things that a room's description introduces there, unless it places them elsewhere."""
    placed = {each.topic.thing for each in told if each.topic.aspect == "place"}
    new = (mention.name for mention in sentence.mentions if mention.is_new)
    return [Claim(Topic("place", name), sentence.here) for name in new if name in sentence.names.things - placed]


def gone_to(sentence: Sentence) -> str:
    """The room that the player is in after a sentence; empty if it says none."""
    places = [name for match in _AT.finditer(sentence.text) for name in sentence.named(match["room"])]
    return next((name for name in reversed(places) if name not in sentence.names.things), "")


def _described(match: re.Match[str], sentence: Sentence) -> Iterator[Claim]:
    """A state from an adjective."""
    mention = sentence.mentions[int(match[0][1:-1]) - 1]
    if mention.state:
        yield Claim(Topic("state", mention.name), mention.state)


def _tense(match: re.Match[str], sentence: Sentence) -> Tense:
    groups = match.groupdict()
    verb = groups.get("be") or groups.get("lies") or groups.get("verb") or ""
    if not re.fullmatch(rf"{_WAS}|contained|held|had|included|consisted of", verb):
        return "now"
    return "earlier" if _EARLIER.search(sentence.text) else "then"


def _placed(
    things: Iterable[str], where: Sequence[str], tense: Tense = "now", happened: bool = False, mover: str = ""
) -> Iterator[Claim]:
    for thing in things:
        yield Claim(Topic("place", thing), where[0], mover, tense, happened)
    for holder, above in pairwise(where):
        yield Claim(Topic("place", holder), above)


def _lies(match: re.Match[str], sentence: Sentence) -> Iterator[Claim]:
    things = [*sentence.named(match["things"]), *sentence.named(match.groupdict().get("others"))]
    yield from _placed(things, sentence.where(match), _tense(match, sentence))


def _listed(match: re.Match[str], sentence: Sentence) -> Iterator[Claim]:
    """A list under a room or the inventory. A list under a thing may be anything, and says nothing."""
    (room,) = sentence.named(match["room"])
    things = re.sub(r"\([^()]*\)", "", match["things"])
    yield from _placed(sentence.named(things) if room not in sentence.names.things else (), [room])


def _holds(match: re.Match[str], sentence: Sentence) -> Iterator[Claim]:
    holder = sentence.named(match["holder"])
    yield from _placed(sentence.named(match["things"]), holder, _tense(match, sentence))


def _had(match: re.Match[str], sentence: Sentence) -> Iterator[Claim]:
    yield from _placed(sentence.named(match["things"]), [INVENTORY])


def _put(match: re.Match[str], sentence: Sentence) -> Iterator[Claim]:
    who = named((match.groupdict().get("who") or "").strip())
    mover = "" if re.fullmatch(_PLAYER, who) or who == "me" else who
    yield from _placed(sentence.named(match["things"]), sentence.where(match), mover=mover, happened=True)


def _taken(match: re.Match[str], sentence: Sentence) -> Iterator[Claim]:
    yield from _placed(sentence.named(match["things"]), [INVENTORY], happened=True)


def _dropped(match: re.Match[str], sentence: Sentence) -> Iterator[Claim]:
    yield from _placed(sentence.named(match["things"]), [sentence.here], happened=True)


def _eaten(match: re.Match[str], sentence: Sentence) -> Iterator[Claim]:
    yield from _placed(sentence.named(match["things"]), [EATEN], happened=True)


def _turned(match: re.Match[str], sentence: Sentence) -> Iterator[Claim]:
    things = sentence.named(match["things"])
    yield from (Claim(Topic("state", thing), _BECOMES[match["turn"]], happened=True) for thing in things)
    yield from _placed(sentence.named(match.groupdict().get("revealed")), things)


def _stands(match: re.Match[str], sentence: Sentence) -> Iterator[Claim]:
    for thing in sentence.named(match["things"]):
        yield Claim(Topic("state", thing), _BECOMES[match["state"]], tense=_tense(match, sentence))


def _seen_into(match: re.Match[str], sentence: Sentence) -> Iterator[Claim]:
    for thing in sentence.named(match["things"]):
        yield Claim(Topic("state", thing), "open" if match["can"] == "can" else "closed")


_Forms = Mapping[re.Pattern[str], Callable[[re.Match[str], Sentence], Iterator[Claim]]]
_THINGS = rf"(?P<things>{LIST})"
_SUBJECT = rf"{_NO_SUBJECT}{_THINGS}{_ASIDE}"
_HOLDS = r"(?P<verb>contains?|contained|holds?|held|includes?|included|consists? of|consisted of)"
_REVEALING = (
    rf"(?:(?:, revealing| and (?:found|saw|discovered)| to (?:find|reveal)) (?P<revealed>{LIST})(?! (?:on|at|upon) ))?"
)
_NOTED = rf"{N}(?: \([^()]*\)| here)?"
# A list ends before the subject of the next clause.
_NEW_THINGS = rf"{_THINGS}(?! {_IS}\b)"

# Patterns for descriptions, and for actions, which need a doer.
_STATING: _Forms = {re.compile(pattern): form for pattern, form in {
    rf"{_SUBJECT}{_BE}(?: (?:open|closed|locked)(?: and)?| (?:next to|beside|near|along with) (?P<others>{LIST}))? "
    rf"{_WHERE}": _lies,
    rf"(?P<things>{N}),? (?:which|that){_BE} {_WHERE}": _lies,
    rf"{_THINGS}(?: \(|: ?| - )(?:now )?{_WHERE}": _lies,
    rf"^\W*{_THINGS} {_WHERE}\W*$": _lies,
    rf"{_NO_SUBJECT}(?P<things>{N}),{_LYING} {_WHERE},": _lies,
    rf"{_NO_SUBJECT}(?P<things>{N}) {_WHERE} (?:{_IS}|{_HOLDS})\b": _lies,
    rf"\bwith {_THINGS} {_WHERE}": _lies,
    rf"(?:{_THERE_IS}|(?<!not )(?<!cannot ){_FINDS}){_ADVERBS} {_THINGS}{_LYING} {_WHERE}": _lies,
    rf"{_BEGIN}{_WHERE},?(?: {_SHOWS}|:){_ADVERBS} {_NEW_THINGS}": _lies,
    rf"\b(?:items|things|objects) {_WHERE}[^⟨:]{{0,20}}: {_NEW_THINGS}": _lies,
    rf"(?P<where>\bwhere) (?:{_SHOWS}){_ADVERBS} {_NEW_THINGS}": _lies,
    rf"^\W*(?P<room>{N})(?:: | (?:has|have|had) )(?P<things>{_NOTED}(?:(?:,? and |, ){_NOTED})*)\W*$": _listed,
    rf"(?P<things>{N}) \((?P<room>{N})\)": _listed,
    rf"{_NO_SUBJECT}(?P<holder>{N}){_ASIDE}{_ADVERBS} {_HOLDS}{_ADVERBS} {_NEW_THINGS}": _holds,
    rf"(?P<holder>{N}) (?P<verb>has|have|had) {_THINGS} (?:on|in|inside) {N}": _holds,
    rf"{_BEGIN}{_PLAYER}(?: is| are| am)?{_ADVERBS} (?:carry(?:ing)?|carries|hold(?:ing)?|holds|have|has|possess):? "
    rf"{_THINGS}": _had,
    rf"(?:^\W*(?:items |things )?|, )(?:carrying|holding|carried|held)[^:⟨]{{0,20}}:? {_THINGS}": _had,
    rf"{_SUBJECT} (?:is|are){_ADVERBS} (?:(?:held|carried|owned) by {_PLAYER}|with (?:me|us|you|the player))\b": _had,
    rf"{_SUBJECT}{_BE} {_STATE}": _stands,
    rf"(?P<things>{N}),? (?:which|that){_BE} {_STATE}": _stands,
    rf"{_THINGS}(?: \(|: ?)(?:now )?{_STATE}": _stands,
    rf"\b(?P<can>can|can't|cannot) see inside {_THINGS}": _seen_into,
    rf"{_SUBJECT} (?:was|were|got|gets){_ADVERBS} (?P<turn>opened|unlocked)\b": _turned,
    rf"{_SUBJECT} (?:has|have) been{_ADVERBS} (?P<turn>opened|closed|shut|locked|unlocked)\b": _turned,
    rf"{N} (?:was|were|has been) used to {_TURNS} {_THINGS}": _turned,
    rf"(?P<things>{N}),? (?:which|that) {_PLAYER}{_HAVE} {_TURNS}\b": _turned,
    rf"{_SUBJECT}{_BECAME} eaten\b": _eaten,
    rf"{_SUBJECT}{_BECAME} (?:picked up|taken|grabbed|collected|retrieved)(?! (?:to|into|onto|in|on|by)\b)": _taken,
    rf"{_SUBJECT}{_BECAME} {_GONE}(?: down)?{_ADVERBS}(?: from {N})?{_WAY} {_THERE}{_BY}": _put,
    rf"{_BEGIN}{_WHO}{_OTHERS} {_THINGS}(?: from {N})?{_WAY} {_THERE}": _put,
    rf"\badd(?:s|ed|ing)? {_THINGS} {_THERE}": _put,
}.items()}  # fmt: skip
_DOING: _Forms = {re.compile(pattern): form for pattern, form in {
    rf"{_DOES}{_TAKE} {_THINGS}(?! (?:to|into|onto|in|on)\b)": _taken,
    rf"{_DOES}(?:drops?|dropped|puts? down) {_THINGS}": _dropped,
    rf"{_DOES}{_PUT} {_THINGS}(?: from {N})?{_WAY} {_THERE}": _put,
    rf"{_DOES}(?:eats?|ate|eaten) {_THINGS}": _eaten,
    rf"{_DOES}(?:(?:uses?|used) {N} to )?{_TURNS} {_THINGS}{_REVEALING}": _turned,
}.items()}  # fmt: skip
_AT = re.compile(
    rf"(?:{_BEGIN}{_PLAYER} (?:are|am|is){_ADVERBS}(?: standing| located)? (?:in|at|inside)"
    rf"|{_DOES}(?:{_GO}{_WAY} (?:to|into|in|at)|enters?|entered|reach(?:es|ed)?|explore[sd]?)) (?P<room>{N})"
)
