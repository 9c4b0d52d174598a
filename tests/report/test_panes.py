from __future__ import annotations

import pytest

from ariadne.history import History
from ariadne.report.panes import PANES, action, head, learned, plan, questions, recalled, seen
from tests.report.hostile import ESCAPES, LONG, MARKUP, NASTY, SCRIPT, nasty_episode, question
from tests.screen.events import an_episode, planned, scored, started, turn

HUNT = History.of([each if each.name != "question" else question("Where?", "take key") for each in an_episode()])


def test_the_head_says_who_plays_how_it_ended_and_what_the_step_brought() -> None:
    assert head(HUNT, 1).plain.splitlines() == [
        "hunt · seed 1 · ariadne (arigraph, rules)  won",
        "step 1 of 2 (limit 150) · score 5 of 5 +5",
    ]
    unfinished = History.of([started(max_steps=None), turn("A hall.", step=0)])
    assert head(unfinished, 0).plain.splitlines()[1:] == ["step 0 of 0"]
    assert "unfinished" in head(unfinished, 0).plain


def test_a_step_shows_what_was_seen_thought_and_done() -> None:
    assert seen(HUNT, 1).plain.startswith("-= Hall =-")
    assert "- key, is in, hall" in learned(HUNT, 1).plain
    assert "+ key, is in, inventory" in learned(HUNT, 1).plain
    assert recalled(HUNT, 1).plain.splitlines()[0] == "key, is in, inventory"
    assert "episode > look There was a key." in recalled(HUNT, 1).plain
    assert plan(HUNT, 1).plain.splitlines()[0] == "1 Take the key — it is here"
    assert action(HUNT, 1).plain.startswith("go to attic (go east, go north) — the treasure is there\n> take key")


def test_a_plan_stands_until_another_is_made() -> None:
    kept = History.of([started(), turn("A hall.", step=0), planned("Take the key"), turn("Taken.", step=3)])
    assert plan(kept, 0).plain == "none"
    assert plan(kept, 1).plain.splitlines()[0] == "1 Take the key"
    assert plan(kept, 3).plain.splitlines()[:2] == ["as planned at step 1", "1 Take the key"]


def test_a_question_shows_its_whole_prompt_and_reply_and_what_they_took() -> None:
    asked = History.of([started(), turn("A hall.", step=0), question(LONG, "take key", error="no JSON")])
    text = questions(asked, 1).plain
    assert text.startswith("1 of 1 act 1,000 + 50 tokens · 0.50 s · a repair\nsystem\nAct.\nuser\n")
    assert LONG.strip() in text
    assert text.rstrip().endswith("reply\ntake key\nerror no JSON")
    assert questions(asked, 0).plain == "no model was asked anything at this step"


def test_what_the_world_did_nothing_with_is_marked() -> None:
    lost = History.of([started(), turn("A hall.", step=0), turn("What?", command="dance", status="invalid"), scored(0)])
    assert action(lost, 1).plain.splitlines()[0] == "> dance (invalid)"


@pytest.mark.parametrize("step", [0, 1])
def test_hostile_texts_are_shown_as_they_are_and_command_nothing(step: int) -> None:
    nasty = nasty_episode(f"{NASTY} {LONG}")
    told = {name: pane(nasty, step).plain for name, pane in {**PANES, "questions": questions}.items()}
    for name, text in told.items():
        assert not set(text) & set(ESCAPES[:1] + "\x07\x08\r"), name
    full = told.values() if step else [told["See"]]
    assert all(SCRIPT in text and MARKUP in text for text in full)
    if step:
        assert LONG.strip() in told["Do"]
