"""A second version of the rules, written differently and from the texts alone, for comparison."""

from collections.abc import Sequence

from spadille.game import (
    Action,
    Bid,
    Card,
    Deal,
    Event,
    Game,
    Keep,
    Look,
    Pass,
    Play,
    Redraw,
    Rules,
    Seat,
    Stack,
    Swap,
)

Pair = tuple[str, int]
"""A card as a suit letter and strength."""


def pair(card: Card) -> Pair:
    return card.value[0], "23456789TJQKA".index(card.value[1])


def allowed(hand: Sequence[Pair], led: str | None, lead: str, *, spade_seen: bool) -> list[Pair]:
    """Return the legal cards in a hand; `led` is None for the leader."""
    if led is not None:
        wanted = {led}
    elif lead == "any" or (lead == "broken" and spade_seen):
        wanted = set("SHDC")
    else:
        wanted = set("HDC")
    return [card for card in hand if card[0] in wanted] or list(hand)


def side_after(
    rules: Rules, bids: Sequence[Bid], won: Sequence[int], score: int, bags: int
) -> tuple[int, int]:
    """Return a side's score and bags after a round; `bids` and `won` are those of its members."""
    value = rules.scoring
    contract = towards = loose = 0
    for bid, tricks in zip(bids, won, strict=True):
        if not bid.nil:
            contract += bid.tricks
            towards += tricks
            continue
        stake = value.blind_nil_value if bid.blind else value.nil_value
        score += stake if not tricks else -stake
        if value.failed_nil_tricks == "help_partner":
            towards += tricks
        elif value.failed_nil_tricks == "bags":
            loose += tricks
    if towards < contract:
        score -= contract * value.trick_value
    else:
        score += contract * value.trick_value
        loose += towards - contract
    score += loose * value.bag_points
    for _ in range(loose):
        bags += 1
        if bags == value.bag_limit:
            score -= value.bag_penalty
            bags = 0
    return score, bags


class Seen:
    """A seat's knowledge and all hands in the current round, derived from the events alone."""

    def __init__(self, game: Game, seat: Seat | None) -> None:
        self.seat = seat
        self.hands: list[set[Card]] = [set() for _ in game.rules.seats]
        self.public: set[Card] = set()
        self.own: set[Card] = set()
        self.stock: list[Card] = []
        self.bids: dict[Seat, Bid] = {}
        self.looked = False
        self.swapper: Seat | None = None
        for event in current_round(game):
            if event.seat is None:
                self._chance(event.action)
            else:
                self._action(event.seat, event.action)
        self.looked |= seat in self.bids
        if seat is not None and (self.looked or not may_still_bid_blind(game, seat, self.bids)):
            self.own |= self.hands[seat]
            if self.stock and game.to_act == seat:
                self.own.add(self.stock[0])

    @property
    def cards(self) -> set[Card]:
        """Every card in the round that the seat knows."""
        return self.public | self.own

    def _chance(self, action: Action) -> None:
        match action:
            case Deal(hands=hands):
                self.hands = [set(hand) for hand in hands]
            case Stack(cards=cards):
                self.stock = list(cards)
            case Redraw(cards=cards) if self.swapper is not None:
                self.hands[self.swapper] |= set(cards)

    def _action(self, who: Seat, action: Action) -> None:
        match action:
            case Look():
                self.looked |= who == self.seat
            case Bid():
                self.bids[who] = action
            case Keep(which=which):
                first, second, *self.stock = self.stock
                self.hands[who].add(first if which == "first" else second)
                if who == self.seat and which == "next":
                    self.own.add(first)
            case Pass(cards=cards):
                self._give(who, Seat((who + 2) % 4), set(cards))
            case Swap(cards=cards):
                self._give(who, None, set(cards))
                self.swapper = who
            case Play(card=card):
                self.hands[who].discard(card)
                self.public.add(card)

    def _give(self, giver: Seat, receiver: Seat | None, cards: set[Card]) -> None:
        self.hands[giver] -= cards
        if receiver is not None:
            self.hands[receiver] |= cards
        if self.seat is not None and self.seat in {giver, receiver}:
            self.own |= cards


def current_round(game: Game) -> list[Event]:
    """Return the events since the cards of the current round were shuffled."""
    events = list(game.events)
    starts = [at for at, event in enumerate(events) if isinstance(event.action, Deal | Stack)]
    return list(events[starts[-1] :]) if starts else []


def may_still_bid_blind(game: Game, seat: Seat, bids: dict[Seat, Bid]) -> bool:
    """Return True if the rules let a seat that has neither looked nor bid still bid blind."""
    rules = game.rules
    if not rules.nil.blind:
        return False
    done = game.results[: -1 if game.phase in {"score", "over"} else None]
    scores = [side.score for side in done[-1].sides] if done else [0] * len(rules.sides)
    own = rules.side_of(seat)
    ahead = max(score for side, score in enumerate(scores) if side != own)
    if rules.nil.blind_deficit and ahead - scores[own] < rules.nil.blind_deficit:
        return False
    partners = [other for other in rules.sides[own] if other != seat]
    blind = sum(bids[other].blind for other in partners if other in bids)
    return blind < rules.nil.blind_per_side
