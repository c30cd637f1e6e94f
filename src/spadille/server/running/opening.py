"""What the cards of finished rounds came from, for those who check them."""

from ...game import Cut, Shuffled
from ..messages.http_messages import OpenedDeal, SaltInfo
from ..refusals import RefusedError
from ..table.table import Table


def opened_deal(table: Table, number: int) -> OpenedDeal:
    """The seed and the cards of the round of that number in the present game.

    Raises:
        RefusedError: when that round is not over, or was dealt before there were seals.
    """
    game = table.game
    if game is None or game.round is None:
        raise _secret()
    # Once a table seals its cards it seals those of every round.
    index = len(table.seals) - 1 - (game.round.number - number)
    if not 0 <= index < len(table.seals) or table.seals[index] == table.seal:
        raise _secret()
    seal = table.seals[index]
    end = table.seals[index + 1].at if index + 1 < len(table.seals) else None
    assert seal.seed is not None
    return OpenedDeal(
        number,
        game.results[number - 1].dealer,
        seal.seal,
        seal.seed,
        tuple(SaltInfo(salt.seat, salt.value) for salt in seal.salts),
        tuple(
            event.action
            for event in game.events[seal.at : end]
            if isinstance(event.action, Shuffled | Cut)
        ),
    )


def _secret() -> RefusedError:
    return RefusedError("seal/secret", "the seed of a round is opened when the round is over")
