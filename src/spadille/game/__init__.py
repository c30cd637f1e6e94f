"""What Spades is: cards, seats, rules, actions, phases, scoring and views, as plain values."""

from .actions import (
    BLIND_NIL,
    NIL,
    Action,
    Bid,
    ChanceAction,
    DrawForDeal,
    Event,
    Keep,
    Look,
    NameDealer,
    Pass,
    Play,
    PlayerAction,
    Redraw,
    Stack,
    Swap,
)
from .cards import PACK, RANKS, Card, Hand, Suit, hand_of, without
from .chance import shuffler
from .deal import Deal
from .ending import LAST_ROUND, Outcome, outcome
from .errors import IllegalActionError, ParseError, RulesError, SpadesError
from .game import Game
from .options import Choose, Options
from .phases.phase import Shuffle
from .phases.playing import play_card, playable
from .presets import Preset, parse_preset, preset, presets
from .record import Record
from .round import Round
from .rule_values import expected_values
from .rules import Rules, option_types
from .scoring import ScoreLine, SideScore, Standing, contract_of, score_round
from .seats import BySeat, Seat, Side, clockwise, next_seat, put
from .text import Message, T
from .tricks import TRUMP, Trick, beats, winning_index
from .view import Exchanged, RoundResult, View

__all__ = [
    "BLIND_NIL", "LAST_ROUND", "NIL", "PACK", "RANKS", "TRUMP",
    "Action", "Bid", "BySeat", "Card", "ChanceAction", "Choose", "Deal", "DrawForDeal", "Event",
    "Exchanged", "Game", "Hand", "IllegalActionError", "Keep", "Look", "Message", "NameDealer",
    "Options", "Outcome", "ParseError", "Pass", "Play", "PlayerAction", "Preset", "Record",
    "Redraw", "Round", "RoundResult", "Rules", "RulesError", "ScoreLine", "Seat", "Shuffle",
    "Side", "SideScore", "SpadesError", "Stack", "Standing", "Suit", "Swap", "T", "Trick", "View",
    "beats", "clockwise", "contract_of", "expected_values", "hand_of", "next_seat",
    "option_types", "outcome", "parse_preset", "play_card", "playable", "preset", "presets", "put",
    "score_round", "shuffler", "winning_index", "without",
]  # fmt: skip
