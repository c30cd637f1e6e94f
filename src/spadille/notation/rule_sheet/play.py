"""What may be led and played, in words."""

from collections.abc import Iterator

from ...game import Message, Rules, T


def play_sentences(rules: Rules) -> Iterator[Message]:
    play = rules.play
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
    yield from _first_trick(rules)
    yield from _duties(rules)
    yield from _looking_back(rules)
    yield from _clock(rules)


def _first_trick(rules: Rules) -> Iterator[Message]:
    match rules.play.first_trick:
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
                "To the first trick everybody plays his lowest club; who has none plays no "
                "spade, except from a hand of nothing but spades."
            )


def _duties(rules: Rules) -> Iterator[Message]:
    play = rules.play
    match play.duty:
        case "screamer":
            yield Message(
                "Nobody plays a spade while he may play another suit, leading or discarding."
            )
        case "assassin":
            yield Message("Everybody plays a spade whenever he may.")
        case "secret_assassin":
            yield Message(
                "Who holds the ace of spades when play begins plays a spade whenever he may; "
                "the others play none while they may play another suit."
            )
    match play.choice_in_suit:
        case "lowest":
            yield Message("Of the suit that he plays, everybody plays the lowest card.")
        case "highest":
            yield Message("Of the suit that he plays, everybody plays the highest card.")
    if play.big_joker_draws:
        yield Message(
            "When the Big Joker is led, everybody who has spades plays the highest of them."
        )


def _looking_back(rules: Rules) -> Iterator[Message]:
    play = rules.play
    if play.take_back == "until_next_card":
        yield Message("A card may be taken back until another is played.")
    yield {
        "last_trick": Message("During play the last trick may be looked at."),
        "none": Message("During play no finished trick may be looked at."),
        "all": Message("During play all finished tricks may be looked at."),
    }[play.review]
    if not play.claims or play.choice_in_suit != "any":
        yield Message("Nobody may claim the remaining tricks.")
        return
    yield {
        ("leader", "claimant"): Message(
            "Who leads to a trick may claim all that remain, if he wins them whatever the "
            "others hold and play."
        ),
        ("leader", "cards"): Message(
            "Who leads to a trick may claim all that remain; it stands if nobody can win one "
            "with the cards as they lie."
        ),
        ("in_turn", "claimant"): Message(
            "Who has to play may claim all tricks that remain, this one among them, if sure to "
            "win them whatever the others hold and play."
        ),
        ("in_turn", "cards"): Message(
            "Who has to play may claim all tricks that remain, this one among them; it stands "
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
        "set": Message("After a wrong claim the contract of the side counts as failed."),
    }[play.false_claim]


def _clock(rules: Rules) -> Iterator[Message]:
    if rules.clock.turn_seconds:
        sentence = {
            "random_legal": T(
                "Each turn lasts at most {seconds} seconds; then a random legal card is played."
            ),
            "bot": T("Each turn lasts at most {seconds} seconds; then a bot decides."),
        }[rules.clock.on_timeout]
        yield Message(sentence, seconds=rules.clock.turn_seconds)
