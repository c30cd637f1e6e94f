import type { Card, OpenedDeal, PresetInfo, Seat } from '../generated/protocol';

import { shuffled } from './shuffling';

type Outcome = OpenedDeal['outcomes'][number];

const SUITS = 'CDHSJ';
const RANKS = '23456789TJQKA';
const JOKER_RANKS = 'ELB';

const idOf = (card: Card): number =>
  card.startsWith('J')
    ? 52 + JOKER_RANKS.indexOf(card.charAt(1))
    : 13 * SUITS.indexOf(card.charAt(0)) + RANKS.indexOf(card.charAt(1));

/** Sort cards as they are before a shuffle: by suit from clubs to spades, then by rank. */
export const inOrder = (cards: readonly Card[]): Card[] =>
  [...cards].sort((one, other) => idOf(one) - idOf(other));

const PACK = [...SUITS.slice(0, 4)].flatMap((suit) =>
  [...RANKS].map((rank) => `${suit}${rank}` as Card),
);

/**
 * Return the cards that a deal gives to a seat: one at a time, clockwise from the dealer's left.
 */
export function dealtTo(
  seat: Seat,
  pack: readonly Card[],
  dealer: Seat,
  players: number,
  rest: number,
): Card[] {
  const first = (dealer + 1) % players;
  const from = (seat - first + players) % players;
  return inOrder(pack.slice(0, pack.length - rest).filter((_, index) => index % players === from));
}

/** Return the pack of a deal or a draft before its shuffle. */
function packOf(outcome: Outcome): Card[] {
  switch (outcome.type) {
    case 'stack':
      return inOrder(outcome.cards);
    case 'deal':
      return inOrder([...outcome.hands.flat(), ...outcome.rest]);
    default:
      return PACK;
  }
}

/**
 * Check that shuffling with this seed gives this outcome. Return null if the outcome alone cannot
 * prove it, as with cards drawn from the discards of a draft.
 */
export async function follows(
  outcome: Outcome,
  seed: string,
  rules: PresetInfo['rules'],
  dealer: Seat,
): Promise<boolean | null> {
  const players = rules.table.players;
  if (outcome.type === 'redraw' || outcome.type === 'cut') return null;
  const pack = await shuffled(seed, packOf(outcome));
  switch (outcome.type) {
    case 'stack':
      return same(outcome.cards, pack);
    case 'deal': {
      const rest = outcome.rest.length;
      const hands = outcome.hands.map((_, seat) =>
        dealtTo(seat as Seat, pack, dealer, players, rest),
      );
      return (
        outcome.hands.every((hand, seat) => same(inOrder(hand), hands[seat] ?? [])) &&
        same(inOrder(outcome.rest), inOrder(pack.slice(pack.length - rest)))
      );
    }
    case 'draw':
      return same(outcome.cards, pack.slice(0, drawnCount(pack, rules)));
    case 'dealer':
      return outcome.seat === highest(pack.slice(0, players));
  }
}

/** Return how many cards are turned up to determine the first dealer. */
function drawnCount(pack: readonly Card[], rules: PresetInfo['rules']): number {
  const suit = FIRST_SUITS[rules.deal.first_dealer];
  if (suit === undefined) return rules.table.players;
  return pack.findIndex((card) => card.startsWith(suit)) + 1;
}

/** The suit whose first card determines the first dealer. */
const FIRST_SUITS: Partial<Record<PresetInfo['rules']['deal']['first_dealer'], string>> = {
  first_spade: 'S',
  first_heart: 'H',
  first_diamond: 'D',
  first_club: 'C',
};

function highest(cards: readonly Card[]): number {
  const worth = (card: Card) => 4 * (idOf(card) % 13) + SUITS.indexOf(card.charAt(0));
  const best = Math.max(...cards.map(worth));
  return cards.findIndex((card) => worth(card) === best);
}

export const same = (one: readonly Card[], other: readonly Card[]): boolean =>
  one.length === other.length && one.every((card, index) => card === other[index]);
