from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from ariadne.embed.cache import TextCache
from ariadne.embed.minilm import MiniLM
from ariadne.memory.arigraph.agent.annotations import Parts
from ariadne.memory.arigraph.agent.memory import AriGraphMemory
from ariadne.memory.arigraph.api.arigraph import AriGraph
from ariadne.memory.arigraph.core.options import IN_WORLDS, Options
from ariadne.memory.memory import Cue
from ariadne.models.ask import Asked
from ariadne.models.recorded import Scripted
from ariadne.triplet import Triplet
from ariadne.worlds.world import Turn
from tests.memory.moments import told
from tests.scripted import Events, Script, shown

RANKINGS = [IN_WORLDS, replace(IN_WORLDS, ranking="blend"), replace(IN_WORLDS, episodic_similarity=True)]


def at(location: str, command: str = "", text: str = "") -> Turn:
    return Turn(command, text or f"-= {location.title()} =-", "Nothing.", ("look",), location)


def cue(now: Turn, *recent: Turn) -> Cue:
    return Cue("Find the lamp.", [], now, recent)


def exits(*lines: str) -> Scripted:
    return {"triplets": list(lines), "replaced": [], "entities": []}


def parse(*lines: str) -> set[Triplet]:
    return {Triplet.parse(line) for line in lines}


class Fixture:
    """A memory with a script for a model."""

    def __init__(self, minilm: MiniLM, exploration: bool = True, options: Options = IN_WORLDS, **says: Any) -> None:
        self.script, self.events = Script(**says), Events()
        texts = TextCache(minilm)
        self.memory = AriGraphMemory(
            lambda: AriGraph(Asked(self.script.ask), texts, options=options),
            self.events,
            Parts(exploration=exploration),
        )

    async def observe(self, *batches: Sequence[Turn]) -> None:
        await self.memory.begin("Find the lamp.")
        for turns in batches:
            await self.memory.observe(turns, [])

    @property
    def valid(self) -> set[Triplet]:
        return set(self.memory.graph.graph.valid())


async def test_a_move_connects_both_ways_without_a_model(minilm: MiniLM) -> None:
    fixture = Fixture(minilm)
    await fixture.observe([at("hall")], [at("kitchen", "go east")], [at("loft", "go up")])
    assert fixture.valid == parse(
        "kitchen, is east of, hall",
        "hall, is west of, kitchen",
        "loft, is up from, kitchen",
        "kitchen, is down from, loft",
    )


async def test_a_world_may_begin_without_a_text(minilm: MiniLM) -> None:
    fixture = Fixture(minilm)
    await fixture.observe([Turn("", "")])
    assert fixture.valid == set()


@pytest.mark.parametrize(
    "turns",
    [
        [at("hall"), at("hall", "go east", "You have to open the door first.")],
        [at("hall"), at("hall", "look")],
        [at("hall"), at("cellar", "jump into the hole")],
        [at(""), at("hall", "go east")],
        [at("hall"), at("", "go east", "It is pitch dark."), at("kitchen", "go north")],
    ],
)
async def test_only_plain_moves_between_known_places_connect_them(minilm: MiniLM, turns: list[Turn]) -> None:
    fixture = Fixture(minilm)
    await fixture.observe(*([turn] for turn in turns))
    assert fixture.valid == set()


async def test_the_turns_of_a_walk_share_a_question_and_are_an_episode_each(minilm: MiniLM) -> None:
    fixture = Fixture(minilm)
    way = [at("kitchen", "go east"), at("larder", "go north"), at("yard", "go east")]
    await fixture.observe([at("hall")], way)
    assert fixture.script.names == ["learn", "learn"]
    assert all(f"> {turn.command}\n«{turn.observation}»" in shown(fixture.script.asked[1]) for turn in way)
    nodes = fixture.memory.graph.episodic.nodes
    assert [node.observation for node in nodes] == [at("hall").as_text(), *(turn.as_text() for turn in way)]
    assert parse("larder, is north of, kitchen", "yard, is east of, larder") <= fixture.valid


async def test_unexplored_exits_come_nearest_first(minilm: MiniLM) -> None:
    fixture = Fixture(
        minilm,
        learn=[
            exits("hall, has exit, east", "hall, has exit, south"),
            exits("kitchen, has exit, west", "kitchen, has exit, north", "cellar, has exit, up"),
            exits("larder, has exit, south", "larder, has exit, north", "larder, has exit, east"),
        ],
    )
    turns = [at("hall"), at("kitchen", "go east"), at("larder", "go north")]
    await fixture.observe(*([turn] for turn in turns))
    recalled = await fixture.memory.recall(cue(turns[-1]))
    assert recalled.exits == ("larder, has exit, north", "larder, has exit, east", "hall, has exit, south")
    recalled = await fixture.memory.recall(cue(turns[0]))
    assert recalled.exits == ("hall, has exit, south", "larder, has exit, north", "larder, has exit, east")


async def test_exits_without_a_known_route_come_last(minilm: MiniLM) -> None:
    fixture = Fixture(
        minilm,
        learn=[exits("hall, has exit, south"), exits("cave, has exit, east"), exits("lake, has exit, north")],
    )
    turns = [at("hall"), at("cave", "jump into the hole"), at("lake", "go east")]
    await fixture.observe(*([turn] for turn in turns))
    recalled = await fixture.memory.recall(cue(turns[-1]))
    assert recalled.exits == ("lake, has exit, north", "hall, has exit, south")


async def test_exits_can_be_left_out(minilm: MiniLM) -> None:
    fixture = Fixture(minilm, exploration=False, learn=exits("hall, has exit, east"))
    await fixture.observe([at("hall")])
    assert (await fixture.memory.recall(cue(at("hall")))).exits == ()


async def test_recent_turns_are_not_recalled_as_episodes(minilm: MiniLM) -> None:
    says = {"triplets": ["key, is in, box", "box, is in, hall"], "replaced": [], "entities": ["key: 2"]}
    fixture = Fixture(minilm, learn=says)
    turns = [at("hall", "", f"The key is in the box in the hall. {number}") for number in range(4)]
    await fixture.observe(*([turn] for turn in turns))
    old, older, recent, now = turns[1], turns[0], turns[2], turns[3]
    recalled = await fixture.memory.recall(cue(now, recent))
    assert told(recalled) == (old.as_text(), older.as_text())


TROPHIES = "-= Trophy Room =-\nA key is in a box in the trophy room."
IN_BOX = {"triplets": ["key, is in, box", "box, is in, trophy room"], "replaced": [], "entities": ["key: 2"]}


@pytest.mark.parametrize("options", RANKINGS)
async def test_the_same_view_after_different_commands_is_recalled_once(minilm: MiniLM, options: Options) -> None:
    fixture = Fixture(minilm, options=options, learn=IN_BOX)
    shelf = at("hall", "look", "A key was in the box in the trophy room, a label says.")
    ways = [at("trophy room", f"go {way}", TROPHIES) for way in ("north", "south", "west")]
    await fixture.observe(*([turn] for turn in (shelf, *ways, at("hall", "go east"))))
    recalled = await fixture.memory.recall(cue(at("hall", "go east")))
    assert sorted(turn.observation for turn in recalled.episodes) == sorted([TROPHIES, shelf.observation])


@pytest.mark.parametrize("options", RANKINGS)
async def test_a_recent_view_is_not_recalled_after_another_command(minilm: MiniLM, options: Options) -> None:
    fixture = Fixture(minilm, options=options, learn=IN_BOX)
    before, now = (at("trophy room", f"go {way}", TROPHIES) for way in ("north", "south"))
    await fixture.observe([before], [now])
    assert told(await fixture.memory.recall(cue(now))) == ()


@pytest.mark.parametrize("options", RANKINGS[1:])
async def test_the_command_does_not_change_the_relevance_of_an_observation(minilm: MiniLM, options: Options) -> None:
    fixture = Fixture(minilm, options=options, learn=IN_BOX)
    asked = at("hall", "open the box with the key", "It is late.")
    seen = at("hall", "look", "On the wall of this old hall hangs a key, as it ever did.")
    now = at("hall", "wait", "Time passes.")
    await fixture.observe([seen], [asked], [now])
    recalled = await fixture.memory.recall(replace(cue(now), plan=["open the box with the key"]))
    assert told(recalled) == (seen.as_text(), asked.as_text())


async def test_a_fact_that_only_another_command_told_is_recalled(minilm: MiniLM) -> None:
    """The same room again, after another command."""
    fixture = Fixture(minilm, learn={"triplets": [], "replaced": [], "entities": ["trophy room: 1"]})
    before, now = (at("trophy room", f"go {way}", TROPHIES) for way in ("north", "south"))
    await fixture.observe([at("hall")], [before], [at("attic", "go up")], [now])
    facts = (await fixture.memory.recall(cue(now))).facts
    assert "trophy room, is north of, hall" in facts
    assert "trophy room, is south of, attic" not in facts


async def test_facts_of_recent_turns_are_not_recalled(minilm: MiniLM) -> None:
    says = [
        {"triplets": ["key, is in, box"], "replaced": [], "entities": []},
        {"triplets": ["box, is in, hall"], "replaced": [], "entities": ["key: 2"]},
    ]
    fixture = Fixture(minilm, learn=says)
    turns = [at("hall", "", "A key in a box."), at("hall", "look", "A box in the hall.")]
    await fixture.observe(*([turn] for turn in turns))
    assert (await fixture.memory.recall(cue(turns[1]))).facts == ("key, is in, box",)
    assert (await fixture.memory.recall(cue(turns[1], turns[0]))).facts == ()


async def test_an_exit_that_was_tried_in_vain_is_not_recalled(minilm: MiniLM) -> None:
    fixture = Fixture(minilm, learn=exits("hall, has exit, east", "hall, has exit, south"))
    now = at("hall", "go east", "The door is closed.")
    await fixture.observe([at("hall")], [now])
    assert (await fixture.memory.recall(cue(now))).exits == ("hall, has exit, south",)


async def test_exits_in_valid_commands_need_no_reading(minilm: MiniLM) -> None:
    fixture = Fixture(minilm)
    hall = replace(at("hall"), commands=("go up", "look"))
    await fixture.observe([hall], [at("yard", "go south")])
    assert (await fixture.memory.recall(cue(at("yard")))).exits == ("hall, has exit, up",)


async def test_older_places_of_a_visible_thing_are_not_recalled(minilm: MiniLM) -> None:
    says = [
        {"triplets": ["lamp, is on, table", "lamp, is, dusty"], "replaced": [], "entities": []},
        {"triplets": ["lamp, is in, box"], "replaced": [], "entities": ["lamp: 1"]},
    ]
    fixture = Fixture(minilm, learn=says)
    turns = [at("hall", "", "A lamp is on the table."), at("hall", "look", "The lamp is in a box.")]
    await fixture.observe(*([turn] for turn in turns))
    assert (await fixture.memory.recall(cue(turns[1]))).facts == ("lamp, is, dusty",)


async def test_without_entities_queries_come_from_plan_place_and_view(minilm: MiniLM) -> None:
    facts = ["key, opens, chest", "lamp, belongs on, altar", "cup, belongs to, king"]
    fixture = Fixture(minilm, learn=[exits(*facts), exits(), exits()])
    now = at("hall", "look", "A cup stands here.")
    await fixture.observe([at("hall")], [now])
    assert (await fixture.memory.recall(cue(now))).facts[0] == "cup, belongs to, king"
    planned = replace(cue(now), plan=["find the key | lamps do not matter"])
    assert (await fixture.memory.recall(planned)).facts[:2] == ("key, opens, chest", "cup, belongs to, king")


async def test_beside_a_survey_neither_places_nor_states_are_recalled(minilm: MiniLM) -> None:
    """The survey has them, and the inventory has carried things, unless the world shows none."""
    told_elsewhere = {"key, is in, box", "key, is, rusty", "box, is in, hall"}
    says = [
        exits("key, opens, chest", *sorted(told_elsewhere)),
        {"triplets": [], "replaced": [], "entities": ["key: 2"]},
    ]
    fixture = Fixture(minilm, learn=says)
    now = at("hall", "wait", "Time passes.")
    await fixture.observe([at("hall", "look", "A key in a box, and a label: it opens the chest.")], [now])
    assert told_elsewhere < {*(await fixture.memory.recall(cue(now))).facts}
    assert (await fixture.memory.recall(replace(cue(now), steps={}))).facts == ("key, opens, chest",)


async def test_beside_a_survey_carried_things_are_recalled_if_the_world_shows_no_inventory(minilm: MiniLM) -> None:
    fixture = Fixture(minilm, learn=[exits("key, is in, inventory"), exits()])
    for inventory, facts in (("Nothing.", ()), ("", ("key, is in, inventory",))):
        now = replace(at("hall", "wait", "Time passes."), inventory=inventory)
        await fixture.observe([at("hall", "take key", "Taken: the key.")], [now])
        framed = replace(cue(now), plan=["use the key"], steps={})
        assert (await fixture.memory.recall(framed)).facts == facts
        fixture.script.asked.clear()


async def test_beside_a_survey_place_descriptions_are_not_recalled(minilm: MiniLM) -> None:
    seen = [at("hall"), at("trophy room", "go north", TROPHIES), at("hall", "go south"), at("hall", "wait", "Late.")]
    fixture = Fixture(minilm, learn={**IN_BOX, "triplets": [*IN_BOX["triplets"], "key, opens, chest"]})
    await fixture.observe(*([turn] for turn in seen))
    assert any(TROPHIES in text for text in told(await fixture.memory.recall(cue(seen[-1]))))
    assert not any(TROPHIES in text for text in told(await fixture.memory.recall(replace(cue(seen[-1]), steps={}))))


async def test_each_episode_comes_with_its_ended_facts(minilm: MiniLM) -> None:
    says = [
        {"triplets": ["key, is in, box", "box, is in, hall"], "replaced": [], "entities": []},
        {
            "triplets": ["key, is in, inventory"], "replaced": ["key, is in, box -> key, is in, inventory"],
            "entities": ["box: 2"],
        },
    ]  # fmt: skip
    fixture = Fixture(minilm, learn=says)
    now = at("hall", "take key", "Taken: the key.")
    await fixture.observe([at("hall", "open box", "The open box holds a key.")], [now])
    recalled = await fixture.memory.recall(cue(now))
    assert told(recalled) == ("> open box\nThe open box holds a key.",)
    assert recalled.ended == (("key, is in, box",),)


async def test_what_was_learned_is_recorded(minilm: MiniLM) -> None:
    fixture = Fixture(
        minilm,
        learn=[
            {"triplets": ["key, is in, box"], "replaced": [], "entities": ["key: 2"]},
            {"triplets": [], "replaced": ["key, is in, box -> key, is in, inventory"], "entities": []},
        ],
    )
    await fixture.observe([at("hall")], [at("hall", "take key", "Taken: the key.")])
    first, second = fixture.events.of("learned")
    assert (first.added, first.removed, first.entities) == (("key, is in, box",), (), {"key": 2})
    assert (second.added, second.removed) == ((), ("key, is in, box",))
    assert [episode.text for episode in second.episodes] == ["> take key\nTaken: the key."]


class Questioned(Fixture):
    """A memory of a cup, and of a lamp that was carried from a shelf to a chest."""

    def __init__(self, minilm: MiniLM) -> None:
        super().__init__(
            minilm,
            learn=[
                {"triplets": ["lamp, is on, shelf", "shelf, is in, hall"], "replaced": [], "entities": ["cup: 1"]},
                {
                    "triplets": ["lamp, is in, inventory"],
                    "replaced": ["lamp, is on, shelf -> lamp, is in, inventory"],
                    "entities": [],
                },
                {"triplets": ["cup, is on, table"], "replaced": [], "entities": ["cup: 1"]},
            ],
        )

    async def live(self) -> None:
        turns = (
            at("hall", text="A lamp is on a shelf."),
            at("hall", "take lamp", "Taken."),
            at("hall", "look", "Cup."),
        )
        await self.observe(*[[turn] for turn in turns])


async def test_a_question_replaces_the_entities(minilm: MiniLM) -> None:
    asked = Questioned(minilm)
    await asked.live()
    now = at("hall", "wait", "Time passes.")
    assert "lamp, is in, inventory" not in (await asked.memory.recall(cue(now))).facts[:1]
    recalled = await asked.memory.recall(replace(cue(now), question="Where is the lamp?"))
    assert recalled.facts[0] == "lamp, is in, inventory"


async def test_a_question_gets_facts_with_their_steps_and_commands(minilm: MiniLM) -> None:
    asked = Questioned(minilm)
    await asked.live()
    now = at("hall", "wait", "Time passes.")
    held = (await asked.memory.recall(replace(cue(now), question="Where was the lamp before?"))).held
    assert [(each.fact, each.since, each.until) for each in held] == [
        ("lamp, is on, shelf", 1, 2),
        ("lamp, is in, inventory", 2, None),
    ]
    assert held[1].told == Turn("take lamp", "Taken.")
    assert held[1].as_text() == "lamp, is in, inventory (since step 2, by take lamp)"
    assert held[0].as_text() == "lamp, is on, shelf (since step 1 until step 2)"
    assert (await asked.memory.recall(cue(now))).held == ()


async def test_a_question_gets_the_ended_facts_of_episodes(minilm: MiniLM) -> None:
    asked = Questioned(minilm)
    await asked.live()
    now = at("hall", "wait", "Time passes.")
    recalled = await asked.memory.recall(replace(cue(now), question="What is there in this place?"))
    assert any("A lamp is on a shelf." in text for text in told(recalled))
    assert [(held.fact, held.until) for held in recalled.held] == [("lamp, is on, shelf", 2)]


async def test_all_facts_about_the_names_in_a_question_are_recalled(minilm: MiniLM) -> None:
    """A box has more in it than a search retrieves."""
    things = [f"thing {number}" for number in range(20)]
    facts = [*(f"{thing}, is in, box" for thing in things), "box, is in, hall", "hall, has exit, north"]
    fixture = Fixture(minilm, learn=[{"triplets": facts, "replaced": [], "entities": []}])
    await fixture.observe([at("hall", text=" ".join(["A box, full of things, stands in this hall."] * 20))])
    asked = replace(cue(at("hall", "wait", "Time passes.")), question="How many things are in the box?")
    assert {f"{thing}, is in, box" for thing in things} <= {*(await fixture.memory.recall(asked)).facts}


async def never(*texts: Any, **options: Any) -> None:
    """The model has not replied yet."""
    await asyncio.Event().wait()


async def test_episodes_that_an_unread_turn_may_outdate_are_not_recalled(
    minilm: MiniLM, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = at("kitchen", "read note", "A note on the closed bin tells of a lamp.")
    fixture = Fixture(minilm, learn=[exits("bin, is, closed", "note, tells of, lamp"), exits("hall, is, dark")])
    await fixture.observe([seen], [at("hall", "go east")])
    opened = at("hall", "open bin", "You open the bin.")
    brief = replace(cue(opened), plan=["find the lamp"], steps={})
    assert [turn.observation for turn in (await fixture.memory.recall(brief)).episodes] == [seen.observation]
    monkeypatch.setattr(fixture.memory.graph, "learn", never)
    reading = asyncio.create_task(fixture.memory.observe([opened], []))
    await asyncio.sleep(0)
    assert (await fixture.memory.recall(brief)).episodes == ()
    reading.cancel()


async def test_first_states_of_things_in_the_status_line_are_recalled(minilm: MiniLM) -> None:
    seen = exits("lamp, is on, desk", "box, is in, hall", "box, is, closed")
    opened = {**exits("box, is, open"), "replaced": ["box, is, closed -> box, is, open"]}
    moved = {**exits("lamp, is in, box"), "replaced": ["lamp, is on, desk -> lamp, is in, box"]}
    fixture = Fixture(minilm, learn=[seen, opened, moved])
    await fixture.observe([at("hall")], [at("hall", "open box", "You open the box.")], [at("hall", "look", "Look.")])
    now = replace(at("hall", "wait", "Time passes."), status_line="Put the lamp back where it first was.")
    recalled = await fixture.memory.recall(cue(now))
    assert [(each.fact, each.since, each.until) for each in recalled.held] == [("lamp, is on, desk", 1, 3)]
    box = await fixture.memory.recall(cue(replace(now, status_line="Leave the box as it first was.")))
    assert [(each.fact, each.told) for each in box.held] == [("box, is, closed", None)]
    assert not (await fixture.memory.recall(cue(at("hall", "wait", "Time passes.")))).held
