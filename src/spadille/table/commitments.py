"""The seed for a table's next cards: committed before the deal, with the players' salts.

The seed is stored before its commitment is shown, and opened when the round is over. If a round is
broken off, its seed is never shown.
"""

import secrets
from collections.abc import Callable, Iterable
from hashlib import sha256

from msgspec import Struct

from ..game import (
    Cut,
    Event,
    Game,
    Salt,
    Seal,
    Seat,
    Shuffle,
    Shuffled,
    seal_of,
    shuffle_seed,
    shuffler,
)
from .errors import RefusedError
from .events import PersonId

Seeds = Callable[[], str]
"""Return a new seed for each round."""


def secret_seed() -> str:
    """Return a seed that no one can predict."""
    return secrets.token_hex(32)


def bots_seed(seed: str) -> str:
    """Return a seed with which bots decide the same way at every table with these cards."""
    return sha256(f"bots/{seed}".encode()).hexdigest()


class Sealing(Struct, frozen=True):
    """A seed for cards that have not been dealt yet, and the salts that people have added."""

    seed: str
    salts: tuple[tuple[PersonId, str], ...] = ()

    @property
    def seal(self) -> str:
        """Return the commitment to the seed, which may be shown before the deal."""
        return seal_of(self.seed)

    def salt_of(self, person: PersonId) -> str | None:
        """Return the salt of a person, or None if they have not added one."""
        return dict(self.salts).get(person)

    def with_salt(self, person: PersonId, salt: str) -> "Sealing":
        """Return a copy with another salt after the existing ones."""
        return Sealing(self.seed, (*self.salts, (person, salt)))

    def used(self, at: int, seat_of: Callable[[PersonId], Seat | None]) -> Seal:
        """Return the commitment for a round that begins at that event in the game."""
        salts = tuple(Salt(seat_of(person), salt) for person, salt in self.salts)
        return Seal(at, self.seal, salts, self.seed)


def shuffle_under(seal: Seal, game: Game) -> Shuffle:
    """Return the next shuffle in a round under its commitment."""
    assert seal.seed is not None
    drawn = sum(isinstance(event.action, Shuffled) for event in game.events[seal.at :])
    return shuffler(shuffle_seed(seal.seed, (salt.value for salt in seal.salts), drawn))


class SaltInfo(Struct, frozen=True):
    """A player's client seed; `seat` is None if the player no longer had a seat."""

    seat: Seat | None
    salt: str


class OpenedDeal(Struct, frozen=True):
    """The origin of the cards in a finished round, with all the data needed to verify them.

    `outcomes` are the shuffled cards and the cuts, in order. `dealer` dealt the final time: if the
    deal passes on at a redeal (D14), other players dealt before that.
    """

    round: int
    dealer: Seat
    seal: str
    seed: str
    salts: tuple[SaltInfo, ...]
    outcomes: tuple[Shuffled | Cut, ...]


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


def secret() -> RefusedError:
    """Return the refusal to show the seed of a round that is not over."""
    return RefusedError("seal/secret", "the seed of a round is revealed when the round is over")
