"""Agreement of the exam's grader with a careful reader (docs/exam.md).

    python benchmarks/exam_grader.py sample      # 200 passages of five memories, without marks: exam_marks.yaml
    python benchmarks/exam_grader.py             # agreement of the grader with the marks, by memory and half

The grader was developed on one half, the plays of odd seeds; agreement on the other half is reported. The built-in
rules write plain English, so sentences of notes in a language model's style are graded, too (exam_prose.yaml).

A passage is what the exam's grader reads at once: a fact, a fact with its dates, a turn, or a paragraph of notes, as a
memory recalled it for an exam question, with the question and its true answer. Most passages contain no answer, so the
draw is biased: four of five passages name the thing in question, and one has at least the last word of its name.

The marks were made by hand, from the passage and the question, before the grader was written, by its author:

says  The place or state that the passage gives for the time in question, now or before; for `how many`, the things that
      it puts there. A turn is valid from its step on, whatever came later. Only explicit statements count: examining
      a box does not give its place, and looking into it does not mean that it was found open. A key that opened a
      box shows which key fits, not the box's state.
mark  `right` if it has the answer: for `when` also the step, for `why` the command, for `who` the person or the
      player's command, for `errand` the number, for `last seen` the way up to the room; for `how many`, if it has some
      of the things and no other. `wrong` if it states something else, now or then. `nothing` if it does neither; for
      `not so`, if it does not state the false thing.
"""

from __future__ import annotations

import argparse
import asyncio
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from random import Random
from typing import Any

import yaml

from ariadne.embed.cache import TextCache
from ariadne.embed.minilm import MiniLM
from ariadne.exam import passages
from ariadne.exam.marking import mark
from ariadne.exam.names import EngineNames
from ariadne.exam.passages import Passage
from ariadne.exam.plan import CALLS
from ariadne.exam.play import Play, record
from ariadne.exam.questions import ExamQuestion, questions_of
from ariadne.exam.sitting import DEPTH, EPISODES, WIDTH, recollections
from ariadne.exam.statements import of_passage
from ariadne.exam.truth import Topic
from ariadne.files import built_games
from ariadne.games.make import make_game
from ariadne.games.presets import load_preset
from ariadne.memory.memory import Recollection
from ariadne.memory.registry import MemoryKit, find_memory
from ariadne.models.ask import Asking
from ariadne.models.registry import RULES, load_model
from ariadne.record import ignore
from ariadne.worlds.world import Turn, read_turn

MEMORIES = ("arigraph", "full-history", "summary", "rag", "mem0-style")
PRESETS = ("treasure-hunt", "cleaning", "cooking", "errands")
SEEDS = (301, 302)
HALVES = ("made on", "reported")
NAMED, HALF_NAMED = 4, 1
"""The numbers of passages per memory and play: those with the full name in question, and those with its last word."""
MARKS, PROSE = (Path(__file__).with_name(f"exam_{name}.yaml") for name in ("marks", "prose"))


@dataclass(frozen=True)
class Sampled:
    """A passage that a memory recalled for a question."""

    memory: str
    preset: str
    seed: int
    question: ExamQuestion
    passage: Passage


async def sampled(memory: str, play: Play, texts: TextCache) -> list[Sampled]:
    """Passages of a memory on a play, from as many kinds of questions as possible."""
    ask = Asking(load_model(RULES, similarity=texts.similarity))
    kit = MemoryKit(ask, texts, ignore, width=WIDTH, depth=DEPTH, episodes=EPISODES, calls=CALLS)
    sitting = recollections(find_memory(memory).build(kit), play, questions_of(play))
    found = [
        Sampled(memory, play.preset, play.seed, question, passage)
        async for question, recalled, told in sitting
        for passage in _passages(recalled, told)
    ]
    random = Random(f"{memory} {play.preset} {play.seed}")
    named = [one for one in found if _has(one.passage, one.question.topic.thing)]
    half = [one for one in found if _has(one.passage, one.question.topic.thing.split()[-1]) and one not in named]
    chosen = _mixed(named, NAMED, random)
    return [*chosen, *_mixed(half or named, HALF_NAMED, random, chosen)]


def _has(passage: Passage, words: str) -> bool:
    return re.search(rf"\b{re.escape(words)}\b", passage.text, re.IGNORECASE) is not None


def _passages(recalled: Recollection, told: Sequence[Turn]) -> Iterator[Passage]:
    for passage in passages.of_facts(recalled, len(told)):
        yield from (replace(passage, text=paragraph) for paragraph in passage.text.split("\n\n"))
    yield from passages.of_held(recalled.held)
    yield from passages.of_episodes(recalled.episodes)
    yield from passages.of_history(recalled.history, told)


def _mixed(found: Sequence[Sampled], count: int, random: Random, beside: Sequence[Sampled] = ()) -> list[Sampled]:
    """Draw `count` passages, each from a different question, and from new kinds if possible.

    Args:
        beside: passages that are already drawn.
    """
    left, chosen = random.sample(found, len(found)), [*beside]
    for _ in range(count):
        kinds, asked = {one.question.kind for one in chosen}, {one.question for one in chosen}
        left = [one for one in left if one.question not in asked]
        chosen.append(next((one for one in left if one.question.kind not in kinds), left[0]))
    return chosen[len(beside) :]


def _as_item(one: Sampled) -> dict[str, Any]:
    """A sample for marking by hand, without unknown and unused fields."""
    passage = asdict(one.passage)
    turn = passage.pop("turn")
    if turn:
        passage["turn"] = {"command": turn["command"]}
        if passage["text"] != one.passage.turn.as_text():  # type: ignore[union-attr]
            passage["turn"]["observation"] = turn["observation"]
    question = {field.name: getattr(one.question, field.name) for field in fields(ExamQuestion)}
    question["topic"] = list(one.question.topic)
    question["things"] = sorted(one.question.things)
    return {
        "memory": one.memory,
        "play": f"{one.preset} {one.seed}",
        "question": {name: value for name, value in question.items() if value not in ("", 0, [])},
        "answer": one.question.answer,
        "passage": {name: value for name, value in passage.items() if value not in ("", None)},
        "says": [],
        "mark": "",
    }


def _names(play: Play) -> dict[str, list[str]]:
    """The engine's names of things, rooms and people in a play."""
    rooms = {moment.truth.room for moment in play.moments}
    things = {name for moment in play.moments for topic, value in moment.truth.values.items()
              for name in ((topic.thing, value) if topic.aspect == "place" else (topic.thing,))}  # fmt: skip
    people = {who for moment in play.moments for who in moment.movers.values()}
    return {"things": sorted(things - rooms), "rooms": sorted(rooms), "people": sorted(people)}


async def sample() -> None:
    """Write samples without marks.

    Raises:
        SystemExit: there are marks, which were made by hand.
    """
    if MARKS.exists():
        sys.exit(f"{MARKS} has marks that were made by hand: move it away to draw others")
    texts = TextCache(MiniLM())
    plays = [
        record(make_game(load_preset(preset), seed, built_games()), preset, seed)
        for preset in PRESETS
        for seed in SEEDS
    ]
    items = [_as_item(one) for memory in MEMORIES for play in plays for one in await sampled(memory, play, texts)]
    names = {f"{play.preset} {play.seed}": _names(play) for play in plays}
    data = {"names": names, "items": [{"number": number, **item} for number, item in enumerate(items, 1)]}
    MARKS.write_text(yaml.dump(data, sort_keys=False, allow_unicode=True, width=120), encoding="utf-8")


@dataclass(frozen=True)
class Item:
    """A passage with its marks, by hand and by the grader: its statement and its verdict."""

    number: int
    memory: str
    seed: int
    sample: str
    by_hand: tuple[tuple[str, ...], str]
    graded: tuple[tuple[str, ...], str]

    @property
    def half(self) -> str:
        """The half for development, or the other."""
        return "made on" if self.seed % 2 else "reported"

    @property
    def agrees(self) -> bool:
        """Whether both verdicts are equal."""
        return self.by_hand == self.graded


def items() -> list[Item]:
    """The marked passages, graded."""
    data = yaml.safe_load(MARKS.read_text(encoding="utf-8"))
    names = {
        play: EngineNames(frozenset(name for name in each["things"] if name not in ("inventory", "eaten")),
                    frozenset(each["rooms"]))
        for play, each in data["names"].items()
    }  # fmt: skip
    return [_item(each, names[each["play"]]) for each in data["items"]]


def _item(data: dict[str, Any], names: EngineNames) -> Item:
    question, passage = dict(data["question"]), dict(data["passage"])
    question["topic"] = Topic(*question["topic"])
    question["things"] = frozenset(question.get("things", ()))
    text = passage["text"]
    turn = passage.pop("turn", None)
    if turn is not None:
        passage["turn"] = Turn(turn["command"], turn["observation"]) if "observation" in turn else read_turn(text)
    graded = _graded(ExamQuestion(**{"value": "", **question}), Passage(**passage), names)
    by_hand = tuple(sorted(data["says"])), data["mark"]
    sample = f"{question['text']} {data['answer']}: {text}"
    return Item(data["number"], data["memory"], int(data["play"].split()[-1]), sample, by_hand, graded)


def _graded(question: ExamQuestion, passage: Passage, names: EngineNames) -> tuple[tuple[str, ...], str]:
    """The grader's reading of a passage, and its verdict."""
    said = [each for each in of_passage(passage, names) if each.claims(question.at)]
    if question.kind == "how many":
        says = {each.topic.thing for each in said if each.topic.aspect == "place" and each.value == question.value}
        worth = "wrong" if says - question.things else "right" if says else "nothing"
        return tuple(sorted(says)), worth
    says = {each.value for each in said if each.topic == question.topic}
    marked = mark(question, said)
    if question.kind == "not so":
        return tuple(sorted(says)), "nothing" if marked.truth else "wrong"
    return tuple(sorted(says)), "right" if marked.truth else "wrong" if marked.stale else "nothing"


@dataclass(frozen=True)
class Sentence:
    """A sentence of notes in free English, with its statements by hand and by the grader."""

    half: str
    text: str
    by_hand: frozenset[str]
    graded: frozenset[str]


def prose() -> list[Sentence]:
    """The sentences, graded."""
    data = yaml.safe_load(PROSE.read_text(encoding="utf-8"))
    names = EngineNames(frozenset(data["things"]), frozenset(data["others"]))
    return [
        Sentence(half, each["text"], frozenset(each["says"]), _said(each["text"], names))
        for half in HALVES
        for each in data[half]
    ]


def _said(text: str, names: EngineNames) -> frozenset[str]:
    said = (said for said in of_passage(Passage(text, 1), names) if said.claims(1))
    return frozenset(f"{each.topic.thing}: {each.value}" for each in said)


def table_of_prose(found: Sequence[Sentence]) -> str:
    """The number of sentences that are read as by hand, with precision and recall of the statements."""
    lines = ["| free English | sentences | of what is read | of what is there |", "| --- | --: | --: | --: |"]
    for half in HALVES:
        some = [one for one in found if one.half == half]
        same = sum(one.by_hand == one.graded for one in some)
        both = sum(len(one.by_hand & one.graded) for one in some)
        graded, by_hand = sum(len(one.graded) for one in some), sum(len(one.by_hand) for one in some)
        lines.append(f"| {half} | {same} of {len(some)} | {both} of {graded} | {both} of {by_hand} |")
    return "\n".join(lines)


def table(found: Sequence[Item]) -> str:
    """Agreement by memory and half, as Markdown."""
    lines = ["| memory | " + " | ".join(HALVES) + " |", "| --- | --: | --: |"]
    for memory in (*MEMORIES, ""):
        cells = [[one.agrees for one in found if one.half == half and memory in ("", one.memory)] for half in HALVES]
        told = " | ".join(f"{sum(cell)} of {len(cell)}: {sum(cell) / len(cell):.3f}" for cell in cells)
        lines.append(f"| {f'`{memory}`' if memory else 'all'} | {told} |")
    return "\n".join(lines)


def main() -> None:
    """Draw samples, or compare the grader with the marks."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", nargs="?", choices=("sample", "agreement"), default="agreement")
    parser.add_argument("--misses", choices=HALVES, help="show where they differ, in this half")
    chosen = parser.parse_args()
    if chosen.what == "sample":
        asyncio.run(sample())
        return
    found = items()
    for one in found:
        if one.half == chosen.misses and not one.agrees:
            print(f"{one.number} {one.memory}: by hand {one.by_hand}, graded {one.graded}\n{one.sample}\n")
    sentences = prose()
    for one in sentences:
        if one.half == chosen.misses and one.by_hand != one.graded:
            print(f"{one.text}\nby hand {sorted(one.by_hand)}, graded {sorted(one.graded)}\n")
    print(table(found), table_of_prose(sentences), sep="\n\n")


if __name__ == "__main__":
    main()
