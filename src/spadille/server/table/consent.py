"""Requests by one player that all others have to agree to.

A player may ask for a takeback, a new deal, a pause or the end of the game. The game is paused
while a request is open, and no one waits long for an answer. Bots agree to everything that people
want.
"""

from ...game import Seat
from ..errors import RefusedError
from .apply import after
from .events import Assented, Declined, Granted, PauseEnded, Proposed, Wish
from .model import Table
from .presence import ABSENCE, Presence
from .seats import Person

LAPSES_AFTER = 30.0
"""Seconds within which everyone has to answer."""

MOST_WISHES = 3
"""The most requests that one seat may make to the others in one deal."""

MOST_ALONE = 60
"""The same if there are only bots to ask: enough to go back again and again."""


def possible(table: Table, seat: Seat | None) -> tuple[Wish, ...]:
    """Return the requests that a seat may make now."""
    if seat is None or table.status != "playing" or table.frozen:
        return ()
    made, seats = table.made, table.seats
    if made.format in {"solo", "pairs"} or (seats.people and seat in seats.programs):
        return ()
    if not _may_wish(table, seat):
        return ()
    dealt = made.undo and not table.between_rounds and table.takebacks.dealt is not None
    undo: tuple[Wish, ...] = ("undo",) if dealt and table.last_decisions[seat] is not None else ()
    misdeal: tuple[Wish, ...] = ("misdeal",) if dealt else ()
    stop: tuple[Wish, ...] = () if made.seeds else ("stop",)
    return (*undo, *misdeal, "pause", *stop)


def _may_wish(table: Table, seat: Seat) -> bool:
    """Return True if a seat has not yet made too many requests in this deal."""
    occupant, used = table.seats[seat], table.votes.wishes[seat]
    alone = isinstance(occupant, Person) and table.alone(occupant.id)
    return used < (MOST_ALONE if alone else MOST_WISHES)


def awaited_answers(table: Table, presence: Presence) -> tuple[Seat, ...]:
    """Return the people who still have to agree: those who are or just were connected."""
    question = table.votes.question
    if question is None:
        return ()
    return tuple(
        seat
        for seat, one in table.seats.voting.items()
        if seat not in {question.seat, *question.yes}
        and (one.id in presence.present or presence.away.get(one.id, 0.0) < ABSENCE)
    )


def propose(
    table: Table, seat: Seat, wish: Wish, presence: Presence
) -> tuple[Proposed | Granted, ...]:
    """Return the events when a seat asks for something.

    Raise RefusedError if it cannot be asked for now.
    """
    check_question(table)
    if wish not in possible(table, seat):
        if table.status == "playing" and not _may_wish(table, seat):
            raise RefusedError(
                "consent/too-many", "you have reached the limit of requests in this deal"
            )
        raise RefusedError("consent/not-now", "this request is not possible now")
    asked = Proposed(seat, wish)
    if awaited_answers(after(table, asked), presence):
        return (asked,)
    return (asked, Granted(presence.now))


def check_question(table: Table) -> None:
    """Refuse an action that has to wait for the answers to an open request.

    Raise RefusedError if a request is open.
    """
    if table.votes.question is not None:
        raise RefusedError("consent/open", "answer the open request first")


def respond(
    table: Table, seat: Seat, presence: Presence, *, yes: bool
) -> tuple[Assented | Declined | Granted, ...]:
    """Return the events when a player answers the open request, or its asker withdraws it.

    Raise RefusedError if no request is open, or a bot answers for people.
    """
    question = table.votes.question
    if question is None:
        raise RefusedError("consent/none", "there is no open request")
    _check_say(table, seat)
    if not yes:
        return (Declined(seat),)
    if seat == question.seat or seat in question.yes:
        return ()
    assent = Assented(seat)
    left = awaited_answers(after(table, assent), presence)
    return (assent,) if left else (assent, Granted(presence.now))


def all_agree(table: Table) -> bool:
    """Return True if everyone who was asked has agreed or left, so that no answer is awaited.

    A person who is only disconnected may be back in a moment.
    """
    everybody = Presence(frozenset(table.persons))
    return table.votes.question is not None and not awaited_answers(table, everybody)


def go_on(table: Table, seat: Seat, now: float) -> tuple[PauseEnded, ...]:
    """Return the event when a seated player ends a pause.

    Raise RefusedError if the game is not paused, or a bot decides for people.
    """
    if table.clock.paused is None:
        raise RefusedError("consent/not-paused", "the game is not paused")
    _check_say(table, seat)
    return (PauseEnded(seat, now),)


def is_left_alone(table: Table) -> bool:
    """Return True if all people have left during a pause; where only bots play, they end it.

    A person who comes later has no seat before the next deal, and could not end the pause.
    """
    return bool(table.leavers) and not table.seats.people


def left_alone(table: Table, now: float) -> PauseEnded:
    """Return the event that ends the pause of people who have left."""
    return PauseEnded(table.leavers[-1].seat, now)


def _check_say(table: Table, seat: Seat) -> None:
    if table.people and seat in table.seats.programs:
        raise RefusedError("consent/program", "the players at the table decide that")
