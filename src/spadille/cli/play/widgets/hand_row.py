"""The player's cards, with a cursor to play one or to mark several."""

from collections import Counter

from textual import events
from textual.binding import Binding
from textual.content import Content
from textual.message import Message
from textual.widget import Widget

from ....game import Card, hand_of
from ..canvas import Box, Canvas, Look, card_size, ink, paint_back, paint_card
from ..picture import Picture
from ..voice import Voice

GAP = 1


class HandRow(Widget, can_focus=True):
    """Arrow keys move, and Enter plays; when the player must give cards away, Space marks them."""

    BINDINGS = [  # noqa: RUF012 - Textual declares it so
        Binding("left", "move(-1)", show=False),
        Binding("right", "move(1)", show=False),
        Binding("home", "jump(0)", show=False),
        Binding("end", "jump(-1)", show=False),
        Binding("up", "mark(True)", show=False),
        Binding("down", "mark(False)", show=False),
        Binding("space", "touch", show=False),
        Binding("enter", "choose", show=False),
    ]

    class Chosen(Message):
        """A card was chosen to be played."""

        def __init__(self, card: Card) -> None:
            super().__init__()
            self.card = card

    class Confirmed(Message):
        """The marked cards were confirmed."""

    def __init__(self, voice: Voice) -> None:
        super().__init__()
        self._voice = voice
        self._cards: tuple[Card, ...] = ()
        self._hidden = 0
        self._legal: frozenset[Card] = frozenset()
        self._marking = False
        self._tolerated: frozenset[Card] = frozenset()
        self._marked: set[int] = set()
        self._new: frozenset[Card] = frozenset()
        self._cursor = 0

    @property
    def marked(self) -> tuple[Card, ...]:
        """The marked cards, low to high."""
        return hand_of(self._cards[at] for at in self._marked)

    @property
    def card(self) -> Card | None:
        """The card under the cursor."""
        return self._cards[self._cursor] if self._cards else None

    def show(self, picture: Picture) -> None:
        """Show the cards of a picture with new ones marked, and keep the cursor nearby."""
        under = self.card
        cards = picture.mine or ()
        if cards != self._cards:
            came = frozenset(Counter(cards) - Counter(self._cards))
            self._new = came if self._cards and len(came) <= 4 else frozenset()
            self._marked.clear()
        self._new |= picture.came
        self._cards = cards
        self._hidden = picture.hidden if picture.mine is None else 0
        self._legal = picture.legal
        self._tolerated = picture.tolerated
        self._marking = picture.marking
        if not self._marking:
            self._marked.clear()
        self._cursor = self._nearest(under)
        self.refresh()

    def render(self) -> Content:
        """Return the cards side by side, or their backs until the player has seen them."""
        canvas = Canvas(self.size.width, self.size.height)
        boxes = self._boxes()
        if not self._cards:
            for box in boxes[: self._hidden]:
                paint_back(canvas, box, self._voice)
        for index, card in enumerate(self._cards):
            self._paint(canvas, boxes[index], index, card)
        return canvas.content()

    def action_move(self, step: int) -> None:
        """Move the cursor to the next playable card, left for -1, right for 1; wrap around."""
        reachable = self._reachable()
        if not reachable:
            return
        ahead = [at for at in reachable if (at - self._cursor) * step > 0] or reachable
        self._cursor = min(ahead) if step > 0 else max(ahead)
        self.refresh()

    def action_jump(self, index: int) -> None:
        """Move the cursor to the first playable card for 0, or the last for -1."""
        reachable = self._reachable()
        if reachable:
            self._cursor = reachable[index]
            self.refresh()

    def action_mark(self, marked: bool) -> None:  # noqa: FBT001 - called by its binding
        """Mark or unmark the card at the cursor, if the player must give cards away."""
        if self._marking and self._cards and (self._cursor in self._marked) != marked:
            self._toggle()

    def action_touch(self) -> None:
        """Toggle the mark of the card at the cursor, or choose the card to play."""
        if self._marking and self._cards:
            self._toggle()
        else:
            self.action_choose()

    def action_choose(self) -> None:
        """Post `Confirmed` if the player must give cards away, else `Chosen` with the card."""
        if self._marking:
            self.post_message(self.Confirmed())
        elif self.card is not None:
            self.post_message(self.Chosen(self.card))

    def on_click(self, event: events.Click) -> None:
        """Choose or mark the clicked card; post an illegal one too, so that it gets explained."""
        index = self._index_at(event.x)
        if index is None:
            return
        if self._legal and self._cards[index] not in self._legal | self._tolerated:
            self.post_message(self.Chosen(self._cards[index]))  # the page shows why not
            return
        self._cursor = index
        self.refresh()
        self.action_touch()

    def _paint(self, canvas: Canvas, box: Box, index: int, card: Card) -> None:
        here = index == self._cursor and (self._marking or bool(self._legal))
        allowed = self._marking or card in self._legal
        raised = index in self._marked or (here and not self._marking)
        look: Look = "chosen" if here else "plain" if allowed or not self._legal else "dim"
        paint_card(canvas, box._replace(y=0) if raised else box, card, self._voice, look)
        sign = ""
        if here:
            sign = self._voice.mark("▲", "^")
        elif card in self._new:
            sign = "+"
        elif allowed and not self._marking:
            sign = self._voice.mark("·", ".")
        sign += "*" if index in self._marked else ""
        canvas.put(box.x + box.width // 2, box.y + box.height, sign, ink("gold", bold=True))

    def _toggle(self) -> None:
        self._marked ^= {self._cursor}
        self.refresh()

    def _boxes(self) -> list[Box]:
        """Return where each card lies; if space is short, cards overlap, the right one on top."""
        count = max(len(self._cards) or self._hidden, 1)
        width, height = card_size((self.size.width + GAP) // count - GAP, self.size.height - 2)
        step = min(width + GAP, (self.size.width - width) // max(count - 1, 1))
        left = (self.size.width - (count - 1) * step - width) // 2
        return [Box(left + index * step, 1, width, height) for index in range(count)]

    def _index_at(self, x: int) -> int | None:
        hit = [at for at, box in enumerate(self._boxes()) if box.x <= x < box.x + box.width]
        return hit[-1] if hit and self._cards else None

    def _reachable(self) -> list[int]:
        """Return the positions the cursor may have: playable cards, or all if none is playable."""
        allowed = self._legal | self._tolerated
        legal = [at for at, card in enumerate(self._cards) if card in allowed]
        return legal or list(range(len(self._cards)))

    def _nearest(self, card: Card | None) -> int:
        """Return the cursor position after a change: on the same card, or else the nearest one."""
        reachable = self._reachable()
        if not reachable:
            return 0
        wanted = self._cursor
        if card is not None and card in self._cards and self.card != card:
            wanted = self._cards.index(card)
        return min(reachable, key=lambda at: abs(at - wanted))
