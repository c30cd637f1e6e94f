import { expect, test } from 'vitest';

import { overwriteGetLocale } from '../paraglide/runtime';

import { sortHand } from './card';
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
