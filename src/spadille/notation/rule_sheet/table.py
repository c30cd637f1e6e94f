"""Who plays with whom, in words."""

from collections.abc import Iterator

from ...game import Message, Rules


def table_sentences(rules: Rules) -> Iterator[Message]:
    table = rules.table
    yield {
        "pairs": Message(
            "{players} players in pairs; partners sit opposite each other.", players=rules.players
        ),
        "threes": Message(
            "{players} players in two teams; every other seat is of the same team.",
            players=rules.players,
        ),
        "solo": Message("{players} players, everybody plays for himself.", players=rules.players),
        "spoiler": Message(
            "{players} players: two pairs, and one alone for whom everything counts double.",
            players=rules.players,
        ),
    }[table.teams]
    if table.side_names:
        yield Message("The sides are called {names}.", names=", ".join(table.side_names))
    if table.seating == "random":
        yield Message("Seats are drawn by lot.")
