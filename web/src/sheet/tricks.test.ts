import { expect, test } from 'vitest';

import { count, recount, tricksOf, wonBySeat, type Counted, type Pile } from './tricks';

const PAIRS: Pile[] = [
  [0, 2],
  [1, 3],
];
const ALONE: Pile[] = [[0], [1], [2], [3]];

test('of two piles the other one has the rest', () => {
  expect(tricksOf(count([], PAIRS, [0, 2], 8), PAIRS, 13)).toEqual([8, 5]);
});

test('the pile counted last stands, and the other one gives way', () => {
  const counted = count(count([], PAIRS, [0, 2], 8), PAIRS, [1, 3], 6);
  expect(tricksOf(counted, PAIRS, 13)).toEqual([7, 6]);
});

test('nothing is filled in before all but one are counted', () => {
  const counted = count(count([], ALONE, [2], 3), ALONE, [0], 1);
  expect(tricksOf(counted, ALONE, 13)).toEqual([1, null, 3, null]);
});

test('a pile is not counted twice', () => {
  const counted = [8, 7, 6].reduce<Counted>((now, tricks) => count(now, PAIRS, [0, 2], tricks), []);
  expect(counted).toEqual([{ pile: [0, 2], tricks: 6 }]);
});

test('a side that is counted otherwise than before is counted anew', () => {
  const counted = count(count([], ALONE, [1], 5), ALONE, [0], 8);
  expect(recount(counted, [[0, 2], [1], [3]])).toEqual([{ pile: [1], tricks: 5 }]);
});

test('the tricks of a side are those of its first seat', () => {
  expect(wonBySeat([[0, 2], [1], [3]], [6, 4, 3], 4)).toEqual([6, 4, 0, 3]);
});
