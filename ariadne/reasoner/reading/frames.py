"""What a sentence says of itself, and to whom, around what it states: `Please note that …`, `…, as you know, …`.

Only frames that vouch for what they hold: whoever notes or recalls that something is so says that it is so, and whoever
thinks or hopes it does not.
"""

from __future__ import annotations

from itertools import pairwise

from ariadne.reasoner.reading.phrases import Words
from ariadne.reasoner.reading.verbs import AUXILIARY, BE, NEGATION, is_adverb, is_finite, lemma

_VOUCHING = frozenset(
    "add assure aware confirm find forget guess hear inform know learn mind note notice recall record remember remind"
    " report see take tell".split()
)
_FRAMING = (
    AUXILIARY
    | BE
    | frozenset(
        "a all and as bear been curious delighted ever everybody everyone from glad happy have i in interested it"
        " keep kindly let like likely maybe me one perhaps please pleased sure surely to us want we well wish word you"
        " your".split()
    )
)
_WISHING = frozenset("could let like may might should want wish would".split())
"""Words after which one vouches only for what `you` are told: `you may like to know`, but not `I would like to see`."""
_ASKING = frozenset("ask asked curious wonder wondered wondering want wanted".split())
_CALLING = frozenset("dear hello hey hi".split())
_LABELS = frozenset("correction for fyi memo nb news note ps reminder to update".split())
_RECORDS = frozenset(
    "archive archives bibliography catalogue database directory file files information list listings lists notes"
    " paperwork profile purposes record records reference".split()
)
_COMMENTING = frozenset("attest happen indicate know note recall record report say show stand state tell".split())
"""Verbs of what a sentence says, after `as`, of how it is known, or that it is so: `as things stand`."""
_HEARSAY = frozenset("gossip legend legends myth rumor rumors rumour rumours".split())
_LONGEST = 10


def unframed(words: Words) -> Words:
    """What a sentence states, without its frame."""
    return _answered(_opened(_uninterrupted(_attributed(_unlabelled(words)))))


def _unlabelled(words: Words) -> Words:
    """`For the record: Ann is mayor`, `FYI, Ann is mayor` and `Dear all, Ann is mayor` as `Ann is mayor`."""
    if words and words[0].lower() in _CALLING and "," in words[:_LONGEST]:
        words = words[words.index(",") + 1 :]
    if words and words[0].lower() in _LABELS:
        at = next((at for at in range(1, min(len(words), _LONGEST)) if words[at] in (":", ",")), 0)
        if at and (words[at] == ":" or at == 1 or not _RECORDS.isdisjoint(words[:at])):
            return words[at + 1 :]
    return words


def _attributed(words: Words) -> Words:
    """`According to the register, Ann is mayor`, `As the records show, Ann is mayor` and `As a player, Ann is a goalie`
    without their openings; what a name or hearsay vouches for stays theirs."""
    comma = words.index(",") if "," in words[:_LONGEST] else 0
    opening = [word.lower() for word in words[:comma]]
    is_plain = words[1:comma] == opening[1:] and _HEARSAY.isdisjoint(opening) and NEGATION.isdisjoint(opening)
    if len(opening) < 3 or not is_plain:
        return words
    is_comment = opening[0] == "as" and (opening[1] in ("a", "an") or lemma(opening[-1]) in _COMMENTING)
    is_comment = is_comment and "you" not in opening
    return words[comma + 1 :] if opening[:2] == ["according", "to"] or is_comment else words


def _uninterrupted(words: Words) -> Words:
    """`Ann, as you may know, is mayor` and `As you may know, Ann is mayor` as `Ann is mayor`."""
    commas = [-1, *(at for at, word in enumerate(words) if word == ",")]
    for first, last in pairwise(commas):
        if words[first + 1].lower() in ("as", "you") and _is_frame(words[first + 1 : last]):
            goes_on = first < 0 or words[last + 1] == "that" or is_finite(["it", *words[last + 1 :]], 1)
            return [*words[: max(first, 0) + (not goes_on)], *words[last + 1 :]]
    return words


def _opened(words: Words) -> Words:
    """`You may recall that Ann is mayor` as `Ann is mayor`; what opens the sentence before that stays."""
    start = words.index(",") + 1 if "," in words[:_LONGEST] else 0
    for begin in dict.fromkeys((0, start)):
        at = next((at for at in range(begin, min(len(words), begin + _LONGEST)) if words[at] == "that"), 0)
        if at and _is_frame(words[begin:at]):
            return [*words[:begin], *words[at + 1 :]]
    return words


def _is_frame(words: Words) -> bool:
    """Whether these words only vouch for what they stand beside."""
    lower = [word.lower() for word in words]
    is_doubt = not NEGATION.isdisjoint(lower) or any(word.endswith(("n't", "n’t")) for word in lower)
    is_question = lower[:1] != [] and lower[0] in AUXILIARY | BE
    if is_doubt or is_question or ("you" not in lower and not _WISHING.isdisjoint(lower)):
        return False
    said = [word for word in lower if word not in _FRAMING and not is_adverb(word)]
    return bool(said) and all(lemma(word) in _VOUCHING for word in said)


def _answered(words: Words) -> Words:
    """`In case you wonder who runs Acme, it is Ann` as `Ann runs Acme`."""
    asked = next((at for at, word in enumerate(words[:_LONGEST]) if word.lower() in _ASKING), None)
    comma = next((at for at in reversed(range(len(words))) if words[at] == ","), 0)
    if asked is None or words[asked + 1 : asked + 2] == [] or comma < asked + 3:
        return words
    question = words[asked + 1 : comma]
    reply = words[comma + 1 + (words[comma + 1 : comma + 2] == ["and"]) :]
    verb = next((at for at in range(1, len(reply)) if is_finite(reply, at)), 0)
    is_named = reply[:1] == ["it"] or reply[:1] == ["the"]
    if not is_named or not verb or reply[verb] not in BE:
        return words
    answer = reply[verb + 1 :]
    if answer[:2] == ["that", "of"]:
        answer = answer[2:]
    wh, rest = question[0], question[1:]
    if wh == "who" and is_finite(["who", *rest], 1):
        return [*answer, *rest]
    if wh in ("what", "which"):
        subject = next((at for at in range(1, len(rest)) if rest[at][:1].isupper() or rest[at] == "the"), 0)
        return ["the", *rest[:subject], "that", *rest[subject:], reply[verb], *answer] if subject else words
    return ["the", "place", "where", *rest, reply[verb], *answer] if wh == "where" else words
