import type { Card } from '../generated/protocol';

export type SuitLetter = 'S' | 'H' | 'D' | 'C';
export type RankLetter =
  'A' | 'K' | 'Q' | 'J' | 'T' | '9' | '8' | '7' | '6' | '5' | '4' | '3' | '2';
export type Joker = 'JB' | 'JL' | 'JE';

/** The ranks from highest to lowest. */
export const RANKS = 'AKQJT98765432';
export const JOKERS: readonly Joker[] = ['JB', 'JL', 'JE'];

export const isJoker = (card: Card): card is Joker => card.startsWith('J');
export const suitOf = (card: Card): SuitLetter => card.charAt(0) as SuitLetter;
export const rankOf = (card: Card): RankLetter => card.charAt(1) as RankLetter;
export const isCourt = (card: Card): boolean => !isJoker(card) && 'KQJ'.includes(rankOf(card));

export interface KeyedCard {
  card: Card;
  key: string;
}

/** Give each card a key. With two packs, a hand may hold the same card twice. */
export function keyed(cards: readonly Card[]): KeyedCard[] {
  const seen = new Map<Card, number>();
  return cards.map((card) => {
    const count = seen.get(card) ?? 0;
    seen.set(card, count + 1);
    return { card, key: count === 0 ? card : `${card} ${count + 1}` };
  });
}
