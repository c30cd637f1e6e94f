"""Check that the cards of a record are the ones committed to before anyone saw them."""

from typing import Literal, get_args

from msgspec import Struct

from ..game import Event, Game, Message, Record, Seal, Shuffled, shuffle_seed, shuffler
from .actions import format_action
from .records import told_on

Finding = Literal["forged", "unsealed", "unopened", "fair"]
"""The verdict on a round's cards: forged, not committed to, still secret, or as committed.

The worst verdict comes first.
"""
_FINDINGS: tuple[Finding, ...] = get_args(Finding)


class RoundCheck(Struct, frozen=True):
    """The result of checking the cards of a round; `text` explains it to people."""

    round: int
    finding: Finding
    text: Message


def check_deals(record: Record) -> tuple[RoundCheck, ...]:
    """Check whether the cards of each round follow from a seed sealed beforehand.

    Raises:
        RecordError: when the record breaks a rule.
        SpadesError: if the argument is not a record but, say, a game.
    """
    record = Record.of(record)
    checking = _Checking(record)
    for index, event in enumerate(record.events):
        checking.go_on(index, event)
    return tuple(checking.found.values())


class _Checking:
    """Replays a record and repeats its shuffles."""

    def __init__(self, record: Record) -> None:
        self._game = Game.new(record.rules, players=record.players)
        self._starts = {seal.at: seal for seal in record.seals}
        self._known: dict[str, int] = {}
        self._seal: Seal | None = None
        self._number = 0
        self.found: dict[int, RoundCheck] = {}

    @property
    def _round(self) -> int:
        return len(self._game.results) + 1

    def go_on(self, index: int, event: Event) -> None:
        if index in self._starts:
            self._break(self._starts[index])
        if isinstance(event.action, Shuffled):
            self._check(event.action)
        rounds = len(self._game.results)
        self._game = told_on(self._game, event)
        if len(self._game.results) > rounds:
            self._seal = None

    def _break(self, seal: Seal) -> None:
        """Start checking against a commitment."""
        round = self._round
        earlier = self._known.setdefault(seal.seal, round)
        if self._seal is not None:
            self._tell("forged", Message("there is a second commitment"))
        elif earlier != round:
            self._tell(
                "forged", Message("its commitment is that of round {earlier}", earlier=earlier)
            )
        self._seal, self._number = seal, 0
        if seal.seed is None:
            self._tell("unopened", Message("its seed was not revealed"))
        elif not seal.holds:
            self._tell("forged", Message("its seed does not match the commitment"))

    def _check(self, action: Shuffled) -> None:
        seal = self._seal
        if seal is None:
            self._tell("unsealed", Message("there is no commitment before the deal"))
        if seal is None or seal.seed is None or not self._game.waits_for_chance:
            return  # the rules refuse actions out of turn
        salts = [salt.value for salt in seal.salts]
        shuffle = shuffler(shuffle_seed(seal.seed, salts, self._number))
        self._number += 1
        expected = self._game.chance(shuffle)
        if expected == action:
            self._tell("fair", _fair(len(salts)))
        else:
            self._tell(
                "forged",
                Message(
                    "the seed gives other cards: {expected}, not {told}",
                    expected=format_action(expected),
                    told=format_action(action),
                ),
            )

    def _tell(self, finding: Finding, text: Message) -> None:
        """Record a finding about this round, keeping only the worst one."""
        number = self._round
        before = self.found.get(number)
        if before is not None and _FINDINGS.index(before.finding) <= _FINDINGS.index(finding):
            return
        said = Message("Round {number}: {text}.", number=number, text=text)
        self.found[number] = RoundCheck(number, finding, said)


def _fair(salts: int) -> Message:
    if not salts:
        return Message("the cards match the commitment; no player added a random number")
    return Message.counted(
        "the cards match the commitment, with the random number of one player",
        "the cards match the commitment, with the random numbers of {n} players",
        salts,
    )
