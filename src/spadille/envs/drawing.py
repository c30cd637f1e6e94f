"""Draw a table with all its cards, as text or as a picture."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Literal

from msgspec import Struct, structs

from ..game import Bid, BySeat, Card, Game, Hand, Round, Rules, Seat, Standing, clockwise
from ..svg import table, to_array

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Mode = Literal["ansi", "human", "rgb_array"]
"""The modes of `render`: return the text, print it, or return pixels."""


class Picture(Struct, frozen=True):
    """The parts of a round to draw: the hands, the trick from its leader on, and scores by side."""

    rules: Rules
    number: int
    phase: str
    dealer: Seat
    to_act: Seat | None
    hands: BySeat[Hand]
    bids: BySeat[Bid | None]
    won: BySeat[int]
    chosen: Hand
    leader: Seat
    trick: tuple[Card, ...]
    scores: tuple[int, ...]


def picture_of(game: Game, chosen: Hand) -> Picture | None:
    """Return the picture of a game, or None before the first deal; `chosen` is a partial choice."""
    round = game.round
    if round is None:
        return None
    return Picture(
        rules=game.rules,
        number=round.number,
        phase=game.phase,
        dealer=round.dealer,
        to_act=game.to_act,
        hands=round.hands,
        bids=round.bids,
        won=round.won,
        chosen=chosen,
        leader=round.leader,
        trick=round.trick,
        scores=tuple(standing.score for standing in game.standings),
    )


def draw(picture: Picture | None) -> str:
    """Return the round as text: hands with bids and tricks, the current trick, and the scores."""
    return "\n".join(_lines(picture)) if picture else "before the first deal"


def pixels(picture: Picture | None) -> "NDArray[np.uint8]":
    """Return the table as an array of shape (height, width, 3); gray before the first deal.

    Raises:
        ImportError: without the extra `png`; says what to install.
    """
    if picture is None:
        return to_array(_NOTHING)
    rules = picture.rules
    standings = tuple(Standing(score) for score in picture.scores)
    begun = Round.begin(rules, picture.number, picture.dealer, standings, picture.phase)
    round = structs.replace(
        begun,
        hands=picture.hands,
        bids=picture.bids,
        won=picture.won,
        leader=picture.leader,
        trick=picture.trick,
    )
    return to_array(table(round))


def render(picture: Picture | None, mode: str | None) -> Any:
    """Return the table with all cards as text, print it, or return pixels, as `mode` says."""
    if mode == "rgb_array":
        return pixels(picture)
    text = draw(picture)
    if mode != "human":
        return text
    print(text)  # noqa: T201 - this is what the mode is for
    return None


_NOTHING = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="600">'
    '<rect width="900" height="600" fill="#888888"/></svg>'
)


def _lines(seen: Picture) -> Iterator[str]:
    yield f"round {seen.number}, {seen.phase}, dealer {seen.dealer.letter}"
    for seat in seen.rules.seats:
        mark = ">" if seat == seen.to_act else " "
        bid = seen.bids[seat]
        said = "-" if bid is None else str(bid)
        yield f"{mark}{seat.letter} {said:>9} {seen.won[seat]:>2}  {_text(seen.hands[seat])}"
    if seen.chosen:
        yield f"chosen: {_text(seen.chosen)}"
    if seen.trick:
        seats = clockwise(seen.leader, seen.rules.players)
        played = zip(seats, seen.trick, strict=False)
        yield f"trick: {' '.join(f'{seat.letter}:{card}' for seat, card in played)}"
    yield "scores: " + ", ".join(
        f"{''.join(seat.letter for seat in side)} {score}"
        for side, score in zip(seen.rules.sides, seen.scores, strict=True)
    )


def _text(cards: tuple[Card, ...]) -> str:
    return " ".join(map(str, cards))
