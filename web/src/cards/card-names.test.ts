import { expect, test } from 'vitest';

import { overwriteGetLocale } from '../paraglide/runtime';

import { keyed } from './card';
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

test('the same card twice has two keys', () => {
  expect(keyed(['SA', 'SA', 'H2']).map(({ key }) => key)).toEqual(['SA', 'SA 2', 'H2']);
});
