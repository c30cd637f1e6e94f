"""Replay recorded games: each function takes texts and returns values."""

import signal
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple, cast

from msgspec import Struct, structs

from ..game import (
    Game,
    Look,
    Message,
    Options,
    ParseError,
    Seal,
    Seat,
    View,
    clean_name,
    in_lang,
    with_tricks_gathered,
)
from ..locale import Lang, translate
from ..notation import boards_of, format_pbn, load_game, parse_record, repeat
from .commitments import OpenedDeal, deal_under, secret
from .errors import RefusedError
from .finished import Outline, outline_of
from .protocol import Consent, SealInfo, SeatInfo, State, Update, write
from .requests import LONGEST_NAME
from .rule_choice import as_preset
from .seats import called
from .snapshot import ClientSnapshot, Differences, Snapshot, seal_in_use, update_after

KEPT = 4
"""The most games kept in memory, because the viewer of a game asks again and again."""

LONGEST_QUESTION = 5.0
"""The seconds of processor time that a question may take."""


class Wanted(NamedTuple):
    """The requested steps of a game: the round with that number, or the round of that event.

    `seat` is the seat whose cards are visible, and `open` shows all hands.
    """

    seat: Seat
    open: bool = True
    round: int | None = None
    event: int = 0
    lang: Lang = "en"


LONGEST_NUMBER = 9
"""The most digits in a number in an address."""


def number_in(query: Mapping[str, str], name: str) -> int | None:
    """Return a number in a query string, or None; raise RefusedError if it is not a number."""
    said = query.get(name)
    if said is None:
        return None
    if not (said.isascii() and said.isdecimal() and len(said) <= LONGEST_NUMBER):
        raise RefusedError("request/not-a-number", "{name} must be a number from 0", name=name)
    return int(said)


def wanted_in(query: Mapping[str, str], lang: Lang) -> Wanted:
    """Return the steps that a query string asks for; raise RefusedError for a bad number."""
    return Wanted(
        round=number_in(query, "round"),
        seat=Seat(min(number_in(query, "seat") or 0, max(Seat))),
        open=query.get("open") != "no",
        event=number_in(query, "event") or 0,
        lang=lang,
    )


class Steps(Struct, frozen=True):
    """A round of a game step by step: a state, and the differences in each following state.

    The `seq` of a state is the number of earlier events. If all cards are visible, `view.shown` has
    the other players' hands. Rounds are numbered from 1 to `last_round`.
    """

    round: int
    last_round: int
    state: State
    updates: tuple[Update, ...]


def outline_of_record(text: str) -> Outline:
    """Return the outline of a record; raise SpadesError if it is not one, or breaks a rule."""
    try:
        with at_most(LONGEST_QUESTION):
            game = load_game(text)
    except ParseError as error:
        line = error.place.removeprefix("line ")
        if not line:
            raise
        why = Message("line {line}: {why}", line=line, why=error.message)
        raise RefusedError(error.code, why) from error
    if game.round is None:
        raise RefusedError("record/no-cards", "this record has no deal")
    outline = outline_of(game, as_preset(game.rules))
    names = tuple(clean_name(name)[:LONGEST_NAME] for name in game.players)
    return structs.replace(outline, names=names)


def deals_of(text: str) -> str:
    """Return the cards of all rounds as a PBN file."""
    return format_pbn(boards_of(parse_record(text)))


def deal_of(text: str, number: int) -> OpenedDeal:
    """Return the seed and cards of a round; raise RefusedError if its seed was not revealed."""
    games, seals = _course(text)
    if number not in seals:
        raise secret()
    last = games[-1]
    events = [
        event
        for game, event in zip(games, last.events, strict=False)
        if len(game.results) == number - 1
    ]
    return deal_under(seals[number], number, last.results[number - 1].dealer, events)


def steps_of(id: str, text: str, outline: Outline, wanted: Wanted) -> str:
    """Return the steps of a round as they are sent; raise RefusedError if it does not exist."""
    games, seals = _course(text)
    last = outline.rounds
    round = _round_at(games, wanted.event) if wanted.round is None else wanted.round
    if not 1 <= round <= last or wanted.seat not in games[0].rules.seats:
        raise RefusedError("game/no-such-round", "there is no such round or seat in this game")
    names = names_of(outline, wanted.lang)
    seal = None if round not in seals else seal_in_use(seals[round])
    states = [
        _state(id, outline, games[number], number, wanted, names, seal)
        for number in range(len(games))
        if _shown(games, number, round, wanted)
    ]
    told = [ClientSnapshot(Snapshot.of(state), wanted.lang, names) for state in states]
    updates = [update_after(before, now, Differences()) for before, now in pairwise(told)]
    steps = Steps(round, last, states[0], cast("tuple[Update, ...]", tuple(updates)))
    return write(steps, wanted.lang, names)


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Raise TimeoutError after these seconds of processor time, if the system can measure it."""
    if not hasattr(signal, "setitimer"):  # not on Windows
        yield
        return

    def give_up(*_: object) -> None:
        raise TimeoutError("that takes too long")

    before = signal.signal(signal.SIGPROF, give_up)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


@lru_cache(KEPT)
def _course(text: str) -> tuple[Sequence[Game], dict[int, Seal]]:
    """Return the game before and after each event, and the revealed commitments by round."""
    record = parse_record(text)
    games = [Game.new(record.rules, players=record.players)]
    for event in record.events:
        games.append(repeat(games[-1], event.action, event.seat))
    return games, _opened_seals(record.seals, games)


def _opened_seals(seals: Iterable[Seal], games: Sequence[Game]) -> dict[int, Seal]:
    """Return only those commitments that covered all the cards of a finished round."""
    opened: dict[int, Seal] = {}
    earlier = set()
    for seal in seals:
        over = len(games[seal.at].results)
        begins = seal.at == 0 or len(games[seal.at - 1].results) < over
        finished = over < len(games[-1].results)
        if begins and finished and seal.seed is not None and seal.seal not in earlier:
            opened[over + 1] = seal
        earlier.add(seal.seal)
    return opened


def _shown(games: Sequence[Game], number: int, round: int, wanted: Wanted) -> bool:
    """Return True if this point in the game is shown as a step of the round.

    At such a point the cards have been dealt, and the next event is not just a look at them, unless
    this very point was requested.
    """
    game = games[number]
    if game.round is None:
        return False
    if wanted.round is None and number == wanted.event and not game.waits_for_chance:
        return True
    if game.round.number != round or (game.waits_for_chance and game.phase != "score"):
        return False
    return number + 1 == len(games) or not isinstance(games[number + 1].events[-1].action, Look)


def _round_at(games: Sequence[Game], event: int) -> int:
    game = games[min(max(event, 0), len(games) - 1)]
    number = 1 if game.round is None else game.round.number
    return number + (game.phase == "score" and event + 1 < len(games))


def _state(  # noqa: PLR0913, PLR0917 - the parts of a state
    id: str,
    outline: Outline,
    game: Game,
    number: int,
    wanted: Wanted,
    names: Mapping[Seat, str],
    seal: SealInfo | None,
) -> State:
    return State(
        table=id,
        seq=number,
        moved=number,
        preset="",
        title=in_lang(outline.titles, wanted.lang),
        status="over" if game.over else "playing",
        rules=game.rules,
        sides=game.rules.sides,
        side_names=outline.side_names,
        seats=tuple(_seat_info(outline, seat, name) for seat, name in names.items()),
        you=None,
        next_seat=None,
        host=False,
        invite=False,
        public=False,
        talk="off",
        turn_seconds=0,
        banks=None,
        seconds_left=None,
        game_seconds_left=None,
        code="",
        group=(),
        absence=None,
        consent=Consent((), None, paused=False, granted=0, last=None),
        view=_view(game, wanted),
        seal=seal,
        finished=id,
    )


def _view(game: Game, wanted: Wanted) -> View:
    """Return the game as one seat saw it, or with all hands shown."""
    view = structs.replace(game.view(wanted.seat), options=Options())
    if not wanted.open:
        return with_tricks_gathered(view)
    assert game.round is not None
    hands = game.round.hands
    return structs.replace(view, hand=hands[wanted.seat], shown=hands)


def _seat_info(outline: Outline, seat: Seat, name: str) -> SeatInfo:
    level = outline.levels[seat] if outline.levels else None
    return SeatInfo(
        seat=seat,
        occupant="bot" if level is not None else "person",
        name=name,
        level=level,
        connected=True,
        ready=True,
        covered=False,
        heir="",
        sit=None,
    )


def names_of(outline: Outline, lang: Lang) -> dict[Seat, str]:
    """Return the names of all players by seat; players without names go by their seats."""
    seats = sorted(sum(outline.sides, ()))
    names = outline.names or ("",) * len(seats)
    return {seat: called(names[seat], lang) or translate(seat.spoken, lang) for seat in seats}
