"""Time complexity of all text readers, for adversarial texts.

    python benchmarks/linear_text.py [--size 4000] [--only NAME]

Each reader gets each text at one size and at eight times that size. A linear reader takes eight times as long, a
quadratic one 64 times; factors above 16 are printed, and the slowest reader.
Then each text, with 100,000 characters, is the observation of a whole step of the rules: learn, plan, act.
"""

from __future__ import annotations

import argparse
import re
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from ariadne.agents.edits import edited
from ariadne.agents.framing import each_of
from ariadne.agents.grouped import grouped
from ariadne.atlas import by_place, untried
from ariadne.memory.arigraph.api.asking import paragraphs, queries
from ariadne.memory.arigraph.core.graph import SemanticGraph
from ariadne.memory.arigraph.core.learn import tied, word_runs
from ariadne.memory.arigraph.core.mentions import names_in
from ariadne.memory.hiagent import _RETRIEVE
from ariadne.memory.summary import in_paragraphs
from ariadne.qa.metrics import normalized
from ariadne.reasoner.model import same_words
from ariadne.reasoner.playing import act, plan, situation, steering, step
from ariadne.reasoner.reading import instructions, language, notes, read, records, sub_goals
from ariadne.reasoner.remembering import importance, learn, lesson, memorize, reflect, summary
from ariadne.splitting import parts, pieces
from ariadne.text import safe
from ariadne.triplet import Triplet, clean
from ariadne.worlds import story_score, story_text, textworld, zmachine

GROWTH, TIMES = 16.0, 8
LONG = 100_000

PIECES = (
    *"\n ([{<)\"',.:;-1x*_$>", "\n\n", "\n ", "> ", ">\n", "\n>", "-= ", "a. ", "a? ", "?! ", "[a - ", "a, and ",
    *(f"{word} " for word in "and the exit north is in to from key raw open who oh (a ((a) [a retrieve Mr.".split()),
    "A b, ", "an open a ", "there is a ", "you take the ", "you take the from ", "you put the a on the ",
    "the a is in the b ",
    "in the a is a b and ", "see a ", "see the a is ", "find a in ", "put a in b to ", "that the ", "Bob and ",
    "from the a one gets north to the b, ", "from the a one gets north to the b and ", "your score has ",
    "[your score has ", "you scored of a possible ", "\x1b[", "u\u0301", "( exit, ", '" the -= \n',
    "recipe requires a ", "The a is north of the b. ", "The door a leads north from the b. ", "unlock a with b. ",
)  # fmt: skip
"""The fragments that texts repeat."""


def _asked(**inputs: Any) -> dict[str, Any]:
    return {"goal": "Find the key.", "location": "hall", "inventory": "", "plan": [], "actions": ["look"], **inputs}


READERS: Mapping[str, Callable[[str], object]] = {
    "clean": clean,
    "Triplet.parse": Triplet.parse,
    "word_runs": word_runs,
    "tied": lambda text: tied([Triplet("a", "is", "b")], [text, text]),
    "paragraphs": paragraphs,
    "in_paragraphs": in_paragraphs,
    "queries": lambda text: queries(SemanticGraph(), text, 2),
    "retrieve": _RETRIEVE.fullmatch,
    "bare": language.bare,
    "items": language.items,
    "unmade": language.unmade,
    "sentences": language.sentences,
    "mentions": lambda text: language.mentions(text, text[: len(text) // 2]),
    "recorded": records.recorded,
    "named": lambda text: notes.named(text, notes.KEYS),
    "Prose": lambda text: notes.Prose().read(text),
    "read_sub_goal": sub_goals.read_sub_goal,
    "steps": instructions.steps,
    "game": lambda text: read.read(text, "hall"),
    "carried": lambda text: read.carried(f"You are carrying: {text}"),
    "parts": parts,
    "pieces": pieces,
    "names_in": names_in,
    "learn": lambda text: learn.learn(_asked(observations=[text], inventory=text, plan=[text]), same_words),
    "noted": lambda text: learn.noted(_asked(history=[text], observation=text, known=["a, is in, b"]), 2),
    "edited": lambda text: edited([text], [text, f"done {text}", f"1: {text}"]),
    "each_of": each_of,
    "grouped": lambda text: grouped([f"put {text}", f"drop {text}"], {}, {}),
    "by_place": lambda text: by_place([text, f"{text}, is in, hall"]),
    "untried": lambda text: untried([f"{text}, has exit, north"]),
    "chart": lambda text: steering.Chart.of([text]),
    "situation": lambda text: situation.situation(_asked(observation=text, notes=text, episodes=[text])),
    "plan": lambda text: plan.plan(_asked(observation=text, goal=text, plan=[text]), same_words),
    "act": lambda text: act.act(_asked(observation=text, goal=text, plan=[text]), same_words),
    "step": lambda text: step.step(_asked(observation=text, goal=text, instructions="Act."), same_words),
    "summarize": lambda text: summary.summarize(_asked(observations=[text], summary=text), same_words),
    "importance": lambda text: importance.importance(_asked(observations=[text]), same_words),
    "wonder": lambda text: reflect.wonder(_asked(goal=text, memories=[text]), same_words),
    "insights": lambda text: reflect.insights(_asked(question=text, memories=[text]), same_words),
    "salient": lambda text: memorize.salient(_asked(summary=text, recent=[text], observations=[text]), same_words),
    "reconcile": lambda text: memorize.reconcile(_asked(memories=[text], facts=[text, f"{text}."]), same_words),
    "recognize": lambda text: memorize.recognize(_asked(query=text, facts=[text]), same_words),
    "lesson": lambda text: lesson.lesson(_asked(history=[text], lessons=[text]), same_words),
    "textworld": textworld.clean,
    "page": lambda text: story_text.clean(story_text.read_page(text)),
    "place": lambda text: story_text.place("look", text),
    "ending": lambda text: story_text.ending(story_text.Page(text)),
    "sign": lambda text: story_text.sign(story_text.Page(text)),
    "status_line": lambda text: story_text.status_line(story_text.Page("", text), "hall"),
    "understood": story_text.understood,
    "points": lambda text: story_score.Points().read(story_text.Page(text, text)),
    "line": zmachine.is_for_the_story,
    "safe": lambda text: safe(text, None),
    "normalized": normalized,
}
"""The readers by name."""


def made(piece: str, size: int) -> str:
    """A text of a size in characters that repeats a piece, with an end that does not fit it.

    In sentences, `a` and `b` get numbers, so every repetition names new things.
    """
    if not piece.endswith(". ") or len(piece) < 10:
        return (piece * (size // len(piece) + 1))[: size - 1] + "!"
    numbered = (re.sub(r"\b[ab]\b", rf"\g<0>{number}", piece) for number in range(size // len(piece)))
    return "".join(numbered)[: size - 1] + "!"


def seconds(reader: Callable[[str], object], text: str) -> float:
    """The processor time for a text, the minimum of some tries."""
    tries = []
    for _ in range(3):
        situation._read.cache_clear()
        began = time.process_time()
        with suppress(ValueError):
            reader(text)
        tries.append(time.process_time() - began)
        if tries[-1] > 0.2:
            break
    return min(tries)


def growth(reader: Callable[[str], object], piece: str, size: int) -> float:
    """The factor by which the time grows for a text `TIMES` as long; 0 if the times are too short to measure."""
    long = seconds(reader, made(piece, TIMES * size))
    return long / max(seconds(reader, made(piece, size)), 1e-4) if long > 0.02 else 0.0


def whole_step(text: str) -> float:
    """The processor seconds of a step of the rules with a text as observation."""
    situation._read.cache_clear()
    inputs = _asked(observations=[text], observation=text, history=["> look\nA hall."], known=["key, is in, box"])
    began = time.process_time()
    for rule in (learn.learn, plan.plan, act.act):
        rule(inputs, same_words)
    return time.process_time() - began


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--size", type=int, default=4000)
    parser.add_argument("--only", choices=READERS)
    options = parser.parse_args()
    most = (0.0, "", "")
    for name, reader in READERS.items():
        for piece in PIECES if options.only in (None, name) else ():
            grown = growth(reader, piece, options.size)
            most = max(most, (grown, name, piece))
            if grown > GROWTH:
                print(f"{name:14} {piece!r:42} takes {grown:.0f} times as long when the text is {TIMES} times as long")
    print(f"the most: {most[0]:.1f} times, {most[1]} on {most[2]!r}")
    if options.only is None:
        slowest, piece = max((whole_step(made(piece, LONG)), piece) for piece in PIECES)
        print(f"a whole step on {LONG:,} characters: at most {slowest:.2f} s, on {piece!r}")


if __name__ == "__main__":
    main()
