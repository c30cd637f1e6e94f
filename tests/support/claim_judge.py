"""Claims judged the slow way: every deal that a seat considers possible, and every play of it."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, pairwise
from random import Random

from spadille.game import Card, Game, Round, Seat, Trick, View, play_card, playable

Hands = tuple[tuple[Card, ...], ...]


def sure(worlds: Sequence[Round], seat: Seat) -> bool:
    """Return True if the seat, which cannot distinguish these deals, wins all remaining tricks."""
    if not worlds[0].hands[seat]:
        return True
    return any(
        _survives(worlds, seat, lead, low=low)
        for lead in dict.fromkeys(playable(worlds[0]))
        for low in _ways(worlds[0], lead)
    )


def _survives(worlds: Sequence[Round], seat: Seat, lead: Card, *, low: bool) -> bool:
    alike: dict[object, list[Round]] = {}
    for world in worlds:
        for after in _rest_of_trick(play_card(world, lead, low=low)):
            if after.leader != seat:
                return False
            alike.setdefault((after.tricks[-1].cards, after.tricks[-1].low), []).append(after)
    return all(sure(same, seat) for same in alike.values())


def _rest_of_trick(round: Round) -> Iterator[Round]:
    if not round.trick:
        yield round
        return
    for card in dict.fromkeys(playable(round)):
        for low in _ways(round, card):
            yield from _rest_of_trick(play_card(round, card, low=low))


def _ways(round: Round, card: Card) -> tuple[bool, ...]:
    declared = round.rules.deck.aces == "declared" and str(card)[1] == "A"
    return (False, True) if declared else (False,)


def worlds(game: Game, seat: Seat) -> Iterator[Round]:
    """Yield every state of the round that is consistent with what the seat has seen."""
    unseen, sizes = unseen_cards(game, seat)
    return worlds_of(game, seat, distributions(unseen, sizes))


def some_worlds(game: Game, seat: Seat, rng: Random, tries: int) -> Iterator[Round]:
    """Yield those of that many random distributions that fit what the seat has seen."""
    unseen, sizes = unseen_cards(game, seat)
    cuts = [sum(sizes[:at]) for at in range(len(sizes) + 1)]
    for _ in range(tries):
        cards = rng.sample(unseen, len(unseen))
        hands = tuple(tuple(sorted(cards[a:b])) for a, b in pairwise(cuts))
        yield from worlds_of(game, seat, [hands])


def unseen_cards(game: Game, seat: Seat) -> tuple[list[Card], list[int]]:
    """Return the cards that the seat does not see, and how many of them each other seat has."""
    view = game.view(seat)
    assert view.hand is not None
    away = Counter(view.hand)
    away.update(card for trick in tricks_of(view) for card in trick.cards)
    away.update(put_away(view, seat))
    unseen = sorted((Counter(game.rules.deck_cards) - away).elements())
    return unseen, [view.hand_sizes[other] for other in game.rules.seats if other != seat]


def tricks_of(view: View) -> tuple[Trick, ...]:
    """Return all tricks, including the one on the table."""
    return view.tricks if view.trick is None else (*view.tricks, view.trick)


def worlds_of(game: Game, seat: Seat, dealt: Iterable[Hands]) -> Iterator[Round]:
    """Yield the states of the round with other players' hands that fit what the seat has seen."""
    view = game.view(seat)
    assert view.hand is not None
    assert game.round is not None
    others = [other for other in game.rules.seats if other != seat]
    for hands in dealt:
        held = dict(zip(others, hands, strict=True))
        held[seat] = view.hand
        if not agrees(view, held, seat):
            continue
        world = replayed(game.round, [held[other] for other in game.rules.seats])
        if world is not None:
            yield world


def distributions(cards: Sequence[Card], sizes: Sequence[int]) -> Iterator[Hands]:
    """Yield all ways to deal hands of these sizes; the other cards are out of play."""
    if not sizes:
        yield ()
        return
    for hand in sorted(set(combinations(cards, sizes[0]))):
        rest = sorted((Counter(cards) - Counter(hand)).elements())
        for hands in distributions(rest, sizes[1:]):
            yield (hand, *hands)


def put_away(view: View, seat: Seat) -> list[Card]:
    """Return the cards that the seat itself put out of play."""
    mine = list(view.given)
    gone: list[Card] = []
    for exchanged in view.exchanged:
        if exchanged.giver == seat:
            cards, mine = mine[: exchanged.count], mine[exchanged.count :]
            gone += cards if exchanged.receiver is None else []
    return gone + mine


def agrees(view: View, held: dict[Seat, tuple[Card, ...]], seat: Seat) -> bool:
    """Return True if these hands fit the open cards, and the cards passed and refused."""
    played: dict[Seat, Counter[Card]] = {other: Counter() for other in held}
    for trick in tricks_of(view):
        for at, card in enumerate(trick.cards):
            played[Seat((trick.leader + at) % len(held))][card] += 1
    for other, hand in held.items():
        if other == seat:
            continue
        if view.shown[other] and Counter(view.shown[other]) != Counter(hand):
            return False
        if view.face_up and Counter(view.face_up[other]) - Counter(hand):
            return False
        had = Counter(hand) + played[other]
        if given_to(view, seat, other) - had:
            return False
        if not view.rules.drafted:
            continue
        away = Counter(view.refused) - Counter(view.received)
        away += Counter(view.hand) + played[seat] + Counter(view.given)
        swapped = sum(
            each.count for each in view.exchanged if each.giver == other and each.receiver is None
        )
        if ((had + away) - Counter(view.rules.deck_cards)).total() > swapped:
            return False
    return True


def given_to(view: View, seat: Seat, other: Seat) -> Counter[Card]:
    """Return the cards that the seat passed and did not get back."""
    mine = list(view.given)
    cards: Counter[Card] = Counter()
    for exchanged in view.exchanged:
        if exchanged.giver == seat:
            if exchanged.receiver == other:
                cards.update(mine[: exchanged.count])
            mine = mine[exchanged.count :]
    return cards - Counter(view.received)


def replayed(round: Round, hands: Sequence[tuple[Card, ...]]) -> Round | None:
    """Return the round ending with these hands; None if a card would have been a revoke."""
    full = [list(hand) for hand in hands]
    players = round.rules.players
    tricks = (*round.tricks, Trick(round.leader, round.trick, low=round.low))
    for trick in tricks:
        for at, card in enumerate(trick.cards):
            full[(trick.leader + at) % players].append(card)
    assassins = round.assassins
    if round.rules.play.duty == "secret_assassin":
        assassins = tuple(Seat(at) for at, hand in enumerate(full) if Card.SA in hand)
    world = round.change(
        hands=tuple(tuple(sorted(hand)) for hand in full),
        leader=tricks[0].leader,
        assassins=assassins,
        trick=(),
        low=(),
        tricks=(),
        broken=False,
    )
    strict = round.rules.enforcement.mode == "strict"
    for trick in tricks:
        for at, card in enumerate(trick.cards):
            if strict and card not in playable(world):
                return None
            world = play_card(world, card, low=bool(trick.low) and trick.low[at])
    return world
