"""Options that exclude each other."""

import re
from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec import structs

from .bid_rule import BidRuleError, parse_bid_rule
from .cards import Suit
from .errors import Problem
from .hand_test import HandTestError, parse_hand_test
from .layout import deal_sizes, deck_of, sides_of
from .text import Message, T

if TYPE_CHECKING:
    from .rules import Rules

Conflict = tuple[str, Message]

_OPTION = re.compile(r"[a-z]+\.[a-z_]+")


def conflicts(rules: "Rules") -> Iterator[Problem]:
    """Everything that keeps the options from going together."""
    for code, message in _conflicts(rules):
        known = rules.options()
        named = dict.fromkeys(path for path in _OPTION.findall(str(message)) if path in known)
        yield Problem(code, message, tuple(named))


def _conflicts(rules: "Rules") -> Iterator[Conflict]:
    teams, deck = list(_teams(rules)), list(_deck(rules))
    yield from teams
    if not teams:  # else there is no telling the sides
        yield from _table(rules)
        yield from _bidding(rules)
    yield from deck
    if not teams and not deck:  # else there is no telling the hands
        yield from _deal(rules)
        yield from _hands(rules)
    yield from _nil(rules)
    yield from _play(rules)
    yield from _end(rules)


def _teams(rules: "Rules") -> Iterator[Conflict]:
    needed = {"pairs": (4, 6), "threes": (6,), "spoiler": (5,), "solo": (2, 3, 4, 5, 6)}
    allowed = needed[rules.table.teams]
    if rules.players not in allowed:
        yield (
            "rules/teams-and-players",
            Message(
                "table.teams = {teams} needs table.players = {players}",
                teams=rules.table.teams,
                players=" | ".join(map(str, allowed)),
            ),
        )


def _table(rules: "Rules") -> Iterator[Conflict]:
    names = rules.table.side_names
    if names and len(names) != len(sides_of(rules)):
        yield (
            "rules/side-names",
            Message("table.side_names needs one name for each side that table.teams makes"),
        )
    starts = rules.end.start_scores
    if starts and len(starts) != len(sides_of(rules)):
        yield (
            "rules/start-scores",
            Message("end.start_scores needs one score for each side that table.teams makes"),
        )


def _deck(rules: "Rules") -> Iterator[Conflict]:
    deck = rules.deck
    if deck.packs == 1 and deck.jokers > 3:
        yield "rules/jokers", Message("deck.jokers = 4 needs deck.packs = 2")
        return
    whole = Counter(deck_of(structs.replace(deck, removed=())))
    if Counter(deck.removed) - whole:
        yield (
            "rules/removed",
            Message("deck.removed names a card that the deck does not have so often"),
        )
    present = set(deck_of(deck))
    if len(set(deck.high_trumps)) < len(deck.high_trumps) or set(deck.high_trumps) - present:
        yield (
            "rules/high-trumps",
            Message("deck.high_trumps names a card twice, or one that the deck does not have"),
        )
    if deck.joker_role == "junk":
        if not deck.jokers:
            yield "rules/junk", Message("deck.joker_role = junk needs deck.jokers above 0")
        if any(card.suit is Suit.JOKERS for card in deck.high_trumps):
            yield (
                "rules/junk-trumps",
                Message("deck.joker_role = junk excludes jokers in deck.high_trumps"),
            )


def _deal(rules: "Rules") -> Iterator[Conflict]:
    cards = len(deck_of(rules.deck))
    size, rest = deal_sizes(cards, rules)
    if rules.drafted:
        yield from _draft(rules, cards)
    elif rules.players == 2:
        yield (
            "rules/two-need-draft",
            Message("table.players = 2 needs a draft, not deal.method = dealt"),
        )
    elif rules.deal.leftover == "none" and rest:
        yield (
            "rules/uneven",
            Message(
                "{cards} cards cannot be dealt evenly to {players}: remove cards with "
                "deck.removed, or choose deal.leftover",
                cards=cards,
                players=rules.players,
            ),
        )
    elif rules.deal.leftover != "none" and not rest:
        yield (
            "rules/nothing-left",
            Message(
                "deal.leftover = {leftover} needs a deck that cannot be dealt evenly",
                leftover=rules.deal.leftover,
            ),
        )
    if not SMALLEST_HAND <= size <= LARGEST_HAND:
        yield (
            "rules/hand-size",
            Message(
                "the deck makes hands of {size} cards; {low} to {high} can be played",
                size=size,
                low=SMALLEST_HAND,
                high=LARGEST_HAND,
            ),
        )


SMALLEST_HAND = 4
LARGEST_HAND = 26


def _draft(rules: "Rules", cards: int) -> Iterator[Conflict]:
    deal = rules.deal
    if rules.players != 2:
        yield (
            "rules/draft-needs-two",
            Message("deal.method = {method} needs table.players = 2", method=deal.method),
        )
    if cards % 4:
        yield (
            "rules/draft-uneven",
            Message(
                "a draft needs a deck of a multiple of four cards, not of {cards}", cards=cards
            ),
        )
    for option, used in (
        ("deal.leftover", deal.leftover != "none"),
        ("deal.cut = offered", deal.cut == "offered"),
        ("deal.face_up", deal.face_up > 0),
        ("deal.deficient", bool(deal.deficient)),
        ("deal.deficient_when", bool(deal.deficient_when)),
    ):
        if used:
            yield (
                "rules/draft-and-deal",
                Message(
                    "{option} needs deal.method = dealt, not {method}",
                    option=option,
                    method=deal.method,
                ),
            )


def _bidding(rules: "Rules") -> Iterator[Conflict]:
    bidding = rules.bidding
    try:
        parse_hand_test(rules.deal.deficient_when)
    except HandTestError as error:
        yield "rules/deficient-when", error.message
    try:
        parse_bid_rule(bidding.bids)
    except BidRuleError as error:
        yield "rules/bids", error.message
    if bidding.side_maximum and bidding.side_maximum < bidding.side_minimum:
        yield (
            "rules/side-limits",
            Message("bidding.side_maximum is below bidding.side_minimum"),
        )
    sides = sides_of(rules)
    if bidding.second_thoughts == "match" and len(sides) != 2:
        yield (
            "rules/match-needs-two-sides",
            Message("bidding.second_thoughts = match needs two sides"),
        )
    alone = all(len(side) == 1 for side in sides)
    for option, used in (
        ("bidding.talk = estimate", bidding.talk == "estimate"),
        ("bidding.no_trump = true", bidding.no_trump),
        ("blind.bids = side", rules.blind.bids == "side"),
        ("nil.team = true", rules.nil.team),
        (
            "exchange.nil_cards and exchange.blind_nil_cards",
            rules.exchange.nil_cards > 0 or rules.exchange.blind_nil_cards > 0,
        ),
    ):
        if used and alone:
            yield (
                "rules/needs-partners",
                Message(
                    "{option} needs partners, and table.teams = {teams} has none",
                    option=option,
                    teams=rules.table.teams,
                ),
            )


def _hands(rules: "Rules") -> Iterator[Conflict]:
    bidding, blind = rules.bidding, rules.blind
    tricks = deal_sizes(len(deck_of(rules.deck)), rules)[0]
    if bidding.opening_tricks and tricks < 9:
        yield (
            "rules/opening-tricks",
            Message("bidding.opening_tricks needs hands of nine cards or more"),
        )
    if blind.bids != "none" and blind.minimum > tricks:
        yield "rules/blind-minimum", Message("blind.minimum is more than the hands have cards")


def _nil(rules: "Rules") -> Iterator[Conflict]:
    nil, exchange = rules.nil, rules.exchange
    for code, option, used, needed, given in (
        ("rules/blind-without-nil", "nil.blind = true", nil.blind, "nil.allowed", nil.allowed),
        ("rules/team-nil", "nil.team = true", nil.team, "nil.allowed", nil.allowed),
        (
            "rules/exchange-without-nil",
            T("exchange.nil_cards above 0"),
            exchange.nil_cards > 0,
            "nil.allowed",
            nil.allowed,
        ),
        (
            "rules/exchange-without-blind-nil",
            T("exchange.blind_nil_cards above 0"),
            exchange.blind_nil_cards > 0,
            "nil.blind",
            nil.blind,
        ),
        (
            "rules/swap-without-blind-nil",
            T("exchange.swap_cards above 0"),
            exchange.swap_cards > 0,
            "nil.blind",
            nil.blind,
        ),
    ):
        if used and not given:
            yield (
                code,
                Message("{option} needs {needed} = true", option=Message(option), needed=needed),
            )
    if exchange.swap_cards > 0 and not rules.drafted:
        yield (
            "rules/swap-without-draft",
            Message("exchange.swap_cards above 0 needs a draft, not deal.method = dealt"),
        )


def _play(rules: "Rules") -> Iterator[Conflict]:
    play, deck = rules.play, rules.deck
    if play.first_trick == "lowest_clubs" and play.first_lead != "lowest_club":
        yield (
            "rules/lowest-clubs",
            Message("play.first_trick = lowest_clubs needs play.first_lead = lowest_club"),
        )
    if play.claims and play.claim_proof == "cards" and play.false_claim == "reject":
        yield (
            "rules/free-claims",
            Message(
                "play.claim_proof = cards needs a price in play.false_claim, or claims would "
                "tell for nothing what the others hold"
            ),
        )
    if play.big_joker_draws and (not deck.jokers or deck.joker_role == "junk"):
        yield (
            "rules/big-joker",
            Message("play.big_joker_draws = true needs a joker that is trump"),
        )


def _end(rules: "Rules") -> Iterator[Conflict]:
    end, target, floor = rules.end, rules.target, rules.floor
    starts = end.start_scores
    if starts and (
        (target is not None and max(starts) >= target)
        or (floor is not None and min(starts) <= floor)
    ):
        yield (
            "rules/start-scores-decide",
            Message("end.start_scores must lie between end.floor and end.target"),
        )
    if target is not None:
        return
    if end.floor == "-target":
        yield (
            "rules/floor-without-target",
            Message("end.floor = -target needs a number as end.target"),
        )
    if not (end.max_rounds or end.minutes or end.sets_to_lose or floor is not None):
        yield (
            "rules/no-end",
            Message(
                "end.target = none needs end.max_rounds, end.minutes, end.sets_to_lose or end.floor"
            ),
        )
