"""Whole games on the player's device, everything that a person can do there, and refusals."""

import json
from random import Random
from typing import Any

import pytest

from spadille.game import Bid, Play, PlayerAction, SeatView, presets
from spadille.offline.host import ME, OfflineTable, Think
from spadille.table.apply import loaded
from spadille.table.events import read_event
from spadille.table.protocol import VERSION
from support.device import AtTable, Device, waits_for_me
from support.secrecy import cards_in, known_cards
from support.server_rules import HONOUR, VARIANTS

ONE_ROUND = {"end.max_rounds": 1}


def check_stored(person: AtTable) -> None:
    """Check that the stored events lead to the table as it is."""
    events = person.device.events[person.id]
    assert loaded(person.id, map(read_event, events)) == person.table


@pytest.mark.parametrize("preset", presets())
def test_whole_game_of_preset_ends_and_is_kept(preset: str) -> None:
    device = Device()
    person = device.sit_down(preset, level="random", options={"end.max_rounds": 2})
    person.play()
    check_stored(person)
    assert person.table.status == "over"
    assert list(device.games) == [person.table.finished_id]
    assert device.tables[person.id]["status"] == "over"


@pytest.mark.parametrize("variant", VARIANTS)
def test_whole_round_under_unusual_rules_ends(variant: str) -> None:
    person = Device().sit_down(level="beginner", options=VARIANTS[variant] | ONE_ROUND)
    person.play("beginner")
    check_stored(person)
    assert person.table.status == "over"


@pytest.mark.parametrize("updates", [False, True])
def test_game_against_intermediate_ends(*, updates: bool) -> None:
    device = Device()
    person = device.sit_down("short", options=ONE_ROUND)
    AtTable(device, person.id, updates=updates)
    person.play("intermediate")
    assert person.table.status == "over"


@pytest.mark.parametrize("preset", presets())
@pytest.mark.parametrize("updates", [False, True])
def test_messages_hold_no_card_hidden_from_the_player(preset: str, *, updates: bool) -> None:
    device = Device()
    person = device.sit_down(preset, level="random", options=ONE_ROUND)
    person = AtTable(device, person.id, updates=updates)
    while person.table.status == "playing":
        if waits_for_me(person.table):
            person.move()
        else:
            person.wait()
        game = person.table.game
        assert game is not None
        allowed = known_cards(game, person.table.seat_of(ME))
        for text in device.texts:
            assert cards_in(text) <= allowed


@pytest.mark.parametrize("options", [{}, HONOUR])
def test_game_goes_on_from_stored_events_in_mid_trick(options: dict[str, Any]) -> None:
    device = Device()
    person = device.sit_down("standard", level="beginner", options=options | ONE_ROUND)
    trick: Any = ()
    while not trick:
        person.until_my_turn()
        assert person.table.game is not None
        assert person.table.game.round is not None
        trick = person.table.game.round.trick
        if not trick:
            person.move()
    before = person.table
    device.restart()
    person = AtTable(device, person.id)
    assert person.table == before
    person.play()
    check_stored(person)
    assert person.table.status == "over"


def test_events_that_cannot_be_saved_have_not_happened() -> None:
    device = Device()
    person = device.sit_down()
    person.until_my_turn()
    before, device.full = person.table, True
    person.move()
    assert device.texts == []
    device.full = False
    again = AtTable(device, person.id)
    assert again.table == before
    again.move()
    check_stored(again)


def cards_left(person: AtTable) -> int:
    game = person.table.game
    assert game is not None
    assert game.round is not None
    return sum(map(len, game.round.hands))


def test_end_of_a_game_that_cannot_be_saved_has_not_happened() -> None:
    device = Device()
    person = device.sit_down("short", level="random", options=ONE_ROUND)
    while cards_left(person) > 1:
        (person.move if waits_for_me(person.table) else person.wait)()
    device.full = True
    (person.move if waits_for_me(person.table) else person.wait)()
    device.full = False
    again = AtTable(device, person.id)
    assert again.table.status == "playing"
    assert device.request("GET", "/api/my/games")[1]["games"] == []
    assert device.request("GET", "/api/my/tables")[1]["mine"][0]["status"] == "playing"
    again.play()
    assert list(device.games) == [again.table.finished_id]


def until_own(person: AtTable, kind: type) -> None:
    """Play until the person's last action, which bots have not answered yet, is of that kind."""
    while True:
        person.until_my_turn()
        person.move("intermediate")
        assert person.table.game is not None
        if isinstance(person.table.game.events[-1].action, kind):
            return


def test_bid_can_be_withdrawn_before_a_bot_acts() -> None:
    person = Device().sit_down()
    until_own(person, Bid)
    (state,) = person.say("withdraw")
    assert state["type"] == "state"
    assert waits_for_me(person.table)
    assert person.code("withdraw") == "bid/stands"


def test_undo_leads_back_to_the_last_decision() -> None:
    person = Device().sit_down()
    until_own(person, Play)
    person.until_my_turn()
    person.say("propose", wish="undo")
    assert person.table.takebacks.undone == 1
    person.until_my_turn()
    person.move()
    check_stored(person)


def test_pause_stops_the_bots_until_the_game_is_resumed() -> None:
    person = Device().sit_down()
    while waits_for_me(person.table):
        person.move()
    person.say("propose", wish="pause")
    assert person.offline.next_in(person.device.time) is None
    person.say("go-on")
    assert person.offline.next_in(person.device.time) is not None


def test_bot_finishes_the_round_for_the_player() -> None:
    person = Device().sit_down(level="beginner")
    person.until_my_turn()
    person.move("intermediate")
    while person.code_or_none("finish") is not None:
        person.until_my_turn()
        person.move("intermediate")
    while not person.table.between_rounds:
        person.wait()
    check_stored(person)


def test_hint_gives_an_action_and_a_reason_on_the_players_turn() -> None:
    person = Device().sit_down()
    person.until_my_turn()
    (advice,) = person.say("hint")
    assert advice["type"] == "advice"
    assert advice["reason"]
    while waits_for_me(person.table):
        person.move()
    assert person.code("hint") == "hint/not-now"


def test_resigned_game_can_be_followed_by_another() -> None:
    person = Device().sit_down()
    person.until_my_turn()
    (over,) = person.say("resign")
    assert (over["status"], person.offline.finished) == ("over", None)
    assert person.code("hint") == "hint/not-now"
    (again,) = person.say("again")
    assert again["status"] == "playing"
    assert person.table.games == 2
    check_stored(person)


def test_both_games_at_a_table_are_kept() -> None:
    device = Device()
    person = device.sit_down("short", level="random", options=ONE_ROUND)
    person.play()
    person.say("again")
    person.play()
    assert len(device.games) == 2


def test_turn_timer_runs_out_while_the_page_is_open() -> None:
    person = Device().sit_down(turn_seconds=30)
    person.until_my_turn()
    seat = person.table.seat_of(ME)
    assert seat is not None
    person.wait()
    assert person.table.clock.late[seat] == 1


def test_player_can_add_a_client_seed_before_the_deal() -> None:
    person = Device().sit_down(begin=False)
    (state,) = person.say("resync")
    person.say("salt", seal=state["seal"]["seal"], salt="00ff" * 4)
    (begun,) = person.say("start")
    assert begun["status"] == "playing"


def test_phrases_are_shown_again_to_a_page_that_reconnects() -> None:
    person = Device().sit_down()
    (talk,) = person.say("speak", phrase="hello")
    assert talk["lines"][0]["text"] == "Hello!"
    told = person.say("hello", name="Ann", lang="de", version=VERSION)
    assert [one["type"] for one in told] == ["talk", "state"]
    assert told[0]["lines"][0]["text"] == "Hallo!"


@pytest.mark.parametrize(
    ("message", "code"),
    [
        ("no JSON", "message/not-json"),
        ('{"type": "dance"}', "message/unknown-type"),
        ('{"type": "act", "table": "T"}', "message/bad-field"),
        ('{"type": "hello", "table": "T", "name": "Ann", "version": 2}', "hello/version"),
        ('{"type": "hello", "table": "other", "name": "Ann"}', "table/other"),
        ('{"type": "start", "table": "other"}', "table/other"),
        ('{"type": "start", "table": "T"}', "table/started"),
        ('{"type": "again", "table": "T"}', "table/not-over"),
        ('{"type": "browse"}', "offline/needs-server"),
    ],
)
def test_bad_message_is_refused_and_changes_nothing(message: str, code: str) -> None:
    device = Device()
    person = device.sit_down()
    before, events = person.table, list(device.events[person.id])
    device.texts.clear()
    device.tell(kind="message", table=person.id, text=message.replace('"T"', f'"{person.id}"'))
    (text,) = device.texts
    assert json.loads(text)["code"] == code
    assert person.table is before
    assert device.events[person.id] == events


def fail(_level: str, view: SeatView) -> PlayerAction:
    """Decide like a bot that is broken."""
    raise ZeroDivisionError(repr(view.seat))


def play_nonsense(_level: str, view: SeatView) -> PlayerAction:
    """Decide like a bot that does not know the rules."""
    return Bid(99)


def begun_by_a_bot(think: Think) -> OfflineTable:
    """Return a table at which a bot bids first; who deals is random."""
    while True:
        table = OfflineTable.made('{"name": "Ann"}', 0.0, think=think)
        table.receive(json.dumps({"type": "hello", "table": table.id, "name": "Ann"}), 0.0)
        if not waits_for_me(table.table):
            return table


@pytest.mark.parametrize("think", [fail, play_nonsense])
def test_bot_that_fails_is_replaced_by_a_legal_action(think: Think) -> None:
    table = begun_by_a_bot(think)
    begun, now = table.table.version, 0.0
    while not waits_for_me(table.table):
        now += table.next_in(now) or 0.0
        assert table.advance(now)
    assert table.table.version > begun


def test_message_before_hello_is_refused() -> None:
    table = OfflineTable.made('{"name": "Ann"}', 0.0)
    (refusal,) = table.receive(json.dumps({"type": "resync", "table": table.id}), 1.0)
    assert json.loads(refusal)["code"] == "hello/first"
    assert table.next_in(1.0) is None
    assert table.advance(99.0) == []
    assert table.table.title_in(table.lang) == "Standard"


def test_random_messages_break_and_reveal_nothing() -> None:
    chance = Random(5)
    device = Device()
    person = device.sit_down(level="random")
    kinds = ["act", "resync", "stand", "continue", "finish", "undo", "sit", "withdraw", "go-on"]
    for _ in range(400):
        fields: dict[str, Any] = {}
        kind = chance.choice(kinds)
        if kind == "act":
            card = chance.choice(["SA", "H2", "D9", "CT", "XX", 3])
            fields = {
                "seat": chance.randrange(5),
                "seq": chance.randrange(person.table.version + 2),
            }
            fields["action"] = chance.choice(
                [{"type": "play", "card": card}, {"type": "bid", "tricks": chance.randrange(15)}]
            )
        elif kind == "sit":
            fields = {"seat": chance.randrange(6)}
        elif kind == "undo":
            kind, fields = "propose", {"wish": chance.choice(["undo", "misdeal", "pause", "stop"])}
        before = person.table
        told = person.say(kind, **fields)
        if told and told[0]["type"] == "error":
            assert person.table is before or told[-1]["type"] == "state"
            assert told[0]["code"] != "server/failed"
        if person.id in device.wake and chance.random() < 0.5:
            person.wait()
    check_stored(person)
