import type { Card, Rules } from '../generated/protocol';
import { keep, kept } from '../kept';

import { isJoker, JOKERS, RANKS, rankOf, suitOf, type KeyedCard } from './card';

/** How a player likes to arrange the hand. */
export interface HandOrder {
  readonly spades: 'left' | 'right';
  readonly high: 'left' | 'right';
  /** Alternate red and black suits if the suits in the hand allow it. */
  readonly alternating: boolean;
}

export const USUAL_ORDER: HandOrder = { spades: 'left', high: 'left', alternating: true };

/** Sort a hand. Cards that the deck ranks above the spades go with them, as the highest. */
export function sortHand(
  cards: readonly Card[],
  deck?: Rules['deck'],
  order: HandOrder = USUAL_ORDER,
): Card[] {
  const listed = deck?.high_trumps ?? [];
  const jokers = JOKERS.filter((joker) => !listed.includes(joker));
  const raised = listed.some(isJoker) ? [...listed, ...jokers] : [...jokers, ...listed];
  const suits = order.alternating ? 'SHCD' : 'SHDC';
  const suit = (card: Card) => (raised.includes(card) ? 0 : suits.indexOf(suitOf(card)));
  const rank = (card: Card) => {
    if (raised.includes(card)) return raised.indexOf(card) - raised.length;
    return deck?.aces === 'low' && rankOf(card) === 'A' ? 13 : RANKS.indexOf(rankOf(card));
  };
  const bySuit = order.spades === 'left' ? 1 : -1;
  const byRank = order.high === 'left' ? 1 : -1;
  return [...cards].sort((a, b) => bySuit * (suit(a) - suit(b)) || byRank * (rank(a) - rank(b)));
}

/** Keep the player's manual arrangement. Cards received later go where sorting puts them. */
export function arrangedAs(
  sorted: readonly KeyedCard[],
  arranged: readonly string[],
): readonly KeyedCard[] {
  const known = new Map(sorted.map((card) => [card.key, card]));
  const result = arranged.flatMap((key) => known.get(key) ?? []);
  sorted.forEach((card, index) => {
    if (arranged.includes(card.key)) return;
    const before = sorted[index - 1];
    result.splice(before ? result.indexOf(before) + 1 : 0, 0, card);
  });
  return result;
}

/** Move a key to another place in the list. */
export function movedTo(keys: readonly string[], key: string, place: number): string[] {
  const others = keys.filter((other) => other !== key);
  return [...others.slice(0, place), key, ...others.slice(place)];
}

const STORED = 'spadille.arranged';

/** Return the player's arrangement of a deal's cards on this device. `deal` identifies it. */
export function arrangementOf(deal: string, storage?: Storage): string[] | null {
  const last = kept(STORED, storage) as { deal?: string; keys?: unknown } | null;
  return last?.deal === deal && Array.isArray(last.keys) ? last.keys.map(String) : null;
}

/** Store an arrangement. Only the latest deal's arrangement is worth keeping. */
export function keepArrangement(deal: string, keys: readonly string[], storage?: Storage): void {
  keep(STORED, { deal, keys }, storage);
}
