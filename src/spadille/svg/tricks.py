"""A trick as a picture: the cards where their players sit, the winner ringed."""

from collections.abc import Sequence

from msgspec import structs

from ..game import Game, Message, Round, Rules, SpadesError, Trick, View, clockwise, in_short
from ..locale import translate
from .drawing import Drawing
from .faces import HEIGHT, WIDTH, Look, face
from .felt import TEXT, cloth, led, ring
from .hands import in_words
from .picture import Picture
from .scenes import Scene, scene_at, scene_of
from .table import SLOTS, middle_of, played_at
from .words import seat_name

_SIDE = 340.0
_CARD = 90.0
_HIGH = _CARD * HEIGHT / WIDTH
_SPREAD = _CARD / 62


def trick(  # noqa: PLR0913 - each is a choice of its own
    what: Trick | Game | Round | View,
    *,
    round: int | None = None,
    number: int | None = None,
    rules: Rules | str | None = None,
    names: Sequence[str] = (),
    lang: str = "en",
    four_colors: bool = False,
) -> Picture:
    """Return the picture of a trick, or of the one on the table of a game, a round or a view.

    For a game, `round` and `number`, counted from 1, choose another trick; the default round is the
    current one. `rules`, which may be the name of a preset, are those of a `Trick`: they say how
    many players there are and which card wins. The other arguments are those of `table`.

    Raises:
        SpadesError: if no card has been played, if the game has no such round or trick, or if the
            trick has more cards than players.
        RulesError: for a preset that does not exist.
    """
    if isinstance(what, Game) and (round is not None or number is not None):
        now = what.round.number if what.round else 0
        scene = scene_at(what, now if round is None else round, 1 if number is None else number)
        scene = structs.replace(scene, names=tuple(names or what.players))
    elif round is not None or number is not None:
        raise SpadesError("svg/place", "only a game can be shown at another moment or by a seat")
    else:
        scene = _scene(what, Rules() if rules is None else Rules.of(rules), names)
    shown = scene.trick
    if shown is None or not shown.cards:
        raise SpadesError("svg/trick", "no card of the trick has been played")
    seats = scene.rules.seats
    if len(shown.cards) > len(seats) or shown.leader not in seats:
        raise SpadesError(
            "svg/trick", "the trick has more cards than players"
        )  # fmt: skip
    return _drawn(scene, shown, Look(lang, four_colors))


def _scene(what: object, rules: Rules, names: Sequence[str]) -> Scene:
    match what:
        case Trick():
            nothing: tuple[None, ...] = (None,) * rules.players
            return Scene(rules, tuple(names), (), nothing, (), trick=what)
        case Game() | Round() | View():
            return scene_of(what, names=names)
        case _:
            raise SpadesError("svg/value", Message("cannot draw {value}", value=in_short(what)))


def _drawn(scene: Scene, trick: Trick, look: Look) -> Picture:
    drawing = Drawing(_SIDE, _SIDE)
    cloth(drawing)
    players = scene.rules.players
    below = scene.seat if scene.seat is not None else middle_of(scene.rules.seats)
    slots = dict(zip(clockwise(below, players), SLOTS[players], strict=True))
    for at, card in enumerate(trick.cards):
        seat = scene.rules.seats[(trick.leader + at) % players]
        x, y = played_at(slots[seat], players)
        x, y = _SIDE / 2 + x * _SPREAD, _SIDE / 2 + y * _SPREAD
        left, top = x - _CARD / 2, y - _HIGH / 2
        face(drawing, card, left, top, _CARD, look)
        if seat == scene.winning:
            ring(drawing, left, top, _CARD)
        if at == 0:
            led(drawing, left + 4, top + _HIGH - 4)
        name = seat_name(seat, scene.names, look.lang)
        line = top - 8 if slots[seat].startswith("top") else top + _HIGH + 18
        drawing.text(x, line, name, size=13, fill=TEXT, bold=True, anchor="middle", room=96)
    return drawing.finished(_caption(scene, trick, look.lang), _about(scene, trick, look.lang))


def _caption(scene: Scene, trick: Trick, lang: str) -> str:
    assert scene.winning is not None
    winner = seat_name(scene.winning, scene.names, lang)
    if len(trick.cards) == scene.rules.players:
        return translate(Message("A trick, won by {seat}", seat=winner), lang)
    return translate(Message("A trick that {seat} is winning", seat=winner), lang)


def _about(scene: Scene, trick: Trick, lang: str) -> str:
    leader = seat_name(trick.leader, scene.names, lang)
    cards = in_words(trick.cards, lang)
    return translate(Message("{seat} led: {cards}", seat=leader, cards=cards), lang)
