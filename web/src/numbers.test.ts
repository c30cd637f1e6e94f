import { afterEach, expect, test } from 'vitest';

import { numberWords, percent, scoresWords, scoreWords, signed } from './numbers';
import { overwriteGetLocale } from './paraglide/runtime';

afterEach(() => {
  overwriteGetLocale(() => 'en');
});

test.each([
  [120, '+120'],
  [1250, '+1250'],
  [0, '0'],
  [-0.04, '0'],
  [-35, '−35'],
  [2.06, '+2.1'],
])('%d points with their sign are %s', (points, words) => {
  expect(signed(points)).toBe(words);
});

test.each(['de', 'es'] as const)('there is a comma in %s', (lang) => {
  overwriteGetLocale(() => lang);
  expect(signed(2.1)).toBe('+2,1');
  expect(scoreWords(-2.1)).toBe('−2,1');
  expect(numberWords(2.06, { maximumFractionDigits: 1 })).toBe('2,1');
});

test('a score has no plus, and a share no fraction', () => {
  expect([scoreWords(500), scoreWords(-20), percent(0.256)]).toEqual(['500', '−20', '26%']);
  expect(scoresWords([130, -20])).toBe('130 : −20');
});
