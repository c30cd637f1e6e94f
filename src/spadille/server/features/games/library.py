"""Requests about finished games: their players, their steps, and their reviews."""

import asyncio
from collections.abc import Collection, Mapping
from typing import cast

from msgspec import structs

from ....game import PlayerAction, Seat, in_lang
from ....notation import parse_action
from ....study import summaries
from ...errors import RefusedError
from ...ids import new_game_id
from ...live.executors import BackgroundQueue
from ...live.registry import Registry
from ...store.store import Store
from ...table.commands import Asker
from ...table.events import PersonId
from ...table.finished import KeptGame, StoredDecision, named
from ...table.model import Cards, InPlay, gives_away
from ...table.seats import called
from ...wire.http import OpenedDeal, PlayFrom
from ...wire.protocol import Lang
from .messages import CountedGame, GameInfo, Judged, MyGame, PlayerInfo, ReviewInfo
from .replay import Wanted, deal_of, deals_of, hands_of, names_of, open_record, steps_of
from .reviews import ReviewService, ReviewStore
from .store import GameStore


class Library:
    """Answers requests about finished games."""

    def __init__(
        self, registry: Registry, store: Store, queue: BackgroundQueue, reviewing: ReviewService
    ) -> None:
        self._registry = registry
        self._store = store
        self._queue = queue
        self._reviewing = reviewing

    async def start(self) -> None:
        """Resume the reviews that were not finished."""
        await self._reviewing.start()

    async def stop(self) -> None:
        """Stop the reviews in progress."""
        await self._reviewing.stop()

    async def open(self, text: str, person: PersonId) -> str:
        """Store a record that a person has uploaded, and return its id.

        Raises:
            SpadesError: if it is not a record, breaks a rule, or contains cards that are in play.
        """
        opened = await self._queue.ask(open_record, text)
        await self._check_in_play(opened.hands)
        id = new_game_id()
        await self._store.section(GameStore).keep(
            KeptGame(id, text, opened.outline, opened=True), person
        )
        return id

    async def info(self, id: str, person: PersonId | None, lang: Lang) -> GameInfo:
        """Return the facts that are shown about a game.

        Raises:
            RefusedError: if the game does not exist.
        """
        game = await self._store.section(GameStore).find(id)
        outline = game.outline
        mine = _seat_of(game, person)
        return GameInfo(
            game=game.id,
            title=in_lang(outline.titles, lang),
            players=tuple(_player(game, *named) for named in names_of(outline, lang).items()),
            sides=outline.sides,
            side_names=outline.side_names,
            rounds=outline.rounds,
            events=outline.events,
            scores=outline.scores,
            over=outline.over,
            winner=outline.winner,
            made=game.made,
            opened=game.opened,
            mine=mine,
            table=None if mine is None else outline.table,
        )

    async def play_on(self, id: str, asked: PlayFrom, asker: Asker) -> str:
        """Open a table that continues a game from a given point, and return its id.

        Raises:
            RefusedError: if the game or that point in it does not exist, or the cards are in play
                elsewhere.
        """
        game = await self._store.section(GameStore).find(id)
        await self._check_in_play(await self._queue.ask(hands_of, game.record))
        return (await self._registry.branch_from(game, asked, asker)).table.id

    async def _check_in_play(self, hands: Collection[Cards]) -> None:
        """Refuse a game whose cards are in play elsewhere and must stay secret."""
        rounds = await self._registry.rounds_in_play()
        if await asyncio.to_thread(_any_given_away, hands, rounds):
            raise RefusedError(
                "record/in-play",
                "these cards are being played now; open the record when that round is over",
            )

    async def record(self, id: str) -> str:
        """Return the record of a game, or raise `RefusedError` if it does not exist."""
        return (await self._store.section(GameStore).find(id)).record

    async def deals(self, id: str) -> str:
        """Return the cards of all rounds as a PBN file."""
        return await self._queue.ask(deals_of, await self.record(id))

    async def deal(self, id: str, number: int) -> OpenedDeal:
        """Return the seed and the cards of a round.

        Raises:
            RefusedError: if the game does not exist, or the seed of that round has not been
                revealed.
        """
        return await self._queue.ask(deal_of, await self.record(id), number)

    async def steps(self, id: str, wanted: Wanted) -> str:
        """Return a round of a game step by step, in the form in which it is sent.

        Raises:
            RefusedError: if the game, round or seat does not exist.
        """
        game = await self._store.section(GameStore).find(id)
        return await self._queue.ask(steps_of, game.id, game.record, game.outline, wanted)

    async def games_of(self, person: PersonId, lang: Lang) -> tuple[MyGame, ...]:
        """Return a person's games, most recent first."""
        games = await self._store.section(GameStore).games_of(person)
        return tuple(_my_game(game, person, lang) for game in games)

    async def figures_of(self, person: PersonId, lang: Lang) -> tuple[CountedGame, ...]:
        """Return a person's games in numbers, most recent first."""
        games = await self._store.section(GameStore).counted(person)
        return tuple(_counted(game, person, lang) for game in games if game.outline.figures)

    async def ask_review(self, id: str, person: PersonId) -> None:
        """Request a review of a game that does not have one yet.

        Raises:
            RefusedError: if the game does not exist, or too many reviews are already waiting.
        """
        await self._reviewing.ask(await self._store.section(GameStore).find(id), person)

    async def review(self, id: str, after: int, lang: Lang) -> ReviewInfo:
        """Return the progress of a game's review, with the decisions after an event."""
        game = await self._store.section(GameStore).find(id)
        found = await self._store.section(ReviewStore).find(id)
        if found is None:
            return ReviewInfo("none", 0, game.outline.events, (), (), ())
        decisions = await self._store.section(ReviewStore).decisions(id)
        waits = found.status in {"asked", "made"} and self._reviewing.prepares

        names = names_of(game.outline, lang)

        def told() -> ReviewInfo:
            """Return the progress and the decisions; the longer the game, the longer this takes."""
            return ReviewInfo(
                status="preparing" if waits else found.status,
                reached=found.reached,
                events=game.outline.events,
                decisions=tuple(
                    _judged(one, lang, names) for one in decisions if one.event > after
                ),
                seats=summaries(decisions),
                luck=found.luck,
            )

        return await asyncio.to_thread(told)  # can be as long as the game


def _any_given_away(hands: Collection[Cards], rounds: Collection[InPlay]) -> bool:
    return any(gives_away(hands, round) for round in rounds)


def _seat_of(game: KeptGame, person: PersonId | None) -> Seat | None:
    people = game.outline.people
    return Seat(people.index(person)) if person is not None and person in people else None


def _player(game: KeptGame, seat: Seat, name: str) -> PlayerInfo:
    levels = game.outline.levels
    level = levels[seat] if levels else None
    return PlayerInfo(seat, name, level is not None, level)


def _my_game(game: KeptGame, person: PersonId, lang: Lang) -> MyGame:
    outline = game.outline
    seat = _seat_of(game, person)
    names = outline.names
    others = names if seat is None else (*names[seat + 1 :], *names[:seat])
    side = next((n for n, seats in enumerate(outline.sides) if seat in seats), 0)
    scores = outline.scores
    return MyGame(
        game=game.id,
        title=in_lang(outline.titles, lang),
        others=tuple(called(name, lang) for name in others if name),
        scores=(*scores[side : side + 1], *scores[:side], *scores[side + 1 :]),
        won=None if seat is None or outline.winner is None else outline.winner == side,
        opened=game.opened,
        made=game.made,
    )


def _counted(game: KeptGame, person: PersonId, lang: Lang) -> CountedGame:
    outline = game.outline
    seat = outline.people.index(person)
    side = next(n for n, seats in enumerate(outline.sides) if seat in seats)
    levels = {level for other, level in enumerate(outline.levels) if other != seat}
    level = levels.pop() if len(levels) == 1 else None
    return CountedGame(
        game=game.id,
        made=game.made,
        title=in_lang(outline.titles, lang),
        against="people" if level is None else level,
        won=None if outline.winner is None else outline.winner == side,
        apart=outline.undone > 0 or outline.branched,
        figures=outline.figures[seat],
        losses=outline.losses[seat] if outline.losses else None,
    )


def _judged(one: StoredDecision, lang: Lang, names: Mapping[Seat, str]) -> Judged:
    alike = structs.asdict(one)
    del alike["reasons"], alike["win"], alike["unnamed"]
    best, taken = one.win
    reason = named(in_lang(one.reasons, lang), names)
    weighed = {key: cast("PlayerAction", parse_action(key, packs=2)) for key in one.values}
    return Judged(reason=reason, weighed=weighed, win_best=best, win_taken=taken, **alike)
