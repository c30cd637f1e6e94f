"""A table as a picture: the hands around it, bids and tricks, and the trick in the middle."""

from collections.abc import Sequence

from msgspec import structs

from ..game import (
    Card,
    Deal,
    Game,
    Message,
    Round,
    Rules,
    Seat,
    SpadesError,
    Trick,
    View,
    clockwise,
    in_short,
)
from ..locale import translate
from .drawing import Drawing, joined
from .faces import HEIGHT, WIDTH, Look, face
from .felt import PLATE_HEIGHT, QUIET, TEXT, cloth, led, plate, ring
from .hands import in_words, row, step_of
from .order import shown_order
from .picture import Picture
from .scenes import Scene, scene_at, scene_for, scene_of
from .words import bid_words, place_words, seat_name, side_name, standing_words

_WIDE = 900.0
_MARGIN, _GAP = 14.0, 5.0
_BLOCK = 284.0
_CARD = 62.0
_HIGH = _CARD * HEIGHT / WIDTH
_LEAST = 18.0
"""How much of a card in a row must be seen at least."""

_NEXT_ROW = 40.0
"""How much of a row of cards is seen above the next one."""

_MIDDLE = 222.0
"""The least height of the space for the trick."""

SLOTS = {
    2: ("bottom", "top"),
    3: ("bottom", "left", "right"),
    4: ("bottom", "left", "top", "right"),
    5: ("bottom", "left", "top left", "top right", "right"),
    6: ("bottom", "left", "top left", "top", "top right", "right"),
}
"""The places around a table for that many players, clockwise."""

_PLAYED = {
    "bottom": (0.0, 50.0),
    "top": (0.0, -50.0),
    "left": (-68.0, 0.0),
    "right": (68.0, 0.0),
    "top left": (-36.0, -50.0),
    "top right": (36.0, -50.0),
}
"""The place of the middle of a played card, from the middle of the table."""

_CROWDED = {"left": (-72.0, 40.0), "right": (72.0, 40.0)}
_OF_SIX = {"top left": (-68.0, -50.0), "top right": (68.0, -50.0)}
"""The same if there are more than four cards."""


def played_at(slot: str, players: int) -> tuple[float, float]:
    """Return where the card played from a slot lies, from the middle of the table."""
    if players == 6 and slot in _OF_SIX:
        return _OF_SIX[slot]
    return _CROWDED[slot] if players > 4 and slot in _CROWDED else _PLAYED[slot]


def middle_of(seats: Sequence[Seat]) -> Seat:
    """Return the seat that is drawn below: South if there are three players or more."""
    return seats[min(2, len(seats) // 2)]


def table(  # noqa: PLR0913 - each is a choice of its own
    what: Game | Round | View | Deal,
    *,
    round: int | None = None,
    trick: int | None = None,
    seat: Seat | str | None = None,
    names: Sequence[str] = (),
    lang: str = "en",
    four_colors: bool = False,
) -> Picture:
    """Return the picture of a table: hands, bids, tricks won, scores, and the trick in the middle.

    A game and a round show every card, and a view only what its seat may see. For a game, `round`
    and `trick` choose another moment, at which that trick lies complete on the table. Trick 0 is
    the moment before the first card; the default round is the current one. `seat`, such as
    `Seat.NORTH` or "N", shows a game as that seat sees it. `names` are the players by seat, by
    default those of the game. `lang` is the language, and `four_colors` gives each suit another
    color.

    The card that wins the trick so far is ringed, and a 1 marks the card that was led.

    Raises:
        SpadesError: if nothing was dealt, or if the game has no such seat, round or trick.
    """
    place = None if seat is None else _seat(seat)
    if isinstance(what, Game):
        scene = _moment(what, round, trick, place)
    elif round is not None or trick is not None or place is not None:
        raise SpadesError("svg/place", "only a game can be shown at another moment or by a seat")
    else:
        scene = scene_of(what)
    if names:
        scene = structs.replace(scene, names=tuple(names))
    return _Table(scene, Look(lang, four_colors)).picture()


def deal(
    what: Deal,
    *,
    rules: Rules | str | None = None,
    names: Sequence[str] = (),
    lang: str = "en",
    four_colors: bool = False,
) -> Picture:
    """Return the picture of a deal: the hand of each seat around a table.

    `rules`, which may be the name of a preset, say how the cards rank; the other arguments are
    those of `table`.

    Raises:
        SpadesError: if the deal does not have 2 to 6 hands, or as many as the rules have seats.
        RulesError: for a preset that does not exist.
    """
    scene = scene_of(what, names=names, rules=None if rules is None else Rules.of(rules))
    return _Table(scene, Look(lang, four_colors)).picture()


def _moment(game: Game, round: int | None, trick: int | None, seat: Seat | None) -> Scene:
    if seat is not None and seat not in game.rules.seats:
        raise SpadesError("svg/seat", Message("this game has no seat {seat}", seat=seat.letter))
    if trick is None and round in {None, game.round and game.round.number}:
        return scene_for(game, seat)
    number = round if round is not None else 0 if game.round is None else game.round.number
    return scene_at(game, number, 0 if trick is None else trick, seat)


def _seat(value: Seat | str) -> Seat:
    """Return a seat, which may be named by its letter.

    Raises:
        SpadesError: for an unknown seat.
    """
    for seat in Seat:
        if value in {seat, seat.letter}:
            return seat
    raise SpadesError("svg/seat", Message("this game has no seat {seat}", seat=in_short(value)))


class _Table:
    """The layout of one table: a block for each seat around the space for the trick."""

    def __init__(self, scene: Scene, look: Look) -> None:
        self.scene, self.look = scene, look
        seats, slots = scene.rules.seats, SLOTS[scene.rules.players]
        below = scene.seat if scene.seat is not None else middle_of(seats)
        self.slots = dict(zip(clockwise(below, len(seats)), slots, strict=True))
        above = [slot for slot in slots if slot.startswith("top")]
        heights = {self.slots[seat]: self._height(seat) for seat in seats}
        top = max((heights[slot] for slot in above), default=0.0)
        beside = max((heights[slot] for slot in ("left", "right") if slot in heights), default=0.0)
        middle = max(_MIDDLE, beside + 24)
        self.center = _MARGIN + top + middle / 2
        self.heading_below = len(slots) in {3, 5, 6}
        below_height = max(heights["bottom"], 84.0 if self.heading_below else 0.0)
        self.drawing = Drawing(_WIDE, 2 * _MARGIN + top + middle + below_height)
        self.tops = {
            slot: _MARGIN
            if slot in above
            else self.center - heights[slot] / 2
            if slot != "bottom"
            else self.drawing.height - _MARGIN - heights["bottom"]
            for slot in heights
        }

    def picture(self) -> Picture:
        cloth(self.drawing)
        self._heading()
        for seat, slot in self.slots.items():
            self._block(seat, *self._corner(slot))
        if self.scene.trick is not None:
            self._trick(self.scene.trick)
        return self.drawing.finished(self._caption(), self._description())

    def _most(self, slot: str) -> float:
        """Return how wide the cards of a seat may be."""
        if slot not in {"top", "bottom"} or len(self.slots) == 6:
            return _BLOCK
        return _WIDE - 2 * _MARGIN if len(self.slots) == 2 else _BLOCK + 92

    def _corner(self, slot: str) -> tuple[float, float]:
        """Return the middle of a block, and its upper edge."""
        left, center, right = _MARGIN + _BLOCK / 2, _WIDE / 2, _WIDE - _MARGIN - _BLOCK / 2
        x = {
            "left": left,
            "right": right,
            "top left": left if len(self.slots) == 6 else (left + center) / 2,
            "top right": right if len(self.slots) == 6 else (right + center) / 2,
        }.get(slot, center)
        return x, self.tops[slot]

    def _rows(self, seat: Seat) -> list[list[Card | None]]:
        """Return the cards of a seat in rows; None is a card that is not seen."""
        held = self.scene.hands[seat]
        shown = [*shown_order(held.cards, self.scene.rules), *[None] * held.hidden]
        size = max(1, -(-len(shown) // self._count_rows(seat, len(shown))))
        return [shown[at : at + size] for at in range(0, len(shown), size)]

    def _count_rows(self, seat: Seat, cards: int) -> int:
        fit = int((self._most(self.slots[seat]) - _CARD) / _LEAST) + 1
        return max(1, -(-cards // fit))

    def _height(self, seat: Seat) -> float:
        """Return the height of a block, with a full hand: the table keeps its size in a round."""
        held = self.scene.hands[seat]
        cards = max(len(held.cards) + held.hidden, self.scene.rules.hand_size)
        return PLATE_HEIGHT + _GAP + _HIGH + _NEXT_ROW * (self._count_rows(seat, cards) - 1)

    def _block(self, seat: Seat, x: float, y: float) -> None:
        scene, lang = self.scene, self.look.lang
        plate(
            self.drawing, x - _BLOCK / 2, y, _BLOCK,
            seat_name(seat, scene.names, lang), self._said(seat),
            turn=seat == scene.to_act, dealer=seat == scene.dealer,
        )  # fmt: skip
        rows, most = self._rows(seat), self._most(self.slots[seat])
        count = max(map(len, rows), default=0)
        step = step_of(count, _CARD, most)
        left, top = x - (_CARD + step * (count - 1)) / 2, y + PLATE_HEIGHT + _GAP
        for at, cards in enumerate(rows):
            covered = at < len(rows) - 1
            row(self.drawing, cards, left, top, _CARD, step, self.look, covered=covered)
            top += _NEXT_ROW

    def _said(self, seat: Seat) -> str:
        bid, won = self.scene.bids[seat], self.scene.won[seat]
        if bid is None:
            return ""
        words = bid_words(bid, self.look.lang)
        said = Message("bid {bid}, won {won}", bid=words, won=won)
        if self.scene.phase not in {"play", "score", "over", "award", "settle"}:
            said = Message("bid {bid}", bid=words)
        return translate(said, self.look.lang)

    def _trick(self, trick: Trick) -> None:
        for at, card in enumerate(trick.cards):
            seat = self.scene.rules.seats[(trick.leader + at) % len(self.slots)]
            x, y = played_at(self.slots[seat], len(self.slots))
            left, top = _WIDE / 2 + x - _CARD / 2, self.center + y - _HIGH / 2
            face(self.drawing, card, left, top, _CARD, self.look, full=False)
            if seat == self.scene.winning:
                ring(self.drawing, left, top, _CARD)
            if at == 0:
                led(self.drawing, left + 4, top + _HIGH - 4)

    def _heading(self) -> None:
        lines = self._scores()
        y = self.drawing.height - _MARGIN - 8 - 19 * len(lines) if self.heading_below else 36.0
        x = _MARGIN + 10
        if self.scene.round:
            self.drawing.text(x, y, self._place(), size=16, fill=TEXT, bold=True, room=250)
        for line in lines:
            y += 19
            self.drawing.text(x, y, line, size=13, fill=QUIET, room=250)

    def _place(self) -> str:
        scene = self.scene
        return place_words(scene.round, scene.trick_number, scene.phase, self.look.lang)

    def _scores(self) -> list[str]:
        scene, lang = self.scene, self.look.lang
        if not scene.standings:
            return []
        return [
            f"{side_name(scene.rules, side, scene.names, lang)}: {standing_words(standing, lang)}"
            for side, standing in enumerate(scene.standings)
        ]

    def _caption(self) -> str:
        if not self.scene.round:
            return translate(Message("The hands of a deal"), self.look.lang)
        return translate(Message("The table: {place}", place=self._place()), self.look.lang)

    def _description(self) -> str:
        scene, lang = self.scene, self.look.lang
        lines = []
        for seat in scene.rules.seats:
            held = scene.hands[seat]
            cards = in_words(shown_order(held.cards, scene.rules), lang)
            hidden = Message.counted("one card face down", "{n} cards face down", held.hidden)
            parts = (self._said(seat), cards, translate(hidden, lang) if held.hidden else "")
            lines.append(f"{seat_name(seat, scene.names, lang)}: {joined(parts)}")
        if scene.trick is not None:
            leader = seat_name(scene.trick.leader, scene.names, lang)
            led_by = Message(
                "{seat} led: {cards}", seat=leader, cards=in_words(scene.trick.cards, lang)
            )
            lines.append(translate(led_by, lang))
        return ". ".join([*lines, *self._scores()])
