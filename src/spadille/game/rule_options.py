"""The options of the rules, grouped by the part of the game they govern.

The row of `docs/rules.md` that an option comes from stands in its help.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from .cards import Card
from .text import T


def _option(title: str, help: str, ge: int | None = None, le: int | None = None) -> Meta:
    return Meta(title=title, description=help, ge=ge, le=le)


class Table(Struct, frozen=True, forbid_unknown_fields=True):
    """Who plays with whom."""

    players: Annotated[
        Literal[2, 3, 4, 5, 6],
        _option(T("Players"), T("How many sit at the table (T1, T3).")),
    ] = 4
    teams: Annotated[
        Literal["pairs", "threes", "solo", "spoiler"],
        _option(
            T("Teams"),
            T(
                "pairs: partners sit opposite each other (T1, N13); threes: six in two teams, "
                "every other seat (N13); solo: everybody for himself (N1); spoiler: two pairs and "
                "one player alone, who scores double (V31)."
            ),
        ),
    ] = "pairs"
    side_names: Annotated[
        tuple[str, ...],
        _option(T("Names of the sides"), T("One name for each side; none: named by seats (T2).")),
    ] = ()
    seating: Annotated[
        Literal["chosen", "random"],
        _option(
            T("Seats"),
            T("chosen: everybody sits where he likes; random: seats are drawn by lot (T6)."),
        ),
    ] = "chosen"


class DeckRules(Struct, frozen=True, forbid_unknown_fields=True):
    """Which cards there are, and how they rank."""

    packs: Annotated[
        Literal[1, 2], _option(T("Packs"), T("How many packs are shuffled together (K6)."))
    ] = 1
    jokers: Annotated[
        int,
        _option(
            T("Jokers"),
            T(
                "How many jokers there are: Big, Little and a third; from two packs Big, Little, "
                "Big, Little (K4, N12, N16)."
            ),
            ge=0,
            le=4,
        ),
    ] = 0
    joker_role: Annotated[
        Literal["trump", "junk"],
        _option(
            T("What jokers are"),
            T(
                "trump: they are spades above the ace; junk: they have no suit and win nothing "
                "(K4, N12)."
            ),
        ),
    ] = "trump"
    removed: Annotated[
        tuple[Card, ...],
        _option(T("Cards removed"), T("Cards taken out of the deck before the deal (K5).")),
    ] = ()
    high_trumps: Annotated[
        tuple[Card, ...],
        _option(
            T("High trumps"),
            T("Cards that are spades and rank above all others, highest first (K8, V4 to V6)."),
        ),
    ] = ()
    aces: Annotated[
        Literal["high", "low", "declared"],
        _option(
            T("Aces"),
            T("high or low; declared: whoever plays an ace says which it is (K2, K7)."),
        ),
    ] = "high"
    identical: Annotated[
        Literal["first_wins", "last_wins"],
        _option(
            T("Identical cards"),
            T("Which of two identical cards wins, the first or the last played (K6)."),
        ),
    ] = "first_wins"


class DealRules(Struct, frozen=True, forbid_unknown_fields=True):
    """How cards reach the players."""

    method: Annotated[
        Literal["dealt", "pick_of_two", "keep_or_next", "keep_or_next_unseen"],
        _option(
            T("Deal"),
            T(
                "dealt: one at a time, clockwise, until all are dealt (D5). Two may draw in turn "
                "instead; pick_of_two: two cards, of which one is kept (N2); keep_or_next: "
                "the first card is kept or the next one, both are seen (N3); "
                "keep_or_next_unseen: the next one is not seen when the first is kept (N4)."
            ),
        ),
    ] = "dealt"
    first_dealer: Annotated[
        Literal["random", "high_card", "first_spade"],
        _option(
            T("First dealer"),
            T(
                "random: by lot (D1); high_card: each draws a card, the highest deals; "
                "first_spade: cards are turned up in turn, the first spade deals (D2)."
            ),
        ),
    ] = "high_card"
    leftover: Annotated[
        Literal["none", "aside", "kitty", "kitty_and_round"],
        _option(
            T("Cards left over"),
            T(
                "none: the deck comes out even; aside: what cannot be dealt evenly is put aside "
                "unseen (N9, N15); kitty: it lies in the middle for one player to take up; "
                "kitty_and_round: so does one more card for each player (D12)."
            ),
        ),
    ] = "none"
    kitty_taker: Annotated[
        Literal["dealer", "two_of_clubs", "highest_bidder"],
        _option(
            T("Who takes the kitty"),
            T(
                "dealer, or two_of_clubs: its holder, before the bidding; highest_bidder: after "
                "it, of equal bids the first. He puts as many cards away (D12, K4)."
            ),
        ),
    ] = "two_of_clubs"
    face_up: Annotated[
        int,
        _option(
            T("Cards dealt face up"),
            T("So many cards of each hand are shown to all before the open bids (D11)."),
            ge=0,
            le=4,
        ),
    ] = 0
    deficient: Annotated[
        tuple[Literal["one_spade", "no_spades", "no_faces", "seven_of_suit"], ...],
        _option(
            T("Deficient hands"),
            T(
                "Hands that may be shown before the side has bid, for a new deal; one_spade: one "
                "or no spades; no_spades; no_faces: no king, queen or jack; seven_of_suit: seven "
                "or more of a suit other than spades (D10)."
            ),
        ),
    ] = ()


class BiddingRules(Struct, frozen=True, forbid_unknown_fields=True):
    """What may be bid."""

    bids: Annotated[
        str,
        _option(
            T("Bids"),
            T(
                "What a seat may bid, such as any, spades, spades or nil, 4+ or nil; "
                "docs/bids.md describes the language (V1 to V3, V21)."
            ),
        ),
    ] = "any"
    zero: Annotated[
        bool,
        _option(T("Zero"), T("A bid of no tricks that is no nil and risks nothing (B4).")),
    ] = False
    side_minimum: Annotated[
        int,
        _option(
            T("Least bid of a side"),
            T("The board: partners together, or the one beside a nil, bid as many (V10)."),
            ge=0,
            le=8,
        ),
    ] = 0
    side_maximum: Annotated[
        int,
        _option(
            T("Highest bid of a side"),
            T("Partners together bid no more; 0: no limit (V8)."),
            ge=0,
            le=13,
        ),
    ] = 0
    total: Annotated[
        Literal["any", "not_all"],
        _option(
            T("Sum of all bids"),
            T("any; not_all: the last to bid may not make it the number of tricks (V11)."),
        ),
    ] = "any"
    total_minimum: Annotated[
        int,
        _option(
            T("Least sum of all bids"),
            T("The last to bid makes up what is missing; 0: nothing (V11)."),
            ge=0,
            le=18,
        ),
    ] = 0
    talk: Annotated[
        Literal["none", "estimate"],
        _option(
            T("Talk between partners"),
            T("estimate: before bidding, each may tell how many tricks are sure and maybe (B7)."),
        ),
    ] = "none"
    second_thoughts: Annotated[
        Literal["none", "match", "raise_side", "raise_each"],
        _option(
            T("Second thoughts"),
            T(
                "After the last bid; match: the side that bid first may equal the other's contract "
                "(B8); raise_side: each side may bid more (B8); raise_each: each player may "
                "bid one more (V18)."
            ),
        ),
    ] = "none"
    first_round_bids_itself: Annotated[
        bool,
        _option(
            T("First round bids itself"),
            T("In the first round nobody bids; every trick won counts as bid and made (V12)."),
        ),
    ] = False
    no_trump: Annotated[
        bool,
        _option(
            T("No trump"),
            T("After the bids, who holds a spade may ask to play without trump (V26)."),
        ),
    ] = False
    opening_tricks: Annotated[
        bool,
        _option(
            T("Big and Little Mo"),
            T(
                "With a bid, a side may undertake to win the first six tricks (little) or the "
                "first nine (big) (E14)."
            ),
        ),
    ] = False


class NilRules(Struct, frozen=True, forbid_unknown_fields=True):
    """Undertaking to win no trick."""

    allowed: Annotated[bool, _option(T("Nil"), T("A bid of no tricks is allowed (E1)."))] = True
    blind: Annotated[
        bool, _option(T("Blind nil"), T("Nil may be bid before looking at the cards (E5, E12)."))
    ] = True
    blind_deficit: Annotated[
        int,
        _option(
            T("Deficit for a blind nil"),
            T("Points a side must be behind before it may bid blind nil; 0: none (E7)."),
            ge=0,
            le=500,
        ),
    ] = 0
    blind_per_side: Annotated[
        int,
        _option(
            T("Blind nils for each side"),
            T("How many partners of a side may bid blind nil in one round (E8)."),
            ge=1,
            le=3,
        ),
    ] = 2
    team: Annotated[
        bool,
        _option(
            T("Team nil"),
            T("When all partners bid nil, it is one undertaking of the side (E13, V15)."),
        ),
    ] = False


class BlindRules(Struct, frozen=True, forbid_unknown_fields=True):
    """Bids of tricks before the cards are seen."""

    bids: Annotated[
        Literal["none", "player", "side"],
        _option(
            T("Blind bids"),
            T(
                "player: tricks may be bid before looking; side: one partner bids blind for all of "
                "the side (E11, V13)."
            ),
        ),
    ] = "none"
    minimum: Annotated[
        int,
        _option(T("Least blind bid"), T("A blind bid is at least so high (E11)."), ge=1, le=13),
    ] = 6
    deficit: Annotated[
        int,
        _option(
            T("Deficit for a blind bid"),
            T("Points a side must be behind before it may bid blind; 0: none (E11)."),
            ge=0,
            le=500,
        ),
    ] = 100
    made_multiple: Annotated[
        int,
        _option(
            T("Blind bid made"),
            T("Its tricks count so many times when the contract is made (E11)."),
            ge=1,
            le=4,
        ),
    ] = 2
    failed_multiple: Annotated[
        int,
        _option(
            T("Blind bid failed"),
            T("Its tricks count so many times when the contract is set (E11)."),
            ge=1,
            le=4,
        ),
    ] = 1
    exact: Annotated[
        bool,
        _option(
            T("Exactly the blind bid"),
            T("A contract with a blind bid is set by extra tricks too (E11)."),
        ),
    ] = False


class ExchangeRules(Struct, frozen=True, forbid_unknown_fields=True):
    """Cards that change hands after a nil bid."""

    nil_cards: Annotated[
        int,
        _option(
            T("Cards exchanged on nil"),
            T("A nil bidder may give so many cards to the partner, who returns as many (E10)."),
            ge=0,
            le=4,
        ),
    ] = 0
    blind_nil_cards: Annotated[
        int,
        _option(
            T("Cards exchanged on blind nil"),
            T("A blind nil bidder may give so many cards to the partner, who returns them (E9)."),
            ge=0,
            le=4,
        ),
    ] = 0
    order: Annotated[
        Literal["bidder_first", "together"],
        _option(
            T("Order of the exchange"),
            T(
                "bidder_first: the partner sees the cards before he returns any; together: both "
                "choose without seeing what they get (E9)."
            ),
        ),
    ] = "bidder_first"
    swap_cards: Annotated[
        int,
        _option(
            T("Cards swapped after the draft"),
            T("A blind nil bidder may replace up to so many cards by random discards (E15)."),
            ge=0,
            le=3,
        ),
    ] = 0


class PlayRules(Struct, frozen=True, forbid_unknown_fields=True):
    """What may be led and played."""

    first_lead: Annotated[
        Literal["left_of_dealer", "highest_bidder", "lowest_club"],
        _option(
            T("First lead"),
            T(
                "left_of_dealer leads what he likes (P1); so does highest_bidder (V16); "
                "lowest_club: the holder of the two of clubs, or of the lowest club in "
                "play, must lead it (P12)."
            ),
        ),
    ] = "left_of_dealer"
    first_trick: Annotated[
        Literal["any", "no_spade_lead", "no_spades", "lowest_clubs"],
        _option(
            T("First trick"),
            T(
                "any card; no_spade_lead: spades are not led to it; no_spades: nor played to it, "
                "except from a hand of spades (P10); lowest_clubs: everybody plays his lowest "
                "club, or else no spade (V16)."
            ),
        ),
    ] = "any"
    lead_spades: Annotated[
        Literal["broken", "any", "never"],
        _option(
            T("Leading spades"),
            T(
                "broken: once a spade has been played, or from a hand of spades (P6); "
                "any: at any time; never: only from a hand of spades."
            ),
        ),
    ] = "broken"
    void: Annotated[
        Literal["any", "spade", "higher_spade"],
        _option(
            T("Without the suit led"),
            T(
                "any card (P3); spade: a spade must be played; higher_spade: one that wins, where "
                "there is one (V27)."
            ),
        ),
    ] = "any"
    duty: Annotated[
        Literal["none", "screamer", "assassin", "secret_assassin"],
        _option(
            T("Spades held back or forced"),
            T(
                "screamer: no spade while another suit may be played; assassin: a spade whenever "
                "it is allowed; secret_assassin: the holder of the ace of spades at the deal is "
                "an assassin, the others are screamers (V19)."
            ),
        ),
    ] = "none"
    choice_in_suit: Annotated[
        Literal["any", "lowest", "highest"],
        _option(
            T("Card of a suit"),
            T("lowest, or highest: only that card of the suit one plays (V20)."),
        ),
    ] = "any"
    big_joker_draws: Annotated[
        bool,
        _option(
            T("Big Joker draws"),
            T("When the Big Joker is led, everybody plays his highest spade (V7)."),
        ),
    ] = False
    take_back: Annotated[
        Literal["off", "until_next_card"],
        _option(
            T("Taking back"),
            T("until_next_card: a card may be taken back before another is played (P13)."),
        ),
    ] = "off"
    review: Annotated[
        Literal["last_trick", "none", "all"],
        _option(T("Tricks to look at"), T("Which finished tricks are shown during play (P14).")),
    ] = "last_trick"
    claims: Annotated[
        bool,
        _option(
            T("Claims"),
            T(
                "Who is sure of all remaining tricks may claim them (P17); not where only one "
                "card of a suit may be played (V20)."
            ),
        ),
    ] = True
    false_claim: Annotated[
        Literal["reject", "exposed", "forfeit_tricks", "set"],
        _option(
            T("Wrong claim"),
            T(
                "reject: nothing happens; exposed: play goes on with the claimant's cards on the "
                "table; forfeit_tricks: the rest goes to another side, and who should "
                "have won a trick says to whom of it; set: the side scores as if its contract had "
                "failed (P18)."
            ),
        ),
    ] = "reject"


class ScoringRules(Struct, frozen=True, forbid_unknown_fields=True):
    """What a round is worth."""

    trick_value: Annotated[
        int,
        _option(
            T("Value of a trick bid"), T("Won or lost for each trick bid (S1, S3)."), ge=0, le=100
        ),
    ] = 10
    set_penalty: Annotated[
        Literal["bid", "missing", "none"],
        _option(
            T("Contract set"),
            T(
                "bid: the value of every trick bid is lost (S3); missing: of every trick missing; "
                "none: nothing is lost (V22)."
            ),
        ),
    ] = "bid"
    bag_points: Annotated[
        int,
        _option(
            T("Points for a bag"),
            T("Scored for each trick above the contract (S2, S11)."),
            ge=-20,
            le=20,
        ),
    ] = 1
    bag_limit: Annotated[
        int,
        _option(
            T("Bag limit"),
            T("So many bags bring the penalty; 0: no penalty (S6, S10)."),
            ge=0,
            le=20,
        ),
    ] = 10
    bag_penalty: Annotated[
        int,
        _option(T("Bag penalty"), T("Lost each time the limit is reached (S6, S8)."), ge=0, le=500),
    ] = 100
    bag_penalty_to: Annotated[
        Literal["side", "others"],
        _option(
            T("Who pays for bags"),
            T("side: it is taken from the side; others: it is given to the others (V23)."),
        ),
    ] = "side"
    nil_value: Annotated[
        int, _option(T("Value of nil"), T("Won or lost by a nil (E2, E3)."), ge=0, le=500)
    ] = 100
    blind_nil_value: Annotated[
        int, _option(T("Value of blind nil"), T("Won or lost by a blind nil (E6)."), ge=0, le=1000)
    ] = 200
    failed_nil_tricks: Annotated[
        Literal["bags", "help_partner", "ignored"],
        _option(
            T("Tricks of a failed nil"),
            T(
                "bags: they are bags of the side; help_partner: they count towards the contract "
                "of the partner; ignored: they count for nothing (E4)."
            ),
        ),
    ] = "bags"
    team_nil_value: Annotated[
        int, _option(T("Team nil made"), T("Won by a team nil (E13, V15)."), ge=0, le=1000)
    ] = 100
    team_nil_penalty: Annotated[
        int, _option(T("Team nil failed"), T("Lost by a team nil (E13, V15)."), ge=0, le=1000)
    ] = 100
    ten_value: Annotated[
        int,
        _option(
            T("Contract of ten"),
            T("Won or lost by a contract of exactly ten instead of the usual; 0: usual (V8)."),
            ge=0,
            le=1000,
        ),
    ] = 0
    ten_bonus: Annotated[
        int,
        _option(T("Bonus for ten"), T("Added to a contract of ten if made (V8)."), ge=0, le=500),
    ] = 0
    boston_value: Annotated[
        int,
        _option(
            T("Boston"),
            T("Won or lost by a contract of all tricks instead of the usual; 0: usual (V9)."),
            ge=0,
            le=1000,
        ),
    ] = 0
    boston_wins: Annotated[
        bool,
        _option(T("Boston wins"), T("A contract of all tricks that is made wins the game (V9).")),
    ] = False
    little_mo_value: Annotated[
        int,
        _option(
            T("Value of Little Mo"), T("For the first six tricks, won or lost (E14)."), ge=0, le=500
        ),
    ] = 60
    big_mo_value: Annotated[
        int,
        _option(
            T("Value of Big Mo"), T("For the first nine tricks, won or lost (E14)."), ge=0, le=500
        ),
    ] = 90
    last_spade_bonus: Annotated[
        int,
        _option(
            T("Last trick with a high spade"),
            T("For a contract made exactly with the last trick, won by a nine or higher (V25)."),
            ge=0,
            le=100,
        ),
    ] = 0


class EndRules(Struct, frozen=True, forbid_unknown_fields=True):
    """When the game ends."""

    target: Annotated[
        int, _option(T("Target"), T("The game ends when a side reaches it (S13)."), ge=50, le=5000)
    ] = 500
    floor: Annotated[
        Literal["none", "-target"] | Annotated[int, Meta(ge=-5000, le=-50)],
        _option(
            T("Floor"),
            T(
                "A side at or below it loses; none: no floor; -target: the negative of the target "
                "(S14)."
            ),
        ),
    ] = -200
    max_rounds: Annotated[
        int,
        _option(
            T("Rounds"),
            T("The game ends after so many rounds; a tie is played off; 0: no limit (S17)."),
            ge=0,
            le=100,
        ),
    ] = 0
    minutes: Annotated[
        int,
        _option(
            T("Minutes"),
            T("When so many are over, the round is finished and the game ends; 0: no limit (S17)."),
            ge=0,
            le=600,
        ),
    ] = 0
    sets_to_lose: Annotated[
        int,
        _option(
            T("Sets that lose the game"),
            T("A side whose contract is set so many times loses; 0: none (V22)."),
            ge=0,
            le=10,
        ),
    ] = 0
    start_scores: Annotated[
        tuple[Annotated[int, Meta(ge=-500, le=500)], ...],
        _option(
            T("Handicaps"), T("The score with which each side begins; none: all with zero (V32).")
        ),
    ] = ()


class EnforcementRules(Struct, frozen=True, forbid_unknown_fields=True):
    """What happens when somebody breaks a rule."""

    mode: Annotated[
        Literal["strict", "honour"],
        _option(
            T("Enforcement"),
            T(
                "strict: nothing illegal can be played; honour: cards are taken as played, and "
                "whoever notices a revoke may call it (R1)."
            ),
        ),
    ] = "strict"
    revoke_penalty: Annotated[
        Literal["set", "three_tricks", "redeal"],
        _option(
            T("Revoke"),
            T(
                "set: the contract of the side counts as failed; three_tricks: it loses three "
                "tricks; redeal: the same dealer deals again (R2)."
            ),
        ),
    ] = "set"
    false_call: Annotated[
        Literal["none", "three_tricks"],
        _option(
            T("Wrong call"),
            T("three_tricks: a side that calls a revoke that was none loses three tricks (R4)."),
        ),
    ] = "three_tricks"
    illegal_flip: Annotated[
        Literal["none", "three_tricks"],
        _option(
            T("Opening a trick"),
            T("three_tricks: who looks at a gathered trick without a revoke in it pays (R5)."),
        ),
    ] = "none"
    call_until: Annotated[
        Literal["scored", "next_trick"],
        _option(
            T("Time to call"),
            T("scored: until the round is over; next_trick: until the next one is complete (R6)."),
        ),
    ] = "scored"


class ClockRules(Struct, frozen=True, forbid_unknown_fields=True):
    """The sand-glass."""

    turn_seconds: Annotated[
        int, _option(T("Sand-glass"), T("Seconds for each turn; 0: no limit (P16)."), ge=0, le=600)
    ] = 0
    on_timeout: Annotated[
        Literal["random_legal", "bot"],
        _option(
            T("When time is up"),
            T("random_legal: a random legal card is played; bot: a bot decides (P16)."),
        ),
    ] = "random_legal"
