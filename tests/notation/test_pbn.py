"""Deal files from bridge programs and from Trickster Cards."""

import pytest

from spadille import Deal, Game, ParseError, Rules, Seat
from spadille.bots import load
from spadille.notation import (
    Board,
    boards_of,
    format_pbn,
    format_record,
    parse_boards,
    parse_deal,
    parse_pbn,
)

HANDS = "K843.T542.J6.863 AQJ7.K.Q75.AT942 962.AJ7.KT82.J75 T5.Q9863.A943.KQ"
PBN = f"""% PBN 2.1
% EXPORT
{{ a comment over lines

[Deal "N:in... the... comment... -"]
}}
[Event "Club \\"A\\""] ; the first
[Board "1"] {{and [Board "9"]
a comment}}
[West "Wen"]
[North "?"]
[East "Eve \\\\"]
[South "Sue"]
[Dealer "N"]
[Deal "N:{HANDS}"]
[Auction "N"]
Pass 1C 1S Pass
[Play "W"]
SA S3 S2 S5
*

[Event "#"]
[Board "2"]
[Dealer "E"]
[Deal "E:AKQJT98765432... - .AKQJT98765432.. -"]
[Event "Next"] [Deal "S:- - AK.QJ.T9.87 -"]
; the end
{{ not closed
"""

PTN = """% PTN ---------------------------
[Event "Trickster Cards: Play Spades - 2v2 Joker-Joker-Deuce-Deuce to 500"]
[LocalDateTime "7/23/2025 10:30 PM PDT"
[GameCode "Spades"]
[GameOptionsJson "{"variation":3,"tenForTwoHundred":true}"]
[GameScores "S:162 527 162 527"]
[West "Waymon (Auto)"]
[North "Adele (Auto)"]
[East "Petra (Auto)"]
[South "Chris (4829575)"]
[Dealer "N"]
[Deal "N:KQT982.AK4.6.K87 A65.J3.T94.AT964 J743.T86.KQ5.QJ3 .Q975.AJ8732.5.HL"]
[Auction "E"]
1 2 4 6
[Play "E"]
CA C3 C5 C7
S6 S3 JH ST
"""


def played(rules: Rules, players: tuple[str, ...] = ()) -> Game:
    """Return a game after its second round."""
    game, bot = Game.new(rules, 7, players), load("beginner")
    while len(game.results) < 2:
        game = game.apply(bot.act(game.view_to_act))
    return game


def test_parse_pbn_reads_deals_of_file() -> None:
    first, second, third = parse_pbn(PBN)
    players = ("", "Eve \\", "Sue", "Wen")
    assert first == Board(parse_deal(f"N:{HANDS}"), "1", Seat.NORTH, players, 'Club "A"')
    assert (second.number, second.event, second.dealer) == ("2", 'Club "A"', Seat.EAST)
    assert [len(hand) for hand in second.deal.hands] == [0, 13, 0, 13]
    assert (third.event, third.dealer, third.leader) == ("Next", None, Seat.NORTH)
    assert str(third.deal) == "N:AK.QJ.T9.87 ... ... ..."


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_parse_pbn_accepts_any_line_end_and_byte_order_mark(end: str) -> None:
    assert parse_pbn("\ufeff" + PBN.replace("\n", end)) == parse_pbn(PBN)


def test_format_pbn_round_trips() -> None:
    boards = parse_pbn(PBN)
    text = format_pbn(boards)
    assert parse_pbn(text) == boards
    assert '[Deal "N:- AKQJT98765432... - .AKQJT98765432.."]' in text
    assert [line.split()[0] for line in text.splitlines()[5:20]] == [
        "[Event", "[Site", "[Date", "[Board", "[West", "[North", "[East", "[South", "[Dealer",
        "[Vulnerable", "[Deal", "[Scoring", "[Declarer", "[Contract", "[Result",
    ]  # fmt: skip


def test_parse_pbn_reads_ptn_deal() -> None:
    (board,) = parse_pbn(PTN)
    assert str(board.deal).endswith(" .Q975.AJ8732.5.BL")
    assert (board.dealer, board.leader) == (Seat.NORTH, Seat.EAST)
    assert board.players[2] == "Chris (4829575)"
    assert board.event.startswith("Trickster Cards: Play Spades")


def test_parse_pbn_with_five_ptn_seats_starts_south() -> None:
    text = '[GameCode "Spades"]\n[Dealer "NE"]\n[Deal "SW:2... 3... 4... 5... 6..."]'
    (board,) = parse_pbn(text)
    assert str(board.deal) == "N:6... 2... 3... 4... 5..."
    assert board.dealer == Seat.WEST
    with pytest.raises(ParseError, match="'N' is not a seat; seats are S SW NW NE SE"):
        parse_pbn(text.replace("SW:", "N:"))


def test_boards_of_game_match_its_deals() -> None:
    game = played(Rules(), ("Ann", 'B"en', "C\\", "D"))
    boards = boards_of(game.record())
    deals = [event.action for event in game.events if isinstance(event.action, Deal)]
    assert [board.deal for board in boards] == deals
    assert [board.dealer for board in boards[:2]] == [result.dealer for result in game.results]
    assert [board.number for board in boards[:2]] == ["1", "2"]
    assert parse_pbn(format_pbn(boards)) == boards == parse_boards(format_record(game.record()))


@pytest.mark.parametrize(
    "options",
    [{"deal.cut": "offered"}, {"deck.jokers": 2, "deck.removed": ("C2", "D2")}],
)
def test_boards_of_game_with_cut_or_jokers_round_trip(options: dict[str, object]) -> None:
    boards = boards_of(played(Rules().with_options(options)).record())
    assert [len(hand) for board in boards for hand in board.deal.hands] == [13] * 4 * len(boards)
    assert parse_pbn(format_pbn(boards)) == boards


def test_boards_of_draft_are_empty() -> None:
    record = played(Rules.preset("two-player").with_options({"end.floor": -200})).record()
    assert boards_of(record) == ()
    with pytest.raises(ParseError, match="there is no deal in this file"):
        parse_boards(format_record(record))


def test_parse_boards_reads_one_deal_per_line() -> None:
    boards = parse_boards(f"N:{HANDS}\n\nE:{HANDS}\n")
    assert [board.number for board in boards] == ["1", "3"]
    assert boards[0].deal == parse_deal(f"N:{HANDS}")


@pytest.mark.parametrize(
    ("text", "place", "told"),
    [
        ("", "", "there is no deal in this file"),
        ('[Event "x"]\n', "", "there is no deal in this file"),
        ('[Event "x"]\n[Deal "N:A... K... Q..."]\n[Deal "N:A.x.. - - -"]', "line 3", "'x' is not"),
        ('[Deal "A... K... Q... J..."]', "line 1", "write a deal like"),
        ("pn|a,b,c,d|md|1SAK,,,|", "", "this looks like LIN (Bridge Base Online)"),
        ("hello", "line 1", "write a deal like"),
    ],
)
def test_parse_boards_error_names_place(text: str, place: str, told: str) -> None:
    with pytest.raises(ParseError) as refused:
        parse_boards(text)
    assert refused.value.place == place
    assert str(refused.value).startswith(told)


def test_format_pbn_is_readable_by_endplay(tmp_path: object) -> None:
    pbn = pytest.importorskip("endplay.parsers.pbn", reason="endplay is not installed")
    boards = boards_of(played(Rules(), ("Ann", "Ben", "Cyd", "Dan")).record())
    read = pbn.loads(format_pbn(boards))
    assert [one.deal.to_pbn() for one in read] == [str(board.deal) for board in boards]
    assert [str(one.board_num) for one in read] == [board.number for board in boards]
    assert read[0].info.South == "Cyd"
