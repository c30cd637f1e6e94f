"""Compiled tables compared with an engine episode that takes the same actions."""

from typing import Any

import numpy as np

from spadille.envs import Episode, Length
from spadille.envs.tables import Tables
from spadille.fast.code import code_of
from spadille.game import (
    PACK,
    Card,
    Deal,
    DrawForDeal,
    NameDealer,
    Redraw,
    Rules,
    Seat,
    Stack,
    hand_of,
    without,
)


class Mirror:
    """The episode for one table, with the cards that the compiled engine has dealt there."""

    def __init__(self, tables: Tables, place: int, rules: Rules, length: Length) -> None:
        self.tables = tables
        self.place = place
        self.length: Length = length
        self.rules = rules
        self.episode = self.follow(Episode.new(rules, length), None)

    @property
    def game(self) -> Any:
        return self.tables._games.view(np.recarray)[self.place]

    def step(self, action: int) -> Episode:
        """Return the episode after an action, or a new one if that ends it."""
        before = self.episode
        after = self.follow(before.apply(action), before)
        self.episode = after
        if after.over:
            self.episode = self.follow(Episode.new(self.rules, self.length), None)
        return after

    def follow(self, episode: Episode, before: Episode | None) -> Episode:
        """Return the episode after the same chance events as on the table."""
        while episode.waits_for_chance:
            episode = episode.gone_on(episode.game.apply(self.outcome(episode, before)))
        return episode

    def outcome(self, episode: Episode, before: Episode | None) -> Any:
        game = episode.game
        if game.dealer is None:
            return self.first_dealer(Seat(int(self.game.in_play.dealer)))
        if game.round is not None and game.round.phase == "swap":
            return self.replacements(episode)
        if self.rules.drafted:
            stack = self.game.stack[: len(self.rules.deck_cards)]
            return Stack(tuple(self.card(kind) for kind in stack))
        return self.deal()

    def deal(self) -> Deal:
        """Return the cards as they were dealt; the kitty may have been taken up since."""
        rest = self.hand(self.game.kitty)
        hands = [self.hand(self.game.in_play.hands[seat]) for seat in self.rules.seats]
        if self.game.taker >= 0:
            hands[self.game.taker] = without(hands[self.game.taker], rest)
        dealt = tuple(card for hand in hands for card in hand)
        up = [self.hand(self.game.face_up[seat]) for seat in self.rules.seats]
        return Deal(
            tuple(hands),
            hand_of(without(self.rules.deck_cards, dealt)),
            tuple(up) if self.rules.deal.face_up else (),
        )

    def first_dealer(self, seat: Seat) -> Any:
        """Return a draw that selects this dealer."""
        match self.rules.deal.first_dealer:
            case "random":
                return NameDealer(seat)
            case "high_card":
                low = list(PACK[: self.rules.players])
                low[seat] = Card.SA
                return DrawForDeal(tuple(low))
            case _:
                suit = self.rules.deal.first_suit
                others = [card for card in PACK if card.suit != suit]
                found = next(card for card in PACK if card.suit == suit)
                return DrawForDeal((*others[:seat], found))

    def replacements(self, episode: Episode) -> Redraw:
        """Return the cards that replaced swapped ones in a hand."""
        round = episode.game.round
        assert round is not None
        seat = round.exchange.transfers[-1].giver
        return Redraw(self.hand(self.game.received[seat]))

    def hand(self, words: Any) -> tuple[Card, ...]:
        cards = []
        for word in words:
            cards += [self.card(kind) for kind in range(64) if int(word) >> kind & 1]
        return hand_of(cards)

    def card(self, kind: int) -> Card:
        return code_of(self.rules).kinds[kind]


def given(tables: Tables, place: int) -> np.ndarray[Any, Any]:
    """Return the legal actions of a table according to its mask."""
    return np.flatnonzero(tables.masks[place])
