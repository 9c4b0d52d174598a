"""The page over all runs, as browsers and others ask for it."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import shutil
import signal
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote, urlsplit

import pytest

from ariadne.report.view import viewing
from ariadne.runs.run import held
from tests.command import ARIADNE, ariadne, ariadne_here, environment
from tests.conftest import Game
from tests.evaluate.runs import Told
from tests.models.server import ChatServer, Reaction, completion, serving
from tests.report.chromium import PHONE, faults
from tests.report.plays import nasty, write
from tests.report.test_listing import run
from tests.report.test_live import read, request

pytestmark = pytest.mark.xdist_group("browser")

HARMFUL = "<img src=x onerror='window.harmed=true'> & \"quoted\" 100%2F"
ANSWER = json.dumps({"plan": ["look around | nothing is known"], "reason": "to see", "action": "look"})

Visit = Callable[[str], Any]


@pytest.fixture(scope="module")
def runs(game: Game, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A play that was really played, two evaluations, and a run whose every text, its name too, tries to do harm."""
    folder = tmp_path_factory.mktemp("runs")
    # In a process of its own: the browser's driver keeps an event loop running in this one.
    play = ("play", game("treasure-hunt"), "--quiet", "--max-steps", "4", "--runs", folder)
    assert ariadne(*play).returncode == 0
    run(folder / "20200102-000000-eval", Told(game="cooking"), Told(game="cooking", memory="rag", scores=(1, 2)))
    run(folder / "20200101-000000-eval", Told(game="cooking", memory="none", scores=(0, 1)))
    run(folder / HARMFUL, config="games:\n- hunt\n", has_card=False)
    write(folder / HARMFUL, nasty())
    os.utime(folder / HARMFUL / "config.yaml", (0, 0))
    return folder


@pytest.fixture(scope="module")
def address(runs: Path) -> Iterator[str]:
    with viewing(runs) as found:
        yield found


@pytest.fixture
def visit(browser: Any) -> Iterator[Visit]:
    """Opens a page, and checks when the test is over that nothing complained."""
    trouble: list[str] = []
    context = browser.new_context(viewport={"width": 1300, "height": 900})

    def opened(address: str) -> Any:
        page = context.new_page()
        page.on("console", lambda message: trouble.append(message.text))
        page.on("pageerror", lambda error: trouble.append(str(error)))
        page.goto(address)
        return page

    yield opened
    context.close()
    # A page asks once after its server has gone, or while it goes.
    assert [each for each in trouble if "CONNECTION_RE" not in each] == []


def shown(page: Any) -> list[str]:
    """The runs that can be seen, by their names."""
    names: list[str] = page.locator("tbody tr:visible th").all_inner_texts()
    return names


def test_runs_are_listed_and_filtered_and_a_return_finds_the_same(visit: Visit, address: str, runs: Path) -> None:
    page = visit(address)
    play, *others = shown(page)
    assert play.endswith("-small-treasure-hunt-ariadne")
    assert others == ["20200102-000000-eval", "20200101-000000-eval", HARMFUL]
    page.get_by_role("button", name="score").click()
    assert shown(page)[:1] == ["20200101-000000-eval"]
    page.get_by_role("button", name="score").click()
    assert shown(page)[-1] == "20200101-000000-eval"
    page.select_option("#game", "cooking")
    assert {*shown(page)} == {"20200102-000000-eval", "20200101-000000-eval"}
    assert page.inner_text("#shown") == "2 of 4 shown"
    page.fill("#score", "0.5")
    assert shown(page) == ["20200102-000000-eval"]
    page.fill("#score", "")
    page.reload()
    assert page.locator("th[aria-sort=descending]").inner_text() == "score"
    assert page.input_value("#game") == "cooking"
    page.select_option("#memory", "none")
    assert shown(page) == ["20200101-000000-eval"]
    page.get_by_role("link", name="20200101-000000-eval").click()
    assert page.inner_text("h1") == "20200101-000000-eval"
    page.go_back()
    page.locator("#shown", has_text="1 of 4 shown").wait_for()
    assert shown(page) == ["20200101-000000-eval"]
    page.select_option("#memory", "")
    page.select_option("#model", "rules")
    assert len(shown(page)) == 2


@pytest.mark.nightly
def test_runs_are_found_by_words_sorted_by_numbers_and_loaded_as_csv(
    visit: Visit, address: str, runs: Path, tmp_path: Path
) -> None:
    note = runs / "20200101-000000-eval" / "note.txt"
    note.write_text("#slow <img src=x onerror='window.harmed=true'>\n=1+1")
    try:
        page = visit(address)
        page.get_by_role("button", name="tokens").click()
        counts = [int(cell.replace(",", "")) for cell in page.locator("td[data-column=tokens]").all_inner_texts()]
        assert len(counts) == 4
        assert counts == sorted(counts)
        page.fill("#words", "#slow EVAL")
        assert shown(page) == ["20200101-000000-eval"]
        assert page.locator("main img").count() == 0
        page.get_by_label("Choose all that are shown").check()
        page.fill("#words", "nothing has this")
        assert page.inner_text("#shown") == "0 of 4 shown, 1 chosen"
        assert not page.get_by_label("Choose all that are shown").is_checked()
        with page.expect_download() as loaded:
            page.get_by_role("button", name="CSV").click()
        loaded.value.save_as(tmp_path / "runs.csv")
    finally:
        note.unlink()
    (line,) = csv.DictReader(io.StringIO((tmp_path / "runs.csv").read_text()))
    assert (line["name"], line["tags"], line["games"], line["seeds"]) == (
        "20200101-000000-eval",
        "slow",
        "cooking",
        "1",
    )
    assert line["note"].endswith("=1+1")
    assert len(read(f"{address}runs.csv").splitlines()) == 1 + 4
    assert len(read(f"{address}runs.csv?run=nothing").splitlines()) == 1


@pytest.mark.nightly
def test_two_plays_of_one_game_are_raced(visit: Visit, address: str, game: Game, runs: Path) -> None:
    before = {*runs.iterdir()}
    again = ("play", game("treasure-hunt"), "--memory", "none", "--quiet", "--max-steps", "3", "--runs", runs)
    assert ariadne(*again).returncode == 0
    (other,) = {*runs.iterdir()} - before
    try:
        page = visit(address)
        button = page.get_by_role("button", name="Race the two chosen plays")
        for row in page.locator("tbody tr", has_text="-small-treasure-hunt-").all():
            assert not button.is_visible()
            row.locator("input").check()
        page.locator("tbody tr", has_text="cooking").first.locator("input").check()
        assert not button.is_visible()
        page.locator("tbody tr", has_text="cooking").first.locator("input").uncheck()
        button.click()
        assert page.inner_text("h1").endswith(": a race")
        assert page.locator(".lanes h2").all_inner_texts() == ["ariadne (none, rules)", "ariadne (arigraph, rules)"]
        page.get_by_role("link", name="All runs").click()
        assert page.inner_text("h1") == "Runs"
    finally:
        shutil.rmtree(other)


def test_a_run_that_goes_on_is_listed_first(address: str, runs: Path) -> None:
    def names() -> list[str]:
        return re.findall(r'name="run" value="([^"]*)"', read(address))

    oldest = names()[-1]
    with held(runs / unquote(oldest)):
        assert names()[0] == oldest
    assert names()[-1] == oldest


@pytest.mark.nightly
def test_an_episode_a_scorecard_and_a_comparison_are_opened(visit: Visit, address: str) -> None:
    page = visit(address)
    page.locator("tbody a").first.click()
    page.locator("#slider").wait_for()
    assert "small-treasure-hunt" in page.inner_text("h1")
    assert page.inner_text("#live") == "The episode has ended."
    page.get_by_role("link", name="All runs").click()
    for row in page.locator("tbody tr", has_text="eval").filter(has_text="cooking").all():
        row.locator("input").check()
    page.get_by_role("button", name="Compare").click()
    assert page.inner_text("h1") == "What the runs came to"
    assert page.locator("#followed > p", has_text="3 episodes of 1 game").count() == 1
    for name in ("arigraph", "rag", "none"):
        assert page.locator("section", has_text="Scorecard").get_by_role("rowheader", name=name, exact=True).count() > 0
    page.locator("section", has_text="Episodes").last.get_by_role("link").nth(2).click()
    page.locator("#slider").wait_for()
    assert "cooking" in page.inner_text("h1")
    page.get_by_role("link", name="All episodes").click()
    assert re.fullmatch(r"2020010\d-000000-eval", page.inner_text("h1"))


@pytest.mark.nightly
def test_names_and_texts_that_try_to_do_harm_do_none(visit: Visit, address: str) -> None:
    page = visit(address)
    link = page.get_by_role("link", name="onerror")
    assert link.inner_text() == HARMFUL
    link.click()
    assert page.inner_text("h1") == HARMFUL
    page.locator("section", has_text="Episodes").last.get_by_role("link").click()
    page.locator("#slider").wait_for()
    assert "<script>window.harmed = true</script>" in page.inner_text("h1")
    assert page.evaluate("window.harmed") is None
    page.get_by_role("link", name="All runs").click()
    page.get_by_role("checkbox", name="onerror").check()
    page.get_by_role("button", name="Compare").click()
    assert page.inner_text("h1") == HARMFUL
    assert page.evaluate("window.harmed") is None
    assert page.locator("main img").count() == 0


@pytest.mark.nightly
def test_a_phone_shows_it_and_axe_finds_no_fault(visit: Visit, address: str, axe: str) -> None:
    page = visit(address)
    for address_of in (address, f"{address}compare/?run=20200101-000000-eval&run=20200102-000000-eval"):
        page.set_viewport_size(PHONE)
        page.goto(address_of)
        assert not page.evaluate("document.documentElement.scrollWidth > innerWidth")
        page.set_viewport_size({"width": 1300, "height": 900})
        page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")
        assert faults(page, axe) == {}


@contextmanager
def evaluating(*arguments: str | Path) -> Iterator[subprocess.Popen[str]]:
    """An evaluation in a process of its own."""
    with subprocess.Popen(
        [*ARIADNE, "eval", *map(str, arguments)], env=environment(), stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    ) as process:  # fmt: skip
        try:
            yield process
        finally:
            process.kill()


@pytest.fixture
def endpoint() -> Iterator[ChatServer]:
    """Answers the first question, and no other."""
    with serving() as server:
        server.behaviour = lambda _: Reaction(hang=True) if len(server.requests) > 1 else completion(ANSWER)
        yield server


@pytest.mark.nightly
def test_an_evaluation_that_is_killed_and_resumed_is_followed(
    visit: Visit, endpoint: ChatServer, game: Game, tmp_path: Path
) -> None:
    def says(page: Any, place: str, words: str) -> None:
        page.locator(place, has_text=re.compile(words)).wait_for(timeout=30_000)

    (tmp_path / "runs").mkdir()
    with viewing(tmp_path / "runs") as address:
        page = visit(address)
        assert page.inner_text("#live") == "0 runs, 0 running; this page follows."
        with evaluating(
            "--games", game("treasure-hunt"), "--memories", "none", "--repeats", "2", "--max-steps", "1",
            "--calls", "one", "--models", "m", "--base-url", endpoint.url, "--concurrency", "1", "--processes", "0",
            "--runs", tmp_path / "runs",
        ) as process:  # fmt: skip
            says(page, "tbody tr", "evalrunning.*1 of 2")
            page.get_by_role("checkbox", name="Choose 2").check()
            card = visit(f"{address}{page.locator('tbody a').get_attribute('href')}")
            says(card, "#followed > p", "^2 episodes of 1 game, 1 finished, 1 unfinished")
            card.locator("summary", has_text="Notes").click()
            process.kill()
        says(page, "tbody tr", "evalstopped.*1 of 2")
        says(card, "#live", "^1 run, 0 running")
        endpoint.behaviour = lambda _: completion(ANSWER)
        done = ariadne("eval", "--resume", "last", "--trust", "--runs", tmp_path / "runs")
        assert done.returncode == 0, done.stderr
        says(page, "tbody tr", "evalended.*m2")
        assert page.get_by_role("checkbox", name="Choose 2").is_checked()
        assert page.inner_text("#shown") == "1 of 1 shown, 1 chosen"
        says(card, "#followed > p", "^2 episodes of 1 game, 2 finished;")
        assert card.locator("details", has_text="Notes").last.get_attribute("open") is not None
    says(page, "#live", "no longer served")


def test_only_runs_in_the_folder_are_served_and_only_to_who_knows_the_token(
    address: str, runs: Path, tmp_path: Path
) -> None:
    outside = run(tmp_path / "outside", Told())
    (runs / "link").symlink_to(outside)
    root = urlsplit(address).path
    try:
        assert "/link/" not in read(address)
        there = os.path.relpath(outside, runs)
        for name in ("link", "..", ".", there, str(outside), "20200101-000000-eval/..", "nothing", "a\0b"):
            key = quote(name, safe="")
            for asked in (f"run/{key}/", f"run/{key}/1/", f"compare/?run={key}", f"run/{quote(name)}/1/"):
                said = request(address, root + asked)
                assert (said.status, said.read()) == (404, b"There is nothing here."), asked
    finally:
        (runs / "link").unlink()
    for path in ("/", "/run/20200101-000000-eval/", root[:-1], f"{root}x", f"{root}run/20200101-000000-eval/x/"):
        assert request(address, path).status == 404
    assert request(address, host="evil.example").status == 403
    assert request(address, method="POST").status == 501


@pytest.mark.nightly
def test_the_command_serves_until_it_is_interrupted(runs: Path) -> None:
    command = [*ARIADNE, "view", "--runs", str(runs)]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "stdin": subprocess.DEVNULL}
    with subprocess.Popen(command, env=environment(), text=True, **pipes) as process:  # type: ignore[call-overload]
        said = process.stdout.readline()
        found = re.fullmatch(r"view at (http://127\.0\.0\.1:(\d+)/[\w-]{32}/) \(Ctrl-C ends it\)\n", said)
        assert found, said
        assert "20200101-000000-eval" in read(found[1])
        taken = ariadne_here("view", "--runs", runs, "--port", found[2])
        assert (taken.returncode, taken.stdout) == (2, "")
        assert taken.stderr == f"error: cannot serve a page on 127.0.0.1:{found[2]}: Address already in use\n"
        process.send_signal(signal.SIGINT)
        assert (process.wait(20), process.stdout.read(), process.stderr.read()) == (0, "", "")
    nowhere = ariadne_here("view", "--runs", runs / "nowhere")
    assert (nowhere.returncode, nowhere.stderr.count("\n")) == (2, 1)
