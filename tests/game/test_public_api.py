"""The public API for people: actions, seats and deals as text, undo, rounds, and JSON."""

import pickle
from itertools import pairwise
from typing import Any, cast

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spadille import (
    BLIND_NIL,
    NIL,
    Bid,
    Card,
    Deal,
    Game,
    IllegalActionError,
    ParseError,
    Play,
    Record,
    Rules,
    Seat,
    SeatView,
    SpadesError,
    View,
    load_game,
    load_games,
    load_record,
    load_records,
    parse_deal,
    presets,
    solve,
)
from spadille.bots import BotError, after
from spadille.game import Call, NoTrump, Options, Pass, PlayerAction, Trick, option_values
from spadille.notation import format_record, parse_record
from support.positions import EAST, MIXED, NORTH, SOUTH, WEST, dealt, rules
from support.strategies import PRESETS

OPEN = rules(nil__blind=False)


def some_action(game: Game) -> PlayerAction:
    """Return an action of the seat to act."""
    options = game.legal_actions()
    actions = options.actions or tuple(options)
    return actions[len(actions) // 2]


def some_game(preset: str = "standard", actions: int = 200) -> Game:
    """Return a game after this many actions, or at its end."""
    game = Game.new(preset, seed=7)
    for _ in range(actions):
        if game.over:
            break
        game = game.apply(some_action(game))
    return game


# --- actions and seats as text ---------------------------------------------------------------


@pytest.mark.parametrize("preset", PRESETS)
def test_apply_text_gives_same_game_as_action(preset: str) -> None:
    by_action = by_text = Game.new(preset, seed=7)
    for _ in range(80):
        action = some_action(by_action)
        by_action, by_text = by_action.apply(action), by_text.apply(str(action))
        assert by_action == by_text


def test_apply_text_accepts_outcome_of_chance() -> None:
    game = Game.new(rules("puzzle-pirates")).apply("dealer E").apply(f"deal {MIXED}")
    assert (game.to_act, game.phase) == (SOUTH, "bidding")


def test_apply_text_takes_action_of_given_seat() -> None:
    game = dealt(rules()).apply("look", SOUTH)
    assert game.round is not None
    assert game.round.looked == (False, False, True, False)


def test_apply_illegal_text_names_text_and_legal_actions() -> None:
    game = dealt(OPEN).apply("3").apply("nil").apply("4").apply("3").apply("H9")
    with pytest.raises(IllegalActionError) as caught:
        game.apply("S3")
    assert str(caught.value) == (
        "E S3: you must follow hearts; the 9 of hearts was led; legal: H3, HK"
    )
    assert caught.value.code == "play/must-follow-suit"
    assert (caught.value.action, caught.value.seat) == (Play(Card.S3), EAST)
    assert caught.value.game is game


def test_apply_unreadable_text_names_text_and_legal_actions() -> None:
    with pytest.raises(ParseError) as caught:
        dealt(OPEN).apply("banana")
    assert str(caught.value) == (
        "'banana' is not an action; write actions like 3, nil, SA or look; "
        "legal: nil, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13"
    )


def test_apply_text_without_legal_actions_lists_none() -> None:
    with pytest.raises(IllegalActionError, match=r"have not been dealt yet$"):
        Game.new().apply("3")
    with pytest.raises(ParseError, match=r"SA or look$"):
        Game.new().apply("banana")


def test_apply_text_with_long_choice_shortens_legal_actions() -> None:
    game = Game.from_deal(MIXED, rules=rules(exchange__nil_cards=3, nil__blind=False))
    game = game.apply("nil").apply("3").apply("4").apply("3")
    with pytest.raises(IllegalActionError, match=r"legal: pass -, .* and 273 more$"):
        game.apply("pass SA")


def test_options_contain_text_but_allow_only_actions() -> None:
    options = dealt(OPEN).legal_actions()
    assert "nil" in options
    assert NIL in options
    assert "14" not in options
    assert "banana" not in options
    assert options.find("4") == Bid(4)
    assert options.find("banana") is None
    assert options.allow(Bid(4))
    assert not options.allow("4")


def test_options_are_printed_as_text() -> None:
    assert str(Options((Bid(3), NIL, Play(Card.SA, low=True)))) == "3, nil, SA-"
    assert not str(Options())


def test_bot_may_answer_with_text() -> None:
    game = dealt(OPEN)
    assert after("mine", "nil", game, NORTH) == game.apply(NIL)
    with pytest.raises(BotError, match=r"its answer 14 is illegal: a bid must be .* 14; legal act"):
        after("mine", "14", game, NORTH)
    with pytest.raises(BotError, match=r"its answer 'pass!' is illegal: that is str, not an act"):
        after("mine", "pass!", game, NORTH)


@pytest.mark.parametrize("seat", Seat)
def test_seat_text_is_its_letter_and_reads_back(seat: Seat) -> None:
    assert str(seat) == f"{seat}" == seat.letter
    assert Seat(str(seat)) is seat
    assert repr(seat) == f"Seat.{seat.name}"
    assert Seat(int(seat)) is pickle.loads(pickle.dumps(seat)) is seat
    assert msgspec.json.decode(msgspec.json.encode(seat), type=Seat) is seat
    assert msgspec.json.encode(seat) == str(int(seat)).encode()


@pytest.mark.parametrize("wrong", ["n", "", "NE", 6, -1, 1.5, None])
def test_seat_rejects_other_values(wrong: object) -> None:
    with pytest.raises(ValueError, match="not a valid Seat"):
        Seat(cast(Any, wrong))


def test_action_repr_is_as_people_write_it() -> None:
    written = (
        "Bid(4)",
        "Bid(0)",
        "Bid(6, blind=True)",
        "Bid(9, mo='big')",
        "NIL",
        "BLIND_NIL",
        "Play(Card.SA)",
        "Play(Card.SA, low=True)",
        "Pass((Card.H2, Card.C3))",
        "Call(Seat.EAST, 3)",
        "NoTrump(wanted=True)",
    )
    names = {one.__name__: one for one in (Bid, Card, Play, Pass, Call, NoTrump, Seat)}
    scope = {**names, "NIL": NIL, "BLIND_NIL": BLIND_NIL}
    assert [repr(eval(text, scope)) for text in written] == list(written)


def test_trick_is_printed_as_in_a_record() -> None:
    assert str(Trick(WEST, (Card.SA, Card.S2), low=(True, False))) == "W: SA- S2"
    assert str(Trick(NORTH, (Card.SA,))) == "N: SA"


# --- games from a deal -----------------------------------------------------------------------


@pytest.mark.parametrize("first", option_values("deal.first_dealer"))
@pytest.mark.parametrize("dealer", [NORTH, EAST, SOUTH, WEST])
def test_from_deal_any_way_to_find_dealer_gives_record_that_loads(first: str, dealer: Seat) -> None:
    game = Game.from_deal(MIXED, dealer, rules(deal__first_dealer=first, deal__cut="offered"))
    assert game.round is not None
    assert (game.round.dealer, game.to_act) == (dealer, Seat((dealer + 1) % 4))
    assert str(Deal(game.round.hands)) == MIXED
    assert load_game(game.record().dumps()) == game


def test_from_deal_takes_text_and_names() -> None:
    named = Game.from_deal(f'[Deal "{MIXED}"]', "W", "whiz", players=("A", "B", "C", "D"))
    assert named.players == ("A", "B", "C", "D")
    assert named.rules == Rules.preset("whiz")
    assert named.to_act is NORTH
    with pytest.raises(ParseError, match="'Q' is not a seat"):
        Game.from_deal(MIXED, "Q")
    with pytest.raises(IllegalActionError, match="Fifth is not a seat with 4 players"):
        Game.from_deal(MIXED, Seat.FIFTH)
    with pytest.raises(ParseError, match="write a deal like"):
        Game.from_deal("AKQ")


def test_from_deal_with_seed_deals_next_rounds() -> None:
    game = Game.from_deal(MIXED, rules=OPEN, seed=7)
    while len(game.results) < 2:
        game = game.apply(some_action(game))
    assert [one.dealer for one in game.results] == [NORTH, EAST]
    assert game == Game.replay(load_record(game.record().dumps()), seed=7)


def test_replay_with_a_seed_continues_a_game_that_waits_for_chance() -> None:
    game = Game.from_deal(MIXED, rules=OPEN)
    while not game.waits_for_chance:
        game = game.apply(some_action(game))
    assert Game.replay(game.record()) == game
    assert Game.replay(game.record(), seed=7).to_act is not None


def test_from_deal_without_seed_waits_for_next_deal() -> None:
    game = Game.from_deal(MIXED, rules=OPEN)
    while not game.results:
        game = game.apply(some_action(game))
    assert game.waits_for_chance


def test_solve_reads_deal_leader_and_trick_from_text() -> None:
    text = "N:A2... K3... Q... J5..."
    by_text = solve(text, "S", trick="S4")
    assert by_text == solve(parse_deal(text), SOUTH, trick=(Card.S4,))
    assert set(by_text.cards) == {Card.SJ, Card.S5}
    with pytest.raises(ParseError, match="no seat F with 4 players"):
        solve(text, "F")
    with pytest.raises(ParseError, match="write a deal like"):
        solve("AKQ")
    with pytest.raises(ParseError, match="'S1' is not a card"):
        solve(text, "S", trick="S1")


# --- undo and rounds -------------------------------------------------------------------------


@pytest.mark.parametrize("preset", PRESETS)
def test_undo_returns_to_game_before_each_action(preset: str) -> None:
    games = [Game.new(preset, seed=7)]
    for _ in range(70):
        games.append(games[-1].apply(some_action(games[-1])))
    for before, now in pairwise(games):
        assert now.undo() == before


def test_undo_of_deal_takes_back_last_card_before_it() -> None:
    before = game = some_game(actions=10)
    while not game.results:
        before, game = game, game.apply(some_action(game))
    assert game.phase == "bidding"
    assert game.undo() == before


def test_undo_at_the_beginning_is_refused() -> None:
    with pytest.raises(SpadesError, match="no player has acted yet"):
        Game.new(seed=7).undo()


@pytest.mark.parametrize("preset", PRESETS)
def test_rounds_have_tricks_bids_and_winners_of_results(preset: str) -> None:
    game = some_game(preset)
    rounds = game.rounds
    assert rounds[-1] == game.round
    assert [one.number for one in rounds] == list(range(1, len(rounds) + 1))
    for one, result in zip(rounds, game.results, strict=False):
        assert (one.phase, one.won, one.dealer) == ("score", result.won, result.dealer)
        taken = [trick.winner for trick in one.tricks]
        if one.conduct.claimed is None:
            assert tuple(map(taken.count, game.rules.seats)) == result.won


def test_rounds_of_game_before_deal_are_empty() -> None:
    assert Game.new().rounds == ()


# --- records ---------------------------------------------------------------------------------


def test_record_loads_what_it_dumps() -> None:
    record = some_game().record()
    assert Record.loads(record.dumps()) == load_record(record.dumps()) == record
    assert record.dumps() == format_record(record)
    assert "# after round 1" in record.dumps()
    assert "#" not in record.dumps(standings=False)


def test_old_name_of_load_record_is_the_same_function() -> None:
    assert parse_record is load_record


def test_file_of_several_games_is_read_in_order(tmp_path: Any) -> None:
    games = [some_game(preset) for preset in ("standard", "whiz", "two-player")]
    text = "".join(game.record().dumps() for game in games)
    without_seed = [msgspec.structs.replace(game, seed=None) for game in games]
    assert list(load_games(text)) == without_seed
    assert [record.rules for record in load_records(text)] == [game.rules for game in games]
    file = tmp_path / "games.spades"
    file.write_text("\ufeff" + text.replace("\n", "\r\n"), encoding="utf-8", newline="")
    with file.open(encoding="utf-8", newline="") as lines:
        assert list(load_games(lines)) == without_seed


@pytest.mark.parametrize("text", ["", "\n\n", "# no games"])
def test_file_of_no_games_yields_nothing(text: str) -> None:
    assert list(load_records(text)) == []
    assert list(load_games([text])) == []


def test_load_game_with_several_games_names_the_way() -> None:
    text = some_game(actions=5).record().dumps()
    with pytest.raises(
        ParseError,
        match=r"the text has 2 records, expected one; .* and `load_games` read",
    ) as one:
        load_game(text + text)
    assert one.value.code == "record/several"
    assert one.value.place == f"line {text.count(chr(10)) + 1}"


def test_broken_record_among_several_names_its_line() -> None:
    records = load_records("spadille-record 1\n\nspadille-record 1\nE what\n")
    assert next(records) == load_record("spadille-record 1")
    with pytest.raises(ParseError) as caught:
        next(records)
    assert caught.value.place == "line 4"
    with pytest.raises(ParseError, match="this looks like PBN"):
        next(load_records(f'[Deal "{MIXED}"]'))
    with pytest.raises(ParseError, match="is not a text"):
        next(load_records(cast(Any, b"spadille-record 1")))


# --- JSON ------------------------------------------------------------------------------------


@pytest.mark.parametrize("preset", presets())
def test_game_and_views_survive_json(preset: str) -> None:
    game = some_game(preset, actions=70)
    assert Game.from_json(game.to_json()) == msgspec.structs.replace(game, seed=None)
    assert Game.from_json(game.to_json().encode()).to_json() == game.to_json()
    for seat in game.rules.seats:
        view = game.view(seat)
        assert SeatView.from_json(view.to_json()) == in_english(view)
    assert View.from_json(game.view(None).to_json()) == in_english(game.view(None))


def in_english(view: View) -> View:
    """Return the view with its sentences as they come out of JSON."""
    return type(view).from_json(view.to_json())


def test_game_json_is_readable_without_spadille() -> None:
    game = dealt(OPEN).apply("3").apply("nil").apply("4").apply("3").apply("H9")
    plain = msgspec.json.decode(game.to_json())
    assert list(plain) == [
        "rules", "players", "events", "phase", "to_act", "rounds", "standings", "results",
        "outcome",
    ]  # fmt: skip
    assert plain["phase"] == "play"
    assert plain["to_act"] == 1
    assert plain["events"][-1] == {
        "seat": 0,
        "action": {"type": "play", "card": "H9", "low": False},
    }
    (played,) = plain["rounds"]
    assert played["bids"][1] == {"type": "bid", "tricks": 0, "nil": True, "blind": False, "mo": ""}
    assert played["hands"][0] == [str(card) for card in game.rounds[0].hands[0]]


def test_view_json_holds_no_card_of_others() -> None:
    view = dealt(OPEN).view(NORTH)
    plain = msgspec.json.decode(view.to_json())
    assert plain["hand"] == [str(card) for card in view.hand or ()]
    assert "SA" not in view.to_json().replace(view.rules.deck.aces, "")


def test_game_json_with_illegal_event_is_refused() -> None:
    text = dealt(OPEN).apply("3").to_json().replace('"tricks":3', '"tricks":14')
    with pytest.raises(IllegalActionError, match="must be a number from 1 to 13"):
        Game.from_json(text)


@given(st.text())
def test_from_json_refuses_other_text(text: str) -> None:
    with pytest.raises(ParseError):
        Game.from_json(text)


# --- one name for legal actions --------------------------------------------------------------


def test_legal_actions_is_the_name_in_games_and_views() -> None:
    game = dealt(OPEN)
    view = game.view_to_act
    assert view.legal_actions() == game.legal_actions() == game.legal_actions(NORTH)
    assert view.legal_actions() is view.options
    assert game.options(NORTH) == game.legal_actions(NORTH)
