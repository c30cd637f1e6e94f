"""The reasons that bots give are true of their positions, at every table."""

import re
from collections.abc import Iterator

import pytest
from msgspec import structs

from spadille import Game, Rules
from spadille.bots import Decision, decisions, load, seated
from spadille.game import Bid, Card, Look, NoTrump, Options, Pass, Play, Seat, SeatView, ranking_of
from support.any_position import decides, some_cards, table

GAMES = 3


def decided(preset: str, rounds: int = 2) -> Iterator[tuple[SeatView, Decision]]:
    """Yield the decisions of `intermediate` in some rounds, each with its view."""
    rules = Rules.preset(preset)
    for number in range(GAMES):
        bots = seated(["intermediate"] * rules.players, f"{number}")
        for taken in decisions(Game.new(rules, seed=f"{number}"), bots, rounds):
            view = taken.before.view(taken.seat)
            yield view, load("intermediate").decide(view)


PRESETS = ("standard", "two-player", "three-player", "five-player", "six-player", "solo", "jokers")


@pytest.mark.parametrize("preset", PRESETS)
def test_reason_for_a_card_is_true(preset: str) -> None:
    said = 0
    for view, decision in decided(preset):
        if not isinstance(decision.action, Play) or view.trick is None:
            continue
        lying = view.trick.cards
        reason, mates = str(decision.reason), view.rules.partners(view.seat)
        ranking = ranking_of(view.rules)
        cards = view.options.cards_to_play
        winners = [card for card in cards if ranking.takes(lying, (), card)]
        to_play = view.rules.players - len(lying) - 1
        said += 1
        if "cannot win this trick" in reason:
            assert not winners
        if "can hardly win this trick" in reason:
            assert winners
            assert to_play
        if "Second hand" in reason or "second hand" in reason:
            assert len(lying) == 1
        if "Third hand" in reason:
            assert len(lying) == 2
        if "partner plays last" in reason:
            assert len(lying) == 1
            assert view.rules.players == 4
        if "partner" in reason:
            assert mates
        if "The others may beat my best card" in reason:
            assert to_play >= 2
    assert said > 20


NORTH, EAST = Seat.NORTH, Seat.EAST


def test_V26_reason_without_trump_mentions_no_ruff() -> None:
    hands = {NORTH: "2.AKQ2.AK32.KJ32", EAST: "KQJT9.JT98.T9.AQ"}
    game = table({"bidding.no_trump": True}, hands, 9, 1, 1, 1)
    game = game.apply(NoTrump(wanted=True)).apply(NoTrump(wanted=True))
    assert str(decides(game).reason).startswith("Nothing higher than the ")
    second = decides(game.apply(Play(Card.C2)))
    assert str(second.reason) == "The ace of clubs wins, or forces a higher card out."


def test_E10_reason_for_a_pass_to_a_nil_partner_mentions_danger() -> None:
    hands = {NORTH: "2.AK32.5432.5432"}
    for between, said in ((True, "would be dangerous"), (False, "My partner can use")):
        rules = {"exchange.nil_cards": 2, "exchange.between_nils": between, "nil.blind": False}
        given = decides(table(rules, hands, "nil", 5, "nil" if between else 3, 5))
        assert given.action == Pass((Card.HA, Card.HK))
        assert said in str(given.reason)


def last_tricks(view: SeatView, cards: str, won: tuple[int, ...]) -> str:
    """Return the reason for a lead from these last cards after that many tricks are won."""
    hand = some_cards(cards)
    sizes = (len(hand),) * view.rules.players
    options = Options(tuple(map(Play, hand)))
    ending = structs.replace(view, hand=hand, hand_sizes=sizes, won=won, options=options)
    return str(load("intermediate").decide(ending).reason)


def test_E11_extra_trick_of_exact_blind_bid_is_called_no_bag() -> None:
    exact = {"blind.bids": "player", "blind.deficit": 0, "blind.exact": True, "nil.blind": False}
    hands = {NORTH: "AK2.AKQ.K32.5432"}
    for blind, said in ((True, "one too many for the blind bid"), (False, "only be a bag")):
        game = table(exact, hands)
        game = game.apply(Bid(6, blind=True)) if blind else game.apply(Look()).apply(Bid(6))
        for _ in range(3):
            game = game.apply(Look()).apply(Bid(1))
        assert said in last_tricks(game.view(NORTH), "D2 D3 C5", (7, 1, 0, 2))


def test_N1_reason_alone_says_my_contract() -> None:
    hands = {NORTH: "AK2.AKQ.K32.5432"}
    for rules, said in (({"table.teams": "solo"}, "My contract"), ({}, "Our contract")):
        game = table(rules | {"nil.blind": False}, hands, 7, 1, 1, 1)
        assert last_tricks(game.view(NORTH), "D2 D3 C5", (1, 3, 3, 3)).startswith(said)


EXPLAINED = ("Bidding more", "Bidding less", "bids I may make here")
OURS = re.compile(r"\b(we|us|our)\b", re.IGNORECASE)
COUNTED = re.compile(r"about (\d+\.\d) tricks(?:; given the other bids, rather (\d+\.\d))?")


@pytest.mark.parametrize("preset", [*PRESETS, "whiz", "mirror", "suicide", "hoyle"])
def test_reason_for_unusual_bid_explains_the_difference(preset: str) -> None:
    said = 0
    for view, decision in decided(preset, rounds=4):
        bid, reason = decision.action, str(decision.reason)
        if not isinstance(bid, Bid):
            continue
        said += 1
        assert view.rules.partners(view.seat) or not re.search(
            r"\b(we|us|our)\b", reason, re.IGNORECASE
        )
        if (counted := COUNTED.search(reason)) is not None:
            tricks = float(counted[2] or counted[1])
            assert abs(bid.tricks - tricks) < 1 or any(words in reason for words in EXPLAINED)
            if "bids I may make here" in reason:
                assert Bid(round(tricks)) not in view.options
    assert said > 5
