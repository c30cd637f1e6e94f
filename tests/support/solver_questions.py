"""Random questions for the solver, and the solver's answers compared with others'."""

from random import Random
from typing import NamedTuple

import numpy as np
from endplay.dds import solve_board
from endplay.types import Deal, Denom, Player

from spadille.fast.solver import ALL_PRUNINGS, Answers, Utility, solve_batch
from spadille.game import SUITS, Lead, Suit
from support.minimax import Position, after, legal, random_position, value

RANKS = "23456789TJQKA"
TRUMPS = (Denom.clubs, Denom.diamonds, Denom.hearts, Denom.spades, Denom.nt)
SIDES: dict[int, list[tuple[int, ...]]] = {
    2: [(0, 1), (1, 0)],
    3: [(0, 1, 1), (1, 0, 0), (0, 1, 0)],
    4: [(0, 1, 0, 1), (1, 0, 1, 0), (0, 1, 1, 1), (1, 1, 0, 0)],
}


class Question(NamedTuple):
    position: Position
    lead: Lead
    utility: Utility

    def worth(self, won: tuple[int, ...]) -> int:
        counts = [0] * (max(self.utility.group_of) + 1)
        for group, tricks in zip(self.utility.group_of, won, strict=True):
            counts[group] += tricks
        return int(self.utility.table[tuple(counts[:-1])])

    def by_card(self) -> dict[int, int]:
        """Return the worth of each card according to plain minimax."""
        sides = self.utility.side_of
        return {
            card: value(after(self.position, card), self.lead, sides, self.worth)
            for card in legal(self.position, self.lead)
        }


def random_question(rng: Random, most_cards: int) -> Question:
    """Return an ending, often in mid-trick, with a random utility, and often with a nil in it."""
    players = rng.choice([2, 3, 4, 4, 4, 4])
    cards = rng.randint(1, most_cards)
    lead: Lead = rng.choice(["broken", "any", "never"])
    played = rng.randrange(min(players * cards, 2 * players)) if rng.random() < 0.6 else 0
    position = random_position(
        rng, players, cards, lead=lead, broken=rng.random() < 0.5, played=played
    )
    before = [0] * players
    for _ in range(rng.randrange(3)):
        before[rng.randrange(players)] += 1
    position = position._replace(
        won=tuple(a + b for a, b in zip(position.won, before, strict=True))
    )
    utility = random_utility(rng, rng.choice(SIDES[players]), cards + sum(before))
    return Question(position, lead, utility)


def random_utility(rng: Random, side_of: tuple[int, ...], tricks: int) -> Utility:
    alone = [False] * len(side_of)
    kind = rng.choice(["sides", "rising", "one nil", "two nils", "seats"])
    if kind in {"one nil", "two nils"}:
        alone[rng.randrange(len(side_of))] = True
    if kind == "two nils":
        alone[rng.randrange(len(side_of))] = True
    if kind == "seats":
        alone = [True] * len(side_of)
    names = [(side, seat if alone[seat] else -1) for seat, side in enumerate(side_of)]
    known = list(dict.fromkeys(names))
    group_of = tuple(known.index(name) for name in names)
    shape = (tricks + 1,) * (len(known) - 1)
    spread = rng.choice([2, 4, 20])
    table = np.array([rng.randrange(-spread, spread) for _ in range(int(np.prod(shape)))])
    if kind == "rising":
        table.sort()
    return Utility(group_of, side_of, table.reshape(shape))


def answer(question: Question, *, prunings: int = ALL_PRUNINGS, cards: bool = True) -> Answers:
    position = question.position
    return solve_batch(
        [[sum(1 << card for card in hand) for hand in position.hands]],
        position.leader,
        trick=[list(position.trick)],
        won=[list(position.won)],
        broken=position.broken,
        lead=question.lead,
        utility=question.utility,
        cards=cards,
        memory=32,
        prunings=prunings,
    )


def random_hands(rng: Random, cards: int) -> list[int]:
    pack = rng.sample(range(52), 4 * cards)
    return [sum(1 << card for card in pack[seat::4]) for seat in range(4)]


def _deal(hands: list[int]) -> Deal:
    """Return hands of numbered cards as a deal for DDS."""
    written = [
        ".".join(
            "".join(RANKS[rank] for rank in range(12, -1, -1) if hand >> 13 * suit + rank & 1)
            for suit in (3, 2, 1, 0)
        )
        for hand in hands
    ]
    return Deal("N:" + " ".join(written))


def dds_by_card(hands: list[int], leader: int, *, trump: bool = True) -> dict[int, int]:
    """Return the tricks for each card according to DDS."""
    deal = _deal(hands)
    deal.trump = Denom.spades if trump else Denom.nt
    deal.first = Player(leader)
    return {
        13 * "♣♦♥♠".index(str(card)[0]) + RANKS.index(str(card)[1]): tricks
        for card, tricks in solve_board(deal)
    }


def dds_table(hands: list[int]) -> dict[Suit | None, tuple[int, ...]]:
    """Return the tricks of the leader's side by trump suit and leader according to DDS."""
    found = {}
    for suit, trump in zip((*SUITS, None), TRUMPS, strict=True):
        deal = _deal(hands)
        deal.trump = trump
        tricks = []
        for leader in range(4):
            deal.first = Player(leader)
            tricks.append(max(tricks for _, tricks in solve_board(deal)))
        found[suit] = tuple(tricks)
    return found
