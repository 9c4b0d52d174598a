"""The prompts of a page, and its comparison of two steps, in a real headless Chromium."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.report.chromium import PHONE, Open, faults, scrolls_sideways
from tests.report.test_pages_in_a_browser import step

pytestmark = [pytest.mark.nightly, pytest.mark.xdist_group("browser")]

OPEN = "for (const each of document.querySelectorAll('#step-side > details')) each.open = true"


def test_a_search_finds_the_steps_whose_prompts_hold_a_text_and_the_keyboard_goes_on(visit: Open, hunt: Path) -> None:
    page = visit(hunt, "#0")
    page.evaluate(OPEN)
    assert page.is_disabled("#after")
    page.focus("#needle")
    page.keyboard.type("now: STEP 1")
    page.keyboard.press("Enter")
    page.locator("#questions mark").first.wait_for()
    assert step(page) == "1"
    assert page.is_disabled("#before"), "no step before holds it"
    assert page.locator("#questions mark").all_text_contents() == ["Now: step 1"]
    page.keyboard.press("Enter")
    page.wait_for_url("**#10")
    page.keyboard.press("Shift+Enter")
    page.wait_for_url("**#1")
    page.fill("#needle", "no prompt says this")
    assert page.inner_text("#found").startswith("in 0 steps")
    assert page.locator("#questions details").count() == 0
    page.fill("#needle", "")
    assert page.locator("#questions details").count() > 0


def test_a_prompt_shows_where_its_parts_come_from_and_what_was_cached(visit: Open, hunt: Path) -> None:
    page = visit(hunt, "#12")
    page.evaluate(OPEN)
    page.locator("#questions summary").first.click()
    page.locator(".part.actions").wait_for()
    assert "Turns:" in page.locator(".part.log").first.text_content()
    assert "Plan:" in "".join(page.locator(".part.memory").all_text_contents())
    assert page.locator(".part.actions").text_content().startswith("Actions:")
    is_kept = page.eval_on_selector_all(".part", "(all) => all.map((each) => each.classList.contains('kept'))")
    assert is_kept == sorted(is_kept, reverse=True), "what is cached comes first"
    assert set(is_kept) == {True, False}


def test_prompts_of_runs_that_did_not_record_their_parts_are_shown_whole(
    visit: Open, hunt: Path, tmp_path: Path
) -> None:
    old = tmp_path / hunt.name
    old.write_text(re.sub(r'"parts":\[\[.*?\]\]\]', '"parts":[]', hunt.read_text("utf-8")), "utf-8")
    shown = []
    for whole in (hunt, old):
        page = visit(whole, "#12")
        page.evaluate(OPEN)
        page.locator("#questions summary").first.click()
        page.locator(".part").first.wait_for()
        shown.append("\n".join(page.locator(".part").all_text_contents()))
        assert (page.locator(".part.rules, .part.log").count() == 0) == (whole == old)
    assert shown[0] == shown[1]


def test_two_steps_differ_by_the_facts_and_goals_between_them(visit: Open, hunt: Path) -> None:
    page = visit(hunt, "#3")
    page.evaluate(OPEN)

    def differences(kind: str) -> set[str]:
        return {*page.locator(f"#compared ul.{kind} li").all_text_contents()}

    page.fill("#other", "2")
    assert {*page.locator("#learned ul.added li").all_text_contents()} <= differences("added")
    page.fill("#other", "12")
    onward = differences("added"), differences("removed")
    assert onward[0]
    page.locator("#slider").fill("12")
    page.fill("#other", "3")
    assert (differences("added"), differences("removed")) == onward, "from the earlier to the later"
    for unknown in ("12", "999", "-1", ""):
        page.fill("#other", unknown)
        assert "Name another step" in page.inner_text("#compared")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_both_fit_a_phone_and_axe_finds_no_fault(visit: Open, hunt: Path, axe: str, scheme: str) -> None:
    page = visit(hunt, "#12", color_scheme=scheme, viewport=PHONE)
    page.evaluate(OPEN)
    page.fill("#needle", "key")
    page.fill("#other", "3")
    page.locator("#questions mark").first.wait_for()
    assert not scrolls_sideways(page)
    assert faults(page, axe) == {}
