"""The rules in words: a rule sheet whose every sentence follows from an option."""

from collections.abc import Iterator

from msgspec import Struct

from ..game import Message, Rules, T


class Section(Struct, frozen=True):
    """A heading and the sentences under it."""

    heading: Message
    sentences: tuple[Message, ...]


def rule_sheet(rules: Rules) -> tuple[Section, ...]:
    """The rules as sections to read and to print."""
    parts = (
        (T("Table and cards"), _table(rules)),
        (T("Bidding"), _bidding(rules)),
        (T("Nil"), _nil(rules)),
        (T("Play"), _play(rules)),
        (T("Scoring"), _scoring(rules)),
        (T("End of the game"), _end(rules)),
    )
    return tuple(Section(Message(heading), tuple(sentences)) for heading, sentences in parts)


def _table(rules: Rules) -> Iterator[Message]:
    if rules.table.teams == "pairs":
        yield Message(
            T("{players} players in pairs; partners sit opposite each other."),
            players=rules.players,
        )
    else:
        yield Message(T("{players} players, everybody plays for himself."), players=rules.players)
    if rules.table.side_names:
        yield Message(T("The sides are called {names}."), names=", ".join(rules.table.side_names))
    yield Message(T("52 cards; the ace is high, the deuce is low; spades are trump."))
    if rules.drafted:
        yield Message(
            T(
                "There is no deal. In turn, each draws a card and either keeps it and discards the "
                "next one unseen, or discards it and must keep the next one, until both hold "
                "{size} cards. The discards are out of play."
            ),
            size=rules.hand_size,
        )
        yield Message(T("Who draws second bids and leads first; next round it is the other way."))
    else:
        yield Message(
            T("All cards are dealt one at a time, clockwise; {size} for each player."),
            size=rules.hand_size,
        )
    yield {
        "random": Message(T("The first dealer is found by lot, then the deal goes to the left.")),
        "high_card": Message(
            T("Each draws a card for the first deal, the highest deals; then it goes to the left.")
        ),
        "first_spade": Message(
            T("Cards are turned up in turn, the first spade deals; then it goes to the left.")
        ),
    }[rules.deal.first_dealer]


def _bidding(rules: Rules) -> Iterator[Message]:
    yield Message(T("Each player bids once, beginning to the left of the dealer."))
    yield Message(T("A bid is a number of tricks from 1 to {size}."), size=rules.hand_size)
    if rules.table.teams == "pairs":
        yield Message(T("The bids of partners are added; the sum is the contract of the side."))


def _nil(rules: Rules) -> Iterator[Message]:
    nil, scoring = rules.nil, rules.scoring
    if not nil.allowed:
        yield Message(T("There is no nil."))
        return
    yield Message(
        T("Nil, a bid of no tricks, wins {value} points if it is made, and else loses as many."),
        value=scoring.nil_value,
    )
    if not nil.blind:
        yield Message(T("Nil may not be bid blind."))
    else:
        yield Message(
            T("Blind nil, bid before looking at the cards, wins or loses {value} points."),
            value=scoring.blind_nil_value,
        )
        if rules.drafted:
            yield Message(T("It is bid before the own first card is drawn."))
        if nil.blind_deficit:
            yield Message(
                T("Only a side at least {deficit} points behind may bid blind nil."),
                deficit=nil.blind_deficit,
            )
        if nil.blind_per_side == 1 and rules.table.teams == "pairs":
            yield Message(T("Only one partner of a side may bid blind nil."))
    yield from _exchange(rules)
    if rules.table.teams == "pairs":
        yield {
            "bags": Message(
                T("Tricks of a failed nil do not help the partner; they are bags of the side.")
            ),
            "help_partner": Message(
                T("Tricks of a failed nil count towards the contract of the partner.")
            ),
            "ignored": Message(T("Tricks of a failed nil count for nothing.")),
        }[scoring.failed_nil_tricks]


def _exchange(rules: Rules) -> Iterator[Message]:
    exchange = rules.exchange
    if exchange.nil_cards:
        yield Message.counted(
            "After a nil bid the bidder may give one card to the partner, who returns one.",
            "After a nil bid the bidder may give {n} cards to the partner, who returns {n}.",
            exchange.nil_cards,
        )
    if exchange.blind_nil_cards:
        yield Message.counted(
            "After a blind nil the bidder may give one card to the partner, who returns one.",
            "After a blind nil the bidder may give {n} cards to the partner, who returns {n}.",
            exchange.blind_nil_cards,
        )
    if exchange.swap_cards:
        yield Message.counted(
            "After the draft a blind nil bidder may replace one card by a random discard.",
            "After the draft a blind nil bidder may replace up to {n} cards by random discards.",
            exchange.swap_cards,
        )


def _play(rules: Rules) -> Iterator[Message]:
    yield Message(T("The player to the left of the dealer leads to the first trick."))
    yield Message(
        T(
            "Follow suit if you can; otherwise play any card. The highest spade wins the trick, "
            "without a spade the highest card of the suit led. The winner leads next."
        )
    )
    yield {
        "broken": Message(
            T(
                "A spade may be led only when a spade has been played before, or from a hand "
                "of nothing but spades."
            )
        ),
        "any": Message(T("A spade may be led at any time.")),
        "never": Message(T("A spade may be led only from a hand of nothing but spades.")),
    }[rules.play.lead_spades]
    if rules.clock.turn_seconds:
        sentence = {
            "random_legal": T(
                "Each turn lasts at most {seconds} seconds; then a random legal card is played."
            ),
            "bot": T("Each turn lasts at most {seconds} seconds; then a bot decides."),
        }[rules.clock.on_timeout]
        yield Message(sentence, seconds=rules.clock.turn_seconds)


def _scoring(rules: Rules) -> Iterator[Message]:
    scoring = rules.scoring
    yield Message(
        T(
            "A contract that is made scores {value} points for each trick bid; one that is "
            "missed loses as many."
        ),
        value=scoring.trick_value,
    )
    yield Message.counted(
        "Each trick above the contract is a bag and scores one point.",
        "Each trick above the contract is a bag and scores {n} points.",
        scoring.bag_points,
    )
    if scoring.bag_limit:
        yield Message.counted(
            "Each bag costs {penalty} points.",
            "Whenever a side has {n} bags, it loses {penalty} points; further bags are kept.",
            scoring.bag_limit,
            penalty=scoring.bag_penalty,
        )
    else:
        yield Message(T("There is no penalty for bags."))


def _end(rules: Rules) -> Iterator[Message]:
    yield Message(T("The game ends when a side has {target} points."), target=rules.end.target)
    if rules.floor is not None:
        yield Message(T("It also ends when a side has {floor} points or fewer."), floor=rules.floor)
    if rules.end.max_rounds:
        yield Message.counted(
            "It ends after one round.",
            "It ends after {n} rounds at the latest.",
            rules.end.max_rounds,
        )
    yield Message(T("The higher score wins; a tie is decided by another round."))
