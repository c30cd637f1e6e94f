"""Hints: only for a person who plays with bots alone, on their turn."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from spadille.bots import load_level
from spadille.game import Bid, Play, Seat
from spadille.notation import format_action
from spadille.server.live.actor import Keeper
from spadille.server.live.registry import Hub
from spadille.server.wire.protocol import Hint, Propose, Sit, Start
from support.house import House, house
from support.tabletop import ANN, BEN, Listener, WhenTold, run, settle


def anns_turn(keeper: Keeper, phase: str) -> Any:
    def here() -> bool:
        game = keeper.table.game
        return game is not None and game.to_act == Seat.SOUTH and game.phase == phase

    return here


async def at(here: House, phase: str, **fields: Any) -> tuple[Keeper, Listener]:
    """Return a table at which it is Ann's turn."""
    keeper = await here.make(**fields)
    ann = await here.enter(keeper, ANN)
    if keeper.table.status == "waiting":
        keeper.ask(ann, Start(keeper.table.id))
        await settle(keeper)
    await here.play(keeper, ann, anns_turn(keeper, phase))
    return keeper, ann


async def ask(keeper: Keeper, listener: Listener) -> dict[str, Any]:
    """Return the answer."""
    keeper.ask(listener, Hint(keeper.table.id))
    await settle(keeper)
    return listener.messages[-1]


@pytest.mark.parametrize("phase", ["bidding", "play"])
def test_hint_gives_action_and_reason(tmp_path: Path, phase: str) -> None:
    async def main() -> None:
        async with house(tmp_path) as here:
            keeper, ann = await at(here, phase, options={"nil.blind": False})
            ann.lang = "de"
            assert ann.state["hint"]
            advice = await ask(keeper, ann)
            assert advice["type"] == "advice"
            assert len(advice["costs"]) == len(advice["candidates"])
            assert advice["costs"][0] == 0.0
            assert advice["seq"] == keeper.table.version
            assert keeper.table.game is not None
            actions = keeper.table.game.options(Seat.SOUTH).actions
            legal = {format_action(action) for action in actions}
            assert advice["candidates"][0]["action"] == advice["action"]
            for candidate in advice["candidates"]:
                told = candidate["action"]
                word = told["card"] if phase == "play" else "nil" if told["nil"] else told["tricks"]
                assert {str(word), f"bid {word}"} & legal
            assert advice["reason"].endswith(".")

    run(main)


def test_hint_in_game_with_other_people_is_refused(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path) as here:
            keeper = await here.make(invite=True)
            ann, ben = await here.enter(keeper, ANN), await here.enter(keeper, BEN)
            keeper.ask(ben, Sit(keeper.table.id, Seat.WEST))
            keeper.ask(ann, Start(keeper.table.id))
            await settle(keeper)
            for listener in (ann, ben):
                assert not listener.state["hint"]
                assert (await ask(keeper, listener))["code"] == "hint/not-here"

    run(main)


def test_hint_for_watcher_is_refused_and_others_stay_private(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path) as here:
            keeper, ann = await at(here, "play", invite=True)
            ben = await here.enter(keeper, BEN)
            assert (await ask(keeper, ben))["code"] == "hint/not-here"
            heard = len(ben.messages)
            assert (await ask(keeper, ann))["type"] == "advice"
            assert len(ben.messages) == heard

    run(main)


def test_hint_out_of_turn_is_refused(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path) as here:
            keeper = await here.make()
            ann = await here.enter(keeper, ANN)
            await here.play(keeper, ann, lambda: keeper.table.to_act == Seat.WEST)
            assert not ann.state["hint"]
            assert (await ask(keeper, ann))["code"] == "hint/not-now"

    run(main)


@pytest.mark.parametrize("phase", ["bidding", "play"])
def test_hint_while_coach_is_preparing_comes_from_simple_rules(tmp_path: Path, phase: str) -> None:
    async def main() -> None:
        async with house(
            tmp_path, preparing=lambda level: 19.2 if level == "expert" else None
        ) as here:
            keeper, ann = await at(here, phase, options={"nil.blind": False})
            assert keeper.table.game is not None
            thumb = load_level("intermediate").decide(keeper.table.game.view(Seat.SOUTH))
            advice = await ask(keeper, ann)
            assert advice["preparing"] == 20
            assert isinstance(thumb.action, Play if phase == "play" else Bid)
            what = str(thumb.action.card if isinstance(thumb.action, Play) else thumb.action.tricks)
            assert str(advice["action"]["card" if phase == "play" else "tricks"]) == what
            assert advice["reason"].endswith(".")
            assert len(advice["costs"]) == len(advice["candidates"])

    run(main)


def test_hint_requests_are_computed_one_at_a_time(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path) as here:
            keeper, _ = await at(here, "play")
            told = WhenTold()
            hub = Hub(here.around._replace(executor=told))
            again = await hub.find(keeper.table.id, ANN.person)
            pages = [Listener(ANN), Listener(ANN)]
            for page in pages:
                again.join(page)
                for _ in range(2):
                    again.ask(page, Hint(keeper.table.id))
            await again._jobs.join()
            assert len(told.asked) == 1
            told.finish()
            await settle(again)
            for page in pages:
                assert [one["type"] for one in page.messages].count("advice") == 1
                assert page.refusals == []
            await hub.stop()

    run(main)


def test_hint_weighs_every_legal_action(tmp_path: Path) -> None:
    """Before the worst action, a careful player is also warned."""

    async def main() -> None:
        async with house(tmp_path) as here:
            keeper, ann = await at(here, "bidding", options={"nil.blind": False})
            advice = await ask(keeper, ann)
            assert len(advice["candidates"]) == 14
            costs = {
                "nil" if one["action"]["nil"] else one["action"]["tricks"]: cost
                for one, cost in zip(advice["candidates"], advice["costs"], strict=True)
            }
            assert costs[13] > 100

    run(main)


async def asked_in_time(here: House) -> tuple[WhenTold, Hub, Keeper, Listener]:
    """Have a player ask in mid-trick, at a separate hub that thinks on command."""
    keeper, _ = await at(here, "play", options={"nil.blind": False})
    told = WhenTold()
    hub = Hub(here.around._replace(executor=told))
    again = await hub.find(keeper.table.id, ANN.person)
    ann = Listener(ANN)
    again.join(ann)
    again.ask(ann, Hint(again.table.id))
    await again._jobs.join()
    return told, hub, again, ann


def test_hint_after_turn_changed_is_for_current_turn(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path) as here:
            told, hub, keeper, ann = await asked_in_time(here)
            keeper.ask(ann, Propose(keeper.table.id, "undo"))
            await keeper._jobs.join()
            assert ann.state["hint"]
            for _ in range(2):
                keeper.ask(ann, Hint(keeper.table.id))
            await keeper._jobs.join()
            assert ann.refusals == []
            assert len(told.asked) == 1
            told.finish()
            for _ in range(10):
                await asyncio.sleep(0)
            await keeper._jobs.join()
            assert len(told.asked) == 1
            told.finish()
            await settle(keeper)
            advice = [message for message in ann.messages if message["type"] == "advice"]
            assert [one["seq"] for one in advice] == [keeper.table.version]
            await hub.stop()

    run(main)


def test_hint_after_leaving_table_is_not_sent(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path) as here:
            told, hub, keeper, ann = await asked_in_time(here)
            keeper.leave(ann)
            told.finish()
            await settle(keeper)
            assert [one["type"] for one in ann.messages] == ["state"]
            await hub.stop()

    run(main)
