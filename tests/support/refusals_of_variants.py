"""Refusals of the variants, as cases for the test of all refusals."""

from collections.abc import Callable

from spadille.game import (
    PACK,
    Action,
    Adjust,
    Agree,
    Award,
    Bid,
    Call,
    Card,
    Claim,
    Cut,
    Discard,
    Flip,
    Game,
    Look,
    NoTrump,
    Play,
    Rules,
    Say,
    Seat,
    Stack,
    TakeBack,
    ThrowIn,
    parse_preset,
)
from support.positions import NORTH, SOUTH, bid, dealt, played, rules, waiting_for_deal

OPEN = rules(nil__blind=False)
TALK = rules(bidding__talk="estimate", nil__blind=False)
HONOUR = rules(nil__blind=False, enforcement__mode="honour")
CUT = rules(deal__cut="offered")
BLIND_SIX = rules(blind__bids="player", blind__deficit=0, nil__blind=False)


def kitty() -> Game:
    game = Game.new(rules(deck__jokers=2, deal__leftover="kitty", nil__blind=False), seed=1)
    assert game.phase == "kitty"
    return game


def to_cut() -> Game:
    return waiting_for_deal(CUT).apply(Stack(PACK))


def forfeited() -> Game:
    return played("", rules(nil__blind=False, play__false_claim="forfeit_tricks")).apply(Claim())


Case = tuple[str, Callable[[], Game], Action, Seat | None, str]

CASES: list[Case] = [
    ("bid/blind-range", lambda: dealt(BLIND_SIX), Bid(5, blind=True), None,
     "a blind bid must be a number from 6 to 13"),
    ("bid/blind-deficit", lambda: dealt(rules(blind__bids="player")), Bid(6, blind=True), None,
     "a blind bid is only for a side 100 points behind"),
    ("bid/blind-side", lambda: bid(dealt(
        rules(blind__bids="side", blind__deficit=0, nil__blind=False)), 3, 3),
     Bid(6, blind=True), None,
     "a side may bid blind only while none of its players has looked or bid"),
    ("bid/not-here", lambda: dealt(rules(nil__blind=False, bidding__bids="3 or 4")), Bid(5), None,
     "the rules of this table only let you bid 3, 4"),
    ("say/not-here", lambda: dealt(OPEN), Say(3, 4), None,
     "this table does not allow estimates between partners"),
    ("say/once", lambda: dealt(TALK).apply(Say(3, 4)), Say(3, 5), NORTH,
     "you may give one estimate, before you bid"),
    ("cut/not-here", to_cut, Cut(52), None, "cut the pack at a number from 0 to 51"),
    ("cut/not-now", lambda: dealt(OPEN), Cut(3), None, "the cards are not being cut now"),
    ("turn/not-yours", to_cut, Cut(3), NORTH, "it is South's turn, not North's"),
    ("look/not-now", to_cut, Look(), None, "there is nothing to look at now"),
    ("chance/impossible", lambda: waiting_for_deal(CUT), Stack(PACK[1:]), None,
     "these cards cannot have been dealt or drawn here"),
    ("chance/not-now", to_cut, Stack(PACK), None, "a player is to act, not chance"),
    ("say/look-first", lambda: dealt(rules(bidding__talk="estimate")), Say(3, 4), None,
     "look at your cards first"),
    ("say/range", lambda: dealt(TALK), Say(5, 4), None,
     "an estimate is two numbers up to 13, the lower one first"),
    ("say/not-now", lambda: played("H9", OPEN), Say(1, 1), None,
     "estimates can only be given during the bidding"),
    ("throw-in/not-deficient", lambda: dealt(OPEN), ThrowIn(), None,
     "only a hand that this table calls deficient can be shown, before the side bids"),
    ("throw-in/not-now", lambda: played("H9", OPEN), ThrowIn(), None,
     "hands can only be shown during the bidding"),
    ("adjust/not-here", lambda: bid(dealt(
        rules(nil__blind=False, bidding__second_thoughts="match")), 3, 4, 3, 3), Adjust(2), None,
     "keep the bid, or change it by +1"),
    ("adjust/not-now", lambda: dealt(OPEN), Adjust(0), None, "bids are not being changed now"),
    ("no-trump/no-spade", lambda: bid(dealt(
        rules(nil__blind=False, bidding__no_trump=True),
        "N:.AKQJT98765432.. AKQJT98765432... ..AKQJT98765432. ...AKQJT98765432"), 3, 3, 3, 3),
     NoTrump(wanted=True), None, "only a player who holds a spade may ask to play without trump"),
    ("no-trump/not-now", lambda: dealt(OPEN), NoTrump(wanted=True), None,
     "trump is not being chosen now"),
    ("discard/wrong-number", kitty, Discard(()), None, "discard exactly 2 cards"),
    ("discard/not-held", kitty, Discard((Card.SA, Card.SA)), None,
     "you can only discard cards that you hold"),
    ("discard/not-now", lambda: dealt(OPEN), Discard(()), None, "no cards are being discarded now"),
    ("play/not-low", lambda: played("", OPEN), Play(Card.DA, low=True), None,
     "you can only call an ace low, and only if the rules allow it"),
    ("play/not-here", lambda: played("", rules(play__choice_in_suit="lowest", nil__blind=False)),
     Play(Card.DK), None, "the rules of this table let you play C7, D4, H5"),
    ("take-back/not-now", lambda: played("H9", OPEN), TakeBack(), NORTH,
     "you can take back a card only before the next one, if the rules allow it"),
    ("claim/not-now", lambda: played("H9", OPEN), Claim(), None,
     "only the player who leads may claim the rest, once in a trick, if the rules allow it"),
    ("claim/not-now",
     lambda: played("H9", rules(play__claim_by="in_turn", nil__blind=False)), Claim(), NORTH,
     "claim the rest on your turn, once in a trick"),
    ("call/not-here", lambda: played("H9", OPEN), Call(NORTH, 1), None,
     "this table does not allow revokes"),
    ("call/not-possible", lambda: played("H9", HONOUR), Call(NORTH, 1), None,
     "you can only call another side's finished trick, once, and before the deadline"),
    ("call/not-possible", lambda: played("H9", HONOUR), Flip(1), SOUTH,
     "you can only call another side's finished trick, once, and before the deadline"),
    ("agree/not-now", lambda: played("H9", HONOUR), Agree(), None,
     "there is nothing to agree to now"),
    ("claim/not-now", lambda: dealt(OPEN), Claim(), None, "nothing can be claimed now"),
    ("award/not-now", lambda: dealt(OPEN), Award(NORTH), None,
     "there are no tricks to award now"),
    ("award/not-here", forfeited, Award(NORTH), None,
     "the tricks of a wrong claim go to a player of another side"),
    ("call/not-now", lambda: dealt(OPEN), Call(NORTH, 1), None, "nothing can be called now"),
    ("flip/not-now", lambda: dealt(OPEN), Flip(1), None, "no trick can be opened now"),
    ("take-back/not-now", lambda: dealt(OPEN), TakeBack(), None,
     "you cannot take back a card now"),
]  # fmt: skip

RULES: list[tuple[str, Callable[[], object], str]] = [
    ("rules/free-claims", lambda: rules(play__claim_proof="cards"),
     "play.claim_proof = cards needs a penalty in play.false_claim; "),
    ("rules/start-scores", lambda: rules(end__start_scores=[1]),
     "end.start_scores needs one score for each side"),
    ("rules/start-scores-decide", lambda: rules(end__start_scores=[500, 0]),
     "end.start_scores must lie between end.floor and end.target"),
    ("rules/jokers", lambda: rules(deck__jokers=4), "deck.jokers = 4 needs deck.packs = 2"),
    ("rules/removed", lambda: rules(deck__removed=["C2", "C2", "D2", "D3"]),
     "deck.removed names a card more often than the deck has it"),
    ("rules/high-trumps", lambda: rules(deck__high_trumps=["D2", "D2"]),
     "deck.high_trumps names a card twice, or one that the deck does not have"),
    ("rules/junk", lambda: rules(deck__joker_role="junk"),
     "deck.joker_role = junk needs deck.jokers above 0"),
    ("rules/junk-trumps", lambda: rules(
        deck__joker_role="junk", deck__jokers=2, deck__removed=["C2", "H2"],
        deck__high_trumps=["JB"]),
     "deck.joker_role = junk excludes jokers in deck.high_trumps"),
    ("rules/draft-uneven", lambda: rules("two-player", deck__jokers=2),
     "a draft needs a deck whose size is a multiple of four, not 54 cards"),
    ("rules/draft-and-deal", lambda: rules("two-player", deal__face_up=2),
     "deal.face_up needs deal.method = dealt, not keep_or_next_unseen"),
    ("rules/uneven", lambda: rules(deck__jokers=1), "53 cards cannot be dealt evenly to 4: "),
    ("rules/nothing-left", lambda: rules(deal__leftover="kitty"),
     "deal.leftover = kitty needs a deck that cannot be dealt evenly"),
    ("rules/hand-size", lambda: rules(
        table__players=3, table__teams="solo", deck__packs=2, deal__leftover="aside"),
     "the deck makes hands of 34 cards; hands must have 4 to 26"),
    ("rules/bids", lambda: rules(bidding__bids="whatever"), "bidding.bids: cannot read 'whatever'"),
    ("rules/bids-at-once", lambda: rules(bidding__order="at_once", bidding__total="not_all"),
     "bidding.order = at_once does not work with this value of bidding.total: no one knows"),
    ("rules/side-limits", lambda: rules(bidding__side_minimum=5, bidding__side_maximum=4),
     "bidding.side_maximum is below bidding.side_minimum"),
    ("rules/match-needs-two-sides", lambda: rules(
        table__teams="solo", bidding__second_thoughts="match"),
     "bidding.second_thoughts = match needs two sides"),
    ("rules/opening-tricks", lambda: parse_preset(
        'bidding.opening_tricks = true\n[table]\nplayers = 6\n[deal]\nleftover = "aside"', "six"),
     "bidding.opening_tricks needs hands of nine cards or more"),
    ("rules/blind-minimum", lambda: Rules().with_options({
        "table.players": 6, "deal.leftover": "aside", "blind.bids": "player",
        "blind.minimum": 9}), "blind.minimum is more than the cards in a hand"),
    ("rules/team-nil", lambda: rules(nil__allowed=False, nil__blind=False, nil__team=True),
     "nil.team = true needs nil.allowed = true"),
    ("rules/swap-without-blind-nil", lambda: rules("two-player", nil__blind=False),
     "exchange.swap_cards above 0 needs nil.blind = true"),
    ("rules/lowest-clubs", lambda: rules(play__first_trick="lowest_clubs"),
     "play.first_trick = lowest_clubs needs play.first_lead = lowest_club"),
    ("rules/big-joker", lambda: rules(play__big_joker_draws=True),
     "play.big_joker_draws = true needs a joker that is trump"),
]  # fmt: skip
