"""Matches between two teams: the same deals at two tables, with the sides swapped."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from spadille.game import Deal, Seat, SpadesError, seal_of
from spadille.notation import check_deals
from spadille.server.features.contests.contest import LEAST, imps
from spadille.server.features.contests.teams import (
    NewTeamMatch,
    TeamMatches,
    TeamMatchInfo,
    check_matched,
    match_info,
)
from spadille.server.live.actor import TableActor
from spadille.table.commands import Asker
from spadille.table.model import Table
from spadille.table.permissions import check_sight
from spadille.table.requests import (
    AddClientSeed,
    AutoPlayRound,
    Chat,
    Hint,
    NextRound,
    Propose,
    Rematch,
    Resign,
    Sit,
    Stand,
    Start,
    TableRequest,
)
from spadille.table.summary import MyMatch, my_table_of
from support.house import PACE, House, house
from support.tabletop import ANN, BEN, CYD, pass_time, refused, settle

DAN = Asker("dan", "Dan")


class Match:
    """A match on a server without a network; Ann plays at the first table and Ben at the other."""

    def __init__(
        self, here: House, duplicates: TeamMatches, first: TableActor, second: TableActor
    ) -> None:
        self.here, self.duplicates = here, duplicates
        self.first, self.second = first, second

    async def sit(self, asker: Asker, actor: TableActor, seat: Seat) -> None:
        id = self.first.table.id
        await self.duplicates.take(id, asker, Sit(actor.table.id, seat))

    async def begin(self) -> None:
        """Seat Ann for the first team and Ben for the second, both at North."""
        for asker, actor in ((ANN, self.first), (BEN, self.second)):
            await self.sit(asker, actor, Seat.NORTH)
            await actor.do(asker, Start(actor.table.id))

    async def play_deal(self, actor: TableActor, asker: Asker) -> None:
        """Play the deal on the table, or the next one if that is over."""
        listener = await self.here.enter(actor, asker)
        if actor.table.round_over:
            actor.ask(listener, NextRound(actor.table.id))
            await pass_time(self.here.clock, 2 * PACE, actor)
        await self.here.play(actor, listener, lambda: actor.table.round_over)

    def info(self, asker: Asker | None = None) -> TeamMatchInfo:
        both = (self.first, self.second)
        return match_info(both, None if asker is None else asker.person, "en")


@asynccontextmanager
async def match(folder: Path, **fields: Any) -> AsyncIterator[Match]:
    usual: dict[str, Any] = {"teams": ("Larks", "Owls"), "deals": 2, "level": "random"}
    async with house(folder) as here:
        duplicates = TeamMatches(here.registry, here.deps)
        id = await duplicates.make(NewTeamMatch(**usual | fields))
        yield Match(here, duplicates, *await duplicates.find(id))


def hands_of(table: Table) -> list[tuple[int, ...]]:
    """Return each seat's cards in the deal on the table."""
    assert table.game is not None
    (dealt,) = (event.action for event in table.game.events if isinstance(event.action, Deal))
    return [tuple(card.id for card in hand) for hand in dealt.hands]


@pytest.fixture
async def here(tmp_path: Path) -> AsyncIterator[Match]:
    async with match(tmp_path) as opened:
        yield opened


async def test_match_tables_get_same_cards_with_sides_swapped(here: Match) -> None:
    info = here.info()
    assert [one.sides for one in info.tables] == [((0, 2), (1, 3)), ((1, 3), (0, 2))]
    await here.begin()
    for actor, asker, names in (
        (here.first, ANN, ["Larks", "Owls"]),
        (here.second, BEN, ["Owls", "Larks"]),
    ):
        assert (await here.here.enter(actor, asker)).state["side_names"] == names
    assert [here.info(one).team for one in (ANN, BEN)] == [0, 1]
    assert [here.info(one).seat for one in (ANN, CYD)] == [Seat.NORTH, None]
    for deal in range(2):
        for actor, asker in ((here.first, ANN), (here.second, BEN)):
            await here.play_deal(actor, asker)
        assert hands_of(here.first.table) == hands_of(here.second.table)
        assert [standing.score for standing in here.first.table.game.standings] == [  # type: ignore[union-attr]
            side.points for side in here.first.table.deals_played[deal].sides
        ], "each deal begins with nothing"
        ((listed, summary),) = await here.here.registry.tables_of(BEN.person)
        told = my_table_of(listed.table, listed.used, summary, BEN.person, "en").duplicate
        assert told == MyMatch(here.first.table.id, deal + 1, 2)
    assert here.first.table.status == here.second.table.status == "over"
    for actor in (here.first, here.second):
        for deal in (1, 2):
            record = await here.here.store.record(actor.table.id, deal)
            assert record is not None
            assert {check.finding for check in check_deals(record)} == {"fair"}
            assert record.seals[0].seal == info.seals[deal - 1]


async def test_match_deal_is_revealed_after_both_tables_played_it(here: Match) -> None:
    await here.begin()
    await here.play_deal(here.first, ANN)
    for asker in (None, ANN, BEN, CYD):
        info = here.info(asker)
        assert (info.results, info.difference, info.imps) == ((), 0, 0)
        assert [one.played for one in info.tables] == [1, 0]
    with pytest.raises(SpadesError) as refusal:
        check_matched((here.first.table, here.second.table), 1)
    assert refusal.value.code == "duplicate/not-played"
    await here.play_deal(here.second, BEN)
    (told,) = here.info().results
    assert seal_of(told.seed) == here.info().seals[0]
    check_matched((here.first.table, here.second.table), 1)
    north, east = (
        [side.points - 10 * side.overtricks for side in actor.table.deals_played[0].sides]
        for actor in (here.first, here.second)
    )
    assert [line.margin for line in told.lines] == [north[0] - north[1], east[1] - east[0]]
    assert told.difference == sum(line.margin for line in told.lines)
    assert told.imps == imps(told.difference)
    assert told.lines[1].points == tuple(
        here.second.table.deals_played[0].sides[side].points for side in (1, 0)
    ), "the first team's points come first"
    assert not here.info().over
    await here.play_deal(here.second, BEN)
    assert not here.info().over
    await here.play_deal(here.first, ANN)
    info = here.info()
    assert info.over
    assert info.difference == sum(one.difference for one in info.results)
    assert [one.deal for one in info.results] == [1, 2]


async def test_match_results_are_rebuilt_from_events(here: Match) -> None:
    await here.begin()
    for _ in range(2):
        await here.play_deal(here.first, ANN)
    loaded = await here.here.store.load(here.first.table.id)
    assert loaded == here.first.table
    assert len(loaded.deals_played) == 2


async def test_match_player_cannot_move_to_the_other_table(tmp_path: Path) -> None:
    async with match(tmp_path, deals=1) as here:
        await here.sit(BEN, here.second, Seat.NORTH)
        await here.sit(ANN, here.second, Seat.SOUTH)
        assert await refused(here.sit(ANN, here.first, Seat.NORTH)) == "seat/elsewhere"
        await here.second.do(ANN, Stand(here.second.table.id))
        await here.begin()
        await here.play_deal(here.first, ANN)
        assert here.first.table.status == "over"
        with pytest.raises(SpadesError, match="cannot play at the other") as refusal:
            await here.sit(ANN, here.second, Seat.EAST)
        assert refusal.value.code == "seat/elsewhere"
        await here.second.do(BEN, Stand(here.second.table.id))
        assert await refused(here.sit(BEN, here.first, Seat.EAST)) == "seat/elsewhere"
        assert await refused(here.sit(CYD, here.second, Seat.EAST)) == "duplicate/begun"
        assert await refused(here.sit(BEN, here.second, Seat.EAST)) == "duplicate/begun"
        await here.sit(BEN, here.second, Seat.NORTH)
        assert here.second.table.seat_of(BEN.person) == Seat.NORTH


async def test_match_player_of_earlier_deal_stays_bound_to_table(here: Match) -> None:
    await here.sit(ANN, here.first, Seat.NORTH)
    await here.sit(CYD, here.first, Seat.SOUTH)
    await here.begin()
    await here.first.do(CYD, Stand(here.first.table.id))
    for _ in range(2):
        await here.play_deal(here.first, ANN)
    assert await refused(here.sit(CYD, here.second, Seat.SOUTH)) == "seat/elsewhere"


async def test_match_table_is_hidden_from_everyone_not_playing_there(here: Match) -> None:
    """This includes people who watched before it began, and people who moved to the other table."""
    await here.sit(ANN, here.first, Seat.NORTH)
    await here.sit(DAN, here.first, Seat.EAST)
    watching = [await here.here.enter(here.first, asker) for asker in (BEN, CYD, DAN)]
    await here.first.do(DAN, Stand(here.first.table.id))
    await here.begin()
    assert all(listener.hung_up for listener in watching)
    heard = [len(listener.messages) for listener in watching]
    await here.play_deal(here.first, ANN)
    assert heard == [len(listener.messages) for listener in watching]
    for listener in watching:
        assert all(said.get("view") is None for said in listener.messages)
    for asker in (BEN, CYD, DAN):
        with pytest.raises(SpadesError) as refusal:
            check_sight(here.first.table, asker.person)
        assert refusal.value.code == "duplicate/not-yours"
    check_sight(here.first.table, ANN.person)


async def test_match_salt_of_player_is_refused(here: Match) -> None:
    ann, id = await here.here.enter(here.first, ANN), here.first.table.id
    await here.sit(ANN, here.first, Seat.NORTH)
    here.first.ask(ann, AddClientSeed(id, ann.state["seal"]["seal"], "0123456789abcdef" * 2))
    await settle(here.first)
    assert ann.messages[-1]["code"] == "duplicate/not-here"
    await here.begin()
    assert sorted(hands_of(here.first.table)) == sorted(hands_of(here.second.table))


async def test_match_commitment_of_last_deal_stays_shown(tmp_path: Path) -> None:
    async with match(tmp_path, deals=2) as here:
        await here.begin()
        ann, actor = await here.here.enter(here.first, ANN), here.first
        first, last = here.info().seals
        await here.here.play(actor, ann, lambda: actor.table.round_over)
        assert ann.state["seal"]["seal"] == last, "that of the next cards"
        actor.ask(ann, NextRound(actor.table.id))
        await here.here.play(actor, ann, lambda: actor.table.status == "over")
        assert ann.state["seal"] == {"seal": last, "open": False, "salted": []}
        assert actor.table.opened_deal(1).seal == last != first


async def test_match_allows_no_hints_and_no_undo(here: Match) -> None:
    await here.begin()
    ann, id = await here.here.enter(here.first, ANN), here.first.table.id
    await here.here.play(here.first, ann, lambda: here.first.table.to_act == Seat.NORTH)
    assert not any(ann.state[help] for help in ("hint", "finish"))
    assert ann.state["consent"]["may_ask"] == ["pause"]
    assert ann.state["talk"] == "phrases"
    assert not ann.state["seal"]["open"]
    asked: dict[TableRequest, str] = {
        Hint(id): "duplicate/not-here",
        AutoPlayRound(id): "duplicate/not-here",
        Resign(id): "duplicate/not-here",
        Rematch(id): "duplicate/not-here",
        Propose(id, "undo"): "consent/not-now",
        Propose(id, "misdeal"): "consent/not-now",
        Propose(id, "stop"): "consent/not-now",
        Chat(id, "I hold the ace"): "talk/closed",
    }
    for request, code in asked.items():
        before = here.first.table
        here.first.ask(ann, request)
        await settle(here.first)
        assert ann.messages[-1]["code"] == code, request
        assert here.first.table is before
    assert ann.state["duplicate"] == {"duplicate": id, "deal": 1, "deals": 2}
    assert ann.state["group"] == []
    assert here.first.table.title_in("de") == "Teamkampf: Standard"


async def test_match_with_invalid_settings_is_refused(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        duplicates = TeamMatches(here.registry, here.deps)
        for fields, code in (
            ({"preset": "three-player"}, "duplicate/rules"),
            ({"preset": "solo"}, "duplicate/rules"),
            ({"teams": ("Owls", "OWLS ")}, "duplicate/names"),
            ({"teams": ("Owls", "\u200b")}, "name/empty"),
        ):
            new = NewTeamMatch(**{"teams": ("Larks", "Owls")} | fields)
            assert await refused(duplicates.make(new)) == code
        alone = await here.make(invite=True)
        for id in ("nothing", alone.table.id):
            assert await refused(duplicates.find(id)) == "duplicate/unknown"


def test_match_points_grow_with_difference_and_keep_its_sign() -> None:
    assert [imps(difference) for difference in (0, 19.9, 20, 49, 50, 119, 130)] == [
        0, 0, 1, 1, 2, 3, 4,
    ]  # fmt: skip
    assert imps(-220) == -6
    assert imps(10_000) == len(LEAST) == 24
    assert list(LEAST) == sorted(set(LEAST))


async def test_match_commitments_of_all_deals_precede_the_cards(tmp_path: Path) -> None:
    async with match(tmp_path, deals=3) as here:
        seals = here.info().seals
        made = here.first.table.made
        assert seals == tuple(map(seal_of, made.seeds))
        assert made.seeds == here.second.table.made.seeds
        assert len(set(seals)) == 3
