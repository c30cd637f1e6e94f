"""Hints: only for a person who plays with bots alone, on their turn."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from spadille.bots import load_level
from spadille.game import Bid, Play, Seat
from spadille.notation import format_action
from spadille.server.live.actor import TableActor
from spadille.server.live.registry import Registry
from spadille.table.requests import Hint, Propose, Sit, Stand, Start
from support.house import House, house
from support.tabletop import ANN, BEN, Listener, WhenTold, settle


def anns_turn(actor: TableActor, phase: str) -> Any:
    def here() -> bool:
        game = actor.table.game
        return game is not None and game.to_act == Seat.SOUTH and game.phase == phase

    return here


async def at(here: House, phase: str, **fields: Any) -> tuple[TableActor, Listener]:
    """Return a table at which it is Ann's turn."""
    actor = await here.make(**fields)
    ann = await here.enter(actor, ANN)
    if actor.table.status == "waiting":
        actor.ask(ann, Start(actor.table.id))
        await settle(actor)
    await here.play(actor, ann, anns_turn(actor, phase))
    return actor, ann


async def ask(actor: TableActor, listener: Listener) -> dict[str, Any]:
    """Return the answer."""
    actor.ask(listener, Hint(actor.table.id))
    await settle(actor)
    return listener.messages[-1]


@pytest.mark.parametrize("phase", ["bidding", "play"])
async def test_hint_gives_action_and_reason(phase: str, here: House) -> None:
    actor, ann = await at(here, phase, options={"nil.blind": False})
    ann.lang = "de"
    assert ann.state["hint"]
    advice = await ask(actor, ann)
    assert advice["type"] == "advice"
    assert len(advice["costs"]) == len(advice["candidates"])
    assert advice["costs"][0] == 0.0
    assert advice["seq"] == actor.table.version
    assert actor.table.game is not None
    actions = actor.table.game.options(Seat.SOUTH).actions
    legal = {format_action(action) for action in actions}
    assert advice["candidates"][0]["action"] == advice["action"]
    for candidate in advice["candidates"]:
        told = candidate["action"]
        word = told["card"] if phase == "play" else "nil" if told["nil"] else told["tricks"]
        assert {str(word), f"bid {word}"} & legal
    assert advice["reason"].endswith(".")


async def test_hint_in_game_with_other_people_is_refused(here: House) -> None:
    actor = await here.make(invite=True)
    ann, ben = await here.enter(actor, ANN), await here.enter(actor, BEN)
    actor.ask(ben, Sit(actor.table.id, Seat.WEST))
    actor.ask(ann, Start(actor.table.id))
    await settle(actor)
    for listener in (ann, ben):
        assert not listener.state["hint"]
        assert (await ask(actor, listener))["code"] == "hint/not-here"


async def test_hint_for_watcher_is_refused_and_others_stay_private(here: House) -> None:
    actor, ann = await at(here, "play", invite=True)
    ben = await here.enter(actor, BEN)
    assert (await ask(actor, ben))["code"] == "hint/not-here"
    heard = len(ben.messages)
    assert (await ask(actor, ann))["type"] == "advice"
    assert len(ben.messages) == heard


async def test_hint_out_of_turn_is_refused(here: House) -> None:
    actor = await here.make()
    ann = await here.enter(actor, ANN)
    await here.play(actor, ann, lambda: actor.table.to_act == Seat.WEST)
    assert not ann.state["hint"]
    assert (await ask(actor, ann))["code"] == "hint/not-now"


@pytest.mark.parametrize("phase", ["bidding", "play"])
async def test_hint_while_coach_is_preparing_comes_from_simple_rules(
    tmp_path: Path, phase: str
) -> None:
    async with house(tmp_path, preparing=lambda level: 19.2 if level == "expert" else None) as here:
        actor, ann = await at(here, phase, options={"nil.blind": False})
        assert actor.table.game is not None
        thumb = load_level("intermediate").decide(actor.table.game.view(Seat.SOUTH))
        advice = await ask(actor, ann)
        assert advice["preparing"] == 20
        assert isinstance(thumb.action, Play if phase == "play" else Bid)
        what = str(thumb.action.card if isinstance(thumb.action, Play) else thumb.action.tricks)
        assert str(advice["action"]["card" if phase == "play" else "tricks"]) == what
        assert advice["reason"].endswith(".")
        assert len(advice["costs"]) == len(advice["candidates"])


async def test_hint_requests_are_computed_one_at_a_time(here: House) -> None:
    actor, _ = await at(here, "play")
    told = WhenTold()
    registry = Registry(here.deps._replace(executor=told))
    again = await registry.find(actor.table.id, ANN.person)
    pages = [Listener(ANN), Listener(ANN)]
    for page in pages:
        again.join(page)
        for _ in range(2):
            again.ask(page, Hint(actor.table.id))
    await again._jobs.join()
    assert len(told.asked) == 1
    told.finish()
    await settle(again)
    for page in pages:
        assert [one["type"] for one in page.messages].count("advice") == 1
        assert page.refusals == []
    await registry.stop()


async def test_hint_weighs_every_legal_action(here: House) -> None:
    """Before the worst action, a careful player is also warned."""
    actor, ann = await at(here, "bidding", options={"nil.blind": False})
    advice = await ask(actor, ann)
    assert len(advice["candidates"]) == 14
    costs = {
        "nil" if one["action"]["nil"] else one["action"]["tricks"]: cost
        for one, cost in zip(advice["candidates"], advice["costs"], strict=True)
    }
    assert costs[13] > 100


async def asked_in_time(
    here: House, **fields: Any
) -> tuple[WhenTold, Registry, TableActor, Listener]:
    """Have a player ask in mid-trick, at a separate hub that thinks on command."""
    actor, _ = await at(here, "play", options={"nil.blind": False}, **fields)
    told = WhenTold()
    registry = Registry(here.deps._replace(executor=told))
    again = await registry.find(actor.table.id, ANN.person)
    ann = Listener(ANN)
    again.join(ann)
    again.ask(ann, Hint(again.table.id))
    await again._jobs.join()
    return told, registry, again, ann


async def test_hint_after_turn_changed_is_for_current_turn(here: House) -> None:
    told, registry, actor, ann = await asked_in_time(here)
    actor.ask(ann, Propose(actor.table.id, "undo"))
    await actor._jobs.join()
    assert ann.state["hint"]
    for _ in range(2):
        actor.ask(ann, Hint(actor.table.id))
    await actor._jobs.join()
    assert ann.refusals == []
    assert len(told.asked) == 1
    told.finish()
    for _ in range(10):
        await asyncio.sleep(0)
    await actor._jobs.join()
    assert len(told.asked) == 1
    told.finish()
    await settle(actor)
    advice = [message for message in ann.messages if message["type"] == "advice"]
    assert [one["seq"] for one in advice] == [actor.table.version]
    await registry.stop()


async def test_hint_stays_valid_when_someone_takes_a_seat_and_gives_it_up(here: House) -> None:
    told, registry, actor, ann = await asked_in_time(here, invite=True)
    ben = Listener(BEN)
    actor.join(ben)
    before = actor.table.version
    for request in (Sit(actor.table.id, Seat.WEST), Stand(actor.table.id)):
        actor.ask(ben, request)
    await actor._jobs.join()
    assert ben.refusals == []
    assert actor.table.version == before + 2
    actor.ask(ann, Hint(actor.table.id))
    await actor._jobs.join()
    assert len(told.asked) == 1
    told.finish()
    await settle(actor)
    assert ann.refusals == []
    advice = [message for message in ann.messages if message["type"] == "advice"]
    assert [one["seq"] for one in advice] == [ann.state["moved"]]
    await registry.stop()


async def test_hint_is_refused_if_someone_takes_a_seat_before_the_answer(here: House) -> None:
    told, registry, actor, ann = await asked_in_time(here, invite=True)
    ben = Listener(BEN)
    actor.join(ben)
    actor.ask(ben, Sit(actor.table.id, Seat.WEST))
    await actor._jobs.join()
    told.finish()
    await settle(actor)
    assert ann.refusals == ["hint/not-here"]
    assert all(message["type"] != "advice" for message in ann.messages)
    await registry.stop()


async def test_next_hint_is_refused_if_someone_takes_a_seat_before_the_answer(here: House) -> None:
    told, registry, actor, ann = await asked_in_time(here, invite=True)
    ben = Listener(BEN)
    actor.join(ben)
    for one, request in (
        (ann, Propose(actor.table.id, "undo")),
        (ann, Hint(actor.table.id)),
        (ben, Sit(actor.table.id, Seat.WEST)),
    ):
        actor.ask(one, request)
    await actor._jobs.join()
    assert ann.refusals == ben.refusals == []
    told.finish()
    await settle(actor)
    assert ann.refusals == ["hint/not-here"]
    assert told.asked == []
    assert all(message["type"] != "advice" for message in ann.messages)
    await registry.stop()


async def test_hint_after_leaving_table_is_not_sent(here: House) -> None:
    told, registry, actor, ann = await asked_in_time(here)
    actor.leave(ann)
    told.finish()
    await settle(actor)
    assert [one["type"] for one in ann.messages] == ["state"]
    await registry.stop()
