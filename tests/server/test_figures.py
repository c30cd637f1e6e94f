"""A person's games in numbers."""

from msgspec import structs

from spadille.server.features.games.store import GameStore
from spadille.server.live.actor import TableActor
from spadille.study import figures_of
from spadille.table.games import counted_game
from spadille.table.requests import Propose, Start
from support.house import House
from support.tabletop import ANN, BEN, CYD, settle


async def finished(here: House, *, undone: bool) -> TableActor:
    """Return a finished game of Ann's with bots, with or without an action taken back."""
    actor = await here.make("short", options={"nil.blind": False}, level="beginner")
    ann = await here.enter(actor, ANN)
    if actor.table.status == "waiting":
        actor.ask(ann, Start(actor.table.id))
        await settle(actor)
    if undone:
        await here.play(actor, ann, lambda: "undo" in ann.state["consent"]["may_ask"])
        actor.ask(ann, Propose(actor.table.id, "undo"))
        await settle(actor)
    await here.play(actor, ann, lambda: actor.table.status == "over")
    return actor


async def test_figures_count_finished_games_and_separate_those_with_undo(here: House) -> None:
    assert await here.store.section(GameStore).counted(ANN.person) == []
    await finished(here, undone=False)
    actor = await finished(here, undone=True)
    last, first = await here.store.section(GameStore).counted(ANN.person)
    assert (first.outline.undone, last.outline.undone) == (0, 1)
    assert actor.table.game is not None
    seats = actor.table.rules.seats
    expected = tuple(figures_of(actor.table.game, seat) for seat in seats)
    assert last.outline.figures == expected
    assert last.record == ""
    assert await here.store.section(GameStore).counted(BEN.person) == []


async def test_counted_game_names_only_the_people_on_the_own_side(here: House) -> None:
    await finished(here, undone=False)
    (kept,) = await here.store.section(GameStore).counted(ANN.person)
    assert counted_game(kept, ANN.person, "en").partners == ()  # a bot
    outline = kept.outline
    own = outline.people.index(ANN.person)
    names, people = [*outline.names], [*outline.people]
    for steps, other in ((1, CYD), (2, BEN)):
        names[(own + steps) % 4], people[(own + steps) % 4] = other.name, other.person
    together = structs.replace(outline, names=tuple(names), people=tuple(people))
    kept = kept._replace(outline=together)
    assert counted_game(kept, ANN.person, "en").partners == ("Ben",)
