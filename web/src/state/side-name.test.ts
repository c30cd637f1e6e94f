import { expect, test } from 'vitest';

import { overwriteGetLocale } from '../paraglide/runtime';

import { sideNamed } from './side-name';

test.each([
  ['en', ['Gold', 'Blue']],
  ['de', ['Gold', 'Blau']],
  ['es', ['Oro', 'Azul']],
] as const)('the sides of a preset have names in %s', (lang, names) => {
  overwriteGetLocale(() => lang);
  expect([0, 1].map((side) => sideNamed(['Gold', 'Blue'], side))).toEqual(names);
});

test('the names a house gives its sides stay as they are written', () => {
  expect(sideNamed(['toString', 'Los Azules'], 0)).toBe('toString');
  expect(sideNamed([], 0)).toBeUndefined();
  expect(sideNamed(['', 'Blue'], 0)).toBeUndefined();
});
