"""Decide whether a claim of all remaining tricks holds, whatever the others play (P17).

`docs/claims.md` explains why these checks decide it.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from msgspec import structs

from .cards import Card, Hand, Suit, hand_of, less, lowest_club
from .evidence import NONE, Cards
from .knowledge import NO_NEED, Knowledge, Need, knowledge_of, possible_worlds
from .playable import playable, playable_from
from .ranking import TRUMP, Ranking, Trick, ranking_of
from .round import Round
from .rules import Rules
from .seats import Seat, clockwise, put
from .sight import sight_of
from .view import SeatView


def claim_holds(round: Round, seat: Seat) -> bool:
    """Return True if `seat`, whose turn it is, wins every remaining trick, including one under way.

    It must win them against every distribution that it thinks possible, or with the cards as they
    lie.
    """
    if round.rules.play.claim_proof == "cards":
        worlds = [_as_they_lie(round, seat)]
    else:
        worlds = list(possible_worlds(sight_of(round, seat)))
    return _wins_all(round, seat, worlds)


def is_sure_of_rest(view: SeatView) -> bool:
    """Return True if the seat in view, whose turn it is, knows it can win every remaining trick.

    Its claim then holds, whichever rule proves claims at the table.
    """
    worlds = list(possible_worlds(view))
    return _wins_all(_as_seen(view, worlds[0]), view.seat, worlds)


def _wins_all(round: Round, seat: Seat, worlds: Iterable[Knowledge]) -> bool:
    return any(
        not any(way.beaten_by(other, world) for world in worlds for other in world.others)
        for way in _ways(round, seat)
    )


def _as_seen(view: SeatView, known: Knowledge) -> Round:
    """Return the round in view, in which only the hand of its seat is known."""
    nothing: tuple[Hand, ...] = ((),) * view.rules.players
    dealer = view.seat if view.dealer is None else view.dealer
    trick = view.trick
    return Round.begin(view.rules, view.round_number, dealer, view.standings, "play").change(
        hands=put(nothing, view.seat, view.hand or ()),
        ranking=ranking_of(view.rules, trump=view.trump),
        leader=view.seat if trick is None else trick.leader,
        trick=() if trick is None else trick.cards,
        low=() if trick is None else trick.low,
        tricks=view.tricks,
        broken=view.broken,
        assassins=(view.seat,) if known.assassins[view.seat] else (),
    )


def who_beats(round: Round, seat: Seat) -> tuple[Seat, ...]:
    """Return who would win any of the remaining tricks, as the cards lie, if `seat` played on.

    A leader may play on in the best order, or in any order that could be the best. To a trick under
    way it plays the card that the fewest beat; if no card wins the trick, its winner is returned.
    """
    world = _as_they_lie(round, seat)
    beaten = [
        tuple(other for other in world.others if way.beaten_by(other, world))
        for way in _ways(round, seat)
    ]
    if not round.trick:
        return tuple(other for other in world.others if any(other in each for each in beaten))
    best = round.ranking.winning_index(round.trick, round.low)
    winner = Seat((round.leader + best) % round.rules.players)
    return min(beaten, key=len, default=(winner,))


def _as_they_lie(round: Round, seat: Seat) -> Knowledge:
    """Return what `seat` would know if it saw all hands."""
    seen = structs.replace(sight_of(round, seat), shown=round.hands)
    return knowledge_of(seen, lawful=False)


class _Danger(NamedTuple):
    """A hand that beats a plan: it has all of `needs`, few more of some cards, none of others."""

    needs: Sequence[Need]
    few: Need = NO_NEED
    none: Cards = NONE


class _Plan:
    """An order in which the claimant leads: each suit in its order, trumps as early as allowed.

    `trumps_first` trumps are led before the other suits; `first` is the suit of a first lead that
    is not free.
    """

    def __init__(self, round: Round, seat: Seat, first: Suit | None, forced: Card | None) -> None:
        self._rules = round.rules
        self._ranking = ranking = round.ranking
        self._size = len(round.hands[seat])
        self._first = first
        self._leads = _leads(round.hands[seat], ranking, forced)
        self._jokers = bool(self._leads.pop(Suit.JOKERS, ()))
        deck = set(round.rules.deck_cards)
        self._suits = {
            suit: frozenset(card for card in deck if ranking.suit_of[card] is suit) for suit in Suit
        }
        self._opening = not round.tricks
        trumps = len(self._leads.get(TRUMP, ()))
        trump_forced = forced is not None and ranking.suit_of[forced] is TRUMP
        self._trumps_first = trumps
        if _holds_trumps_back(round, seat, breaks=trump_forced):
            self._trumps_first = int(trump_forced)

        self.dangers = {
            holds_back: tuple(self._dangers(holds_back=holds_back)) for holds_back in (False, True)
        }

    def _dangers(self, *, holds_back: bool) -> Iterator[_Danger]:
        """Yield all hands that could win a trick; with `holds_back` they ruff only if they must."""
        for suit, leads in self._leads.items():
            yield from self._beaten(suit, leads)
        if self._ranking.trump is not None:
            yield from self._ruffed(holds_back=holds_back)
        if self._jokers:
            for suit in set(Suit) - {Suit.JOKERS}:
                yield _Danger([(len(self._leads.get(suit, ())) + 1, self._suits[suit])])

    def _beaten(self, suit: Suit, leads: list[Card]) -> Iterator[_Danger]:
        """Yield hands that keep a higher card of the suit until it wins."""
        cards = self._suits[suit]
        drawn = 0
        for before, lead in enumerate(leads):
            higher = frozenset(card for card in cards if self._ranking.beats(card, lead))
            if before == 0 and self._lowest_to_first(suit):
                yield _Danger([(1, higher)], none=cards - higher)
            else:
                yield _Danger([(drawn + 1, higher), (before - drawn, cards)])
            if self._rules.play.big_joker_draws and lead is Card.JB and suit is TRUMP:
                drawn += 1

    def _lowest_to_first(self, suit: Suit) -> bool:
        return (
            self._opening
            and suit is self._first is Suit.CLUBS
            and self._rules.play.first_trick == "lowest_clubs"
        )

    def _ruffed(self, *, holds_back: bool) -> Iterator[_Danger]:
        """Yield hands that still have a trump when another suit is led."""
        trumps = self._suits[TRUMP]
        own = len(self._leads.get(TRUMP, ()))
        sides = {suit: len(leads) for suit, leads in self._leads.items() if suit is not TRUMP}
        if not sides:
            return
        first = self._first if self._first in sides else None
        sheltered = first is not None and self._rules.play.first_trick in {
            "no_spades",
            "lowest_clubs",
        }
        if holds_back or self._trumps_first == own:
            yield _Danger([(own + 1, trumps)])
            if first is not None and not sheltered and not holds_back:
                yield _Danger([(1, trumps)], none=self._suits[first])
        elif first is not None and sheltered:
            yield from self._ruffed_later(first, sides)
        else:
            for suit, length in sides.items():
                needs = [(self._trumps_first + 1, trumps)]
                yield _Danger(needs, few=(length - 1, self._suits[suit]))

    def _ruffed_later(self, first: Suit, sides: dict[Suit, int]) -> Iterator[_Danger]:
        """Yield the same for a first trick that only all-trump hands may ruff (P10)."""
        trumps = self._suits[TRUMP]
        opened = self._suits[first]
        yield _Danger([(self._size, trumps)])
        for suit, length in sides.items():
            cards = self._suits[suit]
            if suit is not first:
                yield _Danger([(1, trumps)], few=(length - 1, cards))
                if sides[first] == 1:
                    yield _Danger([(1, trumps)], few=(length, cards), none=opened)
            elif length > 1:
                yield _Danger([(1, trumps), (1, cards)], few=(length - 2, cards))
                yield _Danger([(1, trumps)], none=opened)


class _Answer(NamedTuple):
    """Cards that any hand without `bars` may play; `wins` says whether all of them or none win."""

    cards: Cards
    bars: Cards
    wins: bool


def _to_answer(round: Round) -> tuple[Seat, ...]:
    """Return who has yet to play to the trick on the table, in order."""
    return clockwise(round.leader, round.rules.players)[len(round.trick) :]


def _answers(round: Round, *, assassin: bool) -> Iterator[_Answer]:
    """Yield all answers to the cards on the table, by an assassin or by anyone else (V19).

    They hold for everyone who has yet to play, as long as no one beats those cards. Each rule of
    play restricts a hand to one kind of card if it has any of that kind. So the deck falls into
    layers: a card is playable from exactly those hands that have no card of an earlier layer.
    """
    turn = _to_answer(round)[0]
    then = round.change(assassins=(turn,) if assassin else ())
    left = frozenset(round.rules.deck_cards)
    bars: Cards = frozenset()
    while left:
        layer = frozenset(playable_from(then, turn, hand_of(left)))
        winning = frozenset(card for card in layer if _wins_so_far(round, card))
        for cards in (winning, layer - winning):
            if cards:
                yield _Answer(cards, bars, cards is winning)
        bars |= layer
        left -= layer


def _wins_so_far(round: Round, card: Card) -> bool:
    """Return True if a card, played next with any ace called high, wins the trick so far."""
    return round.ranking.takes(round.trick, round.low, card)


class _Way:
    """How the claimant takes the rest: by a plan, after playing a card to any trick under way.

    With that card `on_table`, players who have yet to play hold one card more than the plan
    expects: one that they may play now.
    """

    def __init__(self, plan: _Plan, rules: Rules, on_table: Round | None = None) -> None:
        self._plan = plan
        self._holds_back = rules.play.holds_back
        self._to_answer: tuple[Seat, ...] = ()
        if on_table is not None and len(on_table.trick) < rules.players:
            self._to_answer = _to_answer(on_table)
            self._answers = {
                assassin: tuple(_answers(on_table, assassin=assassin)) for assassin in (False, True)
            }

    def beaten_by(self, seat: Seat, world: Knowledge) -> bool:
        """Return True if a seat can have a hand that wins a trick."""
        assassin = bool(world.assassins[seat])
        dangers: Iterable[_Danger] = self._plan.dangers[self._holds_back and not assassin]
        if seat in self._to_answer:
            dangers = _before(dangers, self._answers[assassin])
        return any(
            world.may_hold(seat, danger.needs, few=danger.few, none=danger.none)
            for danger in dangers
        )


def _before(dangers: Iterable[_Danger], given: Iterable[_Answer]) -> Iterator[_Danger]:
    """Yield the hands that win the trick with one of these answers, or are dangers after it."""
    for cards, bars, wins in given:
        if wins:
            yield _Danger([(1, cards)], none=bars)
            continue
        for needs, few, none in dangers:
            kept = [(count, wanted - bars) for count, wanted in needs]
            yield _Danger([(1, cards), *kept], few, none | bars)


def _ways(round: Round, seat: Seat) -> Iterator[_Way]:
    """Yield ways to take the rest, one of which is the best."""
    if not round.trick:
        for plan in _plans(round, seat):
            yield _Way(plan, round.rules)
        return
    for card in dict.fromkeys(playable(round)):
        if _wins_so_far(round, card):
            on_table = _with(round, seat, card)
            for plan in _plans(_as_leader(on_table, seat), seat):
                yield _Way(plan, round.rules, on_table)


def _with(round: Round, seat: Seat, card: Card) -> Round:
    """Return the round with one more card on the table, even if it is the last of a trick."""
    return round.change(
        hands=put(round.hands, seat, less(round.hands[seat], card)),
        trick=(*round.trick, card),
        low=(*round.low, False) if round.low else (),
        broken=round.broken or round.ranking.suit_of[card] is TRUMP,
    )


def _as_leader(round: Round, seat: Seat) -> Round:
    """Return the round as it will be if `seat` wins the trick on the table."""
    won = Trick(round.leader, round.trick, seat, round.low)
    return round.change(leader=seat, trick=(), low=(), tricks=(*round.tricks, won))


def _plans(round: Round, seat: Seat) -> Iterator[_Plan]:
    """Yield orders of cards that include the best one; only a restricted first lead is a choice."""
    play = round.rules.play
    suit_of = round.ranking.suit_of
    legal = playable(round)
    if round.tricks or (play.first_lead == "left_of_dealer" and play.first_trick == "any"):
        yield _Plan(round, seat, None, None)
    elif play.first_lead == "lowest_club" and lowest_club(round.hands[seat]):
        yield _Plan(round, seat, suit_of[legal[0]], legal[0])
    else:
        for suit in dict.fromkeys(suit_of[card] for card in legal):
            yield _Plan(round, seat, suit if play.first_trick != "any" else None, None)


def _leads(hand: Collection[Card], ranking: Ranking, forced: Card | None) -> dict[Suit, list[Card]]:
    """Return the cards of each suit in the order in which they are led: from the top."""
    leads: dict[Suit, list[Card]] = {}
    for card in sorted(hand, key=ranking.power.__getitem__, reverse=True):
        leads.setdefault(ranking.suit_of[card], []).append(card)
    if forced is not None:
        suit = leads[ranking.suit_of[forced]]
        suit.remove(forced)
        suit.insert(0, forced)
    return leads


def _holds_trumps_back(round: Round, seat: Seat, *, breaks: bool) -> bool:
    """Return True if the claimant has to lead all other suits before trumps (P6, V19)."""
    play = round.rules.play
    barred = play.bars_lead_of_spades(broken=round.broken or breaks)
    return barred or (play.holds_back and seat not in round.assassins)
