"""The lines of a record with the commitment for chance in the round that follows.

```text
seal e04498886dabc4b09db9880690b45f42a009921c7379053270b5e5e8e2886f88
salt S 3f7a0c5514e1d2b98c6f00a1b2c3d4e5
seed 0000000000000000000000000000000000000000000000000000000000000000
```
"""

from msgspec import structs

from ..game import SALT, SEED, ParseError, Salt, Seal
from .cards import parse_seat

_WORDS = {"seal", "salt", "seed"}
NOBODY = "-"


def is_seal_line(line: str) -> bool:
    """Return True if the first word is `seal`, `salt` or `seed`."""
    return line.partition(" ")[0] in _WORDS


def format_seal(seal: Seal) -> list[str]:
    """Return the lines of a seal, which precede the events that it covers."""
    lines = [f"seal {seal.seal}"]
    lines += [
        f"salt {NOBODY if salt.seat is None else salt.seat.letter} {salt.value}"
        for salt in seal.salts
    ]
    return lines if seal.seed is None else [*lines, f"seed {seal.seed}"]


def add_seal_line(seals: list[Seal], line: str, at: int, place: str) -> None:
    """Add what a line says: a new seal starting at event number `at`, or more about the last one.

    Raises:
        ParseError: when it is not such a line, or other lines came in between.
    """
    word, _, rest = line.partition(" ")
    last = seals[-1] if seals and seals[-1].at == at else None
    if word == "seal" and last is None and SEED.fullmatch(rest):
        seals.append(Seal(at, rest))
        return
    if last is None or last.seed is not None:
        raise _bad(place)
    if word == "seed" and SEED.fullmatch(rest):
        seals[-1] = structs.replace(last, seed=rest)
        return
    seat, _, value = rest.partition(" ")
    if word != "salt" or not SALT.fullmatch(value):
        raise _bad(place)
    who = None if seat == NOBODY else parse_seat(seat, place)
    seals[-1] = structs.replace(last, salts=(*last.salts, Salt(who, value)))


def _bad(place: str) -> ParseError:
    return ParseError(
        "record/bad-seal",
        "write a commitment as 64 digits from 0 to f, then salts such as {salt}, then its seed",
        place,
        salt="salt S 3f7a0c5514e1d2b98c6f00a1b2c3d4e5",
    )
