"""How tests run `ariadne qa`: small questions in both original forms, and what a run leaves behind."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

from ariadne.events import ItemEnded, ItemRecalled, ItemScored, ItemStarted, Usage
from ariadne.runs.events import EventLog
from ariadne.runs.run import Run
from tests.command import ariadne, ariadne_here
from tests.screen.events import question

PLACES = ("Pisa", "Lucca", "Siena", "Arezzo")
MAKERS = ("Ada Oil", "Bruno Wick", "Carla Flame", "Dario Glass")
THINGS = ("lamp", "lantern", "candle", "mirror")


def hotpotqa(folder: Path, count: int = 2) -> Path:
    """A file of HotpotQA: each question needs two of its four paragraphs; the first one's answer is a verdict."""
    path = folder / "hotpot.json"
    path.write_text(json.dumps([_hotpot(number) for number in range(count)]), encoding="utf-8")
    return path


def musique(folder: Path, count: int = 2) -> Path:
    """A file of MuSiQue: each question needs two of its four paragraphs; the answers have aliases."""
    path = folder / "musique.jsonl"
    path.write_text("".join(json.dumps(_musique(number)) + "\n" for number in range(count)), encoding="utf-8")
    return path


def _paragraphs(stuff: str, number: int) -> list[tuple[str, list[str], bool]]:
    """Title, sentences, and whether the answer needs it."""
    thing, maker, place = THINGS[number % 4], MAKERS[number % 4], PLACES[number % 4]
    other = MAKERS[(number + 1) % 4]
    return [
        (
            f"History of {stuff} {number}",
            [f"Much {stuff} was worked here.", " Nobody knows since when."],
            False,
        ),
        (
            f"The old {stuff} {thing}",
            [f"The {thing} is in a museum.", f" It was made by {maker}."],
            True,
        ),
        (other, [f"{other} painted ships and {stuff} harbours.", " None of the paintings is left."], False),
        (maker, [f"{maker}, who worked in {stuff}, was born in {place}.", " The family traded in olives."], True),
    ]


def _hotpot(number: int) -> dict[str, Any]:
    paragraphs = _paragraphs("glass", number)
    return {
        "_id": f"hotpot{number}",
        "question": f"In which town was the maker of the old glass {THINGS[number % 4]} born?",
        "answer": "yes" if number == 0 else PLACES[number % 4],
        "supporting_facts": [[title, 0] for title, _, supporting in paragraphs if supporting],
        "context": [[title, sentences] for title, sentences, _ in paragraphs],
        "type": "bridge",
        "level": "hard",
    }


def _musique(number: int) -> dict[str, Any]:
    return {
        "id": f"2hop__{number}_{number}",
        "paragraphs": [
            {"idx": place, "title": title, "paragraph_text": "".join(sentences), "is_supporting": supporting}
            for place, (title, sentences, supporting) in enumerate(_paragraphs("tin", number))
        ],
        "question": f"Where was the maker of the old tin {THINGS[number % 4]} born?",
        "question_decomposition": [],
        "answer": PLACES[number % 4],
        "answer_aliases": [f"the town of {PLACES[number % 4]}"],
        "answerable": True,
    }


def cut(folder: Path, count: int) -> Path:
    """Questions of MuSiQue that are cut to the two paragraphs which they need."""
    path = folder / "cut.jsonl"
    entries = (_musique(number) for number in range(count))
    needed = (
        {**entry, "paragraphs": [one for one in entry["paragraphs"] if one["is_supporting"]]} for entry in entries
    )
    path.write_text("".join(json.dumps(entry) + "\n" for entry in needed), encoding="utf-8")
    return path


def asked(*arguments: str | Path, **more: Any) -> subprocess.CompletedProcess[str]:
    """`ariadne qa`, run to its end."""
    return ariadne("qa", *arguments, **more) if more else ariadne_here("qa", *arguments)


def write_item(
    run: Path,
    number: int,
    item: str,
    method: str,
    *,
    f1: float | None = 1.0,
    ranking: list[int] | None = None,
    why: str = "answered",
    dataset: str = "musique",
    model: str | None = "gpt-4o-mini",
    cached: bool = False,
) -> None:
    """The events of one question, as `ariadne qa` leaves them; without an end if `why` is empty."""
    log = EventLog(Run(run).part("items", number, dataset, item, method))
    about = {"item": item, "dataset": dataset, "question": "Where?", "method": method, "model": model, "asked": model}
    log(ItemStarted(**about, model_for={}, base_url=None, embedder="minilm", paragraphs=6, run=str(run),
                    versions={"ariadne": "1"}))  # fmt: skip
    usage = Usage(1000, 10, 0, 0.0 if cached else 0.5)
    log(question(kind="qa_answer", usage=usage, seconds=2.0, cached=cached))
    if why in ("answered", "retrieved"):
        log(ItemRecalled(queries={}, facts=(), shown=(0,), ranking=tuple(ranking) if ranking else None))
        exact = None if f1 is None else float(f1 == 1)
        log(ItemScored(answers=("Pisa",), exact=exact, f1=f1, supporting=(1, 4)))
    if why:
        log(ItemEnded(why=why, error="", model_calls=1, prompt_tokens=1000, completion_tokens=10, cost_usd=0.0,
                      seconds=3.0))  # fmt: skip
    log.close()
