import { expect, test } from 'vitest';

import { count, tricksOf, wonBySeat, type Counted } from './tricks';

test('of two piles the other one has the rest', () => {
  expect(tricksOf(count([], 2, 0, 8), 2, 13)).toEqual([8, 5]);
});

test('the pile counted last stands, and the other one gives way', () => {
  expect(tricksOf(count(count([], 2, 0, 8), 2, 1, 6), 2, 13)).toEqual([7, 6]);
});

test('nothing is filled in before all but one are counted', () => {
  const counted = count(count([], 4, 2, 3), 4, 0, 1);
  expect(tricksOf(counted, 4, 13)).toEqual([1, null, 3, null]);
});

test('a pile is not counted twice', () => {
  const counted = [8, 7, 6].reduce<Counted>((now, tricks) => count(now, 2, 0, tricks), []);
  expect(counted).toEqual([{ pile: 0, tricks: 6 }]);
});

test('the tricks of a side are those of its first seat', () => {
  expect(wonBySeat([[0, 2], [1], [3]], [6, 4, 3], 4)).toEqual([6, 4, 0, 3]);
});
