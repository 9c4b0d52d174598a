"""Pages as people use them, in a real headless Chromium."""

from __future__ import annotations

import re
import shutil
import subprocess
import tarfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from ariadne.report.live import serving
from ariadne.report.report import write_report
from tests.command import ariadne
from tests.conftest import Game
from tests.report.chromium import ARGUMENTS
from tests.report.plays import nasty, talkative, write
from tests.report.seat import playing
from tests.screen.events import file_of

pytestmark = pytest.mark.xdist_group("browser")

AXE = "axe-core@4"
PHONE = {"width": 390, "height": 844}

Open = Callable[..., Any]


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    chromium = shutil.which("chromium")
    if chromium is None:
        pytest.skip("needs a browser: apt-get install chromium")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        yield running
        running.close()


@pytest.fixture(scope="module")
def axe(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The script of axe-core; it is for tests, and no part of Ariadne."""
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip("needs npm, which fetches axe-core")
    folder = tmp_path_factory.mktemp("axe-core")
    done = subprocess.run([npm, "pack", AXE], cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip("npm cannot fetch axe-core")
    with tarfile.open(next(folder.glob("*.tgz"))) as archive:
        script = archive.extractfile("package/axe.min.js")
        assert script is not None
        return script.read().decode()


@pytest.fixture
def visit(browser: Any) -> Iterator[Open]:
    """Opens a page, and checks when the test is over that nothing was fetched and nothing complained."""
    contexts, trouble = [], []

    def opened(path: Path, anchor: str = "", **options: Any) -> Any:
        contexts.append(browser.new_context(**{"viewport": {"width": 1300, "height": 900}, **options}))
        page = contexts[-1].new_page()
        page.on("console", lambda message: trouble.append(message.text))
        page.on("pageerror", lambda error: trouble.append(str(error)))
        page.on("request", lambda sent: sent.url.startswith(("file:", "data:")) or trouble.append(sent.url))
        page.goto(path.as_uri() + anchor)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert trouble == []


@pytest.fixture(scope="module")
def hunt(game: Game, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of a treasure hunt that was really played."""
    folder = tmp_path_factory.mktemp("hunt")
    # In a process of its own: the browser's driver keeps an event loop running in this one.
    assert ariadne("play", game("treasure-hunt"), "--quiet", "--runs", folder).returncode == 0
    (played,) = folder.iterdir()
    return write_report([played])


@pytest.fixture(scope="module")
def several(hunt: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The index of the same hunt and of an episode whose texts try to do harm."""
    harmful = tmp_path_factory.mktemp("harmful")
    write(harmful, nasty(long="y" * 100_000))
    return write_report([hunt.parent, harmful], harmful)


def step(page: Any) -> str:
    """Which step is shown."""
    shown: str = page.inner_text("#number").partition(" / ")[0]
    return shown


def facts(page: Any) -> int:
    """How many facts the graph has."""
    return int(page.inner_text("#graph-words").split(", ")[1].split()[0])


def scrolls_sideways(page: Any) -> bool:
    wide: bool = page.evaluate("document.documentElement.scrollWidth > innerWidth")
    return wide


def test_slider_keys_and_buttons_go_from_step_to_step(visit: Open, hunt: Path) -> None:
    page = visit(hunt)
    assert step(page) == "0"
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert step(page) == "2"
    page.keyboard.press("ArrowLeft")
    assert step(page) == "1"
    assert page.url.endswith("#step=1")
    page.click("#on")
    page.focus("#slider")
    page.keyboard.press("ArrowRight")
    assert step(page) == "3"
    assert page.inner_text("#status").startswith("Step 3 of ")
    page.keyboard.press("End")
    assert page.inner_text("#number") == f"{step(page)} / {step(page)}"
    page.focus("#search")
    page.keyboard.press("ArrowLeft")
    assert page.inner_text("#number") == f"{step(page)} / {step(page)}", "in a line of text the key moves in the text"


def test_it_plays_by_itself_until_it_is_paused(visit: Open, hunt: Path) -> None:
    page = visit(hunt)
    page.clock.install()
    page.click("#play")
    page.clock.run_for(2_100)
    assert step(page) == "2"
    page.click("#play")
    page.clock.run_for(5_000)
    assert (step(page), page.inner_text("#play")) == ("2", "Play")


def test_a_link_leads_to_its_step_and_one_that_leads_nowhere_harms_nothing(visit: Open, hunt: Path) -> None:
    page = visit(hunt, "#step=2")
    assert step(page) == "2"
    page.evaluate("location.hash = '#step=1'")
    page.locator("#number", has_text="1 / ").wait_for()
    assert step(visit(hunt, "#step=x")) == "0"
    assert step(visit(hunt, "#step=999999")) != "0", "past the end is the end"


def test_a_step_tells_what_was_seen_learned_planned_done_and_asked(visit: Open, hunt: Path) -> None:
    page = visit(hunt, "#step=1")
    assert "-=" in page.inner_text("#seen")
    assert "is in" in page.inner_text("#learned ul.added")
    assert page.locator("#plan li").count() > 0
    assert "sent: " in page.inner_text("#action")
    asked = page.locator("#questions details")
    assert [line.split(":")[0] for line in asked.locator("summary").all_inner_texts()] == ["learn", "plan", "act"]
    assert "tokens" in asked.first.inner_text()
    asked.first.locator("summary").click()
    asked.first.locator("pre").last.wait_for()
    assert "knowledge graph" in asked.first.inner_text()
    assert "triplets" in asked.first.locator("pre").last.inner_text()


def test_the_graph_grows_marks_what_changed_and_keeps_its_places(visit: Open, hunt: Path) -> None:
    page = visit(hunt)
    places = "[...document.querySelectorAll('#drawing text')].map((text) => text.getAttribute('x')).join()"
    before = page.evaluate(places)
    assert facts(page) == 0
    page.keyboard.press("ArrowRight")
    first = facts(page)
    assert first == page.locator("#drawing line.new").count() == page.locator("#learned li").count() > 0
    assert "key" in "".join(page.locator("#drawing text.away").all_text_contents()), "it is carried later"
    dropped = 0
    for _ in range(40):
        page.keyboard.press("ArrowRight")
        assert page.locator("#drawing line.dropped").count() == page.locator("#learned .removed li").count()
        dropped += page.locator("#drawing line.dropped").count()
    assert facts(page) > first
    assert dropped > 0
    assert page.locator("#drawing rect.here").count() == 1
    assert "key" not in "".join(page.locator("#drawing text.away").all_text_contents()), (
        "they stand where they were last"
    )
    assert page.evaluate(places) == before


def test_a_vertex_is_found_marked_and_tells_its_facts_with_their_steps(visit: Open, hunt: Path) -> None:
    page = visit(hunt, "#step=2")
    page.fill("#search", "inventory")
    assert page.locator("#drawing text.chosen").text_content().startswith("inventory")
    assert "learned at" in page.inner_text("#vertex")
    page.fill("#search", "no such thing")
    assert page.inner_text("#found") == "no vertex is called so"
    assert not page.is_visible("#vertex")


def test_texts_that_try_to_do_harm_do_none(visit: Open, several: Path) -> None:
    page = visit(several)
    for link in page.locator("main a").all():
        other = visit(several.parent / link.get_attribute("href"), "#step=1")
        assert other.evaluate("window.harmed") is None
        assert other.locator("main img").count() == 0
        assert not scrolls_sideways(other)
    assert page.evaluate("window.harmed") is None
    # All of its texts are there, as text.
    harmful = next(link for link in page.locator("main a").all() if "harmed" in link.get_attribute("href"))
    other = visit(several.parent / harmful.get_attribute("href"), "#step=1", viewport=PHONE)
    for place in ("h1", "#seen", "#learned", "#recalled", "#plan", "#action"):
        assert "<script>window.harmed = true</script>" in other.locator(place).text_content()
    assert "y" * 100_000 in other.locator("#action").text_content()
    assert not scrolls_sideways(other)


def test_a_phone_shows_all_of_it_without_scrolling_sideways(visit: Open, hunt: Path, several: Path) -> None:
    for path in (hunt, several):
        page = visit(path, "#step=3", viewport=PHONE)
        assert not scrolls_sideways(page)
    assert visit(hunt, viewport=PHONE).locator("#slider").bounding_box()["width"] > 60


def test_it_is_dark_where_the_reader_wants_it_dark(visit: Open, hunt: Path) -> None:
    paper = "getComputedStyle(document.body).backgroundColor"
    light = visit(hunt, color_scheme="light").evaluate(paper)
    dark = visit(hunt, color_scheme="dark").evaluate(paper)
    assert min(map(int, re.findall(r"\d+", light))) > 200
    assert max(map(int, re.findall(r"\d+", dark))) < 60


def test_a_live_page_follows_the_episode_unless_its_watcher_looks_back(browser: Any, tmp_path: Path) -> None:
    lines = file_of(talkative(steps=4, words=3)).splitlines(keepends=True)
    episode = write(tmp_path, [])
    trouble: list[str] = []

    def go_on(count: int) -> None:
        with episode.open("a", encoding="utf-8") as file:
            file.writelines(lines.pop(0) for _ in range(count))

    def shows(words: str, place: str = "#number") -> None:
        page.locator(place, has_text=words).wait_for(timeout=10_000)

    with serving(lambda: episode, linger=0) as address:
        page = browser.new_context().new_page()
        page.on("console", lambda message: trouble.append(message.text))
        page.on("pageerror", lambda error: trouble.append(str(error)))
        page.goto(address)
        assert "has not begun" in page.inner_text("h1")
        go_on(3)
        shows("1 / 1")
        go_on(1)
        shows("2 / 2")
        page.keyboard.press("ArrowLeft")
        go_on(1)
        shows("The episode has gone on", "#live")
        shows("1 / 2")
        page.keyboard.press("ArrowRight")
        shows("3 / 3")
        assert trouble == []
    shows("no longer served", "#live")
    page.context.close()


@pytest.mark.parametrize("scripts", [True, False])
def test_a_human_plays_from_a_page_with_and_without_scripts(
    browser: Any, game: Game, tmp_path: Path, scripts: bool
) -> None:
    trouble: list[str] = []
    with playing(game("treasure-hunt"), tmp_path) as (process, address):
        page = browser.new_context(viewport=PHONE, java_script_enabled=scripts).new_page()
        page.on("console", lambda message: trouble.append(message.text))
        page.on("pageerror", lambda error: trouble.append(str(error)))
        page.goto(address)
        # Without scripts a page that came before the game must be loaded again by hand.
        while not scripts and page.locator("#line").count() == 0:
            page.reload()
        page.locator("#line").wait_for(timeout=20_000)
        page.keyboard.type("look")
        page.keyboard.press("Enter")
        page.locator(".command", has_text="> look").wait_for(timeout=10_000)
        page.get_by_text("Valid commands").click()
        chosen = page.locator("details button").first
        command = chosen.inner_text()
        chosen.click()
        page.locator(".command", has_text=f"> {command}").wait_for(timeout=10_000)
        assert not scrolls_sideways(page)
        page.keyboard.type("quit")
        page.keyboard.press("Enter")
        page.locator("#end", has_text="left: ").wait_for(timeout=10_000)
        assert process.wait(20) == 0
        page.context.close()
    assert trouble == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_serious_fault(visit: Open, hunt: Path, several: Path, axe: str, scheme: str) -> None:
    for path, anchor in ((hunt, "#step=3"), (several, "")):
        page = visit(path, anchor, color_scheme=scheme)
        if path == hunt:
            page.fill("#search", "inventory")
        page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")
        page.evaluate(axe)
        found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")["violations"]
        serious = {
            each["id"]: [node["html"][:300] for node in each["nodes"][:3]]
            for each in found
            if each["impact"] in ("serious", "critical")
        }
        assert serious == {}
