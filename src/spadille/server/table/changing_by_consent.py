"""What becomes of a table when somebody asks the others for something, and they answer."""

from msgspec import structs

from ...game import Game, put, taken_back
from .changing_seats import taken_over
from .events import Assented, Declined, GoneOn, Granted, Lapsed, Proposed
from .seating import persons
from .table import Question, Table

QuestionEvent = Proposed | Assented | Declined | Lapsed | Granted | GoneOn


def after_question(table: Table, event: QuestionEvent) -> Table:
    """The table after one of these; its version is still the one before."""
    match event:
        case Proposed(seat=seat, wish=wish):
            wishes = put(table.wishes, seat, table.wishes[seat] + 1)
            return structs.replace(table, question=Question(seat, wish), wishes=wishes)
        case Assented(seat=seat):
            assert table.question is not None
            yes = (*table.question.yes, seat)
            return structs.replace(table, question=structs.replace(table.question, yes=yes))
        case Declined() | Lapsed():
            return structs.replace(table, question=None)
        case Granted(at=at):
            return _after_consent(table, at)
        case GoneOn(at=at):
            started = table.started + at - (table.paused or at)
            return structs.replace(table, paused=None, started=started)


def _after_consent(table: Table, at: float) -> Table:
    question = table.question
    assert question is not None
    wish, version = question.wish, table.version + 1
    after = structs.replace(table, question=None, granted=(table.granted[0] + 1, wish))
    if wish == "pause":
        return structs.replace(after, paused=at)
    if wish == "stop":
        return structs.replace(after, resigned=True, before_bid=None)
    return structs.replace(
        after,
        seats=taken_over(table.seats),
        game=_without(table, question),
        seals=table.seals if wish == "undo" or table.seal is None else table.seals[:-1],
        before_bid=None,
        undone=table.undone + (len(persons(table.seats)) == 1),
        turn=table.turn + 1,
        moved=version,
        dealt=table.dealt if wish == "undo" else version,
        decided=(version,) * len(table.seats),
    )


def _without(table: Table, question: Question) -> Game:
    """The game without the deal, or without what the one who asks did last."""
    assert table.game is not None
    assert table.dealt_game is not None
    if question.wish == "misdeal":
        return table.dealt_game
    at = table.taken_back_at(question.seat)
    return table.game if at is None else taken_back(table.dealt_game, table.game, at)
