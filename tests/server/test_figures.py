"""A person's games in numbers."""

from pathlib import Path

from spadille.server.features.games.store import Games
from spadille.server.live.actor import Keeper
from spadille.server.wire.protocol import Propose, Start
from spadille.study import figures_of
from support.house import House, house
from support.tabletop import ANN, BEN, run, settle


async def finished(here: House, *, undone: bool) -> Keeper:
    """Return a finished game of Ann's with bots, with or without an action taken back."""
    keeper = await here.make("short", options={"nil.blind": False}, level="beginner")
    ann = await here.enter(keeper, ANN)
    if keeper.table.status == "waiting":
        keeper.ask(ann, Start(keeper.table.id))
        await settle(keeper)
    if undone:
        await here.play(keeper, ann, lambda: "undo" in ann.state["consent"]["may_ask"])
        keeper.ask(ann, Propose(keeper.table.id, "undo"))
        await settle(keeper)
    await here.play(keeper, ann, lambda: keeper.table.status == "over")
    return keeper


def test_figures_count_finished_games_and_separate_those_with_undo(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path) as here:
            assert await here.store.section(Games).counted(ANN.person) == []
            await finished(here, undone=False)
            keeper = await finished(here, undone=True)
            last, first = await here.store.section(Games).counted(ANN.person)
            assert (first.outline.undone, last.outline.undone) == (0, 1)
            assert keeper.table.game is not None
            seats = keeper.table.rules.seats
            expected = tuple(figures_of(keeper.table.game, seat) for seat in seats)
            assert last.outline.figures == expected
            assert last.record == ""
            assert await here.store.section(Games).counted(BEN.person) == []

    run(main)
