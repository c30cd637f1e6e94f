"""The words in pictures: seats and sides by name, bids, scores, and where a game is."""

from collections.abc import Sequence

from ..game import Bid, Message, Rules, Seat, Standing
from ..locale import translate
from .drawing import named

LONGEST_NAME = 60
"""The most characters of a name that are looked at; few of them fit into a picture."""


def seat_name(seat: Seat, names: Sequence[str], lang: str) -> str:
    """Return the name of the player in a seat, or the seat in words."""
    if seat < len(names) and (name := names[seat][:LONGEST_NAME].strip()):
        return named(name)
    return translate(Message("{seat}", seat=seat), lang)


def side_name(rules: Rules, side: int, names: Sequence[str], lang: str) -> str:
    """Return the name that the rules give a side, or else its players."""
    if rules.table.side_names and rules.table.side_names[side]:
        return translate(rules.table.spoken_side_names[side], lang)
    return "/".join(seat_name(seat, names, lang) for seat in rules.sides[side])


def bid_words(bid: Bid, lang: str) -> str:
    """Return a bid: a number, nil, or a blind one of them."""
    if bid.nil:
        return translate(Message("blind nil") if bid.blind else Message("nil"), lang)
    said = Message("blind {tricks}", tricks=bid.tricks) if bid.blind else str(bid.tricks)
    return translate(said, lang) + (f" {bid.mo}" if bid.mo else "")


def place_words(round: int, trick: int, phase: str, lang: str) -> str:
    """Return the point in a game: the round with the trick, the bidding, or neither."""
    if trick:
        return translate(Message("Round {round}, trick {trick}", round=round, trick=trick), lang)
    if phase == "bidding":
        return translate(Message("Round {round}, bidding", round=round), lang)
    return translate(Message("Round {number}", number=round), lang)


def standing_words(standing: Standing, lang: str) -> str:
    """Return the score of a side, with its bags if they count."""
    score = translate(Message("{score}", score=standing.score), lang)
    if not standing.bags:
        return score
    bags = translate(Message.counted("one bag", "{n} bags", standing.bags), lang)
    return f"{score}, {bags}"
