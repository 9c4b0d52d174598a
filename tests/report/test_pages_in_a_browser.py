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


def told(path: Path) -> Any:
    """The data of a page."""
    (found,) = re.findall(
        r'<script type="application/json" id="data">(.*?)</script>', path.read_text("utf-8"), re.DOTALL
    )
    return json.loads(found)


def said(house: Any, edge: list[Any]) -> str:
    """A fact of a page's map."""
    return f"{house['names'][edge[0]]} {edge[1]} {house['names'][edge[2]]}"


def test_slider_keys_and_buttons_go_from_step_to_step(visit: Open, hunt: Path) -> None:
    page = visit(hunt, "#0")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert step(page) == "2"
    page.keyboard.press("ArrowLeft")
    assert step(page) == "1"
    assert page.url.endswith("#1")
    page.click("#on")
    page.focus("#slider")
    page.keyboard.press("ArrowRight")
    assert step(page) == "3"
    assert page.inner_text("#status").startswith("Step 3 of ")
    page.keyboard.press("End")
    assert step(page) == "the end"
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Home")
    assert step(page) == "0"
    page.keyboard.press("End")
    assert step(page) == "the end"


@pytest.mark.nightly
def test_marks_of_the_timeline_lead_to_what_they_mark(visit: Open, hunt: Path) -> None:
    page = visit(hunt)
    scored = [number for number, each in enumerate(told(hunt)["steps"]) if "score" in each["marks"]]
    for number in scored[:2]:
        page.click(".jump.score")
        assert step(page) == str(number)
        assert "That scores" in page.inner_text("#narration")


@pytest.mark.nightly
def test_a_swipe_goes_on_and_back(visit: Open, hunt: Path) -> None:
    page = visit(hunt, "#3", viewport=PHONE, has_touch=True)
    for far, shown in ((-150, "4"), (150, "3"), (20, "3")):
        page.evaluate(
            """(far) => {
              const target = document.querySelector("main");
              const at = (x) => new Touch({identifier: 1, target, clientX: x, clientY: 500});
              const sent = (type, touches, x) => target.dispatchEvent(
                new TouchEvent(type, {touches, changedTouches: [at(x)], bubbles: true}));
              sent("touchstart", [at(200)], 200);
              sent("touchend", [], 200 + far);
            }""",
            far,
        )
        assert page.url.endswith(f"#{shown}")


@pytest.mark.nightly
def test_it_plays_by_itself_until_it_is_paused(visit: Open, hunt: Path) -> None:
    page = visit(hunt, "#0")
    # Stopped, so that a busy machine adds no time of its own to what is run.
    page.clock.install(time=0)
    page.clock.pause_at(10_000)
    page.keyboard.press(" ")
    page.clock.run_for(3_100)
    assert step(page) == "2"
    page.keyboard.press(" ")
    page.clock.run_for(5_000)
    assert (step(page), page.inner_text("#play")) == ("2", "Play")
    page.select_option("#speed", "4")
    page.click("#play")
    page.clock.run_for(1_600)
    assert step(page) == "6"
    page.clock.run_for(60_000)
    assert (step(page), page.inner_text("#play")) == ("the end", "Play")


@pytest.mark.nightly
def test_a_step_tells_what_was_seen_learned_planned_done_and_asked(visit: Open, hunt: Path) -> None:
    page = visit(hunt, "#1")
    assert "-=" in page.text_content("#seen")
    assert "is in" in page.inner_text("#learned ul.added")
    assert page.locator("#plan li.added").count() > 0
    asked = page.locator("#questions details")
    assert [line.split(":")[0] for line in asked.locator("summary").all_text_contents()] == ["one"]
    page.locator("summary", has_text="Prompts").click()
    asked.first.locator("summary").click()
    asked.first.locator("pre").last.wait_for()
    assert "tokens" in asked.first.inner_text()
    assert "an agent" in asked.first.inner_text()
    assert "triplets" in asked.first.locator("pre").last.inner_text()


PLACES = """() => Object.fromEntries([...document.querySelectorAll('.house .thing')].map((node) => {
  const {x, y} = node.getBoundingClientRect(), home = document.querySelector('.house').getBoundingClientRect();
  return [node.dataset.name, [Math.round(x - home.x), Math.round(y - home.y)]];
}))"""


@pytest.mark.nightly
def test_a_thing_glides_into_the_hand_and_its_old_fact_is_struck_out(visit: Open, hunt: Path) -> None:
    page, house = visit(hunt, "#0"), told(hunt)["house"]
    taken = [edge for edge in house["edges"] if edge[2] == house["carried"] and edge[3] > 1]
    thing, moved = house["names"][taken[0][0]], taken[0][3]
    page.locator("#slider").fill(str(moved - 1))
    before = page.evaluate(PLACES)
    page.keyboard.press("ArrowRight")
    page.evaluate("for (const each of document.getAnimations()) { each.pause(); each.currentTime = 300 }")
    between = page.evaluate(PLACES)
    page.evaluate("for (const each of document.getAnimations()) each.finish()")
    after = page.evaluate(PLACES)
    assert before[thing] != between[thing] != after[thing] != before[thing]
    rooms = [house["names"][room] for room, *_ in house["rooms"] if house["names"][room] in before]
    assert rooms
    assert all(before[room] == between[room] == after[room] for room in rooms), "rooms stay"
    assert "line-through" in page.locator("#learned .removed li").first.evaluate(
        "(node) => getComputedStyle(node).textDecoration"
    )


@pytest.mark.nightly
def test_no_step_shows_or_finds_what_was_learned_after_it(visit: Open, several: Path) -> None:
    pages = [*several.parent.glob("report/episodes/*.html")]
    assert len(pages) == 2
    for path in pages:
        looked = 0
        house = told(path)["house"]
        page = visit(path, "#0")
        page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")
        for number, _ in enumerate(house["steps"]):
            page.locator("#slider").fill(str(number))
            begun = [edge for edge in house["edges"] if edge[3] <= number]
            known = {house["names"][end] for edge in begun for end in (edge[0], edge[2])}
            drawn = set(page.evaluate(PLACES))
            assert drawn <= known | {house["names"][room] for room, *_ in house["rooms"]}
            assert {*page.locator("#facts li span:first-child").all_text_contents()} <= {
                said(house, edge) for edge in begun
            }
            told_of = re.findall(r"learned at (\d+)(?:, given up at (\d+))?", page.inner_text("#facts"))
            assert all(int(moment) <= number for pair in told_of for moment in pair if moment)
            looked += len(drawn)
        assert looked > len(house["steps"])


@pytest.mark.nightly
def test_texts_that_try_to_do_harm_do_none(visit: Open, several: Path) -> None:
    page = visit(several)
    for link in page.locator("main a").all():
        other = visit(several.parent / link.get_attribute("href"), "#1")
        assert other.evaluate("window.harmed") is None
        assert other.locator("main img").count() == 0
        assert not scrolls_sideways(other)
    assert page.evaluate("window.harmed") is None
    # All of its texts are there, as text.
    harmful = next(link for link in page.locator("main a").all() if "harmed" in link.get_attribute("href"))
    other = visit(several.parent / harmful.get_attribute("href"), "#1", viewport=PHONE)
    for place in ("h1", "#seen", "#learned", "#recalled", "#plan", "#action", "#pane"):
        assert "<script>window.harmed = true</script>" in other.locator(place).text_content()
    assert "y" * 100_000 in other.locator("#action").text_content()
    assert not scrolls_sideways(other)


@pytest.mark.nightly
def test_a_phone_shows_all_of_it_without_scrolling_sideways(visit: Open, hunt: Path, several: Path) -> None:
    for path in (hunt, several):
        page = visit(path, "#3", viewport=PHONE)
        assert not scrolls_sideways(page)
    page = visit(hunt, viewport=PHONE)
    assert page.locator("#slider").bounding_box()["width"] > 60
    assert page.locator("#pane").bounding_box()["y"] < page.locator("#action").bounding_box()["y"], (
        "the map comes first"
    )
    sizes = "all => Math.min(...all.map((each) => parseFloat(getComputedStyle(each).fontSize)))"
    assert page.eval_on_selector_all(".house *", sizes) >= 12
    assert page.locator("#pane").evaluate("(pane) => pane.scrollWidth <= pane.clientWidth"), "the whole house fits"


@pytest.mark.nightly
def test_a_chosen_thing_leads_on_to_the_others_in_its_facts_by_keys(visit: Open, hunt: Path) -> None:
    page = visit(hunt, "#0")
    page.focus("#slider")
    page.keyboard.press("End")
    page.locator("#graph-side .thing", has_text="note").first.press("Enter")
    chosen = page.inner_text("#vertex h3")
    assert page.evaluate("document.activeElement.dataset.name") == chosen
    onward = page.locator("#vertex li .thing").first
    name = onward.inner_text()
    onward.press("Enter")
    assert page.inner_text("#vertex h3") == name != chosen


@pytest.mark.nightly
def test_an_ended_episode_that_is_served_opens_at_its_start(browser: Any, tmp_path: Path) -> None:
    episode = write(tmp_path, nasty())
    with serving(lambda: episode, linger=0) as address:
        page = browser.new_context().new_page()
        page.goto(address)
        assert step(page) == "0"
    page.context.close()


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
        shows("The episode has continued", "#live")
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
    for path, anchor in ((hunt, "#3"), (several, "")):
        page = visit(path, anchor, color_scheme=scheme)
        page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")
        assert faults(page, axe) == {}
