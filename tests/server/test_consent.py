"""Requests that all others must agree to: taking back a card, a redeal, a pause, the end."""

from collections.abc import Mapping
from typing import Any

import msgspec
import pytest

from spadille.game import BLIND_NIL, Bid, Game, Look, Play, Seat, SpadesError
from spadille.notation import format_record, parse_record
from spadille.table.apply import Events, loaded, record_of
from spadille.table.commands import Asker, Moment, answer
from spadille.table.consent import (
    ABSENCE,
    LAPSES_AFTER,
    MOST_ALONE,
    MOST_WISHES,
    Presence,
    possible,
)
from spadille.table.events import Acted, Granted, PersonId, TableEvent, Wish
from spadille.table.requests import (
    Propose,
    Rematch,
    Respond,
    Resume,
    Sit,
    Stand,
    Start,
    TableRequest,
)
from support.house import PACE, House
from support.tabletop import ANN, BEN, CYD, Room, pass_time, settle

HERE = "room"


class Friends(Room):
    """Ann, Ben and Cyd in a game with one bot; time passes when a test wants it to."""

    def __init__(self, preset: str = "standard", **fields: Any) -> None:
        options = {"nil.blind": False, **fields.pop("options", {})}
        super().__init__(preset, invite=True, options=options, **fields)
        self.away: Mapping[PersonId, float] = {}
        self.now = 1000.0
        self.ask(BEN, Sit(HERE, Seat.NORTH))
        self.ask(CYD, Sit(HERE, Seat.EAST))
        self.ask(ANN, Start(HERE))

    def ask(self, asker: Asker, request: TableRequest) -> Events:
        deps = Presence(self.present, getattr(self, "away", {}), getattr(self, "now", 0.0))
        return self.follows(answer(self.table, asker, request, Moment(deps, self.seeds)))

    def all_agree(self, asker: Asker, wish: Any) -> None:
        self.ask(asker, Propose(HERE, wish))
        for other in (ANN, BEN, CYD):
            if other is not asker:
                self.ask(other, Respond(HERE, yes=True))

    def loads(self) -> None:
        """Check that the stored events produce the same table."""
        stored = msgspec.json.decode(msgspec.json.encode(self.events), type=tuple[TableEvent, ...])
        assert loaded(HERE, stored) == self.table


def own_plays(room: Room, seat: Seat) -> list[Any]:
    return [e.action for e in room.game.events if e.seat == seat and isinstance(e.action, Play)]


def test_undo_agreed_by_all_takes_back_card_and_later_actions() -> None:
    room = Friends()
    room.play_until(lambda table: own_plays(room, Seat.SOUTH) != [])
    before = room.game
    (played,) = own_plays(room, Seat.SOUTH)
    room.step()
    room.ask(ANN, Propose(HERE, "undo"))
    assert room.table.votes.question is not None
    assert room.refused(BEN, Propose(HERE, "stop")) == "consent/open"
    assert room.ask(BEN, Respond(HERE, yes=True))
    assert own_plays(room, Seat.SOUTH) != []
    room.ask(CYD, Respond(HERE, yes=True))
    assert room.table.votes.granted == (1, "undo")
    assert own_plays(room, Seat.SOUTH) == []
    assert room.game.to_act == Seat.SOUTH
    assert room.game.apply(played) == before
    room.loads()
    room.play_until(lambda table: table.between_rounds)
    game = Game.replay(parse_record(format_record(room.game.record())))
    assert game.standings == room.game.standings


def test_undo_of_bid_keeps_later_looks_at_cards() -> None:
    room = next(
        room
        for room in (Friends(options={"nil.blind": True}, seed=seed) for seed in range(50))
        if room.game.to_act == Seat.SOUTH
    )
    room.act(ANN, Look())
    room.act(ANN, Bid(3))
    room.happens((Acted(Seat.WEST, Look()), Acted(Seat.WEST, Bid(3))))
    room.act(BEN, Look())
    looked = room.game.view(None).looked
    room.all_agree(ANN, "undo")
    assert room.game.view(None).bids[Seat.SOUTH] is None
    assert room.game.view(None).looked == looked
    room.loads()


def test_request_is_ended_by_one_no_or_by_asker() -> None:
    room = Friends()
    room.play_until(lambda table: own_plays(room, Seat.SOUTH) != [])
    before = room.game
    for who in (CYD, ANN):
        room.ask(ANN, Propose(HERE, "undo"))
        room.ask(BEN, Respond(HERE, yes=True))
        room.ask(who, Respond(HERE, yes=False))
        assert room.table.votes.question is None
        assert room.game is before
    assert room.refused(BEN, Respond(HERE, yes=True)) == "consent/none"
    room.ask(ANN, Propose(HERE, "undo"))
    room.ask(ANN, Stand(HERE))  # leaving withdraws the request
    assert room.table.votes.question is None


def test_request_counts_as_yes_of_asker() -> None:
    room = Friends()
    room.ask(ANN, Propose(HERE, "pause"))
    assert room.ask(ANN, Respond(HERE, yes=True)) == ()
    assert room.ask(BEN, Respond(HERE, yes=True)) != ()
    assert room.ask(BEN, Respond(HERE, yes=True)) == ()
    assert room.table.votes.question is not None
    assert room.table.votes.question.yes == (Seat.NORTH,)


def test_request_beyond_limit_or_impossible_is_refused() -> None:
    room = Friends()
    assert room.refused(Asker("nobody", "Eve"), Propose(HERE, "stop")) == "seat/none"
    assert "undo" not in possible(room.table, Seat.SOUTH)
    for _ in range(MOST_WISHES):
        room.ask(ANN, Propose(HERE, "pause"))
        room.ask(BEN, Respond(HERE, yes=False))
    assert room.refused(ANN, Propose(HERE, "pause")) == "consent/too-many"
    assert Room(invite=True).refused(ANN, Propose(HERE, "pause")) == "consent/not-now"
    strict = Friends(undo=False)
    strict.play_until(lambda table: own_plays(strict, Seat.SOUTH) != [])
    assert possible(strict.table, Seat.SOUTH) == ("pause", "stop")
    assert strict.refused(ANN, Propose(HERE, "undo")) == "consent/not-now"


class Alone(Room):
    """Ann in a game with bots."""

    def __init__(self, preset: str = "standard", **fields: Any) -> None:
        super().__init__(preset, options={"nil.blind": False}, **fields)


def test_undo_with_bots_goes_back_one_decision_at_a_time() -> None:
    room = Alone()
    stands: list[Game] = []
    while room.table.status == "playing" and len(stands) < 6:
        if room.game.to_act == Seat.SOUTH and room.game.phase in {"bidding", "play"}:
            stands.append(room.game)
        room.step()
    made = len(room.events)
    for count, stand in enumerate(reversed(stands), start=1):
        room.ask(ANN, Propose(HERE, "undo"))
        assert room.game == stand
        assert room.table.takebacks.undone == count
        assert room.table.votes.question is None
    assert "undo" not in possible(room.table, Seat.SOUTH)
    assert room.refused(ANN, Propose(HERE, "undo")) == "consent/not-now"
    assert len(room.events) == made + 2 * len(stands)  # undone actions stay in the events
    stored = msgspec.json.decode(msgspec.json.encode(room.events), type=tuple[TableEvent, ...])
    assert loaded(HERE, stored) == room.table


def test_undo_is_unavailable_after_round_or_seeing_cards() -> None:
    room = Alone()
    room.play_until(lambda table: table.between_rounds)
    assert "undo" not in possible(room.table, Seat.SOUTH)
    blind = Room(options={"nil.blind_deficit": 0})
    blind.play_until(lambda table: BLIND_NIL in blind.game.options(Seat.SOUTH).actions)
    blind.act(ANN, BLIND_NIL)
    assert "undo" not in possible(blind.table, Seat.SOUTH)


def test_undo_with_bots_is_limited() -> None:
    room = Alone()
    for _ in range(MOST_ALONE):
        room.play_until(lambda table: table.last_decisions[Seat.SOUTH] is not None)
        room.ask(ANN, Propose(HERE, "undo"))
    room.play_until(lambda table: table.last_decisions[Seat.SOUTH] is not None)
    assert room.refused(ANN, Propose(HERE, "undo")) == "consent/too-many"


def test_redeal_has_other_cards_and_another_commitment() -> None:
    room = Friends()
    for _ in range(2):
        room.play_until(lambda table: own_plays(room, Seat.SOUTH) != [])
        hands, number = room.game.round.hands, room.game.round.number  # type: ignore[union-attr]
        seals = room.table.commitment.seals
        room.all_agree(ANN, "misdeal")
        assert room.game.round is not None
        assert room.game.round.number == number
        assert room.game.round.hands != hands
        assert not room.game.round.tricks
        assert len(room.table.commitment.seals) == len(seals)
        assert room.table.commitment.seals[-1] != seals[-1]
        room.loads()
        room.play_until(lambda table: table.between_rounds)
        assert Game.replay(room.game.record()) == room.game
        room.step()


def test_pause_stops_the_table_until_any_player_ends_it() -> None:
    room = Friends(options={"end.minutes": 60})
    room.play_until(lambda table: table.to_act == Seat.SOUTH)
    started = room.table.clock.started
    room.all_agree(BEN, "pause")
    assert room.refused(BEN, Propose(HERE, "stop")) == "consent/not-now"
    with pytest.raises(SpadesError) as refused:
        room.act(ANN, Bid(3))
    assert refused.value.code == "consent/paused"
    room.now += 600
    room.ask(CYD, Resume(HERE))
    assert room.table.clock.started == started + 600
    room.act(ANN, Bid(3))
    assert room.refused(CYD, Resume(HERE)) == "consent/not-paused"
    room.loads()


def test_stop_agreed_by_all_ends_game_without_winner() -> None:
    room = Friends()
    room.all_agree(BEN, "stop")
    assert room.table.status == "over"
    assert room.game.outcome is None
    assert room.refused(BEN, Propose(HERE, "pause")) == "consent/not-now"
    room.ask(ANN, Rematch(HERE))
    room.step()
    room.play_until(lambda table: table.status == "over")
    record = record_of(HERE, room.events, 2)
    assert record == room.table.record


def test_request_needs_no_answer_of_absent_players_or_bots() -> None:
    room = Friends()
    room.play_until(lambda table: own_plays(room, Seat.SOUTH) != [])
    room.present -= {BEN.person, CYD.person}
    room.away = {BEN.person: ABSENCE, CYD.person: 1.0}
    room.ask(ANN, Propose(HERE, "undo"))
    assert own_plays(room, Seat.SOUTH)
    room.ask(CYD, Respond(HERE, yes=True))
    assert not own_plays(room, Seat.SOUTH)
    alone = Room("standard", options={"nil.blind": False})
    alone.play_until(lambda table: own_plays(alone, Seat.SOUTH) != [])
    (*_, last) = alone.ask(ANN, Propose(HERE, "undo"))
    assert isinstance(last, Granted)


@pytest.mark.parametrize("wish", ["pause", "misdeal"])
async def test_request_is_granted_when_awaited_player_leaves(wish: Wish, here: House) -> None:
    actor = await here.make(invite=True, options={"nil.blind": False}, level="random")
    id = actor.table.id
    ann, ben = await here.enter(actor, ANN), await here.enter(actor, BEN)
    actor.ask(ben, Sit(id, Seat.NORTH))
    actor.ask(ann, Start(id))
    await settle(actor)
    dealt = actor.table.game
    actor.ask(ann, Propose(id, wish))
    actor.ask(ben, Stand(id))
    await settle(actor)
    assert actor.table.votes.question is not None
    await pass_time(here.clock, 0.0, actor)
    assert actor.table.votes.granted == (1, wish)
    assert (actor.table.clock.paused is not None) == (wish == "pause")
    assert (actor.table.game == dealt) == (wish == "pause")
    actor.ask(ann, Stand(id))
    await pass_time(here.clock, 2 * PACE, actor)
    assert actor.table.clock.paused is None
    assert await here.store.load(id) == actor.table


async def test_request_stops_turn_timer_and_lapses(here: House) -> None:
    actor = await here.make(
        invite=True, options={"nil.blind": False}, turn_seconds=200, level="random"
    )
    id = actor.table.id
    ann, ben = await here.enter(actor, ANN), await here.enter(actor, BEN)
    actor.ask(ben, Sit(id, Seat.NORTH))
    actor.ask(ann, Start(id))
    await settle(actor)
    await here.play(actor, ann, lambda: actor.table.to_act == Seat.NORTH)
    await pass_time(here.clock, 50, actor)
    actor.ask(ann, Propose(id, "pause"))
    await settle(actor)
    question = ben.state["consent"]["question"]
    assert (question["wish"], question["awaited"]) == ("pause", [Seat.NORTH])
    assert ben.state["seconds_left"] is None
    await pass_time(here.clock, LAPSES_AFTER + PACE, actor)
    assert ben.state["consent"]["question"] is None
    assert not ben.state["consent"]["paused"]
    assert ben.state["seconds_left"] == pytest.approx(150, abs=2)
    actor.ask(ann, Propose(id, "pause"))
    actor.ask(ben, Respond(id, yes=True))
    await settle(actor)
    version = actor.table.version
    await pass_time(here.clock, 1000, actor)
    assert actor.table.version == version
    actor.ask(ben, Resume(id))
    await settle(actor)
    assert ann.state["seconds_left"] == pytest.approx(150, abs=3)
