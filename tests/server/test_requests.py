"""The table as an authority without time, store or network."""

from collections.abc import Callable

import pytest
from msgspec import structs

from spadille.game import BLIND_NIL, Action, Bid, Game, Look, Play, Seat, SpadesError, presets
from spadille.table.apply import after, loaded
from spadille.table.commands import Asker, new_host
from spadille.table.events import Hosted, PlayerReady, Reserved, Started
from spadille.table.model import MOST_EVENTS, Table
from spadille.table.requests import Act, NextRound, Rematch, Resync, Sit, Stand, Start, TableRequest
from spadille.table.seats import Bot, Open, Person, plain_name
from support.tabletop import ANN, BEN, CYD, Room

HERE = "room"


# --- making a table and sitting down ---------------------------------------------------------


@pytest.mark.parametrize("preset", presets())
def test_table_without_invited_people_starts_at_once(preset: str) -> None:
    room = Room(preset, level="beginner")
    assert room.table.status == "playing"
    own = room.table.seat_of(ANN.person)
    assert own == (Seat.SOUTH if room.table.rules.players == 4 else Seat.NORTH)
    bots = [occupant for occupant in room.table.seats if isinstance(occupant, Bot)]
    assert len(bots) == room.table.rules.players - 1
    assert {bot.level for bot in bots} == {"beginner"}
    assert len({bot.name for bot in bots} | {"Ann"}) == room.table.rules.players
    assert room.game.players == tuple(room.table.names.values())


def test_turn_timer_of_table_becomes_a_rule_of_the_game() -> None:
    assert Room("puzzle-pirates").table.rules.clock.turn_seconds == 0
    assert Room("standard", turn_seconds=45).game.rules.clock.turn_seconds == 45


def test_table_with_invited_people_waits_for_them() -> None:
    room = Room(invite=True)
    assert room.table.game is None
    room.ask(BEN, Sit(HERE, Seat.NORTH))
    room.ask(ANN, Start(HERE))
    assert room.table.status == "playing"
    kinds = [type(occupant) for occupant in room.table.seats]
    assert kinds == [Person, Bot, Person, Bot]


def test_waiting_table_lets_people_change_seats() -> None:
    room = Room(invite=True)
    room.ask(BEN, Sit(HERE, Seat.NORTH))
    room.ask(BEN, Sit(HERE, Seat.WEST))
    assert room.table.seat_of(BEN.person) == Seat.WEST
    assert room.table.seats[Seat.NORTH] == Open()
    assert room.ask(BEN, Sit(HERE, Seat.WEST)) == ()


def test_player_standing_up_is_replaced_by_bot() -> None:
    room = Room("puzzle-pirates", invite=True)
    room.ask(BEN, Sit(HERE, Seat.NORTH))
    room.ask(ANN, Start(HERE))
    room.ask(BEN, Stand(HERE))
    assert isinstance(room.table.seats[Seat.NORTH], Bot)
    room.ask(ANN, Stand(HERE))
    room.play_until(lambda table: table.between_rounds)


def test_host_may_return_to_game_with_bots() -> None:
    room = Room()
    room.ask(ANN, Stand(HERE))
    assert room.refused(BEN, Sit(HERE, Seat.SOUTH)) == "seat/not-invited"
    room.ask(ANN, Sit(HERE, Seat.SOUTH))
    assert room.table.seat_of(ANN.person) == Seat.SOUTH


def test_player_name_is_cleaned_to_one_visible_line() -> None:
    assert plain_name("  Ann\n\tthe\x00 first ") == "Ann the first"
    assert plain_name("Jörg ♠") == "Jörg ♠"
    assert plain_name("Ann\u3164\u2800") == "Ann"
    assert plain_name("राज") == "राज"
    assert plain_name("♠\ufe0f") == "♠\ufe0f"
    assert plain_name("김") == "김"


@pytest.mark.parametrize(
    "name",
    ["\u200b\x07", "\u3164", "\u2800", "\u115f\u1160", "\uffa0", "\u034f", "\ufe0f", "\u17b4",
     "\u00ad", "\U000e0100", "\U000e0041", "\U0001d159", "\u3164 \u2800\u3000"],
)  # fmt: skip
def test_invisible_player_name_is_refused(name: str) -> None:
    with pytest.raises(SpadesError, match="visible"):
        plain_name(name)


# --- the host --------------------------------------------------------------------------------


def test_host_standing_up_is_followed_by_next_person_present() -> None:
    room = Room(invite=True)
    room.ask(BEN, Sit(HERE, Seat.WEST))
    room.ask(CYD, Sit(HERE, Seat.NORTH))
    room.present.discard(CYD.person)
    assert Hosted(BEN.person) in room.ask(ANN, Stand(HERE))
    assert room.refused(ANN, Start(HERE)) == "host/only"
    room.ask(BEN, Start(HERE))


def test_host_standing_up_alone_stays_host() -> None:
    room = Room(invite=True)
    room.ask(ANN, Stand(HERE))
    assert room.table.host == ANN.person
    assert new_host(room.table, {CYD.person}) == ()


# --- rounds and games ------------------------------------------------------------------------


def test_next_round_request_is_kept_until_the_deal() -> None:
    room = Room("puzzle-pirates")
    room.play_until(lambda table: table.between_rounds)
    assert room.ask(ANN, NextRound(HERE)) == (PlayerReady(Seat.SOUTH),)
    assert room.ask(ANN, NextRound(HERE)) == ()
    room.step()
    assert not any(room.table.ready)
    assert room.game.phase == "bidding"


@pytest.mark.parametrize("preset", presets())
@pytest.mark.parametrize("seed", range(3))
def test_whole_game_events_rebuild_the_same_table(preset: str, seed: int) -> None:
    room = Room(preset, seed, invite=True)
    room.ask(BEN, Sit(HERE, Seat.EAST))
    room.ask(ANN, Start(HERE))
    room.play_until(lambda table: table.status == "over")
    assert room.game.outcome is not None
    assert loaded(HERE, room.events) == room.table
    assert len(room.events) == room.table.version


def test_finished_game_is_followed_by_another_with_same_players() -> None:
    room = Room()
    room.play_until(lambda table: table.status == "over")
    seats = room.table.seats
    events = room.ask(ANN, Rematch(HERE))
    assert events[0] == Started(())
    assert room.table.status == "playing"
    assert room.table.seats == seats
    assert room.game.results == ()
    assert loaded(HERE, room.events) == room.table


# --- refusals --------------------------------------------------------------------------------


def waiting() -> Room:
    return Room(invite=True)


def bidding() -> Room:
    """Return a game in which South has looked and is to bid."""
    room = Room(seed=3)
    room.play_until(lambda table: table.to_act == Seat.SOUTH)
    room.act(ANN, Look())
    return room


def playing() -> Room:
    room = bidding()
    room.act(ANN, Bid(3))
    room.play_until(lambda t: t.game is not None and t.game.phase == "play" and bool(t.to_act == 2))
    return room


def finished() -> Room:
    room = Room()
    room.play_until(lambda table: table.status == "over")
    return room


def act(room: Room, action: Bid | Look | Play, seat: int = 2, seq: int | None = None) -> Act:
    return Act(HERE, Seat(seat), room.table.version if seq is None else seq, action)


def not_held(room: Room) -> Play:
    assert room.game.round is not None
    return Play(room.game.round.hands[Seat.NORTH][0])


REFUSALS: dict[str, tuple[Callable[[], Room], Asker, Callable[[Room], TableRequest], str]] = {
    "another table": (waiting, ANN, lambda _: Start("other"), "table/other"),
    "a seat that is taken": (waiting, BEN, lambda _: Sit(HERE, Seat.SOUTH), "seat/taken"),
    "a seat of a private game": (bidding, BEN, lambda _: Sit(HERE, Seat.EAST), "seat/not-invited"),
    "a second seat": (bidding, ANN, lambda _: Sit(HERE, Seat.EAST), "seat/has-one"),
    "standing without a seat": (waiting, BEN, lambda _: Stand(HERE), "seat/none"),
    "starting as a guest": (waiting, BEN, lambda _: Start(HERE), "host/only"),
    "starting twice": (bidding, ANN, lambda _: Start(HERE), "table/started"),
    "again as a guest": (finished, BEN, lambda _: Rematch(HERE), "host/only"),
    "again before the end": (bidding, ANN, lambda _: Rematch(HERE), "table/not-over"),
    "the next round too early": (bidding, ANN, lambda _: NextRound(HERE), "round/not-over"),
    "the next round after the last": (finished, ANN, lambda _: NextRound(HERE), "round/not-over"),
    "the next round as a guest": (bidding, BEN, lambda _: NextRound(HERE), "seat/none"),
    "acting before the start": (waiting, ANN, lambda r: act(r, Look()), "table/not-started"),
    "acting as a guest": (bidding, BEN, lambda r: act(r, Bid(3)), "seat/not-yours"),
    "acting for another seat": (bidding, ANN, lambda r: act(r, Bid(3), 1), "seat/not-yours"),
    "a number nobody has seen": (
        bidding,
        ANN,
        lambda r: act(r, Bid(3), seq=r.table.version + 1),
        "seq/unknown",
    ),
    "a bid of fourteen": (bidding, ANN, lambda r: act(r, Bid(14)), "bid/out-of-range"),
    "a bid of minus one": (bidding, ANN, lambda r: act(r, Bid(-1)), "bid/out-of-range"),
    "a blind bid after looking": (
        bidding,
        ANN,
        lambda r: act(r, BLIND_NIL),
        "bid/blind-after-looking",
    ),
    "looking twice": (bidding, ANN, lambda r: act(r, Look()), "look/already"),
    "a card while bids are made": (bidding, ANN, lambda r: act(r, not_held(r)), "play/not-now"),
    "a card of somebody else": (playing, ANN, lambda r: act(r, not_held(r)), "play/not-held"),
    "a bid while cards are played": (playing, ANN, lambda r: act(r, Bid(3)), "bid/not-now"),
    "acting after the end": (finished, ANN, lambda r: act(r, Bid(3)), "game/over"),
}


@pytest.mark.parametrize("case", REFUSALS)
def test_invalid_request_is_refused_and_changes_nothing(case: str) -> None:
    situation, asker, request, code = REFUSALS[case]
    room = situation()
    assert room.refused(asker, request(room)) == code


def test_table_with_too_many_events_accepts_no_new_game() -> None:
    room = Room(invite=True)
    room.table = structs.replace(room.table, version=MOST_EVENTS)
    for asker, request in ((BEN, Sit(HERE, Seat.WEST)), (ANN, Start(HERE))):
        assert room.refused(asker, request) == "table/worn"
    room.ask(ANN, Stand(HERE))
    begun = Room("short", level="random")
    begun.table = structs.replace(begun.table, version=MOST_EVENTS)
    begun.play_until(lambda table: table.status == "over")
    assert begun.refused(ANN, Rematch(HERE)) == "table/worn"


def test_missing_seat_is_refused() -> None:
    room = Room("two-player", invite=True)
    assert room.refused(BEN, Sit(HERE, Seat.SOUTH)) == "seat/unknown"


def test_action_out_of_turn_is_refused() -> None:
    room = Room("puzzle-pirates", seed=3)

    def others_turn(table: Table) -> bool:
        return table.to_act not in {Seat.SOUTH, None}

    room.play_until(others_turn)
    assert room.refused(ANN, act(room, Bid(3))) == "turn/not-yours"
    room.play_until(lambda table: room.game.phase == "play" and others_turn(table))
    assert room.game.round is not None
    card = room.game.round.hands[Seat.SOUTH][0]
    assert room.refused(ANN, act(room, Play(card))) == "turn/not-yours"


def test_friend_sits_in_running_game_but_not_on_taken_seat() -> None:
    room = Room(invite=True)
    room.ask(BEN, Sit(HERE, Seat.NORTH))
    room.ask(ANN, Start(HERE))
    assert room.refused(CYD, Sit(HERE, Seat.NORTH)) == "seat/taken"
    assert room.ask(CYD, Sit(HERE, Seat.EAST)) == (Reserved(Seat.EAST, CYD.person, "Cyd"),)


# --- decisions on an older state -------------------------------------------------------------


def test_look_after_actions_of_others_is_accepted() -> None:
    room = Room(seed=3)
    seen = room.table.version
    room.play_until(lambda table: table.to_act == Seat.SOUTH)
    room.act(ANN, Look(), seq=seen)
    assert room.game.view(Seat.SOUTH).hand is not None


def test_action_decided_before_last_own_one_is_stale() -> None:
    room = bidding()
    seen = room.table.version
    room.act(ANN, Bid(3))
    assert room.refused(ANN, act(room, Bid(4), seq=seen)) == "seq/stale"
    assert room.refused(ANN, act(room, Bid(4))) == "bid/already-bid"


def test_second_click_is_stale_instead_of_next_decision() -> None:
    room = Room("two-player", seed=5)
    room.act(ANN, Look())
    room.play_until(lambda table: table.to_act == Seat.NORTH)
    seen = room.table.version
    first = room.game.options(Seat.NORTH).actions[0]
    room.act(ANN, first, seq=seen)
    room.play_until(lambda table: table.to_act == Seat.NORTH)
    assert first in room.game.options(Seat.NORTH)
    before = room.table
    with pytest.raises(SpadesError) as refusal:
        room.act(ANN, first, seq=seen)
    assert refusal.value.code == "seq/stale"
    assert room.table is before


def test_action_after_unrelated_events_is_not_stale() -> None:
    room = Room(invite=True, seed=3)
    room.ask(ANN, Start(HERE))
    room.play_until(lambda table: table.to_act == Seat.SOUTH)
    seen = room.table.version
    room.ask(BEN, Sit(HERE, Seat.EAST))
    assert room.refused(ANN, act(room, Bid(14), seq=seen)) == "bid/out-of-range"
    assert room.ask(ANN, Resync(HERE)) == ()


def test_action_is_applied_only_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    room = Room("standard")
    room.play_until(lambda table: table.to_act == table.seat_of(ANN.person))
    applied: list[object] = []
    apply = Game.apply

    def counted(game: Game, action: Action, seat: Seat | None = None) -> Game:
        applied.append(action)
        return apply(game, action, seat)

    monkeypatch.setattr(Game, "apply", counted)
    monkeypatch.setattr(after, "__kwdefaults__", {"apply": counted})
    room.act(ANN, Look())
    assert applied == [Look()]
