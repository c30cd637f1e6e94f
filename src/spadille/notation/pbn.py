"""Deal files: read and write PBN (Portable Bridge Notation), read PTN, and turn games into deals.

A board keeps the hands, the dealer, the names of the players, the event and its number. Bids, play
and scores are not kept, nor are cards that are left over or turned face up by the deal.
"""

import re
from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct

from ..game import Cut, Deal, Game, ParseError, Record, Seat, format_hand, next_seat
from .cards import text_of
from .deals import UNKNOWN, parse_deal
from .formats import is_lin, is_pbn, is_trickster
from .records import HEADER, parse_record, told_on

_TAG = re.compile(r'\[\s*(\w+)\s+"((?:[^"\\]|\\.)*)"\s*\]')
_LOOSE_TAG = re.compile(r'\[\s*(\w+)\s+"(.*)"\s*\]?\s*$')
_COMMENT = re.compile(r"\{[^}]*\}")
_HEADER = (
    "% PBN 2.1",
    "% EXPORT",
    "%Content-type: text/x-pbn; charset=UTF-8",
    "%Creator: Spadille",
)
_FOUR = ("West", "North", "East", "South")
_TRICKSTER_SEATS = {
    2: ("S", "N"),
    3: ("S", "W", "E"),
    5: ("S", "SW", "NW", "NE", "SE"),
    6: ("S", "SW", "NW", "N", "NE", "SE"),
}
"""The seats of PTN when there are not four players, clockwise; South becomes the first seat."""


class Board(Struct, frozen=True):
    """A deal from a file, with what the file says about it; `players` is by seat, or empty."""

    deal: Deal
    number: str = ""
    dealer: Seat | None = None
    players: tuple[str, ...] = ()
    event: str = ""

    @property
    def leader(self) -> Seat:
        """The seat to the left of the dealer, or North if the file names no dealer."""
        players = len(self.deal.hands)
        return Seat(0) if self.dealer is None else next_seat(self.dealer, players)


def parse_pbn(text: str) -> tuple[Board, ...]:
    r"""Read the deals in a PBN or PTN file; a hand written as `-` is unknown and has no cards.

    >>> parse_pbn('[Board "7"]\n[Dealer "N"]\n[Deal "N:A... K... - J..."]')[0].deal
    Deal(hands=((Card.SA,), (Card.SK,), (), (Card.SJ,)), rest=(), face_up=())

    Raises:
        ParseError: if there is no deal, or one cannot be read.
    """
    trickster = is_trickster(text_of(text))
    boards = []
    before: Mapping[str, str] = {}
    for tags, place in _games(text):
        known = {name: before.get(name, "") if said == "#" else said for name, said in tags.items()}
        boards.append(_board(known, place, trickster=trickster))
        before = known
    if not boards:
        raise ParseError("text/no-deals", "there is no deal in this file")
    return tuple(boards)


def format_pbn(boards: Iterable[Board]) -> str:
    """Write deals as PBN, with all tags that its export format requires."""
    lines = [
        "% PBN 2.1",
        "% EXPORT",
        "%Content-type: text/x-pbn; charset=UTF-8",
        "%Creator: Spadille",
    ]
    for board in boards:
        names = dict(zip(map(_spoken, Seat), board.players, strict=False))
        dealer = "" if board.dealer is None else board.dealer.letter
        tags = {
            "Event": board.event,
            "Site": "",
            "Date": "????.??.??",
            "Board": board.number,
            **{seat: names.get(seat, "") for seat in _FOUR},
            "Dealer": dealer,
            "Vulnerable": "None",
            "Deal": _deal_text(board.deal),
            **dict.fromkeys(("Scoring", "Declarer", "Contract", "Result"), ""),
        }
        lines += ["", *(f'[{name} "{_escaped(said)}"]' for name, said in tags.items())]
    return "\n".join(lines) + "\n"


def parse_boards(text: str) -> tuple[Board, ...]:
    """Read the deals in a game record, in a PBN or PTN file, or in lines with one deal each.

    Raises:
        ParseError: if there is no deal, or one cannot be read.
        RecordError: when it is a record that breaks a rule.
    """
    if text_of(text).lstrip("\ufeff \r\n").startswith(HEADER.split()[0]):
        boards = boards_of(parse_record(text))
    elif is_pbn(text):
        return parse_pbn(text)
    elif is_lin(text):
        raise ParseError(
            "text/no-deals",
            "this looks like LIN (Bridge Base Online), which cannot be read; convert it to PBN",
        )
    else:
        lines = enumerate(text.removeprefix("\ufeff").splitlines(), start=1)
        boards = tuple(
            Board(parse_deal(line, f"line {number}"), str(number))
            for number, line in lines
            if line.strip()
        )
    if not boards:
        raise ParseError("text/no-deals", "there is no deal in this file")
    return boards


def boards_of(record: Record) -> tuple[Board, ...]:
    """Return the deals of a game; a board has the number of its round. A draft has no deal.

    Raises:
        RecordError: when the record breaks a rule.
    """
    game = Game.new(record.rules, players=record.players)
    boards = []
    for event in record.events:
        game = told_on(game, event)
        if isinstance(event.action, Deal | Cut) and game.round is not None:
            round = game.round
            deal = event.action if isinstance(event.action, Deal) else Deal(round.hands)
            boards.append(Board(deal, str(round.number), round.dealer, record.players, "Spadille"))
    return tuple(boards)


def _games(text: str) -> Iterator[tuple[dict[str, str], str]]:
    """Yield the tags of each game that has a deal, and the line of its deal."""
    tags: dict[str, str] = {}
    place = ""
    for number, found in _lines_of_tags(text):
        if tags and (not found or any(name in tags for name, _ in found)):
            if tags.get("Deal"):
                yield tags, place
            tags = {}
        for name, said in found:
            tags[name] = re.sub(r"\\(.)", r"\1", said)
            if name == "Deal":
                place = f"line {number}"
    if tags.get("Deal"):
        yield tags, place


def _lines_of_tags(text: str) -> Iterator[tuple[int, list[tuple[str, str]]]]:
    """Yield the number and tags of each line that has tags; blank lines are included, with none."""
    commented = False
    lines = re.split(r"\r\n?|\n", text.removeprefix("\ufeff"))
    for number, whole in enumerate(lines, start=1):
        line = whole.strip()
        if commented:
            _, closed, line = line.partition("}")
            commented = not closed
            if commented or not line.strip():
                continue
        found = []
        rest = line.strip()
        while tag := _TAG.match(rest):
            found.append((tag[1], tag[2]))
            rest = rest[tag.end() :].lstrip()
        if not found and (loose := _LOOSE_TAG.match(rest)):
            found, rest = [(loose[1], loose[2])], ""
        commented = "{" in _COMMENT.sub("", rest.partition(";")[0])
        if found or not line:
            yield number, found


def _board(tags: Mapping[str, str], place: str, *, trickster: bool) -> Board:
    written = tags["Deal"]
    players = len(written.partition(":")[2].split())
    seats = _TRICKSTER_SEATS.get(players, ()) if trickster else ()
    if seats:
        first, _, hands = written.partition(":")
        if first not in seats:
            raise ParseError(
                "text/not-a-seat",
                "{text} is not a seat; seats are {letters}",
                place,
                text=repr(first),
                letters=" ".join(seats),
            )
        written = f"{Seat(seats.index(first)).letter}:{hands}"
    letters = seats or tuple(seat.letter for seat in Seat)[:players]
    dealer = tags.get("Dealer", "").upper()
    names = {name[0]: _known(tags.get(name, "")) for name in _FOUR}
    named = tuple(names.get(letter, "") for letter in letters)
    return Board(
        parse_deal(written, place, packs=2),
        _known(tags.get("Board", "")),
        Seat(letters.index(dealer)) if dealer in letters else None,
        named if any(named) else (),
        _known(tags.get("Event", "")),
    )


def _known(said: str) -> str:
    return "" if said == "?" else said


def _spoken(seat: Seat) -> str:
    return str(seat.spoken)


def _deal_text(deal: Deal) -> str:
    hands = (format_hand(hand) if hand else UNKNOWN for hand in deal.hands)
    return f"N:{' '.join(hands)}"


def _escaped(said: str) -> str:
    one_line = " ".join(said.split())
    return one_line.replace("\\", "\\\\").replace('"', '\\"')
