import { beforeEach, expect, test } from 'vitest';

import { overwriteGetLocale } from '../paraglide/runtime';

import { usualName } from './words';

beforeEach(() => {
  overwriteGetLocale(() => 'en');
});

const named = (...names: string[]) => names.map((name) => ({ name }));

test('a pair is called by the first number that is free', () => {
  expect(usualName([])).toBe('Pair 1');
  expect(usualName(named('Pair 1', 'Larks', 'pair 3'))).toBe('Pair 2');
});

test('a number is taken in whichever language a pair has it', () => {
  const pairs = named('Paar 1', 'Pareja 2');
  expect(usualName(pairs)).toBe('Pair 3');
  overwriteGetLocale(() => 'es');
  expect(usualName(pairs)).toBe('Pareja 3');
});
