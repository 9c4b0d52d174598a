"""Parse the output of a Z-machine story: the text for the player, the location, and whether the story has ended.

Stories are untrusted and have many authors. The patterns match conventions of Inform's library and of Infocom.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

Ending = Literal["won", "lost", "over"]

# The interpreter prints the status line after the text, indented by the width of the screen.
_AFTER_PROMPT = "\n>" + 20 * " "
_AFTER_TEXT = 40 * " "

_MACHINE = re.compile(r"(?:Standard )?interpreter |Identification number|Library serial", re.IGNORECASE)
_VERSION = re.compile(r"\W*(?:Release|Revision|Version)\b[^\n]{0,40}\bSerial number\b", re.IGNORECASE)

# The choices that a finished story offers in various words: restart, restore, or quit.
_OFFERS = tuple(
    re.compile(rf"\b(?:{words})\b", re.IGNORECASE) for words in ("restart|start over", "restore", "quit|end")
)
_ASKS = re.compile(r"[?:]\s*(?:\([^()]*\)[.:]?)?$")
_LONGEST_QUESTION = 500

# Infocom's four asterisks announce a death that the story may undo.
_SIGN = re.compile(r"^[^\S\n]*\*{3}[^\S\n]+(\S[^\n*]*)\*{3}[^\S\n]*$", re.MULTILINE)
_WON = re.compile(r"\b(?:won|win|victory|victorious|triumph\w*|succeeded|congratulations)\b", re.IGNORECASE)
_LOST = re.compile(r"\b(?:died|dead|lost|lose|killed|failed|perished|not won)\b", re.IGNORECASE)

# The start of a part of a status line: a label, or text after a run of blanks.
_LABEL = re.compile(r"\s*([A-Z][a-z]+):\s*(?=-?\d)|\s{2,}")

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
class StoryPage:
    """A story's output: the text for the player, including scores, and the status line."""

    text: str
    status: str = ""


def read_page(printed: str) -> StoryPage:
    """Split the prompt and the status line from the text."""
    printed = _after_last_prompt(printed).rstrip()
    at = printed.rfind(_AFTER_PROMPT)
    if at < 0:
        at = printed.find(_AFTER_TEXT, printed.rfind("\n") + 1)
    text, status = (printed, "") if at < 0 else (printed[:at], printed[at:])
    return StoryPage(text.rstrip().removesuffix("\n>"), status.strip("\n> "))


def clean(page: StoryPage) -> str:
    """Return the text without banner and without a finished story's question; the whole text if nothing remains."""
    paragraphs = _without_banner(page.text)
    if paragraphs and _asks_what_next(paragraphs[-1]):
        paragraphs.pop()
    text = "\n\n".join(paragraphs) if any(map(str.strip, paragraphs)) else page.text
    text = "\n".join(line.rstrip() for line in text.split("\n"))
    return re.sub(r"\n{3,}", "\n\n", text).strip()


def status_line(page: StoryPage, place: str) -> str:
    """Return the status line that a story drew itself, with its left and right parts joined.

    Args:
        place: the player's location; most status lines begin with it.
    """
    beside = behind(page.status, place)
    # `Hall (on the chair)` is one part, `Hall3/4` are two.
    end = "" if beside[:1] in " ," else "\n"
    parts = (page.status.removesuffix(beside) + end + _LABEL.sub(_labelled, beside)).split("\n")
    return " · ".join(filter(None, map(str.strip, parts)))


def behind(status: str, place: str) -> str:
    """Return a drawn status line without the location at its start; the next part may follow without a space."""
    return status[len(place) :] if status.lower().startswith(place) else status


def place(command: str, text: str, status: str = "") -> str:
    """Return the name of the room that a cleaned text describes, in lower case; empty if it describes none.

    A title is a short line without a full stop at the start of a paragraph. A title with which the status line begins
    counts most, then the last one, since events on the way are printed before it. Answers to `read` and `examine` have
    no title.
    """
    commands = [each.strip() for each in command.split(".") if each.strip()]
    if commands and all(map(_READING.match, commands)):
        return ""
    titles = [title.lower() for paragraph in text.split("\n\n") if (title := _title(paragraph.split("\n", 1)[0]))]
    drawn = [title for title in titles if status.lower().startswith(title)]
    return next(reversed(drawn or titles), "")


def sign(page: StoryPage) -> Ending | None:
    """Return the ending that a line between asterisks announces: `*** You have died ***`."""
    signs = _SIGN.findall(page.text)
    if signs and _LOST.search(signs[-1]):
        return "lost"
    return "won" if signs and _WON.search(signs[-1]) else None


def ending(page: StoryPage) -> Ending | None:
    """Return how the story ended, if it asks what to do next. A death without that question may be undone."""
    if not _asks_what_next(page.text.split("\n\n")[-1]):
        return None
    return sign(page) or "over"


def understood(text: str) -> bool:
    """Return whether a cleaned answer shows that the story understood the command."""
    from jericho.util import recognized

    return bool(recognized(text)) and not _UNRECOGNIZED.match(text)


def refusal(answer: str, *words: str) -> str:
    """Return a pattern for answers that differ from a story's answer to nonsense only in the repeated words.

    The pattern is empty if the answer has no other words, since it would match every answer.
    """
    repeated = re.compile("|".join(rf"\b{re.escape(word)}\b" for word in words), re.IGNORECASE)
    parts = repeated.split(answer)
    return "[^\n]*".join(map(re.escape, parts)) if any(map(str.isalpha, "".join(parts))) else ""


def _after_last_prompt(printed: str) -> str:
    """Drop a late prompt. If a story draws no status line, its prompt appears at the start of the next answer. Early
    machines then print their status line with it, which describes the previous turn."""
    head, _, answer = printed.partition("\n")
    return answer if head.startswith(">") and (head.rstrip() == ">" or _AFTER_TEXT in head.rstrip()) else printed


def _without_banner(text: str) -> list[str]:
    """The paragraphs of a text without the lines with the story's title, authors and version."""
    return ["\n".join(_but_a_banner(paragraph.split("\n"))) for paragraph in text.split("\n\n")]


def _but_a_banner(lines: list[str]) -> list[str]:
    """The lines before and after a banner; the banner begins with a title."""
    version = next((number for number, line in enumerate(lines) if _VERSION.match(line)), None)
    if version is None:
        return lines
    first = next((number for number, line in enumerate(lines[:version]) if _title(line)), 0)
    return lines[:first] + [line for line in lines[version + 1 :] if not _MACHINE.match(line)]


def _asks_what_next(paragraph: str) -> bool:
    said = paragraph.rstrip(" \n>")
    return len(said) <= _LONGEST_QUESTION and bool(_ASKS.search(said)) and all(each.search(said) for each in _OFFERS)


def _labelled(found: re.Match[str]) -> str:
    return f"\n{found[1].lower()} " if found[1] else "\n"


def _title(line: str) -> str:
    if header := _HEADER.fullmatch(line):
        return header[1]
    if not _TITLE.fullmatch(line) or len(line.split()) > _WORDS_OF_TITLE:
        return ""
    return _ASIDE.sub("", line)
