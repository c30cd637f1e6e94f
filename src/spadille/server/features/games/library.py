"""Answer requests about finished games: their players, their steps, and their reviews."""

import asyncio
from collections.abc import Mapping
from typing import cast

from msgspec import structs

from ....game import PlayerAction, Seat, in_lang
from ....notation import parse_action
from ....study import summaries
from ...ids import new_game_id
from ...live.executors import BackgroundQueue
from ...live.registry import Registry
from ...store.store import Store
from ...table.commands import Asker
from ...table.commitments import OpenedDeal
from ...table.events import PersonId
from ...table.finished import KeptGame, Outline, StoredDecision, named
from ...table.requests import PlayFrom
from ...table.seats import called
from ...wire.protocol import Lang
from .messages import CountedGame, GameInfo, Judged, MyGame, PlayerInfo, ReviewInfo
from .replay import Wanted, deal_of, deals_of, names_of, open_record, steps_of
from .reviews import ReviewService
from .store import GameStore, ReviewStore


class Library:
    """Answers requests about finished games; an unknown game raises RefusedError."""

    def __init__(
        self, registry: Registry, store: Store, queue: BackgroundQueue, reviewing: ReviewService
    ) -> None:
        self._registry = registry
        self._games = store.section(GameStore)
        self._reviews = store.section(ReviewStore)
        self._queue = queue
        self._reviewing = reviewing

    async def open(self, text: str, person: PersonId) -> str:
        """Store a person's record, and return its id; raise SpadesError if it breaks a rule."""
        outline = await self._queue.ask(open_record, text)
        id = new_game_id()
        await self._games.keep(KeptGame(id, text, outline, opened=True), person)
        return id

    async def info(self, id: str, person: PersonId | None, lang: Lang) -> GameInfo:
        """Return the facts that are shown about a game."""
        game = await self._games.find(id)
        outline = game.outline
        mine = _seat_of(outline, person)
        return GameInfo(
            game=game.id,
            title=in_lang(outline.titles, lang),
            players=tuple(
                PlayerInfo(seat, name, level is not None, level)
                for seat, name in names_of(outline, lang).items()
                for level in [outline.levels[seat] if outline.levels else None]
            ),
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
        """Open a table that continues a game from a point that exists in it; return its id."""
        game = await self._games.find(id)
        return (await self._registry.branch_from(game, asked, asker)).table.id

    async def record(self, id: str) -> str:
        """Return the record of a game."""
        return (await self._games.find(id)).record

    async def deals(self, id: str) -> str:
        """Return the cards of all rounds as a PBN file."""
        return await self._queue.ask(deals_of, await self.record(id))

    async def deal(self, id: str, number: int) -> OpenedDeal:
        """Return the seed and cards of a round; raise RefusedError if it was not revealed."""
        return await self._queue.ask(deal_of, await self.record(id), number)

    async def steps(self, id: str, wanted: Wanted) -> str:
        """Return a round of a game step by step, in the form in which it is sent."""
        game = await self._games.find(id)
        return await self._queue.ask(steps_of, game.id, game.record, game.outline, wanted)

    async def games_of(self, person: PersonId, lang: Lang) -> tuple[MyGame, ...]:
        """Return a person's games, most recent first."""
        return tuple(_my_game(game, person, lang) for game in await self._games.games_of(person))

    async def figures_of(self, person: PersonId, lang: Lang) -> tuple[CountedGame, ...]:
        """Return a person's games in numbers, most recent first."""
        games = await self._games.counted(person)
        return tuple(_counted(game, person, lang) for game in games if game.outline.figures)

    async def review(self, id: str, after: int, lang: Lang) -> ReviewInfo:
        """Return the progress of a game's review, with the decisions after an event."""
        outline = (await self._games.find(id)).outline
        found = await self._reviews.find(id)
        if found is None:
            return ReviewInfo("none", 0, outline.events, (), (), ())
        decisions = await self._reviews.decisions(id)
        waits = found.status in {"asked", "made"} and self._reviewing.prepares
        names = names_of(outline, lang)

        def told() -> ReviewInfo:
            """Return the progress and the decisions; the longer the game, the longer this takes."""
            return ReviewInfo(
                status="preparing" if waits else found.status,
                reached=found.reached,
                events=outline.events,
                decisions=tuple(
                    _judged(one, lang, names) for one in decisions if one.event > after
                ),
                seats=summaries(decisions),
                luck=found.luck,
            )

        return await asyncio.to_thread(told)


def _seat_of(outline: Outline, person: PersonId | None) -> Seat | None:
    return Seat(outline.people.index(person)) if person and person in outline.people else None


def _my_game(game: KeptGame, person: PersonId, lang: Lang) -> MyGame:
    outline = game.outline
    seat = _seat_of(outline, person)
    names, scores = outline.names, outline.scores
    others = names if seat is None else (*names[seat + 1 :], *names[:seat])
    side = next((n for n, seats in enumerate(outline.sides) if seat in seats), 0)
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
