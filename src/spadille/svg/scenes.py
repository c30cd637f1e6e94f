"""What lies on a table at a moment: the parts of a game, a round, a view or a deal to draw."""

from collections.abc import Sequence

from msgspec import Struct, structs

from ..game import (
    Bid,
    BySeat,
    Card,
    Deal,
    Game,
    Hand,
    Message,
    Play,
    Round,
    Rules,
    Seat,
    SpadesError,
    Standing,
    Trick,
    View,
    in_short,
    put,
    ranking_of,
    without,
)


class Lying(Struct, frozen=True):
    """The cards of a seat: those that are seen, and how many lie face down."""

    cards: Hand
    hidden: int = 0


class Scene(Struct, frozen=True):
    """A table at a moment, as it is drawn."""

    rules: Rules
    names: tuple[str, ...]
    hands: BySeat[Lying]
    bids: BySeat[Bid | None]
    won: BySeat[int]
    dealer: Seat | None = None
    to_act: Seat | None = None
    trick: Trick | None = None
    trump: bool = True
    round: int = 0
    trick_number: int = 0
    phase: str = ""
    standings: tuple[Standing, ...] = ()
    seat: Seat | None = None
    """Whose view it is."""

    @property
    def winning(self) -> Seat | None:
        """The seat whose card wins the trick so far."""
        if self.trick is None or not self.trick.cards:
            return None
        ranking = ranking_of(self.rules, trump=self.trump)
        at = ranking.winning_index(self.trick.cards, self.trick.low)
        return self.rules.seats[(self.trick.leader + at) % self.rules.players]


def scene_of(what: object, *, names: Sequence[str] = (), rules: Rules | None = None) -> Scene:
    """Return the scene of a value; a game and a round show every card, a view what it may.

    `rules` are those of a deal, which has none.

    Raises:
        SpadesError: for a game before its first deal, and for anything else.
    """
    match what:
        case Game(round=Round() as round):
            scene = _of_round(round, names or what.players)
            return structs.replace(
                scene, to_act=what.to_act, phase=what.phase, standings=what.standings
            )
        case Round():
            return _of_round(what, names)
        case View():
            return _of_view(what, names)
        case Deal():
            return _of_deal(what, names, rules)
        case Game():
            raise SpadesError("svg/nothing", "the cards have not been dealt yet")
        case _:
            raise SpadesError("svg/value", Message("cannot draw {value}", value=in_short(what)))


def scene_at(game: Game, round: int, trick: int, seat: Seat | None = None) -> Scene:
    """Return the moment when a trick lies complete on the table, or as far as it was played.

    Trick 0 is the moment before the first card. A `seat` sees only what it may.

    Raises:
        SpadesError: if the game has no such trick.
    """
    found: Scene | None = None
    now = Game.new(game.rules, players=game.players)
    for event in game.events:
        before, now = now, now.apply(event.action, event.seat)
        if now.round is None or now.round.number != round:
            continue
        begun = 1 if before.round is None else len(before.round.tricks) + 1
        done = len(now.round.tricks)
        if done == begun == trick and isinstance(event.action, Play) and event.seat is not None:
            scene = scene_for(before, seat)
            return _completed(scene, now.round.tricks[-1], event.seat, event.action.card)
        on_table = done + 1 if now.round.trick else 0
        if on_table == trick and (trick or not done) and now.phase != "score":
            found = scene_for(now, seat)
    if found is None:
        raise SpadesError(
            "svg/place",
            Message("this game has no round {round}, trick {trick}", round=round, trick=trick),
        )
    return found


def scene_for(game: Game, seat: Seat | None) -> Scene:
    """Return the scene of a game: with all cards, or as a seat sees it."""
    return scene_of(game if seat is None else game.view(seat), names=game.players)


def _completed(scene: Scene, trick: Trick, last: Seat, card: Card) -> Scene:
    """Return a table before the last card of a trick, with that card played."""
    held = scene.hands[last]
    played = (
        Lying(without(held.cards, (card,)), held.hidden)
        if card in held.cards
        else Lying(held.cards, held.hidden - 1)
    )
    return structs.replace(scene, hands=put(scene.hands, last, played), trick=trick, to_act=None)


def _of_round(round: Round, names: Sequence[str]) -> Scene:
    playing = round.phase == "play"
    return Scene(
        rules=round.rules,
        names=tuple(names),
        hands=tuple(map(Lying, round.hands)),
        bids=round.bids,
        won=round.won,
        dealer=round.dealer,
        trick=Trick(round.leader, round.trick, low=round.low) if round.trick else None,
        trump=round.trump,
        round=round.number,
        trick_number=len(round.tricks) + 1 if playing else 0,
        phase=round.phase,
        standings=round.before,
    )


def _of_view(view: View, names: Sequence[str]) -> Scene:
    return Scene(
        rules=view.rules,
        names=tuple(names),
        hands=tuple(_seen(view, seat) for seat in view.rules.seats),
        bids=view.bids,
        won=view.won,
        dealer=view.dealer,
        to_act=view.to_act,
        trick=view.trick,
        trump=view.trump,
        round=view.round_number,
        trick_number=view.trick_number,
        phase=view.phase,
        standings=view.standings,
        seat=view.seat,
    )


def _seen(view: View, seat: Seat) -> Lying:
    """Return the cards of a seat that lie open or are the viewer's, and how many do not."""
    size = view.hand_sizes[seat]
    if seat == view.seat:
        return Lying((), size) if view.hand is None else Lying(view.hand)
    cards = view.shown[seat] or (view.face_up[seat] if view.face_up else ())
    return Lying(cards, size - len(cards))


def _of_deal(deal: Deal, names: Sequence[str], rules: Rules | None) -> Scene:
    players = len(deal.hands)
    if rules is None and players in _USUAL:
        rules = Rules.preset(_USUAL[players])
    if rules is None or rules.players != players:
        raise SpadesError(
            "svg/table", Message("cannot draw a table with {count} hands", count=players)
        )
    return Scene(
        rules=rules,
        names=tuple(names),
        hands=tuple(map(Lying, deal.hands)),
        bids=(None,) * players,
        won=(0,) * players,
    )


_USUAL = {2: "two-player", 3: "three-player", 4: "standard", 5: "five-player", 6: "six-player"}
"""The rules of a deal by its number of hands, if none are given."""
