"""When the game ends."""

from collections.abc import Iterator
from typing import Annotated, Literal

from msgspec import Meta

from ..text import Message, T
from .option import Conflict, Group, conflict, option


class EndRules(Group, frozen=True):
    """When the game ends."""

    title = T("End of the game")

    target: Annotated[
        Literal["none"] | Annotated[int, Meta(ge=50, le=5000)],
        option(
            "Target",
            "The game ends when a side reaches it; none: points alone do not end the game (S13).",
            names=("None",),
            also="winning score points to win five hundred 500 Gewinnpunkte Spielende",
        ),
    ] = 500
    floor: Annotated[
        Literal["none", "-target"] | Annotated[int, Meta(ge=-5000, le=-50)],
        option(
            "Floor",
            "A side at or below it loses; none: no floor; -target: the target with a "
            "minus sign (S14).",
            names=("None", "Minus the target"),
            also="mercy rule minus losing score Untergrenze verloren",
        ),
    ] = -200
    after_tie: Annotated[
        Literal["one_round", "play_on"],
        option(
            "After a tie",
            "one_round: one more round, and another after each tie, then the leader "
            "wins; play_on: play until the game ends again (S16).",
            names=("One more round decides", "Play on"),
            also="tiebreak draw sudden death overtime Gleichstand Unentschieden",
        ),
    ] = "one_round"
    max_rounds: Annotated[
        int,
        option(
            "Rounds",
            "The game ends after this many rounds; a tie is played off; 0: no limit (S17).",
            between=(0, 100),
            also="hands deals number of rounds Anzahl Runden Spiele",
        ),
    ] = 0
    minutes: Annotated[
        int,
        option(
            "Minutes",
            "When this many minutes have passed, the round is finished and the game "
            "ends; 0: no limit (S17).",
            between=(0, 600),
            also="time limit clock duration deadline Zeitlimit Dauer Frist límite de tiempo "
            "duración plazo",
        ),
    ] = 0
    sets_to_lose: Annotated[
        int,
        option(
            "Sets that lose the game",
            "A side that is set this many times loses; 0: none (V22).",
            between=(0, 10),
            also="three sets bust lose",
        ),
    ] = 0
    sets_in_a_row: Annotated[
        int,
        option(
            "Sets in a row that lose the game",
            "A side that is set in this many rounds in a row loses; 0: none (V22).",
            between=(0, 10),
            also="consecutive sets two sets back to back bust lose hintereinander seguidas",
        ),
    ] = 0
    nil_is_set: Annotated[
        bool,
        option(
            "A failed nil is a set",
            "If sets lose the game, a round with a failed nil counts as a set (V22).",
            also="busted nil counts as set geplatzte Null nil fallado",
        ),
    ] = False
    first_round_minimum: Annotated[
        int,
        option(
            "Fewest tricks in round 1",
            "A side that wins fewer in round 1 loses, unless all sides do; 0: none (V38).",
            between=(0, 13),
            also="first hand first deal minimum books board automatic loss erste Runde "
            "Mindeststiche primera ronda bazas mínimas",
        ),
    ] = 0
    start_scores: Annotated[
        tuple[Annotated[int, Meta(ge=-500, le=500)], ...],
        option(
            "Handicaps",
            "The score at which each side starts; none: zero (V32).",
            most=6,
            also="head start handicap Vorsprung Vorgabe",
        ),
    ] = ()

    @property
    def counts_sets(self) -> bool:
        """True if sets lose the game (V22)."""
        return bool(self.sets_to_lose or self.sets_in_a_row)

    @property
    def target_score(self) -> int | None:
        """The score at which a side ends the game, or None."""
        return None if self.target == "none" else self.target

    @property
    def floor_score(self) -> int | None:
        """The score at or below which a side loses, or None."""
        match self.floor:
            case "none":
                return None
            case "-target":
                return None if self.target_score is None else -self.target_score
            case int(points):
                return points


LAST_ROUND = 100
"""No game continues after this round, whatever the rules say, so that every game ends (S20)."""


def conflicts(end: EndRules, sides: int | None, tricks: int | None) -> Iterator[Conflict]:
    """Yield the conflicts about the end; `sides` and `tricks` are None if they are unknown."""
    if sides is not None and end.start_scores and len(end.start_scores) != sides:
        yield conflict(
            "rules/start-scores",
            "end.start_scores needs one score for each side that table.teams makes",
        )
    if 0 < end.sets_to_lose <= end.sets_in_a_row:
        yield conflict(
            "rules/sets-in-a-row",
            "end.sets_in_a_row must be less than end.sets_to_lose, which would lose the game first",
        )
    if tricks is not None and end.first_round_minimum > tricks:
        yield conflict(
            "rules/first-round-minimum",
            "end.first_round_minimum is more than the {count} tricks of a round",
            count=tricks,
        )
    target, floor = end.target_score, end.floor_score
    starts = end.start_scores
    if starts and (
        (target is not None and max(starts) >= target)
        or (floor is not None and min(starts) <= floor)
    ):
        yield conflict(
            "rules/start-scores-decide",
            "end.start_scores must lie between end.floor and end.target",
        )
    if target is not None:
        return
    if end.floor == "-target":
        yield conflict(
            "rules/floor-without-target", "end.floor = -target needs a number as end.target"
        )
    if not (end.max_rounds or end.minutes or end.counts_sets or floor is not None):
        yield conflict(
            "rules/no-end",
            "end.target = none needs end.max_rounds, end.minutes, end.sets_to_lose, "
            "end.sets_in_a_row or end.floor",
        )


def sheet(end: EndRules) -> Iterator[Message]:
    """Yield the sentences about start scores and the end of a game."""
    if end.start_scores:
        yield Message(
            "The sides start with these scores: {scores}.",
            scores=", ".join(map(str, end.start_scores)),
        )
    floor = T("The game ends when a side has {floor} points or fewer.")
    if end.target_score is not None:
        yield Message("The game ends when a side has {target} points.", target=end.target_score)
        floor = T("It also ends when a side has {floor} points or fewer.")
    if end.floor_score is not None:
        yield Message(floor, floor=end.floor_score)
    if end.sets_to_lose:
        yield Message.counted(
            "A side that is set once loses the game.",
            "A side that is set {n} times loses the game.",
            end.sets_to_lose,
        )
    if end.sets_in_a_row:
        yield Message.counted(
            "A side that is set in a round loses the game.",
            "A side that is set in {n} rounds in a row loses the game.",
            end.sets_in_a_row,
        )
    if end.nil_is_set and end.counts_sets:
        yield Message("A round with a failed nil counts as a set.")
    if end.first_round_minimum:
        yield Message.counted(
            "A side that wins no trick in the first round loses the game.",
            "A side that wins fewer than {n} tricks in the first round loses the game, unless "
            "every side does.",
            end.first_round_minimum,
        )
    if end.max_rounds:
        yield Message.counted(
            "The game ends after one round.",
            "The game ends after {n} rounds at the latest.",
            end.max_rounds,
        )
    if end.minutes:
        yield Message.counted(
            "After one minute the round is finished, and the game ends.",
            "After {n} minutes the round is finished, and the game ends.",
            end.minutes,
        )
    yield {
        "one_round": Message(
            "The higher score wins. A tie is decided by one more round, or by as many as "
            "it takes; then the leader wins, whatever the score."
        ),
        "play_on": Message(
            "The higher score wins. After a tie the sides play on until the game ends by "
            "these rules."
        ),
    }[end.after_tie]
    yield Message(
        "After {limit} rounds the game ends: the higher score wins, and a tie is a draw.",
        limit=LAST_ROUND,
    )
