import type { Card } from '../generated/protocol';

export type SuitLetter = 'S' | 'H' | 'D' | 'C';
export type RankLetter =
  'A' | 'K' | 'Q' | 'J' | 'T' | '9' | '8' | '7' | '6' | '5' | '4' | '3' | '2';

/** Hands are shown in this order: spades first, then colours in turn, high to low. */
const SUITS = 'SHCD';
const RANKS = 'AKQJT98765432';

export const suitOf = (card: Card): SuitLetter => card.charAt(0) as SuitLetter;
export const rankOf = (card: Card): RankLetter => card.charAt(1) as RankLetter;
export const isCourt = (card: Card): boolean => 'KQJ'.includes(rankOf(card));

export function sortHand(cards: readonly Card[]): Card[] {
  const place = (card: Card) => SUITS.indexOf(suitOf(card)) * 13 + RANKS.indexOf(rankOf(card));
  return [...cards].sort((a, b) => place(a) - place(b));
}
