"""Themes that name the method, by the cards played with all hands open."""

from spadille.fast import solve
from spadille.game import TRUMP, Card, Play, Seat

from .case import Case, card_of


def ducks(case: Case) -> bool:
    """Return True if a player leaves an opponent a trick they could win, and not to keep a nil."""
    table = case.table
    round = case.game.round
    if not table or round is None or case.lasting_nil(case.seat):
        return False
    ranking = round.ranking
    holder = Seat((round.leader + ranking.winning_index(table)) % round.rules.players)
    if holder in case.mates:
        return False

    def takes(card: Card) -> bool:
        return ranking.winning_index((*table, card)) == len(table)

    return not takes(case.card) and any(map(takes, case.game.options(case.seat).cards_to_play))


def finesses(case: Case) -> bool:
    """Return True if a card wins although an opponent who played earlier kept a higher one.

    The winner keeps a card that beats the one the opponent kept.
    """
    trick = case.right.tricks[0]
    winner = trick.winner
    if winner is None or winner not in case.mates or case.seat not in {winner, trick.leader}:
        return False
    players = case.game.rules.players
    at = (winner - trick.leader) % players
    won = trick.cards[at]
    if won.suit is not trick.cards[0].suit:
        return False
    own = [card for card in case.hands[winner] if card.suit is won.suit]
    kept = [
        card
        for seat in case.opponents
        if (seat - trick.leader) % players < at
        for card in case.hands[seat]
        if card.suit is won.suit and card.rank > won.rank
    ]
    return any(low.rank < high.rank for low in kept for high in own)


def cashes(case: Case) -> bool:
    """Return True if the top card of a plain suit wins now but not after the second-best choice."""
    card = case.card
    if case.table or case.right.tricks[0].winner != case.seat:
        return False
    if any(
        other.suit is card.suit and other.rank > card.rank
        for seat, hand in enumerate(case.hands)
        if seat != case.seat
        for other in hand
    ):
        return False
    return all(
        trick.winner != case.seat or card_of(trick, case.seat) != card
        for trick in case.others[0].tricks
    )


def draws(case: Case) -> bool:
    """Return True if spades are led though a plain suit could be, and an opponent has to follow."""
    if case.table or case.card.suit is not TRUMP:
        return False
    if all(outcome.cards[0].suit is TRUMP for outcome in case.outcomes):
        return False
    trick = case.right.tricks[0]
    return any(card_of(trick, seat).suit is TRUMP for seat in case.opponents)


def leaves(case: Case) -> bool:
    """Return True if a plain suit is led, spades are second best, and an opponent has spades."""
    if case.table or case.card.suit is TRUMP or case.others[0].cards[0].suit is not TRUMP:
        return False
    return any(card.suit is TRUMP for seat in case.opponents for card in case.hands[seat])


def wins_last(case: Case) -> bool:
    """Return True if every other choice reverses whether the side wins the last trick."""
    last = [outcome.tricks[-1].winner in case.mates for outcome in case.outcomes]
    return all(won != last[0] for won in last[1:])


def throws_in(case: Case) -> bool:
    """Return True if an opponent wins the trick and has to lead, to the advantage of the side.

    The side wins more tricks than if it had to lead, and more than after the second-best choice. No
    nil is alive.
    """
    first, *rest = case.right.tricks
    if first.winner in case.mates or first.winner is None or not rest:
        return False
    if any(map(case.lasting_nil, case.game.rules.seats)):
        return False
    if case.tricks(case.right) <= case.tricks(case.others[0]):
        return False
    game = case.game
    for card in case.right.cards[: game.rules.players - len(case.table)]:
        game = game.apply(Play(card))
    round = game.round
    assert round is not None
    left = len(round.hands[0])

    def won(leader: Seat) -> int:
        found = solve(round.hands, leader, broken=round.broken, rules=round.rules).lower
        return found if leader in case.mates else left - found

    return all(won(first.winner) > won(seat) for seat in case.mates)
