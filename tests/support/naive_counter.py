"""Counts legal card sequences from the written rules; shares nothing with the engine.

Cards are texts, `SA` or `JB`, and `SA-` for an ace called low. Options are a plain dictionary by
dotted path; missing ones have their default values. `python tests/support/naive_counter.py FILE`
rewrites the counts in a perft file.
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

Cards = list[str]

USUAL: dict[str, Any] = {
    "deck.joker_role": "trump",
    "deck.high_trumps": [],
    "deck.aces": "high",
    "deck.identical": "first_wins",
    "play.first_lead": "left_of_dealer",
    "play.first_trick": "any",
    "play.lead_spades": "broken",
    "play.void": "any",
    "play.duty": "none",
    "play.choice_in_suit": "any",
    "play.big_joker_draws": False,
}


class NaiveCounter:
    """A table where all card sequences are played and taken back."""

    def __init__(
        self, hands: list[Cards], options: dict[str, Any], *, broken: bool = False
    ) -> None:
        self.hands = [list(hand) for hand in hands]
        self.players = len(hands)
        self.option = {**USUAL, **options}
        self.trumps = self._trumps()
        self.spade_seen = broken
        duty = self.option["play.duty"]
        self.assassins = {
            seat
            for seat, hand in enumerate(hands)
            if duty == "assassin" or (duty == "secret_assassin" and "SA" in hand)
        }

    def count(self, depth: int, leader: int | None = None) -> int:
        """Return the number of sequences of that many cards, starting with the first lead."""
        return self._rest(self.first_leader() if leader is None else leader, [], depth, first=True)

    def first_leader(self) -> int:
        if self.option["play.first_lead"] == "lowest_club":
            for rank in "23456789TJQKA":
                for seat, hand in enumerate(self.hands):
                    if "C" + rank in hand:
                        return seat
        return 0

    def _trumps(self) -> Cards:
        """Return all trumps from lowest to highest."""
        listed = self.option["deck.high_trumps"]
        jokers = ["JB", "JL", "JE"] if self.option["deck.joker_role"] == "trump" else []
        jokers = [joker for joker in jokers if joker not in listed]
        high = [*listed, *jokers] if any(card[0] == "J" for card in listed) else [*jokers, *listed]
        ranks = "A23456789TJQK" if self.option["deck.aces"] == "low" else "23456789TJQKA"
        plain = ["S" + rank for rank in ranks if "S" + rank not in high]
        return plain + high[::-1]

    def _suit(self, card: str) -> str:
        """Return the letter of the suit that a card belongs to; `-` for a joker without one."""
        if card[:2] in self.trumps:
            return "S"
        return "-" if card[0] == "J" else card[0]

    def _height(self, card: str) -> int:
        """Return the rank position of a card in its suit."""
        if card.endswith("-"):
            return -1
        if card in self.trumps:
            return self.trumps.index(card)
        if card[0] == "J":
            return "ELB".index(card[1])
        if card[1] == "A" and self.option["deck.aces"] == "low":
            return 0
        return 1 + "23456789TJQKA".index(card[1])

    def _led(self, trick: Cards) -> str:
        """Return the suit to follow; none after only jokers without a suit."""
        return next((suit for suit in map(self._suit, trick) if suit != "-"), "")

    def _winner(self, trick: Cards) -> int:
        """Return the position in the trick of the card that wins it."""
        for suit in ("S", self._led(trick)):
            places = [place for place, card in enumerate(trick) if self._suit(card) == suit]
            if places:
                top = max(self._height(trick[place]) for place in places)
                best = [place for place in places if self._height(trick[place]) == top]
                return best[0 if self.option["deck.identical"] == "first_wins" else -1]
        return 0

    def _may_lead(self, hand: Cards, seat: int, *, first: bool) -> Cards:
        option = self.option
        clubs = sorted((card for card in hand if card[0] == "C"), key=natural_rank)
        if first and option["play.first_lead"] == "lowest_club" and clubs:
            return clubs[:1]
        suited = [card for card in hand if self._suit(card) != "-"]
        if not suited:
            return hand
        others = [card for card in suited if self._suit(card) != "S"]
        if not others:
            return suited
        held_back = (
            option["play.lead_spades"] == "never"
            or (option["play.lead_spades"] == "broken" and not self.spade_seen)
            or (first and option["play.first_trick"] != "any")
            or (
                option["play.duty"] in {"screamer", "secret_assassin"}
                and seat not in self.assassins
            )
        )
        if held_back:
            return others
        spades = [card for card in suited if card not in others]
        return spades if spades and seat in self.assassins else suited

    def _may_follow(self, hand: Cards, trick: Cards, seat: int, *, first: bool) -> Cards:
        option = self.option
        led = self._led(trick)
        if not led:
            return hand
        follow = sorted((card for card in hand if self._suit(card) == led), key=self._height)
        if follow and option["play.big_joker_draws"] and trick[0] == "JB" and led == "S":
            return follow[-1:]
        if follow and first and option["play.first_trick"] == "lowest_clubs" and led == "C":
            return follow[:1]
        if follow:
            return follow
        spades = [card for card in hand if self._suit(card) == "S"]
        others = [card for card in hand if self._suit(card) != "S"]
        if not spades or not others:
            choice = hand
        elif first and option["play.first_trick"] in {"no_spades", "lowest_clubs"}:
            choice = others
        elif seat in self.assassins:
            choice = spades
        elif option["play.duty"] in {"screamer", "secret_assassin"}:
            choice = others
        else:
            choice = hand
        forced = [card for card in choice if card in spades]
        if forced and option["play.void"] != "any":
            winning = [card for card in forced if self._winner([*trick, card]) == len(trick)]
            choice = winning if winning and option["play.void"] == "higher_spade" else forced
        return choice

    def _legal(self, trick: Cards, seat: int, *, first: bool) -> Cards:
        """Return the legal cards for the next play, each once; a declared ace appears both ways."""
        hand = self.hands[seat]
        if trick:
            choice = self._may_follow(hand, trick, seat, first=first)
        else:
            choice = self._may_lead(hand, seat, first=first)
        wanted = self.option["play.choice_in_suit"]
        if wanted != "any":
            pick = min if wanted == "lowest" else max
            choice = [
                pick((card for card in choice if self._suit(card) == suit), key=self._height)
                for suit in {self._suit(card) for card in choice}
            ]
        plays = sorted(set(choice))
        if self.option["deck.aces"] == "declared":
            plays += [card + "-" for card in plays if card[1] == "A"]
        return plays

    def _rest(self, leader: int, trick: Cards, depth: int, *, first: bool) -> int:
        if len(trick) == self.players:
            leader = (leader + self._winner(trick)) % self.players
            return self._rest(leader, [], depth, first=False)
        if depth == 0:
            return 1
        seat = (leader + len(trick)) % self.players
        plays = self._legal(trick, seat, first=first)
        if depth == 1:
            return len(plays)
        total = 0
        seen = self.spade_seen
        for card in plays:
            place = self.hands[seat].index(card[:2])
            del self.hands[seat][place]
            self.spade_seen = seen or self._suit(card) == "S"
            total += self._rest(leader, [*trick, card], depth - 1, first=first)
            self.hands[seat].insert(place, card[:2])
        self.spade_seen = seen
        return total


def natural_rank(card: str) -> int:
    return "23456789TJQKA".index(card[1])


def hands_of(text: str) -> list[Cards]:
    """Return the hands of a deal that starts with North."""
    return [
        [
            suit + rank
            for suit, ranks in zip("SHDCJ", hand.split("."), strict=False)
            for rank in ranks
        ]
        for hand in text.removeprefix("N:").split()
    ]


def options_of(text: str) -> dict[str, Any]:
    """Return the options named in a line of rules."""
    named = dict(word.split("=", 1) for word in text.split())
    return {
        "play.lead_spades" if name == "lead" else name: value_of(value)
        for name, value in named.items()
    }


def value_of(text: str) -> Any:
    """Return a value in JSON, or a bare word."""
    try:
        return json.loads(text)
    except ValueError:
        return text


def recounted(text: str) -> Iterator[str]:
    """Yield the lines of a perft file with the counts from this counter."""
    deal = rules = ""
    for line in text.splitlines():
        word, _, rest = line.partition(" ")
        if word == "deal":
            deal = rest
        elif word == "rules":
            rules = rest
        if word == "perft":
            depth = int(rest.split()[0])
            yield f"perft {depth} {NaiveCounter(hands_of(deal), options_of(rules)).count(depth)}"
        else:
            yield line


if __name__ == "__main__":
    file = Path(sys.argv[1])
    file.write_text("\n".join(recounted(file.read_text(encoding="utf-8"))) + "\n", encoding="utf-8")
