"""One episode on the engine's compiled twin."""

from collections.abc import Sequence
from typing import Any, Literal

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from ...fast import code, encoding, kernel, ready
from ...fast.game import GAME, LEGAL, UNBEGUN
from ...game import DrawForDeal, Hand, Rules, Seat, Shuffle, dealer_by, draw_dealer, hand_of, kept
from ...notation import action_numbers as numbers
from ..action_space import CARD_BY_ID
from ..drawing import Picture
from ..episode import Length, Reward, illegal_number, served_rules
from ..observation_layout import PHASES
from .stepping import (
    BEGUN,
    CHANCE,
    CHOICE,
    DEALER,
    EARNED,
    ENDED,
    ILLEGAL,
    MASK,
    PAID,
    REPLACES,
    SEAT_BITS,
    VALUES,
    WAITING,
    see_one,
    space_of,
    step_one,
)

ONE = np.dtype(
    [("game", GAME), ("legal", LEGAL), ("paid", PAID), ("mask", MASK), ("observation", VALUES)],
    align=True,
)
"""A game, with the legal actions and observation of the seat to act."""

_PLACES: Any = ONE.fields
MASK_BYTES, OBSERVATION_BYTES, _PAID_BYTES = (
    slice(_PLACES[name][1], _PLACES[name][1] + ONE[name].itemsize)
    for name in ("mask", "observation", "paid")
)
"""The places of these parts in the memory of an episode."""

_SEATS = tuple(Seat)
NO_CARDS = np.zeros(0, np.int64)
_NOBODY = np.array([-1])


class _Setup(Struct, frozen=True):
    """The constants of all states of an episode; `codes` are without and with trump."""

    rules: Rules
    length: Length
    spaces: Any
    codes: tuple[code.Code, code.Code]
    deck: tuple[int, ...]
    unpaid: tuple[float, ...]


class TwinEpisode(Struct, frozen=True, dict=True):
    """The state of an episode, like `Episode` but about ten times as fast.

    Every action returns a new state, and nothing is mutated. `events` counts the events so far,
    with a choice of several cards as one.

    >>> from spadille.game import shuffler
    >>> episode = TwinEpisode.new("mirror", "round", "points")
    >>> while episode.waits_for_chance:
    ...     episode = episode.happen(shuffler("7"))
    >>> episode.to_act, episode.legal_actions()
    (Seat.EAST, (61,))
    """

    setup: _Setup
    memory: NDArray[np.int8]
    told: int = WAITING
    events: int = 0

    @classmethod
    def new(
        cls, rules: Rules | str, length: Length, reward: Reward, scale: float = 1.0
    ) -> "TwinEpisode":
        """Return an episode before its first card is dealt; `rules` may be the name of a preset.

        `scale` is the factor on all rewards.

        Raises:
            RulesError: for a preset that does not exist, rules that cannot be numbered, or a bad
                scale.
        """
        rules = served_rules(rules)
        spaces = space_of(rules, length, reward, scale)
        ready("spadille.envs.tables.one")
        with_trump = code.code_of(rules)
        bare = code.code_of(rules, trump=not rules.bidding.no_trump)
        deck = tuple(with_trump.numbers[card] for card in rules.deck_cards)
        setup = _Setup(rules, length, spaces, (bare, with_trump), deck, (0.0,) * rules.players)
        memory = np.zeros(ONE.itemsize, np.int8)
        begun = kernel.as_records(memory, ONE)
        for field, value in (("trump", 1), ("stage", UNBEGUN), ("taker", -1)):
            begun["game"][field] = value
        begun["game"]["in_play"]["bids"] = encoding.NO_BID
        step_one(spaces, begun, DEALER, _NOBODY)
        return cls(setup, memory)

    @property
    def rules(self) -> Rules:
        """Return the rules of the episode, which have no cut."""
        return self.setup.rules

    @property
    def length(self) -> Length:
        """Return the length of the episode, a round or a game."""
        return self.setup.length

    @property
    def over(self) -> bool:
        """Return True at the end of the episode."""
        return self.told & ENDED != 0

    @property
    def waits_for_chance(self) -> bool:
        """Return True if chance acts next; False at the end."""
        return self.told & WAITING != 0

    @property
    def awaits(self) -> Literal["dealer", "cards", "replacements"]:
        """What chance has to provide next."""
        if not self.events:
            return "dealer"
        return "replacements" if self.told & REPLACES else "cards"

    @property
    def to_act(self) -> Seat | None:
        """The seat whose turn it is; None at the end and while chance is to act."""
        return None if self.told & (WAITING | ENDED) else _SEATS[self.told & SEAT_BITS]

    @property
    def is_choice(self) -> bool:
        """True if the turn asks for a choice of cards."""
        return self.told & CHOICE != 0

    @property
    def bids_over(self) -> bool:
        """True if the last bid of this deal is in."""
        return bool(self._game.bids_over)

    @property
    def bids_lie_face_down(self) -> bool:
        """True if bids are being made that no one sees before the last is in (V34)."""
        return self.rules.bidding.order == "at_once" and not self.bids_over

    @property
    def rewards(self) -> tuple[float, ...]:
        """Return the rewards of the last action by seat."""
        if not self.told & EARNED:
            return self.setup.unpaid
        paid = self.memory[_PAID_BYTES].view(np.float64)
        return tuple(paid[: self.rules.players].tolist())

    @property
    def mask(self) -> NDArray[np.int8]:
        """A one for each legal action of the seat to act."""
        if self.told & (WAITING | ENDED):
            return np.zeros(numbers.ACTIONS, np.int8)
        return self.memory[MASK_BYTES].copy()

    def legal_actions(self) -> tuple[int, ...]:
        """Return the numbers of all legal actions of the seat to act, ascending; may be empty."""
        if self.told & (WAITING | ENDED):
            return ()
        return tuple(self.memory[MASK_BYTES].nonzero()[0].tolist())

    def observation(self, seat: int) -> NDArray[np.int8]:
        """Return what a seat observes, whether or not it is its turn."""
        if self.told & (WAITING | ENDED | SEAT_BITS) == seat:
            return self.memory[OBSERVATION_BYTES].copy()
        if seat not in self.rules.seats:
            raise IndexError(f"no player sits at {seat}")
        seen = np.zeros(VALUES.itemsize, np.int8)
        see_one(self.setup.spaces, self._record, int(seat), kernel.as_records(seen, VALUES))
        return seen

    def apply(self, number: int) -> "TwinEpisode":
        """Return the episode after an action of the seat to act.

        Raises:
            IllegalActionError: if the number is not one of `legal_actions`.
        """
        if self.told & (WAITING | ENDED) or not 0 <= number < numbers.ACTIONS:
            raise illegal_number(number, self.legal_actions())
        after = self._after(number, NO_CARDS)
        if after is None:
            raise illegal_number(number, self.legal_actions())
        return after

    def happen(self, shuffle: Shuffle) -> "TwinEpisode":
        """Return the episode after chance has acted once, as it does in the engine."""
        match self.awaits:
            case "dealer":
                action = draw_dealer(self.rules, shuffle)
                return self._by_chance(DEALER, [dealer_by(self.rules, action)])
            case "cards":
                return self._by_chance(CHANCE, shuffle(self.setup.deck))  # type: ignore[arg-type]
            case "replacements":
                return self.chance([card.id for card in shuffle(self.aside)])

    def chance(self, drawn: Sequence[int]) -> "TwinEpisode":
        """Return the episode after these card ids, in drawing order, or this dealer."""
        if self.awaits == "dealer":
            dealer = drawn[0]
            if self.rules.deal.first_dealer != "random":
                cards = tuple(CARD_BY_ID[item] for item in drawn)
                dealer = dealer_by(self.rules, DrawForDeal(cards))
            return self._by_chance(DEALER, [dealer])
        numbers = self.setup.codes[1].numbers
        return self._by_chance(CHANCE, [numbers[CARD_BY_ID[item]] for item in drawn])

    def hand(self, seat: int) -> Hand:
        """Return the hand of a seat as far as it has seen it."""
        game = self._game
        return self._cards(game.in_play.hands[seat]) if game.in_play.looked >> seat & 1 else ()

    def refused(self, seat: int) -> Hand:
        """Return the cards that a seat has refused in a draft."""
        return self._cards(self._game.refused[seat])

    @property
    def aside(self) -> Hand:
        """The cards put aside in a draft, from which swapped cards are replaced."""
        return hand_of(self._cards(self._game.aside))

    @property
    def missing(self) -> int:
        """The number of cards that chance owes a seat that has swapped."""
        game = self._game
        return int(game.exchanged[game.to_act]) - 1

    @property
    def picture(self) -> Picture | None:
        """Everything there is to see; None before the first deal."""
        game = self._game
        round = game.in_play
        if not round.number:
            return None
        rules, seats = self.rules, range(self.rules.players)
        unsaid = rules.bidding.first_round_bids_itself and round.number == 1
        trick = [self._code.play_of(int(play)).card for play in round.trick[: round.count]]
        hands, bids, won = round.hands, round.bids.tolist(), round.won.tolist()
        return Picture(
            rules=rules,
            number=int(round.number),
            phase=PHASES[min(game.stage, len(PHASES) - 1)],
            dealer=_SEATS[round.dealer],
            to_act=self.to_act,
            hands=tuple(self._cards(hands[seat]) for seat in seats),
            bids=tuple(None if unsaid else code.bid_of(bids[seat]) for seat in seats),
            won=tuple(won[seat] for seat in seats),
            chosen=self._cards(game.chosen),
            leader=_SEATS[round.leader],
            trick=tuple(trick),
            scores=tuple(int(game.score.total[side]) for side in range(len(rules.sides))),
        )

    def __deepcopy__(self, memo: object) -> "TwinEpisode":
        return self

    @property
    def _record(self) -> Any:
        return kernel.as_records(self.memory, ONE)

    @kept
    def _game(self) -> Any:
        return self._record.view(np.recarray)[0].game

    @kept
    def _code(self) -> code.Code:
        return self.setup.codes[self._game.trump]

    def _cards(self, words: encoding.Words) -> Hand:
        return self._code.cards(*map(int, words))

    def _by_chance(self, action: int, cards: Any) -> "TwinEpisode":
        after = self._after(action, np.array(cards, np.int64))
        assert after is not None
        return after

    def _after(self, action: int, cards: encoding.Numbers) -> "TwinEpisode | None":
        """Return the next state, or None if the action is not legal."""
        memory = self.memory.copy()
        told = step_one(self.setup.spaces, kernel.as_records(memory, ONE), action, cards)
        if told == ILLEGAL:
            return None
        return TwinEpisode(self.setup, memory, told, self.events + (not told & BEGUN))


def warm() -> None:
    """Compile the kernels of one episode, or load them from the cache."""
    episode = TwinEpisode.new("standard", "round", "points")
    while episode.waits_for_chance:
        episode = episode.happen(list)
    episode.apply(episode.legal_actions()[0]).observation(episode.rules.seats[-1])
