from __future__ import annotations

from collections.abc import Callable
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from ariadne.agents.tried import IN_VAIN, LATELY, Tried
from ariadne.events import Circled
from ariadne.worlds.world import Turn
from tests.scripted import Events

Here = dict[str, tuple[str, str]]
"""The destination of each command, and the text on the way."""


class House:
    """Rooms with commands that have the same effect each time."""

    def __init__(self, rooms: dict[str, Here], start: str = "hall") -> None:
        self._rooms = rooms
        self.at, self.said = start, f"This is the {start}."
        self.events = Events()
        self.tried = Tried(self.events)
        self.tried.see([self._turn("")])

    def offered(self) -> list[str]:
        offer = self.tried.offer(sorted(self._rooms[self.at]))
        return offer.actions if offer else []

    def do(self, command: str) -> None:
        self.tried.took(command)
        self.at, self.said = self._rooms[self.at][command]
        self.tried.see([self._turn(command)])

    def play(self, choose: Callable[[list[str]], str], steps: int) -> list[str]:
        """The actions done until nothing is offered, or for that many steps."""
        done = []
        while len(done) < steps and (offered := self.offered()):
            done.append(choose(offered))
            self.do(done[-1])
        return done

    def _turn(self, command: str) -> Turn:
        return Turn(command, self.said, "", tuple(sorted(self._rooms[self.at])), self.at)


TWO_ROOMS: dict[str, Here] = {
    "hall": {"go east": ("attic", "This is the attic."), "look": ("hall", "This is the hall.")},
    "attic": {
        "go west": ("hall", "This is the hall."),
        "look": ("attic", "This is the attic."),
        "pull lever": ("attic", "It creaks."),
    },
}


def test_futile_actions_are_not_offered_again() -> None:
    house = House(TWO_ROOMS)
    assert house.offered() == ["go east", "look"]
    house.do("look")
    assert house.tried.offer(["go east", "look"]).actions == ["go east"]
    assert house.tried.offer(["go east", "look"]).tried == ["look" + IN_VAIN]


def test_an_action_that_printed_something_new_is_offered_again() -> None:
    house = House(TWO_ROOMS)
    house.do("go east")
    house.do("pull lever")
    assert "pull lever" in house.offered()
    assert "pull lever" in house.tried.offer(["pull lever"]).tried
    house.do("pull lever")
    assert "pull lever" not in house.offered()


def test_an_offer_tells_what_was_done_how_often_and_what_has_just_failed() -> None:
    house = House(TWO_ROOMS)
    for action in ("go east", "pull lever", "look"):
        house.do(action)
    offer = house.tried.offer(["go west", "look", "pull lever"])
    assert offer
    assert (offer.times, offer.failed) == ({"pull lever": 1, "look": 1}, {"look"})
    house.do("go west")
    offer = house.tried.offer(["go east", "look"])
    assert offer
    assert (offer.times, offer.failed) == ({"go east": 1}, set())


def test_recent_repeats_and_reversals_are_marked() -> None:
    tried, box = Tried(Events()), ("look", "put lamp in box", "take lamp from box", "take pen from box")
    tried.see([Turn("", "A box.", "", box, "hall")])
    tried.took("take lamp from box")
    tried.see([Turn("take lamp from box", "Taken.", "a lamp", box, "hall")])
    offer = tried.offer(box)
    assert offer
    assert offer.again == ["put lamp in box", "take lamp from box"]
    for _ in range(LATELY):
        tried.took("look")
        tried.see([Turn("look", "A box.", "a lamp", box, "hall")])
    offer = tried.offer(box)
    assert offer
    assert offer.again == []


def test_invalid_actions_are_in_vain_at_once() -> None:
    tried = Tried(Events())
    tried.see([Turn("", "A hall.", "", ("jump",), "hall")])
    tried.took("jump")
    tried.see([Turn("jump", "You cannot.", "", ("jump",), "hall", status="invalid")])
    assert tried.offer(["jump", "look"]).actions == ["look"]


def test_if_everything_was_in_vain_everything_is_offered() -> None:
    house = House({"hall": {"look": ("hall", "This is the hall.")}})
    house.do("look")
    assert house.offered() == ["look"]


def test_after_two_rounds_what_was_never_tried_goes_first_and_an_event_says_so() -> None:
    house = House(TWO_ROOMS)
    for command in ("go east", "go west", "go east", "go west", "go east"):
        assert house.events == []
        house.offered()
        house.do(command)
    assert house.offered() == ["look", "pull lever"]
    assert house.events == [Circled(withheld=("go west",))]


def test_where_everything_was_tried_in_vain_nothing_is_on_offer() -> None:
    house = House(TWO_ROOMS)
    done = house.play(lambda offered: offered[0], 50)
    assert set(done) == {"go east", "go west", "look", "pull lever"}
    assert len(done) < 15


def test_in_a_world_that_knows_other_commands_there_is_always_something_on_offer() -> None:
    tried = Tried(Events())
    for number in range(9):
        tried.see([Turn("wait" if number else "", "Time passes.", "", ("wait",), "hall", free=True)])
        assert tried.offer(["wait"], free=True).actions == ["wait"]
        tried.took("wait")


def test_without_visible_states_an_effective_command_starts_a_new_one() -> None:
    tried = Tried(Events())
    tried.see([Turn("", "Blocks.", "", (), "", free=True)])
    tried.took("lift a")
    tried.see([Turn("lift a", "The arm is full.", "", (), "", free=True, status="invalid")])
    assert tried.offer([], free=True).tried == ["lift a" + IN_VAIN]
    tried.took("drop b")
    tried.see([Turn("drop b", "Done.", "", (), "", free=True)])
    assert tried.offer([], free=True).tried == []


@st.composite
def houses(draw: st.DrawFn) -> House:
    """Houses with commands that lead anywhere and mostly repeat texts."""
    names = [f"room {number}" for number in range(draw(st.integers(1, 5)))]
    commands = st.lists(st.sampled_from("abcdef"), min_size=1, unique=True)
    rooms = {
        name: {
            command: (there := draw(st.sampled_from(names)), f"This is {there}.") for command in sorted(draw(commands))
        }
        for name in names
    }
    return House(rooms, names[0])


@given(houses(), st.integers())
def test_no_cycle_is_walked_more_than_twice(house: House, seed: int) -> None:
    chance = Random(seed)
    habits = {name: chance.random() for name in "abcdef"}
    said = [house.said]
    walked = []
    for _ in range(200):
        if not (offered := house.offered()):
            break
        command = max(offered, key=lambda action: habits[action])
        before = house.at
        house.do(command)
        walked.append((before, command, house.said not in said))
        said.append(house.said)
    for period in range(1, 8):
        for start in range(len(walked) - 3 * period + 1):
            once = walked[start : start + period]
            assert any(is_new for _, _, is_new in once) or once * 3 != walked[start : start + 3 * period]
