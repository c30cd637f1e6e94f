"""The pairs in a tournament: each request to change them becomes events or is refused."""

from ..asking.requests import Asker
from ..messages.evening_messages import MOST_PAIRS, MOST_ROUNDS, EnterPair
from ..refusals import RefusedError, for_the_host
from ..table.events import PersonId
from ..table.seating import plain_name
from .evening import FEWEST, Evening
from .events import Entered, EveningEvent, Joined, Left, Scratched

Events = tuple[EveningEvent, ...]

MOST_CHANGES = 1_000
"""Events after which no one may enter a tournament, because every view reads all of them."""


def enter(evening: Evening, asker: Asker, asked: EnterPair) -> Events:
    """Return the events that add a pair with that name, or add the person to an existing pair.

    Raises:
        RefusedError: if the person may not enter.
    """
    _check_waiting(evening)
    if evening.version > MOST_CHANGES:
        raise RefusedError(
            "evening/too-many-changes",
            "too many players have joined and left this tournament; the host can start "
            "it, or create another one",
        )
    if asked.player is not None and evening.place_of(asker.person) is not None:
        raise RefusedError("evening/entered", "you already have a place; leave it first")
    if asked.pair is not None:
        _check_pair(evening, asked.pair, asked.name)
        return (_joined(evening, asker, asked, asked.pair),)
    entered = Entered(_new_name(evening, asked.name or ""))
    if asked.player is None:
        check_host(evening, asker.person)
        return (entered,)
    pair = len(evening.pairs)
    return entered, Joined(pair, 0, asker.person, plain_name(asked.player), asker.program)


def leave(evening: Evening, person: PersonId) -> Events:
    """Return the events when a person gives up their place; a bot has it from the next round.

    Before the first round, a pair is removed when its last player leaves.

    Raises:
        RefusedError: if they do not have a place, or the tournament is over.
    """
    found = evening.place_of(person)
    if found is None:
        raise RefusedError("evening/no-place", "you do not have a place in this tournament")
    if evening.status == "over":
        raise RefusedError("evening/over", "this tournament is over")
    pair, place = found
    others = [one for at, one in enumerate(evening.pairs[pair].players) if one and at != place]
    if evening.status == "waiting" and not others:
        return (Scratched(pair),)
    return (Left(pair, place),)


def strike_out(evening: Evening, person: PersonId, pair: int, name: str | None) -> Events:
    """Return the events when the host removes a pair; `name`, if given, must match it.

    Raises:
        RefusedError: if anyone else asks, the pair does not exist, or the tournament has begun.
    """
    check_host(evening, person)
    _check_waiting(evening)
    _check_pair(evening, pair, name)
    return (Scratched(pair),)


def check_host(evening: Evening, person: PersonId) -> None:
    """Refuse an action reserved for the host if anyone else asks for it.

    Raises:
        RefusedError: if the person is not the host.
    """
    if person != evening.made.host:
        raise for_the_host()


def check_beginning(evening: Evening) -> None:
    """Refuse to begin a tournament that cannot be played.

    Raises:
        RefusedError: if there are too few pairs, or too many for all of them to meet each other.
    """
    _check_waiting(evening)
    if len(evening.pairs) < FEWEST:
        raise RefusedError("evening/too-few", "a tournament needs at least two pairs")
    if evening.planned > MOST_ROUNDS:
        raise RefusedError(
            "evening/too-many-rounds",
            "a round robin would take {rounds} rounds; at most {most} are possible",
            rounds=evening.planned,
            most=MOST_ROUNDS,
        )


def _joined(evening: Evening, asker: Asker, asked: EnterPair, pair: int) -> Joined:
    players = evening.pairs[pair].players
    if None not in players:
        raise RefusedError("evening/taken", "this pair is complete")
    name = plain_name(asked.player or "")
    return Joined(pair, players.index(None), asker.person, name, asker.program)


def _new_name(evening: Evening, wanted: str) -> str:
    name = plain_name(wanted)
    if len(evening.pairs) >= MOST_PAIRS:
        raise RefusedError(
            "evening/full", "the tournament is full with {most} pairs", most=MOST_PAIRS
        )
    if any(pair.name.casefold() == name.casefold() for pair in evening.pairs):
        raise RefusedError("evening/name", "there is already a pair of this name")
    return name


def _check_waiting(evening: Evening) -> None:
    if evening.status != "waiting":
        raise RefusedError("evening/begun", "this tournament has started")


def _check_pair(evening: Evening, pair: int, name: str | None) -> None:
    """Refuse a number that no pair has, or that now belongs to a different pair than meant."""
    there = pair < len(evening.pairs)
    if not there or name not in {None, evening.pairs[pair].name}:
        raise RefusedError("evening/no-pair", "there is no such pair")
