"""What a sentence says, without how it was written down: marks of Markdown, stamps of logs, labels, and openers."""

from __future__ import annotations

import re

_MARKS = (
    (re.compile(r"!?\[([^\]]*)\]\([^)\s]*\)"), r"\1"),
    (re.compile(r"(\*\*|__|`|~~)(?=\S)(.+?)(?<=\S)\1"), r"\2"),
    (re.compile(r"(?<![\w*])\*(?=\S)([^*]+?)(?<=\S)\*(?![\w*])"), r"\1"),
    (re.compile(r"^(?:>\s*)+"), ""),
    (re.compile(r"[’‘]"), "'"),
)
"""How links, emphasis, code, quotations and apostrophes are written, and what of that is said."""
_STRUCK = re.compile(r"~~.+?~~")
_MONTH = "January|February|March|April|May|June|July|August|September|October|November|December"
_DAY = "Mon|Tues|Wednes|Thurs|Fri|Satur|Sun"
_DATE = r"\d{4}-\d\d-\d\d|\d{1,2}\.\d{1,2}\.\d{2,4}|\d{1,2}/\d{1,2}/\d{2,4}"
_TIME = r"\d{1,2}:\d\d(?::\d\d)?(?:\.\d+)?Z?(?:\s?[ap]m)?|\d{1,2}\s?[ap]m"
_AT_START = rf"[\[(]?(?:(?:{_DATE})(?:[T, ]+(?:{_TIME}))?|{_TIME})[\])]?\s*[:–—-]?\s+"
_LEVEL = r"(?:(?:INFO|WARN|WARNING|ERROR|DEBUG):?\s+)?"
_NAMED = rf"(?:(?:{_DAY})day|(?:{_MONTH}) \d{{1,2}}|\d{{1,2}} (?:{_MONTH})|(?:Day|Week) \d+)(?:, \d{{4}})?\s*[:–—-]\s+"
_STAMP = re.compile(rf"^(?:{_AT_START}{_LEVEL}(?=[^\W\d_])|{_NAMED})")
_LABEL = re.compile(r"^[^\W\d_][\w'-]*(?: [\w'-]+)?: (?=[A-Z])")
_SPEAKS = re.compile(r"(?:I|My|We|Our|Me|Us)\b|.*\b(?:I|my|me)\b")
_OPENER = re.compile(
    r"^(?:(?:however|also|meanwhile|btw|by the way|moreover|furthermore|besides|anyway|then|now|today|yesterday"
    r"|currently|nowadays|actually|in fact|as (?:discussed|agreed|planned|usual)|finally|eventually|later|afterwards"
    r"|recently|lately|last (?:week|month|year)|since then|so|but|and|yet|plus|still),?\s+)+"
    r"(?=(?-i:[A-Z])|(?:the|an?|my|our|your|his|her|its|their|this|he|she|it|they|we|you)\b)",
    re.IGNORECASE,
)
_NOW = re.compile(r"\b(?:now|today|currently|nowadays)\b", re.IGNORECASE)
_DOUBTFUL = re.compile(
    r"\b(?:maybe|perhaps|possibly|probably|supposedly|allegedly|apparently|suppose|might|almost|nearly|hardly|barely"
    r"|rarely|seldom|(?-i:[Ii]f)|unless|whether)\b"
    r"|\b(?-i:thinks?|thought|believes?|hopes?|guess(?:es)?|wonders?|doubts?)\b(?! (?:of|about|up|out)\b)",
    re.IGNORECASE,
)
_WISHED = re.compile(
    r"\b(?:wish(?:es|ed)?|hop(?:ed|ing)|(?:would|'d) (?:love|like|rather|prefer)|consider(?:s|ed|ing)?"
    r"|dream(?:s|ed|ing)?|think(?:s|ing)? (?:of|about)|thought (?:of|about)|discuss(?:ed|ing)?|propos(?:es?|ed|ing)"
    r"|suggest(?:s|ed|ing)?|rejected|declined|refused|(?:want|plan|intend)(?:s|ed)? to|planning (?:to|on)|tempted"
    r"|in case|(?:could|would) have)\b"
    r"|(?:\b(?:am|is|are)|'[ms]|'re) (?:moving|relocating|starting|joining|leaving|switching|transferring)\b",
    re.IGNORECASE,
)

_LONGEST = 2000
"""Characters: what is longer is no sentence."""


def plain_text(sentence: str) -> tuple[str, bool]:
    """What a sentence says, and whether it opens with a word for now. Of `Ann: I live in Rome` nothing: who `I` is, a
    reader of plain text does not know."""
    said = _STRUCK.sub("", sentence[:_LONGEST])
    for mark, plain in _MARKS:
        said = mark.sub(plain, said)
    said = _STAMP.sub("", said.strip())
    if label := _LABEL.match(said):
        said = said[label.end() :]
        if _SPEAKS.match(said):
            return "", False
    opener = _OPENER.match(said)
    rest = said[opener.end() :] if opener else said
    return rest[:1].upper() + rest[1:] if opener else rest, bool(opener and _NOW.search(opener[0]))


def is_doubtful(sentence: str) -> bool:
    """Whether a sentence says that something may be so, nearly is, or is on a condition: then it tells no fact."""
    return bool(_DOUBTFUL.search(sentence))


def is_unsure(sentence: str) -> bool:
    """Whether a sentence says what only may be, or what somebody wishes, weighs, turns down or is about to do."""
    return is_doubtful(sentence) or bool(_WISHED.search(sentence.replace("’", "'")))
