"""Games that look identical to one seat."""

from spadille.fast.worlds import Worlds
from spadille.game import Deal, Event, Game, Record, hand_of, knowledge_of


def dealt_otherwise(game: Game, seed: int) -> Game:
    """Return the same game as seen by the seat to act, with the unseen cards in other hands."""
    view = game.view_to_act
    known = knowledge_of(view)
    places = [where for _, where in known.places]
    where = Worlds(places, known.room).sample(1, seed)[0].tolist()
    assert game.round is not None
    deal = next(event.action for event in game.events if isinstance(event.action, Deal))
    hands = []
    for seat in view.rules.seats:
        hand = [card for card in deal.hands[seat] if card not in game.round.hands[seat]]
        if seat == view.seat:
            hand = list(deal.hands[seat])
        else:
            hand += [card for (card, _), at in zip(known.places, where, strict=True) if at == seat]
        hands.append(hand_of(hand))
    other = Deal(tuple(hands))
    events = tuple(
        Event(None, other) if isinstance(event.action, Deal) else event for event in game.events
    )
    return Game.replay(Record(game.rules, (), events))
