"""A table with all its cards as text."""

from collections.abc import Iterator

from ..game import Card, Game, Seat
from .episode import Episode


def draw(episode: Episode) -> str:
    """The round, every hand with its bid and tricks, the trick on the table, and the scores."""
    return "\n".join(_lines(episode))


def _lines(episode: Episode) -> Iterator[str]:
    game = episode.game
    round = game.round
    if round is None:
        yield "before the first deal"
        return
    yield f"round {round.number}, {game.phase}, dealer {round.dealer.letter}"
    for seat in episode.rules.seats:
        mark = ">" if seat == episode.to_act else " "
        bid = round.bids[seat]
        said = "-" if bid is None else str(bid)
        yield f"{mark}{seat.letter} {said:>9} {round.won[seat]:>2}  {_text(round.hands[seat])}"
    if episode.chosen:
        yield f"chosen: {_text(episode.chosen)}"
    if round.trick:
        yield f"trick: {' '.join(_trick(game))}"
    yield "scores: " + ", ".join(
        f"{''.join(seat.letter for seat in side)} {standing.score}"
        for side, standing in zip(episode.rules.sides, game.standings, strict=True)
    )


def _text(cards: tuple[Card, ...]) -> str:
    return " ".join(map(str, cards))


def _trick(game: Game) -> Iterator[str]:
    assert game.round is not None
    for at, card in enumerate(game.round.trick):
        seat = Seat((game.round.leader + at) % game.rules.players)
        yield f"{seat.letter}:{card}"
