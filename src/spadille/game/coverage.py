"""What parts of the program do not know: for each the options of which it knows only some values.

All components support every value that this file does not name. `docs/coverage.md` is generated
from it.
"""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple, Protocol

from .text import Message, T


class HasOptions(Protocol):
    """As `Rules`, which know this file."""

    @property
    def free_bids(self) -> bool: ...

    def options(self) -> dict[str, Any]: ...


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
        """Yield what the part does not know of these rules, in sentences."""
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
        return next(self.unknown(rules), None) is None


CLAIMS = Coverage(
    part=T("the proof of claims"),
    knows={"play.choice_in_suit": ("any",)},
    otherwise="Nobody may claim: which claims hold could not be told exactly, since the others "
    "cannot choose what they throw.",
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
    otherwise="The question is refused; the last tricks of `expert` are played out as those before "
    "them are.",
    besides="two to four hands of two sides, of 15 cards at most, and 18 spades at most; no jokers "
    "without trump; rules of the first trick are not looked at",
)

PLAYOUTS = Coverage(
    part=T("rollouts"),
    knows={"deck.aces": ("high", "low")},
    otherwise="`expert` decides as `intermediate`.",
    besides="32 cards of a suit at most",
)

_ORDINARY_PACK = {"deck.packs": (1,), "deck.jokers": (0,), "deck.removed": ((),)}
_NO_KITTY = {"deal.leftover": ("none", "aside")}

BELIEF = Coverage(
    part=T("inference from bids"),
    knows=_NO_KITTY,
    free_bids=True,
    otherwise="`expert` holds every deal of the unseen cards for as likely.",
    besides="no cards were exchanged",
)

READER = Coverage(
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
    otherwise="`expert` reads from bids what they tell of whole hands, and not of single cards.",
    besides="a round with trump",
)

SENSE = Coverage(
    part=T("the policy network"),
    knows={**PLAYOUTS.knows, **READER.knows},
    otherwise="`master` plays on in its thoughts as `expert` does, by rules of thumb alone.",
    besides="a round with trump that cannot end the game, and nobody knows hidden cards",
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

PARTS = (CLAIMS, SOLVER, PLAYOUTS, BELIEF, READER, SENSE, BIDS, FOUR_HANDS)
