"""The game of Spades: cards, seats, rules, actions, phases, scoring and views, as plain values."""

from . import actions, coverage
from .actions import (
    BLIND_NIL,
    NIL,
    Action,
    Adjust,
    Agree,
    Aside,
    Award,
    Bid,
    Call,
    ChanceAction,
    Claim,
    Cut,
    Deal,
    Discard,
    DrawForDeal,
    Event,
    Flip,
    Keep,
    Look,
    NameDealer,
    NoTrump,
    Origin,
    Pass,
    Play,
    PlayerAction,
    Record,
    Redraw,
    Say,
    Shuffled,
    Stack,
    Swap,
    TakeBack,
    ThrowIn,
    TimeUp,
)
from .bid_rule import (
    BidRule,
    Compared,
    Condition,
    Every,
    Holds,
    Said,
    Situation,
    Term,
    bids_by_rule,
    parse_bid_rule,
)
from .blind_limits import blind_conflict, blind_nils_of, points_behind
from .cards import (
    JOKER_RANKS,
    PACK,
    RANKS,
    SUITS,
    WRITTEN,
    Card,
    Hand,
    Suit,
    format_hand,
    hand_of,
    without,
)
from .chance import dealer_by, draw_dealer, seed_text, shuffler
from .charges import (
    LONGEST_REASON,
    Adjustment,
    Charge,
    Judgement,
    charges_of,
    fault_of_adjustment,
    lacks_victim,
)
from .claims import claim_holds, is_sure_of_rest
from .ending import Outcome, outcome
from .errors import (
    IllegalActionError,
    ParseError,
    Problem,
    RulesError,
    SpadesError,
    in_range,
    whole,
    wrong_field,
)
from .forms import Notation, use_notation
from .game import Game, kept
from .hand_test import AMOUNTS, parse_hand_test
from .judging import revoked, seen_revokes
from .knowledge import Knowledge, knowledge_of, possible_worlds, voids_shown
from .legal_bids import HIGHEST_BID
from .matching import changed_bid
from .names import clean_name
from .options import Choose, Options
from .phases import phases_of
from .phases.phase import Shuffle
from .phases.playing import begin_play, legal_plays, play_card
from .playable import playable, playable_from
from .preset_files import parse_rule_set
from .presets import Preset, find_preset, library, parse_preset, preset, presets
from .ranking import TRUMP, Ranking, Trick, ranking_of
from .round import Round
from .rules import (
    LAST_ROUND,
    MOST_LOW_TOTALS,
    TEN,
    USUAL,
    USUAL_DECKS,
    Lead,
    OptionKind,
    Rules,
    bad_value,
    by_path,
    group_titles,
    is_plain,
    listed,
    literal_values,
    option_types,
    option_values,
    range_of,
    rule_sheet,
    texts_of,
)
from .score_lines import ScoreLine
from .scoring import (
    Course,
    RoundResult,
    Scoring,
    SideScore,
    Standing,
    bids_after,
    bids_to_score,
    contract_of,
    margin,
    score_round,
    worth,
)
from .seals import SALT, SEED, Salt, Seal, seal_of, shuffle_seed
from .seats import BySeat, Seat, Side, clockwise, next_seat, put
from .sight import tricks_begun
from .text import Message, T, decimal, in_lang, in_short, is_text
from .undoing import last_decisions, taken_back
from .view import SeatView, View, seen_by, seen_by_all, tricks_gathered, with_tricks_gathered

__all__ = [
    "AMOUNTS", "BLIND_NIL", "HIGHEST_BID", "JOKER_RANKS", "LAST_ROUND", "LONGEST_REASON",
    "MOST_LOW_TOTALS", "NIL", "PACK", "RANKS", "SALT", "SEED", "SUITS", "TEN", "TRUMP", "USUAL",
    "USUAL_DECKS", "WRITTEN", "Action", "Adjust", "Adjustment", "Agree", "Aside", "Award", "Bid",
    "BidRule", "BySeat", "Call", "Card", "ChanceAction", "Charge", "Choose", "Claim", "Compared",
    "Condition", "Course", "Cut", "Deal", "Discard", "DrawForDeal", "Event", "Every", "Flip",
    "Game", "Hand", "Holds", "IllegalActionError", "Judgement", "Keep", "Knowledge", "Lead", "Look",
    "Message", "NameDealer", "NoTrump", "Notation", "OptionKind", "Options", "Origin", "Outcome",
    "ParseError", "Pass", "Play", "PlayerAction", "Preset", "Problem", "Ranking", "Record",
    "Redraw", "Round", "RoundResult", "Rules", "RulesError", "Said", "Salt", "Say", "ScoreLine",
    "Scoring", "Seal", "Seat", "SeatView", "Shuffle", "Shuffled", "Side", "SideScore", "Situation",
    "SpadesError", "Stack", "Standing", "Suit", "Swap", "T", "TakeBack", "Term", "ThrowIn",
    "TimeUp", "Trick", "View", "actions", "bad_value", "begin_play", "bids_after", "bids_by_rule",
    "bids_to_score", "blind_conflict", "blind_nils_of", "by_path", "changed_bid", "charges_of",
    "claim_holds", "clean_name", "clockwise", "contract_of", "coverage", "dealer_by", "decimal",
    "draw_dealer", "fault_of_adjustment", "find_preset", "format_hand", "group_titles", "hand_of",
    "in_lang", "in_range", "in_short", "is_plain", "is_sure_of_rest", "is_text", "kept",
    "knowledge_of", "lacks_victim", "last_decisions", "legal_plays", "library", "listed",
    "literal_values", "margin", "next_seat", "option_types", "option_values", "outcome",
    "parse_bid_rule", "parse_hand_test", "parse_preset", "parse_rule_set", "phases_of", "play_card",
    "playable", "playable_from", "points_behind", "possible_worlds", "preset", "presets", "put",
    "range_of", "ranking_of", "revoked", "rule_sheet", "score_round", "seal_of", "seed_text",
    "seen_by", "seen_by_all", "seen_revokes", "shuffle_seed", "shuffler", "taken_back", "texts_of",
    "tricks_begun", "tricks_gathered", "use_notation", "voids_shown", "whole",
    "with_tricks_gathered", "without", "worth", "wrong_field",
]  # fmt: skip
