import { describe, expect, test } from 'vitest';

import { RULES } from '../testing/states';

import { keyed } from './card';
import {
  arrangedAs,
  arrangementOf,
  keepArrangement,
  movedTo,
  sortHand,
  USUAL_ORDER,
} from './hand-order';

const HAND = ['C3', 'D2', 'S2', 'HK', 'SA', 'HT', 'CA'] as const;

describe('a hand is sorted', () => {
  test('by suit, spades left, colors in turn, high to low', () => {
    expect(sortHand(HAND)).toEqual(['SA', 'S2', 'HK', 'HT', 'CA', 'C3', 'D2']);
  });

  test('with spades on the right', () => {
    const order = { ...USUAL_ORDER, spades: 'right' } as const;
    expect(sortHand(HAND, RULES.deck, order)).toEqual(['D2', 'CA', 'C3', 'HK', 'HT', 'SA', 'S2']);
  });

  test('with high cards on the right', () => {
    const order = { ...USUAL_ORDER, high: 'right' } as const;
    expect(sortHand(HAND, RULES.deck, order)).toEqual(['S2', 'SA', 'HT', 'HK', 'C3', 'CA', 'D2']);
  });

  test('with the red suits side by side', () => {
    const order = { ...USUAL_ORDER, alternating: false };
    expect(sortHand(HAND, RULES.deck, order)).toEqual(['SA', 'S2', 'HK', 'HT', 'D2', 'CA', 'C3']);
  });

  test('with jokers and raised cards beyond the spades, low aces last', () => {
    const hand = ['SA', 'D2', 'JL', 'HA', 'H3', 'JB', 'S2'] as const;
    const deck = { ...RULES.deck, high_trumps: ['D2', 'S2'], aces: 'low' } as const;
    expect(sortHand(hand, deck)).toEqual(['JB', 'JL', 'D2', 'S2', 'SA', 'H3', 'HA']);
    const order = { ...USUAL_ORDER, high: 'right' } as const;
    expect(sortHand(hand, deck, order)).toEqual(['SA', 'S2', 'D2', 'JL', 'JB', 'HA', 'H3']);
  });
});

describe('a hand is arranged', () => {
  const keys = (cards: readonly { key: string }[]) => cards.map(({ key }) => key);
  const sorted = keyed(['SA', 'S2', 'HK', 'HK', 'C3']);

  test('by moving one card', () => {
    expect(movedTo(['a', 'b', 'c', 'd'], 'a', 2)).toEqual(['b', 'c', 'a', 'd']);
    expect(movedTo(['a', 'b', 'c', 'd'], 'd', 0)).toEqual(['d', 'a', 'b', 'c']);
  });

  test('and stays so while cards are played', () => {
    const arranged = ['C3', 'HK', 'SA', 'HK 2', 'S2'];
    expect(keys(arrangedAs(sorted, arranged))).toEqual(arranged);
    const later = keyed(['SA', 'HK', 'C3']);
    expect(keys(arrangedAs(later, arranged))).toEqual(['C3', 'HK', 'SA']);
  });

  test('and cards that come stand beside those they belong to', () => {
    const before = ['C3', 'SA', 'HK'];
    expect(keys(arrangedAs(sorted, before))).toEqual(['C3', 'SA', 'S2', 'HK', 'HK 2']);
  });

  test('for this deal only, on this device', () => {
    const kept = new Map<string, string>();
    const storage = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
    } as Storage;
    keepArrangement('table 1', ['SA', 'HK'], storage);
    expect(arrangementOf('table 1', storage)).toEqual(['SA', 'HK']);
    expect(arrangementOf('table 2', storage)).toBeNull();
    kept.set('spadille.arranged', 'nonsense');
    expect(arrangementOf('table 1', storage)).toBeNull();
  });
});
