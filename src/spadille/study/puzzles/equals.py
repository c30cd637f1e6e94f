"""Cards that are as good as each other, and places that are the same but for names."""

from itertools import permutations

from ...game import TRUMP, Card, Game, Play, SeatView, Suit, next_seat, ranking_of

_PLAIN = (Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS)


def alike(view: SeatView) -> tuple[tuple[Card, ...], ...]:
    """The cards that may be played, low to high, those together between which no other one is out.

    Cards of finished tricks are out of the way; those on the table are not.
    """
    ranking = ranking_of(view.rules, trump=view.trump)
    own = set(view.hand or ())
    gone = {card for trick in view.tricks for card in trick.cards}
    others = [card for card in view.rules.deck_cards if card not in own and card not in gone]
    legal = [action.card for action in view.options.actions if isinstance(action, Play)]
    groups: list[list[Card]] = []
    for card in sorted(legal, key=lambda card: (ranking.suit_of[card], ranking.power[card])):
        below = groups[-1][-1] if groups else None
        if (
            below is not None
            and ranking.suit_of[below] == ranking.suit_of[card]
            and not any(
                ranking.suit_of[other] == ranking.suit_of[card]
                and ranking.power[below] < ranking.power[other] < ranking.power[card]
                for other in others
            )
        ):
            groups[-1].append(card)
        else:
            groups.append([card])
    return tuple(map(tuple, groups))


def canonical(game: Game) -> str:
    """The same text for places that differ in names alone.

    That is, in where the players sit, in which plain suit is which, and in ranks that are gone.
    """
    round, seat = game.round, game.to_act
    assert round is not None
    assert seat is not None
    players = game.rules.players
    order = [seat]
    while len(order) < players:
        order.append(next_seat(order[-1], players))
    table = round.trick
    left = sorted({*table, *(card for hand in round.hands for card in hand)})
    place = {}
    for suit in (*_PLAIN, TRUMP):
        of_suit = [card for card in left if card.suit is suit]
        place.update({card: rank for rank, card in enumerate(of_suit)})

    def written(names: dict[Suit, int]) -> str:
        piles = [table, *(round.hands[of] for of in order)]
        return " ".join(
            ".".join(f"{suit}{rank}" for suit, rank in _numbers(pile, names, place, keep=n == 0))
            for n, pile in enumerate(piles)
        )

    forms = [
        written({**dict(zip(_PLAIN, names, strict=True)), TRUMP: 3})
        for names in permutations(range(3))
    ]
    facts = [str(round.bids[of]) for of in order] + [str(round.won[of]) for of in order]
    return f"{min(forms)} {' '.join(facts)} {round.broken:d}"


def _numbers(
    pile: tuple[Card, ...], names: dict[Suit, int], place: dict[Card, int], *, keep: bool
) -> list[tuple[int, int]]:
    numbers = [(names[card.suit], place[card]) for card in pile]
    return numbers if keep else sorted(numbers)
