"""The seeds for the cards in finished rounds, for people who want to check them."""

from collections.abc import Iterable

from ...game import Cut, Event, Seal, Seat, Shuffled
from ..messages.http_messages import OpenedDeal, SaltInfo
from ..messages.protocol import SealInfo
from ..refusals import RefusedError
from ..table.table import Table


def opened_deal(table: Table, number: int) -> OpenedDeal:
    """Return the seed and the cards for the numbered round of the current game.

    Raises:
        RefusedError: if that round is not over, or was dealt before commitments existed.
    """
    game = table.game
    if game is None or game.round is None:
        raise secret()
    # Once a table commits to its cards, it does so for every round.
    index = len(table.seals) - 1 - (game.round.number - number)
    if not 0 <= index < len(table.seals) or table.seals[index] == table.seal:
        raise secret()
    seal = table.seals[index]
    end = table.seals[index + 1].at if index + 1 < len(table.seals) else None
    return deal_under(seal, number, game.results[number - 1].dealer, game.events[seal.at : end])


def deal_under(seal: Seal, number: int, dealer: Seat, events: Iterable[Event]) -> OpenedDeal:
    """Return the seed and cards for a round with these events, under an opened commitment."""
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
    """Return the part of a commitment that is shown while its cards are on the table."""
    salted = sorted(salt.seat for salt in seal.salts if salt.seat is not None)
    return SealInfo(seal.seal, open=False, salted=tuple(salted))


def secret() -> RefusedError:
    """Return the refusal to show the seed of a round that is not over."""
    return RefusedError("seal/secret", "the seed of a round is revealed when the round is over")
