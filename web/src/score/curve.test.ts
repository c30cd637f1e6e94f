import { expect, test } from 'vitest';

import { roundTicks, scoreTicks } from './curve';

test('labeled scores are round numbers, and leave room for the target', () => {
  expect(scoreTicks(0, 500, 500)).toEqual([0, 200, 400]);
  expect(scoreTicks(-120, 260, 250)).toEqual([-100, 0, 100, 200]);
  expect(scoreTicks(0, 62, null)).toEqual([0, 20, 40, 60]);
  expect(scoreTicks(0, 1, null)).toEqual([0, 1]);
});

test('labeled rounds are evenly spaced, and include the last one', () => {
  expect(roundTicks(1)).toEqual([1]);
  expect(roundTicks(5)).toEqual([1, 2, 3, 4, 5]);
  expect(roundTicks(13)).toEqual([1, 3, 5, 7, 9, 11, 13]);
  expect(roundTicks(20)).toEqual([2, 5, 8, 11, 14, 17, 20]);
});
