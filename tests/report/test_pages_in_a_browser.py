"""Pages as people use them, in a real headless Chromium."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from ariadne.report.live import serving
from ariadne.report.report import write_report
from tests.conftest import Game
from tests.report.chromium import PHONE, Open, faults, scrolls_sideways
from tests.report.plays import nasty, talkative, write
from tests.report.seat import playing
from tests.screen.events import file_of

pytestmark = pytest.mark.xdist_group("browser")


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
    return int(page.inner_text("#graph-words").split()[0])


def told(path: Path) -> Any:
    """The data of a page."""
    (found,) = re.findall(
        r'<script type="application/json" id="data">(.*?)</script>', path.read_text("utf-8"), re.DOTALL
    )
    return json.loads(found)


def text(content: Any, runs: list[int]) -> str:
    """A text of a page's data."""
    starts = zip(runs[::2], runs[1::2], strict=True)
    return "\n".join(line for start, count in starts for line in content["lines"][start : start + count])


def said(path: Path, step: Any) -> str:
    """What a step learned."""
    return "; ".join(text(told(path), each) for each in step["added"])


def test_slider_keys_and_buttons_go_from_step_to_step(visit: Open, hunt: Path) -> None:
    page = visit(hunt, "#step=0")
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
    assert step(page) == "end"
    page.focus("#search")
    page.keyboard.press("ArrowLeft")
    assert step(page) == "end", "in a line of text the key moves in the text"


@pytest.mark.nightly
def test_it_opens_at_a_telling_step_and_ends_with_what_came_of_the_last(visit: Open, hunt: Path) -> None:
    page = visit(hunt)
    assert page.locator("#learned .removed li").count() > 0, "the memory changed its mind"
    page.focus("#slider")
    page.keyboard.press("End")
    assert "The End" in page.inner_text("#seen")
    assert "nothing more" in page.inner_text("#learned")
    assert page.inner_text("#status").startswith("The end, after step ")


@pytest.mark.nightly
def test_it_plays_by_itself_until_it_is_paused(visit: Open, hunt: Path) -> None:
    page = visit(hunt, "#step=0")
    # Stopped, so that a busy machine adds no time of its own to what is run.
    page.clock.install(time=0)
    page.clock.pause_at(10_000)
    page.keyboard.press(" ")
    page.clock.run_for(2_100)
    assert step(page) == "2"
    page.keyboard.press(" ")
    page.clock.run_for(5_000)
    assert (step(page), page.inner_text("#play")) == ("2", "Play")
    page.select_option("#speed", "4")
    page.click("#play")
    page.clock.run_for(1_100)
    assert step(page) == "6"
    page.clock.run_for(60_000)
    assert (step(page), page.inner_text("#play")) == ("end", "Play")


@pytest.mark.nightly
def test_a_link_leads_to_its_step_and_one_that_leads_nowhere_harms_nothing(visit: Open, hunt: Path) -> None:
    page = visit(hunt, "#step=2")
    assert step(page) == "2"
    page.evaluate("location.hash = '#step=1'")
    page.locator("#number", has_text="1 / ").wait_for()
    assert step(visit(hunt, "#step=x")) == step(visit(hunt)) != "0"
    assert step(visit(hunt, "#step=999999")) == "end", "past the end is the end"


@pytest.mark.nightly
def test_a_step_tells_what_was_seen_learned_planned_done_and_asked(visit: Open, hunt: Path) -> None:
    page = visit(hunt, "#step=1")
    assert "-=" in page.inner_text("#seen")
    assert "is in" in page.inner_text("#learned ul.added")
    assert page.locator("#plan li").count() > 0
    assert "sent: " in page.inner_text("#action")
    asked = page.locator("#questions details")
    assert [line.split(":")[0] for line in asked.locator("summary").all_inner_texts()] == ["one"]
    assert "tokens" in asked.first.inner_text()
    asked.first.locator("summary").click()
    asked.first.locator("pre").last.wait_for()
    assert "an agent in a text world" in asked.first.inner_text()
    assert "triplets" in asked.first.locator("pre").last.inner_text()


PLACES = """() => Object.fromEntries([...document.querySelectorAll('.graph .vertex > g')].map((node) => {
  const {x, y} = node.getBoundingClientRect(), home = document.querySelector('.graph').getBoundingClientRect();
  return [node.dataset.name, [Math.round(x - home.x), Math.round(y - home.y)]];
}))"""


@pytest.mark.nightly
def test_a_thing_glides_to_where_it_is_known_to_be_now_and_its_old_fact_is_struck_out(visit: Open, hunt: Path) -> None:
    page = visit(hunt, "#step=0")
    moved = next(
        number for number, each in enumerate(told(hunt)["steps"]) if each["removed"] and "inventory" in said(hunt, each)
    )
    thing = said(hunt, told(hunt)["steps"][moved]).split(",")[0]
    page.evaluate(f"location.hash = '#step={moved - 1}'")
    page.locator("#number", has_text=f"{moved - 1} / ").wait_for()
    before = page.evaluate(PLACES)
    page.keyboard.press("ArrowRight")
    page.evaluate(
        """async () => { for (const each of document.getAnimations()) { each.pause(); each.currentTime = 300 } }"""
    )
    between = page.evaluate(PLACES)
    page.evaluate("for (const each of document.getAnimations()) each.finish()")
    after = page.evaluate(PLACES)
    assert before[thing] != between[thing] != after[thing] != before[thing]
    rooms = [name for kind, name in told(hunt)["graph"]["groups"] if kind == "frame" and name in before]
    assert rooms
    assert all(before[room] == between[room] == after[room] for room in rooms), "rooms stay"
    assert "line-through" in page.locator("#learned .removed li").first.evaluate(
        "(node) => getComputedStyle(node).textDecoration"
    )


@pytest.mark.nightly
def test_who_wants_nothing_to_move_sees_it_where_it_goes_at_once(visit: Open, hunt: Path) -> None:
    page = visit(hunt, reduced_motion="reduce")
    for _ in range(3):
        page.keyboard.press("ArrowRight")
        assert page.evaluate("document.getAnimations().length") == 0


@pytest.mark.nightly
def test_no_step_shows_or_finds_what_was_learned_after_it(visit: Open, several: Path) -> None:
    pages = [*several.parent.glob("report/episodes/*.html")]
    assert len(pages) == 2
    for path in pages:
        looked = 0
        content = told(path)
        edges = [[text(content, end) for end in edge["ends"]] for edge in content["edges"]]
        page = visit(path, "#step=0")
        page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")
        for number, _ in enumerate(content["steps"]):
            page.locator("#slider").fill(str(number))
            known = {
                name
                for ends, edge in zip(edges, content["edges"], strict=True)
                if edge["since"] <= number
                for name in ends
            }
            drawn = set(page.evaluate(PLACES))
            rooms = {name for kind, name in content["graph"]["groups"] if kind == "frame"}
            assert drawn <= known | rooms
            assert set(page.eval_on_selector_all("#names option", "all => all.map((each) => each.value)")) == known
            told_of = re.findall(r"learned at (\d+)(?:, dropped at (\d+))?", page.inner_text("#facts"))
            assert all(int(moment) <= number for pair in told_of for moment in pair if moment)
            looked += len(drawn)
        assert looked > len(content["steps"])


@pytest.mark.nightly
def test_the_graph_grows_and_tells_how_much_is_known(visit: Open, hunt: Path) -> None:
    page = visit(hunt, "#step=0")
    assert facts(page) == 0
    page.keyboard.press("ArrowRight")
    first = facts(page)
    assert first == page.locator("#learned li").count() > 0
    page.evaluate("location.hash = '#step=999'")
    page.locator("#number", has_text="end").wait_for()
    assert facts(page) > first
    assert page.locator(".graph .frame rect[stroke-width='3']").count() == 1, "where the player is"


@pytest.mark.nightly
def test_a_vertex_is_found_marked_and_tells_its_facts_with_their_steps(visit: Open, hunt: Path) -> None:
    page = visit(hunt, "#step=999")
    page.fill("#search", "inventory")
    assert page.locator(".graph .chosen").text_content() == "inventory"
    assert "learned at" in page.inner_text("#vertex")
    page.fill("#search", "no such thing")
    assert "is called so" in page.inner_text("#found")
    assert not page.is_visible("#vertex")
    page.fill("#search", "inventory")
    page.evaluate("location.hash = '#step=0'")
    page.locator("#number", has_text="0 / ").wait_for()
    assert not page.is_visible("#vertex"), "nothing is known of it yet"


@pytest.mark.nightly
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


@pytest.mark.nightly
def test_a_phone_shows_all_of_it_without_scrolling_sideways(visit: Open, hunt: Path, several: Path) -> None:
    for path in (hunt, several):
        page = visit(path, "#step=3", viewport=PHONE)
        assert not scrolls_sideways(page)
    page = visit(hunt, viewport=PHONE)
    assert page.locator("#slider").bounding_box()["width"] > 60
    assert page.locator("#pane").bounding_box()["y"] < page.locator("#seen").bounding_box()["y"], "the map comes first"


@pytest.mark.nightly
def test_it_is_dark_where_the_reader_wants_it_dark(visit: Open, hunt: Path) -> None:
    paper = "getComputedStyle(document.body).backgroundColor"
    light = visit(hunt, color_scheme="light").evaluate(paper)
    dark = visit(hunt, color_scheme="dark").evaluate(paper)
    assert min(map(int, re.findall(r"\d+", light))) > 200
    assert max(map(int, re.findall(r"\d+", dark))) < 60


@pytest.mark.nightly
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


@pytest.mark.parametrize("scripts", [True, pytest.param(False, marks=pytest.mark.nightly)])
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
        page.context.close()
        assert process.wait(20) == 0, "who has closed the page wants no more of it"
    assert trouble == []


@pytest.mark.nightly
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_fault(visit: Open, hunt: Path, several: Path, axe: str, scheme: str) -> None:
    for path, anchor in ((hunt, "#step=3"), (several, "")):
        page = visit(path, anchor, color_scheme=scheme)
        if path == hunt:
            page.fill("#search", "inventory")
        page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")
        assert faults(page, axe) == {}
