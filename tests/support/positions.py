"""Builds games for tests: the hands, the bids, the cards, and the scores before."""

from collections.abc import Sequence
from copy import deepcopy

import pytest

from spadille.game import (
    BLIND_NIL,
    NIL,
    Action,
    Bid,
    Card,
    Deal,
    DrawForDeal,
    Game,
    IllegalActionError,
    Look,
    NameDealer,
    Play,
    Round,
    RoundResult,
    Rules,
    Seat,
    SideScore,
    Standing,
    outcome,
    score_round,
)
from spadille.notation import parse_deal

FOUR = NORTH, EAST, SOUTH, WEST = tuple(Seat)[:4]

SUITS_APART = "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"
"""North has all spades, East all hearts, South all diamonds, West all clubs."""

MIXED = "N:9642.95.AKQT4.K7 KJ3.K3.98.T98654 AQT85.Q862..AQJ2 7.AJT74.J76532.3"
"""A deal in which South has no diamonds and every other seat has all suits."""

BidLike = int | str
Before = tuple[int, int]
"""A score and the bags that come with it."""


def rules(preset: str = "standard", **changes: object) -> Rules:
    """Return a preset with some options changed; `scoring__bag_limit` is `scoring.bag_limit`."""
    return Rules.preset(preset).with_options(
        {path.replace("__", "."): value for path, value in changes.items()}
    )


def a_bid(bid: BidLike) -> Bid:
    match bid:
        case "nil":
            return NIL
        case "blind nil":
            return BLIND_NIL
        case int(tricks):
            return Bid(tricks)
        case _:
            raise ValueError(bid)


def standings(*scores: int | Before) -> tuple[Standing, ...]:
    return tuple(
        Standing(score) if isinstance(score, int) else Standing(*score) for score in scores
    )


def round_to(*scores: int | Before) -> tuple[SideScore, ...]:
    """Return a round after which the sides have these scores."""
    return tuple(
        SideScore(None, 0, 0, (), 0, standing.score, standing.bags)
        for standing in standings(*scores)
    )


def waiting_for_deal(rules: Rules, dealer: Seat = WEST, *before: int | Before) -> Game:
    """Return a game in which `dealer` deals next; `before` are the sides' scores so far."""
    if not before:
        game = Game.new(rules.with_options({"deal.first_dealer": "random"}))
        return game.apply(NameDealer(dealer))
    nothing = RoundResult(1, dealer, (), (), round_to(*before))
    return Game(rules=rules, dealer=dealer, results=(nothing,))


def dealt(rules: Rules, hands: str = MIXED, dealer: Seat = WEST, *before: int | Before) -> Game:
    """Return a game in its bidding."""
    return waiting_for_deal(rules, dealer, *before).apply(parse_deal(hands))


def bid(game: Game, *bids: BidLike) -> Game:
    """Return the game after these bids in turn; seats with open bids look first."""
    for each in bids:
        seat = game.to_act
        assert seat is not None
        if each != "blind nil" and Look() in game.legal_actions(seat):
            game = game.apply(Look(), seat)
        game = game.apply(a_bid(each), seat)
    return game


def cards_of(text: str) -> tuple[Card, ...]:
    return tuple(Card(word) for word in text.split())


def play(game: Game, cards: str) -> Game:
    """Return the game after these cards in turn."""
    for card in cards_of(cards):
        game = game.apply(Play(card))
    return game


def played(cards: str, rules: Rules, bids: Sequence[BidLike] = (3, 3, 3, 3)) -> Game:
    """Return a game on the deal `MIXED` after these bids and cards; North bids and leads first."""
    return play(bid(dealt(rules), *bids), cards)


def legal(game: Game) -> set[str]:
    """Return the cards that may be played, as texts."""
    return {str(action.card) for action in game.legal_actions() if isinstance(action, Play)}


def ending(hands: str, rules: Rules, leader: Seat = NORTH, *, broken: bool = False) -> Round:
    """Return a round in play, with the few cards left in `hands`."""
    deal = parse_deal(hands)
    begun = Round.begin(rules, 1, WEST, standings(0, 0), "play")
    return begun.change(
        hands=deal.hands,
        bids=(Bid(1),) * 4,
        looked=(True,) * 4,
        leader=leader,
        broken=broken,
    )


def north_south(
    bids: tuple[BidLike, BidLike],
    won: tuple[int, int],
    before: Before = (0, 0),
    rules: Rules | None = None,
) -> SideScore:
    """Return the worth of a round to North and South."""
    rest = 13 - sum(won)
    return score_round(
        rules or Rules(),
        (Standing(*before), Standing()),
        (a_bid(bids[0]), Bid(3), a_bid(bids[1]), Bid(3)),
        (won[0], rest, won[1], 0),
    )[0]


def reasons(side: SideScore) -> dict[str, int]:
    """Return the points of a side by reason."""
    return {line.reason: line.points for line in side.lines}


def winner(rules: Rules, *scores: int, rounds: int = 5) -> int | str | None:
    """Return the winner with these scores: a side, `draw`, or None if the game continues."""
    ended = outcome(rules, rounds, [round_to(*scores)])
    if ended is None:
        return None
    return "draw" if ended.winner is None else ended.winner


def refused(game: Game, action: Action, seat: Seat | None = None) -> IllegalActionError:
    """Return the refusal of an action, and check that the game did not change."""
    before = deepcopy(game)
    with pytest.raises(IllegalActionError) as caught:
        game.apply(action, seat)
    assert game == before
    if seat is None or (type(seat) is Seat and seat in game.rules.seats):
        assert action not in game.legal_actions(seat)
    return caught.value


def drawn_for_deal(rules: Rules, cards: str) -> Game:
    """Return a game after the draw for the first deal."""
    return Game.new(rules).apply(DrawForDeal(cards_of(cards)))


def whole_deal(game: Game) -> Deal:
    """Return the deal that opened the current round."""
    return next(event.action for event in reversed(game.events) if isinstance(event.action, Deal))
