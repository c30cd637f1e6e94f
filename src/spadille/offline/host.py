"""A table on this device: one person against bots, with the messages of a server's table."""

import logging
import secrets
from collections.abc import Callable
from typing import NamedTuple

import msgspec

from ..bots import Level, load_level
from ..game import PlayerAction, SeatView, SpadesError
from ..locale import Lang
from ..table import snapshot
from ..table.apply import Transition, loaded
from ..table.automatic import carried_out, level_to_act, moved
from ..table.chat import Said, line_of, line_said, text_of
from ..table.commands import Asker, Moment, answer, back, make
from ..table.commitments import Seeds, secret_seed
from ..table.errors import RefusedError
from ..table.events import PersonId, read_event
from ..table.finished import KeptGame, finished_game
from ..table.hints import advice_of, ask_coach, check_hint
from ..table.ids import new_device_id
from ..table.permissions import check_request
from ..table.protocol import (
    Browse,
    ClientMessage,
    Hello,
    InRoom,
    Pace,
    Ping,
    Pong,
    Talk,
    check_version,
    no_hello,
    read_body,
    read_request,
    write,
    write_refusal,
)
from ..table.requests import Act, Chat, Hint, Leave, NewTable, Resync, Speak, TableRequest
from ..table.seats import plain_name
from ..table.timers import PACE, Due, Times, due, pace_at, time_left

log = logging.getLogger(__name__)

ME: PersonId = "me"
"""The one person on this device."""

LEVELS = ("random", "beginner", "intermediate")
"""The levels that decide without compiled code."""

STRONGEST: Level = "intermediate"

MOST_LINES = 50
"""The most lines of the chat that a page is shown again."""

Think = Callable[[str, SeatView], PlayerAction]
"""Decide as a bot of that level."""


def think(level: str, view: SeatView) -> PlayerAction:
    """Return the decision of a bot with an unpredictable seed."""
    return load_level(level, seed=secrets.randbits(64)).act(view)


def needs_server() -> RefusedError:
    """Return the refusal of what this device cannot do alone."""
    return RefusedError("offline/needs-server", "this needs a connection to a server")


class Page(NamedTuple):
    """The contents of the hello of a page."""

    asker: Asker
    lang: Lang = "en"
    pace: Pace = "normal"
    updates: bool = False
    joining: bool = False


class OfflineTable:
    """A table for one person; each method takes the time, in seconds since 1970.

    The messages that a method returns may be shown only after the events in `stored` are saved.
    The clock stops until a page has said hello.
    """

    def __init__(
        self,
        transition: Transition,
        now: float,
        *,
        seeds: Seeds = secret_seed,
        think: Think = think,
    ) -> None:
        """Take a table and its events that are not stored yet."""
        self.table = transition.table
        self._seeds = seeds
        self._think = think
        self._unsaved = list(transition.events)
        self._now = now
        self._times = Times(now, now, now, {}, now, now, now).beginning(self.table, now, now)
        self._page: Page | None = None
        self._told = snapshot.ClientSnapshot()
        self._memo = snapshot.Memo()
        self._labels: dict[Lang, snapshot.Labels] = {}
        self._said: list[Said] = []
        self._lines = 0
        self._out: list[str] = []
        self.finished: KeptGame | None = finished_game(self.table)
        """The game at the table, once it has come to its end."""

    @classmethod
    def made(
        cls, body: str, now: float, *, seeds: Seeds = secret_seed, think: Think = think
    ) -> "OfflineTable":
        """Return a new table for a `NewTable` body; raise SpadesError if it is not possible."""
        new = read_body(NewTable, body.encode())
        if new.invite or new.level not in LEVELS:
            raise needs_server()
        asker = Asker(ME, plain_name(new.name))
        return cls(make(new_device_id(), new, asker, seeds, now), now, seeds=seeds, think=think)

    @classmethod
    def resumed(
        cls,
        id: str,
        events: list[str],
        now: float,
        *,
        seeds: Seeds = secret_seed,
        think: Think = think,
    ) -> "OfflineTable":
        """Return the table with these stored events; raise SpadesError if they do not fit."""
        try:
            table = loaded(id, map(read_event, events))
        except (SpadesError, msgspec.DecodeError, AssertionError, LookupError, ValueError):
            log.exception("the stored events of table %s cannot be read", id)
            raise RefusedError("table/damaged", "this table is damaged on this device") from None
        return cls(Transition(table), now, seeds=seeds, think=think)

    @property
    def id(self) -> str:
        """The table's id, which begins with "0"."""
        return self.table.id

    def receive(self, text: str, now: float) -> list[str]:
        """Handle a message from the page, and return the messages for it."""
        self._now = max(self._now, now)
        try:
            self._handle(read_request(text))
        except SpadesError as refusal:
            self._out.append(write_refusal(refusal, self.lang, self.table.names))
        return self._taken()

    def advance(self, now: float) -> list[str]:
        """Do the one thing that is due, if any, and return the messages for the page."""
        self._now = max(self._now, now)
        upcoming = self._due()
        if upcoming is not None and upcoming.at <= self._now:
            if upcoming.what in {"bot", "timeout"}:
                self._commit(moved(self.table, self._decision(), upcoming, self._moment()))
            else:
                self._commit(carried_out(self.table, upcoming, self._moment()))
        return self._taken()

    def next_in(self, now: float) -> float | None:
        """Return the seconds until `advance` has something to do, or None."""
        upcoming = self._due()
        return None if upcoming is None else max(0.0, upcoming.at - max(self._now, now))

    def stored(self) -> list[str]:
        """Return the new events, which have to be saved before the messages are shown."""
        texts = [msgspec.json.encode(event).decode() for event in self._unsaved]
        self._unsaved.clear()
        return texts

    @property
    def lang(self) -> Lang:
        """The language of the page."""
        return "en" if self._page is None else self._page.lang

    @property
    def _present(self) -> frozenset[PersonId]:
        return frozenset() if self._page is None else frozenset({ME})

    def _taken(self) -> list[str]:
        out, self._out = self._out, []
        return out

    def _due(self) -> Due | None:
        if self._page is None:
            return None
        pace = PACE * pace_at(self.table, self._page.pace)
        return due(self.table, self._present, self._times, pace)

    def _moment(self) -> Moment:
        presence = self._times.presence(self.table, self._present, self._now, self._now)
        return Moment(presence, self._seeds, self._now - self._times.turn)

    def _handle(self, request: ClientMessage) -> None:
        match request:
            case Ping():
                self._out.append(write(Pong(), self.lang))
            case Browse():
                raise needs_server()
            case Hello():
                self._greet(request)
            case _ if self._page is None:
                raise no_hello()
            case _:
                self._ask(self._page, request)

    def _greet(self, hello: Hello) -> None:
        check_version(hello.version)
        if hello.table != self.id:
            raise RefusedError("table/other", "you are at another table")
        asker = Asker(ME, plain_name(hello.name))
        self._page = Page(asker, hello.lang, hello.pace, hello.updates, hello.joining)
        self._told = snapshot.ClientSnapshot()
        if self._said:
            lines = tuple(line_of(said, hello.lang) for said in self._said)
            self._out.append(write(Talk(lines, anew=True), hello.lang))
        if not self._return():
            self._show(self._page)

    def _return(self) -> bool:
        """Let the person play again; return True if a bot played for them."""
        returned = back(self.table, ME)
        if returned:
            self._commit(Transition(self.table).then(*returned))
        return bool(returned)

    def _ask(self, page: Page, request: TableRequest) -> None:
        check_request(self.table, request)
        match request:
            case Leave():
                return
            case Hint():
                self._advise(page)
                return
            case Speak() | Chat():
                self._say(page, request)
                return
            case Resync():
                self._told = snapshot.ClientSnapshot()
            case Act():
                self._return()
        transition = answer(self.table, page.asker, request, self._moment())
        if transition.events:
            self._commit(transition)
        else:
            self._show(page)

    def _commit(self, transition: Transition) -> None:
        before, self.table = self.table, transition.table
        self._unsaved += transition.events
        now, present = self._now, self._present
        self._times = self._times.after(before, self.table, present, now, now)
        if self.table.finished_id != before.finished_id:
            self.finished = finished_game(self.table)
        if self._page is not None:
            self._show(self._page)

    def _show(self, page: Page) -> None:
        table, lang, present = self.table, page.lang, self._present
        left = time_left(table, present, self._times, self._now)
        room: tuple[InRoom, ...] = ()
        if table.status == "waiting" and not table.has(ME):
            room = (InRoom(page.asker.name, page.joining),)
        if lang not in self._labels:
            self._labels[lang] = snapshot.labels_of(table, lang)
        labels = self._labels[lang]
        common = snapshot.common_to_all(table, labels, present, room, left, self._memo)
        shown = snapshot.shown_to(ME, common, table, present)
        before, now = self._told, snapshot.ClientSnapshot(shown, lang, table.names)
        self._told = now
        message: object
        if page.updates:
            message = snapshot.update_after(before, now, snapshot.Differences())
        else:
            message = snapshot.state_after(before, now)
        self._out.append(write(message, lang, table.names))

    def _decision(self) -> PlayerAction:
        """Return what a bot decides for the seat to act, or any legal action if bots fail."""
        table = self.table
        assert table.game is not None
        assert table.to_act is not None
        view = table.game.view(table.to_act)
        for level in dict.fromkeys((level_here(level_to_act(table, view)), STRONGEST)):
            try:
                action = self._think(level, view)
            except Exception:
                log.exception("a bot failed at table %s", table.id)
                continue
            if action in view.options:
                return action
            log.error("a bot chose an illegal action at table %s", table.id)
        return next(iter(view.options))

    def _advise(self, page: Page) -> None:
        table = self.table
        check_hint(table, ME)
        seat = table.seat_of(ME)
        assert table.game is not None
        assert seat is not None
        advice = advice_of(table, ask_coach(STRONGEST, table.game.view(seat)))
        self._out.append(write(advice, page.lang, table.names))

    def _say(self, page: Page, request: Speak | Chat) -> None:
        text = text_of(self.table, ME, request)
        self._lines += 1
        said = line_said(self.table, page.asker, request, text, self._lines)
        self._said = [*self._said, said][-MOST_LINES:]
        talk = Talk((line_of(said, page.lang),), anew=False)
        self._out.append(write(talk, page.lang))


def level_here(level: str) -> str:
    """Return a level that decides on this device, as strong as possible."""
    return level if level in LEVELS else STRONGEST
