"""How games, rounds and views print: in notation, with a line for each seat."""

from collections.abc import Iterable, Iterator

from .actions import Bid
from .cards import Hand, format_hand
from .scoring import Standing
from .seats import BySeat, Seat


def heading(round: int, phase: str, to_act: Seat | None, standings: Iterable[Standing]) -> str:
    """Return a line that says how far a game has progressed."""
    turn = [] if to_act is None else [f"{to_act.letter} to act"]
    scores = " ".join(str(standing.score) for standing in standings)
    return ", ".join([f"round {round}", phase, *turn, f"scores {scores}"])


def seat_lines(
    bids: BySeat[Bid | None], won: BySeat[int], hands: Iterable[Hand | int]
) -> Iterator[str]:
    """Return a line for each seat: the bid, the tricks won, and the cards or their number."""
    written = ["-" if bid is None else str(bid) for bid in bids]
    width = max(map(len, written))
    for seat, (bid, tricks, hand) in enumerate(zip(written, won, hands, strict=True)):
        cards = f"{hand} cards" if isinstance(hand, int) else format_hand(hand)
        yield f"{Seat(seat).letter} {bid:>{width}} {tricks:>2}  {cards}"


def trick_line(leader: Seat, cards: Iterable[object]) -> str:
    """Return the cards on the table, as written in a record."""
    return f"{leader.letter}: {' '.join(map(str, cards))}"
