"""Checks for authors of bots: legal actions, equal answers to equal questions, and time."""

from collections.abc import Iterator, Sequence
from time import perf_counter
from typing import Literal

from msgspec import Struct

from ..bots import (
    Bot,
    BotError,
    ExternalBot,
    ProgramError,
    Seated,
    after,
    answer_of,
    load,
    told_with_place,
)
from ..game import Game, Rules, Seat, SpadesError, presets, shuffler
from .tally import Times

Outcome = Literal["ok", "failed", "note"]

_SEED = "check"
_OTHER = "beginner"
_LONGEST_END = 1.0


class Check(Struct, frozen=True):
    """A check of a bot and its outcome; a note is worth knowing, but breaks no match."""

    outcome: Outcome
    what: str
    detail: str = ""


def check_bot(name: str, rules: Sequence[str] | None = None) -> Iterator[Check]:
    """Yield the checks of the bot with a name, as `spadille.bots.load` takes it.

    It plays a round under each of the rule sets, by default all presets, against a beginner.

    >>> [check.outcome for check in check_bot("beginner", ["short"])]
    ['ok', 'ok', 'ok', 'ok']
    """
    start = perf_counter()
    try:
        bot = load(name, _SEED)
    except SpadesError as error:
        yield Check("failed", "starts", f"{error} ({error.code})")
        return
    took = perf_counter() - start
    program = bot if isinstance(bot, ExternalBot) else None
    said = f", calls itself {program.name!r}" if program else ""
    yield Check("ok", "starts", f"{took:.2f} s{said}")
    times = Times()
    positions: list[Game] = []
    for preset in presets() if rules is None else rules:
        yield _plays(name, preset, times, positions)
    if not positions:
        return
    yield _repeats(name, positions)
    if program:
        yield from _of_program(name, positions[0])
    median, longest = times.quantile(0.5), times.longest
    yield Check("ok", "decides in time", f"median {1e3 * median:.1f} ms, longest {longest:.2f} s")


def _plays(name: str, preset: str, times: Times, positions: list[Game]) -> Check:
    """Return the check of a round; the games before the decisions of the bot become positions."""
    what = f"plays a round of {preset}"
    begun = len(positions)
    rules = Rules.preset(preset).without_cut
    try:
        for own_side in (0, 1):
            players = [
                Seated(name, load(name if rules.side_of(seat) % 2 == own_side else _OTHER,
                                  f"{_SEED}/{seat.letter}"))
                for seat in rules.seats
            ]  # fmt: skip
            own = {seat for seat in rules.seats if rules.side_of(seat) % 2 == own_side}
            _play(Game.new(rules), players, own, times, positions)
    except BotError as error:
        return Check("failed", what, f"{error} ({error.code})")
    return Check("ok", what, f"{len(positions) - begun} legal decisions")


def _play(
    game: Game, players: Sequence[Seated], own: set[Seat], times: Times, positions: list[Game]
) -> None:
    """Play a round.

    Raises:
        BotError: if a bot fails.
    """
    deals = 0
    while not game.results:
        if game.waits_for_chance:
            game, deals = game.happen(shuffler(f"{_SEED}/{deals}")), deals + 1
            continue
        seat = game.to_act
        assert seat is not None
        player, bot = players[seat]
        if seat in own:
            positions.append(game)
        start = perf_counter()
        answer = answer_of(player, bot, game, seat)
        if seat in own:
            times.add(perf_counter() - start)
        game = after(player, answer, game, seat)


def _repeats(name: str, positions: Sequence[Game]) -> Check:
    """Return the check that equal seeds and views give equal answers, in a few positions."""
    what = "gives equal answers to equal questions"
    few = positions[:: max(1, len(positions) // 40)]
    try:
        first, second = ([_asked(load(name, _SEED), game) for game in few] for _ in range(2))
    except (Exception, SystemExit) as error:  # noqa: BLE001 - the bot may be anyone's code
        return Check("failed", what, told_with_place(error))
    differ = sum(one != other for one, other in zip(first, second, strict=True))
    if differ:
        hint = "use the seed for chance, and forget the last game; otherwise no match is repeatable"
        return Check("note", what, f"{differ} of {len(few)} differ: {hint}")
    return Check("ok", what, f"{len(few)} positions")


def _asked(bot: Bot, game: Game) -> object:
    return bot.act(game.view_to_act)


def _of_program(name: str, game: Game) -> Iterator[Check]:
    """Yield the checks that only concern programs in other languages."""
    bot = load(name, _SEED)
    assert isinstance(bot, ExternalBot)
    what = "answers each question once"
    try:
        bot.act(game.view_to_act)
        bot.probe()
        yield Check("ok", what)
    except ProgramError as error:
        yield Check("failed", what, str(error))
    what = "ends after quit"
    bot = load(name, _SEED)
    assert isinstance(bot, ExternalBot)
    start = perf_counter()
    if bot.quit():
        yield Check("ok", what, f"{perf_counter() - start:.2f} s")
    else:
        yield Check("note", what, f"killed after {_LONGEST_END:g} s; end at quit or end of input")
