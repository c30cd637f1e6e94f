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
            "left_of_dealer leads any card (P1); so does highest_bidder (V16); lowest_club: "
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
            "any card; no_spade_lead: spades are not led to it; no_spades: nor played to it, "
            "except from a hand of spades (P10); lowest_clubs: everybody plays their lowest "
            "club, or else no spade (V16).",
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
            "Without the suit led",
            "any card (P3); spade: a spade must be played; higher_spade: one that wins, where "
            "there is one (V27).",
            names=("Any", "A spade", "A winning spade"),
            also="ruff trump must trump cut stechen Trumpfzwang",
        ),
    ] = "any"
    duty: Annotated[
        Literal["none", "screamer", "assassin", "secret_assassin"],
        option(
            "Spades held back or forced",
            "screamer: no spade while another suit may be played; assassin: a spade whenever "
            "it is allowed; secret_assassin: the holder of the ace of spades at the deal is "
            "an assassin, the others are screamers (V19).",
            names=("Neither", "Screamer", "Assassin", "Secret assassin"),
            also="forced spades must trump Trumpfzwang",
        ),
    ] = "none"
    choice_in_suit: Annotated[
        Literal["any", "lowest", "highest"],
        option(
            "Card of a suit",
            "lowest, or highest: only that card of the suit one plays (V20).",
            names=("Any", "Lowest", "Highest"),
            also="forced card erzwungen",
        ),
    ] = "any"
    big_joker_draws: Annotated[
        bool,
        option(
            "Big Joker draws",
            "When the Big Joker is led, everybody plays their highest spade (V7).",
        ),
    ] = False
    take_back: Annotated[
        Literal["off", "until_next_card"],
        option(
            "Taking back",
            "until_next_card: a card may be taken back before another is played (P13).",
            names=("Off", "Until the next card"),
            also="undo takeback misclick mistake change mind rückgängig zurücknehmen Versehen",
        ),
    ] = "off"
    review: Annotated[
        Literal["last_trick", "none", "all"],
        option(
            "Tricks to look at",
            "Which finished tricks are shown during play (P14).",
            names=("Last trick", "None", "All"),
            also="look back last trick history memory nachsehen zurückblättern Gedächtnis",
        ),
    ] = "last_trick"
    claims: Annotated[
        bool,
        option(
            "Claims",
            "Whoever is sure of all remaining tricks may claim them (P17); not where only one "
            "card of a suit may be played (V20).",
            also="TRAM the rest are mine concede rest lay down show cards aufgeben Rest hinlegen "
            "Rest für mich el resto es mío conceder mostrar cartas",
        ),
    ] = True
    claim_by: Annotated[
        Literal["leader", "in_turn"],
        option(
            "Who claims",
            "leader: who leads to a trick; in_turn: also who plays to a trick under way, which "
            "is the first that must be won (P17).",
            names=("Who leads to a trick", "Whoever's turn it is"),
            also="TRAM concede last to play second hand Reihe Anspruch aufgeben turno reclamar",
        ),
    ] = "leader"
    claim_proof: Annotated[
        Literal["claimant", "cards"],
        option(
            "What proves a claim",
            "claimant: what the claimant knows, whatever the others may hold; cards: the cards "
            "as they lie, at which all look (P17).",
            names=("What the claimant knows", "The cards as they lie"),
            also="TRAM claim concede beweisen aufgeben demostrar reclamar",
        ),
    ] = "claimant"
    false_claim: Annotated[
        Literal["reject", "exposed", "forfeit_tricks", "set"],
        option(
            "Wrong claim",
            "reject: nothing happens; exposed: play goes on with the claimant's cards on the "
            "table; forfeit_tricks: the rest goes to another side, and who should "
            "have won a trick says to whom of it; set: the side scores as if its contract had "
            "failed (P18).",
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
        """True if everyone must play a spade whenever they may; None where it is a secret who."""
        return None if self.duty == "secret_assassin" else self.duty == "assassin"

    @property
    def forces_ruffs(self) -> bool:
        """True if anyone may have to play a spade for want of the suit led (V19, V27)."""
        return self.void != "any" or self.assassins is not False


def conflicts(play: PlayRules, deck: DeckRules) -> Iterator[Conflict]:
    if play.first_trick == "lowest_clubs" and play.first_lead != "lowest_club":
        yield conflict(
            "rules/lowest-clubs",
            "play.first_trick = lowest_clubs needs play.first_lead = lowest_club",
        )
    if play.claims and play.claim_proof == "cards" and play.false_claim == "reject":
        yield conflict(
            "rules/free-claims",
            "play.claim_proof = cards needs a price in play.false_claim, or claims would "
            "tell for nothing what the others hold",
        )
    if play.big_joker_draws and (not deck.jokers or deck.joker_role == "junk"):
        yield conflict("rules/big-joker", "play.big_joker_draws = true needs a joker that is trump")


def sheet(play: PlayRules, clock: ClockRules, *, claimable: bool) -> Iterator[Message]:
    yield {
        "left_of_dealer": Message("The player to the left of the dealer leads to the first trick."),
        "highest_bidder": Message(
            "The highest bidder, of equal ones the first, leads to the first trick."
        ),
        "lowest_club": Message("The holder of the lowest club leads it to the first trick."),
    }[play.first_lead]
    yield {
        "any": Message("Follow suit if you can; otherwise play any card."),
        "spade": Message("Follow suit if you can; otherwise play a spade if you have one."),
        "higher_spade": Message(
            "Follow suit if you can; otherwise play a spade if you have one, and one that "
            "wins the trick so far if you have such."
        ),
    }[play.void]
    yield Message(
        "The highest spade wins the trick, without a spade the highest card of the suit led. "
        "The winner leads next."
    )
    yield {
        "broken": Message(
            "A spade may be led only when a spade has been played before, or from a hand "
            "of nothing but spades."
        ),
        "any": Message("A spade may be led at any time."),
        "never": Message("A spade may be led only from a hand of nothing but spades."),
    }[play.lead_spades]
    yield from _first_trick(play)
    yield from _duties(play)
    yield from _looking_back(play, claimable=claimable)
    yield from clock_sheet(clock)


def _first_trick(play: PlayRules) -> Iterator[Message]:
    match play.first_trick:
        case "no_spade_lead":
            yield Message(
                "No spade is led to the first trick, except from a hand of nothing but spades."
            )
        case "no_spades":
            yield Message(
                "No spade is played to the first trick, except to follow suit or from a hand "
                "of nothing but spades."
            )
        case "lowest_clubs":
            yield Message(
                "To the first trick everybody plays their lowest club; whoever has none plays no "
                "spade, except from a hand of nothing but spades."
            )


def _duties(play: PlayRules) -> Iterator[Message]:
    match play.duty:
        case "screamer":
            yield Message(
                "Nobody plays a spade while another suit may be played, leading or discarding."
            )
        case "assassin":
            yield Message("Everybody plays a spade whenever they may.")
        case "secret_assassin":
            yield Message(
                "Whoever holds the ace of spades when play begins plays a spade whenever they "
                "may; the others play none while they may play another suit."
            )
    match play.choice_in_suit:
        case "lowest":
            yield Message("Of the suit they play, everybody plays the lowest card.")
        case "highest":
            yield Message("Of the suit they play, everybody plays the highest card.")
    if play.big_joker_draws:
        yield Message(
            "When the Big Joker is led, everybody who has spades plays the highest of them."
        )


def _looking_back(play: PlayRules, *, claimable: bool) -> Iterator[Message]:
    if play.take_back == "until_next_card":
        yield Message("A card may be taken back until another is played.")
    yield {
        "last_trick": Message("During play the last trick may be looked at."),
        "none": Message("During play no finished trick may be looked at."),
        "all": Message("During play all finished tricks may be looked at."),
    }[play.review]
    if not claimable:
        yield Message("Nobody may claim the remaining tricks.")
        return
    yield {
        ("leader", "claimant"): Message(
            "Whoever leads to a trick may claim all that remain, if sure to win them whatever "
            "the others hold and play."
        ),
        ("leader", "cards"): Message(
            "Whoever leads to a trick may claim all that remain; it stands if nobody can win one "
            "with the cards as they lie."
        ),
        ("in_turn", "claimant"): Message(
            "Whoever has to play may claim all tricks that remain, this one among them, if sure to "
            "win them whatever the others hold and play."
        ),
        ("in_turn", "cards"): Message(
            "Whoever has to play may claim all tricks that remain, this one among them; it stands "
            "if nobody else can win one with the cards as they lie."
        ),
    }[play.claim_by, play.claim_proof]
    yield {
        "reject": Message("After a wrong claim play just goes on."),
        "exposed": Message("After a wrong claim play goes on with the claimant's cards shown."),
        "forfeit_tricks": Message(
            "After a wrong claim the remaining tricks go to another side; who should have won "
            "one of them says to which player."
        ),
        "set": Message(
            "After a wrong claim the contract of the side counts as failed, a nil of the "
            "claimant too."
        ),
    }[play.false_claim]
