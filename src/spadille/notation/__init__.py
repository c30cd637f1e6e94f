"""Cards, deals, actions, records and files of counts as text, and actions as numbers."""

from ..game import Notation, use_notation
from . import action_numbers
from .actions import format_action, parse_action, parse_bid
from .cards import parse_card, parse_cards, parse_seat
from .deals import parse_deal
from .fairness import RoundCheck, check_deals
from .older import repeat, with_older_options
from .pbn import Board, boards_of, format_pbn, parse_boards, parse_pbn
from .perft import PerftCount, parse_perft
from .records import (
    RecordError,
    format_record,
    load_game,
    load_games,
    load_record,
    load_records,
    parse_record,
    replay_record,
)
from .replaying import Decided, Place, decision_at, decision_from, first_decision, replayed
from .rule_codes import changes_of, code_in, code_of, link_to, preset_in, read_code, write_code

__all__ = [
    "Board", "Decided", "PerftCount", "Place", "RecordError", "RoundCheck", "action_numbers",
    "boards_of", "changes_of", "check_deals", "code_in", "code_of", "decision_at", "decision_from",
    "first_decision", "format_action", "format_pbn", "format_record", "link_to", "load_game",
    "load_games", "load_record", "load_records", "parse_action", "parse_bid", "parse_boards",
    "parse_card", "parse_cards", "parse_deal", "parse_pbn", "parse_perft", "parse_record",
    "parse_seat", "preset_in", "read_code", "repeat", "replay_record", "replayed",
    "with_older_options", "write_code",
]  # fmt: skip

use_notation(Notation(parse_action, parse_deal, parse_seat, load_record, format_record))
