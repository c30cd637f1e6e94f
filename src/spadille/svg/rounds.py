"""A whole round as a picture: the hands, the bids, every trick, and the score."""

from ..game import Card, Game, Message, Round, Seat, SpadesError, Suit, T, Trick
from ..locale import translate
from .drawing import Drawing, n
from .faces import Look, pip
from .hands import in_words
from .order import shown_order
from .paper import ACCENT, CHIP_WIDTH, FAINT, INK, LOSS, MARGIN, chip, ranks, rule_off, sheet
from .picture import Picture
from .scenes import scene_at
from .words import bid_words, seat_name, side_name

_NUMBER = 54.0
"""The width of the column with the numbers of the tricks."""

_ROW, _SUIT = 25.0, 18.0


def round(
    game: Game, number: int | None = None, *, lang: str = "en", four_colors: bool = False
) -> Picture:
    """Return the picture of a whole round: the hands at its first trick, bids, tricks and score.

    `number` counts from 1; the default is the current round. In each trick, a triangle marks the
    card that was led, and a frame the one that won. `lang` is the language, and `four_colors` gives
    each suit another color.

    Raises:
        SpadesError: if the game has no such round, or if no card has been dealt in it.
    """
    last = game.round
    if last is None:
        raise SpadesError("svg/nothing", "the cards have not been dealt yet")
    number = last.number if number is None else number
    final = _final(game, number)
    if final is None:
        raise SpadesError("svg/place", Message("this game has no round {number}", number=number))
    return _Sheet(game, final, Look(lang, four_colors)).picture()


def _final(game: Game, number: int) -> Round | None:
    """Return a round as far as it was played."""
    if game.round is not None and game.round.number == number:
        return game.round
    now, found = Game.new(game.rules, players=game.players), None
    for event in game.events:
        now = now.apply(event.action, event.seat)
        if now.round is not None and now.round.number == number:
            found = now.round
        elif found is not None:
            break
    return found


class _Sheet:
    """The layout of one round: a column for each seat."""

    def __init__(self, game: Game, round: Round, look: Look) -> None:
        self.game, self.round_, self.look = game, round, look
        self.seats, self.names = game.rules.seats, game.players
        self.hands = [lying.cards for lying in scene_at(game, round.number, 0).hands]
        self.result = next((one for one in game.results if one.number == round.number), None)
        self.tricks = round.tricks
        if round.trick:
            self.tricks += (Trick(round.leader, round.trick, low=round.low),)
        suits = [self._suits(seat) for seat in self.seats]
        self.lines = max(len(each) for each in suits)
        self.column = max(104.0, 560.0 / len(self.seats))
        self.sides = self.result.sides if self.result else ()
        height = 2 * MARGIN + 54 + self.lines * _SUIT + _ROW * (2 + len(self.tricks))
        height += 10 + 22 * len(self.sides)
        self.drawing = Drawing(2 * MARGIN + _NUMBER + self.column * len(self.seats), height)

    def picture(self) -> Picture:
        """Return the picture."""
        drawing, lang = self.drawing, self.look.lang
        sheet(drawing)
        title = translate(Message("Round {number}", number=self.round_.number), lang)
        dealer = seat_name(self.round_.dealer, self.names, lang)
        dealt = translate(Message("dealt by {seat}", seat=dealer), lang)
        drawing.text(MARGIN, MARGIN + 16, title, size=17, fill=INK, bold=True)
        right = drawing.width - MARGIN
        drawing.text(right, MARGIN + 16, dealt, size=13, fill=FAINT, anchor="end", room=240)
        y = MARGIN + 46
        for seat in self.seats:
            name = seat_name(seat, self.names, lang)
            self._centered(seat, y, name, bold=True, size=14)
        y += 10
        rule_off(drawing, y, strong=True)
        self._hands(y + _SUIT / 2 + 3)
        y += self.lines * _SUIT + 6
        rule_off(drawing, y)
        y = self._bids(y)
        y = self._tricks(y)
        self._score(y)
        return drawing.finished(title, self._description())

    def _x(self, seat: Seat) -> float:
        return MARGIN + _NUMBER + self.column * (self.seats.index(seat) + 0.5)

    def _centered(
        self, seat: Seat, y: float, text: str, *, bold: bool = False, size: float = 13
    ) -> None:
        self.drawing.text(
            self._x(seat), y, text, size=size, fill=INK, bold=bold, anchor="middle",
            room=self.column - 8,
        )  # fmt: skip

    def _label(self, y: float, text: str) -> None:
        self.drawing.text(MARGIN, y, text, size=13, fill=FAINT, room=_NUMBER)

    def _suits(self, seat: Seat) -> list[tuple[Suit, list[Card]]]:
        """Return the cards of a seat by suit, in the order in which they are shown."""
        found: dict[Suit, list[Card]] = {suit: [] for suit in _SHOWN}
        ranking = self.round_.ranking
        for card in shown_order(self.hands[seat], self.game.rules):
            found.setdefault(ranking.suit_of[card], []).append(card)
        return list(found.items())

    def _hands(self, y: float) -> None:
        for seat in self.seats:
            left = self._x(seat) - min(self.column / 2 - 12, 46.0)
            for line, (suit, cards) in enumerate(self._suits(seat)):
                at = y + line * _SUIT
                color = self.look.color(Card(f"{suit.letter}2")) if suit in _SHOWN else INK
                self.drawing.add(f'<g color="{color}">')
                if suit in _SHOWN:
                    pip(self.drawing, suit, left, at, 12)
                if cards:
                    room = self._x(seat) + self.column / 2 - 4 - (left + 12)
                    ranks(self.drawing, cards, left + 12, at, room, self.look)
                else:
                    self.drawing.text(left + 12, at + 4, "–", size=13, fill=FAINT)
                self.drawing.add("</g>")

    def _bids(self, y: float) -> float:
        lang = self.look.lang
        if any(bid is not None for bid in self.round_.bids):
            self._label(y + 17, translate(T("bid"), lang))
            for seat in self.seats:
                bid = self.round_.bids[seat]
                words = "–" if bid is None else bid_words(bid, lang)
                self._centered(seat, y + 17, words, bold=True)
            rule_off(self.drawing, y + _ROW, strong=True)
        return y + _ROW

    def _tricks(self, y: float) -> float:
        for number, trick in enumerate(self.tricks, start=1):
            middle = y + _ROW / 2 + 1
            self._label(middle + 4.5, str(number))
            for at, card in enumerate(trick.cards):
                seat = self.seats[(trick.leader + at) % len(self.seats)]
                x = self._x(seat)
                chip(self.drawing, card, x, middle, self.look, won=seat == trick.winner)
                if at == 0:
                    left = x - CHIP_WIDTH / 2 - 13
                    self.drawing.add(
                        f'<path d="M{n(left)} {n(middle - 4.5)}v9l7-4.5z" fill="{FAINT}"/>'
                    )
            y += _ROW
        if self.tricks:
            rule_off(self.drawing, y + 3, strong=True)
            self._label(y + 21, translate(T("won"), self.look.lang))
            for seat in self.seats:
                self._centered(seat, y + 21, str(self.round_.won[seat]), bold=True)
        return y + _ROW + 10

    def _score(self, y: float) -> None:
        drawing, lang = self.drawing, self.look.lang
        right = drawing.width - MARGIN
        for side, scored in enumerate(self.sides):
            y += 22
            name = side_name(self.game.rules, side, self.names, lang)
            drawing.text(MARGIN, y - 6, name, size=14, fill=INK, bold=True, room=180)
            drawing.text(
                MARGIN + 190, y - 6, self._contract(scored.contract, scored.taken),
                size=13, fill=FAINT, room=right - MARGIN - 310,
            )  # fmt: skip
            points = f"{scored.points:+}".replace("-", "−")
            color = LOSS if scored.points < 0 else ACCENT
            drawing.text(right - 62, y - 6, points, size=14, fill=color, bold=True, anchor="end")
            total = translate(Message("{score}", score=scored.score), lang)
            drawing.text(right, y - 6, f"= {total}", size=14, fill=INK, bold=True, anchor="end")

    def _contract(self, contract: int | None, taken: int) -> str:
        said = (
            Message("no contract, won {taken}", taken=taken)
            if contract is None
            else Message("contract {contract}, won {taken}", contract=contract, taken=taken)
        )
        return translate(said, self.look.lang)

    def _description(self) -> str:
        lang = self.look.lang
        lines = [
            f"{seat_name(seat, self.names, lang)}: "
            f"{in_words(shown_order(self.hands[seat], self.game.rules), lang)}"
            for seat in self.seats
        ]
        for trick in self.tricks:
            leader = seat_name(trick.leader, self.names, lang)
            cards = in_words(trick.cards, lang)
            lines.append(translate(Message("{seat} led: {cards}", seat=leader, cards=cards), lang))
        return ". ".join(lines)


_SHOWN = (Suit.SPADES, Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS)
