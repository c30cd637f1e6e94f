"""A whole game as a value: rounds until a side has won."""

from collections.abc import Callable, Iterator
from typing import Any, Generic, TypeVar, cast, overload

from msgspec import Struct, structs

from .actions import Action, ChanceAction, Deal, DrawForDeal, Event, Record, TimeUp
from .cards import Card
from .chance import dealer_by, draw_dealer, seed_text, shuffler
from .drawn import Drawn
from .ending import Outcome, outcome
from .errors import IllegalActionError, ParseError, SpadesError, in_range
from .forms import notation
from .game_json import KeptGame, game_json
from .given_deal import finding, given_deal
from .json_text import from_json
from .options import NONE, Options
from .phases import phase_of, phases_after
from .phases.phase import Shuffle, not_chance
from .plain import plain_action
from .round import Round, heading
from .rules import Rules
from .scoring import Course, RoundResult, Standing, bids_after, bids_to_score, score_round
from .seats import SEATS, Seat, next_seat
from .text import Message, in_short, is_text
from .view import SeatView, View, view_of

Value = TypeVar("Value")


class kept(Generic[Value]):  # noqa: N801 - it reads like a property
    """Like `functools.cached_property`, but without the lock that it takes before Python 3.12.

    A lock would cost more than most of the values cached here; two threads may compute the same
    value.
    """

    def __init__(self, work_out: Callable[[Any], Value]) -> None:
        self._work_out = work_out
        self.__doc__ = work_out.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, of: None, owner: type) -> "kept[Value]": ...

    @overload
    def __get__(self, of: object, owner: type) -> Value: ...

    def __get__(self, of: object | None, owner: type) -> "Value | kept[Value]":
        if of is None:
            return self
        value = of.__dict__[self._name] = self._work_out(of)
        return value


class Game(Drawn, Struct, frozen=True, dict=True):
    """The state of a game; every action leads to the next state.

    Chance (the draw for deal, the deals) comes from `seed`; without one, the game waits for its
    outcomes as it does for the actions of a player; see `waits_for_chance`. A finished round stays
    current, in phase `score`, until the next deal.

    Nothing changes in place. To undo an action, continue with the game from before it, or call
    `undo`.

    >>> game = Game.new(Rules(), seed=7)
    >>> game
    <Game: round 1, bidding, E to act, scores 0 0>
    >>> print(game)
    round 1, bidding, E to act, scores 0 0
    N -  0  AJT54.32.Q6.QJ74
    E -  0  872.T65.A83.A832
    S -  0  Q3.AK97.K952.KT9
    W -  0  K96.QJ84.JT74.65
    >>> game.apply("look").apply("4")
    <Game: round 1, bidding, S to act, scores 0 0>
    >>> game.apply("14")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    spadille.game.errors.IllegalActionError: E 14: a bid must be a number from 1 to 13, ...
    """

    rules: Rules
    players: tuple[str, ...] = ()
    seed: str | None = None
    dealer: Seat | None = None
    drawn_for_deal: tuple[Card, ...] = ()
    round: Round | None = None
    results: tuple[RoundResult, ...] = ()
    outcome: Outcome | None = None
    time_up: bool = False
    events: tuple[Event, ...] = ()

    @classmethod
    def new(
        cls,
        rules: Rules | str | None = None,
        seed: int | str | None = None,
        players: tuple[str, ...] = (),
    ) -> "Game":
        """Return a game before its first deal, or, with a seed, after it.

        `rules` may be the name of a preset.

        Raises:
            RulesError: for a preset that does not exist.
            SpadesError: if only some seats have names, or if a name or a seed is not a text.
        """
        rules = Rules() if rules is None else Rules.of(rules)
        _check_names(rules, players)
        text = None if seed is None else seed_text(seed)
        return _settled(cls(rules=rules, players=tuple(players), seed=text))

    @classmethod
    def from_deal(
        cls,
        deal: Deal | str,
        dealer: Seat | int | str = Seat.NORTH,
        rules: Rules | str | None = None,
        seed: int | str | None = None,
        players: tuple[str, ...] = (),
    ) -> "Game":
        """Return a game whose first round has this deal; the seat after the dealer begins.

        `deal` and `dealer` may be texts, and `rules` the name of a preset. Cards that the rules
        leave over need not be named. The pack is not cut, even if the rules have a cut. The next
        rounds are dealt from `seed`; without one, the game waits for chance.

        >>> deal = "N:AJT54.32.Q6.QJ74 872.T65.A83.A832 Q3.AK97.K952.KT9 K96.QJ84.JT74.65"
        >>> Game.from_deal(deal, dealer="E")
        <Game: round 1, bidding, S to act, scores 0 0>

        Raises:
            ParseError: when a text cannot be read.
            RulesError: for a preset that does not exist.
            SpadesError: if the deal is impossible under the rules, or as in `new`.
        """
        rules = (Rules() if rules is None else Rules.of(rules)).without_cut
        read = notation()
        if isinstance(dealer, str):
            dealer = read.parse_seat(dealer, players=rules.players)
        hands: Deal = (
            read.parse_deal(deal, packs=rules.deck.packs) if isinstance(deal, str) else deal
        )
        number = in_range(dealer, 0, rules.players - 1)
        if number is None:
            raise _unknown_seat(rules, dealer)
        game = cls.new(rules, players=players)
        game = game.apply(finding(rules, SEATS[number])).apply(given_deal(rules, hands))
        return game if seed is None else _settled(structs.replace(game, seed=seed_text(seed)))

    @classmethod
    def from_json(cls, text: str | bytes) -> "Game":
        """Return the game in the JSON of `to_json`, replayed from its events.

        Raises:
            ParseError: if the text is not such JSON.
            IllegalActionError: at the first event that the rules do not allow.
        """
        kept = from_json(KeptGame, text, "Game")
        return cls.replay(Record(kept.rules, kept.players, kept.events))

    @classmethod
    def replay(cls, record: Record, seed: int | str | None = None) -> "Game":
        """Return the game that a record describes.

        A record has no seed. The next rounds are dealt from this one; without one, the game waits
        for chance.

        Raises:
            IllegalActionError: at the first event that the rules do not allow.
            SpadesError: if the argument is not a record, or the seed is not a text.
        """
        record = Record.of(record)
        game = cls.new(record.rules, players=record.players)
        for event in record.events:
            game = game.apply(event.action, event.seat)
        return game if seed is None else _settled(structs.replace(game, seed=seed_text(seed)))

    def __repr__(self) -> str:
        return f"<Game: {self._heading}>"

    def __str__(self) -> str:
        return self._heading if self.round is None else f"{self._heading}\n{self.round}"

    @property
    def _heading(self) -> str:
        return heading(len(self.results) + (not self.over), self.phase, self.to_act, self.standings)

    @property
    def over(self) -> bool:
        """Return True if the game has an outcome."""
        return self.outcome is not None

    @property
    def standings(self) -> tuple[Standing, ...]:
        """The standing of each side after the last finished round."""
        if not self.results:
            starts = self.rules.end.start_scores or (0,) * len(self.rules.sides)
            return tuple(Standing(score) for score in starts)
        return tuple(side.standing for side in self.results[-1].sides)

    @property
    def phase(self) -> str:
        """The phase: draw, a phase of the round, score between rounds, or over."""
        if self.outcome is not None:
            return "over"
        if self.round is None:
            return "draw" if self.dealer is None else "deal"
        return self.round.phase

    @property
    def to_act(self) -> Seat | None:
        """The seat whose turn it is; None when the game is over or waits for chance."""
        return self._turn[0]

    def acts(self, seat: Seat | str) -> bool:
        """Return True if it is the turn of `seat`, alone or with others."""
        round, player = self._in_progress(), self._seated(seat)
        if round is None or player is None:
            return False
        return phase_of(round.phase).acts(round, player)

    @property
    def waits_for_chance(self) -> bool:
        """True if the game cannot continue without `happen` or an outcome of chance."""
        return self._turn[0] is None and self.outcome is None

    @kept
    def rounds(self) -> tuple[Round, ...]:
        """Every round so far, each as it ended, with its tricks; the last may be in progress.

        Earlier rounds are replayed when you first ask for them, some milliseconds each. The current
        one is also in `round`.

        >>> game = Game.new(Rules().with_options({"nil.blind": False}), seed=7)
        >>> for action in "2 3 2 4 CA C9 C5 CJ".split():
        ...     game = game.apply(action)
        >>> [str(trick) for trick in game.rounds[0].tricks]
        ['E: CA C9 C5 CJ']
        """
        if not self.results:
            return () if self.round is None else (self.round,)
        found = {state.round.number: state.round for state in self._states() if state.round}
        return tuple(found.values())

    def _states(self) -> Iterator["Game"]:
        """Yield the game after each of its events, without the seed."""
        game = Game.new(self.rules, players=self.players)
        for event in self.events:
            game = game.apply(event.action, event.seat)
            yield game

    def options(self, seat: Seat | str) -> Options:
        """Return what `seat` may do now: the old name of `legal_actions(seat)`."""
        turn, options = self._turn
        player = self._seated(seat)
        if player is None:
            raise _unknown_seat(self.rules, seat)
        if player == turn:
            return options
        round = self._in_progress()
        if round is None:
            return NONE
        return phase_of(round.phase).options(round, player)

    def legal_actions(self, seat: Seat | str | None = None) -> Options:
        """Return the legal actions of the seat whose turn it is, or of `seat` at any time.

        Raises:
            IllegalActionError: when no one sits there under these rules.
        """
        return self._turn[1] if seat is None else self.options(seat)

    @kept
    def _turn(self) -> tuple[Seat | None, Options]:
        """Return the seat whose turn it is, and its options."""
        round = self._in_progress()
        if round is None:
            return None, NONE
        phase = phase_of(round.phase)
        seat = phase.turn(round)
        return seat, NONE if seat is None else phase.asked(round, seat)

    def _seated(self, seat: object) -> Seat | None:
        """Return the seat of that number or letter; None if no one sits there in these rules."""
        if type(seat) is Seat:  # usually
            return seat if seat < self.rules.players else None
        if isinstance(seat, str):
            return next((one for one in self.rules.seats if one.letter == seat), None)
        number = in_range(seat, 0, self.rules.players - 1)
        return None if number is None else SEATS[number]

    def _in_progress(self) -> Round | None:
        """Return the round in which someone may act, if there is one."""
        round = self.round
        return None if round is None or round.phase == "score" else round

    def apply(self, action: Action | str, seat: Seat | str | None = None) -> "Game":
        """Return the game after `seat` (by default the seat to act) or chance takes an action.

        The action may be its text, as a record writes it: `4`, `nil`, `H9` or `look`. If that is
        refused, the error also lists what is legal.

        Raises:
            IllegalActionError: when the rules do not allow it; the error says why.
            ParseError: when a text is not an action.
        """
        player, options = self._turn
        if seat is not None:
            seated = self._seated(seat)
            if seated is None:
                raise _unknown_seat(self.rules, seat).of(self, cast("Seat", seat), action)
            seat = player = seated
            options = self.options(seated)
        if player is not None and (found := options.find(action)) is not None:
            round = self.round
            assert round is not None
            player = SEATS[player]
            after = phase_of(round.phase).act(round, player, found)
            game = self._with_round(Event(player, found), after)
            return game if game.seed is None else _settled(game)
        if isinstance(action, str):
            return self._apply_text(action, seat, options)
        try:
            plain = plain_action(action)
            if self.over or not isinstance(plain, ChanceAction):
                raise self._refused(action, plain, player)
            return _settled(self._after_chance(plain, seat))
        except IllegalActionError as refusal:
            actor = seat if isinstance(action, ChanceAction) else player
            raise refusal.of(self, actor, action) from None

    def _apply_text(self, text: str, seat: Seat | None, legal: Options) -> "Game":
        """Return the game after an action in text that is for chance; refuse all others.

        Those of players are already among the options.
        """
        action: Action | None = None
        try:
            action = notation().parse_action(text, packs=self.rules.deck.packs)
            return self.apply(action, seat)
        except (IllegalActionError, ParseError) as error:
            if not legal:
                raise
            why = Message("{why}; legal: {actions}", why=error.message, actions=str(legal))
            if isinstance(error, ParseError):
                raise ParseError(error.code, why) from None
            raise IllegalActionError(error.code, why).of(self, error.seat, action) from None

    def undo(self) -> "Game":
        """Return the game before the last action of a player; this one does not change.

        The game is replayed up to there, so it is faster to keep the game from before the action.
        Outcomes of chance after the action are undone as well; a seed gives the same ones again.

        Raises:
            SpadesError: if no player has acted.
        """
        events = self.events
        while events and events[-1].seat is None:
            events = events[:-1]
        if not events:
            nothing = Message("no player has acted yet, so there is nothing to undo")
            raise SpadesError("game/nothing-to-undo", nothing)
        game = Game.replay(Record(self.rules, self.players, events[:-1]))
        return game if self.seed is None else structs.replace(game, seed=self.seed)

    def happen(self, shuffle: Shuffle) -> "Game":
        """Return the game after chance has acted once, using `shuffle`.

        Raises:
            IllegalActionError: when it is not chance's turn to act.
        """
        action = self.chance(shuffle)
        try:
            return _settled(self._after_chance(action, None))
        except IllegalActionError as refusal:  # from a shuffle that has lost cards
            raise refusal.of(self, None, action) from None

    def chance(self, shuffle: Shuffle) -> ChanceAction:
        """Return what chance does next, using `shuffle`.

        Raises:
            IllegalActionError: when it is not chance's turn to act.
        """
        if not self.waits_for_chance:
            raise not_chance()
        if self.dealer is None:
            return draw_dealer(self.rules, shuffle)
        round = self._at_chance
        return phase_of(round.phase).chance(round, shuffle)

    @overload
    def view(self, seat: Seat | str) -> SeatView: ...

    @overload
    def view(self, seat: Seat | str | None) -> View: ...

    def view(self, seat: Seat | str | None) -> View:
        """Return the view of `seat`, or the public view if it is None.

        Raises:
            IllegalActionError: when no one sits there under these rules.
        """
        player = self._seated(seat)
        if player is None and seat is not None:
            raise _unknown_seat(self.rules, seat)
        return view_of(self, player)

    @property
    def view_to_act(self) -> SeatView:
        """Return the view of the seat whose turn it is.

        Raises:
            IllegalActionError: if no player has the turn.
        """
        if self.to_act is None:
            raise _no_turn()
        return self.view(self.to_act)

    def record(self) -> Record:
        """Return the rules, the players and everything that has happened."""
        return Record(self.rules, self.players, self.events)

    def to_json(self) -> str:
        """Return the whole game as JSON, with all cards: an object that `from_json` reads.

        The game follows from the fields `rules`, `players` and `events`. For programs in other
        languages, it also has `phase`, `to_act`, `rounds`, `standings`, `results` and `outcome`.
        Seats are numbers, and cards are texts. The JSON of a view has only what its seat may see.
        """
        return game_json(self)

    def _after_chance(self, action: ChanceAction, seat: Seat | None) -> "Game":
        if seat is not None:
            raise IllegalActionError(
                "chance/not-yours", "cards are dealt and drawn by chance alone"
            )
        event = Event(None, action)
        if isinstance(action, TimeUp):
            return self._after_time_up(event)
        if self.dealer is None:
            drawn = action.cards if isinstance(action, DrawForDeal) else ()
            return self._change(event, dealer=dealer_by(self.rules, action), drawn_for_deal=drawn)
        if self.to_act is not None:
            raise not_chance()
        round = self._at_chance
        return self._with_round(event, phase_of(round.phase).happen(round, action))

    def _after_time_up(self, event: Event) -> "Game":
        """Return the game after its time is up: the round is finished, then the game ends (S17)."""
        if not self.rules.end.minutes or self.time_up:
            raise not_chance()
        finished = self.results and (self.round is None or self.round.phase == "score")
        end = self._outcome(self.results, time_up=True) if finished else None
        return self._change(event, time_up=True, outcome=end)

    def _outcome(self, results: tuple[RoundResult, ...], *, time_up: bool) -> Outcome | None:
        played = [result.sides for result in results]
        return outcome(self.rules, len(played), played, time_up=time_up)

    def _refused(
        self, action: object, plain: Action | None, seat: Seat | None
    ) -> IllegalActionError:
        """Return why a seat may not take an action that is not among its options."""
        if self.over:
            return IllegalActionError("game/over", "the game is over")
        if plain is None:
            unknown = Message("{value} is not an action", value=in_short(action))
            return IllegalActionError("action/unknown", unknown)
        round = self._in_progress()
        if round is None or seat is None:
            return _no_turn()
        player = self._seated(seat)
        assert player is not None
        assert not isinstance(plain, ChanceAction)
        return IllegalActionError(*phase_of(round.phase).refusal(round, player, plain))

    @kept
    def _at_chance(self) -> Round:
        """Return the current round, or a new one if it is finished or none has begun."""
        if self.round is not None and self.round.phase != "score":
            return self.round
        dealer = self.dealer
        assert dealer is not None
        if self.round is not None:
            dealer = next_seat(dealer, self.rules.players)
        number = len(self.results) + 1
        phase = self.rules.dealing_phase
        previous = tuple(bid.tricks for bid in self.results[-1].bids) if self.results else ()
        return Round.begin(self.rules, number, dealer, self.standings, phase, previous)

    def _with_round(self, event: Event, round: Round) -> "Game":
        if phase_of(round.phase).finished(round):
            round = _next_phase(round)
        if round.phase != "score":
            events = self.events + (event,)
            return structs.replace(self, events=events, round=round, dealer=round.dealer)
        result = _result(round)
        results = (*self.results, result)
        return self._change(
            event,
            round=round,
            results=results,
            outcome=self._outcome(results, time_up=self.time_up),
        )

    def _change(self, event: Event, **fields: object) -> "Game":
        return structs.replace(self, events=self.events + (event,), **fields)


def _check_names(rules: Rules, players: tuple[str, ...]) -> None:
    if players and len(players) != rules.players:
        sentence = Message(
            "name all {count} players, or none",
            count=rules.players,
        )
        raise SpadesError("players/number", sentence)
    for name in players:
        if not is_text(name):
            sentence = Message(
                "{name} is not valid text, so it cannot be a player's name", name=in_short(name)
            )
            raise SpadesError("players/name", sentence)


def _no_turn() -> IllegalActionError:
    return IllegalActionError("game/waits-for-cards", "the cards have not been dealt yet")


def _unknown_seat(rules: Rules, seat: object) -> IllegalActionError:
    named = seat if isinstance(seat, Seat) else in_short(seat)
    sentence = Message("{seat} is not a seat with {count} players", seat=named, count=rules.players)
    return IllegalActionError("seat/unknown", sentence)


def _settled(game: Game) -> Game:
    """Return the game after chance has acted for as long as it has the turn, if there is a seed."""
    while game.seed is not None and game.waits_for_chance:
        game = game.happen(shuffler(f"{game.seed}/{len(game.events)}"))
    return game


def _next_phase(round: Round) -> Round:
    """Return the round in the next phase with anything to do, `score` after the last."""
    for phase in phases_after(round.rules, round.phase):
        round = phase.begin(round.change(phase=phase.name))
        if not phase.finished(round):
            return round
    return round.change(phase="score")


def _result(round: Round) -> RoundResult:
    won = round.won
    bids = bids_to_score(round.bids, won)
    return RoundResult(
        number=round.number,
        dealer=round.dealer,
        bids=bids_after(round.bids, won),
        won=won,
        sides=score_round(round.rules, round.before, bids, won, _course(round)),
    )


def _course(round: Round) -> Course:
    """Return everything that a score may depend on apart from the tricks of each seat."""
    winners = tuple(trick.winner for trick in round.tricks if trick.winner is not None)
    judgements, redeals = round.conduct.judgements, round.conduct.redeals
    if round.conduct.claimed is not None:
        rest = round.rules.hand_size - len(winners)
        return Course((*winners, *[round.conduct.claimed] * rest), None, judgements, redeals)
    last = round.tricks[-1]
    at = (winners[-1] - last.leader) % round.rules.players
    return Course(winners, last.cards[at], judgements, redeals)
