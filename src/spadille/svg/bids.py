"""The bids and scores of a game as a picture: a row for each round."""

from collections.abc import Sequence

from ..game import Bid, BySeat, Game, Message, Rules, SideScore, SpadesError, T, View, in_short
from ..locale import translate
from .drawing import Drawing, n
from .paper import ACCENT, FAINT, INK, LINE, LOSS, MARGIN, rule_off, sheet
from .picture import Picture
from .words import bid_words, seat_name, side_name

_NUMBER, _SEAT, _SIDE = 58.0, 92.0, 128.0
_ROW = 26.0


def bids(what: Game | View, *, names: Sequence[str] = (), lang: str = "en") -> Picture:
    """Return the table of bids and tricks of each seat, and of points and scores of each side.

    It has a row for each finished round, and one for the round in progress. A view shows the bids
    that its seat may know. `names` are the players by seat, by default those of the game.

    Raises:
        SpadesError: if nothing was dealt, or for anything but a game or a view.
    """
    match what:
        case Game():
            rules, names = what.rules, names or what.players
            number = 0 if what.round is None else what.round.number
            now = what.round and (what.round.bids, what.round.won)
        case View():
            rules, number, now = what.rules, what.round_number, (what.bids, what.won)
        case _:
            raise SpadesError("svg/value", Message("cannot draw {value}", value=in_short(what)))
    rows = [_Row(one.number, one.bids, one.won, one.sides) for one in what.results]
    if number and now and number not in {one.number for one in what.results}:
        rows.append(_Row(number, *now, ()))
    if not rows:
        raise SpadesError("svg/nothing", "the cards have not been dealt yet")
    return _Sheet(rules, rows, tuple(names), lang).picture()


class _Row:
    """A round: the bids and tricks of each seat, and the score of each side if it is over."""

    def __init__(
        self,
        number: int,
        bids: Sequence[Bid | None],
        won: BySeat[int],
        sides: tuple[SideScore, ...],
    ) -> None:
        self.number, self.bids, self.won, self.sides = number, bids, won, sides


class _Sheet:
    """The layout of the table: a column for each seat, and one for each side."""

    def __init__(
        self, rules: Rules, rows: Sequence[_Row], names: tuple[str, ...], lang: str
    ) -> None:
        self.rules, self.rows, self.names, self.lang = rules, rows, names, lang
        wide = _NUMBER + _SEAT * rules.players + _SIDE * len(rules.sides)
        self.drawing = Drawing(2 * MARGIN + wide, 2 * MARGIN + 38 + _ROW * len(rows))

    def picture(self) -> Picture:
        """Return the picture."""
        drawing, lang = self.drawing, self.lang
        sheet(drawing)
        y = MARGIN + 14
        drawing.text(MARGIN, y, translate(T("Round"), lang), size=13, fill=FAINT, room=_NUMBER)
        for seat in self.rules.seats:
            name = seat_name(seat, self.names, lang)
            self._middle(self._seat(seat), y, name, room=_SEAT - 8, size=14, bold=True)
            said = translate(T("bid · won"), lang)
            self._middle(self._seat(seat), y + 16, said, room=_SEAT - 8, size=11, fill=FAINT)
        for side in range(len(self.rules.sides)):
            name = side_name(self.rules, side, self.names, lang)
            self._middle(self._side(side), y, name, room=_SIDE - 10, size=14, bold=True)
            said = translate(T("points · score"), lang)
            self._middle(self._side(side), y + 16, said, room=_SIDE - 8, size=11, fill=FAINT)
        y += 24
        rule_off(drawing, y, strong=True)
        edge = self._side(0) - _SIDE / 2
        bottom = drawing.height - MARGIN
        drawing.add(f'<path d="M{n(edge)} {n(MARGIN)}V{n(bottom)}" stroke="{LINE}"/>')
        for row in self.rows:
            self._row(row, y + _ROW / 2 + 5)
            y += _ROW
            if row is not self.rows[-1]:
                rule_off(drawing, y)
        caption = Message.counted(
            "The bids and scores of one round", "The bids and scores of {n} rounds", len(self.rows)
        )
        return drawing.finished(translate(caption, lang), self._description())

    def _seat(self, seat: int) -> float:
        return MARGIN + _NUMBER + _SEAT * (seat + 0.5)

    def _side(self, side: int) -> float:
        return MARGIN + _NUMBER + _SEAT * self.rules.players + _SIDE * (side + 0.5)

    def _middle(  # noqa: PLR0913 - a text has a place and a look
        self,
        x: float,
        y: float,
        text: str,
        *,
        room: float,
        size: float,
        fill: str = INK,
        bold: bool = False,
    ) -> None:
        self.drawing.text(x, y, text, size=size, fill=fill, bold=bold, anchor="middle", room=room)

    def _row(self, row: _Row, y: float) -> None:
        self.drawing.text(MARGIN, y, str(row.number), size=13, fill=FAINT)
        for seat, bid in enumerate(row.bids):
            x = self._seat(seat)
            words = "–" if bid is None else bid_words(bid, self.lang)
            self.drawing.text(
                x - 5, y, words, size=14, fill=INK, bold=True, anchor="end", room=_SEAT / 2 - 8
            )
            self._middle(x, y, "·", room=9, size=14, fill=FAINT)
            self.drawing.text(x + 5, y, str(row.won[seat]), size=14, fill=FAINT)
        for side, scored in enumerate(row.sides):
            x = self._side(side)
            color = LOSS if scored.points < 0 else ACCENT
            points = f"{scored.points:+}".replace("-", "−")
            self.drawing.text(x - 5, y, points, size=14, fill=color, anchor="end")
            self._middle(x, y, "·", room=9, size=14, fill=FAINT)
            score = translate(Message("{score}", score=scored.score), self.lang)
            self.drawing.text(x + 5, y, score, size=14, fill=INK, bold=True)

    def _description(self) -> str:
        lines = []
        for row in self.rows:
            said = [
                f"{seat_name(seat, self.names, self.lang)} "
                f"{'–' if (bid := row.bids[seat]) is None else bid_words(bid, self.lang)} "
                f"· {row.won[seat]}"
                for seat in self.rules.seats
            ]
            scored = [
                f"{side_name(self.rules, side, self.names, self.lang)} {one.points:+} · {one.score}"
                for side, one in enumerate(row.sides)
            ]
            number = translate(Message("Round {number}", number=row.number), self.lang)
            lines.append(f"{number}: {', '.join(said + scored)}")
        return ". ".join(lines)
