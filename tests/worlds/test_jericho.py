from __future__ import annotations

import re
import shutil
import struct
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from ariadne.errors import Failure, UserError
from ariadne.events import Handicaps
from ariadne.worlds.jericho import ALWAYS, CHECK, DEFAULT_GOAL
from ariadne.worlds.registry import find_game
from ariadne.worlds.sandbox import SandboxedWorld
from ariadne.worlds.story_file import open_story
from ariadne.worlds.world import Score, Turn
from tests.conftest import Game

WAY = (
    "north / east / open cupboard / take lamp / turn on lamp / west / down / take key / up / up"
    " / unlock door with key / open door / west / pull lever"
).split(" / ")


@contextmanager
def playing(story: Path, seed: int | None = None, handicap: Handicaps = ()) -> Iterator[SandboxedWorld]:
    with closing(open_story(story, seed, handicap)) as world:
        yield world


@pytest.fixture
def own(lighthouse: Path, tmp_path: Path) -> Path:
    """A copy of the story that a test may write a card for, or damage."""
    return Path(shutil.copy(lighthouse, tmp_path / "own.z5"))


def walk(world: SandboxedWorld, commands: list[str]) -> list[Turn]:
    return [world.reset(), *(world.step(command) for command in commands)]


def test_a_story_is_won_and_its_score_is_read_from_the_text(lighthouse: Path) -> None:
    with playing(lighthouse) as world:
        world.reset()
        scores, turns = [world.score()], []
        for command in WAY:
            turns.append(world.step(command))
            scores.append(world.score())
    assert [score.score for score in scores] == [0, 0, 0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4]
    assert {score.maximum for score in scores} == {4}
    assert scores[-1] == Score(4, 4, won=True)
    assert not any(score.won or score.lost for score in scores[:-1])
    assert [turn.done for turn in turns] == [False] * 13 + [True]
    assert turns[-1].commands == ()
    assert all(turn.free and turn.status == "valid" for turn in turns)


def test_a_story_is_lost(lighthouse: Path) -> None:
    with playing(lighthouse) as world:
        last = walk(world, ["north", "east", "drink soup"])[-1]
        assert last.done
        assert "You have died" in last.observation
        assert world.score() == Score(0, 4, lost=True)
        after = world.step("look")
        assert (after.done, after.status, after.observation) == (True, "invalid", "The game is over.")


def test_the_text_is_what_a_player_reads_without_prompt_banner_and_status_line(lighthouse: Path) -> None:
    with playing(lighthouse) as world:
        first, *others = walk(world, WAY)
    assert first.observation.startswith("The light has gone out")
    assert first.observation.endswith("Quay\nWaves beat against the stones. The lighthouse stands to the north.")
    assert others[4].observation == "You switch the oil lamp on.\n\n[The score has just gone up by one point.]"
    assert others[-1].observation.endswith("In that game you scored 4 out of a possible 4, in 14 turns.")
    for turn in [first, *others]:
        assert turn.observation == turn.observation.strip()
        assert not re.search(r"LIGHTHOUSE|tests of|RESTART|Serial|\n>|  Quay|Moves", turn.observation)


def test_the_location_is_the_title_that_the_text_gave(lighthouse: Path) -> None:
    commands = ["north", "examine me", "down", "up", "sing", "east", "look", "inventory", "jump about wildly"]
    with playing(lighthouse) as world:
        locations = [turn.location for turn in walk(world, commands)]
    assert locations == ["quay", "hall", "hall", "darkness", "hall", "hall"] + 4 * ["kitchen"]


def test_the_inventory_is_known_until_something_may_change_it(lighthouse: Path) -> None:
    nothing = "You're carrying nothing."
    with playing(lighthouse) as world:
        turns = walk(world, ["inventory", "take unicorn", "quit", "north", "i"])
    assert [turn.inventory for turn in turns] == ["", nothing, nothing, nothing, "", nothing]


def test_with_the_inventory_handicap_every_turn_has_the_inventory(lighthouse: Path) -> None:
    with playing(lighthouse) as world, playing(lighthouse, handicap=("inventory",)) as other:
        plain, told = walk(world, WAY), walk(other, WAY)
    assert [turn.observation for turn in told] == [turn.observation for turn in plain]
    assert [turn.status_line for turn in told] == [turn.status_line for turn in plain]
    assert all("carrying" in turn.inventory for turn in told[:-1])
    assert ["lamp" in turn.inventory for turn in told[:5]] == [False, False, False, False, True]
    assert not any(turn.inventory for turn in plain)


def test_the_inventory_handicap_needs_a_story_that_takes_commands(compiled: Game) -> None:
    with playing(compiled("curt"), handicap=("inventory",)) as world:
        assert world.reset().inventory == ""
    with playing(compiled("mortal"), handicap=("inventory",)) as world:
        assert world.reset().inventory == "You're carrying nothing."


def test_the_status_line_is_that_of_the_screen(lighthouse: Path, compiled: Game) -> None:
    with playing(lighthouse) as world:
        lines = [turn.status_line for turn in walk(world, ["north", "east. open cupboard", "sing a lot", "score"])]
    assert lines == [
        "Quay · score 0 · moves 0", "Hall · score 0 · moves 1", *3 * ["Kitchen · score 0 · moves 3"]
    ]  # fmt: skip
    with playing(compiled("early")) as world:
        lines = [turn.status_line for turn in walk(world, ["up", "bow", "down"])]
    assert lines == [
        "Hall · score 0 · moves 0", "Attic · score 5 · moves 1", "Attic · score 6 · moves 2",
        "Hall · score -1 · moves 3",
    ]  # fmt: skip
    with playing(compiled("curt")) as world:
        assert world.reset().status_line == ""


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("look.", "A laboratory."),
        ("examine château", "A tiny château of paper."),
        ("examine cha\u0302teau", "A tiny château of paper."),
        ("disable alarm", "The alarm is silent now."),
        ("restore painting", "It is as good as new."),
        ("ask smith about the alarm", "He nods."),
        ('say "hello" to smith', "He nods."),
        ("smith, take painting", "He does not obey."),
        ("smith, “go east”", "He does not obey."),
        ("west. take coin. east", "Taken."),
        ("west then east", "Ledge"),
        ("score", "out of a possible 2"),
        ("verbose", '"verbose" mode'),
        ("notify on", "Score notification on."),
        ("version", "Serial number 260101"),
        (CHECK, "can't see any such thing"),
    ],
)
def test_what_a_story_understands_reaches_it(compiled: Game, command: str, said: str) -> None:
    with playing(compiled("mortal")) as world:
        turn = walk(world, ["", "east", command])[-1]
    assert said in turn.observation
    assert turn.location == "lab"
    assert turn.status == ("invalid" if command == CHECK else "valid")


def test_a_backslash_does_not_reach_the_interpreter(lighthouse: Path) -> None:
    with playing(lighthouse) as world:
        _, asked, here = walk(world, ["\\help", "look"])
    assert (asked.status, here.location) == ("invalid", "quay")
    assert "Frotz" not in asked.observation


def test_rooms_are_always_described_in_full(compiled: Game) -> None:
    with playing(compiled("mortal")) as world:
        _, first, *others = walk(world, ["", "east", "west", "east"])
    assert "verbose" not in first.observation
    assert first.status_line.endswith("moves 0")
    assert others[0].observation == others[2].observation
    assert "A laboratory." in others[2].observation


def test_a_death_that_the_story_takes_back_is_not_an_end(compiled: Game) -> None:
    with playing(compiled("mortal")) as world:
        *turns, last = walk(world, ["down", "take coin", "down", "east", "west", "down"])
        assert [turn.done for turn in turns] == 6 * [False]
        assert "*** You have died ***" in turns[1].observation
        assert turns[1].observation.endswith("You can see a coin here.")
        assert turns[4].location == "lab"
        assert (last.done, world.score()) == (True, Score(1, 2, lost=True))


@pytest.mark.parametrize("command", ["frobnicate", "take unicorn", "take", "unlock", "put in", "give to whale"])
def test_what_the_parser_does_not_understand_is_invalid(lighthouse: Path, command: str) -> None:
    with playing(lighthouse) as world:
        world.reset()
        turn = world.step(command)
        assert turn.status == "invalid"
        assert (turn.commands, turn.location, turn.done) == (ALWAYS, "quay", False)
        assert world.step("go north").location == "hall"


@pytest.mark.parametrize(
    "command",
    [*("save RESTORE restart quit q undo script".split()), "transcript on", "notify off", '"save"', "look. Quit. y",
     "# record", "tw-print version", "north. save", "wait then restart", "look\nquit\ny", "north\x00", "x" * 5000],
)  # fmt: skip
def test_interpreter_commands_never_reach_it(
    lighthouse: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.chdir(tmp_path)
    before = set(tmp_path.iterdir())
    with playing(lighthouse) as world:
        world.reset()
        here = world.step("north")
        turn = world.step(command)
        assert turn.observation
        assert (turn.status, turn.location, turn.commands, turn.done) == ("invalid", "hall", ALWAYS, False)
        assert world.step("look").observation == here.observation
    assert set(tmp_path.iterdir()) == before


def test_without_bindings_valid_actions_are_those_that_change_something(lighthouse: Path) -> None:
    with playing(lighthouse, handicap=("actions",)) as world:
        assert not world.known
        first = world.reset()
        asked = world.step("check valid actions")
        then = world.step("look")
    assert first.commands == then.commands == ("check valid actions", "inventory", "look")
    assert CHECK in world.instructions
    assert asked.status == "meta"
    assert asked.location == "quay"
    assert asked.observation == "Valid actions are: check valid actions, inventory, look, north."
    assert list(asked.commands) == sorted({CHECK, *ALWAYS, "north"})


def test_without_the_handicap_valid_actions_are_not_listed(lighthouse: Path) -> None:
    with playing(lighthouse) as world:
        _, asked = walk(world, [CHECK])
    assert (asked.status, asked.commands) == ("invalid", ("inventory", "look"))
    assert CHECK not in world.instructions


def test_without_bindings_each_command_of_a_walkthrough_or_an_equivalent_is_listed(lighthouse: Path) -> None:
    with playing(lighthouse, handicap=("actions",)) as world:
        world.reset()
        for command in WAY:
            listed = world.step("check valid actions").commands
            assert command in listed or (command == "pull lever" and "push lever" in listed)
            assert not {"wait", "listen", "examine soup", "take soup", "open me"} & set(listed)
            world.step(command)
        assert world.score().won


def test_starting_again_is_starting_from_the_beginning(lighthouse: Path) -> None:
    with playing(lighthouse) as world:
        first = walk(world, WAY)
        again = walk(world, WAY)
        assert world.reset() == first[0]
        assert world.score() == Score(0, 4)
    assert again == first


def test_the_dice_fall_as_the_seed_says(lighthouse: Path) -> None:
    def heard(seed: int | None) -> list[str]:
        with playing(lighthouse, seed=seed) as world:
            return [turn.observation for _ in range(2) for turn in walk(world, ["listen", "listen"])]

    assert heard(None) == heard(None) == heard(0) == heard(1)
    assert heard(1) != heard(2)
    assert heard(2)[:3] == heard(2)[3:]


def test_goal_and_briefing_are_those_of_the_card(own: Path) -> None:
    with playing(own) as world:
        assert (world.goal, world.briefing, world.walkthrough) == (DEFAULT_GOAL, "", ())
        assert world.domain == "jericho"
        assert "attack PERSON with THING" in world.instructions
    own.with_suffix(".yaml").write_text("goal: Light it.\nbriefing: It is late.\nwalkthrough: [north, wait]\n")
    with playing(own) as world:
        assert (world.goal, world.briefing, world.walkthrough) == ("Light it.", "It is late.", ("north", "wait"))


def test_a_cards_walkthrough_cannot_reach_the_interpreter(own: Path) -> None:
    own.with_suffix(".yaml").write_text("walkthrough: [north, restart]\n")
    with playing(own) as world:
        turns = walk(world, list(world.walkthrough))
    assert [(turn.status, turn.location) for turn in turns[1:]] == [("valid", "hall"), ("invalid", "hall")]


def test_a_card_may_say_the_maximum(own: Path) -> None:
    own.with_suffix(".yaml").write_text("maximum: 8\n")
    with playing(own) as world:
        walk(world, WAY)
        assert world.score() == Score(4, 8, won=True)


def test_milestones_replace_points_and_all_of_them_win(own: Path) -> None:
    own.with_suffix(".yaml").write_text("milestones: ['^kitchen$', 'revealing an? .*lamp', unicorn]\n")
    with playing(own) as world:
        walk(world, ["north", "take unicorn", "say unicorn", "east"])
        assert world.score() == Score(1, 3)
        world.step("open cupboard")
        assert world.score() == Score(2, 3)
    own.with_suffix(".yaml").write_text("milestones: [barrels, kitchen]\n")
    with playing(own) as world:
        *before, last = walk(world, ["north", "east", "open cupboard", "take lamp", "turn on lamp", "west", "down"])
        assert last.done
        assert not any(turn.done for turn in before)
        assert world.score() == Score(2, 2, won=True)


@pytest.mark.parametrize(
    ("card", "said"),
    [
        ("milestones: ['(']", "milestones.0"),
        ("milestones: []\nmaximum: -1", "maximum"),
        ("scoring: {}", "scoring"),
        ("- a", "own.yaml"),
    ],
)
def test_an_invalid_story_card_is_one_clear_line(own: Path, card: str, said: str) -> None:
    own.with_suffix(".yaml").write_text(card)
    with pytest.raises(UserError, match=re.escape(said)) as caught:
        open_story(own)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("damage", ["cut", "changed", "empty", "gone"])
def test_a_damaged_story_is_one_clear_line(own: Path, damage: str) -> None:
    content = bytearray(own.read_bytes())
    content[0x4000] ^= 0xFF
    parts = {"cut": own.read_bytes()[:-9000], "changed": bytes(content), "empty": b""}
    own.unlink()
    if damage in parts:
        own.write_bytes(parts[damage])
    with pytest.raises(UserError, match=r"there is no file|not a Z-machine story") as caught:
        open_story(own)
    assert "\n" not in str(caught.value)


@pytest.mark.nightly
def test_nothing_is_printed_by_the_engine(lighthouse: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from ariadne.worlds.story_file import open_story\n"
        "world = open_story(Path(sys.argv[1])); world.reset(); world.step('north'); world.close(); world.close()"
    )
    done = subprocess.run([sys.executable, "-c", code, lighthouse], capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("", "")


def test_a_story_that_just_stops_is_over(compiled: Game) -> None:
    with playing(compiled("curt")) as world:
        texts = [(turn.observation, turn.location, turn.done) for turn in walk(world, ["look", "look"])]
        assert texts == [("Press a key, café.", "", False), ("Thank you.", "", False), ("", "", True)]
        assert world.score() == Score(0, 0)
        assert world.score().normalized is None


def test_an_early_machines_score_is_read_from_its_status_line(compiled: Game) -> None:
    with playing(compiled("early")) as world:
        turns, scores = [world.reset()], [world.score()]
        for command in ("up", "bow", "down", "sing"):
            turns.append(world.step(command))
            scores.append(world.score())
    assert [turn.observation for turn in turns[1:]] == [
        "Attic\nIt is dusty.", "Somebody claps.", "Hall\nA ladder leads up.", "I don't know that."
    ]  # fmt: skip
    assert [turn.location for turn in turns] == ["hall", "attic", "attic", "hall", "hall"]
    assert [score.score for score in scores] == [0, 5, 6, -1, -1]


def test_a_story_of_textworlds_plays_without_its_json(game: Game, tmp_path: Path) -> None:
    story = Path(shutil.copy(game("treasure-hunt"), tmp_path / "bare.z8"))
    with playing(story) as world:
        first = world.reset()
        assert world.score() == Score(0, 3)
        header = re.search(r"^-= (.+) =-$", first.observation, re.MULTILINE)
        assert header
        assert first.location == header[1].lower()
        assert world.step("inventory").inventory == "You are carrying nothing."


@pytest.fixture(scope="session")
def atelier(compiled: Game) -> Path:
    """A French story whose title page waits for a key."""
    return compiled("atelier")


def test_a_title_page_that_waits_for_a_key_is_turned_before_the_first_command(atelier: Path) -> None:
    with playing(atelier) as world:
        start, look = walk(world, ["look"])
    assert "Appuyez sur une touche" in start.observation
    assert "Des outils partout" in start.observation
    assert (look.status, look.location) == ("valid", "atelier")


@pytest.mark.parametrize("command", ["xyzzyx", "take xyzzyx", "examine la lampe"])
def test_a_story_refuses_in_its_own_language(atelier: Path, command: str) -> None:
    with playing(atelier) as world:
        assert walk(world, [command])[-1].status == "invalid"


@pytest.mark.parametrize(
    "command", ["look.", "examine château", "restore château", "take château. look", "dire bonjour", "east"]
)
def test_what_a_story_understands_is_valid_whatever_it_answers(atelier: Path, command: str) -> None:
    with playing(atelier) as world:
        assert walk(world, [command])[-1].status == "valid"


def test_an_interpreter_that_fails_is_an_error_and_a_story_that_quits_is_over(atelier: Path) -> None:
    with playing(atelier) as world:
        assert walk(world, ["partir"])[-1].done
    with playing(atelier) as world, pytest.raises(Failure, match=r"made its interpreter fail.*'creuser'"):
        walk(world, ["creuser"])


def test_an_interpreter_that_halts_before_the_first_command_is_an_error(compiled: Game) -> None:
    with (
        pytest.raises(Failure, match="made its interpreter fail: STILL Nothing moves"),
        playing(compiled("still")) as it,
    ):
        it.reset()


@pytest.mark.parametrize("suffix", [".zblorb", ".blb"])
def test_a_story_in_a_blorb_is_the_story(atelier: Path, tmp_path: Path, suffix: str) -> None:
    story = atelier.read_bytes()
    parts = [(b"RIdx", struct.pack(">I4sII", 1, b"Exec", 0, 36)), (b"Pict", b"odd"), (b"ZCOD", story)]
    chunks = b"".join(name + struct.pack(">I", len(part)) + part + b"\0" * (len(part) % 2) for name, part in parts)
    blorb = tmp_path / f"atelier{suffix}"
    blorb.write_bytes(b"FORM" + struct.pack(">I", 4 + len(chunks)) + b"IFRS" + chunks)
    commands = ["look", "examine château", "inventory"]
    with playing(blorb) as world, playing(atelier) as plain:
        assert walk(world, commands) == walk(plain, commands)
    assert find_game(str(blorb)).source == blorb


def test_a_blorb_that_holds_no_story_or_never_ends_is_refused(tmp_path: Path) -> None:
    picture = tmp_path / "picture.zblorb"
    picture.write_bytes(b"FORM\0\0\0\xffIFRSPict\0\0\0\4....")
    endless = tmp_path / "endless.zblorb"
    with endless.open("wb") as file:
        file.write(b"FORM\xff\xff\xff\xffIFRS")
        file.truncate(2**31)
    for path in (picture, endless):
        with pytest.raises(UserError, match="is not a Z-machine story"):
            open_story(path)
