"""The level `random`, which takes any legal action, as likely as any other of its kind."""

from random import Random

from ..game import Choose, Message, PlayerAction, SeatView
from .bot import DecidingBot, Decision


class RandomPlayer(DecidingBot):
    """Chooses among the kinds of actions first, then within the kind.

    Looking at the cards is as likely as bidding blind, and exchanging no cards as likely as
    exchanging two. There are many choices of cards, but they count as one kind of action.
    """

    def decide(self, view: SeatView) -> Decision:
        """Return a random action of a random kind, the same for the same seed and view."""
        random = self._random(view)
        kinds: dict[type, list[PlayerAction]] = {}
        for action in view.options.actions:
            kinds.setdefault(type(action), []).append(action)
        ways = list(kinds.values())
        if view.options.choose:
            ways.append([_some_cards(view.options.choose, random)])
        action = random.choice(random.choice(ways))
        return Decision(action, Message("Chosen at random from the legal actions."))


def _some_cards(choose: Choose, random: Random) -> PlayerAction:
    return choose.action(tuple(random.sample(choose.cards, random.choice(choose.sizes))))
