"""How cards reach the players."""

from collections.abc import Iterator
from typing import Annotated, Literal

from ..cards import Suit, lowest_club
from ..errors import ParseError
from ..hand_test import EXAMPLES, parse_hand_test
from ..text import Message, T
from .in_words import alternatives, hand_test_words
from .option import Conflict, Group, conflict, option
from .table import Layout

FIRST_SUITS = {
    "first_spade": Suit.SPADES,
    "first_heart": Suit.HEARTS,
    "first_diamond": Suit.DIAMONDS,
    "first_club": Suit.CLUBS,
}
"""The suits by which the first dealer may be found."""


class DealRules(Group, frozen=True):
    """How cards reach the players."""

    title = T("Deal")

    method: Annotated[
        Literal["dealt", "pick_of_two", "keep_or_next", "keep_or_next_unseen"],
        option(
            "Deal",
            "dealt: one at a time, clockwise, until all are dealt (D5). Two players may "
            "draw in turn instead; pick_of_two: draw two cards and keep one (N2); "
            "keep_or_next: keep the first card or take the next, and see both (N3); "
            "keep_or_next_unseen: the same, but a discarded next card stays hidden (N4).",
            names=("Dealt", "One of two", "Keep or take the next", "Keep or take the next, unseen"),
            also="draft draw pick dealing Austeilen Ziehen Abheben",
        ),
    ] = "dealt"
    cut: Annotated[
        Literal["none", "offered"],
        option(
            "Cut",
            "offered: the player to the right of the dealer may cut the shuffled pack before "
            "it is dealt (D4).",
            names=("None", "Offered"),
        ),
    ] = "none"
    first_dealer: Annotated[
        Literal["random", "high_card", "first_spade", "first_heart", "first_diamond", "first_club"],
        option(
            "First dealer",
            "random: by lot (D1); high_card: each player draws a card, the highest deals "
            "(D2); first_spade: cards are turned up in turn, and the player who gets the "
            "first spade deals (D2); first_heart, first_diamond and first_club work the "
            "same way (D13).",
            names=(
                "By lot",
                "Highest card",
                "First spade",
                "First heart",
                "First diamond",
                "First club",
            ),
            also="who deals cut for deal first jack draw Geber auslosen aufdecken",
        ),
    ] = "high_card"
    leftover: Annotated[
        Literal["none", "aside", "kitty", "kitty_and_round"],
        option(
            "Cards left over",
            "none: the deck divides evenly; aside: leftover cards are out of play, face "
            "down (N9, N15); kitty: one player picks them up from the middle; "
            "kitty_and_round: so is one more card for each player (D12).",
            names=("None", "Out of play", "Kitty", "Kitty and one more for each player"),
            also="rest remaining odd cards widow blind stock Talon Skat Rest",
        ),
    ] = "none"
    kitty_taker: Annotated[
        Literal["dealer", "two_of_clubs", "highest_bidder"],
        option(
            "Who takes the kitty",
            "dealer, or two_of_clubs: its holder, before the bidding; highest_bidder: the first "
            "of them, after the bidding. They discard the same number of cards (D12, K4).",
            names=("Dealer", "Holder of the two of clubs", "Highest bidder"),
            also="widow blind talon Skat aufnehmen",
        ),
    ] = "two_of_clubs"
    face_up: Annotated[
        int,
        option(
            "Cards dealt face up",
            "This many cards of each hand are shown to everyone before the open bids (D11).",
            between=(0, 4),
            also="open cards exposed dummy offen aufgedeckt",
        ),
    ] = 0
    deficient: Annotated[
        tuple[Literal["one_spade", "no_spades", "no_faces", "seven_of_suit"], ...],
        option(
            "Deficient hands",
            "Hands that a player may show before the side has bid, for a redeal; "
            "one_spade: one or no spades; no_spades; no_faces: no king, queen or jack; "
            "seven_of_suit: seven or more of a suit other than spades (D10).",
            most=4,
            names=("At most one spade", "No spades", "No face cards", "Seven of a suit"),
            also="redeal misdeal bad weak poor hand mulligan Neugeben schlechtes Blatt",
        ),
    ] = ()
    deficient_when: Annotated[
        str,
        option(
            "Your own deficient hands",
            "Another condition for hands that may be shown: counts of suits, honors, "
            "points, the highest card and the longest suit; empty: none (D10).",
            most=120,
            examples=EXAMPLES,
            also="redeal misdeal mulligan points honours Neugeben Figuren Punkte",
        ),
    ] = ""
    throw_ins: Annotated[
        int,
        option(
            "Redeals",
            "How often in a round each player may show a deficient hand (D10).",
            between=(1, 5),
        ),
    ] = 1

    redealt_by: Annotated[
        Literal["same_dealer", "next_player"],
        option(
            "Dealer after a redeal",
            "After a shown hand, a misdeal or a revoke; same_dealer: the same player "
            "deals again (D8, D10); next_player: the deal passes to the left (D14).",
            names=("The same dealer", "The next player"),
            also="misdeal redeal deal passes moves on next dealer Geber wechselt Vergeben",
        ),
    ] = "same_dealer"

    @property
    def first_suit(self) -> Suit | None:
        """The suit whose first card determines the first dealer, if one does (D2, D13)."""
        return FIRST_SUITS.get(self.first_dealer)

    @property
    def drafted(self) -> bool:
        """True if the players draw their hands instead of being dealt them."""
        return self.method != "dealt"

    @property
    def has_kitty(self) -> bool:
        """Return True if a player picks up the cards left over (D12)."""
        return self.leftover in {"kitty", "kitty_and_round"}


SMALLEST_HAND = 4
LARGEST_HAND = 26


def deal_sizes(deal: DealRules, players: int, cards: int) -> tuple[int, int]:
    """Return how many cards each hand gets, and how many are left over."""
    if deal.drafted:
        return cards // (2 * players), 0
    size = cards // players
    if deal.leftover == "kitty_and_round":
        size -= 1
    return size, cards - size * players


def conflicts(deal: DealRules, players: int, cards: int | None, removed: int) -> Iterator[Conflict]:
    """Yield the conflicts between the deal and the deck, whose size is None if it is unknown."""
    try:
        parse_hand_test(deal.deficient_when)
    except ParseError as error:
        yield error.code, error.message
    if cards is None:
        return
    size, rest = deal_sizes(deal, players, cards)
    if deal.drafted:
        yield from _draft_conflicts(deal, players, cards)
    elif players == 2:
        yield conflict(
            "rules/two-need-draft", "table.players = 2 needs a draft, not deal.method = dealt"
        )
    elif deal.leftover == "none" and rest:
        yield _uneven(players, cards, removed)
    elif deal.leftover != "none" and not rest:
        yield conflict(
            "rules/nothing-left",
            "deal.leftover = {leftover} needs a deck that cannot be dealt evenly",
            leftover=deal.leftover,
        )
    if not SMALLEST_HAND <= size <= LARGEST_HAND:
        yield conflict(
            "rules/hand-size",
            "the deck makes hands of {size} cards; hands must have {low} to {high}",
            size=size,
            low=SMALLEST_HAND,
            high=LARGEST_HAND,
        )


def _uneven(players: int, cards: int, removed: int) -> Conflict:
    """Return the refusal of a deck that leaves cards over, with ways to make it come out even."""
    more = cards % players
    back = players - more
    if back <= removed:
        return conflict(
            "rules/uneven",
            "{cards} cards cannot be dealt evenly to {players}: put back {back} of "
            "deck.removed, remove {more} more, or choose deal.leftover",
            cards=cards,
            players=players,
            back=back,
            more=more,
        )
    return conflict(
        "rules/uneven",
        "{cards} cards cannot be dealt evenly to {players}: remove {more} with deck.removed, or "
        "choose deal.leftover",
        cards=cards,
        players=players,
        more=more,
    )


def _draft_conflicts(deal: DealRules, players: int, cards: int) -> Iterator[Conflict]:
    if players != 2:
        yield conflict(
            "rules/draft-needs-two",
            "deal.method = {method} needs table.players = 2",
            method=deal.method,
        )
    if cards % 4:
        yield conflict(
            "rules/draft-uneven",
            "a draft needs a deck whose size is a multiple of four, not {cards} cards",
            cards=cards,
        )
    for path, used in (
        ("deal.leftover", deal.leftover != "none"),
        ("deal.cut = offered", deal.cut == "offered"),
        ("deal.face_up", deal.face_up > 0),
        ("deal.deficient", bool(deal.deficient)),
        ("deal.deficient_when", bool(deal.deficient_when)),
    ):
        if used:
            yield conflict(
                "rules/draft-and-deal",
                "{option} needs deal.method = dealt, not {method}",
                option=path,
                method=deal.method,
            )


def sheet(deal: DealRules, layout: Layout) -> Iterator[Message]:
    """Yield the sentences about the first dealer, the deal or draft, and redeals."""
    yield {
        "random": Message("The first dealer is drawn by lot, then the deal moves to the left."),
        "high_card": Message(
            "Each player draws a card, and the highest deals first; then the deal moves "
            "to the left."
        ),
        "first_spade": Message(
            "Cards are turned up in turn, and the first spade deals; then the deal moves "
            "to the left."
        ),
        "first_heart": Message(
            "Cards are turned up in turn, and the first heart deals; then the deal moves "
            "to the left."
        ),
        "first_diamond": Message(
            "Cards are turned up in turn, and the first diamond deals; then the deal "
            "moves to the left."
        ),
        "first_club": Message(
            "Cards are turned up in turn, and the first club deals; then the deal moves "
            "to the left."
        ),
    }[deal.first_dealer]
    if deal.drafted:
        yield _draft_in_words(deal, layout)
        yield Message("The dealer draws first.")
        return
    if deal.cut == "offered":
        yield Message("The player to the right of the dealer may cut the shuffled pack.")
    if deal.leftover == "none":
        yield Message(
            "All cards are dealt one at a time, clockwise; {size} for each player.",
            size=layout.hand_size,
        )
    else:
        yield Message(
            "The cards are dealt one at a time, clockwise; {size} for each player.",
            size=layout.hand_size,
        )
    yield from _left_over(deal, layout)
    if deal.face_up:
        yield Message.counted(
            "One card of each hand is turned up for everyone to see, after the blind "
            "bids and before the others.",
            "{n} cards of each hand are turned up for everyone to see, after the blind "
            "bids and before the others.",
            deal.face_up,
        )
    if deal.deficient or deal.deficient_when:
        tests = [Message(_DEFICIENT[test]) for test in deal.deficient]
        tests += hand_test_words(deal.deficient_when)
        yield Message(
            {
                "same_dealer": T(
                    "Before their side has bid, a player may show a hand with {cards}; then the "
                    "same dealer deals again."
                ),
                "next_player": T(
                    "Before their side has bid, a player may show a hand with {cards}; then the "
                    "next player deals."
                ),
            }[deal.redealt_by],
            cards=alternatives(tests),
        )
        yield Message.counted(
            "Each player may do so once in a round.",
            "Each player may do so up to {n} times in a round.",
            deal.throw_ins,
        )
    elif deal.redealt_by == "next_player":
        yield Message("When a round is dealt again, the next player deals.")


_DEFICIENT = {
    "one_spade": T("at most one spade"),
    "no_spades": T("no spade"),
    "no_faces": T("no king, queen or jack"),
    "seven_of_suit": T("seven or more cards of a suit other than spades"),
}


def _draft_in_words(deal: DealRules, layout: Layout) -> Message:
    sentence = {
        "pick_of_two": T(
            "There is a draft instead of a deal. In turn, each player draws two cards, "
            "keeps one and discards the other until both hold {size} cards. The discards "
            "are out of play."
        ),
        "keep_or_next": T(
            "There is a draft instead of a deal. In turn, each player draws a card. They "
            "keep it, then look at the next one and discard that; or they discard it and "
            "must keep the next one. This continues until both hold {size} cards. The "
            "discards are out of play."
        ),
        "keep_or_next_unseen": T(
            "There is a draft instead of a deal. In turn, each player draws a card. They "
            "keep it and discard the next one unseen; or they discard it and must keep "
            "the next one. This continues until both hold {size} cards. The discards are "
            "out of play."
        ),
    }[deal.method]
    return Message(sentence, size=layout.hand_size)


def _left_over(deal: DealRules, layout: Layout) -> Iterator[Message]:
    match deal.leftover:
        case "aside":
            yield Message.counted(
                "One card is left over and put aside face down.",
                "{n} cards are left over and put aside face down.",
                layout.rest_size,
            )
        case "kitty":
            yield Message.counted(
                "One card is left over as the kitty.",
                "{n} cards are left over as the kitty.",
                layout.rest_size,
            )
        case "kitty_and_round":
            yield Message(
                "Each player gets one card fewer; {count} cards lie in the middle as the "
                "kitty. The player who picks it up gets one trick for it, and may bid all "
                "{tricks}.",
                count=layout.rest_size,
                tricks=layout.tricks,
            )
    if deal.has_kitty:
        yield _taker(deal, layout)


def _taker(deal: DealRules, layout: Layout) -> Message:
    lowest = lowest_club(layout.deck)
    match deal.kitty_taker:
        case "highest_bidder":
            return Message(
                "After the bidding, the highest bidder (the first, if several are tied) picks up "
                "the kitty and discards the same number of cards."
            )
        case "two_of_clubs" if lowest:
            return Message(
                "Before the bidding, the holder of the {card} picks up the kitty and discards "
                "the same number of cards. If that card is in the kitty, the dealer does.",
                card=lowest,
            )
    return Message(
        "Before the bidding, the dealer picks up the kitty and discards the same number of cards."
    )
