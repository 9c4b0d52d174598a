from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from ariadne.cli import run
from ariadne.errors import UserError
from ariadne.report.report import write_report
from tests.evaluate.runs import Told, write_run
from tests.report.chromium import policy_of
from tests.report.plays import NASTY, nasty, talkative, write
from tests.screen.events import an_episode, learned, scored

MOST = 5_000_000


def data(page: str) -> dict[str, Any]:
    (found,) = re.findall(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)
    content: dict[str, Any] = json.loads(found)
    return content


def pages(run: Path) -> list[str]:
    return [path.read_text(encoding="utf-8") for path in (run / "report.html", *run.glob("report/episodes/*.html"))]


def test_one_episode_is_one_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_run(tmp_path / "one", Told(grown=(2, 1, 1, 1)))
    assert run(["report", str(tmp_path / "one")]) == 0
    assert capsys.readouterr().out == f"{tmp_path / 'one' / 'report.html'}\n"
    (page,) = pages(tmp_path / "one")
    assert len(data(page)["steps"]) == 6, "the start, four steps, and the end"
    assert "Scorecard" in page
    assert "Score by step: hunt" in page


def test_several_runs_are_an_index_and_a_page_each(tmp_path: Path) -> None:
    one = write_run(tmp_path / "one", Told(), Told(memory="rag"))
    two = write_run(tmp_path / "two", Told(seed=2, scores=(0.0,)))
    index = write_report([one, two], tmp_path / "out")
    assert index == tmp_path / "out" / "report.html"
    links = re.findall(r'<a href="([^"]+)">', index.read_text(encoding="utf-8"))
    assert len(links) == 3
    for link in links:
        page = index.parent / link
        (back,) = re.findall(r'<nav [^>]*><a href="([^"]+)">', page.read_text(encoding="utf-8"))
        assert (page.parent / back).resolve() == index.resolve()


def test_the_index_begins_with_the_verdict_and_tells_scores_with_intervals(tmp_path: Path) -> None:
    one = write_run(tmp_path, Told(), Told(seed=2, scores=(0.0,)), Told(memory="rag"), Told(memory="rag", seed=2))
    page = write_report([one]).read_text(encoding="utf-8")
    assert page.index("beside arigraph") < page.index("4 episodes of 1 game")
    assert re.search(r'<th scope="row">arigraph</th><td>2/2</td><td>0.50</td><td>0.00 1.00</td>', page)


def test_a_page_may_run_and_wear_only_what_it_was_made_with(tmp_path: Path) -> None:
    write_report([write_run(tmp_path, Told(), Told(seed=2))])
    for page in pages(tmp_path):
        policy_of(page)
        assert not re.search(r"<[^>]+\s(on\w+|style)=", page)
        assert not re.search(r'(?:src|href)="(?:https?:)?//', page)


def test_texts_of_games_and_models_are_never_markup(tmp_path: Path) -> None:
    write(tmp_path / "one", nasty())
    write(tmp_path / "one", nasty(), 2)
    write_report([tmp_path / "one"])
    for page in pages(tmp_path / "one"):
        assert "<script>window" not in page
        assert "<img" not in page
        assert "\x1b" not in page
        assert "49" not in page.partition("<main>")[0].partition("</style>")[2], "no template reads them"
    kept = data(pages(tmp_path / "one")[1])["lines"]
    assert NASTY.replace("\x1b[31m", "").replace("\x1b[0m", "") in kept


@pytest.mark.nightly
def test_a_long_episode_with_long_prompts_stays_below_five_megabytes_and_says_what_it_lost(tmp_path: Path) -> None:
    write(tmp_path / "one", talkative(steps=60, words=16_000))
    page = write_report([tmp_path / "one"])
    assert page.stat().st_size < MOST
    kept = data(page.read_text(encoding="utf-8"))
    assert kept["clipped"] == 60
    assert any("more characters" in line for line in kept["lines"])


@pytest.mark.nightly
def test_names_of_any_length_and_numbers_that_are_none(tmp_path: Path) -> None:
    long = [learned([f"{number} {'x' * 100_000}, is in, hall" for number in range(60)])]
    write(tmp_path / "one", [*an_episode()[:2], *long])
    assert write_report([tmp_path / "one"]).stat().st_size < MOST
    write(
        tmp_path / "two",
        [*an_episode()[:2], scored(float("nan"), step=0)],
    )
    with pytest.raises(UserError, match="damaged"):
        write_report([tmp_path / "two"])


def test_an_unfinished_episode_has_a_page(tmp_path: Path) -> None:
    write(tmp_path / "one", [each for each in an_episode() if each.name not in ("question", "episode_ended")])
    page = write_report([tmp_path / "one"]).read_text(encoding="utf-8")
    assert "It has not ended." in page
    house = data(page)["house"]
    assert [house["names"][step["here"]] for step in house["steps"]] == ["hall"] * 2


def test_a_damaged_run_has_no_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(tmp_path / "damaged", an_episode())
    path.write_text(path.read_text().replace('"prompt": ', '"promt": '))
    assert run(["report", str(tmp_path / "damaged")]) == 2
    assert "is damaged" in capsys.readouterr().err
