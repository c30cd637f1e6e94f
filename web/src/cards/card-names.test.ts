import { expect, test } from 'vitest';

import { overwriteGetLocale } from '../paraglide/runtime';

import { RULES } from '../testing/states';

import { keyed, sortHand } from './card';
import { cardIndex, cardName } from './card-names';

test('cards are named and marked in English', () => {
  overwriteGetLocale(() => 'en');
  expect([cardName('SQ'), cardName('HT'), cardIndex('DJ')]).toEqual([
    'queen of spades',
    '10 of hearts',
    'J',
  ]);
});

test('cards are named and marked in German', () => {
  overwriteGetLocale(() => 'de');
  expect([cardName('SQ'), cardName('HT')]).toEqual(['Pik-Dame', 'Herz-10']);
  expect((['DJ', 'DQ', 'DK', 'DA'] as const).map(cardIndex)).toEqual(['B', 'D', 'K', 'A']);
});

test('a hand is sorted by suit, colours in turn, high to low', () => {
  expect(sortHand(['C3', 'D2', 'S2', 'HK', 'SA', 'HT', 'CA'])).toEqual([
    'SA',
    'S2',
    'HK',
    'HT',
    'CA',
    'C3',
    'D2',
  ]);
});

test('jokers and raised cards come before the spades, low aces after all of their suit', () => {
  const hand = ['SA', 'D2', 'JL', 'HA', 'H3', 'JB', 'S2'] as const;
  const deck = { ...RULES.deck, high_trumps: ['D2', 'S2'], aces: 'low' } as const;
  expect(sortHand(hand, deck)).toEqual(['JB', 'JL', 'D2', 'S2', 'SA', 'H3', 'HA']);
});

test('the same card twice has two keys', () => {
  expect(keyed(['SA', 'SA', 'H2']).map(({ key }) => key)).toEqual(['SA', 'SA 2', 'H2']);
});
