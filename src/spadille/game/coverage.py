"""The limits of each part of the program: options of which it supports only some values.

All components support every value that this file does not name. `docs/coverage.md` is generated
from it.
"""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple, Protocol

from .text import Message, T


class HasOptions(Protocol):
    """The part of `Rules` used here; importing `Rules` would be circular."""

    @property
    def free_bids(self) -> bool:
        """Return True if the rules prescribe neither a number nor a nil."""

    def options(self) -> dict[str, Any]:
        """Return every option by its dotted path."""


class Coverage(NamedTuple):
    """The rules that a component supports: the known values of each option it only partly supports.

    `otherwise` says what happens under other rules. `free_bids` is True if the component supports
    only free bids. `besides` names further inputs that the rules do not contain.
    """

    part: str
    knows: Mapping[str, tuple[Any, ...]]
    otherwise: str
    free_bids: bool = False
    besides: str = ""

    def unknown(self, rules: HasOptions) -> Iterator[Message]:
        """Yield what the component does not support in these rules, in sentences."""
        options = rules.options()
        for path, known in self.knows.items():
            if options[path] not in known:
                yield Message(
                    "{path} is {value}; {part} supports only {known}",
                    path=path,
                    value=options[path],
                    part=Message(self.part),
                    known=" | ".join(map(str, known)),
                )
        if self.free_bids and not rules.free_bids:
            yield Message("{part} supports only free bids", part=Message(self.part))

    def covers(self, rules: HasOptions) -> bool:
        """Return True if the component supports these rules."""
        return next(self.unknown(rules), None) is None


CLAIMS = Coverage(
    part=T("the proof of claims"),
    knows={"play.choice_in_suit": ("any",)},
    otherwise="No one may claim, because the proof needs players who choose their discards.",
)

SOLVER = Coverage(
    part=T("the solver"),
    knows={
        "deck.packs": (1,),
        "deck.joker_role": ("trump",),
        "deck.aces": ("high", "low"),
        "play.void": ("any",),
        "play.duty": ("none",),
        "play.choice_in_suit": ("any",),
        "play.big_joker_draws": (False,),
    },
    otherwise="It refuses the position; `expert` plays the last tricks by rollouts too.",
    besides="two to four hands of two sides, with at most 15 cards each, and at most 18 spades; no "
    "jokers without trump; it ignores rules of the first trick",
)

PLAYOUTS = Coverage(
    part=T("rollouts"),
    knows={"deck.aces": ("high", "low")},
    otherwise="`expert` plays like `intermediate`.",
    besides="at most 32 cards of a suit",
)

_ORDINARY_PACK = {"deck.packs": (1,), "deck.jokers": (0,), "deck.removed": ((),)}
_NO_KITTY = {"deal.leftover": ("none", "aside")}

BELIEF = Coverage(
    part=T("inference from bids"),
    knows=_NO_KITTY,
    free_bids=True,
    otherwise="`expert` gives every deal of the unseen cards equal weight.",
    besides="no exchange of cards",
)

CARD_INFERENCE = Coverage(
    part=T("the card-inference network"),
    knows={
        **_ORDINARY_PACK,
        **BELIEF.knows,
        "table.players": (4,),
        "table.teams": ("pairs",),
        "deck.aces": ("high",),
        "deck.high_trumps": ((),),
    },
    free_bids=True,
    otherwise="`expert` infers whole hands from bids, but not single cards.",
    besides="a round with trump",
)

POLICY = Coverage(
    part=T("the card-value network"),
    knows={**PLAYOUTS.knows, **CARD_INFERENCE.knows, "play.duty": ("none",)},
    otherwise="`intermediate` and all rollouts follow the heuristics alone.",
    besides="a round with trump that cannot end the game, without known hidden cards; a bag that "
    "costs about as much as a trick is worth",
)

BIDS = Coverage(
    part=T("the comparison of bids"),
    knows={
        **PLAYOUTS.knows,
        **_ORDINARY_PACK,
        **_NO_KITTY,
        "table.players": (2, 4),
        "table.teams": ("pairs", "solo"),
        "deck.high_trumps": ((),),
        "bidding.no_trump": (False,),
        "exchange.nil_cards": (0,),
        "exchange.blind_nil_cards": (0,),
        "play.first_lead": ("left_of_dealer",),
    },
    free_bids=True,
    otherwise="`expert` bids as `intermediate`.",
    besides="no bid was blind",
)

FOUR_HANDS = Coverage(
    part=T("the kernel for four hands"),
    knows={
        "table.players": (4,),
        "deck.packs": (1,),
        "deck.joker_role": ("trump",),
        "deck.aces": ("high", "low"),
        "play.first_lead": ("left_of_dealer",),
        "play.first_trick": ("any",),
        "play.void": ("any",),
        "play.duty": ("none",),
        "play.choice_in_suit": ("any",),
        "play.big_joker_draws": (False,),
    },
    otherwise="Random rounds are played by the kernel for all rules, which is slower.",
    besides="a round with trump",
)

PARTS = (CLAIMS, SOLVER, PLAYOUTS, BELIEF, CARD_INFERENCE, POLICY, BIDS, FOUR_HANDS)
