"""Rules on leads and plays."""

from collections.abc import Iterator
from typing import Annotated, Literal

from ..text import Message, T
from .clock import ClockRules
from .clock import sheet as clock_sheet
from .deck import DeckRules
from .option import Conflict, Group, conflict, option

Lead = Literal["broken", "any", "never"]
"""When spades may be led."""


class PlayRules(Group, frozen=True):
    """Rules on leads and plays."""

    title = T("Play")

    first_lead: Annotated[
        Literal["left_of_dealer", "highest_bidder", "lowest_club"],
        option(
            "First lead",
            "left_of_dealer leads any card (P1); highest_bidder too (V16); lowest_club: "
            "the holder of the two of clubs, or of the lowest club in play, must lead it "
            "(P12).",
            names=("Left of the dealer", "Highest bidder", "Lowest club"),
            also="opening lead who leads starts anspielen Ausspiel beginnt",
        ),
    ] = "left_of_dealer"
    first_trick: Annotated[
        Literal["any", "no_spade_lead", "no_spades", "lowest_clubs"],
        option(
            "First trick",
            "any card; no_spade_lead: spades may not be led to it; no_spades: nor played "
            "to it, except from a hand of spades (P10); lowest_clubs: everyone plays "
            "their lowest club, or no spade (V16).",
            names=("Any", "No spade led", "No spades", "Lowest clubs"),
            also="opening trick clubs Kreuz anspielen",
        ),
    ] = "any"
    lead_spades: Annotated[
        Lead,
        option(
            "Leading spades",
            "broken: once a spade has been played, or from a hand of spades (P6); "
            "any: at any time; never: only from a hand of spades.",
            names=("When broken", "At any time", "Never"),
            also="break broken breaking spades trump lead Trumpf anspielen gebrochen",
        ),
    ] = "broken"
    void: Annotated[
        Literal["any", "spade", "higher_spade"],
        option(
            "Void in the suit led",
            "any card (P3); spade: a spade must be played; higher_spade: a winning one, "
            "if possible (V27).",
            names=("Any", "A spade", "A winning spade"),
            also="ruff trump must trump cut stechen Trumpfzwang",
        ),
    ] = "any"
    duty: Annotated[
        Literal["none", "screamer", "assassin", "secret_assassin"],
        option(
            "Spades held back or forced",
            "screamer: no spade while you may play another suit; assassin: a spade "
            "whenever you may; secret_assassin: the holder of the ace of spades at the "
            "deal is an assassin, the others are screamers (V19).",
            names=("Neither", "Screamer", "Assassin", "Secret assassin"),
            also="forced spades must trump Trumpfzwang",
        ),
    ] = "none"
    choice_in_suit: Annotated[
        Literal["any", "lowest", "highest"],
        option(
            "Which card of a suit",
            "lowest, or highest: you may only play that card of a suit (V20).",
            names=("Any", "Lowest", "Highest"),
            also="forced card erzwungen",
        ),
    ] = "any"
    big_joker_draws: Annotated[
        bool,
        option(
            "Big Joker draws",
            "When the Big Joker is led, everyone plays their highest spade (V7).",
        ),
    ] = False
    take_back: Annotated[
        Literal["off", "until_next_card"],
        option(
            "Take back cards",
            "until_next_card: a card may be taken back until the next one is played (P13).",
            names=("Off", "Until the next card"),
            also="undo takeback misclick mistake change mind rückgängig zurücknehmen Versehen",
        ),
    ] = "off"
    review: Annotated[
        Literal["last_trick", "none", "all"],
        option(
            "Finished tricks shown",
            "Which finished tricks are shown during play (P14).",
            names=("Last trick", "None", "All"),
            also="look back last trick history memory nachsehen zurückblättern Gedächtnis",
        ),
    ] = "last_trick"
    claims: Annotated[
        bool,
        option(
            "Claims",
            "A player who is certain of all remaining tricks may claim them (P17); not "
            "if a suit offers only one card (V20).",
            also="TRAM the rest are mine concede rest lay down show cards aufgeben Rest hinlegen "
            "Rest für mich el resto es mío conceder mostrar cartas",
        ),
    ] = True
    claim_by: Annotated[
        Literal["leader", "in_turn"],
        option(
            "Who may claim",
            "leader: the player who leads to a trick; in_turn: also a player during a "
            "trick, which counts as the first to win (P17).",
            names=("The leader of a trick", "Any player on their turn"),
            also="TRAM concede last to play second hand Reihe Anspruch aufgeben turno reclamar",
        ),
    ] = "leader"
    claim_proof: Annotated[
        Literal["claimant", "cards"],
        option(
            "Proof of a claim",
            "claimant: the claimant's knowledge, whatever the others may hold; cards: "
            "the actual cards, which everyone may see (P17).",
            names=("The claimant's knowledge", "The actual cards"),
            also="TRAM claim concede beweisen aufgeben demostrar reclamar",
        ),
    ] = "claimant"
    false_claim: Annotated[
        Literal["reject", "exposed", "forfeit_tricks", "set"],
        option(
            "Wrong claim",
            "reject: nothing happens; exposed: play continues with the claimant's cards "
            "on the table; forfeit_tricks: the rest goes to another side, to a player "
            "chosen by the one who should have won a trick; set: the side scores as if "
            "its contract had failed (P18).",
            names=("Refused", "Cards exposed", "Tricks forfeited", "Contract set"),
            also="concede penalty Strafe",
        ),
    ] = "reject"

    def bars_lead_of_spades(self, *, broken: bool) -> bool:
        """Return True if a hand that has other cards may not lead a spade now (P6)."""
        return self.lead_spades == "never" or (self.lead_spades == "broken" and not broken)

    @property
    def holds_back(self) -> bool:
        """Return True if only assassins may play a spade while they have another suit."""
        return self.duty in {"screamer", "secret_assassin"}

    @property
    def assassins(self) -> bool | None:
        """True if everyone must play a spade whenever they may; None if it is secret who must."""
        return None if self.duty == "secret_assassin" else self.duty == "assassin"

    @property
    def forces_ruffs(self) -> bool:
        """True if anyone may have to play a spade for want of the suit led (V19, V27)."""
        return self.void != "any" or self.assassins is not False


def conflicts(play: PlayRules, deck: DeckRules) -> Iterator[Conflict]:
    """Yield the conflicts of the first trick, claims and the Big Joker with other options."""
    if play.first_trick == "lowest_clubs" and play.first_lead != "lowest_club":
        yield conflict(
            "rules/lowest-clubs",
            "play.first_trick = lowest_clubs needs play.first_lead = lowest_club",
        )
    if play.claims and play.claim_proof == "cards" and play.false_claim == "reject":
        yield conflict(
            "rules/free-claims",
            "play.claim_proof = cards needs a penalty in play.false_claim; otherwise "
            "claims would reveal the other hands for free",
        )
    if play.big_joker_draws and (not deck.jokers or deck.joker_role == "junk"):
        yield conflict("rules/big-joker", "play.big_joker_draws = true needs a joker that is trump")


def sheet(play: PlayRules, clock: ClockRules, *, claimable: bool) -> Iterator[Message]:
    """Yield the sentences about tricks, claims and the clock."""
    yield {
        "left_of_dealer": Message("The player to the left of the dealer leads to the first trick."),
        "highest_bidder": Message(
            "The highest bidder, or the first of them, leads to the first trick."
        ),
        "lowest_club": Message("The holder of the lowest club leads it to the first trick."),
    }[play.first_lead]
    yield {
        "any": Message("Follow suit if you can; otherwise play any card."),
        "spade": Message("Follow suit if you can; otherwise play a spade if you have one."),
        "higher_spade": Message(
            "Follow suit if you can; otherwise play a spade if you have one, and a "
            "winning one if possible."
        ),
    }[play.void]
    yield Message(
        "The highest spade wins the trick; without a spade, the highest card of the "
        "suit led does. The winner leads next."
    )
    yield {
        "broken": Message(
            "You may lead a spade only after a spade has been played, or from a hand of "
            "only spades."
        ),
        "any": Message("You may lead a spade at any time."),
        "never": Message("You may lead a spade only from a hand of only spades."),
    }[play.lead_spades]
    yield from _first_trick(play)
    yield from _duties(play)
    yield from _looking_back(play, claimable=claimable)
    yield from clock_sheet(clock)


def _first_trick(play: PlayRules) -> Iterator[Message]:
    match play.first_trick:
        case "no_spade_lead":
            yield Message(
                "You may not lead a spade to the first trick, except from a hand of only spades."
            )
        case "no_spades":
            yield Message(
                "You may not play a spade to the first trick, except to follow suit or from "
                "a hand of only spades."
            )
        case "lowest_clubs":
            yield Message(
                "Everyone plays their lowest club to the first trick. A player without clubs "
                "may not play a spade, except from a hand of only spades."
            )


def _duties(play: PlayRules) -> Iterator[Message]:
    match play.duty:
        case "screamer":
            yield Message(
                "You may not play a spade while you may play another suit, leading or discarding."
            )
        case "assassin":
            yield Message("You must play a spade whenever you may.")
        case "secret_assassin":
            yield Message(
                "The holder of the ace of spades at the start of play plays a spade whenever "
                "they may; the others play none while they may play another suit."
            )
    match play.choice_in_suit:
        case "lowest":
            yield Message("You must play the lowest card of the suit you choose.")
        case "highest":
            yield Message("You must play the highest card of the suit you choose.")
    if play.big_joker_draws:
        yield Message(
            "When the Big Joker is led, everyone who has spades plays the highest of them."
        )


def _looking_back(play: PlayRules, *, claimable: bool) -> Iterator[Message]:
    if play.take_back == "until_next_card":
        yield Message("A card may be taken back until the next one is played.")
    yield {
        "last_trick": Message("During play everyone may look at the last trick."),
        "none": Message("During play no one may look at finished tricks."),
        "all": Message("During play everyone may look at all finished tricks."),
    }[play.review]
    if not claimable:
        yield Message("No one may claim the remaining tricks.")
        return
    yield {
        ("leader", "claimant"): Message(
            "The player who leads to a trick may claim all that remain, if certain to "
            "win them whatever the others hold and play."
        ),
        ("leader", "cards"): Message(
            "The player who leads to a trick may claim all that remain; the claim holds "
            "if no one else can win one with the actual cards."
        ),
        ("in_turn", "claimant"): Message(
            "The player to act may claim all remaining tricks, including this one, if "
            "certain to win them whatever the others hold and play."
        ),
        ("in_turn", "cards"): Message(
            "The player to act may claim all remaining tricks, including this one; the "
            "claim holds if no one else can win one with the actual cards."
        ),
    }[play.claim_by, play.claim_proof]
    yield {
        "reject": Message("After a wrong claim play continues."),
        "exposed": Message("After a wrong claim play continues with the claimant's cards shown."),
        "forfeit_tricks": Message(
            "After a wrong claim the remaining tricks go to another side; the player who "
            "should have won one of them chooses the player."
        ),
        "set": Message(
            "After a wrong claim the side's contract counts as failed, and so does a nil "
            "of the claimant."
        ),
    }[play.false_claim]
