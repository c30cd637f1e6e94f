"""Every refusal: its code, its sentence, and the unchanged game."""

import pickle
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast, get_args

import numpy as np
import pytest
from msgspec import json

import spadille.game
from spadille.game import (
    BLIND_NIL,
    NIL,
    PACK,
    Action,
    Adjust,
    Bid,
    Card,
    ChanceAction,
    Deal,
    Event,
    Game,
    IllegalActionError,
    Keep,
    Look,
    NameDealer,
    ParseError,
    Pass,
    Play,
    PlayerAction,
    Redraw,
    Rules,
    RulesError,
    Say,
    Seat,
    SpadesError,
    Stack,
    Swap,
    View,
    parse_preset,
    preset,
)
from spadille.game.errors import MOST_PROBLEMS
from spadille.game.phases.phase import wrong_phase
from spadille.notation import format_record, load_game, parse_deal
from support.positions import (
    EAST,
    MIXED,
    NORTH,
    SOUTH,
    WEST,
    bid,
    cards_of,
    dealt,
    played,
    refused,
    rules,
    waiting_for_deal,
)
from support.refusals_of_variants import CASES as CASES_OF_VARIANTS
from support.refusals_of_variants import RULES as RULES_OF_VARIANTS

OPEN = rules(nil__blind=False)
PIRATES = rules("puzzle-pirates")
ONE_BLIND = rules("standard", nil__blind_per_side=1)
NIL_EXCHANGE = rules("standard", exchange__nil_cards=2)
NEVER = rules(play__lead_spades="never")
TWO_LEFT = rules("five-player", deck__removed=(), deal__leftover="aside")
FIVE_HANDS = (
    "N:QJ976..KT.K94 83.KT5.Q4.Q73 AK4.32.J.J852 T2.AJ4.9863.T 5.Q9876.A72.A"  # without C6 and D5
)


def finished() -> Game:
    game = Game.new(rules(end__max_rounds=1, end__floor="none"), seed=3)
    while not game.over:
        game = game.apply(next(iter(game.legal_actions())))
    return game


def drafting() -> Game:
    return Game.new(rules("two-player")).apply(NameDealer(NORTH)).apply(Stack(PACK))


def swapping() -> Game:
    game = drafting().apply(BLIND_NIL)
    while game.phase == "draft":
        game = game.apply(Look() if Look() in game.legal_actions() else Keep("first"))
    return game


def exchanging() -> Game:
    return bid(dealt(NIL_EXCHANGE), "nil", 3, 4, 3)


Case = tuple[str, Callable[[], Game], Action, Seat | None, str]

CASES: list[Case] = [
    ("bid/already-bid", lambda: bid(dealt(OPEN), 3), Bid(4), NORTH, "you have already bid"),
    ("bid/already-bid", lambda: bid(dealt(rules()), "blind nil"), BLIND_NIL, NORTH,
     "you have already bid"),
    ("bid/already-bid", lambda: drafting().apply(BLIND_NIL), BLIND_NIL, NORTH,
     "you have already bid"),
    ("bid/blind-after-looking", lambda: dealt(rules()).apply(Look()), BLIND_NIL, None,
     "you have seen your cards; only an open bid is left"),
    ("bid/blind-deficit", lambda: dealt(PIRATES), BLIND_NIL, None,
     "blind nil is only for a side 100 points behind"),
    ("bid/blind-per-side", lambda: bid(dealt(ONE_BLIND), "blind nil", 3), BLIND_NIL, SOUTH,
     "no more players of your side may bid blind nil"),
    ("bid/look-first", lambda: dealt(rules()), Bid(3), None,
     "look at your cards or bid blind first"),
    ("bid/no-blind", lambda: dealt(OPEN), BLIND_NIL, None, "this table does not allow blind nil"),
    ("bid/no-nil", lambda: dealt(rules(nil__allowed=False, nil__blind=False)), NIL, None,
     "this table does not allow nil"),
    ("bid/no-such-blind-bid", lambda: dealt(rules()), Bid(6, blind=True), None,
     "this table does not allow blind bids of tricks"),
    ("bid/no-such-blind-bid", lambda: dealt(rules()).apply(Look()), Bid(6, blind=True), None,
     "this table does not allow blind bids of tricks"),
    ("bid/no-such-blind-bid", drafting, Bid(6, blind=True), None,
     "this table does not allow blind bids of tricks"),
    ("bid/out-of-range", lambda: dealt(OPEN), Bid(14), None,
     "a bid must be a number from 1 to 13, or nil if it is allowed, not 14"),
    ("bid/out-of-range", lambda: dealt(rules()), Bid(0), None,
     "a bid must be a number from 1 to 13; to bid zero, bid nil"),
    ("bid/not-now", lambda: played("H9", rules()), Bid(3), None, "bids are not being taken now"),
    ("bid/not-now", drafting, Bid(3), None, "bids are not being taken now"),
    ("chance/impossible", lambda: Game.new(OPEN), NameDealer(EAST), None,
     "these cards cannot have been dealt or drawn here"),
    ("chance/impossible", lambda: Game.new(OPEN), parse_deal(MIXED), None,
     "these cards cannot have been dealt or drawn here"),
    ("chance/impossible", lambda: waiting_for_deal(OPEN), Stack(PACK), None,
     "these cards cannot have been dealt or drawn here"),
    ("chance/not-now", lambda: dealt(OPEN), parse_deal(MIXED), None,
     "a player is to act, not chance"),
    ("chance/not-now", lambda: Game.new(OPEN, seed=1), NameDealer(EAST), None,
     "a player is to act, not chance"),
    ("chance/not-now", drafting, Redraw((Card.C2,)), None,
     "a player is to act, not chance"),
    ("chance/not-yours", lambda: waiting_for_deal(OPEN), parse_deal(MIXED), NORTH,
     "cards are dealt and drawn by chance alone"),
    ("chance/not-yours", swapping, Redraw((Card.C2,)), NORTH,
     "cards are dealt and drawn by chance alone"),
    ("action/unknown", lambda: played("H9", rules()), cast(Any, b"H9"), None,
     "b'H9' is not an action"),
    ("action/unknown", lambda: dealt(OPEN), cast(Any, ["bid", 3]), NORTH,
     "['bid', 3] is not an action"),
    ("action/unknown", lambda: dealt(OPEN), Bid(cast(Any, 2.0)), None,
     "Bid(2.0) is not an action"),
    ("action/unknown", lambda: dealt(OPEN), Bid(cast(Any, np.bool_(1))), None,
     "Bid(np.True_) is not an action"),
    ("action/unknown", lambda: dealt(OPEN), Bid(cast(Any, "2")), None,
     "Bid('2') is not an action"),
    ("action/unknown", lambda: dealt(OPEN), Adjust(cast(Any, "x")), None,
     "Adjust('x') is not an action"),
    ("action/unknown", lambda: dealt(OPEN), Say(cast(Any, 1.5), 2), None,
     "Say(1.5, 2) is not an action"),
    ("action/unknown", drafting, Keep(cast(Any, 5)), None, "Keep(5) is not an action"),
    ("action/unknown", exchanging, Pass(cast(Any, 5)), None, "Pass(5) is not an action"),
    ("action/unknown", exchanging, Pass(cast(Any, (1, 2))), None,
     "Pass((1, 2)) is not an action"),
    ("action/unknown", lambda: Game.new(OPEN), NameDealer(cast(Any, "N")), None,
     "NameDealer('N') is not an action"),
    ("game/over", finished, Bid(3), NORTH, "the game is over"),
    ("game/over", finished, parse_deal(MIXED), None, "the game is over"),
    ("game/waits-for-cards", lambda: Game.new(OPEN), Bid(3), NORTH,
     "the cards have not been dealt yet"),
    ("game/waits-for-cards", lambda: waiting_for_deal(OPEN), Look(), None,
     "the cards have not been dealt yet"),
    ("keep/decide-first", drafting, Keep("first"), None, "look at your cards or bid blind first"),
    ("keep/not-now", lambda: dealt(OPEN), Keep("first"), None, "no cards are being drawn now"),
    ("look/already", lambda: dealt(OPEN), Look(), None, "you have already seen your cards"),
    ("look/already", lambda: drafting().apply(Look()), Look(), None,
     "you have already seen your cards"),
    ("look/not-now", lambda: played("H9", rules()), Look(), None,
     "there is nothing to look at now"),
    ("pass/not-held", exchanging, Pass(cards_of("SA SQ")), None,
     "you can only give cards that you hold"),
    ("pass/not-held", exchanging, Pass(cards_of("DA DA")), None,
     "you can only give cards that you hold"),
    ("pass/wrong-number", exchanging, Pass(cards_of("DA")), None,
     "give 2 cards, or none to keep your hand"),
    ("pass/wrong-number", lambda: exchanging().apply(Pass(cards_of("DA DK"))), Pass(()), None,
     "give back exactly 2 cards"),
    ("pass/not-now", lambda: dealt(OPEN), Pass(()), None, "no cards are being exchanged now"),
    ("play/must-follow-suit", lambda: played("H9", rules()), Play(Card.S3), None,
     "you must follow hearts; the 9 of hearts was led"),
    ("play/not-held", lambda: played("H9", rules()), Play(Card.HA), None,
     "you do not hold the ace of hearts"),
    ("play/not-now", lambda: dealt(OPEN), Play(Card.H9), None, "no cards are being played now"),
    ("play/not-now", exchanging, Play(Card.H9), None, "no cards are being played now"),
    ("play/spades-not-broken", lambda: played("", rules()), Play(Card.S9), None,
     "spades are not broken; you may not lead a spade yet"),
    ("play/spades-not-led", lambda: played("", NEVER), Play(Card.S9), None,
     "you may lead a spade only from a hand of spades"),
    ("seat/unknown", drafting, Look(), SOUTH, "South is not a seat with 2 players"),
    ("swap/not-held", swapping, Swap(cards_of("S2 S2")), None,
     "you can only swap cards that you hold"),
    ("swap/not-now", lambda: dealt(OPEN), Swap(()), None, "no cards are being swapped now"),
    ("swap/too-many", swapping, Swap(cards_of("S2 S3 S4 S5")), None,
     "at most 3 cards can be swapped"),
    ("turn/not-yours", lambda: dealt(OPEN), Bid(3), SOUTH,
     "it is North's turn, not South's"),
    ("turn/not-yours", lambda: played("H9", rules()), Play(Card.HA), WEST,
     "it is East's turn, not West's"),
    ("turn/not-yours", drafting, Keep("first"), EAST, "it is North's turn, not East's"),
    ("turn/not-yours", exchanging, Pass(()), SOUTH, "it is North's turn, not South's"),
    ("turn/not-yours", swapping, Swap(()), EAST, "it is North's turn, not East's"),
]  # fmt: skip
CASES += CASES_OF_VARIANTS


@pytest.mark.parametrize(
    ("code", "game", "action", "seat", "sentence"),
    CASES,
    ids=[f"{number}-{case[0]}" for number, case in enumerate(CASES)],
)
def test_action_is_rejected_with_code_and_sentence(
    code: str, game: Callable[[], Game], action: Action, seat: Seat | None, sentence: str
) -> None:
    position = game()
    refusal = refused(position, action, seat)
    assert (refusal.code, str(refusal.message)) == (code, sentence)
    assert refusal.game is position
    actor = position.to_act if seat is None and not isinstance(action, ChanceAction) else seat
    assert (refusal.action, refusal.seat) == (action, actor)
    assert str(refusal).endswith(f": {sentence}")


def test_rejection_is_printed_in_notation() -> None:
    game = bid(dealt(rules(nil__blind=False)), 3, 4, 3, 3).apply(Play(Card.C7))
    told = "E S3: you must follow clubs; the 7 of clubs was led"
    assert str(refused(game, Play(Card.S3))) == told
    assert str(refused(game, NameDealer(EAST))) == "chance: a player is to act, not chance"


@pytest.mark.parametrize(
    ("game", "action", "seat"),
    [
        (lambda: dealt(OPEN), Bid(cast(Any, np.int64(3))), None),
        (lambda: dealt(OPEN), Bid(3, mo=cast(Any, np.str_(""))), None),
        (lambda: dealt(OPEN), Bid(3, nil=cast(Any, np.False_)), None),
        (lambda: dealt(OPEN), Bid(3), cast(Seat, np.int64(NORTH))),
        (exchanging, Pass(cast(Any, list(cards_of("DA DK")))), None),
        (lambda: Game.new(rules(deal__first_dealer="random")), NameDealer(cast(Any, 2)), None),
    ],
)
def test_accepted_action_is_stored_as_plain_data(
    game: Callable[[], Game], action: Action, seat: Seat | None
) -> None:
    after = game().apply(action, seat)
    (event,) = after.events[len(game().events) :]
    data = json.encode(event, enc_hook=str)
    assert json.decode(data, type=Event) == event
    assert load_game(format_record(after.record())).events == after.events


RULES: list[tuple[str, Callable[[], object], str]] = [
    ("rules/unknown-preset", lambda: preset("whist"),
     "unknown rule set whist; choose from standard, "),
    ("rules/unknown-preset", lambda: Game.new("whist"), "unknown rule set whist; choose from "),
    ("rules/unknown-preset", lambda: Game.new("standrad"),
     "unknown rule set standrad; did you mean standard?"),
    ("rules/no-rules", lambda: Game.new(cast(Any, 5)),
     "rules must be a rule set or the name of one, not 5"),
    ("rules/unknown-option", lambda: Rules.from_data({"score": {}}), "unknown option score;"),
    ("rules/unknown-option", lambda: Rules.from_data({cast(Any, 3): 5}), "unknown option 3;"),
    ("rules/unknown-option", lambda: Rules().with_options({cast(Any, 3): 5}),
     "unknown option 3;"),
    ("rules/not-a-group", lambda: Rules().with_options({"end": 500}),
     "end is a group of options, not a value"),
    ("rules/no-options", lambda: Rules().with_options(cast(Any, None)),
     "options must be values by name, as in "),
    ("rules/no-options", lambda: Rules.from_data(cast(Any, [])),
     "options must be values by name, as in "),
    ("rules/unknown-option", lambda: rules(end__goal=5), "unknown option end.goal;"),
    ("rules/unknown-option", lambda: Rules().with_options({"target": 5}),
     "unknown option target;"),
    ("rules/not-a-group", lambda: Rules.from_data({"end": 500}),
     "end is a group of options, not a value"),
    ("rules/increment-without-bank", lambda: rules(clock__increment_seconds=5),
     "clock.increment_seconds needs clock.bank_seconds"),
    ("rules/bad-value", lambda: rules(end__target=49),
     "end.target cannot be 49; expected 'none' or a whole number from 50 to 5000"),
    ("rules/bad-value", lambda: rules(end__target="500"), "end.target cannot be '500';"),
    ("rules/bad-value", lambda: rules(end__target="\ud800"),
     r"end.target cannot be '\ud800'; expected "),
    ("rules/bad-value", lambda: rules(table__side_names=("\ud800", "x")),
     r"table.side_names cannot contain '\ud800'; expected "),
    ("rules/unknown-option", lambda: Rules().with_options({"end.\ud800\33[2J": 5}),
     r"unknown option 'end.\ud800\x1b[2J';"),
    ("rules/bad-value", lambda: rules(end__target=True), "end.target cannot be True;"),
    ("rules/bad-value", lambda: rules(deck__high_trumps=("SA", "S1")),
     "deck.high_trumps cannot contain 'S1'; expected a card such as 'SA'"),
    ("rules/bad-value", lambda: rules(end__floor=5), "end.floor cannot be 5;"),
    ("rules/bad-value", lambda: rules(play__lead_spades="sometimes"),
     "play.lead_spades cannot be 'sometimes'; expected 'any' | 'broken' | 'never'"),
    ("rules/bad-value", lambda: Rules(end=spadille.game.rules.end.EndRules(target=1)),
     "end.target cannot be 1;"),
    ("rules/teams-and-players", lambda: rules(table__players=2),
     "table.teams = pairs needs table.players = 4 | 6"),
    ("rules/draft-needs-two", lambda: rules(deal__method="keep_or_next_unseen"),
     "deal.method = keep_or_next_unseen needs table.players = 2"),
    ("rules/two-need-draft", lambda: rules("two-player", deal__method="dealt",
     exchange__swap_cards=0), "table.players = 2 needs a draft, not deal.method = dealt"),
    ("rules/blind-without-nil", lambda: rules(nil__allowed=False),
     "nil.blind = true needs nil.allowed = true"),
    ("rules/exchange-without-nil", lambda: rules(
        nil__allowed=False, nil__blind=False, exchange__nil_cards=1),
     "exchange.nil_cards above 0 needs nil.allowed = true"),
    ("rules/exchange-without-blind-nil", lambda: rules(
        nil__blind=False, exchange__blind_nil_cards=1),
     "exchange.blind_nil_cards above 0 needs nil.blind = true"),
    ("rules/deficient-when", lambda: rules(deal__deficient_when="points < few"),
     "deal.deficient_when: cannot read 'points < few'; write it as in 'spades"),
    ("rules/floor-without-target", lambda: rules(
        end__target="none", end__floor="-target", end__max_rounds=1),
     "end.floor = -target needs a number as end.target"),
    ("rules/no-end", lambda: rules(end__target="none", end__floor="none"),
     "end.target = none needs end.max_rounds, end.minutes, end.sets_to_lose, end.sets_in_a_row or"),
    ("rules/sets-in-a-row", lambda: rules(end__sets_to_lose=2, end__sets_in_a_row=2),
     "end.sets_in_a_row must be less than end.sets_to_lose"),
    ("rules/first-round-minimum", lambda: rules("five-player", end__first_round_minimum=11),
     "end.first_round_minimum is more than the 10 tricks of a round"),
    ("rules/revoke-gives", lambda: rules(
        enforcement__revoke_penalty="redeal", enforcement__revoke_gives="bid"),
     "enforcement.revoke_gives does not work with enforcement.revoke_penalty = redeal, "),
    ("rules/needs-partners", lambda: rules(
        table__teams="solo", exchange__nil_cards=1),
     "exchange.nil_cards > 0 needs partners, and table.teams = solo has none"),
    ("rules/swap-without-draft", lambda: rules(exchange__swap_cards=1),
     "exchange.swap_cards above 0 needs a draft, not deal.method = dealt"),
    ("rules/side-names", lambda: rules(table__side_names=["We"]),
     "table.side_names needs one name for each side that table.teams makes"),
    ("players/number", lambda: Game.new(Rules(), players=("Ann",)),
     "name all 4 players, or none"),
    ("players/number", lambda: Game.new(Rules(), players=tuple("ABCDE")),
     "name all 4 players, or none"),
    ("players/name", lambda: Game.new(Rules(), players=("A", "B", "C", "\ud800")),
     r"'\ud800' is not valid text, so it cannot be a player's name"),
    ("record/no-record", lambda: Game.replay(cast(Any, "spadille-record 1")),
     "'spadille-record 1' is not a record; get the record of a game with game.record()"),
    ("players/name", lambda: Game.new(Rules(), players=("A", "B", "C", cast(Any, 4))),
     "4 is not valid text, so it cannot be a player's name"),
    ("seed/kind", lambda: Game.new(seed=cast(Any, 1.5)),
     "a seed must be a whole number or a text, not"),
    ("seed/not-text", lambda: Game.new(seed="\ud800"),
     r"'\ud800' is not valid text, so it cannot be a seed"),
    ("deal/drafted", lambda: Game.from_deal(MIXED, rules="two-player"),
     "players draw their hands under these rules"),
    ("deal/no-deal", lambda: Game.from_deal(cast(Any, 5)), "a deal is a text or a `Deal`, not 5"),
    ("deal/hands", lambda: Game.from_deal(MIXED, rules="five-player"),
     "a deal has 5 hands under these rules, not 4"),
    ("deal/cards", lambda: Game.from_deal("N:A... K... Q... J..."),
     "North's hand has 13 cards under these rules, not 1"),
    ("deal/extra-card", lambda: Game.from_deal(MIXED.replace("N:9642.95.AKQT4.K7",
     "N:964.95.AKQT4.K7.B")), "the Big Joker is not in the pack, or dealt too often"),
    ("deal/missing-card", lambda: Game.from_deal(f"{FIVE_HANDS} rest ...6", rules=TWO_LEFT),
     "the deal lacks the 5 of diamonds"),
    ("deal/face-up", lambda: Game.from_deal(MIXED, rules=rules(deal__face_up=1)),
     "after up, list the cards of each hand that lie face up under these rules: 1"),
    ("game/nothing-to-undo", lambda: Game.new(seed=7).undo(),
     "no player has acted yet, so there is nothing to undo"),
    ("text/bad-json", lambda: Game.from_json("{}"),
     "this is not the JSON of a Game: the field rules is missing"),
    ("text/bad-json", lambda: View.from_json("{"),
     "this is not the JSON of a View: input data was truncated"),
    ("rules/not-toml", lambda: parse_preset("end = = 5", "mine"), "this is not TOML: "),
    ("rules/bad-heading", lambda: parse_preset("title = 5", "mine"),
     "title, about and leaves_open must be tables of texts by language; "),
]  # fmt: skip
RULES += RULES_OF_VARIANTS


@pytest.mark.parametrize(
    ("code", "build", "sentence"),
    RULES,
    ids=[f"{number}-{case[0]}" for number, case in enumerate(RULES)],
)
def test_rules_are_rejected_with_code_and_sentence(
    code: str, build: Callable[[], object], sentence: str
) -> None:
    with pytest.raises(SpadesError) as caught:
        build()
    assert not isinstance(caught.value, IllegalActionError)
    assert caught.value.code == code
    assert str(caught.value.message).startswith(sentence)


def test_options_accept_numpy_numbers() -> None:
    given = Rules().with_options({"end.target": np.int64(250)})
    assert given == Rules().with_options({"end.target": 250})


def test_options_accept_groups() -> None:
    given = Rules().with_options({"end": {"target": np.int64(250)}, "end.floor": "none"})
    assert given == Rules().with_options({"end.target": 250, "end.floor": "none"})


def test_rules_from_data_accept_headings_of_file() -> None:
    heading = {"title": {"en": "Ours"}, "about": {"en": "At home"}, "source": "Us"}
    assert Rules.from_data({**heading, "end": {"target": 250}}) == Rules().with_options(
        {"end.target": 250}
    )


def test_rules_report_all_problems_at_once() -> None:
    with pytest.raises(RulesError) as caught:
        Rules().with_options({
            "target": 5, "end.goal": 5, "end.target": 1, "nil.allowed": False,
            "table.players": 5, "deck.jokers": 4,
        })  # fmt: skip
    problems = caught.value.problems
    assert [(code, options) for code, _, options in problems] == [
        ("rules/unknown-option", ()),
        ("rules/unknown-option", ()),
        ("rules/bad-value", ("end.target",)),
        ("rules/teams-and-players", ("table.teams", "table.players")),
        ("rules/jokers", ("deck.jokers", "deck.packs")),
        ("rules/blind-without-nil", ("nil.blind", "nil.allowed")),
    ]
    assert all(str(message) in str(caught.value) for _, message, _ in problems)
    assert pickle.loads(pickle.dumps(caught.value)).problems == problems


def test_option_without_value_reports_no_contradiction() -> None:
    with pytest.raises(RulesError) as caught:
        Rules().with_options({"nil.allowed": "no", "nil.blind": True, "deal.method": "draft"})
    assert {code for code, *_ in caught.value.problems} == {"rules/bad-value"}


def test_countless_problems_are_summarized() -> None:
    options = {f"end.{'x' * number}": "y" * 5_000 for number in range(1, 6_000)}
    with pytest.raises(RulesError) as caught:
        Rules().with_options({**options, "end.target": "z" * 5_000})
    assert len(caught.value.problems) == MOST_PROBLEMS + 1
    assert caught.value.problems[-1].code == "rules/more-problems"
    assert str(caught.value).endswith("also: 5980 more problems")
    assert len(str(caught.value)) < 15_000


def test_malformed_preset_error_names_file() -> None:
    with pytest.raises(ParseError) as caught:
        parse_preset("[end\n", "mine")
    assert caught.value.place == "mine"


def test_every_error_code_of_game_has_test_case() -> None:
    """Codes are literals in the sources, except for those of actions in another phase."""
    folder = Path(spadille.game.__file__).parent
    written = {
        code
        for file in folder.rglob("*.py")
        for code in re.findall(r'"([a-z-]+/[a-z-]+)"', file.read_text(encoding="utf-8"))
    }
    for action in get_args(PlayerAction):
        fields = dict.fromkeys(action.__struct_fields__)
        written.add(wrong_phase(action(**fields))[0])
    written.remove("rules/more-problems")  # never the first, see above
    assert written == {code for code, *_ in CASES} | {code for code, *_ in RULES}


def test_errors_are_value_errors_of_one_family() -> None:
    for kind in (IllegalActionError, RulesError, ParseError):
        assert issubclass(kind, SpadesError)
        assert issubclass(kind, ValueError)


def test_unknown_seat_has_no_actions_and_no_view() -> None:
    for game in (Game.new(rules("two-player")), drafting(), swapping()):
        for ask in (game.legal_actions, game.view):
            with pytest.raises(
                IllegalActionError, match="South is not a seat with 2 players"
            ) as caught:
                ask(SOUTH)
            assert caught.value.code == "seat/unknown"


def test_seat_may_be_its_letter() -> None:
    game = dealt(OPEN)
    letter = str(game.to_act)
    assert game.legal_actions(letter) == game.legal_actions()
    assert game.view(letter) == game.view_to_act
    assert game.acts(letter)
    assert game.apply(Bid(3), letter) == game.apply(Bid(3))


@pytest.mark.parametrize("seat", [1.0, True, np.float64(1), np.True_, "e", "Q", ""])
def test_seat_that_is_no_integer_or_letter_is_rejected(seat: Any) -> None:
    game = dealt(OPEN)
    assert not game.acts(seat)
    assert refused(game, Bid(3), seat).code == "seat/unknown"
    with pytest.raises(IllegalActionError) as caught:
        game.view(seat)
    assert caught.value.code == "seat/unknown"


def test_rejection_names_seat_given_as_number() -> None:
    refusal = refused(dealt(OPEN), Play(Card.CA), cast(Seat, 3))
    assert str(refusal).startswith("W CA: ")
    assert refusal.seat is WEST


def test_seat_accepts_numpy_number() -> None:
    game = dealt(OPEN)
    north: Any = np.int64(NORTH)
    assert game.acts(north)
    assert game.view(north) == game.view(NORTH)
    assert type(game.view(north).seat) is Seat


def test_deal_with_too_few_hands_is_rejected() -> None:
    hands = parse_deal(MIXED).hands
    assert refused(waiting_for_deal(OPEN), Deal(hands[:3])).code == "chance/impossible"
    assert refused(waiting_for_deal(OPEN), Deal(())).code == "chance/impossible"
