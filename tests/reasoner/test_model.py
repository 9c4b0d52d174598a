from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from ariadne.errors import UserError
from ariadne.models import answers
from ariadne.models.ask import ask
from ariadne.models.model import Model
from ariadne.models.prompt import FRAME, SMALL
from ariadne.models.question import Question, Repair
from ariadne.models.reading import find_answer
from ariadne.reasoner import RulesModel
from ariadne.reasoner.model import RULES, same_words
from tests.reasoner.scenes import framed, moment

SEEN = "-= Hall =-\nYou see a locked blue chest. There is an exit to the north. There is a red key on the floor."
SHOWN = {"observations": [SEEN], "location": "hall", "inventory": "You are carrying nothing."}
PLAN = ["Take the red key | soon"]
NOW = moment(SEEN, plan=PLAN)
ACTIONS = ("go north", "look", "take red key")
TAKEN = "> take red key\nYou pick up the red key from the ground."
WORKING = {name: value for name, value in NOW.items() if name != "actions"}
FRAMED = {name: value for name, value in framed(SEEN, plan=PLAN).items() if name not in ("actions", "tried")}
READ = {"known": ("red key, is in, attic",), "new": "1"}
CHOICES = {"actions": ACTIONS, "tried": ()}
PLANLESS = {name: value for name, value in WORKING.items() if name != "plan"}

QUESTIONS: dict[str, Question[Any]] = {
    "learn": Question("learn", {**SHOWN, "plan": (), "known": ("red key, is in, attic",)}, answers.Learned),
    "extract": Question("extract", {**SHOWN, "examples": ()}, answers.Extracted),
    "read": Question(
        "read",
        {
            "texts": ["Ann: I moved to Berlin."],
            "known": ["ann, lives in, paris"],
            "time": "Saturday, 2026-05-02 09:00",
            "dates": [" (since 2026-03-01)"],
            "speakers": ["Ann", "Bo"],
            "before": ["Bo: Where do you live now?"],
        },
        answers.Read,
    ),
    "outdated": Question(
        "outdated",
        {
            "facts": ["red key, is in, attic", "red key, opens, blue chest", "red key, is on the floor of, hall"],
            "dates": [" (since 2026-03-01)", " (since 2026-03-01)", " (since 2026-05-02)"],
            "texts": [SEEN],
        },
        answers.Outdated,
    ),
    "replace": Question("replace", {"known": ["chest, is, locked"], "new": ["chest, is, open"]}, answers.Replaced),
    "entities": Question("entities", {**SHOWN, "plan": ()}, answers.Entities),
    "plan": Question("plan", FRAMED, answers.ExploringEdits, prompts=FRAME),
    "explore": Question(
        "explore",
        {"location": "hall", "facts": ["hall, has exit, north"], "plan": ["Explore the unknown exits | 1 known"]},
        answers.Explore,
    ),
    "act": Question("act", {**NOW, **CHOICES, "next": ""}, answers.Action, prompts=SMALL),
    "decide": Question("decide", {**FRAMED, **CHOICES}, answers.Decided, prompts=FRAME),
    "one": Question("one", {**FRAMED, **READ, **CHOICES}, answers.Lived, prompts=FRAME),
    "step": Question("step", {**PLANLESS, "example": "", **CHOICES}, answers.Step),
    "subgoal_step": Question(
        "subgoal_step", {**WORKING, "plan": (), "example": "", "operations": (), **CHOICES}, answers.SubgoalStep
    ),
    "fold": Question(
        "fold", {"goal": NOW["goal"], "subgoal": "Take the red key", "turns": [SEEN, TAKEN]}, answers.Folded
    ),
    "plans": Question("plans", {**PLANLESS, "example": "", "count": "3", **CHOICES}, answers.Plans),
    "branch": Question("branch", {**PLANLESS, **CHOICES}, answers.Step),
    "summarize": Question("summarize", {"goal": NOW["goal"], "summary": "", "plan": (), **SHOWN}, answers.Summary),
    "importance": Question("importance", {"goal": NOW["goal"], "observations": [SEEN]}, answers.Importance),
    "wonder": Question("wonder", {"goal": NOW["goal"], "memories": [SEEN]}, answers.Wonder),
    "insights": Question(
        "insights", {"goal": NOW["goal"], "question": "Where is the red key?", "memories": [SEEN]}, answers.Insights
    ),
    "salient": Question(
        "salient", {"goal": NOW["goal"], "summary": "", "recent": (), "observations": [SEEN]}, answers.Salient
    ),
    "reconcile": Question(
        "reconcile",
        {"memories": ["The chest is locked."], "facts": ["The chest is open.", "The key is on the shelf."]},
        answers.Reconciled,
    ),
    "recognize": Question(
        "recognize", {"query": "Where is the red key?", "facts": ["red key, is in, chest"]}, answers.Recognized
    ),
    "lesson": Question(
        "lesson", {"goal": NOW["goal"], "lessons": (), "history": [SEEN], "outcome": "lost"}, answers.Lesson
    ),
}

HOUSE = {
    **FRAMED,
    "goal": "Tidy up the house: put every misplaced thing where it belongs.",
    "plan": ("Put the lamp where it belongs | soon", "Put the rope where it belongs | soon"),
}
TIDYING: tuple[Question[Any], ...] = (
    Question("plan", HOUSE, answers.ExploringEdits, prompts=FRAME),
    Question("learn", {**SHOWN, "plan": HOUSE["plan"], "known": ()}, answers.Learned),
    Question("act", {**HOUSE, **CHOICES}, answers.Action, prompts=FRAME),
)


async def answer(question: Question[Any], model: Model | None = None) -> Any:
    return (await (model or RulesModel()).answer(question)).answer


def test_there_is_an_example_of_every_question_that_the_rules_answer() -> None:
    assert QUESTIONS.keys() == RULES.keys()


@pytest.mark.parametrize("name", QUESTIONS)
async def test_every_answer_is_valid_equals_its_text_and_costs_nothing(name: str) -> None:
    exchanges: list[Any] = []
    await ask(RulesModel(), QUESTIONS[name], exchanges.append)
    assert [exchange.error for exchange in exchanges] == [""]
    reply = await RulesModel().answer(QUESTIONS[name])
    assert isinstance(reply.answer, QUESTIONS[name].answer)
    assert find_answer(reply.text, QUESTIONS[name].answer).answer == reply.answer
    assert reply.usage.prompt_tokens > 0
    assert reply.usage.completion_tokens > 0
    assert reply.usage.cost_usd == 0


async def test_what_it_answers() -> None:
    learned = await answer(QUESTIONS["learn"])
    assert "blue chest, is, locked" in learned.triplets
    assert learned.replaced == ["red key, is in, attic -> red key, is on the floor of, hall"]
    assert (await answer(QUESTIONS["replace"])).replaced == ["chest, is, locked -> chest, is, open"]
    assert (await answer(QUESTIONS["outdated"])).replaced == ["1 -> 3"]
    assert (await answer(QUESTIONS["plan"])).plan[1].startswith("Take the red key | ")
    assert (await answer(QUESTIONS["explore"])).explore
    assert (await answer(QUESTIONS["act"])).action == "take red key"


async def test_annotations_of_actions_do_not_affect_the_rules() -> None:
    act = QUESTIONS["act"]
    lines = [f"{action} (step 2: locked)" for action in ACTIONS]
    shown = replace(act, inputs={**act.inputs, "actions": lines}, choices={"action": ACTIONS})
    assert await answer(shown) == await answer(act)


async def test_what_turns_tell_in_the_frame_replaces_known_facts_by_their_numbers() -> None:
    known = ("blue chest, is, locked", *READ["known"])
    read = await answer(Question("learn", {**FRAMED, "known": known, "new": "1"}, answers.Noted, prompts=FRAME))
    assert read.triplets == (await answer(QUESTIONS["learn"])).triplets
    assert read.replaced == [2]


async def test_of_the_turns_in_the_frame_the_newest_are_read() -> None:
    for new, is_read in (("1", False), ("2", True)):
        inputs = {**framed("> wait\nTime passes.", history=["It is late.", SEEN], location="hall"), **READ, "new": new}
        read = await answer(Question("learn", inputs, answers.Noted, prompts=FRAME))
        assert ("blue chest, is, locked" in read.triplets) == is_read


async def test_decide_equals_plan_and_act() -> None:
    decided = await answer(QUESTIONS["decide"])
    assert decided.plan == (await answer(QUESTIONS["plan"])).plan
    assert decided.action == (await answer(QUESTIONS["act"])).action


async def test_one_equals_learn_and_decide() -> None:
    lived, decided = await answer(QUESTIONS["one"]), await answer(QUESTIONS["decide"])
    assert lived.triplets == (await answer(QUESTIONS["learn"])).triplets
    assert lived.replaced == [1]
    assert (lived.plan, lived.reason, lived.action) == (decided.plan, decided.reason, decided.action)


async def test_a_plan_in_which_nothing_changes_is_not_written_again() -> None:
    question = Question("plan", {**FRAMED, "plan": ()}, answers.Edits, prompts=FRAME)
    begun = (await answer(question)).plan
    again = await answer(replace(question, inputs={**FRAMED, "plan": begun}))
    assert again.plan == []


async def test_a_question_without_rules_is_the_user_s_mistake() -> None:
    with pytest.raises(
        UserError, match="the rules model cannot answer the question 'summarise'; choose another --model"
    ):
        await answer(Question("summarise", {}, answers.Explore))


async def test_a_repair_question_is_answered_by_the_same_rules() -> None:
    act = QUESTIONS["act"]
    repair = replace(act, repair=Repair("nonsense", "not a valid action"))
    assert await answer(repair) == await answer(act)


def test_words_in_common_stand_in_for_a_notion_of_similarity() -> None:
    assert same_words("red key", "Red Key") == 1
    assert same_words("red key", "red chest") == pytest.approx(1 / 3)
    assert same_words("lamp", "rope") == 0
    assert same_words("", "") == 0
