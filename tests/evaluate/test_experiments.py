"""What holds for scorecards of games, of questions and of examinations alike."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from ariadne.errors import UserError
from ariadne.evaluate import scorecard as games
from ariadne.evaluate.card import SCHEMA, Scorecard
from ariadne.evaluate.tables import FORMATS, as_verdict
from ariadne.events import ExamStarted, ItemEnded, Marked
from ariadne.exam import scorecard as exams
from ariadne.qa import scorecard as questions
from ariadne.report.cards import page_of
from ariadne.runs.events import EventLog
from ariadne.runs.run import Run
from tests.evaluate.cards import scored
from tests.qa.asking import write_item

NASTY = "[red]m[/red] | <b>\x1b[31m"


@dataclass(frozen=True)
class Kind:
    """A kind of experiment.

    Attributes:
        write: write a unit into a run: its number, its seed or question, the arm, its model, and a share as the result.
        metric: what the verdict is about. `build`: makes a scorecard.
    """

    write: Callable[[Path, int, int, str, str, float], None]
    metric: str
    build: Callable[[Sequence[Path], str | None], Scorecard]

    def run(self, folder: Path, *arms: tuple[str, Sequence[float]], model: str = "m") -> Path:
        """A run of some arms, each with the results of its units."""
        units = [(seed, arm, share) for arm, shares in arms for seed, share in enumerate(shares, 1)]
        for number, (seed, arm, share) in enumerate(units, 1):
            self.write(folder, number, seed, arm, model, share)
        return folder


def play(run: Path, number: int, seed: int, arm: str, model: str, share: float) -> None:
    scored(share, seed=seed, memory=arm, model=model).write(run, number)


def question(run: Path, number: int, seed: int, arm: str, model: str, share: float) -> None:
    write_item(run, number, f"q{seed}", arm, f1=share, model=model)


def exam(run: Path, number: int, seed: int, arm: str, model: str, share: float) -> None:
    """An examination of four questions."""
    log = EventLog(Run(run).part("exams", number, "hunt", str(seed), arm))
    log(ExamStarted(preset="hunt", seed=seed, memory=arm, model=model, turns=9, versions={"ariadne": "1"}))
    for place in range(4):
        asked = {"kind": "now", "turn": 1, "question": "Where?", "answer": "here"}
        log(Marked(**asked, truth=place < 4 * share, said=2, stale=1, tokens=10))
    log(ItemEnded(why="examined", error="", model_calls=1, prompt_tokens=9, completion_tokens=1, cost_usd=0, seconds=1))
    log.close()


KINDS = {
    "games": Kind(play, "score", games.build),
    "questions": Kind(question, "f1", questions.build),
    "examinations": Kind(exam, "truth", exams.build),
}
SIX = ("rag", [1.0] * 6), ("none", [0.25, 0.5] * 3)


@pytest.fixture(params=KINDS)
def kind(request: pytest.FixtureRequest) -> Kind:
    return KINDS[request.param]


def test_the_same_events_make_the_same_card_and_json_is_all_of_it(kind: Kind, tmp_path: Path) -> None:
    run, again = (kind.run(tmp_path / name, *SIX) for name in ("run", "again"))
    card = kind.build([run, tmp_path / "again" / ".." / "run"], None)
    assert card == kind.build([run], None)
    assert card.comparable() == kind.build([again], None).comparable()
    text = FORMATS["json"](page_of([run]))
    assert Scorecard.model_validate_json(text) == card
    assert (json.loads(text)["schema"], json.loads(text)["runs"]) == (SCHEMA, [str(run)])


def test_a_mean_is_of_what_was_finished_with_an_interval_and_paired_by_unit(kind: Kind, tmp_path: Path) -> None:
    card = kind.build([kind.run(tmp_path, *SIX)], "none")
    value = next(row for row in card.rows if row.arm == "none").metrics[kind.metric]
    assert (value.n, value.mean) == (24 // 4, 0.375)
    assert value.ci95
    assert 0.25 <= value.ci95[0] < 0.375 < value.ci95[1] <= 0.5
    (each,) = card.compared(kind.metric)
    assert (each.arm, each.baseline, each.pairs, each.unpaired, each.better) == ("rag", "none", 6, 0, 6)
    assert (each.difference, each.p, each.p_holm) == (0.625, 2 / 2**6, 2 / 2**6)


def test_the_verdict_names_the_better_one_and_what_each_took(kind: Kind, tmp_path: Path) -> None:
    difference, price = as_verdict(page_of([kind.run(tmp_path, *SIX)], "none")).splitlines()
    assert difference.split(": ")[0].count("none") == difference.split(" none ")[0].count("rag") == 1
    assert "better on 6 of 6" in difference
    assert difference.endswith(", p = 0.031.")
    assert price.endswith(("a step of none cost 1.0 times rag's.", "none took 1.0 times rag's tokens a question."))


def test_a_single_arm_has_nothing_to_compare_it_with(kind: Kind, tmp_path: Path) -> None:
    assert as_verdict(page_of([kind.run(tmp_path, SIX[0])])).endswith("there is nothing to compare it with.\n")


def test_csv_has_a_line_for_each_row(kind: Kind, tmp_path: Path) -> None:
    run = kind.run(tmp_path, *SIX)
    card = kind.build([run], None)
    for line, row in zip(csv.DictReader(io.StringIO(FORMATS["csv"](page_of([run])))), card.rows, strict=False):
        assert (line["unit"], line["arm"], line["model"]) == (row.unit, row.arm, row.model)
        assert {name: line[f"{name}_mean"] for name in row.metrics} == {
            name: "" if value.mean is None else str(value.mean) for name, value in row.metrics.items()
        }
        assert not any(sign in value for value in line.values() for sign in "{[")


def test_untrusted_names_are_no_markup_and_no_formula(kind: Kind, tmp_path: Path) -> None:
    for number, model in enumerate((NASTY, "=1+1"), 1):
        kind.write(tmp_path, number, 1, "rag", model, 1.0)
    page = page_of([tmp_path])
    assert "\x1b" not in FORMATS["table"](page) + FORMATS["md"](page)
    assert "[red]m[/red]" in FORMATS["table"](page)
    assert "<b>" not in FORMATS["md"](page)
    assert "'=1+1" in {line["model"] for line in csv.DictReader(io.StringIO(FORMATS["csv"](page)))}


def test_what_cannot_have_a_scorecard_is_one_line(kind: Kind, tmp_path: Path) -> None:
    run = kind.run(tmp_path / "run", *SIX)
    with pytest.raises(UserError, match="unknown name 'nome'; did you mean none"):
        kind.build([run], "nome")
    for folder in ("episodes", "items", "exams"):
        (tmp_path / "other" / folder).mkdir(parents=True)
    with pytest.raises(UserError, match="need separate scorecards"):
        page_of([run, tmp_path / "other"])
    with pytest.raises(UserError, match="yet in"):
        kind.build([tmp_path / "other"], None)
    path = next(run.glob("*/1-*/events.jsonl"))
    path.write_text(path.read_text(encoding="utf-8").replace('"event"', '"lie"'), encoding="utf-8")
    with pytest.raises(UserError, match="is damaged"):
        kind.build([run], None)


@pytest.mark.parametrize("name", ["questions", "examinations"])
def test_what_was_done_twice_is_refused(name: str, tmp_path: Path) -> None:
    runs = [KINDS[name].run(tmp_path / place, *SIX) for place in ("one", "two")]
    with pytest.raises(UserError, match="twice: make one scorecard per run"):
        KINDS[name].build(runs, None)
