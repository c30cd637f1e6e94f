"""Which cards may be led, used to follow suit, or used to ruff (P3 to P12, V19, V20, V27)."""

from .cards import Card, Hand, Suit, lowest_club
from .ranking import TRUMP, Ranking
from .round import Round


def playable(round: Round) -> Hand:
    """Return the cards that the seat whose turn it is may play, in order of their ids."""
    seat = (round.leader + len(round.trick)) % len(round.hands)
    return playable_from(round, seat, round.hands[seat])


def playable_from(round: Round, seat: int, hand: Hand) -> Hand:
    """Return the cards of `hand` that `seat` may play next, in order of their ids."""
    choose = _following if round.trick else _leading
    cards = choose(round, seat, hand)
    wanted = round.rules.play.choice_in_suit
    if wanted != "any":
        cards = _ends_of_suits(cards, round.ranking, highest=wanted == "highest")
    return cards


def _leading(round: Round, seat: int, hand: Hand) -> Hand:
    play = round.rules.play
    ranking = round.ranking
    suit_of = ranking.suit_of
    first = not round.tricks
    if first and play.first_lead == "lowest_club" and (lowest := lowest_club(hand)):
        return (lowest,)
    cards = hand
    if round.rules.deck.joker_role == "junk" or ranking.trump is None:
        cards = tuple(card for card in hand if suit_of[card] is not Suit.JOKERS) or hand
    if ranking.trump is None:
        return cards
    if (
        play.bars_lead_of_spades(broken=round.broken)
        or (first and play.first_trick != "any")
        or (play.holds_back and seat not in round.assassins)
    ):
        return ranking.plain(cards) or cards
    if seat in round.assassins:
        return ranking.suited(cards, TRUMP) or cards
    return cards


def _following(round: Round, seat: int, hand: Hand) -> Hand:
    play = round.rules.play
    ranking = round.ranking
    led = ranking.led_suit(round.trick)
    first = not round.tricks
    if led is None:
        return hand
    follows = ranking.suited(hand, led)
    if follows:
        if play.big_joker_draws and round.trick[0] is Card.JB and led is TRUMP:
            return (max(follows, key=ranking.power.__getitem__),)
        if first and play.first_trick == "lowest_clubs" and led is Suit.CLUBS:
            return (min(follows, key=ranking.power.__getitem__),)
        return follows
    cards = hand
    if ranking.trump is None:
        return cards
    if first and play.first_trick in {"no_spades", "lowest_clubs"}:
        cards = ranking.plain(cards) or cards
    if seat in round.assassins:
        cards = ranking.suited(cards, TRUMP) or cards
    elif play.holds_back:
        cards = ranking.plain(cards) or cards
    if play.void != "any":
        cards = _ruffs(round, cards, ranking) or cards
    return cards


def _ruffs(round: Round, cards: Hand, ranking: Ranking) -> Hand:
    """Return the spades one of which must be played, if there are any (V27)."""
    spades = ranking.suited(cards, TRUMP)
    if round.rules.play.void == "spade":
        return spades
    winning = tuple(card for card in spades if ranking.takes(round.trick, round.low, card))
    return winning or spades


def _ends_of_suits(cards: Hand, ranking: Ranking, *, highest: bool) -> Hand:
    """Return only the lowest or the highest of the playable cards of each suit (V20)."""
    best: dict[Suit, Card] = {}
    for card in cards:
        suit = ranking.suit_of[card]
        other = best.get(suit)
        if other is None or (ranking.power[card] > ranking.power[other]) == highest:
            best[suit] = card
    return tuple(sorted(best.values()))
