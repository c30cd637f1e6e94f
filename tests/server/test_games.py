"""Anyone with the address of a finished game can replay it, but not a game in progress."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa
from msgspec import structs

from spadille.game import Deal, Game, Look, Seal, Seat, SpadesError, seal_of
from spadille.notation import format_record, load_game, parse_pbn, parse_record
from spadille.server.features.games import store as games_module
from spadille.server.store.schema import GAMES, PLAYERS
from spadille.server.store.store import summary_in
from spadille.table import replay as going_through
from spadille.table.ids import game_id
from spadille.table.replay import Wanted
from spadille.table.requests import Rematch
from support.house import House, house
from support.secrecy import cards_in
from support.tabletop import ANN, BEN, Listener, Results, refused, settle, think_randomly

ROUNDS = 2


def states_of(steps: str) -> list[dict[str, Any]]:
    """Return the states that a client assembles."""
    told, results = json.loads(steps), Results()
    return [results.complete(told["state"]), *map(results.complete, told["updates"])]


async def finished(here: House, preset: str = "short", **fields: Any) -> tuple[str, Listener]:
    actor = await here.make(preset, options={"end.max_rounds": ROUNDS}, **fields)
    ann = await here.enter(actor, ANN)
    return await here.finish(actor, ann), ann


def a_record(seed: int = 5, rounds: int = 1) -> str:
    """Return the record of several rounds played at random."""
    game = Game.new(seed=seed)
    while len(game.results) < rounds:
        game = game.apply(think_randomly("", game.view_to_act))
    return format_record(game.record())


async def test_finished_game_has_address_and_record(here: House) -> None:
    game, ann = await finished(here)
    table = ann.state["table"]
    info = await here.library.info(game, ANN.person, "de")
    assert (info.mine, info.table, info.over) == (Seat.SOUTH, table, True)
    assert [player.name for player in info.players] == [seat["name"] for seat in ann.state["seats"]]
    assert list(info.scores) == [side["score"] for side in ann.state["view"]["standings"]]
    stranger = await here.library.info(game, BEN.person, "en")
    assert (stranger.mine, stranger.table) == (None, None)
    replayed = load_game(await here.library.record(game))
    assert replayed.over
    assert table not in game
    boards = parse_pbn(await here.library.deals(game))
    assert len(boards) == len(replayed.results) == info.rounds
    assert [board.dealer for board in boards] == [one.dealer for one in replayed.results]
    assert list(boards[0].players) == [player.name for player in info.players]


async def test_game_in_progress_cannot_be_found(here: House) -> None:
    """This includes people who know the table and the future id of its game."""
    actor = await here.make("short", options={"end.max_rounds": ROUNDS})
    ann = await here.enter(actor, ANN)
    coming = game_id(actor.table.id, 1)
    await here.play(actor, ann, lambda: actor.table.between_rounds)
    assert ann.state["finished"] is None
    for asked in (
        here.library.info(coming, ANN.person, "en"),
        here.library.record(coming),
        here.library.steps(coming, Wanted(Seat.SOUTH)),
        here.reviewing.ask(coming, ANN.person),
        here.library.review(coming, -1, "en"),
    ):
        assert await refused(asked) == "game/unknown"
    assert await here.finish(actor, ann) == coming
    assert (await here.library.info(coming, None, "en")).over


async def test_games_of_one_table_have_own_addresses(here: House) -> None:
    actor = await here.make("short", options={"end.max_rounds": ROUNDS})
    ann = await here.enter(actor, ANN)
    first = await here.finish(actor, ann)
    actor.ask(ann, Rematch(actor.table.id))
    await settle(actor)
    assert ann.state["finished"] is None
    second = await here.finish(actor, ann)
    assert first != second
    mine = await here.library.games_of(ANN.person, "en")
    assert [game.game for game in mine] == [second, first]
    assert await here.library.games_of(BEN.person, "en") == ()


async def test_game_without_address_gets_one_when_table_is_loaded(here: House) -> None:
    game, ann = await finished(here)
    async with here.store._engines.general.begin() as connection:
        await connection.execute(sa.delete(PLAYERS))
        await connection.execute(sa.delete(GAMES))
    assert await refused(here.library.record(game)) == "game/unknown"
    here.registry._forget(await here.registry.find(ann.state["table"]))
    await here.registry.find(ann.state["table"])
    assert load_game(await here.library.record(game)).over


async def test_replay_steps_show_round_with_all_cards(here: House) -> None:
    game, _ = await finished(here)
    record = load_game(await here.library.record(game))
    moments = [Game.new(record.rules, players=record.players)]
    for event in record.events:
        moments.append(moments[-1].apply(event.action, event.seat))
    seen, last = 0, {}
    for number in range(1, len(record.results) + 1):
        told = await here.library.steps(game, Wanted(Seat.EAST, round=number))
        for state in states_of(told):
            moment = moments[state["seq"]]
            view = state["view"]
            assert moment.round is not None
            assert view["round"] == number
            assert view["shown"] == [[card.value for card in hand] for hand in moment.round.hands]
            assert view["won"] == list(moment.round.won)
            assert view["options"]["actions"] == []
            assert len(view["results"]) == len(moment.results)
            seen, last = seen + 1, state
    waits = sum(moment.waits_for_chance for moment in moments[1:])
    looks = sum(isinstance(event.action, Look) for event in record.events)
    assert seen >= len(record.events) - looks - waits
    assert last["status"] == "over"
    at = len(record.events) - 3
    told = await here.library.steps(game, Wanted(Seat.EAST, event=at))
    assert json.loads(told)["round"] == len(record.results)


async def test_replay_from_one_seat_shows_only_its_view(here: House) -> None:
    game, _ = await finished(here)
    record = load_game(await here.library.record(game))
    moments = [Game.new(record.rules, players=record.players)]
    for event in record.events:
        moments.append(moments[-1].apply(event.action, event.seat))
    told = await here.library.steps(game, Wanted(Seat.WEST, open=False, round=2))
    for state in states_of(told):
        round = moments[state["seq"]].round
        assert round is not None
        hidden = {
            card.value
            for seat, hand in enumerate(round.hands)
            if seat != Seat.WEST or not round.looked[seat]
            for card in hand
        }
        view = {**state["view"], "drawn_for_deal": []}
        assert not cards_in(json.dumps(view)) & hidden


async def test_finished_game_opens_deal_of_every_round(here: House) -> None:
    game, ann = await finished(here)
    table = (await here.registry.find(ann.state["table"])).table
    assert table.game is not None
    rounds = len(table.game.results)
    for number in range(1, rounds + 1):
        opened = await here.library.deal(game, number)
        assert opened == table.opened_deal(number)
        told = states_of(await here.library.steps(game, Wanted(Seat.SOUTH, round=number)))
        seal = {"seal": opened.seal, "open": False, "salted": []}
        assert all(state["seal"] == seal for state in told)
        assert {state["finished"] for state in told} == {game}
    assert await refused(here.library.deal(game, rounds + 1)) == "seal/secret"


SEED, OTHER_SEED = "00" * 32, "11" * 32


@pytest.mark.parametrize(
    "seals",
    [
        (),
        (Seal(0, seal_of(SEED)),),
        (Seal(1, seal_of(SEED), seed=SEED),),
        (Seal(2, seal_of(OTHER_SEED), seed=OTHER_SEED),),
    ],
    ids=["nothing was sealed", "a secret seed", "sealed after the draw", "sealed after the deal"],
)
async def test_deal_without_prior_commitment_is_not_opened(
    seals: tuple[Seal, ...], here: House
) -> None:
    record = structs.replace(parse_record(a_record()), seals=seals)
    game = await here.library.open(format_record(record), ANN.person)
    told = states_of(await here.library.steps(game, Wanted(Seat.SOUTH, round=1)))
    assert {state["seal"] for state in told} == {None}
    assert await refused(here.library.deal(game, 1)) == "seal/secret"


async def test_commitment_counts_once_and_only_for_its_own_round(here: House) -> None:
    first = Seal(0, seal_of(SEED), seed=SEED)
    record = parse_record(a_record(rounds=2))
    second = next(
        index
        for index, event in enumerate(record.events)
        if isinstance(event.action, Deal) and index > 1
    )
    seals = (
        first,
        Seal(1, seal_of(OTHER_SEED), seed=OTHER_SEED),
        structs.replace(first, at=second),
    )
    text = format_record(structs.replace(record, seals=seals))
    game = await here.library.open(text, ANN.person)
    opened = await here.library.deal(game, 1)
    assert opened.seal == first.seal
    drawn = [event.action for event in record.events[:second] if event.seat is None]
    assert list(opened.outcomes) == drawn
    assert await refused(here.library.deal(game, 2)) == "seal/secret"


async def test_replay_of_missing_round_or_seat_is_refused(here: House) -> None:
    game, _ = await finished(here)
    for wanted in (Wanted(Seat(0), round=99), Wanted(Seat(5)), Wanted(Seat(0), round=0)):
        asked = here.library.steps(game, wanted)
        assert await refused(asked) == "game/no-such-round"


async def test_opened_record_is_stored(here: House) -> None:
    game = await here.library.open(a_record(), BEN.person)
    info = await here.library.info(game, BEN.person, "en")
    assert (info.opened, info.over, info.rounds, info.mine) == (True, False, 2, None)
    assert info.title == "Standard"
    assert [player.name for player in info.players] == ["North", "East", "South", "West"]
    told = states_of(await here.library.steps(game, Wanted(Seat.NORTH, lang="de")))
    assert [seat["name"] for seat in told[0]["seats"]] == ["Nord", "Ost", "Süd", "West"]
    assert told[-1]["view"]["phase"] == "score"
    (mine,) = await here.library.games_of(BEN.person, "en")
    assert (mine.game, mine.opened, mine.won) == (game, True, None)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("hello", "record/no-header"),
        ("spadille-record 1\n", "record/no-cards"),
        ("spadille-record 1\nrule end.target = 5000000\n", "rules/bad-value"),
        ('spadille-record 1\nrule end.target = "\\ud800"\n', "rules/bad-value"),
        (a_record().replace("N: H7 HA", "N: H7 CA"), "play/not-held"),
    ],
)
async def test_invalid_record_is_refused_with_a_sentence(text: str, code: str, here: House) -> None:
    assert await refused(here.library.open(text, BEN.person)) == code
    assert await here.library.games_of(BEN.person, "en") == ()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (a_record().replace("N: H7 HA", "N: H7 H1"), r"^line \d+: .*H1"),
        ("\nhello", "^line 2: this is not a game record"),
        (a_record().replace("N: H7 HA", "N: H7 CA"), "^round 1, East, "),
    ],
)
async def test_invalid_record_refusal_names_the_place(
    text: str, sentence: str, here: House
) -> None:
    with pytest.raises(SpadesError, match=sentence):
        await here.library.open(text, BEN.person)


async def test_record_that_takes_too_long_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(text: str) -> Game:
        while True:
            pass

    monkeypatch.setattr(going_through, "LONGEST_QUESTION", 0.05)
    monkeypatch.setattr(going_through, "load_game", never)
    async with house(tmp_path) as here:
        assert await refused(here.library.open(a_record(), BEN.person)) == "server/gave-up"


async def test_opened_records_are_limited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games_module, "MOST_OPENED", 2)
    async with house(tmp_path) as here:
        played, _ = await finished(here)
        opened = [await here.library.open(a_record(seed), BEN.person) for seed in range(3)]
        assert await refused(here.library.record(opened[0])) == "game/unknown"
        for id in (played, *opened[1:]):
            assert await here.library.record(id)


def test_table_summary_of_earlier_version_is_read_without_hands() -> None:
    text = """{
        "status": "playing", "titles": {}, "names": ["", ""], "people": ["a", ""],
        "sides": [[0], [1]], "round": 2, "dealt": [1, 2], "alone": 0
    }"""
    summary = summary_in(text, "some table")
    assert summary is not None
    assert summary.round == 2
    assert b"dealt" not in msgspec.json.encode(summary)
