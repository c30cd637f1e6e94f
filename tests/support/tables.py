"""Tables of any size and deck for a test, which names a few cards and has the rest filled in."""

from collections import Counter
from collections.abc import Mapping, Sequence

from spadille.game import (
    Bid,
    Course,
    Deal,
    Game,
    Rules,
    Seat,
    SideScore,
    Standing,
    hand_of,
    score_round,
)
from support.positions import bid, cards_of, play, waiting_for_deal

NO_COURSE = Course()
FIFTH, SIXTH = Seat.FIFTH, Seat.SIXTH


def filled(
    rules: Rules, hands: Mapping[Seat, str], rest: str = "", face_up: Sequence[str] = ()
) -> Deal:
    """Return a deal with these cards; the rest of the deck is dealt low to high, seat by seat."""
    named = {seat: list(cards_of(hands.get(seat, ""))) for seat in rules.seats}
    aside = list(cards_of(rest))
    left = Counter(rules.deck_cards)
    left.subtract([card for cards in (*named.values(), aside) for card in cards])
    assert min(left.values()) >= 0, "a named card is not in the deck"
    pool = sorted(left.elements())
    for pile, size in [*((pile, rules.hand_size) for pile in named.values()), (aside, None)]:
        wanted = (rules.rest_size if size is None else size) - len(pile)
        pile.extend(pool[:wanted])
        del pool[:wanted]
    return Deal(
        tuple(hand_of(pile) for pile in named.values()),
        hand_of(aside),
        tuple(hand_of(cards_of(cards)) for cards in face_up),
    )


def seated(
    rules: Rules,
    hands: Mapping[Seat, str],
    *before: int,
    dealer: Seat | None = None,
    rest: str = "",
) -> Game:
    """Return a game after its deal; the last seat deals, so North begins."""
    first = rules.seats[-1] if dealer is None else dealer
    return waiting_for_deal(rules, first, *before).apply(filled(rules, hands, rest))


def at_play(rules: Rules, hands: Mapping[Seat, str], *bids: int | str) -> Game:
    """Return a game at its first trick; unless bids are given, everyone bids two."""
    return bid(seated(rules, hands), *(bids or (2,) * rules.players))


def last_winner(game: Game) -> Seat | None:
    """Return the winner of the last finished trick."""
    assert game.round is not None
    return game.round.tricks[-1].winner


def winner_of(rules: Rules, hands: Mapping[Seat, str], cards: str) -> Seat | None:
    """Return the winner of a first trick with these cards, starting with North."""
    return last_winner(play(at_play(rules, hands), cards))


def scored(
    rules: Rules,
    bids: Sequence[Bid],
    won: Sequence[int],
    course: Course = NO_COURSE,
    before: Sequence[Standing] = (),
) -> tuple[SideScore, ...]:
    """Return the worth of a round to every side; each begins at zero."""
    start = tuple(before) or (Standing(),) * len(rules.sides)
    return score_round(rules, start, tuple(bids), tuple(won), course)
