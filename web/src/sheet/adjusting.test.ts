import { expect, test } from 'vitest';

import { numberIn } from './adjusting';

test.each([
  ['-30', 'points', -30],
  [' +5 ', 'points', 5],
  ['\u22123', 'tricks', -3],
  ['', 'points', null],
  ['0', 'points', null],
  ['1.5', 'points', null],
  ['ten', 'points', null],
  ['1001', 'points', null],
  ['-14', 'tricks', null],
] as const)('%j %s is read as %j', (typed, what, number) => {
  expect(numberIn(typed, what, 13)).toBe(number);
});
