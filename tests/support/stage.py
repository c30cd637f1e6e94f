"""A table with any rules for one page: the real game behind the browser's mocked connection.

It can play rules without a preset, from a seed, and with neighbors who follow instructions.
"""

from collections.abc import Callable
from collections.abc import Set as AbstractSet
from mimetypes import guess_type
from pathlib import Path
from random import Random
from typing import Any, Self

from msgspec import structs
from playwright.sync_api import Page, Route, WebSocketRoute

import spadille.server
from spadille.bots import Candidate
from spadille.game import (
    Bid,
    Game,
    IllegalActionError,
    Message,
    Options,
    PlayerAction,
    Round,
    Rules,
    Seat,
    View,
    with_tricks_gathered,
)
from spadille.game.chance import shuffler
from spadille.locale import Lang
from spadille.table.protocol import (
    Absence,
    Advice,
    Consent,
    Hello,
    Line,
    Ping,
    Pong,
    SeatInfo,
    State,
    Talk,
    read_request,
    write,
    write_refusal,
)
from spadille.table.requests import Act, Hint, MayTalk, NextRound, Withdraw
from support.at_page import switch_language

STATIC = Path(spadille.server.__file__).parent / "static"
NO_BLIND = {"nil.blind": False}
HONOUR = {"enforcement.mode": "honour", **NO_BLIND}
SIX = {"table.players": 6, "deck.packs": 2, "deck.removed": ["C2", "C2"], **NO_BLIND}
THREE = {"table.players": 3, "table.teams": "solo", "deck.jokers": 2, **NO_BLIND}
SOLO = {"table.teams": "solo", **NO_BLIND}
FIVE = {"table.players": 5, "table.teams": "solo", "deck.jokers": 3, **NO_BLIND}

NAMES = ("Nora", "Emil", "Ada", "Wim", "Finn", "Xenia")

Neighbour = Callable[[Game, Seat], PlayerAction | None]
"""The action of another seat; None if it does not act without prompting."""


class Stage:
    """One person's table; the neighbors act at once, each choosing randomly based on `seed`.

    With `watching`, the person has no seat, may take over any bot's seat, and waits for a turn.
    """

    origin = "http://stage.test"
    watching = False
    ask_blind = "always"
    """The setting for whether the page asks about blind bids before it turns up the cards."""
    consent = Consent((), None, paused=False, granted=0, last=None)
    talk: MayTalk = "phrases"
    away: AbstractSet[Seat] = frozenset()
    """Seats whose players are not connected."""
    costly = False
    """Whether the coach answers hints, and finds that all actions except the first cost 50 points.
    """
    out_of_reach = False
    absence: Absence | None = None
    finished: str | None = None
    """The identifier of the game once it is over, if the server has kept it."""
    stopped = False
    """Whether the players have agreed to stop the game where it was."""

    def __init__(
        self,
        page: Page,
        options: dict[str, Any],
        *,
        seed: int = 1,
        lang: Lang = "en",
        neighbour: Neighbour | None = None,
    ) -> None:
        rules = Rules().with_options(options)
        self.page = page
        self.game = Game.new(rules)
        self.you = Seat(min(2, rules.players - 1) if rules.players > 2 else 0)
        self._seed = seed
        self._chance = Random(seed)
        self._lang = lang
        self.neighbour = neighbour or self._by_chance
        self._seq = self._lines = 0
        self._before_bid: Game | None = None
        self._wire: WebSocketRoute | None = None

    def prepare(self) -> None:
        """Deal, and let the others act until it is the person's turn."""
        if not self.game.events:
            self._deal()
            self.let_others_act()

    def open(self) -> Self:
        """Open the page with the table."""
        self.prepare()
        self.page.route(f"{self.origin}/**", _serve)
        self.page.route_web_socket("**/ws", self._connect)
        self.page.add_init_script(
            "localStorage.setItem('spadille.settings', JSON.stringify("
            f"{{name: 'Ada', lang: '{self._lang}', askBlind: '{self.ask_blind}',"
            f" careful: {5 if self.costly else 0}}}))"
        )
        self.page.goto(f"{self.origin}/t/stage")
        self.page.locator("[data-seat]").first.wait_for()
        return self

    def lose(self) -> None:
        """Cut the connection; a new one is impossible until the table is reachable again."""
        self.out_of_reach = True
        assert self._wire is not None
        self._wire.close()

    def stop(self) -> None:
        """Stop the game, as everyone has agreed to do, and show that to the page."""
        self.stopped = True
        granted = self.consent.granted + 1
        self.consent = structs.replace(self.consent, granted=granted, last="stop")
        self.show()

    def switch_language(self, lang: Lang) -> None:
        """Switch the page to another language; all its texts have changed on return."""
        switch_language(self.page, lang)
        self._lang = lang
        self.show()

    def _connect(self, wire: WebSocketRoute) -> None:
        if self.out_of_reach:
            wire.close()
            return
        self._wire = wire
        wire.on_message(self._receive)

    def _receive(self, text: str | bytes) -> None:
        match read_request(text):
            case Hello(lang=lang):
                self._lang = lang
                self.show()
            case Ping():
                assert self._wire is not None
                self._wire.send(write(Pong(), self._lang))
            case NextRound():
                self._deal()
                self.go_on()
            case Withdraw():
                assert self._before_bid is not None
                self.game, self._before_bid = self._before_bid, None
                self.show()
            case Hint():
                assert self._wire is not None
                self._wire.send(write(self._advice(), self._lang, self._names()))
            case Act(action=action):
                before = self.game
                try:
                    self.game = self.game.apply(action, self.you)
                except IllegalActionError as error:
                    assert self._wire is not None
                    self._wire.send(write_refusal(error, self._lang, self._names()))
                else:
                    self._before_bid = before if isinstance(action, Bid) else None
                    self.go_on()

    def _deal(self) -> None:
        """Let chance act until a player is to act."""
        while self.game.waits_for_chance:
            self.game = self.game.happen(shuffler(f"{self._seed}/{len(self.game.events)}"))

    def go_on(self) -> None:
        """Let the neighbors act, and show the page their actions."""
        self.let_others_act()
        self.show()

    def let_others_act(self) -> None:
        """Let others act until it is the person's turn, or the neighbors do not want to act."""
        while not self.game.over and self.game.phase != "score":
            if self.game.to_act is None:
                self._deal()
                continue
            if self.game.to_act == self.you:
                return
            action = self.neighbour(self.game, self.game.to_act)
            if action is None:
                return
            self.game = self.game.apply(action, self.game.to_act)
            self._before_bid = None

    def _by_chance(self, game: Game, seat: Seat) -> PlayerAction:
        options = game.options(seat)
        if options.choose is not None:
            size = self._chance.choice(options.choose.sizes)
            return options.choose.action(tuple(options.choose.cards[:size]))
        return self._chance.choice(options.actions)

    def _names(self) -> dict[Seat, str]:
        return {seat: NAMES[seat] for seat in self.game.rules.seats}

    def show(self) -> None:
        """Show the page the table as it is now."""
        assert self._wire is not None
        self._seq += 1
        self._wire.send(write(self._state(), self._lang, self._names()))

    def say(self, seat: Seat | None, name: str, text: str) -> None:
        """Show the page a line of the chat, by a player or by a spectator without a seat."""
        assert self._wire is not None
        self._lines += 1
        line = Line(self._lines, seat, name, name, None, text)
        self._wire.send(write(Talk((line,), anew=False), self._lang))

    def _state(self) -> State:
        rules = self.game.rules
        return State(
            table="stage",
            seq=self._seq,
            moved=self._seq,
            preset="standard",
            title="Spades",
            status="over" if self.game.over or self.stopped else "playing",
            rules=rules,
            sides=rules.sides,
            side_names=rules.table.side_names,
            seats=tuple(
                SeatInfo(
                    seat=seat,
                    occupant="bot" if self.watching else "person",
                    name=NAMES[seat],
                    level=None,
                    connected=seat not in self.away,
                    ready=seat != self.you and not self.stopped,
                    covered=False,
                    heir="",
                    sit="next_deal" if self.watching else None,
                )
                for seat in rules.seats
            ),
            you=None if self.watching else self.you,
            next_seat=None,
            host=True,
            invite=False,
            turn_seconds=0,
            banks=None,
            public=False,
            talk=self.talk,
            seconds_left=None,
            game_seconds_left=None,
            code="",
            group=(),
            absence=self.absence,
            consent=self.consent,
            view=self._view(),
            withdraw=self._before_bid is not None,
            hint=self.costly,
            finished=self.finished if self.game.over else None,
        )

    def _view(self) -> View:
        view = with_tricks_gathered(self.game.view(None if self.watching else self.you))
        if self.stopped:
            return structs.replace(view, options=Options(), to_act=None)
        return view

    def _advice(self) -> Advice:
        first, *others = self.game.options(self.you).actions
        candidates = (Candidate(first, 50, 1), *(Candidate(other, 0, 1) for other in others))
        costs = (0.0, *(50.0 for _ in others))
        return Advice(self._seq, first, Message("It wins."), candidates, costs)


def _serve(route: Route) -> None:
    """Serve a file from the built client; every other address gets its page."""
    file = STATIC / route.request.url.removeprefix(f"{Stage.origin}/")
    if not file.is_file():
        file = STATIC / "index.html"
    route.fulfill(body=file.read_bytes(), content_type=guess_type(file.name)[0] or "text/html")


def where(
    page: Page,
    options: dict[str, Any],
    wanted: Callable[[Round, Seat], bool],
    **how: Any,
) -> Stage:
    """Return the first table, trying seed after seed, that begins as wanted."""
    for seed in range(2000):
        stage = Stage(page, options, seed=seed, **how)
        stage.prepare()
        assert stage.game.round is not None
        if wanted(stage.game.round, stage.you):
            return stage.open()
    raise AssertionError("no deal is as wanted")
