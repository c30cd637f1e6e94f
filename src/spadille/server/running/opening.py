"""What the cards of finished rounds came from, for those who check them."""

from collections.abc import Iterable

from ...game import Cut, Event, Seal, Seat, Shuffled
from ..messages.http_messages import OpenedDeal, SaltInfo
from ..messages.protocol import SealInfo
from ..refusals import RefusedError
from ..table.table import Table


def opened_deal(table: Table, number: int) -> OpenedDeal:
    """Return the seed and the cards of the round of that number in the present game.

    Raises:
        RefusedError: when that round is not over, or was dealt before there were seals.
    """
    game = table.game
    if game is None or game.round is None:
        raise secret()
    # Once a table seals its cards it seals those of every round.
    index = len(table.seals) - 1 - (game.round.number - number)
    if not 0 <= index < len(table.seals) or table.seals[index] == table.seal:
        raise secret()
    seal = table.seals[index]
    end = table.seals[index + 1].at if index + 1 < len(table.seals) else None
    return deal_under(seal, number, game.results[number - 1].dealer, game.events[seal.at : end])


def deal_under(seal: Seal, number: int, dealer: Seat, events: Iterable[Event]) -> OpenedDeal:
    """Return what the cards came from of a round that took this course under an opened seal."""
    assert seal.seed is not None
    return OpenedDeal(
        number,
        dealer,
        seal.seal,
        seal.seed,
        tuple(SaltInfo(salt.seat, salt.value) for salt in seal.salts),
        tuple(event.action for event in events if isinstance(event.action, Shuffled | Cut)),
    )


def seal_in_use(seal: Seal) -> SealInfo:
    """Return what is shown of a seal while its cards are on the table."""
    salted = sorted(salt.seat for salt in seal.salts if salt.seat is not None)
    return SealInfo(seal.seal, open=False, salted=tuple(salted))


def secret() -> RefusedError:
    return RefusedError("seal/secret", "the seed of a round is revealed when the round is over")
