"""Hidden cards never leave the server, in either states or refusals."""

import json
from random import Random

import pytest

from spadille.game import (
    PACK,
    Adjust,
    Agree,
    Award,
    Bid,
    Call,
    Claim,
    Discard,
    Flip,
    Keep,
    Look,
    NoTrump,
    Pass,
    Play,
    PlayerAction,
    Say,
    Seat,
    SpadesError,
    Swap,
    TakeBack,
    ThrowIn,
    presets,
)
from spadille.table.commands import Asker
from spadille.table.protocol import write_refusal
from spadille.table.requests import Act, NextRound, Rematch, Resync, Sit, Stand, Start, TableRequest
from support.secrecy import PEOPLE, cards_in, check_all, shown
from support.tabletop import ANN, BEN, Room


@pytest.mark.parametrize("preset", presets())
@pytest.mark.parametrize("seed", range(2))
def test_state_holds_no_card_hidden_from_its_receiver(preset: str, seed: int) -> None:
    room = Room(preset, seed, invite=True)
    check_all(room)
    room.ask(BEN, Sit("room", Seat.EAST))
    room.ask(ANN, Start("room"))
    for _ in range(250):
        check_all(room)
        if room.table.status == "over":
            break
        room.step()


@pytest.mark.parametrize(("review", "seen"), [("none", 1), ("last_trick", 2), ("all", 13)])
def test_P14_hidden_trick_is_not_sent(review: str, seen: int) -> None:
    """P14: its winner is sent, and the trick on the table until the next one is led."""
    room = Room(options={"play.review": review, "end.floor": "none"}, seed=4)
    room.play_until(lambda table: table.game is not None and table.game.phase == "play")
    most = 0
    while room.game.phase == "play":
        view = json.loads(shown(room, ANN.person))["view"]
        assert [trick["winner"] for trick in view["tricks"]] == [
            trick.winner for trick in room.game.view(None).tricks
        ]
        most = max(
            most, sum(bool(trick["cards"]) for trick in view["tricks"]) + bool(view["trick"])
        )
        room.step()
    assert most == seen
    view = json.loads(shown(room, ANN.person))["view"]
    assert all(trick["cards"] for trick in view["tricks"])


def test_seat_that_has_not_looked_is_not_sent_its_cards() -> None:
    room = Room(seed=3)
    assert cards_in(shown(room, ANN.person)) <= {c.value for c in room.game.drawn_for_deal}
    room.act(ANN, Look())
    assert len(cards_in(shown(room, ANN.person))) >= 13


def random_request(room: Room, random: Random) -> TableRequest:
    """Return any message, sensible or not."""
    table = random.choice(["room"] * 9 + ["other"])
    seat = Seat(random.randrange(6))
    cards = tuple(random.sample(PACK, random.randrange(4)))
    actions: list[PlayerAction] = [
        Look(),
        Bid(random.randrange(-1, 16), nil=random.random() < 0.2, blind=random.random() < 0.2),
        Keep("first"),
        Keep("next"),
        Pass(cards),
        Swap(cards),
        Discard(cards),
        Play(random.choice(PACK), low=random.random() < 0.1),
        Say(random.randrange(-1, 5), random.randrange(15)),
        Adjust(random.randrange(-1, 3)),
        NoTrump(random.random() < 0.5),
        Call(seat, random.randrange(15)),
        Award(seat),
        Flip(random.randrange(15)),
        *(ThrowIn(), TakeBack(), Claim(), Agree()),
    ]
    seq = random.randrange(-1, room.table.version + 3)
    requests: list[TableRequest] = [
        Sit(table, seat),
        Stand(table),
        Start(table),
        NextRound(table),
        Rematch(table),
        Resync(table),
        *(Act(table, seat, seq, random.choice(actions)) for _ in range(6)),
    ]
    return random.choice(requests)


@pytest.mark.parametrize("preset", presets())
@pytest.mark.parametrize("seed", range(2))
def test_random_requests_break_and_reveal_nothing(preset: str, seed: int) -> None:
    random = Random(f"{preset}/{seed}")
    room = Room(preset, seed, invite=True)
    accepted = 0
    for _ in range(1000):
        asker: Asker = random.choice(PEOPLE)
        request = random_request(room, random)
        before = room.table
        try:
            accepted += bool(room.ask(asker, request))
        except SpadesError as refusal:
            assert room.table is before
            for text in (str(refusal), write_refusal(refusal, "de", room.table.names)):
                assert text
            named = cards_in(write_refusal(refusal, "en"))
            assert not named, "sentences name cards in words, and only those asked about"
        if room.table.game and room.table.status == "playing" and random.random() < 0.3:
            room.step()
        if room.table is not before:
            check_all(room)
    assert accepted > 15
