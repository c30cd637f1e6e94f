"""Cards are committed before they are dealt, salted by players, and revealed after the round."""

import json
import re
from pathlib import Path

import msgspec
import pytest

from spadille.game import Cut, Seat, Shuffled, seal_of
from spadille.notation import check_deals
from spadille.table.apply import Transition, loaded
from spadille.table.commands import Asker
from spadille.table.errors import RefusedError
from spadille.table.events import (
    ChanceActed,
    SeatTaken,
    Started,
    TableCreated,
    TableEvent,
    read_event,
)
from spadille.table.requests import AddClientSeed, NextRound, Rematch, Resign, Sit, Start
from support.house import house
from support.secrecy import shown
from support.tabletop import ANN, BEN, CYD, Room, seeded, settle

LONG = {"end.max_rounds": 2, "end.target": 2000, "end.floor": -2000}
SALTS = {person: digit * 32 for person, digit in ((ANN, "a"), (BEN, "b"), (CYD, "c"))}


def salt(room: Room, asker: Asker, salt: str = "") -> None:
    assert room.table.commitment.sealing is not None
    room.ask(asker, AddClientSeed("room", room.table.commitment.sealing.seal, salt or SALTS[asker]))


def code(room: Room, asker: Asker, seal: str, salt: str) -> str:
    with pytest.raises(RefusedError) as refusal:
        room.ask(asker, AddClientSeed("room", seal, salt))
    return refusal.value.code


def state(room: Room, asker: Asker = ANN) -> dict[str, object]:
    told: dict[str, object] = json.loads(shown(room, asker.person))
    return told


def test_commitment_is_shown_before_deal_and_fixed_during_round() -> None:
    room = Room(invite=True)
    first = state(room)["seal"]
    assert isinstance(first, dict)
    assert first["open"]
    room.ask(ANN, Start("room"))
    assert state(room)["seal"] == {**first, "open": False}
    room.play_until(lambda table: table.between_rounds or table.status == "over")
    following = state(room)["seal"]
    assert isinstance(following, dict)
    assert following["open"]
    assert following["seal"] != first["seal"]
    assert room.table.opened_deal(1).seal == first["seal"]


def test_each_seated_player_adds_one_salt_even_after_seat_changes() -> None:
    room = Room(invite=True, options={"table.seating": "random"})
    room.ask(BEN, Sit("room", Seat.NORTH))
    salt(room, BEN)
    salt(room, ANN)
    salt(room, ANN)
    seal = room.table.commitment.sealing
    assert seal is not None
    assert state(room)["seal"] == {"seal": seal.seal, "open": True, "salted": [0, 2]}
    assert code(room, ANN, seal.seal, "d" * 32) == "seal/salted"
    assert code(room, CYD, seal.seal, SALTS[CYD]) == "seat/none"
    room.ask(ANN, Start("room"))
    assert code(room, ANN, seal.seal, SALTS[ANN]) == "seal/closed"
    used = room.table.commitment.seals[-1]
    assert [told.value for told in used.salts] == [SALTS[BEN], SALTS[ANN]]
    assert [told.seat for told in used.salts] == [
        room.table.seat_of(BEN.person),
        room.table.seat_of(ANN.person),
    ]


def test_salt_changes_cards_even_after_its_player_left() -> None:
    def cards(*askers: Asker) -> object:
        room = Room(invite=True)
        room.ask(BEN, Sit("room", Seat.NORTH))
        for asker in askers:
            salt(room, asker)
        room.ask(ANN, Start("room"))
        assert room.game.round is not None
        return room.game.round.hands

    assert len({cards(), cards(ANN), cards(BEN), cards(ANN, BEN), cards(BEN, ANN)}) == 5


@pytest.mark.parametrize(
    "options", [{}, {"deal.cut": "offered"}, {"deal.deficient": ["no_spades", "one_spade"]}]
)
def test_seed_is_secret_until_round_is_over(options: dict[str, object]) -> None:
    room = Room(
        "standard", options={**options, "end.max_rounds": 3, "end.floor": -2000}, invite=True
    )
    room.ask(ANN, Start("room"))
    while room.table.status == "playing":
        secret = {found.seed for found in (room.table.seal, room.table.commitment.sealing) if found}
        for asker in (ANN, BEN, CYD):
            assert not secret & set(re.findall("[0-9a-f]{64}", shown(room, asker.person)))
        for number in range(6):
            try:
                assert room.table.opened_deal(number).seed not in secret
            except RefusedError as refusal:
                assert refusal.code == "seal/secret"
        if room.table.seal is not None:
            assert room.table.record.seals[-1].seed is None
        room.step()
    assert {check.finding for check in check_deals(room.table.record)} == {"fair"}


def test_opened_deal_has_its_dealer_and_random_events() -> None:
    room = Room(invite=True, options=LONG)
    with pytest.raises(RefusedError):
        room.table.opened_deal(1)
    room.ask(ANN, Start("room"))
    room.play_until(lambda table: table.status == "over")
    results, opened = room.game.results, [room.table.opened_deal(number) for number in (1, 2)]
    assert [(one.round, one.dealer) for one in opened] == [
        (1, results[0].dealer),
        (2, results[1].dealer),
    ]
    assert results[0].dealer != results[1].dealer
    drawn = [event.action for event in room.game.events if isinstance(event.action, Shuffled | Cut)]
    assert [action for one in opened for action in one.outcomes] == drawn


def test_seed_of_abandoned_game_stays_secret() -> None:
    room = Room()
    room.ask(ANN, Resign("room"))
    with pytest.raises(RefusedError):
        room.table.opened_deal(1)
    assert room.table.record.seals[-1].seed is None
    room.ask(ANN, Rematch("room"))
    assert len(room.table.commitment.seals) == 1


def test_old_game_without_commitments_gets_them_from_next_round() -> None:
    room = Room(options=LONG)
    unsealed: list[TableEvent] = [
        e for e in room.events if isinstance(e, TableCreated | SeatTaken | Started)
    ]
    started = Transition(loaded("room", unsealed)).settled(seeded(9))
    deals = [e for e in started.events if isinstance(e, ChanceActed)]
    room.table = loaded("room", [*unsealed, *deals])
    room.events = (*unsealed, *deals)
    assert state(room)["seal"] is None
    room.play_until(lambda table: table.status == "over")
    found = [check.finding for check in check_deals(room.table.record)]
    assert found[0] == "unsealed"
    assert set(found[1:]) <= {"fair"}
    with pytest.raises(RefusedError):
        room.table.opened_deal(1)


def test_table_without_automatic_start_takes_salt_of_creator() -> None:
    room = Room(begin=False)
    assert room.table.status == "waiting"
    salt(room, ANN)
    room.ask(ANN, Start("room"))
    assert [told.seat for told in room.table.commitment.seals[0].salts] == [Seat.SOUTH]


async def test_commitment_and_salts_survive_restart(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        actor = await here.make(invite=True)
        ann = await here.enter(actor, ANN)
        actor.ask(ann, AddClientSeed(actor.table.id, ann.state["seal"]["seal"], SALTS[ANN]))
        await settle(actor)
        before, id = ann.state["seal"], actor.table.id
        assert before["salted"] == [2]
    async with house(tmp_path) as here:
        actor = await here.registry.find(id)
        ann = await here.enter(actor, ANN)
        assert ann.state["seal"] == before
        actor.ask(ann, Start(id))
        await settle(actor)
        assert ann.state["seal"] == {**before, "open": False}


def test_stored_events_rebuild_commitment_and_salts() -> None:
    room = Room(invite=True)
    salt(room, ANN)
    stored = [read_event(msgspec.json.encode(event).decode()) for event in room.events]
    assert loaded("room", stored) == room.table
    assert room.table.commitment.sealing is not None
    assert seal_of(room.table.commitment.sealing.seed) == room.table.commitment.sealing.seal


def test_deals_without_salts_are_fair() -> None:
    room = Room(options=LONG)
    room.play_until(lambda table: table.between_rounds)
    room.ask(ANN, NextRound("room"))
    room.play_until(lambda table: table.status == "over")
    assert {check.finding for check in check_deals(room.table.record)} == {"fair"}
