import { expect, test } from 'vitest';

import { nextCard } from './next-card';

const HAND = ['SK', 'S4', 'HA', 'HJ', 'H5', 'H3', 'C9', 'DT'];
const HEARTS = ['HA', 'HJ', 'H5', 'H3'];

test.each([
  ['S4', 'HA'],
  ['HA', 'HJ'],
  ['H3', 'HA'],
  ['C9', 'HA'],
  [null, 'HA'],
])('to the right of %s comes %s', (from, to) => {
  expect(nextCard(HAND, HEARTS, from, 1)).toBe(to);
});

test.each([
  ['S4', 'H3'],
  ['HA', 'H3'],
  ['HJ', 'HA'],
  ['DT', 'H3'],
  [null, 'H3'],
])('to the left of %s comes %s', (from, to) => {
  expect(nextCard(HAND, HEARTS, from, -1)).toBe(to);
});

test('where nothing can be reached there is no way', () => {
  expect(nextCard([], [], null, 1)).toBeUndefined();
  expect(nextCard([], [], null, -1)).toBeUndefined();
});
