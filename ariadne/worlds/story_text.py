"""Reading what a Z-machine story prints: what a player reads of it, where the player is, whether it has ended.

Stories are untrusted, and written by many people: these are habits of Inform's library and of Infocom, no grammar.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

Ending = Literal["won", "lost", "over"]

# The interpreter draws the status line after the text, behind as many blanks as the screen is wide.
_AFTER_PROMPT = "\n>" + 20 * " "
_AFTER_TEXT = 40 * " "

_VERSION = re.compile(r"^(?:Release|Revision|Version) \d+ / Serial number .*\n?", re.MULTILINE | re.IGNORECASE)

_SCORE_LINE = re.compile(
    r"^[\[(]?(?:(?:your|the) score (?:has|changed|is|was|would be) .*"
    r"|(?:in that game )?you (?:have )?(?:so far )?scored .* (?:out )?of a (?:possible|maximum) .*"
    r"|this (?:score )?gives you the rank of .*)$\n?"
    r"|[\[(](?:your|the) score has [^\])\n]{0,200}+[\])]",
    re.MULTILINE | re.IGNORECASE,
)
_QUESTION = re.compile(r"^Would you like to restart\b.*$", re.MULTILINE | re.IGNORECASE)

# Infocom's four asterisks announce a death that may not be the end.
_SIGN = re.compile(r"^[^\S\n]*\*{3}[^\S\n]+(\S[^\n*]*)\*{3}[^\S\n]*$", re.MULTILINE)
_WON = re.compile(r"\b(?:won|win|victory|victorious|triumph\w*|succeeded|congratulations)\b", re.IGNORECASE)
_LOST = re.compile(r"\b(?:died|dead|lost|lose|killed|failed|perished|not won)\b", re.IGNORECASE)

_HEADER = re.compile(r"-= (.+?) =-\s*")
_TITLE = re.compile(r"[A-Z0-9][^\n]{0,48}[^\W_](?:\s*\([^()\n]*\))?")
_ASIDE = re.compile(r"\s*\([^()]*\)$|, (?:in|on) (?:the|an?) .*$")
_WORDS_OF_TITLE = 8
_READING = re.compile(
    r"(?:examine|x|describe|read|search|inventory|inv|i|ask|tell|say|answer|consult)\b", re.IGNORECASE
)

_UNRECOGNIZED = re.compile(
    r"That's not a verb I|I (?:didn't|don't) (?:understand|know)|I only understood you as far as|I beg your pardon"
    r"|You (?:can't|cannot) (?:see|use) (?:any such|multiple objects)|You seem to have said too little"
    r"|That (?:noun|sentence) (?:did not|didn't|isn't)|You excepted something not included|Nothing to do!"
    r"|What do you want to \b|(?:Which|Who|Whom) do you (?:mean|want)\b|You can only do that to something animate"
    r"|Please give one of the answers above|You seem to want to talk to someone|I'm not sure what \S+ refers to"
    r"|You (?:don't|can't) see (?:any|that|such)\b[^.\n]{0,60}here",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Page:
    """What a story printed: the text as a player reads it, still with its scores, and the status line."""

    text: str
    status: str = ""


def read_page(printed: str) -> Page:
    """Take the prompt and the status line from the text."""
    printed = _after_last_prompt(printed).rstrip()
    at = printed.rfind(_AFTER_PROMPT)
    if at < 0:
        at = printed.find(_AFTER_TEXT, printed.rfind("\n") + 1)
    text, status = (printed, "") if at < 0 else (printed[:at], printed[at:])
    return Page(text.rstrip().removesuffix("\n>"), " ".join(status.lstrip("\n>").split()))


def clean(page: Page) -> str:
    """The text without what tells the score, without the compiler's versions, and without the question at the end."""
    text = _QUESTION.sub("", _SCORE_LINE.sub("", _VERSION.sub("", page.text)))
    text = "\n".join(line.rstrip() for line in text.split("\n"))
    return re.sub(r"\n{3,}", "\n\n", text).strip()


def place(command: str, text: str) -> str:
    """The name of the room that a cleaned text describes, lower case; empty if it describes none.

    A title is a short line without a full stop at the start of a paragraph; the last one counts, since a banner and
    what happens on the way stand before it. What is only read or looked at has no title.
    """
    if _READING.match(command):
        return ""
    titles = [title for paragraph in text.split("\n\n") if (title := _title(paragraph.split("\n", 1)[0]))]
    return titles[-1].lower() if titles else ""


def ending(page: Page) -> Ending | None:
    """How the story has ended, if it has."""
    signs = _SIGN.findall(page.text)
    sign = signs[-1] if signs else ""
    if _LOST.search(sign):
        return "lost"
    if _WON.search(sign):
        return "won"
    return "over" if _QUESTION.search(page.text) else None


def understood(text: str) -> bool:
    """Whether a cleaned answer says that the story could make something of a command."""
    from jericho.util import recognized

    return bool(recognized(text)) and not _UNRECOGNIZED.match(text)


def _after_last_prompt(printed: str) -> str:
    """Where a story does not draw a status line itself, its prompt comes late: at the head of the next answer, with the
    line that early machines draw as they begin to read, and which so tells of the turn before."""
    head, _, answer = printed.partition("\n")
    return answer if head.startswith(">") and (head.rstrip() == ">" or _AFTER_TEXT in head.rstrip()) else printed


def _title(line: str) -> str:
    if header := _HEADER.fullmatch(line):
        return header[1]
    if not _TITLE.fullmatch(line) or len(line.split()) > _WORDS_OF_TITLE:
        return ""
    return _ASIDE.sub("", line)
