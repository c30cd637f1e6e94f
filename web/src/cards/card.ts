import type { Card, Rules } from '../generated/protocol';

export type SuitLetter = 'S' | 'H' | 'D' | 'C';
export type RankLetter =
  'A' | 'K' | 'Q' | 'J' | 'T' | '9' | '8' | '7' | '6' | '5' | '4' | '3' | '2';
export type Joker = 'JB' | 'JL' | 'JE';

/** Hands are shown in this order: spades first, then colours in turn, high to low. */
const SUITS = 'SHCD';
const RANKS = 'AKQJT98765432';
const JOKERS: readonly Card[] = ['JB', 'JL', 'JE'];

export const isJoker = (card: Card): card is Joker => card.startsWith('J');
export const suitOf = (card: Card): SuitLetter => card.charAt(0) as SuitLetter;
export const rankOf = (card: Card): RankLetter => card.charAt(1) as RankLetter;
export const isCourt = (card: Card): boolean => !isJoker(card) && 'KQJ'.includes(rankOf(card));

/** Puts a hand in order; what this deck raises above the spades comes first, low aces last. */
export function sortHand(cards: readonly Card[], deck?: Rules['deck']): Card[] {
  const listed = deck?.high_trumps ?? [];
  const jokers = JOKERS.filter((joker) => !listed.includes(joker));
  const raised = listed.some(isJoker) ? [...listed, ...jokers] : [...jokers, ...listed];
  const place = (card: Card) => {
    if (raised.includes(card)) return raised.indexOf(card) - raised.length;
    const rank = deck?.aces === 'low' && rankOf(card) === 'A' ? 13 : RANKS.indexOf(rankOf(card));
    return SUITS.indexOf(suitOf(card)) * 14 + rank;
  };
  return [...cards].sort((a, b) => place(a) - place(b));
}

export interface KeyedCard {
  card: Card;
  key: string;
}

/** The cards with a key for each: of two packs, a hand may hold the same card twice. */
export function keyed(cards: readonly Card[]): KeyedCard[] {
  const seen = new Map<Card, number>();
  return cards.map((card) => {
    const count = seen.get(card) ?? 0;
    seen.set(card, count + 1);
    return { card, key: count === 0 ? card : `${card} ${count + 1}` };
  });
}
